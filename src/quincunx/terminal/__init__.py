"""The same tables in a terminal: full-screen, or line by line."""

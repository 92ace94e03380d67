"""The full-screen game, made with Textual."""

"""Files of saved games: their format, their locks, saving after every move, and copies on request."""

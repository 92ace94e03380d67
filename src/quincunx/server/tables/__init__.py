"""Live tables: the registry, rooms, commands and their handlers, JSON snapshots."""

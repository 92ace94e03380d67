"""The games as other people's learning code knows games. Nothing here is imported unless it is asked for."""

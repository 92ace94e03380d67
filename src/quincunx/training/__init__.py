"""Learned evaluations: matches that the engine plays against itself, and small networks that learn from them.

A game that can be learned has a module `train` in its folder with `SUBJECTS`, one for each network.
"""

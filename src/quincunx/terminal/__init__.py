"""Play in a terminal: full-screen, or in line mode.

`match.Match` is what both front ends drive: a match on this machine (`local`) or at a table of a server (`client`).
A game can add to it with a module `terminal` in its folder: see `colours` and `plain`.
"""

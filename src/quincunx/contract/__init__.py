"""Whether a law keeps the contract of games (`quincunx.law.game`), for laws that anybody wrote.

When games are found, `declaration` looks at the class of each, and `overrides` at what it has to override. `quincunx
games check` does that too, looks for missing messages (`message_keys`), and plays (`checking`): it tries each variant
with `game_checks` and the positions of random games with `position_checks`. The texts are in `messages.toml`.
"""

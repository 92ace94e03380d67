"""What a page of the house weighs, and how soon one can play: a part of bench/server.py."""


def weigh(address: str) -> None:
    pass

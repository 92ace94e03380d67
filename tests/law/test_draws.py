import hashlib
import hmac
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.law.draws import Draws


def test_a_draw_can_be_worked_out_by_hand() -> None:
    block = hmac.new(b"seed", b"throw:a:b:1:0", hashlib.sha256).digest()
    first = int.from_bytes(block[:4], "big")
    assert Draws("seed", "throw:a:b:1").below(36) == first % 36


def test_a_word_in_the_incomplete_run_is_passed_over() -> None:
    n = 2**31 + 1  # almost half of all words have to be passed over
    words = []
    for block in range(4):
        digest = hmac.new(b"s", f"l:{block}".encode(), hashlib.sha256).digest()
        words += [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
    draws = Draws("s", "l")
    kept = [word for word in words if word < n]
    assert len(kept) < len(words)
    assert [draws.below(n) for _ in kept] == kept


@given(st.text(max_size=10), st.integers(1, 50))
def test_seeds_repeat_and_labels_differ(seed: str, n: int) -> None:
    first, again = Draws(seed, "a"), Draws(seed, "a")
    assert [first.below(n) for _ in range(20)] == [again.below(n) for _ in range(20)]
    a, b = Draws(seed, "a"), Draws(seed, "b")
    assert [a.below(2**32) for _ in range(3)] != [b.below(2**32) for _ in range(3)]


@given(st.text(max_size=5), st.integers(0, 12))
def test_a_sample_has_different_items(seed: str, k: int) -> None:
    sample = Draws(seed, "x").sample(range(12), k)
    assert len(set(sample)) == len(sample) == k


def test_weighted_draws_follow_their_chances() -> None:
    draws = Draws("many", "x")
    chances = {"rare": Fraction(1, 10), "half": Fraction(1, 2), "rest": Fraction(2, 5)}
    counts = Counter(draws.weighted(chances) for _ in range(10_000))
    for item, chance in chances.items():
        assert abs(counts[item] - 10_000 * chance) < 250  # five standard deviations
    with pytest.raises(ValueError, match="do not sum to 1"):
        [draws.weighted({"a": Fraction(1, 3), "b": Fraction(1, 3)}) for _ in range(100)]

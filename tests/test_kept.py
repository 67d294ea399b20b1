"""What is kept has room for so many bytes, not for so many things."""

from __future__ import annotations

from flagfall.core.kept import Kept


def test_a_value_is_found_again() -> None:
    kept: Kept[str, int] = Kept(100)
    assert kept.get("one") is None
    assert kept.put("one", 1, 50) == 1
    assert kept.put("two", 2, 50) == 2
    assert (kept.get("one"), kept.get("two"), len(kept)) == (1, 2, 2)


def test_all_are_forgotten_when_there_would_be_too_many_bytes() -> None:
    kept: Kept[int, str] = Kept(1000)
    for number in range(500):
        kept.put(number, "value", 10 if number % 2 else 90)
        assert kept.get(number) == "value"
        assert len(kept) <= 20
    kept.put(-1, "large", 5000)
    assert len(kept) == 1
    kept.put(-2, "small", 1)
    assert len(kept) == 1

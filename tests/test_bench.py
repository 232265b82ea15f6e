"""The page of measurements is remade table by table."""

from bench.__main__ import kept
from bench.table import table_of


def test_a_table_takes_the_place_of_the_one_before() -> None:
    page = kept(kept("# P\n\ntext", "a", "| 1 |"), "b", "| 2 |")
    again = kept(page, "a", r"| \1 |")
    assert r"| \1 |" in again
    assert "| 1 |" not in again
    assert "| 2 |" in again
    assert again.startswith("# P\n\ntext\n")


def test_a_table_names_the_machine_and_what_was_promised() -> None:
    text = table_of("x", [{"work": "w", "ours": "1 s", "peer": "p 2 s", "ratio": 2.0, "wanted": 1.5}])
    assert "cores" in text
    assert "| w | 1 s | p 2 s | 2.00 × | ≥ 1.5 × |" in text

"""TOML of others: what the standard library takes minutes for is refused at once."""

import pytest

from anaphor.files import parse_toml


@pytest.mark.parametrize(
    "key",
    ["a." * 200_000 + "a = 1", '"a".' * 99 + "a = 1", "[" + "a . " * 99 + "a]", "x = {" + "'b'." * 60 + "c = 1}"],
)
def test_a_key_of_very_many_parts_is_refused_before_it_is_parsed(key: str) -> None:
    with pytest.raises(ValueError, match="more than 50 parts"):
        parse_toml(f"first = 1\n{key}\n")


@pytest.mark.parametrize("number", ["0x" + "f" * 4000, "0b" + "1" * 100_000, "0o" + "7_" * 400 + "7"])
def test_a_number_that_cannot_be_printed_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="too many digits"):
        parse_toml(f"text = {number}")


def test_ordinary_documents_are_what_they_were() -> None:
    long = "Une phrase. " * 200 + "example.org/a.b.c 3.14.15 … " + "." * 5000
    written = f'title = "{long}"\nnote = """{long}\n{long}"""\nnumber = 0x{"f" * 8}\n[limits.memory]\nmost = 1.5'
    found = parse_toml(written, parse_float=str)
    assert found["title"] == long
    assert found["limits"] == {"memory": {"most": "1.5"}}
    assert found["number"] == 2**32 - 1


@pytest.mark.parametrize("piece", ["a", "a ", '"', "a.b ", " . ", '"a.b" '])
def test_long_texts_are_looked_through_once(piece: str) -> None:
    """A quadratic search would take hours here."""
    assert parse_toml(f"x = '''\n{piece * 100_000}\n'''") == {"x": piece * 100_000 + "\n"}

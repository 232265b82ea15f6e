"""JSON that two readers would read differently is refused with the reason."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.files import AmbiguousJsonError, read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_what_json_writes_is_read_as_json_reads_it(value: object) -> None:
    text = json.dumps(value)
    assert read_json(text) == read_json(text.encode()) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1, "b": 2, "a": 1}', "the key 'a' stands twice"),
        ('[{"a": {"b": 1, "b": 1}}]', "the key 'b'"),
        ("[NaN]", "NaN is no number"),
        ("[-Infinity]", "-Infinity is no number"),
        ("-1e400", "too large"),
        ("9" * 4301, "too many digits"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
    ],
    ids=["twice", "inside", "nan", "infinity", "large", "digits", "lists", "objects"],
)
def test_what_says_two_things_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(AmbiguousJsonError, match=reason):
        read_json(text)


def test_a_hundred_thousand_keys_of_which_one_stands_twice_are_refused() -> None:
    keys = [f'"k{number}":0' for number in range(100_000)]
    with pytest.raises(AmbiguousJsonError, match="'k99999' stands twice"):
        read_json("{" + ",".join([*keys, keys[-1]]) + "}")


@pytest.mark.parametrize("text", ["", "{", "nul", "{'a': 1}", b"\xff", b"\xff\xfe{\x00"])
def test_what_is_no_json_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


def test_the_largest_float_is_a_number() -> None:
    assert math.isfinite(read_json("1.7976931348623157e308"))

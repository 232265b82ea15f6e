"""The exchange format: a header line, one line per part, and errors that name line and field."""

import json

import pytest

from anaphor.collection import Source, load
from anaphor.collection.formats.jsonl import JSONL
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError
from anaphor.schema import Collection

HEADER = '{"anaphor": 1, "name": "c", "language": "fr"}\n'
QUESTION = {
    "id": "p",
    "language": "fr",
    "text": "il dort",
    "anaphor": {"start": 0, "end": 2},
    "candidates": [{"text": "Max"}],
}


def problem(question: object, **item: object) -> str:
    """The line of a problem."""
    return json.dumps({"problem": {"id": "p", "item": {"question": question, "key": 0, **item}}}) + "\n"


def read(text: str) -> Collection:
    return JSONL.read(Source(name="c.jsonl", stem="c", data=text.encode()), ReadSettings())


def test_a_header_and_a_line_per_problem_make_a_collection() -> None:
    collection = read(HEADER + problem(QUESTION))
    assert (collection.name, collection.language) == ("c", "fr")
    assert [item.answer for item in collection.items] == ["Max"]


def test_a_question_without_a_key_is_read_as_one() -> None:
    collection = read(HEADER + json.dumps({"problem": {"id": "p", "item": QUESTION}}))
    assert collection.items == ()
    assert len(collection.entries) == 1


def test_blank_lines_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    expected = read(HEADER + problem(QUESTION))
    assert read("\ufeff" + HEADER + "\n  \n" + problem(QUESTION)) == expected
    assert read((HEADER + problem(QUESTION)).replace("\n", "\r\n")) == expected


def test_every_line_is_json_on_its_own() -> None:
    written = b"".join(JSONL.write(load("anaphor-fr"))).decode()
    assert all(json.loads(line) for line in written.splitlines())
    assert set(json.loads(written.splitlines()[1])) == {"schema"}


def test_what_is_empty_is_left_out() -> None:
    header = next(iter(JSONL.write(Collection(name="c", language="fr"))))
    assert json.loads(header) == {"anaphor": 1, "name": "c", "language": "fr"}


def test_a_file_is_recognised_by_its_first_key() -> None:
    assert JSONL.recognises(Source(name="x", stem="x", data=HEADER.encode()))
    assert not JSONL.recognises(Source(name="x", stem="x", data=b'{"sentence": "anaphor"}'))


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "c.jsonl:1", "the file is empty"),
        ("\n\n", "c.jsonl:1", "the file is empty"),
        ('{"name": "c"}', "c.jsonl:1, field anaphor", "version 1"),
        ('{"anaphor": 2, "name": "c", "language": "fr"}', "c.jsonl:1, field anaphor", "version 1"),
        ('{"anaphor": 1, "language": "fr"}', "c.jsonl:1, field name", "required"),
        ('{"anaphor": 1, "name": "c", "language": "fr", "x": 1}', "c.jsonl:1, field x", "Unexpected"),
        ('{"anaphor": 1, "name": "c", "language": "fr", "schemas": []}', "c.jsonl:1, field schemas", "of their own"),
        (HEADER + "{", "c.jsonl:2", "this is not JSON"),
        (HEADER + "\n\n[1]", "c.jsonl:4", "a JSON object is expected"),
        (HEADER + '{"thing": {}}', "c.jsonl:2", "either a schema or a problem"),
        (HEADER + '{"schema": {}, "problem": {}}', "c.jsonl:2", "either a schema or a problem"),
        (HEADER + '{"schema": {"id": "s", "variants": []}}', "c.jsonl:2", "schema s has no item"),
        (HEADER + problem(QUESTION, key=1), "c.jsonl:2", "none of its 1 candidates"),
        (HEADER + problem(QUESTION, key=True), "c.jsonl:2", "Input should be"),
        (HEADER + problem(QUESTION, key="0"), "c.jsonl:2", "Input should be"),
        (HEADER + problem({**QUESTION, "text": 3}), "c.jsonl:2", "valid string"),
        (HEADER + problem({**QUESTION, "hint": "x"}), "c.jsonl:2", "Unexpected"),
        (HEADER + problem({**QUESTION, "anaphor": {"start": 0, "end": 99}}), "c.jsonl:2", "beyond the end"),
        (HEADER + problem(QUESTION) + problem(QUESTION), "c.jsonl", "two items are called 'p'"),
        (HEADER + '{"schema": ' + "[" * 100_000, "c.jsonl:2", "this is not JSON"),
        (HEADER + '{"schema": ' + "9" * 10_000 + "}", "c.jsonl:2", "this is not JSON"),
        (
            HEADER + '{"schema": [' + "[]," * 400_000 + "[]]}",
            "c.jsonl:2",
            "the line is longer",
        ),
    ],
    ids=lambda value: value[-40:],
)
def test_an_error_names_file_line_and_field(text: str, place: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value).startswith(place)
    assert message in str(caught.value)


@pytest.mark.parametrize("depth", [50, 200, 400, 800, 990])
def test_a_deeply_nested_line_is_refused_at_any_depth(depth: int) -> None:
    with pytest.raises(FormatError, match=r"c\.jsonl:2"):
        read(HEADER + '{"schema": ' + "[" * depth + "]" * depth + "}")

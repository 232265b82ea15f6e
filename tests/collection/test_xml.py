"""Safe XML: records one by one, with their lines, and nothing hostile."""

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.xml import MAX_DEPTH, parse
from anaphor.errors import FormatError


def source(text: str | bytes) -> Source:
    return Source(name="a.xml", stem="a", data=text.encode() if isinstance(text, str) else text)


def texts(content: Source) -> list[str]:
    return [record.text for record in parse(content, "list", "entry")[1]]


def test_records_come_with_line_attributes_and_children() -> None:
    root, records = parse(source('<list a="1">\n<entry b="2">x<c>y</c>\n<c>z</c></entry>\n</list>'), "list", "entry")
    (record,) = records
    assert (root.attributes, record.attributes, record.line) == ({"a": "1"}, {"b": "2"}, 2)
    assert [child.text for child in record.children] == ["y", "z"]
    assert record.child("d") is None


@pytest.mark.parametrize(
    "data",
    [
        '<?xml version="1.0" encoding="ISO-8859-1"?><list><entry>é</entry></list>'.encode("latin-1"),
        '<?xml version="1.0" encoding="ISO-8859-1"?><list><entry>é</entry></list>'.encode(),
        "<list><entry>é</entry></list>".encode("utf-16"),
        b"\xef\xbb\xbf" + "<list><entry>é</entry></list>".encode(),
    ],
)
def test_the_encoding_is_the_one_that_fits(data: bytes) -> None:
    assert texts(source(data)) == ["é"]


def test_a_record_may_stand_across_the_pieces_that_are_fed() -> None:
    content = source("<list>" + "".join(f"<entry>{'x' * 1000} {number}</entry>" for number in range(300)) + "</list>")
    assert [text.split()[1] for text in texts(content)] == [str(number) for number in range(300)]


def test_a_document_type_is_refused_even_without_entities() -> None:
    with pytest.raises(FormatError, match="document type"):
        texts(source("<!DOCTYPE list><list/>"))


def test_nesting_is_allowed_up_to_its_limit() -> None:
    def nested(depth: int) -> Source:
        return source(f"<list><entry>{'<a>' * depth}{'</a>' * depth}</entry></list>")

    assert texts(nested(MAX_DEPTH - 2)) == [""]
    with pytest.raises(FormatError, match=r"a\.xml:1: elements are nested more than 100 deep"):
        texts(nested(MAX_DEPTH - 1))


@pytest.mark.parametrize("text", ["", "   ", "<list>", "<list></entry>", "<other/>", "<list><entry/></list>junk", "\0"])
def test_what_is_no_such_document_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        texts(source(text))

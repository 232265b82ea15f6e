"""XML read safely: no document type, no entities, no network, no deep nesting, one record in memory at a time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import Locator

from defusedxml.common import DefusedXmlException
from defusedxml.expatreader import create_parser

from anaphor.collection.formats.tables import limited
from anaphor.collection.protocol import Source
from anaphor.errors import FormatError

MAX_DEPTH = 100
MAX_ELEMENTS = 200
MAX_CHARACTERS = 1_000_000
_CHUNK = 1 << 16
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_ONE_BYTE = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "windows-1252": "cp1252", "iso-8859-15": "iso-8859-15"}
_XML_SPACE = re.compile(r"[ \t\r\n]+")


@dataclass(slots=True)
class Element:
    """An element with what stands in it."""

    name: str
    line: int
    """Line of its start tag, from 1."""
    attributes: dict[str, str]
    texts: list[str] = field(default_factory=list)
    children: list["Element"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def child(self, name: str) -> "Element | None":
        for child in self.children:
            if child.name == name:
                return child
        return None


def squeezed(text: str) -> str:
    """The text without white space at its ends, inner runs made one space; no-break spaces stay.

    >>> squeezed(" a \\n  b ")
    'a b'
    """
    return (_XML_SPACE.sub(" ", text) if "  " in text or not text.isprintable() else text).strip(" ")


def parse(source: Source, root: str, record: str) -> tuple[Element, Iterator[Element]]:
    """The root element (attributes only) and its children one by one; each must be called `record`."""
    handler = _Records(source, root, record)
    records = limited(source, _records(source, handler))
    first = list(islice(records, 1))
    if handler.root is None:
        raise source.error("collection-xml-no-root", line=1, name=root)
    return handler.root, chain(first, records)


def needed(source: Source, element: Element, name: str) -> Element:
    child = element.child(name)
    if child is None:
        raise source.error("collection-xml-no-child", line=element.line, field=name, parent=element.name, name=name)
    return child


def _records(source: Source, handler: "_Records") -> Iterator[Element]:
    parser = create_parser(forbid_dtd=True)
    parser.setContentHandler(handler)
    handler.setDocumentLocator(parser)
    text = _decode(source)
    try:
        for start in range(0, max(len(text), 1), _CHUNK):
            parser.feed(text[start : start + _CHUNK])
            handler.check_progress(min(_CHUNK, len(text) - start))
            yield from handler.taken()
        parser.close()
        yield from handler.taken()
    except SAXParseException as error:
        raise source.error("collection-xml-broken", line=error.getLineNumber(), why=error.getMessage()) from error
    except DefusedXmlException as error:
        raise source.error("collection-xml-doctype") from error
    except (SAXException, ValueError, LookupError) as error:
        raise source.error("collection-xml-broken", why=str(error)) from error


def _decode(source: Source) -> str:
    """The characters: UTF-8 wherever that fits, whatever the declaration says, else the declared encoding."""
    data = source.data
    match = _DECLARED.match(data[:200])
    declared = match[1].decode("ascii") if match else "UTF-8"
    if source.encoding == "utf-16":
        return source.text
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        encoding = _ONE_BYTE.get(declared.lower())
        if encoding is None:
            return source.text  # which says what is wrong, and where
    else:
        if not data.isascii() and declared.lower() not in ("utf-8", "utf8"):
            source.remarks.append(("encoding-declared", {"declared": declared, "found": "UTF-8"}))
        return text
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise source.error("collection-xml-encoding", line=data.count(b"\n", 0, error.start) + 1) from error


class _Records(ContentHandler):
    """Builds the children of the root and forgets them when they are taken."""

    def __init__(self, source: Source, root: str, record: str) -> None:
        super().__init__()
        self.root: Element | None = None
        self._source = source
        self._names = (root, record)
        self._open: list[Element] = []
        self._done: list[Element] = []
        self._where = Locator()
        self._elements = 0
        self._characters = 0

    def taken(self) -> list[Element]:
        done, self._done = self._done, []
        return done

    def check_progress(self, characters: int) -> None:
        """Count what was fed: a record, a tag or a text without end must not fill the memory."""
        self._characters += characters
        if self._characters > MAX_CHARACTERS + _CHUNK:
            raise self._error("collection-xml-long-record", most=MAX_CHARACTERS)

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802 (the name that SAX calls)
        depth = len(self._open)
        if depth >= MAX_DEPTH:
            raise self._error("collection-xml-deep", most=MAX_DEPTH)
        if depth < len(self._names) and name != self._names[depth]:
            raise self._error("collection-xml-other-element", found=name[:40], wanted=self._names[depth])
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise self._error("collection-xml-many-elements", most=MAX_ELEMENTS)
        self._open.append(Element(name, self._where.getLineNumber() or 1, attrs))
        self.root = self._open[0]

    def endElement(self, name: str) -> None:  # noqa: N802 (the name that SAX calls)
        closed = self._open.pop()
        if len(self._open) > 1:
            self._open[-1].children.append(closed)
        elif len(self._open) == 1:
            self._done.append(closed)
            self._elements = self._characters = 0

    def characters(self, content: str) -> None:
        if len(self._open) > 1:
            self._open[-1].texts.append(content)

    def startDocument(self) -> None:  # noqa: N802 (the name that SAX calls)
        # Straight from expat, past the wrapper of SAX, which takes as long again; what defusedxml forbids stays so.
        expat: Any = getattr(self._where, "_parser")  # noqa: B009  # no type knows it
        expat.StartElementHandler, expat.EndElementHandler = self.startElement, self.endElement
        expat.CharacterDataHandler, expat.buffer_text = self.characters, True

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 (the name that SAX calls)
        self._where = locator

    def _error(self, code: str, **values: Any) -> FormatError:
        return self._source.error(code, line=self._where.getLineNumber() or 1, **values)

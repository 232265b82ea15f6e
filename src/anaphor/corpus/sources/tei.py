"""TEI (ELTeC and others): paragraphs without header and notes; words with lemmas where the edition has them."""

import re
import unicodedata
from collections.abc import Iterator
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

from defusedxml.common import DefusedXmlException
from defusedxml.expatreader import create_parser

from anaphor.corpus.sources.protocol import (
    AnalysedBlock,
    Block,
    Certainty,
    Cut,
    Head,
    Passage,
    SourceFormat,
    text_block,
)
from anaphor.files import as_utf8

_ROOT = re.compile(r"<(?:\w+:)?(?:TEI|TEI\.2|teiCorpus)[\s>]")
_AFTER_TAGS = Cut(after=re.compile(rb">"))
_LEFT_OUT = frozenset(("teiHeader", "note", "fw", "figDesc", "speaker", "del"))
_SECOND_CHOICE = frozenset(("orig", "sic", "abbr"))
"""Inside <choice>, beside <reg>, <corr> or <expan>."""
_LINE_NAMES = (
    "p ab head lg item cell div sp s u titlePart opener closer dateline signed salute argument epigraph "
    "trailer byline docAuthor docImprint list figure front body back"
)
_LINES = frozenset(_LINE_NAMES.split())
"""Elements that begin and end a line of text."""
_SPACES = frozenset(("l", "lb", "pb", "cb", "milestone", "gap"))
"""Elements that stand for a space, unless they say break="no"."""
_WORDS = frozenset(("w", "pc"))

_Token = tuple[str, str | None]


class _Tei(SourceFormat):
    """TEI; it is never cut, since a part would not know which elements it stands in."""

    name = "tei"

    def certainty(self, head: Head, /) -> Certainty:
        return Certainty.CERTAIN if _ROOT.search(head.text[:20_000]) else Certainty.NO

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The paragraphs, a line each, and the sentences whose words have lemmas."""
        parser = create_parser(forbid_dtd=False)
        content = _Content()
        parser.setContentHandler(content)
        try:
            for chunk in passage.chunks(_AFTER_TAGS):
                parser.feed(chunk.data.decode())
                yield from content.taken(passage)
            parser.close()
        except SAXParseException as error:
            line = error.getLineNumber() or 0
            raise passage.error("corpus-broken-xml-line", at=line, why=error.getMessage()) from error
        except DefusedXmlException as error:
            raise passage.error("corpus-xml-entities") from error
        except (SAXException, ValueError) as error:
            raise passage.error("corpus-broken-xml", why=str(error)) from error
        yield from content.taken(passage)


class _Content(ContentHandler):
    """Collects the lines and the analysed sentences of a text while it is parsed."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []
        self._sentences: list[tuple[_Token, ...]] = []
        self._line: list[str] = []
        self._tokens: list[_Token] = []
        self._elements: list[str] = []
        self._left_out = 0
        self._word: tuple[int, str | None] = (0, None)

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802  # xml.sax calls it so
        element = name.rpartition(":")[2]
        second = element in _SECOND_CHOICE and self._elements[-1:] == ["choice"]
        self._elements.append(element)
        if self._left_out or second or element in _LEFT_OUT:
            self._left_out += 1
        elif element in _LINES:
            self._end_line(analysed=False)
        elif element in _SPACES and attrs.get("break") != "no":
            self._line.append(" ")
        elif element in _WORDS:
            self._word = (len(self._line), attrs.get("lemma"))

    def endElement(self, name: str) -> None:  # noqa: N802  # xml.sax calls it so
        element = self._elements.pop()
        if self._left_out:
            self._left_out -= 1
        elif element in _LINES:
            self._end_line(analysed=element == "s")
        elif element in _WORDS:
            start, lemma = self._word
            self._tokens.append(("".join(self._line[start:]).strip(), lemma))
            self._line.append(" ")
        elif element == "l":
            self._line.append(" ")

    def characters(self, content: str) -> None:
        if not self._left_out:
            self._line.append(content)

    def _end_line(self, *, analysed: bool) -> None:
        """End a line of text, or a sentence where its words have lemmas."""
        if analysed and any(lemma for _, lemma in self._tokens):
            self._sentences.append(tuple((_nfc(form), lemma and _nfc(lemma)) for form, lemma in self._tokens if form))
        elif line := " ".join(filter(None, "".join(self._line).replace("\n", " ").replace("\t", " ").split(" "))):
            self._lines.append(line)  # without line ends and doubled spaces; no-break spaces stay
        self._line.clear()
        self._tokens.clear()

    def taken(self, passage: Passage) -> Iterator[Block]:
        if self._lines:
            yield text_block(passage, as_utf8("\n".join(self._lines)))
        if self._sentences:
            yield AnalysedBlock(source=passage.name, sentences=tuple(self._sentences))
        self._lines.clear()
        self._sentences.clear()


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


TEI = _Tei()

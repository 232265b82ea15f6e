"""MediaWiki XML dumps: the running text of the articles, without redirects and other namespaces."""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Protocol

from anaphor.corpus.sources.protocol import (
    Block,
    Certainty,
    Cut,
    Head,
    Passage,
    ReadingSettings,
    SourceFormat,
    text_block,
)
from anaphor.errors import MissingExtraError
from anaphor.files import as_utf8, whole_number
from anaphor.text import text

_ROOT = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<mediawiki[\s>]")
_AFTER_PAGES = Cut(after=re.compile(rb"</page>\s*"))
_NAMESPACE = re.compile(r"<ns>\s*(-?\d+)\s*</ns>")
_TITLE = re.compile(r"<title>([^<]*+)</title>")
_TEXT_TAG = re.compile(r"<text(?:\s[^>]*)?>")
_NAMED = re.compile(r'<namespace key="(-?\d+)"[^<>]*+>([^<]++)</namespace>')
_REDIRECT = re.compile(r"\s*#redirec", re.IGNORECASE)
_PICTURES_AND_CATEGORIES = frozenset((-2, 6, 14))


class _MediaWiki(SourceFormat):
    name = "mediawiki"
    at = _AFTER_PAGES
    deals = True
    record = re.compile(rb"\s*<page>")

    def certainty(self, head: Head, /) -> Certainty:
        return Certainty.CERTAIN if _ROOT.match(head.text) else Certainty.NO

    def check(self, head: Head, settings: ReadingSettings, path: str | None, /) -> None:
        """Refuse what is no dump, and any dump where the library for wikitext is missing."""
        if self.certainty(head) is Certainty.NO:
            raise head.error("corpus-no-mediawiki")
        tokenizer()

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The text of the articles; of a packed dump, a part takes every n-th page."""
        self.check(passage.head, passage.settings, None)
        names = {whole_number(key): html.unescape(name).lower() for key, name in _NAMED.findall(passage.head.text)}
        left_out = frozenset(name for key, name in names.items() if key in _PICTURES_AND_CATEGORIES)
        others = frozenset(name for key, name in names.items() if key)
        number = 0
        for chunk in passage.chunks(_AFTER_PAGES):
            texts: list[str] = []
            *pages, rest = chunk.data.decode().split("</page>")
            if "<page>" in rest:
                raise passage.error("corpus-cut-dump")
            for page in pages:
                if number % passage.part.count == passage.part.index:
                    texts.append(_article(passage, page[page.find("<page>") :], others, left_out))
                number += 1
            if text := "\n".join(filter(None, texts)):
                yield text_block(passage, as_utf8(text))


def _article(passage: Passage, page: str, others: frozenset[str], left_out: frozenset[str]) -> str:
    """The running text of a page; empty, and counted, where the page is no article."""
    # The text of the last revision of a page; of a page with history, the others are left out
    end = page.rfind("</text>")
    tag = _TEXT_TAG.match(page, page.rfind("<text", 0, end)) if end > 0 else None
    wikitext = html.unescape(page[tag.end() : end]) if tag else ""
    namespace, title = _NAMESPACE.search(page), _TITLE.search(page)
    if namespace:
        is_article = whole_number(namespace[1]) == 0
    else:  # old dumps say it only by the title
        prefix = html.unescape(title[1]).partition(":")[0].lower() if title else ""
        is_article = not title or prefix not in others or ":" not in title[1]
    if not is_article:
        passage.tally.skip("page outside the articles")
    elif "<redirect" in page or _REDIRECT.match(wikitext):
        passage.tally.skip("redirect")
    elif is_broken(wikitext):
        passage.tally.skip("page of broken markup")
    else:
        return plain_text(wikitext, left_out)
    return ""


_OPENING_NAMES = "TemplateOpen ArgumentOpen CommentStart WikilinkOpen ExternalLinkOpen TagOpenOpen"
_OPENING = frozenset(_OPENING_NAMES.split())
_CLOSING_NAMES = (
    "TemplateClose ArgumentClose CommentEnd WikilinkClose ExternalLinkClose TagCloseClose TagCloseSelfclose"
)
_CLOSING = frozenset(_CLOSING_NAMES.split())
_LEFT_OUT_NAMES = (
    "ref references table math gallery code syntaxhighlight source pre score timeline hiero chem ce "
    "imagemap style templatestyles graph mapframe maplink section inputbox"
)
_LEFT_OUT = frozenset(_LEFT_OUT_NAMES.split())
_LINES = frozenset(("p", "div", "blockquote", "center", "poem", "hr", "li", "dt", "dd", "ul", "ol", "dl"))
_TAG = re.compile(r"<(?!br|hr)[a-z]", re.IGNORECASE)
_PAIRS = (("<", ">"), ("{|", "|}"), ("{{", "}}"), ("[", "]"))
_MOST_UNCLOSED = 1000
_ENGLISH_NAMESPACES = frozenset(("file", "image", "media", "category"))
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z]+)*\Z")
_SWITCH = re.compile(r"__[A-ZÀ-Þ]+__")
_NOTHING_IN_BRACKETS = re.compile(r"(?<![ \u00a0])[ \u00a0]*+[(\[][\s,;:.–—-]*+[)\]]")
_SPACE_BEFORE = re.compile(r"(?<![ \u00a0\u202f])[ \u00a0\u202f]++(?=[,.])")
_SPACES = re.compile(r"[ \t\u00a0]{2,}|\t")
_LETTER = re.compile(r"[^\W\d_]")


class WikiToken(Protocol):
    """A token of mwparserfromhell; its kind is the name of its class."""

    def get(self, key: str, /) -> str | None:
        """What it says under a name."""


@cache
def tokenizer() -> Callable[[str], list[WikiToken]]:
    """What makes tokens of wikitext; without the library, its install line is said."""
    try:
        parser = import_module("mwparserfromhell.parser")
    except ImportError as error:
        raise MissingExtraError(text("corpus-reading-mediawiki"), "build") from error
    kind = parser.CTokenizer or import_module("mwparserfromhell.parser.tokenizer").Tokenizer
    return lambda text: list(kind().tokenize(text))


def plain_text(wikitext: str, namespaces: frozenset[str] = frozenset()) -> str:
    """The running text of a page, a paragraph, heading or list entry per line; `namespaces` are left-out link prefixes.

    >>> plain_text("'''Ici''' {{x|y}}, le [[chat (animal)|chat]] dort.<ref>Z</ref>\\n[[Image:a.png|b]]")
    'Ici, le chat dort.'
    """
    walk = _Walk(tokenizer()(wikitext), namespaces | _ENGLISH_NAMESPACES)
    lines = (_tidy(line) for line in walk.text().split("\n"))
    return "\n".join(line for line in lines if _LETTER.search(line))


def is_broken(wikitext: str) -> bool:
    """Whether a page opens far more tags, tables or links than it closes: parsing such a page can take hours.

    >>> is_broken("<ref>" * 5000), is_broken("<br>" * 5000 + "<ref>x</ref>" * 5000)
    (True, False)
    """
    tags = len(_TAG.findall(wikitext)) - wikitext.count("</") - wikitext.count("/>")
    unclosed = (wikitext.count(begin) - wikitext.count(end) for begin, end in _PAIRS)
    return max(tags, *unclosed) > _MOST_UNCLOSED


def _tidy(line: str) -> str:
    """A line without what templates leave behind: empty brackets, a space before a comma."""
    if "__" in line:
        line = _SWITCH.sub("", line)
    if "(" in line or "[" in line:
        line = _NOTHING_IN_BRACKETS.sub("", line)
    if "  " in line or " ," in line or " ." in line or "\u00a0" in line:
        line = _SPACE_BEFORE.sub("", _SPACES.sub(" ", line))
    return line.strip(" \t*#:;|")


class _Walk:
    """One walk over the tokens of a page."""

    def __init__(self, tokens: Sequence[WikiToken], namespaces: frozenset[str]) -> None:
        self._tokens = tokens
        self._kinds = [type(token).__name__ for token in tokens]
        self._namespaces = namespaces
        self._out: list[str] = []

    def text(self) -> str:
        place = 0
        while place < len(self._tokens):
            kind = self._kinds[place]
            if kind == "Text":
                self._out.append(self._said(place))
            act = _ACTS.get(kind)
            place = act(self, place) if act else place + 1
        return "".join(self._out)

    def _said(self, place: int) -> str:
        return self._tokens[place].get("text") or ""

    def skip(self, place: int) -> int:
        """The place after the element that begins at a place."""
        depth = 0
        while place < len(self._kinds):
            depth += (self._kinds[place] in _OPENING) - (self._kinds[place] in _CLOSING)
            place += 1
            if depth <= 0:
                break
        return place

    def line(self, place: int) -> int:
        self._out.append("\n")
        return place + 1

    def entity(self, place: int) -> int:
        end = self._find(place, "HTMLEntityEnd")
        signs = {"HTMLEntityNumeric": "#", "HTMLEntityHex": "x"}
        inner = (signs.get(self._kinds[at]) or self._said(at) for at in range(place + 1, end))
        self._out.append(html.unescape(f"&{''.join(inner)};"))
        return end + 1

    def link(self, place: int) -> int:
        """A link is its label, or its target; pictures, categories and links to other languages are nothing."""
        target = self._said(place + 1) if self._kinds[place + 1 : place + 2] == ["Text"] else ""
        labelled = self._kinds[place + 2 : place + 3] == ["WikilinkSeparator"]
        prefix, colon, _ = target.strip().partition(":")
        if colon and prefix.strip().lower().replace("_", " ") in self._namespaces:
            return self.skip(place)
        if colon and not labelled and _LANGUAGE.match(prefix):
            return self.skip(place)
        if labelled:
            return place + 3
        self._out.append(target.strip().lstrip(":") if target else "")
        return place + 2 if target else place + 1

    def address(self, place: int) -> int:
        """An external link is its label; a bare address is nothing."""
        end = self.skip(place)
        depth = 0
        for at in range(place, end):
            depth += (self._kinds[at] in _OPENING) - (self._kinds[at] in _CLOSING)
            if depth == 1 and self._kinds[at] == "ExternalLinkSeparator":
                return at + 1
        return end

    def tag(self, place: int) -> int:
        """What stands inside a tag is text, unless it is a note, a table, a formula or the like."""
        name = self._said(place + 1).strip().lower() if place + 1 < len(self._kinds) else ""
        if name in _LEFT_OUT:
            return self.skip(place)
        self._out.append("\n" if name in _LINES else " " if name == "br" else "")
        depth = 0
        for at in range(place + 1, len(self._kinds)):
            kind = self._kinds[at]
            if depth == 0 and kind in ("TagCloseOpen", "TagCloseSelfclose"):
                return at + 1
            depth += (kind in _OPENING) - (kind in _CLOSING)
        return len(self._kinds)

    def end_tag(self, place: int) -> int:
        """An end tag is nothing, or ends a line."""
        end = self._find(place, "TagCloseClose")
        self._out.append("\n" if self._said(place + 1).strip().lower() in _LINES else "")
        return end + 1

    def _find(self, place: int, kind: str) -> int:
        try:
            return self._kinds.index(kind, place)
        except ValueError:
            return len(self._kinds)


_ACTS: dict[str, Callable[[_Walk, int], int]] = {
    "TemplateOpen": _Walk.skip,
    "ArgumentOpen": _Walk.skip,
    "CommentStart": _Walk.skip,
    "HeadingStart": _Walk.line,
    "HeadingEnd": _Walk.line,
    "HTMLEntityStart": _Walk.entity,
    "WikilinkOpen": _Walk.link,
    "ExternalLinkOpen": _Walk.address,
    "TagOpenOpen": _Walk.tag,
    "TagOpenClose": _Walk.end_tag,
}

MEDIAWIKI = _MediaWiki()

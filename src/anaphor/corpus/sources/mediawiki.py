"""MediaWiki XML dumps: the running text of the articles, without redirects and other namespaces."""

import html
import re
from collections.abc import Iterator

from anaphor.corpus.sources.protocol import (
    Block,
    Certainty,
    Chunk,
    Cut,
    Head,
    Passage,
    ReadingSettings,
    SimpleFormat,
    text_block,
)
from anaphor.corpus.sources.wikitext import is_broken, plain_text, tokenizer
from anaphor.files.streams import as_utf8

_ROOT = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<mediawiki[\s>]")
_AFTER_PAGES = Cut(after=re.compile(rb"</page>\s*"))
_NAMESPACE = re.compile(r"<ns>\s*(-?\d+)\s*</ns>")
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_TEXT_TAG = re.compile(r"<text(?:\s[^>]*)?>")
_NAMED = re.compile(r'<namespace key="(-?\d+)"[^>]*>([^<]+)</namespace>')
_REDIRECT = re.compile(r"\s*#redirec", re.IGNORECASE)
_PICTURES_AND_CATEGORIES = frozenset((-2, 6, 14))


class _MediaWiki(SimpleFormat):
    """A MediaWiki dump."""

    name = "mediawiki"
    at = _AFTER_PAGES
    deals = True
    record = re.compile(rb"\s*<page>")

    def certainty(self, head: Head, /) -> Certainty:
        """Sure by the root element."""
        return Certainty.CERTAIN if _ROOT.match(head.text) else Certainty.NO

    def check(self, head: Head, settings: ReadingSettings, path: str | None, /) -> None:
        """Refuse what is no dump, and any dump where the library for wikitext is missing."""
        if self.certainty(head) is Certainty.NO:
            raise head.error("corpus-no-mediawiki")
        tokenizer()

    def blocks(self, passage: Passage, /) -> Iterator[Block]:
        """The text of the articles; of a packed dump, a part takes every n-th page."""
        self.check(passage.head, passage.settings, None)
        names = {int(key): html.unescape(name).lower() for key, name in _NAMED.findall(passage.head.text)}
        left_out = frozenset(name for key, name in names.items() if key in _PICTURES_AND_CATEGORIES)
        others = frozenset(name for key, name in names.items() if key)
        number = 0
        for chunk in passage.chunks(_AFTER_PAGES):
            texts: list[str] = []
            for page in _pages(passage, chunk):
                if number % passage.part.count == passage.part.index:
                    texts.append(_article(passage, page, others, left_out))
                number += 1
            if text := "\n".join(filter(None, texts)):
                yield text_block(passage, as_utf8(text))


def _pages(passage: Passage, chunk: Chunk) -> Iterator[str]:
    *pages, rest = chunk.data.decode().split("</page>")
    if "<page>" in rest:
        raise passage.error("corpus-cut-dump")
    for page in pages:
        yield page[page.find("<page>") :]


def _article(passage: Passage, page: str, others: frozenset[str], left_out: frozenset[str]) -> str:
    """The running text of a page; empty, and counted, where the page is no article."""
    # The text of the last revision of a page; of a page with history, the others are left out
    end = page.rfind("</text>")
    tag = _TEXT_TAG.match(page, page.rfind("<text", 0, end)) if end > 0 else None
    wikitext = html.unescape(page[tag.end() : end]) if tag else ""
    if not _is_article(page, others):
        passage.tally.skip("page outside the articles")
    elif "<redirect" in page or _REDIRECT.match(wikitext):
        passage.tally.skip("redirect")
    elif is_broken(wikitext):
        passage.tally.skip("page of broken markup")
    else:
        return plain_text(wikitext, left_out)
    return ""


def _is_article(page: str, others: frozenset[str]) -> bool:
    """Whether a page stands in namespace 0; old dumps say it only by the title."""
    namespace = _NAMESPACE.search(page)
    if namespace:
        return int(namespace[1]) == 0
    title = _TITLE.search(page)
    return not title or html.unescape(title[1]).partition(":")[0].lower() not in others or ":" not in title[1]


MEDIAWIKI = _MediaWiki()

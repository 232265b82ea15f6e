"""A MediaWiki dump gives the running text of its articles."""

import bz2
import sys
from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.corpus import Part, TextBlock, open_corpus
from anaphor.corpus.sources.mediawiki import plain_text, tokenizer
from anaphor.corpus.sources.protocol import ReadingTally
from anaphor.errors import FormatError, MissingExtraError
from tests.corpus.written import mediawiki

START, END = mediawiki([]).decode().split("</mediawiki>")[0], "</mediawiki>\n"
ARTICLE = """{{Infobox Lieu
| nom = Valbrume
| pont = {{unité|12|m}}
}}
'''Valbrume''' ({{API|val}}) est un [[village (lieu)|village]] de la [[Brume]]<ref name="a">{{Y}}</ref>, au {{s-|XIX}}.
[[Fichier:Pont.jpg|vignette|Le vieux [[pont]].]]
== Géographie ==
<!-- à vérifier -->Le village&nbsp;compte 3&nbsp;200 habitants<ref name="a" /> ; {{lien}} l'eau y est ''rare''.
{| class="wikitable"
! Année !! Habitants
|-
| 1901 || 3 200
|}
* Le [http://example.org pont] de pierre ;
* voir https://example.org/x
** H<sub>2</sub>O<br />pure.
<gallery>
Fichier:A.jpg|Une légende
</gallery>
__SANSSOMMAIRE__
[[Catégorie:Village]]
[[en:Valbrume]]
[[:en:Mist|la brume]]
"""


def page(title: str, text: str, namespace: str = "<ns>0</ns>", extra: str = "") -> str:
    return (
        f"<page><title>{title}</title>{namespace}<id>1</id>{extra}<revision><text>ancien</text></revision>"
        f'<revision><text bytes="1" xml:space="preserve">{escape(text)}</text></revision></page>\n'
    )


def read(path: Path, data: bytes, tally: ReadingTally | None = None) -> list[str]:
    path.write_bytes(data)
    blocks = open_corpus([str(path)]).blocks(tally=tally)
    texts = [block.text.decode() for block in blocks if isinstance(block, TextBlock)]
    return [line for line in "".join(texts).split("\n") if line]


def test_an_article_is_what_its_reader_reads() -> None:
    assert plain_text(ARTICLE, frozenset({"fichier", "catégorie"})).split("\n") == [
        "Valbrume est un village de la Brume, au.",
        "Géographie",
        "Le village\u00a0compte 3\u00a0200 habitants ; l'eau y est rare.",
        "Le pont de pierre",
        "voir",
        "H2O pure.",
        "la brume",
    ]


def test_redirects_and_other_namespaces_are_dropped_and_counted(tmp_path: Path) -> None:
    pages = (
        page("Un", "Premier article.")
        + page("Deux", "#REDIRECTION [[Un]]")
        + page("Trois", "Un texte.", extra='<redirect title="Un" />')
        + page("Discussion:Un", "Bavardage.", "<ns>1</ns>")
        + page("Discussion:Vieux", "Vieux bavardage.", "")
        + page("Cassé", "<ref>" * 2000)
        + page("Quatre : suite", "Dernier article.", "")
    )
    tally = ReadingTally()
    assert read(tmp_path / "a", bz2.compress((START + pages + END).encode()), tally) == [
        "Premier article.",
        "Dernier article.",
    ]
    assert tally.skipped == {"redirect": 2, "page outside the articles": 2, "page of broken markup": 1}


def test_a_packed_dump_is_shared_page_by_page(tmp_path: Path) -> None:
    pages = "".join(page(str(number), f"Article numéro {number}.") for number in range(7))
    path = tmp_path / "a.bz2"
    path.write_bytes(bz2.compress((START + pages + END).encode()))
    corpus = open_corpus([str(path)])
    parts = [
        [block.text.decode() for block in corpus.blocks(Part(index=index, count=3)) if isinstance(block, TextBlock)]
        for index in range(3)
    ]
    assert [text.count("\n") for [text] in parts] == [3, 2, 2]


def test_a_dump_that_is_cut_off_is_one_sentence(tmp_path: Path) -> None:
    data = (START + page("Un", "Premier.") + page("Deux", "Second.")[:60]).encode()
    with pytest.raises(FormatError, match="the dump ends in the middle of a page"):
        read(tmp_path / "a", data)
    with pytest.raises(FormatError, match="the bzip2 data ends too early"):
        read(tmp_path / "a", bz2.compress(data)[:-20])


def test_without_the_extra_a_dump_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer.cache_clear()
    monkeypatch.setitem(sys.modules, "mwparserfromhell.parser", None)
    with pytest.raises(MissingExtraError, match=r"anaphor\[build\]"):
        read(tmp_path / "a", (START + page("Un", "x") + END).encode())


@given(st.text(alphabet="ab {}[]|<>/=':*#!-&;\n", max_size=60))
def test_no_wikitext_stops_the_reader(text: str) -> None:
    out = plain_text(f"Avant {text} après")
    assert all(line.strip() for line in out.split("\n"))


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0{}[]|<>='&_*#:;!\r~-"), max_size=60)
)
def test_text_without_markup_stays(text: str) -> None:
    found = "".join(plain_text("mot " + text).split())
    letters = [sign for sign in text if sign.isalpha()]
    assert [sign for sign in found if sign.isalpha()][3:] == letters or "http" in text


def test_a_multistream_dump_is_cut_between_its_streams(tmp_path: Path) -> None:
    """Wikimedia packs the head, then every hundred pages, then the end into streams of their own."""
    pages = [page(str(number), f"Article numéro {number}.") for number in range(20)]
    streams = [START, *("  " + "  ".join(pages[number : number + 4]) for number in range(0, 20, 4)), END]
    path = tmp_path / "a.bz2"
    path.write_bytes(b"".join(bz2.compress(stream.encode()) for stream in streams))
    corpus, tally = open_corpus([str(path)]), ReadingTally()
    assert corpus.files[0].divisible
    parts = [
        [
            line
            for block in corpus.blocks(Part(index=index, count=3), tally=tally)
            for line in text_of(block).split("\n")
        ]
        for index in range(3)
    ]
    found = [line for part in parts for line in part if line]
    assert found == [f"Article numéro {number}." for number in range(20)]
    assert all(part for part in parts)
    assert tally.bytes == corpus.bytes


def test_a_dump_packed_in_streams_that_cut_pages_is_shared_page_by_page(tmp_path: Path) -> None:
    dump = (START + "".join(page(str(number), f"Article numéro {number}.") for number in range(20)) + END).encode()
    path = tmp_path / "a.bz2"
    path.write_bytes(b"".join(bz2.compress(dump[place : place + 1000]) for place in range(0, len(dump), 1000)))
    corpus = open_corpus([str(path)])
    lines = [
        line
        for index in range(3)
        for block in corpus.blocks(Part(index=index, count=3))
        for line in text_of(block).split("\n")
        if line
    ]
    assert sorted(lines) == sorted(f"Article numéro {number}." for number in range(20))


def text_of(block: object) -> str:
    assert isinstance(block, TextBlock)
    return block.text.decode()

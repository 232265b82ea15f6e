"""What a newline means in plain text is seen from its beginning, or said."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.corpus import FileReader, ReadingSettings, TextBlock
from anaphor.corpus.sources.plain_text import TextLayout, joined, layout_of
from anaphor.corpus.sources.protocol import Lines

WRAPPED = """Le vieux pont de pierre, que la crue avait
emporté au printemps, ne fut rebâti qu'après
la moisson.

Les charrettes passaient donc par le gué, et
quand l'eau montait, on attendait sur la rive
que le meunier ouvre la vanne.
"""
UNSEPARATED = (
    """La fermière qui tenait la chandelle au-dessus
de la table regardait les deux voyageurs avec
une méfiance que rien ne pouvait vaincre, car
Mathieu lui avait raconté, la veille, comment
les brigands étaient entrés dans le moulin de
son oncle en se disant marchands de laine ; ils
avaient tout pris.
Le plus jeune souriait.
"""
    * 4
)
SENTENCES = "".join(
    f"La voisine numéro {number} {'arrose ses fleurs ' * (number % 5)}le soir.\n" for number in range(40)
)
BROKEN = "le\nmatin"
CUT = "".join(
    f"Il partit {'un jour' if number % 20 else BROKEN} {number}, {'sans mot ' * (number % 9)}dit-on.\n"
    for number in range(60)
)
PARAGRAPHS = "".join(f"{'La pluie tombait sur les toits de la ville. ' * (8 + number % 3)}\n" for number in range(30))


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        (WRAPPED, TextLayout(lines=Lines.WRAPPED)),
        (UNSEPARATED, TextLayout(lines=Lines.WRAPPED, width=47)),
        (SENTENCES, TextLayout(lines=Lines.LINE)),
        (SENTENCES.lower(), TextLayout(lines=Lines.LINE)),
        (CUT, TextLayout(lines=Lines.PARAGRAPH)),
        (PARAGRAPHS, TextLayout(lines=Lines.PARAGRAPH)),
        (PARAGRAPHS.replace("\n", "\n\n"), TextLayout(lines=Lines.PARAGRAPH)),
        (SENTENCES.replace("le soir.\n", "le soir.\n\n"), TextLayout(lines=Lines.LINE)),
        ("Un mot", TextLayout(lines=Lines.LINE)),
        ("", TextLayout(lines=Lines.LINE)),
    ],
    ids=["wrapped", "unseparated", "sentences", "no capitals", "cut", "paragraphs", "spaced", "apart", "word", "empty"],
)
def test_the_layout_is_seen_from_the_beginning(text: str, layout: TextLayout) -> None:
    assert layout_of(text) == layout


def read(path: Path, data: bytes, lines: Lines | None = None) -> list[str]:
    path.write_bytes(data)
    blocks = list(FileReader(ReadingSettings(lines=lines)).blocks(str(path)))
    texts = [block.text.decode() for block in blocks if isinstance(block, TextBlock)]
    assert len(texts) == len(blocks)
    return [line for line in "".join(texts).split("\n") if line.strip()]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "  \n", "\n  "], ids=["unix", "windows", "trailing", "indented"])
def test_wrapped_paragraphs_become_one_line_each(tmp_path: Path, line_end: str) -> None:
    lines = read(tmp_path / "a.txt", WRAPPED.replace("\n", line_end).encode())
    assert [" ".join(line.split()[-2:]) for line in lines] == ["la moisson.", "la vanne."]


def test_lines_wrapped_at_a_width_are_joined_until_a_short_one(tmp_path: Path) -> None:
    lines = read(tmp_path / "a.txt", UNSEPARATED.encode())
    assert len(lines) == 8
    assert lines[0].startswith("La fermière")
    assert lines[0].endswith("avaient tout pris.")
    assert "vaincre, car Mathieu lui" in lines[0]
    assert lines[1] == "Le plus jeune souriait."


def test_a_line_that_begins_with_a_small_letter_goes_on_from_the_one_above(tmp_path: Path) -> None:
    lines = read(tmp_path / "a.txt", CUT.encode())
    assert len(lines) == 60
    assert sum("le matin 20," in line for line in lines) == 1


def test_a_line_that_ends_a_sentence_is_not_continued() -> None:
    text = "Il dort.\nil rêve…\nœuvre\nécrite »\nà l'aube\n"
    assert (
        joined(text.encode(), TextLayout(lines=Lines.PARAGRAPH)).decode()
        == "Il dort.\nil rêve…\nœuvre écrite »\nà l'aube\n"
    )


@pytest.mark.parametrize("lines", list(Lines))
def test_what_is_said_goes_before_what_is_seen(tmp_path: Path, lines: Lines) -> None:
    found = read(tmp_path / "a.txt", SENTENCES.encode(), lines)
    assert (len(found) == 40) is (lines is not Lines.WRAPPED)
    assert len(read(tmp_path / "b.txt", WRAPPED.encode(), Lines.LINE)) == 6


@given(st.text(alphabet="aZé.…»\n \t", max_size=80), st.sampled_from(list(Lines)), st.sampled_from([None, 10]))
def test_joining_changes_nothing_but_newlines_into_spaces(text: str, lines: Lines, width: int | None) -> None:
    data = text.encode()
    out = joined(data, TextLayout(lines=lines, width=width))
    assert len(out) == len(data)
    assert all(new == old or (old, new) == (10, 32) for old, new in zip(data, out, strict=True))


def test_a_block_ends_with_a_newline_even_where_the_file_does_not(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"sans fin de ligne")
    [block] = FileReader().blocks(str(tmp_path / "a.txt"))
    assert block == TextBlock(source="a.txt", text=b"sans fin de ligne\n")

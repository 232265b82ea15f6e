"""Coreference corpora with gold: CorefUD in CoNLL-U, CoNLL-2012 columns, and brat's text with stand-off annotation.

A document is its running text and its mentions, each with the chain that it belongs to.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from anaphor.errors import FormatError, Place
from anaphor.files import decode_text, read_unpacked, whole_number

Mentions = dict[tuple[int, int], str]
"""The chain of each mention, by where it begins and ends in the text."""
_OPENED = re.compile(r"\((\w+)")
_CLOSED = re.compile(r"(?<!\w)(\w++)(?:-|\Z)")
"""`(e1-person-1-` opens a mention of e1, `e1)` closes one, `(e2-place-1-)` is one of a single word."""
_PIECES_2012 = re.compile(r"(\()?(\d+)(\))?")
_ENTITY = re.compile(r"(?:^|\|)Entity=([^|]*)")
_LITBANK = re.compile(r".+-\d+")
"""LitBank's brat files name the chain of a mention where others name its type: `Ahab-12`."""
_TIGHT = frozenset(("'s", "’s", "n't", "n’t", "'re", "'ve", "'ll", "'d", "'m", *".,;:!?)]}'’”%…"))
_OPENERS = frozenset("([{“‘")
_WRITTEN = {"``": "“", "''": "”", "-LRB-": "(", "-RRB-": ")"}
_LONGER = 25
"""Characters by which a mention may begin before the phrase that it is found for."""
_SHORTER = 4
"""Characters by which it may begin behind it: an article."""
_MOST = 1 << 28
"""Bytes of a file of a coreference corpus."""


@dataclass(frozen=True, kw_only=True)
class GoldDocument:
    """A text and who is who in it."""

    name: str
    text: str
    """A newline between paragraphs."""
    mentions: Mentions

    @cached_property
    def _edges(self) -> tuple[dict[int, list[tuple[int, str]]], dict[int, list[tuple[int, str]]]]:
        """The mentions that begin and that end at each place: where each ends or begins, and its chain."""
        begins: dict[int, list[tuple[int, str]]] = defaultdict(list)
        ends: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for (start, end), chain in self.mentions.items():
            begins[start].append((end, chain))
            ends[end].append((start, chain))
        return begins, ends

    def chain_of(self, start: int, end: int) -> str | None:
        """The chain of the mention that a phrase is, or is the beginning or the end of; None: no mention.

        A phrase is often shorter than its mention: `Léonarde` in `Dame Léonarde`, `Pierre` in `Pierre, éveillé par …`.
        """
        begins, ends = self._edges
        gaps = [(start - begin, chain) for begin, chain in ends.get(end, ())]
        fitting = [(abs(gap), chain) for gap, chain in gaps if -_SHORTER <= gap < _LONGER]
        fitting = fitting or [(last - end, chain) for last, chain in begins.get(start, ()) if last > end]
        return min(fitting)[1] if fitting else None

    def words_of(self, start: int, end: int, chain: str) -> tuple[str, ...]:
        """The mentions of a chain in a stretch of the text, in order."""
        spans = sorted(span for span, own in self.mentions.items() if own == chain)
        return tuple(self.text[first:last] for first, last in spans if start <= first and last <= end)


def gold_documents(path: str) -> Iterator[GoldDocument] | None:
    """The documents of a coreference corpus; None where a file is none.

    brat's files are a pair: a text and, beside it, the `.ann` of the same name.
    """
    file = Path(path)
    if file.suffix == ".ann":
        return iter(()) if file.with_suffix(".txt").is_file() else None
    standoff = file.with_suffix(".ann")
    if file.suffix == ".txt" and standoff.is_file():
        return iter((brat_document(file, standoff),))
    if not file.name.partition(".")[2].startswith(("conll", "v4", "auto_conll", "gold_conll")):
        return None
    text = _text(file)
    if text.lstrip().startswith("#begin document"):
        return column_documents(file.name, text.splitlines())
    return corefud_documents(file.name, text.splitlines()) if re.search(r"[\t|]Entity=\(", text) else None


def _text(path: Path, *, exact: bool = False) -> str:
    """The characters of a file; `exact` keeps line ends of two, which stand-off annotation counts."""
    data = read_unpacked(path, _MOST)
    text = decode_text(data, file=str(path))
    return data.decode("utf-8") if exact and b"\r\n" in data and not data.startswith(b"\xef\xbb\xbf") else text


def brat_document(file: Path, standoff: Path) -> GoldDocument:
    text, spans, linked = _text(file, exact=True), dict[str, tuple[int, int, str]](), dict[str, str]()

    def root(name: str) -> str:
        while linked.get(name, name) != name:
            name = linked[name]
        return name

    for number, line in enumerate(_text(standoff).splitlines(), 1):
        name, _, rest = line.partition("\t")
        try:
            if name.startswith("T"):
                kind, _, places = rest.partition("\t")[0].partition(" ")
                ends = [int(place) for place in re.split("[ ;]", places)]
                while ends[-1] > ends[0] and text[ends[-1] - 1].isspace():
                    ends[-1] -= 1
                spans[name] = (ends[0], ends[-1], kind)
            elif name.startswith("R") and rest.lower().startswith(("coref", "ident")):
                one, other = (argument.partition(":")[2] for argument in rest.split()[1:3])
                linked[root(one)] = root(other)
            elif name == "*":
                for other in rest.split()[2:]:
                    linked[root(other)] = root(rest.split()[1])
        except (ValueError, IndexError) as error:
            raise FormatError("authoring-bad-standoff", where=Place(file=str(standoff), line=number)) from error
    named = {(start, end): kind for start, end, kind in spans.values() if _LITBANK.fullmatch(kind)}
    chains = named or {(start, end): root(name) for name, (start, end, _) in spans.items()}
    return GoldDocument(name=file.stem, text=text, mentions=chains)


class _Builder:
    """A document while its tokens are read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.text = ""
        self.mentions: Mentions = {}
        self._open: dict[str, list[int]] = defaultdict(list)
        self._start = 0

    def write(self, word: str, *, space: bool) -> None:
        """A token, behind a space or not."""
        self.text += " " if space and self.text and not self.text.endswith("\n") else ""
        self._start = len(self.text)
        self.text += word

    def mark(self, opened: Iterable[str], closed: Iterable[str]) -> None:
        """The chains whose mentions begin and end with the last token."""
        for chain in opened:
            self._open[chain].append(self._start)
        for chain in closed:
            if self._open[chain]:
                self.mentions[self._open[chain].pop(), len(self.text)] = chain

    def document(self) -> GoldDocument:
        return GoldDocument(name=self.name, text=self.text, mentions=self.mentions)


def is_spaced(before: str, word: str) -> bool:
    """Whether a space stands between two words of a source that does not say: none before a comma, none behind l'.

    >>> is_spaced("chien", ","), is_spaced("l'", "ami"), is_spaced("le", "chien")
    (False, False, True)
    """
    elided = len(before) > 1 and before[-1] in "'’" and before[0].isalpha()
    return word not in _TIGHT and before not in _OPENERS and not elided


def column_documents(name: str, lines: Iterable[str]) -> Iterator[GoldDocument]:
    """CoNLL-2012: the word is the fourth column, its chains are the last; typography says where spaces go."""
    building, before = _Builder(name), ""
    for line in lines:
        if line.startswith("#begin document"):
            building, before = _Builder(line.partition("(")[2].partition(")")[0] or name), ""
        elif line.startswith("#end document"):
            yield building.document()
            building = _Builder(name)
        elif len(cells := line.split("\t") if "\t" in line else line.split()) > 3:
            word = _WRITTEN.get(cells[3], cells[3])
            building.write(word, space=is_spaced(before, word))
            pieces = _PIECES_2012.findall(cells[-1])
            building.mark(
                (chain for opens, chain, _ in pieces if opens), [chain for _, chain, closes in pieces if closes]
            )
            before = word
    if building.text:
        yield building.document()


def _chains_that_end(cell: str) -> list[str]:
    """The mentions that a cell closes: the first name after the last bracket before each closing one."""
    pieces = (piece.rpartition("(")[2] for piece in cell.split(")")[:-1])
    return [name[1] for piece in pieces if (name := _CLOSED.search(piece))]


def corefud_documents(name: str, lines: Iterable[str]) -> Iterator[GoldDocument]:
    """CorefUD: `Entity=` in the last column opens and closes mentions; `SpaceAfter=No` says where no space is."""
    building, tight, covered = _Builder(name), False, 0
    for line in lines:
        if line.startswith("# newdoc"):
            if building.text:
                yield building.document()
            building = _Builder(line.partition("=")[2].strip() or name)
        elif line.startswith("# newpar") and building.text:
            building.text += "\n"
        elif not line:
            covered = 0
        elif line[0].isdecimal() and len(cells := line.split("\t")) == 10 and "." not in cells[0]:
            first, _, last = cells[0].partition("-")
            if (
                last or (whole_number(first) or 0) > covered
            ):  # else a word of a multiword token, which is written already
                building.write(cells[1], space=not tight)
                tight, covered = "SpaceAfter=No" in cells[9], whole_number(last) or 0
            if entity := _ENTITY.search(cells[9]):
                building.mark(_OPENED.findall(entity[1]), _chains_that_end(entity[1]))
    if building.text:
        yield building.document()

"""Sections of corpora: an index, a part of one, what was counted in it, a table of pairs."""

from collections.abc import Iterable, Mapping
from typing import Any

from anaphor.corpus import CountAnswer, Index, IndexInfo, IndexPart, PairTableFile, Undefined
from anaphor.document import taken
from anaphor.report.cells import section_of
from anaphor.result import Renderer
from anaphor.section import Block, Section, Table, Text
from anaphor.text import number, text


def index_section(index: "Index") -> Section:
    """An index that was just made, or opened: how large it is, and what is worth knowing of how it was read."""
    made = text("corpus-made", words=index.words, sentences=index.sentences, folder=str(index.folder))
    told = index.description()
    return _section("index", [Text(lines=(*index.notes, made), talk=True), _figures(told, detail=True)])


def _section(command: str, parts: Iterable[Block], *, signature: object = None) -> Section:
    return section_of(f"corpus-{command}", f"anaphor corpus {command}", parts, signature=signature)


def _figures(told: Mapping[str, Any], *, detail: bool = False) -> Table:
    rows = tuple(
        (key, str(int(value) if isinstance(value, bool) else value) if isinstance(value, (bool, float)) else value)
        for key, value in told.items()
        if not isinstance(value, (dict, list))
    )
    return Table(columns=("", ""), rows=rows, detail=detail)


def index_line(index: "Index") -> str:
    """An index in a line."""
    return text("corpus-line-index", **taken(index, "name language words"))


def count_line(answer: "CountAnswer") -> str:
    """What was counted, in a line."""
    score, count = answer.scores.get("mi"), answer.count
    if answer.single:
        return text("corpus-line-word", word=answer.asked[0], count=count.a, corpus=answer.corpus)
    bits = "–" if score is None or isinstance(score, Undefined) else number(score, 2)
    return text("corpus-line-pair", pair=" – ".join(answer.asked), both=count.both, bits=bits, corpus=answer.corpus)


def shard_section(made: "IndexPart") -> Section:
    """A part of an index that was just built."""
    said: dict[str, Any] = {"part": made.part, "folder": str(made.folder), "words": made.words}
    line = text("corpus-part-made", **said, shards=len(made.record.shards))
    return _section("shard", [Text(lines=(line,), talk=True)])


def count_section(answer: "CountAnswer") -> Section:
    """What was counted of one word or two, how much they attract each other, and sentences with them."""
    count, within, scores = answer.count, answer.within, answer.scores.items()
    what = text("corpus-sentences") if within.words is None else text("corpus-places", words=within.words)
    rows: list[tuple[str, int]] = [(answer.asked[0], count.a)]
    if not answer.single:
        rows += [(answer.asked[1], count.b), (text("corpus-both"), count.both)]
    rows.append((text("corpus-all", what=what), count.total))
    lines = [
        f"{name}: {text('corpus-no-score', reason=score.reason) if isinstance(score, Undefined) else number(score, 2)}"
        for name, score in scores
    ]
    lines += [f"{line.text} [{line.source}]" for line in answer.lines]
    caption = text("corpus-size", name=answer.corpus, words=answer.words)
    parts = (Table(columns=("", what), rows=tuple(rows), caption=caption), Text(lines=tuple(lines)))
    return _section("count", parts, signature=answer.signature)


def info_section(info: "IndexInfo") -> Section:
    """What an index holds, and, where it was verified, what is not as it was written."""
    said = [text("corpus-damaged", name=name) for name in info.damaged]
    if info.verified and not info.damaged:
        said.append(text("corpus-whole"))
    return _section("info", [_figures(info.description()), Text(lines=tuple(said), talk=True)])


def pairs_section(made: "PairTableFile") -> Section:
    """A table of pairs that was just written."""
    return _section("pairs", [Text(lines=(text("corpus-pairs-made", **made.to_dict()),), talk=True)])


def said_of(section: Section) -> str:
    """What a section says of something that was made."""
    return " ".join(line for part in section.parts if isinstance(part, Text) for line in part.lines)


RESULTS: Mapping[type, Renderer] = {
    CountAnswer: Renderer(section=count_section, line=count_line),
    Index: Renderer(section=index_section, line=index_line),
    IndexInfo: Renderer(section=info_section, line=lambda found: index_line(found.index)),
    IndexPart: Renderer(section=shard_section, line=lambda made: said_of(shard_section(made)), table="shards"),
    PairTableFile: Renderer(section=pairs_section, line=lambda made: said_of(pairs_section(made))),
}
"""How the results of `anaphor.corpus` are shown."""

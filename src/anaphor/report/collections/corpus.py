"""Sections of corpora: an index, a part of one, what was counted in it, a table of pairs."""

from pathlib import Path

from anaphor.corpus import Undefined
from anaphor.corpus.index import CountAnswer, Index, PartRecord
from anaphor.corpus.pairs import PairFigures
from anaphor.errors import FormatError
from anaphor.provenance import plain
from anaphor.report.cells import fields_of
from anaphor.section import Section, Table, Text
from anaphor.text import number, text


def index_section(index: Index) -> Section:
    """An index that was just made: how large it is, and what is worth knowing of how its inputs were read."""
    made = text("corpus-made", words=index.words, sentences=index.sentences, folder=str(index.folder))
    return Section(
        id="corpus-index",
        title="anaphor corpus index",
        parts=(Text(lines=(*index.notes, made), talk=True),),
        data=index.description(),
    )


def shard_section(record: PartRecord, part: str, folder: Path) -> Section:
    """A part of an index that was just built."""
    words, shards = sum(each.words for each in record.shards), len(record.shards)
    made = text("corpus-part-made", part=part, folder=str(folder), words=words, shards=shards)
    return Section(
        id="corpus-shard", title="anaphor corpus shard", parts=(Text(lines=(made,), talk=True),), data=plain(record)
    )


def count_section(answer: CountAnswer) -> Section:
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
    data = {
        "sentences": answer.sentences,
        "a": count.a,
        "b": None if answer.single else count.b,
        "both": None if answer.single else count.both,
        "mi": None,
        **{name: None if isinstance(score, Undefined) else score for name, score in scores},
        "total": count.total,
        "counted_in": "sentences" if within.words is None else "pairs of places",
        "window": within.words,
        "directed": within.directed,
        **fields_of(answer, "unit", "asked"),
        "undefined": {name: str(score.reason) for name, score in scores if isinstance(score, Undefined)},
        **fields_of(answer, "words", "corpus"),
        "signature": str(answer.signature),
        "lines": [fields_of(line, "text", "source") for line in answer.lines],
    }
    caption = text("corpus-size", name=answer.corpus, words=answer.words)
    return Section(
        id="corpus-count",
        title="anaphor corpus count",
        parts=(Table(columns=("", what), rows=tuple(rows), caption=caption), Text(lines=tuple(lines))),
        signature=str(answer.signature),
        data=data,
    )


def info_section(index: Index, *, verify: bool, damaged: tuple[str, ...]) -> Section:
    """What an index holds, and, where it was verified, what is not as it was written."""
    try:
        told = index.description()
    except FormatError:
        if not damaged:
            raise
        told = {"name": index.name}  # what is damaged cannot be described, and is named below
    rows = tuple(
        (key, str(int(value) if isinstance(value, bool) else value) if isinstance(value, (bool, float)) else value)
        for key, value in told.items()
        if not isinstance(value, (dict, list))
    )
    said = [text("corpus-damaged", name=name) for name in damaged]
    if verify and not damaged:
        said.append(text("corpus-whole"))
    return Section(
        id="corpus-info",
        title="anaphor corpus info",
        parts=(Table(columns=("", ""), rows=rows), Text(lines=tuple(said), talk=True)),
        data=told | {"verified": verify, "damaged": list(damaged)},
    )


def pairs_section(figures: PairFigures, path: Path, size: int) -> Section:
    """A table of pairs that was just written."""
    data: dict[str, str | int] = {
        "table": str(path),
        "words": len(figures.words),
        "pairs": figures.pairs,
        "bytes": size,
    }
    return Section(
        id="corpus-pairs",
        title="anaphor corpus pairs",
        parts=(Text(lines=(text("corpus-pairs-made", **data),), talk=True),),
        data=data,
    )

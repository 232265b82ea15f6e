"""What `anaphor audit` prints: tables for people, one JSON document for programs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from anaphor.answer import Abstention
from anaphor.audit.auditing import Audit
from anaphor.audit.confrontation import Unfit
from anaphor.audit.looking import Suspect
from anaphor.audit.robustness import Variation
from anaphor.audit.scores import ItemScore, PairScore, lines_of
from anaphor.audit.shortcut import Evidence, Shortcut
from anaphor.audit.table import Row
from anaphor.audit.verdict import VerdictKind
from anaphor.cli.output import print_json, print_table, stdout
from anaphor.corpus.counts import Concordance, Counts, Within
from anaphor.estimation.intervals import Interval

_MOST_SUSPECTS = 10
_SHOWN_LINES = 2
"""Sentences shown per pair on a terminal: the shortest; the JSON document has all."""
_LONGEST_LINE = 140


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that the command prints."""

    audit: Audit
    """The test."""
    variations: tuple[Variation, ...]
    """The test with one thing changed."""
    shortcuts: tuple[Shortcut, ...]
    """Other shortcuts."""
    suspects: tuple[Suspect, ...]
    """Schemas to look at."""
    doubts: tuple[Evidence, ...]
    """Pairs by hand that do not fit their item."""
    decided: int
    """Schemas with a choice in every item, a quarter of which chance would solve."""
    sentences: tuple[str, ...]
    """The verdict in words."""
    lines: int
    """Sentences per pair."""
    within: Within
    """How near words must stand."""
    words: int
    """Size of the corpus."""


def document(report: Report, counts: Counts) -> dict[str, Any]:
    """The JSON document: `table`, `items` and `verdict` are fixed, the rest may grow."""
    found, verdict = report.audit, report.audit.verdict
    return {
        "collection": found.collection, "corpus": found.corpus, "words": report.words,
        "table": [_row(row) for row in found.rows],
        "table_without_names": [_row(row) for row in found.rows_without_names],
        "verdict": verdict.kind.value,
        "verdict_detail": {
            "items": verdict.items, "scored": verdict.scored, "reussite": verdict.reussite, "upper": verdict.upper,
            "margin": verdict.criteria.margin, "level": verdict.criteria.level, "p": verdict.p,
            "p_plain": verdict.p_plain, "threshold": verdict.threshold, "excess": found.best.excess,
            "swaps": found.best.draws, "exact": found.best.exact, "leak": verdict.criteria.leak,
            "power": verdict.power, "enough": verdict.enough,
        },
        "verdict_without_names": _verdict_without_names(found),
        "sentences": list(report.sentences),
        "items": [_item(each, lines_of(each, counts, report.lines, report.within)) for each in found.items],
        "unfit": _unfit(found.unfit),
        "doubtful_pairs": [{"item": each.place, "detail": each.detail} for each in report.doubts],
        "decided": report.decided,
        "suspects": [{"schema": each.schema, "items": list(each.items), "by": each.by, "lead": each.lead,
                      "figures": list(each.figures)} for each in report.suspects],
        "shortcuts": [_shortcut(each) for each in report.shortcuts],
        "robustness": [{"what": each.what, "name": each.name, "words": each.words, "items": each.items, "h": each.h,
                        "exactitude": each.exactitude, "reussite": each.reussite, "p": each.p}
                       for each in report.variations],
        "growth": {
            "words": found.growth.words, "items": found.growth.items, "scored": found.growth.scored,
            "unseen_words": found.growth.unseen_words, "unseen_pairs": found.growth.unseen_pairs,
            "shape": found.growth.shape, "rate": found.growth.rate,
            "needs": [{"share": need.share, "words": need.words} for need in found.growth.needs],
        },
        "signature": str(found.signature),
    }  # fmt: skip


def _verdict_without_names(found: Audit) -> dict[str, Any] | None:
    verdict = found.verdict_without_names
    if verdict is None:
        return None
    return {
        "verdict": verdict.kind.value, "items": verdict.items, "scored": verdict.scored, "reussite": verdict.reussite,
        "upper": verdict.upper, "p": verdict.p, "p_plain": verdict.p_plain, "power": verdict.power,
    }  # fmt: skip


def _unfit(unfit: Sequence[Unfit]) -> list[dict[str, str]]:
    return [
        {"item": each.item, "schema": each.schema, "reason": each.reason.value, "detail": each.detail} for each in unfit
    ]


def _row(row: Row) -> dict[str, Any]:
    return {
        "threshold": row.threshold, "items": row.items, "h": row.h, "n": row.n, "theta": row.theta,
        "exactitude": row.exactitude, "couverture": row.couverture, "reussite": row.reussite, "qualite": row.qualite,
        "answered": row.answered, "exactitude_interval": _ends(row.exactitude_interval),
        "couverture_interval": _ends(row.couverture_interval), "reussite_interval": _ends(row.reussite_interval),
        "upper": row.upper, "p": row.p,
    }  # fmt: skip


def _ends(interval: Interval | None) -> list[float] | None:
    return [interval.low, interval.high] if interval else None


def _item(item: ItemScore, lines: tuple[tuple[Concordance, ...], ...]) -> dict[str, Any]:
    told, reply = item.confrontation, item.reply
    return {
        "item": told.item, "schema": told.schema, "key": told.key, "names": told.names, "unit": told.unit.value,
        "pairs_from": told.source.value, "choice": item.choice, "right": item.right, "lead": item.lead,
        "reason": reply.reason.value if isinstance(reply, Abstention) else None,
        "detail": reply.detail if isinstance(reply, Abstention) else None,
        "pairs": [_pair(pair, shown) for pair, shown in zip(item.pairs, lines, strict=True)],
    }  # fmt: skip


def _pair(pair: PairScore, lines: tuple[Concordance, ...]) -> dict[str, Any]:
    count = pair.count
    return {
        "candidate": pair.candidate, "cue": pair.cue, "score": pair.score, "reason": pair.reason,
        "a": count.a if count else None, "b": count.b if count else None, "both": count.both if count else None,
        "total": count.total if count else None,
        "lines": [{"text": line.text, "source": line.source} for line in lines],
    }  # fmt: skip


def _shortcut(each: Shortcut) -> dict[str, Any]:
    return {
        "name": each.name, "items": each.items, "answered": each.answered, "right": each.right, "rate": each.rate,
        "interval": _ends(each.interval), "reussite": each.reussite, "p": each.p, "note": each.note,
        "evidence": [{"place": piece.place, "detail": piece.detail} for piece in each.evidence],
    }  # fmt: skip


def print_report(report: Report, counts: Counts) -> None:
    """The table, the verdict, the schemas to look at, the other shortcuts."""
    found = report.audit
    _print_rows(f"{found.collection} on {found.corpus} ({report.words:,} words)", found.rows)
    if found.rows_without_names and found.rows_without_names[0].n < found.rows[0].n:
        _print_rows("without items whose candidates are names", found.rows_without_names)
    for sentence in report.sentences:
        stdout().print(sentence, markup=False)
    _print_suspects(report, counts)
    _print_shortcuts(report.shortcuts)
    _print_variations(report.variations)
    _print_doubts(report.doubts)
    _print_unfit(found.unfit)
    stdout().print(str(found.signature), style="dim", markup=False)


def print_without_test(
    collection: str, unfit: Sequence[Unfit], other: tuple[Shortcut, ...], sentence: str, *, json: bool
) -> None:
    """What is left to say of a collection none of whose items has the shape of the test."""
    if json:
        print_json(
            {"collection": collection, "table": [], "items": [], "verdict": VerdictKind.UNDECIDED.value,
             "sentences": [sentence], "unfit": _unfit(unfit), "shortcuts": [_shortcut(each) for each in other]}
        )  # fmt: skip
        return
    stdout().print(sentence, markup=False)
    _print_shortcuts(other)
    _print_unfit(unfit)


def _print_rows(title: str, rows: tuple[Row, ...]) -> None:
    columns = ["threshold", "items", "right", "exactitude", "", "couverture", "réussite", "", "p"]
    cells = [
        ["none" if not row.threshold else f"≥ {row.threshold:.3g}", row.items, row.h, _rate(row.exactitude),
         _shown(row.exactitude_interval), _rate(row.couverture), f"{row.reussite:.3f}", _shown(row.reussite_interval),
         f"{row.p:.3f}"]
        for row in rows
    ]  # fmt: skip
    print_table(columns, [list(each) for each in cells], title=f"{title}, {rows[0].n} items")
    stdout().print()


def _rate(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _shown(interval: Interval | None) -> str:
    return "" if interval is None else f"{interval.low:.2f}–{interval.high:.2f}"


def _print_suspects(report: Report, counts: Counts) -> None:
    if not report.suspects:
        return
    stdout().print(
        f"\nSimple statistics solve {len(report.suspects)} of {report.decided} schemas with a choice in every item "
        f"({report.decided / 4:.1f} by chance). Look at:", markup=False,
    )  # fmt: skip
    by_id = {each.confrontation.item: each for each in report.audit.items}
    for suspect in report.suspects[:_MOST_SUSPECTS]:
        lead = "" if suspect.lead is None else f", lead {suspect.lead:.2f}"
        stdout().print(f"  {suspect.schema} ({suspect.by}{lead})", markup=False)
        for name, figures in zip(suspect.items, suspect.figures, strict=True):
            stdout().print(f"    {name}: {figures}", markup=False)
            _print_lines(by_id[name], report, counts)


def _print_lines(item: ItemScore, report: Report, counts: Counts) -> None:
    for pair, lines in zip(item.pairs, lines_of(item, counts, report.lines, report.within), strict=True):
        for line in sorted(lines, key=lambda each: len(each.text))[:_SHOWN_LINES]:
            text = line.text if len(line.text) <= _LONGEST_LINE else f"{line.text[:_LONGEST_LINE]}…"
            stdout().print(f"      {pair.candidate}–{pair.cue}: {text} [{line.source}]", markup=False)


def _print_shortcuts(found: tuple[Shortcut, ...]) -> None:
    if not found:
        return
    stdout().print()
    rows = [
        [each.name.replace("_", " "), each.items, each.answered, each.right, _rate(each.rate), _shown(each.interval),
         f"{each.p:.3f}" if each.rate is not None else "–", each.note]
        for each in found
    ]  # fmt: skip
    print_table(["shortcut", "items", "answered", "right", "rate", "", "p", "remark"], [list(each) for each in rows])


def _print_variations(found: tuple[Variation, ...]) -> None:
    if not found:
        return
    stdout().print()
    rows = [
        [each.what, each.name, each.words, each.items, each.h, _rate(each.exactitude), f"{each.reussite:.3f}",
         f"{each.p:.3f}"] for each in found
    ]  # fmt: skip
    columns = ["changed", "into", "words", "items", "right", "exactitude", "réussite", "p"]
    print_table(columns, [list(each) for each in rows])


def _print_doubts(doubts: tuple[Evidence, ...]) -> None:
    if doubts:
        stdout().print(f"\n{len(doubts)} doubts about pairs that the collection gives by hand:", markup=False)
    for each in doubts:
        stdout().print(f"  {each.place}: {each.detail}", markup=False)


def _print_unfit(unfit: Sequence[Unfit]) -> None:
    if not unfit:
        return
    stdout().print(f"\n{len(unfit)} items lack the shape that the test needs:", markup=False)
    for detail, count in Counter(each.detail for each in unfit).most_common():
        names = [each.item for each in unfit if each.detail == detail]
        shown = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
        stdout().print(f"  {count}: {detail} ({shown})", markup=False)

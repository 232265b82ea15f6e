"""An audit as a section: the table, the verdict, the schemas to look at, the other shortcuts, every item's scores."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from anaphor import audit, statistics
from anaphor import audit as audits
from anaphor.answer import Abstention
from anaphor.language import shown_word
from anaphor.report.cells import PAPER_1, fields_of, section_of, share_of, taken, with_synonyms
from anaphor.report.collections.figures import audit_figure, least_lead, rates_table
from anaphor.section import Cell, Medium, Part, Section, Table, Text
from anaphor.text import choice, number, probability, speaking, text

_MOST_SUSPECTS = 10
_MOST_HINTS = 20
_SHOWN_LINES = 2
"""Sentences shown per pair on a terminal: the shortest; the JSON document has all."""
_LONGEST_LINE = 140
_MOST_NAMES = 12
_SHORTCUT = (
    "name",
    "items",
    "answered",
    "right",
    "rate",
    "interval",
    "reussite",
    "p",
    "p_adjusted",
    "note",
    "evidence",
)
"""What the document has of a shortcut."""
_UNITS = {
    "leak": "share above chance: 0.08 is 8 points",
    "leak_among_scored": "share above chance of precision among items scored from pairs that meet",
    "power": "of a leak in precision among items scored from pairs that meet",
    "power_whole": "of the same leak in guess-adjusted accuracy (réussite) of the whole collection",
}
"""What the figures of the verdict count: for programs, so in English."""


def audit_section(found: "audits.Audit", *, drawn: bool = True) -> Section:
    """The audit of one collection; a page shows less of how it was made, more of what it rests on, and a figure."""
    test = found.test
    scored = test is not None and any(each.lead is not None for each in test.items)
    columns, rows = rates_table(found)
    rates: list[Part] = []
    if scored:
        rates = [_page_table(columns, rows, text("audit-table-printed"))]
        rates += [audit_figure(found)] if drawn else []
    lines = [f"  {_labelled(each.place, each.detail)}" for each in found.doubts]
    parts: list[Part] = [
        Text(lines=tuple(map(str, found.sentences)), points=True),
        *([Text(lines=tuple(map(str, found.notes)), soft=True, only=Medium.PAGE)] if found.notes else []),
        *_terminal_tables(found),
        *rates,
        *_suspects(found),
        *_hints(found),
        *_lines(found),
        *_shortcuts(found),
        *_variations(found),
        *([_printed(text("audit-doubts", doubts=len(lines)), *lines)] if lines else []),
        *_unfit(found),
        *_schemas(found),
        *_items(found),
    ]
    title, document = text("audit-question", collection=found.collection), audit_document(found, found.lines)
    return section_of(f"audit-{found.collection}", title, parts, document, signature=str(found.signature))


def audit_line(found: "audits.Audit") -> str:
    """The audit in a line."""
    if found.test is None:
        return text("audit-line-none", name=found.collection, items=len(found.unfit))
    told = found.test.verdict
    said: dict[str, Any] = {"verdict": choice("audit-verdict", told.kind), "scored": told.scored, "items": told.items}
    return text("audit-line", name=found.collection, reussite=told.reussite, **said)


def _word(name: str) -> str:
    return text(f"audit-word-{name}")


def _rate(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else number(value, digits)


def _chance(p: float | None) -> str:
    return "–" if p is None else probability(p)


def _ends(interval: "statistics.Interval | None") -> str:
    return f"{number(interval.low, 2)}–{number(interval.high, 2)}" if interval else ""


def _page_table(columns: Sequence[str], rows: Iterable[tuple[Cell, ...]], caption: str, **how: Any) -> Table:
    """A table of documents; a terminal shows the same in lines, or not at all."""
    return Table(columns=tuple(columns), rows=tuple(rows), caption=caption, only=Medium.PAGE, **how)


def _terminal_table(columns: Sequence[str], rows: Iterable[tuple[Cell, ...]], **how: Any) -> list[Part]:
    """A table of the terminal, after an empty line."""
    return [_printed(), Table(columns=tuple(columns), rows=tuple(rows), only=Medium.TERMINAL, **how)]


def _printed(*lines: str) -> Text:
    """Lines of the terminal, after an empty one."""
    return Text(lines=("", *lines), only=Medium.TERMINAL)


def _labelled(label: object, words: object) -> str:
    return text("audit-labelled", label=str(label), words=str(words))


def _terminal_tables(found: "audits.Audit") -> list[Part]:
    """Paper 1's table as it prints it, and the same without the items whose candidates are names."""
    if found.test is None:
        return []
    rows, plain = found.test.rows, found.test.rows_without_names
    told = {"collection": found.collection, "corpus": found.counts.name}
    title = text("audit-table-title", words=found.counts.words, items=rows[0].n, **told)
    if not found.test.verdict.scored:
        return [_printed(title)]
    tables = [(title, rows)]
    if plain and plain[0].n < rows[0].n and plain[0].items:
        tables.append((text("audit-table-title-without-names", items=plain[0].n), plain))
    rates = (_word("exactitude"), "", _word("couverture"), _word("reussite"), "")
    names = (*map(_word, ("threshold", "items", "right")), *rates, "p")
    parts: list[Part] = []
    for caption, listed in tables:
        cells: list[tuple[Cell, ...]] = []
        for row in listed:
            exact = (_rate(row.exactitude), _ends(row.exactitude_interval))
            rest = (_rate(row.couverture), _rate(row.reussite, 3), _ends(row.reussite_interval), _chance(row.p))
            cells.append((least_lead(row.threshold), row.items, row.h, *exact, *rest))
        parts += _terminal_table(names, cells, caption=caption)
    return [*parts, _printed(text("audit-table-printed"))]


def figures_of(item: "audits.ItemScore", unknown: str = "?", unscored: str = "") -> str:
    """The pairs of an item with their counts and scores, the right one marked."""
    shown = []
    for place, pair in enumerate(item.pairs):
        mark = "*" if place == item.confrontation.key else ""
        met = unknown if pair.count is None else number(pair.count.both)
        # A plain hyphen for minus: the document has always had these figures so.
        score = unscored if pair.score is None else f" ({number(pair.score, 2).replace('−', '-')})"
        shown.append(f"{mark}{pair.shown} {met}{score}")
    return ", ".join(shown)


def _suspects(found: "audits.Audit") -> list[Part]:
    """The schemas that simple statistics solve: with sentences of the corpus on a terminal, as a table on a page."""
    if not found.suspects or found.test is None:
        return []
    code = "audit-solved" if found.test.verdict.scored else "audit-solved-unscored"
    lines = [text(code, solved=len(found.suspects), decided=found.decided, chance=found.decided / 4)]
    for suspect in found.suspects[:_MOST_SUSPECTS]:
        lead = "" if suspect.lead is None else f", {_word('lead')} {number(suspect.lead, 2)}"
        outcome, by = choice("audit-outcome", suspect.outcome), f"{_word(suspect.by)}{lead}"
        lines.append(f"  {text('audit-suspect', schema=suspect.schema, by=by, outcome=outcome)}")
        for item in suspect.items:
            lines.append(f"    {_labelled(item.item, found.texts[item.item])}")
            lines.append(f"      {figures_of(item)}")
            for pair, behind in zip(item.pairs, found.lines.get(item.item, ()), strict=False):
                for line in sorted(behind, key=lambda each: len(each.text))[:_SHOWN_LINES]:
                    shown = line.text if len(line.text) <= _LONGEST_LINE else f"{line.text[:_LONGEST_LINE]}…"
                    lines.append(f"      {_labelled(pair.shown, shown)} [{line.source}]")
    lines += _more(len(found.suspects) - _MOST_SUSPECTS)
    if not any(behind for item in found.lines.values() for behind in item):
        lines.append(text("audit-no-lines"))
    rows = (
        (
            item.item,
            found.texts[item.item],
            _word(each.by),
            each.lead,
            figures_of(item),
            str(choice("audit-outcome", each.outcome)),
        )
        for each in found.suspects
        for item in each.items
    )
    columns = tuple(map(_word, ("item", "sentence", "how", "lead", "counts", "outcome")))
    return [_printed(*lines), _page_table(columns, rows, text("audit-solved-caption"), digits=2)]


def _more(left: int) -> list[str]:
    return [f"  {text('audit-more', more=left)}"] if left > 0 else []


def _hints(found: "audits.Audit") -> list[Part]:
    """Items that the table of pairs which comes along would solve."""
    if not found.hints:
        return []
    said = text("audit-hints", schemas=len({each.schema for each in found.hints}))
    rows: list[tuple[str, str, str]] = []
    for each in found.hints:
        wrong = each.bound if each.wrong_bits is None else each.wrong_bits
        kind = "alone" if wrong is None else "known" if each.bound is None else "bounded"
        bits = {"right": each.right_bits} | ({} if wrong is None else {"wrong": wrong})
        rows.append((each.item, found.texts[each.item], str(choice("audit-hint", kind, pair=each.pair, **bits))))
    listed = [
        line for name, sentence, why in rows[:_MOST_HINTS] for line in (f"  {_labelled(name, sentence)}", f"    {why}")
    ]
    columns = tuple(map(_word, ("item", "sentence", "counts")))
    return [_printed(said, *listed, *_more(len(rows) - _MOST_HINTS)), _page_table(columns, rows, said)]


def _lines(found: "audits.Audit") -> list[Part]:
    """The sentences behind the pairs that decide."""
    rows = [
        (item.item, pair.shown, line.text, line.source)
        for item in (found.test.items if found.test else ())
        if item.item in found.lines
        for pair, lines in zip(item.pairs, found.lines[item.item], strict=True)
        for line in lines
    ]
    columns = tuple(map(_word, ("item", "pair", "sentence", "source")))
    return [_page_table(columns, rows, text("audit-lines"), folded=True)] if rows else []


def _shortcuts(found: "audits.Audit") -> list[Part]:
    if not found.shortcuts:
        return []
    columns = tuple(map(_word, ("shortcut", "items", "answered", "right", "rate")))
    printed: list[tuple[Cell, ...]] = []
    shown: list[tuple[Cell, ...]] = []
    for each in found.shortcuts:
        counts = (str(each.title), each.items, each.answered, each.right)
        tested = each.rate is not None or each.p < 1
        rate = (_rate(each.rate), _ends(each.interval), _chance(each.p if tested else None), _chance(each.p_adjusted))
        printed.append((*counts, *rate, str(each.note or "")))
        shown.append((*counts, share_of(each.rate), each.p if each.answered else None, each.p_adjusted))
    return [
        *_terminal_table((*columns, "", "p", _word("adjusted"), _word("remark")), printed),
        _page_table((*columns, "p", _word("adjusted")), shown, text("audit-other-shortcuts")),
    ]


def _schemas(found: "audits.Audit") -> list[Part]:
    """What the rule for schemas says of each of which anything is known, folded."""
    rows: list[tuple[Cell, ...]] = []
    for verdict in found.schemas:
        leads = [_lead(half) for half in verdict.halves]
        if any(half.lead is not None for half in verdict.halves):
            rows.append((verdict.schema, str(choice("audit-outcome", verdict.outcome)), "; ".join(leads)))
    columns = (_word("schema"), _word("outcome"), _word("leads"))
    caption = text("audit-every-schema", corpus=found.schema_counts)
    return [_page_table(columns, rows, caption, folded=True)] if rows else []


def _lead(half: "audit.HalfVerdict") -> str:
    """The lead of the right candidate with its limits; without a number where it or the other never meets the cue."""

    def bits(value: float | None) -> str:
        if value is None:
            return "–"
        return number(value, 1) if math.isfinite(value) else "∞" if value > 0 else "−∞"

    return "–" if half.lead is None else f"{bits(half.lead)} ({bits(half.low)}; {bits(half.high)})"


def _variations(found: "audits.Audit") -> list[Part]:
    """The test with one thing changed; on a terminal only."""
    if not found.variations:
        return []
    rows: list[tuple[Cell, ...]] = []
    for each in found.variations:
        changed = (str(choice("audit-changed", each.what)), str(each.name), number(each.words))
        rates = (_rate(each.exactitude), _rate(each.reussite, 3), _chance(each.p))
        rows.append((*changed, each.items, each.h, *rates))
    names = (*map(_word, ("changed", "into", "words", "items", "right", "exactitude", "reussite")), "p")
    return _terminal_table(names, rows, right=(2,))


def _unfit(found: "audits.Audit") -> list[Part]:
    """Items without the shape of the test, by reason."""
    lines = []
    for reason, count in Counter(each.reason for each in found.unfit).most_common():
        names = [each.item for each in found.unfit if each.reason is reason]
        shown = ", ".join(names[:_MOST_NAMES]) + (" …" if len(names) > _MOST_NAMES else "")
        lines.append(f"  {_labelled(count, choice('audit-unfit', reason))} ({shown})")
    return [_printed(text("audit-unfit", unfit=len(found.unfit)), *lines)] if lines else []


def _items(found: "audits.Audit") -> list[Part]:
    if found.test is None:
        return []
    rows = ((each.item, figures_of(each, "–", " (–)"), each.lead, each.right) for each in found.test.items)
    columns = tuple(map(_word, ("item", "pairs", "lead", "right")))
    return [_page_table(columns, rows, text("audit-every-item"), folded=True, digits=2)]


def _plain(record: Any) -> Any:
    """A record as the document has it: its fields by name, an interval as its two ends, a message as its text."""
    if isinstance(record, statistics.Interval):
        return [record.low, record.high]
    if isinstance(record, tuple):
        return [_plain(each) for each in record]
    if hasattr(record, "__dataclass_fields__") and not hasattr(record, "code"):
        return with_synonyms({each.name: _plain(getattr(record, each.name)) for each in fields(record)}, PAPER_1)
    return record if isinstance(record, bool | int | float | None) else str(record)


def audit_document(found: "audits.Audit", lines: Mapping[str, "audit.Lines"] | None = None) -> dict[str, Any]:
    """The JSON document: `table`, `items` and `verdict` are fixed, the rest may grow; its keys are always the same.

    It has these lines of the corpus, or those of every item.
    """
    test, shown = found.test, found.every_line() if lines is None else lines
    grown = test.growth if test else None
    with speaking("en"):  # what programs may compare is the same in every language of the interface
        items = [_item(each, shown.get(each.item)) for each in (test.items if test else ())]
        unfit = [_plain(each) | {"detail": str(each.detail)} for each in found.unfit]
        robustness = _plain(found.variations)
        shortcuts = [
            with_synonyms({name: _plain(getattr(each, name)) for name in _SHORTCUT}, PAPER_1)
            for each in found.shortcuts
        ]
    for each, made in zip(found.shortcuts, shortcuts, strict=True):
        made["note"] = str(each.note or "")
    unnamed = test.verdict_without_names if test else None
    without_names = ("items", "scored", "attested", "reussite", "upper", "p", "p_plain", "power", "power_plain")
    whole = ("power_whole", "power_whole_plain", "leak_among_scored")
    return {
        "collection": found.collection,
        "corpus": found.counts.name,
        "words": found.counts.words,
        "table": _plain(test.rows) if test else [],
        "table_without_names": _plain(test.rows_without_names) if test else [],
        "verdict": test.verdict.kind.value if test else "undecided",
        "outcome": test.verdict.kind.outcome.value if test else "cannot-tell",
        "concerns": list(found.concerns),
        "verdict_detail": _verdict_detail(found),
        "verdict_without_names": unnamed
        and with_synonyms(
            {"verdict": unnamed.kind.value, "outcome": unnamed.kind.outcome.value}
            | {name: getattr(unnamed, name) for name in (*without_names, *whole)}
        ),
        "sentences": list(map(str, found.sentences)),
        "items": items,
        "unfit": unfit,
        "doubtful_pairs": [{"item": each.place, "detail": str(each.detail)} for each in found.doubts],
        "schemas": [
            {
                "schema": each.schema,
                "outcome": each.outcome.value,
                "items": [
                    {"item": half.item, "outcome": half.outcome.value}
                    | {name: _finite(getattr(half, name)) for name in ("lead", "low", "high")}
                    for half in each.halves
                ],
            }
            for each in found.schemas
        ],
        "schemas_corpus": found.schema_counts,
        "decided": found.decided,
        "suspects": [
            {
                "schema": each.schema,
                "items": [item.item for item in each.items],
                "texts": [found.texts[item.item] for item in each.items],
                **taken(each, "by lead"),
                "outcome": each.outcome.value,
                "figures": list(map(figures_of, each.items)),
            }
            for each in found.suspects
        ],
        "look_at": [{name: value for name, value in _plain(each).items() if name != "pair"} for each in found.hints],
        "shortcuts": shortcuts,
        "robustness": robustness,
        "growth": {
            "words": found.counts.words,
            **{name: getattr(grown, name, 0) for name in ("items", "scored", "unseen_words", "unseen_pairs")},
            **{name: getattr(grown, name, None) for name in ("shape", "rate")},
            "needs": _plain(grown.needs) if grown else [],
        },
        "signature": str(found.signature),
    }


def _verdict_detail(found: "audits.Audit") -> Mapping[str, Any]:
    """What the verdict rests on; null for what there is not where no item has the shape of the test."""
    criteria = found.settings.criteria
    verdict, best = (found.test.verdict, found.test.best) if found.test else (None, None)
    nothing = {"items": 0, "scored": 0, "attested": 0, "enough": False, "evidence": False}

    def told(*names: str) -> dict[str, Any]:
        return with_synonyms({name: getattr(verdict, name, nothing.get(name)) for name in names})

    return {
        **told("items", "scored", "attested", "reussite", "upper"),
        **fields_of(criteria, "margin", "level"),
        **told("p", "p_plain", "threshold"),
        "excess": best and best.excess,
        "swaps": best.draws if best else 0,
        "exact": best and best.exact,
        "leak": criteria.leak,
        **told("power", "power_plain", "enough"),
        **told("power_whole", "power_whole_plain", "leak_among_scored", "evidence"),
        "least_scored": criteria.least_scored,
        "units": _UNITS,
    }


def _finite(value: float | None) -> float | None:
    """A number that JSON has; null for what is unknown or without end."""
    return value if value is not None and math.isfinite(value) else None


def _item(item: "audits.ItemScore", lines: Sequence[Sequence[Any]] | None) -> dict[str, Any]:
    asked, reply = item.confrontation, item.reply
    unscored = next((pair for pair in item.pairs if pair.score is None), None)
    detail = None
    if unscored is not None:
        words = {"candidate": shown_word(unscored.candidate), "cue": shown_word(unscored.cue)}
        detail = text("audit-pair-undefined", **words, why=str(unscored.reason))
    pairs = []
    for place, pair in enumerate(item.pairs):
        counts = {name: getattr(pair.count, name, None) for name in ("a", "b", "both", "total")}
        shown = [fields_of(line, "text", "source") for line in (lines[place] if lines else ())]
        reason = None if pair.reason is None else str(pair.reason)
        named = {"candidate": pair.candidate, "cue": pair.cue, "score": pair.score, "reason": reason}
        pairs.append({**named, **counts, "lines": shown})
    return {
        **fields_of(asked, "item", "schema", "key", "names", "unit"),
        "pairs_from": asked.source.value,
        **fields_of(item, "choice", "right", "lead"),
        "reason": reply.reason.value if isinstance(reply, Abstention) else None,
        "detail": detail,
        "pairs": pairs,
    }

"""An audit as a section: the verdict, the table, the schemas to look at, the other shortcuts, every item's scores."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from anaphor import audit, statistics
from anaphor import audit as audits
from anaphor.audit import figures_of
from anaphor.report.cells import section_of
from anaphor.report.figures.audit import audit_figure, least_lead
from anaphor.report.sections.cards import pieces_of_marked
from anaphor.result import Renderer
from anaphor.section import (
    Block,
    CardEvidence,
    CardItem,
    Cards,
    Cell,
    Figure,
    SchemaCard,
    Section,
    Step,
    Table,
    Text,
    VerdictBlock,
    VerdictOutcome,
)
from anaphor.text import choice, number, probability, text

_MOST_SUSPECTS = 10
"""Schemas to look at that are shown at once."""
_MOST_HINTS = 20
"""Items that the table of pairs would solve that are shown at once."""
_MOST_NAMES = 12
"""Items without the shape of the test that are named for each reason."""
_OUTCOMES = {
    audit.LeakOutcome.RESISTS: VerdictOutcome.HOLDS,
    audit.LeakOutcome.LEAKS: VerdictOutcome.FAILS,
    audit.LeakOutcome.CANNOT_TELL: VerdictOutcome.CANNOT_TELL,
}
"""What is asked is whether the collection resists."""


def audit_section(found: "audits.Audit") -> Section:
    """The audit of one collection: what it says, what that rests on, and the schemas to look at."""
    parts: list[Block] = [
        _verdict(found),
        *([Text(lines=tuple(map(str, found.notes)), soft=True, detail=True)] if found.notes else []),
        *_rates(found),
        *_suspects(found),
        *_hints(found),
        *_shortcuts(found),
        *_variations(found),
        *_doubts(found),
        *_unfit(found),
        *_schemas(found),
        *_items(found),
    ]
    title = text("audit-question", collection=found.collection)
    return section_of(f"audit-{found.collection}", title, parts, signature=found.signature, spaced=True)


def _verdict(found: "audits.Audit") -> VerdictBlock:
    """Whether the collection resists, and what to do where a schema is given away."""
    kind = found.test.verdict.kind.outcome if found.test else audit.LeakOutcome.CANNOT_TELL
    sentence, *why = map(str, found.sentences)
    mend = (Step(act="collection repair", arguments=(found.collection,)),) if found.leaks else ()
    return VerdictBlock(outcome=_OUTCOMES[kind], sentence=sentence, why=tuple(why), next=mend)


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


def _labelled(label: object, words: object) -> str:
    return text("audit-labelled", label=str(label), words=str(words))


def _rates(found: "audits.Audit") -> list[Block]:
    """Paper 1's table as it prints it, the same without the items whose candidates are names, and the figure."""
    if found.test is None:
        return []
    rows, plain = found.test.rows, found.test.rows_without_names
    about = {"collection": found.collection, "corpus": found.counts.name}
    title = text("audit-table-title", words=found.counts.words, items=rows[0].n, **about)
    if not found.test.verdict.scored:
        return [Text(lines=(title,))]
    tables = [_rates_table(title, rows)]
    if plain and plain[0].n < rows[0].n and plain[0].items:
        tables.append(_rates_table(text("audit-table-title-without-names", items=plain[0].n), plain))
    note = Text(lines=(text("audit-table-printed"),), soft=True)
    return [*tables, note, Figure(draw=lambda: audit_figure(found))]


def _rates_table(caption: str, rows: "Sequence[audits.ThresholdRow]") -> Table:
    """The rates at each least lead, in the words of paper 1."""
    columns = (*map(_word, ("threshold", "items", "right", "exactitude")), "", *map(_word, ("couverture", "reussite")))
    cells: list[tuple[Cell, ...]] = []
    for row in rows:
        exact = (_rate(row.exactitude), _ends(row.exactitude_interval))
        rest = (_rate(row.couverture), _rate(row.reussite, 3), _ends(row.reussite_interval), _chance(row.p))
        cells.append((least_lead(row.threshold), row.items, row.h, *exact, *rest))
    return Table(columns=(*columns, "", "p"), rows=tuple(cells), caption=caption)


def _suspects(found: "audits.Audit") -> list[Block]:
    """The schemas that simple statistics solve, with the sentences of the corpus behind their pairs."""
    if not found.suspects or found.test is None:
        return []
    code = "audit-solved" if found.test.verdict.scored else "audit-solved-unscored"
    caption = text(code, solved=len(found.suspects), decided=found.decided, chance=found.decided / 4)
    cards = []
    for suspect in found.suspects:
        lead = "" if suspect.lead is None else f", {_word('lead')} {number(suspect.lead, 2)}"
        outcome, by = choice("audit-outcome", suspect.outcome), f"{_word(suspect.by)}{lead}"
        items = tuple(_item(found, item) for item in suspect.items)
        about = text("audit-suspect", by=by, outcome=outcome)
        mend = (Step(act="collection repair", arguments=(found.collection, suspect.schema)),)
        card = SchemaCard(id=suspect.schema, collection=found.collection, items=items, about=about, next=mend)
        cards.append(card)
    blocks: list[Block] = [Cards(cards=tuple(cards), caption=caption, first=_MOST_SUSPECTS)]
    if not any(behind for item in found.lines.values() for behind in item):
        blocks.append(Text(lines=(text("audit-no-lines"),)))
    return blocks


def _item(found: "audits.Audit", item: "audits.ItemScore") -> CardItem:
    """An item with its pairs, their counts and the sentences in which they meet."""
    lines = tuple(
        (pair.shown, line.text, line.source)
        for pair, behind in zip(item.pairs, found.lines.get(item.item, ()), strict=False)
        for line in behind
    )
    evidence = CardEvidence(text=figures_of(item), lines=lines)
    return CardItem(id=item.item, pieces=pieces_of_marked(found.texts[item.item]), evidence=(evidence,))


def _hints(found: "audits.Audit") -> list[Block]:
    """Items that the table of pairs which comes along would solve."""
    if not found.hints:
        return []
    cards = []
    for hint in found.hints:
        wrong = hint.bound if hint.wrong_bits is None else hint.wrong_bits
        kind = "alone" if wrong is None else "known" if hint.bound is None else "bounded"
        bits = {"right": hint.right_bits} | ({} if wrong is None else {"wrong": wrong})
        evidence = CardEvidence(text=str(choice("audit-hint", kind, pair=hint.pair, **bits)))
        item = CardItem(id=hint.item, pieces=pieces_of_marked(found.texts[hint.item]), evidence=(evidence,))
        cards.append(SchemaCard(id=hint.schema, collection=found.collection, items=(item,)))
    caption = text("audit-hints", schemas=len({hint.schema for hint in found.hints}))
    return [Cards(cards=tuple(cards), caption=caption, first=_MOST_HINTS)]


def _shortcuts(found: "audits.Audit") -> list[Block]:
    """What other shortcuts answer, each with its p value where anything could be tested."""
    if not found.shortcuts:
        return []
    rows: list[tuple[Cell, ...]] = []
    for shortcut in found.shortcuts:
        counts = (str(shortcut.title), shortcut.items, shortcut.answered, shortcut.right)
        p = shortcut.p if shortcut.rate is not None or shortcut.p < 1 else None
        rate = (_rate(shortcut.rate), _ends(shortcut.interval), _chance(p), _chance(shortcut.p_adjusted))
        rows.append((*counts, *rate, str(shortcut.note or "")))
    names = ("shortcut", "items", "answered", "right", "rate")
    columns = (*map(_word, names), "", "p", _word("adjusted"), _word("remark"))
    return [Table(columns=columns, rows=tuple(rows))]


def _doubts(found: "audits.Audit") -> list[Block]:
    """Pairs by hand that do not fit their item."""
    lines = [f"  {_labelled(doubt.place, doubt.detail)}" for doubt in found.doubts]
    return [Text(lines=(text("audit-doubts", doubts=len(lines)), *lines))] if lines else []


def _schemas(found: "audits.Audit") -> list[Block]:
    """What the rule for schemas says of each of which anything is known, folded."""
    rows: list[tuple[Cell, ...]] = []
    for verdict in found.schemas:
        leads = [_lead(half) for half in verdict.halves]
        if any(half.lead is not None for half in verdict.halves):
            rows.append((verdict.schema, str(choice("audit-outcome", verdict.outcome)), "; ".join(leads)))
    columns = (_word("schema"), _word("outcome"), _word("leads"))
    caption = text("audit-every-schema", corpus=found.schema_counts)
    return [Table(columns=columns, rows=tuple(rows), caption=caption, detail=True)] if rows else []


def _lead(half: "audit.HalfVerdict") -> str:
    """The lead of the right candidate with its limits; without a number where it or the other never meets the cue."""

    def bits(value: float | None) -> str:
        if value is None:
            return "–"
        return number(value, 1) if math.isfinite(value) else "∞" if value > 0 else "−∞"

    return "–" if half.lead is None else f"{bits(half.lead)} ({bits(half.low)}; {bits(half.high)})"


def _variations(found: "audits.Audit") -> list[Block]:
    """The test with one thing changed."""
    if not found.variations:
        return []
    rows: list[tuple[Cell, ...]] = []
    for each in found.variations:
        changed = (str(choice("audit-changed", each.what)), str(each.name), number(each.words))
        rates = (_rate(each.exactitude), _rate(each.reussite, 3), _chance(each.p))
        rows.append((*changed, each.items, each.h, *rates))
    names = (*map(_word, ("changed", "into", "words", "items", "right", "exactitude", "reussite")), "p")
    return [Table(columns=names, rows=tuple(rows), right=(2,))]


def _unfit(found: "audits.Audit") -> list[Block]:
    """Items without the shape of the test, by reason."""
    lines = []
    for reason, count in Counter(each.reason for each in found.unfit).most_common():
        names = [each.item for each in found.unfit if each.reason is reason]
        shown = ", ".join(names[:_MOST_NAMES]) + (" …" if len(names) > _MOST_NAMES else "")
        lines.append(f"  {_labelled(count, choice('audit-unfit', reason))} ({shown})")
    return [Text(lines=(text("audit-unfit", unfit=len(found.unfit)), *lines))] if lines else []


def _items(found: "audits.Audit") -> list[Block]:
    if found.test is None:
        return []
    rows = tuple((each.item, figures_of(each, "–", " (–)"), each.lead, each.right) for each in found.test.items)
    columns = tuple(map(_word, ("item", "pairs", "lead", "right")))
    return [Table(columns=columns, rows=rows, caption=text("audit-every-item"), detail=True, digits=2)]


RESULTS: Mapping[type, Renderer] = {
    audits.Audit: Renderer(section=audit_section, line=audit_line, table="items"),
}
"""How the results of `anaphor.audit` are shown."""

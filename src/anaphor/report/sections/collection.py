"""What is shown of a collection: its card, findings, readings, changes; and a collection as a part of a report."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from anaphor.collection import (
    CollectionCard,
    CollectionList,
    CollectionReadings,
    Conversion,
    DifferenceKind,
    Differences,
    Finding,
    Findings,
    Perturbed,
    SentenceReading,
    Severity,
    changed_words,
    domain_name,
    marked_text,
    summarise,
    worst_first,
)
from anaphor.document import fields_of, taken
from anaphor.language import NoReading, Reading, read_all
from anaphor.report.cells import command_section, line_of
from anaphor.report.figures.audit import findings_figure
from anaphor.report.sections.cards import item_card, sureness_text
from anaphor.result import Renderer
from anaphor.schema import Collection, Item, Problem, Schema, UnmarkedReason, question_of
from anaphor.section import (
    Block,
    Cards,
    Cell,
    Figure,
    Numbers,
    SchemaCard,
    Section,
    Table,
    Text,
    VerdictBlock,
    VerdictOutcome,
)
from anaphor.text import choice, interface, number, percent, speaking, text

_MOST_EXAMPLES = 3
"""Findings of a kind that are shown where there are more."""
_MOST_FORMS = 20
"""Anaphors that are listed; the JSON document has all."""
_MOST_ITEMS = 8
"""Items of a collection that are shown beside its card."""
_CARD = (
    *("name", "title", "language", "version", "licence", "authors", "citation"),
    *("schemas", "problems", "items", "languages", "without_key", "excluded"),
    *("candidates", "anaphors", "domains", "fingerprint"),
)
"""What is told of a collection, in order."""


_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_BEHIND = (r"  \[[^\]]*\]$", "dim")
"""What stands in brackets at the end of a line: a code, a sureness, rules."""


def _talk(*lines: str) -> Text:
    return Text(lines=lines, talk=True)


def catalogue_section(found: CollectionList) -> Section:
    """The collections that have a name."""
    listed = list(found.rows)
    keys = ("name", "language", "items", "state", "licence", "title")
    shown = [{**row, "state": text(f"collection-state-{row['state'].replace(' ', '-')}")} for row in listed]
    rows = tuple(tuple("–" if row[key] is None else row[key] for key in keys) for row in shown)
    columns = tuple(str(choice("collection-column", key)) for key in keys)
    return command_section("collection list", [Table(columns=columns, rows=rows)], {"collections": listed})


def card_section(found: CollectionCard) -> Section:
    """What a collection holds, one line for each thing that there is to say; and its items."""
    card, items = summarise(found.collection), found.items
    shown = [key for key in _CARD if card[key] not in (None, 0, {}, [])]
    labels = {key: str(choice("collection-card", key)) for key in shown}
    width = max(12, *map(len, labels.values()))
    lines = [f"{labels[key]:<{width}} {_card_value(key, card[key])}" for key in shown]
    if items:
        for entry in card["entries"]:
            answer = f" → {entry['answer']}" if entry["answer"] else ""
            lines.append(f"{entry['id']:<13} {entry['marked']}{answer}")
    data = card if items else {key: value for key, value in card.items() if key != "entries"}
    # The label or the item's name, and the answer behind the last arrow: `a-12  Léa … [elle] … → Léa`.
    colours = ((rf"^.{{{width}}}\S*", "bold"), (" → [^→]*$", "green"))
    return command_section("collection show", [Text(lines=tuple(lines), points=True, colours=colours)], data)


def collection_section(collection: Collection) -> Section:
    """What a notebook shows of a collection: its card, and its first items."""
    card = summarise(collection)
    shown = card["entries"][:_MOST_ITEMS]
    rows = tuple((each["id"], each["marked"], " | ".join(each["candidates"]), each["answer"]) for each in shown)
    columns = tuple(str(choice("collection-column", name)) for name in ("id", "text", "candidates", "answer"))
    caption = text("collection-first-items", shown=len(shown), all=card["items"])
    section = card_section(CollectionCard(collection=collection))
    return replace(section, parts=(*section.parts, Table(columns=columns, rows=rows, caption=caption)), data=card)


def collection_line(collection: Collection) -> str:
    """A collection in a line."""
    counts = {name: len(getattr(collection, name)) for name in ("schemas", "problems")}
    told = taken(collection, "name language")
    return text("collection-line", items=len(collection.entries), **told, **counts)


def _card_value(key: str, value: Any) -> str:
    if key == "authors":  # names, each of which may hold a comma: `Amsili, Pascal; Seminck, Olga`
        return "; ".join(value)
    if key == "candidates":
        return ", ".join(text("collection-in-items", number=number, count=count) for number, count in value.items())
    if key == "domains":
        return ", ".join(f"{domain_name(name)} {count}" for name, count in value.items())
    if key == "anaphors":  # the commonest with their numbers, then how many others there are, then those not marked
        reasons = [reason.value for reason in sorted(UnmarkedReason, key=lambda each: each.value)]
        forms = [f"{form} {count}" for form, count in value.items() if form not in reasons]
        rest = len(forms) - _MOST_FORMS
        listed = forms[:_MOST_FORMS] + ([text("collection-more-forms", count=rest)] if rest > 0 else [])
        unmarked = [str(choice("collection-unmarked", each, count=value[each])) for each in reasons if each in value]
        return "; ".join(part for part in (", ".join(listed), *unmarked) if part)
    return ", ".join(f"{name} {count}" for name, count in value.items()) if isinstance(value, dict) else str(value)


def findings_section(found: Findings) -> Section:
    """What the checker says, worst first, down to a severity: by kind, the first of a kind unless all are wanted."""
    levels, collection, every, left_out = list(Severity), found.collection, found.every, found.left_out
    kept = worst_first(tuple(found))
    words = {level: str(choice("collection-severity", level)) for level in levels}
    width = max(map(len, words.values())) + 1
    kinds: dict[str, list[Finding]] = {}
    for each in kept:
        kinds.setdefault(each.code, []).append(each)
    lines = []
    for code, several in kinds.items():
        head = f"{words[several[0].severity]:<{width}}"
        shown = several if every or len(several) <= _MOST_EXAMPLES + 1 else several[:_MOST_EXAMPLES]
        for each in shown:
            place = " ".join(each.place.split())
            lines.append(text("collection-finding-line", head=head, place=place, message=each.message, code=code))
        if more := len(several) - len(shown):
            lines.append(text("collection-finding-more", head=" " * len(head), count=more, all=len(several), code=code))
    rows = [
        {**fields_of(each, "severity", "place", "code"), "message": str(each.message), "items": list(each.items)}
        for each in kept
    ]
    data: dict[str, Any] = {"collection": collection.name, "fingerprint": collection.fingerprint, "findings": rows}
    data |= {"kinds": {code: len(several) for code, several in kinds.items()}, "left_out": left_out}
    colours = [(f"^{word} ", _COLOURS[level]) for level, word in words.items()]
    talk = [count_sentence(found.found, found.severity)]
    talk += [text("collection-findings-left-out", count=left_out)] if left_out else []
    parts: list[Block] = []
    if lines:
        parts.append(Text(lines=tuple(lines), points=True, colours=(*colours, _BEHIND)))
    outcome = VerdictOutcome.FAILS if found.errors else VerdictOutcome.HOLDS
    parts.append(VerdictBlock(outcome=outcome, sentence=talk[0], why=tuple(talk[1:]), talk=True))
    parts += [Figure(draw=lambda: findings_figure(found))] if found else []
    return command_section("collection check", parts, data)


def count_sentence(found: Iterable[Finding], least: Severity) -> str:
    """How many findings there are of each severity, and how many of them were left out.

    >>> count_sentence([], Severity.WARNING)
    '0 errors, 0 warnings'
    """
    counts = Counter(each.severity for each in found)
    levels = list(Severity)
    shown = levels[: levels.index(least) + 1]
    hidden = [level for level in levels if level not in shown and counts[level]]
    said, left_out = (
        ", ".join(str(choice("collection-count", level, count=counts[level])) for level in part)
        for part in (shown, hidden)
    )
    return text("collection-findings-hidden", shown=said, hidden=left_out) if hidden else said


def readings_section(shown: CollectionReadings) -> Section:
    """The sentences of a collection with each candidate put in."""
    collection = shown.collection
    cards, items = [], []
    for entry, readings in shown.rows:
        question = question_of(entry)
        card = item_card(entry, readings)
        cards.append(SchemaCard(id=card.id, collection=collection.name, language=collection.language, items=(card,)))
        answers = [
            {"candidate": candidate.text, **reading_json(reading)}
            for candidate, reading in zip(question.candidates, readings, strict=True)
        ]
        names = {"id": question.id, "text": question.text, "marked": marked_text(question)}
        items.append(names | {"readings": answers})
    every = [reading for _, readings in shown.rows for reading in readings]
    made = sum(isinstance(reading, Reading) for reading in every)
    code = "collection-readings-all" if made == len(every) else "collection-readings-some"
    parts: list[Block] = [Cards(cards=tuple(cards)), _talk(text(code, made=made, wanted=len(every)))]
    return command_section("collection readings", parts, {"collection": collection.name, "items": items})


def reading_json(found: Reading | NoReading | tuple[Reading, ...]) -> dict[str, Any]:
    """What `--json` prints for one sentence: the best reading and the others, or why there is none."""
    if isinstance(found, NoReading):
        return {"abstention": found.reason, "detail": str(found.detail)}
    best, *others = (found,) if isinstance(found, Reading) else found
    answer: dict[str, Any] = {"reading": best.text, "rules": list(best.rules), "sureness": best.sureness}
    if best.share is not None:
        answer["share"] = round(best.share, 2)
    answer["slot"] = [best.slot.start, best.slot.end]
    return answer | ({"others": [each.text for each in others]} if others else {})


def reading_section(shown: SentenceReading) -> Section:
    """The readings of one sentence, or why there is none; and that the anaphor cannot stand for the candidate."""
    found, clash = shown.found, shown.clash
    if isinstance(found, NoReading):
        lines = [f"{text('read-no-reading')} {found.detail}  [{found.reason}]"]
    else:
        made_by = [(each, sureness_text(each), ", ".join(each.rules)) for each in found]
        lines = [f"{each.text}   [{text('read-rules', sureness=sure, rules=rules)}]" for each, sure, rules in made_by]
    colours = [(f"^{re.escape(text('read-no-reading'))}", "yellow")]
    talk = [_talk(str(clash))] if clash else []
    parts = [Text(lines=tuple(lines), colours=(*colours, _BEHIND)), *talk]
    return command_section("read", parts, reading_json(found))


def difference_section(found: Differences) -> Section:
    """What changed between two versions of a collection."""
    before, after, changes = found.old, found.new, found.changes
    labels = {kind: str(choice("collection-change", kind)) for kind in DifferenceKind}
    width = max(map(len, labels.values())) + 1
    signs = {"same": "", "gone": "−", "new": "+"}
    lines = []
    for each in changes:
        if each.change is DifferenceKind.REWORDED:
            words = changed_words(each.before or "", each.after or "")
            said = " ".join(f"{signs[kind]}{word}" for kind, word in words)
        else:
            said = " → ".join(part for part in (each.before, each.after) if part)
        lines.append(f"{labels[each.change]:<{width}}{each.new or each.old}: {said}")
    data = {"old": before.fingerprint, "new": after.fingerprint, "changes": [asdict(each) for each in changes]}
    talk = _talk(changes_sentence(found))
    colours = ((f"^.{{{width}}}", "bold"), (r"(?<= )−\S+", "red strike"), (r"(?<= )\+\S+", "green"))
    listed = [Text(lines=tuple(lines), points=True, colours=colours)] if lines else []
    return command_section("collection diff", [*listed, talk], data)


def changes_sentence(found: Differences) -> str:
    """How many changes there are of each kind."""
    counts = Counter(each.change for each in found.changes)
    told = [str(choice("collection-changes", kind, count=counts[kind])) for kind in DifferenceKind if counts[kind]]
    return ", ".join(told) or text("collection-no-difference")


def conversion_section(found: Conversion) -> Section:
    """What was written of a collection in another format."""
    data = {
        "collection": found.collection.name,
        "output": str(found.output),
        "format": found.format,
        "items": len(found.collection.entries),
        "fingerprint": found.collection.fingerprint,
        "left_out": [{"id": each.id, "why": str(each.why), "partly": each.partly} for each in found.left_out],
    }
    return command_section("collection convert", [Text(lines=tuple(map(str, found.sentences)))], data)


def perturbed_section(made: Perturbed) -> Section:
    """How many items were changed, and why others were not."""
    output, origins = (str(path) if path else None for path in (made.output, made.origins_file))
    with speaking("en"):  # keys of the JSON document
        skipped = dict(Counter(map(str, made.skipped.values())).most_common())
    reasons = Counter(made.skipped.values()).most_common()
    rows: list[tuple[Cell, ...]] = [(text("collection-changed"), len(made.origins))]
    rows += [(text("collection-not-changed", why=why), count) for why, count in reasons]
    table = Table(columns=(text("collection-table-items"), text("collection-table-count")), rows=tuple(rows))
    data = {
        "collection": output,
        "origins": origins,
        "change": made.change.value,
        "items": len(made.origins),
        "skipped": skipped,
        "fingerprint": made.collection.fingerprint,
        "signature": str(made.signature),
    }
    talk = [_talk(text("collection-way-back", output=output, path=origins))] if output and origins else []
    return command_section("collection perturb", [table, *talk], data)


def selection_section(found: Any) -> Section:
    """What `authoring.select` left of a collection, and why the rest went."""
    document, selected = found.document, found.selected
    parts: list[Block] = []
    if document["simulated"]:
        parts.append(_talk(text("collection-select-rehearsal")))
    if "shortcuts" in document["concerns"]:
        parts.append(_talk(text("collection-select-shortcuts")))
    if selected.dropped:
        named = (text("collection-select-dropped"), text("collection-select-because"))
        parts.append(Table(columns=named, rows=tuple((each.item, str(each.reason)) for each in selected.dropped)))
    sides = (document["before"], document["after"])
    whom = text("collection-simulated-people" if document["simulated"] else "collection-people")
    shown = (
        (text("collection-people-right", whom=whom), "human", "mean"),
        (text("collection-select-reussite"), "audit", "reussite"),
        (text("collection-select-exactitude"), "audit", "exactitude"),
        (text("collection-select-verdict"), "audit", "verdict"),
    )
    rows = [(text("collection-select-items"), *(str(side["items"]) for side in sides))]
    for title, source, field in shown:
        if sides[0][source]:
            values = [side[source][field] if side[source] else None for side in sides]
            rows.append((title, *(percent(each) if isinstance(each, float) else str(each or "–") for each in values)))
    columns = ("", text("collection-select-before"), text("collection-select-after"))
    parts.append(Table(columns=columns, rows=tuple(rows)))
    if held := document.get("held_out"):
        parts.append(_talk(text("collection-select-held-out", before=held["before"], after=held["after"])))
    code = "collection-select-written-with-comments" if document["comments_kept"] else "collection-select-written"
    if document["output"]:
        parts.append(_talk(text(code, output=document["output"], fingerprint=sides[1]["fingerprint"])))
    return command_section("collection select", parts, document)


# ------------------------------------------------------------------------------------------ a collection in a report

_EXAMPLES = 6
"""Schemas that a report shows in full, taken from all over the collection."""


def collection_report(collection: Collection, findings: Sequence[Finding]) -> Section:
    """A collection in a larger report: its counts, what the checker says, and examples with their readings."""
    card = summarise(collection)
    counts = tuple((number(card[name]), _counted(name, card[name])) for name in ("schemas", "problems", "items"))
    facts: list[tuple[Cell, ...]] = [(words, figure) for figure, words in counts]
    facts += [(text(f"report-{name}"), card[name]) for name in ("licence", "fingerprint")]
    heads = (text("report-collection"), collection.name)
    parts: list[Block] = [
        _checked(findings),
        Numbers(figures=counts),
        Table(columns=heads, rows=tuple(facts), caption=text("report-facts"), detail=True),
    ]
    if findings:
        rows = tuple((_counted(each.severity.value, 1), each.place, str(each.message)) for each in findings)
        columns = tuple(text(f"report-{name}") for name in ("severity", "place", "message"))
        parts.append(Table(columns=columns, rows=rows, caption=text("report-all-findings"), detail=True))
    for name in ("domains", "anaphors"):
        if card[name]:
            named = [domain_name(label) if name == "domains" else label for label in card[name]]
            caption = f"{text(f'report-{name}')} ({text(f'report-{name}-note')})"
            bars = tuple(zip(named, card[name].values(), strict=True))
            columns = (text(f"report-{name}"), text("report-count"))
            parts.append(Table(columns=columns, rows=bars, caption=caption, bars=True))
    note = Text(lines=(text("report-examples-note"),), soft=True)
    parts += [Cards(cards=tuple(_examples(collection)), caption=text("report-examples")), note]
    return Section(id=collection.name, title=collection.title or collection.name, parts=tuple(parts))


def _checked(findings: Sequence[Finding]) -> VerdictBlock:
    """Whether the checker found an error, and how many findings of each severity there are."""
    counts = Counter(finding.severity for finding in findings)
    said = " · ".join(f"{number(counts[level])} {_counted(level.value, counts[level])}" for level in Severity)
    outcome = VerdictOutcome.FAILS if counts[Severity.ERROR] else VerdictOutcome.HOLDS
    sentence = text("audit-labelled", label=text("report-check"), words=said if findings else text("report-nothing"))
    return VerdictBlock(outcome=outcome, sentence=sentence)


def _counted(name: str, count: int) -> str:
    """The word for so many of something: one form for one, which in French is also that for none.

    >>> _counted("error", 0), _counted("error", 1)
    ('errors', 'error')
    """
    return text(f"report-{name}-one" if (count < 2 if interface() == "fr" else count == 1) else f"report-{name}")


def _examples(collection: Collection) -> Iterable[SchemaCard]:
    """Schemas and problems from all over the collection, with their readings."""
    schemas, problems, few = collection.schemas, collection.problems, _EXAMPLES // 2
    chosen: list[Schema | Problem] = [*schemas[:: max(1, len(schemas) // _EXAMPLES)][:_EXAMPLES]]
    chosen += problems[:: max(1, len(problems) // few)][:few]
    for part in chosen:
        items = [entry for entry in part.entries if isinstance(entry, Item)]
        yield SchemaCard(
            id=part.id,
            collection=collection.name,
            language=collection.language,
            items=tuple(item_card(item, read_all(item.question)) for item in items),
            about=", ".join(domain_name(name) for name in part.domains) or None,
        )


RESULTS: Mapping[type, Renderer] = {
    Collection: Renderer(section=collection_section, line=collection_line, document=summarise, table="entries"),
    CollectionCard: Renderer(section=card_section, line=lambda found: collection_line(found.collection)),
    CollectionList: Renderer(
        section=catalogue_section, line=line_of("collection-list-line", count="rows"), table="collections"
    ),
    CollectionReadings: Renderer(
        section=readings_section,
        line=line_of("collection-readings-line", "missing", name="collection.name", items="rows"),
        table="items",
        quotes=True,
    ),
    Conversion: Renderer(
        section=conversion_section,
        line=lambda found: next(str(line) for line in found.sentences if line.code == "collection-written"),
        table="left_out",
    ),
    Differences: Renderer(section=difference_section, line=changes_sentence, table="changes", quotes=True),
    Findings: Renderer(
        section=findings_section,
        line=lambda found: f"{found.collection.name}, {count_sentence(found.found, found.severity)}",
        table="findings",
    ),
    Perturbed: Renderer(section=perturbed_section, line=lambda made: collection_line(made.collection)),
    SentenceReading: Renderer(
        section=reading_section, line=lambda found: str(found.text or found.found.detail), quotes=True
    ),
}
"""How the results of `anaphor.collection` are shown."""

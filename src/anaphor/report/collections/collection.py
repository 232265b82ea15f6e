"""What is shown of a collection: its card, findings, readings, changes; and a collection as a part of a report.

A report's page draws `CollectionSection` by a template of its own, with coloured marks; Markdown and LaTeX take it as
a section of tables and sentences from here.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
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
from anaphor.language import NoReading, Reading, Sureness
from anaphor.report.cells import command_section, fields_of, taken
from anaphor.report.page import CollectionSection, ExampleItem, counted, pieces, strings
from anaphor.schema import Collection, Item, Problem, Schema, UnmarkedReason, question_of
from anaphor.section import Cell, Medium, Part, Report, Section, Table, Text
from anaphor.text import choice, percent, speaking, text

_MARKS = {"plain": ("", ""), "anaphor": ("[", "]"), "cue": ("{", "}")}
_COLON = {"en": ":", "fr": "\u00a0:"}
_MANY = 3
"""Lines from which on a page shows points."""
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


def _lines(lines: Sequence[str], *colours: tuple[str, str]) -> list[Part]:
    """Lines one under the other: indented and coloured in the terminal, as points or paragraphs in a document."""
    stripped = tuple(line.strip() for line in lines)
    if not lines:
        return []
    page = Text(lines=stripped, points=len(lines) >= _MANY, only=Medium.PAGE)
    return [Text(lines=tuple(lines), colours=colours, only=Medium.TERMINAL), page]


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
    return command_section("collection show", _lines(lines, *colours), data)


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
    return command_section("collection check", [*_lines(lines, *colours, _BEHIND), _talk(*talk)], data)


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
    collection, rows = shown.collection, shown.rows
    lines: list[str] = []
    items = []
    for entry, found in rows:
        question, key = question_of(entry), entry.key if isinstance(entry, Item) else None
        lines.append(f"{question.id}  {marked_text(question)}")
        answers = []
        for number, (candidate, each) in enumerate(zip(question.candidates, found, strict=True)):
            answers.append({"candidate": candidate.text, **reading_json(each)})
            if isinstance(each, NoReading):
                said = text("collection-no-reading-of", candidate=candidate.text, why=each.detail)
            else:
                words = " ".join(each.text.split())
                sure = each.sureness is Sureness.CERTAIN
                said = words if sure else f"{words}  [{_sureness(each)}]"
            lines.append(f"{'  ✓ ' if number == key else '    '}{said}")
        told = {"id": question.id, "text": question.text, "marked": marked_text(question)}
        items.append(told | {"readings": answers})
    every = [each for _, found in rows for each in found]
    made = sum(isinstance(each, Reading) for each in every)
    code = "collection-readings-all" if made == len(every) else "collection-readings-some"
    parts = [*_lines(lines, (r"^\S+", "bold"), _BEHIND), _talk(text(code, made=made, wanted=len(every)))]
    return command_section("collection readings", parts, {"collection": collection.name, "items": items})


def _sureness(found: Reading) -> str:
    """How sure a reading is, with the share of right ones where one was measured."""
    said = str(choice("collection-sureness", found.sureness))
    return said if found.share is None else str(text("read-share", sureness=said, share=round(100 * found.share)))


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
        made_by = [(each, _sureness(each), ", ".join(each.rules)) for each in found]
        lines = [f"{each.text}   [{text('read-rules', sureness=sure, rules=rules)}]" for each, sure, rules in made_by]
    colours = [(f"^{re.escape(text('read-no-reading'))}", "yellow")]
    talk = [_talk(str(clash))] if clash else []
    return command_section("read", [*_lines(lines, *colours, _BEHIND), *talk], reading_json(found))


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
    return command_section("collection diff", [*_lines(lines, *colours), talk], data)


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
    parts: list[Part] = []
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


def with_collections(report: Report, collections: Sequence[CollectionSection]) -> Report:
    """The report with a section for each collection before its own."""
    with speaking(report.interface):
        before = [_collection_section(each, report.interface) for each in collections]
    return replace(report, sections=(*before, *report.sections))


def _collection_section(shown: CollectionSection, interface: str) -> Section:
    """A collection: its card, what the checker says, domains and anaphors, and examples with their readings."""
    words, card, colon = strings(interface), shown.card, _COLON[interface]
    rows: list[tuple[Cell, ...]] = [
        (counted(name, card[name], interface), card[name]) for name in ("schemas", "problems", "items")
    ]
    rows += [(words["licence"], card["licence"]), (words["fingerprint"], card["fingerprint"])]
    parts: list[Part] = [Table(columns=(words["collection"], shown.collection.name), rows=tuple(rows))]
    if shown.findings:
        found = tuple((words[f"{each.severity.value}_one"], each.place, str(each.message)) for each in shown.findings)
        columns = (words["severity"], words["place"], words["message"])
        parts.append(Table(columns=columns, rows=found, caption=words["check"]))
    else:
        parts.append(Text(lines=(f"{words['check']}{colon} {words['nothing']}",)))
    for name in ("domains", "anaphors"):
        if card[name]:
            named = [domain_name(each) if name == "domains" else each for each in card[name]]
            caption = f"{words[name]} ({words[f'{name}_note']})"
            counts = tuple(zip(named, card[name].values(), strict=True))
            parts.append(Table(columns=(words[name], words["count"]), rows=counts, caption=caption))
    if shown.examples:
        parts.append(Text(lines=(f"{words['examples']}. {words['examples_note']}",)))
    for part, items in shown.examples:
        parts += _example(part, items, shown.collection.language, f"{words['no_reading']}{colon}")
    name = shown.collection.name
    return Section(id=name, title=shown.collection.title or name, parts=tuple(parts))


def _example(part: Schema | Problem, items: Sequence[ExampleItem], language: str, no_reading: str) -> Iterable[Text]:
    """The entry's name, then each item with its readings under it."""
    about = ", ".join(domain_name(each) for each in part.domains)
    yield Text(lines=(" · ".join(filter(None, (part.id, about))),))
    for each in items:
        question = each.item.question
        marked = "".join(piece.join(_MARKS[kind]) for kind, piece in pieces(question))
        yield Text(lines=tuple(filter(None, (marked, question.prompt))), language=language)
        said = []
        for number, (candidate, reading) in enumerate(zip(question.candidates, each.readings, strict=True)):
            line = (
                f"{candidate.text} ({no_reading} {reading.detail})" if isinstance(reading, NoReading) else reading.text
            )
            said.append(f"✓ {line}" if number == each.item.key else line)
        yield Text(lines=tuple(said), points=True, language=language)

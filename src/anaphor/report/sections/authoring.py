"""How what authoring finds is shown: proposals, suggested words and repairs, for a person to judge."""

from collections.abc import Mapping

from anaphor.authoring import CollectionSelection, Proposals, Repairs, Suggestions
from anaphor.report.cells import command_section, line_of, section_of
from anaphor.report.sections.cards import pieces
from anaphor.report.sections.collection import selection_section
from anaphor.result import Renderer
from anaphor.schema import question_of
from anaphor.section import Block, Section, Table, Text
from anaphor.text import number, text


def proposals_section(found: Proposals) -> Section:
    """The proposals, the most useful first, and why others were left out."""
    columns = tuple(text(f"authoring-column-{name}") for name in ("usefulness", "text", "candidates"))
    rows = tuple(
        (
            each.usefulness,
            "".join(
                f"[{part}]" if kind == "anaphor" else part for kind, part in pieces(question_of(each.problem.item))
            ),
            " | ".join(candidate.text for candidate in asked.candidates),
        )
        for each in found.proposals
        for asked in (question_of(each.problem.item),)
    )
    dropped = sorted(found.dropped.items(), key=lambda each: -each[1])
    reasons = tuple((text(f"authoring-drop-{name}"), count) for name, count in dropped)
    headings = (text("authoring-column-dropped"), text("authoring-column-count"))
    parts: list[Block] = [Table(columns=columns, rows=rows, digits=2)] if rows else []
    parts += [Table(columns=headings, rows=reasons)] if reasons else []
    lines = [proposals_line(found)]
    if found.output:
        lines.append(text("authoring-written", count=len(rows), path=str(found.output)))
    parts.append(Text(lines=tuple(lines), talk=True))
    return section_of("collection-find", "anaphor collection find", parts)


def proposals_line(found: Proposals) -> str:
    """What was found, in a line."""
    return text("authoring-line", count=len(found.proposals), found=found.found, words=found.words)


def suggestions_section(found: Suggestions) -> Section:
    """The words by item, each with its figures and the reading that it should make right."""
    model = any(each.flip is not None for each in found.suggestions)
    names = ("item", "cue", "word", "opposite", "towards", "likely", *(["flip"] if model else []), "texts")
    rows = tuple(
        tuple(getattr(each, "text" if name == "texts" else name) for name in names) for each in found.suggestions
    )
    lines = [text("authoring-suggested", items=len({each.item for each in found.suggestions}))] if rows else []
    if found.without:
        lines.append(text("authoring-without", count=len(found.without), first=found.without[0]))
    parts = [Table(columns=_columns(names), rows=rows, digits=1)] if rows else []
    told = Text(lines=tuple(lines), talk=True)
    return command_section("collection suggest", [*parts, told])


def repairs_section(found: Repairs) -> Section:
    """The repairs by schema, with the leads before and after."""
    judged = any(each.judged is not None for each in found.repairs)
    names = ("schema", "part", "old", "new", "before", "after", *(["judged"] if judged else []), "findings", "texts")
    rows = tuple(
        (
            each.schema,
            text(f"authoring-part-{each.part}"),
            each.old,
            each.new,
            _leads(each.before),
            _leads(each.after),
            *([_leads(each.judged or ())] if judged else []),
            ", ".join(each.findings),
            " / ".join(told or "–" for told in each.texts),
        )
        for each in found.repairs
    )
    left = [name for name in (*found.leaking, *found.suspected) if name not in {each.schema for each in found.repairs}]
    lines = [text("authoring-leaking", count=len(found.leaking), all=found.looked_at)]
    if found.suspected:
        lines.append(text("authoring-suspected", count=len(found.suspected)))
    if left:
        lines.append(text("authoring-unrepaired", count=len(left), first=left[0]))
    if rows:
        lines.append(text("authoring-repaired" if judged else "authoring-unjudged"))
    parts = [Table(columns=_columns(names), rows=rows)] if rows else []
    told = Text(lines=tuple(lines), talk=True)
    return command_section("collection repair", [*parts, told])


def _columns(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text(f"authoring-column-{name}") for name in names)


def _leads(leads: tuple[float, ...]) -> str:
    return "; ".join(number(each, 1) for each in leads) or "–"


RESULTS: Mapping[type, Renderer] = {
    CollectionSelection: Renderer(
        section=selection_section,
        line=lambda found: text(
            "collection-selection-line",
            name=found.document["collection"],
            kept=found.document["after"]["items"],
            all=found.document["before"]["items"],
        ),
        table="dropped",
    ),
    Proposals: Renderer(section=proposals_section, line=proposals_line, table="proposals", quotes=True),
    Suggestions: Renderer(
        section=suggestions_section,
        line=line_of("authoring-suggestions-line", name="collection.name", count="suggestions"),
        table="suggestions",
        quotes=True,
    ),
    Repairs: Renderer(
        section=repairs_section,
        line=line_of("authoring-repairs-line", name="collection.name", leaking="leaking", count="repairs"),
        table="repairs",
        quotes=True,
    ),
}
"""How the results of `anaphor.authoring` are shown."""

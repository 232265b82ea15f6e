"""How what authoring finds is shown: a table of proposals, and how many pronouns became none."""

from collections.abc import Mapping
from typing import Any

from anaphor.authoring import Proposals
from anaphor.report.cells import section_of
from anaphor.report.collections.collection import selection_section
from anaphor.report.collections.suggestions import SUGGESTING
from anaphor.report.page import pieces, renderer
from anaphor.result import Renderer
from anaphor.schema import Item, question_of
from anaphor.section import Part, Section, Table, Text
from anaphor.text import text


def proposals_document(found: Proposals) -> dict[str, Any]:
    """What `--json` prints of proposals."""
    rows = []
    for each in found.proposals:
        asked = question_of(each.problem.item)
        row: dict[str, Any] = {"id": each.problem.id, "text": asked.text, "anaphor": asked.anaphor_form}
        row |= {"candidates": [one.text for one in asked.candidates], "kind": each.kind.value}
        row |= {"answer": each.problem.item.answer if isinstance(each.problem.item, Item) else None}
        row |= {"source": each.problem.source, "usefulness": each.usefulness, "reasons": dict(each.reasons)}
        rows.append(row)
    told = {"words": found.words, "anaphors": found.anaphors, "found": found.found, "dropped": dict(found.dropped)}
    return {**told, "output": str(found.output) if found.output else None, "proposals": rows}


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
    parts: list[Part] = [Table(columns=columns, rows=rows, digits=2)] if rows else []
    parts += [Table(columns=headings, rows=reasons, folded=True)] if reasons else []
    lines = [proposals_line(found)]
    if found.output:
        lines.append(text("authoring-written", count=len(rows), path=str(found.output)))
    parts.append(Text(lines=tuple(lines), talk=True))
    return section_of("collection-find", "anaphor collection find", parts, proposals_document(found))


def proposals_line(found: Proposals) -> str:
    """What was found, in a line."""
    return text("authoring-line", count=len(found.proposals), found=found.found, words=found.words)


AUTHORING: Mapping[str, Renderer] = {
    "Proposals": renderer(
        proposals_section, document=proposals_document, line=proposals_line, table="proposals", quotes=True
    ),
    "CollectionSelection": renderer(
        selection_section,
        line=lambda found: text(
            "collection-selection-line",
            name=found.document["collection"],
            kept=found.document["after"]["items"],
            all=found.document["before"]["items"],
        ),
        table="dropped",
    ),
    **SUGGESTING,
}
"""Results of `anaphor.authoring`."""

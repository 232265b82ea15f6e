"""How results about collections, audits and corpora are shown in a notebook, as a document and in a report."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from anaphor.collection.description import summarise
from anaphor.report.collections.audit import audit_document, audit_line, audit_section
from anaphor.report.collections.collection import (
    card_section,
    catalogue_section,
    changes_sentence,
    collection_line,
    collection_section,
    conversion_section,
    count_sentence,
    difference_section,
    findings_section,
    perturbed_section,
    reading_section,
    readings_section,
)
from anaphor.report.collections.corpus import (
    count_line,
    count_section,
    index_line,
    index_section,
    info_section,
    pairs_section,
    said_of,
    shard_section,
)
from anaphor.report.collections.figures import findings_figure
from anaphor.report.page import renderer
from anaphor.text import text

if TYPE_CHECKING:
    from anaphor.collection import CollectionReadings, Findings
    from anaphor.result import Renderer
    from anaphor.section import Section

_MOST_ITEMS = 20
"""Items whose readings a page shows."""


def findings_page(found: "Findings") -> "Section":
    """What the checker says, with its figure where there is anything to draw."""
    section = findings_section(found)
    return replace(section, parts=(*section.parts, findings_figure(found))) if found else section


def readings_page(found: "CollectionReadings") -> "Section":
    """The readings of the first items; the frame and the document have all."""
    first, every = readings_section(replace(found, rows=found.rows[:_MOST_ITEMS])), readings_section(found)
    return replace(first, parts=(*first.parts[:-1], every.parts[-1]), data=every.data)


AUDIT: Mapping[str, "Renderer"] = {
    "Audit": renderer(
        audit_section,
        document=audit_document,
        line=audit_line,
        table="items",
    ),
}
"""Results of `anaphor.audit`."""
COLLECTION: Mapping[str, "Renderer"] = {
    "Collection": renderer(collection_section, document=summarise, line=collection_line, table="entries"),
    "CollectionCard": renderer(card_section, line=lambda found: collection_line(found.collection)),
    "CollectionList": renderer(
        catalogue_section,
        line=lambda found: text("collection-list-line", count=len(found.rows)),
        table="collections",
    ),
    "CollectionReadings": renderer(
        readings_page,
        document=lambda found: readings_section(found).data or {},
        line=lambda found: text(
            "collection-readings-line", name=found.collection.name, items=len(found.rows), missing=len(found.missing)
        ),
        table="items",
        quotes=True,
    ),
    "Conversion": renderer(
        conversion_section,
        line=lambda found: next(str(each) for each in found.sentences if each.code == "collection-written"),
        table="left_out",
    ),
    "Differences": renderer(difference_section, line=changes_sentence, table="changes", quotes=True),
    "Findings": renderer(
        findings_page,
        document=lambda found: findings_section(found).data or {},  # without drawing anything
        line=lambda found: f"{found.collection.name}, {count_sentence(found.found, found.severity)}",
        table="findings",
    ),
    "Perturbed": renderer(perturbed_section, line=lambda made: collection_line(made.collection)),
    "SentenceReading": renderer(reading_section, line=lambda found: str(found.text or found.found.detail), quotes=True),
}
"""Results of `anaphor.collection`."""
CORPUS: Mapping[str, "Renderer"] = {
    "CountAnswer": renderer(count_section, line=count_line),
    "Index": renderer(index_section, line=index_line),
    "IndexInfo": renderer(info_section, line=lambda found: index_line(found.index)),
    "IndexPart": renderer(shard_section, line=lambda made: said_of(shard_section(made)), table="shards"),
    "PairTableFile": renderer(pairs_section, line=lambda made: said_of(pairs_section(made))),
}
"""Results of `anaphor.corpus`."""
LANGUAGE: Mapping[str, "Renderer"] = {}
"""Results of `anaphor.language`."""

"""How results about collections, audits and corpora are shown in a notebook, as a document and in a report."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from anaphor.collection import summarise
from anaphor.report.cells import line_of
from anaphor.report.collections import collection as collections
from anaphor.report.collections import corpus as corpora
from anaphor.report.collections.audit import audit_document, audit_line, audit_section
from anaphor.report.collections.figures import findings_figure
from anaphor.report.page import renderer
from anaphor.result import Renderer
from anaphor.section import Section

if TYPE_CHECKING:
    from anaphor.collection import CollectionReadings, Findings

_MOST_ITEMS = 20
"""Items whose readings a page shows."""


def findings_page(found: "Findings") -> Section:
    """What the checker says, with its figure where there is anything to draw."""
    section = collections.findings_section(found)
    return replace(section, parts=(*section.parts, findings_figure(found))) if found else section


def readings_page(found: "CollectionReadings") -> Section:
    """The readings of the first items; the frame and the document have all."""
    first, every = (
        collections.readings_section(replace(found, rows=found.rows[:_MOST_ITEMS])),
        collections.readings_section(found),
    )
    return replace(first, parts=(*first.parts[:-1], every.parts[-1]), data=every.data)


AUDIT: Mapping[str, Renderer] = {
    "Audit": renderer(audit_section, document=audit_document, line=audit_line, table="items"),
}
"""Results of `anaphor.audit`."""
COLLECTION: Mapping[str, Renderer] = {
    "Collection": renderer(
        collections.collection_section, document=summarise, line=collections.collection_line, table="entries"
    ),
    "CollectionCard": renderer(
        collections.card_section, line=lambda found: collections.collection_line(found.collection)
    ),
    "CollectionList": renderer(
        collections.catalogue_section, line=line_of("collection-list-line", count="rows"), table="collections"
    ),
    "CollectionReadings": renderer(
        readings_page,
        document=lambda found: collections.readings_section(found).data or {},
        line=line_of("collection-readings-line", "missing", name="collection.name", items="rows"),
        table="items",
        quotes=True,
    ),
    "Conversion": renderer(
        collections.conversion_section,
        line=lambda found: next(str(each) for each in found.sentences if each.code == "collection-written"),
        table="left_out",
    ),
    "Differences": renderer(
        collections.difference_section, line=collections.changes_sentence, table="changes", quotes=True
    ),
    "Findings": renderer(
        findings_page,
        document=lambda found: collections.findings_section(found).data or {},  # without drawing anything
        line=lambda found: f"{found.collection.name}, {collections.count_sentence(found.found, found.severity)}",
        table="findings",
    ),
    "Perturbed": renderer(
        collections.perturbed_section, line=lambda made: collections.collection_line(made.collection)
    ),
    "SentenceReading": renderer(
        collections.reading_section, line=lambda found: str(found.text or found.found.detail), quotes=True
    ),
}
"""Results of `anaphor.collection`."""
CORPUS: Mapping[str, Renderer] = {
    "CountAnswer": renderer(corpora.count_section, line=corpora.count_line),
    "Index": renderer(corpora.index_section, line=corpora.index_line),
    "IndexInfo": renderer(corpora.info_section, line=lambda found: corpora.index_line(found.index)),
    "IndexPart": renderer(
        corpora.shard_section, line=lambda made: corpora.said_of(corpora.shard_section(made)), table="shards"
    ),
    "PairTableFile": renderer(corpora.pairs_section, line=lambda made: corpora.said_of(corpora.pairs_section(made))),
}
"""Results of `anaphor.corpus`."""
LANGUAGE: Mapping[str, Renderer] = {}
"""Results of `anaphor.language`."""

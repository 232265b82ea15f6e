"""Which tool wrote a file, and its labels: all are tried, and a file that two of them would read is asked about."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from anaphor.answers.labelling import LabelLayout, LabelSettings, numbered
from anaphor.answers.long import LongTable, in_ranks, long_matrix
from anaphor.answers.matrix import LabelMatrix
from anaphor.answers.opening import LabelFile
from anaphor.answers.roles import refuse_texts, several_questions, unclear
from anaphor.answers.table import column_table
from anaphor.answers.tools.argilla import argilla_export
from anaphor.answers.tools.doccano import doccano_export
from anaphor.answers.tools.export import Export, Line, flattened, label_text, rank_rows
from anaphor.answers.tools.label_studio import label_studio_export
from anaphor.answers.tools.lighttag import lighttag_export
from anaphor.answers.tools.potato import potato_export
from anaphor.answers.tools.prodigy import prodigy_export
from anaphor.text import message

TOOLS: Mapping[LabelLayout, Callable[[Sequence[Line]], Export | None]] = {
    LabelLayout.LABEL_STUDIO: label_studio_export,
    LabelLayout.ARGILLA: argilla_export,
    LabelLayout.PRODIGY: prodigy_export,
    LabelLayout.DOCCANO: doccano_export,
    LabelLayout.LIGHTTAG: lighttag_export,
    LabelLayout.POTATO: potato_export,
}
"""What reads the lines of each tool, or finds that it did not write them."""


def recognised(
    file: LabelFile, lines: Sequence[Line], settings: LabelSettings, others: Sequence[LabelLayout] = ()
) -> Export | None:
    """The labels of the tool that wrote these lines, the one that the user names or the only one that fits; else None.

    `others` are layouts that the file fits, too; a long table counts only against a tool that left no mark of its own.
    """
    if settings.layout is not None:
        tool = TOOLS.get(settings.layout)
        found = tool(lines) if tool else None
        if not found and settings.layout not in others:
            raise file.error("labels-not-from", layout=settings.layout.value)
        return found and _by_known_items(found, lines, settings)
    claims = {layout: export for layout, tool in TOOLS.items() if (export := tool(lines)) is not None}
    sure = any(export.sure for export in claims.values())
    fits = [*claims, *(each for each in others if each is not LabelLayout.LONG or (claims and not sure))]
    if len(fits) > 1:
        names = ", ".join(each.value for each in fits)
        options = [f"--layout {each.value}" for each in fits]
        raise unclear(column_table(file, {}), "labels-two-tools", options=options, fits=names)
    found = next(iter(claims.values()), None)
    return found and _by_known_items(found, lines, settings)


def _by_known_items(export: Export, lines: Sequence[Line], settings: LabelSettings) -> Export:
    """The export with the names of items that are known, where they stand among what was labelled."""
    if not settings.items:
        return export
    names: dict[int, str] = {}
    for line, values in lines:
        cells = [str(cell) for row in flattened({**values, "annotations": None}) for cell in row.values()]
        cells += [cell.partition("\n\n")[0] for cell in cells]  # a question and options may stand below the text
        known = max((cell for cell in cells if cell in settings.items), key=len, default=None)  # a text before a name
        names |= {line: settings.items[known]} if known else {}
    rows = [(line, {**row, "item": names.get(line, row["item"])}) for line, row in export.rows]
    return replace(export, rows=rows)


def read_export(file: LabelFile, export: Export, settings: LabelSettings, *, chosen: bool = False) -> LabelMatrix:
    """A matrix from what a tool exported; of several questions one must be named. `chosen`: the user did."""
    if not export.rows:
        raise file.impossible("agreement-all-missing")
    asked = list(dict.fromkeys(str(row["question"]) for _, row in export.rows if row.get("question")))
    if settings.question in asked:
        own = [line for line in export.rows if str(line[1].get("question")) == settings.question]
        return read_export(file, replace(export, rows=own), replace(settings, question=None), chosen=True)
    if export.unread.issuperset(asked) and asked:
        raise file.error("labels-spans", line=export.rows[0][0])
    rows, ranked = (export.rows, "") if len(asked) > 1 else rank_rows(export.rows)
    columns = {
        name: numbered(label_text(row.get(name)) for _, row in rows)
        for name in ("item", "annotator", "label", "question")
    }
    if columns["label"].names == ("accept",):  # Prodigy's annotators marked parts of texts, and accepted what they did
        raise file.error("labels-spans", line=rows[0][0])
    if len(asked) > 1:
        shown = {name: columns[name] for name in ("item", "annotator", "question", "label")}
        raise several_questions(column_table(file, shown), asked, settings.layout)
    known = export.annotator is not None and columns["annotator"].names != ("",)
    long = LongTable(
        file=file,
        item=columns["item"],
        annotator=columns["annotator"] if known else None,
        label=columns["label"],
        lines=np.array([line for line, _ in rows], np.int64),
    )
    said = {"tool": export.tool, "item": repr(export.item), "label": repr(export.label)}
    notes = [message("labels-tool", annotator=repr(export.annotator), **said)]
    notes = notes if known else [message("labels-tool-votes", **said)]
    notes += [message("labels-tokens")] if export.tokens.intersection(asked or [""]) else []
    notes += [message(ranked)] if ranked else []
    notes += [message("labels-tool-left", count=export.left)] if export.left else []
    matrix = long_matrix(long, in_ranks(settings) if ranked == "labels-ranks" else settings, notes)
    if not (chosen or file.shared) and settings.items is None:
        refuse_texts(column_table(file, columns), matrix)
    return matrix

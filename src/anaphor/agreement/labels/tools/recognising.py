"""Which tool wrote a file: all of them are tried, and a file that two of them would read is asked about."""

from collections.abc import Callable, Mapping, Sequence

from anaphor.agreement.labels.content.table import LabelFile
from anaphor.agreement.labels.guessing.roles import Sight, unclear
from anaphor.agreement.labels.labelling import LabelLayout, LabelSettings
from anaphor.agreement.labels.tools.argilla import argilla_export
from anaphor.agreement.labels.tools.doccano import doccano_export
from anaphor.agreement.labels.tools.export import Export, Line
from anaphor.agreement.labels.tools.label_studio import label_studio_export
from anaphor.agreement.labels.tools.lighttag import lighttag_export
from anaphor.agreement.labels.tools.potato import potato_export
from anaphor.agreement.labels.tools.prodigy import prodigy_export

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
        return found
    claims = {layout: export for layout, tool in TOOLS.items() if (export := tool(lines)) is not None}
    sure = any(export.sure for export in claims.values())
    fits = [*claims, *(each for each in others if each is not LabelLayout.LONG or (claims and not sure))]
    if len(fits) > 1:
        one, *rest = (f"--layout {each.value}" for each in fits)
        names = ", ".join(each.value for each in fits)
        raise unclear(
            file, "labels-two-tools", Sight(names=(), columns=()), options=one, fits=names, rest=", ".join(rest)
        )
    return next(iter(claims.values()), None)

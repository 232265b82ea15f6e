"""`anaphor audit`: do simple statistics give the answers of a collection away?"""

from pathlib import Path
from typing import Annotated

from anaphor import audit as audits
from anaphor import report
from anaphor.audit import AuditRunSettings
from anaphor.cli.command import Argument, Shown, command, say
from anaphor.section import Report
from anaphor.text import text


@command("audit")
def audit(
    *,
    collection: Annotated[str, Argument("PATH_OR_NAME")],
    settings: AuditRunSettings,
    save_counts: Path | None = None,
    figure: Path | None = None,
    fail_on_leak: bool = False,
    json: bool = False,
) -> Shown:
    """Say whether simple counts give the answers away."""
    found = audits.run.with_settings(collection, settings)
    say(*found.notes)
    _write_beside(found, save_counts, figure)

    def page() -> Report:
        return Report(title=text("audit-title", name=found.title), sections=(found.section,))

    return Shown(section=found.section, code=int(fail_on_leak and found.leaks), report=page)


def _write_beside(found: "audits.Audit", counts: Path | None, figure: Path | None) -> None:
    """The files that were asked for beside the result; what cannot be made is said aloud."""
    if counts:
        pairs = found.save_counts(counts)
        say(text("audit-counts-saved", pairs=pairs, path=str(counts)) if pairs else text("audit-no-counts"))
    if figure and found.test is None:
        say(text("audit-no-figure"))
    elif figure:
        report.save(report.audit_figure(found), figure)
        say(text("audit-figure-drawn", path=str(figure)))

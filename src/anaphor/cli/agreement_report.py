"""A table of labels as a section of a report, whichever command asks for it."""

from collections.abc import Mapping
from pathlib import Path

from anaphor.agreement import Interface, Summary, annotator_map
from anaphor.agreement.coefficients import Estimate, per_annotator, per_class
from anaphor.agreement.labels import LabelMatrix
from anaphor.cli.reporting import write_report
from anaphor.report import titled
from anaphor.report.sections import MeasuredLabels, agreement_section
from anaphor.section import Report

MOST_PEOPLE_LISTED = 5_000
"""Most annotators who are listed one by one."""
_MOST_CLASSES = 200


def measured_labels(
    matrix: LabelMatrix,
    coefficients: Mapping[str, Estimate],
    summary: Summary | None,
    *,
    sentences: tuple[str, ...],
    signature: str,
    level: float = 0.95,
) -> MeasuredLabels:
    """What the section shows of labels that are measured already; people and classes are listed while they are few."""
    listed = not matrix.anonymous and len(matrix.annotators) <= MOST_PEOPLE_LISTED
    return MeasuredLabels(
        items=len(matrix.items),
        annotators=None if matrix.anonymous else len(matrix.annotators),
        coefficients=coefficients,
        level=level,
        summary=summary,
        sentences=sentences,
        people=per_annotator(matrix) if listed else (),
        map=annotator_map(matrix),
        classes=per_class(matrix) if len(matrix.classes) <= _MOST_CLASSES else (),
        signature=signature,
    )


def write_agreement_report(found: MeasuredLabels, path: Path, labels: Path, interface: Interface, command: str) -> None:
    """One page about one table of labels."""
    section = agreement_section(found, interface)
    title = titled("agreement_of", labels.name, interface)
    report = Report(title=title, interface=interface, sections=(section,))
    write_report(report, path, made=command)

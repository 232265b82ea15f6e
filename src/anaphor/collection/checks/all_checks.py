"""`check`: what the house's checks, and those of one's own, find in a collection."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from anaphor.collection.checks.checking import CODES, finding, findings_in
from anaphor.collection.checks.findings import Finding, Findings, Severity
from anaphor.collection.loading import load
from anaphor.collection.settings import CheckSettings, LoadSettings
from anaphor.errors import InputError, UnknownNameError, member_of
from anaphor.files import MemoryTable
from anaphor.parameters import act, group_of
from anaphor.progress import progress, uncollected
from anaphor.schema import Collection, Problem, Schema, Status
from anaphor.text import Value, text

OwnCheck = Callable[[Schema | Problem], Iterable[Finding | str] | str | None]
"""A check of one's own: from a schema or problem to what is wrong with it, as findings or in plain sentences."""
Compared = str | Path | Collection | MemoryTable
"""A collection, or what one is loaded from."""


@act(CheckSettings)
@uncollected()
def check(source: Compared, settings: CheckSettings) -> Findings:
    """What is wrong with a collection: findings, of which the errors must be mended.

    The source is a collection, or whatever `load` takes, with its settings. Texts, anaphors and keys are compared with
    the collections `beside` it. Findings below `severity` (`error`, `warning` or `note`) are not shown; `only` and
    `ignore` name kinds of findings by their codes. `checks` are functions of one's own: each gets every schema and
    problem that is not excluded, and gives what is wrong with it, as `Finding`s or in plain sentences (warnings under
    the function's name).

    >>> found = check("anaphor-fr", ignore=["many-on-one-text"])
    >>> len(found.errors)
    0
    """
    checks, beside = settings.checks, settings.beside
    names = {one: getattr(one, "__name__", type(one).__name__).strip("_").replace("_", "-") for one in checks}
    codes = [*CODES, *names.values()]
    only, ignore = (
        [wanted] if isinstance(wanted, str) else list(wanted) for wanted in (settings.only, settings.ignore)
    )
    for code in (*only, *ignore):
        if code not in codes and not checks:
            raise UnknownNameError(text("collection-word-finding"), code, codes)
    least = member_of(Severity, settings.severity, "severity")
    heard: list[tuple[str, dict[str, Value]]] = []
    collection = load(source, hear=lambda *remark: heard.append(remark), **group_of(LoadSettings, settings))
    spoken = collection.language if collection.language not in ("mul", "und") else None
    # A list of dicts is one table.
    several = isinstance(beside, list | tuple) and not any(isinstance(reference, Mapping) for reference in beside)
    others: list[Any] = [*cast(Sequence[Any], beside)] if several else [beside]
    references = tuple(load(reference, language=spoken) for reference in others)
    with progress(text("collection-checking")) as bar:
        findings = [*findings_in(collection, beside=references, progress=bar)]
    for own, code in names.items():
        for part in collection.parts:
            findings += _own_findings(own, code, part) if part.status is not Status.EXCLUDED else ()
    findings += [finding(code, collection.name, **details) for code, details in heard]
    wanted = tuple(one for one in findings if (not only or one.code in only) and one.code not in ignore)
    left_out = len(findings) - len(wanted)
    return Findings(collection=collection, found=wanted, severity=least, every=bool(only), left_out=left_out)


def _own_findings(check: OwnCheck, code: str, part: Schema | Problem) -> Iterator[Finding]:
    """What a user's function finds; what it raises, or gives that is no finding, is told with its name and place."""
    try:
        result = check(part) or ()
        listed: list[object] = [result] if isinstance(result, str) else list(result)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise InputError("collection-own-check", name=code, place=part.id, why=why) from error
    for one in listed:
        if not isinstance(one, Finding | str):
            raise InputError("collection-own-finding", name=code, place=part.id, kind=type(one).__name__)
        yield one if isinstance(one, Finding) else Finding.of(one, part.id, code=code)

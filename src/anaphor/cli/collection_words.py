"""What `anaphor collection` says of a whole collection: its card, and how many findings there are."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from anaphor.cli.output import stdout
from anaphor.collection.checks import Finding, Severity
from anaphor.schema import UnmarkedReason
from anaphor.text import visible

FINDING_WORDS: dict[str, dict[Severity, str]] = {
    "en": {level: level.value for level in Severity},
    "fr": {Severity.ERROR: "erreur", Severity.WARNING: "avertissement", Severity.NOTE: "remarque"},
}
_MOST_FORMS = 20
"""Anaphors that are listed; the JSON document has all."""
_UNMARKED = {
    UnmarkedReason.AMBIGUOUS: "not marked by the source, several places are possible",
    UnmarkedReason.IMPLICIT: "left unspoken (ellipsis)",
    UnmarkedReason.UNSAID: "not marked by the source, and not found",
}
_KEYS = (
    "name",
    "title",
    "language",
    "version",
    "licence",
    "authors",
    "citation",
    "schemas",
    "problems",
    "items",
    "languages",
    "without_key",
    "excluded",
    "candidates",
    "anaphors",
    "domains",
    "fingerprint",
)


def count_sentence(found: Iterable[Finding], least: Severity, interface: str) -> str:
    """How many findings there are of each severity, and how many of them were left out.

    >>> count_sentence([], Severity.NOTE, "fr")
    '0 erreur, 0 avertissement, 0 remarque'
    >>> count_sentence([], Severity.WARNING, "en")
    '0 errors, 0 warnings'
    """
    counts = Counter(each.severity for each in found)
    levels = list(Severity)
    shown = levels[: levels.index(least) + 1]
    hidden = [level for level in levels if level not in shown and counts[level]]
    said = ", ".join(_counted(counts[level], level, interface) for level in shown)
    if not hidden:
        return said
    left_out = ", ".join(_counted(counts[level], level, interface) for level in hidden)
    if interface == "en":
        return f"{said}; {left_out} not shown"
    return f"{said}\N{NARROW NO-BREAK SPACE}; non affiché\N{NO-BREAK SPACE}: {left_out}"


def _counted(count: int, level: Severity, interface: str) -> str:
    """A number with its word; in French zero takes the singular."""
    one = count < 2 if interface == "fr" else count == 1
    return f"{count} {FINDING_WORDS[interface][level]}{'' if one else 's'}"


def print_card(card: Mapping[str, Any]) -> None:
    """What a collection holds, one line for each thing that there is to say."""
    for key in _KEYS:
        if card[key] not in (None, 0, {}, []):
            told = visible(_TOLD.get(key, _plain)(card[key]))
            stdout().print(Text.assemble((f"{key.replace('_', ' '):<12} ", "bold"), told))


def _plain(value: object) -> str:
    return ", ".join(f"{key} {count}" for key, count in value.items()) if isinstance(value, dict) else str(value)


def _people(names: Sequence[str]) -> str:
    """Names, each of which may hold a comma: `Amsili, Pascal; Seminck, Olga`."""
    return "; ".join(names)


def _candidates(counts: Mapping[str, int]) -> str:
    """How many items have how many candidates."""
    return ", ".join(f"{number} in {count} item{'' if count == 1 else 's'}" for number, count in counts.items())


def _anaphors(counts: Mapping[str, int]) -> str:
    """The commonest anaphors with their numbers, then how many others there are, then items without a marked one."""
    reasons = {reason.value: words for reason, words in _UNMARKED.items()}
    forms = [(form, count) for form, count in counts.items() if form not in reasons]
    rest = len(forms) - _MOST_FORMS
    listed = [f"{form} {count}" for form, count in forms[:_MOST_FORMS]] + [f"… and {rest} more forms"] * (rest > 0)
    told = [", ".join(listed)]
    told += [f"{counts[reason]} {words}" for reason, words in reasons.items() if reason in counts]
    return "; ".join(part for part in told if part)


_TOLD: dict[str, Callable[[Any], str]] = {"authors": _people, "candidates": _candidates, "anaphors": _anaphors}

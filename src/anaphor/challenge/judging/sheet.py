"""What judging needs of a round: keys, groups and people's votes, and no text of any question.

So a judgement can be made anew by somebody who may not see the questions: these sheets are published with the final
results. Candidates are told apart by letters there; that is all that twins are compared by.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from anaphor.challenge.changed import ChangedItem, ChangeKind
from anaphor.challenge.questions import Drawn
from anaphor.challenge.rules import RoundRules, Rules
from anaphor.errors import AnaphorError, FormatError, Place
from anaphor.experiment.selection import QuestionVotes
from anaphor.files import read_json, regular_bytes
from anaphor.provenance import canonical_json
from anaphor.schema import Neither
from anaphor.scoring.items import Target, targets_of

SHEETS_FILE = "sheets.json"
_LARGEST = 2**28
_STRICT = {"extra": "forbid"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A changed wording as judging needs it."""

    target: Target
    """What is right there."""
    original: str
    """Id of the item that was asked before."""
    kind: ChangeKind
    """How it was changed."""

    @property
    def name(self) -> str:
        """Id of the changed item."""
        return self.target.item


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A round as judging needs it."""

    rules: RoundRules
    """Its rules."""
    targets: tuple[Target, ...]
    """What was asked, in order."""
    votes: tuple[QuestionVotes, ...]
    """The votes that count, in the same order."""
    fingerprint: str
    """The questions, in sixteen digits."""
    simulated: bool
    """Whether the people were made up."""


def sheet_of(drawn: Drawn) -> Sheet:
    """The sheet of a round whose questions are at hand."""
    return Sheet(
        rules=drawn.rules,
        targets=targets_of(drawn.collection).items,
        votes=drawn.votes,
        fingerprint=drawn.collection.fingerprint,
        simulated=drawn.simulated,
    )


def changed_of(items: Iterable[ChangedItem]) -> tuple[Changed, ...]:
    """Changed wordings as judging needs them; each stands on its own."""
    found = []
    for each in items:
        key, texts = each.item.key, tuple(part.text for part in each.item.question.candidates)
        if not isinstance(key, Neither):
            target = Target(item=each.item.id, key=key, candidates=texts)
            found.append(Changed(target=target, original=each.original, kind=each.kind))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Published:
    """A round in the published file."""

    __pydantic_config__ = _STRICT
    name: str
    fingerprint: str
    simulated: bool
    targets: tuple[Target, ...]
    votes: tuple[QuestionVotes, ...]
    changed: tuple[Changed, ...] = ()


_ADAPTER: TypeAdapter[tuple[_Published, ...]] = TypeAdapter(tuple[_Published, ...])


def sheets_document(sheets: Sequence[Sheet], changed: Mapping[str, Sequence[Changed]]) -> list[dict[str, Any]]:
    """The sheets as JSON types, without a word of the questions."""
    return [
        _ADAPTER.dump_python((_published(each, changed.get(each.rules.name, ())),), mode="json")[0] for each in sheets
    ]


def sheet_digest(sheet: Sheet) -> str:
    """A sheet in 64 digits, as the journal keeps it from the opening on: it tells no key, and binds all of them."""
    return fingerprint_of(sheets_document([sheet], {})[0])


def fingerprint_of(value: object) -> str:
    """64 digits of a value's canonical JSON."""
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()


def _published(sheet: Sheet, changed: Sequence[Changed]) -> _Published:
    mute = _lettered([*sheet.targets, *(each.target for each in changed)])
    return _Published(
        name=sheet.rules.name,
        fingerprint=sheet.fingerprint,
        simulated=sheet.simulated,
        targets=tuple(mute[each.item] for each in sheet.targets),
        votes=sheet.votes,
        changed=tuple(replace(each, target=mute[each.name]) for each in changed),
    )


def _lettered(targets: Sequence[Target]) -> dict[str, Target]:
    """The targets with letters for candidates; the same words within a schema get the same letter."""
    names: dict[str, dict[str, str]] = {}
    found = {}
    for each in targets:
        known = names.setdefault(each.cluster, {})
        letters = tuple(known.setdefault(form, f"candidate {len(known) + 1}") for form in each.forms)
        found[each.item] = replace(each, candidates=letters)
    return found


def read_sheets(folder: Path, rules: Rules) -> tuple[tuple[Sheet, ...], dict[str, tuple[Changed, ...]]]:
    """The published sheets in a folder, and the changed wordings of each round."""
    path = folder / SHEETS_FILE
    try:
        found = _ADAPTER.validate_python(read_json(regular_bytes(path, _LARGEST)))
    except (ValidationError, ValueError, AnaphorError) as error:
        raise FormatError(
            f"these are no sheets of a challenge ({_first(error)})", where=Place(file=str(path))
        ) from error
    known = {each.name: each for each in rules.rounds}
    for each in found:
        if each.name not in known:
            raise FormatError(f"the rules know no round {each.name!r}", where=Place(file=str(path)))
    sheets = tuple(
        Sheet(
            rules=known[each.name],
            targets=each.targets,
            votes=each.votes,
            fingerprint=each.fingerprint,
            simulated=each.simulated,
        )
        for each in found
    )
    return sheets, {each.name: each.changed for each in found}


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    return error.what if isinstance(error, AnaphorError) else str(error)

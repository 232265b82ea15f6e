"""What is drawn by lot: the questions of a round, and one half of each schema.

The organiser commits to two secrets by their hashes before opening, and reveals them when they have been used. From the
first come the questions that are drawn and their order, from the second the order, the names and the hour of the second
run. Nobody, the organiser included, can choose them afterwards.
"""

import hashlib
import secrets
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from anaphor.challenge.rulebook import Commitments, Halves, RoundKind, RoundRules, Rules
from anaphor.challenge.transcript.record import lot
from anaphor.collection import load
from anaphor.errors import FormatError, InputError, OutputError, Place
from anaphor.experiment import SHARE_BY_ALL, Asked, QuestionVotes, Study, largest_passing, load_study, screen, votes_of
from anaphor.files import AmbiguousJsonError, read_json, regular_bytes, write_text
from anaphor.provenance import adapter, canonical_json
from anaphor.schema import Collection, Entry, Item, Problem, Question, Schema, Status, question_of
from anaphor.text import message

SECRET_FILE = "secret.json"
_BYTES = 32
_LARGEST_STUDY = 2**31


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """What is drawn from."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012  # pydantic reads it from the class; nothing writes to it
    run: str
    rerun: str

    @property
    def commitments(self) -> Commitments:
        return Commitments(run=commitment(self.run), rerun=commitment(self.rerun))


def commitment(secret: str) -> str:
    """The hash of a secret.

    >>> commitment("x")[:8]
    '2d711642'
    """
    return hashlib.sha256(secret.encode("utf-8")).hexdigest()


def new_secrets() -> Secrets:
    return Secrets(run=secrets.token_hex(_BYTES), rerun=secrets.token_hex(_BYTES))


def save_secrets(found: Secrets, folder: Path) -> None:
    """Write the secrets into a challenge's folder, for its owner's eyes."""
    path = folder / SECRET_FILE
    try:
        path.touch(mode=0o600)
    except OSError as error:
        raise OutputError("challenge-secrets-not-written", why=str(error.strerror), where=path) from error
    write_text(path, canonical_json(found) + "\n")


def load_secrets(folder: Path) -> Secrets:
    path = folder / SECRET_FILE
    try:
        return adapter(Secrets).validate_python(read_json(regular_bytes(path, 4096)))
    except ValueError as error:
        raise FormatError("challenge-secrets-none", where=path) from error
    except InputError as error:
        raise InputError(error.what, where=error.where, todo=message("challenge-secrets-whose")) from error


def seed_of(secret: str, purpose: str) -> int:
    """A seed for a purpose; it says nothing about the secret or about other seeds.

    >>> seed_of("x", "order") == seed_of("x", "order") != seed_of("x", "names")
    True
    """
    return int.from_bytes(hashlib.sha256(f"{purpose}\0{secret}".encode()).digest()[:6], "big")


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a round is made of, read from files."""

    rules: RoundRules
    collection: Collection
    study: Study

    @property
    def parts(self) -> tuple[Schema | Problem, ...]:
        """The schemas or the problems, without what is excluded."""
        schemas = self.rules.kind is RoundKind.SCHEMAS
        every: tuple[Schema | Problem, ...] = self.collection.schemas if schemas else self.collection.problems
        return tuple(part for part in every if part.status is not Status.EXCLUDED)

    def asked_otherwise(self, entries: Iterable[Entry]) -> str | None:
        """The first of these questions that people may have been asked with another text or key; None: there is none.

        A study of this very collection asked what stands in it; of any other, texts and right answers are compared.
        """
        if self.study.collection_fingerprint == self.collection.fingerprint:
            return None
        asked: dict[str, list[Asked]] = {}
        for trial in self.study.asked:
            asked.setdefault(trial.item or trial.trial, []).append(trial)
        for entry in entries:
            question = question_of(entry)
            key = spelled(entry.answer) if isinstance(entry, Item) and entry.answer is not None else None
            if question.id not in asked:
                return question.id
            for trial in asked[question.id]:
                if trial.text is None or spelled(trial.text) != spelled(question.text):
                    return question.id
                if trial.key is not None and trial.candidates and key is not None:
                    right = trial.candidates[trial.key : trial.key + 1]  # a file may name a candidate that there is not
                    if [spelled(form) for form in right] != [key]:
                        return question.id
        return None


def spelled(text: str) -> str:
    """A text without what printing changes: letters and digits only, without case.

    >>> spelled("L'été, 1914 !")
    'lété1914'
    """
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The questions of a round."""

    rules: RoundRules
    collection: Collection
    """Only what is asked."""
    whole: Collection
    """Everything of the round's kind, twins included."""
    votes: tuple[QuestionVotes, ...]
    """The votes on what is asked, in its order."""
    simulated: bool
    asked_otherwise: str | None
    """A question that people may have been asked with another text or key; None: there is none."""
    not_adult: tuple[str, ...] = ()
    """People whose answers to what is asked count, and of whom it is not known that they are adults."""

    @property
    def items(self) -> tuple[Item, ...]:
        return self.collection.items

    @property
    def asked_and_twins(self) -> tuple[Question, ...]:
        """What is asked, and the other halves of the same schemas, which a second run asks."""
        asked, every = self.collection, self.whole
        names = {*(part.id for part in asked.schemas), *(part.id for part in asked.problems)}
        parts: list[Schema | Problem] = [*every.schemas, *every.problems]
        return tuple(question_of(entry) for part in parts if part.id in names for entry in entries_of(part))


def entries_of(part: Schema | Problem) -> tuple[Entry, ...]:
    """The halves of a schema, or the one item of a problem."""
    return part.variants if isinstance(part, Schema) else (part.item,)


def read_materials(rules: Rules, folder: Path) -> tuple[Material, ...]:
    """The material of every round; a file that several rounds share is read once.

    A line of a study that two readers would read differently is refused.
    """
    names = {round_rules.collection for round_rules in rules.rounds}
    collections = {name: load(folder / name if (folder / name).exists() else name) for name in names}
    studies = {}
    for name in {round_rules.people for round_rules in rules.rounds}:
        _refuse_ambiguous_lines(folder / name)  # first: a study's checksum says only that something was changed
        studies[name] = load_study(folder / name)
    return tuple(
        Material(rules=round_rules, collection=collections[round_rules.collection], study=studies[round_rules.people])
        for round_rules in rules.rounds
    )


def _refuse_ambiguous_lines(path: Path) -> None:
    for number, line in enumerate(regular_bytes(path, _LARGEST_STUDY).splitlines(), 1):
        try:
            read_json(line)
        except AmbiguousJsonError as error:
            where = Place(file=str(path), line=number)
            raise FormatError("challenge-file-no-study-line", why=str(error), where=where) from error
        except ValueError:  # an empty line, or none of a study: its reader says so
            continue


def draw(material: Material, seed: int, same_text: int) -> Drawn:
    """The questions of a round: the same seed draws the same ones."""
    rules, study = material.rules, material.study
    of_kind = {question_of(entry).id for part in material.parts for entry in entries_of(part)}
    screened = screen(study, study.exclusion)
    every = votes_of(study, screened, rules.counting)
    votes = {each.question: each for each in every if each.question in of_kind}
    allowed = set(largest_passing(tuple(votes.values())))
    parts: list[Schema | Problem] = []
    for part in material.parts:  # as it may be asked, where people allow any of it
        fit = [half for half in entries_of(part) if isinstance(half, Item) and half.id in allowed]
        if isinstance(part, Problem) or rules.halves is Halves.BOTH:
            parts += [part] if len(fit) == len(entries_of(part)) else []
        elif fit:
            chosen = min(fit, key=lambda each: lot(str(seed), "half", each.id))
            parts.append(replace(part, variants=(chosen,), versions=()))
    parts.sort(key=lambda part: lot(str(seed), part.id))
    doubtful = {vote.question for vote in votes.values() if not vote.by_all}
    order = {part.id: number for number, part in enumerate(material.parts)}
    kept = sorted(_limited(parts, rules.questions, same_text, doubtful), key=lambda part: order[part.id])
    collection = _only(material.collection, kept)
    asked = {item.id for item in collection.items}
    heard = {response.person for response in screened.responses if response.name in asked}
    return Drawn(
        rules=rules,
        collection=collection,
        whole=_only(material.collection, material.parts),
        votes=tuple(votes[item.id] for item in collection.items),
        simulated=study.simulated,
        asked_otherwise=material.asked_otherwise(collection.items),
        not_adult=tuple(person.name for person in study.people if person.adult is not True and person.name in heard),
    )


def _limited(
    parts: Iterable[Schema | Problem], wanted: int | None, same_text: int, doubtful: set[str]
) -> list[Schema | Problem]:
    """The first parts, as many as wanted: no text too often, and no more than a tenth that not everybody got right."""
    texts: Counter[str] = Counter()
    most = sys.maxsize if wanted is None else wanted
    fitting: list[Schema | Problem] = []
    asked, room = 0, int(most * (1 - SHARE_BY_ALL)) if wanted is not None else most
    for part in parts:
        text, size = text_of(part), len(entries_of(part))
        unsure = sum(question_of(entry).id in doubtful for entry in entries_of(part))
        if texts[text] >= same_text or asked + size > most or unsure > room:
            continue
        room -= unsure
        texts[text] += 1
        asked += size
        fitting.append(part)
    return fitting


def text_of(part: Schema | Problem) -> str:
    """What tells the texts of problems apart: the passage that they share, or the text itself."""
    if isinstance(part, Schema):
        return f"schema {part.id}"
    return f"passage {part.passage}" if part.passage else f"text {question_of(part.item).text}"


def _only(collection: Collection, parts: Sequence[Schema | Problem]) -> Collection:
    schemas = tuple(part for part in parts if isinstance(part, Schema))
    problems = tuple(part for part in parts if isinstance(part, Problem))
    return replace(collection, schemas=schemas, problems=problems)

"""The questions of a round: drawn by a committed seed from those that people allow, one half of each schema."""

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from anaphor.challenge.rules import Halves, RoundKind, RoundRules, Rules
from anaphor.collection import load
from anaphor.errors import FormatError, Place
from anaphor.experiment.analysis import screen
from anaphor.experiment.selection import SHARE_BY_ALL, QuestionVotes, largest_passing, votes_of
from anaphor.experiment.study import Asked, Study, load_study
from anaphor.files import read_json
from anaphor.schema import Collection, Entry, Item, Problem, Question, Schema, Status, question_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a round is made of, read from files."""

    rules: RoundRules
    """The round's rules."""
    collection: Collection
    """The collection, whole."""
    study: Study
    """What people answered."""

    @property
    def votes(self) -> tuple[QuestionVotes, ...]:
        """The votes that count, on every question of the round's kind."""
        asked = {question_of(entry).id for part in self.parts for entry in entries_of(part)}
        screened = screen(self.study, self.study.exclusion)
        found = votes_of(self.study, screened, self.rules.counting)
        return tuple(each for each in found if each.question in asked)

    def asked_otherwise(self, entries: Iterable[Entry]) -> str | None:
        """The first of these questions that people may have been asked with another text or key; None: there is none.

        A study of this very collection asked what stands in it; of any other, texts and right answers are compared.
        """
        if self.study.collection_fingerprint == self.collection.fingerprint:
            return None
        asked: dict[str, list[Asked]] = {}
        for each in self.study.asked:
            asked.setdefault(each.item or each.trial, []).append(each)
        for entry in entries:
            trials = asked.get(question_of(entry).id, [])
            if not trials or not all(_is_same(each, entry) for each in trials):
                return question_of(entry).id
        return None

    @property
    def parts(self) -> tuple[Schema | Problem, ...]:
        """The schemas or the problems, without what is excluded."""
        schemas = self.rules.kind is RoundKind.SCHEMAS
        every: tuple[Schema | Problem, ...] = self.collection.schemas if schemas else self.collection.problems
        return tuple(each for each in every if each.status is not Status.EXCLUDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The questions of a round."""

    rules: RoundRules
    """The round's rules."""
    collection: Collection
    """Only what is asked."""
    whole: Collection
    """Everything of the round's kind, twins included."""
    votes: tuple[QuestionVotes, ...]
    """The votes on what is asked, in its order."""
    simulated: bool
    """Whether the people were made up."""
    asked_otherwise: str | None
    """A question that people may have been asked with another text or key; None: there is none."""

    @property
    def items(self) -> tuple[Item, ...]:
        """The items that are asked."""
        return self.collection.items

    @property
    def asked_and_twins(self) -> tuple[Question, ...]:
        """What is asked, and the other halves of the same schemas, which a second run asks."""
        names = {part.id for part in _parts(self.collection)}
        parts = [part for part in _parts(self.whole) if part.id in names]
        return tuple(question_of(entry) for part in parts for entry in entries_of(part))


def _study(path: Path) -> Study:
    """What people answered; a line that two readers would read differently is refused."""
    found = load_study(path)
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            if line.strip():
                read_json(line)
        except ValueError as error:
            where = Place(file=str(path), line=number)
            raise FormatError(f"this is no line of a study ({error})", where=where) from error
    return found


def read_materials(rules: Rules, folder: Path) -> tuple[Material, ...]:
    """The material of every round; a file that several rounds share is read once."""
    collections = {name: _collection(folder, name) for name in {each.collection for each in rules.rounds}}
    studies = {name: _study(folder / name) for name in {each.people for each in rules.rounds}}
    return tuple(
        Material(rules=each, collection=collections[each.collection], study=studies[each.people])
        for each in rules.rounds
    )


def _collection(folder: Path, name: str) -> Collection:
    """A collection in the challenge's folder, or one of the catalogue."""
    return load(folder / name if (folder / name).exists() else name)


def draw(material: Material, seed: int, same_text: int) -> Drawn:
    """The questions of a round: the same seed draws the same ones."""
    rules, votes = material.rules, material.votes
    allowed = set(largest_passing(votes))
    halves = [_half(part, allowed, seed, rules.halves) for part in material.parts]
    parts = sorted((part for part in halves if part), key=lambda part: _digest(seed, part.id))
    doubtful = {each.question for each in votes if not each.by_all}
    kept = _limited(parts, rules.questions, same_text, doubtful)
    order = {part.id: number for number, part in enumerate(material.parts)}
    kept = sorted(kept, key=lambda part: order[part.id])
    collection = _only(material.collection, kept)
    by_name = {each.question: each for each in votes}
    return Drawn(
        rules=rules,
        collection=collection,
        whole=_only(material.collection, material.parts),
        votes=tuple(by_name[item.id] for item in collection.items),
        simulated=material.study.simulated,
        asked_otherwise=material.asked_otherwise(collection.items),
    )


def _digest(seed: int, *parts: str) -> bytes:
    return hashlib.sha256("\0".join([str(seed), *parts]).encode("utf-8", "surrogatepass")).digest()


def spelled(text: str) -> str:
    """A text without what printing changes: letters and digits only, without case.

    >>> spelled("L'été, 1914 !")
    'lété1914'
    """
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def _is_same(asked: Asked, entry: Entry) -> bool:
    """Whether people saw this text; and, where it is known, whether the same answer was right."""
    if asked.text is None or spelled(asked.text) != spelled(question_of(entry).text):
        return False
    if asked.key is None or not asked.candidates or not isinstance(entry, Item) or entry.answer is None:
        return True
    right = asked.candidates[asked.key : asked.key + 1]  # a file may name a candidate that there is not
    return [spelled(each) for each in right] == [spelled(entry.answer)]


def entries_of(part: Schema | Problem) -> tuple[Entry, ...]:
    """The halves of a schema, or the one item of a problem."""
    return part.variants if isinstance(part, Schema) else (part.item,)


def _half(part: Schema | Problem, allowed: set[str], seed: int, halves: Halves) -> Schema | Problem | None:
    """The part as it may be asked; None where people allow none of it."""
    if isinstance(part, Problem):
        return part if isinstance(part.item, Item) and part.id in allowed else None
    fit = [entry for entry in part.variants if isinstance(entry, Item) and entry.id in allowed]
    if halves is Halves.BOTH:
        return part if len(fit) == len(part.variants) else None
    chosen = min(fit, key=lambda entry: _digest(seed, "half", entry.id), default=None)
    return None if chosen is None else replace(part, variants=(chosen,), versions=())


def _limited(
    parts: Iterable[Schema | Problem], most: int | None, same_text: int, doubtful: set[str]
) -> list[Schema | Problem]:
    """The first parts, as many as wanted: no text too often, and no more than a tenth that not everybody got right."""
    texts: Counter[str] = Counter()
    kept: list[Schema | Problem] = []
    asked, room = 0, None if most is None else int(most * (1 - SHARE_BY_ALL))
    for part in parts:
        text = text_of(part)
        size = len(entries_of(part))
        unsure = sum(question_of(entry).id in doubtful for entry in entries_of(part))
        if texts[text] + 1 > same_text or (most is not None and asked + size > most):
            continue
        if room is not None and unsure > room:
            continue
        room = None if room is None else room - unsure
        texts[text] += 1
        asked += size
        kept.append(part)
    return kept


def text_of(part: Schema | Problem) -> str:
    """What tells the texts of problems apart: the passage that they share, or the text itself."""
    if isinstance(part, Schema):
        return f"schema {part.id}"
    return f"passage {part.passage}" if part.passage else f"text {question_of(part.item).text}"


def _parts(collection: Collection) -> list[Schema | Problem]:
    return [*collection.schemas, *collection.problems]


def _only(collection: Collection, parts: Sequence[Schema | Problem]) -> Collection:
    schemas = tuple(part for part in parts if isinstance(part, Schema))
    problems = tuple(part for part in parts if isinstance(part, Problem))
    return replace(collection, schemas=schemas, problems=problems)

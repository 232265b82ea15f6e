"""A design out of a collection: a Latin square of items over lists, with the words and extra trials around them.

The package brings words and trials in French and English; an experimenter may replace them. A file of one's own has the
same shape as the package's: `[words]` with any of its fields, and `[[practice]]`, `[[attention]]`, `[[control]]` or
`[[filler]]` with `text`, `prompt`, `candidates` and `key` (from 0), `[[question]]` about the participant, and
`[[comprehension]]` with `text`, `candidates` and `key`.
"""

import re
import tomllib
import unicodedata
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.experiment.design import design as designs
from anaphor.experiment.design.asking import ComprehensionQuestion, PersonQuestion, Strict
from anaphor.experiment.design.design import Design, Trial, TrialKind, Words, refusing
from anaphor.experiment.design.scale import looks_ordered
from anaphor.files import parse_toml, regular_bytes
from anaphor.provenance import adapter
from anaphor.schema import Collection, Item, Neither, Status, question_of

_SECONDS_PER_TRIAL = 8
"""Reading two sentences, answering, and the pause until the next screen."""
_KINDS = (TrialKind.PRACTICE, TrialKind.ATTENTION, TrialKind.CONTROL, TrialKind.FILLER)
_LARGEST = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _GivenTrial(Strict):
    """A trial as a file has it."""

    text: str
    candidates: tuple[str, ...]
    key: int
    prompt: str | None = None
    scale: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _GivenWords(Strict):
    """Words as a file has them: those that are absent stay the package's."""

    title: str | None = None
    consent: str | None = None
    instructions: str | None = None
    debrief: str | None = None
    contact: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Given(Strict):
    """A file of words and trials."""

    words: _GivenWords = _GivenWords()
    practice: tuple[_GivenTrial, ...] | None = None
    attention: tuple[_GivenTrial, ...] | None = None
    control: tuple[_GivenTrial, ...] | None = None
    filler: tuple[_GivenTrial, ...] | None = None
    question: tuple[PersonQuestion, ...] = ()
    standard_questions: bool | None = None
    comprehension: tuple[ComprehensionQuestion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What a study shows besides its items."""

    words: Words
    trials: tuple[Trial, ...]
    """Practice, attention, control and filler trials."""
    questions: tuple[PersonQuestion, ...] = ()
    standard_questions: bool | None = None
    comprehension: tuple[ComprehensionQuestion, ...] = ()


def _trials(given: _Given) -> tuple[Trial, ...]:
    return tuple(
        Trial(id=f"{kind.value}-{number}", kind=kind, **asdict(each))
        for kind in _KINDS
        for number, each in enumerate(getattr(given, kind.value) or (), 1)
    )


@cache
def package_extras(language: str) -> Extras:
    """What the package brings for a page in a language: words, practice, attention and control trials."""
    text = files("anaphor").joinpath(f"data/experiment/{language}.toml").read_text("utf-8")
    given = adapter(_Given).validate_python(tomllib.loads(text))
    return Extras(words=Words(**asdict(given.words)), trials=_trials(given))


def read_extras(path: Path, language: str) -> Extras:
    """Words and trials from a file; a kind of trial or a text that it does not have is the package's."""
    try:
        with refusing("experiment-bad-words", str(path)):
            given = adapter(_Given).validate_python(parse_toml(regular_bytes(path, _LARGEST).decode("utf-8")))
            own = _trials(given)
    except (ValueError, RecursionError) as error:  # no TOML or UTF-8, nested too deep, or endless numbers
        raise FormatError("experiment-no-toml", where=Place(file=str(path)), why=str(error)) from error
    package = package_extras(language)
    said = {name: text for name, text in asdict(given.words).items() if text is not None}
    kept = [trial for trial in package.trials if getattr(given, trial.kind.value) is None]
    return Extras(
        words=replace(package.words, **said),
        trials=(*own, *kept),
        questions=given.question,
        standard_questions=given.standard_questions,
        comprehension=given.comprehension,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignPlan:
    """What an experimenter decides when a design is made; what `Design` has too means the same there."""

    lists: int = 2
    quota: int = 40
    seed: int = 1
    block: int = 40
    trials: int | None = None
    """Most trials that a participant sees, extras included: longer lists are dealt into several."""
    interface: str | None = None
    """Language of the page; the collection's where None."""
    name: str | None = None
    """Name of the study; the collection's where None."""
    extras: Extras | None = None
    """What is shown besides the items; the package's own where None."""
    bare: bool = False
    """True: no practice, attention, control or filler trial at all."""
    fillers: Collection | None = None
    """Another collection, one item of each schema of which is shown as a filler."""
    scale: bool | None = None
    """True: every item's candidates are steps of a scale; False: none are; None: as the collection says or it looks."""
    recruiting: designs.Recruiting = field(default_factory=designs.Recruiting)
    exclusion: designs.Exclusion = field(default_factory=designs.Exclusion)
    counting: designs.Counting | None = None
    retention: str | None = None
    adaptive: bool | None = None


def make_design(collection: Collection, plan: DesignPlan) -> Design:
    """The design of a study of a whole collection: each list holds one item of every schema and every problem.

    The items of a schema go round the lists; a lone item stands in every list. With `plan.trials`, every list is dealt
    into as many shorter ones as it takes: a list then holds one item of some schemas.
    """
    if plan.lists < 1:
        raise InputError("experiment-bad-list-count", lists=plan.lists)
    groups = _groups(collection, plan.scale)
    if not groups:
        raise ContentError("experiment-nothing-to-ask", name=collection.name)
    language = page_language(collection, plan.interface)
    extras = plan.extras or package_extras(language)
    others = [] if plan.bare else list(extras.trials)
    for trial, *_ in _groups(plan.fillers, plan.scale) if plan.fillers is not None else ():
        others.append(replace(trial, id=f"filler-{trial.id}", kind=TrialKind.FILLER, item=None, schema=None))
    room = len(groups) if plan.trials is None else plan.trials - len(others)
    if room < 1:
        raise InputError("experiment-no-room", trials=plan.trials or 0, others=len(others))
    parts = -(-len(groups) // room)
    lists = tuple(
        tuple(group[(number + place) % len(group)].id for place, group in enumerate(groups[part::parts]))
        for part in range(parts)
        for number in range(plan.lists)
    )
    shown = {name for names in lists for name in names}
    items = [trial for group in groups for trial in group if trial.id in shown]
    clash = next((trial.id for trial in others if trial.id in shown), None)
    if clash is not None:
        raise ContentError("experiment-trial-name-taken", clash=clash)
    minutes = str(minutes_for(len(lists[0]) + len(others)))
    said = {each: getattr(extras.words, each).replace("{minutes}", minutes) for each in ("consent", "instructions")}
    bare = "".join(each for each in unicodedata.normalize("NFKD", collection.name) if not unicodedata.combining(each))
    slug = re.sub(r"[^A-Za-z0-9._-]+", "-", bare).strip("-._")[:80] or "study"
    planned = ("seed", "quota", "block", "recruiting", "exclusion", "counting", "retention", "adaptive")
    beside = ("questions", "standard_questions", "comprehension")
    return Design(
        name=plan.name or slug,
        interface=language,
        collection=collection.name,
        collection_fingerprint=collection.fingerprint,
        trials=(*items, *others),
        lists=lists,
        words=replace(extras.words, **said),
        **{each: getattr(plan, each) for each in planned},
        **{each: getattr(extras, each) for each in beside},
    )


def minutes_for(trials: int) -> int:
    """About how long so many trials take, in minutes; from ten on in fives, since nobody knows better."""
    found = trials * _SECONDS_PER_TRIAL / 60
    return 5 * round(found / 5) if found >= 10 else max(2, round(found))


def page_language(collection: Collection, wanted: str | None) -> str:
    """Language of the page: the one wanted, else the collection's, else English."""
    if wanted is not None and wanted not in designs.INTERFACES:
        raise InputError("experiment-unknown-page-language", interface=wanted)
    return wanted or (collection.language if collection.language in designs.INTERFACES else "en")


def _groups(collection: Collection, scale: bool | None) -> list[list[Trial]]:
    """The items of each schema and each problem as trials, those of a schema in the collection's order of conditions.

    So a list that takes the next variant of each next schema has as many items of each condition. What people cannot
    answer is left out: there are to be two answers or more, and all of them different.
    """
    groups = []
    ranks: dict[str | None, int] = {}
    for part in collection.parts:
        if part.status is Status.EXCLUDED:
            continue
        trials = []
        for entry, condition in zip(part.entries, part.conditions or [None] * len(part.entries), strict=True):
            question = question_of(entry)
            texts = tuple(candidate.text for candidate in question.candidates)
            ranks.setdefault(condition, len(ranks))
            if len(texts) > 1 and len(set(texts)) == len(texts):
                said = question.scale if scale is None else scale
                trials.append(
                    Trial(
                        id=question.id,
                        kind=TrialKind.ITEM,
                        text=question.text,
                        prompt=question.prompt,
                        candidates=texts,
                        key=entry.key if isinstance(entry, Item) and not isinstance(entry.key, Neither) else None,
                        item=question.id,
                        schema=part.id,
                        condition=condition,
                        scale=(looks_ordered(texts) or None) if said is None else said,
                    )
                )
        groups += [sorted(trials, key=lambda trial: ranks[trial.condition])] if trials else []
    return groups


def unseen_items(collection: Collection, design: Design) -> tuple[str, ...]:
    """Items of the collection that nobody is asked: there are too few lists for them, or nothing to choose from."""
    asked = {trial.item for trial in design.of_kind(TrialKind.ITEM)}
    return tuple(name for entry in collection.entries if (name := question_of(entry).id) not in asked)


def answers_per_item(design: Design) -> tuple[int, int]:
    """Fewest and most answers that an item gets when the quota is full and the lists are level."""
    per_list = [design.quota // len(design.lists)] * len(design.lists)
    for number in range(design.quota % len(design.lists)):
        per_list[number] += 1
    counts: Counter[str] = Counter()
    for people, names in zip(per_list, design.lists, strict=True):
        counts.update(dict.fromkeys(names, people))
    return min(counts.values()), max(counts.values())

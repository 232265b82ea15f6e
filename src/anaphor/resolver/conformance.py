"""The battery that every resolver must pass, those of other people too: is it blind, honest, lonely and steady? Two
answers are the same when they choose alike or abstain for the same reason; near scores may differ by a rounding."""

import random
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, get_type_hints

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.collection import load
from anaphor.errors import AnaphorError, InputError
from anaphor.progress import progress
from anaphor.resolver.asking.asking import ask, checked_answers, finds_by_id
from anaphor.resolver.asking.functions import Answering, as_resolver
from anaphor.resolver.ensemble import EnsembleResolver
from anaphor.resolver.protocol import BoundResolver, PromptResolver, Resolver, make
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.resolver.stored_answers import StoredResolver
from anaphor.result import Result
from anaphor.schema import (
    LONGEST_TEXT,
    MOST_CANDIDATES,
    Candidate,
    Collection,
    Mark,
    Problem,
    Question,
    Span,
    Unmarked,
    UnmarkedReason,
    question_of,
)
from anaphor.text import Message, choice, message, text

TOLERANCE = 1e-3
"""Scores of one question may differ so much, relative to their size: batches are summed in another order."""

Schemas = Sequence[Sequence[Question]]
Maker = Callable[[], Resolver]
Found = Message | str | None
"""What is wrong; None when nothing is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """What became of one check."""

    check: str
    """The check, as the catalogue knows it."""
    problem: str | None
    skipped: str | None = None

    @property
    def name(self) -> str:
        return str(choice("resolver-check", self.check))

    @property
    def passed(self) -> bool:
        """False only for a check that was tried and failed."""
        return self.problem is None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConformanceTrial:
    """What the checks work on."""

    make: Maker
    resolver: Resolver
    schemas: Schemas
    alone: tuple[Answer, ...]
    """The answers to all questions asked in one call, in order."""

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(question for schema in self.schemas for question in schema)

    def difference(self, found: Iterable[Answer]) -> Found:
        """The first question, of those answered once more, that is answered otherwise than in one call; in words."""
        given = {answer.question: answer for answer in found}
        for question, before in zip(self.questions, self.alone, strict=True):
            if question.id in given and not same(question, before, given[question.id]):
                first, then = _words(question, before), _words(question, given[question.id])
                return message("resolver-problem-differs", question=question.id, first=first, then=then)
        return None


Check = Callable[[ConformanceTrial], Found]


def questions_for(collection: Collection, count: int) -> list[tuple[Question, ...]]:
    """Questions with their twins: the first schemas of a collection, and a problem or two."""
    schemas = [tuple(question_of(entry) for entry in schema.variants) for schema in collection.schemas[:count]]
    problems = [(question_of(problem.item),) for problem in islice(collection.problems, max(2, count - len(schemas)))]
    if not schemas and not problems:
        raise AnaphorError("resolver-no-question")
    return schemas + problems


_EMBEDDED = ("anaphor-fr", "anaphor-en")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Conformance(Result):
    """Whether a resolver keeps the rules."""

    resolver: str
    """The resolver as given, or its name."""
    checks: tuple[CheckResult, ...]
    """What became of each check."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `resolver test --json` prints."""
        checks = [
            {
                "name": check.name,
                "result": "skipped" if check.skipped else "passed" if check.passed else "failed",
                "why": check.problem or check.skipped,
            }
            for check in self.checks
        ]
        return {"resolver": self.resolver, "passed": self.passed, "checks": checks}

    @property
    def passed(self) -> bool:
        """False where a check failed."""
        return all(each.passed for each in self.checks)


def examine(
    resolver: str | Resolver | Answering,
    *,
    collection: str | Path | Collection | None = None,
    schemas: int = 5,
    name: str | None = None,
    batch: int | bool | None = None,
) -> Conformance:
    """Whether a resolver keeps the rules: blind to keys, ids and twins, steady, one answer each.

    The resolver is a spec, a `Resolver` or a function, as `resolve` takes them. It is asked so many `schemas` of the
    collection, by default of each embedded one.

    >>> examine(lambda question: question.candidates[0], name="first shown").passed
    False
    """
    if schemas < 1:
        raise InputError("resolve-no-number", setting="schemas", value=str(schemas))
    sources = (collection,) if collection is not None else _EMBEDDED
    asked = [group for source in sources for group in questions_for(load(source), schemas)]
    machine = as_resolver(resolver, name=name, batch=batch)
    called = resolver if isinstance(resolver, str) else machine.name
    with progress(text("resolver-progress", resolver=called)) as bar:
        made = (lambda: make(resolver)) if isinstance(resolver, str) else (lambda: machine)
        return Conformance(resolver=called, checks=tuple(check_all(made, asked, bar)))


def check_all(
    make: Maker, schemas: Schemas, progress: Callable[[int, int], None] | None = None
) -> Iterator[CheckResult]:
    """The results of all checks, as they come; the first failure to answer at all ends the battery."""
    resolver = make()
    yield _result("one-line", _one_line(resolver))
    yield _result("no-keys", _asks_for_keys(resolver))
    seeing = _seeing(resolver)
    stored = message("resolver-skipped-stored") if finds_by_id(resolver) and not seeing else None
    not_blind = message("resolver-problem-not-blind", name=seeing[0]) if seeing else None
    yield _result("blind", not_blind, skipped=stored)
    try:
        answers = tuple(checked_answers(resolver, [question for schema in schemas for question in schema]))
    except AnaphorError as error:
        yield _result("one-each", str(error))
        return
    yield _result("one-each", None)
    skipped = {"names": stored} if stored else {}
    try:
        if isinstance(resolver, BoundResolver):  # does it refuse a collection that nobody knows?
            resolver.refuse_other("conformance", "")
    except AnaphorError:
        skipped["goes-on"] = message("resolver-skipped-bound")
    trial = ConformanceTrial(make=make, resolver=resolver, schemas=schemas, alone=answers)
    for number, (name, check) in enumerate(_CHECKS.items(), 1):
        try:
            yield _result(name, None if name in skipped else check(trial), skipped=skipped.get(name))
        except AnaphorError as error:
            yield _result(name, str(error))
        if progress:
            progress(number, len(_CHECKS))


def _result(check: str, problem: Found, *, skipped: Message | None = None) -> CheckResult:
    found, why = None if problem is None else str(problem), str(skipped) if skipped else None
    return CheckResult(check=check, problem=found, skipped=why)


def _one_line(resolver: Resolver) -> Found:
    name, signature = resolver.name, str(resolver.signature)
    if not name.strip() or len(name) > 200 or "\n" in name:
        return message("resolver-problem-name", name=name[:50])
    if not signature or "\n" in signature:
        return message("resolver-problem-signature")
    return None if signature == str(resolver.signature) else message("resolver-problem-signature-changes")


def _asks_for_keys(resolver: Resolver) -> Found:
    """Whether `resolve` asks for questions, which hold no key, and for nothing else."""
    try:
        hints = get_type_hints(type(resolver).resolve)
    except Exception:  # types that only exist while types are checked: the checker has seen them
        return None
    asked = [str(hint) for name, hint in hints.items() if name != "return"]
    wrong = [hint for hint in asked if "anaphor.schema.Item" in hint or "anaphor.schema.Collection" in hint]
    return message("resolver-problem-keys", hint=wrong[0]) if wrong else None


def _seeing(resolver: Resolver) -> list[str]:
    """The names of those that see the collection's own ids and orders, and are no stored answers."""
    if isinstance(resolver, EnsembleResolver):
        return [name for member in resolver.members for name in _seeing(member)] if finds_by_id(resolver) else []
    stored = isinstance(resolver, StoredResolver)
    return [resolver.name] if finds_by_id(resolver) and not stored else []


def same(question: Question, one: Answer, other: Answer) -> bool:
    """True where two answers to a question are the same but for rounding."""
    if len(one.scores) != len(other.scores):
        return False
    pairs = zip(one.scores, other.scores, strict=True)
    if not all(a == b if a is None or b is None else abs(a - b) <= TOLERANCE * max(1.0, abs(a)) for a, b in pairs):
        return False
    if isinstance(one.reply, Choice) and isinstance(other.reply, Choice):
        texts = [candidate.text for candidate in question.candidates]
        return texts[one.reply.candidate] == texts[other.reply.candidate] or _is_close(one)
    if isinstance(one.reply, Abstention) and isinstance(other.reply, Abstention):
        return one.reply.reason is other.reply.reason
    return _is_close(one)


def _is_close(answer: Answer) -> bool:
    """True where the two best scores are nearer to each other than what rounding can move."""
    ranked = sorted((score for score in answer.scores if score is not None), reverse=True)
    return len(ranked) > 1 and ranked[0] - ranked[1] <= 2 * TOLERANCE * max(1.0, abs(ranked[0]))


def _words(question: Question, answer: Answer) -> Message | str:
    if isinstance(answer.reply, Choice):
        scores = f" {[round(s, 4) if s is not None else None for s in answer.scores]}" if answer.scores else ""
        return f"“{question.candidates[answer.reply.candidate].text[:40]}”{scores}"
    return message("resolver-problem-no-answer", reason=answer.reply.reason.value)


def _asked_in(cut: Callable[[Sequence[Question]], list[Sequence[Question]]]) -> Check:
    """The check that the questions get the same answers when they are asked in other parts."""

    def check(trial: ConformanceTrial) -> Found:
        parts = cut(trial.questions)
        return trial.difference(answer for part in parts for answer in checked_answers(trial.resolver, part))

    return check


def check_asks_nothing(trial: ConformanceTrial) -> Found:
    tuple(checked_answers(trial.resolver, []))
    return None


def check_is_made_anew(trial: ConformanceTrial) -> Found:
    fresh = trial.make()
    if (fresh.name, str(fresh.signature)) != (trial.resolver.name, str(trial.resolver.signature)):
        return message("resolver-problem-made-anew")
    return trial.difference(checked_answers(fresh, trial.questions))


def check_without_twins(trial: ConformanceTrial) -> Found:
    """Each half of the schemas, asked of a resolver that never met its twins, gives what it gave beside them."""
    for place in range(max(len(schema) for schema in trial.schemas)):
        half = [schema[place] for schema in trial.schemas if len(schema) > place]
        if problem := trial.difference(checked_answers(trial.make(), half)):
            return problem
    return None


def check_as_they_come(trial: ConformanceTrial) -> Found:
    """A resolver that hands answers over in any order gives those that it gives in order."""
    if not isinstance(trial.resolver, PromptResolver):
        return None
    return trial.difference(checked_answers(trial.resolver, trial.questions, promptly=True))


def check_under_other_names(trial: ConformanceTrial) -> Found:
    """Blinded questions, under opaque ids and with candidates in another order, get the same answers."""
    if problem := trial.difference(ask(trial.resolver, trial.questions, salt="conformance")):
        return problem
    turned = [replace(each, candidates=each.candidates[::-1], readings=each.readings[::-1]) for each in trial.questions]
    back: list[Answer] = []
    for question, answer in zip(turned, checked_answers(trial.resolver, turned), strict=True):
        reply, last = answer.reply, len(question.candidates) - 1
        reply = Choice(candidate=last - reply.candidate) if isinstance(reply, Choice) else reply
        back.append(replace(answer, reply=reply, scores=answer.scores[::-1]))
    return trial.difference(back)


def check_can_be_read(trial: ConformanceTrial) -> Found:
    """Abstaining is no fault; never giving anything that can be read is."""
    broken = {AbstentionReason.UNREADABLE, AbstentionReason.FAILED, AbstentionReason.TIMEOUT}
    given = [answer.reply for answer in trial.alone if isinstance(answer.reply, Abstention)]
    if len(given) < len(trial.alone) or not {reply.reason for reply in given} <= broken:
        return None
    return message("resolver-problem-unreadable", reason=given[0].reason.value, detail=str(given[0].detail))


def check_honest_scores(trial: ConformanceTrial) -> Found:
    """A choice has the highest of its scores; the records themselves refuse what is not finite."""
    for question, answer in zip(trial.questions, trial.alone, strict=True):
        known = [score for score in answer.scores if score is not None]
        if not isinstance(answer.reply, Choice) or len(known) < len(question.candidates):
            continue
        if known[answer.reply.candidate] < max(known):
            return message("resolver-problem-scores", question=question.id)
    return None


def check_names_itself(trial: ConformanceTrial) -> Found:
    name = trial.resolver.name
    wrong = [answer.respondent for answer in trial.alone if answer.respondent != name]
    return message("resolver-problem-respondent", signed=wrong[0], name=name) if wrong else None


def check_survives(trial: ConformanceTrial) -> Found:
    """Every hostile question gets an answer, alone and in one call; none of them may raise."""
    hostile = hostile_questions()
    for question in hostile:
        try:
            tuple(checked_answers(trial.resolver, [question]))
        except AnaphorError as error:
            return f"{question.id}: {error}"
    tuple(checked_answers(trial.resolver, hostile))
    return None


def check_goes_on(trial: ConformanceTrial) -> Found:
    """A run of half the questions, gone on with by a fresh resolver, ends like one that was never stopped."""
    problems = tuple(Problem(id=question.id, item=question) for question in trial.questions)
    asked = Collection(name="conformance", language="mul", problems=problems)
    half = RunSettings(source="conformance", limit=len(trial.questions) // 2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.jsonl"
        run_collection(asked, trial.resolver, path, half)
        state = run_collection(asked, trial.make(), path, RunSettings(source="conformance"))
    if state.asked != len(trial.questions) - len(trial.questions) // 2:
        return message("resolver-problem-asked-again", count=state.asked)
    straight = tuple(ask(trial.resolver, trial.questions, salt=asked.fingerprint))
    return replace(trial, alone=straight).difference(state.answers)


_CHECKS: dict[str, Check] = {
    "signs": check_names_itself,
    "readable": check_can_be_read,
    "nothing": check_asks_nothing,
    "highest-score": check_honest_scores,
    "again": _asked_in(lambda questions: [questions]),
    "made-anew": check_is_made_anew,
    "order": _asked_in(lambda questions: [random.Random(1).sample(questions, len(questions))]),
    "batch": _asked_in(lambda questions: [questions[n : n + 3] for n in range(0, len(questions), 3)]),
    "one-by-one": _asked_in(lambda questions: [[question] for question in questions]),
    "twins": check_without_twins,
    "as-they-come": check_as_they_come,
    "names": check_under_other_names,
    "hostile": check_survives,
    "goes-on": check_goes_on,
}


_FRENCH = "Le chat regarde la souris parce qu'elle bouge."
_ENGLISH = "The cat saw the mouse because it moved."


def _question(
    name: str,
    text: str = _FRENCH,
    word: str = "elle",
    candidates: Sequence[str] = ("le chat", "la souris"),
    **more: Any,
) -> Question:
    start = text.find(word)
    given: dict[str, Any] = {"language": "fr", "anaphor": Mark(start=max(start, 0), end=start + len(word))} | more
    return Question(id=name, text=text, candidates=tuple(Candidate(text=each) for each in candidates), **given)


def hostile_questions() -> tuple[Question, ...]:
    """Questions that a resolver must survive, allowed and unlike any collection's; their ids name the trouble."""
    long = f"{_FRENCH} {'Il pleut encore sur la ville. ' * 500}"[: LONGEST_TEXT - 1].rstrip() + "."
    crowd = tuple(f"la souris numéro {number}" for number in range(1, MOST_CANDIDATES + 1))
    unmarked = Unmarked(reason=UnmarkedReason.IMPLICIT)
    gap = "The cat saw the mouse because _ moved."
    cues = (Span(start=0, end=2), Span(start=39, end=39), Span(start=39, end=45))
    cats = ("the cat", "the mouse")
    return (
        _question("long-text", long),
        _question("hundred-candidates", candidates=crowd),
        _question("one-candidate", candidates=("la souris",)),
        _question("same-candidate-twice", candidates=("la souris", "la souris")),
        _question("absent-candidates", candidates=("un zeppelin", "Cunégonde")),
        _question("endless-candidate", candidates=("la souris " * 900, "le chat")),
        _question("one-word", "Elle.", "Elle"),
        _question("unmarked", anaphor=unmarked),
        _question("prompt-alone", anaphor=unmarked, prompt="Qui ?"),
        _question("gap", gap, language="en", anaphor=Mark(start=30, end=31, blank=True)),
        _question("gap-is-all", "_", language="en", anaphor=Mark(start=0, end=1, blank=True)),
        _question("marked-cues", anaphor=Mark(start=34, end=38), cues=cues),
        _question("own-readings", anaphor=unmarked, readings=("Tout autre chose.", None)),
        _question("emoji", "🐈 regarde 🐁 parce qu'elle 🏃‍♀️ 👩‍👩‍👧.", "elle", ("🐈", "🐁 👩‍👩‍👧")),
        _question("right-to-left", "القط ينظر إلى الفأر لأنه يتحرك.", "لأنه", ("القط", "الفأر"), language="ar"),
        _question("right-to-left-marks", f"\u202e{_FRENCH}\u202c", "elle", ("le\u200f chat", "la souris")),
        _question(
            "control-characters", "Le chat\x00 voit\x1b[2J la souris,\r\nelle\tfuit.", "elle", ("le chat\x00", "\x07")
        ),
        _question("quotes-and-braces", 'Elle {dit} [“$x”] \\n "%s" <b>&amp;</b>.', "Elle", ('"}{', "$text")),
        _question("combining-letters", "Le\u0301a voit Zoe\u0308 car elle approche.", "elle", ("Le\u0301a", "Zoë")),
        _question("spaces", "Le   chat\u00a0\u00a0voit\u2003elle .", "elle", ("  le chat  ", "elle ")),
        _question("punctuation", "… !? — elle ; : « » …", "elle", ("…", "« »")),
        _question("digits", "12 regarde 13 parce que 14 bouge.", "14", ("12", "13")),
        _question("unknown-language", "tlhIngan Hol Dajatlh'a' ghaH.", "ghaH", ("tlhIngan", "Hol"), language="tlh"),
        _question("no-language", _ENGLISH, "it", cats, language="../x"),
        _question("wrong-language", _ENGLISH, "it", cats, language="fr"),
        _question("unspaced", "猫がネズミを見た。それが動いたからだ。", "それ", ("猫", "ネズミ"), language="ja"),
    )

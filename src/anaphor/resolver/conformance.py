"""The battery that every resolver must pass, those of other people too: is it blind, honest, lonely and steady?

Each check asks the resolver and says what is wrong, or nothing. Two answers are the same when they choose the same
candidate, or abstain for the same reason; scores may differ by a rounding, and where two candidates are that near to
each other either is right.
"""

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_type_hints

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.errors import AnaphorError
from anaphor.resolver.asking import ask, checked_answers, checked_in_any_order
from anaphor.resolver.blindness import finds_by_id
from anaphor.resolver.ensemble_resolver import EnsembleResolver
from anaphor.resolver.hostile import hostile_questions
from anaphor.resolver.panel import PanelResolver
from anaphor.resolver.protocol import BoundResolver, PromptResolver, Resolver
from anaphor.resolver.replay import ReplayResolver
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.schema import Collection, Problem, Question

TOLERANCE = 1e-3
"""Scores of one question may differ so much, relative to their size, between two calls: batches are summed in another
order."""

Schemas = Sequence[Sequence[Question]]
"""Questions with their twins."""
Maker = Callable[[], Resolver]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """What became of one check."""

    name: str
    """What should hold."""
    problem: str | None
    """What is wrong; None when it holds."""
    skipped: str | None = None
    """Why it was not tried."""

    @property
    def passed(self) -> bool:
        """False only for a check that was tried and failed."""
        return self.problem is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What the checks work on."""

    make: Maker
    """Makes the resolver anew."""
    resolver: Resolver
    """The resolver."""
    schemas: Schemas
    """Questions with their twins."""
    alone: tuple[Answer, ...]
    """The answers to all questions asked in one call, in order."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions, twins beside each other."""
        return tuple(question for schema in self.schemas for question in schema)


def examine(make: Maker, schemas: Schemas, progress: Callable[[int, int], None] | None = None) -> Iterator[CheckResult]:
    """The results of all checks, as they come; the first failure to answer at all ends the battery."""
    resolver = make()
    questions = [question for schema in schemas for question in schema]
    yield from _first(resolver, questions)
    try:
        answers = tuple(checked_answers(resolver, questions))
    except AnaphorError as error:
        yield CheckResult(name="answers every question once, in order", problem=str(error))
        return
    yield CheckResult(name="answers every question once, in order", problem=None)
    trial = Trial(make=make, resolver=resolver, schemas=schemas, alone=answers)
    for number, (name, check) in enumerate(_CHECKS.items(), 1):
        yield _tried(name, check, trial)
        if progress:
            progress(number, len(_CHECKS))


def _first(resolver: Resolver, questions: Sequence[Question]) -> Iterator[CheckResult]:
    yield CheckResult(name="has a name and a signature of one line", problem=_naming(resolver))
    yield CheckResult(name="never sees keys", problem=_types(resolver))
    stored = None if _seeing(resolver) or not finds_by_id(resolver) else _STORED
    yield CheckResult(name="is asked blind", problem=_blindness(resolver), skipped=stored)


def _tried(name: str, check: "Check", trial: Trial) -> CheckResult:
    if check in _BLIND_ONLY and finds_by_id(trial.resolver) and not _seeing(trial.resolver):
        return CheckResult(name=name, problem=None, skipped=_STORED)
    if check is _goes_on and _is_bound(trial.resolver):
        return CheckResult(name=name, problem=None, skipped="its answers are those of one collection")
    try:
        return CheckResult(name=name, problem=check(trial))
    except AnaphorError as error:
        return CheckResult(name=name, problem=str(error))


def _is_bound(resolver: Resolver) -> bool:
    """Whether the resolver refuses a collection that nobody knows."""
    try:
        if isinstance(resolver, BoundResolver):
            resolver.refuse_other("conformance", "")
    except AnaphorError:
        return True
    return False


def _naming(resolver: Resolver) -> str | None:
    name, signature = resolver.name, str(resolver.signature)
    if not name.strip() or len(name) > 200 or "\n" in name:
        return f"its name {name[:50]!r} is not a short line"
    if not signature or "\n" in signature:
        return "its signature is empty or has several lines"
    return None if signature == str(resolver.signature) else "its signature changes while one looks at it"


def _types(resolver: Resolver) -> str | None:
    """Whether `resolve` asks for questions, which hold no key, and for nothing else."""
    try:
        hints = get_type_hints(type(resolver).resolve)
    except Exception:  # types that only exist while types are checked: the checker has seen them
        return None
    asked = [str(hint) for name, hint in hints.items() if name != "return"]
    wrong = [hint for hint in asked if "anaphor.schema.Item" in hint or "anaphor.schema.Collection" in hint]
    return f"it asks for {wrong[0]}, which holds the keys" if wrong else None


def _blindness(resolver: Resolver) -> str | None:
    """Whether it asks to see ids and orders, which may give the key away, without having answers stored under them."""
    seeing = _seeing(resolver)
    if not seeing:
        return None
    return f"{seeing[0]} is not blind: it asks to see ids and orders (finds_by_id), as only stored answers may"


def _seeing(resolver: Resolver) -> list[str]:
    """The names of those that see the collection's own ids and orders and are no stored answers."""
    if isinstance(resolver, EnsembleResolver):
        return [name for member in resolver.members for name in _seeing(member)] if finds_by_id(resolver) else []
    return [resolver.name] if finds_by_id(resolver) and not isinstance(resolver, _KEEPERS) else []


def difference(questions: Sequence[Question], before: Sequence[Answer], after: Sequence[Answer]) -> str | None:
    """The first question on which two lists of answers differ, in words; None where they do not."""
    for question, one, other in zip(questions, before, after, strict=True):
        if not same(question, one, other):
            return f"{question.id}: {_words(question, one)}, then {_words(question, other)}"
    return None


def same(question: Question, one: Answer, other: Answer) -> bool:
    """True where two answers to a question are the same but for rounding."""
    if not _near(one.scores, other.scores):
        return False
    if isinstance(one.reply, Choice) and isinstance(other.reply, Choice):
        texts = [candidate.text for candidate in question.candidates]
        return texts[one.reply.candidate] == texts[other.reply.candidate] or _is_close(one)
    if isinstance(one.reply, Abstention) and isinstance(other.reply, Abstention):
        return one.reply.reason is other.reply.reason
    return _is_close(one)


def _near(one: Sequence[float | None], other: Sequence[float | None]) -> bool:
    if len(one) != len(other):
        return False
    pairs = zip(one, other, strict=True)
    return all(a == b if a is None or b is None else abs(a - b) <= TOLERANCE * max(1.0, abs(a)) for a, b in pairs)


def _is_close(answer: Answer) -> bool:
    """True where the two best scores are nearer to each other than what rounding can move."""
    ranked = sorted((score for score in answer.scores if score is not None), reverse=True)
    return len(ranked) > 1 and ranked[0] - ranked[1] <= 2 * TOLERANCE * max(1.0, abs(ranked[0]))


def _words(question: Question, answer: Answer) -> str:
    if isinstance(answer.reply, Choice):
        scores = f" {[round(s, 4) if s is not None else None for s in answer.scores]}" if answer.scores else ""
        return f"“{question.candidates[answer.reply.candidate].text[:40]}”{scores}"
    return f"no answer ({answer.reply.reason})"


def _asks_nothing(trial: Trial) -> str | None:
    tuple(checked_answers(trial.resolver, []))
    return None


def _repeats(trial: Trial) -> str | None:
    again = tuple(checked_answers(trial.resolver, trial.questions))
    return difference(trial.questions, trial.alone, again)


def _is_made_anew(trial: Trial) -> str | None:
    fresh = trial.make()
    if (fresh.name, str(fresh.signature)) != (trial.resolver.name, str(trial.resolver.signature)):
        return "the same spec gives another name or signature"
    return difference(trial.questions, trial.alone, tuple(checked_answers(fresh, trial.questions)))


def _in_another_order(trial: Trial) -> str | None:
    order = list(range(len(trial.questions)))
    random.Random(1).shuffle(order)
    shuffled = [trial.questions[index] for index in order]
    back = {answer.question: answer for answer in checked_answers(trial.resolver, shuffled)}
    return difference(trial.questions, trial.alone, [back[question.id] for question in trial.questions])


def _one_by_one(trial: Trial) -> str | None:
    single = [next(iter(checked_answers(trial.resolver, [question]))) for question in trial.questions]
    return difference(trial.questions, trial.alone, single)


def _in_small_batches(trial: Trial) -> str | None:
    parts = [trial.questions[start : start + 3] for start in range(0, len(trial.questions), 3)]
    return difference(
        trial.questions, trial.alone, [a for part in parts for a in checked_answers(trial.resolver, part)]
    )


def _without_twins(trial: Trial) -> str | None:
    """Each half of the schemas, asked of a resolver that never met its twins, gives what it gave beside them."""
    known = {answer.question: answer for answer in trial.alone}
    for place in range(max(len(schema) for schema in trial.schemas)):
        half = [schema[place] for schema in trial.schemas if len(schema) > place]
        found = tuple(checked_answers(trial.make(), half))
        if problem := difference(half, [known[question.id] for question in half], found):
            return problem
    return None


def _as_they_come(trial: Trial) -> str | None:
    """A resolver that hands answers over in any order gives those that it gives in order."""
    if not isinstance(trial.resolver, PromptResolver):
        return None
    found = {answer.question: answer for answer in checked_in_any_order(trial.resolver, trial.questions)}
    return difference(trial.questions, trial.alone, [found[question.id] for question in trial.questions])


def _under_other_names(trial: Trial) -> str | None:
    """Blinded questions, under opaque ids and with candidates in another order, get the same answers."""
    found = tuple(ask(trial.resolver, trial.questions, salt="conformance"))
    if problem := difference(trial.questions, trial.alone, found):
        return problem
    turned = [_turned(question) for question in trial.questions]
    answers = checked_answers(trial.resolver, turned)
    back = [_turned_back(question, answer) for question, answer in zip(turned, answers, strict=True)]
    return difference(trial.questions, trial.alone, back)


def _turned(question: Question) -> Question:
    return replace(question, candidates=question.candidates[::-1], readings=question.readings[::-1])


def _turned_back(question: Question, answer: Answer) -> Answer:
    last = len(question.candidates) - 1
    reply = Choice(candidate=last - answer.reply.candidate) if isinstance(answer.reply, Choice) else answer.reply
    return Answer(respondent=answer.respondent, question=question.id, reply=reply, scores=answer.scores[::-1])


def _can_be_read(trial: Trial) -> str | None:
    """Abstaining is no fault; never giving anything that can be read is."""
    reasons = [answer.reply.reason for answer in trial.alone if isinstance(answer.reply, Abstention)]
    if len(reasons) < len(trial.alone) or not set(reasons) <= _BROKEN:
        return None
    first = trial.alone[0].reply
    return f"all replies are {reasons[0]} ({first.detail if isinstance(first, Abstention) else ''})"


def _honest_scores(trial: Trial) -> str | None:
    """A choice has the highest of its scores; the records themselves refuse what is not finite."""
    for question, answer in zip(trial.questions, trial.alone, strict=True):
        known = [score for score in answer.scores if score is not None]
        if isinstance(answer.reply, Choice) and len(known) == len(question.candidates) > 0:
            mine = known[answer.reply.candidate]
            if mine < max(known):
                return f"{question.id}: it chose a candidate whose score is not the highest"
    return None


def _names_itself(trial: Trial) -> str | None:
    wrong = [answer.respondent for answer in trial.alone if answer.respondent != trial.resolver.name]
    return f"it signs an answer as {wrong[0]!r}, not as {trial.resolver.name!r}" if wrong else None


def _survives(trial: Trial) -> str | None:
    """Every hostile question gets an answer, alone and in one call; none of them may raise."""
    hostile = hostile_questions()
    for question in hostile:
        try:
            tuple(checked_answers(trial.resolver, [question]))
        except AnaphorError as error:
            return f"{question.id}: {error}"
    tuple(checked_answers(trial.resolver, hostile))
    return None


def _goes_on(trial: Trial) -> str | None:
    """A run of half the questions, gone on with by a fresh resolver, ends like one that was never stopped."""
    asked = Collection(
        name="conformance", language="mul", problems=tuple(Problem(id=q.id, item=q) for q in trial.questions)
    )
    half = RunSettings(source="conformance", limit=len(trial.questions) // 2)
    whole = RunSettings(source="conformance")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.jsonl"
        run_collection(asked, trial.resolver, path, half)
        state = run_collection(asked, trial.make(), path, whole)
    if state.asked != len(trial.questions) - len(trial.questions) // 2:
        return f"{state.asked} questions were asked after the restart"
    straight = tuple(ask(trial.resolver, trial.questions, salt=asked.fingerprint))
    return difference(trial.questions, straight, state.answers)


_KEEPERS = (ReplayResolver, PanelResolver)
_STORED = "its answers are stored under the collection's ids"
_BROKEN = frozenset({AbstentionReason.UNREADABLE, AbstentionReason.FAILED, AbstentionReason.TIMEOUT})
Check = Callable[[Trial], str | None]
_CHECKS: dict[str, Check] = {
    "signs its answers with its name": _names_itself,
    "gives replies that can be read": _can_be_read,
    "answers nothing when nothing is asked": _asks_nothing,
    "chooses the highest score": _honest_scores,
    "gives the same answers again": _repeats,
    "gives the same answers when it is made anew": _is_made_anew,
    "does not depend on the order of questions": _in_another_order,
    "does not depend on the size of the batch": _in_small_batches,
    "answers one question as it answers many": _one_by_one,
    "answers an item alone as beside its twin": _without_twins,
    "gives the same answers as they come": _as_they_come,
    "does not depend on ids or the order of candidates": _under_other_names,
    "survives hostile questions": _survives,
    "goes on after a stop": _goes_on,
}
_BLIND_ONLY = (_under_other_names,)

"""Answers collected elsewhere as a study: items found in the collection, choices numbered in its order.

A file may say what was chosen (a number or words), what is right, or only whether the answer was right. Where it says
only that, candidate 0 stands for the right answer and 1 for any other.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from anaphor.errors import ContentError
from anaphor.experiment.design.design import Exclusion, TrialKind
from anaphor.experiment.importing.matching import Match, Matcher, letters, places_of, plain_text
from anaphor.experiment.importing.records import Given, GivenPerson, Import, ImportSettings, written_note
from anaphor.experiment.study.reading_out import person_name
from anaphor.experiment.study.record import Asked, Person, Response, Study
from anaphor.schema import Collection


@dataclass(frozen=True, slots=True, kw_only=True)
class _ItemReading:
    """How the answers to one item are to be read."""

    asked: Asked
    only_right: bool
    """True: choices are not known in an order that all share, only whether they were right."""


def assemble(found: Import, name: str, settings: ImportSettings, collection: Collection | None = None) -> Study:
    """The study in a file, with everything that had to be supposed among its notes."""
    if not found.answers:
        raise ContentError("experiment-there-no-answer-file")
    matcher = Matcher(collection) if collection else None
    notes = list(found.notes)
    readings = _readings([*found.asked, *found.answers], matcher, notes)
    people = _people(found, settings)
    responses = _responses(found.answers, readings, people, notes)
    return Study(
        name=name,
        people=tuple(people.values()),
        responses=responses,
        asked=tuple(reading.asked for reading in readings.values()),
        collection=collection.name if collection else None,
        collection_fingerprint=collection.fingerprint if collection else None,
        exclusion=Exclusion(finished_only=not settings.unfinished),
        source=found.source,
        notes=tuple(notes),
    )


def _people(found: Import, settings: ImportSettings) -> dict[str, Person]:
    """People by the name in the file."""
    known = {person.name: person for person in found.people}
    for answer in found.answers:
        known.setdefault(answer.person, GivenPerson(name=answer.person))
    lists = {answer.person: answer.list_number for answer in found.answers if answer.list_number is not None}
    return {
        name: Person(
            name=name if settings.keep_names else person_name(number),
            list_number=lists.get(name),
            finished=given.finished,
            adult=given.adult,
            native=given.native,
            simulated=given.simulated,
        )
        for number, (name, given) in enumerate(known.items(), 1)
    }


def _readings(given: Sequence[Given], matcher: Matcher | None, notes: list[str]) -> dict[str, _ItemReading]:
    by_item: dict[str, list[Given]] = {}
    for answer in given:
        by_item.setdefault(answer.item, []).append(answer)
    readings: dict[str, _ItemReading] = {}
    counts: Counter[str] = Counter()
    for name, answers in by_item.items():
        match = matcher.find(name, answers[0].text) if matcher and answers[0].kind is TrialKind.ITEM else None
        strange = matcher is not None and match is None and answers[0].kind is TrialKind.ITEM
        counts["unmatched"] += strange
        counts["items"] += answers[0].kind is TrialKind.ITEM
        # A name of their own: the collection may call another item by the file's.
        readings[name] = _reading(f"other-{name}" if strange else name, answers, match, counts)
    every = counts.pop("items", 0)
    if every and counts["unmatched"] == every:
        raise ContentError("experiment-none-items-file-collection", every=every)
    notes += [written_note(name, count=count, all=every) for name, count in counts.items() if count]
    return readings


def _reading(name: str, answers: Sequence[Given], match: Match | None, counts: Counter[str]) -> _ItemReading:
    first = answers[0]
    candidates = _candidates(answers)
    if match is not None:
        wanted = tuple(each.text for each in match.question.candidates)
        if candidates and places_of(candidates, wanted) is None:
            counts["by_order"] += 1
        known = Asked(
            trial=match.question.id,
            item=match.question.id,
            schema=match.schema,
            text=match.question.text,
            prompt=match.question.prompt,
            candidates=wanted,
            key=match.key,
        )
        return _ItemReading(asked=known, only_right=_only_right(answers))
    text = plain_text(first.text) if first.text else None
    asked = Asked(
        trial=name,
        kind=first.kind,
        item=name if first.kind is TrialKind.ITEM else None,
        schema=first.schema,
        text=text,
        prompt=first.prompt,
        candidates=candidates,
    )
    keys = {_index(each.key, each.key_text, each, asked) for each in answers} - {None}
    rights = {_index(each.choice, each.chosen, each, asked) for each in answers if _right(each)} - {None}
    if len(keys) == 1 or (not keys and len(rights) == 1):
        key = next(iter(keys or rights))
        if not any(_right(each) is False and _index(each.choice, each.chosen, each, asked) == key for each in answers):
            return _ItemReading(asked=replace(asked, key=key), only_right=_only_right(answers))
    if not keys and all(_right(each) is None for each in answers):
        return _ItemReading(asked=asked, only_right=False)
    counts["only_right"] += 1
    return _ItemReading(asked=replace(asked, key=0, candidates=()), only_right=True)


def _only_right(answers: Sequence[Given]) -> bool:
    """Whether answers say that they were right, and none what was chosen."""
    answered = [each for each in answers if each.person]
    return any(each.right is not None for each in answered) and all(
        each.choice is None and each.chosen is None for each in answered
    )


def _candidates(answers: Sequence[Given]) -> tuple[str, ...]:
    """What could be chosen: as the file says, else whatever was chosen or right in words."""
    stated = next((each.candidates for each in answers if each.candidates), ())
    if stated:
        return stated
    words = [word for each in answers for word in (each.key_text, each.chosen) if word is not None]
    return tuple(dict.fromkeys(words))


def _right(answer: Given) -> bool | None:
    """Whether an answer was right, as far as its own row says."""
    if answer.right is not None:
        return answer.right
    if answer.choice is not None and answer.key is not None:
        return answer.choice == answer.key
    if answer.chosen is not None and answer.key_text is not None:
        return letters(answer.chosen) == letters(answer.key_text)
    return None


def _index(number: int | None, words: str | None, answer: Given, asked: Asked) -> int | None:
    """A candidate's number in the order that all answers share."""
    said = answer.candidates[number] if number is not None and number < len(answer.candidates) else words
    if said is not None and asked.candidates:
        places = places_of([said], asked.candidates)
        if places is not None:
            return places[0]
    return number if number is not None and number >= 0 else None


def _responses(
    answers: Sequence[Given], readings: dict[str, _ItemReading], people: dict[str, Person], notes: list[str]
) -> tuple[Response, ...]:
    first = _first_answers(answers, readings)
    responses, lost = [], 0
    for number, answer in enumerate(answers):
        reading = readings[answer.item]
        asked = reading.asked
        choice = _choice(answer, reading)
        if asked.candidates and choice is not None and choice >= len(asked.candidates):
            choice, lost = None, lost + 1
        responses.append(
            Response(
                person=people[answer.person].name,
                trial=asked.trial,
                kind=asked.kind,
                item=asked.item,
                schema=asked.schema,
                list_number=answer.list_number,
                position=answer.position,
                choice=choice,
                key=asked.key,
                side=answer.side,
                key_side=answer.side if choice == asked.key else None,
                rt_ms=answer.rt_ms,
                again=number not in first,
                comment=answer.comment,
                at=answer.at,
            )
        )
    if lost:
        notes.append(written_note("lost", count=lost))
    repeats = sum(each.again for each in responses)
    if repeats:
        notes.append(written_note("again", count=repeats))
    return tuple(responses)


def _first_answers(answers: Sequence[Given], readings: dict[str, _ItemReading]) -> set[int]:
    """The places of each person's first answer to each item, in time where the file says when."""
    timed = all(answer.at is not None for answer in answers)
    first: dict[tuple[str, str], tuple[float, int]] = {}
    for number, answer in enumerate(answers):
        which = (answer.person, readings[answer.item].asked.trial)
        when = (answer.at if timed and answer.at is not None else 0.0, number)
        first[which] = min(first.get(which, when), when)
    return {number for _, number in first.values()}


def _choice(answer: Given, reading: _ItemReading) -> int | None:
    if not reading.only_right:
        return _index(answer.choice, answer.chosen, answer, reading.asked)
    right = _right(answer)
    if right is None or reading.asked.key is None:
        return None
    return reading.asked.key if right else 1 - min(reading.asked.key, 1)

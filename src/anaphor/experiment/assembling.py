"""Answers collected elsewhere as a study: items found in the collection, choices numbered in its order.

A file may say what was chosen (a number or words), what is right, or only whether the answer was right. Where it says
only that, candidate 0 stands for the right answer and 1 for any other.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from anaphor.answers import ImportSettings, StudyAnswer, StudyAnswers, plain_text
from anaphor.errors import ContentError
from anaphor.experiment.design.design import Design, Exclusion, TrialKind
from anaphor.experiment.study.reading_out import asked_of, person_name
from anaphor.experiment.study.record import Asked, Person, Response, Study
from anaphor.experiment.study.times import time_fault
from anaphor.files import MemoryTable
from anaphor.schema import Collection, Item, Neither, question_of
from anaphor.text import Message, choice, message

CollectionSource = Collection | Path | str | MemoryTable
"""A collection, a file or a name of the catalogue that holds one, or a table in memory."""


def letters(text: str) -> str:
    """Only the letters and digits of a text, small: what stays the same when it is typeset otherwise.

    >>> letters("The <i>suitcase</i>, it's 2 small .")
    'thesuitcaseits2small'
    """
    folded = unicodedata.normalize("NFKC", plain_text(text)).casefold()
    return "".join(each for each in folded if each.isalnum())


class Matcher:
    """Items of a collection by id, and by text whatever the spaces and marks, if unique; of a design by id."""

    def __init__(self, collection: Collection | Design) -> None:
        self.design = collection if isinstance(collection, Design) else None
        self._by_id: dict[str, Asked] = {}
        self._by_text: dict[str, Asked | None] = {}
        if isinstance(collection, Design):
            self._by_id = {each.trial: each for each in asked_of(collection)}
            return
        parts = [
            (part.id, *each)
            for part in collection.parts
            for each in zip(part.entries, part.conditions or [None] * len(part.entries), strict=True)
        ]
        for schema, entry, condition in parts:
            question = question_of(entry)
            asked = Asked(
                trial=question.id,
                item=question.id,
                schema=schema,
                condition=condition,
                text=question.text,
                prompt=question.prompt,
                candidates=tuple(each.text for each in question.candidates),
                key=entry.key if isinstance(entry, Item) and not isinstance(entry.key, Neither) else None,
            )
            self._by_id[question.id] = asked
            text = letters(question.text)
            self._by_text[text] = None if text in self._by_text else asked

    def find(self, name: str, text: str | None) -> Asked | None:
        """The item of that text; of that id only where the file has no text, for other files count otherwise."""
        if text is not None and self.design is None:
            return self._by_text.get(letters(text))
        return self._by_id.get(name) or self._by_text.get(letters(name))


def places_of(candidates: Sequence[str], wanted: Sequence[str]) -> tuple[int, ...] | None:
    """For each candidate of a file its number among the collection's; None where one of them is not found.

    >>> places_of(["the suitcase", "the trophy"], ["the trophy", "the suitcase"])
    (1, 0)
    """
    known = [letters(each) for each in wanted]
    found = [known.index(name) if (name := letters(each)) in known else None for each in candidates]
    places = tuple(each for each in found if each is not None)
    return places if len(places) == len(candidates) == len(set(places)) else None


Reading = tuple[Asked, bool]
"""An item; True: choices are not known in an order that all share, only whether they were right."""


def assemble(
    found: StudyAnswers, name: str, settings: ImportSettings, collection: Collection | Design | None = None
) -> Study:
    """The study in a file, its notes what had to be supposed; with a design, only who answered all finished."""
    if not found.answers:
        raise ContentError("experiment-no-answer-in-file")
    notes = list(found.notes)
    readings = _readings([*found.asked, *found.answers], Matcher(collection) if collection else None, notes)
    design = collection if isinstance(collection, Design) else None
    known = {each.name: Person(**{one.name: getattr(each, one.name) for one in fields(each)}) for each in found.people}
    for answer in found.answers:
        known.setdefault(answer.person, Person(name=answer.person))
    lists = {answer.person: answer.list_number for answer in found.answers if answer.list_number is not None}
    people = {
        theirs: replace(
            person, name=theirs if settings.keep_names else person_name(number), list_number=lists.get(theirs)
        )
        for number, (theirs, person) in enumerate(known.items(), 1)
    }
    about: dict[str, Any] = {
        "name": name,
        "asked": tuple(asked for asked, _ in readings.values()),
        "exclusion": Exclusion(finished_only=not settings.unfinished),
    }
    if isinstance(collection, Collection):
        about |= {"collection": collection.name, "collection_fingerprint": collection.fingerprint}
    if design is not None:
        if found.designs - {design.fingerprint}:
            notes.append(message("experiment-notes-other-design", design=design.fingerprint))
        done = Counter(person for person, _ in {(each.person, each.item) for each in found.answers})
        others = sum(trial.kind is not TrialKind.ITEM for trial in design.trials)
        for theirs, person in people.items():
            place = (person.list_number or 0) - 1
            whole = len(design.lists[place]) + others if 0 <= place < len(design.lists) else None
            people[theirs] = replace(person, finished=person.finished and done[theirs] == whole)
        own = ("name", "fingerprint", "collection", "collection_fingerprint", "counting")
        rules = design.exclusion
        about = {each: getattr(design, each) for each in own} | {
            "asked": asked_of(design),
            "exclusion": replace(rules, finished_only=rules.finished_only and not settings.unfinished),
        }
    responses = _responses(found.answers, readings, people, notes)
    return Study(people=tuple(people.values()), responses=responses, source=found.source, notes=tuple(notes), **about)


def _readings(given: Sequence[StudyAnswer], matcher: Matcher | None, notes: list[Message]) -> dict[str, Reading]:
    """How the answers to each item are to be read, by the item's name in the file."""
    by_item: dict[str, list[StudyAnswer]] = {}
    for answer in given:
        by_item.setdefault(answer.item, []).append(answer)
    readings: dict[str, Reading] = {}
    counts: Counter[str] = Counter()
    for name, answers in by_item.items():
        if matcher is not None and matcher.design is not None:
            asked = matcher.find(name, None)
            if asked is None:
                raise ContentError("experiment-not-in-design", trial=name, design=matcher.design.name)
            readings[name] = (asked, False)
        elif answers[0].kind is not TrialKind.ITEM or matcher is None:
            readings[name] = _own_reading(name, answers, counts)
        elif (match := matcher.find(name, answers[0].text)) is not None:
            candidates = _candidates(answers)
            counts["by_order"] += bool(candidates) and places_of(candidates, match.candidates) is None
            readings[name] = (match, _only_right(answers))
        else:
            counts["unmatched"] += 1
            # A name of their own: the collection may call another item by the file's.
            readings[name] = _own_reading(f"other-{name}", answers, counts)
    every = sum(answers[0].kind is TrialKind.ITEM for answers in by_item.values())
    if every and counts["unmatched"] == every:
        raise ContentError("experiment-no-item-matches", every=every)
    for name in ("unmatched", "by_order", "only_right"):
        if counts[name]:
            total = {"all": every} if name == "unmatched" else {}
            notes.append(choice("experiment-notes", name, count=counts[name], **total))
    return readings


def _own_reading(name: str, answers: Sequence[StudyAnswer], counts: Counter[str]) -> Reading:
    """An item that is known from the file alone."""
    first = answers[0]
    asked = Asked(
        trial=name,
        kind=first.kind,
        item=name if first.kind is TrialKind.ITEM else None,
        schema=first.schema,
        condition=first.condition,
        text=plain_text(first.text) if first.text else None,
        prompt=first.prompt,
        candidates=_candidates(answers),
    )
    keys = {_index(each.key, each.key_text, each, asked) for each in answers} - {None}
    rights = {_index(each.choice, each.chosen, each, asked) for each in answers if _right(each)} - {None}
    if len(keys) == 1 or (not keys and len(rights) == 1):
        key = next(iter(keys or rights))
        if not any(_right(each) is False and _index(each.choice, each.chosen, each, asked) == key for each in answers):
            return replace(asked, key=key), _only_right(answers)
    if not keys and all(_right(each) is None for each in answers):
        return asked, False
    counts["only_right"] += 1
    return replace(asked, key=0, candidates=()), True


def _only_right(answers: Sequence[StudyAnswer]) -> bool:
    """Whether answers say that they were right, and none what was chosen."""
    answered = [each for each in answers if each.person]
    return any(each.right is not None for each in answered) and all(
        each.choice is None and each.chosen is None for each in answered
    )


def _candidates(answers: Sequence[StudyAnswer]) -> tuple[str, ...]:
    """What could be chosen: as the file says, else whatever was chosen or right in words."""
    stated = next((each.candidates for each in answers if each.candidates), ())
    if stated:
        return stated
    words = [word for each in answers for word in (each.key_text, each.chosen) if word is not None]
    return tuple(dict.fromkeys(words))


def _right(answer: StudyAnswer) -> bool | None:
    """Whether an answer was right, as far as its own row says."""
    if answer.right is not None:
        return answer.right
    if answer.choice is not None and answer.key is not None:
        return answer.choice == answer.key
    if answer.chosen is not None and answer.key_text is not None:
        return letters(answer.chosen) == letters(answer.key_text)
    return None


def _index(number: int | None, words: str | None, answer: StudyAnswer, asked: Asked) -> int | None:
    """A candidate's number in the order that all answers share."""
    said = answer.candidates[number] if number is not None and number < len(answer.candidates) else words
    if said is not None and asked.candidates:
        places = places_of([said], asked.candidates)
        if places is not None:
            return places[0]
    return number if number is not None and number >= 0 else None


def _key_side(answer: StudyAnswer, chosen: int | None, asked: Asked) -> int | None:
    """Where the right answer stood: as the file says, where the chosen one did, or across from it."""
    if asked.key is None or asked.key in answer.order:
        return None if asked.key is None else answer.order.index(asked.key)
    if chosen == asked.key or answer.side is None:
        return answer.side
    known = chosen is not None and len(asked.candidates) == 2 and answer.side in (0, 1)
    return 1 - answer.side if known else None


def _responses(
    answers: Sequence[StudyAnswer], readings: dict[str, Reading], people: dict[str, Person], notes: list[Message]
) -> tuple[Response, ...]:
    # Each person's first answer to each item, in time where the file says when.
    timed = all(answer.at is not None for answer in answers)
    first: dict[tuple[str, str], tuple[float, int]] = {}
    for number, answer in enumerate(answers):
        which = (answer.person, readings[answer.item][0].trial)
        when = (answer.at if timed and answer.at is not None else 0.0, number)
        first[which] = min(first.get(which, when), when)
    firsts = {number for _, number in first.values()}
    responses, lost, untimed = [], 0, 0
    for number, answer in enumerate(answers):
        asked, only_right = readings[answer.item]
        chosen = _index(answer.choice, answer.chosen, answer, asked)
        if only_right:
            right = _right(answer)
            known = right is not None and asked.key is not None
            chosen = (asked.key if right else 1 - min(asked.key or 0, 1)) if known else None
        if asked.candidates and chosen is not None and chosen >= len(asked.candidates):
            chosen, lost = None, lost + 1
        rt_ms, hidden_ms = answer.rt_ms, answer.hidden_ms
        if rt_ms is not None and time_fault(rt_ms):
            rt_ms, untimed = None, untimed + 1
        if time_fault(hidden_ms):
            hidden_ms, untimed = 0.0, untimed + 1
        hidden = {"hidden_ms": hidden_ms} if hidden_ms else {}  # as the default a file does not say it
        responses.append(
            Response(
                person=people[answer.person].name,
                trial=asked.trial,
                kind=asked.kind,
                item=asked.item,
                schema=asked.schema,
                list_number=answer.list_number,
                position=answer.position,
                choice=chosen,
                key=asked.key,
                side=answer.order.index(chosen) if chosen in answer.order else answer.side,
                key_side=_key_side(answer, chosen, asked),
                rt_ms=rt_ms,
                focus_losses=answer.focus_losses,
                again=number not in firsts,
                comment=answer.comment,
                at=answer.at,
                **hidden,
            )
        )
    repeats = sum(each.again for each in responses)
    notes += [message("experiment-notes-lost", count=lost)] if lost else []
    notes += [message("experiment-notes-impossible-times", count=untimed)] if untimed else []
    notes += [message("experiment-notes-again", count=repeats)] if repeats else []
    return tuple(responses)

"""Checks of a schema as a whole: do the twins flip, and do they differ only where they should?"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise

from anaphor.collection.checks import findings as f
from anaphor.collection.checks.findings import Code, Finding
from anaphor.collection.checks.similarity import normal_words
from anaphor.collection.domain_names import domains
from anaphor.schema import Item, Problem, Question, Schema, Status, question_of

_MANY_WORDS = 5


def check_schema(schema: Schema) -> Iterator[Finding]:
    """What is wrong with the way the variants hang together."""
    yield from check_standing(schema)
    if len(schema.variants) == 1:
        yield _finding(f.NO_TWIN, schema)
    yield from _flip(schema)
    questions = [question_of(entry) for entry in schema.variants]
    for one, other in pairwise(questions):
        yield from _difference(schema, one, other)
        yield from _prompts(schema, one, other)


def check_standing(record: Schema | Problem) -> Iterator[Finding]:
    """What is wrong with domains and status."""
    for domain in record.domains:
        if domain not in domains():
            yield _finding(f.DOMAIN_UNKNOWN, record, domain=domain, known=", ".join(domains()))
    if record.status is not Status.AGREED and not record.reason:
        yield _finding(f.STATUS_WITHOUT_REASON, record, status=record.status)


def _finding(code: Code, record: Schema | Problem, **details: str) -> Finding:
    return Finding(code=code, place=record.id, details=details)


def _flip(schema: Schema) -> Iterator[Finding]:
    items = [entry for entry in schema.variants if isinstance(entry, Item)]
    sets = [tuple(candidate.text for candidate in item.question.candidates) for item in items]
    if len({frozenset(text.casefold() for text in each) for each in sets}) > 1:
        yield _finding(f.TWIN_CANDIDATES_DIFFER, schema, one=", ".join(sets[0]), other=", ".join(sets[1]))
    elif len(items) > 1 and len(items) == len(schema.variants):
        answers = {item.answer for item in items}
        if len(answers) == 1:
            yield _finding(f.TWINS_DO_NOT_FLIP, schema, answer=str(answers.pop()))


def _difference(schema: Schema, one: Question, other: Question) -> Iterator[Finding]:
    first, second = _outside(one), _outside(other)
    if first != second:
        changed = [
            (" ".join(first[a:b]), " ".join(second[c:d]))
            for tag, a, b, c, d in SequenceMatcher(a=first, b=second, autojunk=False).get_opcodes()
            if tag != "equal"
        ]
        if one.cues and other.cues and changed:
            yield _finding(f.TWINS_DIFFER_OUTSIDE, schema, one=changed[0][0], other=changed[0][1])
    words = max(sum(len(normal_words(cue.of(each.text))) for cue in each.cues) for each in (one, other))
    if words > _MANY_WORDS:
        yield _finding(f.TWINS_DIFFER_MUCH, schema, words=str(words))


def _outside(question: Question) -> list[str]:
    """The words that stand outside the marked ones."""
    text = question.text
    for cue in reversed(question.cues):
        text = text[: cue.start] + " " + text[cue.end :]
    return list(normal_words(text))


def _prompts(schema: Schema, one: Question, other: Question) -> Iterator[Finding]:
    """The same prompt for both twins must not hold the marked words of only one of them."""
    if one.prompt is None or one.prompt != other.prompt:
        return
    asked = set(normal_words(one.prompt))
    held = [_cue_words(question) for question in (one, other)]
    if all(held) and (held[0] <= asked) != (held[1] <= asked) and not held[0] & held[1]:
        yield _finding(f.PROMPT_DOES_NOT_FOLLOW, schema)


def _cue_words(question: Question) -> set[str]:
    return {word for cue in question.cues for word in normal_words(cue.of(question.text)) if len(word) > 3}

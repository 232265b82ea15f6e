"""Everything that is wrong with a collection, before anybody else says so.

Checks of its parts and of the whole: copies, balance, languages, and agreement with a reference beside it.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise

from anaphor.collection.checks.findings import Finder, Finding, Severity, TextIndex, normal_words
from anaphor.collection.checks.item import check_characters, check_item, check_text, folded
from anaphor.collection.checks.item import finding as item_finding
from anaphor.collection.checks.published import published, size_of
from anaphor.collection.taxonomy import domains
from anaphor.language import LANGUAGES, AnaphorKind, Language, language_evidence
from anaphor.registry import Registry
from anaphor.schema import Collection, Entry, Item, Mark, Problem, Question, Schema, Status, question_of
from anaphor.text import choice, message

finding = Finder(
    error="""
        id-character key-contradicted no-choice no-items reference-anaphor-differs reference-key-differs
        reference-question-differs twins-alike twins-do-not-flip
    """,
    warning="""
        alternatives-equal association-betrays domain-unknown encoding-declared id-like-path ids-alike language-doubtful
        language-unknown near-duplicate position-unbalanced prompt-does-not-follow published-copy same-text
        status-without-reason too-long twins-differ-outside-the-marks
    """,
    note="""
        keys-missing known-text language-assumed language-unrecognised lone-candidate many-on-one-text
        mixed-apostrophes no-twin twin-candidates-differ twins-differ-much
    """,
)
"""Makes the findings of this file; every kind of them stands here with how much it matters."""

CHECKS: Registry[Callable[[Schema], Iterable[Finding]]] = Registry("check", "anaphor.checks")
"""Checks of schemas that need more than grammar."""
CODES = item_finding.codes | finding.codes
"""Every kind of finding with how much it matters."""

_MANY_WORDS = 5
"""Marked words above which twins differ in more than a special word or a short expression."""
_MOST_SENTENCES = 3
"""Sentences that people like to read (paper 4)."""
_NEAR = 0.6
"""Share of word pairs from which on two texts are nearly the same."""
_SAME = 0.85
"""Share from which on a reference is taken to have the same text."""
_COMPARED = 8
"""Items with one text and anaphor that a further one is compared with."""
_PATH = re.compile(r"[/\\]|^~|^\.")
"""What makes an id unfit for a file's name."""
_UNLIKELY = 0.01
_QUOTED = ("context", "prompt", "words")
"""Details that quote or count the words of one twin."""
_PART_OF_SET = 0.8
"""Share of a collection's texts from one published set from which on it is a part of that set."""
_FEWEST = 10
"""Lone items below which their balance says nothing."""
# "Qui a gagné ?" asks for a subject; "Qui a-t-il vu ?" is inverted and asks for an object.
_SUBJECT_QUESTION = re.compile(r"(?i)^\s*(qui|qu['’]est-ce qui|qui est-ce qui|lequel|laquelle|lesquels|lesquelles)\b")
_INVERSION = re.compile(r"(?i)-(t-)?(je|tu|il|elle|on|nous|vous|ils|elles)\b")
_NO_SUBJECT = (AnaphorKind.OBJECT, AnaphorKind.DATIVE, AnaphorKind.DISJUNCTIVE, AnaphorKind.IMPERSONAL)


def findings_in(
    collection: Collection,
    *,
    beside: tuple[Collection, ...] = (),
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Finding, ...]:
    """All findings, in the order of the file; `beside` are collections to compare texts, anaphors and keys with."""
    findings: list[Finding] = []
    references = [ReferenceCheck(reference) for reference in beside]
    for done, part in enumerate(collection.parts, 1):
        progress(done, len(collection.parts))
        findings += _check_part(part, references)
    contradicted = _check_keys(collection)
    findings += (contradiction for _, contradiction in contradicted)
    findings += _check_copies(collection, beside, {pair for pair, _ in contradicted})
    findings += _check_published(collection)
    findings += _check_whole(collection)
    return tuple(findings)


def worst_first(findings: tuple[Finding, ...]) -> list[Finding]:
    """Errors, then warnings, then notes, each in the order of the file."""
    return sorted(findings, key=lambda one: list(Severity).index(one.severity))


def _check_part(part: Schema | Problem, references: list["ReferenceCheck"]) -> Iterator[Finding]:
    """What is wrong with a schema or problem; of one that is excluded, only its standing is looked at."""
    for domain in part.domains:
        if domain not in domains():
            yield finding("domain-unknown", part.id, domain=domain, known=", ".join(domains()))
    if part.status is not Status.AGREED and not part.reason:
        yield finding("status-without-reason", part.id, status=choice("collection-word", part.status))
    yield from _check_ids(part)
    if part.status is Status.EXCLUDED:
        return
    if isinstance(part, Schema):
        yield from _check_schema(part)
    findings = [[(flaw, _kind(flaw)) for flaw in _check_entry(part, entry, references)] for entry in part.entries]
    # What is wrong with every variant alike is said once, of the schema, whichever of its words are quoted.
    kinds = [{kind for _, kind in own} for own in findings]
    shared = kinds[0].intersection(*kinds[1:]) if len(kinds) > 1 else set()
    for number, own in enumerate(findings):
        for flaw, kind in own:
            if kind not in shared:
                yield flaw
            elif number == 0:
                yield replace(flaw, place=part.id, items=tuple(entry.id for entry in part.entries))


def _kind(flaw: Finding) -> tuple[str, str]:
    """What two findings share that say the same of twins."""
    return flaw.code, str({name: value for name, value in flaw.details.items() if name not in _QUOTED})


def _check_ids(part: Schema | Problem) -> Iterator[Finding]:
    """Ids that break a line, hide a character, or could lead out of a folder where a file is called by them."""
    for name in dict.fromkeys((part.id, *(entry.id for entry in part.entries if not entry.id.startswith(part.id)))):
        if odd := next((sign for sign in name if not sign.isprintable()), None):
            yield finding("id-character", part.id, name=f"U+{ord(odd):04X}")
        elif _PATH.search(name):
            yield finding("id-like-path", part.id)
        elif not name.isascii():
            yield from check_characters(part.id, "id", name)


def _check_entry(part: Schema | Problem, entry: Entry, references: list["ReferenceCheck"]) -> Iterator[Finding]:
    question = question_of(entry)
    language = _language(question)
    if language and not question.scale:  # steps of a scale are neither named in the text nor stand for the anaphor
        yield from check_item(question, language)
    yield from check_text(question, language)
    for reference in references:
        yield from reference.findings(entry, language)
    if isinstance(part, Problem) and language:
        sentences = len(language.sentences(question.text))
        if sentences > _MOST_SENTENCES:
            yield finding("too-long", part.id, sentences=sentences)


def _check_schema(schema: Schema) -> Iterator[Finding]:
    """What is wrong with the way the variants hang together: do they flip, and differ only where they should?"""
    if len(schema.variants) == 1:
        yield finding("no-twin", schema.id)
    items = [entry for entry in schema.variants if isinstance(entry, Item)]
    sets = [tuple(candidate.text for candidate in item.question.candidates) for item in items]
    offers_differ = len({frozenset(map(folded, names)) for names in sets}) > 1
    if offers_differ:
        yield finding("twin-candidates-differ", schema.id, one=", ".join(sets[0]), other=", ".join(sets[1]))
    alike: dict[object, list[Entry]] = {}
    for entry in schema.variants:
        words, place = _what_is_asked(question_of(entry))
        if words:
            alike.setdefault((words, place if isinstance(place, int) else None), []).append(entry)
    answers = {item.answer for item in items}
    if twins := next((group for group in alike.values() if len(group) > 1), None):
        opposite = len({entry.answer for entry in twins if isinstance(entry, Item)}) > 1
        yield finding(
            "twins-alike", schema.id, text=question_of(twins[0]).text, keys="opposite" if opposite else "same"
        )
    elif not offers_differ and len(answers) == 1 and len(items) == len(schema.variants) > 1:
        yield finding("twins-do-not-flip", schema.id, answer=str(answers.pop()))
    for one, other in pairwise([question_of(entry) for entry in schema.variants]):
        yield from _check_twins(schema.id, one, other)
    for name in CHECKS.names():
        yield from CHECKS.get(name)(schema)


def _what_is_asked(question: Question) -> tuple[tuple[str, ...], object]:
    """What tells whether two items ask the same: the words, and the place of the anaphor or else the prompt."""
    words, mark = normal_words(question.text), question.anaphor
    if isinstance(mark, Mark):
        return words, len(normal_words(question.text[: mark.start]))
    return words, (folded(mark.form or ""), normal_words(question.prompt or ""))


def _check_twins(place: str, *twins: Question) -> Iterator[Finding]:
    outside, held, words = [], [], 0
    for twin in twins:
        text, cues = twin.text, [normal_words(cue.of(twin.text)) for cue in twin.cues]
        for cue in reversed(twin.cues):
            text = text[: cue.start] + " " + text[cue.end :]
        outside.append(list(normal_words(text)))
        held.append({word for cue in cues for word in cue if len(word) > 3})
        words = max(words, sum(map(len, cues)))
    first, second = outside
    if first != second and all(twin.cues for twin in twins):
        codes = SequenceMatcher(a=first, b=second, autojunk=False).get_opcodes()
        _, a, b, c, d = next(code for code in codes if code[0] != "equal")
        mine, theirs = " ".join(first[a:b]), " ".join(second[c:d])
        yield finding("twins-differ-outside-the-marks", place, one=mine, other=theirs)
    marked = [[cue.of(twin.text) for cue in twin.cues] for twin in twins]
    equal = [mine for mine, theirs in zip(*marked, strict=False) if mine == theirs]
    if equal and len(marked[0]) == len(marked[1]) > len(equal):
        yield finding("alternatives-equal", place, word=equal[0])
    if words > _MANY_WORDS:
        yield finding("twins-differ-much", place, words=words)
    prompts = {twin.prompt for twin in twins}
    if len(prompts) == 1 and (prompt := prompts.pop()) is not None:
        # The same prompt for both twins must not hold the marked words of only one of them.
        prompt_words = set(normal_words(prompt))
        if all(held) and (held[0] <= prompt_words) != (held[1] <= prompt_words) and not held[0] & held[1]:
            yield finding("prompt-does-not-follow", place)


def _language(question: Question) -> Language | None:
    """The rules of a question's language, None when none are installed."""
    return LANGUAGES.get(question.language) if question.language in LANGUAGES.names() else None


def _check_keys(collection: Collection) -> list[tuple[frozenset[str], Finding]]:
    """Items that ask the same as an item of another schema or problem and have another key, with where both stand."""
    seen: dict[object, list[tuple[str, Item]]] = {}
    contradictions = []
    for part in collection.parts:
        items = (
            [entry for entry in part.entries if isinstance(entry, Item)] if part.status is not Status.EXCLUDED else []
        )
        for item in items:
            same = _what_is_asked(item.question)
            others = seen.setdefault(same, []) if same[0] else []
            against = ((name, other) for name, other in others if name != part.id and _contradict(item, other))
            if rival := next(against, None):
                right, own = (entry.answer or message("collection-word-neither") for entry in (rival[1], item))
                details = {"other": rival[1].id, "theirs": right, "answer": own, "text": item.question.text}
                contradictions.append((frozenset({part.id, rival[0]}), finding("key-contradicted", item.id, **details)))
            if len(others) < _COMPARED:
                others.append((part.id, item))
    return contradictions


def _contradict(item: Item, other: Item) -> bool:
    """Whether what is right in one of two items is offered in the other and wrong there."""
    mine, theirs = (folded(one.answer) if one.answer else None for one in (item, other))
    offered = [
        {folded(candidate.text) for candidate in question.candidates} for question in (item.question, other.question)
    ]
    return mine != theirs and (mine in offered[1] or theirs in offered[0])


def _check_copies(
    collection: Collection, others: tuple[Collection, ...], seen: set[frozenset[str]]
) -> Iterator[Finding]:
    """Texts that are nearly the same as another's, inside the collection and in other ones; `seen` are told already."""
    groups = _texts(collection)
    index = TextIndex((name, texts[0]) for name, texts in groups.items())
    beside = TextIndex((f"{other.name}#{name}", texts[0]) for other in others for name, texts in _texts(other).items())
    passages = {problem.passage for problem in collection.problems}
    for name, texts in groups.items():
        if len(texts) > 2 and name in passages:
            yield finding("many-on-one-text", name, count=len(texts))
        inside = index.nearest(texts[0], at_least=_NEAR, skip=frozenset({name}))
        if inside and frozenset({name, inside.name}) not in seen:
            seen.add(frozenset({name, inside.name}))
            code = "same-text" if inside.share == 1 else "near-duplicate"
            yield finding(code, name, other=inside.name, share=f"{inside.share:.0%}")
        across = beside.nearest(texts[0], at_least=_NEAR)
        if across:
            yield finding("known-text", name, other=across.name, share=f"{across.share:.0%}")


def _check_published(collection: Collection) -> Iterator[Finding]:
    """Texts that are copies of a published set's.

    A collection that has half of a set, or hardly anything else, is that set, a version or a part of it: no copy.
    """
    groups = _texts(collection)
    copies = {name: copy for name, texts in groups.items() if (copy := published(texts))}
    held = Counter(owner for _, owner in {(text, owner) for text, owner, _ in copies.values()})
    most = max(_PART_OF_SET * len(groups), _FEWEST)
    own = {owner for owner, count in held.items() if 2 * count >= size_of(owner) or count >= most}
    for name, (_, owner, share) in copies.items():
        if owner not in own:
            yield finding("published-copy", name, other=owner, share=f"{share:.0%}")


def _texts(collection: Collection) -> dict[str, list[str]]:
    """Texts by what they belong to: variants of a schema and problems on one passage belong together."""
    groups = {schema.id: [question_of(entry).text for entry in schema.variants] for schema in collection.schemas}
    for problem in collection.problems:
        groups.setdefault(problem.passage or problem.id, []).append(question_of(problem.item).text)
    return groups


def _check_whole(collection: Collection) -> Iterator[Finding]:
    """Languages, keys, balance and apostrophes of a collection, each told once."""
    languages, name = LANGUAGES.names(), collection.name
    # Of a language without rules nothing is found, since little was looked for.
    for language in dict.fromkeys(
        question.language for question in collection.questions if question.language not in languages
    ):
        yield finding("language-unknown", name, language=language, known=", ".join(languages))
    for language in dict.fromkeys(question.language for question in collection.questions):
        if looks := other_language(collection, language):
            yield finding("language-doubtful", name, language=language, looks=looks)
    whole = len(collection.entries)
    if not collection.parts:
        yield finding("no-items", name)
    lone = [entry for entry in collection.entries if len(question_of(entry).candidates) == 1]
    # Where the one candidate is wrong in some items (SuperGLUE), the question is whether it is right.
    for_judgement = any(not isinstance(entry, Item) or not isinstance(entry.key, int) for entry in lone)
    for entry in lone:
        yield finding("lone-candidate" if for_judgement else "no-choice", entry.id)
    names = Counter(name.casefold() for name in {part.id for part in collection.parts})
    for part in collection.parts:
        if names[part.id.casefold()] > 1:
            yield finding("ids-alike", part.id)
    if count := whole - len(collection.items):
        yield finding("keys-missing", name, count=count, all=whole)
    firsts = _first_mentioned(collection)
    # Two-sided exact probability of a split at least as uneven as this one if both sides were equally likely.
    extreme = max(sum(firsts), len(firsts) - sum(firsts))
    ways = term = math.comb(len(firsts), extreme)
    for count in range(extreme, len(firsts)):
        term = term * (len(firsts) - count) // (count + 1)
        if term << 64 < ways:  # what follows changes no digit
            break
        ways += term
    if len(firsts) >= _FEWEST and (chance := min(1.0, ways / (1 << (len(firsts) - 1)))) < _UNLIKELY:
        yield finding("position-unbalanced", name, first=sum(firsts), all=len(firsts), p=f"{chance:.1g}")
    straight, curly = (sum(question.text.count(sign) for question in collection.questions) for sign in "'’")
    if straight and curly:
        yield finding("mixed-apostrophes", name, straight=straight, curly=curly)


def _first_mentioned(collection: Collection) -> list[bool]:
    """For each lone item of two candidates, whether the right one is mentioned first; twins that flip are balanced."""
    lone = [entry for schema in collection.schemas if len(schema.variants) == 1 for entry in schema.variants]
    firsts: list[bool] = []
    for entry in [*lone, *(problem.item for problem in collection.problems)]:
        if not isinstance(entry, Item) or not isinstance(entry.key, int) or len(entry.question.candidates) != 2:
            continue
        language, places = _language(entry.question), []
        for candidate in entry.question.candidates:
            mentions = language.find(candidate.text, entry.question.text) if language else ()
            starts = [candidate.span.start] if candidate.span else [mention.span.start for mention in mentions]
            places += [min(starts)] if starts else []
        if len(places) == 2 and places[0] != places[1]:
            firsts.append(places[entry.key] == min(places))
    return firsts


def other_language(collection: Collection, language: str | None = None) -> str | None:
    """The language that the words look like, where it is not the collection's; None where there is no doubt.

    Of a collection in several languages, the texts in `language` are looked at. A language without rules is not
    doubted: its words may be those of a neighbour that is known.
    """
    own = language or collection.language
    looks = language_evidence(question.text for question in collection.questions if question.language == own).code
    return looks if looks != own and own in LANGUAGES.names() else None


class ReferenceCheck:
    """Compares items with those of another collection that have the same text."""

    def __init__(self, reference: Collection) -> None:
        self._name = reference.name
        self._entries = {entry.id: entry for entry in reference.entries}
        self._exact: dict[object, Entry] = {}
        for entry in reference.entries:  # by what is asked where it is the same, by the words alone otherwise
            for key in (_what_is_asked(question_of(entry)), normal_words(question_of(entry).text)):
                self._exact.setdefault(key, entry)
        self._index = TextIndex((name, question_of(entry).text) for name, entry in self._entries.items())

    def findings(self, entry: Entry, language: Language | None) -> Iterator[Finding]:
        """Where the reference disagrees about the anaphor, the question or the key."""
        question = question_of(entry)
        other = self._exact.get(_what_is_asked(question)) or self._exact.get(normal_words(question.text))
        if other is None:
            near = self._index.nearest(question.text, at_least=_SAME)
            if near is None:
                return
            other = self._entries[near.name]
        reference = question_of(other)
        place = f"{self._name}#{reference.id}"
        form = question.anaphor_form or "_"
        if isinstance(question.anaphor, Mark) and isinstance(reference.anaphor, Mark):
            marks = ((question.text, question.anaphor), (reference.text, reference.anaphor))
            mine, theirs = (len(normal_words(text[: mark.start])) for text, mark in marks)
            if mine != theirs:
                yield finding(
                    "reference-anaphor-differs",
                    question.id,
                    other=place,
                    theirs=reference.anaphor_form or "_",
                    form=form,
                )
                return
        elif language and _asks_for_another(question, reference, language):
            prompt = reference.prompt or ""
            yield finding("reference-question-differs", question.id, other=place, prompt=prompt, form=form)
            return
        if isinstance(entry, Item) and isinstance(other, Item) and not _same_answer(entry, other):
            right, own = (keyed.answer or message("collection-word-neither") for keyed in (other, entry))
            yield finding("reference-key-differs", question.id, other=place, theirs=right, answer=own)


def _asks_for_another(question: Question, reference: Question, language: Language) -> bool:
    """A reference that asks for a subject, while the anaphor that is marked here is none."""
    mark, prompt = question.anaphor, reference.prompt
    if not isinstance(mark, Mark) or mark.blank or prompt is None:
        return False
    asks_subject = _SUBJECT_QUESTION.match(prompt) and not _INVERSION.search(prompt)
    analysis = language.analyse(question.text, mark.span)
    return bool(asks_subject and analysis and analysis.kind in _NO_SUBJECT)


def _same_answer(item: Item, other: Item) -> bool:
    """Whether two right answers name the same thing: one's words are among the other's."""
    if item.answer is None or other.answer is None:
        return item.answer == other.answer
    mine = set(normal_words(item.answer))
    wrong = [candidate.text for number, candidate in enumerate(other.question.candidates) if number != other.key]
    rivals = [len(mine & set(normal_words(text))) for text in wrong]
    return len(mine & set(normal_words(other.answer))) >= max(rivals, default=0)

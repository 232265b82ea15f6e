"""Problems in a paragraph: a pronoun, the passage that leads up to it, and the phrases that it may take up.

What syntax rules out is left out: other genders and numbers, a clitic's own subject, what stands behind a preposition
in the clause of a subject pronoun, predicates. Quoted speech is left out, too: there, a first person may be a third.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from anaphor.authoring.settings import MOST_SENTENCES
from anaphor.language import (
    AnaphorAnalysis,
    AnaphorKind,
    Animacy,
    Concord,
    Gender,
    Language,
    Number,
    Outline,
    OutlinePhrase,
    PhraseRole,
    WordLists,
    rules_of,
)
from anaphor.schema import Span

_SPEECH = re.compile(r"[«»“”‘\"]|^\s*[—–-]|\s[—–]\s|[,.!?]'|(?:^|\s)'(?=\w)")
"""Quotation marks, and the dash before a turn."""
_ANIMATE = (Animacy.PERSON, Animacy.ANIMAL)
_BOUND = (AnaphorKind.OBJECT, AnaphorKind.DATIVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseSigns:
    """What the words of a language say of phrases without a parser."""

    of_words: frozenset[str]
    definite: re.Pattern[str]
    """A definite article, at the beginning of a phrase."""
    epithet: re.Pattern[str]
    """The same with an adjective: how somebody is mostly called who was named before (*la pauvre enfant*)."""
    relative: re.Pattern[str]
    """A relative pronoun that may be the subject of its clause, behind a phrase."""

    @classmethod
    def of(cls, lists: WordLists) -> "PhraseSigns":
        """The signs that the lists of a language make."""
        whole = sorted(form for form in lists.definites if not form.endswith("'"))
        elided = sorted(f"{form[:-1]}['’]" for form in lists.definites if form.endswith("'"))
        return cls(
            of_words=lists.of_words,
            definite=_any_of([*(f"{form} " for form in whole), *elided]),
            epithet=_any_of([*(f"{form} ?" for form in (*whole, *elided))], _any_of(lists.epithets).pattern + "s? "),
            relative=re.compile(rf",? *{_any_of(lists.subject_relatives).pattern}\b"),
        )


@lru_cache(maxsize=16)
def _signs_of(lists: WordLists) -> PhraseSigns:
    return PhraseSigns.of(lists)


def _any_of(patterns: Iterable[str], behind: str = "") -> re.Pattern[str]:
    """One of some patterns; nothing matches where there are none."""
    return re.compile(f"(?:{'|'.join(sorted(patterns, reverse=True)) or '(?!)'}){behind}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A candidate where it stands last before the pronoun."""

    phrase: OutlinePhrase
    concord: Concord
    entity: str
    """What it shares with other mentions of the same."""
    mentions: int = 1
    """How often the passage speaks of it before the pronoun."""
    was_subject: bool = False
    """Whether one of its mentions is a subject."""


@dataclass(frozen=True, kw_only=True)
class PassageDraft:
    """A problem that is not worded yet."""

    paragraph: str
    passage: Span
    """Where the passage stands in its paragraph."""
    place: Span
    """Where the pronoun stands in it."""
    analysis: AnaphorAnalysis
    candidates: tuple[Mention, ...]
    """In the order of the text."""
    outline: Outline
    sentences: int
    loose: int
    """Other pronouns of the passage that agree with none of its phrases before them."""
    rivals: int = 0
    """Pronouns of the same gender and number before it."""

    @cached_property
    def text(self) -> str:
        return self.passage.of(self.paragraph)

    @property
    def mark(self) -> Span:
        """The pronoun, in the passage."""
        return Span(start=self.place.start - self.passage.start, end=self.place.end - self.passage.start)


EntityOf = Callable[[OutlinePhrase], str | None]
"""What an annotation says a phrase speaks of; None: it says nothing."""


def drafts_in(  # noqa: PLR0913  # a paragraph as it is seen, and what is wanted
    paragraph: str,
    language: Language,
    outline: Outline,
    entity_of: EntityOf | None = None,
    *,
    sentences: int = MOST_SENTENCES,
    things: bool = False,
) -> Iterator[PassageDraft]:
    """The problems of a paragraph, in its order, with passages of so many sentences at most.

    Candidates are people and animals; with `things`, where a pronoun has no such candidate, things.
    """
    if not outline.asked or len(outline.phrases) < 2:
        return
    spans, signs = language.sentences(paragraph), _signs_of(rules_of(language).word_lists)
    phrases = [(phrase, language.concord(phrase.text)) for phrase in outline.phrases]
    analysed = [(place, language.analyse(paragraph, place)) for place in outline.places]
    wanted = frozenset(outline.asked)
    pronouns = [(place, analysis) for place, analysis in analysed if analysis is not None]
    for place, analysis in pronouns:
        if place not in wanted:
            continue
        here = next((n for n, span in enumerate(spans) if span.start <= place.start < span.end), None)
        if here is None or _SPEECH.search(spans[here].of(paragraph)):
            continue
        agreeing = [
            (phrase, concord)
            for phrase, concord in phrases
            if phrase.end <= place.start
            and agrees(analysis, concord)
            and not is_ruled_out(paragraph, outline, place, analysis, phrase, signs)
        ]
        for width in range(1, min(sentences, here + 1) + 1):
            passage = Span(start=spans[here - width + 1].start, end=spans[here].end)
            if _SPEECH.search(passage.of(paragraph)):
                break
            inside = [(phrase, concord) for phrase, concord in agreeing if phrase.start >= passage.start]
            candidates = of_one_kind(analysis, _mentions(inside, entity_of), things=things)
            if len(candidates) < 2:
                continue
            beings = is_being(candidates[0].phrase, candidates[0].concord)
            if beings and any(is_rival(outline, place, analysis, *rival) for rival in inside):
                break
            if may_be_one(paragraph, candidates, [span.start for span in spans], signs):
                break
            if is_given_away(outline, place, analysis, candidates, pronouns):
                break
            of_a_kind = [pair for pair in phrases if not beings or is_being(*pair)]
            loose = loose_pronouns(pronouns, of_a_kind, passage, place)
            draft = PassageDraft(
                paragraph=paragraph,
                passage=passage,
                place=place,
                analysis=analysis,
                candidates=candidates,
                outline=outline,
                sentences=width,
                loose=loose,
                rivals=sum(
                    passage.start <= other.start < place.start
                    and one.number is analysis.number
                    and (one.gender is analysis.gender or None in (one.gender, analysis.gender))
                    for other, one in pronouns
                ),
            )
            if loose and width < min(sentences, here + 1):
                continue
            yield draft
            break


def agrees(analysis: AnaphorAnalysis, concord: Concord) -> bool:
    """Whether a phrase may be what a pronoun takes up; they, which may be one, is taken for several here."""
    number = analysis.number or Number.PLURAL
    if concord.number is not None and concord.number is not number:
        return False
    if analysis.gender is not None and concord.gender is not None:
        return concord.gender is analysis.gender
    return True


def of_one_kind(analysis: AnaphorAnalysis, mentions: tuple[Mention, ...], *, things: bool) -> tuple[Mention, ...]:
    """The candidates that a reader can take for one another: all beings, or all things; none where one alone is left.

    A single person among things is no problem: whoever knows that people speak and things do not has solved it.
    """
    beings = tuple(mention for mention in mentions if is_being(mention.phrase, mention.concord))
    lifeless = (
        tuple(mention for mention in mentions if mention not in beings and not mention.concord.is_name)
        if things
        else ()
    )
    if analysis.gender is Gender.NEUTER:
        return lifeless
    return beings if len(beings) > 1 or not lifeless else () if beings else lifeless


def is_being(phrase: OutlinePhrase, concord: Concord) -> bool:
    """Whether a phrase speaks of a person or an animal; a name of which nothing is known may, as subject or object."""
    unknown = concord.is_name and concord.animacy is None
    return concord.animacy in _ANIMATE or (unknown and phrase.role in (PhraseRole.SUBJECT, PhraseRole.OBJECT))


def is_ruled_out(  # noqa: PLR0913, PLR0917  # a phrase and an anaphor, and all that is known of both
    paragraph: str,
    outline: Outline,
    place: Span,
    analysis: AnaphorAnalysis,
    phrase: OutlinePhrase,
    signs: PhraseSigns,
) -> bool:
    """Whether syntax keeps a pronoun from taking up a phrase before it."""
    if phrase.role is PhraseRole.PREDICATE or phrase.end > place.start:
        return True
    if analysis.kind is AnaphorKind.POSSESSIVE and paragraph[phrase.end : place.start].strip() in signs.of_words:
        return True  # `un curé de ses amis`
    within = outline.clause(phrase.start) == outline.clause(place.start)
    if analysis.kind in _BOUND:
        # `la couturière, qui l'attendait`: the relative's own subject
        begins = outline.clauses[outline.clause(place.start) - 1]
        relative = signs.relative.match(paragraph, phrase.end)
        return (within and phrase.role is PhraseRole.SUBJECT) or (
            relative is not None and relative.end() >= begins >= phrase.end
        )
    return within and analysis.kind is AnaphorKind.SUBJECT


def is_given_away(
    outline: Outline,
    place: Span,
    analysis: AnaphorAnalysis,
    candidates: tuple[Mention, ...],
    pronouns: list[tuple[Span, AnaphorAnalysis]],
) -> bool:
    """Whether gender decides: a name of unknown gender beside a noun, or a subject pronoun that takes one of two away.

    `Le docteur vit la bête ; il [l']examina`: whoever *il* is, the object is somebody else.
    """
    genders = [mention.concord.gender for mention in candidates]
    names = [mention.concord.gender for mention in candidates if mention.concord.is_name]
    nouns = [mention.concord.gender for mention in candidates if not mention.concord.is_name]
    if analysis.gender is not None and None in names and any(nouns):
        return True
    clause = outline.clause(place.start)
    subjects = [
        one.gender
        for other, one in pronouns
        if one.kind is AnaphorKind.SUBJECT and other.end <= place.start and outline.clause(other.start) == clause
    ]
    taken = genders.count(subjects[-1]) if subjects and subjects[-1] and None not in genders else 0
    return analysis.kind in _BOUND and taken == 1 and len(candidates) == 2


def may_be_one(paragraph: str, candidates: tuple[Mention, ...], sentences: list[int], signs: PhraseSigns) -> bool:
    """Whether one candidate is another one's apposition or epithet, or a noun takes up who was named before it.

    `Zambinella se tut. Le chanteur …`: about half of such pairs are one and the same in annotated novels.
    """
    for one, other in pairwise(candidates):
        beside = paragraph[one.phrase.end : other.phrase.start].strip() == ","
        if beside or (other.mentions == 1 and signs.epithet.match(other.phrase.text.lower())):
            return True
    if len({mention.phrase.start for mention in candidates if mention.concord.is_name}) == len(candidates):
        return False
    places = [bisect_right(sentences, mention.phrase.start) for mention in candidates]
    definite = [
        signs.definite.match(mention.phrase.text) is not None and mention.mentions == 1 for mention in candidates
    ]
    return any(again and places[number] > min(places) for number, again in enumerate(definite))


def is_rival(outline: Outline, place: Span, analysis: AnaphorAnalysis, phrase: OutlinePhrase, concord: Concord) -> bool:
    """Whether a thing is as likely as the people around: an object before a clitic, the subject of a possessive."""
    if is_being(phrase, concord) or concord.animacy is Animacy.GROUP:
        return False
    if analysis.kind is AnaphorKind.OBJECT:
        return phrase.role in (PhraseRole.OBJECT, PhraseRole.SUBJECT)
    own = outline.clause(phrase.start) == outline.clause(place.start) and phrase.role is PhraseRole.SUBJECT
    return analysis.kind is AnaphorKind.POSSESSIVE and own


def _mentions(phrases: list[tuple[OutlinePhrase, Concord]], entity_of: EntityOf | None) -> tuple[Mention, ...]:
    """One mention for each thing that is spoken of: its last, with how often it is."""
    entities: dict[str, Mention] = {}
    joined = [phrase for phrase, _ in phrases if "+" in phrase.head]
    for phrase, concord in phrases:
        if any(whole is not phrase and whole.start <= phrase.start and phrase.end <= whole.end for whole in joined):
            continue  # `Paul` of `Paul et Marie`, which is a candidate as a whole
        entity = (entity_of(phrase) if entity_of else None) or _known_name(phrase, concord, entities) or phrase.head
        before = entities.pop(entity, None)
        longer = before.phrase.text if before and len(before.phrase.text) > len(phrase.text) else phrase.text
        entities[entity] = Mention(
            phrase=phrase._replace(text=longer),
            concord=concord,
            entity=entity,
            mentions=1 + (before.mentions if before else 0),
            was_subject=phrase.role is PhraseRole.SUBJECT or bool(before and before.was_subject),
        )
    return tuple(entities.values())


def _known_name(phrase: OutlinePhrase, concord: Concord, entities: dict[str, Mention]) -> str | None:
    """The entity of a name that shares its words with one before: Jean, Jean Valjean, Valjean."""
    if not concord.is_name:
        return None
    words = set(phrase.text.split())
    for entity, mention in entities.items():
        other = set(mention.phrase.text.split())
        if mention.concord.is_name and (words <= other or other <= words):
            return entity
    return None


def loose_pronouns(
    pronouns: list[tuple[Span, AnaphorAnalysis]],
    phrases: list[tuple[OutlinePhrase, Concord]],
    passage: Span,
    place: Span,
) -> int:
    """Pronouns up to the place that agree with nothing before them in the passage."""
    return sum(
        not any(
            passage.start <= phrase.start and phrase.end <= other.start and agrees(analysis, concord)
            for phrase, concord in phrases
        )
        for other, analysis in pronouns
        if passage.start <= other.start <= place.start
    )

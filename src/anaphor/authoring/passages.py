"""Problems in a paragraph: a pronoun, the passage that leads up to it, and the phrases that it may take up.

What syntax rules out is left out: other genders and numbers, a clitic's own subject, what stands behind a preposition
in the clause of a subject pronoun, predicates. Quoted speech is left out, too: there, a first person may be a third.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
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
)
from anaphor.schema import Span

_SPEECH = re.compile(r"[«»“”‘\"]|^\s*[—–-]|\s[—–]\s|[,.!?]'|(?:^|\s)'(?=\w)")
"""Quotation marks, and the dash before a turn."""
_RELATIVE = re.compile(r",? *(?:qui|who|that|which)\b")
_DEFINITE = re.compile(r"(?:le|la|les|the) |l['’]")
_EPITHET = re.compile(
    r"(?:le|la|les|the|l['’]) ?(?:aimable|excellent|honnête|pauvre|jeune|vieux|vieil|vieille|brave|bon|bonne|cher|chère"
    r"|malheureux|malheureuse|digne|gentil|gentille|poor|worthy|unhappy|dear|unfortunate)s? "
)
"""How somebody is mostly called who was named before: *la pauvre enfant*, *the poor man*."""
_ANIMATE = (Animacy.PERSON, Animacy.ANIMAL)
_BOUND = (AnaphorKind.OBJECT, AnaphorKind.DATIVE)


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
    spans = language.sentences(paragraph)
    known = [(phrase, language.concord(phrase.text)) for phrase in outline.phrases]
    analysed = [(place, language.analyse(paragraph, place)) for place in outline.places]
    wanted = frozenset(outline.asked)
    asked = [(place, analysis) for place, analysis in analysed if analysis is not None]
    for place, analysis in asked:
        if place not in wanted:
            continue
        here = next((n for n, each in enumerate(spans) if each.start <= place.start < each.end), None)
        if here is None or _SPEECH.search(spans[here].of(paragraph)):
            continue
        agreeing = [
            (phrase, concord)
            for phrase, concord in known
            if phrase.end <= place.start
            and agrees(analysis, concord)
            and not is_ruled_out(paragraph, outline, place, analysis, phrase)
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
            if beings and any(is_rival(outline, place, analysis, *each) for each in inside):
                break
            if may_be_one(paragraph, candidates, [each.start for each in spans]):
                break
            if is_given_away(outline, place, analysis, candidates, asked):
                break
            of_a_kind = [each for each in known if not beings or is_being(*each)]
            loose = loose_pronouns(asked, of_a_kind, passage, place)
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
                    for other, one in asked
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


def of_one_kind(analysis: AnaphorAnalysis, found: tuple[Mention, ...], *, things: bool) -> tuple[Mention, ...]:
    """The candidates that a reader can take for one another: all beings, or all things; none where one alone is left.

    A single person among things is no problem: whoever knows that people speak and things do not has solved it.
    """
    beings = tuple(each for each in found if is_being(each.phrase, each.concord))
    lifeless = tuple(each for each in found if each not in beings and not each.concord.is_name) if things else ()
    if analysis.gender is Gender.NEUTER:
        return lifeless
    return beings if len(beings) > 1 or not lifeless else () if beings else lifeless


def is_being(phrase: OutlinePhrase, concord: Concord) -> bool:
    """Whether a phrase speaks of a person or an animal; a name of which nothing is known may, as subject or object."""
    unknown = concord.is_name and concord.animacy is None
    return concord.animacy in _ANIMATE or (unknown and phrase.role in (PhraseRole.SUBJECT, PhraseRole.OBJECT))


def is_ruled_out(
    paragraph: str, outline: Outline, place: Span, analysis: AnaphorAnalysis, phrase: OutlinePhrase
) -> bool:
    """Whether syntax keeps a pronoun from taking up a phrase before it."""
    if phrase.role is PhraseRole.PREDICATE or phrase.end > place.start:
        return True
    if analysis.kind is AnaphorKind.POSSESSIVE and paragraph[phrase.end : place.start].strip() in ("de", "d'", "of"):
        return True  # `un curé de ses amis`
    within = outline.clause(phrase.start) == outline.clause(place.start)
    if analysis.kind in _BOUND:
        # `la couturière, qui l'attendait`: the relative's own subject
        begins = outline.clauses[outline.clause(place.start) - 1]
        relative = _RELATIVE.match(paragraph, phrase.end)
        return (within and phrase.role is PhraseRole.SUBJECT) or (
            relative is not None and relative.end() >= begins >= phrase.end
        )
    return within and analysis.kind is AnaphorKind.SUBJECT


def is_given_away(
    outline: Outline,
    place: Span,
    analysis: AnaphorAnalysis,
    candidates: tuple[Mention, ...],
    asked: list[tuple[Span, AnaphorAnalysis]],
) -> bool:
    """Whether gender decides: a name of unknown gender beside a noun, or a subject pronoun that takes one of two away.

    `Le docteur vit la bête ; il [l']examina`: whoever *il* is, the object is somebody else.
    """
    genders = [each.concord.gender for each in candidates]
    names = [each.concord.gender for each in candidates if each.concord.is_name]
    nouns = [each.concord.gender for each in candidates if not each.concord.is_name]
    if analysis.gender is not None and None in names and any(nouns):
        return True
    clause = outline.clause(place.start)
    subjects = [
        one.gender
        for other, one in asked
        if one.kind is AnaphorKind.SUBJECT and other.end <= place.start and outline.clause(other.start) == clause
    ]
    taken = genders.count(subjects[-1]) if subjects and subjects[-1] and None not in genders else 0
    return analysis.kind in _BOUND and taken == 1 and len(candidates) == 2


def may_be_one(paragraph: str, candidates: tuple[Mention, ...], sentences: list[int]) -> bool:
    """Whether one candidate is another one's apposition or epithet, or a noun takes up who was named before it.

    `Zambinella se tut. Le chanteur …`: about half of such pairs are one and the same in annotated novels.
    """
    for one, other in pairwise(candidates):
        beside = paragraph[one.phrase.end : other.phrase.start].strip() == ","
        if beside or (other.mentions == 1 and _EPITHET.match(other.phrase.text.lower())):
            return True
    if len({each.phrase.start for each in candidates if each.concord.is_name}) == len(candidates):
        return False
    places = [bisect_right(sentences, each.phrase.start) for each in candidates]
    definite = [_DEFINITE.match(each.phrase.text) is not None and each.mentions == 1 for each in candidates]
    return any(again and places[number] > min(places) for number, again in enumerate(definite))


def is_rival(outline: Outline, place: Span, analysis: AnaphorAnalysis, phrase: OutlinePhrase, concord: Concord) -> bool:
    """Whether a thing is as likely as the people around: an object before a clitic, the subject of a possessive."""
    if is_being(phrase, concord) or concord.animacy is Animacy.GROUP:
        return False
    if analysis.kind is AnaphorKind.OBJECT:
        return phrase.role in (PhraseRole.OBJECT, PhraseRole.SUBJECT)
    own = outline.clause(phrase.start) == outline.clause(place.start) and phrase.role is PhraseRole.SUBJECT
    return analysis.kind is AnaphorKind.POSSESSIVE and own


def _mentions(found: list[tuple[OutlinePhrase, Concord]], entity_of: EntityOf | None) -> tuple[Mention, ...]:
    """One mention for each thing that is spoken of: its last, with how often it is."""
    entities: dict[str, Mention] = {}
    joined = [phrase for phrase, _ in found if "+" in phrase.head]
    for phrase, concord in found:
        if any(each is not phrase and each.start <= phrase.start and phrase.end <= each.end for each in joined):
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
    asked: list[tuple[Span, AnaphorAnalysis]], known: list[tuple[OutlinePhrase, Concord]], passage: Span, place: Span
) -> int:
    """Pronouns up to the place that agree with nothing before them in the passage."""
    return sum(
        not any(
            passage.start <= phrase.start and phrase.end <= other.start and agrees(analysis, concord)
            for phrase, concord in known
        )
        for other, analysis in asked
        if passage.start <= other.start <= place.start
    )

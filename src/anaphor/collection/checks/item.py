"""Checks of one item: its anaphor, its candidates, and how they fit together."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from anaphor.collection.checks import findings as f
from anaphor.collection.checks.findings import Code, Finding
from anaphor.language import (
    AnaphorAnalysis,
    AnaphorKind,
    Animacy,
    Concord,
    FoundBy,
    Language,
    Number,
)
from anaphor.schema import Mark, Question, Span, UnmarkedReason

_FINAL = re.compile(
    r"\b(pour|afin|de sorte|de façon|de manière|de façon à ce|de manière à ce|pour éviter)\s+qu(?:e\s|['’])\s*$", re.I
)
_ALIVE = (Animacy.PERSON, Animacy.ANIMAL)
_CLITICS = (AnaphorKind.SUBJECT, AnaphorKind.OBJECT, AnaphorKind.DATIVE)


@dataclass(frozen=True, slots=True)
class ItemCheck:
    """One question under examination, with what its language says about its parts."""

    question: Question
    language: Language
    concords: tuple[Concord, ...]

    @classmethod
    def of(cls, question: Question, language: Language) -> "ItemCheck":
        """The question with the concord of each candidate."""
        return cls(question, language, tuple(language.concord(each.text) for each in question.candidates))

    def findings(self) -> Iterator[Finding]:
        """All that is wrong with the item."""
        yield from self._candidates()
        if not isinstance(self.question.anaphor, Mark):
            yield from self._unmarked()
        elif not self.question.anaphor.blank:
            yield from self._marked(self.question.anaphor.span)
        yield from self._contrasts()

    def _finding(self, code: Code, **details: str) -> Finding:
        return Finding(code=code, place=self.question.id, details=details)

    # --- the anaphor ---

    def _unmarked(self) -> Iterator[Finding]:
        match getattr(self.question.anaphor, "reason", None):
            case UnmarkedReason.UNSAID:
                yield self._finding(f.ANAPHOR_UNKNOWN)
            case UnmarkedReason.AMBIGUOUS:
                yield self._finding(f.ANAPHOR_AMBIGUOUS)

    def _marked(self, span: Span) -> Iterator[Finding]:
        text = self.question.text
        form = span.of(text)
        analysis = self.language.analyse(text, span)
        if analysis is None:
            yield self._finding(f.ANAPHOR_UNFAMILIAR, form=form)
            return
        if analysis.kind is AnaphorKind.IMPERSONAL:
            yield self._finding(f.ANAPHOR_IMPERSONAL, form=form, context=_words_from(text, span.start, 4))
            return
        if analysis.kind is AnaphorKind.REFLEXIVE:
            yield self._finding(f.ANAPHOR_REFLEXIVE, form=form)
        yield from self._inside_candidate(span, analysis)
        yield from self._concord(form, analysis)
        yield from self._final_clause(span, analysis)
        if self.question.prompt is None:
            yield from self._rivals(span, analysis)

    def _inside_candidate(self, span: Span, analysis: AnaphorAnalysis) -> Iterator[Finding]:
        """An anaphor that is part of the only mention of a candidate."""
        for candidate in self.question.candidates:
            found = [each.span for each in self.language.find(candidate.text, self.question.text)]
            owned = [each for each in found if self._owns(each, span, analysis)]
            if owned and len(owned) == len(found):
                phrase = self.question.text[min(span.start, owned[0].start) : owned[0].end]
                yield self._finding(f.ANAPHOR_IN_CANDIDATE, form=span.of(self.question.text), phrase=phrase)
                return

    def _owns(self, mention: Span, span: Span, analysis: AnaphorAnalysis) -> bool:
        if mention.start <= span.start and span.end <= mention.end:
            return True
        between = self.question.text[span.end : mention.start] if mention.start >= span.end else "x"
        return analysis.kind is AnaphorKind.POSSESSIVE and not between.strip()

    def _final_clause(self, span: Span, analysis: AnaphorAnalysis) -> Iterator[Finding]:
        match = _FINAL.search(self.question.text[: span.start])
        if self.language.code == "fr" and analysis.kind is AnaphorKind.SUBJECT and match:
            yield self._finding(f.FINAL_CLAUSE, connective=f"{match[1]} que")

    def _rivals(self, span: Span, analysis: AnaphorAnalysis) -> Iterator[Finding]:
        """Another pronoun that fits both candidates and may be the one meant, where no prompt says which."""
        text = self.question.text
        for other in self.language.anaphors(text):
            if other == span or not (self._in_one_cluster(span, other, analysis) or self._nearer_to_cue(span, other)):
                continue
            rival = self.language.analyse(text, other)
            if rival and rival.kind in _CLITICS and all(fits(rival, each) for each in self.concords):
                yield self._finding(f.ANAPHOR_RIVAL, form=span.of(text), rival=other.of(text))
                return

    def _in_one_cluster(self, span: Span, other: Span, analysis: AnaphorAnalysis) -> bool:
        """A subject right before the object or dative that is marked: `elle lui a …`."""
        between = self.question.text[other.end : span.start] if other.end <= span.start else "x"
        return analysis.kind in (AnaphorKind.OBJECT, AnaphorKind.DATIVE) and not between.strip()

    def _nearer_to_cue(self, span: Span, other: Span) -> bool:
        """Between the marked anaphor and the words that differ, beyond the end of its clause."""
        if not self.question.cues or not span.end <= other.start < self.question.cues[0].start:
            return False
        return "," in self.question.text[span.end : other.start]

    # --- the candidates ---

    def _candidates(self) -> Iterator[Finding]:
        texts = [candidate.text for candidate in self.question.candidates]
        if len(texts) == 1:
            yield self._finding(f.LONE_CANDIDATE)
        for one, other in combinations(texts, 2):
            yield from self._alike(one, other)
        for candidate, concord in zip(self.question.candidates, self.concords, strict=True):
            found = self.language.find(candidate.text, self.question.text)
            if not found and candidate.span is None and not self._is_whole_sentence():
                yield self._finding(f.CANDIDATE_MISSING, candidate=candidate.text)
            elif found and found[0].by is FoundBy.HEAD:
                yield self._finding(f.CANDIDATE_BY_HEAD, candidate=candidate.text)
            if self._is_bare(candidate.text, concord):
                yield self._finding(f.CANDIDATE_BARE, candidate=candidate.text)

    def _is_whole_sentence(self) -> bool:
        """The gap is the whole text: the candidates are sentences, not noun phrases."""
        return (
            isinstance(self.question.anaphor, Mark)
            and self.question.anaphor.span.of(self.question.text) == self.question.text
        )

    def _is_bare(self, candidate: str, concord: Concord) -> bool:
        """A common noun alone, where a whole phrase must stand; a gap brings its own determiner."""
        return (
            not self._is_gap()
            and " " not in candidate
            and candidate[:1].islower()
            and "'" not in candidate
            and "’" not in candidate
            and not concord.is_name
            and concord.number is not None
        )

    def _is_gap(self) -> bool:
        return isinstance(self.question.anaphor, Mark) and self.question.anaphor.blank

    def _alike(self, one: str, other: str) -> Iterator[Finding]:
        first, second = one.casefold().strip(), other.casefold().strip()
        if first == second:
            yield self._finding(f.CANDIDATES_ALIKE, candidate=one)
            return
        inner, outer = sorted((one, other), key=len)
        if re.search(rf"(?<!\w){re.escape(inner)}(?!\w)", outer, re.IGNORECASE):
            yield self._finding(f.CANDIDATE_IN_CANDIDATE, inner=inner, outer=outer)

    # --- anaphor and candidates ---

    def _concord(self, form: str, wanted: AnaphorAnalysis) -> Iterator[Finding]:
        for candidate, concord in zip(self.question.candidates, self.concords, strict=True):
            details = {"candidate": candidate.text, "form": form, "evidence": ", ".join(concord.evidence)}
            is_one = wanted.number is Number.PLURAL and concord.number is Number.SINGULAR
            if is_one and _is_collective(candidate.text, concord):
                yield self._finding(f.CONCORD_COLLECTIVE, **details)
                continue
            if wanted.gender and concord.gender and concord.gender is not wanted.gender:
                code = f.CONCORD_NAME if concord.is_name else f.CONCORD_GENDER
                yield self._finding(code, found=concord.gender, wanted=wanted.gender, **details)
            elif wanted.gender and concord.gender is None and (concord.is_name or self.language.code != "en"):
                yield self._finding(f.CONCORD_UNKNOWN, **details)
            if wanted.number and concord.number and concord.number is not wanted.number:
                yield self._finding(f.CONCORD_NUMBER, found=concord.number, wanted=wanted.number, **details)

    def _contrasts(self) -> Iterator[Finding]:
        pairs = combinations(zip(self.question.candidates, self.concords, strict=True), 2)
        for (one, first), (other, second) in pairs:
            names = {"one": one.text, "other": other.text}
            kinds = {first.animacy, second.animacy}
            if Animacy.THING in kinds and kinds & set(_ALIVE):
                details = {"first": str(first.animacy), "second": str(second.animacy)}
                yield self._finding(f.ANIMACY_DIFFERS, **names, **details)
            if first.gender and second.gender and first.gender is not second.gender and self._gender_shows():
                yield self._finding(f.CANDIDATES_GENDER, **names)

    def _gender_shows(self) -> bool:
        """Whether other words may agree with the anaphor and so betray its gender: only an object's participle does."""
        mark = self.question.anaphor
        if not isinstance(mark, Mark) or mark.blank:
            return False
        analysis = self.language.analyse(self.question.text, mark.span)
        return analysis is not None and analysis.kind is AnaphorKind.OBJECT and analysis.gender is None


def _words_from(text: str, start: int, count: int) -> str:
    return " ".join(text[start:].split()[:count]).rstrip(".,;:!?")


def _is_collective(phrase: str, concord: Concord) -> bool:
    """A group, or a name that is no person's: a place can be taken up by its people (`ils`)."""
    is_name = phrase.rsplit(maxsplit=1)[-1][:1].isupper()
    return concord.animacy is Animacy.GROUP or (is_name and concord.animacy is None)


def fits(wanted: AnaphorAnalysis, concord: Concord) -> bool:
    """Whether nothing that is known keeps a phrase from being the antecedent."""
    gender = wanted.gender is None or concord.gender in (None, wanted.gender)
    number = wanted.number is None or concord.number in (None, wanted.number)
    return gender and number

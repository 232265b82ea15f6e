"""Checks of one item: its anaphor, its candidates, and how they fit together."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from anaphor.collection.checks.findings import Finding, finding
from anaphor.language import AnaphorAnalysis, AnaphorKind, Animacy, Concord, FoundBy, Language, Number
from anaphor.schema import Mark, Question, Span, UnmarkedReason
from anaphor.text import Message, Value, choice, joined, message

# "Elle parle bas pour qu'[il] dorme": the main subject would take an infinitive, so the other candidate is meant.
_FINAL = re.compile(
    r"\b(pour|afin|de sorte|de façon|de manière|de façon à ce|de manière à ce|pour éviter)\s+qu(?:e\s|['’])\s*$", re.I
)
_ALIVE = {Animacy.PERSON, Animacy.ANIMAL}
_CLITICS = (AnaphorKind.SUBJECT, AnaphorKind.OBJECT, AnaphorKind.DATIVE)
_EVIDENCE = ("determiner", "lexicon", "first name", "title", "form")
"""Kinds of evidence that stand before a word: `determiner la`."""


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
        anaphor = self.question.anaphor
        if isinstance(anaphor, Mark):
            if not anaphor.blank:
                yield from self._anaphor(anaphor.span)
        elif anaphor.reason is UnmarkedReason.UNSAID:
            yield self._finding("anaphor-unknown")
        elif anaphor.reason is UnmarkedReason.AMBIGUOUS:
            yield self._finding("anaphor-ambiguous")
        yield from self._contrasts()

    def _finding(self, code: str, /, **details: Value) -> Finding:
        return finding(code, self.question.id, **details)

    # --- the anaphor ---

    def _anaphor(self, span: Span) -> Iterator[Finding]:
        text = self.question.text
        form = span.of(text)
        analysis = self.language.analyse(text, span)
        if analysis is None:
            yield self._finding("anaphor-unfamiliar", form=form)
            return
        if analysis.kind is AnaphorKind.IMPERSONAL:
            context = " ".join(text[span.start :].split()[:4]).rstrip(".,;:!?")
            yield self._finding("anaphor-impersonal", form=form, context=context)
            return
        if analysis.kind is AnaphorKind.REFLEXIVE:
            yield self._finding("anaphor-reflexive", form=form)
        yield from self._inside_candidate(span, analysis)
        yield from self._concord(form, analysis)
        final = _FINAL.search(text[: span.start])
        if self.language.code == "fr" and analysis.kind is AnaphorKind.SUBJECT and final:
            yield self._finding("final-clause", connective=f"{final[1]} que")
        if self.question.prompt is None:
            yield from self._rivals(span, analysis)

    def _inside_candidate(self, span: Span, analysis: AnaphorAnalysis) -> Iterator[Finding]:
        """An anaphor that is part of the only mention of a candidate, or the possessive right before it."""
        text = self.question.text

        def owns(mention: Span) -> bool:
            if mention.start <= span.start and span.end <= mention.end:
                return True
            follows = mention.start >= span.end and not text[span.end : mention.start].strip()
            return analysis.kind is AnaphorKind.POSSESSIVE and follows

        for candidate in self.question.candidates:
            found = [each.span for each in self.language.find(candidate.text, text)]
            if found and all(map(owns, found)):
                phrase = text[min(span.start, found[0].start) : found[0].end]
                yield self._finding("anaphor-in-candidate", form=span.of(text), phrase=phrase)
                return

    def _rivals(self, span: Span, analysis: AnaphorAnalysis) -> Iterator[Finding]:
        """Another pronoun that fits both candidates and may be the one meant, where no prompt says which."""
        text, cues = self.question.text, self.question.cues
        for other in self.language.anaphors(text):
            # A subject right before the object or dative that is marked: `elle lui a …`.
            before = other.end <= span.start and not text[other.end : span.start].strip()
            in_one_cluster = before and analysis.kind in (AnaphorKind.OBJECT, AnaphorKind.DATIVE)
            # Between the marked anaphor and the words that differ, beyond the end of its clause.
            between = bool(cues) and span.end <= other.start < cues[0].start
            nearer_to_cue = between and "," in text[span.end : other.start]
            if other == span or not (in_one_cluster or nearer_to_cue):
                continue
            rival = self.language.analyse(text, other)
            if rival and rival.kind in _CLITICS and all(fits(rival, each) for each in self.concords):
                yield self._finding("anaphor-rival", form=span.of(text), rival=other.of(text))
                return

    # --- the candidates ---

    def _candidates(self) -> Iterator[Finding]:
        question = self.question
        if len(question.candidates) == 1:
            yield self._finding("lone-candidate")
        for one, other in combinations([candidate.text for candidate in question.candidates], 2):
            inner, outer = sorted((one, other), key=len)
            if one.casefold().strip() == other.casefold().strip():
                yield self._finding("candidates-alike", candidate=one)
            elif re.search(rf"(?<!\w){re.escape(inner)}(?!\w)", outer, re.IGNORECASE):
                yield self._finding("candidate-in-candidate", inner=inner, outer=outer)
        mark = question.anaphor if isinstance(question.anaphor, Mark) else None
        # Where the gap is the whole text, the candidates are sentences, not noun phrases.
        whole_sentence = mark is not None and mark.span.of(question.text) == question.text
        for candidate, concord in zip(question.candidates, self.concords, strict=True):
            found = self.language.find(candidate.text, question.text)
            if not found and candidate.span is None and not whole_sentence:
                yield self._finding("candidate-not-in-text", candidate=candidate.text)
            elif found and found[0].by is FoundBy.HEAD:
                yield self._finding("candidate-only-by-head", candidate=candidate.text)
            # A gap brings its own determiner.
            if not (mark and mark.blank) and _is_bare(candidate.text, concord):
                yield self._finding("candidate-without-determiner", candidate=candidate.text)

    # --- anaphor and candidates ---

    def _concord(self, form: str, wanted: AnaphorAnalysis) -> Iterator[Finding]:
        for candidate, concord in zip(self.question.candidates, self.concords, strict=True):
            named = {"candidate": candidate.text, "form": form}
            is_one = wanted.number is Number.PLURAL and concord.number is Number.SINGULAR
            if is_one and _is_collective(candidate.text, concord):
                yield self._finding("concord-collective", **named)
                continue
            details: dict[str, Value] = {**named, "evidence": joined(map(_evidence, concord.evidence))}
            if wanted.gender and concord.gender and concord.gender is not wanted.gender:
                code = "concord-name" if concord.is_name else "concord-gender"
                yield self._finding(code, found=_word(concord.gender), wanted=_word(wanted.gender), **details)
            elif wanted.gender and concord.gender is None and (concord.is_name or self.language.code != "en"):
                yield self._finding("concord-unknown", **named)
            if wanted.number and concord.number and concord.number is not wanted.number:
                found, asked = _word(concord.number), _word(wanted.number)
                yield self._finding("concord-number", found=found, wanted=asked, **details)

    def _contrasts(self) -> Iterator[Finding]:
        pairs = combinations(zip(self.question.candidates, self.concords, strict=True), 2)
        for (one, first), (other, second) in pairs:
            kinds = {first.animacy, second.animacy}
            if Animacy.THING in kinds and kinds & _ALIVE:
                sorts = {"first": _word(first.animacy), "second": _word(second.animacy)}
                yield self._finding("animacy-differs", one=one.text, other=other.text, **sorts)
            if first.gender and second.gender and first.gender is not second.gender and self._gender_shows():
                yield self._finding("candidates-of-different-gender", one=one.text, other=other.text)

    def _gender_shows(self) -> bool:
        """Whether other words may agree with the anaphor and so betray its gender: only an object's participle does."""
        mark = self.question.anaphor
        if not isinstance(mark, Mark) or mark.blank:
            return False
        analysis = self.language.analyse(self.question.text, mark.span)
        return analysis is not None and analysis.kind is AnaphorKind.OBJECT and analysis.gender is None


def _word(value: object) -> Message:
    """A gender, a number or a sort of thing, in words."""
    return choice("collection-word", value)


def _evidence(said: str) -> Value:
    """What a gender or number was read from: `determiner la`, `lexicon coupe`, or a word as it is."""
    kind = next((kind for kind in _EVIDENCE if said.startswith(f"{kind} ")), None)
    if kind is None:
        return said
    return message(f"collection-evidence-{kind.replace(' ', '-')}", word=said.removeprefix(f"{kind} "))


def _is_bare(candidate: str, concord: Concord) -> bool:
    """A common noun alone, where a whole phrase must stand."""
    one_word = candidate[:1].islower() and not set(candidate) & set(" '’")
    return one_word and not concord.is_name and concord.number is not None


def _is_collective(phrase: str, concord: Concord) -> bool:
    """A group, or a name that is no person's: a place can be taken up by its people (`ils`)."""
    is_name = phrase.rsplit(maxsplit=1)[-1][:1].isupper()
    return concord.animacy is Animacy.GROUP or (is_name and concord.animacy is None)


def fits(wanted: AnaphorAnalysis, concord: Concord) -> bool:
    """Whether nothing that is known keeps a phrase from being the antecedent."""
    gender = wanted.gender is None or concord.gender in (None, wanted.gender)
    number = wanted.number is None or concord.number in (None, wanted.number)
    return gender and number

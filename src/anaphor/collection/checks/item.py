"""Checks of one item: its texts, its candidates, its anaphor, and how they fit together."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import combinations

from anaphor.collection.checks.findings import Finder, Finding, normal_words
from anaphor.language import (
    AnaphorAnalysis,
    AnaphorKind,
    Animacy,
    Concord,
    FoundBy,
    Language,
    Number,
    plain_letters,
    preferred,
    ruled_out,
    rules_of,
)
from anaphor.schema import Mark, Question, Span, UnmarkedReason
from anaphor.text import Message, Value, choice, joined, message

finding = Finder(
    error="""
        anaphor-cut anaphor-impersonal anaphor-in-candidate anaphor-not-in-text anaphor-reflexive binding-controlled
        binding-own-subject binding-same-clause candidates-alike concord-gender concord-number hidden-character
        mixed-scripts mojibake participle-betrays
    """,
    warning="""
        anaphor-ambiguous anaphor-rival anaphor-unknown animacy-differs candidate-not-in-text candidates-nearly-alike
        candidates-of-different-gender candidates-of-one-noun concord-name cue-names-candidate final-clause
        not-normalised prompt-names-candidate prompt-not-a-question prompt-unrelated
    """,
    note="""
        anaphor-implicit anaphor-unfamiliar candidate-in-candidate candidate-only-by-head candidate-without-determiner
        concord-collective concord-unknown demonstrative-place many-words prompt-missing spacing
    """,
)
"""Makes the findings of this file; every kind of them stands here with how much it matters."""

_WORD = re.compile(r"[^\W\d_]+")
# UTF-8 read as Windows-1252: é becomes Ã©, ’ becomes â€™, a no-break space becomes Â and a space.
_MOJIBAKE = re.compile(r"\S{0,20}(?:Ã[\x80-\xbf©¨ª«®´»¢§¯]|â€[™œ˜\x9d“”]|Â[\xa0«»°©])\S{0,20}")
_SCRIPTS = ("CYRILLIC", "GREEK", "LATIN")
_HIDDEN = ("Cf", "Cc", "Co", "Cn", "Cs")
"""Categories of characters that cannot be seen."""
_VISIBLE = frozenset("\n\t\u200c\u200d")
"""Characters of these categories that a text may hold: some scripts need joiners."""
_ARTICLE = re.compile(r"^(?:l[ae]s?|l|une?|des?|ce|cet|cette|ces|the|an?|this|that) ")
# Cyrillic and Greek letters that look like Latin ones.
_LOOK_ALIKES = frozenset("аеорсухіјѕһԁАВЕЅКМНОРСТХІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν")
_FIRST_GREEK = "\u0370"
"""Below it there is no Greek or Cyrillic letter."""
_SPACELESS = 0x2E80
"""First character of the scripts without spaces between words."""
_LONG = 60
"""Words above which a text is long for a schema."""
_SHORT = 4
"""Letters of the longest noun that has a form with another beginning."""


def check_text(question: Question, language: Language | None) -> Iterator[Finding]:
    """What is wrong with the characters, the length and the prompt."""
    prompt, place = question.prompt, question.id
    candidates = " ".join(candidate.text for candidate in question.candidates)
    for field, text in (("text", question.text), ("question", prompt or ""), ("candidate", candidates)):
        if not (text.isascii() and text.isprintable()):
            yield from check_characters(place, field, text)
    yield from _check_equals(question)
    if isinstance(question.anaphor, Mark) and not question.anaphor.blank:
        start, end, text = question.anaphor.start, question.anaphor.end, question.text
        around = [text[edge - 1 : edge + 1] for edge in (start, end) if 0 < edge < len(text)]
        # Chinese and Japanese have no spaces between words.
        cut = any(pair.isalnum() and ord(max(pair)) < _SPACELESS for pair in around)
        if cut or text[start:end].strip() != text[start:end]:
            yield finding("anaphor-cut", place, context=text[max(0, start - 12) : end + 12].strip())
    if re.search(r"[ \t]{2}|^\s|\s$", question.text):
        yield finding("spacing", place)
    words = normal_words(question.text)
    if len(words) > _LONG:
        yield finding("many-words", place, words=len(words))
    if prompt is None:
        yield finding("prompt-missing", place)
        return
    if not prompt.rstrip().endswith(("?", "？")):
        yield finding("prompt-not-a-question", place, prompt=prompt)
    if language is None:
        return
    prompt_words = set(normal_words(prompt))
    if prompt_words.isdisjoint(words) and set(map(language.lemma, prompt_words)).isdisjoint(map(language.lemma, words)):
        yield finding("prompt-unrelated", place, prompt=prompt)
    named = [candidate.text for candidate in question.candidates if _holds(prompt, candidate.text)]
    if named and len(named) < len(question.candidates):
        yield finding("prompt-names-candidate", place, candidate=named[0])


def check_characters(place: str, field: str, text: str) -> Iterator[Finding]:
    """Characters that cannot be seen, that were misread, or that look like others."""
    unseen = (sign for sign in text if not sign.isprintable() and sign not in _VISIBLE)
    hidden = next((sign for sign in unseen if unicodedata.category(sign) in _HIDDEN), None)
    where = choice("collection-word", field)
    if hidden:
        name = unicodedata.name(hidden, "") or message("collection-word-unnamed")
        yield finding("hidden-character", place, field=where, name=joined([f"U+{ord(hidden):04X}", name], " "))
    if not unicodedata.is_normalized("NFC", text):
        yield finding("not-normalised", place, field=where)
    if match := _MOJIBAKE.search(text):
        yield finding("mojibake", place, word=match[0])
    for word in _WORD.findall(text):
        if word.isascii() or max(word) < _FIRST_GREEK:
            continue
        names = [unicodedata.name(letter, "").partition(" ")[0] for letter in word]
        scripts = [script for script in _SCRIPTS if script in names]
        if len(word) > 1 and _LOOK_ALIKES.issuperset(word) and 2 * len(re.findall("[A-Za-z]", text)) > len(text):
            scripts.append("LATIN")  # a whole word of letters that look Latin, in a Latin text
        if len(scripts) > 1:
            listed = joined(choice("collection-word", script) for script in scripts)
            yield finding("mixed-scripts", place, word=word, names=listed)
            return


def folded(text: str) -> str:
    """A phrase without case, typography and look-alike forms of letters: what two names of one thing share.

    >>> folded("L’Ours ") == folded("l'ours")
    True
    """
    return " ".join(normal_words(unicodedata.normalize("NFKC", text))) or text.strip()


def _check_equals(question: Question) -> Iterator[Finding]:
    """Candidates that cannot be told apart, whatever the language."""
    for one, other in combinations([candidate.text for candidate in question.candidates], 2):
        if folded(one) == folded(other):
            yield finding("candidates-alike", question.id, candidate=one)
        elif plain_letters(folded(one)) == plain_letters(folded(other)):
            yield finding("candidates-nearly-alike", question.id, one=one, other=other)
        elif _ARTICLE.sub("", folded(one)) == _ARTICLE.sub("", folded(other)):
            yield finding("candidates-of-one-noun", question.id, one=one, other=other)


def _holds(text: str, phrase: str) -> bool:
    """Whether a phrase stands in a text as whole words."""
    if phrase.casefold() not in text.casefold():
        return False
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None


# --- the candidates --------------------------------------------------------------------------------------------------

_ALIVE = {Animacy.PERSON, Animacy.ANIMAL}
_CLITICS = (AnaphorKind.SUBJECT, AnaphorKind.OBJECT, AnaphorKind.DATIVE)
_EVIDENCE = ("determiner", "lexicon", "first name", "title", "form")
"""Kinds of evidence that stand before a word: `determiner la`."""


def check_item(question: Question, language: Language) -> Iterator[Finding]:
    """What is wrong with the anaphor and the candidates, by the rules of their language."""
    concords = [language.concord(candidate.text) for candidate in question.candidates]
    anaphor = question.anaphor
    yield from _check_candidates(question, language, concords)
    analysis = None
    if not isinstance(anaphor, Mark):
        if anaphor.reason is UnmarkedReason.UNSAID:
            missing = anaphor.form is not None and not _holds(question.text, anaphor.form)
            yield finding("anaphor-not-in-text" if missing else "anaphor-unknown", question.id, form=anaphor.form or "")
        elif anaphor.reason is UnmarkedReason.AMBIGUOUS:
            yield finding("anaphor-ambiguous", question.id)
        else:
            yield finding("anaphor-implicit", question.id)
    elif not anaphor.blank:
        analysis = language.analyse(question.text, anaphor.span)
        yield from _check_anaphor(question, language, concords, anaphor.span, analysis)
    # Other words may agree with the anaphor and so betray its gender: only an object's participle does.
    shows = analysis is not None and analysis.kind is AnaphorKind.OBJECT and analysis.gender is None
    for (one, first), (other, second) in combinations(zip(question.candidates, concords, strict=True), 2):
        kinds = {first.animacy, second.animacy}
        named = {"one": one.text, "other": other.text}
        if Animacy.THING in kinds and kinds & _ALIVE:
            sorts = {"first": _word(first.animacy), "second": _word(second.animacy)}
            yield finding("animacy-differs", question.id, **named, **sorts)
        if shows and first.gender and second.gender and first.gender is not second.gender:
            if analysis and analysis.witness:
                yield finding("participle-betrays", question.id, word=analysis.witness.of(question.text), **named)
            else:
                yield finding("candidates-of-different-gender", question.id, **named)
    yield from _check_cues(question, language, concords)


def _check_cues(question: Question, language: Language, concords: Sequence[Concord]) -> Iterator[Finding]:
    """Whether a special word is the very noun of a candidate: whoever sees it needs no knowledge of the world."""
    for cue in question.cues:
        words = normal_words(cue.of(question.text))
        for candidate, concord in zip(question.candidates, concords, strict=True):
            noun = language.head(candidate.text).of(candidate.text).casefold()
            # What begins with a capital is a name, which has no other forms, or a noun that opens the text (Banks).
            plain = (noun, noun.removesuffix("s")) if concord.is_name else (noun,)
            # All forms of a noun begin alike but the shortest (`œil`, `yeux`).
            initial, most = plain_letters(noun)[:1], 0 if len(noun) > _SHORT else _SHORT
            forms = [word for word in words if plain_letters(word)[:1] == initial or len(word) <= most]
            near = [] if concord.is_name else forms
            if any(form in words for form in plain) or (near and language.lemma(noun) in map(language.lemma, near)):
                mentions = [mention.span for mention in language.find(candidate.text, question.text)]
                if not any(mention.start < cue.end and cue.start < mention.end for mention in mentions[:1]):
                    marked = cue.of(question.text)
                    yield finding("cue-names-candidate", question.id, cue=marked, candidate=candidate.text)


def _check_candidates(question: Question, language: Language, concords: Sequence[Concord]) -> Iterator[Finding]:
    place = question.id
    for one, other in combinations([candidate.text for candidate in question.candidates], 2):
        inner, outer = sorted((one, other), key=len)
        if folded(one) != folded(other) and _holds(outer, inner):
            yield finding("candidate-in-candidate", place, inner=inner, outer=outer)
    mark = question.anaphor if isinstance(question.anaphor, Mark) else None
    # Where the gap is the whole text, the candidates are sentences, not noun phrases.
    whole_sentence = mark is not None and mark.span.of(question.text) == question.text
    for candidate, concord in zip(question.candidates, concords, strict=True):
        text = candidate.text
        mentions = language.find(text, question.text)
        if not mentions and candidate.span is None and not whole_sentence:
            yield finding("candidate-not-in-text", place, candidate=text)
        elif mentions and mentions[0].by is FoundBy.HEAD:
            yield finding("candidate-only-by-head", place, candidate=text)
        # A common noun alone, where a whole phrase must stand; a gap brings its own determiner.
        one_word = text[:1].islower() and not set(text) & set(" '’")
        if one_word and not concord.is_name and concord.number is not None and not (mark and mark.blank):
            yield finding("candidate-without-determiner", place, candidate=text)


def _check_anaphor(
    question: Question, language: Language, concords: Sequence[Concord], span: Span, analysis: AnaphorAnalysis | None
) -> Iterator[Finding]:
    text, place, rules = question.text, question.id, rules_of(language)
    form = span.of(text)
    if analysis is None:
        yield finding("anaphor-unfamiliar", place, form=form)
        return
    if analysis.kind is AnaphorKind.IMPERSONAL:
        context = " ".join(text[span.start :].split()[:4]).rstrip(".,;:!?")
        yield finding("anaphor-impersonal", place, form=form, context=context)
        return
    if analysis.kind is AnaphorKind.REFLEXIVE:
        yield finding("anaphor-reflexive", place, form=form)
    phrase = _owned_candidate(question, language, span, analysis)
    if phrase:
        yield finding("anaphor-in-candidate", place, form=form, phrase=phrase)
    for candidate, concord in zip(question.candidates, concords, strict=True):
        yield from _check_concord(place, candidate.text, form, analysis, concord, gendered_nouns=rules.gendered_nouns)
    yield from _check_syntax(question, language, span)
    subject = analysis.kind is AnaphorKind.SUBJECT
    if rules.final_clause and subject and (connective := rules.final_clause(text, span)):
        yield finding("final-clause", place, connective=connective)
    rival = _rival(question, language, concords, span, analysis.kind) if question.prompt is None else None
    if rival:
        yield finding("anaphor-rival", place, form=form, rival=rival)


def _check_syntax(question: Question, language: Language, span: Span) -> Iterator[Finding]:
    """Candidates that binding and control rule out, and pronouns such as celui-ci that name one by its place."""
    text, form = question.text, span.of(question.text)
    indefinites = rules_of(language).word_lists.indefinites
    nearest: list[Span] = []
    for candidate in question.candidates:
        mentions = [mention.span for mention in language.find(candidate.text, text) if mention.by is not FoundBy.HEAD]
        # A phrase with `un` behind the pronoun speaks of another than one that was spoken of before.
        earlier = (
            mentions[:1]
            if len(mentions) == 1
            else [mention for mention in mentions if not _opens_with(mention.of(text), indefinites)]
        )
        rule = next((rule for mention in earlier if (rule := ruled_out(language, text, span, mention))), None)
        if rule:
            code = f"binding-{rule.replace('_', '-')}"
            yield finding(code, question.id, candidate=candidate.text, form=form)
        before = [mention for mention in mentions if mention.end <= span.start]
        nearest += [max(before, key=lambda mention: mention.start)] if before else []
    if len(nearest) == len(question.candidates) and (chosen := preferred(language, form, nearest, span)) is not None:
        yield finding("demonstrative-place", question.id, form=form, candidate=question.candidates[chosen].text)


def _opens_with(phrase: str, determiners: frozenset[str]) -> bool:
    opening = phrase.split(maxsplit=1)
    return len(opening) > 1 and opening[0].lower() in determiners


def _owned_candidate(question: Question, language: Language, span: Span, analysis: AnaphorAnalysis) -> str | None:
    """The only mention of a candidate that holds the anaphor, or that stands right behind it if it is a possessive."""
    text = question.text

    def owns(mention: Span) -> bool:
        if mention.start <= span.start and span.end <= mention.end:
            return True
        follows = mention.start >= span.end and not text[span.end : mention.start].strip()
        return analysis.kind is AnaphorKind.POSSESSIVE and follows

    for candidate in question.candidates:
        mentions = [mention.span for mention in language.find(candidate.text, text)]
        if mentions and all(map(owns, mentions)):
            return text[min(span.start, mentions[0].start) : mentions[0].end]
    return None


def _check_concord(  # noqa: PLR0913  # two phrases, what is known of each, and where
    place: str, candidate: str, form: str, wanted: AnaphorAnalysis, concord: Concord, *, gendered_nouns: bool
) -> Iterator[Finding]:
    """Whether a candidate and the anaphor can agree."""
    named: dict[str, Value] = {"candidate": candidate, "form": form}
    is_one = wanted.number is Number.PLURAL and concord.number is Number.SINGULAR
    # A group, or a name that is no person's: a place can be taken up by its people (`ils`).
    no_person = candidate.rsplit(maxsplit=1)[-1][:1].isupper() and concord.animacy is None
    if is_one and (concord.animacy is Animacy.GROUP or no_person):
        yield finding("concord-collective", place, **named)
        return
    details = {**named, "evidence": joined(map(_evidence, concord.evidence))}
    if wanted.gender and concord.gender and concord.gender is not wanted.gender:
        code = "concord-name" if concord.is_name else "concord-gender"
        yield finding(code, place, found=_word(concord.gender), wanted=_word(wanted.gender), **details)
    elif wanted.gender and concord.gender is None and (concord.is_name or gendered_nouns):
        yield finding("concord-unknown", place, **named)
    if wanted.number and concord.number and concord.number is not wanted.number:
        own, other = _word(concord.number), _word(wanted.number)
        yield finding("concord-number", place, found=own, wanted=other, **details)


def _rival(
    question: Question, language: Language, concords: Sequence[Concord], span: Span, kind: AnaphorKind
) -> str | None:
    """Another pronoun that fits all candidates and may be the one meant, where no prompt says which."""
    text, cues = question.text, question.cues
    in_clusters = kind in (AnaphorKind.OBJECT, AnaphorKind.DATIVE)
    # Most items end here: to look for all anaphors of a text takes long.
    if not in_clusters and not (cues and "," in text[span.end : cues[0].start]):
        return None
    for other in language.anaphors(text):
        # A subject right before the object or dative that is marked: `elle lui a …`.
        before = other.end <= span.start and not text[other.end : span.start].strip()
        in_one_cluster = before and in_clusters
        # Between the marked anaphor and the words that differ, beyond the end of its clause.
        between = bool(cues) and span.end <= other.start < cues[0].start
        nearer_to_cue = between and "," in text[span.end : other.start]
        if other == span or not (in_one_cluster or nearer_to_cue):
            continue
        rival = language.analyse(text, other)
        if rival and rival.kind in _CLITICS and all(_fits(rival, concord) for concord in concords):
            return other.of(text)
    return None


def _fits(wanted: AnaphorAnalysis, concord: Concord) -> bool:
    """Whether nothing that is known keeps a phrase from being the antecedent."""
    gender = wanted.gender is None or concord.gender in (None, wanted.gender)
    return gender and (wanted.number is None or concord.number in (None, wanted.number))


def _word(value: object) -> Message:
    """A gender, a number or a sort of thing, in words."""
    return choice("collection-word", value)


def _evidence(evidence: str) -> Value:
    """What a gender or number was read from: `determiner la`, `lexicon coupe`, or a word as it is."""
    kind = next((kind for kind in _EVIDENCE if evidence.startswith(f"{kind} ")), None)
    if kind is None:
        return evidence
    return message(f"collection-evidence-{kind.replace(' ', '-')}", word=evidence.removeprefix(f"{kind} "))

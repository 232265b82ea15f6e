"""English readings: the sentence with one candidate in the anaphor's place, or why there is none."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile

from anaphor.language.certainty import with_share
from anaphor.language.english.nouns import animacy_of_noun
from anaphor.language.english.nouns import concord as concord_of
from anaphor.language.english.reading import words
from anaphor.language.english.reading.phrase import (
    ends_in_clause,
    genitive,
    has_late_end,
    in_capitals_of,
    in_case,
    is_common_plural,
    is_lone_pronoun,
    lacks_article,
    number_at,
    number_of,
    tidy,
)
from anaphor.language.english.reading.uses import (
    is_bound_possessive,
    is_impersonal,
    names_itself,
    owned_thing,
    uses_of_her,
)
from anaphor.language.english.reading.verb import (
    UNCHANGED,
    EnglishEdit,
    VerbChange,
    concord,
    has_predicate_of,
    is_said_again,
    verb_behind,
    written_out,
)
from anaphor.language.english.reading.words import NOTHING, EnglishPlace, place_of
from anaphor.language.protocol import (
    CERTAIN,
    DOUBTFUL,
    FEMININE,
    LIKELY,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
    AnaphorKind,
    Animacy,
    NoReading,
    NoReadingReason,
    Number,
    Reading,
    Sureness,
)
from anaphor.language.word_tables import word_set, word_sets
from anaphor.schema import Span
from anaphor.text import message

_LISTS = word_sets("english", "reading_words")
_ORDER = (CERTAIN, LIKELY, DOUBTFUL)
_FOLLOWERS = {
    "he": {"his": "their", "himself": "themselves"},
    "him": {"his": "their", "himself": "themselves"},
    "she": {"her": "their", "herself": "themselves", "hers": "theirs"},
    "it": {"its": "their", "itself": "themselves"},
    MASCULINE: {"their": "his", "themselves": "himself"},
    FEMININE: {"their": "her", "themselves": "herself"},
    NEUTER: {"their": "its", "themselves": "itself"},
}
"""Words that speak of a subject, and what they become when it is plural, or one of a gender."""
_MUTUAL = re.compile(r"\b(?:together|alike|each other|one another|took turns|take turns|h[oe]ld(?:ing)? hands)\b")
_BECOMES = re.compile(r"\b(?:as|be|become|being) an? ((?:\w+ ){0,2}?\w+)(?=$| \W| (?:in|at|of|for)\b)")
_NEW_VERBS = words.AUXILIARIES | words.PASTS
_CLAUSE_ENDS = word_set(". ; : ! ? he she it they who which that")
_BLANK = re.compile(r"_+|\[?(?:MASK|BLANK)\]?|…")


_VERBS_AND_LINKS = (
    words.AUXILIARIES | words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS | words.PASTS | words.COMMON_VERBS
)
_UNFIT = NoReadingReason.UNFIT_CANDIDATE
_SYNTAX = NoReadingReason.UNKNOWN_SYNTAX


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """A reading before it is written: what is pasted, and what else changes."""

    paste: str
    """The candidate as it will stand."""
    before: str = ""
    """Added in front of it (an article, a preposition)."""
    behind: str = ""
    """Added behind it (a genitive ending, a verb written out)."""
    cut: tuple[int, int]
    """The stretch of the text that gives way."""
    verb: VerbChange = UNCHANGED
    rules: tuple[str, ...]
    sureness: Sureness = CERTAIN

    def weaker(self, sureness: Sureness, *, first: str = "", last: str = "") -> "_Draft":
        """The draft with one more rule, trusted no further than that."""
        rules = tuple(rule for rule in (first, *self.rules, last) if rule)
        return replace(self, rules=rules, sureness=max(self.sureness, sureness, key=_ORDER.index))


_Drafts = tuple[_Draft, ...] | NoReading


def readings(text: str, span: Span, candidate: str) -> tuple[Reading, ...] | NoReading:
    """The readings of an English text with a candidate at the anaphor's place, best first, or why there is none."""
    place = place_of(text, min(span.start, len(text)), min(span.end, len(text)))
    phrase = tidy(candidate)
    refusal = _unfit(place, phrase)
    if refusal:
        return refusal
    if place.form == phrase.lower():
        slot = Span(start=place.start, end=place.end)
        return (Reading(text=text, slot=slot, rules=("nothing to do",), sureness=CERTAIN),)
    was = words.SUBJECTS.get(place.form)
    left, right = text[place.start - 1 : place.start], text[place.end : place.end + 1]
    drafts: _Drafts
    if was is not None:
        both = place.next().text == "both" and was is PLURAL and number_at(phrase, place) is SINGULAR
        drafts = _no("language-en-both", _UNFIT, candidate=phrase) if both else _subject(place, phrase, was)
    elif place.form and not _BLANK.fullmatch(text[place.start : place.end]):
        drafts = _RULES.get(place.form, _noun_phrase)(place, phrase)
    else:
        drafts = _plain(place, phrase, "blank filled")
        if not place.form:
            # A gap that has no mark of its own gets the spaces that it needs.
            before = " " if left and not left.isspace() and left not in "([“‘" else ""
            behind = " " if right.isalnum() else ""
            drafts = tuple(replace(draft, before=before, behind=behind) for draft in drafts)
    if isinstance(drafts, NoReading):
        return drafts
    written = (_write(text, draft) for draft in drafts)
    distinct = tuple({reading.text: reading for reading in reversed([*written])}.values())[::-1]
    old = was or {"him": SINGULAR, "it": SINGULAR, "them": PLURAL}.get(place.form)
    renumbered = old is not None and number_at(phrase, place) is not old
    return with_share("english", distinct, risky=renumbered or _is_risky(place, phrase))


def _is_risky(place: EnglishPlace, phrase: str) -> bool:
    """True where a set phrase or an impersonal use that no rule knows is possible: the reading is not certain."""
    owned = place.form in words.POSSESSIVES or (
        place.form == "her" and uses_of_her(place)[0][0] is AnaphorKind.POSSESSIVE
    )
    before = place.previous()
    if place.form and not re.search(rf"\b{re.escape(phrase.rpartition(' ')[2])}\b", place.text, re.IGNORECASE):
        return place.form != "_"  # What the weather or an idiom has no use for is named in the text.
    if not owned and place.form != "it":
        return False
    if place.form == "it" and not _stands_as_object(place):
        verb = verb_behind(place)[0].text
        return bool(place.clitic) or verb in _LISTS["also_impersonal"] | words.MODALS
    if place.form == "it":
        return before.text in _LISTS["with_set_phrases"]
    closed = words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS | words.QUESTION_WORDS
    return before.is_word and before.text not in closed


def _no(code: str, reason: NoReadingReason, **values: str) -> NoReading:
    return NoReading(reason=reason, detail=message(code, **values))


def _unfit(place: EnglishPlace, phrase: str) -> NoReading | None:
    """Why the form is no anaphor that the candidate could replace; None when it may be."""
    form = place.form
    if not any(letter.isalpha() for letter in place.text):
        return _no("language-en-no-word", NoReadingReason.NO_ANAPHOR)
    if form in words.REFLEXIVES:
        return _no("language-en-reflexive", NoReadingReason.REFLEXIVE, form=form)
    if form in words.SPEAKERS:
        return _no("language-en-speaker", NoReadingReason.UNKNOWN_ANAPHOR, form=form)
    # `it was he who called`; a present verb behind who would have to follow
    past = place.next(1).text in words.PASTS | words.MODALS or place.next(1).text.endswith("ed")
    cleft = place.previous(1).text == "it" and place.previous().text in {"is", "was"} and past
    if form in words.RELATIVES or (form in words.SUBJECTS and place.next().text in words.RELATIVES and not cleft):
        return _no("language-en-relative", _SYNTAX, form=form)
    tagged = place.next().text == "?" and place.previous(1).text == "," and place.previous().text in words.AUXILIARIES
    if tagged:
        return _no("language-en-tag", _SYNTAX, form=form)
    if form == "it" and (is_impersonal(place) or names_itself(place, phrase)):
        return _no("language-en-impersonal", NoReadingReason.IMPERSONAL)
    if not any(letter.isalnum() for letter in phrase):
        return _no("language-en-empty-candidate", _UNFIT)
    if is_lone_pronoun(phrase):
        return _no("language-en-pronoun-candidate", _UNFIT, candidate=phrase)
    possessive = form in words.POSSESSIVES | words.POSSESSIVE_PRONOUNS | {"her"}
    if possessive and re.search(r"\S['’]s?$", phrase):
        return _no("language-en-genitive-candidate", _UNFIT, candidate=phrase)
    return None


def _fit(place: EnglishPlace, phrase: str, *, article: bool = True) -> tuple[str, str, tuple[str, ...]]:
    """What goes in front of the candidate, the candidate with the right capital, and the rules that were used."""
    if article and lacks_article(phrase, place.text):
        return ("The " if place.is_capital else "the "), phrase, ("article added",)
    fitted = in_capitals_of(phrase, place)
    return "", fitted, ("capital",) if fitted != phrase else ()


def _plain(place: EnglishPlace, phrase: str, rule: str, verb: VerbChange = UNCHANGED) -> tuple[_Draft, ...]:
    """The candidate pasted; one with `a` is also given with `the`, as one speaks of it the second time."""
    before, paste, rules = _fit(place, phrase, article=rule != "blank filled")
    sureness = LIKELY if before else CERTAIN
    first = _Draft(
        before=before, paste=paste, cut=(place.start, place.end), verb=verb, rules=(rule, *rules), sureness=sureness
    )
    article = re.match(r"(a|an)\s", paste, re.IGNORECASE)
    if not article or rule == "blank filled":
        return (first,)
    the = "The" if article[1][0].isupper() else "the"
    definite = replace(first, paste=the + paste[article.end(1) :])
    return first, definite.weaker(LIKELY, last="definite article")


def _subject(place: EnglishPlace, phrase: str, was: Number, rule: str = "subject") -> _Drafts:
    now = number_at(phrase, place)
    if now is not None and now is not was and is_said_again(place, was):
        return _no("language-en-tag", _SYNTAX, form=place.form)
    if now is not None and now is not was and has_predicate_of(place, was):
        return _no("language-en-predicate-number", _UNFIT, number=was, candidate=phrase)
    followers = _followers(place, phrase, was, now)
    if followers is None:
        return _no("language-en-both", _UNFIT, candidate=phrase)
    if not place.clitic:
        verb = concord(place, was, now)
        if verb.unclear:
            return _no("language-en-later-verb", _SYNTAX)
        return _plain(place, phrase, rule, replace(verb, edits=(*verb.edits, *followers)))
    cut = (place.start, place.end + len(place.clitic))
    return tuple(
        replace(draft, behind=written, cut=cut).weaker(sureness, last=how)
        for written, how, sureness in written_out(place, now or was)
        for draft in _plain(place, phrase, rule, replace(UNCHANGED, edits=followers))
    )


def _followers(place: EnglishPlace, phrase: str, was: Number, now: Number | None) -> tuple[EnglishEdit, ...] | None:
    """`he lost his keys` → `the boys lost their keys`; None where the clause speaks of several."""
    pairs = zip(place.after, (*place.after[1:], NOTHING), strict=False)
    goes_on = {word.start for word, following in pairs if word.text == "it" and following.text not in _NEW_VERBS}
    clause = [*takewhile(lambda word: word.text not in _CLAUSE_ENDS or word.start in goes_on, place.after)]
    if now is was or now is None:
        return ()
    behind = " ".join(word.text for word in clause)
    if now is SINGULAR:
        early = any(word.text in {"all", "both", "each"} for word in clause[:2])
        noun = re.search(r"\b(?:be|become) (\w+)", behind)
        if early or _MUTUAL.search(behind) or (noun and is_common_plural(noun[1])):
            return None
    elif (noun := _BECOMES.search(behind)) and animacy_of_noun(noun[1].rpartition(" ")[2]) is Animacy.PERSON:
        return None
    about = concord_of(phrase)
    gender = NEUTER if about.animacy is Animacy.THING else about.gender
    forms = _FOLLOWERS.get(place.form if now is PLURAL else gender or "", {})
    if now is SINGULAR and not forms and "themselves" in behind:
        return None
    return tuple(EnglishEdit(word.start, word.end, forms[word.text]) for word in clause if word.text in forms)


def _object(place: EnglishPlace, phrase: str) -> _Drafts:
    drafts, quantity, part = _plain(place, in_case(phrase, genitive=False), "object"), place.next(), place.previous(1)
    now = number_at(phrase, place)
    if place.form in {"him", "it"} and now is PLURAL:
        # `consider him a friend`, `saw him hurt himself`: what is said of the object follows, or cannot.
        behind = " ".join(word.text for word in place.after[:5])
        named = re.match(r"(?:as |for )?an? (?:\w+ )?(\w+)", behind)
        if named and any(animacy_of_noun(noun) is Animacy.PERSON for noun in named[0].split()[1:]):
            return _no("language-en-predicate-number", _UNFIT, number=SINGULAR, candidate=phrase)
        follows = _followers(place, phrase, SINGULAR, PLURAL) or ()
        bound = [edit for edit in follows if edit.text == "themselves" or quantity.text == "to"]
        drafts = tuple(replace(draft, verb=replace(UNCHANGED, edits=tuple(bound))) for draft in drafts)
    mutual = place.previous().text == "between" or _MUTUAL.search(place.text[place.end :])
    if place.form == "them" and now is SINGULAR and mutual:
        return _no("language-en-both", _UNFIT, candidate=phrase)
    floated = quantity.text in {"both", "all"} and place.next(1).text not in words.DETERMINERS
    if floated and place.form in {"them", "it"}:
        # `them both` as `both the cats`: a quantity follows a pronoun and precedes a noun.
        if place.form == "them" and now is SINGULAR:
            return _no("language-en-both", _UNFIT, candidate=phrase)
        moved = replace(drafts[0], before=f"{quantity.written} {drafts[0].before}", cut=(place.start, quantity.end))
        return (replace(moved, rules=(*moved.rules, "quantity moved"), sureness=LIKELY),)
    if place.form != "them" or place.previous().text != "of" or part.text not in _LISTS["parts"]:
        return drafts
    # `many of them`: the candidate must be plural and definite (many of *the* chairs); `the two of them` has no noun.
    counted = part.text in _LISTS["counting"] or quantity.text in words.TO_SINGULAR  # `all of them were`
    if (now is SINGULAR and counted) or place.previous(2).text == "the":
        return _no("language-en-part-of", _UNFIT, word=part.text, candidate=phrase)
    bare = phrase[0].islower() and phrase.split(maxsplit=1)[0] not in words.DETERMINERS
    if not bare or drafts[0].before or now is not PLURAL:
        return drafts
    return (replace(drafts[0], before="the ", rules=(*drafts[0].rules, "article added"), sureness=LIKELY),)


def _stands_as_object(place: EnglishPlace) -> bool:
    """True for an `it` behind a preposition or a verb, without a finite verb of its own."""
    previous, following = place.previous().text, place.next().text
    if previous == "for" and following in words.AUXILIARIES:
        return False
    in_relative = place.previous(1).text in {"who", "which"} and previous not in words.AUXILIARIES
    if in_relative or previous in words.PREPOSITIONS - words.CONJUNCTIONS - {"like"}:
        return True
    opens = not place.previous(1).is_word or place.previous(1).text in words.CONJUNCTIONS | words.QUESTION_WORDS
    having = previous in {"had", "have", "has"} and not opens
    if (previous in words.AUXILIARIES and not having) or not place.previous().is_word:
        return False
    if previous in words.CONJUNCTIONS | words.QUESTION_WORDS | words.ADVERBS:
        return False
    if previous in words.WANT_OBJECT_BARE | words.RESULTATIVES:
        return following not in words.AUXILIARIES
    return not (following in words.AUXILIARIES | words.PASTS or following.endswith(("s", "ed")))


def _possessive(place: EnglishPlace, phrase: str) -> _Drafts:
    if place.form not in words.POSSESSIVE_PRONOUNS and is_bound_possessive(place):
        return _no("language-en-bound-possessive", _SYNTAX, form=place.form)
    if ends_in_clause(phrase):
        # `her hands` as `the hands of the girl who lives upstairs`: no ending goes behind a clause.
        thing = None if place.form in words.POSSESSIVE_PRONOUNS else owned_thing(place)
        if thing is None:
            return _no("language-en-clause-genitive", _SYNTAX, candidate=phrase)
        before, paste, rules = _fit(replace(place, start=thing[1]), phrase)
        the = "The" if place.is_capital else "the"
        lead = f"{the} {place.text[thing[0] : thing[1]]} of {before}"
        rules = ("possessive", *rules, "of")
        return (_Draft(before=lead, paste=paste, cut=(place.start, thing[1]), rules=rules, sureness=LIKELY),)

    before, paste, rules = _fit(place, phrase)
    whole, ending = genitive(before + paste, place.apostrophe)
    rules = ("possessive", *rules, "genitive", *(("own kept",) if place.next().text == "own" else ()))
    sureness, cut = LIKELY if before or has_late_end(phrase) else CERTAIN, (place.start, place.end)
    paste = whole.removeprefix(before)
    return (_Draft(before=before, paste=paste, behind=ending, cut=cut, rules=rules, sureness=sureness),)


def _her(place: EnglishPlace, phrase: str) -> _Drafts:
    drafts: list[_Draft] = []
    refusal: NoReading | None = None
    for kind, sureness in uses_of_her(place):
        owned = kind is AnaphorKind.POSSESSIVE
        outcome = _possessive(place, phrase) if owned else _plain(place, in_case(phrase, genitive=False), "object")
        if isinstance(outcome, NoReading):
            refusal = outcome
        else:
            drafts.extend(draft.weaker(sureness, first=f"her as {kind}") for draft in outcome)
    return refusal if refusal and not drafts else tuple(drafts)


def _with_doubt(drafts: _Drafts, rule: str) -> _Drafts:
    return drafts if isinstance(drafts, NoReading) else tuple(draft.weaker(LIKELY, first=rule) for draft in drafts)


def _demonstrative(place: EnglishPlace, phrase: str) -> _Drafts:
    following = place.next()
    if place.form == "that" and following.text in words.PRONOUNS | words.ARTICLES | words.POSSESSIVE_DETERMINERS:
        return _no("language-en-that-clause", NoReadingReason.NO_ANAPHOR)
    if following.text in words.RELATIVES:
        return _no("language-en-own-clause", _SYNTAX, form=place.form, word=following.text)
    word, before = following.text, place.previous()
    verb = word in _VERBS_AND_LINKS or word.endswith(("ed", "ly")) or word[:-1] in words.COMMON_VERBS
    if place.form in {"this", "that"} and word not in words.AUXILIARIES:
        # `this offer`, `that fast`; `a cat that purrs` is a relative
        noun = before.is_word and before.text not in words.CONJUNCTIONS | words.PREPOSITIONS | words.COMMON_VERBS
        relative = place.form == "that" and noun and before.text not in words.AUXILIARIES | words.PASTS
        verb = verb and word not in words.COMMON_VERBS | _LISTS["degrees"] and not relative
    inverted = before.text in words.AUXILIARIES and not place.next(1).is_word  # `is this yours?`
    if place.clitic or not following.is_word or verb or inverted:
        return _with_doubt(_subject(place, phrase, words.DEMONSTRATIVES[place.form], "demonstrative"), "pronoun")
    return _no("language-en-determiner", _SYNTAX, form=place.form)


def _place(place: EnglishPlace, phrase: str) -> _Drafts:
    if place.form == "there" and (place.next().text in {"is", "are", "was", "were"} or place.clitic):
        return _no("language-en-there", NoReadingReason.IMPERSONAL)
    cut = (place.start, place.end)
    if phrase.split(maxsplit=1)[0].lower() in words.PREPOSITIONS:
        return (_Draft(paste=in_capitals_of(phrase, place), cut=cut, rules=("place",)),)
    before, paste, rules = _fit(place, phrase)
    links: tuple[str, ...] = ("to",) if place.previous().text in _LISTS["going"] else ("in", "at")
    if place.is_capital:
        links, paste = tuple(link.capitalize() for link in links), phrase
    draft = _Draft(paste=paste, cut=cut, rules=rules, sureness=DOUBTFUL)
    return tuple(replace(draft, before=f"{link} {before}", rules=("place", f"{link} added", *rules)) for link in links)


def _noun_phrase(place: EnglishPlace, phrase: str) -> _Drafts:
    """The readings for a noun phrase in the anaphor's place (the idiot, that newbie); its determiner goes with it."""
    form = place.form.split()
    opening = place.previous()
    opened = opening.text in words.ARTICLES | words.DEMONSTRATIVES.keys() and form[0].isalpha()
    wide = place
    if not (form[0] in words.DETERMINERS and len(form) > 1):
        wide = replace(place, start=opening.start)
    if wide is not place and (not opened or form[0] in words.ADVERBS):
        return _no("language-en-no-anaphor", NoReadingReason.UNKNOWN_ANAPHOR, form=place.form)
    was = number_of(place.text[wide.start : wide.end])
    drafts = _subject(wide, phrase, was, "noun phrase") if was else _plain(wide, phrase, "noun phrase")
    return _with_doubt(drafts, "epithet")


_RULES: dict[str, Callable[[EnglishPlace, str], _Drafts]] = {
    "it": lambda place, phrase: (
        _subject(place, phrase, SINGULAR) if place.clitic or not _stands_as_object(place) else _object(place, phrase)
    ),
    **dict.fromkeys(("him", "them"), _object),
    **dict.fromkeys(words.POSSESSIVES | words.POSSESSIVE_PRONOUNS, _possessive),
    **dict.fromkeys(words.DEMONSTRATIVES, _demonstrative),
    **dict.fromkeys(("there", "here"), _place),
    **dict.fromkeys(
        ("one", "ones"), lambda place, phrase: _no("language-en-one", _SYNTAX, form=place.form, candidate=phrase)
    ),
    "her": _her,
}


def _write(text: str, draft: _Draft) -> Reading:
    """The reading of a draft, with the exact place of the candidate."""
    start, end = draft.cut
    if (draft.paste + draft.behind).endswith(".") and text[end : end + 1] == ".":
        end += 1
    pasted = EnglishEdit(start, end, draft.before + draft.paste + draft.behind)
    edits = sorted((*draft.verb.edits, pasted), key=lambda edit: edit.start)
    parts: list[str] = []
    position = slot = 0
    for edit in edits:
        parts += [text[position : edit.start], edit.text]
        if edit.start == start:
            slot = sum(map(len, parts)) - len(edit.text) + len(draft.before)
        position = edit.end
    parts.append(text[position:])
    return Reading(
        text="".join(parts),
        slot=Span(start=slot, end=slot + len(draft.paste)),
        rules=(*draft.rules, *draft.verb.rules),
        sureness=max(draft.sureness, draft.verb.sureness, key=_ORDER.index),
    )

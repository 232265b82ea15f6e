"""Readings of subject pronouns, with the verb's number and all that agrees with the subject.

The candidate takes the pronoun's place; where its number or gender differs, its verb follows, every verb joined to
that one without a subject of its own (`elle entra et s'assit`), and the predicates of each. A form may belong to two
tenses in one number and to one in the other (`finit` is présent and passé simple, `finissent` and `finirent` are
not): the other verbs of the text decide, and a guess makes the reading doubtful. An `il` that stands for nothing has
no reading (`french/impersonal.py`). Inverted pronouns go (`dit-il` → `dit Paul`) or stay as French questions keep
them (`a-t-il ri ?` → `Paul a-t-il ri ?`).
"""

import re
from itertools import takewhile
from typing import NamedTuple

from anaphor.language.french.clause.group import verb_group
from anaphor.language.french.clause.verbs import Features, renumberings
from anaphor.language.french.clause.words import (
    CLITICS_AND_NE,
    DETERMINERS,
    PREPOSITIONS,
    VERBAL,
    behind_clitics,
    ends_clause,
    is_infinitive,
    is_known,
    is_verb_here,
    sentence_start,
    shape,
)
from anaphor.language.french.draft import FrenchPlace, ReadingDraft, Result, TextEdit, no_reading
from anaphor.language.french.impersonal import is_impersonal
from anaphor.language.french.junctures import fitted
from anaphor.language.french.lexicon import lookup
from anaphor.language.french.reading.predicate import (
    AgreementChange,
    clause_of,
    companion_edits,
    inflected_edit,
    predicates_of,
    speaks_of_several,
)
from anaphor.language.french.tokens import tokens
from anaphor.language.protocol import (
    CERTAIN,
    DOUBTFUL,
    FEMININE,
    LIKELY,
    MASCULINE,
    PLURAL,
    SINGULAR,
    NoReadingReason,
    Number,
    Sureness,
)
from anaphor.language.word import Words, at
from anaphor.language.word_tables import is_first_name, word_sets

_LISTS = word_sets("french", "reading_words")
_QUOTES = {"«": "»", "“": "”", '"': '"'}
"""Speech is told in its own tense, which says nothing about that of the text around it."""
_BEFORE_VERB = CLITICS_AND_NE | {"puis", "ensuite", "alors", "donc", "en", "même"}
"""What may stand between et and another verb of the same subject: `et puis le regarda`."""
_OPENS_ASIDE = frozenset((",", '"', "»", "”", "?", "!", "…", "–", "—", "-"))
"""Marks behind which an inverted verb says who speaks: `« Non », dit-il`."""


def _verb_in_number(words: Words, verb: int, subject: int, number: Number) -> tuple[str, bool] | None:
    """The verb in that number, in the tense and mood of its sentence, and whether these are sure; None: it has none."""
    forms = renumberings(words[verb].low, number)
    if not forms:
        return None
    if len(set(forms.values())) == 1:
        return next(iter(forms.values())), True
    others = [form for tense, form in forms.items() if tense != "sub:pre"]
    if "sub:pre" not in forms or len(set(others)) > 1:
        present = forms.get("ind:pre") or next(iter(forms.values()))
        in_past = _is_past_tense(words, verb)
        return (forms.get("ind:pas", present) if in_past else present), in_past is not None
    plain, that, before = others[0] if others else forms["sub:pre"], at(words, subject - 1), at(words, subject - 2)
    if that not in ("que", "qu'", "quoique", "quoiqu'"):
        return plain, True
    near = frozenset[str]().union(*(shape(at(words, k)).lemmas for k in range(max(0, subject - 5), subject - 1)))
    purpose = before in _LISTS["purpose"]
    if that.startswith("quoi") or purpose or near & _LISTS["wishing"] or before in _LISTS["feeling"]:
        return forms["sub:pre"], purpose
    return plain, not near & _LISTS["either_mood"]


def _is_past_tense(words: Words, verb: int) -> bool | None:
    """True when another verb of the text is surely in a past tense, False for the present, None when nothing tells."""
    present, closing = False, ""
    for index, word in enumerate(words):
        if closing:
            closing = "" if word.text == closing else closing
        elif word.text in _QUOTES:
            closing = _QUOTES[word.text]
        elif index != verb and is_verb_here(words, index):
            traits = {trait for entry in lookup(word.low) if entry.category in VERBAL for trait in entry.traits}
            kinds = {trait.rsplit(":", 1)[0] for trait in traits if trait[:3] in ("ind", "cnd", "sub", "imp")}
            if kinds and kinds <= {"ind:pas", "ind:imp", "sub:imp"}:
                return True
            present = present or (bool(kinds) and kinds <= {"ind:pre", "ind:fut", "imp:pre", "sub:pre"})
    return False if present else None


class Agreement(NamedTuple):
    """The edits of a clause whose subject changes."""

    edits: list[TextEdit]
    """Those that change something."""
    sure: bool = True
    """False when a tense or a mood was guessed."""
    changes: bool = False
    """True where gender or number change, whether a form shows it or not."""

    @property
    def sureness(self) -> Sureness:
        """How far a reading with these edits can be trusted."""
        if not self.sure:
            return DOUBTFUL
        return LIKELY if self.edits or self.changes else CERTAIN


def change_for(place: FrenchPlace, was: Features) -> AgreementChange:
    """What changes when the candidate takes the place of a subject of that gender and number."""
    gender, number = place.candidate.gender, place.candidate.number
    if number is PLURAL and was[1] is SINGULAR and not place.candidate.is_name:
        gender = gender or MASCULINE  # `les enfants` where one girl stood
    return AgreementChange(was, (None if gender is was[0] else gender, None if number is was[1] else number))


def agreement(place: FrenchPlace, verb: int, change: AgreementChange) -> Agreement | None:
    """The edits of the verbs of a subject and of all that agrees with it; None when a form or a word is not known."""
    if change.is_none:
        return Agreement([])
    words, number = place.words, change.new[1]
    if number is SINGULAR and speaks_of_several(words, verb):
        return None
    start = sentence_start(words, place.first)
    again = takewhile(lambda k: k == start or words[k].text not in (".", "!", "?"), range(start, len(words)))
    others = [k for k in again if words[k].low == place.anaphor.low and k != place.first]
    others = [
        k for k in others if words[k].low != "il" or not is_impersonal(tokens(place.text), k)
    ]  # `il faut qu'il …`
    if others and (number is not None or any(at(words, k + 1) == "ne" and at(words, k - 1) == "qu'" for k in others)):
        return None  # another pronoun may speak of the same: `quand ils partent, ils …`, `plus grand qu'il ne l'est`
    if place.before() in ("que", "qu'") and place.before(3) in ("tout", "toute", "tous", "toutes", "si", "quelque"):
        return None  # `toute menteuse qu'elle est`
    verbs, loses_one = _verbs_of_subject(words, verb)
    reflexive = number is SINGULAR and {at(words, verb - 1), at(words, verb - 2)} & {"se", "s'"}
    mutual = reflexive and verb_group(words, verb).lemmas & _LISTS["mutual"]  # `se sont téléphoné`
    if number is not None and (loses_one or (mutual and all(at(words, k) != "avec" for k in clause_of(words, verb)))):
        return None
    edits: list[TextEdit | None] = []
    sure, done = True, frozenset[int]()
    for host in verbs:
        predicates = predicates_of(verb_group(words, host), change)
        in_number = (words[host].text, True) if number is None else _verb_in_number(words, host, place.first, number)
        if predicates is None or in_number is None:
            return None
        word, form, lead = words[host], in_number[0], words[host - 1] if host else words[host]
        fits = bool(host) and lead.low in _LISTS["fitted"] and host != place.last
        new = fitted(lead.text, form, place.apostrophe) if fits else ""
        if fits and new is not None:
            # The clitic before the verb is fitted to it (`s'est` → `se sont`).
            edits.append(TextEdit(lead.start, word.end, new + form))
        elif fits:
            return None
        else:
            cased = form[0].upper() + form[1:] if word.text[0].isupper() else form
            edits.append(TextEdit(word.start, word.end, cased))
        edits += [inflected_edit(words, index, change) for index in predicates]
        sure, done = sure and in_number[1], done | set(predicates)
    companions = companion_edits(place, verb, change, done)
    if companions is None or None in edits:
        return None
    possible = (edit for edit in (*edits, *companions) if edit is not None)
    return Agreement(
        list(dict.fromkeys(edit for edit in possible if edit.text != place.text[edit.start : edit.end])), sure, True
    )


def subject_agreement(place: FrenchPlace, was: Features) -> Agreement | None:
    """The agreement of the verb right behind a replaced subject, or behind `c'est … qui`; None: a form is not known."""
    if place.before() in PREPOSITIONS and place.after() != "qui":
        return Agreement([])
    verb = behind_clitics(place.words, place.last + (place.after() == "qui"))
    low = at(place.words, verb)
    plural = is_third(low, PLURAL)
    if not low or low in PREPOSITIONS or low in DETERMINERS or not (plural or is_third(low, SINGULAR)):
        return Agreement([])
    return agreement(place, verb, change_for(place, (was[0], was[1] or (PLURAL if plural else SINGULAR))))


def _verbs_of_subject(words: Words, verb: int) -> tuple[list[int], bool]:
    """Indices of the verbs of one subject: the first, and those coordinated with it without a new subject.

    Also whether a verb behind a subordinate clause may still have this subject (`il dit que tu mens et partit`).
    """
    verbs, index, end = [verb], verb + 1, clause_of(words, verb).stop
    while index < end:
        joined = _joined_verb(words, index, verb)
        verbs += [] if joined is None else [joined]
        index = (joined or index) + 1
    index = end
    while not ends_clause(words, index):
        if words[index].low != "," and _joined_verb(words, index, verb) is not None:
            return verbs, True
        index += 1
    return verbs, False


def _joined_verb(words: Words, index: int, verb: int) -> int | None:
    """Index of a verb in the first verb's number behind the joint at an index."""
    if words[index].low not in ("et", "mais", "puis", "ou", ",", "ni"):
        return None
    start = joined = index + 1
    while at(words, joined) in _BEFORE_VERB:
        joined += 1
    low = at(words, joined)
    form = shape(low)
    if not form.finite or low in DETERMINERS or low in PREPOSITIONS or at(words, joined + 1).startswith("-"):
        return None  # `embrasse-la` is an imperative
    behind_clitic = joined > start and at(words, joined - 1) not in DETERMINERS
    if not behind_clitic and form.verb <= max(form.noun, form.adjective, form.adverb):
        return None
    return joined if is_third(low, PLURAL if is_third(words[verb].low, PLURAL) else SINGULAR) else None


def is_third(low: str, number: Number) -> bool:
    """Whether a form is of the third person, in that number."""
    return next(iter(renumberings(low, number).values()), None) == low


def _names_itself(place: FrenchPlace) -> bool:
    """True where an il that opens a main clause would be what its sentence names again: `il paraît que le roi dort`."""
    if place.before().isalpha() and place.before() not in ("et", "mais"):
        return False
    later = re.split(r"[.,;:!?]", place.text[place.span[1] :], maxsplit=1)[0]
    bare = re.sub(r"^(?:les?|la|l['’])\s?", "", place.candidate.text)
    return re.search(rf"\b{re.escape(bare)}\b", later) is not None and bare not in place.text[: place.span[0]]


def subject(place: FrenchPlace) -> Result:
    """The candidate as the subject, the verb and its predicate following its number and gender."""
    inverted = place.anaphor.text.startswith("-")
    il = "il" in place.anaphor.low if inverted else place.anaphor.low == "il"
    if il and (is_impersonal(tokens(place.text), place.first) or _names_itself(place)):
        return no_reading("language-impersonal-il", NoReadingReason.IMPERSONAL)
    verb = place.first - 1 if inverted else behind_clitics(place.words, place.last)
    low = place.anaphor.low.rsplit("-", 1)[-1]
    was = FEMININE if low.startswith("elle") else MASCULINE, PLURAL if low.endswith("s") else SINGULAR
    change = change_for(place, was)
    agreed: Agreement | None = Agreement([])
    if not change.is_none:
        has_verb = inverted or shape(at(place.words, verb)).finite
        agreed = agreement(place, verb, change) if has_verb else None
    if agreed is None:
        return place.disagreement("language-verb-agreement")
    if inverted:
        return _with_inverted_subject(place, agreed, change)
    capital = place.anaphor.text[0].isupper()
    rules = ("subject", "agreement") if agreed.edits else ("subject",)
    return ReadingDraft(
        place, place.span, rules, edits=agreed.edits, capital=capital, sureness=agreed.sureness
    ).readings


def _with_inverted_subject(place: FrenchPlace, agreed: Agreement, change: AgreementChange) -> Result:
    words, verb, pronoun = place.words, place.first - 1, place.anaphor
    start = verb
    while at(words, start - 1) in CLITICS_AND_NE:
        start -= 1
    aside = start > 0 and words[start - 1].text in _OPENS_ASIDE
    group = verb_group(words, verb)
    opens = sentence_start(words, verb) == start and "?" not in place.text
    quoted = aside and bool({at(words, start - 1), at(words, start - 2)} & {"»", "”", '"'})
    says = quoted or ((aside or opens) and bool(group.lemmas & _LISTS["saying"]))
    asks = at(words, start - 1) in ("que", "qu'") and words[start].low not in ("ne", "n'")
    if says or asks or words[verb].low in ("puisse", "puissent"):
        # `dit-il` → `dit Paul`; `qu'a-t-il vu ?` → `qu'a vu Paul ?`; `puisse-t-il venir` → `puisse Paul venir`
        inner = behind_clitics(words, group.end)  # `qu'a-t-il pu lui dire ?`
        last = inner if asks and is_infinitive(words, inner) else group.end - 1
        spot = words[last].end if (says or asks) and last != place.first else pronoun.end
        edits = [*agreed.edits, TextEdit(words[verb].end, pronoun.end, "")]
        rules = ("subject", "inversion")
        return ReadingDraft(place, (spot, spot), rules, edits=edits, sureness=agreed.sureness).readings
    if _has_subject(words, start) or words[verb].low in _LISTS["conceding"]:
        return no_reading("language-has-subject")
    # `a-t-il ri ?` → `Paul a-t-il ri ?`: the pronoun stays behind the verb, as French questions have it.
    word, edits = words[start], agreed.edits
    capital = word.text[0].isupper()
    if capital and any(edit.start == word.start for edit in edits):
        # The word no longer opens the sentence.
        edits = [e._replace(text=e.text[0].lower() + e.text[1:]) if e.start == word.start else e for e in edits]
    elif capital:
        edits = [*edits, TextEdit(word.start, word.start + 1, word.text[0].lower())]
    if not change.is_none:
        # The pronoun in the candidate's number and gender; a t behind a vowel (`a-t-il`, `ont-ils`)
        form = next((edit.text for edit in edits if edit.end == words[verb].end), words[verb].text)
        gendered = ("elle" if change.wanted[0] is FEMININE else "il") + ("s" if change.wanted[1] is PLURAL else "")
        edits = [*edits, TextEdit(pronoun.start, pronoun.end, ("-" if form[-1] in "td" else "-t-") + gendered)]
    hole, rules = (word.start, word.start), ("subject", "complex_inversion")
    draft = ReadingDraft(place, hole, rules, edits=edits, capital=capital, sureness=agreed.sureness, leading=False)
    return draft.readings


def _has_subject(words: Words, verb: int) -> bool:
    """True for `la mer est-elle prise ?`: a noun phrase or a name without preposition right before the verb."""
    index = verb - 1
    low = at(words, index)
    if not low or not words[index].is_word or low in ("pourquoi", "comment", "quand", "où", "combien"):
        return False
    if low in _LISTS["pronoun_subjects"] or (at(words, index - 1), low) == ("quelque", "chose"):
        return True
    if words[index].text[0].isupper():
        named = index > 0 or not is_known(words[0].low) or is_first_name(words[0].text, "french", "english")
        return named and at(words, index - 1) not in PREPOSITIONS
    if not shape(low).noun:
        return False
    opener = next((k for k in range(index - 1, max(-1, index - 5), -1) if at(words, k) in DETERMINERS), -1)
    if at(words, opener) in ("", "quel", "quelle", "quels", "quelles", "au", "aux", "du", "des"):
        return False
    return at(words, opener - 1) not in PREPOSITIONS

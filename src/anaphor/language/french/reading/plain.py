"""Readings in which the candidate takes the anaphor's place: strong pronouns, noun phrases, blanks, relatives.

Nothing moves here, but what stands around may have to follow: the verb of a cleft (`c'est lui qui ment` → `c'est Anne
qui ment`, `ce sont les voisins qui mentent`), a predicate behind c'est, an article before a gap that the candidate
repeats. `ce`, `cela` and `ça` are the hard ones: more often than not they stand for a clause (`c'est dommage`) or
announce one (`cela me plairait de venir`), and then no candidate is their antecedent.
"""

import re
from dataclasses import replace

from anaphor.language.french.clause.group import verb_group
from anaphor.language.french.clause.verbs import Features, adverbial_end, agreed, shows
from anaphor.language.french.clause.words import (
    CLITICS,
    CLITICS_AND_NE,
    DETERMINERS,
    PREPOSITIONS,
    behind_clitics,
    ends_clause,
    is_infinitive,
    is_verb_here,
    sentence_start,
    shape,
    words_of,
)
from anaphor.language.french.draft import FrenchPlace, ReadingDraft, Result, TextEdit, determined, no_reading
from anaphor.language.french.impersonal import is_impersonal
from anaphor.language.french.nouns import concord
from anaphor.language.french.reading.predicate import SELVES, behind_degrees, is_plain_adjective
from anaphor.language.french.reading.subject import Agreement, agreement, change_for, is_third, subject_agreement
from anaphor.language.french.tokens import tokens
from anaphor.language.protocol import (
    CERTAIN,
    DOUBTFUL,
    FEMININE,
    LIKELY,
    MASCULINE,
    PLURAL,
    SINGULAR,
    NoReading,
    NoReadingReason,
    Reading,
)
from anaphor.language.word import at
from anaphor.language.word_tables import word_set, word_sets

_LISTS = word_sets("french", "reading_words")
_FUSED_RELATIVES = {"aux": "à", "au": "à", "des": "de", "du": "de"}
"""Determiners and relatives into which a preposition is fused: `auquel`, `desquels`."""
_BEHIND_CEST = word_set("pareil quoi que qu' à pour pourquoi ainsi là comme donc lui elle eux elles moi toi nous vous")
"""Words behind c'est that show that it presents or announces: `c'est pour toi`, `c'est ainsi que …`."""
_BEFORE_LEQUEL = PREPOSITIONS | word_set("travers milieu sein cours près loin")
_CLEFTS = {"c'est": "ce sont", "c'était": "c'étaient", "ce sera": "ce seront", "ce fut": "ce furent"}
_CLEFTS |= {"ce n'est pas": "ce ne sont pas", "ce n'était pas": "ce n'étaient pas", "c'est bien": "ce sont bien"}
"""Before several, a cleft has its verb in the plural: `c'est lui qui` → `ce sont les voisins qui`."""
_SINGLE_CLEFTS = {plural: singular for singular, plural in _CLEFTS.items()}
_OPENS_CLAUSE = word_set("et mais que qu' car si comme quand lorsque puisque , . ; : ! ?") | {""}
_OWN_ARTICLE = re.compile(r"(?:les?|la)\s+|l['’]")
_SHOWN_GENDERS = {"le": MASCULINE, "au": MASCULINE, "du": MASCULINE, "la": FEMININE}
"""The gender that a determiner before a gap shows; les, des and l' show none."""
"""Articles before a gap that tell the gender of what fills it."""
_ALONE = ("seul", "seule", "seuls", "seules")
"""They agree with the phrase beside them: `lui seul` → `Anne seule`."""
_POINTERS: dict[str, Features] = {
    "celui": (MASCULINE, SINGULAR),
    "celle": (FEMININE, SINGULAR),
    "ceux": (MASCULINE, PLURAL),
    "celles": (FEMININE, PLURAL),
}


def strong(place: FrenchPlace) -> Result:
    """The candidate instead of lui, elle, eux behind a preposition, in c'est lui qui, or set apart (lui, il …)."""
    before, after, was = place.before(), place.after(), _features(place)
    # `entre eux`, `l'un d'eux`, with a candidate that is one
    several = before in ("entre", "parmi") or (before == "d'" and place.before(2) in _LISTS["some_of"])
    if was[1] is PLURAL and several and place.candidate.number is not PLURAL:
        return _speaks_of_several(place)
    start = sentence_start(place.words, place.first)
    if before == "entre" and any(is_third(w.low, PLURAL) for w in place.words[start : place.first - 1]):
        return no_reading("language-tonic-idiom")  # `ils parlent français entre eux`
    if before == "," and (after == "," or (after == "aussi" and place.after(2) == ",")) and place.before(2).isalpha():
        return no_reading("language-stress-between-commas")
    also = after == "aussi" and not shape(place.after(2)).finite
    if also and shape(before).adjective > 0 and before not in PREPOSITIONS:
        return no_reading("language-lui-aussi")
    alone = after == "tout" and place.after(2).startswith("seul")
    apart = after == "," and before not in PREPOSITIONS | {"comme"}
    apart = apart or after in ("le", "la", "les")  # `c'est lui le plus fort`
    if (apart or alone) and not change_for(place, was).is_none:
        return place.disagreement("language-agreement-behind-comma")
    if before == "en" and place.candidate.text.startswith(("le ", "les ")):
        return no_reading("language-en-before-article")
    bound = before in ("de", "d'") and place.before(2) in _LISTS["of_oneself"]
    near = frozenset[str]().union(*(shape(place.before(k)).lemmas for k in range(2, 6)))
    bound = bound or (before == "sur" and ends_clause(place.words, place.last) and "prendre" in near)
    bound = bound or (before == "à" and ends_clause(place.words, place.last) and "revenir" in near)
    if bound or (before == "malgré" and ends_clause(place.words, place.last)):
        return no_reading("language-tonic-idiom")
    if before == "entre" and place.before(2) == "d'":
        hole = (place.words[place.first - 2].start, place.span[1])
        return ReadingDraft(place, hole, ("disjunctive",), preposition="de").readings
    return _substituted_reading(place, "disjunctive", was)


def emphatic(place: FrenchPlace) -> Result:
    """`lui-même le savait` → `Paul lui-même le savait`; away from a subject's place the pronoun is reflexive."""
    verb = behind_clitics(place.words, place.last)
    if place.before() not in _OPENS_CLAUSE or not shape(at(place.words, verb)).finite:
        return no_reading("language-reflexive", NoReadingReason.REFLEXIVE)
    subject = subject_agreement(place, SELVES[place.anaphor.low])
    if subject is None:
        return place.disagreement("language-verb-agreement")
    features = place.candidate.gender or SELVES[place.anaphor.low][0], place.candidate.number
    named = f"{place.candidate.text} {next(form for form, shown_by in SELVES.items() if shown_by == features)}"
    return _agreeing(place._replace(candidate=replace(place.candidate, text=named)), "subject", subject)


def _features(place: FrenchPlace) -> Features:
    """Gender and number of a strong pronoun."""
    low = place.anaphor.low
    return FEMININE if low.startswith("elle") else MASCULINE, PLURAL if low in ("eux", "elles") else SINGULAR


def _speaks_of_several(place: FrenchPlace) -> NoReading:
    words = {"anaphor": place.anaphor.text, "candidate": place.candidate.text}
    return no_reading("language-speaks-of-several", NoReadingReason.UNFIT_CANDIDATE, **words)


def _substituted_reading(place: FrenchPlace, rule: str, was: Features) -> Result:
    """The candidate in the anaphor's place; the verb behind it agrees, and so does a participle behind que."""
    subject = subject_agreement(place, was)
    if subject is None:
        return place.disagreement("language-verb-agreement")
    cleft = _cleft_edits(place)
    if cleft is None:
        return place.disagreement("language-cleft-agreement")
    agreeing = [place.last] if place.after() in _ALONE else [place.first - 1] if place.before() in _ALONE else []
    edits, words, start = [*subject.edits, *cleft], place.words, place.last + 1
    if place.after() in ("que", "qu'") and place.candidate.gender is not None and place.before() not in PREPOSITIONS:
        # The participle of `c'est elle que j'ai vue` agrees with the candidate.
        near = range(start, min(start + 5, len(words)))
        host = next((k for k in near if "avoir" in shape(words[k].low).lemmas), None)
        participle = None if host is None else verb_group(words, host).participle
        if participle is not None and shows(words[participle].text, _features(place)):
            agreeing.append(participle)
    # `lui seul` → `Anne seule`
    for word in (words[index] for index in agreeing):
        new = agreed(word.text, (place.candidate.gender, place.candidate.number))
        edits += [] if new is None or new == word.text else [TextEdit(word.start, word.end, new)]
    return _agreeing(place, rule, subject._replace(edits=edits))


def _agreeing(place: FrenchPlace, rule: str, subject: Agreement) -> tuple[Reading]:
    """The candidate in the anaphor's place, with the edits of an agreement."""
    rules = (rule, "agreement") if subject.edits else (rule,)
    capital = place.anaphor.text[0].isupper()
    return ReadingDraft(
        place, place.span, rules, edits=subject.edits, capital=capital, sureness=subject.sureness
    ).readings


def _cleft_edits(place: FrenchPlace) -> list[TextEdit] | None:
    """`c'est lui qui` → `ce sont les Bleus qui`; None where the verb before the pronoun cannot follow."""
    if place.after() not in ("qui", "que", "qu'", "dont") or place.first < 2 or place.before() in PREPOSITIONS:
        return []
    number = place.candidate.number
    if number is _features(place)[1]:
        return []
    clefts = _CLEFTS.keys() | _SINGLE_CLEFTS.keys()
    for start in (place.words[place.first - width] for width in (4, 3, 2) if width <= place.first):
        before = place.text[start.start : place.words[place.first - 1].end]
        form = before.lower().replace("’", "'")
        if form in clefts:
            break
    else:
        return None if {place.before(k) for k in (1, 2, 3, 4)} & {"ce", "c'"} else []
    new = (_CLEFTS if number is PLURAL else _SINGLE_CLEFTS).get(form, form).replace("'", place.apostrophe)
    new = new[0].upper() + new[1:] if before[0].isupper() else new
    return [TextEdit(start.start, start.start + len(before), new)]


def demonstrative_subject(place: FrenchPlace) -> Result:
    """The candidate as the subject of c'est, cela, ça; clefts and c'est … de/que are refused."""
    if place.before() in ("tout", "toute") or place.before(2) == "quoi":
        return no_reading("language-tout-cela")
    verb = behind_clitics(place.words, place.last)
    if verb >= len(place.words) or not shape(place.words[verb].low).finite:
        near = {place.before(k) for k in (2, 3, 4)}
        so_much = place.before() in ("que", "qu'") and near & {"si", "tant", "tellement"}  # `pas si bien que ça`
        if so_much or place.before() == "comme" or (place.before() == "avec" and place.after() in ("que", "qu'")):
            return no_reading("language-comme-ca")
        changes = place.candidate.gender is not MASCULINE or place.candidate.number is PLURAL
        if changes and is_plain_adjective(place.words, behind_degrees(place.words, place.last)):
            return place.disagreement("language-adjective-agreement")
        if place.anaphor.low in ("ce", "c'"):
            return no_reading("language-ce-no-pronoun", NoReadingReason.UNKNOWN_ANAPHOR)
        return _agreeing(place, "demonstrative", Agreement([]))
    refusal = _announces(place, verb)
    if refusal is not None:
        return refusal
    plural = at(place.words, verb).endswith(("ent", "ont"))
    subject = agreement(place, verb, change_for(place, (MASCULINE, PLURAL if plural else SINGULAR)))
    if subject is None:
        return place.disagreement("language-predicate-agreement")
    return _agreeing(place, "demonstrative", subject)


def _announces(place: FrenchPlace, verb: int) -> NoReading | None:
    """Why the demonstrative stands for no candidate: a set phrase, a cleft, what follows; None when it may."""
    words, low, following = place.words, at(place.words, verb), at(place.words, verb + 1)
    if place.anaphor.low in ("cela", "ceci", "ça"):
        if low in ("dit", "fait", "étant") and following in (",", "dit", "fait"):
            return no_reading("language-cela-dit")
        if "faire" in shape(low).lemmas and {at(words, verb + k) for k in (3, 4)} & {"que", "qu'"}:
            return no_reading("language-cela-announces", NoReadingReason.IMPERSONAL)  # `cela fait dix ans que …`
        if "aller" in shape(low).lemmas and (following, at(words, verb + 2)) in (("sans", "dire"), ("de", "soi")):
            return no_reading("language-cela-dit")
        # `cela me plairait de venir`
        moved = verb > place.last and at(words, verb - 1) in CLITICS
        near = (k for k in range(verb + 1, verb + 4) if at(words, k) in ("de", "d'"))
        if _judges_action(place, verb) or (moved and any(is_infinitive(words, k + 1) for k in near)):
            return no_reading("language-cela-announces", NoReadingReason.IMPERSONAL)
        return None
    if not low.endswith(("ent", "ont")) and following in ("les", "ces", "mes", "ses"):
        return no_reading("language-agrees-with-neither")
    if _stands_for_clause(place, verb):
        return no_reading("language-ce-introduces", NoReadingReason.IMPERSONAL)
    return None


def _stands_for_clause(place: FrenchPlace, verb: int) -> bool:
    words, following = place.words, at(place.words, verb + 1)
    opener = sentence_start(words, place.first)
    opener += at(words, opener) == "tout"
    free = at(words, opener) == "ce" and at(words, opener + 1) in ("qui", "que", "qu'", "dont") and opener < place.first
    dated = place.before() in ("hier", "demain", "aujourd'hui", "maintenant")
    if free or dated or is_impersonal(tokens(place.text), place.first):
        return True
    if place.after() == "en" or following == "tout" or _judges_action(place, verb):
        return True
    if following in ("que", "qu'") and at(words, verb + 2) in ("un", "une", "des", "du"):
        return False  # `ce ne sont que des mensonges`
    when = adverbial_end(words, verb + 1)
    if when > verb + 1 and at(words, when) in ("que", "qu'"):  # `c'est demain que …`
        return True
    if at(words, when) in _LISTS["dates"] or (
        at(words, when) in ("l'", "le") and at(words, when + 1) in _LISTS["dates"]
    ):
        return True
    if following in ("de", "d'") and is_infinitive(words, verb + 2):
        return True
    if following in PREPOSITIONS - {"de", "d'", "du", "des"} or {following, at(words, when)} & _BEHIND_CEST:
        return True
    # `c'est Paul qui …`: a definite phrase or a name, then qui or que in the same clause
    if following in ("un", "une", "des") or (shape(following).adjective > 0 and following not in DETERMINERS):
        return False
    index = verb + 1
    while not ends_clause(words, index) and at(words, index) != ",":
        if at(words, index) in ("qui", "que", "qu'", "dont"):
            return True
        index += 1
    return False


def _judges_action(place: FrenchPlace, verb: int) -> bool:
    """True for `c'est gentil de venir`, `c'est une honte que …`, `c'est un plaisir de …`."""
    words, index = place.words, verb + 1
    while adverbial_end(words, index) > index:
        index = adverbial_end(words, index)
    shame = at(words, index) in ("un", "une") and at(words, index + 1) in _LISTS["judgements"]
    if is_infinitive(words, index) or (shame and at(words, index + 2) in ("que", "qu'", "de", "d'")):
        return True
    well = at(words, verb + 1) in ("bien", "mal", "mieux") and at(words, verb + 2) in ("de", "d'", "que", "qu'")
    index = verb + 1 if well else behind_degrees(words, verb + 1)
    if not well and not is_plain_adjective(words, index):
        return False
    index += 3 * (at(words, index + 1) == "de" and at(words, index + 3) == "part")  # `insensé de ta part de …`
    following = at(words, index + 1)
    return following in ("que", "qu'") or (following in ("de", "d'") and is_infinitive(words, index + 2))


def noun(place: FrenchPlace) -> Result:
    """The candidate instead of a whole noun phrase; a determiner that stood before the marked noun goes with it."""
    determiner = place.before() in ("le", "la", "l'", "les", "ce", "cet", "cette", "ces")
    if place.first and determiner and place.anaphor.low not in DETERMINERS:
        place = place._replace(first=place.first - 1)
    candidate = place.candidate
    if place.before() in ("entre", "parmi") and candidate.number is not PLURAL:
        return _speaks_of_several(place)
    form, _, suffix = place.anaphor.low.partition("-")
    pointer = _POINTERS.get(form)
    # `Paul, celui-ci, …`: the pronoun repeats the subject.
    repeats = place.before() == "," and suffix in ("ci", "là")
    if repeats and pointer and (candidate.gender not in (None, pointer[0]) or candidate.number is not pointer[1]):
        return no_reading("language-repeats-subject")
    was = concord(place.text[slice(*place.span)])
    return _substituted_reading(place, "noun", pointer or (was.gender, was.number))


def blank(place: FrenchPlace) -> Result:
    """The candidate in a gap; a determiner before it that the candidate's own repeats, or contradicts, goes."""
    before, low = place.before(), words_of(place.candidate.text)[0].low
    repeated = (
        before in DETERMINERS | _FUSED_RELATIVES.keys() and low in DETERMINERS and place.candidate.preposition is None
    )
    contradicted = place.candidate.bare and place.candidate.gender not in (None, _SHOWN_GENDERS.get(before))
    preposition = ""
    if place.candidate.bare and before in ("les", "ces", "aux", "des"):
        place = place._replace(candidate=replace(place.candidate, number=PLURAL))
    if repeated or (contradicted and before in _SHOWN_GENDERS):
        # `le [l'oreille]`, `au [la bibliothèque]`, `au [maison]`: the text is not made for this candidate
        whole = determined(place.candidate)
        if isinstance(whole, NoReading):
            return whole
        preposition = _FUSED_RELATIVES.get(before, "")
        preposition = preposition.capitalize() if place.words[place.first - 1].text[0].isupper() else preposition
        place = place._replace(first=place.first - 1, candidate=whole)
    slip = repeated or bool(preposition) or (contradicted and before in _SHOWN_GENDERS)
    # Inside a noun phrase (`le réservoir [d'eau] était plein`) it is no subject; in `[Anne] l'a acheté neuf` the
    # adjective is the object's
    behind_noun = place.before(2) in DETERMINERS | _FUSED_RELATIVES.keys() and not repeated and not shape(before).finite
    adjective = behind_noun and low not in DETERMINERS and not place.candidate.is_name
    inside = bool(preposition) or place.before() in PREPOSITIONS or low in ("de", "d'", "du") or adjective
    # `le dernier [le téléphone]`
    own = _OWN_ARTICLE.match(place.candidate.text) if behind_noun and shape(before).adjective > 0 else None
    bare = place.candidate.text[own.end() :] if own else None
    objects = place.after() in ("l'", "le", "la", "les") and place.candidate.number is SINGULAR
    subject = Agreement([]) if inside or objects else subject_agreement(place, (None, None))
    if subject is None:
        # The text was written for its candidates: what does not show how it agrees stays, and is doubtful
        subject = Agreement([], sure=False)
    opens = sentence_start(place.words, place.first) == place.first and not preposition
    rules = ("blank", "agreement") if subject.edits else ("blank",)
    slip = slip or bare is not None
    rules = (*rules, "determiner") if slip else rules
    sureness = DOUBTFUL if not subject.sure else LIKELY if slip else CERTAIN
    draft = ReadingDraft(place, place.span, rules, subject.edits, preposition, bare, opens, sureness)
    return draft._replace(leading=bool(preposition)).readings


def relative(place: FrenchPlace) -> Result:
    """The candidate instead of lequel and its like; the clause then reads as a template, so it is doubtful."""
    words, low, before = place.words, place.anaphor.low, place.before()
    fused = next((lead for lead in _FUSED_RELATIVES if low.startswith(lead) and "quel" in low), None)
    preposition = _FUSED_RELATIVES[fused] if fused else "de" if low == "dont" else ""
    if low in ("que", "qu'", "où") or (low == "qui" and before not in _LISTS["before_qui"]):
        return no_reading("language-relative-joins", anaphor=place.anaphor.text)
    # `au bord duquel`; a relative that is a subject, or opens an indirect question
    of_noun = shape(before).noun > 0 and place.before(2) in ("au", "aux", "à", "dans", "sur")
    verb = next((k for k in range(place.last, place.last + 4) if at(words, k) not in CLITICS_AND_NE), 0)
    plain = low.startswith(("lequel", "laquelle", "lesquel")) and before not in _BEFORE_LEQUEL
    tied = (low.startswith(("duquel", "desquel")) and of_noun) or (plain and shape(at(words, verb)).finite)
    # A finite verb must stand before the relative, so that its clause closes the sentence.
    start = sentence_start(words, place.first)
    if tied or not any(is_verb_here(words, k) for k in range(start, place.first)):
        return no_reading("language-clause-needs-relative")
    return ReadingDraft(place, place.span, ("relative",), preposition=preposition, sureness=DOUBTFUL).readings

"""Readings of direct objects (le, la, les), and what the clause says of them: `je la trouve jolie`."""

from itertools import takewhile

from anaphor.language.french.clause.forms import bare_participle, is_participle, shows
from anaphor.language.french.clause.phrase import noun_phrase
from anaphor.language.french.clause.verb import COPULAS, VerbGroup, host_of, is_infinitive, object_place, verb_group
from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    PREPOSITIONS,
    FrenchWord,
    at,
    ends_clause,
    sentence_start,
    shape,
)
from anaphor.language.french.lexicon import Category, lookup, of_category
from anaphor.language.french.reading.draft import (
    FrenchPlace,
    ReadingDraft,
    Result,
    TextEdit,
    disagreement,
    drafted,
    no_reading,
    removal,
)
from anaphor.language.french.reading.predicate import (
    SUBORDINATORS,
    AgreementChange,
    behind_degrees,
    inflected_edit,
    is_plain_adjective,
)
from anaphor.language.protocol import Gender, NoReading, Number, Sureness
from anaphor.language.word_tables import word_set

Words = tuple[FrenchWord, ...]

_JUDGING = word_set(
    "trouver croire juger rendre savoir voir sentir laisser garder estimer imaginer vouloir préférer tenir dire"
)
_NAMING = word_set("élire nommer proclamer sacrer couronner appeler faire désigner déclarer baptiser")
_ADVERBIAL = word_set(
    "fort direct cher haut bas dur clair faux droit bon net court juste gros large ferme double vite possible pareil"
)
"""Adjectives that stay as they are behind a verb that judges nothing."""
_OFTEN_NOUNS = word_set("mort morte morts mortes fou folle fous folles malade malades")
"""Adjectives that are nouns more often, but not right behind a verb."""
_ALONE = word_set("seul seule seuls seules")
_FEATURES: dict[str, tuple[Gender | None, Number | None]] = {
    "le": (Gender.MASCULINE, Number.SINGULAR),
    "la": (Gender.FEMININE, Number.SINGULAR),
    "l'": (None, Number.SINGULAR),
    "les": (None, Number.PLURAL),
    "lui": (None, Number.SINGULAR),
    "leur": (None, Number.PLURAL),
}
_SELVES_OF_ALL = word_set("deux trois quatre les")
_COMPARING = word_set("plus moins aussi autant si meilleur meilleure pire mieux ainsi tel telle tels telles")
_DEFINITE = word_set("ce cet cette ces le la les l' mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs")
_THINKING = word_set("penser croire espérer imaginer dire vouloir prévoir faire supposer savoir annoncer")
_SET_PHRASES = (("emporter", "sur"), ("échapper", "belle"), ("couler", "douce"))


def change_of_object(place: FrenchPlace) -> AgreementChange:
    """What changes when the candidate takes the place of an object pronoun."""
    gender, number = _FEATURES.get(place.anaphor.low.lstrip("-"), (None, None))
    return AgreementChange(gender, number, place.candidate.gender, place.candidate.number)


def _object_predicates(words: Words, group: VerbGroup, target: int, change: AgreementChange) -> tuple[int, ...] | None:
    """Indices of the words that agree with the object; None when a noun is said of it that may not fit.

    `je la trouve jolie`, `on l'a élue présidente`, `il le prend pour fou`
    """
    as_such = at(words, target + 1) in ("comme", "pour")
    index = behind_degrees(words, target + 1 + as_such)
    low, lemmas = at(words, index), group.lemmas(words)
    form, following = shape(low), shape(at(words, index + 1))
    shown = bool(low) and shows(words[index].text, change.gender, change.number)
    if as_such and shown and low not in DETERMINERS and not form.infinitive and form.noun <= form.adjective + form.verb:
        return (index,)
    if lemmas & _NAMING and form.noun > max(form.adjective, form.adverb) and low not in DETERMINERS | PREPOSITIONS:
        # Number and gender of the noun must fit the candidate too.
        fits = any(
            entry.gender in (None, change.new_gender or entry.gender)
            and entry.number in (None, change.new_number or entry.number)
            for entry in lookup(low)
            if entry.category is Category.NOUN
        )
        return () if fits else None
    closed = at(words, index + 1) in PREPOSITIONS | DETERMINERS
    before_noun = not closed and following.noun > max(following.adjective, following.verb, following.adverb)
    judged = not lemmas.isdisjoint(_JUDGING) or low not in _ADVERBIAL
    adjective = is_plain_adjective(words, index) or low in _OFTEN_NOUNS
    if not (adjective and shown and judged) or before_noun:
        return controlled_predicates(words, target + 1, change)
    if low in _ALONE and not shows(words[index].text, change.new_gender, change.new_number):
        # Seul may speak of the subject: `j'ai dû le faire seul`.
        return None
    second = behind_degrees(words, index + 2)
    joined = at(words, index + 1) in ("et", "ou", "mais") and is_plain_adjective(words, second)
    return (index, second) if joined else (index,)


def predicate_edits(words: Words, found: tuple[int, ...], change: AgreementChange) -> list[TextEdit] | None:
    """The edits that make the words at some indices agree; None when a form is not known."""
    edits = [inflected_edit(words, index, change) for index in found]
    known = [edit for edit in edits if edit is not None]
    changed = [edit for edit, index in zip(known, found, strict=False) if edit.text != words[index].text]
    return changed if len(known) == len(edits) else None


def controlled_predicates(words: Words, start: int, change: AgreementChange) -> tuple[int, ...]:
    """Indices of the adjectives of `d'être prudent`, `à rester assise`, which speak of the object."""
    index = start
    while index < min(len(words), start + 5) and at(words, index) not in ("de", "d'", "à"):
        index += 1
    index += 1
    while at(words, index) in CLITICS or at(words, index) in ("ne", "pas", "plus"):
        index += 1
    if not is_infinitive(words, index) or not shape(at(words, index)).lemmas & COPULAS:
        return ()
    adjective = behind_degrees(words, index + 1)
    if not is_plain_adjective(words, adjective) or not shows(words[adjective].text, change.gender, change.number):
        return ()
    return (adjective,)


def direct_object(place: FrenchPlace) -> Result:
    """The candidate as a direct object behind the verb group, the participle without the clitic's agreement."""
    taken_out = moved(place)
    if isinstance(taken_out, NoReading):
        return taken_out
    group, edits = taken_out
    words = place.words
    refusal = _refusal(place, group)
    if refusal is not None:
        return refusal
    target = object_place(words, group)
    if _is_repeated(words, target):
        return no_reading("language-said-twice")
    predicates = _predicate_edits(place, group, target)
    if predicates is None:
        return disagreement(place, "language-object-agreement")
    edits += [*_participle_edits(place, group), *predicates]
    host = words[group.host]
    if place.anaphor.text.startswith("-") and place.after() in ("-y", "-en") and host.low.endswith(("e", "va")):
        # The s of `apportes-y`, where y or en now follows the imperative.
        edits.append(TextEdit(host.end, host.end, "s"))
    floated = _floated(place, group, target)
    if isinstance(floated, NoReading):
        return floated
    phrase, more = floated
    rules = ("object", "object_moved") if not more else ("object", "object_moved", "quantifier_moved")
    # The verb could be something else: a form that the lexicon does not know, or mostly a noun.
    form = shape(host.low)
    risky = not form.is_verb or form.noun > form.verb
    sureness = Sureness.LIKELY if risky or more or predicates else Sureness.CERTAIN
    spot = words[target].end
    return (drafted(place, ReadingDraft((spot, spot), rules, edits=[*edits, *more], phrase=phrase, sureness=sureness)),)


def _refusal(place: FrenchPlace, group: VerbGroup) -> NoReading | None:
    """Why no noun phrase can be the object here; None when one can."""
    words, lemmas = place.words, group.lemmas(place.words)
    if group.is_copula(words) and "être" in lemmas:
        return no_reading("language-stands-for-predicate")
    if "avoir" in shape(words[group.host].low).lemmas and group.participle is None:
        # A participle further on may be that of avoir.
        soon = range(group.end, min(len(words), group.end + 8))
        near = takewhile(lambda k: not ends_clause(words, k) and words[k].low not in SUBORDINATORS, soon)
        if any(is_participle(words, k) and shape(words[k].low).noun < 1 for k in near):
            return no_reading("language-no-participle")
    if place.before() == "dieu" and words[group.host].low == "veuille":
        return no_reading("language-dieu-le-veuille")
    if _compares(place, group):
        return no_reading("language-stands-for-clause")
    if any(verb in lemmas and at(words, group.end) == word for verb, word in _SET_PHRASES):
        return no_reading("language-object-idiom")
    return None


def presentative(place: FrenchPlace) -> Result:
    """`le voilà parti` → `voilà Hugo parti`."""
    gone = removal(place.words, place.first, place.apostrophe)
    if gone is None or place.before() in ("nous", "vous", "me", "te"):
        return no_reading("language-gender-lost")
    predicates = _predicate_edits(place, VerbGroup(place.last, place.last, place.last + 1, None, None), place.last)
    if predicates is None:
        return disagreement(place, "language-object-agreement")
    spot = place.words[place.last].end
    sureness = Sureness.LIKELY if predicates else Sureness.CERTAIN
    draft = ReadingDraft((spot, spot), ("object", "presentative"), edits=[gone, *predicates], sureness=sureness)
    return (drafted(place, draft),)


def _is_repeated(words: Words, target: int) -> bool:
    """True for `mange-la, ta soupe !`, `tu l'as vue hier, ma clé ?`: what is announced is said behind the comma."""
    comma = next((k for k in range(target + 1, target + 4) if at(words, k) == ","), None)
    if comma is None or not all(of_category(words[k].low, Category.ADVERB) for k in range(target + 1, comma)):
        return False
    phrase = noun_phrase(words, comma + 1)
    named = at(words, comma + 1) in _DEFINITE
    return phrase is not None and named and (ends_clause(words, phrase.end) or at(words, phrase.end) == ",")


def _compares(place: FrenchPlace, group: VerbGroup) -> bool:
    """True for the le of `plus grand que je le pensais`, `comme je l'ai dit`."""
    words = place.words
    if group.lemmas(words).isdisjoint(_THINKING):
        return False
    start = sentence_start(words, place.first)
    near = range(place.first - 1, max(start - 1, place.first - 5), -1)
    that = next((k for k in near if words[k].low in ("que", "qu'", "comme")), None)
    if that is None:
        return False
    return words[that].low == "comme" or any(words[k].low in _COMPARING for k in range(start, that))


def moved(place: FrenchPlace) -> tuple[VerbGroup, list[TextEdit]] | NoReading:
    """The verb group of a clitic, and the edits that take the clitic out."""
    host = host_of(place.words, place.first)
    if host is None:
        return no_reading("language-no-verb", anaphor=place.anaphor.text)
    gone = removal(place.words, place.first, place.apostrophe)
    if gone is None:
        return no_reading("language-le-or-la")
    return verb_group(place.words, host), [gone]


def _participle_edits(place: FrenchPlace, group: VerbGroup) -> list[TextEdit]:
    """The participle in its bare form, for it agreed with the clitic before it."""
    if group.participle is None:
        return []
    reflexive = any(w.low in ("se", "s'", "me", "m'", "te", "t'") for w in place.words[group.host - 2 : group.host])
    if "avoir" not in shape(place.words[group.host].low).lemmas and not reflexive:
        return []
    words = [place.words[k] for k in (group.participle, *group.joined)]
    bare = [(word, bare_participle(word.text)) for word in words]
    return [TextEdit(word.start, word.end, form) for word, form in bare if form is not None and form != word.text]


def _predicate_edits(place: FrenchPlace, group: VerbGroup, target: int) -> list[TextEdit] | None:
    """What is said of the object, in the candidate's gender and number: `je la trouve jolie`, `l'a retrouvé mort`."""
    change = change_of_object(place)
    found = _object_predicates(place.words, group, target, change)
    return None if found is None else predicate_edits(place.words, found, change)


def _floated(place: FrenchPlace, group: VerbGroup, target: int) -> tuple[str | None, list[TextEdit]] | NoReading:
    """`les a tous punis` → `a puni tous les lycéens`: the phrase with tous, and the edit that takes tous out."""
    words = place.words
    if place.before() in ("tous", "toutes"):
        return no_reading("language-word-moves-along", word=words[place.first - 1].text)
    index = next((k for k in range(group.host, group.end) if words[k].low in ("tous", "toutes")), None)
    if index is None and at(words, target + 1) in ("tous", "toutes"):
        index = None if at(words, target + 2) in ("les", "deux", "trois") else target + 1
    if index is None:
        return None, []
    if at(words, index + 1) in _SELVES_OF_ALL:
        return no_reading("language-tous-deux")
    if not place.candidate.text.lower().startswith(("les ", "ces ", "mes ", "ses ", "nos ", "leurs ", "tes ", "vos ")):
        return no_reading("language-cannot-follow-tous", word=words[index].text, candidate=place.candidate.text)
    quantifier = "toutes" if place.candidate.gender is Gender.FEMININE else "tous"
    return f"{quantifier} {place.candidate.text}", [TextEdit(words[index - 1].end, words[index].end, "")]

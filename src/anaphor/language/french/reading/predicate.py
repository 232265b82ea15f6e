"""The words of a clause that agree with its subject: adjectives and participles at its verb, and those away from it.

French shows a subject's gender and number in its predicate (`elle est fatiguée`), in a participle with être (`elles
sont parties`), in one set apart (`Fatiguée, elle dort`) and in `elle-même`. All of them must follow a candidate of
another gender, and a single one that cannot be followed (a noun as a predicate: `elle est avocate`) leaves the item
without a reading: half an agreement would be worse than none. A reflexive se that is a dative leaves the participle
alone (`elles se sont parlé`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from anaphor.language.french.clause.group import VerbGroup, verb_group
from anaphor.language.french.clause.verbs import (
    COPULAS,
    MIDDLE,
    Features,
    adverbial_end,
    agreed,
    base_of,
    is_adverb,
    shows,
)
from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    NUMERALS,
    PREPOSITIONS,
    SUBJECT_CLITICS,
    agrees,
    ends_clause,
    gender_of,
    is_epicene,
    is_infinitive,
    is_noun,
    is_verb_here,
    noun_phrase,
    sentence_start,
    shape,
)
from anaphor.language.french.draft import FrenchPlace, TextEdit
from anaphor.language.french.junctures import elides, fitted
from anaphor.language.french.nouns import concord
from anaphor.language.protocol import FEMININE, MASCULINE, PLURAL, SINGULAR, Animacy, Number
from anaphor.language.word import Words, at
from anaphor.language.word_tables import word_set, word_sets

_LISTS = word_sets("french", "reading_words")
SUBORDINATORS = _LISTS["subordinators"]
"""Words that open a clause with a subject of its own."""
_DEGREES = word_set("très trop plus moins si aussi assez bien tout toute tellement peu presque ni demi mi")
_CLOSED = DETERMINERS | PREPOSITIONS | CLITICS
SELVES: dict[str, Features] = {
    "lui-même": (MASCULINE, SINGULAR),
    "elle-même": (FEMININE, SINGULAR),
    "eux-mêmes": (MASCULINE, PLURAL),
    "elles-mêmes": (FEMININE, PLURAL),
}
"""Emphatic pronouns with their gender and number."""
_BY_FEATURES = {features: form for form, features in SELVES.items()}
_STRONG = word_set("lui elle eux elles")


class AgreementChange(NamedTuple):
    """What a subject or object was, and what it becomes."""

    was: Features
    """Gender and number of what stood there."""
    new: Features
    """Those of what takes its place; None: as before."""

    @property
    def is_none(self) -> bool:
        return self.new == (None, None)

    @property
    def wanted(self) -> Features:
        """Gender and number as they are afterwards."""
        return self.new[0] or self.was[0], self.new[1] or self.was[1]


def predicates_of(group: VerbGroup, change: AgreementChange) -> tuple[int, ...] | None:
    """Indices of the words that agree with the subject of a verb group; None when a predicate cannot be followed."""
    words = group.words
    adjectives: tuple[int, ...] = ()
    passive = any(words[k].low == "été" for k in range(group.host, group.main))
    with_etre = passive or "être" in shape(words[group.host].low).lemmas
    if group.participle is not None and with_etre and _follows_subject(group, group.participle, change):
        adjectives = _adjectives(words, group.participle)
        title = shape(at(words, group.participle + 1))
        titled = title.noun > title.adjective + title.adverb + title.verb and group.lemmas & _LISTS["predicative"]
        either = change.new[1] is None and at(words, group.participle + 1) in _LISTS["both_genders"]
        if titled and not either and not is_plain_adjective(words, group.participle + 1):
            return None  # `ont été élues députées`
    copula = group.is_copula or words[group.main].low == "été"
    copula = copula or (group.participle is not None and bool(group.lemmas & COPULAS))
    if at(words, group.end) == "l'" and at(words, group.end + 1) == "air":
        return (*adjectives, *_adjectives(words, group.end + 2))
    behind = _predicate_behind(group, change, copula)
    if behind is None:
        return None
    # `devraient être guéries`, `ont fini par devenir méchants`, `semble avoir été trompé`
    index = max((*adjectives, *behind), default=group.end - 1) + 1
    while at(words, index) in MIDDLE or at(words, index) in _LISTS["before_inner"]:
        index += 1
    inner = predicates_of(verb_group(words, index), change) if is_infinitive(words, index) else ()
    may_take_as, as_such = (
        group.participle is not None or "passer" in group.lemmas,
        index + (at(words, index) == "comme"),
    )
    if may_take_as and at(words, as_such - 1) in ("comme", "pour") and is_plain_adjective(words, as_such):
        inner = (as_such,)  # `est considérée comme dangereuse`, `passe pour généreuse`
    return None if inner is None else (*adjectives, *behind, *inner)


def _follows_subject(group: VerbGroup, participle: int, change: AgreementChange) -> bool:
    """False for the participle of a reflexive verb whose se is a dative: `se sont parlé`, `s'est acheté une moto`."""
    words, lemmas = group.words, group.lemmas
    if not _is_reflexive(group):
        return True
    if group.infinitive is not None and "laisser" in lemmas:
        return base_of(words[participle].low) != words[participle].low  # `s'est laissée mourir`
    if (group.infinitive is not None and "faire" in lemmas) or lemmas & _LISTS["dative_reflexives"]:
        return False
    # An object follows: `s'est acheté hier une moto`, but not `s'est levé la nuit`.
    index = group.end
    while adverbial_end(words, index) > index and words[index].is_word:
        index = adverbial_end(words, index)
    low = at(words, index)
    phrase = None if low in ("de", "du", "d'", "au", "aux") else noun_phrase(words, index)
    has_object = phrase is not None and words[phrase.head].low not in _LISTS["time_heads"]
    return low != "compte" and not has_object and shows(words[participle].text, change.was)


def _is_reflexive(group: VerbGroup) -> bool:
    index = group.host - 1
    while (low := at(group.words, index)) in CLITICS and low not in ("se", "s'"):
        index -= 1
    return low in ("se", "s'")


def _predicate_behind(group: VerbGroup, change: AgreementChange, copula: bool) -> tuple[int, ...] | None:
    """The adjectives right behind a verb, copula or not: `est fatigué`, `rentra fatigué`, `se croit beau`."""
    words, reflexive = group.words, _is_reflexive(group)
    if not copula and not reflexive and group.lemmas <= _LISTS["of_object"]:
        return ()
    index = behind_degrees(words, group.end)
    superlative = _superlative(words, index) if copula or reflexive else None
    if superlative is not None:
        return superlative
    if not copula:
        adverbial = at(words, index) in _LISTS["adverbial"] and not reflexive
        is_called = reflexive and bool(group.lemmas & _LISTS["predicative"]) and shape(at(words, index)).adjective > 0
        plain = is_called or is_plain_adjective(words, index)  # `se disent prêts`, though prêts is more often a noun
        if adverbial or not plain or not shows(words[index].text, change.was):
            return ()
        return None if _is_before_noun(words, index) else _adjectives(words, group.end)
    adjectives = _adjectives(words, group.end)
    if adjectives and not _is_before_noun(words, adjectives[-1]):
        return adjectives
    if adjectives:
        return () if at(words, adjectives[-1] + 1) in ("marché", "enfant") else None
    return () if is_infinitive(words, index) or _noun_predicate_stays(words, index, change) else None


def _superlative(words: Words, index: int) -> tuple[int, ...] | None:
    """The article and the adjective of `est la plus rapide de la classe`, `est le premier à partir`; else None."""
    degree = at(words, index + 1) in ("plus", "moins")
    adjective = index + 1 + degree
    is_superlative = degree or at(words, adjective) in _LISTS["superlatives"]
    if at(words, index) not in ("le", "la", "les") or not is_superlative or not shape(at(words, adjective)).adjective:
        return None
    return None if _is_before_noun(words, adjective) else (index, adjective)


def _is_before_noun(words: Words, index: int) -> bool:
    """True for `est grand amateur de jazz`: the adjective and its noun cannot be followed."""
    low = at(words, index + 1)
    form = shape(low)
    closed = not low or low in PREPOSITIONS or low in DETERMINERS
    return not closed and form.noun > max(form.adjective, form.adverb, form.verb) and words[index + 1].is_word


def _noun_predicate_stays(words: Words, index: int, change: AgreementChange) -> bool:
    """True when what follows the copula need not change: no noun, or one that fits as it is."""
    low, same_number = at(words, index), change.new[1] is None
    phrase = noun_phrase(words, index) if low in ("un", "une") and change.new[0] is not None else None
    if phrase is not None and gender_of(words[phrase.head].low) not in (None, change.new[0]):
        # `est une excellente actrice`, but `est une victime`
        head = words[phrase.head].low
        if concord(f"{low} {head}").animacy is Animacy.PERSON and head not in _LISTS["both_genders"]:
            return False
    if low in DETERMINERS - {"au", "aux", "du", "tout", "tous", "toute", "toutes"}:
        return same_number and at(words, index + 1) not in _LISTS["superlatives"] | {"un", "une"}
    if low in ("celui", "celle", "ceux", "celles", "un", "une", "l'un", "l'une"):
        return False
    if not low or not words[index].is_word or low in PREPOSITIONS or words[index].text[0].isupper():
        return True
    form = shape(low)
    if form.noun == 0 or form.adverb >= form.noun or low in NUMERALS or at(words, index + 1) == "bée":
        return True
    return same_number and (low in _LISTS["both_genders"] or is_epicene(low))


def is_plain_adjective(words: Words, index: int) -> bool:
    """True for a form that is an adjective or participle rather than a noun, an adverb or a finite verb."""
    low = at(words, index)
    form = shape(low)
    if not low or low == "été" or low in _CLOSED or not words[index].is_word:
        return False
    if at(words, index - 1) in _LISTS["strict_degrees"] and form.adjective > form.adverb:
        return True  # `moins patiente`, though a patient is more often a noun
    if low in _LISTS["often_nouns"] and at(words, index - 1) not in DETERMINERS:
        return True
    finite = form.finite and not low.endswith(("ée", "és", "ées"))  # the lexicon's source has `restée` as finite
    if base_of(low) is not None and not finite and form.noun <= form.adjective + form.verb:
        return True
    return form.adjective > max(form.noun, form.adverb) and form.adjective * 3 > form.verb


def _adjectives(words: Words, index: int) -> tuple[int, ...]:
    """Indices of the adjectives of a predicate: `très fatigués, mais heureux`, `ni grand ni petit`."""
    adjectives: list[int] = []
    index = behind_degrees(words, index)
    while low := at(words, index):
        form = shape(low)
        adverb = form.adverb > form.adjective + form.verb and low != "fort"
        if adverb or low in _CLOSED or (form.adjective == 0 and base_of(low) is None):
            break
        adjectives.append(index)
        index += 1
        if is_plain_adjective(words, index) and not _is_before_noun(words, index):
            continue  # `fou furieux`
        if at(words, index) == "," and at(words, index + 1) in ("et", "mais", "ou", "puis", "voire"):
            index += 1
        as_much = at(words, index) in ("que", "qu'") and is_plain_adjective(words, index + 1)
        if at(words, index) not in ("et", "mais", "ou", ",", "ni", "puis", "voire") and not as_much:
            break  # `aussi généreuse que discrète`
        apart = at(words, index) == ","
        index = behind_degrees(words, index + 1)
        if apart and not is_plain_adjective(words, index):
            break
    return tuple(adjectives)


def behind_degrees(words: Words, index: int) -> int:
    """Index behind the degrees and adverbs before an adjective; `fort` before one means très."""
    while True:
        low = at(words, index)
        end = adverbial_end(words, index) if low and words[index].is_word else index
        if low not in _DEGREES and end == index and not (low == "fort" and is_plain_adjective(words, index + 1)):
            return index
        index = max(index + 1, end)


def inflected_edit(words: Words, index: int, change: AgreementChange) -> TextEdit | None:
    """The edit that makes an adjective follow a change; None when the form is not known."""
    word, before = words[index], words[index - 1] if index else words[index]
    if word.low in ("le", "la", "les"):  # of a superlative: `est la plus rapide`
        plural = change.wanted[1] is PLURAL
        return TextEdit(word.start, word.end, "les" if plural else "la" if change.wanted[0] is FEMININE else "le")
    new = agreed(word.text, change.wanted)
    if new is not None and before.low in ("tout", "toute") and at(words, index - 2) not in PREPOSITIONS:
        # Tout petite is toute petite, toute contents is tout contents.
        feminine = change.wanted[0] is FEMININE and not elides(new)
        quite = "toutes" if feminine and change.wanted[1] is PLURAL else "toute" if feminine else "tout"
        quite = quite.capitalize() if before.text[0].isupper() else quite
        return TextEdit(before.start, word.end, f"{quite} {new}")
    return None if new is None else TextEdit(word.start, word.end, new)


def clause_of(words: Words, verb: int) -> range:
    """Indices behind a verb up to the end of its clause."""
    end = verb + 1
    while not ends_clause(words, end) and (words[end].low not in SUBORDINATORS or _compares(words, end)):
        end += 1
    return range(verb + 1, end)


def _compares(words: Words, index: int) -> bool:
    """True for a que without a verb of its own: `plus grand que son frère`, `ne mange que son pain`."""
    stops = (k for k in range(index + 1, len(words)) if ends_clause(words, k) or words[k].low in SUBORDINATORS)
    own = range(index + 1, next(stops, len(words)))
    clause = any(is_verb_here(words, k) or words[k].low in SUBJECT_CLITICS - {"elle", "elles"} for k in own)
    return at(words, index) in ("que", "qu'", "comme") and not clause


def speaks_of_several(words: Words, verb: int) -> bool:
    """True when a word of the clause can only be said of several: `vivent ensemble`, `ont tous ri`."""
    for k in clause_of(words, verb):
        low, following = at(words, k), at(words, k + 1)
        if (low == "l'" and following in ("un", "une")) or (low == "entre" and following in ("eux", "elles")):
            return True
        if low in _LISTS["several"] and _stands_free(words, k):
            return True
        if low in ("même", "mêmes") and at(words, k - 1) in ("le", "la", "les") and following not in ("que", "qu'"):
            return at(words, k + 2) not in ("que", "qu'")  # `nés le même jour`
    return False


def _stands_free(words: Words, index: int) -> bool:
    """True for tous by itself: not behind a preposition, nor before its noun phrase (`tous les jours`)."""
    quantifies = at(words, index) in ("tous", "toutes") and at(words, index + 1) in DETERMINERS
    determines = quantifies and at(words, index + 2) not in ("deux", "trois")
    return at(words, index - 1) not in PREPOSITIONS and not determines


def companion_edits(
    place: FrenchPlace, verb: int, change: AgreementChange, done: frozenset[int]
) -> list[TextEdit] | None:
    """The edits of what agrees with the subject away from its verb; None when that cannot be known."""
    words = place.words
    behind = _behind(words, verb, change, done)
    owned = _possessive_edits(words, verb, change.new[1])
    if behind is None or owned is None:
        return None
    before = [*_before(place, change)]
    detached = [inflected_edit(words, k, change) for k in dict.fromkeys((*before, *behind))]
    if None in detached or (before and any(words[k].low in _STRONG for k in range(before[0], place.first))):
        return None  # `chassés de chez eux`
    # `lui-même` in the new gender and number; `sont toutes parties` → `sont tous partis`
    gender, number = change.wanted
    edits = [*owned, *(edit for edit in detached if edit is not None)]
    for word, index in ((words[k], k) for k in clause_of(words, verb)):
        if SELVES.get(word.low) == change.was and at(words, index - 1) not in PREPOSITIONS:
            form, than = _BY_FEATURES[gender or MASCULINE, number or SINGULAR], words[index - 1]
            lead = fitted(than.text, form, place.apostrophe) if than.low in ("que", "qu'") else None
            edits.append(TextEdit(than.start if lead else word.start, word.end, (lead or "") + form))
        if change.new[0] is not None and word.low in ("tous", "toutes") and _stands_free(words, index):
            edits.append(TextEdit(word.start, word.end, "toutes" if change.new[0] is FEMININE else "tous"))
    return edits


def _possessive_edits(words: Words, verb: int, number: Number | None) -> list[TextEdit] | None:
    """`a vendu sa maison` → `ont vendu leur maison`, up to another name; None where neither son nor sa is sure."""
    edits = []
    for k in clause_of(words, verb) if number is not None else ():
        word = words[k]
        if word.text[0].isupper():
            break
        whose = at(words, k - 1) == "et" and concord(f"le {at(words, k - 2)}").animacy is Animacy.PERSON
        if whose:  # `mon frère et sa femme`
            continue
        if number is PLURAL and word.low in ("son", "sa", "ses") and at(words, k - 1) not in DETERMINERS:
            edits.append(TextEdit(word.start, word.end, "leurs" if word.low == "ses" else "leur"))
        phrase = noun_phrase(words, k + 1, determined=False) if number is SINGULAR and word.low[:4] == "leur" else None
        if phrase is not None and not is_verb_here(words, k + 1):
            gender = MASCULINE if elides(words[k + 1].text) else gender_of(words[phrase.head].low)
            if gender is None and word.low == "leur":
                return None
            own = "ses" if word.low == "leurs" else "son" if gender is MASCULINE else "sa"
            edits.append(TextEdit(word.start, word.end, own))
    return edits


def _before(place: FrenchPlace, change: AgreementChange) -> Iterator[int]:
    """Indices of detached predicates before the subject: `Épuisé, il …`, `Étant malade, il …`."""
    words = place.words
    if place.before() != ",":
        return
    start = sentence_start(words, place.first)
    for opener in (start, *(k + 1 for k in range(start, place.first - 1) if words[k].text == ",")):
        index = opener
        while (at(words, index) in _LISTS["setting"] or adverbial_end(words, index) > index) and words[index].is_word:
            index += 1
        following = index + 1
        if at(words, index) in ("étant", "ayant"):
            yield from predicates_of(verb_group(words, index), change) or ()
        elif is_plain_adjective(words, index) and shows(words[index].text, change.was):
            yield index
            if at(words, index) in _LISTS["becoming"] and is_plain_adjective(words, following):
                yield following
            if at(words, following) == "et" and is_plain_adjective(words, following + 1):
                yield following + 1


def _behind(words: Words, verb: int, change: AgreementChange, done: frozenset[int]) -> tuple[int, ...] | None:
    """Indices of predicates behind the verb and its complements; None when one may belong to a noun as well."""
    verbs: list[int] = []
    for k in clause_of(words, verb):
        role = at(words, k + 1) if at(words, k) == "en" else ""  # `accueillie en héroïne`
        if gender_of(role) not in (None, change.wanted[0]) and concord(f"une {role}").animacy is Animacy.PERSON:
            return None
        # `droite et fière`, though the right is more often a noun
        pair = at(words, k - 1) == "," and at(words, k + 1) == "et" and shape(at(words, k)).adjective > 0
        plain = is_plain_adjective(words, k) or (pair and is_plain_adjective(words, k + 2))
        if k in done or not plain or at(words, k - 1) in DETERMINERS - {"tout", "toute", "toutes"}:
            continue
        following = shape(at(words, k + 1))
        before_noun = following.noun > max(following.adjective, following.verb)
        if before_noun and at(words, k + 1) not in PREPOSITIONS | DETERMINERS:
            continue
        if not shows(words[k].text, change.was):
            continue
        owner = _said_of(words, k, verb)
        if owner == "unknown":
            return None
        if owner == "subject" or (owner == "joined" and k - 2 in {*verbs, *done}):
            verbs.append(k)
    return tuple(verbs)


def _said_of(words: Words, index: int, verb: int) -> str:
    """What an adjective speaks of, by what stands before it: the subject, a noun, not known."""
    before = index - 1
    while before > verb and (words[before].low in _DEGREES - {"ni"} | {"fort"} or is_adverb(words[before].low)):
        before -= 1
    low = at(words, before)
    if before <= verb or is_verb_here(words, before) or shape(low).infinitive:
        return "noun"
    if low in ("et", "ou", "ni", "mais"):
        noun = at(words, before - 1)  # `plus âgée que son mari et moins patiente`
        apart = before < index - 1 and shape(noun).noun > 0 and not agrees(noun, words[index].low)
        return "subject" if apart else "joined"
    if low == ",":
        nouns = [k for k in range(verb + 1, before) if is_noun(words[k]) and shape(words[k].low).noun > 0]
        return "unknown" if any(agrees(words[k].low, words[index].low) for k in nouns) else "subject"
    alone = words[index].low in ("seul", "seule", "seuls", "seules") and (is_noun(words[before]) or low in _STRONG)
    alone = alone or at(words, index - 1) in ("tout", "toute", "toutes")  # `sorti du four tout brûlé`
    behind_strong = low in _STRONG and at(words, before - 1) in PREPOSITIONS
    apart = shape(low).noun > 0 and low not in SUBJECT_CLITICS and not agrees(low, words[index].low)
    return "subject" if alone or behind_strong or apart else "noun"

"""Readings of objects: le, la, les and what the clause says of them (`je la trouve jolie`); lui and leur, with à.

A clitic stands before the verb, a noun behind the whole verb group: the candidate moves (`on [les] a punis` → `on a
puni les lycéens`). The participle agreed with the clitic because that came first; behind it, the noun leaves it bare.
What is said of the object moves along and takes the candidate's gender and number (`je [la] trouve jolie` → `je
trouve le chapeau joli`). A le that stands for a clause or a predicate (`je le savais`, `il l'est`), or for nothing
(`l'échapper belle`), has no reading: no noun could stand there.
"""

from itertools import takewhile

from anaphor.language.french.clause.group import VerbGroup, host_of, verb_group
from anaphor.language.french.clause.verbs import (
    COPULAS,
    Features,
    adverbial_end,
    bare_participle,
    is_adverb,
    is_participle,
    shows,
)
from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    NUMERALS,
    PREPOSITIONS,
    NounPhrase,
    ends_clause,
    is_infinitive,
    is_noun,
    noun_phrase,
    sentence_start,
    shape,
    with_complements,
)
from anaphor.language.french.draft import FrenchPlace, ReadingDraft, Result, TextEdit, no_reading, removal
from anaphor.language.french.lexicon import Category, of_category
from anaphor.language.french.nouns import concord
from anaphor.language.french.reading.predicate import (
    SUBORDINATORS,
    AgreementChange,
    behind_degrees,
    clause_of,
    inflected_edit,
    is_plain_adjective,
)
from anaphor.language.protocol import CERTAIN, FEMININE, LIKELY, MASCULINE, PLURAL, SINGULAR, Animacy, NoReading
from anaphor.language.word import Words, at
from anaphor.language.word_tables import word_set, word_sets

_LISTS = word_sets("french", "reading_words")
LOCUTIONS = _LISTS["locutions"]
"""Nouns that form one verb with what precedes them (`donner raison`, `faire peur`)."""
_FEATURES: dict[str, Features] = {
    "le": (MASCULINE, SINGULAR),
    "la": (FEMININE, SINGULAR),
    **dict.fromkeys(("l'", "lui"), (None, SINGULAR)),
    **dict.fromkeys(("les", "leur"), (None, PLURAL)),
}
_COMPARING = word_set("plus moins aussi autant si meilleur meilleure pire mieux ainsi tel telle tels telles")
"""Words of a comparison: the le behind one stands for its clause (`plus grand que je le pensais`)."""
_SET_PHRASES = (("emporter", "sur"), ("échapper", "belle"), ("couler", "douce"))
"""Verbs with a clitic that means nothing, and what follows: `l'emporter sur`, `se la couler douce`."""
_COUNTS = NUMERALS | word_set("un une plusieurs quelques-uns quelques-unes beaucoup assez davantage")
"""Words that count what en stands for, so that they belong to the verb: `leur en donne trois`."""
_TAIL_PREPOSITIONS = {"après": "après", "dessus": "sur", "autour": "autour de", "dedans": "dans", "devant": "devant"}
"""Adverbs behind a dative, which turn into prepositions before a noun: `lui court après` → `court après le chat`."""


def _change(place: FrenchPlace) -> AgreementChange:
    """What changes when the candidate takes the place of an object pronoun."""
    was = _FEATURES.get(place.anaphor.low.lstrip("-"), (None, None))
    return AgreementChange(was, (place.candidate.gender, place.candidate.number))


def _object_predicates(group: VerbGroup, target: int, change: AgreementChange) -> tuple[int, ...] | None:
    """Indices of the words that agree with the object (`je la trouve jolie`); None when a noun of it may not fit."""
    words = group.words
    as_such = at(words, target + 1) in ("comme", "pour")
    index = behind_degrees(words, target + 1 + as_such)
    low, lemmas = at(words, index), group.lemmas
    form, following = shape(low), shape(at(words, index + 1))
    agrees = bool(low) and shows(words[index].text, change.was)
    if (
        as_such
        and agrees
        and low not in DETERMINERS
        and not form.infinitive
        and form.noun <= form.adjective + form.verb
    ):
        return (index,)
    titled = form.noun > max(form.adjective, form.adverb) and low not in DETERMINERS | PREPOSITIONS
    if titled and lemmas & _LISTS["naming"]:
        # Number and gender of the noun must fit the candidate too.
        fits = any(
            entry.gender in (None, change.new[0] or entry.gender)
            and entry.number in (None, change.new[1] or entry.number)
            for entry in of_category(low, Category.NOUN)
        )
        return () if fits else None
    closed = at(words, index + 1) in PREPOSITIONS | DETERMINERS
    before_noun = not closed and following.noun > max(following.adjective, following.verb, following.adverb)
    # Adjectives such as fort and direct stay as they are behind a verb that judges nothing.
    judged = not lemmas.isdisjoint(_LISTS["judging"]) or low not in _LISTS["adverbs_by_form"]
    there = at(words, group.main) in ("voilà", "voici") and form.past  # `les voilà repartis`
    adjective = is_plain_adjective(words, index) or there
    if not (adjective and agrees and judged) or before_noun:
        return _controlled_predicates(words, target + 1, change)
    if low.startswith("seul") and "laisser" not in lemmas and not shows(words[index].text, change.new):
        # Seul may speak of the subject: `j'ai dû le faire seul`.
        return None
    second = behind_degrees(words, index + 2)
    joined = at(words, index + 1) in ("et", "ou", "mais") and is_plain_adjective(words, second)
    return (index, second) if joined else (index,)


def _predicate_edits(
    words: Words, predicates: tuple[int, ...] | None, change: AgreementChange
) -> list[TextEdit] | None:
    """The edits that make the words at some indices agree; None when a form is not known."""
    edits = [(words[index].text, inflected_edit(words, index, change)) for index in predicates or ()]
    if predicates is None or any(edit is None for _, edit in edits):
        return None
    return [edit for text, edit in edits if edit is not None and edit.text != text]


def _controlled_predicates(words: Words, start: int, change: AgreementChange) -> tuple[int, ...]:
    """Indices of the adjectives of `d'être prudent`, `à rester assise`, which speak of the object."""
    index = start
    while index < min(len(words), start + 5) and at(words, index) not in ("de", "d'", "à"):
        index += 1
    index = start if is_infinitive(words, start) else index + 1  # `laissez-les être heureux`
    while at(words, index) in CLITICS or at(words, index) in ("ne", "pas", "plus"):
        index += 1
    if not is_infinitive(words, index) or not shape(at(words, index)).lemmas & COPULAS:
        return ()
    adjective = behind_degrees(words, index + 1)
    speaks = is_plain_adjective(words, adjective) and shows(words[adjective].text, change.was)
    return (adjective,) if speaks else ()


def direct_object(place: FrenchPlace) -> Result:
    """The candidate as a direct object behind the verb group, the participle without the clitic's agreement."""
    taken_out = _taken_out(place)
    if isinstance(taken_out, NoReading):
        return taken_out
    (group, edits), words, change = taken_out, place.words, _change(place)
    seen = group.infinitive is not None and at(words, group.infinitive + 1) not in DETERMINERS
    thing = seen and concord(place.candidate.text).animacy is Animacy.THING  # `ont vu démolir la halle`
    target = whole_adverb(words, group.infinitive if thing and group.infinitive else group.object_place)
    refusal = _refusal(place, group, target)
    if refusal is not None:
        return refusal
    predicates = _predicate_edits(words, _object_predicates(group, target, change), change)
    if predicates is None:
        return place.disagreement("language-object-agreement")
    edits += predicates
    host = words[group.host]
    reflexive = any(w.low in ("se", "s'", "me", "m'", "te", "t'") for w in words[group.host - 2 : group.host])
    if group.participle is not None and ("avoir" in shape(host.low).lemmas or reflexive):
        # The participle in its bare form, for it agreed with the clitic before it
        bare = [(words[k], bare_participle(words[k].text)) for k in (group.participle, *group.joined)]
        edits += [TextEdit(word.start, word.end, form) for word, form in bare if form and form != word.text]
    floated = _with_floating_tous(place, group, target)
    if isinstance(floated, NoReading):
        return floated
    phrase, more = floated
    rules = ("object", "object_moved") if not more else ("object", "object_moved", "quantifier_moved")
    # The verb could be something else: a form that the lexicon does not know, or mostly a noun.
    form = shape(host.low)
    risky = not form.is_verb or form.noun > form.verb
    sureness = LIKELY if risky or more or predicates else CERTAIN
    hole = (words[target].end, words[target].end)
    return ReadingDraft(place, hole, rules, edits=[*edits, *more], phrase=phrase, sureness=sureness).readings


def _refusal(place: FrenchPlace, group: VerbGroup, target: int) -> NoReading | None:
    """Why no noun phrase can be the object here; None when one can."""
    words, lemmas, host = place.words, group.lemmas, place.words[group.host].low
    able = "pouvoir" in lemmas and group.infinitive is None  # `ceux qui le peuvent`
    if able or lemmas & {"paraître", "sembler", "devenir", "demeurer"} or (group.is_copula and "être" in lemmas):
        return no_reading("language-stands-for-predicate")
    if "avoir" in shape(host).lemmas and group.participle is None:
        # A participle further on may be that of avoir.
        soon = range(group.end, min(len(words), group.end + 8))
        near = takewhile(lambda k: not ends_clause(words, k) and words[k].low not in SUBORDINATORS, soon)
        if any(is_participle(words, k) and shape(words[k].low).noun < 1 for k in near):
            return no_reading("language-no-participle")
    animate = concord(place.candidate.text).animacy in (Animacy.PERSON, Animacy.ANIMAL) or place.candidate.is_name
    sayable = lemmas & _LISTS["known_or_said"] and group.infinitive is None
    if animate and sayable and not is_plain_adjective(words, target + 1):
        return no_reading("language-stands-for-clause")  # `tout le monde le sait`: nobody is known so
    if place.before() == "dieu" and host == "veuille":
        return no_reading("language-dieu-le-veuille")
    wished = lemmas & _LISTS["wished"] and place.anaphor.low in ("le", "l'") and group.infinitive is None
    if wished and {place.before(k) for k in (1, 2, 3)} & {"si", "comme", "quand", "où"}:
        return no_reading("language-stands-for-clause")  # `si tu le souhaites`
    marks = {word.text for word in words[target + 1 : target + 6]}
    if lemmas & _LISTS["saying"] and place.anaphor.low in ("le", "l'") and ":" in marks:
        return no_reading("language-stands-for-clause")  # `je le lui ai répété cent fois : …`
    # The le of `plus grand que je le pensais`, `comme je l'ai dit`
    if lemmas & _LISTS["thinking"]:
        start = sentence_start(words, place.first)
        before = range(place.first - 1, max(start - 1, place.first - 5), -1)
        that = next((k for k in before if words[k].low in ("que", "qu'", "comme")), None)
        compares = range(start, start if that is None else that)
        if (that is not None and words[that].low == "comme") or any(words[k].low in _COMPARING for k in compares):
            return no_reading("language-stands-for-clause")
    if any(verb in lemmas and at(words, group.end) == word for verb, word in _SET_PHRASES):
        return no_reading("language-object-idiom")
    # `mange-la, ta soupe !`, `tu l'as vue hier, ma clé ?`: what is announced is said behind the comma.
    comma = next((k for k in range(target + 1, target + 4) if at(words, k) == ","), None)
    if comma is None or not all(of_category(words[k].low, Category.ADVERB) for k in range(target + 1, comma)):
        return None
    phrase = noun_phrase(words, comma + 1) if at(words, comma + 1) in _LISTS["definite"] else None
    ends = phrase is not None and (ends_clause(words, phrase.end) or at(words, phrase.end) == ",")
    return no_reading("language-said-twice") if ends else None


def presentative(place: FrenchPlace) -> Result:
    """`le voilà parti` → `voilà Hugo parti`."""
    gone, words, change = removal(place), place.words, _change(place)
    if gone is None or place.before() in ("nous", "vous", "me", "te"):
        return no_reading("language-gender-lost")
    group = VerbGroup(words, place.last, place.last, place.last + 1)
    predicates = _predicate_edits(words, _object_predicates(group, place.last, change), change)
    if predicates is None:
        return place.disagreement("language-object-agreement")
    index = place.last + (place.after(2) in ("enfin", "donc", "encore"))  # `voici enfin le printemps`
    hole, sureness = (words[index].end, words[index].end), LIKELY if predicates else CERTAIN
    return ReadingDraft(place, hole, ("object", "presentative"), edits=[gone, *predicates], sureness=sureness).readings


def _taken_out(place: FrenchPlace) -> tuple[VerbGroup, list[TextEdit]] | NoReading:
    """The verb group of a clitic, and the edits that take the clitic out."""
    host = host_of(place.words, place.first)
    if host is None:
        return no_reading("language-no-verb", anaphor=place.anaphor.text)
    gone, verb = removal(place), place.words[host]
    if gone is None:
        return no_reading("language-le-or-la")
    # The s of `apportes-y`, `parles-en`, where y or en now follows the imperative.
    sound = place.anaphor.text.startswith("-") and place.after() in ("-y", "-en") and verb.low.endswith(("e", "va"))
    return verb_group(place.words, host), [gone, TextEdit(verb.end, verb.end, "s" if sound else "")]


def _with_floating_tous(
    place: FrenchPlace, group: VerbGroup, target: int
) -> tuple[str | None, list[TextEdit]] | NoReading:
    """`les a tous punis` → `a puni tous les lycéens`: the phrase with tous, and the edit that takes tous out."""
    words, candidate = place.words, place.candidate
    if place.before() in ("tous", "toutes"):
        return no_reading("language-word-moves-along", word=words[place.first - 1].text)
    index = next((k for k in range(group.host, group.end) if words[k].low in ("tous", "toutes")), None)
    if index is None and at(words, target + 1) in ("tous", "toutes"):
        index = None if at(words, target + 2) in ("les", "deux", "trois") else target + 1
    if index is None or place.anaphor.low.lstrip("-") in ("le", "la", "l'"):
        return None, []  # Behind one, tous speaks of the subject: `ils l'ont tous lu`.
    if at(words, index + 1) in ("deux", "trois", "quatre", "les"):
        return no_reading("language-tous-deux")
    if not candidate.text.lower().startswith(("les ", "ces ", "mes ", "ses ", "nos ", "leurs ", "tes ", "vos ")):
        return no_reading("language-cannot-follow-tous", word=words[index].text, candidate=candidate.text)
    quantifier = "toutes" if candidate.gender is FEMININE else "tous"
    return f"{quantifier} {candidate.text}", [TextEdit(words[index - 1].end, words[index].end, "")]


def whole_adverb(words: Words, index: int) -> int:
    """The index, or the last of an adverbial phrase that goes on behind it: `peu à peu`, `tout de suite`."""
    ends = (adverbial_end(words, k) for k in range(max(0, index - 3), index + 1) if words[k].is_word)
    return max((end - 1 for end in ends if end > index + 1), default=index)


def complement_place(group: VerbGroup, limit: int) -> int:
    """Index of the word behind which a prepositional complement goes; objects up to the limit stay before it."""
    return whole_adverb(group.words, _complement_place(group, limit))


def _complement_place(group: VerbGroup, limit: int) -> int:
    words, index = group.words, group.complement_start
    if at(words, index) in ("comment", "où", "quand", "pourquoi", "combien"):
        return index - 1  # `montre-leur comment faire`
    index += is_adverb(at(words, index)) and at(words, index + 1) in LOCUTIONS
    if f"{at(words, index)}_{at(words, index + 1)}" in _LISTS["with_verb"]:
        return index + 1
    if at(words, index + 3) == "couleurs":  # `en faire voir de toutes les couleurs`
        return index + 3
    bare = shape(at(words, index + 1))
    if shape(at(words, index)).adjective > 0 and at(words, index) not in DETERMINERS and words[index + 1 : index + 2]:
        # `faire faux bond`, `trouver mauvaise mine`: an adjective and a noun without a determiner
        closed = at(words, index + 1) in PREPOSITIONS | DETERMINERS | CLITICS or not words[index + 1].is_word
        if not closed and bare.noun > bare.adjective + bare.verb + bare.adverb and not group.is_copula:
            return index + 1
    if _is_of_verb(group, index):
        # A bare noun may open a name: `demanda maître Koltz`.
        while index + 1 < len(words) and words[index + 1].is_word and words[index + 1].text[0].isupper():
            index += 1
        described = is_plain_adjective(words, index + 1) and at(words, index) not in LOCUTIONS | {"rien", "tout"}
        pair = at(words, index + 1) == "et" and shape(at(words, index + 2)).noun > shape(at(words, index + 2)).verb
        return index + (2 if pair else described)  # `donner carte blanche`, `promettre monts et merveilles`
    predicate = _behind_predicate(group, index)
    if predicate > index:
        return predicate - 1
    start, index = index, _behind_degree(words, index)
    if at(words, index) in ("de", "d'") and index > start:
        # Behind `trop peu de place`; before it when its noun has a clause of its own.
        phrase = noun_phrase(words, index + 1, determined=False)
        return start - 1 if phrase is None or at(words, phrase.end) in _LISTS["goes_on"] else phrase.end - 1
    phrase = _object_phrase(words, index)
    spent = group.lemmas & {"passer", "donner", "falloir", "accorder", "laisser", "consacrer"}
    if phrase is None or (words[phrase.head].low.rstrip("s") in _LISTS["times"] and not spent):
        return index - 1
    end = with_complements(words, phrase)
    if words[phrase.head].low in _LISTS["with_a_place"] and at(words, end) in _LISTS["onto"]:
        # `mettre des bâtons dans les roues`, `couper l'herbe sous le pied`
        inner = noun_phrase(words, end if at(words, end) in ("au", "aux") else end + 1)
        return end - 1 if inner is None else inner.end - 1
    # A phrase goes on with a complement, a clause, `vaguement adolescent`.
    low, following = at(words, end), at(words, end + 1)
    degree = low.endswith("ment") or low in ("très", "plus", "moins", "si", "trop", "assez")
    joined = low in ("et", "ou") and following in DETERMINERS
    goes_on = joined or low in _LISTS["goes_on"] or (degree and shape(following).adjective > 0)
    # `une fière chandelle à Paul`, but `à Paul un regard noir`
    short = end - phrase.start <= max(2 + (end == phrase.head + 1), limit)
    return end - 1 if short and not goes_on else index - 1


def _is_of_verb(group: VerbGroup, index: int) -> bool:
    """True for a word that stays with the verb: `raison`, `rien`, a bare noun, the trois of `en a acheté trois`."""
    words = group.words
    low, following = at(words, index), at(words, index + 1)
    near = {at(words, k).lstrip("-") for k in (group.host - 1, group.host + 1, group.host + 2)}
    counted = "en" in near and low in _COUNTS
    if low in LOCUTIONS or (counted and noun_phrase(words, index + 1, determined=False) is None):
        return True
    whole = low == "tout" and following in DETERMINERS | _LISTS["adverbs_by_form"]  # `tout son argent`
    alone = not whole and following not in CLITICS and not shape(following).finite
    if low in ("rien", "tout", "ça", "cela", "ceci") and alone:
        return True
    # A noun without determiner: `porter malheur`, `rendre compte`
    if not low or not words[index].is_word or words[index].text[0].isupper():
        return False
    form = shape(low)
    closed = low in DETERMINERS or low in PREPOSITIONS or low in NUMERALS or low in CLITICS or low in _LISTS["goes_on"]
    closed = closed or (low.rstrip("s") in _LISTS["times"] and following == "et")  # `jour et nuit`
    return not closed and form.noun > 1 and form.noun > form.verb + form.adverb + form.adjective


def _object_phrase(words: Words, index: int) -> NounPhrase | None:
    """The object that begins at an index: a noun phrase, a partitive (`de l'aide`), a name."""
    low = at(words, index)
    if low in ("au", "aux"):
        return None
    if low == "de" and at(words, index + 1) in ("la", "l'"):
        return noun_phrase(words, index + 1)
    if low in ("de", "d'") and not is_infinitive(words, index + 1):
        phrase = noun_phrase(words, index + 1, determined=False)
        return phrase if phrase is not None and not words[phrase.head].text[0].isupper() else None
    name = index
    while name < len(words) and words[name].is_word and words[name].text[0].isupper():
        name += 1
    return NounPhrase(index, index, name) if name > index else noun_phrase(words, index)


def _behind_predicate(group: VerbGroup, index: int) -> int:
    """Behind the adjective of être and its like, of `faire chaud`; the same index when there is none."""
    words, lemmas = group.words, group.lemmas
    inner = group.infinitive is not None and not COPULAS.isdisjoint(shape(words[group.infinitive].low).lemmas)
    copula = group.is_copula or bool(lemmas & COPULAS)
    if not copula and not inner and "faire" not in lemmas and words[group.main].low != "été":
        return index + ("tomber" in lemmas and is_plain_adjective(words, index))
    end = _behind_degree(words, index)
    low = at(words, end)
    if low in ("de", "à", "en") and at(words, end + 1) in ("retour", "nouveau", "aise", "abri"):
        return end + 2
    free = low not in DETERMINERS and low not in PREPOSITIONS and low not in NUMERALS
    return end + 1 if free and (shape(low).adjective > 0 or shape(low).past) else index


def _behind_degree(words: Words, index: int) -> int:
    """Behind `trop souvent`, `moins`, `un peu plus`; before `aussi vite que` and a degree of what is no adverb."""
    end = index
    if (at(words, end), at(words, end + 1)) == ("un", "peu"):
        end += 2
    while at(words, end) in _LISTS["degrees"]:
        end += 1
    low = at(words, end)
    plain = low in _LISTS["adverbs_by_form"] and not any(map(is_noun, words[end + 1 : end + 2]))  # `boit sec`
    if plain or low in _LISTS["plain_adverbs"] or (low.endswith("ment") and shape(low).adverb > 0):
        return index if at(words, end + 1) in ("que", "qu'") else end + 1
    alone = end == index or at(words, end - 1) not in ("si", "aussi", "très", "tout")
    return end if alone or shape(low).adjective > 0 or low in ("de", "d'") else index


def dative(place: FrenchPlace) -> Result:
    """The candidate with à behind the verb group; before a long object, behind a short one."""
    taken_out = _taken_out(place)
    if isinstance(taken_out, NoReading):
        return taken_out
    (group, edits), words, change = taken_out, place.words, _change(place)
    if "falloir" in group.lemmas and is_infinitive(words, group.end):
        return no_reading("language-il-faut")
    shared = (k for k in clause_of(words, group.host) if at(words, k) in _LISTS["each_of_them"])
    if (index := next(shared, None)) is not None and at(words, index - 1) == "à":
        return no_reading("language-word-moves-along", word=words[index].text)  # `leur parler à toutes`
    inverting = place.before() in ("que", "qu'", "dont", "où") and group.end < len(words)
    if inverting:
        # `la main que lui tendait miss Watkins`: a subject behind the verb that is no plain name
        word = words[group.end]
        closed = word.low in PREPOSITIONS or not word.is_word or word.text[0].isupper()
        if not closed and shape(word.low).adverb == 0 and not is_infinitive(words, group.end):
            return no_reading("language-inverted-subject")
    predicates = _predicate_edits(words, _controlled_predicates(words, group.end, change), change)
    if predicates is None:
        return place.disagreement("language-person-agreement")
    edits += predicates
    # `lui court après` → `court après le chat`; `lui tomba dessus` → `tomba sur le chat`
    start = group.complement_start
    tail, following = _TAIL_PREPOSITIONS.get(at(words, start)), at(words, start + 1)
    owned, phrase = _behind_body_part(group), noun_phrase(words, start)
    if phrase is not None and not tail and ends_clause(words, phrase.end + 1):
        tail, start = _TAIL_PREPOSITIONS.get(at(words, phrase.end)), phrase.end  # `lui a mis la main dessus`
        following = ""
    if tail and not (following and following[0].isalpha() and following not in PREPOSITIONS):
        index, rule, lead, sureness = start, "dative_preposition", tail, CERTAIN
        edits.append(TextEdit(words[start - 1].end, words[start].end, ""))
    elif owned is not None and group.joined:
        return no_reading("language-joined-datives")  # `leur a souri et serré la main`
    elif owned is not None:
        index, rule, lead, sureness = owned, "dative_owner", "de", LIKELY
    else:
        # Behind a subject that follows its verb: `que lui a donné Paul`
        name = group.end
        while place.before() in ("que", "qu'") and name < len(words) and words[name].text[0].isupper():
            name += 1
        index = name - 1 if name > group.end else complement_place(group, place.candidate.size)
        rule, lead, sureness = "dative_moved", "à", CERTAIN
    hole = (words[index].end, words[index].end)
    return ReadingDraft(place, hole, ("dative", rule), edits=edits, preposition=lead, sureness=sureness).readings


def _behind_body_part(group: VerbGroup) -> int | None:
    """Index of a part of the body that belongs to the dative (`lui tape sur l'épaule`); None when there is none."""
    words, index = group.words, group.complement_start
    if group.infinitive is not None and "faire" in group.lemmas:
        return None  # `lui a fait perdre la tête`: the one who loses it
    index += at(words, index) in LOCUTIONS
    if at(words, index) in ("le", "la", "l'", "les") and not group.lemmas & _LISTS["reaching"]:
        phrase = noun_phrase(words, index)
        further = phrase is not None and at(words, phrase.end) in ("dans", "sur")  # `la main dans les cheveux`
        if phrase is not None and words[phrase.head].low in _LISTS["body"] and not further:
            return phrase.end - 1
        index = phrase.end if phrase is not None else index
    elif at(words, index) not in _LISTS["onto"] and (phrase := noun_phrase(words, index)) is not None:
        index = phrase.end  # `lui a mis une couverture sur les genoux`
    index += at(words, index) == "jusqu'"
    if at(words, index) not in _LISTS["onto"]:
        return None
    phrase = noun_phrase(words, index if at(words, index) in ("au", "aux", "du", "des") else index + 1)
    return phrase.end - 1 if phrase is not None and words[phrase.head].low in _LISTS["body"] else None

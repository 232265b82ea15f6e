"""Readings with de: en (a complement, a part, a number) and possessives (`son dos` → `le dos de X`, `le sien`).

En stands for `de` and a noun phrase, and where that phrase goes depends on what it belongs to. A quantity or a number
has it right behind, without its article (`en ai trois` → `ai trois pommes`); a noun that it completes, the subject
(`le prix en a doublé`) or the object (`en connaît le prix`), has it behind that noun; a verb, behind its group (`en
parle`). In a set phrase (`s'en aller`, `en avoir assez`) en stands for nothing: whatever noun came in its place would
be wrong, so that there is no reading. The same holds for possessives whose owner can only be the subject (`perdre son
temps`).
"""

from anaphor.language.french.clause.group import VerbGroup, host_of, verb_group
from anaphor.language.french.clause.verbs import agreed, is_adverb
from anaphor.language.french.clause.words import (
    NUMERALS,
    PREPOSITIONS,
    NounPhrase,
    ends_clause,
    gender_of,
    is_epicene,
    is_noun,
    noun_phrase,
    shape,
    with_complements,
)
from anaphor.language.french.draft import (
    FrenchPlace,
    PreparedCandidate,
    ReadingDraft,
    Result,
    TextEdit,
    conjunct_starts,
    no_reading,
    owner_of,
    removal,
    without_article,
    without_sound_s,
)
from anaphor.language.french.junctures import bare_of_de, contracted, elides
from anaphor.language.french.nouns import concord
from anaphor.language.french.pronouns import analyse
from anaphor.language.french.reading.locative import place_phrase, place_preposition
from anaphor.language.french.reading.object import LOCUTIONS, complement_place
from anaphor.language.french.reading.predicate import behind_degrees
from anaphor.language.protocol import CERTAIN, FEMININE, LIKELY, MASCULINE, PLURAL, SINGULAR, Animacy, NoReading
from anaphor.language.word import Word, Words, at
from anaphor.language.word_tables import word_set, word_sets
from anaphor.schema import Span

_LISTS = word_sets("french", "reading_words")
_AMOUNTS = word_set("plein plus moins beaucoup trop peu assez tant autant davantage énormément tellement suffisamment")
"""Behind them the noun has de and no article: `en veux plus` → `veux plus de pain`."""
_COUNTS = NUMERALS | word_set("plusieurs un une aucun aucune certains certaines")
"""Behind them the noun stands alone: `en ai plusieurs` → `ai plusieurs pommes`."""
_GENDERED = {"un": "une", "aucun": "aucune", "certains": "certaines", "quelques-uns": "quelques-unes"}
"""Counts that agree with what they count: `en ai un` → `ai une pomme`."""
_REFLECT = {"sien": "celui", "sienne": "celle", "siens": "ceux", "siennes": "celles"}
"""What stands for the thing owned, which keeps its own gender: `la sienne` → `celle de Paul`."""
_THEIRS = {"le": "celui", "la": "celle", "au": "celui", "du": "celui"}
"""The same for `le leur`, whose article alone shows the gender."""
_UNGENDERED = {feminine: masculine for masculine, feminine in _GENDERED.items()}


def genitive(place: FrenchPlace) -> Result:
    """The candidate with de, where the quantity, the noun or the verb that en completes asks for it."""
    words, candidate = place.words, place.candidate
    host, following, gone = host_of(words, place.first), shape(place.after()), removal(place)
    gerund = following.present and not following.finite and place.before() != "en"
    (begin, end), other = place.span, following.noun + following.adjective + following.adverb
    preposition = other >= following.verb and analyse(place.text, Span(start=begin, end=end)) is None
    if host is None or gone is None or gerund or preposition:
        return no_reading("language-en-without-verb")
    group = verb_group(words, host)
    if _is_idiom(place, group):
        return no_reading("language-en-idiom")
    counted = "combien" in (place.before(), place.before(2))
    if counted and place.before() != "combien":
        return no_reading("language-combien-apart")
    if counted and ("savoir" in following.lemmas or (candidate.number is SINGULAR and not candidate.partitive)):
        return no_reading("language-combien-uncountable", candidate=candidate.text)
    if place.before() in _LISTS["parts_before_en"]:
        return no_reading("language-combien-apart")
    predicate = shape(at(words, group.complement_start)).lemmas
    thing = concord(f"{place.before(2)} {place.before()}").animacy is Animacy.THING
    described = thing and group.is_copula | (group.participle is not None and "être" in shape(words[host].low).lemmas)
    described = described or (thing and ends_clause(words, group.complement_start))  # `les portes en grincent`
    part = described and not (predicate | group.lemmas) & (_LISTS["with_de"] | _LISTS["of_verbs"])
    of_subject = (place.before() in _LISTS["of_nouns"] or part) and place.before(2) in ("le", "la", "l'", "les")
    if counted or (of_subject and not group.lemmas & _LISTS["of_verbs"]):
        # `combien en veux-tu ?` → `combien de pommes veux-tu ?`; `le prix en a doublé` → `le prix des tomates a doublé`
        rules = ("genitive", "quantity" if counted else "subject_complement")
        spot, edits = words[place.first - 1].end, [TextEdit(place.anaphor.start, words[place.last].start, "")]
        draft = ReadingDraft(place, (spot, spot), rules, edits=edits, preposition="de", sureness=LIKELY)
        return draft._replace(phrase=_behind_quantity(candidate) if counted else None).readings
    edits = [gone, *without_sound_s(place, host)]
    start = group.complement_start
    if at(words, start) in ("un", "une") and _is_lone_adjective(words, start + 1):
        return _other(place, start, edits)
    amount = None if _takes_de(place, group) else _amount(group)
    return _complement_reading(place, group, edits) if amount is None else _count_reading(place, group, edits, amount)


def _is_idiom(place: FrenchPlace, group: VerbGroup) -> bool:
    """True where en is part of a set phrase and stands for nothing."""
    words, before = place.words, place.before()
    lemmas, behind, start = group.lemmas, at(words, group.end), group.complement_start
    first, second, third = (at(words, start + k) for k in range(3))
    reflexive = before.lstrip("-") in ("s'", "m'", "t'", "nous", "vous")
    recovers = "remettre" in lemmas and behind not in ("à", "au", "aux")
    ends_here = start + 1 >= len(words) or not words[start + 1].is_word
    asks = lemmas & {"penser", "dire"} and at(words, group.host + 1)[:1] == "-"
    # `prier` alone, `venir/à`, `valoir/la_peine`; with se `se/aller`, `se/tenir/à`
    idioms = {lemma + ending for lemma in lemmas for ending in ("", f"/{behind}", f"/{first}", f"/{first}_{second}")}
    idioms |= {f"se/{idiom}" for idiom in idioms if reflexive and not recovers}
    return bool(
        idioms & _LISTS["en_idioms"]
        or f"{first}/{second}" in _LISTS["en_idioms"]
        or (before in ("c'", "qu'", "que", "où") and not asks)
        or ("être" in lemmas and group.is_copula and (before == "s'" or place.before(2) == "où"))
        # en finir, en terminer, en faire trop
        or (not lemmas.isdisjoint(("finir", "terminer")) and noun_phrase(words, start) is None)
        or ("faire" in lemmas and first in ("trop", "assez") and not second.isalpha())
        # what en announces is said behind a comma
        or any(at(words, k) == "," and at(words, k + 1) in _LISTS["forms_of_de"] for k in range(start, start + 3))
        or ("vouloir" in lemmas and before in ("lui", "leur"))
        or (before == "s'" and "falloir" in lemmas)
        # commence à en avoir assez: weariness, not a quantity; tu en as de la chance; en ai plus qu'assez
        or (first == "assez" and words[group.main].low == "avoir" and ends_here)
        or ("avoir" in lemmas and first == "de" and second in ("la", "l'"))
        or ("avoir" in lemmas and (first, second, third) == ("plus", "qu'", "assez"))
        # en dire plus, en apprendre davantage
        or (lemmas & {"dire", "apprendre"} and first in _AMOUNTS)
        or ("finir" in lemmas and group.participle is not None)
        or (lemmas == {"venir"} and before in ("veux", "veut", "voulez", "voulais", "voulait", "veulent"))
        # quoi qu'il en soit
        or (place.before(2), place.before(3)) == ("qu'", "quoi")
        # il y en a du monde
        or any((at(words, k), at(words, k + 1)) == ("du", "monde") for k in range(group.end, group.end + 4))
        # ne pas en croire ses yeux
        or ("croire" in lemmas and first in _LISTS["definite"])
        # en ai besoin de …, en ai plus que marre: what en announces is said behind it
        or ((first in LOCUTIONS or first == "assez") and second in _LISTS["forms_of_de"])
        or "marre" in (second, third)
    )


def _amount(group: VerbGroup) -> int | None:
    """Index of the last word of the quantity behind the verb; None when there is none."""
    words, index = group.words, group.end if group.infinitive is None else group.infinitive + 1
    inner = [k for k in range(group.host + 1, group.end) if words[k].low in _AMOUNTS and group.participle]
    if inner and words[inner[-1]].low != "plus":
        return inner[-1]
    by_degrees = tuple(at(words, index + k) for k in range(4))
    if by_degrees in (("de", "plus", "en", "plus"), ("de", "moins", "en", "moins")):
        return index + 3
    while at(words, index) in _LISTS["amount_openers"] and at(words, index) not in _AMOUNTS:
        index += 1
    if at(words, index) in _AMOUNTS and not (at(words, index) == "plein" and is_noun(words[index + 1])):
        while at(words, index + 1) in _AMOUNTS:
            index += 1
        negated = words[index].low == "plus" and group.is_negated
        # `en être tellement sûr`: a degree, not an amount
        degree = "être" in shape(words[index - 1].low).lemmas and shape(at(words, index + 1)).adjective > 0
        degree = degree or at(words, index + 1) in LOCUTIONS  # `en ai plus besoin`
        if at(words, index + 1) == "de" and at(words, index + 2) in NUMERALS:
            return index + 2  # `en compte plus de mille`
        return None if negated or degree or at(words, index + 1) in ("de", "d'") else index
    # A number counts what en stands for where nothing that it could count follows.
    index = group.complement_start
    index += at(words, index) in ("que", "qu'") or is_adverb(at(words, index))
    low = at(words, index)
    if low in ("quelques-uns", "quelques-unes"):
        return index
    if low not in _COUNTS and not low.isdigit():
        return None
    while at(words, index + 1) in NUMERALS | {"cents", "mille", "vingts"}:  # `deux cents`
        index += 1
    if at(words, index + 1) == "autres" and not any(map(is_noun, words[index + 2 : index + 3])):
        return index + 1  # `en achète deux autres`
    return index if noun_phrase(words, index + 1, determined=False) is None else None


def _other(place: FrenchPlace, index: int, edits: list[TextEdit]) -> Result:
    """`en achète une nouvelle` → `achète une nouvelle maison`."""
    article, adjective = place.words[index : index + 2]
    candidate, bare = place.candidate, _bare(place.candidate)
    form = adjective.text if adjective.low == "autre" else agreed(adjective.text, (candidate.gender, SINGULAR))
    # `plus une seule` → `plus une seule des chaises`
    of_them = adjective.low in ("seul", "seule") and candidate.number is PLURAL
    if form is None or not (of_them or (bare is not None and candidate.number is SINGULAR)):
        return no_reading("language-adjective-unfit", candidate=candidate.text, adjective=adjective.text)
    edits = [*edits, _gender_edit(article, candidate), TextEdit(adjective.start, adjective.end, form)]
    spot, rules = (adjective if adjective.low in _LISTS["before_noun"] else article).end, ("genitive", "noun_restored")
    lead, phrase = ("de", None) if of_them else ("", bare)
    return ReadingDraft(place, (spot, spot), rules, edits, lead, phrase, sureness=LIKELY).readings


def _is_lone_adjective(words: Words, index: int) -> bool:
    form = shape(at(words, index))
    following = words[index + 1] if index + 1 < len(words) else None
    alone = following is None or not is_noun(following) or following.low in PREPOSITIONS
    return form.adjective > form.noun and alone


def _count_reading(place: FrenchPlace, group: VerbGroup, edits: list[TextEdit], index: int) -> Result:
    """`en ai trois` → `ai trois pommes`; `en ai un` → `ai une pomme`, or `une des pommes`."""
    word, candidate = place.words[index], place.candidate
    low, bare, singular = word.low, _bare(candidate), candidate.number is SINGULAR
    one = low in ("un", "une")
    # One person or animal has no parts to count.
    animate = low in _AMOUNTS and concord(candidate.text).animacy in (Animacy.PERSON, Animacy.ANIMAL)
    described = one and at(place.words, index + 1) in ("qui", "que", "qu'", "dont")
    if (animate and singular and not candidate.partitive) or described or "savoir" in group.lemmas:
        return no_reading("language-no-amount", candidate=candidate.text)
    if low in _AMOUNTS:
        # `en faire plus` → `faire plus de biscuits`; an amount before the participle goes behind it.
        rules, lead, spot, things = ("genitive", "quantity"), "de", word.end, _behind_quantity(candidate)
        if index < group.end - 1:
            edits = [*edits, TextEdit(place.words[index - 1].end, word.end, "")]
            lead, spot = f"{word.text} de", place.words[group.end - 1].end
        return ReadingDraft(place, (spot, spot), rules, edits=edits, preposition=lead, phrase=things).readings
    one = one and singular and bare is not None
    if singular and not one:
        return no_reading("language-counts-several", word=word.text, candidate=candidate.text)
    if one or low in _LISTS["pronoun_counts"]:
        edits = [*edits, _gender_edit(word, candidate)]
    of_them = not one and (low in _LISTS["pronoun_counts"] or bare is None)
    draft = ReadingDraft(place, (word.end, word.end), ("genitive", "count"), edits=edits)
    lead, phrase = ("de", None) if of_them else ("", bare)
    return draft._replace(preposition=lead, phrase=phrase, sureness=CERTAIN if one else LIKELY).readings


def _gender_edit(word: Word, candidate: PreparedCandidate) -> TextEdit:
    """The edit that puts un, aucun or certains in the candidate's gender."""
    pairs = _GENDERED if candidate.gender is FEMININE else _UNGENDERED if candidate.gender is MASCULINE else {}
    return TextEdit(word.start, word.end, pairs.get(word.text, word.text))


def _bare(candidate: PreparedCandidate) -> str | None:
    """The candidate without article, as it follows a quantity; None when it has another determiner or is a name."""
    if candidate.bare:
        return candidate.text
    if candidate.partitive:
        return bare_of_de(candidate.text)
    if candidate.text.startswith(("un ", "une ")):
        return candidate.text.split(maxsplit=1)[1]
    return without_article(candidate.text)


def _without_number(candidate: PreparedCandidate) -> str | None:
    """The candidate without article; None where it has a number or a second conjunct, which keep it."""
    bare = _bare(candidate)
    is_fixed = bare is not None and (bare.split(maxsplit=1)[0] in NUMERALS or bool(conjunct_starts(candidate.text)))
    return None if is_fixed else bare


def _behind_quantity(candidate: PreparedCandidate) -> str:
    """The candidate as it follows a quantity and de; whole where it has a number of its own (`beaucoup des deux …`)."""
    return _without_number(candidate) or candidate.text


def _complement_reading(place: FrenchPlace, group: VerbGroup, edits: list[TextEdit]) -> Result:
    words, candidate, start = place.words, place.candidate, group.complement_start
    only = at(words, start) in ("que", "qu'") and group.is_negated and noun_phrase(words, start + 1) is not None
    start += only  # `n'en prends qu'une cuillerée`
    low, phrase = at(words, start), None
    if low in ("de", "d'") and _is_lone_adjective(words, behind_degrees(words, start + 1)):
        return no_reading("language-lone-adjective")
    own_object = None if low in ("au", "aux") else noun_phrase(words, start)
    has_object = low in LOCUTIONS or low == "rien" or own_object is not None
    has_object = has_object or (group.is_copula and "rester" not in group.lemmas)
    keeps = _takes_de(place, group) or has_object or "vouloir" in group.lemmas
    # Behind the noun that en completes (`en connaît le prix`), else behind the verb and its predicate.
    if own_object is not None and (low in ("le", "la", "l'", "les") or only):
        end = with_complements(words, own_object)
        index = (end if at(words, end) not in _LISTS["forms_of_de"] else own_object.end) - 1
    else:
        index = complement_place(group, 4)
    measured = own_object is not None and low in NUMERALS - {"un", "une"}  # `en faudra trois stères`, not `deux fois`
    counted = measured and not _takes_de(place, group) and words[index].low.rstrip("s") not in _LISTS["times"]
    counted = counted and index >= start
    if (group.is_negated and not keeps and not only) or counted or words[index].low in _LISTS["measures"]:
        # The object of a negated verb loses its article: `n'en ai pas` → `n'ai pas de voiture`.
        phrase = _without_number(candidate)
    if candidate.partitive and has_object:
        phrase = _bare(candidate)
    if group.lemmas & _LISTS["from_verbs"] and place_preposition(candidate.text) == ("en",):
        phrase = place_phrase(place, "en")  # `revient de France`, but `parle de la France`
    hole, rules = (words[index].end, words[index].end), ("genitive", "complement" if phrase is None else "partitive")
    # A candidate such as `de la soupe` has its own de.
    lead = "" if phrase is None and candidate.partitive else "de"
    return ReadingDraft(place, hole, rules, edits=edits, preposition=lead, phrase=phrase, sureness=LIKELY).readings


def _takes_de(place: FrenchPlace, group: VerbGroup) -> bool:
    """True for a verb whose complement has de and keeps its article: parler de, se moquer de."""
    return place.before() == "s'" or not group.lemmas.isdisjoint(_LISTS["of_verbs"])


def possessive(place: FrenchPlace) -> Result:
    """The noun with an article and, behind it, de and the candidate."""
    words, form = place.words, place.anaphor.low
    phrase = noun_phrase(words, place.last, determined=False)
    if place.after() in ("ton", "son"):  # nouns that look like possessives
        phrase = NounPhrase(place.last, place.last, place.last + 1)
    if phrase is None:
        return no_reading("language-no-noun", anaphor=place.anaphor.text)
    noun = words[phrase.head].low
    own = at(words, phrase.end) == "à" and at(words, phrase.end + 1) in ("lui", "elle", "eux", "elles")
    if own or _is_set_phrase(place, noun):
        return no_reading("language-possessive-idiom")
    if form == "leur" and place.candidate.number is PLURAL and noun in _LISTS["body"] | _LISTS["worn"]:
        return no_reading("language-one-each", noun=words[phrase.head].text)
    # The definite article; by the noun where the text has son before a consonant of a feminine (a slip of the pen).
    vowel, gender = elides(words[phrase.start].text), gender_of(noun)
    article = {"son": "le", "sa": "la", "ses": "les", "leurs": "les"}.get(form)
    if article == "le" and phrase.start == phrase.head and gender is FEMININE and not vowel:
        article = "la"
    elif article is None and (vowel or is_epicene(noun)):
        article = "le"
    elif article is None and gender is None:
        return no_reading("language-gender-unknown", noun=words[phrase.head].text)
    elif article is None:
        article = "le" if gender is MASCULINE else "la"
    # The pronoun that stands for what is owned: celle for a key.
    feminine, masculine = ("celles", "ceux") if article == "les" else ("celle", "celui")
    pronoun = None if gender is None else feminine if gender is FEMININE else masculine
    owner = owner_of(place.candidate, pronoun)
    if isinstance(owner, NoReading):
        return owner
    place, end = place._replace(candidate=owner), _right_edge(words, place.first, phrase)
    edits = [_article_edit(place, article, words[phrase.start])]
    rules: tuple[str, ...] = ("possessive",)
    sureness = CERTAIN if shape(noun).noun > 0 else LIKELY
    name = end
    while name < len(words) and words[name].is_word and words[name].text[0].isupper() and words[name].low[-1] != "'":
        name += 1
    if name > end:
        # A name in apposition is set between commas: `sa fille Anne` → `la fille de X, Anne, …`.
        edits.append(TextEdit(words[end - 1].end, words[end].start, ", "))
        if name < len(words) and words[name].is_word:
            edits.append(TextEdit(words[name - 1].end, words[name - 1].end, ","))
        rules, sureness = ("possessive", "apposition"), LIKELY
    hole = (words[end - 1].end, words[end - 1].end)
    return ReadingDraft(place, hole, rules, edits=edits, preposition="de", sureness=sureness).readings


def _is_set_phrase(place: FrenchPlace, noun: str) -> bool:
    """True for `de son mieux`, `perdre son temps`: what is owned can be nobody's but the subject's."""
    index = place.first - 1
    while is_adverb(at(place.words, index)):
        index -= 1
    verbs = shape(at(place.words, index)).lemmas
    bound = not verbs.isdisjoint(_LISTS["bound_verbs"]) and noun in _LISTS["bound_nouns"]
    leads = (place.before(), f"{place.before(2)}_{place.before()}", *verbs)
    return bound or any(f"{lead}/{noun}" in _LISTS["possessive_phrases"] for lead in leads)


def _right_edge(words: Words, index: int, phrase: NounPhrase) -> int:
    """Index after the thing that is owned; an adjective that the verb gives it stays out: `rend son père heureux`."""
    verbs: frozenset[str] = frozenset()
    k = index - 1
    while k >= 0 and not ends_clause(words, k) and index - k < 6:
        verbs |= shape(words[k].low).lemmas
        k -= 1
    near = {word.low for word in words[max(0, index - 4) : index]}
    judging = not verbs.isdisjoint(("trouver", "laisser", "garder", "tenir"))
    predicated = (
        "trouver" in shape(at(words, phrase.start - 2)).lemmas
        or (judging and words[phrase.end - 1].low in _LISTS["judged"])
        or not verbs.isdisjoint(("croire", "juger", "rendre", "estimer"))
    )
    if phrase.end > phrase.head + 1 and predicated and not near & {"lui", "leur", "me", "m'", "te", "nous", "vous"}:
        return phrase.head + 1
    # `mêle à sa foi des rites`: behind a preposition des opens an object
    apart = at(words, index - 1) in PREPOSITIONS and at(words, phrase.end) == "des"
    end = with_complements(words, phrase, keep_de=not (apart or verbs & _LISTS["removal"]))
    superlative = at(words, end) in ("le", "la", "les") and at(words, end + 1) in ("plus", "moins")
    return end + 3 if superlative and shape(at(words, end + 2)).adjective > 0 else end  # `son roman le plus récent`


def _article_edit(place: FrenchPlace, article: str, head: Word) -> TextEdit:
    """The article instead of the possessive, elided before a vowel, fused with à or de before it."""
    first, elided = place.anaphor, article != "les" and elides(head.text)
    new = f"l{place.apostrophe}" if elided else f"{article} "
    previous = place.words[place.first - 1] if place.first else None
    if previous is not None and previous.low == "à" and head.low == "propos":
        return TextEdit(first.start, head.start, "")  # `à leur propos` → `à propos d'eux`
    if previous is not None and previous.low in ("à", "de") and not elided and article != "la":
        return TextEdit(previous.start, head.start, contracted(previous.text, f"{article} x", place.apostrophe)[:-1])
    if previous is not None and previous.low == "en" and not elided:
        # `en son nom` → `au nom`, `en sa présence` → `en présence`
        bare = "en " if head.low in ("présence", "faveur", "possession", "compagnie") else "en la "
        fused = "au " if head.low in ("nom", "pouvoir") else "dans le "
        first, new = previous, {"le": fused, "les": "dans les "}.get(article, bare)
    return TextEdit(first.start, head.start, new[0].upper() + new[1:] if first.text[0].isupper() else new)


def possessive_pronoun(place: FrenchPlace) -> Result:
    """`le sien` → `celui de X`, `au sien` → `à celui de X`."""
    words = place.words
    marked = range(place.first, place.last)
    index = next((k for k in marked if words[k].low in (*_REFLECT, "leur", "leurs")), place.first)
    opener, article, spot = index - 1, at(words, index - 1), words[index].end
    pronoun = _REFLECT.get(words[index].low) or (_THEIRS.get(article) if words[index].low == "leur" else None)
    if article == "les" and words[index].low == "leurs":
        # The gender of what is owned is that of what another owns before: `ton fils dort ; les leurs crient`.
        owners = (k for k in range(opener - 1, 0, -1) if words[k - 1].low in _LISTS["possessives"])
        gender = next((gender_of(words[k].low) for k in owners), None)
        pronoun = None if gender is None else "celles" if gender is FEMININE else "ceux"
    if words[index].low in ("sien", "siennes") and f"{at(words, opener - 1)} {article}" in ("mis du", "fait des"):
        return no_reading("language-possessive-idiom")
    if pronoun is None or article not in ("le", "la", "les", "au", "aux", "du", "des"):
        return no_reading("language-owned-gender-unknown")
    owner = owner_of(place.candidate, pronoun)
    if isinstance(owner, NoReading):
        return owner
    new = {"au": "à ", "aux": "à ", "du": "de ", "des": "de "}.get(article, "") + pronoun
    edit = TextEdit(words[opener].start, spot, new[0].upper() + new[1:] if words[opener].text[0].isupper() else new)
    place, rules = place._replace(candidate=owner), ("possessive_pronoun",)
    return ReadingDraft(place, (spot, spot), rules, edits=[edit], preposition="de", sureness=LIKELY).readings

"""The outline of a French text: noun phrases with their roles, clauses, and pronouns that a problem can ask about."""

from typing import NamedTuple

from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    PREPOSITIONS,
    SUBJECT_CLITICS,
    NounPhrase,
    behind_clitics,
    gender_of,
    is_infinitive,
    is_verb_here,
    noun_phrase,
    shape,
    with_complements,
    words_of,
)
from anaphor.language.french.junctures import apostrophe_of, elides
from anaphor.language.french.lexicon import Category, lookup
from anaphor.language.french.nouns import animacy_of_noun
from anaphor.language.french.pronouns import anaphors
from anaphor.language.french.tokens import is_title, lemma
from anaphor.language.outline import Outline, OutlinePhrase, PhraseRole, is_behind
from anaphor.language.protocol import FEMININE, Animacy
from anaphor.language.word import Word, Words, at
from anaphor.language.word_tables import is_first_name, word_set, word_sets
from anaphor.schema import Span

_LISTS = word_sets("french", "outline_words")
_SETS = word_sets("french")
_SECOND = {"au": "le", "du": "le", "un": "le", "ce": "le", "cet": "le", "une": "la", "cette": "la"}
_SECOND |= dict.fromkeys(("aux", "des", "ces", "quelques", "plusieurs", "certains", "certaines"), "les")
"""The article of a second mention, by the determiner of the first."""
_OPENING = (DETERMINERS | {"au", "aux", "du"}) - _SETS["questions"] - _SETS["before_articles"] - {"aucun", "aucune"}
_OPENING -= word_set("chaque tel telle") | _SETS["demonstratives"]
"""Determiners of phrases that speak of something in particular."""
_TITLES = _SETS["masculine_titles"] | _SETS["feminine_titles"] | _SETS["neutral_titles"]
_FUNCTION = (Category.DETERMINER, Category.PRONOUN, Category.PREPOSITION, Category.CONJUNCTION, Category.ADVERB)
_HARD = frozenset('.!?;:…()«»“”"—–[]')
_OF = word_set("de d' du des")
_DOUBTFUL = _LISTS["vague"] | _SETS["demonstratives"]


class _FrenchCore(NamedTuple):
    """A noun phrase, by the indices of its words."""

    head: int
    inner: int
    """Behind its adjectives: what follows may be scanned again, for phrases within it."""
    end: int
    """Behind its complements."""
    is_name: bool


def outline(text: str) -> Outline:
    """What one pass over a text sees of its syntax; of one that has nothing to ask about, its pronouns alone.

    >>> seen = outline("Le notaire salua la voisine du maire parce qu'il la connaissait.")
    >>> [(phrase.text, phrase.role.value) for phrase in seen.phrases]
    [('le notaire', 'subject'), ('la voisine du maire', 'object'), ('le maire', 'complement')]
    >>> [place.of("Le notaire salua la voisine du maire parce qu'il la connaissait.") for place in seen.asked]
    ['il', 'la']
    """
    words = words_of(text)
    places = tuple(span for span in anaphors(text) if _form(text, span) in _LISTS["asked"])
    # Behind `ce chanteur` the pronoun may take up whoever the singer was called before
    vague = [word.end for place, word in enumerate(words) if word.low in _DOUBTFUL and not _is_pronoun_ce(words, place)]
    asked = tuple(span for span in places if is_asked(text, words, span) and not is_behind(span, vague))
    if not asked:
        return Outline((), places, (), (0,))
    phrases: list[OutlinePhrase] = []
    ends: dict[int, OutlinePhrase] = {}
    clauses, verb, index, reach = [0], -1, 0, 0
    while index < len(words):
        word = words[index]
        opens = word.low in _LISTS["clause_openers"] or (word.text[0] in _HARD and not word.is_word)
        if opens or (verb >= 0 and word.low in SUBJECT_CLITICS):
            clauses.append(word.start)
            verb = -1
        core = core_at(words, index)
        if core is None or (index < reach and core.is_name and at(words, index - 1) not in _OF):
            if shape(word.low).finite and word.low not in DETERMINERS and is_verb_here(words, index):
                verb = index
            index += 1
            continue
        role = PhraseRole.COMPLEMENT if index < reach else role_of(words, index, core, verb)
        if role is PhraseRole.SUBJECT and verb >= 0:  # `Paul appela Luc, et Jean le salua`
            clauses.append(word.start)
            verb = -1
        key = words[core.end - 1].low if core.is_name else lemma(words[core.head].low)
        phrase = OutlinePhrase(word.start, words[core.end - 1].end, wording_of(text, words, index, core), key, role)
        phrases.append(phrase)
        joined = ends.get(index - 1) if at(words, index - 1) == "et" else None
        if joined is not None:  # `Paul et Marie`, for a plural pronoun
            both = f"{joined.text} et {phrase.text}"
            phrases.append(OutlinePhrase(joined.start, phrase.end, both, f"{joined.head}+{key}", joined.role))
        ends[core.end] = phrase
        reach, index = max(reach, core.end), core.inner
    return Outline(tuple(phrases), places, asked, tuple(clauses))


def core_at(words: Words, index: int) -> _FrenchCore | None:
    """The noun phrase that begins at an index: with a determiner, or a name."""
    word = words[index]
    if word.low in _OPENING:
        nominal = noun_phrase(words, index)
        if nominal is None or is_verb_here(words, nominal.head) or is_idle(words[nominal.head]):
            return None
        if _is_capital(words, nominal.head) and not lookup(words[nominal.head].low):
            end = _name_end(words, nominal.head)
            return _FrenchCore(nominal.head, end, end, True)
        end = _name_end(words, nominal.end) if _is_capital(words, nominal.end) else end_of_complements(words, nominal)
        if end == nominal.end and at(words, end) in ("de", "d'") and _is_capital(words, end + 1):
            end = _name_end(words, end + 1)
        elif end > nominal.end and _is_capital(words, end):  # `le cheval de madame François`
            end = _name_end(words, end)
        return _FrenchCore(nominal.head, nominal.end, end, False)
    follows = index + 1 + (at(words, index + 1) in _OF)
    titled = (is_title(word.text) or word.low in _TITLES) and _is_capital(words, follows)
    if (not word.text[0].isupper() and not titled) or word.low in _LISTS["clause_openers"]:
        return None
    entries, opens = lookup(word.low), index == 0 or not words[index - 1].is_word
    common = any(entry.category in _FUNCTION or (opens and entry.category is Category.ADJECTIVE) for entry in entries)
    first = is_first_name(word.text, "french", "english") and not common
    verbal = shape(at(words, behind_clitics(words, index + 1))).finite or at(words, index + 1) == ","
    unknown = not entries and not word.text.isupper() and word.low[-1].isalpha() and (verbal or not opens)
    # `Mais, à Vernon, il …` opens with a place; `parla à Vernon` may be a person
    fronted = at(words, index - 1) == "à" and (index < 2 or not words[index - 2].is_word)
    place = word.low in _LISTS["towns"] or at(words, index - 1) in _LISTS["place_prepositions"]
    if not titled and (fronted or place):
        return None
    end = _name_end(words, index)
    return _FrenchCore(index, end, end, True) if titled or first or unknown else None


def is_idle(noun: Word) -> bool:
    """Whether no pronoun takes up a noun in earnest: set phrases and dates, countries, languages in small letters."""
    language = noun.text[0].islower() and noun.low in _LISTS["languages"]
    return language or noun.low in _LISTS["idle_nouns"] or noun.low in _LISTS["towns"]


def end_of_complements(words: Words, nominal: NounPhrase) -> int:
    """Index behind the complements of a phrase; of a person, `du sacrifice` belongs to the verb more often than not."""
    end = with_complements(words, nominal)
    if end == nominal.end or animacy_of_noun(words[nominal.head].low) is not Animacy.PERSON:
        return end
    of_whom = noun_phrase(words, nominal.end + (at(words, nominal.end) in ("de", "d'")))
    thing = of_whom is not None and animacy_of_noun(words[of_whom.head].low) is not Animacy.PERSON
    return with_complements(words, nominal, keep_de=False) if thing else end


def _is_capital(words: Words, index: int) -> bool:
    return index < len(words) and words[index].text[0].isupper()


def _name_end(words: Words, index: int) -> int:
    """Index behind the words of a name; a particle belongs to it where a capital follows (`Madame de Hautefort`)."""
    index += 1
    while index < len(words):
        particle = at(words, index) in _SETS["name_particles"] and _is_capital(words, index + 1)
        if not particle and not (_is_capital(words, index) and words[index].is_word):
            break
        index += 1 + particle
    return index


def wording_of(text: str, words: Words, index: int, core: _FrenchCore) -> str:
    """The phrase as a candidate: `un vieillard` and `du vieillard` are `le vieillard`."""
    end = words[core.end - 1].end
    article = _SECOND.get(words[index].low)
    if article is None or index == core.head:
        start = words[index]
        lowered = start.text[0].lower() + start.text[1:]
        if core.is_name and index == core.head:  # `madame Cochin` is written as a name, for readings take it for one
            lowered = start.text[0].upper() + start.text[1:]
        return " ".join((lowered + text[start.end : end]).split())
    rest = " ".join(text[words[index + 1].start : end].split())
    if article != "les" and elides(rest):
        return f"l{apostrophe_of(text)}{rest}"
    if article == "le" and gender_of(words[core.head].low) is FEMININE:
        article = "la"
    return f"{article} {rest}"


def role_of(words: Words, index: int, core: _FrenchCore, verb: int) -> PhraseRole:
    """The role of a phrase, by the word before it and by whether its clause has had its verb."""
    before = at(words, index - 1)
    if before == "comme" or is_apposition(words, index, core):
        return PhraseRole.PREDICATE
    if words[index].low in ("au", "aux", "du") or before in PREPOSITIONS:
        return PhraseRole.OBLIQUE
    if words[index].low == "des" and index and verb != index - 1 and shape(before).noun > shape(before).verb:
        return PhraseRole.COMPLEMENT
    if verb < 0 and not is_infinitive(words, index - 1):
        return PhraseRole.SUBJECT
    following = behind_clitics(words, core.end)
    if before in ("et", "mais", ",", "puis") and following < len(words) and shape(words[following].low).finite:
        return PhraseRole.SUBJECT if is_verb_here(words, following) else PhraseRole.OBJECT
    called = _LISTS["naming"] if at(words, index - 2) in CLITICS else frozenset()  # `on l'appelait Alexandre`
    predicate = verb == index - 1 and shape(before).lemmas & (_LISTS["copulas"] | called)
    return PhraseRole.PREDICATE if predicate else PhraseRole.OBJECT


def is_apposition(words: Words, index: int, core: _FrenchCore) -> bool:
    """Whether a phrase only says more of the name or noun before its comma: `Léonarde, la mère de la troupe,`."""
    behind = words[index - 2] if index > 1 else None
    if at(words, index - 1) != "," or behind is None or at(words, core.end) not in (",", ".", ";", "", ")"):
        return False
    if core.is_name:  # `le patron, monsieur Lebigre,`
        return behind.text[0].islower() and shape(behind.low).noun > 0 and at(words, core.end) == ","
    return behind.text[0].isupper() or shape(behind.low).noun > 0


def _is_pronoun_ce(words: Words, index: int) -> bool:
    return words[index].low == "ce" and noun_phrase(words, index) is None


def _form(text: str, span: Span) -> str:
    return span.of(text).lower().replace("’", "'")


def is_asked(text: str, words: Words, span: Span) -> bool:
    """Whether an author can ask about a pronoun: it takes up a noun phrase, not a clause, a place or a quantity."""
    form = _form(text, span)
    if form in ("il", "elle", "ils", "elles", "eux"):
        return True
    index = next((k for k, word in enumerate(words) if word.end >= span.end), len(words))
    if at(words, index - 1) in ("comme", "que", "qu'", ",") and form == "lui":
        return False  # compared, set apart, or a dative that a comma keeps from its subject
    if form in ("son", "sa", "ses", "leurs"):
        return not any(at(words, place) in _LISTS["own_parts"] for place in (index + 1, index + 2))
    host = behind_clitics(words, index)
    if is_infinitive(words, host):  # whose subject may be another's object: `il lui ordonna de le suivre`
        return False
    return form not in ("le", "l'") or not shape(at(words, host)).lemmas & _LISTS["clause_objects"]

"""The outline of an English text: noun phrases with their roles, clauses, and pronouns that a problem can ask about."""

from collections.abc import Sequence
from typing import NamedTuple

from anaphor.language.english.nouns import animacy_of_noun, fold, lemma, tokens
from anaphor.language.english.pronouns import anaphors
from anaphor.language.english.reading.words import (
    ADVERBS,
    AUXILIARIES,
    COMMON_VERBS,
    CONJUNCTIONS,
    DETERMINERS,
    KINSHIP,
    PASTS,
    PREPOSITIONS,
    PRONOUNS,
)
from anaphor.language.outline import Outline, OutlinePhrase, PhraseRole, is_behind
from anaphor.language.protocol import Token
from anaphor.language.word_tables import is_first_name, word_set, word_sets
from anaphor.schema import Span

_LISTS = word_sets("english", "outline_words")
_SETS = word_sets("english")
_OPENING = word_set("the a an my your his her its our their some several both two three four five")
_SECOND = word_set("a an some several")
"""Determiners of a first mention; a second one has `the`."""
_STOPS = PREPOSITIONS | CONJUNCTIONS | PRONOUNS | AUXILIARIES | DETERMINERS | ADVERBS | {"'s", "'", "not", "n't"}
_TIED = word_set("of for to by from like as than")
"""Prepositions behind which a pronoun may, or may not, be its own subject: left out."""
_HARD = frozenset('.!?;:…()«»“”"—–[]')


class _EnglishCore(NamedTuple):
    """A noun phrase, by the indices of its words."""

    first: int
    """The first word behind its determiner."""
    end: int
    is_name: bool


def outline(text: str) -> Outline:
    """What one pass over a text sees of its syntax; of one that has nothing to ask about, its pronouns alone.

    >>> seen = outline("The clerk thanked a neighbour of Ann's because he had helped him.")
    >>> [(phrase.text, phrase.role.value) for phrase in seen.phrases]
    [('the clerk', 'subject'), ('the neighbour', 'object'), ('Ann', 'complement')]
    """
    words = tokens(text)
    forms = [fold(token.text) for token in words]
    vague = [word.end for word, form in zip(words, forms, strict=True) if form in _LISTS["vague"]]
    # Behind `this lady` the pronoun may take up whoever the lady was called before
    vague += [words[place].end for place in range(len(words) - 1) if is_demonstrative(forms, place)]
    places = tuple(span for span in anaphors(text) if fold(span.of(text)) in _LISTS["asked"])
    asked = tuple(span for span in places if is_asked(text, words, forms, span) and not is_behind(span, vague))
    if not asked:
        return Outline((), places, (), (0,))
    phrases: list[OutlinePhrase] = []
    ends: dict[int, OutlinePhrase] = {}
    clauses, verb, index = [0], -1, 0
    while index < len(words):
        form = forms[index]
        opens = form in _LISTS["clause_openers"] or words[index].text[0] in _HARD
        if opens or (verb >= 0 and form in _LISTS["subjects"]):
            clauses.append(words[index].start)
            verb = -1
        core = core_at(words, forms, index)
        if core is None:
            verb = index if _is_verb(form) else verb
            index += 1
            continue
        start, owned = index, forms[core.end : core.end + 1] in (["'s"], ["'"])
        role = PhraseRole.COMPLEMENT if owned else role_of(forms, index, core, verb)
        if role is PhraseRole.SUBJECT and verb >= 0:  # `Paul called Luke, and John greeted him`
            clauses.append(words[index].start)
            verb = -1
        phrase = _phrase(text, words, start, core, role)
        if forms[core.end - 1] not in _LISTS["idle_nouns"]:
            phrases.append(phrase)
        behind = noun_end(words, forms, core.end + 1) if owned else None
        if behind is not None:  # `Ann's brother` beside `Ann`
            whole = _EnglishCore(core.first, behind, False)
            core, role = whole, role_of(forms, index, whole, verb)
            phrase = _phrase(text, words, start, whole, role)
            phrases.append(phrase)
        joined = ends.get(index - 1) if index and forms[index - 1] == "and" else None
        if joined is not None:  # `Paul and Mary`, for a plural pronoun
            both = f"{joined.text} and {phrase.text}"
            phrases.append(OutlinePhrase(joined.start, phrase.end, both, f"{joined.head}+{phrase.head}", joined.role))
        ends[core.end] = phrase
        index = core.end
    return Outline(tuple(phrases), places, asked, tuple(clauses))


def core_at(words: Sequence[Token], forms: Sequence[str], index: int) -> _EnglishCore | None:
    """The noun phrase that begins at an index: with a determiner, or a name."""
    word, form = words[index].text, forms[index]
    if form in _OPENING:
        first = index + 1 + (forms[index + 1 : index + 2] != [] and forms[index + 1] in _SETS["numerals"])
        end = noun_end(words, forms, first)
        return None if end is None else _EnglishCore(first, end, False)
    if not word[0].isupper() or not words[index].is_word or form in _STOPS or form in _LISTS["towns"]:
        return None
    if len(word) > 3 and word.isupper():  # a heading
        return None
    end = index + 1
    while end < len(words) and words[end].text[0].isupper() and words[end].is_word:
        end += 1
    titled = form in _SETS["titles"] and end > index + 1
    if not titled and animacy_of_noun(forms[end - 1]) is not None:  # Brook Street, Columbia City
        return None
    before = forms[index - 1] if index else ""
    if index and words[index - 1].text[0].isupper() and before not in _STOPS and words[index - 1].is_word:
        return None  # the rest of a name that was left out: `Lane` of `in Park Lane`
    first_name = is_first_name(word, "english") and before not in _LISTS["place_prepositions"]
    inside = index > 0 and words[index - 1].is_word and form != "i" and form not in _LISTS["idle_nouns"]
    inside = inside and before not in _LISTS["place_prepositions"]
    return _EnglishCore(index, end, True) if titled or first_name or inside else None


def noun_end(words: Sequence[Token], forms: Sequence[str], first: int) -> int | None:
    """Index behind the noun of a phrase whose determiner stands before an index; None when there is none."""
    index, has_noun = first, False
    while index < len(words) and words[index].is_word and forms[index] not in _STOPS:
        if index > first and _is_verb(forms[index]):
            break
        if has_noun and not _is_noun(forms[index]) and not words[index].text[0].isupper():
            return None  # `the chief purport`, `the man purports`: who knows
        has_noun = _is_noun(forms[index])
        index += 1
    if index == first or forms[index - 1].endswith("ly") or not forms[index - 1].isalpha():
        return None
    return index


def _is_noun(form: str) -> bool:
    return form in KINSHIP or animacy_of_noun(form) is not None


def _is_verb(form: str) -> bool:
    if form in _LISTS["no_verbs"]:
        return False
    return form in AUXILIARIES or form in PASTS or form.endswith("ed") or lemma(form) in COMMON_VERBS


def _phrase(text: str, words: Sequence[Token], start: int, core: _EnglishCore, role: PhraseRole) -> OutlinePhrase:
    end, opening = words[core.end - 1].end, words[start]
    wording = " ".join(text[opening.start : end].split())
    if not core.is_name and fold(opening.text) in _SECOND:
        wording = " ".join(f"the {text[words[core.first].start : end]}".split())
    elif not core.is_name and core.first > start:
        wording = wording[0].lower() + wording[1:]
    key = fold(words[core.end - 1].text) if core.is_name else lemma(fold(words[core.end - 1].text))
    return OutlinePhrase(opening.start, end, wording, key, role)


def role_of(forms: Sequence[str], index: int, core: _EnglishCore, verb: int) -> PhraseRole:
    """The role of a phrase, by the word before it and by whether its clause has had its verb."""
    before = forms[index - 1] if index else ""
    if before in ("like", "as", "than") or is_apposition(forms, index, core):
        return PhraseRole.PREDICATE
    if before in PREPOSITIONS:
        return PhraseRole.OBLIQUE
    if verb < 0:
        return PhraseRole.SUBJECT
    following = forms[core.end] if core.end < len(forms) else ""
    if before in ("and", "but", ",", "so") and (_is_verb(following) or following in AUXILIARIES):
        return PhraseRole.SUBJECT
    predicate = verb == index - 1 and before in _LISTS["copulas"] | {"named", "called"}
    return PhraseRole.PREDICATE if predicate else PhraseRole.OBJECT


def is_apposition(forms: Sequence[str], index: int, core: _EnglishCore) -> bool:
    """Whether a phrase only says more of what stands before its comma: `Mr Quesnel, the brother of his wife,`."""
    behind = forms[core.end] if core.end < len(forms) else ""
    return (
        index > 1 and forms[index - 1] == "," and not core.is_name and behind in (",", ".", ";", "", ")", "of", "who")
    )


def is_demonstrative(forms: Sequence[str], index: int) -> bool:
    return forms[index] in ("this", "these", "those") and _is_noun(forms[min(index + 2, len(forms) - 1)]) | _is_noun(
        forms[index + 1]
    )


def is_asked(text: str, words: Sequence[Token], forms: Sequence[str], span: Span) -> bool:
    """Whether an author can ask about a pronoun; the owner of a part of the body is nearly always the subject."""
    index = next((k for k, word in enumerate(words) if word.start >= span.end), len(words))
    if (
        fold(span.of(text)) in ("him", "her", "them", "it")
        and forms[index - 2 : index - 1]
        and forms[index - 2] in _TIED
    ):
        return False
    if fold(span.of(text)) not in ("his", "her", "its", "their"):
        return True
    return not any(form in _LISTS["own_parts"] for form in forms[index : index + 2])

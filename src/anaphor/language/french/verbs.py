"""What follows and precedes a French clitic: verb groups, and whether `le`, `leur` or `en` is a pronoun there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.language.french.lexicon import Category, LexicalEntry, fold, frequency, lookup, of_category
from anaphor.language.protocol import Gender, Number, Token
from anaphor.language.word_tables import word_sets

_SETS = word_sets("french")
_VERBS = (Category.VERB, Category.AUXILIARY)
_FINITE = ("ind:", "cnd:", "sub:", "imp:")
_NOT_BEFORE_CLITICS = frozenset(("ne", "n'", "me", "te", "m'", "t'", "se", "s'"))
_INFINITIVE_OPENERS = frozenset(("de", "d'", "à", "pour", "sans", "par", "afin", "après"))
_CHAINS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("aller", "devoir", "pouvoir", "sembler", "paraître"), ()),
    **dict.fromkeys(("venir", "risquer", "cesser"), ("de", "d'")),
    **dict.fromkeys(("commencer", "continuer"), ("à", "de", "d'")),
    "recommencer": ("à",),
    "finir": ("par",),
}
"""Verbs that lend their subject to an infinitive, and the prepositions before it."""
_RARE = 0.05
"""Below this share of a form's uses, a verb is not expected where a noun can stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CliticVerbGroup:
    """The verb of a clause with its clitics and auxiliaries."""

    clitics: frozenset[str]
    """Object clitics before the verb, folded."""
    lemmas: frozenset[str]
    """Dictionary forms that the main verb may have."""
    auxiliaries: frozenset[str]
    """Dictionary forms of the verbs before it."""
    end: int
    """Index of the first word behind the group."""


def form_at(words: Sequence[Token], index: int) -> str:
    """The folded form at an index; empty outside the words."""
    return fold(words[index].text) if 0 <= index < len(words) else ""


def is_finite(form: str) -> bool:
    """Whether a form can be a conjugated verb."""
    return any(trait.startswith(_FINITE) for entry in of_category(form, *_VERBS) for trait in entry.traits)


def is_third_person(form: str) -> bool:
    """Whether a form can be a verb of the third person, as behind a noun."""
    traits = [trait for entry in of_category(form, *_VERBS) for trait in entry.traits]
    return any(trait.startswith(_FINITE) and trait.endswith(("3s", "3p")) for trait in traits)


def is_infinitive(form: str) -> bool:
    """Whether a form can be an infinitive."""
    return any("inf" in entry.traits for entry in of_category(form, *_VERBS))


def is_participle(form: str, which: str = "par:pas") -> bool:
    """Whether a form can be a past (or present, `par:pre`) participle."""
    return any(which in entry.traits for entry in of_category(form, *_VERBS))


def verb_share(form: str) -> float:
    """The share of a form's uses that are verbs, from 0 to 1; 0 when the form is not known."""
    total = frequency(form)
    return frequency(form, *_VERBS) / total if total else float(bool(of_category(form, *_VERBS)))


def is_adverb_in_group(form: str) -> bool:
    """Whether a word can stand between an auxiliary and its verb, or before an adjective."""
    if form in _SETS["adverbs_in_verb_group"]:
        return True
    return form.endswith("ment") and any(entry.category is Category.ADVERB for entry in lookup(form))


def skip_adverbs(words: Sequence[Token], index: int) -> int:
    """Index of the first word at or behind an index that is no adverb of the verb group."""
    while is_adverb_in_group(form_at(words, index)):
        index += 1
    return index


def is_object_clitic(words: Sequence[Token], index: int) -> bool:
    """Whether `le`, `la`, `les`, `l'`, `leur` or `en` at an index is a pronoun before its verb, not an article.

    The verb decides where a form can be nothing else; elsewhere the word before does: a subject pronoun, `ne`, `qui`,
    a preposition with an infinitive, or a subject that still lacks a verb.
    """
    form, following = form_at(words, index), form_at(words, index + 1)
    if words[index].text.startswith("-"):
        return True
    if not following or following == "on" or following in _SETS["possessive_pronouns"] - {"leur"}:
        return False
    if following in ("lui", "y", "en", "leur"):
        return is_finite(form_at(words, index + 2)) or is_infinitive(form_at(words, index + 2))
    return _precedes_verb(words, index, form, following)


def _precedes_verb(words: Sequence[Token], index: int, form: str, following: str) -> bool:
    previous = form_at(words, index - 1)
    behind_subject = _is_behind_subject_clitic(words, index)
    if not of_category(following, *_VERBS):
        return behind_subject and not lookup(following) and words[index + 1].is_word
    inverted = re.fullmatch(r"-\w.*", form_at(words, index + 2)) is not None and is_finite(following)
    if behind_subject or inverted:
        return True
    if words[index + 1].text[:1].isupper():
        return False
    # A clitic stands before a present participle: `en la voyant`, `une lettre les informant`.
    if is_participle(following, "par:pre") and (
        form_at(words, index - 1) == "en"
        or (
            form not in ("en", "l'")
            and (_is_noun_here(words, index - 1) or form_at(words, index - 1) == ",")
            and _verb_share_after(form, following) > 0.97
        )
    ):
        return True
    if is_infinitive(following) and _takes_infinitive(form, previous, following):
        return True
    finite = is_third_person(following) or (previous == "qui" and is_finite(following))
    if not finite:
        return False
    # A clitic and a conjugated verb can stand behind a word: behind a subject, or a verb that has one.
    previous, share = form_at(words, index - 1), _verb_share_after(form, following)
    if previous in _SETS["joiners"]:
        return share > 0.95
    if previous in _SETS["subject_pronouns"]:
        return share > 0.5 or _lacks_verb(words, index, following)
    if not _is_noun_here(words, index - 1):
        return False
    return share > 0.95 or (form != "en" and _lacks_verb(words, index, following))


def _takes_infinitive(form: str, previous: str, following: str) -> bool:
    """Whether a clitic and an infinitive can stand behind a word: `de le voir`, `veut le voir`, `sans la voir`."""
    share = _verb_share_after(form, following)
    if previous in _INFINITIVE_OPENERS:
        fused = previous in ("de", "à") and form in ("le", "les")
        return fused or form == "en" or share >= 0.5
    if previous in _SETS["prepositions"]:
        return False
    lemmas = {entry.lemma for entry in of_category(previous, *_VERBS)}
    return share > 0.9 or bool(lemmas & _SETS["modal_verbs"])


def _verb_share_after(form: str, following: str) -> float:
    """The share of verbs among the uses of a form that can stand behind an article or a clitic such as `le`.

    A noun that does not agree with the article is no use: `le montre` is not the watch, which is feminine.
    """
    verbs = frequency(following, *_VERBS)
    others = sum(
        entry.frequency for entry in lookup(following) if entry.category not in _VERBS and _agrees(form, entry)
    )
    return verbs / (verbs + others) if verbs + others else 1.0


def _agrees(form: str, entry: LexicalEntry) -> bool:
    if entry.category not in (Category.NOUN, Category.ADJECTIVE) or form == "en":
        return True
    number = Number.PLURAL if form == "les" else Number.SINGULAR
    gender = {"le": Gender.MASCULINE, "la": Gender.FEMININE}.get(form)
    return entry.number in (None, number) and (gender is None or entry.gender in (None, gender))


def _is_noun_here(words: Sequence[Token], index: int) -> bool:
    """Whether the word at an index may close a subject: a noun, a name, an adjective or a participle behind one."""
    entries = lookup(form_at(words, index))
    if index < 0 or not words[index].is_word:
        return False
    return not entries or entries[0].category in (Category.NOUN, Category.ADJECTIVE) or is_participle(entries[0].form)


def _is_behind_subject_clitic(words: Sequence[Token], index: int) -> bool:
    previous, before = form_at(words, index - 1), form_at(words, index - 2)
    if previous in _NOT_BEFORE_CLITICS:
        return True
    if previous not in _SETS["subject_clitics"]:
        return False
    return not (previous in ("elle", "elles", "nous", "vous") and before in _SETS["prepositions"])


def _lacks_verb(words: Sequence[Token], index: int, following: str) -> bool:
    """Whether the subject before an index still waits for its verb, which the following form can be."""
    if verb_share(following) < _RARE or not is_finite(following) or is_finite(form_at(words, index + 2)):
        return False
    previous = form_at(words, index - 1)
    return previous == "qui" or not (is_third_person(previous) or _clause_has_verb(words, index))


def _clause_has_verb(words: Sequence[Token], index: int) -> bool:
    for before in range(index - 1, -1, -1):
        form = form_at(words, before)
        if not words[before].is_word or form in ("que", "qu'", "qui", "et", "mais", "car", "si", "quand", "lorsque"):
            return False
        if is_finite(form) and verb_share(form) > 0.5:
            return True
    return False


def group_after(words: Sequence[Token], index: int) -> CliticVerbGroup | None:
    """The verb group that begins at an index; None when there is none."""
    clitics: set[str] = set()
    while form_at(words, index) in _SETS["object_clitics"] | {"ne", "n'"}:
        clitics.add(form_at(words, index))
        index += 1
    return _group(words, index, index + 1, clitics)


def group_before(words: Sequence[Token], index: int) -> CliticVerbGroup | None:
    """The verb group whose first verb stands just before the inverted subject at an index (`y a` in `y a-t-il`)."""
    clitics: set[str] = set()
    before = index - 2
    while form_at(words, before) in _SETS["object_clitics"] | {"ne", "n'"}:
        clitics.add(form_at(words, before))
        before -= 1
    return _group(words, index - 1, index + 1, clitics)


def _group(words: Sequence[Token], verb: int, end: int, clitics: set[str]) -> CliticVerbGroup | None:
    lemmas = _verb_lemmas(form_at(words, verb))
    auxiliaries: set[str] = set()
    while lemmas:
        step = _next_verb(words, end, lemmas, clitics)
        if step is None:
            break
        auxiliaries |= lemmas
        lemmas, end = _verb_lemmas(form_at(words, step)), step + 1
    if not lemmas:
        return None
    return CliticVerbGroup(
        clitics=frozenset(clitics), lemmas=frozenset(lemmas), auxiliaries=frozenset(auxiliaries), end=end
    )


def _next_verb(words: Sequence[Token], end: int, lemmas: frozenset[str], clitics: set[str]) -> int | None:
    """Index of the participle or infinitive that the verb so far governs; its clitics are added to the set."""
    index = skip_adverbs(words, end)
    form = form_at(words, index)
    if "avoir" in lemmas:
        return index if is_participle(form) and verb_share(form) > 0.3 else None
    for lemma in lemmas & _CHAINS.keys():
        inner = index + (form in _CHAINS[lemma])
        found: set[str] = set()
        while form_at(words, inner) in _SETS["object_clitics"] | {"ne", "pas"}:
            found.add(form_at(words, inner))
            inner += 1
        if is_infinitive(form_at(words, inner)):
            clitics |= found
            return inner
    return None


def _verb_lemmas(form: str) -> frozenset[str]:
    return frozenset(entry.lemma for entry in of_category(form, *_VERBS))

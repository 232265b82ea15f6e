"""What follows and precedes a French clitic: verb groups, and whether `le`, `leur` or `en` is a pronoun there."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from anaphor.language.french.lexicon import Category, fold, frequency, lookup, of_category
from anaphor.language.protocol import FEMININE, MASCULINE, PLURAL, SINGULAR, Token
from anaphor.language.word_tables import is_first_name, word_sets

_SETS = word_sets("french")
_VERBS = (Category.VERB, Category.AUXILIARY)
_FINITE = ("ind:", "cnd:", "sub:", "imp:")
_BEFORE_VERB = _SETS["object_clitics"] | {"ne", "n'"}
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
_READING = word_sets("french", "reading_words")
_SUBJECTS = _SETS["subject_pronouns"] | _READING["indefinite_subjects"]


class CliticVerbGroup(NamedTuple):
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


def skip_adverbs(words: Sequence[Token], index: int) -> int:
    """Index of the first word at or behind an index that cannot stand between an auxiliary and its verb."""
    while (form := form_at(words, index)) in _SETS["adverbs_in_verb_group"] or (
        form.endswith("ment") and any(entry.category is Category.ADVERB for entry in lookup(form))
    ):
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
    # `il les leur a rendus`, where the pronoun before leur can be no article
    previous, opening = form_at(words, index - 1), form_at(words, index - 2)
    clitic = previous == "les" or (
        previous in ("le", "la", "l'") and opening in _SETS["subject_clitics"] | {"ne", "n'", "qui"}
    )
    if form == "leur" and clitic and is_finite(following):
        return True
    return _precedes_verb(words, index, form, following)


def _precedes_verb(words: Sequence[Token], index: int, form: str, following: str) -> bool:
    previous = form_at(words, index - 1)
    strong = previous in ("elle", "elles", "nous", "vous") and form_at(words, index - 2) in _SETS["prepositions"]
    behind_subject = previous in ("ne", "n'", "me", "te", "m'", "t'", "se", "s'") or (
        previous in _SETS["subject_clitics"] and not strong
    )
    if not of_category(following, *_VERBS):
        return behind_subject and not lookup(following) and words[index + 1].is_word
    inverted = re.fullmatch(r"-\w.*", form_at(words, index + 2)) is not None and is_finite(following)
    if behind_subject or inverted:
        return True
    if words[index + 1].text[:1].isupper():
        return False
    # The word before may close a subject: a noun, a name, an adjective or a participle behind one.
    entries, share = lookup(previous), _verb_share_after(form, following)
    nominal = not entries or entries[0].category in (Category.NOUN, Category.ADJECTIVE) or _is_name(words, index - 1)
    behind_noun = index > 0 and words[index - 1].is_word and (nominal or is_participle(entries[0].form))
    # A clitic stands before a present participle: `en la voyant`, `une lettre les informant`.
    apart = form not in ("en", "l'") and (behind_noun or previous == ",") and share > 0.97
    if is_participle(following, "par:pre") and (previous == "en" or apart):
        return True
    # `de le voir`, `veut le voir`, `sans la voir`
    if not is_infinitive(following):
        governed = False
    elif previous in _READING["infinitive_openers"]:
        governed = share >= 0.5 or form == "en" or (previous in ("de", "à") and form in ("le", "les"))
    else:
        modal = share > 0.9 or bool(_verb_lemmas(previous) & _SETS["modal_verbs"])
        governed = modal and previous not in _SETS["prepositions"]
    if governed:
        return True
    if not is_third_person(following) and not (previous == "qui" and is_finite(following)):
        return False
    # A clitic and a conjugated verb can stand behind a word: behind a subject, or a verb that has one.
    if previous in _SETS["joiners"]:
        return share > 0.95
    if previous in _SUBJECTS:
        return share > 0.5 or _lacks_verb(words, index, following)
    return behind_noun and (share > 0.95 or (form != "en" and _lacks_verb(words, index, following)))


def _verb_share_after(form: str, following: str) -> float:
    """The share of verbs among the uses of a form behind an article or a clitic; a noun must agree with the article."""
    number = PLURAL if form == "les" else SINGULAR
    gender = {"le": MASCULINE, "la": FEMININE}.get(form)
    verbs, others = frequency(following, *_VERBS), 0.0
    for entry in lookup(following):
        agrees = entry.number in (None, number) and (gender is None or entry.gender in (None, gender))
        if entry.category not in (Category.NOUN, Category.ADJECTIVE) or form == "en" or agrees:
            others += 0.0 if entry.category in _VERBS else entry.frequency
    return verbs / (verbs + others) if verbs + others else 1.0


def _lacks_verb(words: Sequence[Token], index: int, following: str) -> bool:
    """Whether the subject before an index still waits for its verb, which the following form can be."""
    if verb_share(following) < _RARE or not is_finite(following) or is_finite(form_at(words, index + 2)):
        return False
    previous = form_at(words, index - 1)
    if previous == "qui" or (is_third_person(previous) and not _is_name(words, index - 1)):
        return previous == "qui"
    for before in range(index - 1, -1, -1):
        form = form_at(words, before)
        if not words[before].is_word or form in ("que", "qu'", "qui", "et", "mais", "car", "si", "quand", "lorsque"):
            return True
        if is_finite(form) and verb_share(form) > 0.5 and not _is_name(words, before):
            return False
    return True


def _is_name(words: Sequence[Token], index: int) -> bool:
    """Whether a capital makes a name of a word that may be a verb, too: `Marie`, `Pierre`, `Rose`."""
    return index >= 0 and words[index].text[:1].isupper() and is_first_name(words[index].text, "french")


def _clitics(words: Sequence[Token], index: int, step: int) -> tuple[set[str], int]:
    """The clitics from an index on, in one direction, and the index behind them."""
    clitics: set[str] = set()
    while form_at(words, index) in _BEFORE_VERB:
        clitics.add(form_at(words, index))
        index += step
    return clitics, index


def group_after(words: Sequence[Token], index: int) -> CliticVerbGroup | None:
    """The verb group that begins at an index; None when there is none."""
    clitics, verb = _clitics(words, index, 1)
    return _group(words, verb, verb + 1, clitics)


def group_before(words: Sequence[Token], index: int) -> CliticVerbGroup | None:
    """The verb group whose verb stands right before an inverted subject (`y a` in `y a-t-il`)."""
    return _group(words, index - 1, index + 1, _clitics(words, index - 2, -1)[0])


def _group(words: Sequence[Token], verb: int, end: int, clitics: set[str]) -> CliticVerbGroup | None:
    lemmas = _verb_lemmas(form_at(words, verb))
    auxiliaries: frozenset[str] = frozenset()
    while lemmas and (step := _next_verb(words, end, lemmas, clitics)) is not None:
        auxiliaries |= lemmas
        lemmas, end = _verb_lemmas(form_at(words, step)), step + 1
    return CliticVerbGroup(frozenset(clitics), lemmas, auxiliaries, end) if lemmas else None


def _next_verb(words: Sequence[Token], end: int, lemmas: frozenset[str], clitics: set[str]) -> int | None:
    """Index of the participle or infinitive that the verb so far governs; its clitics are added to the set."""
    index = skip_adverbs(words, end)
    form = form_at(words, index)
    if "avoir" in lemmas:
        return index if is_participle(form) and verb_share(form) > 0.3 else None
    for lemma in lemmas & _CHAINS.keys():
        inner = index + (form in _CHAINS[lemma])
        passed: set[str] = set()
        while form_at(words, inner) in _SETS["object_clitics"] | {"ne", "pas"}:
            passed.add(form_at(words, inner))
            inner += 1
        if is_infinitive(form_at(words, inner)):
            clitics |= passed
            return inner
    return None


def _verb_lemmas(form: str) -> frozenset[str]:
    return frozenset(entry.lemma for entry in of_category(form, *_VERBS))

"""What sort of thing a French noun speaks of, by lists of people, animals and groups, and by telling suffixes."""

import re

from anaphor.language.french.lexicon import fold, nouns
from anaphor.language.protocol import Animacy
from anaphor.language.word_tables import words

_AGENTS = re.compile(r"(.{3,}iste|.{3,}ologue|.{3,}icien(ne)?|.{3,}thérapeute|.{3,}crate|.{3,}graphe)s?")
# Such nouns name a person or a tool (carreleur, moteur): unlisted ones are not guessed.
_PERHAPS_AGENTS = re.compile(r"(.{2,}(eur|euse|trice|ier|ière|ien|ienne|ard|arde|ant|ante|on|onne|er|ère)|garde-.+)s?")
_PREFIXES = ("ex-", "vice-", "sous-", "co-", "demi-", "arrière-", "grand-", "petit-", "petite-", "beau-", "belle-")
_NOT_AGENTS = frozenset(
    ("catalogue", "dialogue", "monologue", "épilogue", "analogue", "prologue", "paragraphe", "télégraphe", "schiste")
)


def animacy_of_noun(form: str) -> Animacy | None:
    """The animacy of a noun; None when it is not known or depends on the sentence.

    >>> animacy_of_noun("infirmières"), animacy_of_noun("valise"), animacy_of_noun("monstre")
    (<Animacy.PERSON: 'person'>, <Animacy.THING: 'thing'>, None)
    """
    entries = nouns(form)
    names = _names(fold(form), [entry.lemma for entry in entries[:1]])
    if any(name in words("french", "ambiguous_beings") for name in names):
        return None
    listed = _listed(names)
    if listed:
        return listed
    if any(_is_agent(name) for name in names):
        return Animacy.PERSON
    if not entries or any(entry.gender is None for entry in entries) or _PERHAPS_AGENTS.fullmatch(names[-1]):
        return None
    return Animacy.THING


def _names(form: str, lemmas: list[str]) -> list[str]:
    """The names under which a noun may be listed: its lemma, its form, and what follows a prefix (ex-mari)."""
    names = list(dict.fromkeys((form, *lemmas)))
    return names + [name.split("-", 1)[1] for name in names if name.startswith(_PREFIXES)]


def _listed(names: list[str]) -> Animacy | None:
    for name in names:
        for table, animacy in (("persons", Animacy.PERSON), ("animals", Animacy.ANIMAL), ("groups", Animacy.GROUP)):
            if name in words("french", table):
                return animacy
    return None


def _is_agent(lemma: str) -> bool:
    return bool(_AGENTS.fullmatch(lemma)) and lemma.removesuffix("s") not in _NOT_AGENTS

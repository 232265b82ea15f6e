"""Binding and control in English: verbs by lists and endings, for there is no English lexicon here."""

from functools import lru_cache

from anaphor.language.binding import Clause
from anaphor.language.english.nouns import lemma, tokens
from anaphor.language.english.pronouns import analyse
from anaphor.language.english.reading.words import (
    BASES,
    COMMON_VERBS,
    IRREGULAR_BASES,
    PARTICIPLES,
    PASTS,
    PREPOSITIONS,
)
from anaphor.language.protocol import BindingRule
from anaphor.language.word import Word, Words, at
from anaphor.language.word_tables import is_first_name, word_set, word_sets
from anaphor.schema import Span

_NO_NOUNS = (
    PREPOSITIONS
    | word_sets("english", "reading_words")["closed_class"]
    | word_set(
        "again yesterday today tonight tomorrow there here now then soon twice once home alone too either instead"
    )
    | {"anyway"}
)
"""Words that often end a clause behind a phrase, and are no noun that would make a compound of it."""
_VERBS = PASTS | PARTICIPLES | IRREGULAR_BASES | COMMON_VERBS | BASES.keys()
_BEFORE_INFINITIVE = word_set("to didn't n't could would")
"""Words behind which any form is a verb."""


def ruled_out(text: str, anaphor: Span, mention: Span) -> BindingRule | None:
    """Why a phrase cannot be the antecedent of a pronoun of an English text; None where it may be."""
    clause = EnglishClause.of(_words_of(text), anaphor, mention)
    return clause.rule(analyse(text, anaphor)) if clause else None


@lru_cache(maxsize=256)
def _words_of(text: str) -> Words:
    return tuple(
        Word(token.text, token.text.lower().replace("’", "'"), token.start, token.end) for token in tokens(text)
    )


class EnglishClause(Clause):
    """A pronoun and a phrase in an English text."""

    __slots__ = ()
    lists = word_sets("english", "binding_words")
    prepositions = PREPOSITIONS
    markers = word_set("to of for from not")
    promising = word_set("promise swear vow")

    @property
    def opens_compound(self) -> bool:
        """Whether a noun follows the phrase, which ends the clause: `[She] wore the teacher badge.`"""
        low = at(self.words, self.last)
        noun = low.isalpha() and low not in _NO_NOUNS and not low.endswith("ly")
        return noun and self.is_stop(min(self.last + 1, len(self.words) - 1)) and not self.is_verb(self.last)

    def is_verb(self, index: int) -> bool:
        """Whether a word is a listed verb, has the ending of one, or stands behind a word that only verbs follow."""
        low = at(self.words, index)
        if not low or self.words[index].text[0].isupper():
            return False
        ending = low.endswith(("ed", "es", "ing")) or (low.endswith("s") and not low.endswith(("ss", "'s", "us")))
        return low in _VERBS or ending or at(self.words, index - 1) in _BEFORE_INFINITIVE

    def lemmas(self, index: int) -> frozenset[str]:
        """Every base that a form may have: by the dictionary, by the irregular verbs, and without its ending."""
        low = at(self.words, index)
        return frozenset((low, lemma(low), BASES.get(low, low), low.removesuffix("ed"), low.removesuffix("d")))

    def opens_group(self, index: int) -> bool:
        """Whether a word is an auxiliary or an adverb before the main verb."""
        low = at(self.words, index)
        return low in self.lists["before_verb"] or low.endswith("ly")

    def is_first_name(self, word: str) -> bool:
        """By both lists: people of either language are named in texts of the other."""
        return is_first_name(word, "french", "english")

    def before_object(self) -> BindingRule | None:
        """Own subject of a finite verb, controller behind to or in a gerund."""
        verb = self.pronoun - 1
        # Not in `spoke about [him] leaving`, `brought with [him]`.
        argument = not at(self.words, self.pronoun + 1).endswith("ing") and not self.has(verb - 1, "carrying")
        verb -= self.has(verb, "governed") and self.is_verb(verb - 1) and argument
        start = self.group_start(verb)
        if not self.is_verb(verb) and start == verb:
            return None
        free = at(self.words, start - 1) == "to" or at(self.words, verb).endswith("ing")
        if free and not self.has(start, "copulas"):
            return BindingRule.CONTROLLED if self.controls(start) else None
        return BindingRule.OWN_SUBJECT if self.is_subject(start) else None

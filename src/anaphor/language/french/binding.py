"""Binding and control in French: the verbs by the lexicon, the clitics before them, and the marks of an infinitive."""

import re

from anaphor.language.binding import Clause
from anaphor.language.french.clause.group import host_of
from anaphor.language.french.clause.words import CLITICS_AND_NE, PREPOSITIONS, is_infinitive, shape, words_of
from anaphor.language.french.pronouns import analyse
from anaphor.language.protocol import BindingRule
from anaphor.language.word import at
from anaphor.language.word_tables import is_first_name, word_set, word_sets
from anaphor.schema import Span

_FINAL = re.compile(
    r"\b(pour|afin|de sorte|de façon|de manière|de façon à ce|de manière à ce|pour éviter)\s+qu(?:e\s|['’])\s*$", re.I
)
_AUXILIARIES = frozenset({"avoir", "être"})


def ruled_out(text: str, anaphor: Span, mention: Span) -> BindingRule | None:
    """Why a phrase cannot be the antecedent of a pronoun of a French text; None where it may be."""
    clause = FrenchClause.of(words_of(text), anaphor, mention)
    return clause.rule(analyse(text, anaphor)) if clause else None


def final_clause(text: str, anaphor: Span) -> str | None:
    """The conjunction of the final clause whose subject stands at a place.

    In `Elle parle bas pour qu'[il] dorme` the main subject would take an infinitive (`pour dormir`), so that the
    pronoun can only mean somebody else.

    >>> final_clause("Elle parle bas pour qu'il dorme.", Span(start=23, end=25))
    'pour que'
    """
    conjunction = _FINAL.search(text[: anaphor.start])
    return f"{conjunction[1]} que" if conjunction else None


class FrenchClause(Clause):
    """A pronoun and a phrase in a French text."""

    __slots__ = ()
    lists = word_sets("french", "binding_words")
    prepositions = PREPOSITIONS | {"à"}
    light = word_set(
        "pas plus jamais point guère toujours souvent aussi donc encore déjà bien même vite tout parfois enfin"
    )
    markers = word_set("de d' à par ne")
    datives = word_set("à au aux")
    promising = word_set("promettre jurer")
    resuming = CLITICS_AND_NE - {"en", "y"}  # en and y also stand behind an imperative and begin phrases of their own

    def is_verb(self, index: int) -> bool:
        """Whether a word is more often a finite verb than a noun or an adjective."""
        low = at(self.words, index)
        if not low or self.words[index].text[0].isupper():
            return False
        form = shape(low)
        return form.finite and form.verb > form.noun + form.adjective

    def lemmas(self, index: int) -> frozenset[str]:
        """The lemmas that the lexicon gives a verb."""
        return shape(at(self.words, index)).lemmas

    def opens_group(self, index: int) -> bool:
        """Whether a word is a clitic or ne."""
        return at(self.words, index) in CLITICS_AND_NE

    def finite(self, verb: int) -> int:
        """The auxiliary of a participle: `Paul a toujours voulu [le] voir`."""
        while at(self.words, verb - 1) in self.light or shape(at(self.words, verb - 1)).lemmas & _AUXILIARIES:
            verb -= 1
        return verb

    def is_first_name(self, word: str) -> bool:
        """By both lists: people of either language are named in texts of the other."""
        return is_first_name(word, "french", "english")

    def before_object(self) -> BindingRule | None:
        """Own subject of a finite host, controller of an infinitive; an object behind an imperative has neither."""
        host = host_of(self.words, self.pronoun)
        if host is None or self.words[self.pronoun].text.startswith("-"):
            return None
        start = self.group_start(host)
        if is_infinitive(self.words, host):
            return BindingRule.CONTROLLED if self.controls(start) else None
        return BindingRule.OWN_SUBJECT if self.is_subject(start) else None

"""English, the second language of the house: the protocol `Language` over the files `english_*.py`."""

from anaphor.linguistics import english_finding, english_nouns, english_pronouns, english_tokens
from anaphor.linguistics.english_reading import readings
from anaphor.linguistics.language import (
    AnaphorAnalysis,
    Concord,
    Found,
    Language,
    NoReading,
    Reading,
    Token,
)
from anaphor.schema import Span


class English:
    """What the house asks of a language, for English."""

    code = "en"

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The tokens of a text; contracted verbs, `n't` and the possessive mark stand alone."""
        return english_tokens.tokens(text)

    def sentences(self, text: str) -> tuple[Span, ...]:
        """The sentences of a text."""
        return english_tokens.sentences(text)

    def lemma(self, form: str) -> str:
        """The dictionary form of a word; a name is returned as written."""
        return english_nouns.lemma(form)

    def head(self, phrase: str) -> Span:
        """Where the head word of a noun phrase stands (paper 2: below a function word)."""
        return english_nouns.head(phrase)

    def concord(self, phrase: str) -> Concord:
        """Gender, number and animacy of a noun phrase."""
        return english_nouns.concord(phrase)

    def analyse(self, text: str, span: Span) -> AnaphorAnalysis | None:
        """What the form at a place asks of its antecedent; None when it is no anaphor there."""
        return english_pronouns.analyse(text, span)

    def anaphors(self, text: str) -> tuple[Span, ...]:
        """Every place of a text where an anaphor could stand; impersonal pronouns are left out."""
        return english_pronouns.anaphors(text)

    def find(self, phrase: str, text: str) -> tuple[Found, ...]:
        """Where a text speaks of a phrase, best kind of evidence first."""
        return english_finding.find(phrase, text)

    def readings(self, text: str, span: Span, candidate: str) -> tuple[Reading, ...] | NoReading:
        """The readings of a text with a candidate at the anaphor's place, best first."""
        return readings(text, span, candidate)


ENGLISH: Language = English()

"""French, the first language of the house: the protocol `Language` over the files `french_*.py`."""

from anaphor.linguistics import french_finding, french_lemmas, french_nouns, french_pronouns, french_tokens
from anaphor.linguistics.french_reading import readings
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


class French:
    """What the house asks of a language, for French."""

    code = "fr"

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The tokens of a text; an elided form keeps its apostrophe, an inverted clitic its hyphen."""
        return french_tokens.tokens(text)

    def sentences(self, text: str) -> tuple[Span, ...]:
        """The sentences of a text."""
        return french_tokens.sentences(text)

    def lemma(self, form: str) -> str:
        """The dictionary form of a word; a name is returned as written."""
        return french_lemmas.lemma(form)

    def head(self, phrase: str) -> Span:
        """Where the head word of a noun phrase stands (paper 2: below a function word)."""
        return french_nouns.head(phrase)

    def concord(self, phrase: str) -> Concord:
        """Gender, number and animacy of a noun phrase."""
        return french_nouns.concord(phrase)

    def analyse(self, text: str, span: Span) -> AnaphorAnalysis | None:
        """What the form at a place asks of its antecedent; None when it is no anaphor there."""
        return french_pronouns.analyse(text, span)

    def anaphors(self, text: str) -> tuple[Span, ...]:
        """Every place of a text where an anaphor could stand; impersonal pronouns are left out."""
        return french_pronouns.anaphors(text)

    def find(self, phrase: str, text: str) -> tuple[Found, ...]:
        """Where a text speaks of a phrase, best kind of evidence first."""
        return french_finding.find(phrase, text)

    def readings(self, text: str, span: Span, candidate: str) -> tuple[Reading, ...] | NoReading:
        """The readings of a text with a candidate at the anaphor's place, best first."""
        return readings(text, span, candidate)


FRENCH: Language = French()


class ParsedFrench(French):
    """French with the dependency parser of the extra `parser`: more readings, and a second opinion on unsure ones."""

    def readings(self, text: str, span: Span, candidate: str) -> tuple[Reading, ...] | NoReading:
        """The readings of a text with a candidate at the anaphor's place, best first."""
        from anaphor.linguistics import french_parser

        return french_parser.readings(text, span, candidate)


FRENCH_PARSED: Language = ParsedFrench()
"""The parser is loaded when the first reading needs it; without the extra that raises `MissingExtraError`."""


def with_parser() -> Language:
    """French with the parser, already loaded; refuses with the install line when the extra is missing."""
    from anaphor.linguistics import french_parser

    french_parser.load()
    return FRENCH_PARSED

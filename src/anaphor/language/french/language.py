"""French, the first language of the house: the protocol `Language` over the files `french_*.py`."""

from dataclasses import replace

from anaphor.language.french import finding as french_finding
from anaphor.language.french import lemmas as french_lemmas
from anaphor.language.french import nouns as french_nouns
from anaphor.language.french import pronouns as french_pronouns
from anaphor.language.french import tokens as french_tokens
from anaphor.language.french.reading import reading as french_reading
from anaphor.language.protocol import Language, LanguageRules, NoReading, Reading
from anaphor.schema import Span

_RULES = LanguageRules(
    code="fr",
    tokens=french_tokens.tokens,
    sentences=french_tokens.sentences,
    lemma=french_lemmas.lemma,
    head=french_nouns.head,
    concord=french_nouns.concord,
    analyse=french_pronouns.analyse,
    anaphors=french_pronouns.anaphors,
    find=french_finding.find,
    readings=french_reading.readings,
)

FRENCH: Language = _RULES


def _parsed_readings(text: str, span: Span, candidate: str) -> tuple[Reading, ...] | NoReading:
    from anaphor.language.french import parser as french_parser

    return french_parser.readings(text, span, candidate)


FRENCH_PARSED: Language = replace(_RULES, readings=_parsed_readings)
"""French with the parser of the extra `parser`, loaded when the first reading needs it."""


def with_parser() -> Language:
    """French with the parser, already loaded; refuses with the install line when the extra is missing."""
    from anaphor.language.french import parser as french_parser

    french_parser.load()
    return FRENCH_PARSED

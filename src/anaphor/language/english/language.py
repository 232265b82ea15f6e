"""English, put together: the protocol `Language` over the modules beside this one."""

from anaphor.language.english import finding as english_finding
from anaphor.language.english import nouns as english_nouns
from anaphor.language.english import pronouns as english_pronouns
from anaphor.language.english import tokens as english_tokens
from anaphor.language.english.reading import reading as english_reading
from anaphor.language.protocol import Language, LanguageRules

ENGLISH: Language = LanguageRules(
    code="en",
    tokens=english_tokens.tokens,
    sentences=english_tokens.sentences,
    lemma=english_nouns.lemma,
    head=english_nouns.head,
    concord=english_nouns.concord,
    analyse=english_pronouns.analyse,
    anaphors=english_pronouns.anaphors,
    find=english_finding.find,
    readings=english_reading.readings,
)
"""English, as the registry has it."""

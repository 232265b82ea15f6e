"""English, the second language of the house: the protocol `Language` over the files `english_*.py`."""

from anaphor.linguistics import english_finding, english_nouns, english_pronouns, english_reading, english_tokens
from anaphor.linguistics.language import Language, LanguageRules

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

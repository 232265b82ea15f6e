"""Pairs by hand that do not fit their item: a slip there looks like a wrong, or a right, choice of the statistics."""

from collections.abc import Iterator

from anaphor.audit.case import language_of, words_in
from anaphor.audit.shortcuts.shortcut import Evidence
from anaphor.audit.wording_tables import word as say
from anaphor.language import Language, candidate_lemmas
from anaphor.schema import Collection, Item


def doubtful_pairs(collection: Collection, interface: str = "en") -> tuple[Evidence, ...]:
    """Usable pairs by hand whose words are those of another candidate, of none, or the same for two; and why."""
    return tuple(
        Evidence(place=item.id, detail=detail)
        for item in collection.items
        if item.annotations.pairs and item.annotations.pairs_usable is not False
        for detail in _doubts(item, interface)
    )


def _doubts(item: Item, interface: str) -> Iterator[str]:
    pairs = [pair for pair in item.annotations.pairs if pair is not None]
    language = language_of(item.question)
    if language is None or len(pairs) != len(item.question.candidates):
        return
    if len({word for word, _ in pairs}) < len(pairs):
        yield say("same_word", interface, word=pairs[0][0])
        return
    if len({cue for _, cue in pairs}) > 1:
        yield say("cues", interface, cues=", ".join(cue for _, cue in pairs))
    known = [_words(language, item, number) for number in range(len(pairs))]
    for number, (word, _) in enumerate(pairs):
        fits = [bool(set(words_in(word)) & words) for words in known]
        if not fits[number]:
            candidate = item.question.candidates[number].text
            yield say("other_word" if any(fits) else "no_word", interface, word=word, candidate=candidate)


def _words(language: Language, item: Item, number: int) -> set[str]:
    """The words of a candidate, as written and as lemmas."""
    text = item.question.candidates[number].text
    lemmas = (language.lemma(token.text) for token in language.tokens(text) if token.is_word)
    head = candidate_lemmas(language, item.question)[number]
    return {word for each in (text, head, *lemmas) for word in words_in(each)}

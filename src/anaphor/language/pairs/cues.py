"""The words in which the items of a schema differ: where they stand, which of them is the head, whether it is asked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from anaphor.language.protocol import Language, Token, rules_of
from anaphor.schema import Mark, Question, Span

_REACH = 5
"""How many words behind an empty difference are looked at for the word that it leaves alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """The special or alternate word of an item."""

    head: Span
    """Its head word in the item's text."""
    phrase: Span
    word: str
    """What tells it from its twin's: the head's form, with its negation."""
    negation: tuple[str, str] | None = None
    """What stands before and behind the head where the items differ in a negation only; two empty words without it."""

    def negated(self, lemma: str) -> str:
        """The lemma with its negation, if it has one.

        >>> place = Span(start=0, end=1)
        >>> Cue(head=place, phrase=place, word="", negation=("n'", "pas")).negated("avoir")
        "n'avoir pas"
        """
        before, behind = self.negation or ("", "")
        opening = before if not before or before.endswith(("'", "’")) else f"{before} "
        return f"{opening}{lemma} {behind}".rstrip()


def cues_of(language: Language, questions: Sequence[Question]) -> tuple[Cue, ...]:
    """The cue of each question, found by comparing it with its twin."""
    return tuple(_cue(language, question, questions[1 if not index else 0]) for index, question in enumerate(questions))


def own_cue(language: Language, question: Question) -> Cue | None:
    """The cue of a question from the collection's own marks: those that the prompt asks about, else the first with a
    content word; None where no content word is marked, as with a negation, which can be told only from the twin."""
    heavy = [span for span in question.cues if _content(language, question.text, span)]
    prompt_lemmas = {language.lemma(token.text).casefold() for token in language.tokens(question.prompt or "")}
    in_prompt = [span for span in heavy if _lemmas(language, question.text, span) & prompt_lemmas]
    if not heavy:
        return None
    phrase = (in_prompt or heavy)[0]
    head = _head(language, question.text, phrase)
    return Cue(head=head, phrase=phrase, word=head.of(question.text).casefold())


def in_clause(language: Language, question: Question, cue: Cue) -> bool:
    """True where a cue stands in the anaphor's clause."""
    if not isinstance(question.anaphor, Mark):
        return False
    mark = question.anaphor.span
    lists = rules_of(language).word_lists
    boundaries = lists.boundaries
    if cue.head.start < mark.start:
        between = question.text[cue.head.start : mark.start]
    else:
        between = question.text[mark.end : cue.head.start]
        boundaries -= lists.degrees
    words = [bare(token) for token in language.tokens(between)]
    return not any(word in boundaries or word in ".;:!?," for word in words)


def bare(token: Token) -> str:
    """The word for comparison: elided forms are like full ones (c' and ce)."""
    return _bare(token.text)


@lru_cache(maxsize=65_536)
def _bare(form: str) -> str:
    key = form.replace("’", "'").casefold()
    return f"{key[:-1].removesuffix('e')}e" if len(key) > 1 and key.endswith("'") else key


def _cue(language: Language, question: Question, twin: Question) -> Cue:
    """The cue of a question; the whole text stands in where the twins do not differ."""
    every = _differences(language, question.text, twin.text)
    touched = [
        (mine, theirs)
        for mine, theirs in every
        # An empty difference stands before the next word, so behind a space (`avait` against `n'avait pas`)
        if any(mine.start <= cue.end + 1 and cue.start <= mine.end for cue in question.cues)
    ]
    blocks = touched or every
    negation = _negation(language, question, twin, blocks)
    if negation:
        return negation
    block, other = _difference_asked_about(language, question, twin, blocks)
    own = [bare(token) for token in _tokens(language, question.text, block)]
    alone = set(own) <= {bare(token) for token in _tokens(language, twin.text, other)} or not own
    span = block
    if alone:
        # The content word behind a span that has nothing of its own (`était libre` against `savait qu'il était libre`);
        # where none follows, the one before it (`can see it` against `can see around it`)
        words = [token for token in language.tokens(question.text) if token.is_word]
        behind = [token for token in words if token.start >= block.start][:_REACH]
        before = [token for token in words if token.end <= block.start][::-1][:_REACH]
        heavy = [token for token in (*behind, *before) if not is_light(language, question.text, token)]
        near = (heavy or behind or before)[:1]
        span = Span(start=near[0].start, end=near[0].end) if near else Span(start=0, end=len(question.text))
    head = _head(language, question.text, span)
    return Cue(head=head, phrase=span, word=head.of(question.text).casefold())


def _differences(language: Language, text: str, other: str) -> list[tuple[Span, Span]]:
    """The stretches in which two texts differ, word by word: (place in the first, place in the second)."""
    left, right = language.tokens(text), language.tokens(other)
    mine, theirs = [bare(token) for token in left], [bare(token) for token in right]

    def stretch(text: str, tokens: Sequence[Token], first: int, last: int) -> Span:
        start = tokens[first].start if first < len(tokens) else len(text)
        return Span(start=start, end=tokens[last - 1].end if first < last else start)

    alike = [one == another for one, another in zip(mine, theirs, strict=False)]
    first = alike.index(False) if False in alike else len(alike)
    shorter = min(len(mine), len(theirs)) - first
    last = next((n for n in range(shorter) if mine[-1 - n] != theirs[-1 - n]), shorter)
    own, others = mine[first : len(mine) - last], theirs[first : len(theirs) - last]
    changed = [(first, len(mine) - last, first, len(theirs) - last)]
    # One stretch whose words the other text has nowhere, as most twins have it, is what the matcher would find.
    if not (own and others and set(own).isdisjoint(theirs) and set(others).isdisjoint(mine)):
        codes = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
        changed = [code[1:] for code in codes if code[0] != "equal"]
    return [(stretch(text, left, a, b), stretch(other, right, c, d)) for a, b, c, d in changed]


def _difference_asked_about(
    language: Language, question: Question, twin: Question, blocks: list[tuple[Span, Span]]
) -> tuple[Span, Span]:
    """The difference that the prompts ask about, else the first with a content word."""
    if not blocks:
        return Span(start=0, end=len(question.text)), Span(start=0, end=len(twin.text))
    prompt_lemmas: set[str] = set()
    if question.prompt and twin.prompt:
        for mine, theirs in _differences(language, question.prompt, twin.prompt):
            prompt_lemmas |= _lemmas(language, question.prompt, mine) | _lemmas(language, twin.prompt, theirs)
    words = [_lemmas(language, question.text, mine) | _lemmas(language, twin.text, theirs) for mine, theirs in blocks]
    in_prompt = [block for block, lemmas in zip(blocks, words, strict=True) if prompt_lemmas & lemmas]
    heavy = [block for block, lemmas in zip(blocks, words, strict=True) if lemmas]
    # `had the flu` against `needed the money`: the first has nothing but a function word of its own
    full = [block for block in in_prompt or heavy if _content(language, question.text, block[0])]
    return (full or in_prompt or heavy or blocks)[0]


def _lemmas(language: Language, text: str, span: Span) -> set[str]:
    return {language.lemma(token.text).casefold() for token in _content(language, text, span)}


def _content(language: Language, text: str, span: Span) -> list[Token]:
    return [token for token in _tokens(language, text, span) if not is_light(language, text, token)]


def _tokens(language: Language, text: str, span: Span) -> list[Token]:
    inside = (token for token in language.tokens(text) if span.start <= token.start and token.end <= span.end)
    return [token for token in inside if token.is_word]


def _is_function(language: Language, token: Token) -> bool:
    function_words = rules_of(language).word_lists.function_words
    return all(part in function_words for part in bare(token).split("'"))


def is_light(language: Language, text: str, token: Token) -> bool:
    """True for a function word and for a verb that says little beside its complement."""
    if _is_function(language, token):
        return True
    lemma = lemma_at(language, text, Span(start=token.start, end=token.end))
    return lemma in rules_of(language).word_lists.light_verbs


def _head(language: Language, text: str, span: Span) -> Span:
    """The head of an expression: the first word behind function words and light verbs, or the noun that it precedes."""
    words = _tokens(language, text, span)
    heavy = [i for i, token in enumerate(words) if not is_light(language, text, token)]
    verbs = [i for i, token in enumerate(words) if not _is_function(language, token)]
    first = (heavy or verbs or [0])[0]
    if not heavy:
        return Span(start=words[first].start, end=words[first].end) if words else span
    rest = Span(start=words[first].start, end=words[-1].end)
    noun = language.head(rest.of(text))
    head = next((token for token in words[first:] if token.start == rest.start + noun.start), words[first])
    chosen = words[first] if is_light(language, text, head) else head
    return Span(start=chosen.start, end=chosen.end)


def _negation(language: Language, question: Question, twin: Question, blocks: list[tuple[Span, Span]]) -> Cue | None:
    """The cue of an item that differs from its twin in a negation only; None when it does not."""
    mine = [token for span, _ in blocks for token in _tokens(language, question.text, span)]
    theirs = [token for _, span in blocks for token in _tokens(language, twin.text, span)]
    negations = rules_of(language).word_lists.negations
    # One text has all the words that the other has, and negations besides.
    only = not (mine and theirs) and all(bare(token) in negations for token in (*mine, *theirs))
    if not 1 <= len(blocks) <= 2 or not only:
        return None
    words = [token for token in language.tokens(question.text) if token.is_word]
    first = blocks[0][0]
    behind = [token for token in words if token.start >= first.end]
    before = [token for token in words if token.end <= first.start]
    near = behind[:1] if len(blocks) == 2 else before[-1:]
    if not near:
        return None
    head = Span(start=near[0].start, end=near[0].end)
    written = [span.of(question.text) for span, _ in blocks]
    around = (written[0], written[1]) if len(blocks) == 2 else ("", written[0].replace("n't", "not"))
    return Cue(head=head, phrase=head, word=" ".join((*around, head.of(question.text).casefold())), negation=around)


def lemma_at(language: Language, text: str, span: Span) -> str:
    """The lemma of the word at a place; in a language without rules for this, the lemma of the form alone.

    >>> from anaphor.language import LANGUAGES
    >>> french = LANGUAGES.get("fr")
    >>> lemma_at(french, "dans son lit", Span(start=9, end=12)), lemma_at(french, "il lit", Span(start=3, end=6))
    ('lit', 'lire')
    """
    in_context = rules_of(language).lemma_at
    return (in_context(text, span) if in_context else None) or language.lemma(span.of(text))


_COORDINATORS = frozenset({"et", "ou", "and", "or", "y", "e", "o", "&"})
_CONTENT_LENGTH = 4
"""Words shorter than this are mostly articles, possessives and prepositions; the longest one stands in for them."""


def targets(language: Language, candidates: Sequence[str]) -> tuple[str, ...]:
    """One word per candidate: its head, or what distinguishes it from candidates that have the same head.

    >>> from anaphor.language import LANGUAGES
    >>> targets(LANGUAGES.get("fr"), ("du garçon", "le Dr. Vincenot"))
    ('garçon', 'Dr')
    >>> targets(LANGUAGES.get("fr"), ("son ancienne maison", "sa nouvelle maison"))
    ('ancienne', 'nouvelle')
    """
    heads = [head_word(language, candidate) for candidate in candidates]
    keys = [head.casefold() for head in heads]
    return tuple(
        head if keys.count(key) == 1 else _distinguishing(language, index, candidates) or head
        for index, (head, key) in enumerate(zip(heads, keys, strict=True))
    )


def head_word(language: Language, phrase: str) -> str:
    """The head of a phrase, below function words; the first token where several words could be the head."""
    span = language.head(phrase)
    words = [token for token in language.tokens(phrase) if token.is_word]
    index = next((i for i, token in enumerate(words) if token.start <= span.start < token.end), None)
    if index is None or not words[index].text[:1].isupper():
        return span.of(phrase)
    first = _first_of_name(language, words, index)
    return (span.of(phrase) if first == index else words[first].text).rstrip(".")


def _first_of_name(language: Language, words: Sequence[Token], index: int) -> int:
    """Index of the first word of the name that the head belongs to; names joined by a conjunction count as one."""
    while index:
        step = 2 if words[index - 1].text.lower() in _COORDINATORS and index > 1 else 1
        before = words[index - step].text
        # A capital article before a name (Le Kamchatka): short, and a word that the language knows
        short = len(before) <= _CONTENT_LENGTH and not before.endswith(".")
        if not before[:1].isupper() or (short and language.lemma(before)[:1].islower()):
            break
        index -= step
    return index


def _distinguishing(language: Language, index: int, candidates: Sequence[str]) -> str | None:
    """The first content word of a candidate that those with the same head lack; None when it has none."""
    own = head_word(language, candidates[index]).casefold()
    others = {
        token.text.casefold()
        for i, candidate in enumerate(candidates)
        if i != index and head_word(language, candidate).casefold() == own
        for token in language.tokens(candidate)
    }
    words = [token.text for token in language.tokens(candidates[index]) if token.is_word]
    left = [word for word in words if word.casefold() not in others]
    long = [word for word in left if len(word) >= _CONTENT_LENGTH or word[:1].isupper()]
    chosen = long[0] if long else max(left, key=len, default=None)
    return chosen.rstrip(".'’") if chosen else None


def name_of(language: Language, phrase: str, text: str = "") -> str | None:
    """A proper name as it is, without its article; None for a phrase that is none.

    A word that the language knows is a name where the text has it with a capital inside a sentence.

    >>> from anaphor.language import LANGUAGES
    >>> name_of(LANGUAGES.get("fr"), "le Dr. Vincenot"), name_of(LANGUAGES.get("fr"), "la fille d'Anne")
    ('Dr. Vincenot', None)
    """
    head = language.head(phrase)
    word = head.of(phrase)
    inside = word[:1].isupper() and (head.start > 0 or re.search(rf"[^\W\d_]\s+{re.escape(word)}\b", text))
    if not inside and not language.concord(phrase).is_name:
        return None
    words = [token for token in language.tokens(phrase) if token.is_word]
    capitals = [i for i, token in enumerate(words) if token.text[:1].isupper()]
    if not capitals:
        return None
    last = capitals[-1]
    first = _first_of_name(language, words, last)
    return phrase[words[first].start : words[last].end]

"""The words in which the items of a schema differ: where they stand, which of them is the head, whether it is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from anaphor.language.pairs.heads import lemma_at
from anaphor.language.protocol import Language, Token
from anaphor.language.word_tables import word_set
from anaphor.schema import Mark, Question, Span

FUNCTION_WORDS = {
    "fr": word_set(
        """le la les un une des du de au aux à en dans sur sous pour par avec sans chez vers ce cet cette ces mon
        ma mes ton ta tes son sa ses notre nos votre vos leur leurs il elle ils elles on je tu nous vous me te
        se lui y ne pas que qui et ou très trop si tellement vraiment bien tout toute tous toutes plus moins
        aussi assez plutôt envers même"""
    ),
    "en": word_set(
        """the a an of to in on at for with by from into onto his her its their my your our this that these those it he
        she they him them not very too so really quite more less most and or as than who which is"""
    ),
}
"""They are stepped over where something else is left; elided forms are looked up as full ones."""

LIGHT_VERBS = {
    "fr": word_set("avoir être aller venir faire prendre mettre devenir pouvoir devoir"),
    "en": word_set("be have do go come make take get become can could will would should might must"),
}
"""Verbs that say little beside their complement (avoir une réponse, prendre sa retraite)."""

NEGATIONS = {"fr": word_set("ne pas plus jamais"), "en": word_set("not n't never")}

BOUNDARIES = {
    "fr": word_set(
        """car mais donc or parce puisque comme quand lorsque si afin alors tandis pendant bien jusque que
        qui dont où et ou ni"""
    ),
    "en": word_set(
        """because but so although though while whereas if unless when whenever where until since that who which what
        and or nor after before"""
    ),
}
"""Words that open or join clauses."""

DEGREES = word_set("so as si bien comme")
"""Words that open a clause before an anaphor and only measure something behind it (because it was *so* slow)."""


_REACH = 5
"""How many words behind an empty difference are looked at for the word that it leaves alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """The special or alternate word of an item."""

    head: Span
    """Its head word in the item's text."""
    phrase: Span
    """All of it."""
    word: str
    """What tells it from its twin's: the head's form, with its negation."""
    negation: tuple[str, str] | None = None
    """What stands before and behind the head where the items differ in a negation only; two empty words in the item
    without it."""

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
    """The cue of a question from the collection's own marks, without a look at its twin.

    The marked words that the prompt asks about, else the first with a content word; None where no content word is
    marked: a negation or a change of tense can be told only from the twin.
    """
    heavy = [span for span in question.cues if _content(language, question.text, span)]
    asked = {language.lemma(token.text).casefold() for token in language.tokens(question.prompt or "")}
    told = [span for span in heavy if _lemmas(language, question.text, span) & asked]
    if not heavy:
        return None
    phrase = (told or heavy)[0]
    head = _head(language, question.text, phrase)
    return Cue(head=head, phrase=phrase, word=head.of(question.text).casefold())


def cue_is_asked(language: Language, questions: Sequence[Question]) -> bool:
    """True where the cue stands in the anaphor's clause, so that an answer to the anaphor contains it."""
    return all(
        in_clause(language, question, _cue(language, question, twin))
        for question, twin in ((questions[0], questions[1]), (questions[1], questions[0]))
    )


def in_clause(language: Language, question: Question, cue: Cue) -> bool:
    """True where a cue stands in the anaphor's clause."""
    if not isinstance(question.anaphor, Mark):
        return False
    mark = question.anaphor.span
    boundaries = BOUNDARIES.get(language.code, frozenset())
    if cue.head.start < mark.start:
        between = question.text[cue.head.start : mark.start]
    else:
        between = question.text[mark.end : cue.head.start]
        boundaries -= DEGREES
    words = [bare(token) for token in language.tokens(between)]
    return not any(word in boundaries or word in ".;:!?," for word in words)


def bare(token: Token) -> str:
    """The word for comparison: elided forms are like full ones (c' and ce)."""
    key = token.text.replace("’", "'").casefold()
    return f"{key[:-1].removesuffix('e')}e" if len(key) > 1 and key.endswith("'") else key


def _cue(language: Language, question: Question, twin: Question) -> Cue:
    """The cue of a question; the whole text stands in where the twins do not differ."""
    every = differences(language, question.text, twin.text)
    blocks = [(mine, theirs) for mine, theirs in every if any(_touch(mine, cue) for cue in question.cues)] or every
    negation = _negation(language, question, twin, blocks)
    if negation:
        return negation
    block, other = _asked(language, question, twin, blocks)
    own = [bare(token) for token in _tokens(language, question.text, block)]
    alone = set(own) <= {bare(token) for token in _tokens(language, twin.text, other)} or not own
    span = _filled(language, question.text, block) if alone else block
    head = _head(language, question.text, span)
    return Cue(head=head, phrase=span, word=head.of(question.text).casefold())


def _touch(span: Span, cue: Span) -> bool:
    return span.start <= cue.end and cue.start <= span.end


def differences(language: Language, text: str, other: str) -> list[tuple[Span, Span]]:
    """The stretches in which two texts differ, word by word: (place in the first, place in the second)."""
    left, right = language.tokens(text), language.tokens(other)
    matcher = SequenceMatcher(None, [bare(token) for token in left], [bare(token) for token in right], autojunk=False)
    return [
        (_stretch(text, left, a, b), _stretch(other, right, c, d))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]


def _stretch(text: str, tokens: Sequence[Token], first: int, last: int) -> Span:
    if first < last:
        return Span(start=tokens[first].start, end=tokens[last - 1].end)
    place = tokens[first].start if first < len(tokens) else len(text)
    return Span(start=place, end=place)


def _asked(
    language: Language, question: Question, twin: Question, blocks: list[tuple[Span, Span]]
) -> tuple[Span, Span]:
    """The difference that the prompts ask about, else the first with a content word."""
    if not blocks:
        return Span(start=0, end=len(question.text)), Span(start=0, end=len(twin.text))
    asked: set[str] = set()
    if question.prompt and twin.prompt:
        for mine, theirs in differences(language, question.prompt, twin.prompt):
            asked |= _lemmas(language, question.prompt, mine) | _lemmas(language, twin.prompt, theirs)
    words = [_lemmas(language, question.text, mine) | _lemmas(language, twin.text, theirs) for mine, theirs in blocks]
    told = [block for block, lemmas in zip(blocks, words, strict=True) if asked & lemmas]
    heavy = [block for block, lemmas in zip(blocks, words, strict=True) if lemmas]
    return (told or heavy or blocks)[0]


def _lemmas(language: Language, text: str, span: Span) -> set[str]:
    return {language.lemma(token.text).casefold() for token in _content(language, text, span)}


def _content(language: Language, text: str, span: Span) -> list[Token]:
    return [token for token in _tokens(language, text, span) if not is_light(language, text, token)]


def _tokens(language: Language, text: str, span: Span) -> list[Token]:
    inside = (token for token in language.tokens(text) if span.start <= token.start and token.end <= span.end)
    return [token for token in inside if token.is_word]


def _is_function(language: Language, token: Token) -> bool:
    known = FUNCTION_WORDS.get(language.code, frozenset())
    return all(part in known for part in bare(token).split("'"))


def is_light(language: Language, text: str, token: Token) -> bool:
    """True for a function word and for a verb that says little beside its complement."""
    if _is_function(language, token):
        return True
    lemma = lemma_at(language, text, Span(start=token.start, end=token.end))
    return lemma in LIGHT_VERBS.get(language.code, frozenset())


def _filled(language: Language, text: str, span: Span) -> Span:
    """The content word behind a span that has nothing of its own (`était libre` against `savait qu'il était libre`).

    Where none follows, the one before it (`can see it` against `can see around it`).
    """
    words = [token for token in language.tokens(text) if token.is_word]
    behind = [token for token in words if token.start >= span.start][:_REACH]
    before = [token for token in words if token.end <= span.start][::-1][:_REACH]
    heavy = [token for token in (*behind, *before) if not is_light(language, text, token)] or behind or before
    return Span(start=heavy[0].start, end=heavy[0].end) if heavy else Span(start=0, end=len(text))


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
    found = next((token for token in words[first:] if token.start == rest.start + noun.start), words[first])
    chosen = words[first] if is_light(language, text, found) else found
    return Span(start=chosen.start, end=chosen.end)


def _negation(language: Language, question: Question, twin: Question, blocks: list[tuple[Span, Span]]) -> Cue | None:
    """The cue of an item that differs from its twin in a negation only; None when it does not."""
    if not 1 <= len(blocks) <= 2 or not _only_negates(language, question.text, twin.text, blocks):
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


def _only_negates(language: Language, text: str, other: str, blocks: list[tuple[Span, Span]]) -> bool:
    """True where one text has all the words that the other has, and negations besides."""
    mine = [token for span, _ in blocks for token in _tokens(language, text, span)]
    theirs = [token for _, span in blocks for token in _tokens(language, other, span)]
    known = NEGATIONS.get(language.code, frozenset())
    return not (mine and theirs) and all(bare(token) in known for token in (*mine, *theirs))

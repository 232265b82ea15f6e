"""Past participles: their bare form, their agreement, and where one stands behind its auxiliary.

>>> bare_participle("absoutes"), inflected("souvenu", Gender.FEMININE, Number.PLURAL)
('absous', 'souvenues')
"""

from functools import lru_cache

from anaphor.language.french.lexicon import LexicalEntry, lookup
from anaphor.language.french.reading.words import PREPOSITIONS, Word, at, is_known, shape, word_set
from anaphor.language.protocol import Gender, Number
from anaphor.language.word_tables import words as listed

Words = tuple[Word, ...]

MIDDLE = word_set(
    "pas point plus jamais guère rien toujours déjà encore bien mal mieux trop beaucoup peu assez tant tellement "
    "presque aussi même vite donc ensuite enfin alors aussitôt souvent parfois longtemps tout très si moins autant "
    "hier ainsi tous toutes tôt tard soudain sûrement davantage désormais quand cependant pourtant "
    "néanmoins surtout plutôt seulement pratiquement probablement certes certainement finalement rapidement "
    "bientôt quelquefois depuis autrefois toutefois peut-être maintenant aujourd'hui auparavant jadis naguère "
    "sitôt tantôt volontiers exprès demain partout nullement aucunement dorénavant d'ailleurs après avant "
    "longuement ici là puis également justement"
)
"""Adverbs that may stand between an auxiliary and its participle."""
_PHRASES = tuple(tuple(phrase.split("_")) for phrase in sorted(listed("french", "adverbial_phrases")))
"""Adverbial phrases that may stand there too."""
_BY_OPENER: dict[str, tuple[tuple[str, ...], ...]] = {
    opener: tuple(sorted((phrase for phrase in _PHRASES if phrase[0] == opener), key=len, reverse=True))
    for opener in {phrase[0] for phrase in _PHRASES}
}
_SELVES = word_set(
    "lui-même elle-même eux-mêmes elles-mêmes moi-même toi-même nous-mêmes vous-mêmes vous-même soi-même"
)
_OPENINGS = {",": ",", "(": ")", "–": "–", "—": "—"}
_JOINTS = frozenset(("et", "ou", "puis", "mais", "ni"))
_REACH, _ASIDE = 10, 8


@lru_cache(maxsize=8192)
def base_of(low: str) -> str | None:
    """The masculine singular of a form that can be a past participle (`bues` → `bu`); None when it can be none."""
    special = {"due": "dû", "dus": "dû", "dues": "dû", "mue": "mû", "mus": "mû", "mues": "mû", "crûe": "crû"}.get(low)
    if special:
        return special
    found = [attempt for attempt in _stripped(low) if any(_is_base(entry) for entry in lookup(attempt))]
    if found:
        return min(found, key=len)
    return _unknown_base(low)


def _stripped(low: str) -> tuple[str, ...]:
    shorter = tuple(low[: -len(end)] for end in ("s", "e", "es") if low.endswith(end))
    dissolved = tuple(low[: -len(end)] + "s" for end in ("te", "tes") if low.endswith("sou" + end))
    return (low, *shorter, *dissolved)


def _is_base(entry: LexicalEntry) -> bool:
    singular = entry.gender is not Gender.FEMININE and entry.number is not Number.PLURAL
    # The lexicon's source calls some agreeing forms masculine lemmas of their own (`découverte`).
    return "par:pas" in entry.traits and singular and not entry.form.endswith(("ue", "ée", "ie", "te", "se"))


def _unknown_base(low: str) -> str | None:
    """The base of a participle in é that the lexicon has not, or has only in an agreeing form."""
    for end in ("ées", "ée", "és", "é"):
        if low.endswith(end) and len(low) > len(end) + 1:
            return low[: -len(end)] + "é" if shape(low).past or not is_known(low) else None
    return low if shape(low).past else None


def bare_participle(form: str) -> str | None:
    """A past participle in the masculine singular (`punies` → `puni`, `mises` → `mis`); None when it is none."""
    base = base_of(form.lower())
    return base if base is None or not form[:1].isupper() else base.capitalize()


def inflected(base: str, gender: Gender | None, number: Number | None) -> str:
    """A participle in a gender and number, from its masculine singular."""
    stem = {"dû": "du", "mû": "mu", "crû": "cru", "absous": "absout", "dissous": "dissout"}.get(base, base)
    plural = number is Number.PLURAL
    if gender is Gender.FEMININE:
        return stem + ("es" if plural else "e")
    return base if not plural or base.endswith(("s", "x")) else {"dû": "du", "mû": "mu"}.get(base, base) + "s"


def adverbial_end(words: Words, index: int) -> int:
    """Index behind the adverb, adverbial phrase or aside that begins at an index; the same when there is none."""
    for phrase in _BY_OPENER.get(at(words, index), ()):
        if all(at(words, index + k) == part for k, part in enumerate(phrase)):
            return index + len(phrase)
    if at(words, index) in ("tous", "toutes") and at(words, index + 1) in ("deux", "trois"):
        return index + 2
    if at(words, index) in ("tous", "toutes") and at(words, index + 1) == "les":
        return index + 3
    if at(words, index) == "fort" and is_adverb(at(words, index + 1)):
        return index + 2
    if is_adverb(at(words, index)) or at(words, index) in _SELVES:
        return index + 1
    return _behind_aside(words, index)


def is_adverb(low: str) -> bool:
    """True for a word that can stand between auxiliary and participle."""
    if low in MIDDLE:
        return True
    form = shape(low)
    return low.endswith("ment") and form.adverb > 0 and not form.finite


def _behind_aside(words: Words, index: int) -> int:
    """Index behind `, semble-t-il,` or `(enfin)`."""
    closing = _OPENINGS.get(at(words, index))
    if closing is None:
        return index
    reach = range(index + 2, min(len(words), index + _ASIDE))
    return next((k + 1 for k in reach if words[k].text == closing), index)


def next_participle(words: Words, start: int) -> int | None:
    """Index of the participle that follows, adverbs and asides apart; None when something else comes first."""
    index = start
    while index < min(len(words), start + _REACH):
        end = adverbial_end(words, index + (at(words, index) == "ni"))
        if end <= index + (at(words, index) == "ni"):
            index += at(words, index) == "ni"
            break
        index = end
    return index if is_participle(words, index) else None


def is_participle(words: Words, index: int) -> bool:
    """True when the word at an index can be a past participle."""
    low = at(words, index)
    return bool(low) and words[index].is_word and low not in PREPOSITIONS and base_of(low) is not None


def coordinated(words: Words, participle: int) -> tuple[int, ...]:
    """Indices of the participles right behind one, joined to it (`lavée et séchée`)."""
    found: list[int] = []
    index = participle + 1
    while True:
        joint = index + (at(words, index) == ",")
        if at(words, joint) not in _JOINTS:
            return tuple(found)
        following = next_participle(words, joint + 1)
        if following is None or (shape(words[following].low).finite and not _is_bare_of(words, following)):
            return tuple(found)
        found.append(following)
        index = following + 1


def _is_bare_of(words: Words, index: int) -> bool:
    """True for a form that is a participle more often than not (`écrit` is not)."""
    return words[index].low.endswith(("é", "ée", "és", "ées"))

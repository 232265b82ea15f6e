"""The verb group around a clitic: its host, what stands between auxiliary and participle, where it ends."""

from typing import NamedTuple

from anaphor.language.french.clause.forms import MIDDLE, coordinated, next_participle
from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    NEGATIONS,
    PREPOSITIONS,
    FrenchWord,
    at,
    is_known,
    looks_infinitive,
    shape,
)
from anaphor.language.word_tables import word_set

Words = tuple[FrenchWord, ...]

LIGHT = word_set(
    "bien mal mieux beaucoup trop vraiment toujours déjà encore souvent rarement parfois aussi tant tellement "
    "énormément assez sûrement certainement probablement simplement vite aussitôt immédiatement longuement "
    "charitablement donc alors même pourtant plutôt enfin peu ensuite"
)
"""Adverbs that stand more naturally between a verb and its object than behind the object."""
_QUANTITIES = frozenset(("beaucoup", "trop", "peu", "assez", "tant", "tellement", "énormément"))
CAUSATIVE = frozenset(("faire",))
PERCEPTION = frozenset(
    ("laisser", "voir", "entendre", "regarder", "écouter", "sentir", "apercevoir", "emmener", "envoyer")
)
_MODALS = frozenset(("vouloir", "pouvoir", "devoir", "savoir", "oser"))
"""Verbs before which older French puts the clitic of their infinitive (`je le voudrais voir`)."""
_IDIOM_INFINITIVES = word_set("tomber échapper chercher")
_AUXILIARIES = frozenset(("avoir", "être"))
COPULAS = word_set("être sembler paraître devenir rester demeurer")


class VerbGroup(NamedTuple):
    """The words of a verb and its auxiliary."""

    host: int
    """Index of the first verb, to which the clitics are attached."""
    main: int
    """Index of the verb that carries the meaning: the participle, or the host."""
    end: int
    """Index after the group, behind an inverted subject."""
    participle: int | None
    """Index of a past participle behind an auxiliary."""
    infinitive: int | None
    """Index of an infinitive that the main verb governs directly (`fait tomber`)."""
    joined: tuple[int, ...] = ()
    """Indices of participles joined to the first (`a lavé et séché`)."""

    def lemmas(self, words: Words) -> frozenset[str]:
        """Lemmas of the main verb."""
        return shape(words[self.main].low).lemmas

    def is_copula(self, words: Words) -> bool:
        """True for être and its like without a participle."""
        return self.participle is None and not COPULAS.isdisjoint(self.lemmas(words))


def host_of(words: Words, clitic: int) -> int | None:
    """Index of the verb to which a clitic is attached; None when no verb follows (or precedes, with a hyphen)."""
    if words[clitic].text.startswith("-"):
        index = clitic - 1
        while index > 0 and words[index].text.startswith("-"):
            index -= 1
        return index if shape(words[index].low).is_verb else None
    if is_behind_imperative(words, clitic):
        return host_of(words, clitic - 1)
    index = clitic + 1
    while at(words, index) in CLITICS:
        index += 1
    behind = index
    while at(words, behind) in NEGATIONS or at(words, behind) in LIGHT:
        behind += 1
    if behind > index and is_infinitive(words, behind):
        return behind
    low = at(words, index)
    form = shape(low)
    if form.finite or form.infinitive or form.present:
        return index
    unknown = bool(low) and not is_known(low) and low[-1:].isalpha()
    return index if unknown and low not in PREPOSITIONS and low not in DETERMINERS else None


def is_behind_imperative(words: Words, clitic: int) -> bool:
    """True for the en of `donne-m'en`."""
    before = words[clitic - 1].text if clitic else ""
    return before.startswith("-") and before[-1] in "'’"


def verb_group(words: Words, host: int) -> VerbGroup:
    """The group that begins at a host verb."""
    end = host + 1
    while end < len(words) and words[end].text.startswith("-") and len(words[end].text) > 1:
        end += 1
    end += end < len(words) and is_behind_imperative(words, end)
    lemmas = shape(words[host].low).lemmas
    participle = None if _AUXILIARIES.isdisjoint(lemmas) else next_participle(words, end)
    if participle is not None and words[participle].low == "été":
        participle = next_participle(words, participle + 1) or participle
    if participle is None:
        return VerbGroup(host, host, end, None, _governed(words, host, end))
    joined = coordinated(words, participle) if "avoir" in lemmas else ()
    end = (joined[-1] if joined else participle) + 1
    return VerbGroup(host, participle, end, participle, _governed(words, participle, end), joined)


def _governed(words: Words, main: int, end: int) -> int | None:
    """The infinitive right behind faire, laisser or a verb of perception."""
    if (CAUSATIVE | PERCEPTION | _MODALS).isdisjoint(shape(words[main].low).lemmas):
        return None
    index = end
    while at(words, index) in MIDDLE or at(words, index) in ("se", "s'", "y", "en"):
        index += 1
    if not is_infinitive(words, index):
        return None
    twice = shape(words[index].low).lemmas & CAUSATIVE and is_infinitive(words, index + 1)
    return index + 1 if twice else index


def is_infinitive(words: Words, index: int) -> bool:
    """True when the word at the index is an infinitive."""
    if not 0 <= index < len(words):
        return False
    low = words[index].low
    form = shape(low)
    return (form.infinitive and form.verb >= form.noun) or looks_infinitive(low)


def object_place(words: Words, group: VerbGroup) -> int:
    """Index of the word behind which a direct object goes."""
    lemmas, infinitive = group.lemmas(words), group.infinitive
    if infinitive is not None:
        ends_here = infinitive + 1 >= len(words) or not words[infinitive + 1].is_word
        idiom = words[infinitive].low in _IDIOM_INFINITIVES and not lemmas.isdisjoint(("laisser", "envoyer"))
        if lemmas & (CAUSATIVE | _MODALS) or ("laisser" in lemmas and ends_here) or idiom:
            return infinitive
    return _behind_adverbs(words, group, group.end) - 1


def complement_start(words: Words, group: VerbGroup) -> int:
    """Index at which the complements of the group begin, behind negation and light adverbs."""
    return _behind_adverbs(words, group, group.end if group.infinitive is None else group.infinitive + 1)


def is_negated(words: Words, group: VerbGroup) -> bool:
    """True when ne stands before the group."""
    return any(word.low in ("ne", "n'") for word in words[max(0, group.host - 4) : group.host])


def _behind_adverbs(words: Words, group: VerbGroup, index: int) -> int:
    """Index behind the negation and the light adverbs of a simple verb, and behind `un peu` anywhere."""
    if group.participle is None and not is_infinitive(words, group.main):
        negated = is_negated(words, group)
        while (negated and _is_negation(words, index)) or _is_light(words, index, negated):
            index += 1 + (at(words, index) in ("presque", "à", "juste"))
        if at(words, index - 1) in NEGATIONS and (at(words, index), at(words, index + 1)) == ("du", "tout"):
            index += 2
    if at(words, index) == "un" and at(words, index + 1) == "peu" and _stands_alone(words, index + 1):
        return index + 2
    return index


def _is_negation(words: Words, index: int) -> bool:
    """True for pas, jamais and their like; plus behind pas belongs to what follows (`pas plus difficile`)."""
    low = at(words, index)
    if low in ("presque", "juste"):
        return at(words, index + 1) in NEGATIONS
    return low in NEGATIONS and not (low == "plus" and at(words, index - 1) == "pas")


def _is_light(words: Words, index: int, negated: bool) -> bool:
    low, following = at(words, index), at(words, index + 1)
    if negated and low in LIGHT and following == "plus":
        return _stands_alone(words, index + 1)
    set_phrase = (low, following) in (("tout", "simplement"), ("à", "peine"))
    return set_phrase or (low in LIGHT and _stands_alone(words, index))


def _stands_alone(words: Words, index: int) -> bool:
    """False for an adverb that belongs to what follows (`trop grand`, `bien plus`, `encore humide`, `beaucoup de`)."""
    following = at(words, index + 1)
    if following in LIGHT or following in NEGATIONS - {"plus"}:
        return following in NEGATIONS or _stands_alone(words, index + 1)
    if following in ("que", "qu'", "plus", "moins", "très", "trop"):
        return False
    if following in ("de", "d'"):
        return at(words, index) not in _QUANTITIES
    form = shape(following)
    return not (form.adjective > form.noun and following not in DETERMINERS) and not form.past

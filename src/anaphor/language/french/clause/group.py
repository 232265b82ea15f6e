"""The verb group around a clitic: auxiliary, participles, a governed infinitive, and where its complements go."""

from typing import NamedTuple

from anaphor.language.french.clause.verbs import COPULAS, LIGHT, MIDDLE, is_participle, next_participle
from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    NEGATIONS,
    PREPOSITIONS,
    is_infinitive,
    is_known,
    shape,
)
from anaphor.language.word import Words, at
from anaphor.language.word_tables import word_sets

_LISTS = word_sets("french", "reading_words")
_GOVERNING = _LISTS["perception"] | _LISTS["modals"] | {"faire"}
"""Verbs that make one group with the infinitive behind them: `fait tomber`, `voit venir`, `peut dormir`."""


class VerbGroup(NamedTuple):
    """The words of a verb and its auxiliary; all but the words are indices."""

    words: Words
    host: int
    """The first verb, to which the clitics are attached."""
    main: int
    """The verb that carries the meaning: the participle, or the host."""
    end: int
    """After the group, behind an inverted subject."""
    participle: int | None = None
    """A past participle behind an auxiliary."""
    infinitive: int | None = None
    """An infinitive that the main verb governs directly (`fait tomber`)."""
    joined: tuple[int, ...] = ()
    """Participles joined to the first (`a lavé et séché`)."""

    @property
    def lemmas(self) -> frozenset[str]:
        return shape(self.words[self.main].low).lemmas

    @property
    def is_copula(self) -> bool:
        """True for être and its like without a participle."""
        return self.participle is None and not COPULAS.isdisjoint(self.lemmas)

    @property
    def is_negated(self) -> bool:
        return any(word.low in ("ne", "n'") for word in self.words[max(0, self.host - 4) : self.host])

    @property
    def object_place(self) -> int:
        """Index of the word behind which a direct object goes."""
        lemmas, infinitive = self.lemmas, self.infinitive
        if infinitive is not None:
            ends_here = infinitive + 1 >= len(self.words) or not self.words[infinitive + 1].is_word
            idiom = self.words[infinitive].low in ("tomber", "échapper", "chercher")
            lets = ends_here and bool(lemmas & {"laisser", "envoyer"})
            governed = lemmas & (_LISTS["modals"] | {"faire"})
            if self.joined or lets or governed or (idiom and "laisser" in lemmas):
                return infinitive
        return self._behind_adverbs(self.end) - 1

    @property
    def complement_start(self) -> int:
        """Index at which the complements of the group begin, behind negation and light adverbs."""
        return self._behind_adverbs(self.end if self.infinitive is None else self.infinitive + 1)

    def _behind_adverbs(self, index: int) -> int:
        """Index behind the negation and the light adverbs of a simple verb, and behind `un peu` anywhere."""
        words = self.words
        if self.participle is None and not is_infinitive(words, self.main):
            negated = self.is_negated
            while _stays_with_verb(words, index, negated):
                index += 1 + (at(words, index) in ("presque", "à", "juste"))
            if at(words, index - 1) in NEGATIONS and (at(words, index), at(words, index + 1)) == ("du", "tout"):
                index += 2
        if at(words, index) == "un" and at(words, index + 1) == "peu" and _stands_alone(words, index + 1):
            return index + 2
        if at(words, index) == "de" and at(words, index + 2) == "en" and at(words, index + 1) in ("plus", "moins"):
            return index + 4  # `de plus en plus`
        return index


def _stays_with_verb(words: Words, index: int, negated: bool) -> bool:
    """True for pas, jamais and their like, and for light adverbs; `pas plus difficile`: plus is of what follows."""
    low, following = at(words, index), at(words, index + 1)
    if negated and low in ("presque", "juste"):
        return following in NEGATIONS
    if negated and low in MIDDLE and following in NEGATIONS:
        return True  # `ne croyez surtout pas`
    if negated and low in NEGATIONS and not (low == "plus" and at(words, index - 1) == "pas"):
        return True
    if negated and low in LIGHT and following == "plus":
        return _stands_alone(words, index + 1)
    set_phrase = (low, following) in (("tout", "simplement"), ("à", "peine")) or low in _LISTS["selves"]
    return set_phrase or (low in LIGHT and _stands_alone(words, index))


def _stands_alone(words: Words, index: int) -> bool:
    """False for an adverb that belongs to what follows (`trop grand`, `bien plus`, `encore humide`, `beaucoup de`)."""
    following = at(words, index + 1)
    if following in LIGHT or following in NEGATIONS - {"plus"}:
        return following in NEGATIONS or _stands_alone(words, index + 1)
    if following in ("que", "qu'", "plus", "moins", "très", "trop") or following in _LISTS["when_or_how"]:
        return False
    if following in ("de", "d'"):
        return at(words, index) not in _LISTS["quantities"]
    form = shape(following)
    return not (form.adjective > form.noun and following not in DETERMINERS) and not form.past


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
    unknown = low[-1:].isalpha() and not is_known(low)
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
    participle = next_participle(words, end) if lemmas & {"avoir", "être"} else None
    if participle is not None and words[participle].low == "été":
        participle = next_participle(words, participle + 1) or participle
    if participle is None:
        end = _behind_joined_infinitives(words, end) if is_infinitive(words, host) else end
        return VerbGroup(words, host, host, end, None, _governed_infinitive(words, host, end))
    joined = _joined_participles(words, participle) if "avoir" in lemmas else ()
    end = (joined[-1] if joined else participle) + 1
    return VerbGroup(words, host, participle, end, participle, _governed_infinitive(words, end - 1, end), joined)


def _behind_joined_infinitives(words: Words, end: int) -> int:
    """Index behind `laver, sécher et repasser`, which share an object; not behind `et partir`, which has none."""
    index, joint = end, at(words, end)
    while at(words, index) in (",", "et", "ou", "puis") and is_infinitive(words, index + 1):
        if shape(words[index + 1].low).lemmas & _LISTS["without_object"]:
            return end
        joint, index = at(words, index), index + 2
    ends = index >= len(words) or not words[index].is_word or at(words, index) in PREPOSITIONS
    return index if joint != "," and ends else end


def _governed_infinitive(words: Words, main: int, end: int) -> int | None:
    """The infinitive right behind faire, laisser or a verb of perception."""
    if _GOVERNING.isdisjoint(shape(words[main].low).lemmas):
        return None
    index = end
    while at(words, index) in MIDDLE or at(words, index) in ("se", "s'", "y", "en"):
        index += 1
    if not is_infinitive(words, index):
        return None
    twice = "faire" in shape(words[index].low).lemmas and is_infinitive(words, index + 1)
    return index + 1 if twice else index


def _ends_list(words: Words, index: int) -> bool:
    """True where a list of participles goes on to its last one, behind et, ou, puis."""
    while at(words, index) == "," and is_participle(words, index + 1):
        index += 2
    index += at(words, index) == ","  # `interrogée, puis relâchée`
    return at(words, index) in ("et", "ou", "puis") and next_participle(words, index + 1) is not None


def _joined_participles(words: Words, participle: int) -> tuple[int, ...]:
    """Indices of the participles right behind one, joined to it (`lavée et séchée`)."""
    participles: list[int] = []
    index = participle + 1
    while True:
        comma = at(words, index) == ","
        joint = index + comma
        joins = at(words, joint) in ("et", "ou", "puis", "mais", "ni")
        following = next_participle(words, joint + 1) if joins else None
        if comma and not joins and is_participle(words, joint) and _ends_list(words, joint + 1):
            following = joint  # `jugée, condamnée et pendue`
        # A form in é is a participle; `écrit` may be a finite verb as well.
        if following is None or (
            shape(words[following].low).finite and not words[following].low.endswith(("é", "ée", "és", "ées"))
        ):
            return tuple(participles)
        participles.append(following)
        index = following + 1

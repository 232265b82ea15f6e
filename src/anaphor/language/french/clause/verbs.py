"""Inflected forms made from other forms, participles behind their auxiliary, and the verb group around a clitic.

Endings are tried in turn and a form is only taken when the lexicon knows it with the wanted features.

>>> renumberings("essayaient", SINGULAR), renumberings("craint", PLURAL)
({'ind:imp': 'essayait'}, {'ind:pre': 'craignent'})
>>> agreed("coopératifs", (FEMININE, PLURAL)), bare_participle("absoutes")
('coopératives', 'absous')
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    NEGATIONS,
    PREPOSITIONS,
    VERBAL,
    Words,
    at,
    is_infinitive,
    is_known,
    shape,
)
from anaphor.language.french.lexicon import Category, LexicalEntry, lookup
from anaphor.language.protocol import FEMININE, PLURAL, SINGULAR, Gender, Number
from anaphor.language.word_tables import word_set, word_sets
from anaphor.language.word_tables import words as listed

_LISTS = word_sets("french", "reading_words")
MIDDLE, LIGHT = _LISTS["middle"], _LISTS["light"]
COPULAS = word_set("être sembler paraître devenir rester demeurer")
_PHRASES = sorted((phrase.split("_") for phrase in listed("french", "adverbial_phrases")), key=len, reverse=True)
_BY_OPENER = {phrase[0]: [each for each in _PHRASES if each[0] == phrase[0]] for phrase in _PHRASES}
"""Adverbial phrases that may stand between an auxiliary and its participle, the longest first."""
_OPENINGS = {",": ",", "(": ")", "–": "–", "—": "—"}
_REACH, _ASIDE = 10, 8
_BASES = {"due": "dû", "dus": "dû", "dues": "dû", "mue": "mû", "mus": "mû", "mues": "mû", "crûe": "crû"}
_QUANTITIES = word_set("beaucoup trop peu assez tant tellement énormément")
_PERCEPTION = word_set("laisser voir entendre regarder écouter sentir apercevoir emmener envoyer")
_MODALS = word_set("vouloir pouvoir devoir savoir oser")
"""Verbs before which older French puts the clitic of their infinitive (`je le voudrais voir`)."""
_GOVERNING = _PERCEPTION | _MODALS | {"faire"}
_IRREGULAR = {"ont": "a", "sont": "est", "vont": "va", "font": "fait", "aient": "ait", "soient": "soit"}
_IRREGULAR_PLURALS = {singular: plural for plural, singular in _IRREGULAR.items()}
_OWN_SUBJUNCTIVE = word_set("peuvent veulent savent valent")
_TENSE_ENDINGS = {
    "ind:imp": ("ait", "aient"),
    "cnd:pre": ("ait", "aient"),
    "ind:fut": ("ra", "ront"),
    "ind:pas": ("a", "it", "ut", "èrent", "irent", "urent"),
}
"""Tenses that have the same endings for all verbs."""


def _rules(table: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Endings with what may replace them, best first; ^ puts a circumflex on the vowel before it."""
    return tuple((old, tuple(new)) for old, *new in (rule.split() for rule in table.split("/")))


_TO_SINGULAR = _rules(
    "quièrent quiert quière/gèrent gea gère/cèrent ça cère/èrent a/inrent int/irent it/urent ut/ront ra"
    "/aient ait aît aie/viennent vient vienne/tiennent tient tienne/ïssent it ïsse/ssent t sse ^t/aisent aît aise"
    "/ignent int igne/euvent eut euve/oivent oit oive/olvent out/eulent eut/oient oit oie/uient uit uie/savent sait"
    "/vent t ve it/sent t se d/nnent nd nne/nent ne/ttent t tte/tent t te/ment t me/dent d de/pent pt t pe"
    "/quent c que/ient it ie ît/lent ut le/rent rt re ert/ent e t"
)
_TO_PLURAL = _rules(
    "gea gèrent/ça cèrent/quiert quièrent/hait haïssent/sait savent/ait aient/aît aissent aisent/ra ront rèrent"
    "/a èrent/ient iennent/eut euvent eulent eurent/oit oivent oient/int inrent ignent"
    "/it issent irent ivent isent ient ttent/out olvent/aut alent/ut urent uvent/ît issent/nd nnent ndent"
    "/d dent sent lent/t tent ttent ent ment vent pent ssent/c quent/e ent"
)
_FEMININES = _rules(
    "eau elle/ou olle/eux euse/oux ouce/oux ousse/aux ausse/ieux ieille/eur euse/teur trice/f ve/er ère/et ète/ec èche"
    "/c che/c que/c cque/ais aîche/g gue/in igne/i ite/gu guë"
)

Features = tuple[Gender | None, Number | None]
"""Gender and number; None: not known, or as before."""


@lru_cache(maxsize=8192)
def base_of(low: str) -> str | None:
    """The masculine singular of a form that can be a past participle (`bues` → `bu`); None when it can be none."""
    if low in _BASES:
        return _BASES[low]
    shorter = [low[: -len(end)] for end in ("s", "e", "es") if low.endswith(end)]
    dissolved = [low[: -len(end)] + "s" for end in ("te", "tes") if low.endswith("sou" + end)]
    tried = ((form, each) for form in (low, *shorter, *dissolved) for each in lookup(form) if "par:pas" in each.traits)
    singulars = [(form, each) for form, each in tried if each.gender is not FEMININE and each.number is not PLURAL]
    # The lexicon's source calls some agreeing forms masculine lemmas of their own (`découverte`).
    bases = [form for form, each in singulars if not each.form.endswith(("ue", "ée", "ie", "te", "se"))]
    if bases:
        return min(bases, key=len)
    # A participle in é that the lexicon has not, or has only in an agreeing form.
    for end in ("ées", "ée", "és", "é"):
        if low.endswith(end) and len(low) > len(end) + 1:
            return low[: -len(end)] + "é" if shape(low).past or not is_known(low) else None
    return low if shape(low).past else None


def bare_participle(form: str) -> str | None:
    """A past participle in the masculine singular (`punies` → `puni`, `mises` → `mis`); None when it is none."""
    base = base_of(form.lower())
    return base if base is None or not form[:1].isupper() else base.capitalize()


def inflected(base: str, features: Features) -> str:
    """A participle in a gender and number, from its masculine singular.

    >>> inflected("souvenu", (FEMININE, PLURAL))
    'souvenues'
    """
    stem = {"dû": "du", "mû": "mu", "crû": "cru", "absous": "absout", "dissous": "dissout"}.get(base, base)
    plural = features[1] is PLURAL
    if features[0] is FEMININE:
        return stem + ("es" if plural else "e")
    return base if not plural or base.endswith(("s", "x")) else {"dû": "du", "mû": "mu"}.get(base, base) + "s"


def adverbial_end(words: Words, index: int) -> int:
    """Index behind the adverb, adverbial phrase or aside that begins at an index; the same when there is none."""
    low, following = at(words, index), at(words, index + 1)
    for phrase in _BY_OPENER.get(low, ()):
        if all(at(words, index + k) == part for k, part in enumerate(phrase)):
            return index + len(phrase)
    if low in ("tous", "toutes") and following in ("deux", "trois", "les"):
        return index + (3 if following == "les" else 2)
    if low == "fort" and is_adverb(following):
        return index + 2
    if is_adverb(low) or low in _LISTS["selves"]:
        return index + 1
    # `, semble-t-il,` or `(enfin)`
    closing = _OPENINGS.get(low)
    reach = range(index + 2, min(len(words), index + _ASIDE)) if closing else range(0)
    return next((k + 1 for k in reach if words[k].text == closing), index)


def is_adverb(low: str) -> bool:
    """True for a word that can stand between auxiliary and participle."""
    if low in MIDDLE:
        return True
    form = shape(low)
    return low.endswith("ment") and form.adverb > 0 and not form.finite


def next_participle(words: Words, start: int) -> int | None:
    """Index of the participle that follows, adverbs and asides apart; None when something else comes first."""
    index = start
    while index < min(len(words), start + _REACH):
        here = index + (at(words, index) == "ni")
        index = adverbial_end(words, here)
        if index == here:
            break
    return index if is_participle(words, index) else None


def is_participle(words: Words, index: int) -> bool:
    """True when the word at an index can be a past participle."""
    low = at(words, index)
    return bool(low) and words[index].is_word and low not in PREPOSITIONS and base_of(low) is not None


def _ends_list(words: Words, index: int) -> bool:
    """True where a list of participles goes on to its last one, behind et, ou, puis."""
    while at(words, index) == "," and is_participle(words, index + 1):
        index += 2
    return at(words, index) in ("et", "ou", "puis") and next_participle(words, index + 1) is not None


def _coordinated(words: Words, participle: int) -> tuple[int, ...]:
    """Indices of the participles right behind one, joined to it (`lavée et séchée`)."""
    found: list[int] = []
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
            return tuple(found)
        found.append(following)
        index = following + 1


@lru_cache(maxsize=4096)
def renumberings(form: str, number: Number) -> dict[str, str]:
    """The third-person verb form in that number for each tense that it may have, the present first.

    >>> renumberings("rit", PLURAL)
    {'ind:pre': 'rient', 'ind:pas': 'rirent'}
    """
    singular, low = number is SINGULAR, form.lower()
    wanted, other = ("3s", "3p") if singular else ("3p", "3s")
    tenses = _tenses(form)
    if tenses and not any(trait.endswith(other) for _, trait in tenses):
        return {"": form} if any(trait.endswith(wanted) for _, trait in tenses) else {}
    special = (_IRREGULAR if singular else _IRREGULAR_PLURALS).get(low)
    if special:
        return {"": special}
    unlisted = not tenses and shape(low).is_verb
    if unlisted and low.endswith("nt") is not singular:
        return {"": form}
    targets = {(lemma, f"{trait[:-1]}{wanted[-1]}") for lemma, trait in tenses if trait.endswith(other)}
    attempts = tuple(dict.fromkeys(_replaced_endings(low, _TO_SINGULAR if singular else _TO_PLURAL)))
    found: dict[str, str] = {}
    # The present first, for it is the more common.
    for target in sorted(targets, key=lambda target: (not target[1].startswith("ind:pre"), target[1], target[0])):
        made = next((attempt for attempt in attempts if target in _tenses(attempt)), None)
        made = made or _regular(attempts, {target})
        if made is not None:
            found.setdefault(target[1][:-3], made)
    if not found:
        # A form of a verb in -er that the lexicon lacks has the first ending: `prônaient` → `prônait`.
        regular = attempts[0] if unlisted and attempts else _regular(attempts, targets)
        return {} if regular is None else {"": regular}
    # The subjunctive singular has the stem of the plural in -ent, whether the lexicon says so or not.
    if singular and "ind:pre" in found and low.endswith("ent") and low not in _OWN_SUBJUNCTIVE:
        return found | {"sub:pre": low[:-2]}
    return found


def _tenses(form: str) -> set[tuple[str, str]]:
    return {(entry.lemma, trait) for entry in lookup(form) if entry.category in VERBAL for trait in entry.traits}


def _replaced_endings(form: str, rules: tuple[tuple[str, tuple[str, ...]], ...]) -> Iterator[str]:
    for ending, replacements in rules:
        stem = form.removesuffix(ending)
        for new in replacements if stem != form else ():
            if new[0] == "^":
                yield stem[:-1] + {"i": "î", "u": "û", "a": "â"}.get(stem[-1:], stem[-1:]) + new[1:]
            else:
                yield stem + new


def _regular(attempts: Iterable[str], targets: set[tuple[str, str]]) -> str | None:
    """An attempt with the ending of its tense, where the tense has one ending for all verbs of a kind."""
    tenses = {trait[:-3] for _, trait in targets}
    if not tenses or not tenses <= _TENSE_ENDINGS.keys():
        return None
    endings = tuple(ending for tense in tenses for ending in _TENSE_ENDINGS[tense])
    return next((attempt for attempt in attempts if attempt.endswith(endings)), None)


@lru_cache(maxsize=4096)
def agreed(form: str, features: Features) -> str | None:
    """The adjective or participle in that gender and number; None in a feature keeps it; None out: not known."""
    low = form.lower()
    found = _predicates(low)
    entry = next((each for each in found if each.category is Category.ADJECTIVE), found[0] if found else None)
    if entry is None:
        return None
    features = features[0] or entry.gender, features[1] or entry.number
    if _fits(entry, features):
        return form
    participle = base_of(low)
    if participle is not None and (entry.category is Category.VERB or entry.lemma == participle):
        made: str | None = inflected(participle, features)
    else:
        lemmas = {each.lemma for each in found}
        attempts = _inflections((entry.lemma or form).lower(), features)
        made = next(
            (a for a in attempts if any(e.lemma in lemmas and _fits(e, features) for e in _predicates(a))), None
        )
    return made.capitalize() if made is not None and form[:1].isupper() else made


def _predicates(form: str) -> list[LexicalEntry]:
    """The analyses of a form as an adjective or a past participle."""
    return [
        each
        for each in lookup(form)
        if each.category is Category.ADJECTIVE or (each.category is Category.VERB and "par:pas" in each.traits)
    ]


def shows(form: str, features: Features) -> bool:
    """True when a form can be an adjective or participle in that gender and number."""
    low = form.lower()
    if any(_fits(entry, features) for entry in _predicates(low)):
        return True
    base = base_of(low)
    return base is not None and inflected(base, features) == low


def _fits(entry: LexicalEntry, features: Features) -> bool:
    gender, number = features
    return (gender is None or entry.gender in (None, gender)) and (number is None or entry.number in (None, number))


def _inflections(base: str, features: Features) -> Iterator[str]:
    """What an adjective may look like in a gender and number: `beau` gives `beaue`, `belle`, `beau`."""
    singulars = [base]
    if features[0] is FEMININE:
        doubled = [base + base[-1] + "e"] if re.search(r"[nlst]$", base) else []
        changed = [base.removesuffix(old) + new for old, (new,) in _FEMININES if base.endswith(old)]
        singulars = [base + "e", *doubled, *changed, base]
    for singular in singulars:
        if features[1] is PLURAL:
            yield from (singular + "s", singular + "x", *([singular[:-2] + "aux"] if singular.endswith("al") else ()))
        yield singular


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
        """Lemmas of the main verb."""
        return shape(self.words[self.main].low).lemmas

    @property
    def is_copula(self) -> bool:
        """True for être and its like without a participle."""
        return self.participle is None and not COPULAS.isdisjoint(self.lemmas)

    @property
    def is_negated(self) -> bool:
        """True when ne stands before the group."""
        return any(word.low in ("ne", "n'") for word in self.words[max(0, self.host - 4) : self.host])

    @property
    def object_place(self) -> int:
        """Index of the word behind which a direct object goes."""
        lemmas, infinitive = self.lemmas, self.infinitive
        if infinitive is not None:
            ends_here = infinitive + 1 >= len(self.words) or not self.words[infinitive + 1].is_word
            idiom = self.words[infinitive].low in ("tomber", "échapper", "chercher")
            lets = "laisser" in lemmas and ends_here
            if lets or lemmas & (_MODALS | {"faire"}) or (idiom and lemmas & {"laisser", "envoyer"}):
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
        return index


def _stays_with_verb(words: Words, index: int, negated: bool) -> bool:
    """True for pas, jamais and their like, and for light adverbs; `pas plus difficile`: plus is of what follows."""
    low, following = at(words, index), at(words, index + 1)
    if negated and low in ("presque", "juste"):
        return following in NEGATIONS
    if negated and low in NEGATIONS and not (low == "plus" and at(words, index - 1) == "pas"):
        return True
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
        return VerbGroup(words, host, host, end, None, _governed(words, host, end))
    joined = _coordinated(words, participle) if "avoir" in lemmas else ()
    end = (joined[-1] if joined else participle) + 1
    return VerbGroup(words, host, participle, end, participle, _governed(words, participle, end), joined)


def _governed(words: Words, main: int, end: int) -> int | None:
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

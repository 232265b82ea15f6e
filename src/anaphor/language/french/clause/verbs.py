"""Inflected forms made from other forms, and participles behind their auxiliary.

Endings are tried in turn and a form is only taken when the lexicon knows it with the wanted features.

>>> renumberings("essayaient", SINGULAR), renumberings("craint", PLURAL)
({'ind:imp': 'essayait'}, {'ind:pre': 'craignent'})
>>> agreed("coopératifs", (FEMININE, PLURAL)), bare_participle("absoutes")
('coopératives', 'absous')
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from anaphor.language.french.clause.words import (
    PREPOSITIONS,
    VERBAL,
    is_known,
    shape,
)
from anaphor.language.french.lexicon import Category, LexicalEntry, lookup
from anaphor.language.protocol import FEMININE, MASCULINE, PLURAL, SINGULAR, Gender, Number
from anaphor.language.word import Words, at
from anaphor.language.word_tables import word_set, word_sets
from anaphor.language.word_tables import words as listed

_LISTS = word_sets("french", "reading_words")
MIDDLE = _LISTS["middle"]
"""Adverbs that may stand between an auxiliary and its participle."""
LIGHT = _LISTS["light"]
COPULAS = word_set("être sembler paraître devenir rester demeurer")
_PHRASES = sorted((phrase.split("_") for phrase in listed("french", "adverbial_phrases")), key=len, reverse=True)
_BY_OPENER = {phrase[0]: [other for other in _PHRASES if other[0] == phrase[0]] for phrase in _PHRASES}
"""Adverbial phrases that may stand between an auxiliary and its participle, the longest first."""
_OPENINGS = {",": ",", "(": ")", "–": "–", "—": "—"}
"""Marks that open an aside, and those that close it: `a, semble-t-il, dormi`."""
_REACH = 10
"""Words from an auxiliary to its participle at most; further on, the participle is another verb's."""
_ASIDE = 8
"""Words of an aside at most; a longer one is a clause of its own, with its own participles."""
_BASES = {"due": "dû", "dus": "dû", "dues": "dû", "mue": "mû", "mus": "mû", "mues": "mû", "crûe": "crû"}
"""Participles whose masculine singular alone has a circumflex, which tells it from another word (du, mur, cru)."""
_IRREGULAR = {"ont": "a", "sont": "est", "vont": "va", "font": "fait", "aient": "ait", "soient": "soit"}
_IRREGULAR_PLURALS = {singular: plural for plural, singular in _IRREGULAR.items()}
_ENDINGS_ER = (("gea", "gèrent"), ("ça", "cèrent"), ("ait", "aient"), ("ra", "ront"), ("a", "èrent"), ("e", "ent"))
"""Singular and plural of verbs in -er, for those that the lexicon lacks; the longest ending first."""
_TENSE_ENDINGS = {
    "ind:imp": ("ait", "aient"),
    "cnd:pre": ("ait", "aient"),
    "ind:fut": ("ra", "ront"),
    "ind:pas": ("a", "it", "ut", "èrent", "irent", "urent"),
    "sub:imp": ("ât", "ît", "ût", "înt", "ssent"),
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
    "ât assent/ût ussent/înt inssent/fait font/bout bouillent/sied seyent/eint eignent/oint oignent"
    "/gea gèrent/ça cèrent/quiert quièrent/hait haïssent/sait savent/ait aient/aît aissent aisent/ra ront rèrent"
    "/a èrent/ient iennent/eut euvent eulent eurent/oit oivent oient/int inrent ignent"
    "/it issent irent ivent isent ient ttent/out olvent/aut alent/ut urent uvent/ît issent/nd nnent ndent"
    "/d dent sent lent/t tent ttent ent ment vent pent ssent/c quent/e ent"
)
_FEMININES = _rules(
    "eau elle/ou olle/eux euse/oux ouce/oux ouse/oux ousse/aux ausse/ieux ieille/eur euse/teur trice/f ve/er ère/et ète"
    "/ec èche/c che/c que/c cque/ais aîche/g gue/in igne/i ite/gu guë"
)

_SURE_FEMININES = _rules("eau elle/if ive/ef ève/eux euse/er ère/ien ienne/el elle/on onne")
_ADJECTIVE_BASES = {"nouvelle": "nouveau", "nouvelles": "nouveau", "nouveau": "nouveau", "nouveaux": "nouveau"}

Features = tuple[Gender | None, Number | None]
"""Gender and number; None: not known, or as before."""


@lru_cache(maxsize=8192)
def base_of(low: str) -> str | None:
    """The masculine singular of a form that can be a past participle (`bues` → `bu`); None when it can be none."""
    if low in _BASES:
        return _BASES[low]
    shorter = [low[: -len(end)] for end in ("s", "e", "es") if low.endswith(end)]
    dissolved = [low[: -len(end)] + "s" for end in ("te", "tes") if low.endswith("sou" + end)]
    tried = (
        (form, entry) for form in (low, *shorter, *dissolved) for entry in lookup(form) if "par:pas" in entry.traits
    )
    singulars = [(form, entry) for form, entry in tried if entry.gender is not FEMININE and entry.number is not PLURAL]
    # The lexicon's source calls some agreeing forms masculine lemmas of their own (`découverte`).
    bases = [form for form, entry in singulars if not entry.form.endswith(("ue", "ée", "ie", "te", "se"))]
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
    forms: dict[str, str] = {}
    # The present first, for it is the more common.
    for target in sorted(targets, key=lambda target: (not target[1].startswith("ind:pre"), target[1], target[0])):
        candidate = next((attempt for attempt in attempts if target in _tenses(attempt)), None)
        candidate = candidate or _regular(attempts, {target})
        if candidate is None and target[1].startswith(("sub:pre", "ind:pre")[: 1 + target[0].endswith("er")]):
            # `guérisse`, `recouche`: a subjunctive in -e, and a present of a verb in -er, has its plural in -ent
            ends = low.endswith("ent" if singular else "e")
            candidate = (low[:-2] if singular else f"{low}nt") if ends else None
        if candidate is not None:
            forms.setdefault(target[1][:-3], candidate)
    if not forms:
        # A form of a verb in -er that the lexicon lacks: `prônaient` → `prônait`
        pairs = [pair[::-1] if singular else pair for pair in _ENDINGS_ER] if unlisted else []
        made_up = (low.removesuffix(old) + new for old, new in pairs if low.endswith(old))
        regular = next(made_up, _regular(attempts, targets))
        return {} if regular is None else {"": regular}
    # The subjunctive singular has the stem of the plural in -ent, whether the lexicon says so or not.
    if singular and "ind:pre" in forms and low.endswith("ent") and low not in _LISTS["own_subjunctive"]:
        return forms | {"sub:pre": low[:-2]}
    return forms


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
    entries = _predicates(low)
    entry = next((other for other in entries if other.category is Category.ADJECTIVE), entries[0] if entries else None)
    if entry is None:
        return None
    features = features[0] or entry.gender, features[1] or entry.number
    if _fits(entry, features):
        return form
    participle = base_of(low)
    if participle is not None and (entry.category is Category.VERB or entry.lemma == participle):
        agreeing: str | None = inflected(participle, features)
    else:
        base, lemmas = _ADJECTIVE_BASES.get(low) or (entry.lemma or form).lower(), {other.lemma for other in entries}
        lemmas |= {base, *(feminine for feminine, masculine in _ADJECTIVE_BASES.items() if masculine == base)}
        attempts = _inflections(base, features)
        agreeing = next(
            (a for a in attempts if any(e.lemma in lemmas and _fits(e, features) for e in _predicates(a))),
            _regular_adjective(base, features) if base != low or entry.gender is not FEMININE else None,
        )
    return agreeing.capitalize() if agreeing is not None and form[:1].isupper() else agreeing


def _regular_adjective(base: str, features: Features) -> str | None:
    """An adjective by the rules alone, where the lexicon lacks a form (`pensives`); None where no rule is sure."""
    singular: str | None = base
    if features[0] is FEMININE and not base.endswith("e"):
        changed = (base.removesuffix(old) + new for old, (new,) in _SURE_FEMININES if base.endswith(old))
        plain = base.endswith(("é", "i", "u", "ant", "ent", "ais", "ois", "in", "al", "ard", "an"))
        singular = next(changed, base + "e" if plain else None)
    if singular is None or features[1] is not PLURAL or singular.endswith(("s", "x")):
        return singular
    return singular[:-2] + "aux" if singular.endswith("al") else singular + ("x" if singular.endswith("eau") else "s")


@lru_cache(maxsize=8192)
def _predicates(form: str) -> list[LexicalEntry]:
    """The analyses of a form as an adjective or a past participle."""
    return [
        _with_inferred_features(entry)
        for entry in lookup(form)
        if entry.category is Category.ADJECTIVE or (entry.category is Category.VERB and "par:pas" in entry.traits)
    ]


def _with_inferred_features(entry: LexicalEntry) -> LexicalEntry:
    """The entry with gender and number where its neighbours tell what the lexicon leaves out (`bleu`, `saine`)."""
    if entry.category is not Category.ADJECTIVE or (entry.gender and entry.number):
        return entry
    form, lemma = entry.form, entry.lemma or entry.form
    plural = form.endswith("s") and form[:-1] in (lemma, lemma + "e")
    forms = {form[:-1] + "es" if plural else form + "e": MASCULINE, form.removesuffix("s")[:-1]: FEMININE}
    wanted = {MASCULINE: FEMININE, FEMININE: MASCULINE}
    genders = [g for other, g in forms.items() if _has_adjective(other, lemma, wanted[g]) and other != form]
    gender = entry.gender or (genders[0] if genders else None)
    single = _has_adjective(form + "s", lemma, None)
    return entry._replace(gender=gender, number=entry.number or (PLURAL if plural else SINGULAR if single else None))


def _has_adjective(form: str, lemma: str, gender: Gender | None) -> bool:
    entries = (entry for entry in lookup(form) if entry.category is Category.ADJECTIVE and entry.lemma == lemma)
    return any(gender in (None, entry.gender) for entry in entries)


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

"""Inflected forms made from other forms: a verb in the other number, a participle without its agreement, an adjective.

Endings are tried in turn and a form is only taken when the lexicon knows it with the wanted features.

>>> renumbered("essayaient", Number.SINGULAR), renumbered("craint", Number.PLURAL)
('essayait', 'craignent')
>>> agreed("coopératifs", Gender.FEMININE, Number.PLURAL)
'coopératives'
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from anaphor.linguistics.french_lexicon import Category, LexicalEntry, lookup
from anaphor.linguistics.language import Gender, Number

_VERBAL = (Category.VERB, Category.AUXILIARY)
_IRREGULAR = {"ont": "a", "sont": "est", "vont": "va", "font": "fait", "aient": "ait", "soient": "soit"}
_IRREGULAR_PLURALS = {singular: plural for plural, singular in _IRREGULAR.items()}
_TO_SINGULAR = tuple(
    (re.compile(old + "$"), new)
    for old, new in (
        ("quièrent", ("quiert", "quière")),
        ("gèrent", ("gea", "gère")),
        ("cèrent", ("ça", "cère")),
        ("èrent", ("a",)),
        ("inrent", ("int",)),
        ("irent", ("it",)),
        ("urent", ("ut",)),
        ("ront", ("ra",)),
        ("aient", ("ait", "aît", "aie")),
        ("viennent", ("vient", "vienne")),
        ("tiennent", ("tient", "tienne")),
        ("ïssent", ("it", "ïsse")),
        ("ssent", ("t", "sse", "^t")),
        ("aisent", ("aît", "aise")),
        ("ignent", ("int", "igne")),
        ("euvent", ("eut", "euve")),
        ("oivent", ("oit", "oive")),
        ("olvent", ("out",)),
        ("eulent", ("eut",)),
        ("oient", ("oit", "oie")),
        ("uient", ("uit", "uie")),
        ("savent", ("sait",)),
        ("vent", ("t", "ve", "it")),
        ("sent", ("t", "se", "d")),
        ("nnent", ("nd", "nne")),
        ("nent", ("ne",)),
        ("ttent", ("t", "tte")),
        ("tent", ("t", "te")),
        ("ment", ("t", "me")),
        ("dent", ("d", "de")),
        ("pent", ("pt", "t", "pe")),
        ("quent", ("c", "que")),
        ("ient", ("it", "ie", "ît")),
        ("lent", ("ut", "le")),
        ("rent", ("rt", "re", "ert")),
        ("ent", ("e", "t")),
    )
)
_TO_PLURAL = tuple(
    (re.compile(old + "$"), new)
    for old, new in (
        ("gea", ("gèrent",)),
        ("ça", ("cèrent",)),
        ("quiert", ("quièrent",)),
        ("hait", ("haïssent",)),
        ("sait", ("savent",)),
        ("ait", ("aient",)),
        ("aît", ("aissent", "aisent")),
        ("ra", ("ront", "rèrent")),
        ("a", ("èrent",)),
        ("ient", ("iennent",)),
        ("eut", ("euvent", "eulent", "eurent")),
        ("oit", ("oivent", "oient")),
        ("int", ("inrent", "ignent")),
        ("it", ("issent", "irent", "ivent", "isent", "ient", "ttent")),
        ("out", ("olvent",)),
        ("aut", ("alent",)),
        ("ut", ("urent", "uvent")),
        ("ît", ("issent",)),
        ("nd", ("nnent", "ndent")),
        ("d", ("dent", "sent", "lent")),
        ("t", ("tent", "ttent", "ent", "ment", "vent", "pent", "ssent")),
        ("c", ("quent",)),
        ("e", ("ent",)),
    )
)


@lru_cache(maxsize=4096)
def renumbered(form: str, number: Number) -> str | None:
    """The third-person verb form in that number; None when it cannot be made with certainty."""
    wanted = "3s" if number is Number.SINGULAR else "3p"
    tenses = _tenses(form)
    if tenses and not any(trait.endswith("3p" if wanted == "3s" else "3s") for _, trait in tenses):
        return form if any(trait.endswith(wanted) for _, trait in tenses) else None
    special = (_IRREGULAR if number is Number.SINGULAR else _IRREGULAR_PLURALS).get(form.lower())
    if special:
        return special
    targets = {(lemma, f"{trait[:-1]}{wanted[-1]}") for lemma, trait in tenses if trait[-2:] in ("3s", "3p")}
    rules = _TO_SINGULAR if number is Number.SINGULAR else _TO_PLURAL
    attempts = tuple(dict.fromkeys(_endings(form.lower(), rules)))
    # The present is tried first: it is more common than the simple past where the two have one form (fuit, rit).
    ordered = sorted(targets, key=lambda target: not target[1].startswith("ind:pre"))
    found = next((attempt for target in ordered for attempt in attempts if target in _tenses(attempt)), None)
    return found or _regular(attempts, targets)


def _tenses(form: str) -> set[tuple[str, str]]:
    return {(entry.lemma, trait) for entry in lookup(form) if entry.category in _VERBAL for trait in entry.traits}


def _endings(form: str, rules: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]) -> Iterator[str]:
    for ending, replacements in rules:
        stem, hits = ending.subn("", form)
        if not hits:
            continue
        for replacement in replacements:
            yield _circumflexed(stem) + replacement[1:] if replacement[0] == "^" else stem + replacement


def _circumflexed(stem: str) -> str:
    return stem[:-1] + {"i": "î", "u": "û", "a": "â"}.get(stem[-1:], stem[-1:])


_ENDINGS = {
    "ind:imp": ("ait", "aient"),
    "cnd:pre": ("ait", "aient"),
    "ind:fut": ("ra", "ront"),
    "ind:pas": ("a", "it", "ut", "èrent", "irent", "urent"),
}


def _regular(attempts: Iterable[str], targets: set[tuple[str, str]]) -> str | None:
    """An attempt with the ending of its tense, where the tense has one ending for all verbs of a kind."""
    tenses = {trait[:-3] for _, trait in targets}
    if not tenses or not tenses <= _ENDINGS.keys():
        return None
    endings = tuple(ending for tense in tenses for ending in _ENDINGS[tense])
    return next((attempt for attempt in attempts if attempt.endswith(endings)), None)


@lru_cache(maxsize=4096)
def bare_participle(form: str) -> str | None:
    """A past participle in the masculine singular (`punies` → `puni`, `mises` → `mis`); None when it is not known."""
    low = form.lower()
    special = {"due": "dû", "dus": "dû", "dues": "dû", "mue": "mû", "mus": "mû", "mues": "mû"}.get(low)
    if special:
        return special
    lemmas = {entry.lemma for entry in lookup(low) if "par:pas" in entry.traits}
    stripped = (low, *(low[: -len(end)] for end in ("s", "e", "es") if low.endswith(end)))
    found = [attempt for attempt in stripped if any(_is_base(entry, lemmas) for entry in lookup(attempt))]
    return _cased(min(found, key=len), form) if found else _guessed_participle(form)


def _is_base(entry: LexicalEntry, lemmas: set[str]) -> bool:
    masculine = entry.gender is not Gender.FEMININE and entry.number is not Number.PLURAL
    return "par:pas" in entry.traits and masculine and entry.lemma in lemmas


def _guessed_participle(form: str) -> str | None:
    found = re.match(r"(\w+[éiu])(?:e?s?)$", form)
    return found[1] if found else None


def _cased(form: str, model: str) -> str:
    return form.capitalize() if model[:1].isupper() else form


_FEMININES = (
    ("eau", "elle"),
    ("ou", "olle"),
    ("eux", "euse"),
    ("oux", "ouce"),
    ("oux", "ousse"),
    ("aux", "ausse"),
    ("ieux", "ieille"),
    ("eur", "euse"),
    ("teur", "trice"),
    ("f", "ve"),
    ("er", "ère"),
    ("et", "ète"),
    ("ec", "èche"),
    ("c", "che"),
    ("c", "que"),
    ("c", "cque"),
    ("ais", "aîche"),
    ("g", "gue"),
    ("in", "igne"),
    ("i", "ite"),
    ("gu", "guë"),
)
_DOUBLED = re.compile(r"(?:[nlst])$")


@lru_cache(maxsize=4096)
def agreed(form: str, gender: Gender | None, number: Number | None) -> str | None:
    """The adjective or participle in that gender and number; None in a feature keeps it; None out: not known."""
    entry = _predicate(form.lower())
    if entry is None:
        return None
    gender, number = gender or entry.gender, number or entry.number
    if _fits(entry, gender, number):
        return form
    base = (bare_participle(form) if entry.category is Category.VERB else entry.lemma) or form
    lemmas = {e.lemma for e in lookup(form) if _is_predicate(e)}
    for attempt in _inflections(base.lower(), gender, number):
        if any(e.lemma in lemmas and _fits(e, gender, number) for e in lookup(attempt) if _is_predicate(e)):
            return _cased(attempt, form)
    return None


def _predicate(low: str) -> LexicalEntry | None:
    found = [entry for entry in lookup(low) if _is_predicate(entry)]
    adjectives = [entry for entry in found if entry.category is Category.ADJECTIVE]
    return next(iter(adjectives or found), None)


def _is_predicate(entry: LexicalEntry) -> bool:
    return entry.category is Category.ADJECTIVE or (entry.category is Category.VERB and "par:pas" in entry.traits)


def _fits(entry: LexicalEntry, gender: Gender | None, number: Number | None) -> bool:
    same_gender = gender is None or entry.gender in (None, gender)
    return same_gender and (number is None or entry.number in (None, number))


def _inflections(base: str, gender: Gender | None, number: Number | None) -> Iterator[str]:
    singulars = (base,) if gender is not Gender.FEMININE else tuple(_feminines(base))
    for singular in singulars:
        if number is Number.PLURAL:
            yield from _plurals(singular)
        else:
            yield singular


def _feminines(base: str) -> Iterator[str]:
    yield base + "e"
    if _DOUBLED.search(base):
        yield base + base[-1] + "e"
    yield from (base.removesuffix(old) + new for old, new in _FEMININES if base.endswith(old))
    yield base


def _plurals(singular: str) -> Iterator[str]:
    yield singular + "s"
    yield singular + "x"
    if singular.endswith("al"):
        yield singular[:-2] + "aux"
    yield singular

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

from anaphor.language.french.lexicon import Category, LexicalEntry, lookup
from anaphor.language.french.reading.participle import base_of, inflected
from anaphor.language.protocol import Gender, Number

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


def renumbered(form: str, number: Number) -> str | None:
    """The third-person verb form in that number, the commonest of several; None when it cannot be made."""
    return next(iter(renumberings(form, number).values()), None)


@lru_cache(maxsize=4096)
def renumberings(form: str, number: Number) -> dict[str, str]:
    """The third-person verb form in that number for each tense that it may have, the present first.

    >>> renumberings("rit", Number.PLURAL)
    {'ind:pre': 'rient', 'ind:pas': 'rirent'}
    """
    wanted, other = ("3s", "3p") if number is Number.SINGULAR else ("3p", "3s")
    tenses = _tenses(form)
    if tenses and not any(trait.endswith(other) for _, trait in tenses):
        return {"": form} if any(trait.endswith(wanted) for _, trait in tenses) else {}
    special = (_IRREGULAR if number is Number.SINGULAR else _IRREGULAR_PLURALS).get(form.lower())
    if special:
        return {"": special}
    targets = {(lemma, f"{trait[:-1]}{wanted[-1]}") for lemma, trait in tenses if trait.endswith(other)}
    rules = _TO_SINGULAR if number is Number.SINGULAR else _TO_PLURAL
    attempts = tuple(dict.fromkeys(_endings(form.lower(), rules)))
    found = _attested(attempts, targets)
    if found:
        return found | (_subjunctive(form.lower(), found) if number is Number.SINGULAR else {})
    regular = _regular(attempts, targets)
    return {} if regular is None else {"": regular}


def _attested(attempts: tuple[str, ...], targets: set[tuple[str, str]]) -> dict[str, str]:
    """The attempts that the lexicon has in a wanted tense; the present first, for it is the more common."""
    found: dict[str, str] = {}
    ordered = sorted(targets, key=lambda target: (not target[1].startswith("ind:pre"), target[1], target[0]))
    for target in ordered:
        form = next((attempt for attempt in attempts if target in _tenses(attempt)), None)
        form = form or _regular(attempts, {target})
        if form is not None:
            found.setdefault(target[1][:-3], form)
    return found


_OWN_SUBJUNCTIVE = frozenset(("peuvent", "veulent", "savent", "valent"))


def _subjunctive(form: str, tenses: Iterable[str]) -> dict[str, str]:
    """The subjunctive singular of a plural in -ent, which has the present's stem whether the lexicon says so or not."""
    regular = "ind:pre" in tenses and form.endswith("ent") and form not in _OWN_SUBJUNCTIVE
    return {"sub:pre": form[:-2]} if regular else {}


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
    participle = base_of(form.lower())
    if participle is not None and (entry.category is Category.VERB or entry.lemma == participle):
        return _cased(inflected(participle, gender, number), form)
    base = entry.lemma or form
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


def shows(form: str, gender: Gender | None, number: Number | None) -> bool:
    """True when a form can be an adjective or participle in that gender and number."""
    low = form.lower()
    if any(_fits(entry, gender, number) for entry in lookup(low) if _is_predicate(entry)):
        return True
    base = base_of(low)
    return base is not None and inflected(base, gender, number) == low


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

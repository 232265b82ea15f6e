"""Inflected forms made from other forms, and participles where they stand behind their auxiliary.

Endings are tried in turn and a form is only taken when the lexicon knows it with the wanted features.

>>> renumbered("essayaient", Number.SINGULAR), renumbered("craint", Number.PLURAL)
('essayait', 'craignent')
>>> agreed("coopératifs", Gender.FEMININE, Number.PLURAL), bare_participle("absoutes")
('coopératives', 'absous')
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from anaphor.language.french.clause.words import PREPOSITIONS, VERBAL, FrenchWord, at, is_known, shape
from anaphor.language.french.lexicon import Category, LexicalEntry, lookup
from anaphor.language.protocol import Gender, Number
from anaphor.language.word_tables import word_set
from anaphor.language.word_tables import words as listed

Words = tuple[FrenchWord, ...]

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
_REACH, _ASIDE = 10, 8
_BASES = {"due": "dû", "dus": "dû", "dues": "dû", "mue": "mû", "mus": "mû", "mues": "mû", "crûe": "crû"}


@lru_cache(maxsize=8192)
def base_of(low: str) -> str | None:
    """The masculine singular of a form that can be a past participle (`bues` → `bu`); None when it can be none."""
    if low in _BASES:
        return _BASES[low]
    shorter = [low[: -len(end)] for end in ("s", "e", "es") if low.endswith(end)]
    dissolved = [low[: -len(end)] + "s" for end in ("te", "tes") if low.endswith("sou" + end)]
    found = [attempt for attempt in (low, *shorter, *dissolved) if any(_is_base(entry) for entry in lookup(attempt))]
    if found:
        return min(found, key=len)
    # A participle in é that the lexicon has not, or has only in an agreeing form.
    for end in ("ées", "ée", "és", "é"):
        if low.endswith(end) and len(low) > len(end) + 1:
            return low[: -len(end)] + "é" if shape(low).past or not is_known(low) else None
    return low if shape(low).past else None


def _is_base(entry: LexicalEntry) -> bool:
    singular = entry.gender is not Gender.FEMININE and entry.number is not Number.PLURAL
    # The lexicon's source calls some agreeing forms masculine lemmas of their own (`découverte`).
    return "par:pas" in entry.traits and singular and not entry.form.endswith(("ue", "ée", "ie", "te", "se"))


def bare_participle(form: str) -> str | None:
    """A past participle in the masculine singular (`punies` → `puni`, `mises` → `mis`); None when it is none."""
    base = base_of(form.lower())
    return base if base is None or not form[:1].isupper() else base.capitalize()


def inflected(base: str, gender: Gender | None, number: Number | None) -> str:
    """A participle in a gender and number, from its masculine singular.

    >>> inflected("souvenu", Gender.FEMININE, Number.PLURAL)
    'souvenues'
    """
    stem = {"dû": "du", "mû": "mu", "crû": "cru", "absous": "absout", "dissous": "dissout"}.get(base, base)
    plural = number is Number.PLURAL
    if gender is Gender.FEMININE:
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
    if is_adverb(low) or low in _SELVES:
        return index + 1
    # `, semble-t-il,` or `(enfin)`
    closing = _OPENINGS.get(low)
    if closing is None:
        return index
    reach = range(index + 2, min(len(words), index + _ASIDE))
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
        end = adverbial_end(words, here)
        if end <= here:
            index = here
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
        if at(words, joint) not in ("et", "ou", "puis", "mais", "ni"):
            return tuple(found)
        following = next_participle(words, joint + 1)
        if following is None:
            return tuple(found)
        # A form in é is a participle; `écrit` may be a finite verb as well.
        low = words[following].low
        if shape(low).finite and not low.endswith(("é", "ée", "és", "ées")):
            return tuple(found)
        found.append(following)
        index = following + 1


_IRREGULAR = {"ont": "a", "sont": "est", "vont": "va", "font": "fait", "aient": "ait", "soient": "soit"}
_IRREGULAR_PLURALS = {singular: plural for plural, singular in _IRREGULAR.items()}


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
_OWN_SUBJUNCTIVE = frozenset(("peuvent", "veulent", "savent", "valent"))
_ENDINGS = {
    "ind:imp": ("ait", "aient"),
    "cnd:pre": ("ait", "aient"),
    "ind:fut": ("ra", "ront"),
    "ind:pas": ("a", "it", "ut", "èrent", "irent", "urent"),
}
"""Tenses that have the same endings for all verbs."""


def renumbered(form: str, number: Number) -> str | None:
    """The third-person verb form in that number, the commonest of several; None when it cannot be made."""
    return next(iter(renumberings(form, number).values()), None)


@lru_cache(maxsize=4096)
def renumberings(form: str, number: Number) -> dict[str, str]:
    """The third-person verb form in that number for each tense that it may have, the present first.

    >>> renumberings("rit", Number.PLURAL)
    {'ind:pre': 'rient', 'ind:pas': 'rirent'}
    """
    singular, low = number is Number.SINGULAR, form.lower()
    wanted, other = ("3s", "3p") if singular else ("3p", "3s")
    tenses = _tenses(form)
    if tenses and not any(trait.endswith(other) for _, trait in tenses):
        return {"": form} if any(trait.endswith(wanted) for _, trait in tenses) else {}
    special = (_IRREGULAR if singular else _IRREGULAR_PLURALS).get(low)
    if special:
        return {"": special}
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
        regular = _regular(attempts, targets)
        return {} if regular is None else {"": regular}
    # The subjunctive singular has the stem of the plural in -ent, whether the lexicon says so or not.
    if singular and "ind:pre" in found and low.endswith("ent") and low not in _OWN_SUBJUNCTIVE:
        return found | {"sub:pre": low[:-2]}
    return found


def _tenses(form: str) -> set[tuple[str, str]]:
    return {(entry.lemma, trait) for entry in lookup(form) if entry.category in VERBAL for trait in entry.traits}


def _replaced_endings(form: str, rules: tuple[tuple[str, tuple[str, ...]], ...]) -> Iterator[str]:
    for ending, replacements in rules:
        if not form.endswith(ending):
            continue
        stem = form.removesuffix(ending)
        for new in replacements:
            if new[0] == "^":
                yield stem[:-1] + {"i": "î", "u": "û", "a": "â"}.get(stem[-1:], stem[-1:]) + new[1:]
            else:
                yield stem + new


def _regular(attempts: Iterable[str], targets: set[tuple[str, str]]) -> str | None:
    """An attempt with the ending of its tense, where the tense has one ending for all verbs of a kind."""
    tenses = {trait[:-3] for _, trait in targets}
    if not tenses or not tenses <= _ENDINGS.keys():
        return None
    endings = tuple(ending for tense in tenses for ending in _ENDINGS[tense])
    return next((attempt for attempt in attempts if attempt.endswith(endings)), None)


_FEMININES = _rules(
    "eau elle/ou olle/eux euse/oux ouce/oux ousse/aux ausse/ieux ieille/eur euse/teur trice/f ve/er ère/et ète/ec èche"
    "/c che/c que/c cque/ais aîche/g gue/in igne/i ite/gu guë"
)


@lru_cache(maxsize=4096)
def agreed(form: str, gender: Gender | None, number: Number | None) -> str | None:
    """The adjective or participle in that gender and number; None in a feature keeps it; None out: not known."""
    low = form.lower()
    found = [entry for entry in lookup(low) if _is_predicate(entry)]
    adjectives = [entry for entry in found if entry.category is Category.ADJECTIVE]
    entry = next(iter(adjectives or found), None)
    if entry is None:
        return None
    gender, number = gender or entry.gender, number or entry.number
    if _fits(entry, gender, number):
        return form
    participle = base_of(low)
    if participle is not None and (entry.category is Category.VERB or entry.lemma == participle):
        made = inflected(participle, gender, number)
        return made.capitalize() if form[:1].isupper() else made
    lemmas = {each.lemma for each in lookup(form) if _is_predicate(each)}
    for attempt in _inflections((entry.lemma or form).lower(), gender, number):
        if any(e.lemma in lemmas and _fits(e, gender, number) for e in lookup(attempt) if _is_predicate(e)):
            return attempt.capitalize() if form[:1].isupper() else attempt
    return None


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
    """What an adjective may look like in a gender and number: `beau` gives `beaue`, `belle`, `beau`."""
    singulars = [base]
    if gender is Gender.FEMININE:
        doubled = [base + base[-1] + "e"] if re.search(r"[nlst]$", base) else []
        changed = [base.removesuffix(old) + new for old, (new,) in _FEMININES if base.endswith(old)]
        singulars = [base + "e", *doubled, *changed, base]
    for singular in singulars:
        if number is not Number.PLURAL:
            yield singular
            continue
        yield singular + "s"
        yield singular + "x"
        if singular.endswith("al"):
            yield singular[:-2] + "aux"
        yield singular

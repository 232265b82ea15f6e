"""The il that stands for nothing: il faut, il pleut, il y a, il est tard, il paraît que."""

from anaphor.linguistics.french_reading_verb import MIDDLE
from anaphor.linguistics.french_reading_words import CLITICS, NUMERALS, Word, at, shape, word_set

Words = tuple[Word, ...]

_ALWAYS = word_set("falloir pleuvoir neiger grêler venter bruiner advenir")
_WITH_THAT = word_set("sembler paraître arriver suffire convenir importer apparaître résulter pouvoir")
_WEATHER = word_set("chaud froid beau bon nuit jour sombre frais mauvais doux noir clair soleil gris meilleur")
_EVALUATION = word_set(
    "possible impossible difficile facile important nécessaire vrai clair évident utile inutile rare probable "
    "interdit bon mauvais préférable dangereux certain sûr dommage question naturel normal juste étonnant prudent "
    "temps essentiel indispensable permis défendu agréable triste étrange regrettable urgent"
)
_HOURS = word_set("tard tôt temps midi minuit l'heure")
_SKIPPED = MIDDLE | {"très", "trop", "-t-il", "-il"}
_COMPARING = frozenset(("plus", "moins", "aussi", "si", "tellement", "autant"))
_LEADING = frozenset(("aller", "devoir", "pouvoir", "commencer", "continuer", "sembler", "venir"))
_LEFT_OVER = word_set("rester manquer exister arriver survenir")
_INDEFINITE = word_set("un une des du de d' trop peu beaucoup assez plusieurs quelques encore plus moins")
_DURATIONS = word_set("heure heures jour jours an ans minute minutes mois semaine semaines nuit instant moment")


def is_impersonal(words: Words, verb: int) -> bool:
    """True when the subject il of the verb (its index, auxiliaries included) stands for nothing."""
    lemmas = shape(at(words, verb)).lemmas
    clitics = _clitics_before(words, verb)
    if lemmas & _ALWAYS or ("avoir" in lemmas and "y" in clitics) or ("agir" in lemmas and "s'" in clitics):
        return True
    if lemmas & _LEADING and _leads_to_impersonal(words, verb + 1):
        return True
    return _is_so_by_complement(words, verb, lemmas)


def _is_so_by_complement(words: Words, verb: int, lemmas: frozenset[str]) -> bool:
    follow = _behind_adverbs(words, verb + 1)
    if "avoir" in lemmas:
        return bool(shape(at(words, follow)).lemmas & _ALWAYS) or at(words, follow) in ("fallu", "plu")
    if "être" in lemmas:
        happened = at(words, verb - 1) == "s'" and at(words, follow) == "passé"
        return happened or _is_evaluation(words, follow) or _has_happened(words, follow)
    if "faire" in lemmas:
        return at(words, follow) in _WEATHER and at(words, follow + 1) not in ("de", "d'")
    if lemmas & _LEFT_OVER:
        return _opens_indefinite(words, verb + 1 + (at(words, verb + 1) in ("encore", "toujours")))
    return _introduces_clause(words, verb, lemmas)


def _leads_to_impersonal(words: Words, index: int) -> bool:
    """True for `il va falloir`, `il commence à pleuvoir`, `il doit y avoir`."""
    end = index + 4
    while index < end and (at(words, index) in _SKIPPED | CLITICS or at(words, index) in ("à", "de", "d'", "bien")):
        index += 1
    return bool(shape(at(words, index)).lemmas & _ALWAYS) or (at(words, index - 1), at(words, index)) == ("y", "avoir")


def _clitics_before(words: Words, verb: int) -> set[str]:
    found: set[str] = set()
    index = verb - 1
    while at(words, index) in CLITICS:
        found.add(at(words, index))
        index -= 1
    return found


def _behind_adverbs(words: Words, index: int) -> int:
    while at(words, index) not in _HOURS and (at(words, index) in _SKIPPED or _is_adverb(at(words, index))):
        index += 1
    return index


def _is_adverb(low: str) -> bool:
    return low.endswith("ment") and shape(low).adverb > 0


def _is_evaluation(words: Words, index: int) -> bool:
    low, following = at(words, index), at(words, index + 1)
    if low in _HOURS or (low == "l'" and following == "heure"):
        return True
    if (low in NUMERALS or low == "une" or low.isdigit()) and following in ("heure", "heures", "h"):
        return True
    compared = any(at(words, k) in _COMPARING for k in range(index - 2, index))
    if shape(low).adjective > 0 and following in ("que", "qu'") and not compared:
        return True
    if low not in _EVALUATION:
        return False
    return following in ("que", "qu'") or (following in ("de", "d'") and _infinitive_soon(words, index + 2))


def _has_happened(words: Words, index: int) -> bool:
    """True for `il est arrivé que …`, `il n'était que temps`."""
    if at(words, index) in ("que", "qu'"):
        return at(words, index + 1) == "temps"
    return at(words, index) in ("arrivé", "advenu") and at(words, index + 1) in ("que", "qu'", "des", "un", "une")


def _infinitive_soon(words: Words, index: int) -> bool:
    while at(words, index) in CLITICS or at(words, index) in ("ne", "pas", "plus", "jamais", "bien", "trop"):
        index += 1
    return shape(at(words, index)).infinitive


def _opens_indefinite(words: Words, index: int) -> bool:
    if at(words, index) == "pas":
        index += 1
    if at(words, index) not in _INDEFINITE and at(words, index) not in NUMERALS:
        return False
    soon = {at(words, index + step) for step in (1, 2)}
    return soon.isdisjoint(_DURATIONS) and shape(at(words, index + 1)).noun + (at(words, index + 1) == "de") > 0


def _introduces_clause(words: Words, verb: int, lemmas: frozenset[str]) -> bool:
    if _is_set_phrase(words, verb, lemmas):
        return True
    following = at(words, _behind_adverbs(words, verb + 1))
    reflexive = at(words, verb - 1) in ("se", "s'")
    if not lemmas & _WITH_THAT or ("pouvoir" in lemmas and not reflexive):
        return False
    wanted = ("que", "qu'", "de", "d'") if lemmas & {"suffire", "convenir"} else ("que", "qu'")
    return following in wanted


def _is_set_phrase(words: Words, verb: int, lemmas: frozenset[str]) -> bool:
    """True for `il se passe`, `il se trouve que`, `comme il vous plaira`, `il vaut mieux`."""
    before, after = at(words, verb - 1), at(words, verb + 1)
    reflexive = before in ("se", "s'")
    return (
        (reflexive and "passer" in lemmas and after not in ("de", "d'", "du", "des"))
        or (reflexive and "trouver" in lemmas and after in ("que", "qu'"))
        or ("plaire" in lemmas and before in ("vous", "te") and at(words, verb - 3) == "comme")
        or ("valoir" in lemmas and after == "mieux")
    )

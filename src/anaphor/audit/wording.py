"""The verdict in sentences, in French and in English."""

from anaphor.audit.growth import Growth, Need
from anaphor.audit.plurals import fill
from anaphor.audit.verdict import Verdict, VerdictKind
from anaphor.errors import InputError

INTERFACES = ("en", "fr")
LEAST_WORDS = 100_000
"""Words that a corpus must have before its growth is extrapolated."""
_LEAST_PRINTED = 0.005
"""Probabilities below this would be printed as 0.00."""

_TEXTS = {
    "leaks": {
        "en": "The collection leaks: choosing the candidate that goes more often with the cue beats chance: the best "
        "of all thresholds has p = {p} (keys swapped by schema); réussite without a threshold is {reussite} "
        "(p = {p_plain}).",
        "fr": "La collection livre ses réponses : choisir le candidat le plus associé au mot spécial fait mieux que "
        "le hasard : au meilleur seuil, p = {p} (réponses échangées schéma par schéma) ; la réussite sans seuil est de "
        "{reussite} (p = {p_plain}).",
    },
    "google-proof": {
        "en": "The collection is Google-proof within the margin: whatever the threshold, réussite stays below {upper} "
        "(upper limit at {level}), and the margin set beforehand is {margin}.",
        "fr": "La collection résiste (« Google-proof ») à la marge près : quel que soit le seuil, la réussite reste "
        "inférieure à {upper} (borne supérieure à {level}), et la marge fixée d'avance est de {margin}.",
    },
    "undecided": {
        "en": "Undecided: réussite without a threshold is {reussite} (p = {p_plain}) and the best of all thresholds "
        "has p = {p}, which does not beat chance; but the upper limit of réussite is {upper} and the margin set "
        "beforehand is {margin}.",
        "fr": "Indécis : la réussite sans seuil est de {reussite} (p = {p_plain}) et le meilleur seuil a p = {p}, ce "
        "qui n'est pas mieux que le hasard ; mais la borne supérieure de la réussite est de {upper} et la marge fixée "
        "d'avance est de {margin}.",
    },
    "too_few": {
        "en": "Undecided: {scored} of {items} {items:?item|items} could be scored, too few to call the collection "
        "Google-proof; réussite without a threshold is {reussite} (p = {p_plain}), and the best of all thresholds has "
        "p = {p}.",
        "fr": "Indécis : {scored} {scored:?item|items} sur {items} {scored:?a|ont} un score, trop peu pour dire que la "
        "collection résiste (« Google-proof ») ; la réussite sans seuil est de {reussite} (p = {p_plain}) ; au "
        "meilleur seuil, p = {p}.",
    },
    "too_few_met": {
        "en": "Undecided: only {attested} of {items} {items:?item|items} {attested:?has|have} pairs that all meet in "
        "the corpus, too few to call the collection Google-proof ({scored} {scored:?has|have} a score); réussite "
        "without a threshold is {reussite} (p = {p_plain}), and the best of all thresholds has p = {p}.",
        "fr": "Indécis : {attested:?seul|seuls} {attested} {attested:?item|items} sur {items} {attested:?a|ont} des "
        "paires qui se rencontrent toutes dans le corpus, trop peu pour dire que la collection résiste "
        "(« Google-proof » ; {scored} {scored:?a|ont} un score) ; la réussite sans seuil est de {reussite} "
        "(p = {p_plain}) ; au meilleur seuil, p = {p}.",
    },
    "none_scored": {
        "en": "Undecided: none of the {items} {items:?item|items} could be scored{why}",
        "fr": "Indécis : aucun item sur {items} n'a de score{why}",
    },
    "why_unknown": {
        "en": ": {unknown} {unknown:?has|have} words that these counts do not hold. {way}",
        "fr": " : {unknown} {unknown:?a|ont} des mots absents de ces comptes. {way}",
    },
    "why_unmet": {
        "en": ": a candidate that never meets the cue has no score, so there are no two scores to compare.",
        "fr": " : un candidat qui ne rencontre jamais le mot spécial n'a pas de score ; il n'y a donc pas deux scores "
        "à comparer.",
    },
    "way": {
        "en": "Count a text of your own: anaphor corpus index TEXT -o my.idx, then --corpus my.idx; or --stream TEXT.",
        "fr": "Comptez un texte à vous : anaphor corpus index TEXTE -o mon.idx, puis --corpus mon.idx ; ou --stream "
        "TEXTE.",
    },
    "power": {
        "en": "{attested} {attested:?item|items} scored from pairs that meet {attested:?sees|see} a leak of {leak} "
        "points with {power} at the best of all thresholds, and {plain} without a threshold (one-sided, twins swapped "
        "together).",
        "fr": "Avec {attested} {attested:?item|items} dont les paires se rencontrent, le test décèle une fuite de "
        "{leak} points avec {power} au meilleur seuil, et {plain} sans seuil (test unilatéral, jumeaux échangés "
        "ensemble).",
    },
    "no_power": {
        "en": "No scored item has pairs that all meet in the corpus: the test could see no leak in this collection.",
        "fr": "Aucun item avec score n'a de paires qui se rencontrent toutes dans le corpus : le test ne pourrait "
        "déceler aucune fuite dans cette collection.",
    },
    "probability": {"en": "probability {value}", "fr": "une probabilité de {value}"},
    "probability_again": {"en": "{value}", "fr": "de {value}"},
    "small_probability": {"en": "a probability below 0.01", "fr": "une probabilité inférieure à 0,01"},
    "small_probability_again": {"en": "below 0.01", "fr": "inférieure à 0,01"},
    "names": {
        "en": "Without the items whose candidates are names: {verdict} ({scored} of {items} scored, réussite "
        "{reussite} with p = {p_plain} without a threshold, p = {p} at the best of all).",
        "fr": "Sans les items dont les candidats sont des noms propres : {verdict} ({scored} {scored:?item|items} sur "
        "{items} {scored:?a|ont} un score ; sans seuil, réussite {reussite} et p = {p_plain} ; au meilleur seuil, "
        "p = {p}).",
    },
    "growth": {
        "en": "{unscored} of {items} {items:?item|items} {unscored:?stays|stay} unscored by plain counts in {words} "
        "words ({pairs} because a pair never meets, {absent} because a word is absent){needs}.",
        "fr": "{unscored} {unscored:?item|items} sur {items} {unscored:?reste|restent} sans score par simple comptage "
        "dans {words} mots ({pairs} parce qu'une paire ne se rencontre jamais, {absent} parce qu'un mot "
        "manque){needs}.",
    },
    "needs": {"en": "; by the Gamma–Poisson model {needs}", "fr": " ; selon le modèle gamma-Poisson, {needs}"},
    "unknown": {
        "en": "{unknown} of {items} {items:?item|items} {unknown:?has|have} words that these counts do not hold. {way}",
        "fr": "{unknown} {unknown:?item|items} sur {items} {unknown:?a|ont} des mots absents de ces comptes. {way}",
    },
    "no_shape": {
        "en": "Undecided: none of the {items} {items:?item|items} has the shape that the mutual-information test "
        "needs; the other shortcuts could be asked.",
        "fr": "Indécis : aucun item sur {items} n'a la forme que demande le test d'information mutuelle ; les autres "
        "raccourcis ont pu être essayés.",
    },
    "need": {
        "en": "{words} words would score {share} of the items",
        "fr": "il faudrait {words} mots pour {share} des items",
    },
    "no_need": {
        "en": "no corpus of a thinkable size would score {share} of the items",
        "fr": "aucun corpus imaginable ne suffirait pour {share} des items",
    },
    "whole": {
        "en": "All pairs of the {items} {items:?item|items} meet in the corpus.",
        "fr": "Toutes les paires se rencontrent dans le corpus (items : {items}).",
    },
}


_KINDS = {
    VerdictKind.LEAKS: {"en": "leaks", "fr": "livre ses réponses"},
    VerdictKind.GOOGLE_PROOF: {"en": "Google-proof", "fr": "résiste"},
    VerdictKind.UNDECIDED: {"en": "undecided", "fr": "indécis"},
}


def sentences(
    verdict: Verdict, grown: Growth, interface: str = "en", without_names: Verdict | None = None
) -> tuple[str, ...]:
    """The verdict, its power, the verdict without names where some items have them, and what more text would do."""
    if interface not in INTERFACES:
        raise InputError(f"the verdict has no language {interface!r}", todo="Write --interface fr or en.")
    missing = verdict.items - grown.items
    if not verdict.scored:
        return (_none_scored(verdict.items, missing, grown.items, interface), *_grown(grown, interface))
    name = _few(verdict) if verdict.kind is VerdictKind.UNDECIDED and not verdict.enough else verdict.kind.value
    told = () if without_names is None or without_names.items == verdict.items else (_named(without_names, interface),)
    unknown = (unknown_words(missing, verdict.items, interface),) if missing else ()
    return (_judged(name, verdict, interface), _power(verdict, interface), *told, *unknown, *_grown(grown, interface))


def _few(verdict: Verdict) -> str:
    return "too_few_met" if verdict.attested < verdict.scored else "too_few"


def _judged(name: str, verdict: Verdict, interface: str) -> str:
    """The verdict; the p of all thresholds and the p without a threshold each stand beside what they are of."""
    return _told(
        name,
        interface,
        p=_number(verdict.p, 3, interface),
        p_plain=_number(verdict.p_plain, 3, interface),
        reussite=_number(verdict.reussite, 3, interface),
        upper=_number(verdict.upper, 3, interface),
        margin=_number(verdict.criteria.margin, 2, interface),
        level=_percent(verdict.criteria.level, interface),
        scored=verdict.scored,
        items=verdict.items,
        attested=verdict.attested,
    )


def _power(verdict: Verdict, interface: str) -> str:
    if not verdict.attested:
        return _told("no_power", interface)
    return _told(
        "power",
        interface,
        attested=verdict.attested,
        leak=_number(100 * verdict.criteria.leak, 0, interface),
        power=_probability("probability", verdict.power, interface),
        plain=_probability("probability_again", verdict.power_plain, interface),
    )


def _probability(name: str, value: float, interface: str) -> str:
    """A probability in words; one that would be printed as 0.00 is said to be small."""
    if value < _LEAST_PRINTED:
        return _told(f"small_{name}", interface)
    return _told(name, interface, value=_number(value, 2, interface))


def _none_scored(items: int, unknown: int, known: int, interface: str) -> str:
    """The verdict where nothing was scored, with the reason: words never counted, or pairs that never meet."""
    if unknown:
        why = _told("why_unknown", interface, unknown=unknown, way=_told("way", interface))
    else:
        why = _told("why_unmet", interface) if known else "."
    return _told("none_scored", interface, items=items, why=why)


def unknown_words(unknown: int, items: int, interface: str) -> str:
    """What to do about items whose words were never counted."""
    return _told("unknown", interface, unknown=unknown, items=items, way=_told("way", interface))


def no_shape(items: int, interface: str) -> str:
    """The verdict on a collection that the test cannot be asked of."""
    return _told("no_shape", interface, items=items)


def _named(verdict: Verdict, interface: str) -> str:
    return _told(
        "names",
        interface,
        verdict=_KINDS[verdict.kind][interface],
        scored=verdict.scored,
        items=verdict.items,
        reussite=_number(verdict.reussite, 3, interface),
        p=_number(verdict.p, 3, interface),
        p_plain=_number(verdict.p_plain, 3, interface),
    )


def _told(name: str, interface: str, **values: str | int) -> str:
    return fill(_TEXTS[name][interface], interface, **values)


def _grown(grown: Growth, interface: str) -> tuple[str, ...]:
    return (_of_growth(grown, interface),) if grown.items else ()


def _of_growth(grown: Growth, interface: str) -> str:
    unscored = grown.items - grown.scored
    if not unscored:
        return _told("whole", interface, items=grown.items)
    open_needs = [need for need in needs_of(grown) if need.words is None or need.words > grown.words]
    needs = (" ; " if interface == "fr" else "; ").join(
        _told(
            "no_need" if need.words is None else "need",
            interface,
            words=size_of(need.words or 0, interface),
            share=_percent(need.share, interface),
        )
        for need in open_needs
    )
    return _told(
        "growth",
        interface,
        unscored=unscored,
        items=grown.items,
        words=size_of(grown.words, interface),
        pairs=grown.unseen_pairs,
        absent=grown.unseen_words,
        needs=_told("needs", interface, needs=needs) if needs else "",
    )


def needs_of(grown: Growth) -> tuple[Need, ...]:
    """What more text would do; nothing where the corpus is too small to be extrapolated from."""
    return grown.needs if grown.words >= LEAST_WORDS else ()


def _number(value: float, digits: int, interface: str) -> str:
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if interface == "fr" else text


def _percent(share: float, interface: str) -> str:
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%" if interface == "fr" else f"{100 * share:.0f} %"


def size_of(words: int, interface: str) -> str:
    """A number of words as it stands before the word for words: 44 million, 44 millions de."""
    text = _size(words, interface)
    return f"{text} de" if interface == "fr" and words >= 1_000_000 else text


def _size(words: int, interface: str) -> str:
    """A number of words for people: 44 million, 1.6 billion."""
    for unit, english, french in ((10**9, "billion", "milliard"), (10**6, "million", "million")):
        if words >= unit:
            value = words / unit
            number = _number(value, 0 if value >= 10 else 1, interface)
            plural = "s" if interface == "fr" and value >= 2 else ""
            return f"{number} {french + plural if interface == 'fr' else english}"
    return f"{words:,}" if interface == "en" else f"{words:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")

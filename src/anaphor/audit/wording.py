"""The verdict in sentences, in French and in English."""

from anaphor.audit.growth import Growth
from anaphor.audit.verdict import Verdict, VerdictKind
from anaphor.errors import InputError

INTERFACES = ("en", "fr")

_TEXTS = {
    "leaks": {
        "en": "The collection leaks: choosing the candidate that goes more often with the cue beats chance "
        "(p = {p}, the best of all thresholds, keys swapped by schema); réussite without a threshold is {reussite}.",
        "fr": "La collection livre ses réponses : choisir le candidat le plus associé au mot spécial fait mieux que "
        "le hasard (p = {p}, au meilleur seuil, réponses échangées schéma par schéma) ; la réussite sans seuil est de "
        "{reussite}.",
    },
    "google-proof": {
        "en": "The collection is Google-proof within the margin: whatever the threshold, réussite stays below {upper} "
        "(upper limit at {level}), and the margin set beforehand is {margin}.",
        "fr": "La collection résiste (« Google-proof ») à la marge près : quel que soit le seuil, la réussite reste "
        "inférieure à {upper} (borne supérieure à {level}), et la marge fixée d'avance est de {margin}.",
    },
    "undecided": {
        "en": "Undecided: réussite without a threshold is {reussite}, which does not beat chance (p = {p}, the best of "
        "all thresholds), but its upper limit is {upper} and the margin set beforehand is {margin}.",
        "fr": "Indécis : la réussite sans seuil est de {reussite}, ce qui n'est pas mieux que le hasard (p = {p}, au "
        "meilleur seuil), mais sa borne supérieure est de {upper} et la marge fixée d'avance est de {margin}.",
    },
    "too_few": {
        "en": "Undecided: {scored} of {items} items could be scored, too few to call the collection Google-proof; "
        "réussite without a threshold is {reussite} (p = {p}, the best of all thresholds).",
        "fr": "Indécis : {scored} items sur {items} ont un score, trop peu pour dire que la collection résiste "
        "(« Google-proof ») ; la réussite sans seuil est de {reussite} (p = {p}, au meilleur seuil).",
    },
    "too_few_met": {
        "en": "Undecided: only {attested} of {items} items have pairs that all meet in the corpus, too few to call the "
        "collection Google-proof ({scored} have a score); réussite without a threshold is {reussite} (p = {p}, the "
        "best of all thresholds).",
        "fr": "Indécis : seuls {attested} items sur {items} ont des paires qui se rencontrent toutes dans le corpus, "
        "trop peu pour dire que la collection résiste (« Google-proof » ; {scored} ont un score) ; la réussite sans "
        "seuil est de {reussite} (p = {p}, au meilleur seuil).",
    },
    "power": {
        "en": "{attested} items scored from pairs that meet see a leak of {leak} points with probability {power} at "
        "the best of all thresholds, and {plain} without a threshold (one-sided, twins swapped together).",
        "fr": "Avec {attested} items dont les paires se rencontrent, le test décèle une fuite de {leak} points avec "
        "une probabilité de {power} au meilleur seuil, et de {plain} sans seuil (test unilatéral, jumeaux échangés "
        "ensemble).",
    },
    "names": {
        "en": "Without the items whose candidates are names: {verdict} ({scored} of {items} scored, réussite "
        "{reussite}, p = {p}).",
        "fr": "Sans les items dont les candidats sont des noms propres : {verdict} ({scored} items sur {items} ont un "
        "score, réussite {reussite}, p = {p}).",
    },
    "growth": {
        "en": "{unscored} of {items} items stay unscored by plain counts in {words} words ({pairs} because a pair "
        "never meets, {absent} because a word is absent); by the Gamma–Poisson model {needs}.",
        "fr": "{unscored} items sur {items} restent sans score par simple comptage dans {words} mots ({pairs} parce "
        "qu'une paire ne se rencontre jamais, {absent} parce qu'un mot manque) ; selon le modèle gamma-Poisson, "
        "{needs}.",
    },
    "unknown": {
        "en": "{unknown} of {items} items have words that these counts do not hold: name a corpus with --corpus or "
        "--stream.",
        "fr": "{unknown} items sur {items} ont des mots absents de ces comptes : nommez un corpus avec --corpus ou "
        "--stream.",
    },
    "no_shape": {
        "en": "Undecided: none of the {items} items has the shape that the mutual-information test needs; the other "
        "shortcuts could be asked.",
        "fr": "Indécis : aucun des {items} items n'a la forme que demande le test d'information mutuelle ; les autres "
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
        "en": "All pairs of the {items} items meet in the corpus.",
        "fr": "Toutes les paires des {items} items se rencontrent dans le corpus.",
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
    name = _few(verdict) if verdict.kind is VerdictKind.UNDECIDED and not verdict.enough else verdict.kind.value
    said = _TEXTS[name][interface].format(
        p=_number(verdict.p, 3, interface), reussite=_number(verdict.reussite, 3, interface),
        upper=_number(verdict.upper, 3, interface), margin=_number(verdict.criteria.margin, 2, interface),
        level=_percent(verdict.criteria.level, interface), scored=verdict.scored, items=verdict.items,
        attested=verdict.attested,
    )  # fmt: skip
    power = _TEXTS["power"][interface].format(
        attested=verdict.attested, leak=_number(100 * verdict.criteria.leak, 0, interface),
        power=_number(verdict.power, 2, interface), plain=_number(verdict.power_plain, 2, interface),
    )  # fmt: skip
    told = () if without_names is None or without_names.items == verdict.items else (_named(without_names, interface),)
    missing = verdict.items - grown.items
    unknown = (unknown_words(missing, verdict.items, interface),) if missing else ()
    return (said, power, *told, *unknown, *((_of_growth(grown, interface),) if grown.items else ()))


def _few(verdict: Verdict) -> str:
    return "too_few_met" if verdict.attested < verdict.scored else "too_few"


def unknown_words(unknown: int, items: int, interface: str) -> str:
    """What to do about items whose words were never counted."""
    return _TEXTS["unknown"][interface].format(unknown=unknown, items=items)


def no_shape(items: int, interface: str) -> str:
    """The verdict on a collection that the test cannot be asked of."""
    return _TEXTS["no_shape"][interface].format(items=items)


def _named(verdict: Verdict, interface: str) -> str:
    return _TEXTS["names"][interface].format(
        verdict=_KINDS[verdict.kind][interface], scored=verdict.scored, items=verdict.items,
        reussite=_number(verdict.reussite, 3, interface), p=_number(verdict.p, 3, interface),
    )  # fmt: skip


def _of_growth(grown: Growth, interface: str) -> str:
    unscored = grown.items - grown.scored
    if not unscored:
        return _TEXTS["whole"][interface].format(items=grown.items)
    open_needs = [need for need in grown.needs if need.words is None or need.words > grown.words]
    needs = (" ; " if interface == "fr" else "; ").join(
        _TEXTS["no_need" if need.words is None else "need"][interface].format(
            words=size_of(need.words or 0, interface), share=_percent(need.share, interface)
        )
        for need in open_needs
    )
    return _TEXTS["growth"][interface].format(
        unscored=unscored, items=grown.items, words=size_of(grown.words, interface), pairs=grown.unseen_pairs,
        absent=grown.unseen_words, needs=needs,
    )  # fmt: skip


def _number(value: float, digits: int, interface: str) -> str:
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if interface == "fr" else text


def _percent(share: float, interface: str) -> str:
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%" if interface == "fr" else f"{share:.0%}"


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

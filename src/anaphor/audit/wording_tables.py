"""What the tables of an audit say, in French and in English."""

from anaphor.audit.confrontation import Unfit, UnfitReason
from anaphor.audit.plurals import fill
from anaphor.language.french import in_print

_WORDS = {
    "title": {
        "en": "{collection} on {corpus} ({words} words), {items} {items:?item|items}",
        "fr": "{collection} dans {corpus} ({words} mots), {items} {items:?item|items}",
    },
    "title_without_names": {
        "en": "without items whose candidates are names, {items} {items:?item|items}",
        "fr": "sans les items dont les candidats sont des noms propres, {items} {items:?item|items}",
    },
    "threshold": {"en": "threshold", "fr": "seuil"},
    "none": {"en": "none", "fr": "aucun"},
    "items": {"en": "items", "fr": "items"},
    "right": {"en": "right", "fr": "justes"},
    "exactitude": {"en": "exactitude", "fr": "exactitude"},
    "couverture": {"en": "couverture", "fr": "couverture"},
    "reussite": {"en": "réussite", "fr": "réussite"},
    "solved": {
        "en": "Simple statistics solve {solved} of {decided} {decided:?schema|schemas} with a choice in every "
        "item ({chance} by chance). Look at:",
        "fr": "De simples statistiques résolvent {solved} {solved:?schéma|schémas} sur {decided} "
        "{decided:?qui donne|qui donnent} un choix pour chaque item (par hasard : {chance}). "
        "À regarder :",
    },
    "solved_unscored": {
        "en": "Attestation alone, without two scores to compare, solves {solved} of {decided} "
        "{decided:?schema|schemas}: the right candidate is the only one that meets the cue "
        "({chance} by chance). Look at:",
        "fr": "La seule attestation, sans deux scores à comparer, résout {solved} "
        "{solved:?schéma|schémas} sur {decided} : le bon candidat est le seul à rencontrer le "
        "mot spécial (par hasard : {chance}). À regarder :",
    },
    "doubtful_language": {
        "en": "Language assumed: {language}; the words look like {looks}: say --language {looks}.",
        "fr": "Langue supposée : {language} ; les mots ressemblent à {looks} : écrivez --language {looks}.",
    },
    "more": {"en": "  … and {more} more; --json has them all.", "fr": "  … et {more} de plus ; --json les donne tous."},
    "association": {"en": "association", "fr": "association"},
    "attestation": {"en": "attestation", "fr": "attestation"},
    "lead": {"en": "lead", "fr": "avance"},
    "shortcut": {"en": "shortcut", "fr": "raccourci"},
    "answered": {"en": "answered", "fr": "avec réponse"},
    "rate": {"en": "rate", "fr": "taux"},
    "remark": {"en": "remark", "fr": "remarque"},
    "changed": {"en": "changed", "fr": "changement"},
    "into": {"en": "into", "fr": "en"},
    "words": {"en": "words", "fr": "mots"},
    "window": {"en": "window", "fr": "fenêtre"},
    "measure": {"en": "measure", "fr": "mesure"},
    "half": {"en": "half", "fr": "moitié"},
    "without": {"en": "without", "fr": "sans"},
    "doubts": {
        "en": "{doubts} {doubts:?doubt|doubts} about pairs that the collection gives by hand:",
        "fr": "Paires fournies par la collection et douteuses ({doubts}) :",
    },
    "unfit": {
        "en": "{unfit} {unfit:?item lacks|items lack} the shape that the test needs:",
        "fr": "Items sans la forme que demande le test ({unfit}) :",
    },
    "same_word": {"en": "two candidates have the word {word!r}", "fr": "deux candidats ont le même mot, {word!r}"},
    "cues": {"en": "the cues differ: {cues}", "fr": "les mots spéciaux diffèrent : {cues}"},
    "no_word": {"en": "{word!r} is no word of {candidate!r}", "fr": "{word!r} n'est pas un mot de {candidate!r}"},
    "other_word": {
        "en": "{word!r} is no word of {candidate!r} but of another candidate",
        "fr": "{word!r} n'est pas un mot de {candidate!r} mais d'un autre candidat",
    },
    "no_figure": {
        "en": "No figure is drawn: no item has the shape of the test.",
        "fr": "Aucune figure n'est tracée : aucun item n'a la forme du test.",
    },
    "no_counts": {
        "en": "No counts are written: no item has a pair to count.",
        "fr": "Aucun comptage n'est écrit : aucun item n'a de paire à compter.",
    },
}

_UNFIT_IN_FRENCH = {
    UnfitReason.NO_TWIN: "l'item n'a pas de jumeau : aucun mot spécial ne se dégage",
    UnfitReason.DIFFERENT_ANSWERS: "les jumeaux n'ont pas les mêmes candidats",
    UnfitReason.SAME_QUESTION: "la question est la même pour les deux jumeaux",
    UnfitReason.CUE_ELSEWHERE: "le mot qui change n'est pas dans la question",
    UnfitReason.SAME_CUE: "les jumeaux ont le même mot spécial",
    UnfitReason.NO_KEY: "la collection ne dit pas quel candidat est le bon",
    UnfitReason.NEITHER: "la bonne réponse n'est aucun des candidats",
    UnfitReason.ONE_CANDIDATE: "l'item n'a qu'un candidat",
    UnfitReason.NO_HAND_PAIR: "la collection ne donne pas de paire pour cet item",
    UnfitReason.UNUSABLE_PAIR: "la collection dit les paires de cet item inutilisables",
    UnfitReason.NO_LANGUAGE: "aucune langue de ce code n'est installée",
}


def word(name: str, interface: str, /, **values: object) -> str:
    """A word or sentence of the tables, filled in."""
    return fill(_WORDS[name][interface], interface, **values)


def unfit_text(unfit: Unfit, interface: str) -> str:
    """Why an item cannot be tested."""
    return in_print(_UNFIT_IN_FRENCH[unfit.reason]) if interface == "fr" else unfit.detail


def variation_name(what: str, name: str, interface: str) -> str:
    """Into what the test was changed; corpora and measures keep their names."""
    if interface != "fr":
        return name
    if what != "window":
        return in_print(name.replace(": ", " : ", 1)) if what == "half" else name
    return "phrase" if name == "sentence" else name.replace(" words", " mots")


def label(text: str, interface: str) -> str:
    """What stands before an explanation, with the colon of the language: `vase.1:`, in French `vase.1 :`."""
    return f"{text}\N{NO-BREAK SPACE}:" if interface == "fr" else f"{text}:"


def decimal(value: float, digits: int, interface: str) -> str:
    """A number with so many decimals: 0.55 in English, 0,55 in French."""
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if interface == "fr" else text


def threshold_text(value: float, interface: str) -> str:
    """The least lead at which an item is answered.

    >>> threshold_text(0.5, "fr"), threshold_text(0, "en")
    ('≥ 0,5', 'none')
    """
    if not value:
        return word("none", interface)
    shown = f"{value:.3g}"
    return f"≥ {shown.replace('.', ',') if interface == 'fr' else shown}"


def whole(value: int, interface: str) -> str:
    """A whole number with its thousands set apart.

    >>> whole(22596675, "en")
    '22,596,675'
    """
    text = f"{value:,}"
    return text.replace(",", "\N{NARROW NO-BREAK SPACE}") if interface == "fr" else text

"""The names of shortcuts and the remarks on them, in French and in English."""

from collections.abc import Sequence

from anaphor.audit.shortcuts.shortcut import Note, Shortcut
from anaphor.language.french import in_print
from anaphor.scoring import holm

_NAMES = {
    "selectional_restriction": {"en": "selectional restriction", "fr": "restriction de sélection"},
    "attestation": {"en": "attestation", "fr": "attestation"},
    "associative": {"en": "associative", "fr": "mot spécial lié à un candidat"},
    "listed_first": {"en": "listed first", "fr": "premier de la liste"},
    "first_mention": {"en": "first mention", "fr": "premier mentionné"},
    "nearest_mention": {"en": "nearest mention", "fr": "dernier mentionné"},
    "longer_candidate": {"en": "longer candidate", "fr": "candidat plus long"},
    "frequent_candidate": {"en": "frequent candidate", "fr": "candidat plus fréquent"},
    "prompt_overlap": {"en": "prompt overlap", "fr": "mots communs avec la question"},
    "candidate_only": {"en": "candidate only", "fr": "candidats seuls"},
    "cue_only": {"en": "cue only", "fr": "mot spécial seul"},
    "text_only": {"en": "text only", "fr": "texte seul"},
    "exposure": {"en": "exposure", "fr": "présence dans le corpus"},
    "embeddings": {"en": "embeddings", "fr": "plongements"},
}

_NOTES = {
    "not_asked": {"en": "no item could be asked", "fr": "aucun item ne s'y prête"},
    "no_words": {"en": "{corpus} has no counts of these words", "fr": "{corpus} ne compte pas ces mots"},
    "too_few": {
        "en": "{schemas} schemas are too few to learn from",
        "fr": "{schemas} schémas ne suffisent pas à un apprentissage",
    },
    "folds": {
        "en": "the test takes the folds as independent, which they are only nearly",
        "fr": "le test traite les plis comme indépendants, ce qui n'est vrai qu'à peu près",
    },
    "no_text": {
        "en": "{corpus} shows no sentence, so copies cannot be looked for",
        "fr": "{corpus} ne montre aucune phrase : on ne peut y chercher de copies",
    },
    "copies": {
        "en": "items that stand in the corpus, nearly word for word",
        "fr": "items présents dans le corpus, presque mot pour mot",
    },
    "associative": {"en": "{schemas} associative schemas", "fr": "schémas associatifs : {schemas}"},
    "associative_beside": {
        "en": "{schemas} associative schemas; of the source's {theirs} associative items {found} are found, and "
        "{others} others",
        "fr": "schémas associatifs : {schemas} ; sur les {theirs} items que la source dit associatifs, {found} sont "
        "retrouvés, et {others} autres s'y ajoutent",
    },
    "no_models": {
        "en": "no linear model has a choice on any item",
        "fr": "aucun modèle linéaire ne départage les candidats",
    },
    "filtered": {
        "en": "items set aside (rounds: {rounds}); mean share of right models {before:.2f} ({expected:.2f} with keys "
        "swapped), at the end {after:.2f}",
        "fr": "items écartés (tours : {rounds}) ; part moyenne de modèles justes {before:.2f} ({expected:.2f} avec des "
        "réponses échangées), à la fin {after:.2f}",
    },
}

_BEYOND = {
    "en": "Chance does not explain these shortcuts ({tested} tested together, Holm): {told}.",
    "fr": "Le hasard n'explique pas ces raccourcis ({tested} testés ensemble, Holm) : {told}.",
}


def beyond_chance(found: Sequence[Shortcut], level: float, interface: str) -> tuple[str, ...]:
    """The sentence that names the shortcuts further from chance than keys swapped at random; none where none is."""
    tested = [each for each in found if each.answered]
    chances = holm([each.p for each in tested])
    told = [
        f"{shortcut_name(each.name, interface)} {each.right} / {each.answered}"
        for each, chance in zip(tested, chances, strict=True)
        if chance < 1 - level
    ]
    text = in_print(_BEYOND["fr"]) if interface == "fr" else _BEYOND["en"]
    return (text.format(tested=len(tested), told=", ".join(told)),) if told else ()


def shortcut_name(name: str, interface: str) -> str:
    """What a shortcut is called in a table; one that is not listed by its own name."""
    return _NAMES.get(name, {}).get(interface, name.replace("_", " "))


def note_text(note: Note | None, interface: str) -> str:
    """A remark in words; nothing where there is none."""
    if note is None:
        return ""
    text = _NOTES[note.name][interface]
    if interface != "fr":
        return text.format(**dict(note.values))
    told = in_print(text).format(**dict(note.values))
    return told.replace("0.", "0,").replace("1.", "1,") if note.name == "filtered" else told

"""Datives behind every kind of subject: a grid of subjects, verb phrases, tenses and negation."""

from itertools import product

import pytest

import anaphor

SUBJECTS = (
    *("Nadia", "Marie", "Pierre", "Madame Lefort", "Jean Dupont", "Le docteur Morel", "Le voisin", "Une amie d'Anna"),
    *("Paul et Rose", "Cela", "Quelqu'un", "Tout", "Chacun", "Elle", "On", "Celui-ci", "Plusieurs", "Les deux"),
)
PHRASES = {
    "a souri": "a souri @",
    "plaît": "plaît @",
    "manque": "manque @",
    "a nui": "a nui @",
    "ment": "ment @",
    "ressemble": "ressemble @",
    "appartient": "appartient @",
    "fait confiance": "fait confiance @",
    "a fait peur": "a fait peur @",
    "a dit bonjour": "a dit bonjour @",
    "offre des fleurs": "offre des fleurs @",
    "a donné un livre": "a donné un livre @",
    "a sauvé la vie": "a sauvé la vie @",
    "prêtera sa voiture": "prêtera sa voiture @",
    "avait promis de venir": "avait promis @ de venir",
    "demande de partir": "demande @ de partir",
    "semble utile": "semble utile @",
    "coûtait cher": "coûtait cher @",
    "n'a pas répondu": "n'a pas répondu @",
    "ne parlera plus": "ne parlera plus @",
}
CLITICS = {"leur": ("les élèves", "aux élèves"), "lui": ("l'élève", "à l'élève")}


@pytest.mark.parametrize("clitic", CLITICS)
def test_a_dative_is_one_behind_every_subject(clitic: str) -> None:
    candidate, said = CLITICS[clitic]
    wrong = []
    for subject, (phrase, read) in product(SUBJECTS, PHRASES.items()):
        negated = phrase.startswith(("n'", "ne "))
        verb = phrase.removeprefix("n'").removeprefix("ne ")
        text = f"{subject} ne [{clitic}] {verb}." if negated else f"{subject} [{clitic}] {verb}."
        found = anaphor.read(text, candidate, language="fr")
        if getattr(found, "text", None) != f"{subject} {read.replace('@', said)}.":
            wrong.append((text, found))
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ils ont perdu [leur] montre.", "Ils ont perdu la montre des élèves."),
        ("Jean vend [leur] ferme.", "Jean vend la ferme des élèves."),
        ("Nadia a vu [leur] manque de courage.", "Nadia a vu le manque de courage des élèves."),
        ("Selon Nadia [leur] réponse est fausse.", "Selon Nadia la réponse des élèves est fausse."),
        ("Paul et [leur] garde sont partis.", "Paul et le garde des élèves sont partis."),
    ],
)
def test_before_a_noun_it_stays_a_possessive(text: str, read: str) -> None:
    assert getattr(anaphor.read(text, "les élèves", language="fr"), "text", None) == read

"""What the fixtures were made from: a collection with every feature, a corpus, labels, a challenge's questions."""

import random

COLLECTION = r"""# A collection that uses every key of the native format.
anaphor: 1
name: kept
title: "Schémas gardés"
language: fr
version: "0.1"
licence: CC0-1.0
authors: [Une autrice, Un auteur]
citation: "Une autrice et un auteur, Schémas gardés."
notes: |
  Écrits pour les essais ;
  deux lignes.

schemas:
  - id: chien          # a comment that must survive
    text: "Le chien a volé l'os du chat parce qu'[il] {avait faim|dormait}."
    question: "Qui {avait faim|dormait} ?"
    answers: [le chien, le chat]
    domains: [nature, causal]
    annotations:
      - {pairs: [[chien, faim], [chat, faim]], associative: "no", switchable: "true", human: {right: 9, asked: 10}}
      - {pairs: [[chien, dormir], [chat, dormir]], associative: "no", switchable: "true", human: {right: 8, asked: 10}}
    notes: relu deux fois
  - id: lampe
    text: "La lampe est tombée sur la table et [elle] s'est {brisée|rayée}."
    question: "Qu'est-ce qui s'est {brisé|rayé} ?"
    candidates: [la table, la lampe, le tapis]
    answers: [la lampe, la table]
    readings:
      la lampe: "La lampe est tombée sur la table et la lampe s'est {brisée|rayée}."
      la table: "La lampe est tombée sur la table et la table s'est {brisée|rayée}."
    source: autre#12
    versions:
      - author: Un auteur
        text: "La lampe a heurté la table et [elle] s'est {brisée|rayée}."
        question: "Qu'est-ce qui s'est {brisé|rayé} ?"
        answers: [la lampe, la table]
        note: plus court
  - id: pain
    text: "Le boulanger sert la cliente avant le facteur, car [_] est {pressée|patient|arrivée tôt}."
    question: "Qui est {pressée|patient|arrivée tôt} ?"
    answers: [la cliente, le facteur, la cliente]
    status: proposed
    reason: trois variantes
  - id: jardin
    variants:
      - {text: "Léa arrose les fleurs de Zoé, car [elle] est {absente}.", question: "Qui est absente ?",
         candidates: [Léa, Zoé], answer: Zoé}
      - {text: "Léa arrose les fleurs de Zoé, car [elle] est {serviable}.", question: "Qui est serviable ?",
         candidates: [Léa, Zoé], answer: Léa}
  - id: muette
    text: "Paul a promis à Marc de {venir|l'attendre}."
    question: "Qui doit {venir|attendre} ?"
    candidates: [Paul, Marc]
    answers: [Paul, Paul]
    anaphor: implicit
  - id: ecartee
    text: "Le seau a rempli la cuve parce qu'[il] était {plein|vide}."
    question: "Qu'est-ce qui était {plein|vide} ?"
    answers: [le seau, la cuve]
    status: excluded
    reason: le genre trahit la réponse

problems:
  - id: auberge
    text: "Le patron vit entrer un voyageur trempé. [Il] lui tendit une serviette."
    question: "Qui tendit une serviette ?"
    candidates: [le patron, le voyageur]
    answer: le patron
    origin: constructed
    genre: roman
    passage: auberge-1
    domains: [household]
  - id: marche
    text: 'La marchande pèse \[sans hâte\] les poires de la voisine ; [elle] {rend} la monnaie.'
    question: "Qui rend la monnaie ?"
    candidates: [{text: La marchande, at: [0, 12]}, la voisine]
    key: 1
    origin: modified
  - id: personne
    text: "Hugo et Luc attendent. [Il] pleut depuis une heure."
    candidates: [Hugo, Luc]
    key: neither
    origin: verbatim
  - id: ambigue
    text: "Le peintre dit au maçon qu'il croit qu'il a raison."
    question: "Qui a raison ?"
    anaphor: ambiguous
    form: il
    candidates: [le peintre, le maçon]
    answer: le maçon
  - id: english
    language: en
    text: "The jar did not fit into the basket because [it] was too wide."
    question: "What was too wide?"
    candidates: [the jar, the basket]
    answer: the jar
  - id: sans-cle
    text: "Le chat regarde le chien ; [il] a faim."
    question: "Qui a faim ?"
    candidates: [le chat, le chien]
  - id: atelier
    text: "La potière tend le vase à sa nièce. [Elle] [le] laisse tomber."
    anaphors:
      - {question: "Qui laisse tomber le vase ?", candidates: [la potière, sa nièce], answer: sa nièce}
      - {question: "Que laisse-t-elle tomber ?", candidates: [le vase, le tour], answer: le vase}
"""

_SUBJECTS = (
    "Le chien",
    "Le chat",
    "La marchande",
    "Le boulanger",
    "La voisine",
    "Le facteur",
    "La potière",
    "Le maçon",
)
_VERBS = (
    "avait faim",
    "dormait",
    "rendait la monnaie",
    "attendait le pain",
    "portait la lampe",
    "regardait la table",
    "arrosait les fleurs",
    "mangeait un os",
    "était pressé",
    "tenait le vase",
)
_PLACES = ("dans la cour", "près de la porte", "au marché", "devant l'atelier", "sous la fenêtre", "à l'auberge")


def corpus(number: int) -> str:
    """One of the corpus's texts: a sentence per line; dogs are hungry and cats asleep more often than others."""
    draw = random.Random(number)
    lines = [f"{draw.choice(_SUBJECTS)} {draw.choice(_VERBS)} {draw.choice(_PLACES)}." for _ in range(40)]
    lines += ["Le chien avait faim ce soir.", "Le chat dormait encore.", "Le chien a mangé l'os du chat."] * 3
    draw.shuffle(lines)
    return "\n".join(lines) + "\n"


def labels() -> str:
    """Labels of four annotators on thirty texts, one label missing."""
    draw = random.Random(5)
    lines = ["item,annotator,label"]
    for item in range(1, 31):
        usual = draw.choice("PN0")
        for annotator in ("anne", "bruno", "chloé", "dina"):
            label = usual if draw.random() < 0.8 else draw.choice("PN0")
            lines.append(f"t{item:02},{annotator},{'' if (item, annotator) == (7, 'dina') else label}")
    return "\n".join(lines) + "\n"


_NAMES = ("Hugo", "Paul", "Marc", "Luc", "Jules", "Simon", "Victor", "Thomas", "Antoine", "Bruno")
_THINGS = (
    "une échelle",
    "un parapluie",
    "un marteau",
    "une lampe",
    "un panier",
    "une valise",
    "un stylo",
    "une brouette",
    "un manteau",
    "une corde",
    "un seau",
    "une pelle",
    "un tabouret",
)
_MOMENTS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi")


def questions() -> str:
    """A challenge's collection: enough schemas and problems for two rounds, made from two patterns of our own."""
    lines = [
        "anaphor: 1",
        "name: questions",
        "title: Questions gardées",
        "language: fr",
        "licence: CC0-1.0",
        "schemas:",
    ]
    for number in range(65):
        one, other, thing, day = _drawn(number)
        text = f"Ce {day}, {one} a prêté {thing} à {other} parce qu'[il] en avait {{deux|besoin}}."
        lines += [f"  - id: s{number}", f'    text: "{text}"', '    question: "Qui en avait {deux|besoin} ?"']
        lines += [f"    answers: [{one}, {other}]", '    annotations: [{switchable: "true"}, {switchable: "true"}]']
    lines.append("problems:")
    for number in range(65):
        one, other, thing, day = _drawn(number + 65)
        right, said = (one, "retrouvé") if number % 2 else (other, "perdu")
        text = f"Depuis {day}, {one} veut rendre {thing} à {other}. [Il] avait {said} cet objet."
        lines += [f"  - id: p{number}", f'    text: "{text}"', f'    question: "Qui avait {said} cet objet ?"']
        lines += [f"    candidates: [{one}, {other}]", f"    answer: {right}", "    origin: constructed"]
    return "\n".join(lines) + "\n"


def _drawn(number: int) -> tuple[str, str, str, str]:
    first = number % len(_NAMES)
    second = (first + 1 + number // len(_NAMES) % (len(_NAMES) - 1)) % len(_NAMES)
    return _NAMES[first], _NAMES[second], _THINGS[number % len(_THINGS)], _MOMENTS[number % len(_MOMENTS)]


EXPERT = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    text, candidates = question["text"], question["candidates"]
    places = [text.find(candidate) for candidate in candidates]
    first = any(word in text for word in ("deux", "retrouvé"))
    choice = places.index(min(places) if first else max(places))
    print(json.dumps({"id": question["id"], "choice": choice}), flush=True)
"""
"""An entry that understands both patterns, whatever the names."""

DOUBTER = """
import json, sys
for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    if number % 3 == 0:
        print(json.dumps({"id": question["id"], "abstain": "no idea"}), flush=True)
    elif number % 3 == 1:
        print("eh?", flush=True)
    else:
        print(json.dumps({"id": question["id"], "scores": [0.25, 0.75]}), flush=True)
"""
"""An entry that abstains, says what cannot be read, and gives scores."""

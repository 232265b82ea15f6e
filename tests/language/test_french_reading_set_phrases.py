"""En, y, datives, possessives and candidates of several parts; set phrases in which a pronoun stands for nothing."""

import pytest

from anaphor.language import NoReading
from tests.language.french_cases import Case, made

COORDINATED: list[Case] = [
    ("Elle [leur] a dit non.", "le maire et les adjoints", "Elle a dit non au maire et aux adjoints."),
    ("Elle se méfie d'[eux].", "le chien et le chat", "Elle se méfie du chien et du chat."),
    ("Elle [en] parle.", "les chats et les chiens", "Elle parle des chats et des chiens."),
    ("Il [y] a renoncé.", "le vélo et la marche", "Il a renoncé au vélo et à la marche."),
    ("[Leur] toit fuit.", "le duc et la duchesse", "Le toit du duc et de la duchesse fuit."),
    ("Elle [leur] parle.", "Anne et Hugo", "Elle parle à Anne et Hugo."),
]
EN: list[Case] = [
    ("Combien [en] veux-tu ?", "les pommes", "Combien de pommes veux-tu ?"),
    ("Débarrasse-t'[en].", "les vieux journaux", "Débarrasse-toi des vieux journaux."),
    ("Donne-m'[en] un peu.", "de la confiture", "Donne-moi un peu de confiture."),
    ("Il [en] a cassé quelques-uns.", "les œufs", "Il a cassé quelques-uns des œufs."),
    ("Elle n'[en] a acheté qu'un.", "les melons", "Elle n'a acheté qu'un des melons."),
    ("Il [en] a bu deux verres.", "du lait", "Il a bu deux verres de lait."),
    ("J'[en] veux une autre.", "une part", "Je veux une autre part."),
    ("Le prix [en] a doublé.", "les tomates", "Le prix des tomates a doublé."),
    ("Le roi [en] tomba amoureux.", "Hélène", "Le roi tomba amoureux d'Hélène."),
    ("Elle [en] a besoin.", "de la farine", "Elle a besoin de farine."),
    ("Il craint de n'[en] plus jamais sortir.", "la cave", "Il craint de ne plus jamais sortir de la cave."),
    ("En [en] sortant, il tomba.", "le bar", "En sortant du bar, il tomba."),
]
PLACES: list[Case] = [
    ("Ils [y] habitent.", "la France", "Ils habitent en France."),
    ("Elle n'[y] est jamais allée.", "le Japon", "Elle n'est jamais allée au Japon."),
    ("Elle [y] est née.", "Les Sables-d'Olonne", "Elle est née aux Sables-d'Olonne."),
    ("Il est né [là-bas].", "l'Italie", "Il est né en Italie."),
    ("Il revient de [là-bas].", "Le Caire", "Il revient du Caire."),
    ("Il revient de [là-bas].", "la Grèce", "Il revient de Grèce."),
    ("Elle [y] a passé la nuit.", "la gare", "Elle a passé la nuit à la gare."),
    ("Je ne m'[y] fie pas.", "les horoscopes", "Je ne me fie pas aux horoscopes."),
]
OTHERS: list[Case] = [
    ("[Lui] as-tu répondu ?", "le notaire", "As-tu répondu au notaire ?"),
    ("Il les [leur] a tous rendus.", "les élèves", "Il les a tous rendus aux élèves."),
    ("Je [lui] en ai acheté trois.", "la marchande", "J'en ai acheté trois à la marchande."),
    ("Zoé sonna et [lui] a tout avoué.", "le juge", "Zoé sonna et a tout avoué au juge."),
    ("Je [lui] fais entièrement confiance.", "le guide", "Je fais entièrement confiance au guide."),
    ("Il but [son] onzième verre.", "le serveur", "Il but le onzième verre du serveur."),
    ("On entend [ses] éternelles plaintes.", "la cliente", "On entend les éternelles plaintes de la cliente."),
    ("On aime [sa] robe noire à paillettes.", "la diva", "On aime la robe noire à paillettes de la diva."),
    ("On moque [sa] façon de parler.", "le galeriste", "On moque la façon de parler du galeriste."),
    ("[Leur] huitième enfant est né.", "les Hubert", "Le huitième enfant des Hubert est né."),
    ("Ici [son] humeur joyeuse m'entraîne.", "le chef", "Ici l'humeur joyeuse du chef m'entraîne."),
    ("Mes cheveux sont plus longs que [ceux] de Léa.", "la barbe", "Mes cheveux sont plus longs que la barbe de Léa."),
    ("Puisse-t-[il] réussir !", "le candidat", "Puisse le candidat réussir !"),
    ("Presqu'[il] tombait.", "le fou", "Presque le fou tombait."),
    ("ON SAIT QU'[IL] PART.", "LE CHEF", "ON SAIT QUE LE CHEF PART."),
    ("[Il] manque de sel.", "le gâteau", "Le gâteau manque de sel."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), COORDINATED + EN + PLACES + OTHERS)
def test_a_candidate_takes_the_place_that_the_phrase_gives_it(marked: str, candidate: str, expected: str) -> None:
    found = made(marked, candidate)
    assert not isinstance(found, NoReading), found.detail
    assert found[0].text == expected


SET_PHRASES: list[tuple[str, str]] = [
    ("Vas-[y], raconte !", "la maison"),
    ("Que veux-tu dire par [là] ?", "la phrase"),
    ("Elle n'[y] peut rien.", "le retard"),
    ("Il s'[y] connaît.", "la mécanique"),
    ("Il s'[y] prend mal.", "la cuisine"),
    ("Ne me crie pas [dessus].", "Paul"),
    ("Elle commence à [en] avoir assez.", "le bruit"),
    ("Il [en] va de même pour Paul.", "le vin"),
    ("Il mange [en] marchant.", "la rue"),
    ("Ils [en] sont venus aux mains.", "la dispute"),
    ("Où [en] est-il ?", "le projet"),
    ("[Cela] dit, il sortit.", "la phrase"),
    ("[C']est gentil de venir.", "la fleur"),
    ("[C']en est trop.", "le bruit"),
    ("Un point, [c']est tout.", "la fleur"),
    ("Quelle heure est-[il] ?", "le train"),
    ("Que se passe-t-[il] ?", "le train"),
    ("[Il] est arrivé un accident.", "le train"),
    ("[Il] suffit d'un mot.", "le juge"),
    ("[Il] plut toute la nuit.", "les nuages"),
    ("Quoi qu'[il] en soit, partons.", "Paul"),
    ("C'est un lac au bord [duquel] on campe.", "le lac"),
    ("Il ignore [lequel] est coupable.", "Hugo"),
    ("Il a quitté tout [cela].", "les chaises"),
]


@pytest.mark.parametrize(("marked", "candidate"), SET_PHRASES)
def test_a_pronoun_of_a_set_phrase_is_refused(marked: str, candidate: str) -> None:
    assert isinstance(made(marked, candidate), NoReading)

"""Possessives, strong pronouns, en, y, adverbs, demonstratives and blanks in unseen sentences."""

import pytest

from tests.language.french_cases import Case, best

STRONG: list[Case] = [
    ("Je pense à [lui].", "le vieux monsieur", "Je pense au vieux monsieur."),
    ("Il s'occupe de [lui].", "le garçon", "Il s'occupe du garçon."),
    ("Elle a peur d'[eux].", "les loups", "Elle a peur des loups."),
    ("Elle a peur d'[elle].", "Anne", "Elle a peur d'Anne."),
    ("Je vais chez [elle].", "la voisine", "Je vais chez la voisine."),
    ("Il est plus grand qu'[elle].", "Anne", "Il est plus grand qu'Anne."),
    ("Il est plus grand que [lui].", "Anne", "Il est plus grand qu'Anne."),
    ("C'est [lui] qui a gagné.", "Théo", "C'est Théo qui a gagné."),
    ("C'est [elle] que j'ai vue.", "la directrice", "C'est la directrice que j'ai vue."),
    ("[Lui], il dort.", "le père", "Le père, il dort."),
    ("[Lui] ne dort pas.", "le père", "Le père ne dort pas."),
    ("Il se débrouille tout seul, [lui].", "le père", "Il se débrouille tout seul, le père."),
    ("L'un d'[eux] a menti.", "les suspects", "L'un des suspects a menti."),
    ("C'est que [lui] aussi ment.", "Paul", "C'est que Paul aussi ment."),
    ("Elle est partie sans [eux].", "les enfants", "Elle est partie sans les enfants."),
    ("Derrière [lui], un chien aboyait.", "le facteur", "Derrière le facteur, un chien aboyait."),
    ("Grâce à [eux], tout va bien.", "les voisins", "Grâce aux voisins, tout va bien."),
    ("Et [lui], que fait-il ?", "le maire", "Et le maire, que fait-il ?"),
    ("Je parle de [lui].", "Le Pen", "Je parle de Le Pen."),
    ("Je viens de chez [lui].", "M. Roques", "Je viens de chez M. Roques."),
    ("Il est arrivé avec [lui].", "Le Dr. Vincenot", "Il est arrivé avec le Dr. Vincenot."),
    ("Elle aime Paul, mais [lui] ne l'aime pas.", "Paul", "Elle aime Paul, mais Paul ne l'aime pas."),
    ("Elle aime Paul, mais [lui] aime Anne.", "Paul", "Elle aime Paul, mais Paul aime Anne."),
    ("Tout dépend de [lui].", "l'homme", "Tout dépend de l'homme."),
    ("Il compte sur [elles].", "les infirmières", "Il compte sur les infirmières."),
    ("Il a été mordu par [lui].", "le chien", "Il a été mordu par le chien."),
    ("Elle est assise entre [eux].", "Paul et Luc", "Elle est assise entre Paul et Luc."),
    ("Je l'ai vu avec [elle].", "l'héroïne", "Je l'ai vu avec l'héroïne."),
    ("Il doute de [lui].", "le hibou", "Il doute du hibou."),
    ("Ce sont [eux] qui ont gagné.", "les Verts", "Ce sont les Verts qui ont gagné."),
    ("Elle travaille tandis que [lui] dort.", "Paul", "Elle travaille tandis que Paul dort."),
    ("Je sais que c'est [lui] le coupable.", "le jardinier", "Je sais que c'est le jardinier le coupable."),
    ("Elle s'est moquée d'[eux].", "le facteur", "Elle s'est moquée du facteur."),
    ("Elle habite au-dessus de chez [lui].", "le onzième joueur", "Elle habite au-dessus de chez le onzième joueur."),
    ("Le gardien se méfie d'[elle].", "la hyène", "Le gardien se méfie de la hyène."),
    ("Il y va avec [elle] (sa sœur).", "Inès", "Il y va avec Inès (sa sœur)."),
    ("Il ment ; [elle], jamais.", "l'avocate", "Il ment ; l'avocate, jamais."),
    ("Qui a parlé ? [Lui].", "le maire", "Qui a parlé ? Le maire."),
    ("Aucun d'entre [eux] n'a ri.", "les voisins", "Aucun des voisins n'a ri."),
    ("Il va jusqu'à [eux].", "les voisins", "Il va jusqu'aux voisins."),
    ("C'est [lui] qui chante !", "les voisins", "Ce sont les voisins qui chantent !"),
    ("C'est [elle] que j'ai vue.", "le directeur", "C'est le directeur que j'ai vu."),
    ("C'est [elle] qui est venue.", "le directeur", "C'est le directeur qui est venu."),
    ("[Lui] ne dort pas.", "les voisins", "Les voisins ne dorment pas."),
    ("[Lui] seul le savait.", "Anne", "Anne seule le savait."),
    ("Je crois en [lui].", "Anne", "Je crois en Anne."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), STRONG)
def test_a_strong_pronoun_gives_its_place_to_the_candidate(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected


POSSESSIVES: list[Case] = [
    ("Il a pris [son] grand frère malade par la main.", "Paul", "Il a pris le grand frère malade de Paul par la main."),
    ("Il marche vers [son] bureau.", "le directeur", "Il marche vers le bureau du directeur."),
    ("Il va à [son] bureau.", "le directeur", "Il va au bureau du directeur."),
    ("Il a hérité de [son] oncle.", "le voisin", "Il a hérité de l'oncle du voisin."),
    ("[Leur] population augmente.", "les villes", "La population des villes augmente."),
    ("[Leur] mère est venue.", "les enfants", "La mère des enfants est venue."),
    ("[Son] amie dort.", "Hélène", "L'amie d'Hélène dort."),
    ("[Son] ancienne maison a brûlé.", "le maire", "L'ancienne maison du maire a brûlé."),
    ("J'ai vu [ses] trois chats.", "Hélène", "J'ai vu les trois chats d'Hélène."),
    ("Il a perdu [son] mot de passe.", "Léa", "Il a perdu le mot de passe de Léa."),
    ("Elle porte [son] sac à dos.", "le garçon", "Elle porte le sac à dos du garçon."),
    ("Il a rencontré [sa] fille Anne hier.", "Marie", "Il a rencontré la fille de Marie, Anne, hier."),
    ("Un de [ses] amis est venu.", "Paul", "Un des amis de Paul est venu."),
    ("À [leur] retour, tout était propre.", "les Petit", "Au retour des Petit, tout était propre."),
    ("En [son] absence, tout va mal.", "le chef", "En l'absence du chef, tout va mal."),
    ("[Son] pare-chocs avant est cassé.", "Kader", "Le pare-chocs avant de Kader est cassé."),
    ("[Ses] frères et sœurs dorment.", "Kader", "Les frères et sœurs de Kader dorment."),
    ("[Sa] joue, encore engourdie, lui faisait mal.", "Zoé", "La joue de Zoé, encore engourdie, lui faisait mal."),
    ("Elle a trouvé [sa] soupe froide.", "Zoé", "Elle a trouvé la soupe de Zoé froide."),
    ("Il a retiré [sa] main de la poche.", "Zoé", "Il a retiré la main de Zoé de la poche."),
    ("C'est [son] premier titre.", "Maéva", "C'est le premier titre de Maéva."),
    ("[Ses] mains tremblent.", "le vieil homme", "Les mains du vieil homme tremblent."),
    ("[Son] héros préféré est mort.", "l'enfant", "Le héros préféré de l'enfant est mort."),
    ("[Leur] arrivée surprit tout le monde.", "les invités", "L'arrivée des invités surprit tout le monde."),
    (
        "Il a vu [leurs] valises rouges dans l'entrée.",
        "les invités",
        "Il a vu les valises rouges des invités dans l'entrée.",
    ),
    ("J'entends [leur] chien aboyer.", "les voisins", "J'entends le chien des voisins aboyer."),
    (
        "Il a emprunté [sa] voiture pour aller à Lyon.",
        "le voisin",
        "Il a emprunté la voiture du voisin pour aller à Lyon.",
    ),
    (
        "[Ses] parents, très fiers, applaudirent.",
        "la danseuse",
        "Les parents de la danseuse, très fiers, applaudirent.",
    ),
    ("Elle connaît [sa] peur du noir.", "l'enfant", "Elle connaît la peur du noir de l'enfant."),
    ("Elle lui rend [son] sourire.", "l'enfant", "Elle lui rend le sourire de l'enfant."),
    ("Je n'aime pas [ses] plaisanteries stupides.", "le clown", "Je n'aime pas les plaisanteries stupides du clown."),
    ("[Son] petit frère est plus grand que lui.", "Ali", "Le petit frère d'Ali est plus grand que lui."),
    ("[Son] mari et ses enfants dorment.", "Inès", "Le mari d'Inès et ses enfants dorment."),
    ("Il a cassé [son] verre de vin.", "Inès", "Il a cassé le verre de vin d'Inès."),
    ("Cette nouvelle rend [son] père heureux.", "Zoé", "Cette nouvelle rend le père de Zoé heureux."),
    ("Il laisse [sa] porte ouverte.", "Zoé", "Il laisse la porte de Zoé ouverte."),
    ("[Ses] yeux bleus et doux me regardaient.", "l'enfant", "Les yeux bleus et doux de l'enfant me regardaient."),
    (
        "Il a garé [sa] grosse voiture noire devant la maison.",
        "le ministre",
        "Il a garé la grosse voiture noire du ministre devant la maison.",
    ),
    ("[Sa] tasse à café est sale.", "le ministre", "La tasse à café du ministre est sale."),
    (
        "Il a oublié [ses] lunettes de soleil dans le train.",
        "Rachid",
        "Il a oublié les lunettes de soleil de Rachid dans le train.",
    ),
    ("[Leur] hôtel est complet.", "les touristes", "L'hôtel des touristes est complet."),
    ("Il admire [leur] courage.", "les pompiers", "Il admire le courage des pompiers."),
    ("Tous [ses] amis sont là.", "Chloé", "Tous les amis de Chloé sont là."),
    ("Aucune de [ses] filles n'écrit.", "Chloé", "Aucune des filles de Chloé n'écrit."),
    (
        "Le facteur a laissé [son] colis chez la voisine.",
        "Chloé",
        "Le facteur a laissé le colis de Chloé chez la voisine.",
    ),
    ("Elle a mis [sa] montre en or au coffre.", "Chloé", "Elle a mis la montre en or de Chloé au coffre."),
    ("Il tient à [sa] mère plus qu'à tout.", "Tom", "Il tient à la mère de Tom plus qu'à tout."),
    ("Il se souvient de [ses] erreurs.", "Tom", "Il se souvient des erreurs de Tom."),
    ("Il quitte [sa] planète.", "le roi", "Il quitte la planète du roi."),
    ("Elle dit à [ses] enfants de ranger leurs jouets.", "Anne", "Elle dit aux enfants d'Anne de ranger leurs jouets."),
    ("Il agit en [son] nom.", "Marc", "Il agit au nom de Marc."),
    ("Il se tait en [sa] présence.", "Marc", "Il se tait en présence de Marc."),
    ("En [sa] compagnie, on rit.", "le clown", "En compagnie du clown, on rit."),
    ("En [leur] absence, il a plu.", "les voisins", "En l'absence des voisins, il a plu."),
    ("Il est mort avant [son] centième anniversaire.", "Marc", "Il est mort avant le centième anniversaire de Marc."),
    ("[Sa] sotte fierté l'exaspérait.", "le roi", "La sotte fierté du roi l'exaspérait."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), POSSESSIVES)
def test_a_possessive_becomes_an_article_and_the_owner_follows(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected


OWNED: list[Case] = [
    ("J'ai pris mon sac et [le sien].", "Marie", "J'ai pris mon sac et celui de Marie."),
    ("J'ai pris mon sac et le [sien].", "Marie", "J'ai pris mon sac et celui de Marie."),
    ("Il préfère sa maison à [la leur].", "les voisins", "Il préfère sa maison à celle des voisins."),
    ("Je pense au [sien].", "le voisin", "Je pense à celui du voisin."),
    ("Il préfère ma voiture à la [sienne].", "le garagiste", "Il préfère ma voiture à celle du garagiste."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), OWNED)
def test_a_possessive_pronoun_becomes_celui_de(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected


DEMONSTRATIVES: list[Case] = [
    ("[C']est un homme remarquable.", "mon arrière-grand-père", "Mon arrière-grand-père est un homme remarquable."),
    ("[C']est très beau.", "la mer", "La mer est très belle."),
    ("[Ce] sont des amis.", "Paul et Luc", "Paul et Luc sont des amis."),
    ("[C']était de bons amis.", "Paul et Luc", "Paul et Luc étaient de bons amis."),
    ("[C']était difficile à prononcer.", "Tina", "Tina était difficile à prononcer."),
    ("[Cela] me plaît.", "les fleurs", "Les fleurs me plaisent."),
    ("[Ça] coûte cher.", "les fleurs", "Les fleurs coûtent cher."),
    ("J'aime [ça].", "les fraises", "J'aime les fraises."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), DEMONSTRATIVES)
def test_a_demonstrative_subject_takes_its_place_and_the_predicate_agrees(
    marked: str, candidate: str, expected: str
) -> None:
    assert best(marked, candidate) == expected


NOUNS: list[Case] = [
    ("[Celui-ci] a refusé.", "le témoin", "Le témoin a refusé."),
    ("Il a parlé à [celui-ci].", "le témoin", "Il a parlé au témoin."),
    ("[Ce dernier] a refusé.", "Le témoin", "Le témoin a refusé."),
    ("[Cet idiot] n'a rien vu.", "Paul", "Paul n'a rien vu."),
    ("L'[idiot] n'a rien vu.", "Paul", "Paul n'a rien vu."),
    ("Mais l'[idiot] n'a rien vu.", "le voisin", "Mais le voisin n'a rien vu."),
    ("J'ai mis la lettre dans [celle-ci].", "l'enveloppe", "J'ai mis la lettre dans l'enveloppe."),
    ("Le médecin n'a pas reconnu [celle-là].", "l'infirmière", "Le médecin n'a pas reconnu l'infirmière."),
    (
        "Les clés sont là : [celles-ci] ouvrent la cave.",
        "les clés rouges",
        "Les clés sont là : les clés rouges ouvrent la cave.",
    ),
    ("Cette [imbécile] a tout cassé.", "Marie", "Marie a tout cassé."),
    ("[Le pauvre homme] pleurait.", "Victor", "Victor pleurait."),
    ("Il a salué [la vieille dame].", "Mme Roux", "Il a salué Mme Roux."),
    ("Il a parlé à [la vieille dame].", "le pharmacien", "Il a parlé au pharmacien."),
    ("[Celui-ci] refuse.", "les voisins", "Les voisins refusent."),
    ("[Le pauvre homme] est fatigué.", "Anne", "Anne est fatiguée."),
    ("Elle a vu [le pauvre homme].", "les voisins", "Elle a vu les voisins."),
    ("La chaise de [celui-ci] est cassée.", "les voisins", "La chaise des voisins est cassée."),
    ("L'[idiot] a tout cassé.", "les voisins", "Les voisins ont tout cassé."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), NOUNS)
def test_a_noun_phrase_is_replaced_with_its_determiner(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected


BLANKS: list[Case] = [
    (
        "La robe ne va pas à Léa car [_] est trop petite.",
        "la robe",
        "La robe ne va pas à Léa car la robe est trop petite.",
    ),
    ("Il est fier de [].", "les enfants", "Il est fier des enfants."),
    (
        "Il a mis le livre dans le sac car le [_] était lourd.",
        "livre",
        "Il a mis le livre dans le sac car le livre était lourd.",
    ),
    ("Je ne parle plus à [_] depuis hier.", "Hugo", "Je ne parle plus à Hugo depuis hier."),
    ("J'ai rangé le pull parce que [_] était sale.", "Le pull", "J'ai rangé le pull parce que le pull était sale."),
    ("[_] a gagné.", "la tortue", "La tortue a gagné."),
    ("Zoé est plus forte que [_] .", "Inès", "Zoé est plus forte qu'Inès ."),
    ("[_] est trop petite.", "le manteau", "Le manteau est trop petit."),
    ("[_] a mangé.", "les chats", "Les chats ont mangé."),
    ("Le manteau de [_] est petit.", "les chats", "Le manteau des chats est petit."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), BLANKS)
def test_a_blank_is_filled(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected


@pytest.mark.parametrize(
    ("marked", "candidate", "expected"),
    [
        ("On revient de [celle-ci].", "Le Havre", "On revient du Havre."),
        ("On revient de [celle-ci].", "La Rochelle", "On revient de La Rochelle."),
        ("On parle de [lui].", "Le Pen", "On parle de Le Pen."),
        ("On voit [celui-ci].", "Le chien", "On voit le chien."),
        ("On voit [celui-ci].", "L'homme", "On voit l'homme."),
        ("On voit [celui-ci].", "Mon frère", "On voit mon frère."),
        ("Le Mali a gagné, on fête [celui-ci].", "Le Mali", "Le Mali a gagné, on fête le Mali."),
        ("[Celui-ci] dort.", "l'homme", "L'homme dort."),
        ("On voit [celui-ci].", "Le chien.", "On voit le chien."),
    ],
)
def test_a_candidate_has_the_capital_and_the_article_of_its_place(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected

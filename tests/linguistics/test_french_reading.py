"""Subject, object and dative pronouns in unseen sentences: what stands in their place, and where."""

import pytest

from anaphor.linguistics.french_reading import readings
from anaphor.linguistics.language import NoReading, Reading
from anaphor.schema import Span

Case = tuple[str, str, str]


def made(marked: str, candidate: str) -> tuple[Reading, ...] | NoReading:
    """The readings of a text whose anaphor stands in brackets."""
    start, end = marked.index("["), marked.index("]") - 1
    return readings(marked.replace("[", "").replace("]", ""), Span(start=start, end=end), candidate)


def best(marked: str, candidate: str) -> str:
    """The text of the first reading."""
    found = made(marked, candidate)
    assert not isinstance(found, NoReading), found.detail
    return found[0].text


SUBJECTS: list[Case] = [
    ("Je pense qu'[il] viendra.", "le héros", "Je pense que le héros viendra."),
    ("Je pense qu'[il] viendra.", "Anne", "Je pense qu'Anne viendra."),
    ("S'[il] pleure, on rentre.", "le bébé", "Si le bébé pleure, on rentre."),
    ("S'[ils] pleurent, on rentre.", "les enfants", "Si les enfants pleurent, on rentre."),
    ("Il dort parce qu'[elle] chante.", "l'amie de Paul", "Il dort parce que l'amie de Paul chante."),
    ("Lorsqu’[elle] arriva, tout changea.", "La reine", "Lorsque la reine arriva, tout changea."),
    ("[Ils] essayaient de comprendre.", "la police", "La police essayait de comprendre."),
    ("[Ils] sont contents et ont gagné.", "la police", "La police est contente et a gagné."),
    ("[Il] est tombé et s'est blessé.", "les enfants", "Les enfants sont tombés et se sont blessés."),
    ("« Viens », dit-[il].", "le roi", "« Viens », dit le roi."),
    ("« Viens », a-t-[elle] dit.", "la reine", "« Viens », a dit la reine."),
    ("Pourquoi a-t-[il] ri ?", "Paul", "Pourquoi Paul a-t-il ri ?"),
    ("A-t-[il] ri ?", "le garçon", "Le garçon a-t-il ri ?"),
    ("Que fait-[il] ?", "le voisin", "Que fait le voisin ?"),
    ("Qu'a-t-[il] vu ?", "le voisin", "Qu'a vu le voisin ?"),
    ("Peut-être viendra-t-[elle] demain.", "le voisin", "Peut-être le voisin viendra-t-il demain."),
    ("[Ils] se sont perdus, mais n'ont pas pleuré.", "Anne", "Anne s'est perdue, mais n'a pas pleuré."),
    ("[Elles] ne sont pas prêtes.", "l'équipe", "L'équipe n'est pas prête."),
    ("[Il] est difficile à porter.", "le sac", "Le sac est difficile à porter."),
    ("[Il] fait du vélo.", "Paul", "Paul fait du vélo."),
    ("[Il] semble fatigué.", "Paul", "Paul semble fatigué."),
    ("[Il] reste au lit.", "le boulanger", "Le boulanger reste au lit."),
    ("[elle] est trop petite.", "scie", "la scie est trop petite."),
    ("Paul aime Anne. [Elle] l'aime aussi.", "la sœur de Paul", "Paul aime Anne. La sœur de Paul l'aime aussi."),
    ("[Elle] a l'air contente.", "le garçon", "Le garçon a l'air content."),
    (
        "Le chat a griffé la fille parce qu'[il] a eu peur.",
        "le chat",
        "Le chat a griffé la fille parce que le chat a eu peur.",
    ),
    ("[Elle] s'est assise à côté d'elle.", "la directrice", "La directrice s'est assise à côté d'elle."),
    ("[Il] n'est pas venu, le facteur.", "le facteur", "Le facteur n'est pas venu, le facteur."),
    ("Elle a vu qu’[il] l’aimait.", "l’homme", "Elle a vu que l’homme l’aimait."),
    ("[Elles] sont parties.", "le groupe", "Le groupe est parti."),
    ("[Ils] étaient très fatigués, mais heureux.", "l'équipe", "L'équipe était très fatiguée, mais heureuse."),
    ("[Il] a été mordu par un chien.", "la factrice", "La factrice a été mordue par un chien."),
    ("[Il] doit être guéri.", "la jambe", "La jambe doit être guérie."),
    ("[Elle] aboyait.", "les chiens", "Les chiens aboyaient."),
    ("[Ils] ont l'air épuisés.", "la coureuse", "La coureuse a l'air épuisée."),
    ("Elle a ri parce qu'[il] trébuchait.", "Yves", "Elle a ri parce qu'Yves trébuchait."),
    ("Elle a ri parce qu'[il] trébuchait.", "Yannick", "Elle a ri parce que Yannick trébuchait."),
    ("Il a dit qu’[il] mentait.", "Éric", "Il a dit qu’Éric mentait."),
    ("Quoiqu'[il] soit jeune, on l'écoute.", "Octave", "Quoiqu'Octave soit jeune, on l'écoute."),
    ("Puisqu'[elles] insistent, cédons.", "les Hollandaises", "Puisque les Hollandaises insistent, cédons."),
    ("Jusqu'à ce qu'[il] parte, silence.", "l'inspecteur", "Jusqu'à ce que l'inspecteur parte, silence."),
    ("Je me demande s'[il] viendra.", "Ousmane", "Je me demande si Ousmane viendra."),
    ("Je me demande si [elle] viendra.", "Ousmane", "Je me demande si Ousmane viendra."),
    ("« [Elle] ment », dit Paul.", "l'avocate", "« L'avocate ment », dit Paul."),
    ("— [Il] ment, dit Paul.", "l'avocat", "— L'avocat ment, dit Paul."),
    ("Dans quelle ville vit-[il] ?", "le peintre", "Dans quelle ville le peintre vit-il ?"),
    ("[Il] est complet.", "guide", "Le guide est complet."),
    ("Pourquoi a-t-[il] ri ?", "les voisins", "Pourquoi les voisins ont-ils ri ?"),
    ("A-t-[il] ri ?", "les voisins", "Les voisins ont-ils ri ?"),
    ("Pourquoi ont-[ils] ri ?", "Anne", "Pourquoi Anne a-t-elle ri ?"),
    ("[Il] sait tout.", "les voisins", "Les voisins savent tout."),
    ("[Il] se comporta mal.", "les voisins", "Les voisins se comportèrent mal."),
    ("[Il] est grand et fort.", "les voisins", "Les voisins sont grands et forts."),
    ("[Ils] entrèrent et se cachèrent.", "le voleur", "Le voleur entra et se cacha."),
    ("Il est plus grand qu'[elle] ne croit.", "Anne", "Il est plus grand qu'Anne ne croit."),
    ("[Il] est plus grand que Paul.", "le frère", "Le frère est plus grand que Paul."),
    ("[Il] est si grand qu'on le voit de loin.", "le phare", "Le phare est si grand qu'on le voit de loin."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), SUBJECTS)
def test_a_subject_takes_its_place_and_the_verb_agrees(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected


OBJECTS: list[Case] = [
    ("Il [les] a punis.", "les filles", "Il a puni les filles."),
    ("Nous [les] avons vues hier.", "les filles", "Nous avons vu les filles hier."),
    ("Je ne [l']ai jamais vu.", "Paul", "Je n'ai jamais vu Paul."),
    ("Tu ne [le] vois pas souvent.", "Paul", "Tu ne vois pas souvent Paul."),
    ("Il [le] lui a donné.", "le livre", "Il lui a donné le livre."),
    ("Il me [l']a rendue.", "la clé", "Il m'a rendu la clé."),
    ("Elle se [les] est lavées.", "les mains", "Elle s'est lavé les mains."),
    ("Prends-[le] et pars !", "le sac", "Prends le sac et pars !"),
    ("Donne-[le]-lui tout de suite.", "le sac", "Donne-lui le sac tout de suite."),
    ("Donne-[le]-moi.", "le sac", "Donne-moi le sac."),
    ("Ne [le] prends pas.", "le sac", "Ne prends pas le sac."),
    ("Laisse-[le] partir.", "le chat", "Laisse partir le chat."),
    ("Fais-[le] tomber.", "le vase", "Fais tomber le vase."),
    ("Je [l']ai fait réparer par Luc.", "la voiture", "J'ai fait réparer la voiture par Luc."),
    ("On [l']a laissé entrer.", "le chien", "On a laissé entrer le chien."),
    ("On [l']a vu courir dans le parc.", "le chien", "On a vu le chien courir dans le parc."),
    ("Je [l']entends chanter.", "la voisine", "J'entends la voisine chanter."),
    ("Je veux [la] faire rire.", "la voisine", "Je veux faire rire la voisine."),
    ("Il faut [l']avoir vu pour le croire.", "le film", "Il faut avoir vu le film pour le croire."),
    ("En [le] voyant, elle sourit.", "le clown", "En voyant le clown, elle sourit."),
    ("[L']a-t-il vu ?", "le film", "A-t-il vu le film ?"),
    ("[Le] voyant venir, elle s'enfuit.", "le loup", "Voyant le loup venir, elle s'enfuit."),
    ("Elle [l']aime beaucoup.", "Paul", "Elle aime beaucoup Paul."),
    ("Il [le] croyait très malade.", "son frère", "Il croyait son frère très malade."),
    ("Je [les] connais tous.", "les voisins", "Je connais tous les voisins."),
    ("Je [les] ai tous vus.", "les voisins", "J'ai vu tous les voisins."),
    ("Je [les] ai toutes mangées.", "les pommes", "J'ai mangé toutes les pommes."),
    ("On ne [les] a toujours pas retrouvés.", "les randonneurs", "On n'a toujours pas retrouvé les randonneurs."),
    ("Je n'ai pas pu [l']ouvrir.", "l'huître", "Je n'ai pas pu ouvrir l'huître."),
    ("Il n'ose plus [les] regarder en face.", "ses parents", "Il n'ose plus regarder ses parents en face."),
    ("Je vais [le] lui dire.", "le secret", "Je vais lui dire le secret."),
    ("Il vient de [la] perdre.", "la clé", "Il vient de perdre la clé."),
    ("Il a besoin de [le] conseiller.", "le ministre", "Il a besoin de conseiller le ministre."),
    ("Il commence à [les] comprendre.", "les règles", "Il commence à comprendre les règles."),
    ("Je [la] trouve jolie.", "la maison", "Je trouve la maison jolie."),
    ("Nous [l']avons vite oublié.", "le problème", "Nous avons vite oublié le problème."),
    ("Il [l']a mis sur la table.", "le livre", "Il a mis le livre sur la table."),
    ("Elle [les] emmène pêcher.", "les enfants", "Elle emmène les enfants pêcher."),
    ("Va [le] chercher.", "le médecin", "Va chercher le médecin."),
    ("Elle a vu Paul et [l']a salué.", "Paul", "Elle a vu Paul et a salué Paul."),
    ("Je crois [le] reconnaître.", "Paul", "Je crois reconnaître Paul."),
    ("Il ne pouvait pas ne pas [le] voir.", "le mur", "Il ne pouvait pas ne pas voir le mur."),
    ("Les médecins [l']ont soignée.", "la blessée", "Les médecins ont soigné la blessée."),
    ("Il [l']appelle par son prénom.", "l'ouvrière", "Il appelle l'ouvrière par son prénom."),
    ("Il [les] lui avait prêtés.", "les livres", "Il lui avait prêté les livres."),
    ("C'est elle qui [l']a trouvé.", "le chat", "C'est elle qui a trouvé le chat."),
    ("Où [l']as-tu mis ?", "le livre", "Où as-tu mis le livre ?"),
    ("Je ne sais où [le] mettre.", "le livre", "Je ne sais où mettre le livre."),
    ("Il faut [le] vider avant de partir.", "l'évier", "Il faut vider l'évier avant de partir."),
    ("Personne ne [l']avait prévenu.", "le locataire", "Personne n'avait prévenu le locataire."),
    ("Il y a longtemps qu'on ne [l']a vu.", "le facteur", "Il y a longtemps qu'on n'a vu le facteur."),
    ("On [l']a vu hier.", "le facteur", "On a vu le facteur hier."),
    ("Il [la] fit entrer.", "la dame", "Il fit entrer la dame."),
    ("Il [la] laissa tomber.", "l'assiette", "Il laissa tomber l'assiette."),
    ("Tu [la] lui donneras.", "la lettre", "Tu lui donneras la lettre."),
    ("Elle s'approcha et [le] gronda.", "le chien", "Elle s'approcha et gronda le chien."),
    ("Sans [l']avouer, elle était jalouse.", "la faute", "Sans avouer la faute, elle était jalouse."),
    (
        "Le directeur [les] fera donc répéter demain.",
        "les jongleurs",
        "Le directeur fera donc répéter les jongleurs demain.",
    ),
    ("On [l']a laissé sortir.", "le chat gris", "On a laissé sortir le chat gris."),
    ("Il faudrait [le] tailler un peu.", "le prunier", "Il faudrait tailler un peu le prunier."),
    ("Je [le] sais.", "la vérité", "Je sais la vérité."),
    ("Elle [le] dit à Paul.", "la vérité", "Elle dit la vérité à Paul."),
    ("Le livre est là, prends-[le] !", "le livre", "Le livre est là, prends le livre !"),
    ("Il faut que tu [le] fasses.", "le travail", "Il faut que tu fasses le travail."),
    ("Qui [l']a dit ?", "la vérité", "Qui a dit la vérité ?"),
    ("Ils ont un chat et elle [l']adore.", "le chat", "Ils ont un chat et elle adore le chat."),
    ("Pourquoi ne [l']as-tu pas dit ?", "la vérité", "Pourquoi n'as-tu pas dit la vérité ?"),
    ("Dis-[le]-moi.", "ton nom", "Dis-moi ton nom."),
    ("Je ne [le] connais pas du tout.", "le voisin", "Je ne connais pas du tout le voisin."),
    ("Je ne [le] recommande vraiment pas.", "ce livre", "Je ne recommande vraiment pas ce livre."),
    ("Ne [le] rends pas plus difficile !", "le travail", "Ne rends pas le travail plus difficile !"),
    ("Il choisit de [les] écouter.", "les enfants", "Il choisit d'écouter les enfants."),
    ("Ah ! je [le] voudrais voir ici.", "le ministre", "Ah ! je voudrais voir le ministre ici."),
    ("Je ne [le] verrai donc plus !", "mon frère", "Je ne verrai donc plus mon frère !"),
    ("Je [la] trouve jolie.", "le jardin", "Je trouve le jardin joli."),
    ("Je [la] trouve très jolie.", "les maisons", "Je trouve les maisons très jolies."),
    ("Elle [le] rend heureux.", "sa sœur", "Elle rend sa sœur heureuse."),
    ("On [le] croyait perdu.", "la clé", "On croyait la clé perdue."),
    ("Il [l']a payé cher.", "la maison", "Il a payé la maison cher."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), OBJECTS)
def test_an_object_goes_behind_the_verb_group(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected


DATIVES: list[Case] = [
    ("Le père [lui] a lancé un regard noir.", "Thomas", "Le père a lancé à Thomas un regard noir."),
    ("Je [lui] ai donné le reste de la tarte.", "le cousin", "J'ai donné au cousin le reste de la tarte."),
    ("Le contrôleur [lui] a donné raison.", "Cécile", "Le contrôleur a donné raison à Cécile."),
    ("La grand-mère [leur] a fait la leçon.", "les jumeaux", "La grand-mère a fait la leçon aux jumeaux."),
    ("Le bruit [lui] fait peur.", "le chien", "Le bruit fait peur au chien."),
    ("Il [lui] parle souvent.", "la voisine", "Il parle souvent à la voisine."),
    ("Il ne [lui] parle plus.", "la voisine", "Il ne parle plus à la voisine."),
    ("Elle [lui] a demandé de partir.", "le garçon", "Elle a demandé au garçon de partir."),
    ("Je dois [lui] téléphoner ce soir.", "l'infirmière", "Je dois téléphoner à l'infirmière ce soir."),
    ("Parle-[lui] demain.", "le directeur", "Parle au directeur demain."),
    ("Donne-[leur] du pain.", "les oiseaux", "Donne du pain aux oiseaux."),
    ("Il [lui] est fidèle.", "sa femme", "Il est fidèle à sa femme."),
    ("Le temps [lui] semblait long.", "l'élève", "Le temps semblait long à l'élève."),
    ("Il [lui] court après.", "le chat", "Il court après le chat."),
    ("Le prix [lui] est donc revenu.", "Marius", "Le prix est donc revenu à Marius."),
    ("Elle [lui] plaît.", "Hugo", "Elle plaît à Hugo."),
    (
        "Il a appelé le barman et [lui] a rendu la clé.",
        "le barman",
        "Il a appelé le barman et a rendu la clé au barman.",
    ),
    (
        "On ne [lui] connaissait pas d'autre famille.",
        "ma marraine",
        "On ne connaissait pas d'autre famille à ma marraine.",
    ),
    ("Je [lui] ai fait manger la soupe.", "le bébé", "J'ai fait manger la soupe au bébé."),
    ("Il [leur] en a parlé.", "les parents", "Il en a parlé aux parents."),
    ("Ça [lui] a coûté cher.", "la ville", "Ça a coûté cher à la ville."),
    ("Elle [lui] ressemble beaucoup.", "sa mère", "Elle ressemble beaucoup à sa mère."),
    ("Il les [lui] avait prêtés.", "le voisin", "Il les avait prêtés au voisin."),
    ("Je [lui] ai dit bravo.", "Myriam", "J'ai dit bravo à Myriam."),
    ("Il [leur] ouvre la porte.", "les invités", "Il ouvre la porte aux invités."),
    ("Il [leur] a ouvert.", "les invités", "Il a ouvert aux invités."),
    ("Elle [leur] est reconnaissante.", "les invités", "Elle est reconnaissante aux invités."),
    (
        "Gérard appela le barman et [lui] rendit la clé.",
        "le barman",
        "Gérard appela le barman et rendit la clé au barman.",
    ),
    ("C'est le livre que [lui] a donné Paul.", "Marie", "C'est le livre qu'a donné Paul à Marie."),
    ("Elle [lui] en veut.", "Zoé", "Elle en veut à Zoé."),
    ("Il ne faut pas [lui] en parler.", "le patron", "Il ne faut pas en parler au patron."),
    ("Dites-[leur] de venir.", "les élèves", "Dites aux élèves de venir."),
    ("Ne [lui] dis rien.", "l'oncle de Paul", "Ne dis rien à l'oncle de Paul."),
    ("Il [lui] arrive de mentir.", "Paul", "Il arrive à Paul de mentir."),
    ("Un ami [lui] a téléphoné hier.", "le chauffeur", "Un ami a téléphoné au chauffeur hier."),
    ("Elle [lui] a sauté au cou.", "Mehdi", "Elle a sauté au cou de Mehdi."),
    ("Le chien [lui] a mordu la jambe.", "le facteur", "Le chien a mordu la jambe du facteur."),
    ("Le soleil [leur] faisait mal aux yeux.", "les skieurs", "Le soleil faisait mal aux yeux des skieurs."),
    ("Ce manteau [lui] va bien.", "Yvonne", "Ce manteau va bien à Yvonne."),
    ("Ça [lui] est égal.", "Yvonne", "C'est égal à Yvonne."),
    ("Il faut [lui] laisser le temps de répondre.", "l'élève", "Il faut laisser à l'élève le temps de répondre."),
    ("Je [leur] ai montré où dormir.", "les visiteurs", "J'ai montré aux visiteurs où dormir."),
    ("Il [lui] a tapé sur l'épaule.", "Mehdi", "Il a tapé sur l'épaule de Mehdi."),
    ("Il [lui] claqua la porte au nez.", "Mehdi", "Il claqua la porte au nez de Mehdi."),
    ("Il [lui] tendit la main.", "le facteur", "Il tendit la main au facteur."),
    ("Elle a commencé à [lui] courir après.", "le garçon", "Elle a commencé à courir après le garçon."),
    ("Il n'oublie jamais de [lui] faire un cadeau.", "le garçon", "Il n'oublie jamais de faire un cadeau au garçon."),
    ("On [lui] demandait déjà de partir.", "le garçon", "On demandait déjà au garçon de partir."),
    ("Demande-[leur] de l'aide.", "les parents", "Demande de l'aide aux parents."),
    ("je vais aller le [leur] montrer.", "les parents", "je vais aller le montrer aux parents."),
    ("Il répondit en [lui] serrant la main.", "le garçon", "Il répondit en serrant la main du garçon."),
    ("Cela [lui] portera malheur.", "le garçon", "Cela portera malheur au garçon."),
    ("Tu as mon estime, [lui] dit Jacques Collin.", "Anne", "Tu as mon estime, dit Jacques Collin à Anne."),
    (
        "Le mélange [lui] donnait un air vaguement adolescent.",
        "le garçon",
        "Le mélange donnait au garçon un air vaguement adolescent.",
    ),
    ("Elle [lui] a demandé de rire.", "le clown", "Elle a demandé au clown de rire."),
    ("Elle [lui] a parlé de politique.", "le maire", "Elle a parlé de politique au maire."),
    ("Une idée [lui] vint à l'esprit.", "le garçon", "Une idée vint à l'esprit du garçon."),
    ("Il [lui] dit au revoir.", "le garçon", "Il dit au revoir au garçon."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), DATIVES)
def test_a_dative_becomes_a_phrase_with_a(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected

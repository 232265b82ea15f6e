"""En, y and adverbs of place in unseen sentences, relatives, and what is refused."""

import pytest

from anaphor.language import NoReading, Sureness
from anaphor.language.french.reading.reading import readings
from anaphor.schema import Span
from tests.language.french_cases import Case, best, made

pytestmark = pytest.mark.slow

GENITIVES: list[Case] = [
    ("Il faudra [en] faire plus.", "les biscuits au chocolat", "Il faudra faire plus de biscuits au chocolat."),
    ("J'[en] avais beaucoup trop.", "les noix", "J'avais beaucoup trop de noix."),
    ("J'[en] ai mangé trois.", "les pommes", "J'ai mangé trois pommes."),
    ("J'[en] ai pris un.", "le livre", "J'ai pris un livre."),
    ("J'[en] ai pris une.", "les pommes", "J'ai pris une des pommes."),
    ("Il [en] parle souvent.", "le voyage", "Il parle souvent du voyage."),
    ("Il n'[en] parle jamais.", "le voyage", "Il ne parle jamais du voyage."),
    ("Elle [en] a besoin.", "le dictionnaire", "Elle a besoin du dictionnaire."),
    ("Je n'[en] mange pas.", "la soupe", "Je ne mange pas de soupe."),
    ("Je n'[en] ai plus.", "le lait", "Je n'ai plus de lait."),
    ("Il n'y [en] a plus.", "le lait", "Il n'y a plus de lait."),
    ("Il y [en] a trop.", "les chaises", "Il y a trop de chaises."),
    ("Elle [en] est fière.", "son fils", "Elle est fière de son fils."),
    ("Il [en] connaît le prix.", "la maison", "Il connaît le prix de la maison."),
    ("Il [en] sort tous les matins.", "la maison", "Il sort de la maison tous les matins."),
    ("J'[en] veux.", "la soupe", "Je veux de la soupe."),
    ("J'[en] veux.", "de la soupe", "Je veux de la soupe."),
    ("Il m'[en] a donné beaucoup.", "les bonbons", "Il m'a donné beaucoup de bonbons."),
    ("Il s'[en] souvient.", "l'accident", "Il se souvient de l'accident."),
    ("N'[en] parle à personne.", "le secret", "Ne parle du secret à personne."),
    ("Parles-[en] à ton père.", "le projet", "Parle du projet à ton père."),
    (
        "Il [en] ramenait trois juments maigres.",
        "la foire de Varzy",
        "Il ramenait trois juments maigres de la foire de Varzy.",
    ),
    ("J'[en] ai beaucoup mangé.", "les cerises", "J'ai mangé beaucoup de cerises."),
    ("On [en] a fabriqué plusieurs.", "les modèles réduits", "On a fabriqué plusieurs modèles réduits."),
    ("Il [en] a acheté une nouvelle.", "la maison", "Il a acheté une nouvelle maison."),
    ("Il [en] a acheté une autre.", "la maison", "Il a acheté une autre maison."),
    ("Elle [en] a mangé la moitié.", "la tarte", "Elle a mangé la moitié de la tarte."),
    ("Elle [en] a pris un morceau.", "la tarte", "Elle a pris un morceau de la tarte."),
    ("C'est donc elle qui [en] a mangé le plus.", "la galette", "C'est donc elle qui a mangé le plus de galette."),
    ("Il n'[en] reste aucun.", "les gâteaux", "Il ne reste aucun des gâteaux."),
    ("Il [en] reste deux.", "les gâteaux", "Il reste deux gâteaux."),
    ("Elle ne voulait pas [en] entendre parler.", "le divorce", "Elle ne voulait pas entendre parler du divorce."),
    ("Il lui [en] a parlé.", "le divorce", "Il lui a parlé du divorce."),
    ("Il [en] a choisi un rouge.", "le stylo", "Il a choisi un stylo rouge."),
    ("Il [en] est tombé.", "l'échelle", "Il est tombé de l'échelle."),
    ("Tu [en] as assez ?", "la soupe", "Tu as assez de soupe ?"),
    ("Je n'[en] ai jamais vu.", "les loups", "Je n'ai jamais vu de loups."),
    ("Je n'[en] ai pas envie.", "le gâteau", "Je n'ai pas envie du gâteau."),
    ("Elle [en] a honte.", "son retard", "Elle a honte de son retard."),
    ("J'[en] connais plusieurs.", "les solutions", "Je connais plusieurs solutions."),
    ("Il [en] faut dix.", "les œufs", "Il faut dix œufs."),
    ("Elle s'[en] occupe.", "le bébé", "Elle s'occupe du bébé."),
    ("On [en] a vendu peu.", "les billets", "On a vendu peu de billets."),
    ("Il [en] a tiré un mouchoir.", "la poche", "Il a tiré un mouchoir de la poche."),
    ("Elle [en] revient.", "le marché", "Elle revient du marché."),
    ("Prends-[en] deux.", "les comprimés", "Prends deux comprimés."),
    ("Il y [en] avait des centaines.", "les oiseaux", "Il y avait des centaines d'oiseaux."),
    ("Il [en] a bu trois litres.", "l'eau", "Il a bu trois litres d'eau."),
    ("Il [en] a plus que moi.", "les pommes", "Il a plus de pommes que moi."),
    ("Elles ne s'[en] soucient pas.", "le bruit", "Elles ne se soucient pas du bruit."),
    ("Vous [en] aurez toujours assez.", "le vin", "Vous aurez toujours assez de vin."),
    ("Je n'[en] informerai pas Tom.", "le départ", "Je n'informerai pas Tom du départ."),
    ("Je n'[en] ai pris conscience que plus tard.", "le danger", "Je n'ai pris conscience du danger que plus tard."),
    ("Elle ne s'[en] rendait pas compte.", "le danger", "Elle ne se rendait pas compte du danger."),
    ("J'[en] ai marre.", "le bruit", "J'ai marre du bruit."),
    ("Marc [en] parle peu.", "les voisins", "Marc parle peu des voisins."),
    ("J'[en] ai beaucoup parlé.", "les voisins", "J'ai beaucoup parlé des voisins."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), GENITIVES)
def test_en_becomes_a_phrase_with_de_where_it_belongs(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected


LOCATIVES: list[Case] = [
    ("Élise [y] rangeait ses lettres.", "le tiroir du haut", "Élise rangeait ses lettres dans le tiroir du haut."),
    ("J'[y] pense souvent.", "les vacances", "Je pense souvent aux vacances."),
    ("Il [y] va demain.", "Lyon", "Il va à Lyon demain."),
    ("Il [y] est resté deux ans.", "la prison", "Il est resté dans la prison deux ans."),
    ("Vas-[y] seul.", "le marché", "Va au marché seul."),
    ("Il [y] faisait froid.", "la cave", "Il faisait froid dans la cave."),
    ("Il [y] a mis du sel.", "la soupe", "Il a mis du sel dans la soupe."),
    ("Elle n'[y] est jamais retournée.", "le village", "Elle n'est jamais retournée au village."),
    ("Il [y] restait trop peu de place.", "le disque noir", "Il restait trop peu de place sur le disque noir."),
    ("Il lui fallait [y] être de retour à huit heures.", "Lyon", "Il lui fallait être de retour à Lyon à huit heures."),
    ("Je m'[y] attendais.", "la réponse", "Je m'attendais à la réponse."),
    ("Il l'[y] a mis.", "le placard", "Il l'a mis dans le placard."),
    ("Nager [là-bas] est interdit.", "dans le lac", "Nager dans le lac est interdit."),
    ("Nager [là-bas] est interdit.", "le lac", "Nager dans le lac est interdit."),
    ("Il y a du sucre [dedans].", "le gâteau", "Il y a du sucre dans le gâteau."),
    ("Il s'est assis [dessus].", "la chaise", "Il s'est assis sur la chaise."),
    ("Le chat dort [dessous].", "la table", "Le chat dort sous la table."),
    ("Mets-le [derrière].", "le canapé", "Mets-le derrière le canapé."),
    (
        "Nous irons au camping des Pins, car nous [y] avons passé des vacances merveilleuses.",
        "le camping des Pins",
        "Nous irons au camping des Pins, car nous avons passé des vacances merveilleuses au camping des Pins.",
    ),
    ("Ils [y] sont allés.", "Paris", "Ils sont allés à Paris."),
    ("Elle [y] tient beaucoup.", "le collier", "Elle tient beaucoup au collier."),
    ("Il n'[y] a pas répondu.", "la lettre", "Il n'a pas répondu à la lettre."),
    ("Il [y] a répondu.", "la lettre", "Il a répondu à la lettre."),
    ("J'[y] suis allé à pied.", "l'école", "Je suis allé à l'école à pied."),
    ("Réfléchis-[y] bien.", "la proposition", "Réfléchis bien à la proposition."),
    ("Il faut s'[y] habituer.", "le froid", "Il faut s'habituer au froid."),
    ("On [y] voit des canards.", "l'étang", "On voit des canards dans l'étang."),
    ("Le chat s'[y] cache.", "le placard", "Le chat se cache dans le placard."),
    ("Nous [y] dormirons ce soir.", "la cabane", "Nous dormirons dans la cabane ce soir."),
    ("Pose-le [là-dessus].", "la table", "Pose-le sur la table."),
    ("Il y a une souris [dessous].", "le lit", "Il y a une souris sous le lit."),
    ("Elle est restée [là-bas].", "en Italie", "Elle est restée en Italie."),
    ("Il tourne [autour].", "le lac", "Il tourne autour du lac."),
    ("Ils se sont cachés [à l'intérieur].", "l'armoire", "Ils se sont cachés à l'intérieur de l'armoire."),
    ("Il faut que j'[y] réfléchisse un peu plus.", "le projet", "Il faut que je réfléchisse un peu plus au projet."),
    ("Je n'[y] crois vraiment pas.", "le miracle", "Je ne crois vraiment pas au miracle."),
    ("Vous vous [y] habituiez.", "le bruit", "Vous vous habituiez au bruit."),
    ("Nous pouvons [y] arriver si nous courons.", "la gare", "Nous pouvons arriver à la gare si nous courons."),
    ("Rien que d'[y] penser ça me rend malade.", "l'examen", "Rien que de penser à l'examen ça me rend malade."),
    ("Il [y] gèle moins souvent.", "la cave", "Il gèle moins souvent dans la cave."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), LOCATIVES)
def test_y_and_adverbs_of_place_become_a_phrase_of_place(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate) == expected


RELATIVES: list[Case] = [
    (
        "Il y a un trou dans le mur à travers [lequel] on voit le jardin.",
        "le trou",
        "Il y a un trou dans le mur à travers le trou on voit le jardin.",
    ),
    ("Elle a un chien [auquel] elle tient beaucoup.", "le chien", "Elle a un chien au chien elle tient beaucoup."),
    (
        "Il a acheté une cabane dans [laquelle] il dort l'été.",
        "la cabane",
        "Il a acheté une cabane dans la cabane il dort l'été.",
    ),
    (
        "Il connaît un homme avec [lequel] elle travaillait.",
        "l'ouvrier",
        "Il connaît un homme avec l'ouvrier elle travaillait.",
    ),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), RELATIVES)
def test_a_relative_is_replaced_as_a_template_and_called_doubtful(marked: str, candidate: str, expected: str) -> None:
    found = made(marked, candidate)
    assert not isinstance(found, NoReading)
    assert (found[0].text, found[0].sureness) == (expected, Sureness.DOUBTFUL)


REFUSALS: list[Case] = [
    ("Elle [l']est aussi.", "la voisine", "unknown_syntax"),
    ("L'un d'[eux] a menti.", "le suspect", "unfit_candidate"),
    ("Il l'a fait [lui-même].", "Paul", "reflexive"),
    ("Il [se] lave.", "Paul", "reflexive"),
    ("Chacun pour [soi].", "Paul", "reflexive"),
    ("[Il] faut partir.", "Paul", "impersonal"),
    ("[Il] y a du bruit.", "Paul", "impersonal"),
    ("[Il] pleuvait encore.", "le temps", "impersonal"),
    ("[Il] est difficile de dormir.", "le bruit", "impersonal"),
    ("[Il] fait froid.", "Paul", "impersonal"),
    ("[Il] est tard.", "Paul", "impersonal"),
    ("[Il] semble que tout va bien.", "Paul", "impersonal"),
    ("[Il] reste du pain.", "le boulanger", "impersonal"),
    ("J'[en] ai mangé trois.", "la pomme", "unknown_syntax"),
    ("Il s'[en] va.", "la maison", "unknown_syntax"),
    ("Je n'[en] peux plus.", "le bruit", "unknown_syntax"),
    ("Elle m'[en] veut.", "le bruit", "unknown_syntax"),
    ("Il l'[y] met.", "le placard", "unknown_syntax"),
    ("Il [y] a trois chats.", "le jardin", "impersonal"),
    ("Il parle à [son] tour.", "Zoé", "unknown_syntax"),
    ("[C']est lui qui ment.", "Paul", "impersonal"),
    ("[C']est vrai que tu mens.", "Paul", "impersonal"),
    ("Le mur à travers [lequel] on voit est vieux.", "le trou", "unknown_syntax"),
    ("Le livre [auquel] je pense est vieux.", "le roman", "unknown_syntax"),
    ("Le livre [duquel] je parle est vieux.", "le roman", "unknown_syntax"),
    ("L'homme [qui] dort.", "le roi", "unknown_syntax"),
    ("L'homme avec [qui] je parle.", "le roi", "unknown_syntax"),
    ("Je [te] vois.", "le locataire", "unknown_anaphor"),
    ("Elle n'aime pas qu'[on] la regarde.", "Paul", "unknown_anaphor"),
    ("[Lequel] préfères-tu ?", "le vin", "unknown_syntax"),
    ("Il [l']a échappé belle.", "Paul", "unknown_syntax"),
    ("La voiture dans [laquelle] il est monté est rouge.", "la berline", "unknown_syntax"),
    ("C'est à [son] avis une erreur.", "l'expert", "unknown_syntax"),
    ("Elle joue avec [les leurs].", "les voisins", "unknown_syntax"),
    ("C'était plus facile que je [le] pensais.", "le colis", "unknown_syntax"),
    ("Pierre, [lui], ne ment pas.", "le garçon", "unknown_syntax"),
    ("Il [lui] faut partir.", "Paul", "unknown_syntax"),
    ("Je vous [en] prie.", "le vin", "unknown_syntax"),
    ("[Y] a-t-il du pain ?", "la cuisine", "impersonal"),
    ("Qu'est-ce que je vais trouver dans [la] boite ?", "la lettre", "unknown_anaphor"),
    ("La mer est-[elle] calme ?", "la voisine", "unknown_syntax"),
    ("S'[il] vous plaît, taisez-vous.", "Paul", "impersonal"),
    ("Comme je [l']ai dit, il pleut.", "Paul", "unknown_syntax"),
    ("Ne vous [en] faites pas.", "le bruit", "unknown_syntax"),
    ("Ça [y] est !", "le village", "impersonal"),
    ("J'[en] ai marre de tout ça.", "le bruit", "unknown_syntax"),
    ("Il doit [y] avoir une erreur.", "le texte", "impersonal"),
    ("Je ne peux toutes [les] compter.", "les étoiles", "unknown_syntax"),
    ("[Il] va falloir partir.", "Paul", "impersonal"),
    ("[Il] commence à pleuvoir.", "Paul", "impersonal"),
    ("[Il] me reste encore des choses à faire.", "Paul", "impersonal"),
    ("Viens, s'[il] te plait.", "Paul", "impersonal"),
    ("J'[en] ai plus que marre.", "le bruit", "unknown_syntax"),
    ("J'[en] ai vraiment marre de cette chaleur.", "le bruit", "unknown_syntax"),
    ("Tout ceci est-[il] nécessaire ?", "Paul", "unknown_syntax"),
    ("Je pense qu'[il] est improbable que tu viennes.", "Paul", "impersonal"),
    ("Qu'est-ce qu'[il] s'est passé ici ?", "Paul", "impersonal"),
    ("[Il] se trouvait qu'on était dans le même bus.", "Paul", "impersonal"),
    ("Je crois en [lui].", "le garçon", "unknown_syntax"),
    ("Nous [en] avons fini.", "le travail", "unknown_syntax"),
    ("Je ne peux m'[en] empêcher.", "le vin", "unknown_syntax"),
    ("Quoi qu'il [en] soit, viens.", "le vin", "unknown_syntax"),
    ("Qu'[y] avait-il là ?", "le village", "impersonal"),
    ("Pour [en] revenir à toi, tu mens.", "le vin", "unknown_syntax"),
]


@pytest.mark.parametrize(("marked", "candidate", "reason"), REFUSALS)
def test_what_has_no_grammatical_reading_is_refused_with_its_reason(marked: str, candidate: str, reason: str) -> None:
    found = made(marked, candidate)
    assert isinstance(found, NoReading)
    assert (found.reason.value, str(found.detail)[-1]) == (reason, ".")


def test_several_places_are_offered_where_several_are_right() -> None:
    found = made("Il [y] faisait froid.", "la cave")
    assert not isinstance(found, NoReading)
    assert [reading.text for reading in found] == ["Il faisait froid dans la cave.", "Il faisait froid à la cave."]


def test_a_text_without_anaphor_is_refused() -> None:
    found = readings("Il va déménager, jeudi.", Span(start=15, end=16), "Paul")
    assert isinstance(found, NoReading)
    assert found.reason.value == "no_anaphor"


def test_a_place_beyond_the_text_is_refused() -> None:
    assert isinstance(readings("Il dort.", Span(start=5, end=50), "Paul"), NoReading)


@pytest.mark.parametrize("candidate", ["", "  ", "...", "moi", "lui"])
def test_a_candidate_without_words_or_a_pronoun_is_refused(candidate: str) -> None:
    found = made("[Il] dort.", candidate)
    assert isinstance(found, NoReading)
    assert found.reason.value == "unfit_candidate"


def test_a_candidate_with_a_preposition_is_no_subject() -> None:
    assert isinstance(made("[Il] est profond.", "dans le lac"), NoReading)


def test_the_slot_is_the_candidate_with_a_fused_article() -> None:
    found = made("Il s'occupe de [lui].", "le garçon")
    assert not isinstance(found, NoReading)
    assert found[0].slot.of(found[0].text) == "du garçon"
    assert "contraction" in found[0].rules


@pytest.mark.parametrize(
    ("text", "candidate", "reading"),
    [
        ("Il a tiré le [_] du chien.", "l'oreille", "Il a tiré l'oreille du chien."),
        ("Elle va au [_] ce soir.", "la bibliothèque", "Elle va à la bibliothèque ce soir."),
        ("Elle va au [_] ce soir.", "maison", "Elle va à la maison ce soir."),
        ("Au [_] il fait froid.", "la maison", "À la maison il fait froid."),
        ("L'un des [_] est parti.", "les chats", "L'un des chats est parti."),
        ("La taille de la [_] est grande.", "les maisons", "La taille des maisons est grande."),
        ("La voiture de [_] est rouge.", "Hunter", "La voiture de Hunter est rouge."),
        ("La voiture de [_] est rouge.", "Hugo", "La voiture d'Hugo est rouge."),
        ("Il n’aime pas [_].", "l'école", "Il n’aime pas l’école."),
    ],
)
def test_a_gap_has_one_determiner_and_one_kind_of_apostrophe(text: str, candidate: str, reading: str) -> None:
    start = text.index("[")
    found = readings(text.replace("[_]", "_"), Span(start=start, end=start + 1), candidate)
    assert isinstance(found, tuple)
    assert found[0].text == reading
    slip = text[:start].rstrip().split()[-1].lower() in ("le", "au", "des", "la")
    assert (found[0].sureness is Sureness.CERTAIN) is not slip

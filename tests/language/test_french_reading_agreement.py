"""What must agree with a candidate that has another gender or number than the pronoun, and what must not."""

import pytest

from anaphor.language import NoReading, Reading, Sureness
from tests.language.french_cases import Case, made


def best(marked: str, candidate: str) -> Reading:
    """The first reading."""
    found = made(marked, candidate)
    assert not isinstance(found, NoReading), found.detail
    return found[0]


PREDICATES: list[Case] = [
    ("[Il] se croit beau et malin.", "la reine", "La reine se croit belle et maligne."),
    ("[Il] rentra fatigué et couvert de neige.", "la skieuse", "La skieuse rentra fatiguée et couverte de neige."),
    ("[Il] vit seul.", "ma tante", "Ma tante vit seule."),
    ("[Il] est tombé amoureux d'elle.", "la baronne", "La baronne est tombée amoureuse d'elle."),
    ("[Il] semble avoir été trompé.", "les clientes", "Les clientes semblent avoir été trompées."),
    ("Épuisé, [il] s'endormit.", "la mère", "Épuisée, la mère s'endormit."),
    ("Assise au fond, [elle] ne voyait rien.", "le garçon", "Assis au fond, le garçon ne voyait rien."),
    ("[Elle] n'est ni grande ni petite.", "le salon", "Le salon n'est ni grand ni petit."),
    ("[Elles] sont toutes arrivées.", "les garçons", "Les garçons sont tous arrivés."),
    ("[Il] est aimé de tous.", "la maîtresse", "La maîtresse est aimée de tous."),
    ("[Il] l'a fait lui-même.", "la couturière", "La couturière l'a fait elle-même."),
    ("[Il] veut être sûr d'être compris.", "la guide", "La guide veut être sûre d'être comprise."),
    ("[Il] parle fort.", "la guide", "La guide parle fort."),
    # forms that the lexicon lacks, or whose gender it leaves out
    ("[Il] est bleu.", "la porte", "La porte est bleue."),
    ("[Elle] est saine et indépendante.", "le chien", "Le chien est sain et indépendant."),
    ("[Il] restait pensif et lucide.", "les veuves", "Les veuves restaient pensives et lucides."),
    ("[Il] est nouveau.", "la robe", "La robe est nouvelle."),
    ("[Ils] détaillent le plan.", "la maire", "La maire détaille le plan."),
    ("[Il] se recouche.", "les chats", "Les chats se recouchent."),
    ("[Il] eût ri.", "les rois", "Les rois eussent ri."),
    ("L'outil dont [il] se sert est rouillé.", "les ouvriers", "L'outil dont les ouvriers se servent est rouillé."),
    ("[Il] n'a pas pu venir.", "Anne et Hugo", "Anne et Hugo n'ont pas pu venir."),
    ("[Il] s'est souvenu de tout.", "les deux filles", "Les deux filles se sont souvenues de tout."),
    ("[Ils] se sont parlé.", "les deux sœurs", "Les deux sœurs se sont parlé."),
    ("[Elle] s'est cassé la jambe.", "les skieurs", "Les skieurs se sont cassé la jambe."),
    ("[Il] s'est acheté une moto.", "les jumelles", "Les jumelles se sont acheté une moto."),
    ("[Il] s'était laissé convaincre.", "les clientes", "Les clientes s'étaient laissé convaincre."),
    ("On [le] considère comme éteint.", "les volcans", "On considère les volcans comme éteints."),
    ("On [l']a retrouvé mort.", "la brebis", "On a retrouvé la brebis morte."),
    ("Elle [lui] a dit d'être prudent.", "la conductrice", "Elle a dit à la conductrice d'être prudente."),
    ("C'est [lui] qui a gagné.", "les Bleus", "Ce sont les Bleus qui ont gagné."),
    ("Ce sont [eux] qui ont menti.", "le témoin", "C'est le témoin qui a menti."),
    ("[Ceux-ci] refusèrent.", "la délégation", "La délégation refusa."),
    ("Seul [lui] connaît le code.", "la comptable", "Seule la comptable connaît le code."),
    ("C'est à cause d'[elle] que tout a brûlé.", "la cigarette", "C'est à cause de la cigarette que tout a brûlé."),
    ("Quand [il] entra, la nuit tombait.", "les marins", "Quand les marins entrèrent, la nuit tombait."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), PREDICATES)
def test_all_that_speaks_of_the_subject_agrees_and_nothing_else(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate).text == expected


TENSES: list[Case] = [
    ("[Il] eut peur et s'enfuit.", "les brebis", "Les brebis eurent peur et s'enfuirent."),
    ("[Il] rit, cria, puis tomba.", "les clowns", "Les clowns rirent, crièrent, puis tombèrent."),
    ("[Il] dit non et partit.", "les rebelles", "Les rebelles dirent non et partirent."),
    ("La porte s'ouvrit et [il] vit la mer.", "les enfants", "La porte s'ouvrit et les enfants virent la mer."),
    ("[Il] dit qu'elle est là.", "les rebelles", "Les rebelles disent qu'elle est là."),
    ("Jusqu'à ce qu'[ils] se taisent.", "l'auditoire", "Jusqu'à ce que l'auditoire se taise."),
    ("Il faut qu'[ils] finissent.", "l'élève", "Il faut que l'élève finisse."),
    ("Je sais qu'[ils] finissent.", "l'élève", "Je sais que l'élève finit."),
    ("Elle doute qu'[ils] viennent.", "Hugo", "Elle doute qu'Hugo vienne."),
]


@pytest.mark.parametrize(("marked", "candidate", "expected"), TENSES)
def test_a_form_of_two_tenses_or_moods_takes_that_of_its_sentence(marked: str, candidate: str, expected: str) -> None:
    assert best(marked, candidate).text == expected


def test_a_tense_that_nothing_decides_is_doubtful() -> None:
    assert best("[Il] finit la soupe.", "les enfants").sureness is Sureness.DOUBTFUL


REFUSED: list[tuple[str, str]] = [
    ("[Ils] vivent ensemble.", "le loup"),
    ("[Ils] ont tous ri.", "l'équipe"),
    ("[Elle] est médecin.", "les deux sœurs"),
    ("[Il] est un héros.", "les pompiers"),
    ("[Ils] craignent qu'il ne pleuve et rentrent.", "le fermier"),
    ("[Lui], déjà, était reparti.", "la valise"),
    ("Ils se sont vus [l'un l'autre].", "les frères"),
    ("[Il] est venu.", "ni Paul ni Marie"),
    ("[Il] est venu.", "personne"),
    ("Elle [les] a tous deux interrogés.", "les témoins"),
    ("J'ai dû [le] porter tout seul.", "la caisse"),
    ("Il a perdu, difforme [lui] aussi.", "la reine"),
]


@pytest.mark.parametrize(("marked", "candidate"), REFUSED)
def test_what_cannot_be_made_to_agree_is_refused(marked: str, candidate: str) -> None:
    assert isinstance(made(marked, candidate), NoReading)

"""Where French words meet: elision, h aspiré, contraction of à and de with an article, and back again.

>>> contracted("de", "le garçon")
'du garçon'
>>> fitted("que", "Anne"), fitted("qu'", "le héros")
("qu'", 'que ')
"""

import re
from functools import lru_cache

from anaphor.language.french.lexicon import lookup
from anaphor.language.word_tables import word_set

ASPIRATE = word_set("""
    ha hacher hache hachette hachis hachisch hachoir hachure hackeur hacker haddock hagard haie haillon haine haineux
    haïr haïssable halage hâle hâlé hâler haler haleter haletant halètement hall halle hallebarde hallier halo halte
    hamac hamburger hameau hammam hampe hamster hanche hand handball handicap handicapé handicaper handicapant hangar
    hanneton hanter hantise hanté happer happening haquenée harangue haranguer haras harasser harassant harassement
    harcèlement harceler harceleur harde hardes hardi hardiesse hardiment hardware harem hareng harengère hargne
    hargneux hargneusement haricot harissa harnachement harnacher harnais haro harpe harpie harpiste harpon harponner
    hasard hasarder hasardeux haschich haschisch hase hâte hâter hâtif hâtivement hauban haubert hausse haussement
    hausser haussier haut hautain hautbois hautboïste haute hauteur hautement hauban havre havresac hayon heaume
    hein héler henné hennir hennissement hep héraut hère hérisser hérissé hérisson hérissement hernie héron héros
    herse hertz hêtre hêtraie heurt heurter heurtoir hibou hic hideur hideux hideusement hiérarchie hiérarchique
    hiérarchiser hiéroglyphe hi-fi highlander hip-hop hippie hisser hit hittite hobby hobereau hochement hochepot
    hocher hochet hockey hockeyeur hocquet holding hold-up holà hollandais homard home hongre hongrois honnir honni
    honte honteux honteusement hop hoquet hoqueter horde hors hors-bord hors-d'oeuvre hors-jeu hors-la-loi hot-dog
    hotte hou houblon houe houille houiller houle houlette houleux houppe houppelande houppette hourra houspiller
    housse houx hublot huche huée huer huguenot huit huitaine huitante huitième hululement hululer hum humer hune huppe
    huppé hurlement hurler hurleur huron husky hussard hutte hyène
    """)
"""Lemmas with h aspiré: no elision, no liaison (`le héros`, `de la hyène`)."""

ASPIRATE_NAMES = word_set("""
    hainaut halles hambourg hanoï hanovre harlem harry harvard havane havre hawaï haye hesse hilton hobbit hollande
    hollandais hollywood honduras hong-kong hongrie hongrois houston hudson hull huns
    """)
"""Names that begin with h aspiré, lower-cased."""

MUTE_NAMES = word_set("""
    habib habiba hadès hadrien haïti haïtien hannibal hébé hébert hébreu hécate hector hécube hégésippe hélène héléna
    héléne héliodore hélios héloïse helsinki henri henriette hérault herbert hercule hermès hermine herminie hermione
    hérode hérodote hervé hervieu hilaire hilarion hildegarde himalaya hindou hippocrate hippolyte hiroshima homère
    honfleur honoré honorine horace hortense hubert hugo hugues hyacinthe hydra hyères hypatie
    """)
"""Names with a mute h, lower-cased: `d'Hélène`, `qu'Hugo`; other names in H do not elide, as foreign names do not."""

SEMIVOWEL = word_set("onze onzième oui ouistiti ouolof ouahou ouah uhlan ululer ululement yod un-deux uppercut")
"""Lemmas that begin with a vowel letter and do not elide."""

VOWEL_Y = word_set("y yeux yeuse yèble yonne yeu yerres ys ypérite ypres yser ysopet ytterbium yttrium")
"""Words in y that elide besides y + consonant (`d'Yvonne`): `d'yeux`, `l'Yonne`."""

MUTE = word_set("héroïne héroïnes")
"""Forms with a mute h whose lemma has an h aspiré: `le héros`, but `l'héroïne`."""


APOSTROPHES = "'’ʼ"
"""The signs that texts write for an apostrophe."""

_FULL = {word[:-1]: word for word in word_set("ce de je me ne se te que jusque lorsque puisque quoique presque")}
"""Elided stems and their full words; l' is left out, for it may be le or la."""
_ELIDABLE = frozenset((*_FULL.values(), "le", "la")) - {"presque"}
_FUSED = {("à", "le"): "au", ("à", "les"): "aux", ("de", "le"): "du", ("de", "les"): "des"}
CONTRACTIONS = {fused: parts for parts, fused in _FUSED.items()}
"""Fused forms and their two parts: `au` is `à` + `le`."""

_VOWELS = frozenset("aàâäeéèêëiîïoôöuùûüœæ")
_FIRST_WORD = re.compile(r"[^\w]*([^\W_]+(?:-[^\W_]+)*)")
_ARTICLE = re.compile(r"(le|les)\s+", re.IGNORECASE)
_INDEFINITE = re.compile(r"(?:des|du|de\s+la)\s+|de\s+l['’]\s*|d['’]\s*|de\s+", re.IGNORECASE)
_CITY_LIKE = re.compile(r"D['’]\s*[A-ZÀ-Ý]|De\s+[A-ZÀ-Ý]|Des\s+[A-ZÀ-Ý]|Du\s+[A-ZÀ-Ý]")


def elides(phrase: str) -> bool:
    """True when a word before the phrase loses its vowel: `l'homme`, but `le héros`.

    >>> [elides(word) for word in ("homme", "héros", "onze", "Yves", "yaourt", "Anne", "11")]
    [True, False, False, True, False, True, False]
    """
    found = _FIRST_WORD.match(phrase)
    return found is not None and _word_elides(found[1])


@lru_cache(maxsize=8192)
def _word_elides(word: str) -> bool:
    low = word.lower()
    if (len(word) == 1 and word.isupper()) or word[0].isdigit():
        return False
    if low[0] == "h":
        return (
            low in MUTE_NAMES
            or low in MUTE
            or (
                not (low in ASPIRATE_NAMES or _among(low, ASPIRATE))
                and (word[0].islower() or any(entry.form[0] == "h" for entry in lookup(low)))
            )
        )
    if low[0] == "y":
        return low in VOWEL_Y or (len(low) > 1 and low[1] not in _VOWELS and low[1] != "-")
    return low[0] in _VOWELS and not _among(low, SEMIVOWEL)


def _among(low: str, lemmas: frozenset[str]) -> bool:
    stem = low.split("-", maxsplit=1)[0]
    forms = {low, stem, *(entry.lemma for entry in lookup(low)), *(entry.lemma for entry in lookup(stem))}
    return not forms.isdisjoint(lemmas)


def apostrophe_of(text: str) -> str:
    """The apostrophe that a text writes: ’ where it has no other, ' elsewhere."""
    return "’" if "’" in text and "'" not in text else "'"


def full(word: str, before_il: bool = False) -> str | None:
    """An elided word in full (`qu'` → `que`; before il, `s'` is `si`), None where that cannot be known (l')."""
    stem = word[:-1]
    if before_il and stem.lower() == "s":
        return stem + "i"
    known = _FULL.get(stem.lower())
    if known is None:
        return None
    rest = known[len(stem) :]
    return stem + (rest.upper() if len(stem) > 1 and stem.isupper() else rest)


def fitted(word: str, phrase: str, apostrophe: str = "'", before_il: bool = False) -> str | None:
    """A word as it is written before a phrase, with its space or apostrophe; None when an l' has lost its gender."""
    if word[-1:] in APOSTROPHES and word:
        if elides(phrase) and not (before_il and word[0] in "sS"):
            return word
        whole = full(word, before_il)
        return None if whole is None else whole + " "
    if word.lower() in _ELIDABLE and elides(phrase):
        return word[:-1] + apostrophe
    return word + " "


def contracted(preposition: str, phrase: str, apostrophe: str = "'", fuses: bool = True) -> str:
    """The preposition and the phrase as one: `au garçon`, `d'Anne`, `de l'ami`, `de moutons` (de + des moutons).

    >>> contracted("à", "les filles"), contracted("de", "l'ami"), contracted("de", "du pain")
    ('aux filles', "de l'ami", 'de pain')
    """
    low = preposition.lower()
    head, last = (preposition[: -len(low.split()[-1])], low.split()[-1]) if low else ("", "")
    if last not in ("à", "de"):
        return f"{preposition} {phrase}"
    article = _ARTICLE.match(phrase)
    if article and fuses:
        return head + _cased(_FUSED[last, article[1].lower()], preposition) + " " + phrase[article.end() :]
    if last == "de":
        phrase = bare_of_de(phrase)
        return (
            f"{head}{preposition[len(head) :][:-1]}{apostrophe}{phrase}"
            if elides(phrase)
            else f"{preposition} {phrase}"
        )
    return f"{preposition} {phrase}"


def _cased(fused: str, preposition: str) -> str:
    return fused.capitalize() if preposition[:1].isupper() and " " not in preposition else fused


def bare_of_de(phrase: str) -> str:
    """A phrase without its partitive or plural indefinite article: `des moutons` → `moutons`; names stay whole."""
    found = _INDEFINITE.match(phrase)
    if found is None or _CITY_LIKE.match(phrase):
        return phrase
    return phrase[found.end() :]

"""What the checker can say: every code with its severity and its sentence, in French and English."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from anaphor.language.french import in_print


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """The item does not do its work: mend it or drop it."""
    WARNING = "warning"
    """Probably a flaw: look at it."""
    NOTE = "note"
    """Worth knowing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A kind of finding."""

    name: str
    """Stable name, for scripts."""
    severity: Severity
    """How much it matters."""
    en: str
    """The sentence in English, with the finding's details in braces."""
    fr: str
    """The sentence in French."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that the checker noticed at a place of a collection."""

    code: Code
    """Its kind."""
    place: str
    """Id of the schema, problem or item; the collection's name for what concerns it as a whole."""
    details: Mapping[str, str]
    """What the sentence needs to be concrete."""

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return self.code.severity

    def message(self, language: str = "en") -> str:
        """What is wrong and what to do, in one sentence or two."""
        if language != "fr":
            return self.code.en.format_map(self.details)
        return in_print(self.code.fr).format_map({name: _in_french(word) for name, word in self.details.items()})


def _in_french(word: str) -> str:
    """A detail in French: one of a few words, or evidence such as `determiner la, lexicon coupe`."""
    if word in _IN_FRENCH:
        return _IN_FRENCH[word]
    return _EVIDENCE.sub(lambda match: _EVIDENCE_IN_FRENCH[match[1]] + " ", word)


_EVIDENCE_IN_FRENCH = {
    "determiner": "déterminant",
    "lexicon": "lexique",
    "first name": "prénom",
    "title": "titre",
    "coordination": "coordination",
    "form": "forme",
}
_EVIDENCE = re.compile(r"\b(" + "|".join(_EVIDENCE_IN_FRENCH) + r") (?=\w)")
_IN_FRENCH = {
    "latin": "latin",
    "cyrillic": "cyrillique",
    "greek": "grec",
    "masculine": "masculin",
    "feminine": "féminin",
    "singular": "singulier",
    "plural": "pluriel",
    "person": "personne",
    "animal": "animal",
    "group": "groupe",
    "thing": "chose",
    "text": "texte",
    "candidate": "candidat",
    "proposed": "proposé",
    "excluded": "exclu",
}


def _error(name: str, en: str, fr: str) -> Code:
    return Code(name=name, severity=Severity.ERROR, en=en, fr=fr)


def _warning(name: str, en: str, fr: str) -> Code:
    return Code(name=name, severity=Severity.WARNING, en=en, fr=fr)


def _note(name: str, en: str, fr: str) -> Code:
    return Code(name=name, severity=Severity.NOTE, en=en, fr=fr)


TWINS_DO_NOT_FLIP = _error(
    "twins-do-not-flip",
    "Both variants have the same right answer, “{answer}”. Choose words that make the answer change.",
    "Les deux variantes ont la même bonne réponse, « {answer} ». Choisissez des mots qui font changer la réponse.",
)
TWIN_CANDIDATES_DIFFER = _note(
    "twin-candidates-differ",
    "The candidates change with the variant ({one} / {other}): the schema is atypical.",
    "Les candidats changent avec la variante ({one} / {other}) : le schéma est atypique.",
)
TWINS_DIFFER_OUTSIDE = _warning(
    "twins-differ-outside-the-marks",
    "The variants also differ outside the marked words (“{one}” / “{other}”). Mark all that differs, or "
    "make it the same.",
    "Les variantes diffèrent aussi hors des mots marqués (« {one} » / « {other} »). Marquez tout ce qui "
    "diffère, ou unifiez.",
)
TWINS_DIFFER_MUCH = _note(
    "twins-differ-much",
    "The variants differ in {words} words. A special word or a short expression is better.",
    "Les variantes diffèrent par {words} mots. Préférez un mot ou une courte expression.",
)
NO_TWIN = _note("no-twin", "The schema has a single variant.", "Le schéma n'a qu'une variante.")
ANAPHOR_UNKNOWN = _warning(
    "anaphor-unknown",
    "Nothing says where the anaphor stands. Mark it with [ ].",
    "Rien ne dit où se trouve l'anaphore. Marquez-la avec [ ].",
)
ANAPHOR_AMBIGUOUS = _warning(
    "anaphor-ambiguous",
    "The anaphor is not marked and several places are possible. Mark it with [ ].",
    "L'anaphore n'est pas marquée et plusieurs endroits sont possibles. Marquez-la avec [ ].",
)
ANAPHOR_IMPERSONAL = _error(
    "anaphor-impersonal",
    "“{form}” is impersonal here ({context}): it stands for nobody. Mark the pronoun that is asked about.",
    "« {form} » est impersonnel ici ({context}) : il ne renvoie à rien. Marquez le pronom sur lequel on interroge.",
)
ANAPHOR_REFLEXIVE = _error(
    "anaphor-reflexive",
    "“{form}” is reflexive: grammar alone decides. Mark another pronoun.",
    "« {form} » est réfléchi : la grammaire suffit à décider. Marquez un autre pronom.",
)
ANAPHOR_UNFAMILIAR = _note(
    "anaphor-unfamiliar",
    "“{form}” is no pronoun that is known here.",
    "« {form} » n'est pas un pronom que nous connaissions.",
)
ANAPHOR_IN_CANDIDATE = _error(
    "anaphor-in-candidate",
    "“{form}” belongs to the candidate itself (“{phrase}”). Mark the pronoun that is asked about.",
    "« {form} » fait partie du candidat lui-même (« {phrase} »). Marquez le pronom sur lequel on interroge.",
)
ANAPHOR_RIVAL = _warning(
    "anaphor-rival",
    "“{rival}” in the same sentence also fits both candidates. Check that “{form}” is the pronoun meant.",
    "« {rival} », dans la même phrase, convient aussi aux deux candidats. Vérifiez que « {form} » est le pronom visé.",
)
CANDIDATE_MISSING = _warning(
    "candidate-not-in-text",
    "The candidate “{candidate}” is not found in the text. Name it as the text does.",
    "Le candidat « {candidate} » n'est pas dans le texte. Nommez-le comme dans le texte.",
)
CANDIDATE_BY_HEAD = _note(
    "candidate-only-by-head",
    "Of the candidate “{candidate}” only the head word is found in the text.",
    "Du candidat « {candidate} », seul le nom principal est dans le texte.",
)
CANDIDATE_BARE = _note(
    "candidate-without-determiner",
    "The candidate “{candidate}” has no determiner: it cannot stand in the pronoun's place as it is.",
    "Le candidat « {candidate} » n'a pas de déterminant : il ne peut pas prendre tel quel la place du pronom.",
)
CANDIDATES_ALIKE = _error(
    "candidates-alike",
    "Two candidates are the same (“{candidate}”). Give each its own name.",
    "Deux candidats sont identiques (« {candidate} »). Donnez à chacun son nom.",
)
CANDIDATE_IN_CANDIDATE = _note(
    "candidate-in-candidate",
    "The candidate “{inner}” is contained in the candidate “{outer}”.",
    "Le candidat « {inner} » est contenu dans le candidat « {outer} ».",
)
LONE_CANDIDATE = _note("lone-candidate", "There is a single candidate.", "Il n'y a qu'un seul candidat.")
CONCORD_GENDER = _error(
    "concord-gender",
    "“{candidate}” is {found} ({evidence}) and “{form}” asks for {wanted}: grammar rules it out. Change the candidate.",
    "« {candidate} » est au {found} ({evidence}) et « {form} » demande le {wanted} : la grammaire l'exclut. "
    "Changez le candidat.",
)
CONCORD_NAME = _warning(
    "concord-name",
    "“{candidate}” is mostly a {found} first name and “{form}” asks for {wanted}. Check it.",
    "« {candidate} » est le plus souvent un prénom {found} et « {form} » demande le {wanted}. Vérifiez.",
)
CONCORD_NUMBER = _error(
    "concord-number",
    "“{candidate}” is {found} ({evidence}) and “{form}” asks for the {wanted}: grammar rules it out. "
    "Change the candidate.",
    "« {candidate} » est au {found} ({evidence}) et « {form} » demande le {wanted} : la grammaire l'exclut. "
    "Changez le candidat.",
)
CONCORD_COLLECTIVE = _note(
    "concord-collective",
    "“{candidate}” is a group in the singular and “{form}” a plural: it can be understood, but the "
    "number gives a hint.",
    "« {candidate} » est un groupe au singulier et « {form} » un pluriel : on comprend, mais le nombre "
    "donne un indice.",
)
CONCORD_UNKNOWN = _note(
    "concord-unknown",
    "The gender of “{candidate}” is not known here. Check that it fits “{form}”.",
    "Le genre de « {candidate} » n'est pas dans nos listes. Vérifiez qu'il s'accorde avec « {form} ».",
)
CANDIDATES_GENDER = _warning(
    "candidates-of-different-gender",
    "“{one}” and “{other}” differ in gender: words that agree with the anaphor may give the answer away.",
    "« {one} » et « {other} » n'ont pas le même genre : un accord peut trahir la réponse.",
)
ANIMACY_DIFFERS = _warning(
    "animacy-differs",
    "“{one}” ({first}) and “{other}” ({second}) are of different sorts: which word goes with which may give the "
    "answer away.",
    "« {one} » ({first}) et « {other} » ({second}) ne sont pas du même ordre : "
    "le seul choix des mots peut trahir la réponse.",
)
FINAL_CLAUSE = _warning(
    "final-clause",
    "The pronoun is the subject of a clause in “{connective}”: French prefers an infinitive for the main subject, "
    "so the other candidate wins by grammar (paper 1, example 5). Recast the sentence.",
    "Le pronom est sujet d'une proposition en « {connective} » : pour le sujet principal le français préfère "
    "l'infinitif, l'autre candidat l'emporte donc par la grammaire (article 1, exemple 5). Reformulez.",
)
PROMPT_MISSING = _note(
    "prompt-missing",
    "There is no question for people. Add one.",
    "Il n'y a pas de question pour les participants. Ajoutez-en une.",
)
PROMPT_NOT_A_QUESTION = _warning(
    "prompt-not-a-question",
    "The question “{prompt}” does not end with a question mark.",
    "La question « {prompt} » ne finit pas par un point d'interrogation.",
)
PROMPT_UNRELATED = _warning(
    "prompt-unrelated",
    "The question “{prompt}” shares no word with the text.",
    "La question « {prompt} » n'a aucun mot en commun avec le texte.",
)
PROMPT_NAMES_CANDIDATE = _warning(
    "prompt-names-candidate",
    "The question names the candidate “{candidate}”. Ask without naming it.",
    "La question nomme le candidat « {candidate} ». Interrogez sans le nommer.",
)
PROMPT_DOES_NOT_FOLLOW = _warning(
    "prompt-does-not-follow",
    "The marked words occur in the question of one variant and not of the other. Give the question the same braces.",
    "Les mots marqués sont dans la question d'une variante et pas de l'autre. Mettez les mêmes accolades "
    "à la question.",
)
NEAR_DUPLICATE = _warning(
    "near-duplicate",
    "The text is nearly the same as that of {other} ({share} of the words).",
    "Le texte est presque celui de {other} ({share} des mots).",
)
SAME_TEXT = _warning(
    "same-text", "The text is the same as that of {other}.", "Le texte est le même que celui de {other}."
)
KNOWN_TEXT = _note(
    "known-text",
    "The text also stands in {other} ({share} of the words are the same).",
    "Le texte se trouve aussi dans {other} ({share} des mots sont communs).",
)
MANY_ON_ONE_TEXT = _note(
    "many-on-one-text",
    "{count} problems ask about this one text: misreading it costs all of them (paper 4).",
    "{count} problèmes portent sur ce seul texte : le comprendre de travers les fait tous perdre (article 4).",
)
HIDDEN_CHARACTER = _error(
    "hidden-character",
    "The {field} holds a character that cannot be seen ({name}). Delete it.",
    "Le champ {field} contient un caractère invisible ({name}). Supprimez-le.",
)
MIXED_SCRIPTS = _error(
    "mixed-scripts",
    "The word “{word}” mixes alphabets ({names}). Type it again.",
    "Le mot « {word} » mêle des alphabets ({names}). Retapez-le.",
)
NOT_NORMALISED = _warning(
    "not-normalised",
    "The {field} holds accents written as separate characters (not NFC). Save it again with composed letters.",
    "Le champ {field} contient des accents décomposés (hors NFC). Enregistrez-le avec des lettres composées.",
)
MOJIBAKE = _error(
    "mojibake",
    "“{word}” looks like text read in the wrong encoding.",
    "« {word} » ressemble à un texte lu dans le mauvais encodage.",
)
MIXED_APOSTROPHES = _note(
    "mixed-apostrophes",
    "Straight (') and curly (’) apostrophes both occur ({straight} and {curly} times). Choose one.",
    "Les apostrophes droite (') et courbe (’) coexistent ({straight} et {curly} fois). Choisissez-en une.",
)
SPACING = _note(
    "spacing", "The text has a doubled space or one at its edge.", "Le texte a un espace double ou en bordure."
)
TOO_LONG_PROBLEM = _warning(
    "too-long",
    "The text has {sentences} sentences. A problem should have at most three (paper 4).",
    "Le texte compte {sentences} phrases. Un problème devrait en avoir trois au plus (article 4).",
)
TOO_LONG = _note(
    "many-words",
    "The text has {words} words: long for a schema. Shorten it if you can.",
    "Le texte compte {words} mots : c'est long pour un schéma. Raccourcissez si possible.",
)
POSITION_UNBALANCED = _warning(
    "position-unbalanced",
    "The right answer is the first candidate mentioned in {first} of {all} items (chance of such an imbalance: {p}). "
    "Balance it.",
    "La bonne réponse est le premier candidat mentionné dans {first} items sur {all} (probabilité d'un tel "
    "déséquilibre : {p}). Équilibrez.",
)
LANGUAGE_UNKNOWN = _warning(
    "language-unknown",
    "No rules are installed for the language “{language}”: concord, anaphors and readings are not checked. "
    "Rules are there for: {known}.",
    "Aucune règle n'est installée pour la langue « {language} » : ni l'accord, ni l'anaphore, ni les lectures ne sont "
    "vérifiés. Langues connues : {known}.",
)
LANGUAGE_DOUBTFUL = _note(
    "language-doubtful",
    "The language is taken to be “{language}”, but the words look like “{looks}”: say --language {looks}, or mend the "
    "language that the file names.",
    "La langue est supposée être « {language} », mais les mots ressemblent à « {looks} » : écrivez --language {looks}, "
    "ou corrigez la langue que nomme le fichier.",
)
KEYS_MISSING = _note(
    "keys-missing",
    "Items without a key: {count} of {all}. Nothing can be scored on them, and they are not tested for leaks.",
    "Items sans réponse : {count} sur {all}. Rien n'y peut être noté, et les fuites n'y sont pas testées.",
)
DOMAIN_UNKNOWN = _warning(
    "domain-unknown",
    "The domain “{domain}” is not in the taxonomy. Use: {known}.",
    "Le domaine « {domain} » n'est pas dans la taxonomie. Utilisez : {known}.",
)
STATUS_WITHOUT_REASON = _warning(
    "status-without-reason",
    "It is {status} and nothing says why. Add reason: …",
    "Statut « {status} » sans explication. Ajoutez reason: …",
)
AGAINST_ANAPHOR = _error(
    "reference-anaphor-differs",
    "{other} has the same text and asks about “{theirs}”, not “{form}”.",
    "{other} a le même texte et porte sur « {theirs} », non sur « {form} ».",
)
AGAINST_KEY = _error(
    "reference-key-differs",
    "{other} has the same text and gives “{theirs}” as the right answer, not “{answer}”.",
    "{other} a le même texte et donne « {theirs} » comme bonne réponse, non « {answer} ».",
)
AGAINST_PROMPT = _error(
    "reference-question-differs",
    "{other} has the same text and asks “{prompt}”, which is not about “{form}”.",
    "{other} a le même texte et demande « {prompt} », ce qui ne porte pas sur « {form} ».",
)

CODES: tuple[Code, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Code))
"""Every kind of finding, for the reference page."""

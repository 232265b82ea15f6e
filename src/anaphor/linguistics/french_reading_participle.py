"""Past participles: their bare form, their agreement, and where one stands behind its auxiliary.

>>> bare_participle("absoutes"), inflected("souvenu", Gender.FEMININE, Number.PLURAL)
('absous', 'souvenues')
"""

from functools import lru_cache

from anaphor.linguistics.french_lexicon import LexicalEntry, lookup
from anaphor.linguistics.french_reading_words import PREPOSITIONS, Word, at, is_known, shape, word_set
from anaphor.linguistics.language import Gender, Number

Words = tuple[Word, ...]

MIDDLE = word_set(
    "pas point plus jamais guère rien toujours déjà encore bien mal mieux trop beaucoup peu assez tant tellement "
    "presque aussi même vite donc ensuite enfin alors aussitôt souvent parfois longtemps tout très si moins autant "
    "hier ainsi tous toutes tôt tard soudain sûrement davantage désormais quand cependant pourtant "
    "néanmoins surtout plutôt seulement pratiquement probablement certes certainement finalement rapidement "
    "bientôt quelquefois depuis autrefois toutefois peut-être maintenant aujourd'hui auparavant jadis naguère "
    "sitôt tantôt volontiers exprès demain partout nullement aucunement dorénavant d'ailleurs après avant "
    "longuement ici là puis également justement"
)
"""Adverbs that may stand between an auxiliary and its participle."""
_PHRASES = tuple(
    tuple(phrase.split("_"))
    for phrase in (
        "tout_de_suite tout_à_fait tout_à_coup tout_d'_abord tout_de_même tout_à_l'_heure tout_juste tout_au_plus "
        "tout_au_moins tout_autant tout_de_go d'_abord d'_ailleurs d'_avance d'_emblée d'_habitude d'_un_coup "
        "d'_un_seul_coup à_peine à_nouveau à_tort à_jamais à_moitié à_demi à_juste_titre à_son_tour à_leur_tour "
        "à_temps à_l'_instant à_plusieurs_reprises à_la_fois à_fond à_merveille à_la_fin à_l'_époque à_l'_avance "
        "sans_doute sans_cesse sans_arrêt sans_hésiter sans_peine sans_succès sans_aucun_doute sans_le_vouloir "
        "en_vain en_partie en_fait en_effet en_secret en_outre en_général en_particulier en_revanche en_vitesse "
        "en_même_temps en_réalité en_silence en_personne en_quelque_sorte en_un_sens en_plus de_nouveau "
        "de_toute_façon de_toute_évidence de_tout_temps de_fait de_force de_loin de_près du_tout du_moins "
        "du_reste du_coup par_hasard par_la_suite par_exemple par_erreur par_mégarde par_contre par_ailleurs "
        "par_conséquent par_cœur par_coeur par_accident par_miracle un_peu un_instant un_jour une_fois "
        "une_fois_de_plus une_seconde_fois une_dernière_fois une_nouvelle_fois deux_fois trois_fois plusieurs_fois "
        "bien_des_fois maintes_fois bel_et_bien pour_ainsi_dire pour_autant pour_de_bon pour_toujours pour_une_fois "
        "pour_l'_instant au_moins au_plus au_contraire au_début au_hasard au_fond au_final "
        "au_passage tant_bien_que_mal non_plus non_seulement ou_presque peu_à_peu petit_à_petit plus_ou_moins "
        "plus_tard plus_tôt plus_que_jamais plus_d'_une_fois mine_de_rien malgré_tout ni_plus_ni_moins quand_même "
        "l'_autre_jour la_veille ce_matin ce_soir cette_nuit cette_fois cette_année "
        "ce_jour-là ces_derniers_temps depuis_longtemps depuis_lors depuis_peu dès_lors bien_sûr bien_entendu "
        "si_souvent si_bien et_même jusqu'_ici jusqu'_alors jusqu'_à_présent jusque_là coup_sur_coup tour_à_tour "
        "côte_à_côte jour_et_nuit de_plus_en_plus de_temps_en_temps de_temps_à_autre de_bon_cœur comme_toujours "
        "comme_prévu dans_l'_ensemble dans_un_premier_temps sur_le_champ sur_le_moment sur_place "
        "hier_soir avant_tout après_tout après_coup entre_temps somme_toute le_plus_souvent la_plupart_du_temps"
    ).split()
)
"""Adverbial phrases that may stand there too."""
_BY_OPENER: dict[str, tuple[tuple[str, ...], ...]] = {
    opener: tuple(sorted((phrase for phrase in _PHRASES if phrase[0] == opener), key=len, reverse=True))
    for opener in {phrase[0] for phrase in _PHRASES}
}
_SELVES = word_set("lui-même elle-même eux-mêmes elles-mêmes moi-même toi-même nous-mêmes vous-mêmes vous-même soi-même")
_OPENINGS = {",": ",", "(": ")", "–": "–", "—": "—"}
_JOINTS = frozenset(("et", "ou", "puis", "mais", "ni"))
_REACH, _ASIDE = 10, 8


@lru_cache(maxsize=8192)
def base_of(low: str) -> str | None:
    """The masculine singular of a form that can be a past participle (`bues` → `bu`); None when it can be none."""
    special = {"due": "dû", "dus": "dû", "dues": "dû", "mue": "mû", "mus": "mû", "mues": "mû", "crûe": "crû"}.get(low)
    if special:
        return special
    found = [attempt for attempt in _stripped(low) if any(_is_base(entry) for entry in lookup(attempt))]
    if found:
        return min(found, key=len)
    return _unknown_base(low)


def _stripped(low: str) -> tuple[str, ...]:
    shorter = tuple(low[: -len(end)] for end in ("s", "e", "es") if low.endswith(end))
    dissolved = tuple(low[: -len(end)] + "s" for end in ("te", "tes") if low.endswith("sou" + end))
    return (low, *shorter, *dissolved)


def _is_base(entry: LexicalEntry) -> bool:
    singular = entry.gender is not Gender.FEMININE and entry.number is not Number.PLURAL
    # The lexicon's source calls some agreeing forms masculine lemmas of their own (`découverte`).
    return "par:pas" in entry.traits and singular and not entry.form.endswith(("ue", "ée", "ie", "te", "se"))


def _unknown_base(low: str) -> str | None:
    """The base of a participle in é that the lexicon has not, or has only in an agreeing form."""
    for end in ("ées", "ée", "és", "é"):
        if low.endswith(end) and len(low) > len(end) + 1:
            return low[: -len(end)] + "é" if shape(low).past or not is_known(low) else None
    return low if shape(low).past else None


def bare_participle(form: str) -> str | None:
    """A past participle in the masculine singular (`punies` → `puni`, `mises` → `mis`); None when it is none."""
    base = base_of(form.lower())
    return base if base is None or not form[:1].isupper() else base.capitalize()


def inflected(base: str, gender: Gender | None, number: Number | None) -> str:
    """A participle in a gender and number, from its masculine singular."""
    stem = {"dû": "du", "mû": "mu", "crû": "cru", "absous": "absout", "dissous": "dissout"}.get(base, base)
    plural = number is Number.PLURAL
    if gender is Gender.FEMININE:
        return stem + ("es" if plural else "e")
    return base if not plural or base.endswith(("s", "x")) else {"dû": "du", "mû": "mu"}.get(base, base) + "s"


def adverbial_end(words: Words, index: int) -> int:
    """Index behind the adverb, adverbial phrase or aside that begins at an index; the same when there is none."""
    for phrase in _BY_OPENER.get(at(words, index), ()):
        if all(at(words, index + k) == part for k, part in enumerate(phrase)):
            return index + len(phrase)
    if at(words, index) in ("tous", "toutes") and at(words, index + 1) in ("deux", "trois"):
        return index + 2
    if at(words, index) in ("tous", "toutes") and at(words, index + 1) == "les":
        return index + 3
    if is_adverb(at(words, index)) or at(words, index) in _SELVES:
        return index + 1
    return _behind_aside(words, index)


def is_adverb(low: str) -> bool:
    """True for a word that can stand between auxiliary and participle."""
    if low in MIDDLE:
        return True
    form = shape(low)
    return low.endswith("ment") and form.adverb > 0 and not form.finite


def _behind_aside(words: Words, index: int) -> int:
    """Index behind `, semble-t-il,` or `(enfin)`."""
    closing = _OPENINGS.get(at(words, index))
    if closing is None:
        return index
    reach = range(index + 2, min(len(words), index + _ASIDE))
    return next((k + 1 for k in reach if words[k].text == closing), index)


def next_participle(words: Words, start: int) -> int | None:
    """Index of the participle that follows, adverbs and asides apart; None when something else comes first."""
    index = start
    while index < min(len(words), start + _REACH):
        end = adverbial_end(words, index + (at(words, index) == "ni"))
        if end <= index + (at(words, index) == "ni"):
            index += at(words, index) == "ni"
            break
        index = end
    return index if is_participle(words, index) else None


def is_participle(words: Words, index: int) -> bool:
    """True when the word at an index can be a past participle."""
    low = at(words, index)
    return bool(low) and words[index].is_word and low not in PREPOSITIONS and base_of(low) is not None


def coordinated(words: Words, participle: int) -> tuple[int, ...]:
    """Indices of the participles right behind one, joined to it (`lavée et séchée`)."""
    found: list[int] = []
    index = participle + 1
    while True:
        joint = index + (at(words, index) == ",")
        if at(words, joint) not in _JOINTS:
            return tuple(found)
        following = next_participle(words, joint + 1)
        if following is None or (shape(words[following].low).finite and not _is_bare_of(words, following)):
            return tuple(found)
        found.append(following)
        index = following + 1


def _is_bare_of(words: Words, index: int) -> bool:
    """True for a form that is a participle more often than not (`écrit` is not)."""
    return words[index].low.endswith(("é", "ée", "és", "ées"))

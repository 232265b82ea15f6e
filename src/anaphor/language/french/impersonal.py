"""The `il` that stands for nothing: il faut, il pleut, il y a, il s'agit, il est impossible de …"""

from collections.abc import Sequence

from anaphor.language.french.verbs import (
    CliticVerbGroup,
    form_at,
    group_after,
    group_before,
    is_infinitive,
    is_participle,
    skip_adverbs,
)
from anaphor.language.protocol import Token
from anaphor.language.word_tables import word_set, word_sets

_SETS = word_sets("french")
_THAT = frozenset(("que", "qu'"))
_OF = frozenset(("de", "d'"))
_DATIVES = frozenset(("me", "m'", "te", "t'", "lui", "nous", "vous", "leur"))
_INDEFINITES = (
    _SETS["quantities"]
    | _SETS["numerals"]
    | _SETS["amounts"]
    | {"un", "une", "des", "du", "de", "d'", "rien", "personne", "quelqu'un"}
)
_COPULAS = frozenset(("être", "devenir", "sembler", "paraître", "avérer", "rester"))
_COMPARING = frozenset(("plus", "moins", "aussi", "si", "tellement", "autant", "trop", "tant"))
_TIMES = word_set(
    "an ans année années mois semaine semaines jour jours matin soir nuit nuits heure heures minute minutes seconde "
    "secondes instant"
)


def is_impersonal(words: Sequence[Token], index: int) -> bool:
    """Whether the `il` at an index stands for nothing; `il reste` does before a noun phrase or `à` + infinitive."""
    inverted = words[index].text.startswith("-")
    group = group_before(words, index) if inverted else group_after(words, index + 1)
    if group is None:
        # The lexicon lacks the spelling of 1990.
        return form_at(words, index + 1) in ("te", "vous") and form_at(words, index + 2) == "plait"
    rules = (_by_verb, _by_clitic, _by_clause, _by_noun_phrase, _by_weather, _by_adjective, _by_clock)
    if any(rule(words, group) for rule in rules) or _is_asked(words, index, group):
        return True
    # `semble-t-il` and `paraît-il` between commas or at the end.
    return inverted and bool(group.lemmas & {"sembler", "paraître"}) and not form_at(words, group.end).isalpha()


def _is_asked(words: Sequence[Token], index: int, group: CliticVerbGroup) -> bool:
    """quelle heure est-il, qu'est-ce qu'il se passe, ce qu'il s'est passé."""
    if (form_at(words, index - 2), form_at(words, index + 1)) == ("heure", "est"):
        return form_at(words, index - 1) in _THAT
    if words[index].text.startswith("-") and "être" in group.lemmas:
        return (form_at(words, index - 3), form_at(words, index - 2)) == ("quelle", "heure")
    if words[index].text.startswith("-") and "passer" in group.lemmas and group.clitics & {"se", "s'"}:
        return form_at(words, index - 3) in _THAT
    happens = "passer" in group.lemmas or form_at(words, skip_adverbs(words, group.end)) == "passé"
    of_thing = form_at(words, index - 1) in _THAT and form_at(words, index - 2) in ("ce", "-ce")
    return bool(group.clitics & {"se", "s'"}) and happens and of_thing


def _by_verb(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il faut, il pleut, il vaut mieux."""
    if "falloir" in group.lemmas:
        return True
    following = form_at(words, group.end)
    if group.lemmas & _SETS["weather_verbs"] or form_at(words, group.end - 1) == "plut":
        return not group.clitics & _DATIVES and following not in ("à", "au", "aux")
    if "valoir" in group.lemmas and form_at(words, skip_adverbs(words, group.end)) == "mieux":
        compared = form_at(words, skip_adverbs(words, group.end) + 2)
        return compared not in ("lui", "elle", "moi", "toi", "eux", "ça", "cela")
    return False


def _by_clitic(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il y a, il en va de même, il n'en est rien, s'il vous plaît, and the reflexive verbs."""
    if "y" in group.clitics and "avoir" in group.lemmas:
        return True
    if group.clitics & {"s'", "se"}:
        # il s'agit, il se peut que, il se trouve que, il se passe quelque chose, comme il se doit.
        following = form_at(words, skip_adverbs(words, group.end))
        if group.lemmas & {"agir", "devoir"}:
            return True
        if "pouvoir" in group.lemmas:
            return following in _THAT | {",", ".", ""}
        if group.lemmas & {"passer", "produire"} or following in ("produit", "écoulé", "passé"):
            return form_at(words, group.end + ("être" in group.lemmas)) in (_INDEFINITES | {"quelque"}) - _OF
        return bool(group.lemmas & _SETS["reflexive_verbs"]) and following in _THAT | {"tard", "tôt"}

    following = form_at(words, skip_adverbs(words, group.end))
    if "être" in group.lemmas and "en" in group.clitics:
        return form_at(words, group.end) == "rien" or form_at(words, group.end - 1) == "soit"
    if "aller" in group.lemmas and group.clitics & {"en", "y"}:
        return following in {"ainsi", "autrement", "de", "d'", ".", "?", "!", ""}
    return "plaire" in group.lemmas and bool(group.clitics & {"vous", "te"})


def _by_clause(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il paraît que, il suffit de, il arrive de + infinitive."""
    after = skip_adverbs(words, group.end)
    following = form_at(words, after)
    if group.lemmas & _SETS["que_verbs"] and following in _THAT:
        return True
    if "tenir" in group.lemmas and following in _THAT and form_at(words, after + 1) in ("à", "au", "aux"):
        return True
    if group.lemmas & {"paraître", "sembler"} and following in (",", ".", ""):
        return "paraître" in group.lemmas or bool(group.clitics & _DATIVES)
    if group.lemmas & _SETS["de_verbs"] and following in _OF:
        little = "suffire" in group.lemmas and form_at(words, after + 1) in ("un", "une", "peu")
        return little or _infinitive_follows(words, after + 1)
    if "être" in group.lemmas and following in ("arrivé", "venu", "survenu", "advenu", "tombé"):
        that = following == "arrivé" and form_at(words, after + 1) in _THAT and not group.clitics & {"ne", "n'"}
        return that or _is_counted_thing(words, after + 1)
    return "importer" in group.lemmas and form_at(words, group.end) == "peu"


def _is_counted_thing(words: Sequence[Token], index: int) -> bool:
    """Whether an indefinite noun phrase follows that is no time (`il est arrivé un accident`, not `trois fois`)."""
    if (form_at(words, index), form_at(words, index + 2)) in (("de", "grêle"), ("de", "neige"), ("de", "pluie")):
        return True
    if form_at(words, index) in _SETS["amounts"]:  # plus de monde, not plus tôt
        return form_at(words, index + 1) in _OF
    counted = form_at(words, index) in _INDEFINITES - _OF - {"du", "rien", "personne"}
    return counted and form_at(words, index + 1) not in _TIMES | {"fois", "peu"}


def _by_noun_phrase(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il existe un, il manque trois, il reste du, il ne reste que, il reste à + infinitive."""
    after = group.end
    while form_at(words, after) in ("plus", "pas", "encore", "toujours", "donc", "bien", "jamais", "guère"):
        after += 1
    following = form_at(words, after)
    if "être" in group.lemmas and following == "resté":
        return form_at(words, after + 1) in {"du", "de", "des", "aucun", "aucune", "que", "qu'"}
    if "rester" in group.lemmas:
        # `il reste` speaks of what is left, not of someone who stays (`il reste trois jours à Paris`).
        following = form_at(words, after)
        if following in ("à", "que", "qu'"):
            return following != "à" or _infinitive_follows(words, after + 1)
        stays = form_at(words, after + 2) in ("à", "au", "dans", "chez", "en", "sans", "sur", "sous", "avec")
        if form_at(words, after + 1) in _TIMES and not group.clitics & _DATIVES and stays:
            return False
        return _is_indefinite(words, group, after)

    if "manquer" in group.lemmas and following in _OF:
        return False
    return bool(group.lemmas & _SETS["np_verbs"]) and _is_indefinite(words, group, after)


def _is_indefinite(words: Sequence[Token], group: CliticVerbGroup, index: int) -> bool:
    """Whether an indefinite noun phrase stands there (`trop de pain`, `beaucoup à faire`, not `trop longtemps`)."""
    following = form_at(words, index)
    if following in _SETS["amounts"]:
        return form_at(words, index + 1) in _OF or _infinitive_follows(words, index + 2)
    return following in _INDEFINITES | _THAT or following.isdigit() or bool(group.clitics & _DATIVES and following)


def _by_weather(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il fait froid, il faisait trop chaud, il fait dix degrés, il fait un temps."""
    if "faire" not in group.lemmas or group.clitics & {"se", "s'", "le", "la", "les", "l'"}:
        return False
    after = skip_adverbs(words, group.end)
    following, next_form = form_at(words, after), form_at(words, after + 1)
    if following in _SETS["weather_words"]:
        # A weather word was only an adjective before its noun (`il fait bon usage`).
        return form_at(words, after + 1) not in (
            "usage",
            "accueil",
            "ménage",
            "effet",
            "figure",
            "visage",
            "état",
            "marché",
            "boulot",
            "temps",
        )
    if following in ("un", "du", "de"):
        return next_form in ("temps", "vent", "soleil", "froid", "orage", "brouillard")
    return next_form in ("degré", "degrés", "°c") or (following == "-" and form_at(words, after + 2) == "degrés")


def _by_adjective(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il est impossible de, il semble évident que, il a été décidé que."""
    if not group.lemmas & _COPULAS:
        return False
    after = skip_adverbs(words, group.end)
    if "question" in (form_at(words, after), form_at(words, after + 2)) and "être" in group.lemmas:
        return True
    adjective = form_at(words, after)
    if adjective == "été":
        after = skip_adverbs(words, after + 1)
        adjective = form_at(words, after)
    # An adjective or participle behind the copula makes `il` impersonal by what follows it.
    if adjective == "à" and form_at(words, after + 1) in _SETS["say_verbs"]:
        return form_at(words, after + 2) in _THAT
    if adjective == "donné" and form_at(words, after + 1) in _OF:
        return _infinitive_follows(words, after + 2)
    compared = form_at(words, after - 1) in _COMPARING
    if adjective in _SETS["impersonal_adjectives"]:
        return _clause_after_adjective(words, adjective, after + 1) and not (
            compared and form_at(words, after + 1) in _THAT
        )
    restricted = bool(group.clitics & {"ne", "n'"})
    told = is_participle(adjective) and adjective not in _SETS["convinced"] and not compared and not restricted
    return told and form_at(words, after + 1) in _THAT


def _clause_after_adjective(words: Sequence[Token], adjective: str, index: int) -> bool:
    """Whether `que` or `de` + infinitive follows, perhaps behind `pour lui` or `à Paul`."""
    for start in (index, *range(index + 2, index + 5)):
        if start > index and form_at(words, index) not in ("pour", "à", "au", "aux"):
            return False
        if form_at(words, start) in _THAT:
            return adjective not in _SETS["personal_with_que"]
        if form_at(words, start) in _OF and _infinitive_follows(words, start + 1):
            return adjective not in _SETS["personal_with_de"]
    return False


def _by_clock(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il est tard, il est huit heures, il est temps, il est l'heure, il était une fois."""
    if "être" not in group.lemmas:
        return False
    after = skip_adverbs(words, group.end)
    following, next_form = form_at(words, after), form_at(words, after + 1)
    if following in _SETS["clock_words"] or (following, next_form) in (("l'", "heure"), ("une", "fois")):
        return True
    is_number = following in _SETS["numerals"] | {"une"} or following[:1].isdigit()
    return is_number and (next_form in ("heure", "heures", "h") or "h" in following)


def _infinitive_follows(words: Sequence[Token], index: int) -> bool:
    """Whether an infinitive stands at an index, behind clitics and a negation."""
    while form_at(words, index) in _SETS["object_clitics"] | {"ne", "n'", "pas", "plus", "jamais", "bien", "mieux"}:
        index += 1
    return is_infinitive(form_at(words, index))

"""The `il` that stands for nothing: il faut, il pleut, il y a, il est impossible de …, il circule des rumeurs.

Such an `il` has no antecedent, so that an item must not mark it and a reading must not fill it. The rules look at its
verb (`il faut`), its clitics (`il y a`, `il s'agit`), the clause or noun phrase behind verbs such as sembler and
rester (`il semble que …`, `il reste une place`), the weather and the clock (`il fait froid`, `il est midi`),
adjectives that judge what follows (`il est utile de …`), and what any verb may present or announce (`il circule des
rumeurs`, `il arrive que …`). Most of these verbs have persons as subjects, too (`il reste une heure`, `il est
utile`): the counter-examples stand beside the rules.
"""

from collections.abc import Sequence
from itertools import takewhile

from anaphor.language.french.clause.words import (
    DETERMINERS,
    PREPOSITIONS,
    NounPhrase,
    ends_clause,
    is_verb_here,
    noun_phrase,
    shape,
    with_complements,
)
from anaphor.language.french.lexicon import fold, lookup
from anaphor.language.french.nouns import concord
from anaphor.language.french.verbs import (
    CliticVerbGroup,
    form_at,
    group_after,
    group_before,
    is_infinitive,
    is_participle,
    skip_adverbs,
)
from anaphor.language.protocol import Animacy, Token
from anaphor.language.word import Word, Words, at
from anaphor.language.word_tables import word_set, word_sets

_SETS = word_sets("french")
_READING = word_sets("french", "reading_words")
_PERIODS = _READING["periods"]
_BEFORE_INFINITIVE = _SETS["object_clitics"] | {"ne", "n'", "pas", "plus", "jamais", "bien", "mieux"}
_THAT = frozenset(("que", "qu'"))
_OF = frozenset(("de", "d'"))
_REFLEXIVE = frozenset(("se", "s'"))
_DATIVES = word_set("me m' te t' lui nous vous leur")
_INDEFINITES = (
    _SETS["quantities"]
    | _SETS["numerals"]
    | _SETS["amounts"]
    | {"un", "une", "des", "du", "de", "d'", "rien", "personne", "quelqu'un"}
)


def is_impersonal(words: Sequence[Token], index: int) -> bool:
    """Whether the `il` at an index stands for nothing; `il reste` does before a noun phrase or `à` + infinitive."""
    inverted = words[index].text.startswith("-")
    group = group_after(words, index + 1)
    if inverted:  # `y a` in `y a-t-il`
        group = group_before(words, index)
    if group is None:
        # The lexicon lacks the spelling of 1990.
        return form_at(words, index + 1) in ("te", "vous") and form_at(words, index + 2) == "plait"
    if inverted and "plaire" in group.lemmas and not group.clitics:
        return True  # `plaît-il ?`
    seems_to = form_at(words, index + 1) in _DATIVES and form_at(words, index + 2) in ("semble", "semblait", "sembla")
    if inverted and form_at(words, index - 2) == "toujours" and form_at(words, index + 1) in _THAT:
        return True  # `toujours est-il que`
    if seems_to and _infinitive_follows(words, index + 3):
        return True  # `il me semble avoir oublié`
    if inverted and form_at(words, index - 2) == "peine":
        return False  # `à peine était-il assis que …`
    if any(rule(words, group) for rule in _RULES) or _is_asked(words, index, group):
        return True
    # `semble-t-il` and `paraît-il` between commas or at the end.
    return inverted and bool(group.lemmas & {"sembler", "paraître"}) and not form_at(words, group.end).isalpha()


def _is_asked(words: Sequence[Token], index: int, group: CliticVerbGroup) -> bool:
    """quelle heure est-il, qu'est-ce qu'il se passe, ce qu'il s'est passé."""
    if (form_at(words, index - 2), form_at(words, index + 1)) == ("heure", "est"):
        return form_at(words, index - 1) in _THAT
    if words[index].text.startswith("-") and "être" in group.lemmas:
        return (form_at(words, index - 3), form_at(words, index - 2)) == ("quelle", "heure")
    if words[index].text.startswith("-") and "passer" in group.lemmas and group.clitics & _REFLEXIVE:
        return form_at(words, index - 3) in _THAT
    happens = "passer" in group.lemmas or form_at(words, skip_adverbs(words, group.end)) == "passé"
    of_thing = form_at(words, index - 1) in _THAT and form_at(words, index - 2) in ("ce", "-ce")
    return bool(group.clitics & _REFLEXIVE) and happens and of_thing


def _by_verb(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il faut, il pleut, il vaut mieux."""
    if "falloir" in group.lemmas:
        return True
    following = form_at(words, group.end)
    # `il s'est mis à neiger`, `il n'arrête pas de pleuvoir`: verbs and their prepositions, then the weather
    index = group.end
    while form_at(words, index) in _READING["before_weather"] or shape(form_at(words, index)).infinitive:
        if any(entry.lemma in _SETS["weather_verbs"] for entry in lookup(form_at(words, index))):
            return True
        index += 1
    if (
        group.lemmas & (_SETS["weather_verbs"] | _READING["more_weather_verbs"])
        or form_at(words, group.end - 1) == "plut"
    ):
        pours = form_at(words, group.end + 1) in ("verse", "torrents", "seaux", "pierre")
        return not group.clitics & _DATIVES and (pours or following not in ("à", "au", "aux"))
    if "valoir" in group.lemmas and form_at(words, skip_adverbs(words, group.end)) == "mieux":
        than = skip_adverbs(words, group.end) + 1
        # `il vaut mieux que son frère`: nobody does anything
        clause = [*takewhile(lambda word: word.is_word, _clause(words)[than + 1 :])]
        acts = any(is_verb_here(tuple(clause), k) for k in range(len(clause)))
        return acts or form_at(words, than) not in _THAT
    return False


def _by_clitic(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il y a, il en va de même, il n'en est rien, s'il vous plaît, and the reflexive verbs."""
    following = form_at(words, skip_adverbs(words, group.end))
    if "y" in group.clitics and "avoir" in group.lemmas:
        return True
    if group.clitics & _REFLEXIVE:
        # il s'agit, il se peut que, il se trouve que, il se passe quelque chose, comme il se doit.
        if group.lemmas & {"agir", "devoir"}:
            return True
        if "pouvoir" in group.lemmas:
            return following in _THAT | {",", ".", ""}
        if following == "passé" and {form_at(words, k) for k in range(group.end - 1, group.end + 2)} & {"rien"}:
            return True  # `il ne s'est rien passé`
        if group.lemmas & {"passer", "produire"} or following in ("produit", "écoulé", "passé"):
            return form_at(words, group.end + ("être" in group.lemmas)) in (_INDEFINITES | {"quelque"}) - _OF
        return bool(group.lemmas & _SETS["reflexive_verbs"]) and following in _THAT | {"tard", "tôt"}
    if "être" in group.lemmas and "en" in group.clitics:
        so = form_at(words, group.end) in ("rien", "ainsi", "autrement")
        return so or form_at(words, group.end - 1) == "soit"
    if "aller" in group.lemmas and group.clitics & {"en", "y"}:
        return following in {"ainsi", "autrement", "de", "d'", ".", "?", "!", ""}
    remembers = "souvenir" in group.lemmas and bool(group.clitics & _DATIVES)  # `il me souvient`
    return remembers or ("plaire" in group.lemmas and bool(group.clitics & {"vous", "te"}))


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
    if "être" in group.lemmas and following == "arrivé" and group.clitics & _DATIVES:
        return _is_of_doing(words, after + 1) or form_at(words, after + 1) in _THAT | _INDEFINITES
    if group.lemmas & {"valoir", "coûter"} and form_at(words, after + 1) not in _THAT:
        # `il vaut la peine de lire`, `il coûte cher de voyager`, `il m'en coûte`
        index = after + (2 if following in ("la", "le") else 1)
        if _is_of_doing(words, index) or ("en" in group.clitics and bool(group.clitics & _DATIVES)):
            return True
    if "être" in group.lemmas and following in ("arrivé", "venu", "survenu", "advenu", "tombé"):
        # `il est arrivé que`, `il est tombé de la neige`, `il est venu quelqu'un`
        first, third = form_at(words, after + 1), form_at(words, after + 3)
        happened = following == "arrivé" and first in _THAT and not group.clitics & {"ne", "n'"}
        return happened or first in ("quelque", "quelqu'un") or (first == "de" and third in _READING["weather_nouns"])
    return "importer" in group.lemmas and form_at(words, group.end) == "peu"


def _by_noun_phrase(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il existe un, il manque trois, il reste du, il ne reste que, il reste à + infinitive."""
    after = group.end
    while form_at(words, after) in ("plus", "pas", "encore", "toujours", "donc", "bien", "jamais", "guère"):
        after += 1
    following = form_at(words, after)
    if "être" in group.lemmas and following == "resté":
        return form_at(words, after + 1) in {"du", "de", "des", "aucun", "aucune", "que", "qu'"}
    if "rester" in group.lemmas and following in ("à", "que", "qu'"):
        return following != "à" or _infinitive_follows(words, after + 1)
    # `il reste` speaks of what is left, not of someone who stays (`il reste trois jours à Paris`).
    stays = form_at(words, after + 2) in ("à", "au", "dans", "chez", "en", "sans", "sur", "sous", "avec")
    stays = stays and form_at(words, after + 1) in _PERIODS and not group.clitics & _DATIVES
    if ("rester" in group.lemmas and stays) or ("manquer" in group.lemmas and following in _OF):
        return False
    # An indefinite noun phrase: `trop de pain`, `beaucoup à faire`, not `trop longtemps`
    if following in _SETS["amounts"]:
        indefinite = form_at(words, after + 1) in _OF or _infinitive_follows(words, after + 2)
    else:
        is_given = bool(group.clitics & _DATIVES and following)
        indefinite = following in _INDEFINITES | _THAT or following.isdigit() or is_given
    return indefinite and bool(group.lemmas & (_SETS["np_verbs"] | {"rester"}))


def _by_weather_or_clock(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il fait froid, il fait dix degrés, il fait un temps; il est tard, il est huit heures, il était une fois."""
    after = skip_adverbs(words, group.end)
    after += form_at(words, after) in ("bientôt", "environ")
    following, next_form = form_at(words, after), form_at(words, after + 1)
    if "être" in group.lemmas:
        hours = next_form in ("heure", "heures", "h") or "h" in following
        counted = following in _SETS["numerals"] | {"une"} or following[:1].isdigit()
        named = f"{following} {next_form}" in ("l' heure", "une fois", "grand temps")
        return named or following in _SETS["clock_words"] or (counted and hours)
    if "faire" not in group.lemmas or group.clitics & {"se", "s'", "le", "la", "les", "l'"}:
        return False
    if following in _SETS["weather_words"] or following in _READING["ambient"]:
        return next_form not in _READING["after_weather"]
    if following in _THAT:  # `il ne fait que pleuvoir`
        return any(entry.lemma in _SETS["weather_verbs"] for entry in lookup(next_form))
    if following in ("un", "une", "du", "de", "grand"):
        near = {form_at(words, k) for k in range(after + 1, after + 4)}
        return bool(near & _READING["weather_nouns"])
    return next_form in ("degré", "degrés", "°c") or (following == "-" and form_at(words, after + 2) == "degrés")


def _by_adjective(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il est impossible de, il semble évident que, il a été décidé que."""
    if not group.lemmas & _READING["copulas"]:
        return False
    after = skip_adverbs(words, group.end)
    if "question" in (form_at(words, after), form_at(words, after + 2)) and "être" in group.lemmas:
        return True
    adjective = form_at(words, after)
    bare = shape(adjective).adjective > 0 and shape(form_at(words, after + 1)).noun > 0 and adjective not in DETERMINERS
    if "être" in group.lemmas and group.clitics & {"ne", "n'"} and after == group.end and bare:
        # `il n'est pire eau que l'eau qui dort`: ne alone
        return not {form_at(words, k) for k in range(after, after + 4)} & _READING["second_negations"]
    if adjective == "été":
        after = skip_adverbs(words, after + 1)
        adjective = form_at(words, after)
    # An adjective or participle behind the copula makes `il` impersonal by what follows it.
    if adjective == "à" and form_at(words, after + 1) in _SETS["say_verbs"]:
        return form_at(words, after + 2) in _THAT
    if adjective == "donné" and form_at(words, after + 1) in _OF:
        return _infinitive_follows(words, after + 2)
    if adjective in ("des", "un", "une") and form_at(words, after - 1) in ("est", "était"):
        # `il est des livres qu'on n'oublie pas`, `il est un pays où …`
        near, head = {form_at(words, k) for k in range(after + 2, after + 5)}, form_at(words, after + 1)
        features = concord(f"une {head}")
        # `il était une bergère`, but `il était une victime`
        woman = (adjective, form_at(words, group.end - 2)) == ("une", "il") and features.animacy is Animacy.PERSON
        woman = woman and head not in _READING["both_genders"]
        return adjective == "des" or woman or bool(near & {"où", "dont"})
    compared = form_at(words, after - 1) in _READING["comparing"]
    if adjective in _SETS["impersonal_adjectives"] | _READING["more_impersonal"]:
        return _clause_after_adjective(words, adjective, after + 1) and not (
            compared and form_at(words, after + 1) in _THAT
        )
    restricted = bool(group.clitics & {"ne", "n'"})
    is_reported = is_participle(adjective) and adjective not in _SETS["convinced"] and not compared and not restricted
    clause = _clause(words)
    return is_reported and at(clause, _behind_complements(clause, after + 1)) in _THAT


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


def _infinitive_follows(words: Sequence[Token], index: int) -> bool:
    """Whether an infinitive stands at an index, behind clitics and a negation."""
    while form_at(words, index) in _BEFORE_INFINITIVE:
        index += 1
    return is_infinitive(form_at(words, index))


_last: tuple[Sequence[Token], Words] = ((), ())


def _clause(words: Sequence[Token]) -> Words:
    """The words as readings see them; those of the last text are kept, for a paragraph has many an `il`."""
    global _last  # noqa: PLW0603  # one assignment, so that threads see a pair that belongs together
    seen, clause = _last
    if seen is not words:
        clause = tuple(Word(token.text, fold(token.text), token.start, token.end) for token in words)
        _last = (words, clause)
    return clause


def _by_presented_phrase(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il circule des rumeurs, il se dégage d'ici une odeur, il est né trois enfants, il a été volé des tableaux."""
    after, lemmas, reflexive = group.end, group.lemmas, bool(group.clitics & _REFLEXIVE)
    presents = bool(lemmas & (_READING["presenting"] | _READING["presenting_some"]))
    if "avoir" in group.auxiliaries:  # `il a surgi un sanglier`, but `il a bougé une chaise`
        presents = bool(lemmas & _READING["presenting"] - _READING["also_with_object"])
    if "être" in lemmas:
        after = skip_adverbs(words, after)
        after = skip_adverbs(words, after + 1) if form_at(words, after) == "été" else after
        participle = shape(form_at(words, after))
        passive = form_at(words, after - 1) == "été"
        many = passive and form_at(words, after + 1) in _SETS["amounts"] | _SETS["quantities"]
        if not participle.past or (participle.lemmas & _READING["predicative"] and not many):
            return False
        lemmas, after, presents = participle.lemmas, after + 1, bool(participle.lemmas & _READING["presenting"])
        if form_at(words, after) == "des" and not presents and not passive:
            return False  # `il était trempé des pieds à la tête`
    elif not reflexive and not presents:
        return False
    clause = _clause(words)
    index = _behind_complements(clause, after)
    phrase = _indefinite_phrase(clause, index) if "trouver" in lemmas else None  # `il se trouve un sot pour applaudir`
    behind = phrase.end if phrase else index + 1
    somebody = (phrase or at(clause, index) in ("quelqu'un", "personne")) and at(clause, behind) in ("pour", "qui")
    if reflexive and (somebody or lemmas & (_READING["for_oneself"] | _READING["of_verbs"])):
        return bool(somebody)
    part = noun_phrase(clause, after + (at(clause, after) == "de")) if at(clause, after) in ("du", "de") else None
    if at(clause, index) == "personne" and presents and group.clitics & {"ne", "n'"}:
        return True  # `il ne viendra personne`
    if part and presents and clause[part.head].low in _READING["growing_or_moving"] - {"eau"}:
        return True  # `il sort de la fumée du moteur`
    low = at(clause, index)
    counted = low in _INDEFINITES - _OF and (ends_clause(clause, index + 1) or at(clause, index + 1) in ("pour", "qui"))
    brewing = reflexive and low == "quelque" and lemmas & (_READING["making"] | {"tramer", "cacher"})
    some_come = "en" in group.clitics and (presents or reflexive) and (counted or at(clause, after + 1) == "partout")
    if brewing or some_come:
        return True
    presented = _indefinite_phrase(clause, index)
    # `il se construit une maison`, but `il se construit trop de maisons`
    built = reflexive and lemmas & _READING["making"] and low not in _SETS["amounts"]
    when = (
        presented is not None and _tells_when(clause, presented) and at(clause, presented.end) != "où"
    )  # `un moment où …`
    sold = reflexive and lemmas & _READING["sold"]  # `il se vend ici de bons fromages`
    if presented is None or built or when or (low in _OF and not presents and not sold):
        return False
    head = clause[presented.head].low
    last = at(clause, index - 1)
    behind_noun = shape(last).noun > 0 and last.rstrip("s") not in _READING["times"]
    fused = low == "des" and (behind_noun if index > after else lemmas & _READING["leaving"])
    if (reflexive and low in ("un", "une") and lemmas & _READING["predicative"]) or fused:
        # `il se croit un génie`, `il sort des bois`
        return bool(fused) and (_is_animate(head) or head in _READING["growing_or_moving"])
    some = presents and lemmas & _READING["presenting_some"] and "être" not in group.lemmas
    some = some and not group.clitics & ({"y"} | _DATIVES) and head not in _READING["growing_or_moving"]
    if some and (low in ("un", "une") or not _is_animate(head)):
        return False
    return "main" not in (at(clause, presented.end + 1), at(clause, presented.end + 2))


def _is_animate(noun: str) -> bool:
    return concord(f"des {noun}").animacy in (Animacy.PERSON, Animacy.ANIMAL)


_NO_CLAUSE = _READING["comparing"] | word_set("après avant dès pour sans alors tandis pendant")
"""Words before a que that opens no subject clause."""
_STOPS = DETERMINERS | PREPOSITIONS | _INDEFINITES | _READING["subordinators"]


def _behind_complements(clause: Words, index: int) -> int:
    """Index behind the adverbs and the complements with a preposition that follow a verb."""
    while not ends_clause(clause, index):
        low, form = clause[index].low, shape(clause[index].low)
        behind, phrase = _prepositional_end(clause, index), noun_phrase(clause, index)
        if behind is not None:
            index = behind
        elif phrase is not None and _tells_when(clause, phrase) and low not in _INDEFINITES - {"chaque"}:
            index = phrase.end
        elif low not in _STOPS and form.adverb > form.noun + form.adjective:
            index += 1
        else:
            break
    return index


def _prepositional_end(clause: Words, index: int) -> int | None:
    """Index behind the preposition at an index and its phrase; None when none stands there."""
    low, inner = clause[index].low, index + 1
    if low not in PREPOSITIONS | {"au", "aux"} or low == "des" or (low in _OF and at(clause, inner) == "autres"):
        return None
    verb = inner
    while at(clause, verb) in _BEFORE_INFINITIVE:
        verb += 1
    if shape(at(clause, verb)).infinitive or shape(at(clause, inner)).present or at(clause, inner) in _THAT:
        return None
    if shape(at(clause, inner)).adverb > 0 and at(clause, inner) not in DETERMINERS | _INDEFINITES:
        return inner + 1  # `par ici`, `de là`
    if at(clause, inner) in ("rien", "quoi", "ça", "cela", "lui", "elle", "eux", "elles", "moi", "nous", "vous"):
        return inner + 1
    phrase = noun_phrase(clause, index) if low in ("au", "aux", "du") else noun_phrase(clause, inner)
    if phrase is None and low not in _OF:
        phrase = noun_phrase(clause, inner, determined=False)
    if phrase is None:
        named = inner < len(clause) and clause[inner].text[0].isupper()
        return inner + 1 if named else None
    return with_complements(clause, phrase)


def _indefinite_phrase(clause: Words, index: int) -> NounPhrase | None:
    """The indefinite noun phrase at an index: des rumeurs, peu de trains, d'autres gens, quelque chose."""
    low, inner = at(clause, index), at(clause, index + 1)
    if low in _OF and inner in ("drôles", "drôle") and at(clause, index + 2) in _OF:
        return noun_phrase(clause, index + 3, determined=False)
    if low in _SETS["amounts"] - {"plein"} and inner in _OF:
        return noun_phrase(clause, index + 2, determined=False)
    if low in _OF and inner.endswith(("s", "x")) and (inner == "autres" or shape(inner).adjective > shape(inner).noun):
        return noun_phrase(clause, index + 1, determined=False)
    counted = low in _SETS["quantities"] | _SETS["numerals"] | {"un", "une", "des"} or low.isdigit()
    return noun_phrase(clause, index) if counted else None


def _tells_when(clause: Words, phrase: NounPhrase) -> bool:
    """True for `deux fois`, `un soir`, `trois kilomètres`: no subject, but when, how often, how far."""
    head = clause[phrase.head].low
    return head.rstrip("s") in _READING["times"] or head in _PERIODS | _READING["extents"]


def _by_announced_clause(words: Sequence[Token], group: CliticVerbGroup) -> bool:
    """il ressort de l'enquête que, il ne sert à rien de, il est de notoriété publique que, il revient au maire de."""
    clause, lemmas, after = _clause(words), group.lemmas, skip_adverbs(words, group.end)
    first, second = at(clause, after), at(clause, after + 1)
    if "être" in lemmas:
        custom = first in _OF and form_at(words, group.end) != "rien" and second not in _READING["of_somebody"]
        fitting = first == "dans" and at(clause, after + 2) in ("intérêt", "nature", "ordre", "habitudes", "usages")
        if not custom and not fitting and (first, second) != ("hors", "de"):
            return False
        start = after + 1 + (first == "hors")
        phrase = noun_phrase(clause, start) or noun_phrase(clause, start, determined=False)
        if phrase is None:
            return False
        ends = {phrase.end, with_complements(clause, phrase), _behind_complements(clause, phrase.end)}
        return any(at(clause, end) in _THAT or _is_of_doing(words, end) for end in ends)
    addressed = bool(group.clitics & _DATIVES) or first in ("à", "au", "aux")
    index = _behind_complements(clause, after)
    if at(clause, index) in _THAT:
        is_rumour = group.clitics & _REFLEXIVE and lemmas & {"murmurer", "chuchoter", "raconter", "confirmer"}
        announced = lemmas & (_SETS["que_verbs"] | _READING["clause_verbs"]) and at(clause, index - 1) not in _NO_CLAUSE
        return bool(is_rumour or announced)
    if lemmas & {"venir", "prendre", "revenir"} and group.clitics & _DATIVES:
        # `il lui prit l'envie de partir`
        thought = {first, second} & {"idée", "envie", "fantaisie", "désir", "caprice"}
        return bool(thought) and at(clause, after + 2) in _OF | _THAT
    useless = "servir" in lemmas and (first, second) in (("à", "rien"), ("à", "quoi"))
    wanted = lemmas & (_READING["clause_verbs"] | _SETS["de_verbs"]) and addressed
    return bool(useless or wanted) and _is_of_doing(words, index)


def _is_of_doing(words: Sequence[Token], index: int) -> bool:
    """Whether de and an infinitive stand at an index."""
    return form_at(words, index) in _OF and _infinitive_follows(words, index + 1)


_OF_SETS = (_by_verb, _by_clitic, _by_clause, _by_noun_phrase, _by_weather_or_clock, _by_adjective)
_RULES = (*_OF_SETS, _by_presented_phrase, _by_announced_clause)

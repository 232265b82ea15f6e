"""Words that are no cue of their own, by language: function words, light verbs, negations, clause boundaries."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


FUNCTION_WORDS = {
    "fr": _set(
        """le la les un une des du de au aux à en dans sur sous pour par avec sans chez vers ce cet cette ces mon
        ma mes ton ta tes son sa ses notre nos votre vos leur leurs il elle ils elles on je tu nous vous me te
        se lui y ne pas que qui et ou très trop si tellement vraiment bien tout toute tous toutes plus moins
        aussi assez plutôt envers même"""
    ),
    "en": _set(
        """the a an of to in on at for with by from into onto his her its their my your our this that these those it he
        she they him them not very too so really quite more less most and or as than who which is"""
    ),
}
"""They are stepped over where something else is left; elided forms are looked up as full ones."""

LIGHT_VERBS = {
    "fr": _set("avoir être aller venir faire prendre mettre devenir pouvoir devoir"),
    "en": _set("be have do go come make take get become can could will would should might must"),
}
"""Verbs that say little beside their complement (avoir une réponse, prendre sa retraite)."""

NEGATIONS = {"fr": _set("ne pas plus jamais"), "en": _set("not n't never")}

BOUNDARIES = {
    "fr": _set(
        """car mais donc or parce puisque comme quand lorsque si afin alors tandis pendant bien jusque que
        qui dont où et ou ni"""
    ),
    "en": _set(
        """because but so although though while whereas if unless when whenever where until since that who which what
        and or nor after before"""
    ),
}
"""Words that open or join clauses."""

DEGREES = _set("so as si bien comme")
"""Words that open a clause before an anaphor and only measure something behind it (because it was *so* slow)."""

"""The `it` that stands for nothing: weather, time, a clause that follows; only where there is no doubt."""

import re

from anaphor.language.english.reading import words
from anaphor.language.english.reading.place import EnglishPlace, EnglishWord
from anaphor.language.word_tables import word_set

_WEATHER = r"(?:rain|snow|drizzl|hail|sleet|thunder)"
_BE = (
    r"(?:['’]s|is|was|isn['’]t|wasn['’]t|(?:['’]ll|will|may|might|could|would)\ be|"
    r"(?:has|had|['’]s|['’]d)\ been)"
)
_JUDGED = (
    r"(?:obvious|clear|true|likely|unlikely|possible|impossible|probable|certain|important|strange|odd|surprising|"
    r"evident|essential|nice|lucky|fortunate|unfortunate|remarkable|a\ pity|a\ shame|a\ fact|no\ wonder|no\ surprise)"
)
_CONDUCT = r"(?:nice|kind|good|rude|cruel|brave|clever|stupid|foolish|wise|sweet|generous)"
_SAID = r"(?:say|know|see|believe|tell|understand|imagine|think|explain|guess)"
_CLAUSE = r"(?:I|you|he|she|it|we|they|the|this|these|my|his|her|our|their|there|no\ one|nobody)\b"
_WHETHER = r"(?:if|whether|that|what|who|how|why|where|when|which)"
_PERIOD = r"(?:minutes?|hours?|days?|weeks?|months?|years?)"
_IMPERSONAL = re.compile(
    rf"""\s*(?:
      (?:\w+ly\ |always\ |never\ |still\ |often\ )?{_WEATHER}e?(?:s|d|ed)(?:\W|$)
    | {_BE}\s(?:\w+\s){{0,2}}?{_WEATHER}ing\b
    | (?:start|stopp|began|begin|kept|keep|continu)\w*\s(?:to\s{_WEATHER}|{_WEATHER}ing)
    | (?:seems|seemed|appears|appeared|turns\ out|turned\ out|happened|follows|followed)\s(?:that|as\ if|as\ though)\b
    | (?:seems|seemed|appears|appeared|turns\ out|turned\ out)\s{_CLAUSE}
    | (?:goes|went)\ without\ saying\b
    | (?:remains|remained)\ to\ be\ seen\b
    | (?:occurs|occurred|dawned|seems|seemed|appears|appeared)\s(?:up)?(?:on|to)\s(?:\w+\s){{1,3}}?that\b
    | (?:strikes|struck)\s(?:\w+\s){{1,3}}?that\b
    | (?:pays|hurts|helps|paid|hurt|helped|does\ not\ do|doesn['’]t\ do)\ to\s\w
    | (?:(?:does|did)(?:n['’]t|\ not)\s|will\ not\s|won['’]t\s)?matter(?:s|ed)?\s(?:\w+\s){{0,3}}?{_WHETHER}\b
    | (?:makes|made)\ no\ difference\b
    | {_BE}\s(?:not\s)?(?:no|any)\s(?:use|good|point)\b
    | {_BE}\s(?:\w+\s)?(?:said|thought|believed|known|rumoured|rumored|hoped|feared|worth\ \w+ing)\sthat\b
    | {_BE}\snot\ until\b
    | {_BE}\s(?:\w+\s){{1,4}}?{_PERIOD}\ssince\b
    | {_BE}\s(?:\w+\s){{0,4}}?(?:far|miles|kilomet(?:re|er)s|a\ long\ way)\sto\b
    | {_BE}\s(?:\w+\s)?{_CONDUCT}\sof\s(?:\w+\s){{1,3}}?to\b
    | {_BE}\s(?:\w+\s){{0,2}}?{_JUDGED}\sthat\b
    | {_BE}\s(?:\w+\s){{1,2}}to\s{_SAID}\s(?:why|how|what|whether|if|that|who|where|when)\b
    | {_BE}\s(?:\w+\s){{0,2}}?(?:time\s(?:to|for|that)|\w+\so['’]clock)\b
    | {_BE}\s(?:[A-Z][\w.'’-]*|the\s\w+)(?:\s[A-Z]\w*)?\swho\b
    | (?:takes|took|would\ take|will\ take)\s(?:\w+\s){{1,4}}?{_PERIOD}\sto\b
    )""",
    re.VERBOSE,
)
_INVERTED = re.compile(
    rf"""\s(?:(?:\w+\s)?{_WEATHER}ing\b|{_JUDGED}\sthat\b|that\b|time\s(?:to|for)\b|(?:very\s|that\s)?far\sto\b
    |(?:matter|take\s(?:\w+\s){{0,4}}?to|seem\s(?:to\s\w+\s)?(?:that|as\sif|as\sthough)|make\s(?:any|a)\sdifference)\b
    |(?:any|no)\s(?:use|good|point)\b)""",
    re.VERBOSE,
)
_ASKED = re.compile(r"\b(?:what\stime|how\s(?:far|long|late))\s(?:is|was|does|did|will|would)\s$", re.IGNORECASE)
_BEING = frozenset(
    {"is", "was", "isn't", "wasn't", "be", "been", "being", "become", "becomes", "became", "seems", "seemed"}
)
_DOING = frozenset({"does", "did", "doesn't", "didn't", "will", "would"})
_WITH_IT = word_set(
    """find finds found finding make makes made making think thinks thought consider considers considered believe
    believed feel feels felt deem deemed take takes took"""
)
"""Verbs whose object `it` may stand for a clause that follows: find it hard to."""
_EVALUATIVE = word_set(
    """hard harder hardest easy easier easiest difficult impossible possible nice nicer good bad better best worse
    important necessary essential fun dangerous safe safer pleasant unpleasant wise unwise foolish stupid wrong right
    tough simple useless useful rude unfair fair great wonderful sad painful boring customary usual unusual common
    polite impolite forbidden illegal legal advisable healthy unhealthy tempting vital crucial enough time pointless"""
)
_GOES_ALONE = word_set(
    """go come sleep die breathe live laugh stay swim work talk smile cry relax travel arrive exist leave be wait lie
    complain worry exercise rest stop begin start try think rise"""
)
"""Verbs that want no object, so that a clause with one of them has no gap."""


def is_impersonal(place: EnglishPlace) -> bool:
    """True for the `it` of `it is raining`, `it seems that` and `it is hard to say no`."""
    behind = place.text[place.end : place.end + 90]
    inverted = place.previous().text in _BEING | _DOING
    if inverted and (_INVERTED.match(behind) or _ASKED.search(place.text[: place.start])):
        return True
    if bool(_IMPERSONAL.match(behind)):
        return True
    # An infinitive without a gap, or a that-clause, follows a judgement (find it hard to say no).
    if place.previous().text in _WITH_IT and "that" in (place.next(1).text, place.next(2).text):
        return True
    start = _judgement(place)
    if start is None:
        return False
    index = start
    if place.next(index).text in {"for", "of"}:
        index = next((k for k in range(index + 1, index + 5) if place.next(k).text == "to"), index)
    return place.next(index).text == "to" and not _has_gap(place, index + 1)


def _judgement(place: EnglishPlace) -> int | None:
    """The distance behind the judging word; None when none stands where a predicate would."""
    index = 0
    being = bool(place.clitic) or place.previous().text in _BEING | _WITH_IT
    while place.next(index).is_word and (
        place.next(index).text in _BEING | words.MODALS | {"very", "so", "too", "also", "a", "has"}
        or place.next(index).text in words.ADVERBS - _EVALUATIVE
        or (place.next(index).text.endswith("ly") and index < 4)
    ):
        being = being or place.next(index).text in _BEING
        index += 1
    return index + 1 if being and place.next(index).text in _EVALUATIVE else None


def _has_gap(place: EnglishPlace, index: int) -> bool:
    """True where an infinitive lacks its object (hard to break, hard to sit on), so that a thing can be its subject."""
    verb = place.next(index).text
    rest: list[EnglishWord] = []
    for word in place.after[index + 1 :]:
        if not word.is_word or word.text in words.CONJUNCTIONS - words.PREPOSITIONS:
            break
        rest.append(word)
    if rest and rest[-1].text in words.PREPOSITIONS:
        return True
    if verb in _GOES_ALONE:
        return False
    opener = rest[0].text if rest else ""
    return not rest or opener in words.PREPOSITIONS | words.ADVERBS or opener.endswith("ly")

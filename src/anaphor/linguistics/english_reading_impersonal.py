"""The `it` that stands for nothing: weather, time, a clause that follows; only where there is no doubt."""

import re

from anaphor.linguistics.english_reading_place import Place

_WEATHER = r"(?:rain|snow|drizzl|hail|sleet|thunder)"
_BE = (
    r"(?:['’]s|is|was|isn['’]t|wasn['’]t|(?:['’]ll|will|may|might|could|would)\ be|"
    r"(?:has|had|['’]s|['’]d)\ been)"
)
_JUDGED = (
    r"(?:obvious|clear|true|likely|unlikely|possible|impossible|probable|certain|important|strange|odd|surprising|"
    r"evident|essential|nice|lucky|fortunate|unfortunate|remarkable|a\ pity|a\ shame|a\ fact|no\ wonder|no\ surprise)"
)
_SAID = r"(?:say|know|see|believe|tell|understand|imagine|think|explain|guess)"
_PERIOD = r"(?:minutes?|hours?|days?|weeks?|months?|years?)"
_IMPERSONAL = re.compile(
    rf"""\s*(?:
      (?:\w+ly\ |always\ |never\ |still\ |often\ )?{_WEATHER}e?(?:s|d|ed)(?:\W|$)
    | {_BE}\s(?:\w+\s){{0,2}}?{_WEATHER}ing\b
    | (?:start|stopp|began|begin|kept|keep|continu)\w*\s(?:to\s{_WEATHER}|{_WEATHER}ing)
    | (?:seems|seemed|appears|appeared|turns\ out|turned\ out|happened|follows|followed)\s(?:that|as\ if|as\ though)\b
    | {_BE}\s(?:\w+\s){{0,2}}?{_JUDGED}\sthat\b
    | {_BE}\s(?:\w+\s){{1,2}}to\s{_SAID}\s(?:why|how|what|whether|if|that|who|where|when)\b
    | {_BE}\s(?:\w+\s){{0,2}}?(?:time\s(?:to|for|that)|\w+\so['’]clock)\b
    | {_BE}\s(?:[A-Z][\w.'’-]*|the\s\w+)(?:\s[A-Z]\w*)?\swho\b
    | (?:takes|took|would\ take|will\ take)\s(?:\w+\s){{1,4}}?{_PERIOD}\sto\b
    )""",
    re.VERBOSE,
)
_INVERTED = re.compile(rf"\s(?:\w+\s)?{_WEATHER}ing\b|\s{_JUDGED}\sthat\b")


def is_impersonal(place: Place) -> bool:
    """True for the `it` of `it is raining` and `it seems that`."""
    behind = place.text[place.end : place.end + 90]
    if place.previous().text in {"is", "was", "isn't", "wasn't"} and _INVERTED.match(behind):
        return True
    return bool(_IMPERSONAL.match(behind))

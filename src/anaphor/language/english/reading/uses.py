"""What `her` and `it` do in an English sentence, decided by the words around them.

`her` is an object or a possessive of something that ends somewhere; `it` may stand for nothing: weather, time, a clause
that follows (only where there is no doubt).
"""

import re
from itertools import takewhile

from anaphor.language.english.reading import words
from anaphor.language.english.reading.phrase import number_of
from anaphor.language.english.reading.words import EnglishPlace, EnglishWord
from anaphor.language.protocol import CERTAIN, DOUBTFUL, LIKELY, PLURAL, AnaphorKind, Sureness
from anaphor.language.word_tables import word_set, word_sets

Uses = tuple[tuple[AnaphorKind, Sureness], ...]

_LISTS = word_sets("english", "reading_words")
_OBJECT: Uses = ((AnaphorKind.OBJECT, CERTAIN),)
_LIKELY_OBJECT: Uses = ((AnaphorKind.OBJECT, LIKELY),)
_POSSESSIVE: Uses = ((AnaphorKind.POSSESSIVE, CERTAIN),)
_LIKELY_POSSESSIVE: Uses = ((AnaphorKind.POSSESSIVE, LIKELY),)
_OBJECT_FIRST: Uses = ((AnaphorKind.OBJECT, DOUBTFUL), (AnaphorKind.POSSESSIVE, DOUBTFUL))
_POSSESSIVE_FIRST: Uses = tuple(reversed(_OBJECT_FIRST))
_CLOSES_OBJECT = (
    words.PREPOSITIONS
    | words.CONJUNCTIONS
    | words.PRONOUNS
    | words.QUESTION_WORDS
    | words.AUXILIARIES
    | words.ARTICLES
    | words.POSSESSIVE_DETERMINERS
    | {"some", "any", "no", "every", "each", "both", "all", "another", "enough", "either", "neither"}
) - {"past", "inside", "one", "like", "opposite", "outside", "own"}
_CLOSES_ADVERB = words.ADVERBS - word_set(
    """back very late hard first far fast once only more much home further well quite too all both each just almost
    still already always often never ever now then"""
)
_NOUNS_LIKE_MODALS = word_set("will might can must like past inside round")
_ADJECTIVES_TOO = word_set("first only late fast")
_TIME = word_set("night week month year day summer winter spring autumn fall morning evening time weekend")
_ADJECTIVE = re.compile(r"(?:ful|ous|able|ible|less|ish|..ed)$")
_MOTION = word_set("take takes took taking drive drives drove send sends sent bring brought walk walked")
_PEOPLE = _LISTS["people"]
_NAMING = word_set("make makes made making name names named call calls called vote voted declare declared choose chose")
_PHRASE_ENDS = words.PREPOSITIONS | words.CONJUNCTIONS
_DETERMINING = words.ARTICLES | {"some", "his", "their", "my"}
_BOUNDARY = words.PREPOSITIONS | words.CONJUNCTIONS | words.AUXILIARIES | words.PRONOUNS | words.DETERMINERS


def uses_of_her(place: EnglishPlace) -> Uses:
    """Object, possessive, or both where the words around do not tell; best first."""
    following, second, verb = place.next(), place.next(1), place.previous().text
    word = following.text
    if not following.is_word:
        opens = word in {'"', "“", "‘", "`"} and following.end < len(place.text)
        if opens and not place.text[following.end].isspace():
            spaced = place.text[following.start - 1 : following.start].isspace()
            return _LIKELY_POSSESSIVE if spaced else _OBJECT
        if word[:1].isdigit():
            return _OBJECT_FIRST if verb in _LISTS["ditransitives"] else _LIKELY_POSSESSIVE
        return _OBJECT
    # `elected her president`, `made her captain of the team`: an object and what it becomes
    becomes = word not in _PEOPLE and (verb in _LISTS["electing"] or (verb in _NAMING and word in _LISTS["roles"]))
    if (becomes or word == "one") and _ends_phrase(second):
        return _LIKELY_OBJECT
    # the nouns in `against her will` and `with all her might`
    noun = word in _NOUNS_LIKE_MODALS and (not second.is_word or verb in words.PREPOSITIONS)
    if word == "own" or noun:
        return _POSSESSIVE
    if word in _CLOSES_OBJECT or (word == "like" and second.text in words.DETERMINERS):
        return _OBJECT
    if word in words.ADVERBS or word.endswith("ly"):
        return _before_adverb(word, second, verb)
    return _before_content(place, word, verb)


def _ends_phrase(word: EnglishWord) -> bool:
    """True for what cannot go on a noun phrase: a mark, a preposition, a conjunction, an adverb."""
    return not word.is_word or word.text in words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS


def _before_adverb(word: str, second: EnglishWord, verb: str) -> Uses:
    if word in _LISTS["adjectives_in_ly"] or (word in _ADJECTIVES_TOO and second.is_word):
        return _LIKELY_POSSESSIVE
    ends = not second.is_word or second.text in _CLOSES_OBJECT or second.text in {"much", "well", "than"}
    if ends and word not in ("home", "back"):
        return _OBJECT
    if ends and word == "back":
        # `patting her back` is a possessive, `called her back` an object.
        return _LIKELY_OBJECT if verb in _LISTS["returning"] else _LIKELY_POSSESSIVE
    if word in _CLOSES_ADVERB:
        return _LIKELY_OBJECT
    objects = _MOTION if word == "home" else words.RESULTATIVES
    return _LIKELY_OBJECT if verb in objects else _LIKELY_POSSESSIVE


def _before_content(place: EnglishPlace, word: str, verb: str) -> Uses:
    second = place.next(1)
    # `the nurse who treated her retired`: what follows is the verb of the noun before the relative clause
    past = word in words.PASTS or word.endswith("ed")
    in_relative = past and place.previous(1).text in {"who", "that", "which"}
    # `saw her last week`
    in_time = word in {"last", "next", "this"} and second.text in _TIME
    causes = verb.startswith(("let", "mak", "made", "help"))
    # `saw her walking`, `made her happy`
    if word.endswith("ing") and verb in _LISTS["want_object_ing"]:
        complement = not second.text.endswith("s")
    elif causes and second.text in words.ARTICLES | words.POSSESSIVE_DETERMINERS:
        complement = word not in _PEOPLE
    else:
        ends_here = _ends_phrase(second) or second.text.endswith("ly")
        complement = verb in words.RESULTATIVES and ends_here and _looks_adjective(word)
    if in_relative or in_time or complement:
        return _LIKELY_OBJECT
    if verb in words.WANT_OBJECT_BARE and word in words.COMMON_VERBS | words.IRREGULAR_BASES:
        noun_use = not second.is_word or second.text in words.AUXILIARIES
        return _LIKELY_OBJECT if causes or not noun_use else _OBJECT_FIRST
    if verb in _LISTS["ditransitives"] and word not in _PEOPLE:
        # Another object follows (gave her mother *a* book), so that `her` belongs to the first.
        near = [*takewhile(lambda each: each.is_word and each.text not in _PHRASE_ENDS, place.after[1:4])]
        later = len(near) < 3 and place.next(1 + len(near)).text in {"to", "for"}
        if not later and not any(each.text in _DETERMINING for each in near):
            # `gave her flowers`: a bare plural or mass noun is an object of its own; `gave her hand` is not.
            nouns = [each.text for each in takewhile(lambda each: not _ends_phrase(each), place.after[:4])]
            head = nouns[-1] if nouns else word
            if head not in _PEOPLE and (number_of(head) is PLURAL or head in _LISTS["mass"]):
                return _OBJECT_FIRST
            owned = head in _PEOPLE or head in {"hand", "name", "life", "best", "turn"}
            return _LIKELY_POSSESSIVE if owned else _POSSESSIVE_FIRST
    return _POSSESSIVE if word in _PEOPLE or not word.endswith(("ing", "ed")) else _LIKELY_POSSESSIVE


def _looks_adjective(word: str) -> bool:
    """True for a plain adjective, by the list or by its ending."""
    return word in _LISTS["plain_adjectives"] or (bool(_ADJECTIVE.search(word)) and number_of(word) is not PLURAL)


def is_bound_possessive(place: EnglishPlace) -> bool:
    """True for `did his best`, `on her own`: what is owned can be nobody's but the subject's."""
    noun, verb, second = place.next().text, place.previous().text, place.next(1)
    ends = _ends_phrase(second) or second.text in words.DETERMINERS | words.PRONOUNS | {"to"}
    if noun == "own":
        return ends
    if verb == "up":  # make up her mind
        verb = place.previous(1).text
    return ends and verb in _LISTS["bound_verbs"] and noun in _LISTS["bound_nouns"]


def owned_thing(place: EnglishPlace) -> tuple[int, int] | None:
    """Where the noun behind a possessive begins and ends; None when its right edge is in doubt.

    One noun before a mark or a function word is sure; before it only adjectives may stand.
    """
    found = [*takewhile(lambda word: word.is_word and word.text not in _BOUNDARY, place.after)]
    while len(found) > 1 and (found[-1].text in words.ADVERBS or found[-1].text.endswith("ly")):
        found.pop()
    if not found or found[0].text == "own" or place.next(len(found)).text == "of":
        return None
    last = found[-1].text
    may_be_verb = last in words.PASTS or last.endswith(("ed", "ing"))
    if may_be_verb or not all(_looks_adjective(word.text) for word in found[:-1]):
        return None
    return found[0].start, found[-1].end


_WEATHER = r"(?:rain|snow|drizzl|hail|sleet|thunder)"
_BE = (
    r"(?:['’]s|is|was|isn['’]t|wasn['’]t|(?:['’]ll|will|won['’]t|must|may|might|could|would|should)\ be|"
    r"(?:has|had|['’]s|['’]d)\ been)"
)


def _any(name: str) -> str:
    """A pattern for any word of a list; _ stands for a space in it."""
    return "(?:" + "|".join(sorted(_LISTS[name], reverse=True)).replace("_", r"\ ") + ")"


_JUDGED, _VERDICT, _SKY, _STIRS = _any("judged"), _any("verdict"), _any("sky"), _any("stirring") + r"\w*"
_CONDUCT = r"(?:nice|kind|good|rude|cruel|brave|clever|stupid|foolish|wise|sweet|generous)"
_SAID = r"(?:say|know|see|believe|tell|understand|imagine|think|explain|guess)"
_CLAUSE = r"(?:I|you|he|she|it|we|they|the|this|these|my|his|her|our|their|there|no\ one|nobody)\b"
_WHETHER = r"(?:if|whether|that|what|who|how|why|where|when|which)"
_PERIOD = r"(?:minutes?|hours?|days?|weeks?|months?|years?)"
_SEASON = r"(?:day|night|morning|evening|afternoon|winter|summer|autumn|spring|weekend)"
_DATE = (
    rf"(?:{_any('dates')}|(?:early|late|mid)\ \w+|half\ past\ \w+|"
    r"(?:morning|evening|night)(?=\W(?:yet|soon|already|when|and|by)\b|[.,;!?]))"
)
_GETTING = r"(?:is|was|['’]s)?\s?(?:get|gets|got|getting|grow|grows|grew|growing|turned|turning|gotten)"
_AIR = rf"(?:{_SKY}|{_any('air')})"
_AROUND = (
    rf"(?:outside|outdoors|here|(?:in|out|up|down|over)\s(?:here|there)|tonight|today|yesterday|tomorrow|at\snight|"
    rf"(?:this|last|that|all|every)\s{_SEASON}|(?:in|at|on)\sthe\s(?:\w+\s)?{_any('surroundings')}|"
    rf"in\s(?:[A-Z]\w+|{_DATE}))"
)
"""Where or when it is cold; without that, the cold thing may be soup."""
_HOUR = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)"
_DOING_SOMETHING = r"to\s(?!the\b|an?\b|his\b|her\b|their\b|its\b|my\b|our\b|your\b|me\b|him\b|them\b|us\b)\w"
_IMPERSONAL = re.compile(
    rf"""\s*(?:
      (?:\w+ly\ |always\ |never\ |still\ |often\ )?{_WEATHER}e?(?:s|d|ed)(?:\W|$)
    | {_BE}\s(?:\w+\s){{0,2}}?{_WEATHER}ing\b
    | (?:(?:does|did|do)(?:n['’]t|\snot)|{_BE}\sgoing\sto|will|won['’]t|may|might|could|would)\s(?:\w+\s)?{_WEATHER}e?\b
    | (?:(?:is|was)\s)?(?:start|stopp|began|begin|kept|keep|continu)\w*
      \s(?:to\s{_WEATHER}|{_WEATHER}ing)
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
    | {_BE}\s(?:\w+\s){{0,2}}?(?:time\s(?:to\b|for\b|that\b|{_CLAUSE})|\w+\so['’]clock)\b
    | {_BE}\s(?:[A-Z][\w.'’-]*|the\s\w+)(?:\s[A-Z]\w*)?\swho\b
    | (?:takes|took|costs|cost|['’]ll\s(?:take|cost)|(?:would|will|can|may|might|must|should|did\ not|didn['’]t)
      \s(?:take|cost))\s(?:\w+\s){{1,5}}?{_DOING_SOMETHING}
    | {_BE}\s(?:\w+\s){{0,2}}?{_DATE}(?:\W|$)
    | {_BE}\s(?:such\s)?an?\s(?:\w+\s){{0,3}}?{_SEASON}(?:\s(?:in|when|and|for)\b|[.,;!?])
    | {_GETTING}\s(?:\w+\s)?(?:dark|late|light\s(?:outside|out))\b
    | (?:{_BE}|{_GETTING})\s(?:\w+\s){{0,2}}?{_AIR}\s{_AROUND}\b
    | {_BE}\s(?:\w+\s){{0,2}}?{_SKY}[.,;!?\s]
    | {_BE}\s(?:such\s)?(?:an?|no)\s(?:\w+\s)?{_VERDICT}\s(?:of\s\w+\s)?
      (?:that\b|when\b|{_CLAUSE}|\w+ing\b|{_DOING_SOMETHING})
    | {_BE}\s(?:\w+\s)?(?:my|your|his|her|our|their|\w+['’]s)\s\w+\s(?:that\b|{_DOING_SOMETHING})
    | {_BE}\s(?:\w+\s)?(?:nice|great|good|lovely|hard|strange|odd|worth|wonderful)\s\w+ing\b
    | {_BE}\s(?:a\slot\sof\s|no\s|great\s|such\s)?fun\s(?:\w+ing\b|to\b)
    | (?:\w+\s|does(?:n['’]t|\snot)\s|did(?:n['’]t|\snot)\s)?{_STIRS}\s(?:\w+\s){{1,3}}?(?:that|to|when|if|how)\b
    | {_BE}\s(?:\w+\s)?(?:some\stime|long)\s(?:before|until|till)\b
    | {_BE}\s(?:about\s|nearly\s|almost\s)?{_HOUR}[-\s](?:thirty|fifteen|forty-five|twenty|ten|past|to)\b
    | {_BE}\s(?:the\s(?:\w+\s){{1,3}}?|[A-Z]\w+\s)that\b
    | (?:never\s|just\s|suddenly\s|finally\s|soon\s)?(?:occurs|occurred|dawned)\s(?:up)?(?:on|to)\s(?:\w+\s){{1,3}}?
      (?:that|to)\b
    | (?:feels|felt|feel)\s(?:\w+\s)?(?:good|great|nice|bad|strange|odd|weird|wrong|right|wonderful|natural)\sto\b
    | (?:weren['’]t|wasn['’]t|were\ not|was\ not|isn['’]t|hadn['’]t\ been|had\ not\ been|not)\s(?:\w+\s)?for\b
    | (?:looks|looked|sounds|sounded|feels|felt)\s(?:as\ if|as\ though|like\s(?:rain|snow|I|you|he|she|it|we|they)\b
      |like\s(?:\w+\s){{1,3}}?(?:is|was|has|had|will|would|can|could|might|does|did|wants|needs)\b)
    | {_BE}\s(?:only\s|not\s|just\s)?(?:in|at|on|because|when|then|there|here|by|through|from|after|before|thanks\ to|
      yesterday|today|only)\b(?:\s[^\s,.;]+){{0,6}}?\s?that\b
    | {_BE}\s(?:my|his|her|their|our|your|a|an|the)\s(?:\w+\s){{1,3}}?who\b
    | {_BE}\s(?:about\s|almost\s|nearly\s)?(?:\d+|\w+)\sdegrees\b
    | {_BE}\s(?:been\s)?(?:a\swhile|ages|a\slong\stime|up\sto\s\w+(?:\s\w+)?\sto)\b
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
_BEING = word_set(
    "is was isn't wasn't be been being become becomes became seems seemed seem feels felt feel proved proves"
)
_SET_PHRASE = re.compile(
    r"""\b(?:(?:mak(?:e|es|ing)|made)\s(?P<a>it)\s(?:to\s(?:the|an?|his|her|their|its|my|our|work|school|shore|safety)|
        through|home|big|in\stime|on\stime|back)
    | (?:tak(?:e|es|ing|en)|took)\s(?P<b>it)\s(?:easy|out\son|for\sgranted|that)
    | call(?:s|ed|ing)?\s(?P<c>it)\s(?:a\s(?:day|night)|quits|even)
    | put(?:s|ting)?\s(?P<d>it)\s(?:mildly|bluntly|another\sway)
    | play(?:s|ed|ing)?\s(?P<e>it)\s(?:safe|cool|by\sear)
    | (?:like|love|hate|enjoy)(?:s|d)?\s(?P<f>it)\s(?:when|how)
    | (?:get|gets|got|getting)\s(?P<g>it)\sover\swith)\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""Verbs with an it that stands for nothing."""
_DOING = word_set("does did doesn't didn't will would")
_WITH_IT, _EVALUATIVE = _LISTS["with_it"], _LISTS["evaluative"]
_BEFORE_JUDGEMENT = (words.ADVERBS - _EVALUATIVE) | _BEING | words.MODALS
_BEFORE_JUDGEMENT |= word_set("very so too also a has more less most next going to not as")
_JUDGING_END = re.compile(r"(?:ful|ous|ible|able|ient|ial|ical|ising|izing|esting|ying|ating)$")


def is_impersonal(place: EnglishPlace) -> bool:
    """True for the `it` of `it is raining`, `it seems that` and `it is hard to say no`."""
    behind, before = place.text[place.end : place.end + 90], place.previous().text
    start = max(0, place.start - 10)
    idioms = _SET_PHRASE.finditer(place.text, start, place.end + 30)
    if any(found.start(found.lastgroup or 0) == place.start for found in idioms):
        return True
    if before in _BEING | _DOING and (_INVERTED.match(behind) or _ASKED.search(place.text[: place.start])):
        return True
    if _IMPERSONAL.match(behind) or (before in _WITH_IT and "that" in (place.next(1).text, place.next(2).text)):
        return True
    # A judging word stands where a predicate would (find it hard to say no); an infinitive without a gap follows it.
    index, being = 0, bool(place.clitic) or before in _BEING | _WITH_IT
    while (word := place.next(index)).is_word and (
        word.text in _BEFORE_JUDGEMENT or (word.text.endswith("ly") and index < 4)
    ):
        being = being or word.text in _BEING
        index += 1
    judging = _JUDGING_END.search(word.text) and word.text not in _LISTS["disposed"]
    if not being or not (judging or word.text in _EVALUATIVE):
        return False
    index += 1 + (place.next(index + 1).text == "not")
    if place.next(index).text in {"for", "of"}:
        index = next((k for k in range(index + 1, index + 5) if place.next(k).text == "to"), index)
    if place.next(index).text != "to":
        return False
    # Where the infinitive lacks its object (hard to break, hard to sit on), a thing can be its subject.
    ends = words.CONJUNCTIONS - words.PREPOSITIONS - {"that"}
    rest = [*takewhile(lambda each: each.is_word and each.text not in ends, place.after[index + 2 :])]
    if rest and rest[-1].text in words.PREPOSITIONS:
        return False
    closed = not rest or rest[0].text in words.PREPOSITIONS | words.ADVERBS or rest[0].text.endswith("ly")
    return not closed or place.next(index + 1).text in _LISTS["goes_alone"]

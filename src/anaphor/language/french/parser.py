"""French readings with a dependency parser (the extra `parser`): it confirms, moves or makes what the rules left open.

A certain reading of the light rules is never touched, and never costs a parse. Where they abstain for want of syntax,
or are not sure, the parse of the sentence says which verb a clitic hangs on and where that verb's objects end; the
parse of the reading says whether the candidate came to hang on the same word.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib import import_module
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from anaphor.errors import MissingExtraError
from anaphor.language.french.junctures import apostrophe_of
from anaphor.language.french.reading.candidate import candidate_of, determined, without_article
from anaphor.language.french.reading.draft import Draft, Place, drafted, removal
from anaphor.language.french.reading.reading import readings as light_readings
from anaphor.language.french.reading.words import Word, sentence_start, shape, words_of
from anaphor.language.protocol import Gender, NoReading, NoReadingReason, Number, Reading, Sureness
from anaphor.schema import Span

PACKAGE = "fr_core_news_md"
_UNUSED = ("ner", "lemmatizer", "attribute_ruler", "senter")
_CLITICS = frozenset(
    ("me", "m'", "te", "t'", "se", "s'", "le", "la", "l'", "les", "lui", "leur", "y", "en", "ne", "n'")
)
_SUBJECTS = frozenset(("nsubj", "nsubj:pass", "csubj"))
_LINKS = frozenset(("à", "de", "d'", "dans", "sur", "en"))
_SET_PHRASES = frozenset(("finir", "aller", "vouloir", "prendre", "tenir", "sortir", "falloir", "venir"))
"""Verbs that form a set phrase with en."""
_TIMES = frozenset(
    ("semaine", "jour", "jours", "minute", "fois", "matin", "soir", "mois", "année", "été", "hiver", "automne")
) | {
    "printemps",
    "heure",
    "moment",
    "anniversaire",
    "après-midi",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "noël",
}
_NO_PREDICATES = _TIMES | frozenset(("cas", "peine", "dommage", "faute", "tour", "grâce", "même", "mêmes"))
"""Nouns with which `c'est` speaks of a situation: no antecedent is one (ce n'est pas le cas, c'est ma faute)."""
_NUMBERS = {
    **dict.fromkeys(("est", "était", "sera", "serait", "fut", "soit"), Number.SINGULAR),
    **dict.fromkeys(("sont", "étaient", "seront", "seraient", "furent", "soient"), Number.PLURAL),
}
_PRONOUN_OBJECTS = frozenset(("chose", "grand-chose", "rien", "tout"))
_POINTS_IN_TIME = frozenset(("dernier", "dernière", "passé", "passée", "prochain", "prochaine", "tous", "toutes"))
_AMOUNTS = frozenset(("plus", "moins", "beaucoup", "trop", "peu", "assez", "tant", "autant"))


class Node(NamedTuple):
    """A word of a parsed text."""

    head: int
    """Index of the word that it hangs on; its own for the root."""
    relation: str
    """The relation between the two, in the words of Universal Dependencies."""
    kind: str
    """Its part of speech, in the same words."""


class _Head(Protocol):
    i: int


class _Parsed(Protocol):
    head: _Head
    dep_: str
    pos_: str


class _Pipeline(Protocol):
    vocab: object

    def __call__(self, doc: object) -> Iterable[_Parsed]: ...


@cache
def _pipeline() -> tuple[_Pipeline, Callable[..., object]]:
    """The pipeline, loaded once, and the class of its documents.

    The tokens are ours, so the pipeline is loaded without its French tokeniser: compiling that one's exceptions takes
    more time than all the rest, and the parses are the same.
    """
    try:
        util, tokens, package = (import_module(name) for name in ("spacy.util", "spacy.tokens", PACKAGE))
    except ImportError as error:
        raise MissingExtraError("The French parser", "parser") from error
    data = next(Path(str(package.__file__)).parent.glob(f"{PACKAGE}-*"))
    config = util.load_config(data / "config.cfg")
    config["nlp"]["lang"] = "xx"
    nlp = util.load_model_from_config(config, exclude=_UNUSED, auto_fill=True)
    nlp.from_disk(data, exclude=("tokenizer", *_UNUSED))
    return cast(_Pipeline, nlp), cast(Callable[..., object], tokens.Doc)


def load() -> None:
    """Nothing, with the parser loaded; refuses with the install line when the extra is missing."""
    _pipeline()


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[Node, ...]:
    """One node for every word of `words_of(text)`."""
    words = words_of(text)
    if not words:
        return ()
    nlp, document = _pipeline()
    spaces = [word.end < following.start for word, following in pairwise(words)]
    doc = document(nlp.vocab, words=[word.text for word in words], spaces=[*spaces, False])
    return tuple(Node(token.head.i, token.dep_, token.pos_) for token in nlp(doc))


def readings(text: str, span: Span, candidate: str) -> tuple[Reading, ...] | NoReading:
    """The readings of the light rules, with what the parser adds to those that are not certain; best first."""
    found = light_readings(text, span, candidate)
    if isinstance(found, NoReading):
        return _made(text, span, candidate, found) if found.reason is NoReadingReason.UNKNOWN_SYNTAX else found
    if found[0].sureness is Sureness.CERTAIN:
        return found
    return tuple(_judged(text, span, reading) for reading in found)


def _judged(text: str, span: Span, reading: Reading) -> Reading:
    """A reading that is not certain, moved behind the verb's object where it stands before it, and confirmed or not."""
    if reading.sureness is Sureness.CERTAIN:
        return reading
    moved = _behind_object(text, span, reading)
    if moved is not None:
        return moved
    if _hangs_alike(text, span, reading):
        return replace(reading, rules=(*reading.rules, "parser"))
    return replace(reading, rules=(*reading.rules, "parser_disagrees"), sureness=Sureness.DOUBTFUL)


def _inside(words: Sequence[Word], span: Span) -> list[int]:
    return [k for k, word in enumerate(words) if word.start < span.end and word.end > span.start]


def _governor(nodes: Sequence[Node], indices: Sequence[int]) -> int | None:
    """Index of the word outside a stretch that the stretch hangs on; None when it hangs on nothing, or on two."""
    found = {nodes[k].head for k in indices} - set(indices)
    return found.pop() if len(found) == 1 else None


def _matched(before: Sequence[Word], after: Sequence[Word]) -> dict[int, int]:
    """Which word of the reading each word of the text became; a word in another form counts by its lemma."""
    matcher = SequenceMatcher(None, [word.low for word in before], [word.low for word in after], autojunk=False)
    pairs: dict[int, int] = {}
    for kind, start, end, other, other_end in matcher.get_opcodes():
        if kind == "equal":
            pairs.update(zip(range(start, end), range(other, other_end), strict=True))
        if kind == "replace":
            forms = product(range(end - 1, start - 1, -1), range(other_end - 1, other - 1, -1))
            pairs.update((old, new) for old, new in forms if _is_form_of(before[old], after[new]))
    return pairs


def _is_form_of(one: Word, other: Word) -> bool:
    return one.low[:3] == other.low[:3] or not shape(one.low).lemmas.isdisjoint(shape(other.low).lemmas)


def _hangs_alike(text: str, span: Span, reading: Reading) -> bool:
    """True when the candidate hangs on the word on which the anaphor hung, on its object or on its main verb."""
    before, after = words_of(text), words_of(reading.text)
    old, new = parse(text), parse(reading.text)
    wanted = _governor(old, _inside(before, span))
    got = _governor(new, _inside(after, reading.slot))
    if wanted is None or got is None:
        return False
    pairs = _matched(before, after)
    return pairs.get(wanted) in (got, new[got].head) or pairs.get(old[wanted].head) == got


def _end_of(nodes: Sequence[Node], index: int) -> int:
    """Index of the last word of what hangs on a word, however far down."""
    found = {index}
    for _ in nodes:
        more = {k for k, node in enumerate(nodes) if node.head in found} - found
        if not more:
            break
        found |= more
    return max(found)


def _start_of(nodes: Sequence[Node], index: int) -> int:
    return min([index, *(k for k, node in enumerate(nodes) if node.head == index and k < index)])


def _behind_object(text: str, span: Span, reading: Reading) -> Reading | None:
    """The reading with its complement behind the short object or predicate before which it was put; else None.

    `tomba d'Hélène amoureux` → `tomba amoureux d'Hélène`.
    """
    words, nodes = words_of(text), parse(text)
    host = _governor(nodes, _inside(words, span))
    after = words_of(reading.text)
    slot = _inside(after, reading.slot)
    if host is None or not slot or reading.rules[0] not in ("genitive", "locative"):
        return None
    first = slot[0] - (slot[0] > 0 and after[slot[0] - 1].low in _LINKS)
    pairs = {new: old for old, new in _matched(words, after).items()}
    following = pairs.get(slot[-1] + 1)
    end = None if following is None else _object_end(words, nodes, host, following)
    if end is None or first == slot[0]:
        return None
    last = _matched(words, after).get(end)
    return None if last is None else _moved(reading, after, first, slot[-1], last)


def _object_end(words: Sequence[Word], nodes: Sequence[Node], host: int, start: int) -> int | None:
    """Index of the last word of a short object or predicate of the verb that begins at a word; None without one."""
    for k, node in enumerate(nodes):
        if node.head != host or not _is_object(words[k], node) or _start_of(nodes, k) != start:
            continue
        end = _end_of(nodes, k)
        in_time = any(word.low in _TIMES | _POINTS_IN_TIME for word in words[start : end + 1])
        return None if in_time or end - start > 2 else end
    return None


def _is_object(word: Word, node: Node) -> bool:
    if node.relation == "xcomp":
        return node.kind == "ADJ"
    return node.relation == "obj" and (node.kind == "NOUN" or word.low in _PRONOUN_OBJECTS)


def _moved(reading: Reading, words: Sequence[Word], first: int, last: int, target: int) -> Reading:
    """The reading with the words from first to last put behind the target."""
    text = reading.text
    start, end, spot = words[first].start, words[last].end, words[target].end
    chunk, between = text[start:end], text[end:spot].lstrip()
    moved = f"{text[:start]}{between} {chunk}{text[spot:]}"
    shift = len(between) + 1
    slot = Span(start=reading.slot.start + shift, end=reading.slot.end + shift)
    return Reading(text=moved, slot=slot, rules=(*reading.rules, "parser_moved"), sureness=Sureness.LIKELY)


def _made(text: str, span: Span, phrase: str, refusal: NoReading) -> tuple[Reading, ...] | NoReading:
    """A reading where the light rules had none, if the parse is plain; else their refusal."""
    place = _place(text, span, phrase)
    if place is None or place.candidate.preposition:
        return refusal
    low = place.anaphor.low.lstrip("-").removeprefix("t-")
    made: Reading | None = None
    if place.anaphor.text.startswith("-") and low in ("il", "elle", "ils", "elles"):
        made = _inverted_subject(place)
    if low in ("c'", "ce", "cela", "ça"):
        made = _demonstrative(place)
    if low == "en" and not place.anaphor.text.startswith("-"):
        made = _genitive(place)
    return refusal if made is None or not _hangs_alike(text, span, made) else (made,)


def _place(text: str, span: Span, phrase: str) -> Place | None:
    candidate = candidate_of(phrase, text)
    whole = candidate if isinstance(candidate, NoReading) else determined(candidate)
    words = words_of(text)
    inside = _inside(words, span)
    if isinstance(whole, NoReading) or len(inside) != 1:
        return None
    return Place(text, words, inside[0], inside[0] + 1, whole, apostrophe_of(text))


def _inverted_subject(place: Place) -> Reading | None:
    """`Peut-être a-t-il ri` → `Peut-être Paul a-t-il ri`, where only adverbs stand before the verb."""
    nodes, words = parse(place.text), place.words
    start = place.first - 1
    while start > 0 and words[start - 1].low in _CLITICS:
        start -= 1
    opening = range(sentence_start(words, place.first), start)
    free = len(opening) > 0 and all(_is_opening_adverb(words, nodes, k) for k in opening)
    if not free or not _agrees(place) or words[start].text[0].isupper():
        return None
    spot = words[start].start
    rules = ("subject", "complex_inversion", "parser")
    return drafted(place, Draft((spot, spot), rules, leading=False, sureness=Sureness.LIKELY))


def _is_opening_adverb(words: Sequence[Word], nodes: Sequence[Node], index: int) -> bool:
    """True for an adverb by the parse, and by a lexicon that knows the word as no noun."""
    return nodes[index].kind == "ADV" and shape(words[index].low).noun == 0


def _demonstrative(place: Place) -> Reading | None:
    """`C'est ma dernière chance` → `La maison est ma dernière chance`: a predicate noun of the candidate's number."""
    nodes, words = parse(place.text), place.words
    noun = nodes[place.first].head
    verb = next((k for k, node in enumerate(nodes) if node.head == noun and node.relation == "cop"), None)
    if nodes[place.first].relation not in _SUBJECTS or nodes[noun].kind != "NOUN" or verb is None or verb > noun:
        return None
    own = [node.relation for node in nodes if node.head == noun]
    plain = own.count("det") == 1 and sum(relation in _SUBJECTS for relation in own) == 1
    clause = any(relation.startswith("acl") for relation in own)
    if not plain or clause or not _NO_PREDICATES.isdisjoint(word.low for word in words[verb : noun + 1]):
        return None
    if place.before() == "tout" or place.candidate.number is not _NUMBERS.get(words[verb].low):
        return None
    if _may_be_cleft(words, noun):
        return None
    capital = place.anaphor.text[0].isupper()
    return drafted(place, Draft(place.span, ("demonstrative", "parser"), capital=capital, sureness=Sureness.LIKELY))


def _may_be_cleft(words: Sequence[Word], noun: int) -> bool:
    """True where qui or que comes later in the sentence: `c'est le voisin, dit-il, qui a ri` has no antecedent."""
    later = words[noun + 1 :]
    stop = next((k for k, word in enumerate(later) if word.text in (".", "!", "?", "…")), len(later))
    return any(word.low in ("qui", "que", "qu'", "dont", "où") for word in later[:stop])


def _agrees(place: Place) -> bool:
    """True when the candidate has the pronoun's gender and number, so that no other word has to change."""
    low = place.anaphor.low.rsplit("-", 1)[-1]
    gender = Gender.FEMININE if low.startswith("elle") else Gender.MASCULINE
    number = Number.PLURAL if low.endswith("s") else Number.SINGULAR
    return place.candidate.gender in (None, gender) and place.candidate.number in (None, number)


def _genitive(place: Place) -> Reading | None:
    """`Qu'en pensez-vous ?` → `Que pensez-vous de Paul ?`; `que nous en ayons fait plus` → `fait plus de projets`."""
    nodes, words = parse(place.text), place.words
    node = nodes[place.first]
    verb = node.head
    gone = removal(words, place.first, place.apostrophe)
    if node.kind != "PRON" or nodes[verb].kind != "VERB" or gone is None or verb < place.first:
        return None
    end = verb
    while end + 1 < len(words) and words[end + 1].text.startswith("-"):
        end += 1
    amount = end + 1 < len(words) and words[end + 1].low in _AMOUNTS
    bare = without_article(place.candidate.text) if amount else None
    counted = bare is not None and place.candidate.number is Number.PLURAL
    if not _is_free(place, verb, end) or not _closes(words, end + amount) or (amount and not counted):
        return None
    spot = words[end + amount].end
    rules = ("genitive", "quantity" if amount else "complement", "parser")
    return drafted(
        place, Draft((spot, spot), rules, edits=[gone], preposition="de", phrase=bare, sureness=Sureness.LIKELY)
    )


def _closes(words: Sequence[Word], index: int) -> bool:
    """True for the last word before a mark or the end: what would follow might have to stand before the complement."""
    return index + 1 >= len(words) or not words[index + 1].is_word


def _is_free(place: Place, verb: int, end: int) -> bool:
    """True for an en in no set phrase: behind a que that is the object, or a nous that is the subject."""
    nodes, index = parse(place.text), place.first
    if index == 0 or not _SET_PHRASES.isdisjoint(shape(place.words[verb].low).lemmas):
        return False
    before, node = place.before(), nodes[index - 1]
    if before in ("qu'", "que"):
        return node.head == verb and node.relation == "obj" and end > verb
    if before not in ("nous", "vous") or node.head != verb or node.relation not in _SUBJECTS:
        return False
    # An imperative (`ne vous en faites pas`) has no subject, whatever the parse says; a clause behind que has one.
    return place.before(2) in ("que", "qu'", "si", "quand", "comme", "où") and end == verb

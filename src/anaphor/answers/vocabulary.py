"""What columns and cells are called: the words by which items, annotators, labels and all that is none are known."""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from anaphor.text import Message, message

if TYPE_CHECKING:
    from anaphor.answers.labelling import Column

_WORDS = tomllib.loads(files("anaphor").joinpath("data", "answers", "columns.toml").read_text("utf-8"))
CHOICES: Mapping[str, Sequence[str]] = _WORDS["choices"]
"""By role, the columns of tables and logs of what was chosen among candidates."""
OUTCOMES: Mapping[str, Sequence[str]] = _WORDS["outcomes"]
"""By role, the columns of tables that only say what was right."""
STUDY: Mapping[str, Sequence[str]] = _WORDS["study"]
"""Our names of a study's columns, each with the names that files usually have for it."""
_YES = ("true", "1", "yes", "oui", "vrai")
_NO = ("false", "0", "no", "non", "faux", "")
_WORDS_BESIDE = frozenset[str](_WORDS["beside"])
_PERSON = frozenset[str](_WORDS["person"])
_DOUBTFUL = frozenset[str](_WORDS["doubtful"])
"""Cells, in small letters, that may stand for a missing label or for a class: they are classes, and that is said."""
_UNANSWERED = frozenset[str](_WORDS["unanswered"])
"""Words for no answer, without accents, signs and blanks."""
ITEM: tuple[str, ...] = tuple(_WORDS["item"])
"""Names of columns that name items, the likelier first."""
ANNOTATOR: tuple[str, ...] = tuple(_WORDS["annotator"])
LABEL: tuple[str, ...] = tuple(_WORDS["label"])
OPINION: tuple[str, ...] = tuple(_WORDS["opinion"])
"""Names of columns with a verdict that is an annotator's own where those of an item differ."""
REPETITION: tuple[str, ...] = tuple(_WORDS["repetition"])
ASIDE: tuple[str, ...] = tuple(_WORDS["aside"])
"""Names of columns that tools and surveys add: times, addresses, languages."""
COUNT: tuple[str, ...] = tuple(_WORDS["count"])
STATUS: tuple[str, ...] = (*_WORDS["status"], *_WORDS["flag"], *_WORDS["finished"])
"""Names of columns that say what became of an answer."""

SURVEY = frozenset[str](_WORDS["survey"])
"""Names of columns by which a survey is known."""
RESPONDENT: tuple[str, ...] = tuple(_WORDS["respondent"])
"""Names of columns that tell the answers of a survey apart."""
KNOWN = frozenset[str](word for words in _WORDS.values() if isinstance(words, list) for word in words)
"""All words that may say what a column or a cell of a label table is."""
FINISHED: tuple[str, ...] = tuple(_WORDS["finished"])
"""Names of columns that say whether somebody finished."""


def plain(name: str) -> str:
    """A column's name in small letters without accents and marks, for looking it up.

    >>> plain("Worker_ID"), plain("Énoncé")
    ('workerid', 'enonce')
    """
    return "".join(sign for sign in unicodedata.normalize("NFD", name.casefold()) if sign.isalpha())


def heading(name: str) -> str:
    """A column's name as the tables of the vocabulary write it.

    >>> heading(" Correct Answer"), heading("item-id")
    ('correct_answer', 'item_id')
    """
    return re.sub(r"[\s-]", "_", name.strip().casefold())


def named(names: Iterable[str], usual: Sequence[str]) -> list[str]:
    """The columns that are called by one of the usual names, in the order of these.

    >>> named(["Text", "Item ID", "key"], CHOICES["item"])
    ['Item ID', 'Text']
    """
    theirs = {heading(name): name for name in names}
    return [theirs[name] for name in usual if name in theirs]


_BRACKETS = "<>[](){} "
_BRACKETED = frozenset({"blank", "empty", "leer", "manquant", "missing", "na", "nan", "none", "null", "vide"})
"""Words that may be a class, but hardly in brackets."""


def says_nothing(cell: str) -> bool:
    """Whether a cell may stand for a missing label, in signs or in words of four languages.

    >>> says_nothing("??"), says_nothing("k. A."), says_nothing("Weiß nicht"), says_nothing("Sans réponse")
    (True, True, True, True)
    >>> says_nothing("<missing>"), says_nothing("[]"), says_nothing("(none)")
    (True, True, True)
    >>> says_nothing("no"), says_nothing("KA"), says_nothing("nicht"), says_nothing("<"), says_nothing(":(")
    (False, False, False, False, False)
    """
    whole = cell.strip()
    enclosed = len(whole) > 1 and whole[0] + whole[-1] in ("<>", "[]", "()", "{}")  # `<` alone is a comparison
    bare = whole.strip(_BRACKETS) if enclosed else whole
    small = " ".join(bare.casefold().replace("’", "'").split())
    if enclosed and (not bare or plain(bare) in _BRACKETED):
        return True
    return small in _DOUBTFUL or plain(bare) in _UNANSWERED


def called(name: str, *roles: str) -> bool:
    """Whether a column is called after one of these roles: item, annotator, label, aside, rank, count, summary.

    >>> called("Worker_ID", "annotator"), called("Worker_ID", "item", "label")
    (True, False)
    """
    return any(plain(name) in _WORDS[role] for role in roles)


def says_position(name: str) -> bool:
    """Whether a column numbers the parts of an item, or says to what an item belongs: a turn, a page, a speaker.

    >>> says_position("Turn_ID"), says_position("page"), says_position("pageant")
    (True, True, False)
    """
    return plain(name) in _WORDS["position"]


def says_question(name: str) -> bool:
    """Whether a column may say which of several questions a row answers.

    >>> says_question("question"), says_question("sentence_id")
    (True, False)
    """
    return plain(name) in _WORDS["question"]


def begins_summary(name: str) -> bool:
    """Whether the name of a row begins with a word for what sums up others.

    >>> begins_summary("Total yes"), begins_summary("Number of yes"), begins_summary("s12")
    (True, True, False)
    """
    first = next(iter(_words_in(name)), "")
    return first in (*_WORDS["summary"], *_WORDS["number"])


def says_verdict(name: str) -> bool:
    """Whether a column or an annotator is called a verdict: gold, final label, adjudicated, consensus …

    >>> says_verdict("Final label"), says_verdict("Étiquette validée"), says_verdict("finance")
    (True, True, False)
    """
    return plain(name) in _WORDS["gold"] or any(
        word == known or (word.startswith(known) and len(known) > 5)
        for word in _words_in(name)
        for known in _WORDS["verdict"]
    )


def says_circumstance(name: str) -> bool:
    """Whether a column says when or how an answer came about, which is no label: a run, a seed, a temperature, a time.

    A column called pass may say which pass it was, or who passed.

    >>> [name for name in ("run", "latency_ms", "verdict", "pass") if says_circumstance(name)]
    ['run', 'latency_ms']
    """
    timed = not set(_words_in(name)).isdisjoint(_WORDS["setting"]) or plain(name) in _WORDS["setting"]
    return timed or (plain(name) in REPETITION and plain(name) != "pass")


def repetition_places(names: Sequence[str]) -> list[int]:
    """The columns that number repetitions; one that may name items does so only beside another that does.

    >>> repetition_places(["item", "judge", "sample"]), repetition_places(["sample", "judge", "run"])
    ([2], [2])
    """
    items = [place for place, name in enumerate(names) if plain(name) in ITEM and plain(name) not in REPETITION]
    return [
        place for place, name in enumerate(names) if plain(name) in REPETITION and (items or plain(name) not in ITEM)
    ]


def says_correctness(name: str) -> bool:
    """Whether a column is called after what became of answers: right or wrong.

    >>> says_correctness("Is_Correct"), says_correctness("accuracy"), says_correctness("correction")
    (True, True, False)
    """
    return plain(name) in _WORDS["correctness"]


def are_outcomes(labels: Iterable[str]) -> bool:
    """Whether labels only say right or wrong, in words or as 1 and 0.

    >>> are_outcomes(["0", "1"]), are_outcomes(["Right", "wrong"]), are_outcomes(["0", "1", "2"])
    (True, True, False)
    """
    return {label.strip().casefold() for label in labels} <= {*_WORDS["right"], *_WORDS["wrong"]}


_SAID_OF_ANSWERS = frozenset(_WORDS["correctness"]) - {"right", "outcome", "exact"}
"""Parts of names that say so, too: a right hand does not."""
_BITS = frozenset({"0", "1", "0.0", "1.0", "true", "false"})
_SAID_WRONG = ({"right", "wrong"}, {"correct", "incorrect"}, {"juste", "faux"}, {"correct", "wrong"})


def only_right(names: Sequence[str], labels: Sequence[str]) -> tuple[Message, ...]:
    """That labels only say right or wrong, where most columns of them are called so, or the labels are these words.

    >>> [len(only_right(*each)) for each in ((["ann_correct", "bob_correct"], "10"), (["a"], ["Wrong", "Right"]))]
    [1, 1]
    >>> only_right(["right", "left_hand"], "10"), only_right(["ann_correct"], "abc"), only_right(["a"], "10")
    ((), (), ())
    """
    alone = len(names) == 1 and says_correctness(names[0])
    bits = {label.strip().casefold() for label in labels} <= _BITS
    if len(names) == 1 and bits and plain(names[0]) in _WORDS["maybe_correct"]:
        return (message("labels-only-right-maybe", column=repr(names[0])),)
    called = [name for name in names if alone or not _SAID_OF_ANSWERS.isdisjoint(_words_in(name))]
    said = {label.strip().casefold() for label in labels}
    if said in _SAID_WRONG or (2 * len(called) > len(names) and are_outcomes(labels)):
        return (message("labels-only-right-asked", column=repr([*called, *names][0])),)
    return ()


def says_yes_no(cell: str) -> bool:
    return cell.casefold() in (*_YES, *_NO)


def says_beside(name: str) -> bool:
    """Whether a column of a wide table is called after something that is known of an item or a person.

    >>> says_beside("n_words"), says_beside("Age (years)"), says_beside("Agerer"), says_beside("rater1_time")
    (True, True, False, True)
    """
    return not _WORDS_BESIDE.isdisjoint(_words_in(name))


def end_of(name: str) -> str:
    """Of which end of a row a column is called after: least, most or range; empty for any other name.

    >>> end_of("Min"), end_of("max_rating"), end_of("Maxime")
    ('least', 'most', '')
    """
    said = [end for word in _words_in(name) for end in ("least", "most", "range") if word in _WORDS[end]]
    return said[0] if len(said) == 1 else ""


def says_person(name: str) -> bool:
    """Whether a column is called after what is known of a person: sex, nationality, employment.

    >>> says_person("Ethnicity simplified"), says_person("Student status"), says_person("Sexism")
    (True, True, False)
    """
    return not _PERSON.isdisjoint(_words_in(name))


def says_coefficient(name: str) -> bool:
    """Whether a column is called after a coefficient of agreement.

    >>> says_coefficient("Cohen's Kappa"), says_coefficient("kappa_1"), says_coefficient("Kappa Delta")
    (True, True, False)
    """
    return plain(name) in _WORDS["coefficient"]


def has_other_words(name: str) -> bool:
    """Whether other words stand in a name than those for what is known of an item or a person.

    >>> has_other_words("offensive_language"), has_other_words("language")
    (True, False)
    """
    return not _WORDS_BESIDE.issuperset(_words_in(name))


def is_sentence(name: str) -> bool:
    """Whether a column is called by a text that people judged, and not by a question that they answered.

    >>> is_sentence("The time is right."), is_sentence("Age in years"), is_sentence("Have you any other comments?")
    (True, False, False)
    """
    return len(name.split()) > 3 and not name.rstrip().endswith("?")


def says_known(name: str) -> bool:
    """Whether a column of a table of systems is called after the key, or what is known of an item or an answer.

    >>> says_known("gold"), says_known("is_hard"), says_known("m1_pred"), says_known("gpt-4")
    (True, True, True, False)
    """
    flag = _words_in(name)[:1] in (["is"], ["has"])
    return flag or says_verdict(name) or says_beside(name) or plain(name) in LABEL


def _words_in(name: str) -> list[str]:
    return [plain(word) for word in re.split(r"[\W_\d]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)) if word]


COMPLETE = frozenset({"0", "1", "2", "complete", "incomplete", "unverified"})
"""What REDCap says of a form, in small letters."""


def says_complete(name: str) -> bool:
    """Whether a column is called as those in which REDCap says of a form whether it is complete.

    >>> says_complete("rating_form_complete"), says_complete("complete")
    (True, False)
    """
    return name.endswith("_complete") and len(_words_in(name)) > 1


def gone_values(name: str, values: Iterable[str]) -> set[str]:
    """Those values of a column that say of a row that it does not count: rejected, skipped, a preview …

    >>> gone_values("AssignmentStatus", ["Approved", "Rejected"]), gone_values("was_cancelled", ["true", "false"])
    ({'Rejected'}, {'true'})
    >>> gone_values("Finished", ["True", "False"]), gone_values("Status", ["APPROVED", "SCREENED OUT"])
    ({'False'}, {'SCREENED OUT'})
    >>> gone_values("survey_complete", ["0", "2"]), gone_values("task_complete", ["0", "1"])  # as REDCap says it
    ({'0'}, set())
    >>> gone_values("answer", ["rejected"]), gone_values("rejected", ["0", "1", "2"])  # a label, and numbers of votes
    (set(), set())
    """
    word, found = plain(name), set(values)
    known = {value.casefold() for value in found} - {""}
    if says_complete(name) or (word == "complete" and "complete" in known):
        forms = known <= COMPLETE and not known.isdisjoint({"2", "complete"})
        return {value for value in found if value.casefold() in ("0", "incomplete")} if forms else set()
    if word in _WORDS["status"]:
        gone = [*_WORDS["gone"], *(_WORDS["underway"] if not set(_words_in(name)).isdisjoint(ANNOTATOR) else ())]
        return {value for value in found if plain(value) in gone}
    yes, no = ({value for value in found if value.casefold() in each} for each in (_YES, _NO))
    if word in _WORDS["finished"]:
        return no - {""} if found <= yes | no else set()
    return yes if word in _WORDS["flag"] and found <= yes | no else set()


def any_gone(names: Sequence[str], column: "Callable[[int], Column]") -> bool:
    """Whether some row says of itself that it does not count; only columns that may say so are asked for."""
    asked = [place for place, name in enumerate(names) if plain(name) in STATUS]
    return any(gone_values(names[place], column(place).names) for place in asked)


def says_annotator(name: str) -> bool:
    """Whether a column is called after an annotator: a known word, maybe with a number or a letter.

    >>> says_annotator("Rater 2"), says_annotator("coderB"), says_annotator("lf_link"), says_annotator("yes")
    (True, True, True, False)
    """
    word = plain(name)
    return word in ANNOTATOR or (word[:-1] in ANNOTATOR and len(word) > 4) or says_function(name)


def says_identifier(name: str) -> bool:
    """Whether a column is called after what tells people or items apart; a number behind it makes it somebody's own.

    >>> says_identifier("utterance_id"), says_identifier("workerId"), says_identifier("David"), says_identifier("ID3")
    (True, True, False, False)
    """
    words = _words_in(name)
    known = called(name, "item", "annotator") and plain(name).endswith("id")
    return not name[-1:].isdigit() and (known or (len(words) > 1 and words[-1] in ("id", "ids", "uuid")))


def says_function(name: str) -> bool:
    """Whether a column or an annotator is called after a labelling function, as those of Snorkel are.

    >>> says_function("lf_keyword"), says_function("LF3"), says_function("life")
    (True, True, False)
    """
    return bool(re.match(r"lf([\W_]|\d)", name, re.IGNORECASE))

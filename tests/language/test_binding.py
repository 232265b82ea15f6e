"""What binding and control rule out, and what they leave alone."""

from pathlib import Path

import pytest

import anaphor
from anaphor.language import LANGUAGES, preferred, ruled_out
from anaphor.schema import Item, Span, question_of

CASES = """
fr|Paul [l']admire.|Paul|own_subject
fr|Paul ne [l']a jamais vu.|Paul|own_subject
fr|Le père de Paul [l']admire.|Paul|None
fr|Le père de Paul [l']admire.|Le père de Paul|own_subject
fr|Paul veut [le] voir.|Paul|controlled
fr|Paul a voulu [le] voir.|Paul|controlled
fr|Paul demande à Luc de [le] suivre.|Luc|controlled
fr|Paul demande à Luc de [le] suivre.|Paul|None
fr|Paul promet à Luc de [le] suivre.|Paul|controlled
fr|Paul promet à Luc de [le] suivre.|Luc|None
fr|Paul a salué Luc et [l']a invité.|Paul|own_subject
fr|Paul a salué Luc et [l']a invité.|Luc|None
fr|Paul est parti sans [le] saluer.|Paul|controlled
fr|[Il] admire Paul.|Paul|same_clause
fr|[Il] a dit que Paul était malade.|Paul|same_clause
fr|Quand [il] est entré, Paul a souri.|Paul|None
fr|Paul a vu Luc parce qu'[il] dormait.|Paul|None
fr|Marie pense que Paul [l']admire.|Paul|own_subject
fr|Paul a forcé Luc à [le] suivre.|Luc|controlled
fr|Le sac est trop lourd pour [le] porter.|Le sac|None
fr|Paul a remercié Luc de [l']avoir aidé.|Luc|controlled
fr|Paul a remercié Luc de [l']avoir aidé.|Paul|None
fr|L'homme qui a vu Paul [l']admire.|Paul|None
fr|Paul laisse Luc [le] suivre.|Luc|controlled
en|John admires [him].|John|own_subject
en|[She] wore the teacher badge.|the teacher|None
en|[She] met the teacher again.|the teacher|same_clause
en|John has never liked [him].|John|own_subject
en|John's mother adores [him].|John|None
en|John wants to see [him].|John|controlled
en|John asked Bill to help [him].|Bill|controlled
en|John asked Bill to help [him].|John|None
en|John promised Bill to help [him].|John|controlled
en|John promised Bill to help [him].|Bill|None
en|John greeted Bill and invited [him].|John|own_subject
en|John greeted Bill and invited [him].|Bill|None
en|John left without seeing [him].|John|controlled
en|John shouted at [him].|John|own_subject
en|[He] admires John.|John|same_clause
en|[He] said that John was ill.|John|same_clause
en|When [he] came in, John smiled.|John|None
en|Mary thinks that John admires [her].|Mary|None
en|John took Bill with [him].|John|None
en|The ball rolled into the box and broke [it].|The ball|own_subject
en|John thanked Bill for helping [him].|Bill|controlled
en|John thanked Bill for helping [him].|John|None
en|John saw a snake behind [him].|John|None
en|John could not see the stage with Bill in front of [him].|Bill|None
""".strip().splitlines()
"""Language, text with its anaphor in brackets, a phrase, and the rule that keeps it out."""


@pytest.mark.parametrize("case", CASES)
def test_a_phrase_is_ruled_out_by_its_rule_or_not_at_all(case: str) -> None:
    code, marked, phrase, wanted = case.split("|")
    start, text = marked.index("["), marked.replace("[", "").replace("]", "")
    anaphor = Span(start=start, end=marked.index("]") - 1)
    place = Span(start=text.find(phrase), end=text.find(phrase) + len(phrase))
    assert str(ruled_out(LANGUAGES.get(code), text, anaphor, place)) == wanted


@pytest.mark.parametrize(
    ("code", "form", "chosen"),
    [("fr", "celui-ci", 1), ("en", "the latter", 1), ("fr", "celui-là", 0), ("fr", "il", None), ("fr", "latter", None)],
)
def test_a_demonstrative_names_a_phrase_by_its_place(code: str, form: str, chosen: int | None) -> None:
    mentions = (Span(start=0, end=4), Span(start=10, end=16))
    assert preferred(LANGUAGES.get(code), form, mentions, Span(start=20, end=28)) == chosen


@pytest.mark.shared
def test_hardly_a_right_answer_is_ruled_out_where_syntax_decides(shared: Path) -> None:
    """The second type of WinoBias is solved by syntax: what is ruled out there must not be the answer."""
    found = anaphor.check(shared / "winobias" / "pro_stereotyped_type2.txt.test")
    entries = {question_of(entry).id: entry for entry in found.collection.entries}
    told = [
        (item, each) for each in found.found if each.code.startswith("binding") for item in each.items or (each.place,)
    ]
    wrong = [item for item, each in told if _answer(entries[item]) == each.details["candidate"]]
    assert len(told) > 200
    assert len(wrong) / len(told) < 0.01


def _answer(entry: object) -> str | None:
    return entry.answer if isinstance(entry, Item) else None

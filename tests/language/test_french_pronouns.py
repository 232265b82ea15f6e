"""French anaphors: their kind, what they ask, and where they stand. The anaphor is marked with `[…]`."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.language import FRENCH, AnaphorAnalysis, AnaphorKind, Gender, Number
from anaphor.schema import Span

pytestmark = pytest.mark.slow

M, F, S, P = Gender.MASCULINE, Gender.FEMININE, Number.SINGULAR, Number.PLURAL
K = AnaphorKind
PIECES = ("il", "elle", "lui", "leur", "le", "la", "l'", "les", "en", "y", "ce", "c'", "se", "s'", "ne", "n'", "-t-il")
MORE_PIECES = ("a", "est", "faut", "pleut", "reste", "porte", "de", "à", "qui", "Luc", "-le", "sa", ".", ",")
TEXTS = st.lists(st.sampled_from(PIECES + MORE_PIECES), max_size=9).map(" ".join)


def analysed(marked: str) -> AnaphorAnalysis | None:
    """The analysis of the form between brackets."""
    found = re.search(r"\[(.*?)\]", marked)
    if found is None:
        raise ValueError(f"no mark in {marked!r}")
    text = marked[: found.start()] + found.group(1) + marked[found.end() :]
    return FRENCH.analyse(text, Span(start=found.start(), end=found.start() + len(found.group(1))))


@pytest.mark.parametrize(
    ("marked", "kind", "gender", "number"),
    [
        ("La vache dort car [elle] a mangé.", K.SUBJECT, F, S),
        ("Viendra-t-[il] demain ?", K.SUBJECT, M, S),
        ("[Elles] ne le voient pas.", K.SUBJECT, F, P),
        ("[Ils] sont partis.", K.SUBJECT, M, P),
        ("Luc [la] porte sur son dos.", K.OBJECT, F, S),
        ("Zoé veut [le] revoir.", K.OBJECT, M, S),
        ("Zoé part sans [les] attendre.", K.OBJECT, None, P),
        ("On ne [l’]a pas vu.", K.OBJECT, None, S),
        ("Comme [le] montre ce dessin, tout va bien.", K.OBJECT, M, S),
        ("Apporte-[les] vite.", K.OBJECT, None, P),
        ("Zoé [lui] a menti.", K.DATIVE, None, S),
        ("Rends-[lui] son vélo.", K.DATIVE, None, S),
        ("Luc [leur] a souri.", K.DATIVE, None, P),
        ("Zoé chante pour [lui].", K.DISJUNCTIVE, M, S),
        ("Luc dort chez [elle].", K.DISJUNCTIVE, F, S),
        ("Zoé court plus vite qu'[eux].", K.DISJUNCTIVE, M, P),
        ("[Lui] ne dit rien.", K.DISJUNCTIVE, M, S),
        ("Luc a perdu [sa] montre.", K.POSSESSIVE, None, S),
        ("Luc range [son] vélo.", K.POSSESSIVE, None, S),
        ("Ils vendent [leur] ferme.", K.POSSESSIVE, None, P),
        ("Zoé préfère [la sienne].", K.POSSESSIVE, None, S),
        ("Nous prenons [la leur].", K.POSSESSIVE, None, P),
        ("Le lac est froid mais Luc [y] plonge.", K.LOCATIVE, None, None),
        ("Luc ouvre le sac et met la balle [dedans].", K.LOCATIVE, None, None),
        ("Zoé habite [là-bas].", K.LOCATIVE, None, None),
        ("Des pommes, Luc [en] mange trois.", K.GENITIVE, None, None),
        ("[C']est un bon maçon.", K.DEMONSTRATIVE, None, None),
        ("[Cela] plaît à Luc.", K.DEMONSTRATIVE, None, None),
        ("Luc voit Zoé ; [celle-ci] sourit.", K.DEMONSTRATIVE, F, S),
        ("Luc parle à Marc, mais [ce dernier] dort.", K.NOUN, M, S),
        ("Le mur contre [lequel] Luc dort.", K.RELATIVE, M, S),
        ("Les lettres [auxquelles] Luc répond.", K.RELATIVE, F, P),
        ("Luc [se] lave.", K.REFLEXIVE, None, None),
        ("Luc parle de [lui-même].", K.REFLEXIVE, M, S),
        ("Le loup poursuit [_] dans le bois.", K.BLANK, None, None),
    ],
)
def test_a_form_asks_what_its_place_makes_it_ask(
    marked: str, kind: AnaphorKind, gender: Gender | None, number: Number | None
) -> None:
    analysis = analysed(marked)
    assert analysis is not None
    assert (analysis.kind, analysis.gender, analysis.number) == (kind, gender, number)


@pytest.mark.parametrize(
    "marked",
    [
        "Luc ferme [la] porte.",
        "[Le] fait est connu.",
        "Pour [le] dîner, Zoé cuisine.",
        "Luc aime [l']hiver.",
        "Si [l']on veut.",
        "Luc vit [en] Italie.",
        "[En] riant, Luc tombe.",
        "[Ce] maçon chante.",
        "Est-[ce] que Luc vient ?",
        "Zoé entend le [son] des cloches.",
        "[S']il vient, tant mieux.",
        "Tous, [y] compris Luc, sont là.",
        "Luc [mange] du pain.",
    ],
)
def test_articles_and_other_words_are_no_anaphors(marked: str) -> None:
    assert analysed(marked) is None


IMPERSONAL = [
    "[Il] pleut.",
    "[Il] a plu toute la nuit.",
    "[Il] va neiger.",
    "[Il] commence à pleuvoir.",
    "[Il] ne fallait pas crier.",
    "Faut-[il] vraiment partir ?",
    "[Il] aurait fallu courir.",
    "[Il] y a du bruit.",
    "Y a-t-[il] un médecin ?",
    "[Il] n'y en avait plus.",
    "[Il] doit y avoir une erreur.",
    "[Il] s'agit d'un vol.",
    "Ne s'agit-[il] pas de Luc ?",
    "[Il] se peut que Luc dorme.",
    "[Il] est temps de dormir.",
    "[Il] est impossible de lire ici.",
    "[Il] serait très utile que Luc vienne.",
    "[Il] est difficile pour Luc de marcher.",
    "[Il] a été décidé que Luc partirait.",
    "[Il] est déjà tard.",
    "[Il] est neuf heures.",
    "[Il] était une fois une reine.",
    "[Il] paraît que Luc chante.",
    "[Il] semble que Luc dorme.",
    "Luc, paraît-[il], dort.",
    "[Il] vaut mieux dormir.",
    "[Il] suffit de crier.",
    "[Il] reste du pain.",
    "[Il] ne reste que deux pommes.",
    "[Il] reste à trouver la clé.",
    "[Il] me reste trois euros.",
    "[Il] existe un passage.",
    "[Il] manque une vis.",
    "[Il] faisait trop chaud.",
    "[Il] fait nuit.",
    "[Il] arrive que Luc pleure.",
    "[Il] lui arrive de rêver.",
    "[Il] n'en est rien.",
    "S'[il] vous plaît.",
]

PERSONAL = [
    "[Il] a plu à Zoé.",
    "[Il] y a rangé ses outils.",
    "[Il] y est allé.",
    "[Il] est content de partir.",
    "[Il] est facile à tromper.",
    "[Il] est plus important que Luc.",
    "[Il] est si fatigué que Zoé le porte.",
    "[Il] est convaincu que Luc ment.",
    "[Il] est sûr que Luc ment.",
    "[Il] n'est arrivé qu'hier.",
    "[Il] était arrivé plus tôt.",
    "[Il] est venu beaucoup trop tard.",
    "[Il] est arrivé une semaine après Luc.",
    "[Il] semble triste.",
    "[Il] paraît fatigué.",
    "[Il] vaut mieux que lui.",
    "[Il] reste à la ferme.",
    "[Il] reste trois jours à Lyon.",
    "[Il] reste trop longtemps.",
    "[Il] manque beaucoup à Zoé.",
    "[Il] manque de patience.",
    "[Il] manque le train.",
    "[Il] arrive de Lyon.",
    "[Il] fait bon usage de ce don.",
    "[Il] fait un gâteau.",
    "[Il] se trouve beau.",
    "[Il] se passe de dessert.",
    "[Il] faiblit.",
    "Dort-[il] encore ?",
]


@pytest.mark.parametrize("marked", IMPERSONAL)
def test_the_il_that_stands_for_nothing_is_impersonal_and_no_place(marked: str) -> None:
    analysis = analysed(marked)
    assert analysis is not None
    assert analysis.kind is K.IMPERSONAL
    text = marked.replace("[", "").replace("]", "")
    assert marked.index("[") not in [span.start for span in FRENCH.anaphors(text)]


@pytest.mark.parametrize("marked", PERSONAL)
def test_the_il_that_stands_for_someone_is_a_subject(marked: str) -> None:
    assert analysed(marked) == AnaphorAnalysis(kind=K.SUBJECT, gender=M, number=S)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Luc voit la vache ; il la suit et lui parle.", ["il", "la", "lui"]),
        ("Il faut que Zoé le dise à sa mère.", ["le", "sa"]),
        ("Luc se lave, puis il s'en va.", ["il"]),
        ("Où est la clé ? La voit-elle ?", ["La", "elle"]),
        ("Celui qui dort rêve.", []),
        ("Luc aime le vin, Zoé aussi.", []),
    ],
)
def test_the_places_of_anaphors_are_listed_in_order(text: str, expected: list[str]) -> None:
    assert [span.of(text) for span in FRENCH.anaphors(text)] == expected


@given(st.one_of(st.text(), TEXTS))
def test_the_places_lie_within_any_text_and_never_overlap(text: str) -> None:
    spans = FRENCH.anaphors(text)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))


@given(st.one_of(st.text(min_size=1), TEXTS), st.data())
def test_any_place_of_any_text_can_be_analysed(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    analysis = FRENCH.analyse(text, Span(start=start, end=end))
    assert analysis is None or isinstance(analysis.kind, AnaphorKind)


@pytest.mark.shared
def test_every_marked_pronoun_of_fwsc285_is_a_place_and_none_is_impersonal(shared: Path) -> None:
    items = json.loads((shared / "fwsc285" / "wsc_285_v3.json").read_text("utf-8"))
    missed = []
    for item in items:
        text = item["french_text"]
        mark = re.search(r"\[(.*?)\]", text)
        if mark is None or "de [le]" in text:  # two items without a mark, one that is no French
            continue
        plain = text[: mark.start()] + mark.group(1) + text[mark.end() :]
        if not any(span.start <= mark.start() < span.end for span in FRENCH.anaphors(plain)):
            missed.append(item["english_id"])
    assert missed == []

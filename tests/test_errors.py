"""Every error says what is wrong, where and what to do, and the tree at the top of the file is the real one."""

import re

import click
import pytest

from anaphor import errors
from anaphor.cli.main import app
from anaphor.errors import AnaphorError, MissingExtraError, Place, UnknownNameError


def drawn_tree() -> dict[str, str]:
    """Each class of the drawing with the class it hangs from."""
    parents: dict[str, str] = {}
    path: list[str] = []
    for branch, name in re.findall(r"^    ([│├└─ ]*)(\w+Error)", errors.__doc__ or "", re.MULTILINE):
        depth = len(branch) // 4
        path = [*path[:depth], name]
        parents[name] = path[depth - 1] if depth else "Exception"
    return parents


def real_tree() -> dict[str, str]:
    """Each class of the module with its base."""
    classes = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, Exception)]
    return {each.__name__: each.__bases__[0].__name__ for each in classes}


def test_the_drawn_tree_is_the_real_tree() -> None:
    assert len(real_tree()) > 5
    assert drawn_tree() == real_tree()


def test_every_error_says_in_its_docstring_what_the_tree_says() -> None:
    for line in (errors.__doc__ or "").splitlines():
        drawn = re.match(r"\W*(\w+Error)\s{2,}(.+)", line)
        if drawn:
            sentence = drawn[2].removesuffix(" …").split(",")[0]
            documented = getattr(errors, drawn[1]).__doc__.lower()
            assert documented.startswith(sentence.lower().split(" resolver")[0]), drawn[1]


def test_a_message_has_three_parts_what_where_and_what_to_do() -> None:
    where = Place(file="a.yaml", line=3, field="schemas[1].text")
    error = AnaphorError("a [ is never closed", where=where, todo="Write \\[ for a bracket.")
    assert str(error) == "a.yaml:3, field schemas[1].text: a [ is never closed. Write \\[ for a bracket."
    assert (error.what, error.where, error.todo) == ("a [ is never closed", where, "Write \\[ for a bracket.")


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place(), ""),
        (Place(file="a"), "a"),
        (Place(file="a", line=2), "a:2"),
        (Place(file="a", line=2, field="x"), "a:2, field x"),
        (Place(field="x"), "field x"),
    ],
)
def test_a_place_says_what_is_known_of_it(place: Place, text: str) -> None:
    assert str(place) == text


def test_a_message_without_place_or_advice_is_the_sentence_alone() -> None:
    assert str(AnaphorError("it is broken")) == "it is broken"
    assert str(AnaphorError("it is broken", where=Place())) == "it is broken"


def test_no_full_stop_is_doubled_before_the_advice() -> None:
    assert str(AnaphorError("it is broken.", todo="Mend it.")) == "it is broken. Mend it."


def test_an_unknown_name_suggests_near_ones() -> None:
    error = UnknownNameError("collection", "wsc-rf", ["wsc-fr", "knowref"])
    assert str(error) == "no collection is called 'wsc-rf'. Did you mean wsc-fr?"


def test_an_unknown_name_without_near_ones_lists_what_is_known() -> None:
    assert str(UnknownNameError("language", "xx", ["fr", "en"])) == "no language is called 'xx'. Known: en, fr."
    assert str(UnknownNameError("language", "xx", [])) == "no language is called 'xx'. Known: none."


def test_a_missing_extra_names_its_install_line() -> None:
    assert str(MissingExtraError("a dataset", "hf")).endswith("Run: pip install 'anaphor[hf]'")


def test_a_command_to_type_is_told_from_the_word_anaphor() -> None:
    for name in app.list_commands(click.Context(app)):
        assert errors.with_keywords(f"Type: anaphor {name} --json") == f"Type: anaphor {name} --json"
    assert errors.with_keywords("This anaphor cuts a word; leave it out (--skip).").endswith("(`skip`).")

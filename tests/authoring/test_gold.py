"""Coreference corpora: three formats give the same document, and broken ones a sentence."""

from pathlib import Path

import pytest

from anaphor.authoring.gold import GoldDocument, gold_documents
from anaphor.errors import FormatError

TEXT = "Le chat parle au chien. Il dort."
CHAINS = {"Le chat": "a", "au chien": "b", "Il": "a"}
CONLLU = """# newdoc id = d1
# global.Entity = eid-etype-head-other
1\tLe\tle\tDET\t_\t_\t2\tdet\t_\tEntity=(e1-person-2-
2\tchat\tchat\tNOUN\t_\t_\t3\tnsubj\t_\tEntity=e1)
3\tparle\tparler\tVERB\t_\t_\t0\troot\t_\t_
4-5\tau\t_\t_\t_\t_\t_\t_\t_\t_
4\tà\tà\tADP\t_\t_\t6\tcase\t_\t_
5\tle\tle\tDET\t_\t_\t6\tdet\t_\tEntity=(e2-person-2-
6\tchien\tchien\tNOUN\t_\t_\t3\tobl\t_\tSpaceAfter=No|Entity=e2)
7\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

1\tIl\til\tPRON\t_\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\tdort\tdormir\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

"""
TOKENS = ("Le (0", "chat 0)", "parle -", "au (1", "chien 1)", ". -", "", "Il (0)", "dort -", ". -")
ROWS = (f"d1 0 {number} {each.split()[0]} _ {each.split()[1]}" if each else "" for number, each in enumerate(TOKENS))
COLUMNS = "\n".join(("#begin document (d1); part 0", *ROWS, "#end document", ""))
ANN = "T1\tPER 0 7\tLe chat\nT2\tPER 14 22\tau chien\nT3\tPER 24 26\tIl\nR1\tCoreference Arg1:T3 Arg2:T1\n"


def only(path: Path) -> GoldDocument:
    """The one document of a file."""
    found = gold_documents(str(path))
    assert found is not None
    (document,) = found
    return document


@pytest.mark.parametrize(("name", "content"), [("d1.conllu", CONLLU), ("d1.conll", COLUMNS), ("d1.txt", TEXT)])
def test_each_format_gives_the_text_and_its_chains(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    (tmp_path / "d1.ann").write_text(ANN, "utf-8")
    document = only(tmp_path / name)
    assert document.text == TEXT
    chains = {document.text[start:end]: chain for (start, end), chain in document.mentions.items()}
    assert chains.keys() == CHAINS.keys()
    assert chains["Le chat"] == chains["Il"] != chains["au chien"]


def test_a_phrase_finds_the_mention_that_it_begins_or_ends() -> None:
    text = "Dame Léonarde vit Pierre, éveillé par le bruit."
    document = GoldDocument(name="d", text=text, mentions={(0, 13): "a", (18, 46): "b", (38, 46): "c"})
    assert document.chain_of(5, 13) == "a"
    assert document.chain_of(18, 24) == "b"
    assert document.chain_of(14, 17) is None


def test_a_text_without_annotation_is_no_gold(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    (tmp_path / "b.conllu").write_text(CONLLU.replace("Entity=", "Other="), "utf-8")
    assert gold_documents(str(tmp_path / "a.txt")) is None
    assert gold_documents(str(tmp_path / "b.conllu")) is None


def test_a_broken_annotation_is_one_sentence_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "d1.txt").write_text(TEXT, "utf-8")
    (tmp_path / "d1.ann").write_text("T1\tPER 0 x\tLe\n", "utf-8")
    with pytest.raises(FormatError, match=r"d1\.ann:1: "):
        only(tmp_path / "d1.txt")

"""CWB vertical text gives the sentences, words and lemmas of its columns."""

from pathlib import Path

import pytest

from anaphor.corpus import ReadingSettings, open_corpus
from anaphor.corpus.sources.protocol import AnalysedBlock
from anaphor.errors import InputError

WACKY = """<text id="http://example.org/page?a=1&b=2">
<s>
Les\tDET:ART\tle
fils\tNOM\tfils|fil
de\tPRP\tde
Valbrume\tNAM\t<unknown>
ont\tVER:pres\tavoir
3\tNUM\t@card@
chats\tNOM\tchat
&lt;\tPUN\t&lt;
.\tSENT\t.
</s>
<s id="2">
<\tPUN\t<
|\tPUN\t|
</s>
</text>
<text id="b">
Titre\tNOM\ttitre
</text>
"""


def read(path: Path, data: str, column: str | None = None) -> list[tuple[tuple[str, str | None], ...]]:
    path.write_text(data, "utf-8")
    corpus = open_corpus([str(path)], ReadingSettings(column=column))
    assert corpus.files[0].format == "vertical"
    blocks = [block for block in corpus.blocks() if isinstance(block, AnalysedBlock)]
    return [sentence for block in blocks for sentence in block.sentences]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_columns_become_words_and_lemmas_where_the_tagger_was_sure(tmp_path: Path, line_end: str) -> None:
    assert read(tmp_path / "a", WACKY.replace("\n", line_end)) == [
        (
            ("Les", "le"),
            ("fils", None),
            ("de", "de"),
            ("Valbrume", None),
            ("ont", "avoir"),
            ("3", None),
            ("chats", "chat"),
            ("<", "<"),
            (".", "."),
        ),
        (("<", "<"), ("|", "|")),
        (("Titre", "titre"),),
    ]


def test_sentences_that_are_opened_and_never_closed_are_sentences(tmp_path: Path) -> None:
    data = "<doc>\n<s>\nUn\tD\tun\n<s>\nDeux\tN\tdeux\n</doc>\n"
    assert read(tmp_path / "a", data) == [(("Un", "un"),), (("Deux", "deux"),)]


def test_the_lemma_may_stand_in_another_column(tmp_path: Path) -> None:
    data = "<s>\nchats\tchat\tNOM\n</s>\n" * 10 + "<s>\nseul\n</s>\n"
    assert read(tmp_path / "a", data, "2")[9:] == [(("chats", "chat"),), (("seul", None),)]
    with pytest.raises(InputError, match="number from 2, not 'lemma'"):
        read(tmp_path / "a", data, "lemma")

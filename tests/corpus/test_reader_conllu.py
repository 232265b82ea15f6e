"""CoNLL-U gives sentences of written tokens with the treebank's lemmas."""

from pathlib import Path

import pytest

from anaphor.corpus import FileReader, ReadingSettings
from anaphor.corpus.sources.protocol import AnalysedBlock
from anaphor.errors import FormatError

TREEBANK = """# sent_id = 1
# text = Va-t'en au marché.
1\tVa\taller\tVERB\t_\t_\t0\troot\t_\t_
2\t-t'\ttoi\tPRON\t_\t_\t1\tobj\t_\t_
3\ten\ten\tADV\t_\t_\t1\tadvmod\t_\t_
4-5\tau\t_\t_\t_\t_\t_\t_\t_\t_
4\tà\tà\tADP\t_\t_\t6\tcase\t_\t_
5\tle\tle\tDET\t_\t_\t6\tdet\t_\t_
6\tmarché\tmarché\tNOUN\t_\t_\t1\tobl\t_\t_
6.1\tvide\tvide\tVERB\t_\t_\t_\t_\t_\t_
7\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_

1-2\tdámelo\t_\t_\t_\t_\t_\t_\t_\t_
1\tda\tdar\tVERB\t_\t_\t0\troot\t_\t_
2\tmelo\tyo\tPRON\t_\t_\t1\tobj\t_\t_

# a sentence without lemmas
1\tBruit\t_\tNOUN\t_\t_\t0\troot\t_\t_
2\t_\t_\tPUNCT\t_\t_\t1\tpunct\t_\t_
"""


def read(path: Path, data: str, said: str | None = None) -> list[tuple[tuple[str, str | None], ...]]:
    path.write_text(data, "utf-8")
    blocks = list(FileReader(ReadingSettings(format=said)).blocks(str(path)))
    assert all(isinstance(block, AnalysedBlock) for block in blocks)
    return [sentence for block in blocks if isinstance(block, AnalysedBlock) for sentence in block.sentences]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_tokens_are_as_written_and_keep_the_lemma_of_their_one_content_word(tmp_path: Path, line_end: str) -> None:
    assert read(tmp_path / "a", TREEBANK.replace("\n", line_end)) == [
        (("Va", "aller"), ("-t'", "toi"), ("en", "en"), ("au", None), ("marché", "marché"), (".", ".")),
        (("dámelo", "dar"),),
        (("Bruit", None), ("_", "_")),
    ]


def test_a_row_that_breaks_off_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="a:28: this is no numbered row"):
        read(tmp_path / "a", TREEBANK + "\n" * 8 + "1\tmot\n" + TREEBANK, "conllu")

"""TEI gives its paragraphs without header and notes, and its words where they have lemmas."""

from pathlib import Path

import pytest

from anaphor.corpus import FileReader, TextBlock
from anaphor.corpus.sources.protocol import AnalysedBlock
from anaphor.errors import FormatError

NOVEL = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-model href="eltec-1.rng"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="X1">
<teiHeader><fileDesc><titleStmt><title>Un titre</title></titleStmt>
<publicationStmt><p>Une notice.</p></publicationStmt></fileDesc></teiHeader>
<text><front><div type="titlepage"><p>LE MOULIN</p></div></front>
<body><div type="chapter"><head>I</head>
<p>Le meunier<note place="foot"><p>Un nommé Paul.</p></note> dit : <quote>« Entrez »</quote>,
et la <choice><sic>potre</sic><corr>porte</corr></choice> s’ouvrit sur la cui<lb break="no"/>sine<pb n="3"/>froide.</p>
<lg><l>Vent du soir,</l><l>vent d&#8217;hiver</l></lg>
<sp><speaker>PAUL.</speaker><p>Qui va l\u0061\u0300 ?</p></sp>
</div></body></text></TEI>
"""
ANALYSED = """<TEI><teiHeader/><text><body><p>
<s><w lemma="le" pos="DET">Les</w> <w lemma="chat">chats</w> <w lemma="dormir">dorment</w><pc>.</pc></s>
<s><w>Sans</w> <w>lemme</w></s></p></body></text></TEI>
"""


def lines(path: Path, data: bytes) -> list[str]:
    path.write_bytes(data)
    blocks = list(FileReader().blocks(str(path)))
    return [
        line for block in blocks if isinstance(block, TextBlock) for line in block.text.decode().split("\n") if line
    ]


def test_paragraphs_are_lines_without_header_notes_speakers_and_errors(tmp_path: Path) -> None:
    assert lines(tmp_path / "a.xml", NOVEL.encode()) == [
        "LE MOULIN",
        "I",
        "Le meunier dit : « Entrez », et la porte s’ouvrit sur la cuisine froide.",
        "Vent du soir, vent d’hiver",
        "Qui va là ?",
    ]


def test_words_with_lemmas_are_sentences_with_lemmas(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(ANALYSED)
    analysed = [block for block in FileReader().blocks(str(path)) if isinstance(block, AnalysedBlock)]
    assert [block.sentences for block in analysed] == [
        ((("Les", "le"), ("chats", "chat"), ("dorment", "dormir"), (".", None)),)
    ]
    assert lines(path, ANALYSED.encode()) == ["Sans lemme"]


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
def test_an_edition_in_another_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    data = f'<?xml version="1.0" encoding="{encoding}"?><TEI><text><p>Été</p></text></TEI>'.encode(encoding)
    assert lines(tmp_path / "a.xml", data) == ["Été"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (NOVEL[:-20], r"the XML is broken at line \d+"),
        ("<TEI><text><p>a</text></TEI>", r"the XML is broken at line 1 \(mismatched tag\)"),
        ('<!DOCTYPE TEI [<!ENTITY a "b">]><TEI><p>&a;</p></TEI>', "the XML declares entities, which is refused"),
        ("<TEI><p>&eacute;</p></TEI>", r"the XML is broken at line 1 \(undefined entity\)"),
    ],
    ids=["cut off", "mismatched", "entities", "undefined"],
)
def test_broken_or_dangerous_xml_is_one_sentence(tmp_path: Path, data: str, says: str) -> None:
    with pytest.raises(FormatError, match=rf"a\.xml: {says}"):
        lines(tmp_path / "a.xml", data.encode())

"""The same invented sentences written in every source format, and what a reader should make of them."""

import bz2
import gzip
import io
import json
import lzma
import tarfile
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib import import_module
from pathlib import Path

import zstandard

from anaphor.corpus import TextBlock
from anaphor.corpus.sources.protocol import Block

Sentence = tuple[str, ...]
SENTENCES: tuple[Sentence, ...] = (
    ("La", "meunière", "ferme", "l'écluse", "avant", "la", "nuit."),
    ("Son", "frère", "répare", "la", "roue", "du", "moulin."),
    ("Où", "sont", "les", "sacs", "de", "farine", "?"),
    ("Le", "chat", "dort", "sur", "le", "plus", "lourd."),
    ("Demain,", "le", "cœur", "léger,", "ils", "iront", "au", "marché."),
)

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstandard": zstandard.compress,
}


def text(sentences: Sequence[Sentence]) -> bytes:
    """One sentence per line."""
    return "".join(" ".join(words) + "\n" for words in sentences).encode()


def jsonl(sentences: Sequence[Sentence]) -> bytes:
    """One record per sentence, letters escaped in every other one."""
    records = (
        json.dumps({"id": number, "text": " ".join(words)}, ensure_ascii=bool(number % 2))
        for number, words in enumerate(sentences)
    )
    return "".join(record + "\n" for record in records).encode()


def parquet(sentences: Sequence[Sentence]) -> bytes:
    """One row per sentence, two rows in a group."""
    arrow, writer = import_module("pyarrow"), import_module("pyarrow.parquet")
    buffer = io.BytesIO()
    texts = arrow.array([" ".join(words) for words in sentences], arrow.string())
    writer.write_table(arrow.table({"id": range(len(sentences)), "text": texts}), buffer, row_group_size=2)
    return buffer.getvalue()


def conllu(sentences: Sequence[Sentence]) -> bytes:
    """The lemma of a word is the word in small letters."""
    lines: list[str] = []
    for number, words in enumerate(sentences):
        lines.append(f"# sent_id = {number}")
        for place, word in enumerate(words, 1):
            lines.append(f"{place}\t{word}\t{word.lower()}\tNOUN\t_\t_\t0\troot\t_\t_")
        lines.append("")
    return "".join(line + "\n" for line in lines).encode()


def vertical(sentences: Sequence[Sentence]) -> bytes:
    """A text of one paragraph, as the WaCky corpora write it."""
    lines = ['<text id="http://example.org/a?b=1&c=2">', "<p>"]
    for words in sentences:
        lines += ["<s>", *(f"{word}\tNOM\t{word.lower()}" for word in words), "</s>"]
    return "".join(line + "\n" for line in (*lines, "</p>", "</text>")).encode()


def mediawiki(sentences: Sequence[Sentence]) -> bytes:
    """A page per sentence."""
    head = (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="fr">\n  <siteinfo>\n'
        '    <namespaces>\n      <namespace key="0" case="first-letter" />\n'
        '      <namespace key="1" case="first-letter">Discussion</namespace>\n'
        '      <namespace key="6" case="first-letter">Fichier</namespace>\n'
        '      <namespace key="14" case="first-letter">Catégorie</namespace>\n    </namespaces>\n  </siteinfo>\n'
    )
    pages = (
        f"  <page>\n    <title>Page {number}</title>\n    <ns>0</ns>\n    <id>{number}</id>\n    <revision>\n"
        f'      <text bytes="9" xml:space="preserve">{escape(" ".join(words), quote=False)}</text>\n'
        "    </revision>\n  </page>\n"
        for number, words in enumerate(sentences)
    )
    return (head + "".join(pages) + "</mediawiki>\n").encode()


def tei(sentences: Sequence[Sentence]) -> bytes:
    """A paragraph per sentence."""
    paragraphs = "".join(f"<p>{escape(' '.join(words))}</p>\n" for words in sentences)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        f"<teiHeader><p>Un en-tête.</p></teiHeader>\n<text><body>\n{paragraphs}</body></text></TEI>\n"
    ).encode()


def tsv(sentences: Sequence[Sentence]) -> bytes:
    """A table with a first line of names."""
    rows = (f"{number}\t{' '.join(words)}\tfr\n" for number, words in enumerate(sentences))
    return ("id\tsentence\tlang\n" + "".join(rows)).encode()


ENDS = {"mediawiki": b"</mediawiki>\n", "tei": b"</body></text></TEI>\n", "vertical": b"</p>\n</text>\n"}
"""What stands after the last sentence."""
FORMATS: dict[str, Callable[[Sequence[Sentence]], bytes]] = {
    "conllu": conllu,
    "jsonl": jsonl,
    "mediawiki": mediawiki,
    "parquet": parquet,
    "tei": tei,
    "text": text,
    "tsv": tsv,
    "vertical": vertical,
}


def archived(files: dict[str, bytes]) -> bytes:
    """The files in a tar archive, with a folder of theirs."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        folder = tarfile.TarInfo("novels")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for name, data in files.items():
            member = tarfile.TarInfo(f"novels/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def read_back(blocks: Iterable[Block]) -> list[Sentence]:
    """The words of every line of text, and of every analysed sentence, in order."""
    found: list[Sentence] = []
    for block in blocks:
        if isinstance(block, TextBlock):
            assert block.text.endswith(b"\n")
            found += (tuple(line.split(" ")) for line in block.text.decode().split("\n") if line)
        else:
            found += (tuple(form for form, _ in sentence) for sentence in block.sentences)
    return found


def kept(folder: Path, name: str, data: bytes) -> str:
    """Bytes in a new file; its path."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


def block_text(block: object) -> bytes:
    """The text of a block of running text."""
    assert isinstance(block, TextBlock)
    return block.text

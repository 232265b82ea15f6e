"""Text becomes UTF-8 in NFC whatever it was written in; the encoding is said or found."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from anaphor.errors import UnknownNameError
from anaphor.files import Errors, Transcoder, as_utf8, cleaned, find_encoding
from anaphor.files.decoding import in_nfc

FRENCH = "L’été, où l’on « rêve » — œuvre à 5 €…\nDeuxième ligne.\n"


@given(st.text())
@example("e\u0301\n\u2000\n\u212b\n\u0344\n\uf900\n\U0001f600\n" + "x" * 2000)
@example("x" * 3000 + "\nΆ \u0386 \u0391\u0301\n" + "y" * 3000)
def test_bytes_become_nfc_as_python_makes_it(text: str) -> None:
    assert in_nfc(text.encode()) == unicodedata.normalize("NFC", text).encode()


@given(st.binary(max_size=60))
@example(b"\xed\xa0\x80")
@example(b"\xf4\x90\x80\x80")
@example(b"\xe0\x80\x80")
@example(b"\xf0\x80\x80\x80")
@example(b"\xe2\x80")
@example(b"\xc3\n\xa9")
def test_bytes_are_utf8_exactly_when_python_says_so(data: bytes) -> None:
    try:
        expected: bytes | None = unicodedata.normalize("NFC", data.decode()).encode()
    except UnicodeDecodeError:
        expected = None
    assert in_nfc(data) == expected


def test_no_character_that_is_taken_on_trust_is_changed_by_nfc() -> None:
    trusted = [chr(code) for code in (*range(0x300), *range(0x2002, 0x20C0))]
    for sign in trusted:
        assert in_nfc((sign + "\u0301").encode()) == unicodedata.normalize("NFC", sign + "\u0301").encode()
        assert unicodedata.is_normalized("NFC", "e" + sign)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (FRENCH.encode(), "utf-8"),
        (FRENCH.encode("utf-8-sig"), "utf-8"),
        (FRENCH.encode("utf-16"), "utf-16"),
        (b"\xfe\xff" + FRENCH.encode("utf-16-be"), "utf-16"),
        (FRENCH.encode("utf-32"), "utf-32"),
        (FRENCH.encode("cp1252"), "cp1252"),
        ("été".encode("latin-1") + b"\x81", "latin-1"),
        (b"plain", "utf-8"),
        (b"", "utf-8"),
        (b'<?xml version="1.0" encoding="ISO-8859-15"?><TEI>' + "cœur".encode("iso-8859-15"), "iso8859-15"),
    ],
    ids=["utf-8", "mark", "utf-16", "utf-16-be", "utf-32", "cp1252", "latin-1", "ascii", "empty", "xml"],
)
def test_the_encoding_is_found_from_the_head(data: bytes, found: str) -> None:
    encoding = find_encoding(data, None)
    assert encoding is not None
    assert encoding.name == found


def test_a_guessed_encoding_is_said_aloud_and_a_sure_one_is_not() -> None:
    guessed, sure = find_encoding(FRENCH.encode("cp1252"), None), find_encoding(FRENCH.encode(), None)
    assert guessed is not None
    assert sure is not None
    assert "is read as cp1252" in str(guessed.note)
    assert sure.note is None


def test_one_broken_byte_in_utf8_is_an_error_of_the_file_and_no_other_encoding() -> None:
    encoding = find_encoding(FRENCH.encode() * 5 + b"\xe9 " + FRENCH.encode(), None)
    assert encoding is not None
    assert encoding.name == "utf-8"


def test_a_character_cut_at_the_end_of_the_head_does_not_change_the_encoding() -> None:
    encoding = find_encoding("aé".encode()[:2], None)
    assert encoding is not None
    assert encoding.name == "utf-8"


@pytest.mark.parametrize(
    "data", [bytes(range(256)), b"\x00text", b"\x01\x02\x03 text"], ids=["all", "zero", "controls"]
)
def test_binary_data_is_no_text(data: bytes) -> None:
    assert find_encoding(data, None) is None


@pytest.mark.parametrize("name", ["klingon", "base64", "a\0b", ""])
def test_an_unknown_encoding_is_refused(name: str) -> None:
    with pytest.raises(UnknownNameError, match="no encoding is called"):
        find_encoding(b"x", name)


@pytest.mark.parametrize(
    ("name", "cuttable"),
    [("utf-8", True), ("cp1252", True), ("koi8-r", True), ("utf-16", False), ("shift_jis", False), ("utf-7", False)],
)
def test_only_encodings_in_which_a_newline_is_a_newline_are_cut(name: str, cuttable: bool) -> None:
    encoding = find_encoding(b"x", name)
    assert encoding is not None
    assert encoding.cuttable is cuttable


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-8-broken"])
def test_broken_bytes_are_an_error_or_are_replaced_and_counted(encoding: str) -> None:
    data = b"a\xffb\xffc \xef\xbf\xbd" if encoding != "cp1252" else b"a\x81b\x81c"
    name = encoding.removesuffix("-broken")
    with pytest.raises(UnicodeDecodeError):
        cleaned(data, name, Errors.STRICT)
    text, replaced = cleaned(data, name, Errors.REPLACE)
    assert replaced == 2
    assert text.decode().startswith("a�b�c")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.sampled_from(["utf-16", "utf-32", "utf-16-le"]))
def test_a_transcoder_gives_the_same_text_in_utf8(text: str, encoding: str) -> None:
    data = memoryview(text.encode(encoding))
    place = 0

    def more(size: int) -> bytes:
        nonlocal place
        piece = bytes(data[place : place + 5])
        place += 5
        return piece

    transcoder = Transcoder(more, encoding, Errors.STRICT)
    out = b""
    while piece := transcoder.more(7):
        out += piece
    assert out.decode() == text
    assert transcoder.taken == len(data)


def test_line_ends_become_newlines() -> None:
    assert cleaned("é\r\nb\rc\n".encode(), "utf-8", Errors.STRICT)[0] == "é\nb\nc\n".encode()


def test_half_a_surrogate_pair_becomes_the_replacement_character() -> None:
    assert as_utf8("a\ud800b \U0001f600").decode() == "a�b \U0001f600"

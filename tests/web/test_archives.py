"""Tar archives that somebody uploads: read without being unpacked to disk, or refused; nothing leads out of them."""

import gzip
import io
import tarfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from anaphor import corpus
from anaphor.experiment import Accounts
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.jobs.records import JobBook
from tests.web.served import listening
from tests.web.test_site import filled, log_in

pytestmark = pytest.mark.waiting

TEXT = b"The doctor met the teacher in the garden. She was tired.\n" * 20
KINDS = ("w", "w:gz", "w:xz", "w:bz2")


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    """Something in an archive."""
    found = tarfile.TarInfo(name)
    found.type, found.linkname = kind, link
    return found


def packed(mode: str, *members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    """An archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]  # one of the kinds
        for info, data in members:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def hostile(secret: Path) -> list[tuple[tarfile.TarInfo, bytes]]:
    """Ways out of an archive, and one honest text."""
    kinds = (tarfile.SYMTYPE, tarfile.LNKTYPE)
    links = [(member(f"link-{n}.txt", kind, str(secret)), b"") for n, kind in enumerate(kinds)]
    devices = [
        (member(f"d{n}", kind), b"") for n, kind in enumerate((tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE))
    ]
    ways = [(member(name), TEXT) for name in ("../../../evil.txt", f"{secret.parent}/evil.txt", "x/../../evil.txt")]
    return [*links, *devices, *ways, (member("honest.txt"), TEXT)]


@pytest.fixture
def desk(tmp_path: Path, accounts: Accounts) -> Iterator[tuple[httpx.Client, str, SiteFolder]]:
    """Somebody who is logged in; no worker starts."""
    folder = filled(tmp_path / "site")
    site = Site(folder, folder.open_studies(), accounts, SiteSetting())
    with listening(site) as address, httpx.Client(base_url=address, timeout=300) as client:
        yield client, log_in(client, address), folder


def test_no_archive_that_is_uploaded_writes_or_reads_outside_it(
    desk: tuple[httpx.Client, str, SiteFolder], tmp_path: Path
) -> None:
    client, check, folder = desk
    secret = tmp_path / "secret.txt"
    secret.write_text("The password is swordfish. " * 50, "utf-8")
    for number, mode in enumerate(KINDS):
        data, name = packed(mode, *hostile(secret)), f"t{number}.tar"
        for place, more in (
            ("/collections", {}),
            ("/agreement", {}),
            ("/systems/answers", {"collection": "anaphor-en"}),
        ):
            sent = client.post(place, data={"check": check, **more}, files={"file": (name, data)})
            page = client.get(sent.headers["location"])
            assert page.status_code == 400, (mode, place)
            assert page.text.count('role="alert"') == 1
            assert "swordfish" not in page.text
        path = tmp_path / name
        path.write_bytes(data)
        corpus.build(str(path), output=str(tmp_path / f"index-{number}"), language="en", processes=1)
        index = corpus.open(tmp_path / f"index-{number}")
        assert index.count("doctor").to_dict()["a"] == 80  # four regular files, read where they lie
        assert index.count("swordfish").to_dict()["a"] == 0
    assert not list(tmp_path.rglob("evil.txt"))
    assert not list(folder.root.rglob("honest.txt"))


def test_a_bomb_in_an_archive_is_refused_and_nothing_stays(desk: tuple[httpx.Client, str, SiteFolder]) -> None:
    client, check, folder = desk
    swelling = gzip.compress(TEXT * 40_000)
    bombs = {
        "inside.tar": packed("w", (member("a.txt.gz"), swelling)),
        "inside.tar.xz": packed("w:xz", (member("a.txt"), TEXT), (member("a.txt.gz"), swelling)),
        "outside.tar.gz": packed("w:gz", (member("a.txt"), TEXT * 40_000)),
    }
    for name, data in bombs.items():
        sent = client.post("/texts", data={"check": check, "act": "index"}, files={"file": (name, data)})
        assert sent.status_code == 400, name
        assert "holds more than" in sent.text, name
    broken = bombs["outside.tar.gz"][:3000]
    assert client.post("/texts", data={"check": check}, files={"file": ("cut.tar.gz", broken)}).status_code == 400
    assert list((folder.root / "texts").iterdir()) == []
    assert JobBook(folder.root).jobs() == []

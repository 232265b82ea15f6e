"""What many ask for in the same moment is kept for each of them, or refused; nothing that was acknowledged is lost."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, TypeVar

import httpx
import pytest

from anaphor.challenge import new as new_challenge
from anaphor.errors import InputError
from anaphor.experiment import Accounts, add_account, open_accounts
from anaphor.web import Site, SiteFolder, SiteSetting
from anaphor.web.site.room import reserve_path, save_new
from tests.experiment.specimens import cheap_passwords
from tests.web.conftest import PASSWORD
from tests.web.served import listening
from tests.web.test_site import filled, log_in

pytestmark = pytest.mark.waiting

T = TypeVar("T")


def at_once(act: Callable[[int], T], many: int) -> list[T]:
    """What an act gives that many do at once; what is refused gives nothing."""
    given: list[T] = []
    gate = threading.Barrier(many)

    def one(number: int) -> None:
        gate.wait()
        try:
            given.append(act(number))
        except InputError:
            return

    threads = [threading.Thread(target=one, args=(number,)) for number in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, SiteFolder, Accounts]]:
    folder = filled(tmp_path / "site")
    accounts = open_accounts(str(folder.root / "accounts.db"))
    with cheap_passwords():
        add_account(accounts, "marie", PASSWORD, 0.0)
        with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as address:
            yield address, folder, accounts


def test_no_collection_takes_the_page_of_another(site: tuple[str, SiteFolder, Accounts]) -> None:
    """`x.yaml`, `x.yml` and `x` were looked at as `x`: the last one was shown, the others were on no page any more."""
    address, folder, _ = site
    with httpx.Client(base_url=address, timeout=300) as client:
        check = log_in(client, address)
        native = "anaphor: 1\nname: {}\nlanguage: fr\n"
        (folder.collections / "old.yml").write_text(native.format("by-hand"), "utf-8")
        pages = []
        for number, name in enumerate(("x.yaml", "x.yml", "x.YAML", "x", "old.yaml", "old.YML", "a.csv.yaml", "a.csv")):
            files = {"file": (name, native.format(f"number-{number}").encode())}
            sent = client.post("/collections", data={"check": check}, files=files)
            assert sent.status_code == 303, name
            pages.append((sent.headers["location"].rpartition("/")[2], f"name: number-{number}"))
        listed = client.get("/collections").text
        files_of = {path.stem if path.suffix == ".yaml" else path.name: path for path in folder.collections.iterdir()}
        for page, content in pages:
            assert f'href="/collections/{page}"' in listed, page
            assert content in files_of[page].read_text("utf-8"), page
        assert 'href="/collections/old"' in listed
        assert len({page for page, _ in pages} | {"old"}) == 9
        (folder.collections / "bare").write_text(native.format("bare"), "utf-8")
        for taken in ("bare", "old"):
            assert client.post("/write", data={"name": taken, "language": "fr", "check": check}).status_code == 400
        table = "sentence,option1,option2,answer\nAnn saw Bea because _ left.,Ann,Bea,1\n"
        (folder.collections / "old.csv").write_text(table, "utf-8")
        copied = client.post("/collections/old.csv/native", data={"check": check})
        assert copied.headers["location"] == "/write/old-copy/"
        assert not (folder.collections / "old.yaml").exists()


def test_forty_uploads_of_one_name_are_forty_files(site: tuple[str, SiteFolder, Accounts]) -> None:
    address, folder, _ = site
    with httpx.Client(base_url=address, timeout=300) as client:
        check = log_in(client, address)

        def upload(number: int) -> tuple[int, int, str]:
            content = f"item,annotator,label\ni1,a{number},x\n".encode()
            files = {"file": ("labels.csv", content)}
            reply = client.post("/agreement", data={"check": check}, files=files)
            for _ in range(6000):  # of one person's many requests at once some are told to come again
                if reply.status_code not in (429, 503):
                    break
                time.sleep(0.05)
                reply = client.post("/agreement", data={"check": check}, files=files)
            return number, reply.status_code, reply.headers.get("location", "").rpartition("/")[2]

        sent = at_once(upload, 40)
    acknowledged = {number: name for number, status, name in sent if status == 303}
    assert len(acknowledged) == 40
    for number, name in acknowledged.items():
        assert f"a{number}," in (folder.place("labels") / name).read_text()
    assert sorted(path.name for path in folder.place("labels").iterdir()) == sorted(acknowledged.values())


def test_two_uploads_that_are_written_in_the_same_moment_are_two_files(
    site: tuple[str, SiteFolder, Accounts], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, folder, _ = site
    copy, both_have_a_name = shutil.copyfileobj, threading.Barrier(2)

    def copy_together(source: BinaryIO, target: BinaryIO) -> None:
        """Copy what was sent, once either of both has chosen its name."""
        both_have_a_name.wait(60)
        copy(source, target)

    with httpx.Client(base_url=address, timeout=300) as client:
        check = log_in(client, address)
        monkeypatch.setattr(shutil, "copyfileobj", copy_together)

        def upload(number: int) -> tuple[int, httpx.Response]:
            content = f"item,annotator,label\ni1,a{number},x\n".encode()
            return number, client.post("/agreement", data={"check": check}, files={"file": ("labels.csv", content)})

        sent = at_once(upload, 2)
    assert [reply.status_code for _, reply in sent] == [303, 303]
    kept = {number: reply.headers["location"].rpartition("/")[2] for number, reply in sent}
    assert set(kept.values()) == {"labels.csv", "labels-2.csv"}
    for number, name in kept.items():
        assert f"a{number}," in (folder.place("labels") / name).read_text()


def test_an_upload_does_not_take_the_name_that_a_job_will_write_under(tmp_path: Path) -> None:
    with reserve_path(tmp_path, "text.yaml") as reserved:
        assert not reserved.exists()
        sent = save_new(tmp_path, "text.yaml", lambda file: file.write(b"mine"))
    assert (reserved.name, sent.name) == ("text.yaml", "text-2.yaml")
    with ExitStack() as held:
        names = at_once(lambda _: held.enter_context(reserve_path(tmp_path, "text.yaml")), 16)
        assert len(set(names)) == 16
    with reserve_path(tmp_path, "text.yaml", promised=lambda: {str(reserved)}) as other:  # a job has yet to write it
        assert other.name == "text-3.yaml"
    assert [each.name for each in tmp_path.iterdir()] == [sent.name]


def test_what_a_killed_server_has_reserved_blocks_no_name(tmp_path: Path) -> None:
    (tmp_path / ".text.yaml.reserved").touch()
    assert save_new(tmp_path, "text.yaml", lambda file: file.write(b"mine")).name == "text.yaml"
    with pytest.raises(RuntimeError), reserve_path(tmp_path, "other.yaml"):
        raise RuntimeError
    assert [each.name for each in tmp_path.iterdir()] == ["text.yaml"]


def test_of_many_who_make_a_project_of_one_name_one_owns_it(tmp_path: Path) -> None:
    folder = filled(tmp_path / "site")

    def make(number: int) -> str:
        folder.make_project("lab", [f"owner{number}"])
        return f"owner{number}"

    owners = at_once(make, 12)
    made = folder.project("lab")
    assert made is not None
    assert owners == list(made.roles())
    assert [each.name for each in (folder.root / "projects").iterdir()] == ["lab"]


def test_of_many_who_make_a_challenge_of_one_name_one_has_it(tmp_path: Path) -> None:
    def make(number: int) -> int:
        new_challenge(tmp_path / "prix", title=f"Prix {number}", collection="anaphor-fr", questions=10)
        return number

    made = at_once(make, 4)
    assert len(made) == 1
    assert f'"Prix {made[0]}"' in (tmp_path / "prix" / "challenge.toml").read_text()
    assert (tmp_path / "prix" / "secret.json").is_file()

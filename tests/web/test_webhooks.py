"""Prolific's signed reports free places; what is not signed does nothing."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from anaphor.experiment import Store, log_lines, open_store, participants
from anaphor.experiment.dashboard import State
from anaphor.experiment.design.design import Recruiter, Recruiting
from tests.experiment.specimens import design
from tests.web.served import Browser, served

pytestmark = pytest.mark.waiting

SECRET = "the workspace's secret"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A study on Prolific."""
    recruiting = Recruiting(recruiter=Recruiter.PROLIFIC, webhook_secret="A_SECRET")
    opened = open_store(str(tmp_path / "s.db"), replace(design(), recruiting=recruiting))
    yield opened
    opened.engine.dispose()


def report(address: str, store: Store, event: dict[str, object], *, number: str = "e1", secret: str = SECRET) -> int:
    """What the server says to a report of Prolific."""
    body = json.dumps(event).encode()
    signature = base64.b64encode(hmac.new(secret.encode(), b"1700000000" + body, hashlib.sha256).digest()).decode()
    headers = {
        "x-prolific-request-timestamp": "1700000000",
        "x-prolific-request-signature": signature,
        "x-event-id": number,
    }
    return httpx.post(
        f"{address}/api/{store.design.name}/prolific", content=body, headers=headers, timeout=300
    ).status_code


def test_a_signed_return_frees_the_place_once(
    address: str, store: Store, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_SECRET", SECRET)
    Browser(address, store.design, client).start("5f" * 12, session="visit-1", study="s")
    event: dict[str, object] = {
        "event_type": "submission.status.change",
        "resource_id": "visit-1",
        "participant_id": "5f" * 12,
        "status": "RETURNED",
    }
    assert report(address, store, event) == 200
    assert participants(store, 0)[0].state is State.FREED
    assert report(address, store, event) == 200
    assert [(who, what) for _, who, what, _ in log_lines(store)] == [("prolific", "returned")]
    # Who overheard the message cannot free the place again once its owner is back, under whatever number.
    Browser(address, store.design, client).start("5f" * 12, session="visit-1", study="s")
    assert report(address, store, event, number="forged") == 200
    assert participants(store, 0)[0].state is State.LIVE
    assert report(address, store, {"event_type": "study.status.change", "resource_id": "s"}, number="e2") == 200


def test_what_is_not_signed_or_signed_otherwise_does_nothing(
    address: str, store: Store, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    Browser(address, store.design, client).start("5f" * 12, session="visit-1", study="s")
    event: dict[str, object] = {
        "event_type": "submission.status.change",
        "resource_id": "visit-1",
        "status": "RETURNED",
    }
    assert report(address, store, event, secret="") == 401  # there is no secret yet: nothing can be signed
    monkeypatch.setenv("A_SECRET", SECRET)
    assert report(address, store, event, secret="another") == 401
    plain = httpx.post(f"{address}/api/{store.design.name}/prolific", json=event, timeout=300)
    assert plain.status_code == 401
    assert report(address, store, {"resource_id": 5}) == 400
    assert participants(store, 0)[0].state is State.LIVE


def test_a_study_elsewhere_has_no_such_door(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "link.db"), design())
    with served(store) as address:
        assert httpx.post(f"{address}/api/{store.design.name}/prolific", json={}, timeout=300).status_code == 404
    store.engine.dispose()

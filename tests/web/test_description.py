"""The OpenAPI description says what the server does: made-up requests, good and bad, find no other answer."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from anaphor.experiment import add_account, make_key, open_accounts, open_store
from anaphor.experiment.design.design import Recruiter, Recruiting
from anaphor.web.study.wire import LARGEST_BODY
from tests.experiment.specimens import design
from tests.web.served import Browser, served

pytestmark = pytest.mark.waiting

STUDY = "/api/specimen"
TOO_LARGE = 413
ROUTES = [
    *(("POST", f"{STUDY}/{name}") for name in ("start", "consent", "answers", "finish", "withdraw", "prolific")),
    *(("GET", f"/api/desk/{name}") for name in ("status", "items", "participants", "log", "download/{form}")),
    *(("POST", f"/api/desk/{name}") for name in ("pause", "open", "quota", "exclude", "include", "free")),
]


@dataclass(frozen=True, slots=True)
class Described:
    """A served study, what it says of itself, and the headers of somebody known."""

    schema: Any
    headers: dict[str, str]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Described]:
    """A study on Prolific, with a key for its desk and a participant's token, so that requests get past the door."""
    folder: Path = tmp_path_factory.mktemp("described")
    accounts = open_accounts(str(folder / "accounts.db"))
    add_account(accounts, "marie", "correct horse battery", time.time())
    key = make_key(accounts, "marie", "fuzzing", time.time())
    recruiting = Recruiting(recruiter=Recruiter.PROLIFIC)
    store = open_store(str(folder / "s.db"), replace(design(quota=20), recruiting=recruiting))
    with served(store, accounts) as address, httpx.Client(timeout=300) as client:
        browser = Browser(address, store.design, client).start("ada", session="visit", study="s")
        headers = {"Authorization": f"Bearer {key}", "x-participant": browser.place["token"]}
        yield Described(schemathesis.openapi.from_url(f"{address}/openapi.json"), headers)
    store.engine.dispose()
    accounts.engine.dispose()


def _whole(value: Any) -> Any:
    """The same with 20.0 written as 20: to JSON Schema both are integers, and no browser writes the former."""
    if isinstance(value, dict):
        return {key: _whole(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_whole(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("method", "path"), ROUTES, ids=[f"{method} {path}" for method, path in ROUTES])
def test_every_route_answers_as_described(described: Described, method: str, path: str, mode: Any) -> None:
    operation = described.schema[path][method]

    @settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None, database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        case.body = _whole(case.body)
        # Every other participant is somebody known; what is wrong on purpose stays wrong.
        known = "/desk/" in path or (mode is schemathesis.GenerationMode.POSITIVE and len(str(case.body)) % 2)
        reply = case.call(headers=described.headers if known else None)
        if reply.status_code == TOO_LARGE:  # the judge does not know that this refuses, too
            assert len(json.dumps(case.body)) > LARGEST_BODY / 3
            return
        case.validate_response(reply)

    check()


def test_the_description_names_every_route_of_the_api_and_no_other(described: Described) -> None:
    paths = described.schema.raw_schema["paths"]
    assert {(method.upper(), path) for path, each in paths.items() for method in each} == set(ROUTES)
    assert all("422" not in operation["responses"] for each in paths.values() for operation in each.values())

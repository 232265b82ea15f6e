"""Log-in by an identity provider: whoever it vouches for comes in, by a token of its own, for this try, and now."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

from anaphor.cli import serve
from anaphor.errors import AnaphorError, InputError, MissingExtraError
from anaphor.experiment import (
    Accounts,
    Invitation,
    Role,
    add_account,
    invite_member,
    list_accounts,
    open_accounts,
    set_email,
)
from anaphor.web import OidcSetting, Site, SiteFolder, SiteSetting
from anaphor.web.site.folder import records_in
from tests.looking import CHROMIUM
from tests.web.conftest import PASSWORD
from tests.web.identity_provider import CLIENT, SECRET, Provider, new_key
from tests.web.served import free_port, listening
from tests.web.test_accessibility import findings
from tests.web.test_site import filled
from tests.web.visiting import PATIENCE_MS

pytestmark = pytest.mark.waiting

Served = tuple[str, Provider, Accounts, SiteFolder]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A site and a provider, which a browser takes for two sites: by number and by name."""
    place, provider = tmp_path_factory.mktemp("oidc"), Provider()
    folder, accounts = filled(place / "site"), open_accounts(str(place / "accounts.db"))
    add_account(accounts, "marie", PASSWORD, 0.0)
    set_email(accounts, "marie", "Marie@Lab.example", 0.0)
    with listening(provider.app()) as far, pytest.MonkeyPatch.context() as patched:
        provider.issuer = far.replace("127.0.0.1", "localhost")
        patched.setenv("ANAPHOR_OIDC_SECRET", SECRET)
        oidc = OidcSetting(issuer=provider.issuer, client=CLIENT, domains=("ally.example",))
        port = free_port()
        setting = SiteSetting(oidc=oidc, public=f"http://127.0.0.1:{port}")
        with listening(Site(folder, folder.open_studies(), accounts, setting), port) as address:
            yield address, provider, accounts, folder


@contextmanager
def wrong(provider: Provider, **how: Any) -> Iterator[None]:
    """The provider as it is not meant to be."""
    usual = replace(provider)
    for name, value in how.items():
        setattr(provider, name, value)
    yield
    for name in how:
        setattr(provider, name, getattr(usual, name))


def there(client: httpx.Client, address: str, **asked: str) -> str:
    """Go to the provider; the address to which it sends one back."""
    sent = client.get(f"{address}/oidc", params=asked)
    assert sent.status_code == 302
    return str(client.get(sent.headers["location"]).headers["location"])


def visit(address: str, **asked: str) -> tuple[httpx.Response, str]:
    """Log in; the page, and the cookie of the session."""
    with httpx.Client(timeout=300) as client:
        page = client.get(there(client, address, **asked))
        return page, page.cookies.get("anaphor_desk") or ""


def whoami(address: str, secret: str) -> str:
    """Who is logged in with a session's cookie."""
    page = httpx.get(f"{address}/", cookies={"anaphor_desk": secret}, timeout=300).text
    return page.split('class="who"')[1].split('<span class="soft">')[1].split("<")[0]


def test_ways_back_lead_to_the_public_address_whatever_a_request_calls_the_site(served: Served) -> None:
    address, provider, _, _ = served
    foreign = {"host": "evil.example", "x-forwarded-host": "evil.example"}
    sent = httpx.get(f"{address}/oidc", headers=foreign, timeout=300).headers["location"]
    assert parse_qs(urlsplit(sent).query)["redirect_uri"] == [f"{address}/oidc/back"]
    with wrong(provider, email="marie@lab.example"):
        _, secret = visit(address)
    with httpx.Client(cookies={"anaphor_desk": secret}, headers=foreign, timeout=300) as client:
        check = client.get(f"{address}/").text.split('name="check" value="')[1].split('"')[0]
        page = client.post(f"{address}/people", data={"check": check, "role": "assistant"}).text
        assert f"<code>{address}/invitation?key=" in page
        assert "evil" not in page
        out = client.get(f"{address}/login?out=1").text
    assert "evil" not in out


def test_an_account_is_entered_by_its_verified_address(served: Served) -> None:
    address, provider, accounts, _ = served
    before = len(list_accounts(accounts))
    with wrong(provider, email="marie@lab.EXAMPLE"):
        page, secret = visit(address, next="/agreement")
    assert page.status_code == 200
    assert 'url=/agreement"' in page.text
    assert whoami(address, secret) == "marie"
    assert "samesite=strict" in page.headers["set-cookie"].lower()
    assert len(list_accounts(accounts)) == before
    away, _ = visit(address, next="//evil.example")
    assert "evil" not in away.text


def test_nobody_else_gets_an_account_without_an_invitation_or_a_domain(served: Served) -> None:
    address, provider, accounts, folder = served
    page, secret = visit(address)
    assert (page.status_code, secret) == (400, "")
    assert "no account belongs to zoe@lab.example" in page.text
    folder.make_project("lab", ["marie"])
    key = invite_member(accounts, "marie", Invitation(project="lab", role=Role.AUTHOR), time.time())
    assert f"/oidc?key={key}" in httpx.get(f"{address}/invitation?key={key}", timeout=300).text
    page, secret = visit(address, key=key)
    assert "you belong to the project lab.<br><b>Author</b> – does" in page.text
    assert 'href="/in/lab/"' in page.text
    assert whoami(address, secret) == "zoe@lab.example"
    assert folder.root.joinpath("projects/lab/members.txt").read_text("utf-8") == "marie\nzoe@lab.example author\n"
    assert {each["who"] for each in records_in(folder.acts) if each["project"] == "lab"} == {"zoe@lab.example"}
    again, _ = visit(address, key=key)
    assert again.status_code == 400  # the link was used
    known, _ = visit(address, key=invite_member(accounts, "marie", Invitation(role=Role.OWNER), time.time()))
    assert (known.status_code, "you belong" in known.text) == (200, False)  # zoe stays what she is, and is told no more
    with wrong(provider, email="kim@ally.example"):
        assert whoami(address, visit(address)[1]) == "kim@ally.example"
        reset = invite_member(accounts, "marie", Invitation(account="marie"), time.time())
        assert visit(address, key=reset)[0].status_code == 400  # a link to marie's password is not kim's
    with wrong(provider, email="kim@not-ally.example"):
        assert visit(address)[0].status_code == 400
    roles = {each.name: each.role for each in list_accounts(accounts)}
    assert roles == {"marie": Role.OWNER, "zoe@lab.example": Role.ASSISTANT, "kim@ally.example": Role.ASSISTANT}
    nobody = httpx.post(f"{address}/login", data={"name": "kim@ally.example", "password": "!"}, timeout=300)
    assert nobody.status_code == 403  # there is no password


def test_an_account_that_is_called_like_an_address_is_not_the_owner_of_the_address(served: Served) -> None:
    address, provider, accounts, _ = served
    add_account(accounts, "eve@ally.example", PASSWORD, 0.0, Role.ASSISTANT)
    with wrong(provider, email="eve@ally.example"):
        page, secret = visit(address)
    assert (page.status_code, secret) == (400, "")
    assert "there is an account eve@ally.example already" in page.text


def test_what_the_provider_sends_must_be_its_own_for_this_site_for_this_try_and_now(served: Served) -> None:
    address, provider, accounts, _ = served
    before = list_accounts(accounts)

    def claims(**instead: object) -> Callable[[dict[str, Any]], dict[str, Any]]:
        return lambda told: {name: value for name, value in {**told, **instead}.items() if value is not None}

    cases: dict[str, dict[str, Any]] = {
        "another key": {"signs": new_key()},
        "another try": {"twist": claims(nonce="x" * 20)},
        "no try": {"twist": claims(nonce=None)},
        "another site": {"twist": claims(aud="other")},
        "other sites, too": {"twist": claims(aud=["other", "third"])},
        "no site": {"twist": claims(aud=None)},
        "another provider": {"twist": claims(iss="https://evil.example")},
        "long ago": {"twist": claims(exp=int(time.time()) - 120)},
        "no end": {"twist": claims(exp=None)},
        "no token": {"sends": lambda told: {**told, "id_token": None}},
        "unsigned": {"sends": lambda told: {**told, "id_token": "e30." + told["id_token"].split(".")[1] + "."}},
        "no JSON": {"sends": lambda _: {"error": "server_error"}},
    }
    for case, how in cases.items():
        with wrong(provider, email="marie@lab.example", **how):
            page, secret = visit(address)
        assert (page.status_code, secret) == (403, ""), case
        assert page.text.count('role="alert"') == 1, case
        said = page.text.split('role="alert">')[1].split("<")[0]
        assert "not proof" in said or "did not confirm" in said, case
    for verified in (False, None, "true"):
        with wrong(provider, email="marie@lab.example", verified=verified):
            page, secret = visit(address)
        assert (page.status_code, secret) == (403, "")
        assert "verified" in page.text
    assert list_accounts(accounts) == before


def test_a_way_back_is_for_one_browser_and_once(served: Served) -> None:
    address, provider, _, _ = served
    with (
        wrong(provider, email="marie@lab.example"),
        httpx.Client(timeout=300) as mine,
        httpx.Client(timeout=300) as other,
    ):
        back, theirs = there(mine, address), there(other, address)
        for strange in (
            httpx.get(back, timeout=300),
            other.get(back),
            mine.get(theirs),
        ):  # nobody's, another's, mine with another's
            assert strange.status_code == 403
            assert "begun in another browser" in strange.text
            assert "anaphor_desk" not in strange.cookies
        cookie = {"anaphor_oidc": mine.cookies["anaphor_oidc"]}
        forged = {"anaphor_oidc": cookie["anaphor_oidc"].replace("a", "b", 1)}
        assert "another browser" in httpx.get(back, cookies=forged, timeout=300).text
        with pytest.MonkeyPatch.context() as patched:
            late = time.time() + 700
            patched.setattr("itsdangerous.timed.time.time", lambda: late)
            assert "too long ago" in httpx.get(back, cookies=cookie, timeout=300).text
        assert mine.get(back).status_code == 200
        assert mine.cookies.get("anaphor_oidc") is None
        replayed = httpx.get(back, cookies=cookie, timeout=300)
        assert replayed.status_code == 403
        assert "did not confirm" in replayed.text
        assert provider.refused
        denied = there(other, address).partition("?")[0]
        assert other.get(f"{denied}?error=access_denied&error_description=<b>no").status_code == 403


def test_logging_out_ends_the_session_and_shows_the_way_out_there(served: Served) -> None:
    address, provider, _, _ = served
    with wrong(provider, email="marie@lab.example"), httpx.Client(timeout=300) as client:
        client.get(there(client, address))
        check = client.get(f"{address}/").text.split('name="check" value="')[1].split('"')[0]
        assert client.post(f"{address}/logout", data={"check": "x"}).status_code == 403
        secret = client.cookies["anaphor_desk"]
        left = client.post(f"{address}/logout", data={"check": check}).headers["location"]
        assert left == "/login?out=1"
        page = client.get(address + left).text
        assert f'href="{provider.issuer}/end?' in page
        kept = httpx.get(f"{address}/collections", cookies={"anaphor_desk": secret}, timeout=300)
        assert kept.headers["location"].startswith("/login")
    assert "/oidc" not in page.partition("<main")[0]
    assert "Se connecter avec" in httpx.get(f"{address}/login", headers={"accept-language": "fr"}, timeout=300).text


def test_without_a_provider_there_is_no_such_door(tmp_path: Path, accounts: Accounts) -> None:
    folder = filled(tmp_path / "site")
    with listening(Site(folder, folder.open_studies(), accounts, SiteSetting())) as address:
        for path in ("/oidc", "/oidc/back?code=x&state=y"):
            assert httpx.get(address + path, timeout=300).status_code == 404
        assert "oidc" not in httpx.get(f"{address}/login", timeout=300).text
    gone = OidcSetting(issuer="http://127.0.0.1:9", client=CLIENT)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ANAPHOR_OIDC_SECRET", SECRET)
        with listening(Site(folder, folder.open_studies(), accounts, SiteSetting(oidc=gone))) as address:
            away = httpx.get(f"{address}/oidc", timeout=300)
            assert (away.status_code, "cannot be reached" in away.text) == (503, True)
            assert httpx.get(f"{address}/login?out=1", timeout=300).status_code == 200


def test_settings_that_cannot_work_are_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*options: str) -> None:
        serve.serve([str(tmp_path / "site"), *options], standalone_mode=False)

    with pytest.raises(InputError, match="https"):
        start("--oidc", "http://login.example.org", "--oidc-client", "x")
    monkeypatch.delenv("ANAPHOR_OIDC_SECRET", raising=False)
    with pytest.raises(AnaphorError, match="ANAPHOR_OIDC_SECRET"):
        start("--oidc", "https://login.example.org", "--oidc-client", "x")
    monkeypatch.setenv("ANAPHOR_OIDC_SECRET", SECRET)
    for lone in (("--oidc-domain", "lab.example"), ("--oidc-client", "x")):
        with pytest.raises(InputError, match="say nothing without a provider"):
            start(*lone)
    monkeypatch.setenv("ANAPHOR_OIDC", "https://login.example.org")
    with pytest.raises(InputError, match="leads people back to one address"):
        start("--oidc-client", "x")
    for bad in ("study.example.org", "https://", "https://study.example.org/elsewhere", "https://u:p@x.example"):
        with pytest.raises(InputError, match="is no address"):
            start("--oidc-client", "x", "--public-url", bad, "--base", "/lab")
    with pytest.raises(InputError, match="oidc_client"):
        start()
    said: list[str] = []
    monkeypatch.setattr(serve, "run_server", lambda app, *_, **__: said.append(app))
    monkeypatch.setenv("ANAPHOR_PUBLIC_URL", "https://study.example.org/lab/")
    more = ("--base", "lab", "--port", "0", "--accounts", str(tmp_path / "a.db"))
    start("--oidc-client", "x", "--oidc-domain", "lab.example", *more)
    with listening(getattr(serve, said[0])()) as address:  # as each worker process makes it, from the environment
        assert 'href="/lab/oidc">Log in with login.example.org<' in httpx.get(f"{address}/login", timeout=300).text
    monkeypatch.setitem(__import__("sys").modules, "authlib.integrations", None)
    with pytest.raises(MissingExtraError, match="oidc"):
        OidcSetting(issuer="https://login.example.org", client="x").check()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the pages were not looked at")
def test_in_a_browser_the_button_leads_there_and_back_into_the_site(served: Served, browser: Browser) -> None:
    address, provider, _, _ = served
    context = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 800}, color_scheme="dark")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    with wrong(provider, email="marie@lab.example"):
        page.goto(f"{address}/collections")
        assert findings(page) == []
        page.get_by_role("link", name=f"Se connecter avec {urlsplit(provider.issuer).netloc}").click()
        page.wait_for_url(f"{address}/collections")
        expect(page.locator(".who")).to_contain_text("marie")
        page.goto(f"{address}/people")
        for details in page.locator("details").all():
            details.evaluate("details => { details.open = true; }")
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("button", name="Se déconnecter").click()
        page.get_by_role("link", name="Se déconnecter aussi").click()
        expect(page.locator("body")).to_have_text("ended")
    context.close()

"""Optional log-in by OpenID Connect: the way to an identity provider and back, by authlib.

Whoever comes back is believed if the provider's signed token says so for this site, for this try, and now. What must be
known until then goes along in a signed cookie, so that any worker process can go on.
"""

import os
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from anaphor.errors import InputError, MissingExtraError
from anaphor.web.replies import BadRequestError
from anaphor.web.security import own_cookie
from anaphor.web.serving import log_failure

_COOKIE = "anaphor_oidc"
_PATIENCE_S = 600
"""Seconds that somebody may take at the provider."""
_CLOCKS_S = 60
"""Seconds by which two clocks may differ."""
_REQUEST_S = 10.0
_SECRET = "ANAPHOR_OIDC_SECRET"
"""The variable that holds the secret by which the provider knows this site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OidcSetting:
    """Who vouches for people, and whom it may bring along."""

    issuer: str
    client: str
    """What the provider calls this site."""
    domains: tuple[str, ...] = ()
    """Domains of addresses whose owners get an account that looks; others need an account or an invitation."""

    def check(self) -> None:
        """Refuse, in a sentence, what cannot work."""
        _libraries()
        parts = urlsplit(self.issuer)
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1")):
            raise InputError("serve-oidc-issuer", issuer=self.issuer)
        if not self.client or not os.environ.get(_SECRET):
            raise InputError("serve-oidc-incomplete", variable=_SECRET)


def _libraries() -> tuple[Any, Any, type[Exception]]:
    """OpenID Connect, signed cookies, and what goes wrong on the way to a provider."""
    try:
        import itsdangerous
        from authlib.integrations import starlette_client  # type: ignore[import-untyped]  # it carries no types
        from httpx2 import HTTPError
    except ImportError:
        raise MissingExtraError("OpenID Connect", "oidc") from None
    return starlette_client, itsdangerous, HTTPError


class IdentityProvider:
    """The provider of a site."""

    def __init__(self, setting: OidcSetting, base: str, public: str) -> None:
        self.setting = setting
        self._back = f"{public}{base}/oidc/back"
        self.name = urlsplit(setting.issuer).netloc
        self._path = f"{base}/oidc"
        self._library, signing, self._unreached = _libraries()
        self._cookies, self._forged = signing.URLSafeTimedSerializer(os.environ[_SECRET], "oidc"), signing.BadData
        self._app = self._library.OAuth().register(
            "oidc",
            client_id=setting.client,
            client_secret=os.environ[_SECRET],
            server_metadata_url=f"{setting.issuer.rstrip('/')}/.well-known/openid-configuration",
            client_kwargs={"scope": "openid email", "code_challenge_method": "S256", "timeout": _REQUEST_S},
        )

    async def lead_there(self, request: Request, **kept: str) -> Response:
        """Send a browser to the provider; what is kept comes back with it."""
        request.scope["session"] = {"kept": kept}
        try:
            found: Response = await self._app.authorize_redirect(request, self._back)
        except (self._unreached, ValueError, RuntimeError) as error:
            log_failure("failed", error)
            raise BadRequestError("web-oidc-unreached", 503, provider=self.name) from None
        # It must come along when the provider's page leads back here.
        how = own_cookie(request, self._path) | {"samesite": "lax", "max_age": _PATIENCE_S}
        found.set_cookie(_COOKIE, self._cookies.dumps(request.scope["session"]), **how)
        return found

    async def come_back(self, request: Request) -> tuple[str, dict[str, str]]:
        """The verified address of whoever the provider sends back, and what was kept meanwhile."""
        try:
            session = self._cookies.loads(request.cookies.get(_COOKIE, ""), max_age=_PATIENCE_S)
            request.scope["session"] = session
            issuer = str((await self._app.load_server_metadata()).get("issuer", ""))
            if issuer.rstrip("/") != self.setting.issuer.rstrip("/"):
                raise ValueError(issuer)
            values = {"iss": issuer, "aud": self.setting.client}
            options = {name: {"essential": True, "value": value} for name, value in values.items()}
            token = await self._app.authorize_access_token(request, claims_options=options, leeway=_CLOCKS_S)
            claims = token["userinfo"]
        except Exception as error:  # of two libraries, about what somebody else sent: it is not to be trusted
            log_failure("failed", error)
            if isinstance(error, self._forged) or getattr(error, "error", "") == "mismatching_state":
                raise BadRequestError("web-oidc-other-session", 403) from None
            refused = isinstance(error, self._library.OAuthError | self._unreached)
            code = "web-oidc-refused" if refused else "web-oidc-untrusted"
            raise BadRequestError(code, 403, provider=self.name) from None
        if claims.get("email_verified") is not True or "@" not in str(claims.get("email", "")):
            raise BadRequestError("web-oidc-unverified", 403, provider=self.name)
        return str(claims["email"]), dict(session["kept"])

    async def way_out(self, address: str) -> str | None:
        """Where somebody also logs out at the provider; None where it has no such page."""
        try:
            made = await self._app.create_logout_url(
                post_logout_redirect_uri=address, client_id=self.setting.client, state="out"
            )
        except (self._unreached, ValueError, RuntimeError):
            return None
        return str(made["url"])

    def forget(self, found: Response) -> None:
        """Take back what a browser kept on its way."""
        found.delete_cookie(_COOKIE, path=self._path)

"""A small identity provider that speaks OpenID Connect for the tests: codes that work once, PKCE, signed tokens."""

import hashlib
import secrets
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT, SECRET = "our-site", "a-secret-of-the-two"


def new_key() -> RSAKey:
    """A key with the name that the provider's key has."""
    return RSAKey.generate_key(2048, parameters={"kid": "k1", "use": "sig"})


@dataclass
class Provider:
    """Who logs in there, and how its tokens are wrong, where a test wants them to be."""

    issuer: str = ""
    email: str = "zoe@lab.example"
    verified: object = True
    key: RSAKey = field(default_factory=new_key)
    signs: RSAKey | None = None
    """Another key that signs."""
    twist: Callable[[dict[str, Any]], dict[str, Any]] = dict
    """What becomes of the claims."""
    sends: Callable[[dict[str, Any]], dict[str, Any]] = dict
    """What becomes of the reply to a code."""
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def app(self) -> Starlette:
        """The provider as a server."""
        return Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self.describe),
                Route("/authorize", self.authorize),
                Route("/token", self.token, methods=["POST"]),
                Route("/jwks", self.keys),
                Route("/end", self.end),
            ]
        )

    async def describe(self, _request: Request) -> Response:
        places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "jwks"}
        places["end_session_endpoint"] = "end"
        found: dict[str, Any] = {name: f"{self.issuer}/{path}" for name, path in places.items()}
        return JSONResponse({"issuer": self.issuer, "id_token_signing_alg_values_supported": ["RS256"], **found})

    async def keys(self, _request: Request) -> Response:
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})

    async def end(self, _request: Request) -> Response:
        return Response("ended")

    async def authorize(self, request: Request) -> Response:
        """Whoever comes is known: back at once, with a code."""
        asked = dict(request.query_params)
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        assert asked["client_id"] == CLIENT
        assert len(asked["nonce"]) > 15
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        return RedirectResponse(f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}")

    async def token(self, request: Request) -> Response:
        """A token for a code that was not used, to whom it was given to."""
        sent = {name: str(value) for name, value in (await request.form()).items()}
        asked = self.codes.pop(sent.get("code", ""), None)
        client = b64decode(request.headers.get("authorization", "Basic ").partition(" ")[2]).decode()
        digest = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        proof = urlsafe_b64encode(digest).rstrip(b"=").decode()
        right = asked is not None and proof == asked["code_challenge"] and sent["redirect_uri"] == asked["redirect_uri"]
        if not right or asked is None or client != f"{CLIENT}:{SECRET}":
            self.refused.append(client)
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.issuer, "sub": "1", "aud": CLIENT, "exp": now + 300, "iat": now, "nonce": asked["nonce"]}
        claims = self.twist({**claims, "email": self.email, "email_verified": self.verified})
        signed = jwt.encode({"alg": "RS256", "kid": "k1"}, claims, self.signs or self.key)
        return JSONResponse(self.sends({"access_token": "x", "token_type": "Bearer", "id_token": signed}))

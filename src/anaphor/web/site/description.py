"""The OpenAPI description of the site's own routes under /api; every study describes its own beside it."""

from typing import Any

import msgspec

from anaphor.web.study.wire import ErrorReply
from anaphor.web.workbench.wire import (
    AuditBody,
    AuditReply,
    ConflictReply,
    EntryReply,
    LookBody,
    LookReply,
    RemoveBody,
    SaveBody,
    SavedReply,
    StateReply,
)

_PLACE = "#/components/schemas/{name}"
_KINDS = (
    AuditBody,
    AuditReply,
    ConflictReply,
    EntryReply,
    ErrorReply,
    LookBody,
    LookReply,
    RemoveBody,
    SaveBody,
    SavedReply,
    StateReply,
)
_NAME = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
_ID = {"name": "id", "in": "query", "required": True, "schema": {"type": "string"}}
_CHECK = {
    "name": "x-check",
    "in": "header",
    "required": True,
    "schema": {"type": "string"},
    "description": "What the page got with its session.",
}
_ERRORS = {
    "400": "Not readable, or not possible.",
    "401": "Not logged in, or a wrong key.",
    "403": "Refused.",
    "404": "No such thing.",
    "413": "Too large.",
}


def described(document: dict[str, Any], languages: tuple[str, ...]) -> dict[str, Any]:
    """The description with the workbench's and the audit's routes added; audits are made in the languages named."""
    _, schemas = msgspec.json.schema_components(_KINDS, ref_template=_PLACE)
    schemas["AuditBody"]["properties"]["language"]["enum"] = list(languages)
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = {
        "key": {"type": "http", "scheme": "bearer"},
        "session": {"type": "apiKey", "in": "cookie", "name": "anaphor_desk"},
    }
    root = "/write/{name}/api"
    document["paths"] = {
        "/api/audit": {"post": _operation("Audit one schema on co-occurrence counts", AuditReply, AuditBody, "key")},
        f"{root}/state": {"get": _operation("The entries of a collection", StateReply, None, "session", _NAME)},
        f"{root}/entry": {"get": _operation("One entry", EntryReply, None, "session", _NAME, _ID)},
        f"{root}/look": {
            "post": _operation("All there is to say about a draft", LookReply, LookBody, "session", _NAME, _CHECK)
        },
        f"{root}/save": {"post": _saving("Write a draft into its file", SaveBody)},
        f"{root}/remove": {"post": _saving("Take an entry out of its file", RemoveBody)},
    }
    return document


def _saving(summary: str, body: type) -> dict[str, Any]:
    made = _operation(summary, SavedReply, body, "session", _NAME, _CHECK)
    made["responses"]["409"] = {"description": "Changed elsewhere meanwhile.", "content": _json(ConflictReply)}
    return made


def _operation(summary: str, good: type, body: type | None, by: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    sent = {"requestBody": {"required": True, "content": _json(body)}} if body else {}
    errors = {code: {"description": said, "content": _json(ErrorReply)} for code, said in _ERRORS.items()}
    return {
        "summary": summary,
        "parameters": list(parameters),
        "security": [{by: []}],
        **sent,
        "responses": {"200": {"description": "Done.", "content": _json(good)}, **errors},
    }


def _json(kind: type) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _PLACE.format(name=kind.__name__)}}}

"""The OpenAPI description of routes that are served without FastAPI for speed, made of the records that read them.

FastAPI describes its own routes; these stand beside them, for a study's participants and for a site.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from anaphor.web.study.wire import ErrorReply

Operation = Mapping[str, Any]
_PLACE = "#/components/schemas/{name}"
_ERRORS = {
    "400": "Not readable, or not possible.",
    "401": "Not logged in, or a wrong key.",
    "403": "Refused, with the reason.",
    "404": "No such thing, or nobody is known by this token.",
    "409": "Changed meanwhile.",
    "413": "Too large.",
    "503": "Not on disk: try again.",
}


def operation(
    summary: str,
    good: type,
    *parameters: Operation,
    body: type | None = None,
    errors: str,
    by: str = "",
) -> dict[str, Any]:
    """One request and its replies; `errors` are the statuses that it may have, `by` how its sender is known."""
    found: dict[str, Any] = {"summary": summary, "parameters": list(parameters)}
    if by:
        found["security"] = [{by: []}]
    if body is not None:
        found["requestBody"] = {"required": True, "content": _json(body)}
    replies = {"200": {"description": "Done.", "content": _json(good)}}
    return {**found, "responses": replies | {code: error_reply(code, ErrorReply) for code in errors.split()}}


def error_reply(code: str, kind: type) -> dict[str, Any]:
    """What a refusal looks like."""
    return {"description": _ERRORS[code], "content": _json(kind)}


def header(name: str, description: str = "", *, required: bool = True, **schema: object) -> dict[str, Any]:
    """A header that a request brings along."""
    found = {"name": name, "in": "header", "required": required, "schema": {"type": "string", **schema}}
    return found | ({"description": description} if description else {})


def add_records(document: dict[str, Any], *kinds: type, **security: Operation) -> dict[str, Any]:
    """Put the schemas of records, and the ways to be known, into a description; the schemas by name."""
    _, schemas = msgspec.json.schema_components((*kinds, ErrorReply), ref_template=_PLACE)
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = dict(security)
    return schemas


def _json(kind: type) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _PLACE.format(name=kind.__name__)}}}

"""What OpenAPI says of the routes for programs: sentences of `data/web/operations.toml`, schemas of the wire's records.

Routes and records know nothing of it, so that an answer of a participant passes through no more than it needs.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any

import msgspec

from anaphor import __version__
from anaphor.web.study.wire import ErrorReply

Rows = Mapping[str, Mapping[str, Any]]
"""Operations by path and method, as `data/web/operations.toml` has them."""
_UNNAMED: Mapping[str, Mapping[str, Any]] = {
    "object": {"application/json": {"schema": {"type": "object"}}},
    "objects": {"application/json": {"schema": {"type": "array", "items": {"type": "object"}}}},
    "archive": {"application/zip": {}},
}
"""Replies that are no record of the wire."""


@cache
def operations_of(kind: str) -> Rows:
    """One table of `data/web/operations.toml`."""
    source = files("anaphor").joinpath("data/web/operations.toml").read_text("utf-8")
    rows: Rows = tomllib.loads(source)[kind]
    return rows


def new_document(base: str) -> dict[str, Any]:
    """A description without routes, of an app below a path."""
    servers = {"servers": [{"url": base}]} if base else {}
    return {"openapi": "3.1.0", "info": {"title": "anaphor", "version": __version__}, **servers, "paths": {}}


def describe(document: dict[str, Any], records: ModuleType, paths: Rows, tag: str = "") -> dict[str, Any]:
    """Add routes, and the records that they read and write, to an OpenAPI document; the schemas of the records."""

    def content(name: str) -> Mapping[str, Any]:
        return _UNNAMED.get(name) or {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}

    def refusal(code: str, name: str = "ErrorReply") -> dict[str, Any]:
        return {"description": operations_of("errors")[code], "content": content(name)}

    components = document.setdefault("components", {})
    ways = components.setdefault("securitySchemes", {})
    for path, methods in paths.items():
        document["paths"][path] = {}
        for method, row in methods.items():
            replies = {"200": {"description": "Done.", "content": content(row["reply"])}}
            replies |= {code: refusal(code) for code in row["errors"].split()}
            if "conflict" in row:
                replies["409"] = refusal("409", row["conflict"])
            parameters = [operations_of("parameters")[name] for name in row.get("parameters", ())]
            operation = {"summary": row["summary"], "parameters": parameters, "responses": replies}
            if way := row.get("security"):
                operation["security"] = [{way: []}]
                ways[way] = operations_of("security")[way]
            if "body" in row:
                operation["requestBody"] = {"required": True, "content": content(row["body"])}
            document["paths"][path][method] = operation | ({"tags": [tag]} if tag else {})
    kinds = [kind for kind in vars(records).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    _, schemas = msgspec.json.schema_components((*kinds, ErrorReply), ref_template="#/components/schemas/{name}")
    components.setdefault("schemas", {}).update(schemas)
    return schemas

"""The kinds of common sense, and the topics, by which schemas and problems are sorted."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from anaphor.text import attribute, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A kind of common sense, or a topic; its names are in the catalogue of messages."""

    name: str
    """As written in collections."""
    kind: str
    """`common sense` or `topic`."""
    dbpedia: str
    """Name of the DBpedia resource that fits it."""

    @property
    def covers(self) -> str:
        """What it covers, in the language that is spoken."""
        return attribute(f"collection-domain-{self.name}", "covers") or ""


@cache
def domains() -> dict[str, Domain]:
    """All domains by name, kinds of common sense first."""
    entries = tomllib.loads(files("anaphor").joinpath("data/domains.toml").read_text("utf-8"))
    return {name: Domain(name=name, **entry) for name, entry in entries.items()}


def domain_name(name: str) -> str:
    """The name of a domain in the language that is spoken; one that is not in the taxonomy is as given."""
    return text(f"collection-domain-{name}") if name in domains() else name

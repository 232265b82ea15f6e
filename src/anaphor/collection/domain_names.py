"""The written taxonomy of domains, each with an identifier of DBpedia."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A kind of common sense, or a topic."""

    name: str
    """As written in collections."""
    kind: str
    """`common sense` or `topic`."""
    french: str
    """Its name for French readers."""
    en: str
    """What it covers, in English."""
    fr: str
    """What it covers, in French."""
    dbpedia: str
    """Name of the DBpedia resource that fits it."""


@cache
def domains() -> dict[str, Domain]:
    """All domains by name, kinds of common sense first."""
    text = files("anaphor").joinpath("data/domains.toml").read_text("utf-8")
    return {name: Domain(name=name, **entry) for name, entry in tomllib.loads(text).items()}


def domain_name(name: str, interface: str) -> str:
    """The name of a domain as readers of an interface see it; one that is not in the taxonomy is as given.

    >>> domain_name("physical", "fr"), domain_name("physical", "en"), domain_name("mine", "fr")
    ('physique', 'physical', 'mine')
    """
    known = domains().get(name)
    return known.french if known is not None and interface == "fr" else name

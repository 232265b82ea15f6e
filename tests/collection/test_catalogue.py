"""The catalogue: every published collection says where it is, what it weighs and how to cite it."""

import re
from pathlib import Path

import pytest

from anaphor.collection import CATALOGUE, domains, load
from anaphor.collection.catalogue import Listing
from anaphor.collection.protocol import FORMATS
from anaphor.errors import InputError, UnknownNameError
from anaphor.files import cache_folder
from anaphor.text import speaking

PUBLISHED = [listing for listing in CATALOGUE if not listing.embedded]
EMBEDDED = [listing for listing in CATALOGUE if listing.embedded]


def test_a_published_collection_can_be_fetched_checked_and_cited() -> None:
    assert [listing.name for listing in PUBLISHED if not _is_complete(listing)] == []


def _is_complete(listing: Listing) -> bool:
    """Whether its content is fixed, and either the file at an address or a page to fetch it from is named."""
    fixed = re.fullmatch("[0-9a-f]{64}", listing.sha256 or "") and listing.bytes and listing.items and listing.citation
    if not fixed or (listing.address is None) == (listing.page is None):
        return False
    if not listing.address:
        return True
    committed = re.fullmatch("[0-9a-f]{40}", listing.commit or "") is not None
    return committed and listing.address.startswith("https://") and listing.address.endswith(listing.path or "?")


def test_a_collection_is_in_a_format_that_is_registered() -> None:
    assert {listing.name: listing.format for listing in CATALOGUE if listing.format not in FORMATS.names()} == {}


@pytest.mark.parametrize("listing", EMBEDDED, ids=lambda listing: listing.name)
def test_an_embedded_collection_is_here_and_says_what_the_catalogue_says(listing: Listing) -> None:
    collection = load(listing.name)
    assert (collection.name, collection.language, collection.licence) == (
        listing.name,
        listing.language,
        listing.licence,
    )
    assert collection.entries


def test_an_unknown_name_suggests_a_near_one() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean anaphor-en"):
        CATALOGUE["anaphor-em"]
    assert CATALOGUE.get("anaphor-em") is None


def test_two_collections_never_share_a_file() -> None:
    files = [CATALOGUE.file_of(listing) for listing in CATALOGUE]
    assert len(set(files)) == len(files)


def test_the_cache_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANAPHOR_CACHE", str(tmp_path))
    assert cache_folder("collections") == tmp_path / "collections"
    assert CATALOGUE.file_of(CATALOGUE["knowref"]).is_relative_to(tmp_path)
    monkeypatch.delenv("ANAPHOR_CACHE")
    assert cache_folder("collections").name == "collections"


def test_a_collection_that_was_fetched_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANAPHOR_CACHE", str(tmp_path))
    path = CATALOGUE.file_of(CATALOGUE["dpr-test"])
    with pytest.raises(InputError, match="not on this machine"):
        CATALOGUE.path_of("dpr-test")
    path.parent.mkdir(parents=True)
    path.write_text("x")
    assert CATALOGUE.path_of("dpr-test") == path


def test_the_taxonomy_of_domains_has_the_kinds_that_were_asked_for() -> None:
    kinds = {name for name, domain in domains().items() if domain.kind == "common sense"}
    asked = {"spatial", "physical", "social", "emotional", "temporal", "causal", "goals", "quantity"}
    assert kinds == asked
    assert {"medicine", "crime", "transport", "household"} <= domains().keys() - kinds


@pytest.mark.parametrize("name", list(domains()))
def test_a_domain_is_explained_in_both_languages_and_has_an_identifier(name: str) -> None:
    domain = domains()[name]
    assert domain.name == name
    english = domain.covers
    with speaking("fr"):
        assert domain.covers not in ("", english)
    assert re.fullmatch(r"[A-Z]\S+", domain.dbpedia)


@pytest.mark.parametrize("listing", EMBEDDED, ids=lambda listing: listing.name)
def test_embedded_collections_use_only_domains_of_the_taxonomy(listing: Listing) -> None:
    collection = load(listing.name)
    used = {name for part in collection.schemas for name in part.domains}
    used |= {name for part in collection.problems for name in part.domains}
    assert used <= domains().keys()
    assert all(part.domains for part in collection.schemas)

"""Links in the documentation lead somewhere, on the site and where the files are read as they are."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import yaml

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "src").rglob("*.md")])

_CODE = re.compile(r"^```.*?^```$|`[^`\n]+(?:\n[^`\n]+)?`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[(?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
_BARE = re.compile(r"https?://[^\s)\]>|`\"]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link, and the page on which it stands."""

    page: Path
    """The file."""
    target: str
    """What is written between the parentheses."""

    @property
    def file(self) -> Path:
        """The file that is meant."""
        name = unquote(self.target.partition("#")[0])
        return (self.page.parent / name).resolve() if name else self.page

    @property
    def anchor(self) -> str:
        """The heading that is meant, empty for none."""
        return self.target.partition("#")[2]


def _links(page: Path) -> Iterator[Link]:
    text = _CODE.sub("", page.read_text("utf-8"))
    for match in _LINK.finditer(text):
        yield Link(page=page, target=match[1] or match[2])
    for inner in re.findall(r"\[!\[[^\]]*\]\(([^)\s]+)\)\]", text):
        yield Link(page=page, target=inner)


def _is_inside(link: Link) -> bool:
    return not urlsplit(link.target).scheme


def _headings(page: Path) -> Iterator[str]:
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE):
        yield re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading)


def _on_the_site(heading: str) -> str:
    """The anchor that the site generator makes of a heading: plain letters only."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _on_the_forge(heading: str) -> str:
    """The anchor that the usual forges make of a heading: letters of all languages, each space a hyphen."""
    return re.sub(r"[^\w\s-]", "", heading.strip().lower()).replace(" ", "-")


def _anchors(page: Path) -> set[str]:
    """Anchors that work in both places."""
    headings = list(_headings(page))
    return {_on_the_site(each) for each in headings} & {_on_the_forge(each) for each in headings}


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_every_link_inside_leads_to_a_file_and_to_a_heading_of_it() -> None:
    inside = [link for page in PAGES for link in _links(page) if _is_inside(link)]
    missing = [f"{_name(link.page)}: {link.target}" for link in inside if not link.file.exists()]
    assert missing == []
    anchors = {file: _anchors(file) for file in {link.file for link in inside if link.anchor}}
    astray = [
        f"{_name(link.page)}: {link.target}" for link in inside if link.anchor and link.anchor not in anchors[link.file]
    ]
    assert astray == []


def test_a_page_of_the_site_links_to_nothing_outside_the_site() -> None:
    links = (link for page in sorted(DOCS.rglob("*.md")) for link in _links(page) if _is_inside(link))
    assert [f"{_name(link.page)}: {link.target}" for link in links if not link.file.is_relative_to(DOCS)] == []


def test_every_address_is_well_formed() -> None:
    misshapen = [
        f"{_name(page)}: {address}"
        for page in PAGES
        for address in (match.rstrip(".,;:") for match in _BARE.findall(_CODE.sub("", page.read_text("utf-8"))))
        if not _is_well_formed(address)
    ]
    assert misshapen == []


def _is_well_formed(address: str) -> bool:
    parts = urlsplit(address)
    host_is_a_name = re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", parts.hostname or "") is not None
    return host_is_a_name and "//" not in parts.path and address.count("(") == address.count(")")


def _listed(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, list):
        for each in nav:
            yield from _listed(each)
    elif isinstance(nav, dict):
        for each in nav.values():
            yield from _listed(each)


def test_the_contents_of_the_site_name_every_page_once() -> None:
    listed = list(_listed(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]))
    pages = (page for ending in ("md", "ipynb") for page in DOCS.rglob(f"*.{ending}"))
    assert sorted(listed) == sorted(page.relative_to(DOCS).as_posix() for page in pages)


def test_every_picture_of_the_site_is_shown_on_a_page() -> None:
    shown = {link.file for page in PAGES for link in _links(page) if _is_inside(link)}
    assert {path for path in (DOCS / "images").iterdir() if path not in shown} == set()


def test_both_front_pages_lead_to_every_tutorial_of_their_language() -> None:
    for name, folder in (("README.md", "tutorials"), ("README.fr.md", "fr")):
        linked = {link.file for link in _links(ROOT / name) if _is_inside(link)}
        assert set((DOCS / folder).glob("*.md")) <= linked


def test_a_link_to_nowhere_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Élan d'été\n\n[a](other.md) [b](#elan) `[c](code.md)` [![p](p.png)](page.md#x)\n", "utf-8")
    links = list(_links(page))
    assert {link.target for link in links} == {"other.md", "#elan", "p.png", "page.md#x"}
    assert [link.file.exists() for link in links if link.target == "other.md"] == [False]
    assert _anchors(page) == set(), "a heading with accents has another anchor on the site than on a forge"

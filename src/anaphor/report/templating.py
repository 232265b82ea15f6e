"""Templates of pages: whatever others wrote is text in them, never markup, and nothing in it hides."""

from importlib.resources import files

from jinja2 import BaseLoader, Environment, StrictUndefined, Template, select_autoescape
from markupsafe import Markup

from anaphor.text import typeset, visible


def new_environment(loader: BaseLoader | None = None) -> Environment:
    """The environment of the templates in `data/report`, or of those that a loader finds elsewhere."""
    environment = Environment(
        loader=loader,
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["typeset"] = typeset
    return environment


def template_named(environment: Environment, name: str) -> Template:
    """The template of that name in `data/report`."""
    return environment.from_string(files("anaphor").joinpath("data/report", name).read_text("utf-8"))


def _shown(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value

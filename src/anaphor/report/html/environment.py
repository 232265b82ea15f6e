"""The environment of templates: whatever others wrote is text in them, never markup."""

from importlib.resources import files

from jinja2 import BaseLoader, Environment, FunctionLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from anaphor.text import typeset, visible


def new_environment(loader: BaseLoader | None = None) -> Environment:
    """The environment of the templates in `data/report`, or of those that a loader finds elsewhere.

    Whatever others wrote is text in them, never markup, and nothing in it hides.
    """

    def shown(value: object) -> object:
        return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    environment = Environment(
        loader=loader or FunctionLoader(lambda name: files("anaphor").joinpath("data/report", name).read_text("utf-8")),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
    )
    environment.filters["typeset"] = typeset
    return environment

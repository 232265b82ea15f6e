"""Help in words of the user: what an option takes is a text, a path or a number, never a Python type."""

from typing import Any, get_args

from typer.core import TyperArgument, TyperGroup, TyperOption

_WORDS = {str: "text", int: "number", float: "number"}
_LANGUAGES = "en|fr"


def plain(command: Any) -> Any:
    """The command, its options and arguments described in plain words; those of a group likewise."""
    if isinstance(command, TyperGroup):
        for each in command.commands.values():
            plain(each)
    for parameter in getattr(command, "params", ()):
        if isinstance(parameter, TyperOption) and not parameter.is_flag and _kind(parameter) is not None:
            parameter.metavar = f"<{_kind(parameter)}>"
        elif isinstance(parameter, TyperArgument):
            setattr(parameter, "display_type_rich", _nothing)  # noqa: B010  # typer prints `<list[Path]>` here
    return command


def _kind(option: TyperOption) -> str | None:
    """What an option takes; None where it says so itself, or where typer lists the choices."""
    if "--interface" in option.opts:
        return _LANGUAGES
    described = getattr(option, "type_descriptor", None)
    if option.metavar is not None or described is None:
        return None
    kind = (get_args(described.annotation) or (described.annotation,))[0]
    if described.is_path or described.is_file:
        return "path"
    return _WORDS.get(kind, "path" if getattr(kind, "__name__", "") == "Path" else None)


def _nothing(ctx: Any) -> None:
    """No type beside an argument: its name and its help say what it is."""

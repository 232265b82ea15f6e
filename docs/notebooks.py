"""Executes the notebooks of the documentation in place: `python -m docs.notebooks [NAME…]`.

Each runs in an empty folder of its own, offline, with one locale and figures drawn inline. What differs from one run to
the next (times, paths, versions of the kernel) is left out of the file; what a reader should not see (warnings, folders
of this machine, outputs too large for a page) is refused.
"""

import os
import re
import sys
import tempfile
import time
from itertools import zip_longest
from pathlib import Path
from typing import Any

import nbformat as typeless_format
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets.config import Config

nbformat: Any = typeless_format  # it has hardly any types
NOTEBOOKS = Path(__file__).parent / "notebooks"
MOST_BYTES = 320_000
"""What a notebook's file may weigh, figures included."""
MOST_SECONDS = 240
"""After which a cell is given up: far more than a slow machine needs."""

_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_VOLATILE = re.compile(r"0x[0-9a-f]{6,}")
_DRAWN = re.compile(r"<svg\b.*?</svg>|data:[a-z]+/[^\"' )]+", re.S)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


class _OwnKernel(AsyncKernelManager):
    """The kernel of this interpreter, whichever `python3` a user has installed for notebooks."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(kernel_spec_manager=KernelSpecManager(kernel_dirs=[]), **settings)


def paths() -> dict[str, Path]:
    """Every notebook by its name."""
    return {path.stem: path for path in sorted(NOTEBOOKS.glob("*.ipynb"))}


def executed(path: Path) -> Any:
    """A notebook as it comes out of a new kernel in an empty folder, without what differs between two runs."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            kernel_manager_class=_OwnKernel,
            config=Config(KernelManager={"connection_file": f"{home}/kernel.json", "transport": "ipc"}),
            timeout=MOST_SECONDS,
            resources={"metadata": {"path": folder}},
            record_timing=False,
        )
        try:
            client.execute(env=_environment(home))
        except CellExecutionError as error:
            raise SystemExit(f"{path.name}: {_COLOUR.sub('', str(error))}") from None
        clean(notebook)
        for place, text in _texts(notebook):
            if folder in text or home in text:
                raise SystemExit(f"{path.name}, {place}: the output names a folder of this machine")
    return notebook


def _environment(home: str) -> dict[str, str]:
    """What a kernel may know of this machine: nothing of its user, no network, one language and one time zone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ANAPHOR_", "JUPYTER_", "XDG_"))}
    nowhere = "http://127.0.0.1:9"  # the port that discards: whatever wants to fetch something fails at once
    return kept | {
        "HOME": home,
        "IPYTHONDIR": home,
        "LANG": "C.UTF-8",
        "LANGUAGE": "",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MPLCONFIGDIR": home,
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "HF_HUB_OFFLINE": "1",
        "http_proxy": nowhere,
        "https_proxy": nowhere,
        "no_proxy": "127.0.0.1,localhost",
    }


def clean(notebook: Any) -> None:
    """Leave out of a notebook what the next run would write differently."""
    notebook.metadata = nbformat.from_dict({"kernelspec": _KERNEL, "language_info": {"name": "python"}})
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number:02}"
        cell.metadata = nbformat.from_dict({"tags": cell.metadata.tags} if "tags" in cell.metadata else {})
        if cell.cell_type != "code":
            continue
        kept: list[Any] = []
        for each in cell.outputs:
            if kept and each.output_type == kept[-1].output_type == "stream" and each.name == kept[-1].name:
                kept[-1].text += each.text  # a bar stood between them while something took long
            elif not _gone(each):
                kept.append(each)
        cell.outputs = kept
        for output in cell.outputs:
            output.get("metadata", {}).clear()
            if output.output_type == "error":  # its traceback names the folders of this machine
                output.traceback = [f"{output.ename}: {output.evalue}"]


def _gone(output: Any) -> bool:
    """Whether an output is a bar that has done its work."""
    return bool(output.output_type == "display_data" and output.data.get("text/html") == "")


def _texts(notebook: Any) -> list[tuple[str, str]]:
    """What a reader reads of the outputs: the place and the text, figures as the word for them."""
    found = []
    for number, cell in enumerate(notebook.cells, 1):
        for output in cell.get("outputs", ()):
            if output.output_type == "stream":
                found.append((f"cell {number} ({output.name})", output.text))
            elif output.output_type == "error":
                found.append((f"cell {number} (error)", f"{output.ename}: {output.evalue}"))
            else:
                found += [
                    (f"cell {number} ({kind})", _DRAWN.sub("(drawn)", value) if kind.startswith("text/") else "(drawn)")
                    for kind, value in sorted(output.data.items())
                ]
    return found


def faults(notebook: Any) -> list[str]:
    """What must not stand in a notebook of the documentation."""
    found = [f"{place}: {text.strip()[:200]}" for place, text in _texts(notebook) if "(stderr)" in place]
    found += [f"{place}: an address in memory" for place, text in _texts(notebook) if _VOLATILE.search(text)]
    if not any("image/" in place or "(drawn)" in text for place, text in _texts(notebook)):
        found.append("no figure")
    return found


def differences(stored: Any, now: Any) -> list[str]:
    """Where the outputs of two runs differ for a reader.

    Words must be the same and spaces do not matter; a number may differ by one in its last digit, because processors
    and numerical libraries round differently. Of a figure only its being there is compared: letters are drawn as the
    fonts and the version of the drawing library have them.
    """
    pairs = zip_longest(_texts(stored), _texts(now), fillvalue=("end", ""))
    return [
        f"{old_place}: {old.strip()[:300]!r} is now {new_place}: {new.strip()[:300]!r}"
        for (old_place, old), (new_place, new) in pairs
        if old_place != new_place or not alike(old, new)
    ]


def alike(old: str, new: str) -> bool:
    """Whether two texts are the same but for the last digit of their numbers.

    >>> alike("kappa 0.670 (0.58–0.76)", "kappa  0.671 (0.58–0.76)")
    True
    >>> alike("kappa 0.670", "kappa 0.672"), alike("3 items", "3 labels")
    (False, False)
    """
    if "".join(_NUMBER.sub("#", old).split()) != "".join(_NUMBER.sub("#", new).split()):
        return False
    return all(map(_close, _NUMBER.findall(old), _NUMBER.findall(new)))


def _close(old: str, new: str) -> bool:
    digits = max(len(re.split("[.,]", each)[1]) if re.search("[.,]", each) else 0 for each in (old, new))
    one, two = (float(each.replace(",", ".")) for each in (old, new))
    return old == new or abs(one - two) <= (1.5 * 10**-digits if digits else 0)


def main(names: list[str]) -> None:
    """Execute the notebooks of those names, or all, in place."""
    known = paths()
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise SystemExit(f"no notebook {', '.join(unknown)}; there are: {', '.join(known)}")
    for name in names or known:
        start = time.perf_counter()
        notebook = executed(known[name])
        written = nbformat.writes(notebook) + "\n"
        bad = faults(notebook)
        if len(written.encode()) > MOST_BYTES:
            bad.append(f"{len(written.encode()):,} bytes, and at most {MOST_BYTES:,} belong into a page")
        if bad:
            raise SystemExit("\n".join(f"{name}: {each}" for each in bad))
        known[name].write_text(written, "utf-8")
        print(f"{name}: {len(notebook.cells)} cells, {len(written.encode()) // 1000} kB", end=", ")
        print(f"{time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])

"""In an environment without extras, what needs one says which line installs it: exit 2, one sentence, no traceback.

Run with the Python of that environment: `python missing_extras.py`.
"""

import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Try each extra's command; exit 1 when one does not say its line."""
    with tempfile.TemporaryDirectory() as folder:
        wrong = [extra for extra, command in _cases(Path(folder)) if not _says_its_line(extra, command)]
    sys.exit(f"no install line: {', '.join(wrong)}" if wrong else 0)


def _cases(folder: Path) -> list[tuple[str, list[str]]]:
    """An extra and a command that needs it, for every extra."""
    anaphor = str(Path(sys.executable).with_name("anaphor"))
    text, packed, table, grams = (folder / name for name in ("a.txt", "a.txt.zst", "a.parquet", "a.arpa"))
    text.write_text("Le chat dort.\n", "utf-8")
    packed.write_bytes(bytes.fromhex("28b52ffd"))  # how such a file begins
    table.write_bytes(b"PAR1PAR1")
    grams.write_text("\\data\\\nngram 1=1\n\n\\1-grams:\n-1.0 chat\n\n\\end\\\n", "utf-8")
    index = [anaphor, "corpus", "index", "-o", str(folder / "a.idx")]
    resolve = [anaphor, "resolve", "anaphor-fr", "-o", str(folder / "run.jsonl"), "--with"]
    return [
        ("build", [*index, str(packed)]),
        ("cluster", [*index, str(text), "--engine", "dask", "--scheduler", "tcp://127.0.0.1:1"]),
        ("hf", [anaphor, "agreement", "measure", str(table)]),
        ("kenlm", [*resolve, f"ngram:{grams},reader=kenlm"]),
        ("lm", [*resolve, f"causal:{folder}"]),
        ("oidc", [anaphor, "serve", str(folder / "site"), "--oidc", "https://login.example.org"]),
        ("postgres", [anaphor, "account", "list", "--accounts", "postgresql://nobody@127.0.0.1:1/none"]),
        ("tls", [anaphor, "challenge", "run", str(_challenge(anaphor, folder / "challenge"))]),
    ]


def _challenge(anaphor: str, folder: Path) -> Path:
    """A challenge whose entries may ask a site over TLS."""
    subprocess.run([anaphor, "challenge", "new", str(folder), "--backend", "process"], capture_output=True, check=True)
    rules = folder / "challenge.toml"
    text = rules.read_text("utf-8")
    if text.count("sites = []") != 1:
        sys.exit("the rules of a new challenge have no line `sites = []`")
    rules.write_text(text.replace("sites = []", 'sites = ["intercept://example.org"]'), "utf-8")
    return folder


def _says_its_line(extra: str, command: list[str]) -> bool:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = " ".join(done.stderr.split())
    right = done.returncode == 2 and f"pip install 'anaphor[{extra}]'" in said and "Traceback" not in said
    if not right:
        print(f"{extra}: exit {done.returncode}\n{done.stdout}{done.stderr}", file=sys.stderr)
    return right


if __name__ == "__main__":
    main()

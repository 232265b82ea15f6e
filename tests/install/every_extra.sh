#!/usr/bin/env bash
# What a release must do, in empty environments: the source archive and the wheel are built; each installs and runs
# the demo; every extra installs and works, or names its install line where it is absent; pipx runs the wheel; type
# information comes along. Prints a table of sizes; the bare install may have 540 MB and none of the heavy libraries.
#
# EXTRAS="bare lm" tries only those; PYTHON=python3.12 tries another Python.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The torch of constraints.txt is the build for processors alone; a range would fetch the one with its GPU libraries.
install() { "$1/bin/python" -m pip install --quiet --disable-pip-version-check --constraint constraints.txt "${@:2}"; }
demo() { (cd "$work" && "$1/bin/anaphor" demo -o "$work/out" >/dev/null 2>"$work/said" || { cat "$work/said" >&2; exit 1; }
  test -s "$work/out/report.html" && rm -rf "$work/out"); }

"$python" -m venv "$work/tools"
install "$work/tools" build mypy pipx
"$work/tools/bin/python" -m build --outdir "$work/dist" . >/dev/null
wheel=$(ls "$work"/dist/*.whl)
archive=$(ls "$work"/dist/*.tar.gz)
echo "wheel $(du -m "$wheel" | cut -f1) MB, source archive $(du -m "$archive" | cut -f1) MB, $("$python" --version)"

declare -A probe=(
  [bare]="import anaphor"
  [build]="import numba, mwparserfromhell, zstandard"
  [cluster]="import dask, distributed, dask_jobqueue"
  [hf]="import datasets, pyarrow"
  [kenlm]="import kenlm"
  [lm]="import torch, transformers, safetensors, onnx, gguf"
  [oidc]="import authlib, httpx2, itsdangerous"
  [postgres]="import psycopg"
  [tls]="import cryptography"
)

bare() { # $1: the environment, $2: its size
  test "$2" -le 540 || { echo "the bare install has $2 MB"; return 1; }
  for heavy in torch numba pandas; do
    if "$1/bin/python" -c "import $heavy" 2>/dev/null; then echo "$heavy is in the bare install"; return 1; fi
  done
  "$1/bin/python" -c '
import subprocess, sys, time
def took(code):
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start
least = min(took("import anaphor") - took("pass") for _ in range(5))  # others may be busy on this machine
print(f"import anaphor: {least:.2f} s")
sys.exit(least > 0.3)'
  "$1/bin/python" tests/install/missing_extras.py
  cat >"$work/user.py" <<'EOF'
import anaphor

question = anaphor.load("anaphor-fr").items[0].question
right: str = question.text
wrong: int = question.text
EOF
  said=$(cd "$work" && "$work/tools/bin/mypy" --strict --python-executable "$1/bin/python" user.py || true)
  grep -q 'user.py:5: error: .* has type "str"' <<<"$said" && grep -q 'Found 1 error' <<<"$said" ||
    { echo "type information is missing: $said"; return 1; }
}

echo "extra     MB"
for extra in ${EXTRAS:-bare build cluster hf kenlm lm oidc postgres tls}; do
  "$python" -m venv "$work/env"
  name=$([ "$extra" = bare ] || echo "[$extra]")
  install "$work/env" "$wheel$name"
  (cd "$work" && "$work/env/bin/python" -c "${probe[$extra]}" >/dev/null)
  size=$(du -sm "$work/env" | cut -f1)
  demo "$work/env"
  printf '%-9s %s\n' "$extra" "$size"
  if [ "$extra" = bare ]; then bare "$work/env" "$size"; fi
  rm -rf "$work/env"
done

"$python" -m venv "$work/env"
install "$work/env" "$archive"
demo "$work/env"
echo "the source archive installs and runs"
PIPX_HOME="$work/pipx" PIP_CONSTRAINT="$PWD/constraints.txt" \
  "$work/tools/bin/pipx" run --python "$work/tools/bin/python" --spec "$wheel" anaphor --version

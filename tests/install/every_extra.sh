#!/usr/bin/env bash
# Builds the wheel and the source archive, and tries the wheel in an empty environment: bare, and with each extra.
# Prints a table of sizes; the bare install may have 600 MB and none of the heavy libraries.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
.venv/bin/python -m pip install --quiet --constraint constraints.txt build
.venv/bin/python -m build --outdir "$work/dist" . >/dev/null
wheel=$(ls "$work"/dist/*.whl)
ls "$work"/dist/*.tar.gz >/dev/null

declare -A probe=(
  [bare]="import anaphor"
  [build]="import numba, mwparserfromhell"
  [cluster]="import dask, distributed"
  [gamma]="import pygamma_agreement"
  [hf]="import datasets, pyarrow"
  [kenlm]="import kenlm"
  [lm]="import torch, transformers, safetensors"
  [parser]="from anaphor.linguistics.french import with_parser; with_parser()"
  [postgres]="import psycopg"
)
echo "extra     MB"
for extra in ${EXTRAS:-bare build cluster gamma hf kenlm lm parser postgres}; do
  python3 -m venv "$work/env"
  name=$([ "$extra" = bare ] || echo "[$extra]")
  "$work/env/bin/python" -m pip install --quiet --constraint constraints.txt "$wheel$name"
  (cd "$work" && "$work/env/bin/python" -c "${probe[$extra]}")
  (cd "$work" && "$work/env/bin/anaphor" demo -o "$work/out" >/dev/null 2>&1 && test -s "$work/out/report.html")
  size=$(du -sm "$work/env" | cut -f1)
  printf '%-9s %s\n' "$extra" "$size"
  if [ "$extra" = bare ]; then
    test "$size" -le 600
    for heavy in torch numba pandas spacy; do
      if "$work/env/bin/python" -c "import $heavy" 2>/dev/null; then echo "$heavy is in the bare install"; exit 1; fi
    done
    "$work/env/bin/python" -c '
import time
start = time.perf_counter()
import anaphor
took = time.perf_counter() - start
print(f"import anaphor: {took:.2f} s")
raise SystemExit(took > 0.3)'
  fi
  rm -rf "$work/env" "$work/out"
done

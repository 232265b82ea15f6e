#!/usr/bin/env bash
# Builds the wheel and tries it in an empty environment, bare and with each extra.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
.venv/bin/python -m pip install --quiet --constraint constraints.txt build
.venv/bin/python -m build --outdir "$work/dist" . >/dev/null
wheel=$(ls "$work"/dist/*.whl)
for extra in "" hf parser; do
  python3 -m venv "$work/env"
  "$work/env/bin/python" -m pip install --quiet --constraint constraints.txt "$wheel${extra:+[$extra]}"
  (cd "$work" && "$work/env/bin/anaphor" demo -o "$work/out" && test -s "$work/out/report.html")
  echo "wheel with extra '${extra:-none}': works, $(du -sm "$work/env" | cut -f1) MB"
  rm -rf "$work/env" "$work/out"
done

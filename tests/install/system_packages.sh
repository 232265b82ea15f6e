#!/usr/bin/env bash
# What the tests need from the system's packages: Chromium, to look at pages as a person does.
set -euo pipefail

need=()
command -v chromium >/dev/null || command -v google-chrome >/dev/null || need+=(chromium)
if [ ${#need[@]} -eq 0 ]; then exit 0; fi

if ! command -v apt-get >/dev/null; then
  echo "Please install: ${need[*]} (the browser tests are skipped without them)" >&2
  exit 0
fi
run=()
[ "$(id -u)" -eq 0 ] || run=(sudo)
"${run[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${run[@]}" apt-get install -y -qq --no-install-recommends "${need[@]}" fonts-dejavu-core >/dev/null

#!/usr/bin/env bash
# What the tests need from the system's packages: Chromium, to look at pages as a person does; bubblewrap, to run
# a challenge's entries in a cage, and a Python of the system for the cage.
set -euo pipefail

need=()
command -v chromium >/dev/null || command -v google-chrome >/dev/null || need+=(chromium)
if [ "$(uname)" = Linux ]; then
  command -v bwrap >/dev/null || need+=(bubblewrap)
  [ -x /usr/bin/python3 ] || [ -x /usr/local/bin/python3 ] || need+=(python3-minimal)
fi
if [ ${#need[@]} -eq 0 ]; then exit 0; fi

if ! command -v apt-get >/dev/null; then
  echo "Please install: ${need[*]} (the tests that need them are skipped without)" >&2
  exit 0
fi
run=()
[ "$(id -u)" -eq 0 ] || run=(sudo)
"${run[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${run[@]}" apt-get install -y -qq --no-install-recommends "${need[@]}" fonts-dejavu-core >/dev/null

#!/usr/bin/env bash
# What the tests need from the system's packages: Chromium, to look at pages as a person does; bubblewrap, to run
# a challenge's entries in a cage, and a Python of the system for the cage; podman and runc, to run them in containers.
set -euo pipefail

need=()
welcome=() # what is skipped, loudly, where it cannot be had
# The engine without windows, where Debian has it: 64 MB to fetch, and pages take a third of the processor time.
shell=chromium-headless-shell
if ! command -v $shell >/dev/null && command -v apt-get >/dev/null; then
  root=()
  [ "$(id -u)" -eq 0 ] || root=(sudo -n)
  { "${root[@]}" apt-get update -qq && "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends --no-remove $shell fonts-dejavu-core; } >/dev/null 2>&1 || true
fi
command -v chromium >/dev/null || command -v google-chrome >/dev/null || need+=(chromium)
if [ "$(uname)" = Linux ]; then
  command -v bwrap >/dev/null || need+=(bubblewrap)
  [ -x /usr/bin/python3 ] || [ -x /usr/local/bin/python3 ] || need+=(python3-minimal)
  # Some 20 MB to fetch, 95 MB on disk. Only root's containers are tried.
  if [ "$(id -u)" -eq 0 ] && ! command -v podman >/dev/null; then welcome+=(podman runc); fi
fi
if [ ${#need[@]} -eq 0 ] && [ ${#welcome[@]} -eq 0 ]; then exit 0; fi

if ! command -v apt-get >/dev/null; then
  echo "Please install: ${need[*]} ${welcome[*]} (the tests that need them are skipped without)" >&2
  exit 0
fi
run=()
[ "$(id -u)" -eq 0 ] || run=(sudo)
install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends)
if [ ${#need[@]} -gt 0 ]; then
  "${run[@]}" apt-get update -qq
  "${run[@]}" "${install[@]}" "${need[@]}" fonts-dejavu-core >/dev/null
fi
if [ ${#welcome[@]} -gt 0 ]; then
  { "${run[@]}" apt-get update -qq && "${run[@]}" "${install[@]}" "${welcome[@]}" >/dev/null; } ||
    echo "${welcome[*]} cannot be installed: the tests of containers will be skipped" >&2
fi

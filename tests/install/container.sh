#!/usr/bin/env bash
# Builds the container file and tries what comes of it: it answers, as nobody special, on a read-only system without
# powers; it stops well when asked to; and what it keeps is still there in the next container.
#   bash tests/install/container.sh                                   on the base that the container file names
#   bash tests/install/container.sh --build-arg BASE=IMAGE …          on another one; further options go to the build
# ENGINE="podman --runtime runc …" says how the engine is called, RUN="--ulimit …" what each run needs here.
set -euo pipefail
cd "$(dirname "$0")/../.."
read -ra engine <<<"${ENGINE:-podman}"
read -ra run <<<"${RUN:-}"
name=anaphor-container-test
trap '"${engine[@]}" rm -f $name >/dev/null 2>&1; "${engine[@]}" volume rm -f $name >/dev/null 2>&1' EXIT

"${engine[@]}" build --format docker --quiet -t $name "$@" .
started() {
  "${engine[@]}" run -d --name $name "${run[@]}" --network none --read-only --cap-drop ALL -v $name:/data $name >/dev/null
  for _ in $(seq 120); do
    "${engine[@]}" exec $name python3 -c \
      "import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:8000/health').read().decode())" 2>/dev/null && return
    sleep 0.5
  done
  echo "it does not answer:" >&2
  "${engine[@]}" logs $name >&2
  exit 1
}
stopped() {
  "${engine[@]}" stop -t 30 $name >/dev/null
  [ "$("${engine[@]}" inspect --format '{{.State.ExitCode}}' $name)" = 0 ] || { echo "it did not stop well" >&2; exit 1; }
  "${engine[@]}" rm $name >/dev/null
}

started
[ "$("${engine[@]}" exec $name id -u)" = 10001 ] || { echo "it runs as somebody else" >&2; exit 1; }
"${engine[@]}" healthcheck run $name
printf 'a-long-word-here\na-long-word-here\n' | "${engine[@]}" exec -i $name anaphor account add marie
stopped
started
"${engine[@]}" exec $name anaphor account list | grep -q marie || { echo "its accounts are gone" >&2; exit 1; }
stopped
"${engine[@]}" run --rm "${run[@]}" --network none $name collection show anaphor-fr >/dev/null
"${engine[@]}" image inspect --format '{{.Size}} bytes' $name

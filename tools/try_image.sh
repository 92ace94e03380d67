#!/bin/sh
# Build the container image and try it: look for a compiler that should not be there, start the server as the
# image's own user, play a game over HTTP, run the health check, and stop it with SIGTERM.
# Needs buildah and Python, and no daemon.
#
#     tools/try_image.sh              on the Dockerfile's own base, which buildah pulls
#     tools/try_image.sh IMAGE        on another base image
#     tools/try_image.sh base.tar     on a root file system, for example from
#         mmdebstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm base.tar
#
# PIP_CONFIG_FILE names a pip configuration for the build, where one is needed. PORT chooses the port (8799).
set -eu
cd "$(dirname "$0")/.."
port=${PORT:-8799}
image=localhost/quincunx-try
container=
server=

BUILDAH_ISOLATION=chroot # needs neither a daemon nor cgroups
STORAGE_DRIVER=vfs       # works inside other containers
export BUILDAH_ISOLATION STORAGE_DRIVER

say() { printf '== %s\n' "$*"; }
fail() { say "FAILED: $*"; exit 1; }
run() { buildah run --env "QUINCUNX_SERVER_PORT=$port" "$container" -- "$@"; }
stop() { run touch /data/stop && wait "$server"; }
clean() {
    [ -z "$server" ] || stop || true
    [ -z "$container" ] || buildah rm "$container" > /dev/null
}
trap clean EXIT

set -- "${1:-}"
case $1 in
*.tar)
    say "importing $1"
    base=$(buildah from scratch)
    buildah add --quiet "$base" "$1" / > /dev/null
    buildah commit --quiet --rm "$base" localhost/quincunx-base > /dev/null
    set -- localhost/quincunx-base
    ;;
esac

say "building"
# Docker's image format, because the other one has no health check.
buildah bud --format docker --layers ${1:+--build-arg "BASE=$1"} \
    ${PIP_CONFIG_FILE:+--secret "id=pip,src=$PIP_CONFIG_FILE"} --tag "$image" .
container=$(buildah from "$image")

say "looking inside"
run quincunx --version
[ "$(run id -u)" = 10001 ] || fail "the image runs as user $(run id -u)"
tools=$(run sh -c 'for tool in cc gcc g++ c++ clang cmake ninja make ld; do command -v $tool; done; true')
[ -z "$tools" ] || fail "build tools are in the image:" $tools
[ "$(run sh -c 'test -w /opt/quincunx && echo yes; true')" = "" ] || fail "the server can change its own files"

say "starting"
run sh -c 'quincunx serve & while [ ! -e /data/stop ]; do sleep 0.2; done; kill $!; wait $!' &
server=$!
python3 - "$port" << 'PYTHON'
import sys, time, urllib.request

for _ in range(150):
    try:
        answer = urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/healthz", timeout=5)
        print("/healthz:", answer.status, answer.read().decode())
        break
    except OSError:
        time.sleep(0.2)
else:
    sys.exit("the server did not start")
PYTHON

say "playing a game of tactix over HTTP"
python3 examples/bot.py "http://127.0.0.1:$port" tactix easy

say "running the health check, here and on a port where nothing listens"
buildah inspect --type image "$image" | python3 -c '
import json, subprocess, sys

container, port = sys.argv[1:]
check = json.load(sys.stdin)["Docker"]["config"]["Healthcheck"]["Test"]
assert check[0] == "CMD", check
for where, healthy in ((port, True), ("1", False)):
    command = ["buildah", "run", "--env", f"QUINCUNX_SERVER_PORT={where}", container, "--", *check[1:]]
    code = subprocess.run(command, stderr=subprocess.DEVNULL).returncode
    print(f"port {where}: exit {code}")
    if (code == 0) != healthy:
        sys.exit("the health check is wrong")
' "$container" "$port"

say "stopping"
stop || fail "the server did not stop cleanly"
server=
run test -s /data/quincunx.sqlite || fail "the games are not in /data"

say "all is well"
buildah images --filter "reference=$image"

#!/bin/sh
# Lock the requirements of the server image, with the hash of every file:
#   server.txt  what the extras server, postgres and redis need at run time
#   build.txt   what builds the wheel
# Run it after a change of dependencies in pyproject.toml; versions that still fit are kept.
#   requirements/refresh.sh                          adds and removes what pyproject.toml asks for
#   requirements/refresh.sh --upgrade                takes the newest version of everything
#   requirements/refresh.sh --upgrade-package NAME   takes the newest version of one package
# It uses `uv` where there is one, and otherwise installs it under build/.
set -eu
cd "$(dirname "$0")/.."

if ! command -v uv > /dev/null; then
    [ -x build/lock/bin/uv ] || { python3 -m venv build/lock && build/lock/bin/pip install --quiet uv; }
    PATH="$PWD/build/lock/bin:$PATH"
fi

lock() {
    output=$1
    shift
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
        --custom-compile-command requirements/refresh.sh --output-file "$output" "$@"
}

lock requirements/server.txt --extra server --extra postgres --extra redis "$@" pyproject.toml

# The build system, and the programs that scikit-build-core runs.
python3 -c '
import tomllib
project = tomllib.load(open("pyproject.toml", "rb"))
print(*project["build-system"]["requires"], sep="\n")
print(*(line for line in project["project"]["optional-dependencies"]["dev"] if line.startswith(("cmake", "ninja"))), sep="\n")
' | lock requirements/build.txt "$@" -

#!/bin/sh
# Check what GitHub reads: workflows for mistakes and holes, Dependabot's file and issue forms against their
# schemas, and the compose file. The linters get an environment of their own under build/.
set -eu
cd "$(dirname "$0")/.."
tools=build/lint-github
if [ ! -x $tools/bin/zizmor ]; then
    python3 -m venv $tools
    $tools/bin/pip install --quiet --disable-pip-version-check check-jsonschema zizmor
fi
schema() {
    name=$1
    shift
    $tools/bin/check-jsonschema --builtin-schema "$name" "$@"
}

$tools/bin/zizmor --offline --quiet .github
schema vendor.github-workflows .github/workflows/*.yml
schema custom.github-workflows-require-timeout .github/workflows/*.yml
schema vendor.dependabot .github/dependabot.yml
schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/feature.yml
schema vendor.compose-spec deploy/compose/compose.yaml

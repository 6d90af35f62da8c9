#!/usr/bin/env bash
# Generates a client of a description, or with CHECK=true only says whether the one that is there is stale.
# The action runs this, and so does its test. Reads DESCRIPTION and FOLDER, and if set VERSION, CHECK, ENFORCE_SEMVER, GENERATOR.
set -euo pipefail
: "${DESCRIPTION:?is the path or URL of the OpenAPI description}" "${FOLDER:?is the folder of the client}"
here=$(cd "$(dirname "$0")" && pwd)

arguments=(--json)
# One word: a version that looks like an option stays a version.
if [ -n "${VERSION:-}" ]; then arguments+=("--version=$VERSION"); fi
if [ "${CHECK:-false}" = true ]; then arguments+=(--check); fi
if [ "${ENFORCE_SEMVER:-false}" = true ]; then arguments+=(--enforce-semver); fi
# What follows is no option, whatever it looks like.
arguments+=(-- "$DESCRIPTION" "$FOLDER")
read -ra generator <<<"${GENERATOR:-npx --no-install generate-sdk}"

# Text inside a workflow command, of which line breaks would begin another.
escaped() { local text=${1//%/%25}; text=${text//$'\r'/%0D}; printf '%s' "${text//$'\n'/%0A}"; }

report=$(mktemp)
trap 'rm -f "$report"' EXIT
code=0
# What the generator says may hold text of the description: no line of it is a command to the runner.
pause="pause-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::stop-commands::$pause" >&2; fi
"${generator[@]}" "${arguments[@]}" >"$report" || code=$?
if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::$pause::" >&2; fi
# Without a report the generator has said on standard error what is wrong.
if [ -s "$report" ]; then
  node "$here/summary.mjs" "$report" >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
  if [ "$code" -ne 0 ]; then
    folder=$(escaped "$FOLDER") description=$(escaped "$DESCRIPTION")
    echo "::error title=Stale client::$folder does not fit $description any more. Run: npx generate-sdk $description $folder"
  fi
fi
exit "$code"

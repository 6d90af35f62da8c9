#!/usr/bin/env bash
# Generates a client of a description, or with CHECK=true only says whether the one that is there is stale.
# The action runs this, and so does its test. Reads DESCRIPTION and FOLDER, and if set VERSION, CHECK, ENFORCE_SEMVER, GENERATOR.
set -euo pipefail
: "${DESCRIPTION:?is the path or URL of the OpenAPI description}" "${FOLDER:?is the folder of the client}"
here=$(cd "$(dirname "$0")" && pwd)

arguments=("$DESCRIPTION" "$FOLDER" --json)
if [ -n "${VERSION:-}" ]; then arguments+=(--version "$VERSION"); fi
if [ "${CHECK:-false}" = true ]; then arguments+=(--check); fi
if [ "${ENFORCE_SEMVER:-false}" = true ]; then arguments+=(--enforce-semver); fi
read -ra generator <<<"${GENERATOR:-npx --no-install generate-sdk}"

report=$(mktemp)
trap 'rm -f "$report"' EXIT
code=0
"${generator[@]}" "${arguments[@]}" >"$report" || code=$?
# Without a report the generator has said on standard error what is wrong.
if [ -s "$report" ]; then
  node "$here/summary.mjs" "$report" >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
  if [ "$code" -ne 0 ]; then echo "::error title=Stale client::$FOLDER does not fit $DESCRIPTION any more. Run: npx generate-sdk $DESCRIPTION $FOLDER"; fi
fi
exit "$code"

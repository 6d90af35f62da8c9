#!/usr/bin/env bash
# Checks a running server against its description.
# The action runs this, and so does its test. Reads DESCRIPTION and URL, and if set BASELINE, SARIF, ARGUMENTS (one a line), CHECKER.
set -euo pipefail
: "${DESCRIPTION:?is the path or URL of the OpenAPI description}" "${URL:?is the address of the server}"

arguments=(check --github)
if [ -n "${BASELINE:-}" ]; then arguments+=("--baseline=$BASELINE"); fi
if [ -n "${SARIF:-}" ]; then arguments+=("--sarif=$SARIF"); fi
while IFS= read -r argument; do
  if [ -n "$argument" ]; then arguments+=("$argument"); fi
done <<<"${ARGUMENTS:-}"
# What follows is no option, whatever it looks like.
arguments+=(-- "$DESCRIPTION" "$URL")
read -ra checker <<<"${CHECKER:-npx --no-install mock-server}"

report=$(mktemp)
trap 'rm -f "$report"' EXIT
code=0
# The report holds text of the server's answers: only the annotations, which are escaped, are commands to the runner.
pause="pause-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::stop-commands::$pause"; fi
"${checker[@]}" "${arguments[@]}" >"$report" || code=$?
grep -v '^::' "$report" || true
if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::$pause::"; fi
grep '^::' "$report" || true

# The beginning of the report, as code: GitHub shows up to 1 MiB of a summary.
if [ -s "$report" ]; then
  { echo "## Contract check"; echo; grep -v '^::' "$report" | head -c 60000 | sed 's/^/    /'; echo; } >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
fi
passed=false
if [ "$code" -eq 0 ]; then passed=true; fi
sarif=${SARIF:-}
printf 'passed=%s\nsarif=%s\n' "$passed" "${sarif//[$'\r\n']/}" >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$code"

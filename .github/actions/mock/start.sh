#!/usr/bin/env bash
# Starts a mock server in the background and waits for its address.
# The action runs this, and so does its test. Reads DESCRIPTION, and if set PORT, SEED, ARGUMENTS (one a line), TIMEOUT, SERVER.
set -euo pipefail
: "${DESCRIPTION:?is the path or URL of the OpenAPI description}"

folder=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/mock-server-XXXXXX")
arguments=("--port=${PORT:-0}" "--seed=${SEED:-0}" --memory --quiet)
while IFS= read -r argument; do
  if [ -n "$argument" ]; then arguments+=("$argument"); fi
done <<<"${ARGUMENTS:-}"
# What follows is no option, whatever it looks like.
arguments+=(-- "$DESCRIPTION")
read -ra server <<<"${SERVER:-npx --no-install mock-server}"

# With --quiet the server prints its address alone, once it answers.
# Under npm it would end with this script, which is its parent.
nohup env -u npm_lifecycle_event "${server[@]}" "${arguments[@]}" >"$folder/url" 2>"$folder/log" </dev/null &
pid=$!

# Messages may hold text of the description: no line of them is a command to the runner.
messages() {
  local pause
  pause="pause-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
  if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::stop-commands::$pause" >&2; fi
  cat "$folder/log" >&2
  if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::$pause::" >&2; fi
}

deadline=$((SECONDS + ${TIMEOUT:-60}))
until [ -s "$folder/url" ]; do
  if ! kill -0 "$pid" 2>/dev/null; then
    messages
    echo "::error title=Mock server::The mock server did not start. Its messages are above."
    exit 1
  fi
  if [ "$SECONDS" -ge "$deadline" ]; then
    kill "$pid" 2>/dev/null || true
    messages
    echo "::error title=Mock server::The mock server did not answer within ${TIMEOUT:-60} s. Set timeout to wait longer."
    exit 1
  fi
  sleep 0.2
done
messages
url=$(head -n 1 "$folder/url")
echo "Serving at $url"
printf 'url=%s\npid=%s\nlog=%s\n' "$url" "$pid" "$folder/log" >>"${GITHUB_OUTPUT:-/dev/null}"

#!/usr/bin/env bash
# Installs Chromium for the tests of generated clients in a page: Debian and Ubuntu, as root or with sudo that asks no password.
# Prints nothing when there is one. The exit code is 1 when there is none afterwards.
set -uo pipefail
is_there() {
  for browser in "${ONESPEC_CHROMIUM:-}" /usr/bin/chromium-headless-shell /usr/bin/chromium /usr/bin/google-chrome; do [ -x "$browser" ] && return 0; done
  return 1
}

is_there && exit 0
if command -v apt-get >/dev/null; then
  echo "Installing Chromium for the tests in a browser ..." >&2
  as_root=""
  [ "$(id -u)" -eq 0 ] || as_root="sudo -n"
  log=$(mktemp)
  install() { DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends "$1"; }
  { $as_root apt-get update && { install chromium-headless-shell || install chromium; }; } >"$log" 2>&1 || tail -5 "$log" >&2
  rm -f "$log"
fi
is_there && exit 0
echo "There is no Chromium, and it cannot be installed here. Name one in ONESPEC_CHROMIUM." >&2
exit 1

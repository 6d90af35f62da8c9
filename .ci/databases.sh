#!/usr/bin/env bash
# Installs the database servers that the framework's tests start themselves, where the machine lets us: Debian and Ubuntu, as root
# or with sudo that asks no password. Prints nothing when they are there. The exit code is 1 when one is missing afterwards.
set -uo pipefail

missing() {
  [ -n "$(command -v mariadbd || ls /usr/sbin/mariadbd 2>/dev/null)" ] || echo mariadb-server
  [ -n "$(command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] || echo postgresql
}

packages=$(missing)
[ -z "$packages" ] && exit 0
if command -v apt-get >/dev/null; then
  echo "Installing ${packages//$'\n'/ and } for the framework's tests ..." >&2
  as_root=""
  [ "$(id -u)" -eq 0 ] || as_root="sudo -n"
  log=$(mktemp)
  # shellcheck disable=SC2086 # package names and the prefix are words of their own
  { $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages; } \
    >"$log" 2>&1 || tail -5 "$log" >&2
  rm -f "$log"
fi
packages=$(missing)
[ -z "$packages" ] && exit 0
echo "Not here and not installable: ${packages//$'\n'/, }. Tests on these databases are skipped." >&2
exit 1

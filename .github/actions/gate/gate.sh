#!/usr/bin/env bash
# Compares the description in the working tree with the one of another commit.
# The action runs this, and so does its test. Reads DESCRIPTION and BASE, and if set SEEDS, APP, SEMVER, FAIL, GATE.
set -euo pipefail
: "${DESCRIPTION:?is the path of the OpenAPI description in the repository}" "${BASE:?is the commit or branch to compare with}"

if [[ ! "$BASE" =~ ^[A-Za-z0-9][A-Za-z0-9._/~^-]*$ ]]; then
  echo "The base is no commit or branch." >&2
  exit 2
fi
commit() { git rev-parse --verify --quiet --end-of-options "$1^{commit}"; }
if ! base=$(commit "$BASE"); then
  # actions/checkout fetches one commit.
  git fetch --quiet --no-tags --depth=1 origin "$BASE" >&2
  base=$(commit FETCH_HEAD)
fi

folder=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/gate-XXXXXX")
tree="$folder/base"
comment="$folder/comment.md"
# All of the base's files: a description may refer to others.
git worktree add --quiet --detach "$tree" "$base" >&2
trap 'git worktree remove --force "$tree"' EXIT

finish() {
  cat "$comment" >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
  printf 'breaking=%s\ncomment=%s\n' "$1" "$comment" >>"${GITHUB_OUTPUT:-/dev/null}"
}

if [ ! -e "$tree/$DESCRIPTION" ]; then
  printf '<!-- onespec-gate -->\nThe description is new: there is nothing to compare it with.\n' >"$comment"
  finish false
  exit 0
fi

arguments=(--format=github "--comment=$comment")
if [ "${SEMVER:-false}" = true ]; then arguments+=(--semver); fi
if [ -n "${SEEDS:-}" ]; then arguments+=("--seeds=$SEEDS"); fi
if [ -n "${APP:-}" ]; then
  if [ -d "$tree/$APP" ]; then
    arguments+=("--app=$tree/$APP")
    # The base's application loads its models with the packages that are installed here.
    if [ -d "$APP/node_modules" ] && [ ! -e "$tree/$APP/node_modules" ]; then
      ln -s "$(cd "$APP/node_modules" && pwd)" "$tree/$APP/node_modules"
    fi
  else echo "The application is new: it is not compared." >&2; fi
fi
# What follows is no option, whatever it looks like.
arguments+=(-- "$tree/$DESCRIPTION" "$DESCRIPTION")
read -ra gate <<<"${GATE:-npx --no-install onespec-gate}"

code=0
# Messages may hold text of the description: only the annotations, which are escaped, are commands to the runner.
pause="pause-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::stop-commands::$pause" >&2; fi
"${gate[@]}" "${arguments[@]}" >"$folder/annotations" || code=$?
if [ "${GITHUB_ACTIONS:-}" = true ]; then echo "::$pause::" >&2; fi
if [ "$code" -gt 1 ]; then exit "$code"; fi
cat "$folder/annotations"
if [ "$code" -eq 0 ]; then finish false; else finish true; fi
if [ "$code" -eq 1 ] && [ "${FAIL:-true}" = false ]; then exit 0; fi
exit "$code"

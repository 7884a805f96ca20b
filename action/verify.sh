#!/usr/bin/env bash
# Verify specs in a workflow step: annotations, job summary, report files, outputs, exit code.
#
#   PYTHON           the interpreter that has the tool (see install.sh)
#   SPECS            files or folders, one a line
#   ARGUMENTS        further words for `check`, one a line
#   RENEW            true: set verified_on, too, in each spec whose evidence all holds
#   RENEW_ARGUMENTS  further words for `renew`, one a line
#   CACHE_DIR        the folder of kept snapshots
#   FAIL_ON          unreachable (the default: all that the tool fails on), broken, or never
#
# RUNNER_TEMP, GITHUB_OUTPUT and GITHUB_STEP_SUMMARY are the runner's.
set -euo pipefail

: "${PYTHON:?}" "${SPECS:?}" "${CACHE_DIR:?}" "${RUNNER_TEMP:?}"
: "${GITHUB_OUTPUT:?}" "${GITHUB_STEP_SUMMARY:?}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail_on=${FAIL_ON:-unreachable}
# A step's summary may have 1 MiB; over that GitHub drops all of it.
summary_limit=1000000

# Put each line of a text that is not blank into the array `words`.
split_lines() {
  local line
  words=()
  while IFS= read -r line || [[ -n $line ]]; do
    line="${line#"${line%%[![:space:]]*}"}"
    line="${line%"${line##*[![:space:]]}"}"
    [[ -z $line ]] || words+=("$line")
  done <<<"$1"
}

# Run a command whose output may carry words of pages and specs: the runner takes no commands from it.
without_commands() {
  local token code=0
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$token"
  "$@" 2>&1 || code=$?
  printf '\n::%s::\n' "$token"
  return "$code"
}

# Isolated: neither the checked-out tree nor the environment can put modules before the tool's own.
tool() {
  without_commands "$PYTHON" -I -m lineage_verify "$@"
}

cache_state() {
  find "$CACHE_DIR" -type f -exec cksum {} + | sort | cksum
}

output() {
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

packed() {
  gzip -9 -n -c "$1" | base64 | tr -d '\n'
}

check() {
  tool check --cache-dir "$CACHE_DIR" --refuse-private-network --no-progress --color never \
    --output json="$reports/report.json" --output markdown="$reports/report.md" \
    --output sarif="$reports/report.sarif" --output html="$reports/report.html" \
    --output github="$reports/annotations.txt" \
    ${arguments[@]+"${arguments[@]}"} -- "${specs[@]}"
}

# What `check` has just validated is fresh enough, so that no page is asked for twice. An exit code
# of 2 is expected only where `check` had it too: elsewhere it is an option that `renew` lacks.
renew() {
  local checked=$1 code=0
  tool renew --cache-dir "$CACHE_DIR" --refuse-private-network --no-progress --color never \
    --max-age 6h ${renew_arguments[@]+"${renew_arguments[@]}"} -- "${specs[@]}" || code=$?
  if ((code > 3 || (code == 2 && checked != 2))); then
    echo "::error::lineage-verify renew failed (exit code $code); the step's log says why"
    return "$code"
  fi
  git --literal-pathspecs diff --no-color --no-ext-diff --no-textconv --src-prefix=a/ \
    --dst-prefix=b/ -- "${specs[@]}" >"$reports/dates.patch"
  if [[ -s $reports/dates.patch ]]; then
    output dates "$(packed "$reports/dates.patch")"
  fi
}

tell_reports() {
  "$PYTHON" -I "$here/outputs.py" "$reports/report.json" >>"$GITHUB_OUTPUT"
  output report "$reports/report.json"
  output summary "$reports/report.md"
  output sarif "$reports/report.sarif"
  output html "$reports/report.html"
  "$PYTHON" -I "$here/issue_body.py" "$reports/report.json" >"$reports/issue.md"
  output issue "$(packed "$reports/issue.md")"
  if (($(wc -c <"$reports/report.md") <= summary_limit)); then
    cat "$reports/report.md" >>"$GITHUB_STEP_SUMMARY"
  else
    echo "The report is too long for a summary; it is in the report files." >>"$GITHUB_STEP_SUMMARY"
  fi
  grep -E '^::(error|warning|notice)( |::)' "$reports/annotations.txt" || true
}

# The step's exit code, for the tool's.
step_code() {
  case "$fail_on:$1" in
    never:[123] | broken:3) echo 0 ;;
    *) echo "$1" ;;
  esac
}

case "$fail_on" in
  unreachable | broken | never) ;;
  *)
    echo "::error::fail-on must be unreachable, broken or never"
    exit 2
    ;;
esac
split_lines "$SPECS"
specs=(${words[@]+"${words[@]}"})
if ((${#specs[@]} == 0)); then
  echo "::error::specs names no file and no folder"
  exit 2
fi
split_lines "${ARGUMENTS:-}"
arguments=(${words[@]+"${words[@]}"})
split_lines "${RENEW_ARGUMENTS:-}"
renew_arguments=(${words[@]+"${words[@]}"})

mkdir -p "$CACHE_DIR"
reports=$(mktemp -d "$RUNNER_TEMP/lineage-report.XXXXXX")
output reports "$reports"
before=$(cache_state)
code=0
check || code=$?
if [[ $(cache_state) != "$before" ]]; then
  output cache-changed true
fi
if ((code > 3)) || [[ ! -s $reports/report.json ]]; then
  echo "::error::lineage-verify gave no report (exit code $code); the step's log says why"
  ((code != 0)) || code=4
  exit "$code"
fi
tell_reports
if [[ ${RENEW:-false} == true ]]; then
  renew "$code"
fi
exit "$(step_code "$code")"

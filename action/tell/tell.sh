#!/usr/bin/env bash
# Keep one issue that tells what needs mending: open it, rewrite it, close it when all is well.
#
#   OUTCOME  ok, broken, unreachable or invalid
#   ISSUE    the issue's text, gzipped, in base64 (see issue_body.py)
#   LABEL    the label that the issue carries
#   GH_TOKEN a token that may write issues
#
# GITHUB_REPOSITORY, GITHUB_SERVER_URL, GITHUB_RUN_ID and RUNNER_TEMP are the runner's.
set -euo pipefail

: "${OUTCOME:?}" "${LABEL:?}" "${GH_TOKEN:?}" "${GITHUB_REPOSITORY:?}" "${RUNNER_TEMP:?}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository="repos/$GITHUB_REPOSITORY"
run="${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY/actions/runs/${GITHUB_RUN_ID:-}"
title='Evidence on lineage pages needs mending'
work=$(mktemp -d "$RUNNER_TEMP/lineage-issue.XXXXXX")

# A label names our issue, since only those who may triage can set one.
own_issues() {
  gh api --method GET "$repository/issues" -f state=open -f labels="$LABEL" -f sort=created \
    -f direction=asc -f per_page=100 >"$work/issues.json"
  python3 -I "$here/../pick.py" issues <"$work/issues.json" >"$work/own.txt"
}

make_label() {
  gh api --method GET "$repository/labels/$LABEL" --silent 2>/dev/null ||
    gh api --method POST "$repository/labels" --silent -f name="$LABEL" -f color=d93f0b \
      -f description='Kept by the weekly check of lineage evidence'
}

comment() {
  gh api --method POST "$repository/issues/$1/comments" --silent -f body="$2"
}

close() {
  gh api --method PATCH "$repository/issues/$1" --silent -f state=closed -f state_reason="$2"
}

open_one() {
  make_label
  gh api --method POST "$repository/issues" --silent -f title="$title" \
    -F body=@"$work/body.md" -f "labels[]=$LABEL"
  echo 'opened an issue'
}

# A rewritten text notifies nobody; a comment does, so there is one only when the list has changed.
rewrite() {
  local number=$1 told=$2
  gh api --method PATCH "$repository/issues/$number" --silent -f title="$title" \
    -F body=@"$work/body.md"
  echo "rewrote issue $number"
  if [[ $(head -n 1 "$work/body.md") != *" $told "* ]]; then
    comment "$number" "What needs mending has changed: the text above is new. [The run]($run)"
  fi
}

open_or_rewrite() {
  local first='' number told
  printf '%s' "${ISSUE:?}" | base64 -d | gzip -dc >"$work/body.md"
  while read -r number told; do
    if [[ -z $first ]]; then
      first=$number
      rewrite "$number" "$told"
    else
      comment "$number" "Told in #$first."
      close "$number" not_planned
    fi
  done <"$work/own.txt"
  [[ -n $first ]] || open_one
}

close_all() {
  local number
  while read -r number _; do
    comment "$number" "All evidence holds. [The run]($run)"
    close "$number" completed
    echo "closed issue $number"
  done <"$work/own.txt"
}

# The label is part of an address.
if [[ ! $LABEL =~ ^[A-Za-z0-9._-]+$ ]]; then
  echo '::error::the label may have letters, digits, dots, dashes and underscores alone'
  exit 2
fi
own_issues
case "$OUTCOME" in
  ok) close_all ;;
  broken | invalid | unreachable) open_or_rewrite ;;
  *)
    echo '::error::the outcome must be ok, broken, unreachable or invalid'
    exit 2
    ;;
esac

#!/usr/bin/env bash
# Keep one pull request that sets `verified_on` to the dates of the latest run.
#
#   DATES    what `renew` changed: a patch, gzipped, in base64
#   BASE     the branch to propose the dates to; its commit that was verified is checked out
#   BRANCH   the branch to keep the dates on; each run rewrites it
#   GH_TOKEN a token that may write contents and pull requests
#
# GITHUB_REPOSITORY, GITHUB_SERVER_URL, GITHUB_RUN_ID and RUNNER_TEMP are the runner's.
set -euo pipefail
export LC_ALL=C

: "${DATES:?}" "${BASE:?}" "${BRANCH:?}" "${GH_TOKEN:?}" "${GITHUB_REPOSITORY:?}" "${RUNNER_TEMP:?}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository="repos/$GITHUB_REPOSITORY"
run="${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY/actions/runs/${GITHUB_RUN_ID:-}"
title='Renew the dates on which evidence was verified'
work=$(mktemp -d "$RUNNER_TEMP/lineage-dates.XXXXXX")
date_pattern='"verified_on"[[:space:]]*:[[:space:]]*"[0-9]{4}-[0-9]{2}-[0-9]{2}"'

# The token reaches git for one command at a time; nothing of it stays in the configuration.
remote_git() {
  git -c credential.helper= -c credential.helper='!gh auth git-credential' "$@"
}

# A file's content without its date.
undated() {
  git cat-file blob "$1" | sed -E "s/$date_pattern/\"verified_on\"/g"
}

dates_of() {
  git cat-file blob "$1" | grep -Eo "$date_pattern" | grep -Eo '[0-9-]{10}' | tr '\n' ' '
}

# The job that made the patch read pages of strangers: take nothing from it but dates.
refuse_all_but_dates() {
  local line old_mode new_mode old new status path
  while IFS= read -r -d '' line && IFS= read -r -d '' path; do
    read -r old_mode new_mode old new status <<<"${line#:}"
    if [[ $status != M || $old_mode != 100* || $new_mode != "$old_mode" || $path != *.json ]] ||
      ! cmp -s <(undated "$old") <(undated "$new"); then
      echo '::error::the patch changes more than dates; nothing was proposed'
      return 1
    fi
    # Only plain characters: the list goes into Markdown.
    printf '%s  %s-> %s\n' "${path//[^A-Za-z0-9._\/ -]/?}" "$(dates_of "$old")" \
      "$(dates_of "$new")" >>"$work/changed.txt"
  done < <(git diff-index --cached --raw -z --no-renames --abbrev=64 HEAD)
}

apply_dates() {
  printf '%s' "$DATES" | base64 -d | gzip -dc >"$work/dates.patch"
  git apply --cached --whitespace=nowarn "$work/dates.patch"
  refuse_all_but_dates
  [[ -s $work/changed.txt ]]
}

commit() {
  git -c user.name='github-actions[bot]' \
    -c user.email='41898282+github-actions[bot]@users.noreply.github.com' \
    commit-tree "$(git write-tree)" -p HEAD -m "$title"
}

remote_commit() {
  remote_git ls-remote origin "refs/heads/$BRANCH" | cut -f 1
}

# Whether the branch stands on the same commit with the same files already.
already_there() {
  [[ -n $1 ]] && remote_git fetch --quiet --depth 2 origin "refs/heads/$BRANCH" &&
    [[ $(git rev-parse "FETCH_HEAD^{tree}" "FETCH_HEAD^") == $(git rev-parse "$2^{tree}" HEAD) ]]
}

push() {
  remote_git push --quiet --force-with-lease="refs/heads/$BRANCH:$1" origin \
    "$2:refs/heads/$BRANCH"
}

write_body() {
  cat >"$work/body.md" <<END
All evidence of these specs held when their sources were last asked.

\`\`\`text
$(head -c 50000 "$work/changed.txt")
\`\`\`

[The run, with its full report]($run)

Each run rewrites the branch \`$BRANCH\`: what else is committed to it is lost.
END
}

open_pull() {
  gh api --method POST "$repository/pulls" --silent -f title="$title" -f head="$BRANCH" \
    -f base="$BASE" -F body=@"$work/body.md" || {
    echo '::error::no pull request could be opened: see Settings, Actions, General,' \
      '"Allow GitHub Actions to create and approve pull requests"'
    return 1
  }
  echo 'opened a pull request'
}

rewrite_pull() {
  gh api --method PATCH "$repository/pulls/$1" --silent -f title="$title" -F body=@"$work/body.md"
  echo "rewrote pull request $1"
}

open_or_rewrite() {
  gh api --method GET "$repository/pulls" -f state=open -f base="$BASE" \
    -f head="${GITHUB_REPOSITORY%%/*}:$BRANCH" >"$work/pulls.json"
  python3 -I "$here/../pick.py" pulls <"$work/pulls.json" >"$work/own.txt"
  local number=''
  read -r number <"$work/own.txt" || true
  if [[ -n $number ]]; then
    rewrite_pull "$number"
  else
    open_pull
  fi
}

apply_dates
renewed=$(commit)
there=$(remote_commit)
if already_there "$there" "$renewed"; then
  echo "the branch $BRANCH has these dates already"
else
  push "$there" "$renewed"
fi
write_body
open_or_rewrite

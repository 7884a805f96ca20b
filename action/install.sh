#!/usr/bin/env bash
# Make an environment that can run the tool from this action's own files.
#
# The pinned requirements come with hashes and as wheels, so nothing is built and nothing but what
# was locked is installed. The tool itself is put on the path, which needs no build either.
#
#   PYTHON       the interpreter to make the environment with (3.11 or newer)
#   TOOL         the folder that holds the tool's requirements/ and src/
#   ENVIRONMENT  the folder to make
set -euo pipefail

: "${PYTHON:?}" "${TOOL:?}" "${ENVIRONMENT:?}"

"$PYTHON" -I -m venv --clear "$ENVIRONMENT"
python="$ENVIRONMENT/bin/python"
"$python" -I -m pip install --quiet --disable-pip-version-check --require-hashes \
  --only-binary :all: -r "$TOOL/requirements/run.txt"
packages=$("$python" -I -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
printf '%s\n' "$TOOL/src" >"$packages/lineage_verify.pth"
"$python" -I -m lineage_verify --version

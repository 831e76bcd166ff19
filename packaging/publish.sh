#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The sdist in dist/ and the recipes that name it, to the release of a tag: packaging/publish.sh OWNER/NAME TAG
# DRY=yes says what would be published, and makes the recipes all the same.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$1 tag=$2
archives=(dist/*.tar.gz)
archive=${archives[0]}
[ ${#archives[@]} = 1 ] && [ -f "$archive" ] || { echo "publish: dist/ must hold one sdist: make sdist" >&2; exit 1; }
rm -rf build/recipes
python3 packaging/fill.py --check --version "$tag" --archive "$archive" --to build/recipes \
  --url "https://github.com/$repository/releases/download/$tag/${archive##*/}"
tar -czf build/recipes.tar.gz -C build recipes
${DRY:+echo} gh release create "$tag" "$archive" build/recipes.tar.gz --repo "$repository" --title "$tag" --generate-notes

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, says what it does, and goes on where it may not.
#
#   cmake/setup.sh packages NAME...   Debian or Ubuntu packages, as root or with sudo that asks for no password
#   cmake/setup.sh python [EXTRA]     a local .venv of python3 (or $PYTHON) with this package in it
#   cmake/setup.sh npm FOLDER         the packages that FOLDER/package-lock.json names, into FOLDER/node_modules
#
# Elsewhere, without the right to install, and with SYSTEM=no: CMake fetches the libraries it does not find, pip brings the rest.
set -euo pipefail
cd "$(dirname "$0")/.."
export DEBIAN_FRONTEND=noninteractive

say() { echo "setup: $*"; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n --preserve-env=DEBIAN_FRONTEND "$@"; fi; }
apt() {  # quiet, unless it fails
  local output
  output=$(as_root apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" </dev/null 2>&1) || { printf '%s\n' "$output" >&2; return 1; }
}
installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q '^install ok installed'; }
candidate() { apt-cache policy "$1" | sed -n 's/^  Candidate: //p' | grep -v '^(none)' || true; }

# The machine's own sources for SUITE, written for SUITE-backports: as one stanza (.sources) or one line (.list).
backports_of() {
  local suite=$1 file
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -e "$file" ] || continue
    awk -v suite="$suite" 'BEGIN { RS = ""; FS = "\n" } {
      found = 0; stanza = ""
      for (i = 1; i <= NF; ++i) {
        if ($i ~ /^#/) continue
        line = $i; key = tolower(line); sub(/:.*/, "", key)
        if (key == "types") line = "Types: deb"
        if (key == "enabled") next
        if (key == "suites") {
          n = split(line, name, /[ \t]+/)
          for (k = 2; k <= n; ++k) if (name[k] == suite) found = 1
          line = "Suites: " suite "-backports"
        }
        stanza = stanza line "\n"
      }
      if (found) { printf "%s", stanza; exit }
    }' "$file"
  done | head -c 20000
}
backports_line_of() {
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
    awk -v suite="$1" '$1 == "deb" { for (i = 2; i < NF; ++i) if ($i == suite) { $i = suite "-backports"; print; exit } }'
}

add_backports() {
  local suite entry target
  suite=$(. /etc/os-release; [ "$ID" = debian ] && echo "${VERSION_CODENAME:-}" || true)
  [ -n "$suite" ] || return 1
  if ! cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -v '^ *#' | grep -q "$suite-backports"; then
    entry=$(backports_of "$suite"); target=$suite-backports.sources
    [ -n "$entry" ] || { entry=$(backports_line_of "$suite"); target=$suite-backports.list; }
    [ -n "$entry" ] || return 1
    say "adding $suite-backports to the package sources (/etc/apt/sources.list.d/$target)"
    printf '%s\n' "$entry" | as_root tee "/etc/apt/sources.list.d/$target" >/dev/null
    apt update
  fi
  backports=$suite-backports
}

packages() {
  local missing=() wanted=() name version
  if ! command -v apt-get >/dev/null; then
    say "no apt-get here; install these by your own means if you like: $*"
    return
  fi
  for name in "$@"; do installed "$name" || missing+=("$name"); done
  [ ${#missing[@]} -gt 0 ] || { say "packages: all there ($*)"; return; }
  if [ "${SYSTEM:-yes}" = no ]; then
    say "SYSTEM=no: no system package is installed; missing: ${missing[*]}; CMake fetches the libraries among them"
    return
  fi
  if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
    say "missing packages, and no right to install them: ${missing[*]}"
    say "going on: CMake fetches the libraries among them; with the right: sudo apt-get install ${missing[*]}"
    return
  fi
  say "installing system packages (SYSTEM=no leaves them alone): ${missing[*]}"
  apt update || say "the package lists could not be updated; going on with those there are"
  for name in "${missing[@]}"; do
    version=$(candidate "$name")
    # Catch2 3 came to Debian by way of the backports
    if [ "$name" = catch2 ] && [[ ! "$version" =~ ^[3-9] ]]; then
      if backports= && add_backports && [[ "$(apt-cache madison catch2)" == *" 3."* ]]; then
        wanted+=("catch2/$backports" "libcatch2-dev/$backports")
      else
        say "no Catch2 3 among the packages: CMake will fetch it"
      fi
    elif [ -n "$version" ]; then
      wanted+=("$name")
    else
      say "no package $name here; going on without"
    fi
  done
  [ ${#wanted[@]} = 0 ] || apt install --no-install-recommends "${wanted[@]}" || say "some could not be installed; going on without"
}

venv() {
  if [ -x .venv/bin/python ] && .venv/bin/python -m pip --version >/dev/null 2>&1; then return; fi
  local python=${PYTHON:-python3}
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then packages python3-venv; fi
  if ! "$python" -c 'import os, sysconfig; exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))'; then
    packages python3-dev
  fi
  "$python" -c 'import sys; exit(sys.version_info < (3, 11))' ||
    { say "Python 3.11 or later is needed, here is $("$python" --version); name another: PYTHON=python3.12 make ..."; exit 1; }
  say "making .venv with $("$python" --version)"
  "$python" -m venv --clear .venv
}

# Versions and checksums are those of the lock file; no script of a package is run.
npm() {
  [ -n "$(type -P node)" ] && [ -n "$(type -P npm)" ] || packages nodejs npm
  if [ -z "$(type -P node)" ] || [ -z "$(type -P npm)" ]; then
    say "the page and the site need Node.js 18 or later with npm, and neither is here; with the right: sudo apt-get install nodejs npm"
    exit 1
  fi
  say "npm installs into $1/node_modules: $(node -p 'Object.keys(require("./'"$1"'/package.json").devDependencies).join(", ")')"
  (cd "$1" && command npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
}

# The steps of a build as they come; all that was said where it fails.
with_progress() {
  local log; log=$(mktemp)
  if ! "$@" 2>&1 | tee "$log" | { grep --line-buffered -oE '\[ *[0-9]+(%|/[0-9]+)\] .*' || true; }; then
    cat "$log" >&2; rm -f "$log"; return 1
  fi
  rm -f "$log"
}

# As `pip install .[EXTRA]`, but built in .venv itself: no new build environment, so what has not changed is not compiled again.
python() {
  venv
  local pip=(.venv/bin/python -m pip install --disable-pip-version-check --no-input) requires
  mapfile -t requires < <(.venv/bin/python -c '
import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
  say "pip installs into .venv: this package${1:+ with its extra '$1'}, and what it needs"
  "${pip[@]}" --quiet "${requires[@]}"
  with_progress "${pip[@]}" --verbose --no-build-isolation --config-settings=cmake.define.SCALING_LIMITS_CCACHE=ON ".${1:+[$1]}"
}

"$@"

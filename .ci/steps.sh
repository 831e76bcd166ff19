# SPDX-License-Identifier: Apache-2.0
# What .ci/run and .ci/full share: `step NAME COMMAND...` runs a command and writes down what it cost, the last lines say so.
#
# U (benchmarks/figures.py) is measured before each step. CPU seconds are user and system time of all that a step starts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true DEBIAN_FRONTEND=noninteractive
exec </dev/null
table=() failed=() begin=$SECONDS
work=$(mktemp -d)
TIMEFORMAT='%R %U %S'

step() {
  local name=$1 status=0 of; shift
  of=$(python3 benchmarks/figures.py unit)
  printf '\n==== %s: %s\n' "$name" "$*"
  { time "$@" 2>&1 || status=$?; } 3>&1 1>&3 2>"$work/time"
  table+=("$(awk -v name="$name" -v u="$of" -v status=$status '{ printf "%-15s %6.0f s wall %7.0f s CPU %6.0f U  %s", name, $1, $2 + $3,
    ($2 + $3) / u, status ? "FAILED" : "passed" }' "$work/time")")
  [ $status = 0 ] || failed+=("$name")
  return $status
}

report() {
  local status=$?
  trap - EXIT
  printf '\n'
  printf '%s\n' ${table[@]+"${table[@]}"}
  printf '%s\n' ${table[@]+"${table[@]}"} | awk '/U  / { wall += $2; cpu += $5; u += $8 } END { printf "%-15s %6.0f s wall %7.0f s CPU %6.0f U\n", "in all", wall, cpu, u }'
  rm -rf "$work"
  if [ ${#failed[@]} = 0 ] && [ $status = 0 ]; then
    echo "all steps passed in $(((SECONDS - begin) / 60)) min $(((SECONDS - begin) % 60)) s"
  else
    echo "FAILED: ${failed[*]:-before the first step}"
    [ $status != 0 ] || status=1
  fi
  exit $status
}
trap report EXIT

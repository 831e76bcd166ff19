# SPDX-License-Identifier: Apache-2.0
# What .ci/run and .ci/full share: `step NAME COMMAND...` runs a command and writes down what it cost, the last lines say so.
#
# U is the CPU time of compiling a source of <iostream>, <vector> and <string> at -O2, measured before each step: machines differ
# fourfold in seconds, hardly in U. CPU seconds are user and system time of all that a step starts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true DEBIAN_FRONTEND=noninteractive
exec </dev/null
table=() failed=() begin=$SECONDS
work=$(mktemp -d)
TIMEFORMAT='%R %U %S'

# unit: the least of three, in seconds of CPU
unit() {
  printf '#include <iostream>\n#include <string>\n#include <vector>\nint main() { std::cout << std::vector<std::string>{"a"}.front(); }\n' >"$work/u.cpp"
  for _ in 1 2 3; do { time "${CXX:-c++}" -std=c++20 -O2 -c "$work/u.cpp" -o "$work/u.o" 2>/dev/null; } 2>&1; done |
    awk '{ s = $2 + $3 } NR == 1 || s < least { least = s } END { print least }'
}

step() {
  local name=$1 status=0 of; shift
  of=$(unit)
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

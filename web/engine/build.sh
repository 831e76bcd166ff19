#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles the engine for WebAssembly: web/engine/build.sh FOLDER puts engine.wasm, engine.wasm.gz and engine.js there.
#
# With clang-19, lld-19, wasi-libc and the wasm32 builds of libc++ (Debian's packages); binaryen's wasm-opt makes it smaller, and
# zopfli packs it tighter than gzip, where there is one. Optimised at link time: what nobody calls with other arguments is folded.
set -euo pipefail
cd "$(dirname "$0")/../.."
to=$1
mkdir -p "$to"
objects=$to/objects
mkdir -p "$objects"

# Boost, Eigen and the parser of JSON where the system has them, and none of its other headers
found() { for place in /usr/include /usr/local/include "$to"/../_deps/*/include "$to"/../_deps/*-src; do [ -e "$place/$1" ] && echo "$place/$1" && return; done; return 1; }
for name in boost nlohmann eigen3/Eigen; do ln -sfn "$(found $name)" "$objects/${name##*/}"; done

target=(--target=wasm32-wasi -fwasm-exceptions)
boost=(-DBOOST_SMART_PTR_DETAIL_LIGHTWEIGHT_MUTEX_HPP_INCLUDED)  # asks for a mutex, which a build without threads has not
# no text is made of an error that nobody reads: they come back as NaN and inf, as in the library's own policies
for kind in DOMAIN POLE OVERFLOW EVALUATION ROUNDING; do boost+=("-DBOOST_MATH_${kind}_ERROR_POLICY=ignore_error"); done
boost+=(-DBOOST_MATH_PROMOTE_DOUBLE_POLICY=false)  # long double is software here
features=(-mbulk-memory -mnontrapping-fptoint -msign-ext)
inlining=(-mllvm -inline-threshold=-20)  # only what is smaller in place
compile=(clang++-19 "${target[@]}" "${features[@]}" "${inlining[@]}" -std=c++20 -Oz -DNDEBUG -fno-threadsafe-statics
  -fvisibility=hidden "${boost[@]}" -I include -isystem "$objects")
[ -z "${CCACHE=$(command -v ccache || true)}" ] || compile=("$CCACHE" "${compile[@]}")

# the units of the catalogue, but for the reader of TOML
units=$(sed -n 's/.*include "defined\/\(.*\)\.hpp".*/\1/p' include/scaling_limits/catalog/all.hpp | grep -v text_toml)
for unit in $units; do
  source="#include <scaling_limits/catalog/defined/$unit.hpp>"
  [ "$(cat "$objects/$unit.cpp" 2>/dev/null)" = "$source" ] || echo "$source" >"$objects/$unit.cpp"
done
printf '%s\n' web/engine/engine.cpp $(printf "$objects/%s.cpp " $units) |
  xargs -P "$(nproc)" -I {} sh -c '"$@" -flto -fno-rtti -c {} -o "$0/$(basename {} .cpp).o"' "$objects" "${compile[@]}"
"${compile[@]}" -c web/engine/exceptions.cpp -o "$objects/exceptions.o"
library=/usr/lib/wasm32-wasi
builtins=$(clang++-19 --print-resource-dir)/lib/wasi/libclang_rt.builtins-wasm32.a
wasm-ld-19 "-L$library" "$library/crt1-reactor.o" --entry _initialize "$objects/engine.o" $(printf "$objects/%s.o " $units) "$objects/exceptions.o" \
  -lc++ -lc++abi -lc "$builtins" -o "$objects/engine.wasm" --gc-sections --strip-all --lto-O2 -O2 \
  -z stack-size=1048576 --stack-first "${inlining[@]}" -mllvm -wasm-enable-eh -mllvm -exception-model=wasm

if optimiser=$(command -v wasm-opt); then
  "$optimiser" -Oz --enable-exception-handling --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int \
    --enable-mutable-globals --enable-multivalue --enable-reference-types "$objects/engine.wasm" -o "$to/engine.wasm"
else
  cp "$objects/engine.wasm" "$to/engine.wasm"
fi
if command -v zopfli >/dev/null; then zopfli "$to/engine.wasm"; else gzip -9kf "$to/engine.wasm"; fi
cp web/engine/engine.js "$to/engine.js"
echo "$to/engine.wasm: $(wc -c <"$to/engine.wasm") bytes, $(wc -c <"$to/engine.wasm.gz") gzipped"

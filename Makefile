# SPDX-License-Identifier: Apache-2.0
# Two commands do all the set-up: `make reproduce` and `make test`. The rest is for those who change the code.
# What is missing is installed first (cmake/setup.sh): system packages where the user may and SYSTEM is not "no", a local .venv
# always.
SHELL := /bin/bash
.NOTPARALLEL:
.DEFAULT_GOAL := help

PRESET ?= dev
NOTEBOOK_FLAGS ?= --inplace
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
headers = libboost-dev libeigen3-dev nlohmann-json3-dev libtomlplusplus-dev
packages = ninja-build ccache $(headers) catch2 $(if $(filter clang asan-ubsan,$(PRESET)),clang-19 libclang-rt-19-dev)
python = .venv/bin/python
# type stubs of the installed package
stubs = $(python) python/stubs.py build/stubs/scaling_limits
# what was there before this make: what it costs is written down only where nothing was
made := $(wildcard .venv)
tested := $(or $(wildcard build/$(PRESET)),$(if $(made),,nothing to test with))
export SYSTEM ?= yes
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)
export CMAKE_GENERATOR = $(if $(shell command -v ninja),Ninja,Unix Makefiles)
# the extension is built by make, which is there from the start: ninja that comes later is no reason to compile it again; in a
# folder of its own, since `pip install .` takes ninja where there is one
by_make = SKBUILD_BUILD_DIR='build/{wheel_tag}-make' CMAKE_GENERATOR='Unix Makefiles'
sources = $(shell find include python cmake CMakeLists.txt pyproject.toml README.md -type f -not -name '*.pyc' -not -path 'python/tests/*' -not -path 'python/signatures.*' 2>/dev/null)

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

reproduce: .venv/.with-plots  ## install, print every published estimate beside ours, write the plots
	.venv/bin/scaling-limits reproduce --plots plots
	$(if $(made),,@python3 benchmarks/figures.py reproduce $$PPID)

test: test-cpp test-python  ## install, build and run the tests, but for the slow witnesses
	$(if $(tested),,@python3 benchmarks/figures.py test $$PPID)

build-cpp: setup
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) --parallel $(JOBS) $(targets)

test-cpp: build-cpp
	ctest --preset $(PRESET) --parallel $(JOBS)
	$(if $(tested),,@python3 benchmarks/figures.py test-cpp $$PPID)

# a part of them: the tests of ROOMS="catalog limits", or those of all other rooms, which may be all that is built
empty =
named = ^($(subst $(empty) $(empty),|,$(ROOMS))):
test-rooms: targets = --target $(ROOMS:%=test_%)
test-rooms: build-cpp
	ctest --preset $(PRESET) --parallel $(JOBS) --tests-regex '$(named)'

test-other-rooms: targets = --target soak $(patsubst %,test_%,$(filter-out $(ROOMS),$(notdir $(wildcard tests/unit/*))))
test-other-rooms: build-cpp
	ctest --preset $(PRESET) --parallel $(JOBS) --exclude-regex '$(named)|_NOT_BUILT$$'

test-slow: build-cpp  ## the slow witnesses: minutes of simulation, dense grids in 50 digits
	ctest --test-dir build/$(PRESET) --output-on-failure --parallel $(JOBS) --label-regex slow

# what another compiler says of all that users include and write, and the rooms that touch memory under its sanitizers
test-clang: PRESET = clang
test-clang: targets = --target examples_alone users test_sanitized own_object
test-clang: build-cpp  ## Clang: every header, the examples, what is one's own, a small set of tests under its sanitizers
	ctest --preset $(PRESET) --parallel $(JOBS) --label-regex 'alone|sanitized'

# what users of another compiler meet: examples, consumers, the simulator beside the closed forms; with Clang, races
test-users: targets = --target examples agreement users users_programs $(if $(findstring clang,$(PRESET)),test_threads)
test-users: build-cpp
	ctest --preset $(PRESET) --parallel $(JOBS) --label-regex 'example|consumer|agreement|threads'

test-python: .venv/.with-test
	$(python) -m pytest python/tests -n $(JOBS) --dist loadfile

# `make test-python` has the newest of everything
test-lowest: .venv/.with-test  ## the quick tests of Python with the lowest versions that pyproject.toml admits
	$(by_make) $(python) cmake/lowest.py

# how many of each stands in tests/support/counts.csv
test-draws: targets = --target all answers
test-draws: build-cpp test-engine  ## the random tests of C++ and the page alone: DRAWS=1 in full, of which `make test` draws one in a hundred
	build/$(PRESET)/tests/fuzz/soak
	find build/$(PRESET)/tests -maxdepth 1 -name 'test_*' -type f -executable -print0 | sort -z | \
		xargs -0 -P $(JOBS) -I{} env {} '[draws]' --allow-running-no-tests

test-draws-python: .venv/.with-test  ## the random tests of Python alone
	$(python) -m pytest $$(grep -lE '^from counts import| fuzz\("' python/tests/*.py) -n $(JOBS) --maxschedchunk 1 -rP

# what the catalogue's tables allow, and what they do not, through both doors
fuzz: PRESET = asan-ubsan
fuzz: targets = --target fuzz_ask
# RUNS from a SEED are the same everywhere, as long as nothing is learnt from what is compared: addresses are among it
RUNS ?= $(shell python3 tests/support/counts.py 'fuzzer runs')
fuzz: build-cpp  ## random requests under the sanitizers, from a SEED or for MINUTES: no crash, no hang, no broken invariant
	mkdir -p build/fuzz/corpus
	build/$(PRESET)/tests/fuzz/fuzz_ask $(if $(MINUTES),-max_total_time=$$(($(MINUTES) * 60)),-runs=$(RUNS) -use_cmp=0 -seed=$(or $(SEED),3)) \
		-timeout=3000 -rss_limit_mb=4096 -len_control=0 -max_len=4096 \
		-artifact_prefix=build/fuzz/ build/fuzz/corpus tests/fuzz/found

CROSSING ?= analysis arrays catalog fuzz kept kernels network_limits parallelism parameters quantities results simulation strategies wrong_types
sanitized-python: PRESET = asan-ubsan-gcc
sanitized-python: .venv/.with-test  ## the extension under GCC's sanitizers, with the Python tests that cross most
	cmake --preset $(PRESET) -DSCALING_LIMITS_BUILD_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/$(python)
	cmake --build --preset $(PRESET) --parallel $(JOBS) --target _core
	rm -rf build/$(PRESET)/site && mkdir build/$(PRESET)/site && cp -r python/scaling_limits build/$(PRESET)/site
	cp build/$(PRESET)/python/_core*.so build/$(PRESET)/site/scaling_limits
	LD_PRELOAD="$$(c++ -print-file-name=libasan.so) $$(c++ -print-file-name=libstdc++.so)" \
		ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/$(PRESET)/site \
		$(python) -m pytest $(CROSSING:%=python/tests/test_%.py) -n $(JOBS)

COUNT ?= 100
mutants: build-cpp  ## change the kernels in COUNT places, one at a time: which changes does no test see? (ROOM=limits, SEED=2, VERDICTS=file: go on)
	python3 tests/mutants.py --build build/$(PRESET) --jobs $(JOBS) --count $(COUNT) $(foreach room,$(ROOM),--room $(room)) $(addprefix --seed ,$(SEED)) $(addprefix --verdicts ,$(VERDICTS))

lint: .venv/.with-lint  ## format, ruff, types, what is public, what a change says of itself
	cmake/setup.sh packages clang-format-19
	git ls-files '*.hpp' '*.cpp' | xargs clang-format-19 --dry-run -Werror
	python3 tests/history.py
	$(python) -m ruff check . && $(python) -m ruff format --check .
	$(stubs)
	$(python) -m mypy && $(python) -m mypy build/stubs/scaling_limits/*.pyi build/stubs/scaling_limits/interop/*.pyi
	$(python) python/signatures.py

test-headers: setup  ## every header by itself
	cmake/setup.sh packages clang-19
	git ls-files 'include/*.hpp' | xargs -P $(JOBS) -n 4 clang++-19 -x c++ -std=c++20 -fsyntax-only -Iinclude -isystem /usr/include/eigen3 \
		-Wall -Wextra -Wpedantic -Werror -Wno-pragma-once-outside-header -Wno-unused-const-variable

benchmark: .venv/.with-test  ## kernels, include cost, Python against SciPy
	cmake/setup.sh packages libbenchmark-dev
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS)
	for program in build/release/benchmarks/benchmark_*; do [ ! -x $$program ] || $$program; done
	for script in benchmarks/*.py; do $(python) $$script; done

notebook: .venv/.with-test  ## run every notebook again, in place
	$(python) notebooks/execute.py $(NOTEBOOK_FLAGS)

readme: .venv/.with-base  ## every command and snippet of the README gives what stands there
	PATH="$(CURDIR)/.venv/bin:$$PATH" $(python) tests/check_readme.py --build build/$(PRESET)/examples

recipes:  ## version, licence and summary into packaging/, where they are out of date
	python3 packaging/fill.py

# recipes of package managers and the workflows; Conan makes its package, what stands in for the others' tools runs theirs
test-packages: setup .venv/.with-recipes  ## the recipes say and do what the tree says, and the workflows run the gate and the rest
	$(python) -m pytest tests/packages -m "not slow" -n $(JOBS)

# the compiler is zig's, from PyPI: it brings the headers of these systems along
test-cross: setup .venv/.with-recipes  ## every example and the page's engine, for macOS and Windows
	$(python) -m pytest tests/packages -m slow -n $(JOBS)

docs: .venv/.with-docs web/node_modules/.with-packages build/explorer/index.html  ## the documentation site: build/site/index.html
	cmake/setup.sh packages doxygen
	$(python) docs/build.py --jobs $(JOBS)

# what the site must hold, on its files and in a browser
test-docs: docs  ## the site has a page for everything, no dead link, asks no host for anything; its formulas and its search in Chromium
	cmake/setup.sh packages chromium
	$(python) -m pytest docs/tests
	node docs/tests/browser.mjs build/site web/node_modules

# one is made for each Python 3.11-3.14 that is found; PYTHONS="python3 python3.13t" names them, TESTS="kernels package" the tests
wheels: explorer .venv/.with-base  ## wheels in dist/ with the page in them, each installed in a clean environment and tested there (PYTHONS="...", TESTS="...")
	$(by_make) python3 cmake/wheels.py wheels $(if $(PYTHONS),--pythons $(PYTHONS)) $(if $(TESTS),--tests $(TESTS))

sdist: .venv/.with-base  ## the source distribution in dist/
	$(stubs)
	python3 cmake/wheels.py sdist

test-sdist: sdist  ## it installs without a network, and its version stands in one file
	python3 tests/packages/with_the_sdist.py

newcomers: .venv/.with-test  ## what three people meet in their first hour: in a shell, in a notebook, with a compiler
	PATH="$(CURDIR)/.venv/bin:$$PATH" $(python) tests/newcomer/in_a_shell.py
	$(python) tests/newcomer/in_a_notebook.py
	$(python) tests/newcomer/with_a_compiler.py

# the page: the catalogue compiled to WebAssembly, and a script that draws; its packages are those of web/package-lock.json
wasm = clang-19 lld-19 binaryen zopfli wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32
page = $(wildcard web/page/*) web/build.mjs web/engine/engine.js

explorer: build/explorer/index.html  ## the page that computes in a browser: one file, build/explorer/index.html

build/engine/engine.wasm: $(shell find include -name '*.hpp') $(wildcard web/engine/*)
	cmake/setup.sh packages $(wasm) $(headers)
	web/engine/build.sh build/engine
	@touch $@

web/node_modules/.with-packages: web/package.json web/package-lock.json
	cmake/setup.sh npm web
	@touch $@

build/explorer/index.html: build/engine/engine.wasm web/node_modules/.with-packages $(page)
	node web/build.mjs

# numbers, words and refusals of the module beside those of the native catalogue
test-engine: targets = --target answers
test-engine: build/engine/engine.wasm build-cpp  ## random requests to the page's engine and to the native catalogue
	node web/tests/engine.test.mjs build/engine build/$(PRESET)/tests/fuzz/answers

# types, and what the page does; its numbers beside Python's
test-page: test-engine explorer .venv/.with-test  ## the page: its engine, its types, and what it does in Chromium
	@cmake/setup.sh packages chromium
	cd web && node node_modules/typescript/bin/tsc --project tsconfig.json
	PYTHON=$(CURDIR)/$(python) node --test --test-concurrency=$(JOBS) web/tests/page.test.mjs web/tests/chromium.test.mjs

test-firefox: explorer .venv/.with-test  ## the page in Firefox
	@cmake/setup.sh packages firefox-esr
	PYTHON=$(CURDIR)/$(python) node --test web/tests/firefox.test.mjs

explorer-benchmark: explorer  ## how long the page takes in Chromium, and how large it is
	@cmake/setup.sh packages chromium
	node web/benchmark.mjs

clean:  ## remove what was built, the .venv too
	rm -rf build dist .venv plots web/node_modules

setup:
	@cmake/setup.sh packages $(packages)

setup-python:
	@cmake/setup.sh packages $(headers)

# `pip install .[EXTRA]`, again when a source has changed; every extra brings the base
.venv/.with-%: $(sources) | setup-python
	$(by_make) cmake/setup.sh python $(filter-out base,$*)
	@touch $@ .venv/.with-base

.PHONY: help reproduce test build-cpp test-cpp test-rooms test-other-rooms test-slow test-clang test-users test-python test-lowest test-draws test-draws-python fuzz sanitized-python mutants
.PHONY: lint test-headers benchmark notebook readme recipes test-packages test-cross docs test-docs wheels sdist test-sdist newcomers
.PHONY: explorer test-engine test-page test-firefox explorer-benchmark clean setup setup-python
.PRECIOUS: .venv/.with-%

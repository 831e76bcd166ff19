// SPDX-License-Identifier: Apache-2.0
// Every header behind the macros of <windows.h>, or on another system behind those of them that are common words: each is read
// whole, whatever its templates are asked for. What we stand on comes first, for it has its own ways around them.
#if __has_include(<bits/stdc++.h>)
#include <bits/stdc++.h>
#endif

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions.hpp>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#ifdef WITH_EIGEN
#include <Eigen/Dense>
#endif
#ifdef WITH_TEXT
#include <toml++/toml.h>
#include <nlohmann/json.hpp>
#endif

#ifdef _WIN32
#include <windows.h>
#else
// function-like, as in minwindef.h: a name in parentheses is left alone
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define Yield()
// words: minwindef.h, combaseapi.h, rpcndr.h, wingdi.h, winerror.h, winbase.h
#define near
#define far
#define NEAR
#define FAR
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define TRUE 1
#define FALSE 0
#define STRICT 1
#define pascal __stdcall
#define cdecl
#define interface struct
#define hyper long long
#define small char
#define ERROR 0
#define ABSOLUTE 1
#define RELATIVE 2
#define OPAQUE 2
#define TRANSPARENT 1
#define DELETE (0x00010000L)
#define NO_ERROR 0L
#define INFINITE 0xFFFFFFFF
#endif
// <math.h> of the same compiler, and <complex.h>
#define DOMAIN 1
#define OVERFLOW 3
#define UNDERFLOW 4
#define I _Complex_I

#include EVERY_HEADER

int main() { return scaling_limits::checkpoint::optimal_interval(60.0, 3600.0) > 0 ? 0 : 1; }

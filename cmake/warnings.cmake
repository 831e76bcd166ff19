# Warnings for our own targets, never for those who include us. Designated initialisers leave the rest to its default on
# purpose; GCC 12 warns where the rest is an empty base.
add_library(scaling_limits_warnings INTERFACE)
target_compile_options(scaling_limits_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wno-sign-conversion>
  $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local;-Wno-missing-field-initializers>
  $<$<CXX_COMPILER_ID:MSVC>:/W4>
  $<$<AND:$<BOOL:${SCALING_LIMITS_WERROR}>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:-Werror>)

# What those meet who have not asked for our tests: `cmake -DSOURCE=... -DWORK=... -DCXX=... -P plain.cmake`.
cmake_minimum_required(VERSION 3.25)

function(run expect)
  execute_process(COMMAND ${CMAKE_COMMAND} ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT status STREQUAL expect AND NOT (expect STREQUAL "refused" AND NOT status STREQUAL 0))
    message(FATAL_ERROR "cmake ${ARGN}: ${status}\n${out}${err}")
  endif()
  set(out "${out}" PARENT_SCOPE)
  set(err "${err}" PARENT_SCOPE)
endfunction()

# a build without further ado compiles nothing, and an installation needs none
file(REMOVE_RECURSE ${WORK})
set(plain -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_DISABLE_FIND_PACKAGE_Catch2=ON -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON
  -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON -DFETCHCONTENT_FULLY_DISCONNECTED=ON)
run(0 -S ${SOURCE} -B ${WORK}/plain ${plain})
run(0 --install ${WORK}/plain --prefix ${WORK}/prefix)
run(0 --build ${WORK}/plain --verbose)
file(GLOB_RECURSE compiled ${WORK}/plain/*.o ${WORK}/plain/*.a)
list(FILTER compiled EXCLUDE REGEX "CompilerId|CMakeScratch")
if(compiled)
  message(FATAL_ERROR "a plain build compiled ${compiled}")
endif()
if(NOT EXISTS ${WORK}/prefix/include/scaling_limits/scaling_limits.hpp)
  message(FATAL_ERROR "nothing was installed")
endif()

# without Boost and without a network: one sentence, at once
foreach(offline -DFETCHCONTENT_FULLY_DISCONNECTED=ON "")
  set(ENV{https_proxy} http://127.0.0.1:9)  # where nobody answers
  run(refused -S ${SOURCE} -B ${WORK}/boostless -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON ${offline})
  string(REGEX REPLACE "[ \n]+" " " said "${err}")
  foreach(part "scaling_limits needs Boost 1.74 or later" "libboost-dev \\(apt\\)" "boost-devel \\(dnf\\)" "boost \\(brew\\)"
      "libboost-headers \\(conda\\)")
    if(NOT said MATCHES "${part}")
      message(FATAL_ERROR "without Boost: '${part}' is missing in:\n${err}")
    endif()
  endforeach()
  string(REGEX MATCHALL "\n" lines "${out}${err}")
  list(LENGTH lines count)
  string(REGEX MATCHALL "CMake Error" errors "${err}")
  list(LENGTH errors errors)
  if(count GREATER 30 OR errors GREATER 1)
    message(FATAL_ERROR "without Boost: ${count} lines, ${errors} errors:\n${out}${err}")
  endif()
endforeach()
run(refused -S ${SOURCE}/tests/consumer -B ${WORK}/of_package -DCMAKE_CXX_COMPILER=${CXX} -DHOW=package
  -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON)
string(REGEX REPLACE "[ \n]+" " " said "${err}")
if(NOT said MATCHES "scaling_limits needs Boost 1.74 or later, which was not found: install it, libboost-dev")
  message(FATAL_ERROR "the installed package without Boost:\n${err}")
endif()

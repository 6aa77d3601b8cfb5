# Headers that many sources include and that no change of Runnel touches, compiled once: the standard library's and gtest's.
# Reading them is a third to a half of what a source of core or a test takes. Builds by clang, and so both sanitisers,
# compile without, so that no source gets away with an include that it lacks.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT RUNNEL_SANITIZE)
  set(runnel_can_precompile ON)
else()
  set(runnel_can_precompile OFF)
endif()
option(RUNNEL_PRECOMPILE "compile headers of the standard library once for many sources" ${runnel_can_precompile})
find_program(RUNNEL_ENV env)

set(runnel_standard_headers <algorithm> <array> <atomic> <bit> <cmath> <complex> <condition_variable> <cstdint> <cstring>
  <deque> <functional> <limits> <map> <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view> <thread>
  <tuple> <unordered_map> <utility> <variant> <vector>)

# ccache keeps what is compiled with them if it is told that their macros are known, and sees what they hold.
function(runnel_cache_precompiled target)
  # One whose options do not fit after all is not used, which costs time alone.
  target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-error=invalid-pch)
  if(RUNNEL_CCACHE AND RUNNEL_ENV)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
      "${RUNNEL_ENV};CCACHE_SLOPPINESS=pch_defines,time_macros;${RUNNEL_CCACHE}")
  endif()
endfunction()

# For the sources of a library; those that have an optimisation of their own do without (SKIP_PRECOMPILE_HEADERS).
# After a target of the same options its name may be given, whose headers are then used.
function(runnel_precompile target)
  if(NOT RUNNEL_PRECOMPILE)
    return()
  endif()
  if(ARGN)
    target_precompile_headers(${target} REUSE_FROM ${ARGN})
  else()
    target_precompile_headers(${target} PRIVATE ${runnel_standard_headers})
  endif()
  runnel_cache_precompiled(${target})
endfunction()

# For the programs of this folder and those below that link gtest: one set of headers for all that have the same options,
# which follow from what a program links and from how it is optimised. Those that link core read its heaviest headers
# with them: four of ten files of the tests include these.
function(runnel_precompile_tests)
  if(NOT RUNNEL_PRECOMPILE)
    return()
  endif()
  get_property(folders DIRECTORY PROPERTY SUBDIRECTORIES)
  foreach(folder ${CMAKE_CURRENT_SOURCE_DIR} ${folders})
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target ${targets})
      get_target_property(type ${target} TYPE)
      get_target_property(libraries ${target} LINK_LIBRARIES)
      if(NOT type STREQUAL "EXECUTABLE" OR NOT "GTest::gtest" IN_LIST libraries)
        continue()
      endif()
      get_target_property(options ${target} COMPILE_OPTIONS)
      if(libraries MATCHES "runnel_(core|net_objects)")
        set(linked runnel_core)
      elseif(libraries MATCHES "runnel_(options|cpu_static|cpp|tools_common)")
        set(linked runnel_options)
      else()
        set(linked Threads::Threads)
      endif()
      if(options MATCHES "-O1>")
        set(level 1)
      else()
        set(level 0)
      endif()
      string(MAKE_C_IDENTIFIER "runnel_test_headers_${linked}_O${level}" headers)
      runnel_add_test_headers(${headers} ${linked} ${level})
      get_target_property(sources_in_c ${target} SOURCES)
      list(FILTER sources_in_c INCLUDE REGEX "\\.c$")
      if(sources_in_c)
        set_source_files_properties(${sources_in_c} TARGET_DIRECTORY ${target} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
      endif()
      target_precompile_headers(${target} REUSE_FROM ${headers})
      runnel_cache_precompiled(${target})
    endforeach()
  endforeach()
endfunction()

function(runnel_add_test_headers headers linked level)
  if(TARGET ${headers})
    return()
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${headers}.cc CONTENT "// Nothing: it is the headers that count.\n")
  add_library(${headers} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${headers}.cc)
  set_target_properties(${headers} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_link_libraries(${headers} PRIVATE ${linked} GTest::gtest)
  target_compile_options(${headers} PRIVATE -fPIE $<$<CONFIG:Release>:-O${level}>)  # as programs are
  target_precompile_headers(${headers} PRIVATE <gtest/gtest.h> ${runnel_standard_headers})
  if(linked STREQUAL "runnel_core")
    target_precompile_headers(${headers} PRIVATE "${PROJECT_SOURCE_DIR}/core/graph/builder.h"
      "${PROJECT_SOURCE_DIR}/core/runtime/session/session.h")
  endif()
  runnel_cache_precompiled(${headers})
endfunction()

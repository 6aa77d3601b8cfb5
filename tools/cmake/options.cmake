# Options and flags of the whole build, carried by the interface library runnel_options.
# Warnings are errors with the two compilers that CI uses and nowhere else, so that a newer compiler's new
# warning never stops a user.

set(RUNNEL_SANITIZE "" CACHE STRING "sanitisers to build with: \"address,undefined\" or \"thread\"")
option(RUNNEL_STATIC_CPU "link the CPU plugin into librunnel instead of loading it" OFF)
set(RUNNEL_CPU_MARCH "" CACHE STRING
  "build CPU kernels for one processor, such as x86-64-v3, instead of choosing when they run (default: choose)")
option(RUNNEL_BUILD_TESTS "build the tests" ON)
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
   OR (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^14\\."))
  set(runnel_known_compiler ON)
else()
  set(runnel_known_compiler OFF)
endif()
option(RUNNEL_WERROR "treat warnings as errors" ${runnel_known_compiler})

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_STANDARD 99)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
foreach(lang C CXX)
  set(CMAKE_${lang}_FLAGS_RELEASE "-O2 -DNDEBUG")
endforeach()

# One place for every shared object, so that plugins lie beside librunnel as they do in an install.
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
file(RELATIVE_PATH runnel_lib_from_bin /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set(CMAKE_INSTALL_RPATH "$ORIGIN/${runnel_lib_from_bin}")

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(RUNNEL_CCACHE ccache)
  if(RUNNEL_CCACHE)
    set(CMAKE_C_COMPILER_LAUNCHER ${RUNNEL_CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${RUNNEL_CCACHE})
  endif()
endif()

# Without it a 32-bit program reads no folder of a large file system and no file beyond 2 GiB.
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  add_compile_definitions(_FILE_OFFSET_BITS=64)
endif()

find_package(Threads REQUIRED)

add_library(runnel_options INTERFACE)
target_include_directories(runnel_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(runnel_options INTERFACE
  -Wall -Wextra -Wpedantic -ffunction-sections -fdata-sections
  -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=  # __FILE__ names no folder of the machine that built it
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
  $<$<BOOL:${RUNNEL_WERROR}>:-Werror>)
# Not in programs: there it would hide a sanitizer's malloc from libstdc++.so, which then frees what another
# allocator gave.
target_link_options(runnel_options INTERFACE -Wl,--gc-sections -Wl,--as-needed
  $<$<NOT:$<OR:$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>,$<BOOL:$<TARGET_PROPERTY:RUNNEL_HIDES_BY_SCRIPT>>>>:-Wl,--exclude-libs,ALL>)

# librunnel is optimised as a whole when it is linked, by the linker that can. All else links the same objects
# as they are, with a quick one.
include(CheckLinkerFlag)
option(RUNNEL_LTO "optimise librunnel as a whole when it is linked (release builds by GCC)" ON)
if(RUNNEL_LTO AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE MATCHES "^(Release|MinSizeRel)$"
   AND NOT RUNNEL_SANITIZE)
  set(runnel_lto ON)
endif()
foreach(linker lld gold)
  check_linker_flag(CXX -fuse-ld=${linker} RUNNEL_HAVE_${linker})
  if(RUNNEL_HAVE_${linker})
    target_link_options(runnel_options INTERFACE
      $<$<NOT:$<BOOL:$<TARGET_PROPERTY:RUNNEL_WHOLE>>>:-fuse-ld=${linker}>)
    break()
  endif()
endforeach()
check_linker_flag(CXX -Wl,-z,pack-relative-relocs RUNNEL_HAVE_RELR)
# The sources of a library, or a library, that takes part.
function(runnel_whole target)
  if(NOT runnel_lto)
    return()
  endif()
  target_compile_options(${target} PRIVATE -flto -ffat-lto-objects -fno-asynchronous-unwind-tables)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY")
    set_target_properties(${target} PROPERTIES RUNNEL_WHOLE ON)
    # Without warnings: what they say of code that was inlined across files is about no source line.
    target_link_options(${target} PRIVATE -flto=auto -fuse-ld=bfd -w
      $<$<BOOL:${RUNNEL_HAVE_RELR}>:-Wl,-z,pack-relative-relocs>)
  endif()
endfunction()

# Fails where a list of this folder's CMakeLists.txt names a file that is not there: flags that hang on a file's name
# would be lost without a word when the file is renamed.
function(runnel_need_sources)
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    if(NOT EXISTS ${source})
      message(FATAL_ERROR "${CMAKE_CURRENT_LIST_FILE} has flags for ${source}, which is not there")
    endif()
  endforeach()
endfunction()
# Sets the compile options of sources that must be there.
function(runnel_source_options options)
  runnel_need_sources(${ARGN})
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${options}")
endfunction()

# A library whose sources are built small in a release,
function(runnel_small target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Os>)
endfunction()
# but for these, of the same folder, which are built fast.
function(runnel_hot)
  runnel_source_options($<$<CONFIG:Release>:-O2> ${ARGN})
  set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# For programs in C: librunnel's C++ needs the part of a sanitizer's runtime that only the C++ compiler links.
function(runnel_c_program target)
  if(RUNNEL_SANITIZE)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  endif()
endfunction()

if(RUNNEL_SANITIZE)
  # Global, so that test plugins and consumers that skip runnel_options are instrumented too.
  add_compile_options(-fsanitize=${RUNNEL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${RUNNEL_SANITIZE})
  if(RUNNEL_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(RUNNEL_FUZZERS ON)
    add_compile_options(-fsanitize=fuzzer-no-link)
  endif()
else()
  target_link_options(runnel_options INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>:-Wl,-z,defs>
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY>:-Wl,-z,defs>)
endif()

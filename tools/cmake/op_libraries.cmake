# Families of ops as libraries of their own, librunnel_<family>.so, which librunnel opens when a graph first names one of
# their ops. core/CMakeLists.txt says which files form one:
#   runnel_op_library(<family> <file>...)
# with files of core that hold its rows, its kernels and what only they use; and
#   runnel_part_library(<name> <file of its symbol> <file>...)
# for what else librunnel opens when it is wanted. All else follows from that: the table of ops
# comes from the files as they are preprocessed, and librunnel exports to its own libraries, under the version RUNNEL_PRIVATE,
# the C++ functions that their objects lack. What links core statically has all families in it.
if(CMAKE_SCRIPT_MODE_FILE)
  set(arguments)
  set(seen OFF)
  foreach(at RANGE 1 ${CMAKE_ARGC})
    if(seen AND NOT "${CMAKE_ARGV${at}}" STREQUAL "")
      list(APPEND arguments ${CMAKE_ARGV${at}})
    elseif("${CMAKE_ARGV${at}}" STREQUAL "--")
      set(seen ON)
    endif()
  endforeach()
  function(write_if_different path text)
    file(WRITE ${path}.new "${text}")
    file(COPY_FILE ${path}.new ${path} ONLY_IF_DIFFERENT)
    file(REMOVE ${path}.new)
  endfunction()

  # cmake -D STEP=rows -D OUT=header -D FAMILY=name -D COMPILER=command -P op_libraries.cmake -- source ...
  # The ops and the groups of rows of one library. Macros may spell names, so the compiler expands them first.
  # A row says .name or .op with a literal.
  if(STEP STREQUAL "rows")
    separate_arguments(compiler UNIX_COMMAND "${COMPILER}")
    set(ops)
    set(kernels)
    set(groups)
    foreach(source ${arguments})
      execute_process(COMMAND ${compiler} -E -P -x c++ ${source} OUTPUT_VARIABLE text RESULT_VARIABLE failed)
      if(failed)
        message(FATAL_ERROR "${source} cannot be preprocessed")
      endif()
      foreach(field name op)
        string(REGEX MATCHALL "[{, \n]\\.${field} = *\n? *(\"[A-Za-z0-9_>]*\"[ \n]*)+[,}]" rows "${text}")
        foreach(row ${rows})
          string(REGEX REPLACE "[{, \n]\\.${field} = *|[\" \n,}]" "" row "${row}")
          if(field STREQUAL "name")
            list(APPEND ops "${row}")
          else()
            list(APPEND kernels "${row}")
          endif()
        endforeach()
      endforeach()
      file(STRINGS ${source} lines REGEX "^std::span<const (OpRow> [A-Za-z]+Ops|HostKernelRow> [A-Za-z]+Kernels)\\(\\) {")
      foreach(line ${lines})
        if(line MATCHES " ([A-Za-z]+)Ops\\(")
          string(APPEND groups "RUNNEL_OP_GROUP(${FAMILY}, ${CMAKE_MATCH_1})\n")
        elseif(line MATCHES " ([A-Za-z]+)Kernels\\(")
          string(APPEND groups "RUNNEL_KERNEL_GROUP(${FAMILY}, ${CMAKE_MATCH_1})\n")
        endif()
      endforeach()
    endforeach()
    if(NOT ops)
      message(FATAL_ERROR "library ${FAMILY}: no file of it has a row")
    endif()
    foreach(list ops kernels)
      list(SORT ${list})
      list(JOIN ${list} " \"\n    \"" ${list})
    endforeach()
    write_if_different(${OUT} "// Written by tools/cmake/op_libraries.cmake: the ops of a library and its groups of rows.
RUNNEL_OP_LIBRARY(${FAMILY},
    \"${ops}\",
    \"${kernels}\")
${groups}")

  # cmake -D STEP=exports -D OUT=map -D NAMES=exports.list -D WANTED=linker_script -D NM=nm -P op_libraries.cmake
  #   -- object ... -- object ...   (a group for each library)
  # What librunnel exports: the C ABI, and what the objects of its libraries lack.
  elseif(STEP STREQUAL "exports")
    file(STRINGS ${NAMES} names REGEX "^rnl_")
    set(private)
    set(lacking)
    set(there)
    foreach(object ${arguments} "--")
      if(object STREQUAL "--")
        list(REMOVE_ITEM lacking "" ${there})
        list(APPEND private ${lacking})
        set(lacking)
        set(there)
        continue()
      endif()
      execute_process(COMMAND ${NM} ${object} OUTPUT_VARIABLE text RESULT_VARIABLE failed ERROR_QUIET)
      if(failed)
        message(FATAL_ERROR "${NM} cannot read ${object}")
      endif()
      string(REGEX MATCHALL " U _Z[^\n]*6runnel[^\n]*" found "${text}")
      list(TRANSFORM found REPLACE "^ U " "")
      list(APPEND lacking ${found})
      string(REGEX MATCHALL " [A-TV-Z] _Z[^\n]*6runnel[^\n]*" found "${text}")
      list(TRANSFORM found REPLACE "^ [A-Z] " "")
      list(APPEND there ${found})
    endforeach()
    list(REMOVE_DUPLICATES private)
    list(SORT private)
    list(JOIN names ";\n    " names)
    set(text "RUNNEL_0 {\n  global:\n    ${names};\n  local:\n    *;\n};\n")
    set(wanted "")
    if(private)
      list(JOIN private ";\n    " listed)
      string(APPEND text "RUNNEL_PRIVATE {\n  global:\n    ${listed};\n};\n")
      list(JOIN private "\n  " listed)
      set(wanted "EXTERN(\n  ${listed}\n)\n")
    endif()
    write_if_different(${OUT} "${text}")
    write_if_different(${WANTED} "/* What librunnel takes from archives for its own libraries. */\n${wanted}")

  # cmake -D STEP=mark -D OUT=header -D BUILD=text -D LIST=file -P op_libraries.cmake
  # A mark that two libraries have in common if they see the same classes: LIST names the headers.
  elseif(STEP STREQUAL "mark")
    file(STRINGS ${LIST} headers)
    set(all "${BUILD}")
    foreach(header ${headers})
      file(SHA256 ${header} hash)
      string(APPEND all " ${hash}")
    endforeach()
    string(SHA256 hash "${all}")
    string(SUBSTRING ${hash} 0 16 hash)
    write_if_different(${OUT} "// Written by tools/cmake/op_libraries.cmake.\n#define RUNNEL_BUILD_MARK \"${VERSION}, ${hash}\"\n")
  endif()
  return()
endif()

set(runnel_op_libraries_script ${CMAKE_CURRENT_LIST_FILE})
if(RUNNEL_MINIMAL OR RUNNEL_STATIC_CPU)
  set(default ON)
else()
  set(default OFF)
endif()
option(RUNNEL_STATIC_FAMILIES "link all families of ops into librunnel, instead of opening libraries" ${default})

# Makes generated/runnel_build_mark.h, for `target`. `ARGN`: headers.
function(runnel_build_mark target)
  set(header ${PROJECT_BINARY_DIR}/generated/runnel_build_mark.h)
  set(list ${PROJECT_BINARY_DIR}/generated/runnel_build_mark.txt)
  list(JOIN ARGN "\n" text)
  file(CONFIGURE OUTPUT ${list} CONTENT "@text@\n" @ONLY)
  set(build "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS} ${RUNNEL_SANITIZE}")
  add_custom_command(OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -D STEP=mark -D OUT=${header} -D LIST=${list} -D BUILD=${build}
      -D "VERSION=runnel ${PROJECT_VERSION}" -P ${runnel_op_libraries_script}
    DEPENDS ${ARGN} ${list} ${runnel_op_libraries_script} VERBATIM COMMENT "The mark of this build")
  target_sources(${target} PRIVATE ${header})
  set_property(GLOBAL PROPERTY RUNNEL_BUILD_MARK ${header})
endfunction()

# Takes the files out of core_sources and notes them for runnel_add_op_libraries. `entry` has the library's symbol, and is
# in no other program.
function(runnel_part_library name entry)
  set(sources)
  foreach(file ${entry} ${ARGN})
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    if(NOT source IN_LIST core_sources)
      message(FATAL_ERROR "library ${name}: core/${file} is not there, or in another library")
    endif()
    list(APPEND sources ${source})
  endforeach()
  list(POP_FRONT sources entry)
  list(REMOVE_ITEM core_sources ${entry})
  list(REMOVE_ITEM all_core_sources ${entry})
  if(NOT RUNNEL_STATIC_FAMILIES)
    list(REMOVE_ITEM core_sources ${sources})
    set_property(GLOBAL APPEND PROPERTY RUNNEL_OP_LIBRARIES ${name})
    set_property(GLOBAL PROPERTY RUNNEL_OP_LIBRARY_${name} ${sources})
    set_property(GLOBAL PROPERTY RUNNEL_OP_LIBRARY_${name}_ENTRY ${entry})
  endif()
  set(core_sources ${core_sources} PARENT_SCOPE)
  set(all_core_sources ${all_core_sources} PARENT_SCOPE)
endfunction()
# All families have one file for their symbols, built once for each.
function(runnel_op_library family)
  set(entry runtime/host_ops/op_library_main.cc)
  list(APPEND core_sources ${CMAKE_CURRENT_SOURCE_DIR}/${entry})
  runnel_part_library(${family} ${entry} ${ARGN})
  set_property(GLOBAL APPEND PROPERTY RUNNEL_OP_FAMILIES ${family})
  set(core_sources ${core_sources} PARENT_SCOPE)
  set(all_core_sources ${all_core_sources} PARENT_SCOPE)
endfunction()

# The targets of all libraries: objects, which runnel_core holds too, a shared library, and the header of its rows. Those
# that need the libraries when they run depend on runnel_op_libraries.
function(runnel_add_op_libraries)
  set(generated ${PROJECT_BINARY_DIR}/generated)
  get_property(libraries GLOBAL PROPERTY RUNNEL_OP_LIBRARIES)
  get_property(families GLOBAL PROPERTY RUNNEL_OP_FAMILIES)
  get_property(mark GLOBAL PROPERTY RUNNEL_BUILD_MARK)
  add_custom_target(runnel_op_libraries)
  set(includes)
  set(precompiled)
  foreach(name ${libraries})
    get_property(sources GLOBAL PROPERTY RUNNEL_OP_LIBRARY_${name})
    get_property(entry GLOBAL PROPERTY RUNNEL_OP_LIBRARY_${name}_ENTRY)
    add_library(runnel_${name}_objects OBJECT ${sources})
    # What only the shared library has.
    add_library(runnel_${name}_entry OBJECT ${entry} ${mark})
    if(name IN_LIST families)
      set(header ${generated}/runnel_op_library_${name}.h)
      string(APPEND includes "#include \"runnel_op_library_${name}.h\"\n")
      add_custom_command(OUTPUT ${header}
        COMMAND ${CMAKE_COMMAND} -D STEP=rows -D OUT=${header} -D FAMILY=${name}
          -D "COMPILER=${CMAKE_CXX_COMPILER} ${CMAKE_CXX_FLAGS} -std=c++20 -I${PROJECT_SOURCE_DIR} -I${generated}"
          -P ${runnel_op_libraries_script} -- ${sources}
        DEPENDS ${sources} ${runnel_op_libraries_script} VERBATIM COMMENT "The ops of librunnel_${name}")
      target_sources(runnel_core PRIVATE ${header})
      target_sources(runnel_${name}_entry PRIVATE ${header})
      target_compile_definitions(runnel_${name}_entry PRIVATE
        "RUNNEL_OP_LIBRARY_HEADER=\"runnel_op_library_${name}.h\"")
    endif()
    foreach(objects runnel_${name}_objects runnel_${name}_entry)
      target_link_libraries(${objects} PRIVATE runnel_options Threads::Threads runnel_graph_proto)
      runnel_shares_objects(${objects})
      runnel_small(${objects})
    endforeach()
    # All have the same options, and so one set of precompiled headers.
    runnel_precompile(runnel_${name}_objects ${precompiled})
    set(precompiled runnel_${name}_objects)
    target_sources(runnel_core PRIVATE $<TARGET_OBJECTS:runnel_${name}_objects>)

    add_library(runnel_${name} SHARED $<TARGET_OBJECTS:runnel_${name}_objects> $<TARGET_OBJECTS:runnel_${name}_entry>)
    # What librunnel has of messages, it does not export.
    target_link_libraries(runnel_${name} PRIVATE runnel_options runnel runnel_graph_proto)
    set_target_properties(runnel_${name} PROPERTIES LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN"
      LINK_DEPENDS ${runnel_op_library_map})
    target_link_options(runnel_${name} PRIVATE -Wl,--version-script=${runnel_op_library_map} -Wl,-Bsymbolic)
    add_dependencies(runnel_op_libraries runnel_${name})
  endforeach()
  file(CONFIGURE OUTPUT ${generated}/runnel_op_libraries.h @ONLY CONTENT
    "// Written by tools/cmake/op_libraries.cmake: all libraries of families.\n@includes@")
endfunction()
set(runnel_op_library_map ${CMAKE_CURRENT_LIST_DIR}/op_library.map)

# For targets whose objects see, or are seen by, those of other libraries of this build. No version script of theirs lets
# anybody else see them.
function(runnel_shares_objects target)
  if(RUNNEL_STATIC_FAMILIES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET default)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-semantic-interposition>)
endfunction()

# Makes `map`, the version script of librunnel, of the list of the C ABI's functions, and `wanted`, a linker script that
# takes what it exports from archives.
function(runnel_exports target map wanted list)
  get_property(families GLOBAL PROPERTY RUNNEL_OP_LIBRARIES)
  set(objects)
  set(all)
  foreach(family ${families})
    # Precompiled headers are among a target's objects.
    set(of_family $<FILTER:$<TARGET_OBJECTS:runnel_${family}_objects>,EXCLUDE,gch$> $<TARGET_OBJECTS:runnel_${family}_entry>)
    list(APPEND objects -- ${of_family})
    list(APPEND all ${of_family})
  endforeach()
  add_custom_command(OUTPUT ${map} ${wanted}
    COMMAND ${CMAKE_COMMAND} -D STEP=exports -D OUT=${map} -D WANTED=${wanted} -D NAMES=${list} -D NM=${CMAKE_NM}
      -P ${runnel_op_libraries_script} -- ${objects}
    DEPENDS ${list} ${all} ${runnel_op_libraries_script} COMMAND_EXPAND_LISTS VERBATIM COMMENT "What librunnel exports")
  add_custom_target(${target}_exports DEPENDS ${map} ${wanted})
  add_dependencies(${target} ${target}_exports)
endfunction()

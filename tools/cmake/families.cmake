# Lists of families, found by the build. A file says on a line of its own that it holds a family, such as
#   RUNNEL_CPU_ROWS(Math)
# and a header in the build folder has RUNNEL_FAMILY(Math) for it, for whoever defines that macro and includes the
# header. The list is looked for when a file of the folder changes, and is only written when it is another one.
if(CMAKE_SCRIPT_MODE_FILE)  # cmake -D LIST=header -D LINE=regex -P families.cmake file ...
  set(text "// Written by tools/cmake/families.cmake: the families of a folder.\n")
  set(families)
  foreach(at RANGE 0 ${CMAKE_ARGC})
    if("${CMAKE_ARGV${at}}" MATCHES "\\.cc$")
      file(STRINGS ${CMAKE_ARGV${at}} lines REGEX "${LINE}")
      foreach(line ${lines})
        string(REGEX MATCH "${LINE}" line "${line}")
        list(APPEND families ${CMAKE_MATCH_1})
      endforeach()
    endif()
  endforeach()
  list(SORT families)
  foreach(family ${families})
    string(APPEND text "RUNNEL_FAMILY(${family})\n")
  endforeach()
  if(NOT families)
    message(FATAL_ERROR "${LIST}: no file has a line like ${LINE}")
  endif()
  file(WRITE ${LIST}.new "${text}")
  file(COPY_FILE ${LIST}.new ${LIST} ONLY_IF_DIFFERENT)
  file(REMOVE ${LIST}.new)
  return()
endif()

set(runnel_families_script ${CMAKE_CURRENT_LIST_FILE})
# Makes `list`, for the target's sources to include. `line`: what a family's file has, its name as the group.
function(runnel_families target list line)
  set(list ${PROJECT_BINARY_DIR}/generated/${list})
  add_custom_command(OUTPUT ${list}
    COMMAND ${CMAKE_COMMAND} -D LIST=${list} -D LINE=${line} -P ${runnel_families_script} ${ARGN}
    DEPENDS ${ARGN} ${runnel_families_script} VERBATIM COMMENT "Finding the families of ${target}")
  target_sources(${target} PRIVATE ${list})
endfunction()

# runnel_nanopb(<target> <file.proto>...): an interface library that carries the headers nanopb generates of
# .proto files, included as "<folder of the .proto in the source tree>/<name>.pb.h". The generator is Debian's and
# runs under the system's Python, whose protobuf package it needs.
find_program(RUNNEL_SYSTEM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT RUNNEL_SYSTEM_PYTHON)
  find_program(RUNNEL_SYSTEM_PYTHON NAMES python3 REQUIRED)
endif()
find_program(RUNNEL_NANOPB_GENERATOR NAMES nanopb_generator.py nanopb_generator REQUIRED)
find_library(NANOPB_STATIC libprotobuf-nanopb.a REQUIRED)

function(runnel_nanopb target)
  set(generated ${PROJECT_BINARY_DIR}/generated)
  set(headers)
  foreach(proto ${ARGN})
    get_filename_component(path ${proto} ABSOLUTE)
    get_filename_component(folder ${path} DIRECTORY)
    get_filename_component(name ${path} NAME_WE)
    file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${folder})
    file(MAKE_DIRECTORY ${generated}/${relative})
    file(GLOB options CONFIGURE_DEPENDS ${folder}/${name}.options)
    set(header ${generated}/${relative}/${name}.pb.h)
    add_custom_command(
      OUTPUT ${header}
      BYPRODUCTS ${generated}/${relative}/${name}.pb.c
      COMMAND ${RUNNEL_SYSTEM_PYTHON} ${RUNNEL_NANOPB_GENERATOR} --quiet -I ${folder} -D ${generated}/${relative}
              ${name}.proto
      WORKING_DIRECTORY ${folder}
      DEPENDS ${path} ${options}
      COMMENT "nanopb ${relative}/${name}.proto"
      VERBATIM)
    list(APPEND headers ${header})
  endforeach()
  add_custom_target(${target}_headers DEPENDS ${headers})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}_headers)
  target_include_directories(${target} SYSTEM INTERFACE ${generated})
  target_link_libraries(${target} INTERFACE ${NANOPB_STATIC})
endfunction()

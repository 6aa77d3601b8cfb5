# What `cmake --install` puts where. Included last by the root, when every target is known; a target that this
# build does not have is left out. Everything is found relative to its neighbours, so the tree may be moved.
include(CMakePackageConfigHelpers)

set(runnel_doc_dir ${CMAKE_INSTALL_DATADIR}/doc/runnel)
set(runnel_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/runnel)

if(TARGET runnel)
  set_target_properties(runnel PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0 EXPORT_NAME runnel)
  install(TARGETS runnel EXPORT runnelTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT runnelTargets NAMESPACE runnel:: DESTINATION ${runnel_cmake_dir})
  configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/runnelConfig.cmake.in
    ${PROJECT_BINARY_DIR}/package/runnelConfig.cmake INSTALL_DESTINATION ${runnel_cmake_dir})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/runnelConfigVersion.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/package/runnelConfig.cmake
    ${PROJECT_BINARY_DIR}/package/runnelConfigVersion.cmake DESTINATION ${runnel_cmake_dir})

  file(RELATIVE_PATH runnel_prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  # Programs find the library where it is, but for a system's own folders, which its loader searches.
  set(runnel_pc_rpath " -Wl,-rpath,\${libdir}")
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(runnel_pc_rpath)
  endif()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/runnel.pc.in ${PROJECT_BINARY_DIR}/package/runnel.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/runnel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  install(FILES c_api/runnel.h c_api/runnel_learn.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/runnel)
endif()

# C++: headers, and runnel::cpp, in an install component of their own.
if(TARGET runnel_cpp)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/cpp/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT cpp)
  install(TARGETS runnel_cpp EXPORT runnelCppTargets COMPONENT cpp)
  install(EXPORT runnelCppTargets NAMESPACE runnel:: DESTINATION ${runnel_cmake_dir} COMPONENT cpp)
endif()

# The other languages' packages, as sources: what a program names as its dependency. runnel.pc says where they are.
set(runnel_language_dir ${CMAKE_INSTALL_DATADIR}/runnel)
foreach(language go python rust)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/${language} DESTINATION ${runnel_language_dir} COMPONENT ${language}
    PATTERN "*_test.go" EXCLUDE PATTERN "tests" EXCLUDE PATTERN "target" EXCLUDE PATTERN "build" EXCLUDE
    PATTERN "__pycache__" EXCLUDE PATTERN "*.egg-info" EXCLUDE)
endforeach()

# Plugins lie beside librunnel, which looks for them there. In the minimal preset the CPU is inside it.
if(TARGET runnel_cpu AND NOT RUNNEL_STATIC_CPU)
  install(TARGETS runnel_cpu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET runnel_onednn)
  install(TARGETS runnel_onednn LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET runnel_onnx)
  install(TARGETS runnel_onnx LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET runnel_tflite)
  install(TARGETS runnel_tflite LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET runnel_vulkan)
  install(TARGETS runnel_vulkan LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  if(TARGET runnel_program)
    add_dependencies(runnel_program runnel_vulkan)  # who builds the program finds the devices
  endif()
endif()

if(TARGET runnel_cuda)
  install(TARGETS runnel_cuda LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

# Opened by librunnel when a program first uses a cluster.
if(TARGET runnel_net)
  install(TARGETS runnel_net LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

# Opened by librunnel when a graph first names one of their ops.
get_property(runnel_families_there GLOBAL PROPERTY RUNNEL_OP_LIBRARIES)
foreach(family ${runnel_families_there})
  install(TARGETS runnel_${family} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endforeach()
if(TARGET runnel_program)
  add_dependencies(runnel_program runnel_op_libraries)
endif()

# For plugin authors: the ABI and the SDK in one folder, which is how they include each other, and the
# conformance program.
file(GLOB runnel_plugin_headers CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/plugins/abi/*.h ${PROJECT_SOURCE_DIR}/plugins/sdk/*.h)
install(FILES ${runnel_plugin_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/runnel/plugin)
# The skeleton to copy, and how to build it.
install(FILES ${PROJECT_SOURCE_DIR}/plugins/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/runnel/plugin)
install(FILES ${PROJECT_SOURCE_DIR}/plugins/null/null.cc DESTINATION ${CMAKE_INSTALL_DATADIR}/runnel/plugin/null)

foreach(program runnel_program runnel-conformance)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${runnel_doc_dir})
if(TARGET runnel_ops_reference)
  install(FILES ${PROJECT_BINARY_DIR}/doc/ops.md DESTINATION ${runnel_doc_dir} OPTIONAL)
endif()

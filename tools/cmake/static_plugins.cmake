# Plugins that are linked in rather than loaded: the build lists them here, so that core names no device.
# Each is a target and the name of its query function.
if(RUNNEL_STATIC_CPU)
  if(NOT TARGET runnel_cpu_static)
    message(FATAL_ERROR "RUNNEL_STATIC_CPU: this tree has no devices/cpu")
  endif()
  target_link_libraries(runnel_core PUBLIC runnel_cpu_static)
  target_compile_definitions(runnel_core PRIVATE RUNNEL_STATIC_PLUGIN_QUERIES=RUNNEL_QUERY\(rnlp_cpu_plugin_query\))
endif()

#include "core/runtime/plugins/static_plugins.h"

// A list such as RUNNEL_QUERY(rnlp_cpu_plugin_query): the build names plugins, the code does not.
#ifndef RUNNEL_STATIC_PLUGIN_QUERIES
#define RUNNEL_STATIC_PLUGIN_QUERIES
#endif

#define RUNNEL_QUERY(function) extern "C" const rnlp_plugin_t* function(void);
RUNNEL_STATIC_PLUGIN_QUERIES
#undef RUNNEL_QUERY

namespace runnel {
namespace {

#define RUNNEL_QUERY(function) function,
constexpr rnlp_plugin_query_fn_t kQueries[] = {RUNNEL_STATIC_PLUGIN_QUERIES nullptr};
#undef RUNNEL_QUERY

}  // namespace

std::span<const rnlp_plugin_query_fn_t> StaticPluginQueries() {
  return {kQueries, std::size(kQueries) - 1};
}

}  // namespace runnel

// Plugins that the build linked in, listed by core/CMakeLists.txt from RUNNEL_STATIC_PLUGINS.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_STATIC_PLUGINS_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_STATIC_PLUGINS_H_

#include <span>

#include "plugins/abi/rnlp_plugin.h"

namespace runnel {

// Their query functions; often none.
std::span<const rnlp_plugin_query_fn_t> StaticPluginQueries();

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_STATIC_PLUGINS_H_

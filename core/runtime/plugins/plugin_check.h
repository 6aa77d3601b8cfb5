// Checks of what a plugin's query returned, before anything in it is used.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_PLUGIN_CHECK_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_PLUGIN_CHECK_H_

#include <string>

#include "core/base/status.h"
#include "plugins/abi/rnlp_plugin.h"

namespace runnel {

// The prefix (magic, majors, minors, id), then every table and row: sizes that reach as far as version
// 1.0 did, pointers that must not be null, counts that go with them. Errors: FAILED_PRECONDITION for a
// version, with both numbers; INVALID_ARGUMENT for the rest. All name the path.
Status CheckPluginTable(const rnlp_plugin_t* table, const std::string& path);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_PLUGIN_CHECK_H_

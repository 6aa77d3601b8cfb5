// Checks of what a plugin's query returned, before anything in it is used.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_PLUGIN_CHECK_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_PLUGIN_CHECK_H_

#include <span>
#include <string>

#include "core/base/status.h"
#include "plugins/abi/rnlp_plugin.h"

namespace runnel {

// The prefix (magic, majors, minors, id), then every table and row: sizes that reach as far as version
// 1.0 did, pointers that must not be null, counts that go with them. Errors: FAILED_PRECONDITION for a
// version, with both numbers; INVALID_ARGUMENT for the rest. All name the path.
Status CheckPluginTable(const rnlp_plugin_t* table, const std::string& path);

// A checked table's importers; none in one of a minor before 3.
inline std::span<const rnlp_importer_row_t* const> ImportersOf(const rnlp_plugin_t& table) {
  // NOLINTNEXTLINE(bugprone-sizeof-expression): a pointer is what is meant
  if (table.prefix.size_bytes < RNLP_SIZE_TO(rnlp_plugin_t, importers)) return {};
  return {table.importers, table.num_importers};
}

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_PLUGIN_CHECK_H_

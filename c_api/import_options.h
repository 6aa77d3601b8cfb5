// What an import of a graph is told by a user.
#ifndef RUNNEL_C_API_IMPORT_OPTIONS_H_
#define RUNNEL_C_API_IMPORT_OPTIONS_H_

#include <string>
#include <utility>
#include <vector>

#include "c_api/internal.h"

struct rnl_import_options_t {
  std::string prefix;
  std::string default_device;
  std::vector<std::pair<std::string, rnl_output_t>> input_map;
  std::vector<rnl_node_t> control_dependencies;
  bool extend = false;
  std::vector<std::pair<std::string, std::string>> importer;  // for the importer of a model file
};

namespace runnel::capi {

// `options` may be null. Errors: INVALID_ARGUMENT for nodes that `graph` does not have.
Status ToImportOptions(const Graph& graph, const rnl_import_options_t* options, ImportOptions* out);

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_IMPORT_OPTIONS_H_

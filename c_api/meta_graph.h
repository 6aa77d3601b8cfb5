// The handle of MetaGraphs, which graphs are exported with and SavedModels are written of.
#ifndef RUNNEL_C_API_META_GRAPH_H_
#define RUNNEL_C_API_META_GRAPH_H_

#include <map>
#include <string>
#include <vector>

#include "c_api/internal.h"
#include "core/graph/meta_graph_build.h"

struct rnl_meta_graph_t {
  runnel::MetaGraphSpec spec;
  std::map<std::string, std::string> asset_sources;  // path by tensor
  // What the collections hold that were read.
  struct Variable {
    std::string handle;
    runnel::VariableDef def;
  };
  std::map<std::string, std::vector<Variable>, std::less<>> variables;
  std::vector<runnel::QueueRunnerDef> queue_runners;
  runnel::SaverDef saver;
};

namespace runnel::capi {

// A handle of all of `def` but its graph. Errors: those of decoding an element of a collection, with its
// name.
Result<std::unique_ptr<rnl_meta_graph_t>> NewMetaGraph(MetaGraphDef def);

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_META_GRAPH_H_

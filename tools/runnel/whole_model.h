// A model as a whole, not a part of it to be run: its graph, what belongs to that, and where the values
// of its variables are.
#ifndef RUNNEL_TOOLS_RUNNEL_WHOLE_MODEL_H_
#define RUNNEL_TOOLS_RUNNEL_WHOLE_MODEL_H_

#include <string>
#include <vector>

#include "tools/common/handle.h"

namespace runnel::tools {

struct WholeModel {
  std::string format;  // as rnl_saved_model_format has it
  GraphHandle graph;
  MetaGraphHandle meta;    // says nothing where the file is a GraphDef
  std::string checkpoint;  // prefix; empty: there is none beside the file
};

// From a GraphDef, a MetaGraph ("PREFIX.meta" has its checkpoint at PREFIX), the folder of a SavedModel,
// or a file that a plugin imports. Throws Error that names the path.
WholeModel LoadWhole(rnl_runtime_t* runtime, const std::string& path);

// The names of a collection; empty if there is none of names.
std::vector<std::string> Collection(const rnl_meta_graph_t* meta, const std::string& name);

// Gives the variables the values that a checkpoint has.
void RestoreFrom(rnl_session_t* session, const rnl_meta_graph_t* meta, const std::string& checkpoint);

// Runs nodes, and nothing else.
void RunNodes(rnl_session_t* session, const std::vector<std::string>& names);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_WHOLE_MODEL_H_

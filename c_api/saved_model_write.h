// SavedModels of a part of a session's graph.
#ifndef RUNNEL_C_API_SAVED_MODEL_WRITE_H_
#define RUNNEL_C_API_SAVED_MODEL_WRITE_H_

#include <string>

#include "c_api/meta_graph.h"

namespace runnel::capi {

// As rnl_saved_model_write, but the graph has only what the signatures and the initial op of `meta`
// need, so nothing that trains, and the variables are those in it.
Status WriteServed(rnl_session_t* session, const rnl_meta_graph_t& meta, const std::string& folder);

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_SAVED_MODEL_WRITE_H_

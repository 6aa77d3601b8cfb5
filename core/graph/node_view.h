// NodeView: what a plugin may read of a node; rnlp_node_t* points to one of these.
#ifndef RUNNEL_CORE_GRAPH_NODE_VIEW_H_
#define RUNNEL_CORE_GRAPH_NODE_VIEW_H_

#include <span>
#include <string_view>

#include "core/graph/attr_value.h"

namespace runnel {

// Everything is borrowed for the call that receives it.
struct NodeView {
  std::string_view name;
  std::string_view op;
  const AttrList* attrs = nullptr;
  std::span<const DType> inputs;
  std::span<const DType> outputs;
};
inline const rnlp_node_t* ToNode(const NodeView* view) {
  return reinterpret_cast<const rnlp_node_t*>(view);
}

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_NODE_VIEW_H_

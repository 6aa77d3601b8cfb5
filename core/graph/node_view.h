// NodeView: what a plugin may read of a node; rnlp_node_t* points to one of these.
#ifndef RUNNEL_CORE_GRAPH_NODE_VIEW_H_
#define RUNNEL_CORE_GRAPH_NODE_VIEW_H_

#include <span>
#include <string_view>

#include "core/graph/attr_value.h"

namespace runnel {

struct NodeView {
  std::string_view name;
  std::string_view op;
  const AttrList* attrs = nullptr;
  std::span<const DType> input_types;
  std::span<const DType> output_types;

  const rnlp_node_t* handle() const { return reinterpret_cast<const rnlp_node_t*>(this); }
  static const NodeView& From(const rnlp_node_t* node) {
    return *reinterpret_cast<const NodeView*>(node);
  }
};

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_NODE_VIEW_H_

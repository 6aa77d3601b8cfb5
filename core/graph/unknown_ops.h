// What a graph has that this runtime does not know: unregistered ops, and attrs that an op's schema does
// not have. A newer producer writes them, mostly in parts of a model that no step needs.
#ifndef RUNNEL_CORE_GRAPH_UNKNOWN_OPS_H_
#define RUNNEL_CORE_GRAPH_UNKNOWN_OPS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/attr_value.h"
#include "core/graph/op_schema.h"

namespace runnel {

// Names of one kind, with the nodes that have them, for one message.
class NodesByName {
 public:
  void Add(std::string name, std::string node) { nodes_[std::move(name)].push_back(std::move(node)); }
  bool empty() const { return nodes_.empty(); }
  size_t size() const { return nodes_.size(); }
  // The first name.
  const std::string& front() const { return nodes_.begin()->first; }
  // "A (\"x\"), B (12 nodes: \"y\", \"z\", ...)", sorted by name.
  std::string ToString() const;

 private:
  std::map<std::string, std::vector<std::string>> nodes_;
};

// Moves attrs that `schema` does not have to the result; attrs that start with '_' are always allowed.
AttrList TakeUnknownAttrs(const OpSchema& schema, AttrList* attrs);

// The types of a node's inputs as far as its attrs determine them, else kInvalid. Empty if they do not
// determine the number of inputs.
std::vector<DType> InputTypesByAttrs(const OpSchema& schema, const AttrList& attrs);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_UNKNOWN_OPS_H_

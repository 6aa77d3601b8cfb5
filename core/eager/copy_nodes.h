// Copies parts of a graph into another.
#ifndef RUNNEL_CORE_EAGER_COPY_NODES_H_
#define RUNNEL_CORE_EAGER_COPY_NODES_H_

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph/graph.h"

namespace runnel {

// Adds to `to` the functions of `from` that an op and its attrs need.
Status CopyFunctions(const Graph& from, std::string_view op, const AttrList& attrs, Graph* to);

// The nodes that `outputs` need, copied to `to` under "prefix/"; edges that `cut` knows are replaced by
// what it says. *out gets the copies of the outputs.
class NodeCopier {
 public:
  NodeCopier(const Graph& from, Graph* to, std::string prefix)
      : from_(from), to_(to), prefix_(std::move(prefix)) {}
  void Cut(const OutputRef& edge, const OutputRef& by) { cut_[{edge.node, edge.index}] = by; }
  Status Copy(std::span<const OutputRef> outputs);
  // What stands for an edge of the graph copied from; empty if it was not needed.
  OutputRef At(const OutputRef& edge) const;
  // Original -> copy.
  const std::unordered_map<const Node*, Node*>& nodes() const { return nodes_; }

 private:
  std::vector<const Node*> Needed(std::span<const OutputRef> outputs) const;
  bool IsCut(const OutputRef& edge) const { return cut_.contains({edge.node, edge.index}); }
  Status Add(const Node& node, std::vector<std::pair<const Node*, size_t>>* open);

  const Graph& from_;
  Graph* const to_;
  const std::string prefix_;
  std::map<std::pair<const Node*, int>, OutputRef> cut_;
  std::unordered_map<const Node*, Node*> nodes_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_COPY_NODES_H_

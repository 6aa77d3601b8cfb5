// Copies of what some values are computed by, in the same graph: with other inputs, on another device.
//
// What depends on a value that was replaced is copied, and so is what is cheap to have twice: constants
// and their like. Resources, and what is only computed from them, stay one.
#ifndef RUNNEL_CORE_LEARN_NODE_COPIES_H_
#define RUNNEL_CORE_LEARN_NODE_COPIES_H_

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/graph/graph.h"

namespace runnel::learn {

class NodeCopies {
 public:
  // Names of copies begin with `scope`. They ask for `device`, but for those that use a resource which
  // is none of the variables. Random nodes draw numbers of their own if `number` is not 0.
  NodeCopies(Graph* graph, std::string scope, std::string device, int64_t number)
      : graph_(graph), scope_(std::move(scope)), device_(std::move(device)), number_(number) {}

  // What is copied from now on takes `by` in place of `original`.
  void Replace(OutputRef original, OutputRef by);
  // The copies of values; empty ones stay so. A node is copied once, however often it is needed. Errors:
  // those of Graph::AddNode.
  Result<std::vector<OutputRef>> Of(std::span<const OutputRef> values);
  // Likewise of nodes that are run for what they do.
  Result<std::vector<Node*>> Of(std::span<Node* const> nodes);

 private:
  std::vector<Node*> Needed(std::span<const OutputRef> values, std::span<Node* const> nodes) const;
  Status CopyNeeded(std::span<const OutputRef> values, std::span<Node* const> nodes);
  bool IsCopied(const Node& node) const;
  Status Copy(Node* node);
  OutputRef Now(OutputRef value) const;
  std::string DeviceFor(const Node& node) const;

  Graph* const graph_;
  const std::string scope_, device_;
  const int64_t number_;
  std::map<std::pair<int, int>, OutputRef> replaced_;  // by node and output
  // By id, of all nodes that were looked at: their copies, or themselves.
  std::unordered_map<int, Node*> seen_;
  std::vector<std::pair<Node*, OutputRef>> open_;  // copies of Merges, and what their back edges were
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_NODE_COPIES_H_

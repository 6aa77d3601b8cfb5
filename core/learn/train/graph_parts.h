// What training needs to know of a graph, and the nodes that it adds to one under "rnl_train/".
#ifndef RUNNEL_CORE_LEARN_TRAIN_GRAPH_PARTS_H_
#define RUNNEL_CORE_LEARN_TRAIN_GRAPH_PARTS_H_

#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "core/learn/train/train.h"

namespace runnel::learn {

// A copy of a graph in which variables without a device are spread over `devices`, in turn; without any
// they stay as they are. Nodes keep their names.
Result<std::shared_ptr<Graph>> CopyGraph(const Graph& graph, const std::vector<std::string>& devices);

// A copy of what `roots` need of a graph, with the first assignments of its variables. Nodes and
// variables whose names begin with `scope` lose that.
Result<std::shared_ptr<Graph>> CopyNeeded(const Graph& graph, std::span<Node* const> roots,
                                          std::string_view scope);
// The node of a copy by CopyNeeded that stands for `node`; null: there is none.
Node* FindCopy(const Graph& copy, const Node* node, std::string_view scope);

// A summary of what training has: the loss, with TensorFlow's tag "loss", beside the summaries that the
// graph makes and nothing reads.
Result<OutputRef> MergeSummaries(Graph* graph, OutputRef loss);

// The global step of a graph: a counter of steps that all tasks share. One thread.
class GlobalStep {
 public:
  // `given` is a variable's handle or a value; none: the node "global_step", if there is one. Errors:
  // INVALID_ARGUMENT for what is no int32 or int64.
  Status Find(Graph* graph, OutputRef given);
  bool is_there() const { return static_cast<bool>(value_); }
  OutputRef value() const { return value_; }
  // The value after `targets` have run, read in the same step; none if only a run of its own can tell.
  Result<OutputRef> After(const std::vector<Node*>& targets);
  static int64_t Of(const Tensor& tensor) { return tensor.int_at(0); }

 private:
  Graph* graph_ = nullptr;
  OutputRef handle_, value_;
  std::map<std::vector<int>, OutputRef> after_;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_GRAPH_PARTS_H_

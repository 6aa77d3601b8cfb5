// Sums of values that each part of a step has on a device of its own, and that all parts get: by
// CollectiveReduce, so that no device sees the values of all others.
//
// All parts get the same bits. Small values are packed into buckets, as each collective costs messages
// between all; those whose gradients are there first come first, so that they travel while others are
// computed.
#ifndef RUNNEL_CORE_LEARN_ALL_REDUCE_H_
#define RUNNEL_CORE_LEARN_ALL_REDUCE_H_

#include <span>
#include <string>
#include <vector>

#include "core/graph/builder.h"

namespace runnel::learn {

class AllReduce {
 public:
  // The groups of two of these are different ones if their scopes are.
  AllReduce(Graph* graph, std::string scope, std::vector<std::string> devices);

  // parts[r][i] is value i of part r, on its device; where it is empty, it is so in all parts. Types are
  // those of CanCombine (core/runtime/exchange/combine.h). Errors: those of Graph::AddNode.
  Result<std::vector<std::vector<OutputRef>>> Sum(const std::vector<std::vector<OutputRef>>& parts);

 private:
  using Bucket = std::vector<size_t>;  // values
  static std::vector<Bucket> Buckets(std::span<const OutputRef> values);
  OutputRef Reduce(GraphBuilder* b, OutputRef value, int64_t instance) const;

  Graph* graph_;
  std::string scope_;
  std::vector<std::string> devices_;
  int64_t group_;
  int64_t instances_ = 0;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_ALL_REDUCE_H_

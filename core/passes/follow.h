// What element-wise nodes make of a product's results, they make of them while they are in the cache: a
// product or a convolution takes along the one element-wise node that reads it, a residual sum above
// all, or an activation that is made of several ops.
#ifndef RUNNEL_CORE_PASSES_FOLLOW_H_
#define RUNNEL_CORE_PASSES_FOLLOW_H_

#include "core/passes/fuse.h"
#include "core/passes/node_fusion.h"

namespace runnel {

// Behind ElementwiseFusion, within a region.
class FollowerFusion : public NodeFusion {
 public:
  FollowerFusion(const Supports& supports, const SameLibrary& same_library, PlanGraph* plan)
      : NodeFusion(supports, plan), same_library_(same_library), elements_(plan, supports) {}

  // Looks at `members` as ElementwiseFusion::Run. Errors: RESOURCE_EXHAUSTED.
  Status Run(std::span<const int> members, const std::function<bool(int node)>& is_kernel);
  void Commit() { NodeFusion::Commit(); }
  const std::vector<MadeNode>& made() const { return made_; }

 private:
  // A program whose value 0 is the product, and what else it reads.
  struct Program {
    std::string text;
    std::vector<PlanEdge> inputs;
    std::vector<int64_t> runs;
  };
  bool Read(int product, int follower, Program* out);
  bool ReadFused(PlanEdge product, const PlanNode& node, Program* out) const;
  Status Fuse(int product, int follower, const Program& program);

  const SameLibrary& same_library_;
  ElementwiseFusion elements_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_FOLLOW_H_

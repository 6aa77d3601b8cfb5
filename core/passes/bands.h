// A convolution of 1 x 1 that widens an image, and the depthwise one that alone reads what it gives,
// become one node where that is large: by bands of rows, it need not go to memory and back.
#ifndef RUNNEL_CORE_PASSES_BANDS_H_
#define RUNNEL_CORE_PASSES_BANDS_H_

#include <functional>
#include <span>
#include <vector>

#include "core/passes/node_fusion.h"

namespace runnel {

// Behind FollowerFusion, within a region.
class BandFusion : public NodeFusion {
 public:
  BandFusion(const Supports& supports, const SameLibrary& same_library, PlanGraph* plan)
      : NodeFusion(supports, plan), same_library_(same_library) {}

  // Errors: RESOURCE_EXHAUSTED.
  Status Run(std::span<const int> members, const std::function<bool(int node)>& is_kernel);
  void Commit() { NodeFusion::Commit(); }
  const std::vector<MadeNode>& made() const { return made_; }

 private:
  bool Widens(const PlanNode& node) const;
  bool GoesInBands(const PlanNode& node) const;
  Status Fuse(int pointwise, int depthwise);

  const SameLibrary& same_library_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_BANDS_H_

// Random ops of graphs go on from step to step.
#include <algorithm>

#include "core/runtime/plugins/plugin_loader.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class RandomState : public RuntimeTest {};

// Only a stateful kernel has a counter that lasts.
TEST_F(RandomState, KernelsOfSeededStatefulOpsAreStateful) {
  int checked = 0;
  for (const KernelEntry& entry : runtime_->plugins().kernels()) {
    const auto op = runtime_->ops().Find(entry.row->op);
    if (!op.ok() || ((*op)->flags & kOpStateful) == 0) continue;
    const bool seeded = std::any_of((*op)->attrs.begin(), (*op)->attrs.end(),
                                    [](const AttrSchema& attr) { return attr.name == "seed2"; });
    if (!seeded) continue;
    ++checked;
    EXPECT_NE(entry.row->flags & RNLP_KERNEL_STATEFUL, 0u) << entry.row->op;
  }
  EXPECT_GT(checked, 10);
}

TEST_F(RandomState, EachStepDrawsAnotherBox) {
  const OutputRef size = b().Constant(*Tensor::FromValues<int32_t>(Shape{3}, {{80, 100, 3}}));
  const OutputRef whole = b().Constant(*Tensor::FromValues<float>(Shape{1, 1, 4}, {{0, 0, 1, 1}}));
  const OutputRef box =
      b().Op("SampleDistortedBoundingBoxV2", {size, whole, b().Scalar(DType::kFloat, 0.1)},
             {{"seed", 3}, {"seed2", 5}});
  const OutputRef bounds{box.node, 2};
  const std::vector<float> first = ToFloats(Run({bounds})[0]);
  EXPECT_NE(ToFloats(Run({bounds})[0]), first);
}

}  // namespace
}  // namespace runnel

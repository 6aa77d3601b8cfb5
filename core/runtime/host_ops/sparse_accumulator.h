// SparseAccumulator: adds up gradients that have some rows only, until their mean or sum is taken. The
// mean of a row is over the gradients that have it. Its clock is that of Accumulator; what was added
// stays when a take is cancelled. Source: TensorFlow 1.15's sparse_conditional_accumulator.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_SPARSE_ACCUMULATOR_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_SPARSE_ACCUMULATOR_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/runtime/host_ops/accumulator.h"
#include "core/runtime/host_ops/waiting.h"

namespace runnel {

class SparseAccumulator : public WaitingResource {
 public:
  static constexpr std::string_view kTypeName = "SparseConditionalAccumulator";
  using Spec = Accumulator::Spec;
  // Rows by their numbers; the shape's first size is -1 where it is not known.
  struct Rows {
    Tensor indices, values, shape;
  };

  SparseAccumulator(std::string name, Spec spec)
      : WaitingResource(std::move(name)), spec_(std::move(spec)) {}
  std::string_view TypeName() const override { return kTypeName; }
  const Spec& spec() const { return spec_; }

  // Adds values[i] to row indices[i]; of a gradient of `shape`, which may be unknown. One older than the
  // global step is dropped. Errors: INVALID_ARGUMENT for another dtype or shape, or a row outside of it.
  Status Apply(int64_t local_step, const Tensor& indices, const Tensor& values, const Shape& shape);
  // Waits until num_required gradients were added, and makes *out of them; the next global step begins.
  // If memory runs out nothing is taken. Errors: INVALID_ARGUMENT; CANCELLED.
  void Take(int64_t num_required, Allocator* allocator, CancellationManager* cancellation, Rows* out,
            Done done);
  void SetGlobalStep(int64_t step);
  int64_t num_accumulated() const;

 private:
  struct Row {
    std::string sum;  // the bytes of one row of values
    int64_t count = 0;
    int64_t last = -1;  // the gradient that it was last in, by count_
  };
  Status Check(const Tensor& indices, const Tensor& values, const Shape& shape) const;
  Status Add(const Tensor& indices, const Tensor& values);
  Status Give(Allocator* allocator, Rows* out) const;

  const Spec spec_;
  // Under mutex_.
  int64_t global_step_ = 0;
  int64_t count_ = 0;
  Shape row_shape_;  // of this round
  std::map<int64_t, Row> rows_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_SPARSE_ACCUMULATOR_H_

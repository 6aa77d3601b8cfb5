// QueueElements: what is in a queue, and which element comes out next. The queue above it waits, counts
// and locks.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_QUEUE_ELEMENTS_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_QUEUE_ELEMENTS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/tensor/tensor.h"

namespace runnel {

using QueueTuple = std::vector<Tensor>;  // one tensor per component

class QueueElements {
 public:
  virtual ~QueueElements() = default;
  virtual size_t size() const = 0;
  virtual void Put(QueueTuple tuple) = 0;
  // There is at least one.
  virtual QueueTuple Take() = 0;
  // What was taken comes back, the last of several first.
  virtual void PutBack(QueueTuple tuple) = 0;
};

std::unique_ptr<QueueElements> MakeFifoElements();
// Any of them, by TensorFlow's generator; seeds 0 and 0 draw seeds.
std::unique_ptr<QueueElements> MakeShuffledElements(int64_t seed, int64_t seed2);
// The one whose component 0, an int64 scalar, is least.
std::unique_ptr<QueueElements> MakePriorityElements();

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_QUEUE_ELEMENTS_H_

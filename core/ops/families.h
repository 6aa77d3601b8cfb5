// The op families of core/ops, by hand: a family is a line here and a file whose function gives its
// rows.
#ifndef RUNNEL_CORE_OPS_FAMILIES_H_
#define RUNNEL_CORE_OPS_FAMILIES_H_

#include <span>

#include "core/graph/op_schema.h"

// X(family)
#define RUNNEL_OP_FAMILIES(X) \
  X(Accumulator)              \
  X(Activation)               \
  X(Arithmetic)               \
  X(Arrange)                  \
  X(Array)                    \
  X(Bitwise)                  \
  X(Collective)               \
  X(Compare)                  \
  X(Composed)                 \
  X(Concat)                   \
  X(ControlFlow)              \
  X(Conv)                     \
  X(Einsum)                   \
  X(File)                     \
  X(Fill)                     \
  X(Function)                 \
  X(Fused)                    \
  X(Gather)                   \
  X(Image)                    \
  X(MatMul)                   \
  X(Math)                     \
  X(Nn)                       \
  X(Norm)                     \
  X(Pool)                     \
  X(Queue)                    \
  X(Random)                   \
  X(Reduction)                \
  X(Segment)                  \
  X(Select)                   \
  X(Shape)                    \
  X(Slice)                    \
  X(Space)                    \
  X(Sparse)                   \
  X(Stack)                    \
  X(String)                   \
  X(Summary)                  \
  X(Training)                 \
  X(Transfer)                 \
  X(Unary)                    \
  X(Variable)

namespace runnel {

#define RUNNEL_DECLARE_FAMILY(family) std::span<const OpRow> family##Ops();
RUNNEL_OP_FAMILIES(RUNNEL_DECLARE_FAMILY)
#undef RUNNEL_DECLARE_FAMILY

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_FAMILIES_H_

// The list of all op families. A new family is a file, a line in families.h and a line here.
#include "core/ops/families.h"

namespace runnel {

std::vector<std::span<const OpRow>> CoreOpFamilies() {
  return {
      ActivationOps(), ArithmeticOps(), ArrangeOps(),     ArrayOps(),  BitwiseOps(), CompareOps(),
      ComposedOps(),   ConcatOps(),     ControlFlowOps(), ConvOps(),   EinsumOps(),  FileOps(),
      FillOps(),       FunctionOps(),   GatherOps(),      ImageOps(),  MatMulOps(),  MathOps(),
      NnOps(),         NormOps(),       PoolOps(),        QueueOps(),  RandomOps(),  ReductionOps(),
      ShapeOps(),      SliceOps(),      StackOps(),       StringOps(), SummaryOps(), TrainingOps(),
      TransferOps(),   UnaryOps(),      VariableOps(),
  };
}

}  // namespace runnel

// The op families of core/ops: one function per file, each giving that file's rows.
#ifndef RUNNEL_CORE_OPS_FAMILIES_H_
#define RUNNEL_CORE_OPS_FAMILIES_H_

#include <span>

#include "core/graph/op_schema.h"

namespace runnel {

std::span<const OpRow> ActivationOps();
std::span<const OpRow> ArithmeticOps();
std::span<const OpRow> ArrangeOps();
std::span<const OpRow> ArrayOps();
std::span<const OpRow> BitwiseOps();
std::span<const OpRow> CompareOps();
std::span<const OpRow> ComposedOps();
std::span<const OpRow> ConcatOps();
std::span<const OpRow> ControlFlowOps();
std::span<const OpRow> ConvOps();
std::span<const OpRow> EinsumOps();
std::span<const OpRow> FileOps();
std::span<const OpRow> FillOps();
std::span<const OpRow> FunctionOps();
std::span<const OpRow> GatherOps();
std::span<const OpRow> ImageOps();
std::span<const OpRow> MatMulOps();
std::span<const OpRow> MathOps();
std::span<const OpRow> NnOps();
std::span<const OpRow> NormOps();
std::span<const OpRow> PoolOps();
std::span<const OpRow> QueueOps();
std::span<const OpRow> RandomOps();
std::span<const OpRow> ReductionOps();
std::span<const OpRow> ShapeOps();
std::span<const OpRow> SliceOps();
std::span<const OpRow> StackOps();
std::span<const OpRow> StringOps();
std::span<const OpRow> SummaryOps();
std::span<const OpRow> TrainingOps();
std::span<const OpRow> TransferOps();
std::span<const OpRow> UnaryOps();
std::span<const OpRow> VariableOps();

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_FAMILIES_H_

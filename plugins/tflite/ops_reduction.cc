// Reductions, and the places of extremes.
#include "plugins/tflite/affine.h"
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

template <Text kOp>
void Reduce(Op& op) {
  NodeWriter node = op.Last(kOp.text);
  node.In(op.X(0)).In(op.X(1)).Bool("keep_dims", op.options().Flag(0)).Type("Tidx", op.Type(1));
  if (op.Type(0) != RNLP_BOOL) node.Type("T", op.Type(0));
  op.Set(node.Done());
}
template <Text kOp>
void Arg(Op& op) {
  std::string axis = op.X(1);
  if (!op.In(1).dims.empty()) axis = op.Reshaped(axis, op.Type(1), {});
  op.Set(op.Last(kOp.text)
             .In(op.X(0))
             .In(axis)
             .Type("T", op.Type(0))
             .Type("Tidx", op.Type(1))
             .Type("output_type", op.OutType())
             .Done());
}

constexpr OpRow kReductionOps[] = {
    {.name = "SUM", .write = Reduce<"Sum">},
    {.name = "MEAN", .write = Reduce<"Mean">, .quantized = AffineMean},
    {.name = "REDUCE_PROD", .write = Reduce<"Prod">},
    {.name = "REDUCE_MAX", .write = Reduce<"Max">, .moves = true},
    {.name = "REDUCE_MIN", .write = Reduce<"Min">, .moves = true},
    {.name = "REDUCE_ANY", .write = Reduce<"Any">},
    {.name = "REDUCE_ALL", .write = Reduce<"All">},
    {.name = "ARG_MAX", .write = Arg<"ArgMax">, .moves = true},
    {.name = "ARG_MIN", .write = Arg<"ArgMin">, .moves = true},
};

}  // namespace

std::span<const OpRow> ReductionOps() { return kReductionOps; }

}  // namespace runnel::tflite

// What ops of tensors in general are for variants, whose kernels are on the host: rows of Runnel's own,
// to which compositions lead.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kFlags = kOpHost | kOpNotDifferentiable;

Status PackShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(SameInputsShape(ctx));
  const Shape each = ctx.outputs()[0];
  if (!each.has_rank()) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const int a, NormalAxis(IntAttr(ctx, "axis"), each.rank() + 1, "axis",
                                                  StrCat("values are ", each.ToString())));
  ctx.set_output(
      0, Concat(Concat(SubShape(each, 0, a), Shape{ctx.num_inputs()}), SubShape(each, a, each.rank())));
  return OkStatus();
}

constexpr OpRow kVariantOps[] = {
    {
        .name = "_AddVariants",
        .inputs = "inputs: N * variant",
        .outputs = "sum: variant",
        .attrs = "N: int >= 1",
        .doc = "Adds lists of equal lengths, or optionals, element by element: AddN of variants.",
        .flags = kFlags,
        .shape = SameInputsShape,
    },
    {
        .name = "_ZeroVariants",
        .inputs = "x: variant",
        .outputs = "y: variant",
        .doc = "Gives a list, or an optional, of zeros like x: ZerosLike of variants.",
        .flags = kFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "_PackVariants",
        .inputs = "values: N * variant",
        .outputs = "output: variant",
        .attrs = "N: int >= 1; axis: int = 0",
        .doc = "Stacks variants along a new axis: Pack of variants.",
        .flags = kFlags,
        .shape = PackShape,
    },
};

}  // namespace

std::span<const OpRow> VariantOps() { return ChosenRows<kVariantOps>::All(); }

}  // namespace runnel

// Strings.
#include "core/ops/families.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

Status StringJoinShape(ShapeContext& ctx) {
  Shape all;
  bool any_unknown = false;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const Shape& shape = ctx.input(i);
    if (!shape.has_rank()) {
      any_unknown = true;
    } else if (shape.rank() > 0) {
      auto merged = all.rank() == 0 ? Result<Shape>(shape) : Shape::Merge(all, shape);
      if (!merged.ok()) {
        return InvalidArgument("inputs that are no scalars must have one shape: input ", i, " is ",
                               shape.ToString(), ", those before it are ", all.ToString());
      }
      all = std::move(*merged);
    }
  }
  ctx.set_output(0, any_unknown && all.rank() == 0 ? Shape::Unknown() : std::move(all));
  return OkStatus();
}

constexpr OpRow kStringOps[] = {
    {
        .name = "StringJoin",
        .inputs = "inputs: N * string",
        .outputs = "output: string",
        .attrs = "N: int >= 1; separator: string = ''",
        .doc = "Joins the inputs' strings, element by element, with separator between them. Shapes: all "
               "inputs that are no scalars are alike; scalars are repeated.",
        .flags = kOpNotDifferentiable,
        .shape = StringJoinShape,
    },
    {
        .name = "AsString",
        .inputs = "input: T",
        .outputs = "output: string",
        .attrs =
            "T: {int8, int16, int32, int64, complex64, complex128, float, double, bool}; "
            "precision: int = -1; scientific: bool = false; shortest: bool = false; width: int = -1; "
            "fill: string = ''",
        .doc =
            "Prints every element as C's printf would: %d, %f, or with scientific %e, with shortest %g, "
            "with the given precision and width, filled with `fill` ('0', ' ', '+' or '-'). Shapes: "
            "output is like input. Errors: INVALID_ARGUMENT for a fill of several characters, or for "
            "scientific with shortest.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
};

}  // namespace

std::span<const OpRow> StringOps() { return ChosenRows<kStringOps>::All(); }

}  // namespace runnel

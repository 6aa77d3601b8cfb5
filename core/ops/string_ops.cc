// Strings.
#include "core/graph/builder.h"
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

Status ShardedFilenameShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "basename"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "shard"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "num_shards"));
  ctx.set_output(0, Shape());
  return OkStatus();
}

// "basename-00001-of-00004".
Status ShardedFilenameComposition(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const auto text = [&](std::string_view value) -> OutputRef {
    const std::string one(value);
    Result<Tensor> tensor = Tensor::FromStrings(Shape(), {&one, 1});
    if (tensor.ok()) return b.Constant(*tensor);
    b.Fail(tensor.status());
    return {};
  };
  const auto number = [&](int i) {
    return b.Op("AsString", {ctx.input(i)}, {{"width", int64_t{5}}, {"fill", "0"}});
  };
  ctx.set_output(0, b.Op("StringJoin", {ctx.input(0), text("-"), number(1), text("-of-"), number(2)}));
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
    {
        .name = "ShardedFilename",
        .inputs = "basename: string, shard: int32, num_shards: int32",
        .outputs = "filename: string",
        .doc = "The name of one file of several, as printf(\"%s-%05d-of-%05d\"). Shapes: scalars.",
        .shape = ShardedFilenameShape,
        .composition = ShardedFilenameComposition,
    },
    {
        .name = "StaticRegexFullMatch",
        .inputs = "input: string",
        .outputs = "output: bool",
        .attrs = "pattern: string",
        .doc =
            "Whether the whole of each string matches the regular expression, in RE2's syntax but for "
            "classes of Unicode properties (\\p) and single bytes (\\C). Takes time in proportion to "
            "the text, "
            "whatever the pattern. Shapes: output is like input. Errors: INVALID_ARGUMENT for a pattern "
            "that is none; UNIMPLEMENTED naming what is not there; RESOURCE_EXHAUSTED for one of more "
            "than 20,000 "
            "steps. Source: github.com/google/re2/wiki/Syntax.",
        .flags = kOpStateful | kOpHost | kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
};

}  // namespace

std::span<const OpRow> StringOps() { return ChosenRows<kStringOps>::All(); }

}  // namespace runnel

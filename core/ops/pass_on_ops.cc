// Ops that hand their input on, or are other ops under a name of their own: compositions, and those that
// print.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status AllButFirstShape(ShapeContext& ctx) {
  Shape rows = Shape::Unknown();
  int64_t count = 0;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const Shape& shape = ctx.input(i);
    if (!shape.has_rank()) return OkStatus();
    if (shape.rank() == 0)
      return InvalidArgument("values must have rank 1 or more, value ", i, " is a scalar");
    auto merged = Shape::Merge(rows, SubShape(shape, 1, shape.rank()));
    if (!merged.ok()) {
      return InvalidArgument("value ", i, " is ", shape.ToString(), ", those before it end with ",
                             rows.ToString());
    }
    rows = std::move(*merged);
    RUNNEL_ASSIGN_OR_RETURN(count, AddDims(count, shape.dim(0)));
  }
  ctx.set_output(0, Concat(Shape{count}, rows));
  return OkStatus();
}

Status EmptyComposition(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const DType* const dtype = ctx.attr<DType>("dtype");
  if (dtype == nullptr) return InvalidArgument("attr \"dtype\" is missing");
  OutputRef zero;
  if (*dtype == DType::kString) {
    const std::string nothing;
    RUNNEL_ASSIGN_OR_RETURN(const Tensor empty, Tensor::FromStrings(Shape(), {&nothing, 1}));
    zero = b.Constant(empty);
  } else {
    zero = b.Scalar(*dtype, 0);
  }
  ctx.set_output(0, b.Op("Fill", {ctx.input(0), zero}));
  return OkStatus();
}

// A handle names a variable, which may change.
Status GuaranteeConstComposition(CompositionContext& ctx) {
  const DType* const type = ctx.attr<DType>("T");
  if (type != nullptr && *type == DType::kResource) {
    return InvalidArgument("what is promised never to change cannot be a resource variable");
  }
  ctx.set_output(0, ctx.b().Op("Identity", {ctx.input(0)}));
  return OkStatus();
}

constexpr OpRow kPassOnOps[] = {
    {
        .name = "EuclideanNorm",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Gives the root of the sum of squares (of absolute values) over the given axes. Shapes and "
            "errors: as Sum.",
        .shape = ReductionShape,
        .gradient = "input: expand_axes(g / output, input, reduction_indices) * input",
        .composition =
            "output: Sqrt(Sum(input * conj(input), reduction_indices, keep_dims = keep_dims))",
    },
    {
        .name = "Snapshot",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Gives input. Shapes: output is like input.",
        .shape = UnchangedShape,
        .composition = "output: Identity(input)",
    },
    {
        .name = "GuaranteeConst",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc =
            "Gives input, of which the program promises that it never changes. Shapes: output is like "
            "input. Errors: INVALID_ARGUMENT for a handle of a variable.",
        .flags = kOpStateful,
        .shape = UnchangedShape,
        .composition = GuaranteeConstComposition,
    },
    {
        .name = "DeepCopy",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: type",
        .doc = "Gives x, in memory that nothing changes. Shapes: y is like x.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = UnchangedShape,
        .composition = "y: Identity(x)",
    },
    {
        .name = "Empty",
        .inputs = "shape: int32",
        .outputs = "output: dtype",
        .attrs = "dtype: type; init: bool = false",
        .doc =
            "Gives a tensor of zeros, as TensorFlow does with init; without it there may be anything. "
            "Strings are empty. "
            "Shapes: shape is a vector.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = VectorInputShape,
        .composition = EmptyComposition,
    },
    {
        .name = "AccumulateNV2",
        .inputs = "inputs: N * T",
        .outputs = "sum: T",
        .attrs = "N: int >= 1; T: " RUNNEL_NUMBER_TYPES "; shape: shape",
        .doc = "As AddN. Shapes: all alike.",
        .flags = kOpCommutative,
        .shape = SameInputsShape,
        .composition = "sum: AddN(inputs)",
    },
    {
        .name = "ParallelConcat",
        .inputs = "values: N * T",
        .outputs = "output: T",
        .attrs = "N: int >= 1; T: type; shape: shape",
        .doc = "Joins values, of one row each, along the first dimension. Shapes: but for that they are "
               "alike.",
        .flags = kOpNotDifferentiable,
        .shape = AllButFirstShape,
        .composition = "output: ConcatV2(values, 0)",
    },
    {
        .name = "CheckNumericsV2",
        .inputs = "tensor: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES "; message: string",
        .doc =
            "As CheckNumerics. Shapes: output is like tensor. Errors: INVALID_ARGUMENT with message for "
            "an element that is not finite.",
        .flags = kOpStateful,
        .shape = UnchangedShape,
        .composition = "output: CheckNumerics(tensor, message = message)",
    },
    {
        .name = "ApproximateEqual",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: " RUNNEL_REAL_TYPES "; tolerance: float = 0.00001",
        .doc = "Says where x and y are less than tolerance apart. Shapes: all alike.",
        .flags = kOpCommutative | kOpNotDifferentiable,
        .shape = SameInputsShape,
        .composition =
            "z: Less(Abs(Cast(x, DstT = double) - Cast(y, DstT = double)), constant(tolerance, "
            "double))",
    },
    {
        .name = "Print",
        .inputs = "input: T, data: U",
        .outputs = "output: T",
        .attrs =
            "T: type; U: list(type) >= 0; message: string = ''; first_n: int = -1; summarize: int = 3",
        .doc =
            "Hands input on and writes message and the data to the standard error output, of each value "
            "the first summarize elements (all, below 0). first_n: how many times at most; any number "
            "of times below 0. Shapes: output is like input.",
        .flags = kOpStateful | kOpHost,
        .shape = UnchangedShape,
        .gradient = "input: g; data: none",
    },
    {
        .name = "PrintV2",
        .inputs = "input: string",
        .attrs = "output_stream: string = 'stderr'; end: string = '\\n'",
        .doc = "Writes input and end to output_stream: stdout, stderr, or log(info), log(warning) and "
               "log(error), which are the standard error output. Shapes: input is a scalar. Errors: "
               "UNIMPLEMENTED for another stream.",
        .flags = kOpStateful | kOpHost | kOpNotDifferentiable,
        .shape = NoOutputShape,
    },
    {
        .name = "Timestamp",
        .outputs = "ts: double",
        .doc = "Gives the time in seconds since 1970. Shapes: ts is a scalar.",
        .flags = kOpStateful | kOpHost | kOpNotDifferentiable,
        .shape = ScalarShape,
    },
};

}  // namespace

std::span<const OpRow> PassOnOps() { return ChosenRows<kPassOnOps>::All(); }

}  // namespace runnel

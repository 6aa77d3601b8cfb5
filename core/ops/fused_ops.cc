// What planning makes of several nodes, and of a constant.
#include "core/ops/product_shapes.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status DeclaredShape(ShapeContext& ctx) {
  const auto* shape = ctx.attr<Shape>("shape");
  if (!shape->IsFullyDefined())
    return InvalidArgument("attr \"shape\" is ", shape->ToString(), ": every size must be known");
  ctx.set_output(0, *shape);
  return OkStatus();
}

constexpr OpRow kFusedOps[] = {
    {
        .name = "_FusedElementwise",
        .inputs = "inputs: N * T",
        .outputs = "outputs: M * T",
        .attrs = "T: {bfloat16, half, float, double, int32}; N: int >= 1; M: int >= 1; program: string; "
                 "results: list(int); runs: list(int)",
        .doc = "Several element-wise ops in one pass over their operands; plugins/abi/rnlp_fused.h has "
               "the program's language. Shapes: outputs are all alike.",
        .flags = kOpNotDifferentiable,
        .shape = LateShape,
    },
    {
        .name = "_FusedMatMul",
        .inputs = "a: T, b: T, bias: N * T",
        .outputs = "product: T",
        .attrs =
            "transpose_a: bool = false; transpose_b: bool = false; T: {bfloat16, half, float, double}; "
            "N: int >= 0; epilogue: string; runs: list(int) = []",
        .doc =
            "MatMul, and what follows it at once: steps of one input with semicolons between, the first "
            "of which may be BiasAdd; then a program of _FusedElementwise, whose value 0 is what comes "
            "before. Shapes: as MatMul; bias is one vector if there is a BiasAdd, and the program's "
            "other inputs, which spread as runs says: 0, an element for each of the product's, 1, for "
            "each of its columns, -1, one for all.",
        .flags = kOpNotDifferentiable,
        .shape = MatMulShape,
    },
    {
        .name = "_FusedBatchMatMulV2",
        .inputs = "x: T, y: T, bias: N * T",
        .outputs = "output: T",
        .attrs = "adj_x: bool = false; adj_y: bool = false; T: {bfloat16, half, float, double}; "
                 "N: int >= 0; epilogue: string; runs: list(int) = []",
        .doc = "BatchMatMulV2, and what follows it at once, as in _FusedMatMul. Shapes: as "
               "BatchMatMulV2.",
        .flags = kOpNotDifferentiable,
        .shape = BatchMatMulShape,
    },
    {
        .name = "_FusedConv2D",
        .inputs = "input: T, filter: T, bias: N * T",
        .outputs = "output: T",
        .attrs =
            "T: {bfloat16, half, float, double}; N: int >= 0; strides: list(int); padding: {'SAME', "
            "'VALID', 'EXPLICIT'}; explicit_paddings: list(int) = []; data_format: {'NHWC', 'NCHW'} = "
            "'NHWC'; dilations: list(int) = [1, 1, 1, 1]; epilogue: string; runs: list(int) = []",
        .doc = "Conv2D, and what follows it at once, as in _FusedMatMul. Shapes: as Conv2D.",
        .flags = kOpNotDifferentiable,
        .shape = ConvShape,
    },
    {
        .name = "_FusedDepthwiseConv2dNative",
        .inputs = "input: T, filter: T, bias: N * T",
        .outputs = "output: T",
        .attrs =
            "T: {bfloat16, half, float, double}; N: int >= 0; strides: list(int); padding: {'SAME', "
            "'VALID', 'EXPLICIT'}; explicit_paddings: list(int) = []; data_format: {'NHWC', 'NCHW'} = "
            "'NHWC'; dilations: list(int) = [1, 1, 1, 1]; epilogue: string; runs: list(int) = []",
        .doc = "DepthwiseConv2dNative, and what follows it at once, as in _FusedMatMul. Shapes: as "
               "DepthwiseConv2dNative.",
        .flags = kOpNotDifferentiable,
        .shape = ConvShape,
    },
    {
        .name = "_FusedPointwiseDepthwise",
        .inputs = "input: T, pointwise_filter: T, filter: T, pointwise_bias: M * T, bias: N * T",
        .outputs = "output: T",
        .attrs =
            "T: {float}; M: int >= 0; N: int >= 0; strides: list(int); padding: {'SAME', 'VALID', "
            "'EXPLICIT'}; explicit_paddings: list(int) = []; data_format: {'NHWC'} = 'NHWC'; dilations: "
            "list(int) = [1, 1, 1, 1]; pointwise_epilogue: string; pointwise_runs: list(int) = []; "
            "epilogue: string; runs: list(int) = []",
        .doc = "_FusedConv2D with a filter of 1 x 1 and steps of 1, and _FusedDepthwiseConv2dNative of "
               "its result, which has the other attributes, band by band. Inputs of the first one's "
               "program spread by column or all over.",
        .flags = kOpNotDifferentiable,
        .shape = PointwiseDepthwiseShape,
    },
    {
        .name = "_MixedMatMul",
        .inputs = "a: T, b: Tw, bias: N * T",
        .outputs = "product: T",
        .attrs =
            "transpose_a: bool = false; transpose_b: bool = false; T: {float}; Tw: {bfloat16, half}; "
            "N: int >= 0; epilogue: string; runs: list(int) = []",
        .doc = "_FusedMatMul with weights of 16 bits, computed in T. Shapes: as _FusedMatMul.",
        .flags = kOpNotDifferentiable,
        .shape = MatMulShape,
    },
    {
        .name = "_MixedBatchMatMulV2",
        .inputs = "x: T, y: Tw, bias: N * T",
        .outputs = "output: T",
        .attrs = "adj_x: bool = false; adj_y: bool = false; T: {float}; Tw: {bfloat16, half}; "
                 "N: int >= 0; epilogue: string; runs: list(int) = []",
        .doc = "_FusedBatchMatMulV2 with weights of 16 bits, computed in T. Shapes: as "
               "_FusedBatchMatMulV2, where y is one matrix and x, if it is several, not transposed.",
        .flags = kOpNotDifferentiable,
        .shape = BatchMatMulShape,
    },
    {
        .name = "_MixedConv2D",
        .inputs = "input: T, filter: Tw, bias: N * T",
        .outputs = "output: T",
        .attrs =
            "T: {float}; Tw: {bfloat16, half}; N: int >= 0; strides: list(int); padding: {'SAME', "
            "'VALID', 'EXPLICIT'}; explicit_paddings: list(int) = []; data_format: {'NHWC', 'NCHW'} = "
            "'NHWC'; dilations: list(int) = [1, 1, 1, 1]; epilogue: string; runs: list(int) = []",
        .doc = "_FusedConv2D without groups and with weights of 16 bits, computed in T. Shapes: as "
               "_FusedConv2D.",
        .flags = kOpNotDifferentiable,
        .shape = ConvShape,
    },
    {
        .name = "_PackedConst",
        .outputs = "output: dtype",
        .attrs = "dtype: type; shape: shape",
        .doc = "A constant of a saved plan, of which there is only the form that a kernel reads, as an "
               "annotation (core/runtime/kernels/saved_form.h).",
        .flags = kOpNotDifferentiable,
        .shape = DeclaredShape,
    },
};

}  // namespace

std::span<const OpRow> FusedOps() { return ChosenRows<kFusedOps>::All(); }

}  // namespace runnel

// Discrete Fourier transforms over the last one, two or three dimensions.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

int RankOf(std::string_view op) { return op.ends_with("3D") ? 3 : op.ends_with("2D") ? 2 : 1; }

Status TransformShape(ShapeContext& ctx) {
  const int rank = RankOf(ctx.schema().name);
  const Shape& input = ctx.input(0);
  if (input.has_rank() && input.rank() < rank) {
    return InvalidArgument(ArgIs(ctx, 0, "input"), ": must have rank ", rank, " or more");
  }
  ctx.set_output(0, input);
  return OkStatus();
}

// Input 1 says how long the transformed dimensions are as real numbers; of the complex ones the last has
// length / 2 + 1.
Status RealTransformShape(ShapeContext& ctx) {
  const int rank = RankOf(ctx.schema().name);
  RUNNEL_RETURN_IF_ERROR(TransformShape(ctx));
  RUNNEL_ASSIGN_OR_RETURN(const auto length, ConstantInts(ctx, 1, "fft_length"));
  if (!ctx.input(1).IsCompatibleWith(Shape{rank})) {
    return InvalidArgument(ArgIs(ctx, 1, "fft_length"), ": must be a vector of ", rank);
  }
  const Shape& input = ctx.input(0);
  if (!input.has_rank()) return OkStatus();
  const bool to_complex = !ctx.schema().name.starts_with('I');
  Shape out = input;
  for (int i = 0; i < rank; ++i) {
    int64_t dim = kUnknownDim;
    if (length) {
      dim = (*length)[static_cast<size_t>(i)];
      if (dim < 0) return InvalidArgument("fft_length[", i, "] is ", dim, ", expected at least 0");
      if (to_complex && i == rank - 1 && dim > 0) dim = dim / 2 + 1;
    }
    out.set_dim(input.rank() - rank + i, dim);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

// ---- gradients ----

// The product of the last `rank` dimensions of x, as a scalar of dtype.
OutputRef VolumeOf(RuleContext& ctx, OutputRef x, int rank, DType dtype) {
  GraphBuilder& b = ctx.b();
  const OutputRef sizes = ShapeTensor(ctx, x);
  const OutputRef last =
      b.Op("StridedSlice", {sizes, b.Int32Vector({-rank}), b.Int32Vector({0}), b.Int32Vector({1})},
           {{"end_mask", 1}});
  return b.Op("Cast", {b.Op("Prod", {last, b.Int32Vector({0})})}, {{"DstT", dtype}});
}

// The transform is its own transpose; the inverse is divided by the volume.
Status TransformGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const std::string_view op = ctx.schema().name;
  const bool inverse = op.starts_with('I');
  const std::string other = inverse ? std::string(op.substr(1)) : StrCat("I", op);
  const OutputRef volume = VolumeOf(ctx, ctx.input_ref(0), RankOf(op), ctx.input_type(0));
  ctx.set_input_grad(0, b.Op(inverse ? "RealDiv" : "Mul", {b.Op(other, {ctx.grad()}), volume}));
  return OkStatus();
}

// Whether the transformed dimensions of `real` are fft_length and the last of `half` fits.
Result<int64_t> LastLength(GradientContext& ctx, const Shape& real, const Shape& half) {
  const auto length = ConstantIntsOf(ctx.input_ref(1));
  const int rank = RankOf(ctx.schema().name);
  bool fits = length && real.has_rank() && half.has_rank();
  for (int i = 0; fits && i < rank; ++i) {
    const int64_t dim = (*length)[static_cast<size_t>(i)];
    fits = real.dim(real.rank() - rank + i) == dim &&
           half.dim(half.rank() - rank + i) == (i == rank - 1 ? dim / 2 + 1 : dim);
  }
  if (fits && length->back() > 0) return length->back();
  return Unimplemented("gradients of ", ctx.schema().name,
                       " unless it is known that the input is as long as fft_length says: it is ",
                       ctx.input_shape(0).ToString());
}

Status RealTransformGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const int rank = RankOf(ctx.schema().name);
  RUNNEL_ASSIGN_OR_RETURN(const int64_t n, LastLength(ctx, ctx.input_shape(0), ctx.output_shape(0)));
  const Shape& half = ctx.output_shape(0);
  std::vector<int64_t> paddings(static_cast<size_t>(half.rank()) * 2);
  paddings.back() = n - (n / 2 + 1);
  RUNNEL_ASSIGN_OR_RETURN(const Tensor flat,
                          Tensor::FromValues<int64_t>(Shape{half.rank(), 2}, paddings));
  const OutputRef whole = b.Op("Pad", {ctx.grad(), b.Constant(flat)});
  const OutputRef back = b.Op(rank == 1 ? "IFFT" : rank == 2 ? "IFFT2D" : "IFFT3D", {whole});
  const DType real = ctx.input_type(0);
  ctx.set_input_grad(0, b.Op("Mul", {b.Op("Real", {back}, {{"Tout", real}}),
                                     VolumeOf(ctx, ctx.input_ref(0), rank, real)}));
  return OkStatus();
}

// All numbers of the half but those at 0 and in the middle stand for two.
Status RealInverseGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const int rank = RankOf(ctx.schema().name);
  RUNNEL_ASSIGN_OR_RETURN(const int64_t n, LastLength(ctx, ctx.output_shape(0), ctx.input_shape(0)));
  std::vector<double> weights(static_cast<size_t>(n / 2 + 1), 2);
  weights[0] = 1;
  if (n % 2 == 0) weights.back() = 1;
  RUNNEL_ASSIGN_OR_RETURN(const Tensor values, Tensor::FromValues<double>(Shape{n / 2 + 1}, weights));
  const DType type = ctx.input_type(0);
  const OutputRef forward = b.Op(rank == 1   ? "RFFT"
                                 : rank == 2 ? "RFFT2D"
                                             : "RFFT3D",
                                 {ctx.grad(), ctx.input(1)}, {{"Tcomplex", type}});
  const OutputRef weighed = b.Op("Mul", {forward, b.Op("Cast", {b.Constant(values)}, {{"DstT", type}})});
  ctx.set_input_grad(0, b.Op("RealDiv", {weighed, VolumeOf(ctx, ctx.output_ref(0), rank, type)}));
  return OkStatus();
}

constexpr std::string_view kComplexAttr = "Tcomplex: {complex64, complex128} = complex64";
constexpr std::string_view kRealAttrs =
    "Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64";
constexpr std::string_view kForwardDoc =
    "Gives the discrete Fourier transform over the last dimension, or the last two or three where the "
    "name "
    "says so. Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.";
constexpr std::string_view kInverseDoc =
    "Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or "
    "three "
    "where the name says so. Shapes: output is like input.";
constexpr std::string_view kRealForwardDoc =
    "Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft_length, over "
    "as "
    "many of the last dimensions as it has entries; of the last dimension the half that says all. "
    "Shapes: "
    "fft_length is a vector, the last dimension of output is fft_length[-1] / 2 + 1. Errors: "
    "INVALID_ARGUMENT for an input that is shorter than fft_length, and unless Tcomplex is the complex "
    "type of Treal.";
constexpr std::string_view kRealInverseDoc =
    "Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT "
    "gives, cut to what counts. Shapes: fft_length is a vector, the last sizes of output. Errors: "
    "INVALID_ARGUMENT for an input that is too short, and unless Treal is the type of Tcomplex's parts.";

// `row` has its name alone.
constexpr OpRow Whole(OpRow row) {
  row.inputs = "input: Tcomplex";
  row.outputs = "output: Tcomplex";
  row.attrs = kComplexAttr;
  row.doc = row.name.starts_with('I') ? kInverseDoc : kForwardDoc;
  row.shape = TransformShape;
  row.gradient = TransformGrad;
  return row;
}
constexpr OpRow Halved(OpRow row) {
  const bool inverse = row.name.starts_with('I');
  row.inputs = inverse ? "input: Tcomplex, fft_length: int32" : "input: Treal, fft_length: int32";
  row.outputs = inverse ? "output: Treal" : "output: Tcomplex";
  row.attrs = kRealAttrs;
  row.doc = inverse ? kRealInverseDoc : kRealForwardDoc;
  row.shape = RealTransformShape;
  row.gradient = inverse ? RealInverseGrad : RealTransformGrad;
  return row;
}

constexpr OpRow kFourierOps[] = {
    Whole({.name = "FFT"}),    Whole({.name = "FFT2D"}),    Whole({.name = "FFT3D"}),
    Whole({.name = "IFFT"}),   Whole({.name = "IFFT2D"}),   Whole({.name = "IFFT3D"}),
    Halved({.name = "RFFT"}),  Halved({.name = "RFFT2D"}),  Halved({.name = "RFFT3D"}),
    Halved({.name = "IRFFT"}), Halved({.name = "IRFFT2D"}), Halved({.name = "IRFFT3D"}),
};

}  // namespace

std::span<const OpRow> FourierOps() { return ChosenRows<kFourierOps>::All(); }

}  // namespace runnel

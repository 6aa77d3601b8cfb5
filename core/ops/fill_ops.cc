// Tensors made of one value or of a sequence.
#include <cmath>

#include "core/graph/builder.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status FillShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "value"));
  return VectorInputShape(ctx);
}

template <typename T>
Status RangeLength(const Tensor& start, const Tensor& limit, const Tensor& delta, int64_t* out) {
  const double first = static_cast<double>(start.values<const T>()[0]);
  const double last = static_cast<double>(limit.values<const T>()[0]);
  const double step = static_cast<double>(delta.values<const T>()[0]);
  if (step == 0) return InvalidArgument("delta is 0");
  if (step > 0 ? first > last : first < last) {
    return InvalidArgument("delta ", step, " never leads from ", first, " to ", last);
  }
  const double length = std::ceil((last - first) / step);
  // Beyond 2^52 doubles skip integers, and no memory holds such a tensor.
  if (!(length < 4503599627370496.0)) {
    return ResourceExhausted("a range from ", first, " to ", last, " by ", step, " fits into no memory");
  }
  *out = length > 0 ? static_cast<int64_t>(length) : 0;
  return OkStatus();
}

Status RangeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "start"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "limit"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "delta"));
  ctx.set_output(0, Shape::UnknownOfRank(1));
  const Tensor* start = ctx.ConstantInput(0);
  const Tensor* limit = ctx.ConstantInput(1);
  const Tensor* delta = ctx.ConstantInput(2);
  if (start == nullptr || limit == nullptr || delta == nullptr) return OkStatus();
  int64_t length = kUnknownDim;
  switch (ctx.input_type(0)) {
    case DType::kInt32:
      RUNNEL_RETURN_IF_ERROR(RangeLength<int32_t>(*start, *limit, *delta, &length));
      break;
    case DType::kInt64:
      RUNNEL_RETURN_IF_ERROR(RangeLength<int64_t>(*start, *limit, *delta, &length));
      break;
    case DType::kFloat:
      RUNNEL_RETURN_IF_ERROR(RangeLength<float>(*start, *limit, *delta, &length));
      break;
    case DType::kDouble:
      RUNNEL_RETURN_IF_ERROR(RangeLength<double>(*start, *limit, *delta, &length));
      break;
    default:
      break;
  }
  ctx.set_output(0, Shape{length});
  return OkStatus();
}

// Variants are not for devices.
Status ZeroVariants(CompositionContext& ctx) {
  const DType* type = ctx.attr<DType>("T");
  if (type == nullptr || *type != DType::kVariant) return OkStatus();
  ctx.set_output(0, ctx.b().Op("_ZeroVariants", ctx.input_refs()));
  return OkStatus();
}

constexpr OpRow kFillOps[] = {
    {
        .name = "Fill",
        .inputs = "dims: index_type, value: T",
        .outputs = "output: T",
        .attrs = "T: type; index_type: {int32, int64} = int32",
        .doc = "Gives a tensor of shape dims with value everywhere. Shapes: dims is a vector, value a "
               "scalar. Errors: INVALID_ARGUMENT for a negative dimension.",
        .shape = FillShape,
        .gradient = "value: sum_to(g, value, output)",
    },
    {
        .name = "ZerosLike",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: type",
        .doc = "Gives zeros (false, empty strings, lists of zeros) shaped like x.",
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = UnchangedShape,
        .composition = ZeroVariants,
    },
    {
        .name = "OnesLike",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, "
                 "uint64, complex64, complex128, bool}",
        .doc = "Gives ones (true) shaped like x.",
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = UnchangedShape,
    },
    {
        .name = "Range",
        .inputs = "start: Tidx, limit: Tidx, delta: Tidx",
        .outputs = "output: Tidx",
        .attrs = "Tidx: {bfloat16, half, float, double, int32, int64} = int32",
        .doc = "Gives start, start + delta, ... as far as they lie before limit. Shapes: inputs are "
               "scalars; output is a vector of ceil((limit - start) / delta) elements. Errors: "
               "INVALID_ARGUMENT for a delta of 0 or one that leads away from limit.",
        .flags = kOpNotDifferentiable,
        .shape = RangeShape,
    },
};

}  // namespace

std::span<const OpRow> FillOps() { return ChosenRows<kFillOps>::All(); }

}  // namespace runnel

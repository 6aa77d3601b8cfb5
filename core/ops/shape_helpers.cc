#include "core/ops/shape_helpers.h"

#include "core/base/checked.h"

namespace runnel {

Status NoOutputShape(ShapeContext&) { return OkStatus(); }

Status LateShape(ShapeContext&) { return OkStatus(); }

Status ScalarShape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set_output(i, Shape());
  return OkStatus();
}

Status UnchangedShape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_outputs() && i < ctx.num_inputs(); ++i) {
    ctx.set_output(i, ctx.input(i));
    ctx.set_output_handle(i, ctx.input_handle(i));
  }
  return OkStatus();
}

Status BroadcastShape(ShapeContext& ctx) {
  auto shape = Shape::Broadcast(ctx.input(0), ctx.input(1));
  if (!shape.ok()) {
    return InvalidArgument(ArgIs(ctx, 0, ctx.schema().inputs[0].name), ", ",
                           ArgIs(ctx, 1, ctx.schema().inputs[1].name),
                           ": shapes do not broadcast against each other");
  }
  ctx.set_output(0, std::move(*shape));
  return OkStatus();
}

Status SameInputsShape(ShapeContext& ctx) {
  Shape all = Shape::Unknown();
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    auto merged = Shape::Merge(all, ctx.input(i));
    if (!merged.ok()) {
      return InvalidArgument("all inputs must have one shape: input ", i, " is ",
                             ctx.input(i).ToString(), ", those before it are ", all.ToString());
    }
    all = std::move(*merged);
  }
  ctx.set_output(0, std::move(all));
  return OkStatus();
}

Status ReductionShape(ShapeContext& ctx) {
  const Shape& input = ctx.input(0);
  const bool keep = BoolAttr(ctx, "keep_dims");
  const Shape& axes_shape = ctx.input(1);
  if (axes_shape.has_rank() && axes_shape.rank() > 1) {
    return InvalidArgument("reduction_indices must be a scalar or a vector, its shape is ",
                           axes_shape.ToString());
  }
  RUNNEL_ASSIGN_OR_RETURN(const auto axes, ConstantInts(ctx, 1, "reduction_indices"));
  if (!input.has_rank()) return OkStatus();
  if (!axes) {
    if (keep) {
      ctx.set_output(0, Shape::UnknownOfRank(input.rank()));
    } else if (axes_shape.IsFullyDefined() && axes_shape.num_elements() <= input.rank()) {
      // No axis may be repeated, so the number of axes gives the rank of the result.
      ctx.set_output(0,
                     Shape::UnknownOfRank(input.rank() - static_cast<int>(axes_shape.num_elements())));
    }
    return OkStatus();
  }
  std::vector<bool> reduced(static_cast<size_t>(input.rank()));
  for (const int64_t axis : *axes) {
    RUNNEL_ASSIGN_OR_RETURN(const int a, NormalAxis(axis, input.rank(), "axis", ArgIs(ctx, 0, "input")));
    if (reduced[static_cast<size_t>(a)]) {
      return InvalidArgument("axis ", axis, " is given twice in reduction_indices");
    }
    reduced[static_cast<size_t>(a)] = true;
  }
  Shape out;
  for (int i = 0; i < input.rank(); ++i) {
    if (!reduced[static_cast<size_t>(i)]) {
      out.Append(input.dim(i));
    } else if (keep) {
      out.Append(1);
    }
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status VectorInputShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, ctx.schema().inputs[0].name, 1).status());
  if (const Tensor* value = ctx.ConstantInput(0)) {
    for (int64_t i = 0; i < value->num_elements(); ++i) {
      if (value->int_at(i) < 0) {
        return InvalidArgument(ctx.schema().inputs[0].name, " has the negative entry ",
                               value->int_at(i));
      }
    }
  }
  RUNNEL_ASSIGN_OR_RETURN(Shape shape, ctx.ConstantInputAsShape(0));
  ctx.set_output(0, std::move(shape));
  return OkStatus();
}

std::string ArgIs(const ShapeContext& ctx, int i, std::string_view arg) {
  return StrCat(arg, " is ", ctx.input(i).ToString());
}

Result<Shape> RequireRank(const ShapeContext& ctx, int i, std::string_view arg, int rank) {
  const Shape& shape = ctx.input(i);
  if (!shape.has_rank()) return Shape::UnknownOfRank(rank);
  if (shape.rank() == rank) return shape;
  if (rank == 0) return InvalidArgument(arg, " must be a scalar, its shape is ", shape.ToString());
  if (rank == 1) return InvalidArgument(arg, " must be a vector, its shape is ", shape.ToString());
  return InvalidArgument(arg, " must have rank ", rank, ", its shape is ", shape.ToString());
}

Status RequireScalar(const ShapeContext& ctx, int i, std::string_view arg) {
  return RequireRank(ctx, i, arg, 0).status();
}

Result<Shape> RequireSame(const ShapeContext& ctx, int i, std::string_view a, int j,
                          std::string_view b) {
  auto merged = Shape::Merge(ctx.input(i), ctx.input(j));
  if (merged.ok()) return merged;
  return InvalidArgument(ArgIs(ctx, i, a), ", ", ArgIs(ctx, j, b), ": shapes must be equal");
}

namespace {

// Element i of a tensor of integers; nothing for another type.
std::optional<int64_t> WholeAt(const Tensor& value, int64_t i) {
  switch (value.dtype()) {
    case DType::kInt8:
      return value.values<const int8_t>()[static_cast<size_t>(i)];
    case DType::kInt16:
      return value.values<const int16_t>()[static_cast<size_t>(i)];
    case DType::kInt32:
    case DType::kInt64:
      return value.int_at(i);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<int64_t> ConstantInt(ShapeContext& ctx, int i) {
  const Tensor* value = ctx.ConstantInput(i);
  if (value == nullptr || value->num_elements() != 1) return std::nullopt;
  return WholeAt(*value, 0);
}

Result<std::optional<std::vector<int64_t>>> ConstantInts(ShapeContext& ctx, int i,
                                                         std::string_view arg) {
  const Tensor* value = ctx.ConstantInput(i);
  if (value == nullptr) return std::optional<std::vector<int64_t>>();
  if (value->shape().rank() > 1) {
    return InvalidArgument(arg, " must be a vector, its shape is ", value->shape().ToString());
  }
  std::vector<int64_t> out;
  for (int64_t k = 0; k < value->num_elements(); ++k) {
    const auto whole = WholeAt(*value, k);
    if (!whole) return InvalidArgument(arg, " must be whole numbers, got ", DTypeName(value->dtype()));
    out.push_back(*whole);
  }
  return std::optional(std::move(out));
}

int64_t IntAttr(const ShapeContext& ctx, std::string_view name, int64_t otherwise) {
  const int64_t* value = ctx.attr<int64_t>(name);
  return value == nullptr ? otherwise : *value;
}

bool BoolAttr(const ShapeContext& ctx, std::string_view name) {
  const bool* value = ctx.attr<bool>(name);
  return value != nullptr && *value;
}

Result<int> NormalAxis(int64_t axis, int rank, std::string_view what, const std::string& arg_is) {
  if (axis < -rank || axis >= rank) {
    return InvalidArgument(what, " ", axis, " is out of range: ", arg_is);
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

Shape SubShape(const Shape& shape, int first, int last) {
  Shape out;
  for (int i = first; i < last; ++i) out.Append(shape.dim(i));
  return out;
}

Shape Concat(const Shape& a, const Shape& b) {
  if (!a.has_rank() || !b.has_rank()) return Shape::Unknown();
  Shape out = a;
  for (const int64_t d : b.dims()) out.Append(d);
  return out;
}

Result<int64_t> AddDims(int64_t a, int64_t b) {
  int64_t out = 0;
  if (a < 0 || b < 0) return kUnknownDim;
  if (!CheckedAdd(a, b, &out)) return InvalidArgument("dimension ", a, " + ", b, " is too large");
  return out;
}

Result<int64_t> MulDims(int64_t a, int64_t b) {
  int64_t out = 0;
  if (a == 0 || b == 0) return int64_t{0};
  if (a < 0 || b < 0) return kUnknownDim;
  if (!CheckedMul(a, b, &out)) return InvalidArgument("dimension ", a, " * ", b, " is too large");
  return out;
}

Status PaddedShape(ShapeContext& ctx, int sign) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape paddings, RequireRank(ctx, 1, "paddings", 2));
  const Shape& in = ctx.input(0);
  const int64_t rank = in.has_rank() ? in.rank() : paddings.dim(0);
  if (!paddings.IsCompatibleWith(Shape{rank, 2})) {
    return InvalidArgument(ArgIs(ctx, 0, "input"), ", ", ArgIs(ctx, 1, "paddings"),
                           ": paddings must be [rank of input,2]");
  }
  if (rank < 0 || rank > kMaxRank) return OkStatus();
  Shape out = Shape::UnknownOfRank(static_cast<int>(rank));
  if (const Tensor* value = ctx.ConstantInput(1)) {
    for (int i = 0; i < static_cast<int>(rank); ++i) {
      const int64_t before = value->int_at(2 * i), after = value->int_at(2 * i + 1);
      if (before < 0 || after < 0) {
        return InvalidArgument("paddings[", i, "] is ", before, ",", after, ", expected at least 0");
      }
      if (!in.has_rank() || in.dim(i) < 0) continue;
      RUNNEL_ASSIGN_OR_RETURN(const int64_t both, AddDims(before, after));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t sum, AddDims(in.dim(i), both));
      const int64_t dim = sign > 0 ? sum : in.dim(i) - both;
      if (dim < 0) {
        return InvalidArgument("paddings[", i, "] is ", before, ",", after,
                               ", more than there is: ", ArgIs(ctx, 0, "input"));
      }
      out.set_dim(i, dim);
    }
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status PadShape(ShapeContext& ctx) { return PaddedShape(ctx, 1); }

}  // namespace runnel

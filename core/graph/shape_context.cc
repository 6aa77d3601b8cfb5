#include "core/graph/shape_context.h"

#include "core/graph/node_view.h"
#include "core/graph/shape_value.h"

namespace runnel {
namespace {

// The inputs and outputs of a plugin's shape function, and the node whose attrs it may read.
Status RunPluginShapeFn(ShapeContext& ctx);

}  // namespace

ShapeContext::ShapeContext(const OpSchema& schema, const AttrList& attrs, std::string_view node_name,
                           std::vector<Input> inputs, size_t num_outputs)
    : schema_(schema),
      attrs_(attrs),
      node_name_(node_name),
      inputs_(std::move(inputs)),
      outputs_(num_outputs, Shape::Unknown()),
      handles_(num_outputs) {}

Result<Shape> ShapeContext::WithRank(int i, int rank) const {
  const Shape& shape = input(i);
  if (!shape.has_rank()) return Shape::UnknownOfRank(rank);
  if (shape.rank() != rank) {
    return InvalidArgument("input ", i, " must have rank ", rank, ", its shape is ", shape.ToString());
  }
  return shape;
}

Result<Shape> ShapeContext::WithRankAtLeast(int i, int rank) const {
  const Shape& shape = input(i);
  if (shape.has_rank() && shape.rank() < rank) {
    return InvalidArgument("input ", i, " must have a rank of at least ", rank, ", its shape is ",
                           shape.ToString());
  }
  return shape;
}

Status ShapeContext::MergeDim(int64_t a, int64_t b, int64_t* out) const {
  if (a >= 0 && b >= 0 && a != b) return InvalidArgument("dimensions ", a, " and ", b, " must be equal");
  *out = a >= 0 ? a : b;
  return OkStatus();
}

Result<Shape> ShapeFromTensor(const Tensor& value) {
  if (value.dtype() != DType::kInt32 && value.dtype() != DType::kInt64) {
    return InvalidArgument("a shape must be int32 or int64, got ", DTypeName(value.dtype()));
  }
  if (value.shape().rank() > 1) {
    return InvalidArgument("a shape must be a vector, got shape ", value.shape().ToString());
  }
  if (value.num_elements() > kMaxRank) {
    return InvalidArgument("a shape has at most ", kMaxRank, " dimensions, got ", value.num_elements());
  }
  std::vector<int64_t> dims(static_cast<size_t>(value.num_elements()));
  for (size_t i = 0; i < dims.size(); ++i) dims[i] = value.int_at(static_cast<int64_t>(i));
  return Shape::Make(dims, kUnknownDim);
}

Status InferShapes(ShapeContext& ctx) {
  const OpSchema& schema = ctx.schema();
  Status status;
  if (schema.row != nullptr && schema.row->shape != nullptr) {
    status = schema.row->shape(ctx);
  } else if (schema.plugin_row != nullptr && schema.plugin_row->shape != nullptr) {
    status = RunPluginShapeFn(ctx);
  }
  if (!status.ok()) {
    return Status(status.code(),
                  StrCat("node \"", ctx.node_name(), "\" (", schema.name, "): ", status.message()),
                  ctx.node_name());
  }
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    const Shape& shape = ctx.outputs()[static_cast<size_t>(i)];
    if (shape.rank() > kMaxRank) {
      return InvalidArgument("node \"", ctx.node_name(), "\" (", schema.name, "): output ", i,
                             " would have rank ", shape.rank(), ", the most is ", kMaxRank);
    }
    int64_t elements = 1;
    for (const int64_t d : shape.dims()) {
      if (d < -1) {
        return InvalidArgument("node \"", ctx.node_name(), "\" (", schema.name, "): output ", i,
                               " would have a negative dimension: ", shape.ToString());
      }
      if (d > 0 && __builtin_mul_overflow(elements, d, &elements)) {
        return InvalidArgument("node \"", ctx.node_name(), "\" (", schema.name, "): output ", i,
                               " of shape ", shape.ToString(), " has more than 2^63-1 elements");
      }
    }
  }
  return OkStatus();
}

namespace {

Status RunPluginShapeFn(ShapeContext& ctx) {
  const size_t n = static_cast<size_t>(ctx.num_inputs());
  std::vector<rnlp_tensor_t> views(n);
  std::vector<const rnlp_tensor_t*> pointers(n);
  for (size_t i = 0; i < n; ++i) {
    const int index = static_cast<int>(i);
    if (const Tensor* value = ctx.ConstantInput(index)) {
      views[i] = value->View();
    } else {
      const Shape& shape = ctx.input(index);
      views[i] = {};
      views[i].dtype = static_cast<int32_t>(ctx.input_type(index));
      views[i].rank = shape.rank();
      views[i].dims = shape.data();
      views[i].num_elements = shape.num_elements();
    }
    pointers[i] = &views[i];
  }
  const size_t outputs = static_cast<size_t>(ctx.num_outputs());
  std::vector<int64_t> storage(outputs * kMaxRank);
  std::vector<int64_t*> dims(outputs);
  std::vector<int32_t> ranks(outputs, -1);
  for (size_t i = 0; i < outputs; ++i) dims[i] = storage.data() + i * kMaxRank;
  std::vector<DType> input_types(n);
  for (size_t i = 0; i < n; ++i) input_types[i] = ctx.input_type(static_cast<int>(i));
  const NodeView node{ctx.node_name(), ctx.schema().name, &ctx.attrs(), input_types, {}};
  const OpSchema& schema = ctx.schema();
  rnlp_status_t* failed = schema.plugin_row->shape(schema.plugin_host, ToNode(&node), pointers.data(),
                                                   static_cast<uint32_t>(n), dims.data(), ranks.data(),
                                                   static_cast<uint32_t>(outputs));
  if (failed != nullptr) return Status::Adopt(reinterpret_cast<Status::Rep*>(failed));
  for (size_t i = 0; i < outputs; ++i) {
    if (ranks[i] < 0) continue;
    if (ranks[i] > kMaxRank) return InvalidArgument("plugin shape function answered rank ", ranks[i]);
    RUNNEL_ASSIGN_OR_RETURN(Shape shape,
                            Shape::Make({dims[i], static_cast<size_t>(ranks[i])}, kUnknownDim));
    ctx.set_output(static_cast<int>(i), std::move(shape));
  }
  return OkStatus();
}

}  // namespace
}  // namespace runnel

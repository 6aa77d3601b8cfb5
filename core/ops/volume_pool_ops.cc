// Pools over volumes. A window over depth, rows and columns is one over rows and columns and, of what
// that gives, one over depth: both are pools of images, which devices have kernels for. The largest is
// the first in the order of the whole window either way, and means are over the same number of elements.
#include <array>

#include "core/ops/gradient_helpers.h"
#include "core/ops/sizes.h"
#include "core/ops/type_sets.h"
#include "core/ops/volume.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Shape> Pooled(const ShapeContext& ctx, const Shape& volume) {
  RUNNEL_ASSIGN_OR_RETURN(const Volume window, ReadVolume(ctx.attrs()));
  Shape out = volume;
  for (int axis = 0; axis < 3; ++axis) {
    const int dim = window.dim(axis);
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, window.Count(axis, volume.dim(dim), window.size[axis]));
    out.set_dim(dim, count);
  }
  return out;
}

Status PoolShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape volume, RequireRank(ctx, 0, "input", 5));
  RUNNEL_ASSIGN_OR_RETURN(Shape out, Pooled(ctx, volume));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status RequireLike(const ShapeContext& ctx, int i, const Shape& wanted) {
  const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, RequireRank(ctx, i, name, 5));
  if (shape.IsCompatibleWith(wanted)) return OkStatus();
  return InvalidArgument(ArgIs(ctx, i, name), ": expected ", wanted.ToString());
}

Status MaxGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape volume, RequireRank(ctx, 0, "orig_input", 5));
  RUNNEL_ASSIGN_OR_RETURN(const Shape pooled, Pooled(ctx, volume));
  RUNNEL_RETURN_IF_ERROR(RequireLike(ctx, 1, pooled));
  RUNNEL_RETURN_IF_ERROR(RequireLike(ctx, 2, pooled));
  ctx.set_output(0, std::move(volume));
  return OkStatus();
}

Status MaxGradGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape volume, RequireRank(ctx, 0, "orig_input", 5));
  RUNNEL_ASSIGN_OR_RETURN(Shape pooled, Pooled(ctx, volume));
  RUNNEL_RETURN_IF_ERROR(RequireLike(ctx, 1, pooled));
  RUNNEL_RETURN_IF_ERROR(RequireLike(ctx, 2, volume));
  ctx.set_output(0, std::move(pooled));
  return OkStatus();
}

Status AvgGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape volume, ctx.ConstantInputAsShape(0));
  if (!volume.has_rank()) volume = Shape::UnknownOfRank(5);
  if (volume.rank() != 5) {
    return InvalidArgument("orig_input_shape is ", volume.ToString(), ": expected five sizes");
  }
  RUNNEL_ASSIGN_OR_RETURN(const Shape pooled, Pooled(ctx, volume));
  RUNNEL_RETURN_IF_ERROR(RequireLike(ctx, 1, pooled));
  ctx.set_output(0, std::move(volume));
  return OkStatus();
}

// The two pools of images. `planes` are images of rows and columns, one for each place in depth; `lines`
// are images whose rows are places in depth, and whose pixels hold all rows, columns and channels.
class Pools {
 public:
  // `full`: the sizes of the volume, in the order of its data_format.
  Pools(CompositionContext& ctx, const Volume& window, std::vector<Size> full)
      : s_(ctx), window_(window), full_(std::move(full)) {}

  OutputRef ToPlanes(OutputRef volume) { return s_.Reshape(volume, PlaneSizes(full_)); }
  // From planes that are pooled to lines, with the full depth.
  OutputRef ToLines(OutputRef planes) { return s_.Reshape(planes, LineSizes(flat_)); }
  // What is pooled in depth too.
  OutputRef PooledToLines(OutputRef pooled) {
    std::vector<Size> sizes = flat_;
    sizes[Depth()] = s_.Of(pooled, window_.dim(0));
    return s_.Reshape(pooled, LineSizes(sizes));
  }
  OutputRef LinesToPooled(OutputRef lines) {
    std::vector<Size> sizes = flat_;
    sizes[Depth()] = s_.Of(lines, 1);
    return s_.Reshape(lines, sizes);
  }
  OutputRef LinesToPlanes(OutputRef lines) { return s_.Reshape(lines, PlaneSizes(flat_)); }
  OutputRef PlanesToVolume(OutputRef planes) { return s_.Reshape(planes, full_); }
  OutputRef PlaneVector() { return s_.Vector(PlaneSizes(full_)); }
  OutputRef LineVector() { return s_.Vector(LineSizes(flat_)); }
  // How many rows and columns are left: of pooled planes, or of a pooled volume.
  void Flatten(OutputRef of, bool is_volume) {
    flat_ = full_;
    for (int axis = 1; axis < 3; ++axis) {
      const int dim = is_volume ? window_.dim(axis) : window_.channels_first ? 1 + axis : axis;
      flat_[static_cast<size_t>(window_.dim(axis))] = s_.Of(of, dim);
    }
  }

  OutputRef OverPlanes(const char* op, const std::vector<OutputRef>& inputs) {
    const int64_t rows = window_.size[1], columns = window_.size[2];
    return Pool(op, inputs, {rows, columns}, {window_.strides[1], window_.strides[2]},
                window_.channels_first);
  }
  OutputRef OverLines(const char* op, const std::vector<OutputRef>& inputs) {
    return Pool(op, inputs, {window_.size[0], 1}, {window_.strides[0], 1}, false);
  }

 private:
  size_t Depth() const { return static_cast<size_t>(window_.dim(0)); }
  OutputRef Pool(const char* op, const std::vector<OutputRef>& inputs, std::array<int64_t, 2> size,
                 std::array<int64_t, 2> strides, bool channels_first) {
    const auto list = [&](std::array<int64_t, 2> two) {
      return AttrValue(channels_first ? std::vector<int64_t>{1, 1, two[0], two[1]}
                                      : std::vector<int64_t>{1, two[0], two[1], 1});
    };
    AttrList attrs;
    SetAttr(&attrs, "ksize", list(size));
    SetAttr(&attrs, "strides", list(strides));
    SetAttr(&attrs, "padding", AttrValue(std::string(window_.same ? "SAME" : "VALID")));
    SetAttr(&attrs, "data_format", AttrValue(std::string(channels_first ? "NCHW" : "NHWC")));
    return s_.b().Op(op, inputs, attrs);
  }
  std::vector<Size> PlaneSizes(const std::vector<Size>& v) {
    return {s_.Times(v[0], v[1]), v[2], v[3], v[4]};  // channels or depth among the images
  }
  std::vector<Size> LineSizes(const std::vector<Size>& v) {
    if (window_.channels_first) return {s_.Times(v[0], v[1]), v[2], 1, s_.Times(v[3], v[4])};
    return {v[0], v[1], 1, s_.Product({v[2], v[3], v[4]})};
  }

  Sizes s_;
  const Volume window_;
  std::vector<Size> full_, flat_;
};

// With the sizes of input `i`.
Result<Pools> PoolsOf(CompositionContext& ctx, int i) {
  RUNNEL_ASSIGN_OR_RETURN(const Volume window, ReadVolume(ctx.attrs()));
  Sizes s(ctx);
  std::vector<Size> full;
  full.reserve(5);
  for (int d = 0; d < 5; ++d) full.push_back(s.Of(ctx.input(i), d));
  return Pools(ctx, window, std::move(full));
}

Status PoolComposition(CompositionContext& ctx) {
  const char* op = ctx.schema().name == "MaxPool3D" ? "MaxPool" : "AvgPool";
  RUNNEL_ASSIGN_OR_RETURN(Pools pools, PoolsOf(ctx, 0));
  const OutputRef planes = pools.OverPlanes(op, {pools.ToPlanes(ctx.input(0))});
  pools.Flatten(planes, false);
  ctx.set_output(0, pools.LinesToPooled(pools.OverLines(op, {pools.ToLines(planes)})));
  return OkStatus();
}

Status MaxGradComposition(CompositionContext& ctx) {
  if (TypeOf(ctx.input(0)) != TypeOf(ctx.input(2))) {
    return Unimplemented("the gradient of a pool of ", DTypeName(TypeOf(ctx.input(0))), " in ",
                         DTypeName(TypeOf(ctx.input(2))));
  }
  RUNNEL_ASSIGN_OR_RETURN(Pools pools, PoolsOf(ctx, 0));
  const OutputRef volume = pools.ToPlanes(ctx.input(0));
  const OutputRef planes = pools.OverPlanes("MaxPool", {volume});
  pools.Flatten(planes, false);
  const OutputRef lines = pools.OverLines(
      "MaxPoolGrad",
      {pools.ToLines(planes), pools.PooledToLines(ctx.input(1)), pools.PooledToLines(ctx.input(2))});
  ctx.set_output(0, pools.PlanesToVolume(
                        pools.OverPlanes("MaxPoolGrad", {volume, planes, pools.LinesToPlanes(lines)})));
  return OkStatus();
}

Status MaxGradGradComposition(CompositionContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Pools pools, PoolsOf(ctx, 0));
  const OutputRef volume = pools.ToPlanes(ctx.input(0));
  const OutputRef planes = pools.OverPlanes("MaxPool", {volume});
  pools.Flatten(planes, false);
  const OutputRef picked =
      pools.OverPlanes("MaxPoolGradGrad", {volume, planes, pools.ToPlanes(ctx.input(2))});
  ctx.set_output(0, pools.LinesToPooled(pools.OverLines(
                        "MaxPoolGradGrad", {pools.ToLines(planes), pools.PooledToLines(ctx.input(1)),
                                            pools.ToLines(picked)})));
  return OkStatus();
}

Status AvgGradComposition(CompositionContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Volume window, ReadVolume(ctx.attrs()));
  Sizes s(ctx);
  std::vector<Size> full;
  full.reserve(5);
  for (int d = 0; d < 5; ++d) full.push_back(s.OfVector(ctx.input(0), ctx.output_shape(0), d));
  Pools pools(ctx, window, std::move(full));
  pools.Flatten(ctx.input(1), true);
  const OutputRef lines =
      pools.OverLines("AvgPoolGrad", {pools.LineVector(), pools.PooledToLines(ctx.input(1))});
  ctx.set_output(0, pools.PlanesToVolume(pools.OverPlanes(
                        "AvgPoolGrad", {pools.PlaneVector(), pools.LinesToPlanes(lines)})));
  return OkStatus();
}

#define RUNNEL_POOL3D_ATTRS                                                                   \
  "ksize: list(int) >= 5; strides: list(int) >= 5; padding: {'SAME', 'VALID'}; data_format: " \
  "{'NDHWC', 'NCDHW'} = 'NDHWC'; "
// double beside TensorFlow's types, in which gradients are checked.
#define RUNNEL_MAX_POOL3D_TYPES "{half, bfloat16, float, double}"

constexpr OpRow kVolumePoolOps[] = {
    {
        .name = "MaxPool3D",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_POOL3D_ATTRS "T: " RUNNEL_MAX_POOL3D_TYPES,
        .doc =
            "Gives the largest element of every window of a volume, channel by channel. Shapes: input "
            "is [batch,depth,rows,columns,channels] or, for NCDHW, "
            "[batch,channels,depth,rows,columns]. Errors: INVALID_ARGUMENT if a window does not fit "
            "into the padded volume or goes over batch or channels.",
        .shape = PoolShape,
        .gradient = "input: MaxPool3DGrad(input, output, g, ...)",
        .composition = PoolComposition,
    },
    {
        .name = "MaxPool3DGrad",
        .inputs = "orig_input: TInput, orig_output: TInput, grad: T",
        .outputs = "output: T",
        .attrs = RUNNEL_POOL3D_ATTRS "T: " RUNNEL_MAX_POOL3D_TYPES
                                     " = float; TInput: " RUNNEL_MAX_POOL3D_TYPES " = float",
        .doc =
            "Gives the gradient of MaxPool3D: each element of grad goes to the first of the largest "
            "elements of its window (TensorFlow's CPU gives it to all of them). Shapes: output is like "
            "orig_input, grad like orig_output. Errors: UNIMPLEMENTED if T is not TInput.",
        .shape = MaxGradShape,
        .gradient = "grad: MaxPool3DGradGrad(orig_input, orig_output, g, ...)",
        .composition = MaxGradComposition,
    },
    {
        .name = "MaxPool3DGradGrad",
        .inputs = "orig_input: T, orig_output: T, grad: T",
        .outputs = "output: T",
        .attrs = RUNNEL_POOL3D_ATTRS "T: " RUNNEL_REAL_TYPES,
        .doc = "Gives the gradient of MaxPool3DGrad: from every window the element of grad where the "
               "first of the largest elements of orig_input is. Shapes: grad is like orig_input, output "
               "like orig_output.",
        .shape = MaxGradGradShape,
        .gradient = "grad: MaxPool3DGrad(orig_input, orig_output, g, ...)",
        .composition = MaxGradGradComposition,
    },
    {
        .name = "AvgPool3D",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_POOL3D_ATTRS "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives the mean of every window of a volume, channel by channel; what lies outside of the "
            "volume does not count. Shapes and errors: as MaxPool3D.",
        .shape = PoolShape,
        .gradient = "input: AvgPool3DGrad(shape(input), g, ...)",
        .composition = PoolComposition,
    },
    {
        .name = "AvgPool3DGrad",
        .inputs = "orig_input_shape: int32, grad: T",
        .outputs = "output: T",
        .attrs = RUNNEL_POOL3D_ATTRS "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives the gradient of AvgPool3D for an input whose shape orig_input_shape spells.",
        .shape = AvgGradShape,
        .gradient = "grad: AvgPool3D(g, ...)",
        .composition = AvgGradComposition,
    },
};

}  // namespace

std::span<const OpRow> VolumePoolOps() { return ChosenRows<kVolumePoolOps>::All(); }

}  // namespace runnel

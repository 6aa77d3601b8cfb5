// Convolutions over volumes, each with its two gradients. They are those of images whose channels are
// the channels of all the places in depth that a window sees: one matrix product for the whole window,
// by the kernels that devices have for images.
#include <algorithm>

#include "core/ops/gradient_helpers.h"
#include "core/ops/sizes.h"
#include "core/ops/type_sets.h"
#include "core/ops/volume.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The shape of the convolution of a volume with a filter, both of rank 5.
Result<Shape> ConvOutput(const ShapeContext& ctx, const Shape& volume, const Shape& filter) {
  RUNNEL_ASSIGN_OR_RETURN(const Volume window, ReadVolume(ctx.attrs()));
  const int64_t channels = volume.dim(window.channel_dim()), seen = filter.dim(3);
  if (channels >= 0 && seen >= 0 && channels != seen && (seen == 0 || channels % seen != 0)) {
    return InvalidArgument("filter has ", seen, " input channels, input has ", channels);
  }
  if (channels > 0 && seen > 0 && filter.dim(4) >= 0 && filter.dim(4) % (channels / seen) != 0) {
    return InvalidArgument("filter has ", filter.dim(4), " output channels for ", channels / seen,
                           " groups of ", seen, " input channels");
  }
  Shape out = Shape::UnknownOfRank(5);
  out.set_dim(0, volume.dim(0));
  for (int axis = 0; axis < 3; ++axis) {
    const int dim = window.dim(axis);
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, window.Count(axis, volume.dim(dim), filter.dim(axis)));
    out.set_dim(dim, count);
  }
  out.set_dim(window.channel_dim(), filter.dim(4));
  return out;
}

Status ConvShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape volume, RequireRank(ctx, 0, "input", 5));
  RUNNEL_ASSIGN_OR_RETURN(const Shape filter, RequireRank(ctx, 1, "filter", 5));
  RUNNEL_ASSIGN_OR_RETURN(Shape out, ConvOutput(ctx, volume, filter));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

// The shape of the gradient for input `made`, given by the tensor `wanted` or, of older ops, like it.
Status BackpropShape(ShapeContext& ctx, int made, bool by_sizes) {
  Shape result;
  if (by_sizes) {
    RUNNEL_ASSIGN_OR_RETURN(result, ctx.ConstantInputAsShape(made));
    if (!result.has_rank()) result = Shape::UnknownOfRank(5);
    if (result.rank() != 5) {
      return InvalidArgument(ctx.schema().inputs[static_cast<size_t>(made)].name, " is ",
                             result.ToString(), ": expected five sizes");
    }
  } else {
    RUNNEL_ASSIGN_OR_RETURN(result, RequireRank(ctx, made, made == 0 ? "input" : "filter", 5));
  }
  RUNNEL_ASSIGN_OR_RETURN(const Shape other,
                          RequireRank(ctx, 1 - made, made == 0 ? "filter" : "input", 5));
  RUNNEL_ASSIGN_OR_RETURN(const Shape grad, RequireRank(ctx, 2, "out_backprop", 5));
  RUNNEL_ASSIGN_OR_RETURN(const Shape out,
                          made == 0 ? ConvOutput(ctx, result, other) : ConvOutput(ctx, other, result));
  if (!out.IsCompatibleWith(grad)) {
    return InvalidArgument(ArgIs(ctx, 2, "out_backprop"), ": the convolution gives ", out.ToString());
  }
  ctx.set_output(0, std::move(result));
  return OkStatus();
}
Status InputBackpropShape(ShapeContext& ctx) { return BackpropShape(ctx, 0, true); }
Status FilterBackpropShape(ShapeContext& ctx) { return BackpropShape(ctx, 1, true); }
Status OldInputBackpropShape(ShapeContext& ctx) { return BackpropShape(ctx, 0, false); }
Status OldFilterBackpropShape(ShapeContext& ctx) { return BackpropShape(ctx, 1, false); }

class Convolution {
 public:
  // `volume`: sizes in the order of data_format; `filter`: in its order.
  Convolution(CompositionContext& ctx, const Volume& window, const std::vector<Size>& volume,
              std::vector<Size> filter, int64_t depth)
      : s_(ctx),
        b_(ctx.b()),
        window_(window),
        volume_(Last(volume)),
        filter_(std::move(filter)),
        depth_(depth) {
    const Size &channels = volume_[4], &seen = filter_[3];
    if (channels.value && seen.value && *seen.value > 0) groups_ = *channels.value / *seen.value;
    const int64_t reach = (depth_ - 1) * window_.dilations[0] + 1, stride = window_.strides[0];
    const Size& all = volume_[1];
    if (window_.same) {
      count_ = s_.Over(s_.Plus(all, stride - 1), stride);
      padding_ = s_.Most(s_.Minus(s_.Plus(s_.Times(s_.Minus(count_, 1), stride), reach), all), 0);
    } else {
      count_ = s_.Over(s_.Minus(s_.Plus(all, stride), reach), stride);
      if (count_.value && *count_.value < 0) count_ = 0;
    }
    before_ = s_.Over(padding_, 2);
  }

  // Of tensors in the order of data_format to the order with channels last, and back.
  OutputRef In(OutputRef x) { return window_.channels_first ? s_.Transpose(x, {0, 2, 3, 4, 1}) : x; }
  OutputRef Out(OutputRef x) { return window_.channels_first ? s_.Transpose(x, {0, 4, 1, 2, 3}) : x; }

  // [batch * count, rows, columns, groups * depth * channels of a group]
  OutputRef Images(OutputRef volume) {
    std::vector<OutputRef> parts;
    const OutputRef padded = Pad(In(volume));
    for (int64_t k = 0; k < depth_; ++k) {
      OutputRef part = b_.Op("StridedSlice", {padded, Begin(k), End(k), Strides()},
                             {{"begin_mask", 29}, {"end_mask", 29}});
      if (groups_ > 1) part = s_.Reshape(part, GroupSizes(1));
      parts.push_back(part);
    }
    return s_.Reshape(s_.Concat(std::move(parts), groups_ > 1 ? 5 : 4), ImageSizes());
  }
  // The gradient of Images.
  OutputRef Volumes(OutputRef images) {
    const OutputRef apart = s_.Reshape(images, groups_ > 1 ? GroupSizes(depth_) : PlainSizes(depth_));
    const std::vector<OutputRef> parts =
        depth_ == 1 ? std::vector<OutputRef>{apart}
                    : b_.Ops("Split", {IntScalar(b_, DType::kInt32, groups_ > 1 ? 5 : 4), apart},
                             {{"num_split", depth_}});
    std::vector<OutputRef> spread;
    std::vector<Size> padded = volume_;
    padded[1] = s_.Plus(padded[1], padding_);
    for (size_t k = 0; k < parts.size(); ++k) {
      const auto at = static_cast<int64_t>(k);
      spread.push_back(
          b_.Op("StridedSliceGrad",
                {s_.Vector(padded), Begin(at), End(at), Strides(), s_.Reshape(parts[k], PlainSizes(1))},
                {{"begin_mask", 29}, {"end_mask", 29}}));
    }
    OutputRef sum = spread.empty() ? OutputRef() : spread[0];
    if (spread.size() > 1) sum = b_.Op("AddN", spread);
    if (!padding_.is(0)) {
      sum = b_.Op("Slice", {sum, s_.Vector({0, before_, 0, 0, 0}), s_.Vector(volume_)});
    }
    return Out(sum);
  }

  // [rows, columns, depth * channels, outputs]
  OutputRef Filter(OutputRef filter) {
    return s_.Reshape(s_.Transpose(filter, {1, 2, 0, 3, 4}), FilterSizes());
  }
  OutputRef FilterBack(OutputRef filter) {
    const OutputRef apart = s_.Reshape(filter, {filter_[1], filter_[2], depth_, filter_[3], filter_[4]});
    return s_.Transpose(apart, {2, 0, 1, 3, 4});
  }
  OutputRef FilterVector() { return s_.Vector(FilterSizes()); }
  OutputRef ImageVector() { return s_.Vector(ImageSizes()); }

  // What the convolution gives, as images and as a volume.
  OutputRef OutImages(OutputRef volume) {
    const OutputRef x = In(volume);
    return s_.Reshape(x, {s_.Times(volume_[0], count_), s_.Of(x, 2), s_.Of(x, 3), filter_[4]});
  }
  OutputRef OutVolume(OutputRef images) {
    return Out(s_.Reshape(images, {volume_[0], count_, s_.Of(images, 1), s_.Of(images, 2), filter_[4]}));
  }

  OutputRef Convolve(const char* op, const std::vector<OutputRef>& inputs) {
    const auto list = [](const int64_t* three) {
      return AttrValue(std::vector<int64_t>{1, three[1], three[2], 1});
    };
    AttrList attrs;
    SetAttr(&attrs, "strides", list(window_.strides));
    SetAttr(&attrs, "dilations", list(window_.dilations));
    SetAttr(&attrs, "padding", AttrValue(std::string(window_.same ? "SAME" : "VALID")));
    return b_.Op(op, inputs, attrs);
  }

 private:
  // Sizes in the order with channels last.
  std::vector<Size> Last(const std::vector<Size>& v) const {
    if (!window_.channels_first) return v;
    return {v[0], v[2], v[3], v[4], v[1]};
  }
  std::vector<Size> ImageSizes() {
    return {s_.Times(volume_[0], count_), volume_[2], volume_[3], s_.Times(volume_[4], depth_)};
  }
  std::vector<Size> PlainSizes(int64_t places) {
    return {volume_[0], count_, volume_[2], volume_[3], s_.Times(volume_[4], places)};
  }
  std::vector<Size> GroupSizes(int64_t places) {
    return {volume_[0], count_, volume_[2], volume_[3], groups_, s_.Times(filter_[3], places)};
  }
  std::vector<Size> FilterSizes() {
    return {filter_[1], filter_[2], s_.Times(filter_[3], depth_), filter_[4]};
  }
  OutputRef Pad(OutputRef volume) {
    if (padding_.is(0)) return volume;
    std::vector<OutputRef> rows;
    const OutputRef flat = s_.Vector({0, 0, before_, s_.Minus(padding_, before_), 0, 0, 0, 0, 0, 0});
    return b_.Op("Pad", {volume, b_.Op("Reshape", {flat, IntVector(b_, DType::kInt32, {5, 2})})});
  }
  // Every stride-th place of depth from the k-th of the window on.
  OutputRef Begin(int64_t k) { return s_.Vector({0, k * window_.dilations[0], 0, 0, 0}); }
  OutputRef End(int64_t k) {
    const Size span = s_.Times(s_.Minus(count_, 1), window_.strides[0]);
    return s_.Vector({0, s_.Most(s_.Plus(span, k * window_.dilations[0] + 1), 0), 0, 0, 0});
  }
  OutputRef Strides() { return s_.Vector({1, window_.strides[0], 1, 1, 1}); }

  Sizes s_;
  GraphBuilder& b_;
  const Volume window_;
  std::vector<Size> volume_, filter_;
  const int64_t depth_;
  int64_t groups_ = 1;
  Size count_ = 0, padding_ = 0, before_ = 0;
};

// Whether there is a composition: depth and channels, which tell groups, are known. Errors:
// UNIMPLEMENTED for a filter of so many places in depth that the graph would be too large.
Result<bool> Applies(const Volume& window, const Shape& volume, const Shape& filter) {
  constexpr int64_t kMost = 4096;
  if (!volume.has_rank() || volume.rank() != 5 || !filter.has_rank() || filter.rank() != 5) return false;
  if (volume.dim(window.channel_dim()) < 0 || filter.dim(3) < 0 || filter.dim(0) < 1) return false;
  if (filter.dim(0) <= kMost) return true;
  return Unimplemented("a filter with a depth of ", filter.dim(0), ", above ", kMost);
}

std::vector<Size> SizesOf(CompositionContext& ctx, OutputRef tensor) {
  Sizes s(ctx);
  std::vector<Size> sizes;
  for (int d = 0; d < 5; ++d) sizes.push_back(s.Of(tensor, d));
  return sizes;
}
std::vector<Size> SizesOfVector(CompositionContext& ctx, OutputRef vector) {
  Sizes s(ctx);
  std::vector<Size> sizes;
  for (int d = 0; d < 5; ++d) sizes.push_back(s.OfVector(vector, ctx.output_shape(0), d));
  return sizes;
}

Status ConvComposition(CompositionContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Volume window, ReadVolume(ctx.attrs()));
  const OutputRef volume = ctx.input(0), filter = ctx.input(1);
  RUNNEL_ASSIGN_OR_RETURN(const bool applies, Applies(window, ShapeOf(volume), ShapeOf(filter)));
  if (!applies) return OkStatus();
  const int64_t depth = ShapeOf(filter).dim(0);
  Convolution conv(ctx, window, SizesOf(ctx, volume), SizesOf(ctx, filter), depth);
  ctx.set_output(0, conv.OutVolume(conv.Convolve("Conv2D", {conv.Images(volume), conv.Filter(filter)})));
  return OkStatus();
}

Status InputComposition(CompositionContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Volume window, ReadVolume(ctx.attrs()));
  const OutputRef filter = ctx.input(1);
  RUNNEL_ASSIGN_OR_RETURN(const bool applies, Applies(window, ctx.output_shape(0), ShapeOf(filter)));
  if (!applies) return OkStatus();
  const int64_t depth = ShapeOf(filter).dim(0);
  Convolution conv(ctx, window, SizesOfVector(ctx, ctx.input(0)), SizesOf(ctx, filter), depth);
  ctx.set_output(
      0, conv.Volumes(conv.Convolve("Conv2DBackpropInput", {conv.ImageVector(), conv.Filter(filter),
                                                            conv.OutImages(ctx.input(2))})));
  return OkStatus();
}

Status FilterComposition(CompositionContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Volume window, ReadVolume(ctx.attrs()));
  const OutputRef volume = ctx.input(0);
  RUNNEL_ASSIGN_OR_RETURN(const bool applies, Applies(window, ShapeOf(volume), ctx.output_shape(0)));
  if (!applies) return OkStatus();
  const int64_t depth = ctx.output_shape(0).dim(0);
  Convolution conv(ctx, window, SizesOf(ctx, volume), SizesOfVector(ctx, ctx.input(1)), depth);
  ctx.set_output(
      0, conv.FilterBack(conv.Convolve("Conv2DBackpropFilter", {conv.Images(volume), conv.FilterVector(),
                                                                conv.OutImages(ctx.input(2))})));
  return OkStatus();
}

// The sizes of a forward volume. In the gradient of a loop they come from a stack, which hides what is
// known of them, and the compositions above need that: it is said once more.
OutputRef VolumeSizes(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef sizes = ShapeTensor(ctx, ctx.input_ref(0));
  const auto known = ctx.input_shape(0).dims();
  const bool rest = known.size() == 5 && std::all_of(known.begin() + 1, known.end(), [](int64_t size) {
                      return size >= 0 && size <= INT32_MAX;
                    });
  if (!rest || !sizes || sizes.node->op() == "Shape" || sizes.node->op() == "Const") return sizes;
  const OutputRef batch = b.Op("Slice", {sizes, b.Int32Vector({0}), b.Int32Vector({1})});
  return b.Op("ConcatV2",
              {batch, IntVector(b, DType::kInt32, std::vector<int64_t>(known.begin() + 1, known.end())),
               IntScalar(b, DType::kInt32, 0)});
}

Status ConvGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const auto made = [&](const char* op, const std::vector<OutputRef>& inputs) {
    AttrList attrs;
    for (const char* name : {"strides", "padding", "data_format", "dilations"})
      SetAttr(&attrs, name, *FindAttr(ctx.attrs(), name));
    return b.Op(op, inputs, attrs);
  };
  if (ctx.wants(0))
    ctx.set_input_grad(0, made("Conv3DBackpropInputV2", {VolumeSizes(ctx), ctx.input(1), ctx.grad()}));
  if (ctx.wants(1)) {
    OutputRef volume = ctx.input(0);
    if (volume.node != ctx.input_ref(0).node)
      volume = b.Op("EnsureShape", {volume}, {{"shape", ctx.input_shape(0)}});
    ctx.set_input_grad(
        1, made("Conv3DBackpropFilterV2", {volume, ShapeTensor(ctx, ctx.input_ref(1)), ctx.grad()}));
  }
  return b.status();
}

#define RUNNEL_CONV3D_ATTRS                                                                          \
  "strides: list(int) >= 5; padding: {'SAME', 'VALID'}; data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'; " \
  "dilations: list(int) = [1, 1, 1, 1, 1]; T: " RUNNEL_FLOAT_TYPES
#define RUNNEL_OLD_CONV3D_ATTRS                         \
  "T: {half, float, double}; strides: list(int) >= 5; " \
  "padding: {'SAME', 'VALID'}; dilations: list(int) = [1, 1, 1, 1, 1]"

constexpr OpRow kVolumeConvOps[] = {
    {
        .name = "Conv3D",
        .inputs = "input: T, filter: T",
        .outputs = "output: T",
        .attrs = RUNNEL_CONV3D_ATTRS,
        .doc =
            "Slides filters over volumes (it correlates; filters are not turned round). Shapes: input "
            "is [batch,depth,rows,columns,channels] or, for NCDHW, "
            "[batch,channels,depth,rows,columns]; filter is [depth,rows,columns,channels,outputs], or "
            "has so many channels as each of several groups. Errors: INVALID_ARGUMENT if channels do "
            "not fit or a filter does not fit into the padded volume.",
        .shape = ConvShape,
        .gradient = ConvGrad,
        .composition = ConvComposition,
    },
    {
        .name = "Conv3DBackpropInputV2",
        .inputs = "input_sizes: Tshape, filter: T, out_backprop: T",
        .outputs = "output: T",
        .attrs = RUNNEL_CONV3D_ATTRS "; Tshape: {int32, int64} = int32",
        .doc = "Gives the gradient of Conv3D for its input, whose shape input_sizes spells. Errors: "
               "INVALID_ARGUMENT if out_backprop is not shaped like Conv3D's output.",
        .shape = InputBackpropShape,
        .gradient = "filter: Conv3DBackpropFilterV2(g, shape(filter), out_backprop, ...); "
                    "out_backprop: Conv3D(g, filter, ...)",
        .composition = InputComposition,
    },
    {
        .name = "Conv3DBackpropFilterV2",
        .inputs = "input: T, filter_sizes: int32, out_backprop: T",
        .outputs = "output: T",
        .attrs = RUNNEL_CONV3D_ATTRS,
        .doc = "Gives the gradient of Conv3D for its filter, whose shape filter_sizes spells. Errors: "
               "INVALID_ARGUMENT if out_backprop is not shaped like Conv3D's output.",
        .shape = FilterBackpropShape,
        .gradient = "input: Conv3DBackpropInputV2(shape(input), g, out_backprop, ...); "
                    "out_backprop: Conv3D(input, g, ...)",
        .composition = FilterComposition,
    },
    {
        .name = "Conv3DBackpropInput",
        .inputs = "input: T, filter: T, out_backprop: T",
        .outputs = "output: T",
        .attrs = RUNNEL_OLD_CONV3D_ATTRS,
        .doc = "Conv3DBackpropInputV2 for an input like `input`, whose elements do not matter.",
        .shape = OldInputBackpropShape,
        .composition = "output: Conv3DBackpropInputV2(Shape(input), filter, out_backprop, ...)",
    },
    {
        .name = "Conv3DBackpropFilter",
        .inputs = "input: T, filter: T, out_backprop: T",
        .outputs = "output: T",
        .attrs = RUNNEL_OLD_CONV3D_ATTRS,
        .doc = "Conv3DBackpropFilterV2 for a filter like `filter`, whose elements do not matter.",
        .shape = OldFilterBackpropShape,
        .composition = "output: Conv3DBackpropFilterV2(input, Shape(filter), out_backprop, ...)",
    },
};

}  // namespace

std::span<const OpRow> VolumeConvOps() { return ChosenRows<kVolumeConvOps>::All(); }

}  // namespace runnel

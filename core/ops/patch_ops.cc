// Patches of images and volumes, each laid out along the channels. They are rows of [batch, places,
// channels], gathered by indices that are known when the graph is built where shapes are.
#include <array>

#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/sizes.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr int64_t kMost = int64_t{1} << 30;  // so that products of two do not overflow

// One axis of the window.
struct PatchAxis {
  int64_t size = 1, stride = 1, rate = 1;
  int64_t reach() const { return (size - 1) * rate + 1; }
};

template <typename T>
const T* Find(const AttrList& attrs, std::string_view name) {
  const AttrValue* value = FindAttr(attrs, name);
  return value == nullptr ? nullptr : value->get_if<T>();
}

bool IsSame(const AttrList& attrs) {
  const auto* padding = Find<std::string>(attrs, "padding");
  return padding != nullptr && *padding == "SAME";
}

// Of attrs ksizes, strides and, of images, rates; 1 for batch and channels.
Result<std::vector<PatchAxis>> ReadAxes(const AttrList& attrs, int rank) {
  std::vector<PatchAxis> axes(static_cast<size_t>(rank - 2));
  for (const char* const name : {"ksizes", "strides", "rates"}) {
    const auto* list = Find<std::vector<int64_t>>(attrs, name);
    if (list == nullptr) continue;
    bool fits = list->size() == static_cast<size_t>(rank) && list->front() == 1 && list->back() == 1;
    for (size_t i = 0; fits && i < list->size(); ++i) fits = (*list)[i] >= 1 && (*list)[i] <= kMost;
    if (!fits) {
      return InvalidArgument("attr \"", name, "\" should have ", rank,
                             " numbers from 1, and 1 for batch and channels");
    }
    for (size_t i = 0; i < axes.size(); ++i) {
      const int64_t value = (*list)[i + 1];
      (name[0] == 'k' ? axes[i].size : name[0] == 's' ? axes[i].stride : axes[i].rate) = value;
    }
  }
  return axes;
}

Status PatchShape(ShapeContext& ctx, int rank) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<PatchAxis> axes, ReadAxes(ctx.attrs(), rank));
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, ctx.schema().inputs[0].name, rank));
  Shape out = image;
  int64_t channels = image.dim(rank - 1);
  for (int i = 0; i < rank - 2; ++i) {
    const PatchAxis& axis = axes[static_cast<size_t>(i)];
    RUNNEL_ASSIGN_OR_RETURN(channels, MulDims(channels, axis.size));
    int64_t count = image.dim(i + 1);
    if (count > kMost) return InvalidArgument(ArgIs(ctx, 0, ctx.schema().inputs[0].name), ": too large");
    if (count >= 0 && IsSame(ctx.attrs())) {
      count = (count + axis.stride - 1) / axis.stride;
    } else if (count >= 0) {
      const int64_t room = count - axis.reach() + axis.stride;
      if (room <= -axis.stride) {
        return InvalidArgument("a patch of ", axis.reach(), " with stride ", axis.stride,
                               " does not fit into ", count, " along axis ", i + 1);
      }
      count = room / axis.stride;
    }
    out.set_dim(i + 1, count);
  }
  out.set_dim(rank - 1, channels);
  ctx.set_output(0, std::move(out));
  return OkStatus();
}
Status ImagePatchShape(ShapeContext& ctx) { return PatchShape(ctx, 4); }
Status VolumePatchShape(ShapeContext& ctx) { return PatchShape(ctx, 5); }

class Patches {
 public:
  Patches(CompositionContext& ctx, std::vector<PatchAxis> axes, bool same)
      : s_(ctx), b_(ctx.b()), axes_(std::move(axes)), same_(same), image_(ctx.input(0)) {}

  OutputRef Gathered() {
    const int n = static_cast<int>(axes_.size());
    std::vector<Size> counts;
    Size places = 1;
    for (int i = 0; i < n; ++i) {
      counts.push_back(Count(i));
      places = s_.Times(places, s_.Of(image_, i + 1));
    }
    const Size batch = s_.Of(image_, 0), channels = s_.Of(image_, n + 1);
    // The place of each element of each patch: [counts..., sizes...].
    OutputRef place, inside;
    for (int i = 0; i < n; ++i) {
      const Size size = s_.Of(image_, i + 1);
      const OutputRef at = Along(i, counts[static_cast<size_t>(i)]);
      place = i == 0 ? at : b_.Op("AddV2", {b_.Op("Mul", {place, s_.Scalar(size)}), at});
      if (!same_) continue;
      const OutputRef is = b_.Op("LogicalAnd", {b_.Op("GreaterEqual", {at, s_.Scalar(0)}),
                                                b_.Op("Less", {at, s_.Scalar(size)})});
      inside = i == 0 ? is : b_.Op("LogicalAnd", {inside, is});
    }
    OutputRef rows = s_.Reshape(image_, {batch, places, channels});
    if (same_) {  // what lies outside is the row behind the last, of zeros
      place = b_.Op("SelectV2", {inside, place, s_.Scalar(places)});
      const OutputRef none = b_.Op("Fill", {s_.Vector({batch, 1, channels}),
                                            b_.Op("Cast", {s_.Scalar(0)}, {{"DstT", TypeOf(image_)}})});
      rows = s_.Concat({rows, none}, 1);
    }
    std::vector<Size> out = {batch};
    Size elements = 1, taps = channels;
    for (size_t i = 0; i < counts.size(); ++i) {
      out.push_back(counts[i]);
      elements = s_.Times(elements, s_.Times(counts[i], axes_[i].size));
      taps = s_.Times(taps, axes_[i].size);
    }
    out.push_back(taps);
    const OutputRef flat = b_.Op("Reshape", {place, s_.Vector({elements})});
    return s_.Reshape(b_.Op("GatherV2", {rows, flat, s_.Scalar(1)}), out);
  }

 private:
  Size Count(int i) {
    const PatchAxis& axis = axes_[static_cast<size_t>(i)];
    const Size size = s_.Of(image_, i + 1);
    if (same_) return s_.Over(s_.Plus(size, axis.stride - 1), axis.stride);
    return s_.Most(s_.Over(s_.Plus(size, axis.stride - axis.reach()), axis.stride), 0);
  }
  // Where along axis i each element of each patch is, as [.., count, .., size, ..].
  OutputRef Along(int i, const Size& count) {
    const PatchAxis& axis = axes_[static_cast<size_t>(i)];
    Size before = 0;
    if (same_) {
      const Size missing = s_.Minus(s_.Plus(s_.Times(s_.Minus(count, 1), axis.stride), axis.reach()),
                                    s_.Of(image_, i + 1));
      before = s_.Over(s_.Most(missing, 0), 2);
    }
    const size_t n = axes_.size();
    const auto steps = [&](const Size& of, int64_t step, size_t dim) {
      const OutputRef all = b_.Op("Range", {s_.Scalar(0), s_.Scalar(of), s_.Scalar(1)});
      std::vector<Size> sizes(2 * n, Size(1));
      sizes[dim] = of;
      return b_.Op("Mul", {b_.Op("Reshape", {all, s_.Vector(sizes)}), s_.Scalar(step)});
    };
    const auto at = static_cast<size_t>(i);
    const OutputRef starts = b_.Op("Sub", {steps(count, axis.stride, at), s_.Scalar(before)});
    return b_.Op("AddV2", {starts, steps(axis.size, axis.rate, n + at)});
  }

  Sizes s_;
  GraphBuilder& b_;
  const std::vector<PatchAxis> axes_;
  const bool same_;
  const OutputRef image_;
};

Status PatchComposition(CompositionContext& ctx) {
  const int rank = ctx.schema().name == "ExtractImagePatches" ? 4 : 5;
  RUNNEL_ASSIGN_OR_RETURN(std::vector<PatchAxis> axes, ReadAxes(ctx.attrs(), rank));
  ctx.set_output(0, Patches(ctx, std::move(axes), IsSame(ctx.attrs())).Gathered());
  return OkStatus();
}

constexpr OpRow kPatchOps[] = {
    {
        .name = "ExtractImagePatches",
        .inputs = "images: T",
        .outputs = "patches: T",
        .attrs = "ksizes: list(int) >= 4; strides: list(int) >= 4; rates: list(int) >= 4; T: {bfloat16, "
                 "half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, "
                 "complex64, complex128, bool}; padding: {'SAME', 'VALID'}",
        .doc =
            "Takes patches of ksizes[1] rows and ksizes[2] columns, with steps of rates between their "
            "pixels, from images at every step of strides, and lays each along the channels; what is "
            "outside of an image is 0. Shapes: images is [batch,rows,columns,channels], patches "
            "[batch,out_rows,out_columns,ksizes[1] * ksizes[2] * channels]. Errors: INVALID_ARGUMENT "
            "if a patch does not fit into the padded image.",
        .shape = ImagePatchShape,
        .composition = PatchComposition,
    },
    {
        .name = "ExtractVolumePatches",
        .inputs = "input: T",
        .outputs = "patches: T",
        .attrs = "ksizes: list(int) >= 5; strides: list(int) >= 5; T: " RUNNEL_REAL_TYPES
                 "; padding: {'SAME', 'VALID'}",
        .doc =
            "Takes patches from volumes at every step of strides, and lays each along the channels, as "
            "ExtractImagePatches from images. Shapes: input is [batch,depth,rows,columns,channels].",
        .shape = VolumePatchShape,
        .composition = PatchComposition,
    },
};

}  // namespace

std::span<const OpRow> PatchOps() { return ChosenRows<kPatchOps>::All(); }

}  // namespace runnel

#include "core/ops/volume.h"

#include <algorithm>

namespace runnel {
namespace {

constexpr int64_t kMost = int64_t{1} << 30;  // so that products of two do not overflow

template <typename T>
const T* Find(const AttrList& attrs, std::string_view name) {
  const AttrValue* value = FindAttr(attrs, name);
  return value == nullptr ? nullptr : value->get_if<T>();
}

// Three of the five numbers of a list attr, if the op has it; the others must be 1.
Status ReadAxes(const AttrList& attrs, const Volume& volume, std::string_view name, int64_t* out) {
  const auto* list = Find<std::vector<int64_t>>(attrs, name);
  if (list == nullptr) return OkStatus();
  bool fits = list->size() == 5;
  for (int d = 0; fits && d < 5; ++d) {
    const int64_t number = (*list)[static_cast<size_t>(d)];
    fits = d == 0 || d == volume.channel_dim() ? number == 1 : number >= 1 && number <= kMost;
  }
  if (!fits) {
    std::string text;
    for (size_t i = 0; i < std::min<size_t>(list->size(), 6); ++i)
      text += StrCat(i > 0 ? "," : "", (*list)[i]);
    return InvalidArgument("attr \"", name, "\" is [", text, list->size() > 6 ? ",..." : "",
                           "]: expected five numbers from 1, and 1 for batch and channels");
  }
  for (int axis = 0; axis < 3; ++axis) out[axis] = (*list)[static_cast<size_t>(volume.dim(axis))];
  return OkStatus();
}

}  // namespace

Result<Volume> ReadVolume(const AttrList& attrs) {
  Volume volume;
  const auto* format = Find<std::string>(attrs, "data_format");
  volume.channels_first = format != nullptr && *format == "NCDHW";
  const auto* padding = Find<std::string>(attrs, "padding");
  volume.same = padding != nullptr && *padding == "SAME";
  RUNNEL_RETURN_IF_ERROR(ReadAxes(attrs, volume, "ksize", volume.size));
  RUNNEL_RETURN_IF_ERROR(ReadAxes(attrs, volume, "strides", volume.strides));
  RUNNEL_RETURN_IF_ERROR(ReadAxes(attrs, volume, "dilations", volume.dilations));
  return volume;
}

Result<int64_t> Volume::Count(int axis, int64_t volume, int64_t window) const {
  if (volume < 0 || window < 0) return kUnknownDim;
  const int64_t stride = strides[axis], dilation = dilations[axis];
  if (window >= 1 && std::max({volume, window, dilation}) <= kMost) {
    if (same) return (volume + stride - 1) / stride;
    const int64_t room = volume - (window - 1) * dilation - 1 + stride;
    if (room > -stride) return room / stride;  // rounded towards 0, as in TensorFlow
  }
  constexpr const char* kAxes[] = {"depth", "rows", "columns"};
  return InvalidArgument("a window of ", window, " along the ", kAxes[axis], " with stride ", stride,
                         " and dilation ", dilation, " does not fit into a volume of ", volume);
}

}  // namespace runnel

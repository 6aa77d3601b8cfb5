#include "core/ops/window.h"

#include <algorithm>

namespace runnel {
namespace {

std::string ListText(const std::vector<int64_t>& list) {
  std::string text = "[";
  for (const int64_t value : list) {
    if (text.size() > 100) return text + ",...]";
    if (text.size() > 1) text += ',';
    text += StrCat(value);
  }
  return text + "]";
}

// Two of the four numbers of a list attr, if the op has it; the others must be 1.
Status ReadAxes(const ShapeContext& ctx, const Window& window, std::string_view name, int64_t* out) {
  const auto* list = ctx.attr<std::vector<int64_t>>(name);
  if (list == nullptr) return OkStatus();
  bool fits = list->size() == 4;
  for (size_t i = 0; fits && i < 4; ++i) {
    const int dim = static_cast<int>(i);
    const bool over =
        window.depth > 1 ? dim == window.channels : dim == window.dims[0] || dim == window.dims[1];
    fits = over ? (*list)[i] >= 1 : (*list)[i] == 1;
  }
  if (!fits && window.depth > 1) {
    return InvalidArgument(
        "attr \"", name, "\" is ", ListText(*list),
        ": expected four numbers, and 1 for all but channels, over which the pool goes");
  }
  if (!fits) {
    return InvalidArgument("attr \"", name, "\" is ", ListText(*list),
                           ": expected four numbers from 1, and 1 for batch and channels");
  }
  for (int axis = 0; axis < 2; ++axis) out[axis] = (*list)[static_cast<size_t>(window.dims[axis])];
  return OkStatus();
}

Status ReadPaddings(const ShapeContext& ctx, Window* window) {
  const auto* list = ctx.attr<std::vector<int64_t>>("explicit_paddings");
  const bool wanted = window->padding == Window::Padding::kExplicit;
  if (list == nullptr || (list->empty() && !wanted)) return OkStatus();
  bool fits = wanted && list->size() == 8;
  for (size_t i = 0; fits && i < 8; ++i) {
    const int dim = static_cast<int>(i / 2);
    fits = dim == window->dims[0] || dim == window->dims[1] ? (*list)[i] >= 0 : (*list)[i] == 0;
  }
  if (!fits) {
    return InvalidArgument("attr \"explicit_paddings\" is ", ListText(*list),
                           wanted ? ": expected eight numbers from 0, and 0 for batch and channels"
                                  : ": expected none without padding EXPLICIT");
  }
  for (int axis = 0; axis < 2; ++axis) {
    const size_t at = 2 * static_cast<size_t>(window->dims[axis]);
    window->before[axis] = (*list)[at];
    window->after[axis] = (*list)[at + 1];
  }
  return OkStatus();
}

}  // namespace

Result<Window> ReadWindow(const ShapeContext& ctx) {
  Window window;
  const std::string* format = ctx.attr<std::string>("data_format");
  if (format != nullptr && *format == "NCHW") {
    window.dims[0] = 2;
    window.dims[1] = 3;
    window.channels = 1;
  }
  const std::string* padding = ctx.attr<std::string>("padding");
  if (padding != nullptr && *padding != "VALID") {
    window.padding = *padding == "SAME" ? Window::Padding::kSame : Window::Padding::kExplicit;
  }
  const auto* ksize = ctx.attr<std::vector<int64_t>>("ksize");
  if (ksize != nullptr && ksize->size() == 4)
    window.depth = (*ksize)[static_cast<size_t>(window.channels)];
  RUNNEL_RETURN_IF_ERROR(ReadAxes(ctx, window, "ksize", window.size));
  RUNNEL_RETURN_IF_ERROR(ReadAxes(ctx, window, "strides", window.strides));
  RUNNEL_RETURN_IF_ERROR(ReadAxes(ctx, window, "dilations", window.dilations));
  RUNNEL_RETURN_IF_ERROR(ReadPaddings(ctx, &window));
  if (window.depth <= 1) return window;
  const auto& strides = *ctx.attr<std::vector<int64_t>>("strides");
  if (strides[static_cast<size_t>(window.channels)] != window.depth) {
    return InvalidArgument("a pool over ", window.depth,
                           " channels goes in steps of as many, attr \"strides\" is ",
                           ListText(strides));
  }
  if (window.padding == Window::Padding::kExplicit)
    return InvalidArgument("a pool over channels has no paddings");
  return window;
}

Result<int64_t> Window::Count(int axis, int64_t image, int64_t window) const {
  if (image < 0 || window < 0) return kUnknownDim;
  constexpr int64_t kMost = int64_t{1} << 30;  // so that no sum or product below overflows
  const int64_t stride = strides[axis], dilation = dilations[axis];
  const int64_t pad[] = {before[axis], after[axis]};
  if (window >= 1 && std::max({image, pad[0], pad[1], window, stride, dilation}) <= kMost) {
    if (padding == Padding::kSame) return (image + stride - 1) / stride;
    // As in TensorFlow, whose division rounds towards 0: there is no window if less than two strides are
    // missing.
    const int64_t room = image + pad[0] + pad[1] - (window - 1) * dilation - 1 + stride;
    if (room > -stride) return room / stride;
  }
  return InvalidArgument("a window of ", window, axis == 0 ? " rows" : " columns", " with stride ",
                         stride, " and dilation ", dilation, " does not fit into an image of ", image,
                         " with paddings of ", pad[0], " and ", pad[1]);
}

}  // namespace runnel

// Sizes of windows. Source: the ONNX operator specification, Conv and MaxPool.
#include "plugins/onnx/window.h"

#include <algorithm>

namespace runnel::onnx {
namespace {

constexpr int64_t kMostSize = int64_t{1} << 24;  // of what a window says, so that sums stay small

void CheckAll(const char* what, const Ints& values, int64_t low) {
  for (const int64_t value : values) {
    if (value < low || value > kMostSize) Invalid(std::string(what) + " of " + std::to_string(value));
  }
}

}  // namespace

int64_t Places(const Value& x, const Window& w, size_t i) {
  const int64_t size = x.dim(static_cast<int64_t>(i) + 2);
  if (size < 0) return -1;
  const int64_t room = size + w.before[i] + w.after[i] - w.reach(i);
  return room < 0 ? 0 : room / w.strides[i] + 1;
}

Window ReadWindow(Node& n, const Value& x, Ints kernel) {
  Window w;
  w.kernel = std::move(kernel);
  const size_t dims = w.dims();
  if (dims < 1 || dims > 3) Refuse(std::to_string(dims) + " spatial dimensions");
  if (NeedRank(x) != static_cast<int64_t>(dims) + 2)
    Invalid("the window has not the input's dimensions");
  w.strides = n.IntList("strides", Ints(dims, 1));
  w.dilations = n.IntList("dilations", Ints(dims, 1));
  Ints pads = n.IntList("pads", Ints(2 * dims, 0));
  const std::string mode = n.Str("auto_pad", "NOTSET");
  if (w.strides.size() != dims || w.dilations.size() != dims || pads.size() != 2 * dims)
    Invalid("strides, dilations or pads have not the kernel's dimensions");
  CheckAll("a kernel size", w.kernel, 1);
  CheckAll("a stride", w.strides, 1);
  CheckAll("a dilation", w.dilations, 1);
  CheckAll("a pad", pads, -kMostSize);
  w.before.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(dims));
  w.after.assign(pads.begin() + static_cast<std::ptrdiff_t>(dims), pads.end());
  if (mode == "NOTSET" || mode.empty()) return w;
  w.before.assign(dims, 0);
  w.after.assign(dims, 0);
  if (mode == "VALID") return w;
  if (mode != "SAME_UPPER" && mode != "SAME_LOWER") Invalid("auto_pad \"" + mode + "\"");
  for (size_t i = 0; i < dims; ++i) {
    const int64_t size = x.dim(static_cast<int64_t>(i) + 2);
    if (size < 0) {
      if (mode == "SAME_LOWER") Refuse("auto_pad=SAME_LOWER of an unknown size");
      w.same = true;
      continue;
    }
    const int64_t places = (size + w.strides[i] - 1) / w.strides[i];
    const int64_t total = std::max<int64_t>(0, (places - 1) * w.strides[i] + w.reach(i) - size);
    const int64_t less = total / 2, more = total - less;
    w.before[i] = mode == "SAME_UPPER" ? less : more;
    w.after[i] = mode == "SAME_UPPER" ? more : less;
  }
  return w;
}

void WidenWindow(Window* w) {
  for (Ints* list : {&w->kernel, &w->strides, &w->dilations}) list->insert(list->begin(), 1);
  w->strides[0] = w->strides[1];  // of one row: any
  for (Ints* list : {&w->before, &w->after}) list->insert(list->begin(), 0);
}
Value Widen(Builder& b, const Value& x) { return b.Unsqueeze(x, {2}); }
Value Narrow(Builder& b, const Value& x) { return b.Squeeze(x, {2}); }

Value ToLast(Builder& b, const Value& x) {
  Ints perm = AllAxes(x.rank());
  std::rotate(perm.begin() + 1, perm.begin() + 2, perm.end());
  return b.Transpose(x, perm);
}
Value ToFirst(Builder& b, const Value& x) {
  Ints perm = AllAxes(x.rank());
  std::rotate(perm.begin() + 1, perm.end() - 1, perm.end());
  return b.Transpose(x, perm);
}

Value PadSpatial(Builder& b, const Value& x, const Ints& before, const Ints& after, const Value& with) {
  const auto none = [](int64_t pad) { return pad == 0; };
  if (std::all_of(before.begin(), before.end(), none) && std::all_of(after.begin(), after.end(), none))
    return x;
  Ints table{0, 0, 0, 0};
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] < 0 || after[i] < 0) Refuse("negative pads");
    table.push_back(before[i]);
    table.push_back(after[i]);
  }
  return b.Pad(x, b.Reshape(Builder::I64(table), Ints{static_cast<int64_t>(table.size() / 2), 2}), with);
}

}  // namespace runnel::onnx

// What moves values: shapes, slices, joins.
#include <algorithm>
#include <limits>

#include "plugins/onnx/builder.h"
#include "plugins/onnx/export.h"

namespace runnel::onnx {
namespace {

int64_t OneInteger(const ExportNode& n, size_t i) {
  const Ints values = n.Integers(i);
  if (values.size() != 1) Refuse("input " + std::to_string(i) + " of several numbers");
  return values[0];
}

void Reshape(ExportNode& n) {
  // A size of 0 is 0 in TensorFlow, and the input's in ONNX unless it is told.
  const std::optional<TfTensor> shape = n.Constant(1);
  const int64_t rank = shape.has_value() ? static_cast<int64_t>(n.Integers(1).size()) : -1;
  n.OutOfRank(n.Add("Reshape", {n.In(0), n.Int64(1)}, OnnxAttrs().Int("allowzero", 1)), rank);
}
void Squeeze(ExportNode& n) {
  std::vector<std::string> inputs = {n.In(0)};
  const Ints axes = n.List("squeeze_dims");
  if (!axes.empty()) inputs.push_back(n.Numbers(axes));
  n.Out(n.Add("Squeeze", std::move(inputs)));
}
void ExpandDims(ExportNode& n) { n.Out(n.Add("Unsqueeze", {n.In(0), n.Numbers({OneInteger(n, 1)})})); }
void Transpose(ExportNode& n) {
  Ints perm = n.Integers(1);
  for (int64_t& axis : perm) axis += axis < 0 ? static_cast<int64_t>(perm.size()) : 0;
  if (perm == Ints{0, 3, 1, 2} && n.IsChannelsFirst(0)) return n.Out(n.ChannelsFirst(0));
  const auto rank = static_cast<int64_t>(perm.size());
  n.OutOfRank(n.Transposed(n.In(0), perm), rank);
}

void Concat(ExportNode& n) {
  const size_t last = n.num_inputs() - 1;
  int64_t axis = OneInteger(n, last);
  std::vector<std::string> parts;
  bool is_first = true;
  for (size_t i = 0; i < last; ++i) is_first = is_first && n.IsChannelsFirst(i);
  if (is_first) {
    constexpr int64_t kPlace[] = {0, 2, 3, 1};
    if (axis < -4 || axis > 3) Refuse("an axis out of range");
    axis = kPlace[axis < 0 ? axis + 4 : axis];
  }
  for (size_t i = 0; i < last; ++i) parts.push_back(is_first ? n.ChannelsFirst(i) : n.In(i));
  std::string out = n.Add("Concat", std::move(parts), OnnxAttrs().Int("axis", axis));
  if (is_first) {
    n.OutChannelsFirst(std::move(out));
  } else {
    n.Out(std::move(out));
  }
}

void Pad(ExportNode& n) {
  const Ints pairs = n.Integers(1);
  const std::string_view mode = n.op() == "MirrorPad" ? n.Text("mode") : "CONSTANT";
  if (mode != "CONSTANT" && mode != "REFLECT") Refuse("mode " + std::string(mode));
  const size_t rank = pairs.size() / 2;
  const bool is_first = n.IsChannelsFirst(0) && rank == 4;
  Ints pads(2 * rank, 0);
  for (size_t d = 0; d < rank; ++d) {
    constexpr size_t kPlace[] = {0, 2, 3, 1};
    const size_t to = is_first ? kPlace[d] : d;
    pads[to] = pairs[2 * d];
    pads[rank + to] = pairs[2 * d + 1];
  }
  std::vector<std::string> inputs = {is_first ? n.ChannelsFirst(0) : n.In(0), n.Numbers(pads)};
  if (n.op() == "PadV2") inputs.push_back(n.In(2));
  const OnnxAttrs attrs = OnnxAttrs().String("mode", mode == "CONSTANT" ? "constant" : "reflect");
  std::string out = n.Add("Pad", std::move(inputs), attrs);
  if (is_first) {
    n.OutChannelsFirst(std::move(out));
  } else {
    n.Out(std::move(out));
  }
}

constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();
constexpr int64_t kBegin = std::numeric_limits<int64_t>::min();

void StridedSlice(ExportNode& n) {
  const Ints begin = n.Integers(1), end = n.Integers(2), strides = n.Integers(3);
  if (n.Int("ellipsis_mask") != 0) Refuse("an ellipsis");
  if (n.Int("new_axis_mask") != 0) Refuse("a new axis");
  const int64_t begin_mask = n.Int("begin_mask"), end_mask = n.Int("end_mask");
  const int64_t shrink_mask = n.Int("shrink_axis_mask");
  Ints starts, ends, axes, steps, shrunk;
  for (size_t d = 0; d < begin.size() && d < 63; ++d) {
    const int64_t bit = int64_t{1} << d;
    const int64_t step = strides[d];
    axes.push_back(static_cast<int64_t>(d));
    if ((shrink_mask & bit) != 0) {
      starts.push_back(begin[d]);
      ends.push_back(begin[d] == -1 ? kEnd : begin[d] + 1);
      steps.push_back(1);
      shrunk.push_back(static_cast<int64_t>(d));
      continue;
    }
    starts.push_back((begin_mask & bit) == 0 ? begin[d] : step > 0 ? 0 : kEnd);
    ends.push_back((end_mask & bit) == 0 ? end[d] : step > 0 ? kEnd : kBegin);
    steps.push_back(step);
  }
  std::string out = n.In(0);
  if (!axes.empty()) {
    out = n.Add("Slice", {out, n.Numbers(starts), n.Numbers(ends), n.Numbers(axes), n.Numbers(steps)});
  }
  if (!shrunk.empty()) out = n.Add("Squeeze", {out, n.Numbers(shrunk)});
  n.Out(std::move(out));
}
void Slice(ExportNode& n) {
  const Ints begin = n.Integers(1), size = n.Integers(2);
  Ints ends;
  for (size_t d = 0; d < begin.size(); ++d) ends.push_back(size[d] < 0 ? kEnd : begin[d] + size[d]);
  n.Out(n.Add("Slice", {n.In(0), n.Numbers(begin), n.Numbers(ends)}));
}

void Gather(ExportNode& n) {
  if (n.Int("batch_dims") != 0) Refuse("batch_dims");
  const int64_t axis = n.num_inputs() > 2 ? OneInteger(n, 2) : 0;
  n.Out(n.Add("Gather", {n.In(0), n.In(1)}, OnnxAttrs().Int("axis", axis)));
}
void GatherNd(ExportNode& n) { n.Out(n.Add("GatherND", {n.In(0), n.Int64(1)})); }

void Pack(ExportNode& n) {
  const int64_t axis = n.Int("axis");
  const std::string axes = n.Numbers({axis});
  std::vector<std::string> parts;
  for (size_t i = 0; i < n.num_inputs(); ++i) parts.push_back(n.Add("Unsqueeze", {n.In(i), axes}));
  n.Out(n.Add("Concat", std::move(parts), OnnxAttrs().Int("axis", axis)));
}
void Unpack(ExportNode& n) {
  const int64_t axis = n.Int("axis"), count = n.Int("num");
  if (count < 1 || count > 10000) Refuse("as many outputs");
  const OnnxAttrs attrs = OnnxAttrs().Int("axis", axis);
  const std::vector<std::string> parts =
      n.AddMany("Split", {n.In(0), n.Numbers(Ints(static_cast<size_t>(count), 1))},
                static_cast<size_t>(count), attrs);
  for (size_t i = 0; i < parts.size(); ++i) n.Out(n.Add("Squeeze", {parts[i], n.Numbers({axis})}), i);
}
void Split(ExportNode& n) {
  const bool has_sizes = n.op() == "SplitV";
  const int64_t axis = OneInteger(n, has_sizes ? 2 : 0), count = n.Int("num_split");
  if (count < 1 || count > 10000) Refuse("as many outputs");
  std::vector<std::string> inputs = {n.In(has_sizes ? 0 : 1)};
  if (has_sizes) {
    const Ints sizes = n.Integers(1);
    if (std::find(sizes.begin(), sizes.end(), -1) != sizes.end()) Refuse("a size of -1");
    inputs.push_back(n.Numbers(sizes));
  }
  const std::vector<std::string> parts =
      n.AddMany("Split", std::move(inputs), static_cast<size_t>(count), OnnxAttrs().Int("axis", axis));
  for (size_t i = 0; i < parts.size(); ++i) n.Out(parts[i], i);
}

void Tile(ExportNode& n) { n.Out(n.Add("Tile", {n.In(0), n.Int64(1)})); }
void BroadcastTo(ExportNode& n) { n.Out(n.Add("Expand", {n.In(0), n.Int64(1)})); }
void Fill(ExportNode& n) { n.Out(n.Add("Expand", {n.In(1), n.Int64(0)})); }
void Range(ExportNode& n) { n.Out(n.Add("Range", {n.In(0), n.In(1), n.In(2)})); }
void Shape(ExportNode& n) {
  const std::string shape = n.Add(n.op() == "Size" ? "Size" : "Shape", {n.In(0)});
  n.Out(n.Type("out_type") == RNLP_INT64 ? shape : n.CastTo(shape, RNLP_INT32));
}
void OneHot(ExportNode& n) {
  const std::string zero = n.Numbers({0});
  const std::string off = n.Add("Unsqueeze", {n.In(3), zero}), on = n.Add("Unsqueeze", {n.In(2), zero});
  const std::string values = n.Add("Concat", {off, on}, OnnxAttrs().Int("axis", 0));
  n.Out(n.Add("OneHot", {n.In(0), n.In(1), values}, OnnxAttrs().Int("axis", n.Int("axis", -1))));
}
// The default is what it gives where nothing is fed.
void WithDefault(ExportNode& n) { n.OutAsInput(); }

constexpr ExportRow kRows[] = {
    {"BroadcastTo", BroadcastTo},
    {"ConcatV2", Concat},
    {"ExpandDims", ExpandDims},
    {"Fill", Fill},
    {"Gather", Gather},
    {"GatherNd", GatherNd},
    {"GatherV2", Gather},
    {"MirrorPad", Pad},
    {"OneHot", OneHot},
    {"Pack", Pack},
    {"Pad", Pad},
    {"PadV2", Pad},
    {"PlaceholderWithDefault", WithDefault},
    {"Range", Range},
    {"Reshape", Reshape},
    {"Shape", Shape},
    {"Size", Shape},
    {"Slice", Slice},
    {"Split", Split},
    {"SplitV", Split},
    {"Squeeze", Squeeze},
    {"StridedSlice", StridedSlice},
    {"Tile", Tile},
    {"Transpose", Transpose},
    {"Unpack", Unpack},
};

}  // namespace

std::span<const ExportRow> ExportedArrayOps() { return kRows; }

}  // namespace runnel::onnx

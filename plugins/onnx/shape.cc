// Constants, shapes, joins and slices.
#include <algorithm>
#include <limits>

#include "plugins/onnx/importer.h"

namespace runnel::onnx {
namespace {

void Constant(Node& n) {
  n.Ignore("sparse_value_is_absent");
  if (const Attribute* a = n.Attr("value")) return n.Out(n.importer.ReadTensor(a->tensor));
  if (const Attribute* a = n.Attr("value_int")) return n.Out(Builder::I64Scalar(a->integer));
  if (const Attribute* a = n.Attr("value_ints")) return n.Out(Builder::I64(a->integers));
  if (const Attribute* a = n.Attr("value_float")) return n.Out(Builder::Scalar(RNLP_FLOAT, a->real));
  if (const Attribute* a = n.Attr("value_floats"))
    return n.Out(Builder::Numbers(RNLP_FLOAT, {a->reals.begin(), a->reals.end()}));
  if (const Attribute* a = n.Attr("value_string")) {
    Value out = Builder::Strings({std::string(a->string)});
    out.shape = Shape::Scalar();
    return n.Out(out);
  }
  if (const Attribute* a = n.Attr("value_strings"))
    return n.Out(Builder::Strings({a->strings.begin(), a->strings.end()}));
  Refuse("a value of this kind");
}

void ConstantOfShape(Node& n) {
  const Value shape = n.In(0);
  Value value = Builder::Scalar(RNLP_FLOAT, 0);
  if (const Attribute* a = n.Attr("value")) {
    value = n.importer.ReadTensor(a->tensor);
    if (value.shape.elements() != 1) Invalid("the value has not one element");
    value.shape = Shape::Scalar();
  }
  n.Out(n.b.Fill(shape, value));
}

void Identity(Node& n) {
  const Value x = n.Any(0);
  n.Out(x.is_sequence() || x.absent || x.tensor.empty() ? x : n.b.Identity(x));
}

void Shape_(Node& n) {
  const Value x = n.In(0);
  const int64_t begin = n.Int("start", 0);
  const int64_t end = n.Int("end", std::numeric_limits<int64_t>::max());
  const Value shape = n.b.ShapeOf(x);
  if (begin == 0 && end == std::numeric_limits<int64_t>::max()) return n.Out(shape);
  if (x.ranked()) {
    const auto place = [&](int64_t at) {
      return std::clamp<int64_t>(at < 0 ? at + x.rank() : at, 0, x.rank());
    };
    const int64_t from = place(begin), to = std::max(place(end), place(begin));
    return n.Out(n.b.SizesOf(x, from, to));
  }
  n.Out(n.b.Slice(shape, 0, begin, end));
}

void Size(Node& n) {
  const Value x = n.In(0);
  const int64_t count = x.shape.elements();
  if (count >= 0) return n.Out(Builder::I64Scalar(count));
  n.Out(n.b.Node("Size", {x}, RNLP_INT64, Shape::Scalar(),
                 [&](plugin::NodeWriter& w) { w.Type("T", x.dtype).Type("out_type", RNLP_INT64); }));
}

void Reshape(Node& n) {
  const Value x = n.In(0);
  const bool zero_is_zero = n.Int("allowzero", 0) != 0;
  if (n.opset < 5) return n.Out(n.b.Reshape(x, n.IntList("shape", {})));
  const Value shape = n.In(1);
  if (zero_is_zero) return n.Out(n.b.Reshape(x, shape));
  if (auto sizes = IntegersOf(shape)) {
    if (std::count(sizes->begin(), sizes->end(), 0) == 0) return n.Out(n.b.Reshape(x, *sizes));
    bool known = x.ranked();
    for (size_t i = 0; known && i < sizes->size(); ++i) {
      if ((*sizes)[i] != 0) continue;
      if (static_cast<int64_t>(i) >= x.rank()) Invalid("size 0 of a dimension that the input has not");
      known = x.shape.dims[i] >= 0;
      if (known) (*sizes)[i] = x.shape.dims[i];
    }
    if (known) return n.Out(n.b.Reshape(x, *sizes));
    // One unknown size that is kept may be the one that is worked out.
    if (x.ranked() && std::count(sizes->begin(), sizes->end(), 0) == 1 &&
        std::count(sizes->begin(), sizes->end(), -1) == 0) {
      std::replace(sizes->begin(), sizes->end(), int64_t{0}, int64_t{-1});
      return n.Out(n.b.Reshape(x, *sizes));
    }
  }
  // Sizes that are 0 are those of the input; what the shape has more than the input's rank is no zero.
  const int64_t rank = NeedRank(x);
  if (!shape.ranked() || shape.rank() != 1 || shape.dim(0) < 0) Refuse("a shape of unknown rank");
  const int64_t wanted = shape.dim(0);
  Value mine = n.b.SizesOf(x, 0, std::min(rank, wanted));
  if (wanted > rank)
    mine = n.b.Concat({mine, Builder::I64(Ints(static_cast<size_t>(wanted - rank), 1))}, 0);
  const Value is_zero = n.b.Compare("Equal", shape, Builder::I64Scalar(0));
  n.Out(n.b.Reshape(x, n.b.Select(is_zero, mine, shape)));
}

void Flatten(Node& n) {
  const Value x = n.In(0);
  const int64_t axis = n.Int("axis", 1), rank = NeedRank(x);
  if (axis < -rank || axis > rank) Invalid("axis " + std::to_string(axis));
  n.Out(n.b.Flatten(x, axis < 0 ? axis + rank : axis));
}

std::optional<Ints> Axes(Node& n) { return n.opset >= 13 ? n.ConstantInts(1) : n.IntList("axes"); }
void Squeeze(Node& n) {
  const Value x = n.In(0);
  const auto axes = Axes(n);
  n.Out(n.b.Squeeze(x, axes.value_or(Ints{})));
}
void Unsqueeze(Node& n) {
  const Value x = n.In(0);
  const auto axes = Axes(n);
  if (!axes) Invalid("no axes");
  n.Out(n.b.Unsqueeze(x, *axes));
}

void Transpose(Node& n) {
  Value x = n.In(0);
  auto perm = n.IntList("perm");
  if (perm) x = OfRank(x, static_cast<int64_t>(perm->size()));
  if (!perm) {
    perm = AllAxes(NeedRank(x));
    std::reverse(perm->begin(), perm->end());
  }
  if (x.ranked() && x.rank() != static_cast<int64_t>(perm->size()))
    Invalid("perm is not as long as the rank");
  n.Out(n.b.Transpose(x, *perm));
}

void Concat(Node& n) {
  const Values parts = n.AllIn();
  const int64_t axis = n.Int("axis", n.opset < 4 ? 1 : 0);
  for (const Value& part : parts) {
    if (part.ranked()) return n.Out(n.b.Concat(parts, Axis(axis, part.rank())));
  }
  if (axis < 0) Refuse("an axis from the end and inputs of unknown rank");
  n.Out(n.b.Concat(parts, axis));
}

void Split(Node& n) {
  const Value x = n.In(0);
  const int64_t axis = Axis(n.Int("axis", 0), NeedRank(x));
  const auto count = static_cast<int64_t>(n.num_outputs());
  const auto given = n.opset >= 13 ? n.Opt(1) : std::optional<Value>();
  if (given && !IntegersOf(*given)) {
    Shape part = x.shape;
    part.dims[static_cast<size_t>(axis)] = -1;
    const Value first = n.b.Node("SplitV", {x, *given, Builder::I32Scalar(static_cast<int32_t>(axis))},
                                 x.dtype, part, [&](plugin::NodeWriter& w) {
                                   w.Type("T", x.dtype).Type("Tlen", RNLP_INT64).Int("num_split", count);
                                 });
    for (int64_t i = 0; i < count; ++i)
      n.Out(static_cast<size_t>(i), Builder::Other(first, static_cast<int>(i), x.dtype, part));
    return;
  }
  auto sizes = n.opset >= 13 ? n.ConstantInts(1) : n.IntList("split");
  n.Ignore("num_outputs");
  if (count == 0) Invalid("no outputs");
  if (!sizes) {
    if (x.dim(axis) < 0) {
      if (n.opset >= 18) Refuse("a split of an unknown size");
      Shape part = x.shape;
      const Value first =
          n.b.Node("Split", {Builder::I32Scalar(static_cast<int32_t>(axis)), x}, x.dtype, part,
                   [&](plugin::NodeWriter& w) { w.Type("T", x.dtype).Int("num_split", count); });
      for (int64_t i = 0; i < count; ++i)
        n.Out(static_cast<size_t>(i), Builder::Other(first, static_cast<int>(i), x.dtype, part));
      return;
    }
    const int64_t size = (x.dim(axis) + count - 1) / count;
    sizes = Ints(static_cast<size_t>(count), size);
    sizes->back() = x.dim(axis) - size * (count - 1);
    if (sizes->back() < 0) Invalid("more outputs than there are elements");
  }
  if (static_cast<int64_t>(sizes->size()) != count) Invalid("not one size for each output");
  const Values parts = n.b.Split(x, *sizes, axis);
  for (size_t i = 0; i < parts.size(); ++i)
    n.Out(i, parts.size() == 1 ? n.b.Identity(parts[i]) : parts[i]);
}

// With axes that only a step knows: limits of all dimensions, in which those of the axes are set.
void SliceAlong(Node& n, const Value& x, const Value& axes, const std::optional<Value>& steps) {
  Builder& b = n.b;
  const int64_t rank = NeedRank(x);
  const Value at =
      b.Reshape(b.FromZero(b.Cast(axes, RNLP_INT64), Builder::I64Scalar(rank)), Ints{-1, 1});
  const auto spread = [&](const Value& of, int64_t other) {
    const Value all = Builder::I64(Ints(static_cast<size_t>(rank), other));
    return b.Node("TensorScatterUpdate", {all, at, b.Cast(of, RNLP_INT64)}, RNLP_INT64,
                  Shape::Of({rank}),
                  [&](plugin::NodeWriter& w) { w.Type("T", RNLP_INT64).Type("Tindices", RNLP_INT64); });
  };
  const Value start = spread(n.In(1), 0), end = spread(n.In(2), std::numeric_limits<int64_t>::max());
  const Value step = steps ? spread(*steps, 1) : Builder::I64(Ints(static_cast<size_t>(rank), 1));
  n.Out(b.Node("StridedSlice", {x, start, end, step}, x.dtype, Shape::OfRank(rank),
               [&](plugin::NodeWriter& w) { w.Type("T", x.dtype).Type("Index", RNLP_INT64); }));
}

void Slice(Node& n) {
  const Value x = n.In(0);
  if (n.opset < 10) {
    const Ints starts = n.IntList("starts", {}), ends = n.IntList("ends", {});
    Ints axes = n.IntList("axes", AllAxes(static_cast<int64_t>(starts.size())));
    if (ends.size() != starts.size() || axes.size() != starts.size())
      Invalid("starts, ends and axes differ in length");
    return n.Out(n.b.Slice(x, starts, ends, axes, Ints(starts.size(), 1)));
  }
  const Value starts = n.In(1), ends = n.In(2);
  const auto axes_tensor = n.Opt(3);
  const auto given_steps = n.Opt(4);
  if (axes_tensor && !IntegersOf(*axes_tensor)) return SliceAlong(n, x, *axes_tensor, given_steps);
  const auto given_axes = n.ConstantInts(3);
  int64_t count = -1;
  if (given_axes) count = static_cast<int64_t>(given_axes->size());
  if (count < 0 && starts.ranked() && starts.rank() == 1) count = starts.dim(0);
  if (count < 0) Refuse("an unknown number of axes");
  const Value steps = given_steps ? n.b.Cast(*given_steps, RNLP_INT64)
                                  : Builder::I64(Ints(static_cast<size_t>(count), 1));
  n.Out(n.b.Slice(x, n.b.Cast(starts, RNLP_INT64), n.b.Cast(ends, RNLP_INT64),
                  given_axes.value_or(AllAxes(count)), steps));
}

void Expand(Node& n) { n.Out(n.b.ExpandBoth(n.In(0), n.In(1))); }

void Tile(Node& n) {
  const Value x = n.In(0);
  if (n.opset < 6) Refuse("of an opset before 6");
  n.Out(n.b.Tile(x, n.In(1)));
}

void Pad(Node& n) {
  const Value x = n.In(0);
  const int64_t rank = NeedRank(x);
  const std::string mode = n.Str("mode", "constant");
  Value pads, with = Builder::Scalar(x.dtype == RNLP_BOOL ? RNLP_BOOL : x.dtype, 0);
  std::optional<Ints> axes;
  if (n.opset < 11) {
    pads = Builder::I64(n.IntList(n.opset < 2 ? "paddings" : "pads", {}));
    with = Builder::Scalar(x.dtype, n.Float("value", 0));
  } else {
    pads = n.b.Cast(n.In(1), RNLP_INT64);
    if (const auto value = n.Opt(2)) with = n.b.Reshape(*value, Ints{});
    axes = n.ConstantInts(3);
  }
  Ints which = axes.value_or(AllAxes(rank));
  for (int64_t& axis : which) axis = Axis(axis, rank);
  const auto count = static_cast<int64_t>(which.size());
  if (const auto sizes = IntegersOf(pads)) {
    if (static_cast<int64_t>(sizes->size()) != 2 * count) Invalid("not two pads for each axis");
    for (const int64_t pad : *sizes) {
      if (pad > (int64_t{1} << 40) || pad < -(int64_t{1} << 40))
        Invalid("a pad of " + std::to_string(pad));
    }
    Ints all(static_cast<size_t>(2 * rank), 0), cut_start, cut_end, cut_axes;
    Value out = x;
    for (size_t i = 0; i < which.size(); ++i) {
      const int64_t before = (*sizes)[i], after = (*sizes)[i + which.size()];
      const auto axis = static_cast<size_t>(which[i]);
      all[2 * axis] = std::max<int64_t>(before, 0);
      all[2 * axis + 1] = std::max<int64_t>(after, 0);
      if (before < 0 || after < 0) {
        cut_axes.push_back(which[i]);
        cut_start.push_back(before < 0 ? -before : 0);
        cut_end.push_back(after < 0 ? after : std::numeric_limits<int64_t>::max());
      }
    }
    if (!cut_axes.empty()) out = n.b.Slice(out, cut_start, cut_end, cut_axes, Ints(cut_axes.size(), 1));
    Value table = n.b.Reshape(Builder::I64(all), Ints{rank, 2});
    if (mode == "constant") return n.Out(n.b.Pad(out, table, with));
    if (mode == "wrap") {
      for (size_t i = 0; i < which.size(); ++i) {
        const int64_t axis = which[i], before = all[static_cast<size_t>(2 * axis)],
                      after = all[static_cast<size_t>(2 * axis + 1)];
        if (before == 0 && after == 0) continue;
        if (out.dim(axis) < 0 || before > out.dim(axis) || after > out.dim(axis))
          Refuse("mode=wrap of more than the size");
        Values parts;
        if (before > 0) parts.push_back(n.b.Slice(out, axis, out.dim(axis) - before, out.dim(axis)));
        parts.push_back(out);
        if (after > 0) parts.push_back(n.b.Slice(out, axis, 0, after));
        out = n.b.Concat(parts, axis);
      }
      return n.Out(out);
    }
    if (mode == "reflect") {
      Shape shape = n.b.Pad(out, table, with).shape;
      return n.Out(n.b.Node("MirrorPad", {out, table}, x.dtype, shape, [&](plugin::NodeWriter& w) {
        w.Type("T", x.dtype).Type("Tpaddings", RNLP_INT64).String("mode", "REFLECT");
      }));
    }
    if (mode != "edge") Refuse("mode=" + mode);
    for (const int64_t axis : which) {
      const int64_t before = all[static_cast<size_t>(2 * axis)],
                    after = all[static_cast<size_t>(2 * axis + 1)];
      if (before == 0 && after == 0) continue;
      const auto edge = [&](int64_t from, int64_t to, int64_t times) {
        Ints repeats(static_cast<size_t>(rank), 1);
        repeats[static_cast<size_t>(axis)] = times;
        return n.b.Tile(n.b.Slice(out, axis, from, to), Builder::I64(repeats));
      };
      Values parts;
      if (before > 0) parts.push_back(edge(0, 1, before));
      parts.push_back(out);
      if (after > 0) parts.push_back(edge(-1, std::numeric_limits<int64_t>::max(), after));
      out = n.b.Concat(parts, axis);
    }
    return n.Out(out);
  }
  if (axes) {
    // One row for each dimension: those that are padded, and zeros.
    const Value halves = n.b.Reshape(pads, Ints{2, count});
    Values rows;
    for (int64_t axis = 0; axis < rank; ++axis) {
      const auto at = std::find(which.begin(), which.end(), axis) - which.begin();
      rows.push_back(at == count ? n.b.Reshape(Builder::I64({0, 0}), Ints{2, 1})
                                 : n.b.Slice(halves, 1, at, at + 1));
    }
    pads = n.b.Concat(rows, 1);
  } else {
    pads = n.b.Reshape(pads, Ints{2, rank});
  }
  const Value table = n.b.Transpose(pads, {1, 0});
  if (mode == "constant") return n.Out(n.b.Pad(x, table, with));
  if (mode == "reflect") {
    return n.Out(
        n.b.Node("MirrorPad", {x, table}, x.dtype, Shape::OfRank(rank), [&](plugin::NodeWriter& w) {
          w.Type("T", x.dtype).Type("Tpaddings", RNLP_INT64).String("mode", "REFLECT");
        }));
  }
  Refuse("mode=" + mode + " with pads that are not constant");
}

// Cuts around the middle, then pads around it.
void CenterCropPad(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  const Value sizes = b.Cast(n.In(1), RNLP_INT64);
  const int64_t rank = NeedRank(x);
  const Ints axes = n.IntList("axes", AllAxes(rank));
  const Value zero = Builder::I64({0}), two = Builder::I64({2});
  Values starts, ends, pads(static_cast<size_t>(2 * rank), zero);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t axis = Axis(axes[i], rank), at = static_cast<int64_t>(i);
    const Value have = b.SizesOf(x, axis, axis + 1), want = b.Slice(sizes, 0, at, at + 1);
    const Value cut = b.Binary("Maximum", b.Sub(have, want), zero);
    const Value more = b.Binary("Maximum", b.Sub(want, have), zero);
    starts.push_back(b.Binary("FloorDiv", cut, two));
    ends.push_back(b.Add(starts.back(), b.Sub(have, cut)));
    Value& before = pads[static_cast<size_t>(2 * axis)];
    before = b.Binary("FloorDiv", more, two);
    pads[static_cast<size_t>(2 * axis + 1)] = b.Sub(more, before);
  }
  if (axes.empty()) return n.Out(b.Identity(x));
  x = b.Slice(x, b.Concat(starts, 0), b.Concat(ends, 0), axes, Builder::I64(Ints(axes.size(), 1)));
  n.Out(b.Pad(x, b.Reshape(b.Concat(pads, 0), Ints{rank, 2}), Builder::Scalar(x.dtype, 0)));
}

void Range(Node& n) {
  const auto scalar = [&](size_t i) { return n.b.Reshape(n.In(i), Ints{}); };
  n.Out(n.b.Range(scalar(0), scalar(1), scalar(2)));
}

void DepthToSpace(Node& n) {
  const Value x = n.In(0);
  const int64_t block = n.Int("blocksize", 0);
  const std::string mode = n.Str("mode", "DCR");
  if (block < 1 || NeedRank(x) != 4) Invalid("blocksize " + std::to_string(block));
  const int64_t c = x.dim(1), h = x.dim(2), w = x.dim(3);
  if (c < 0) Refuse("an unknown number of channels");
  const int64_t part = c / (block * block);
  const auto size = [&](int64_t axis) { return n.b.SizesOf(x, axis, axis + 1); };
  const Value blocks = Builder::I64({block}), parts = Builder::I64({part});
  const bool depth_first = mode == "DCR";
  const Value six = depth_first ? n.b.Concat({size(0), blocks, blocks, parts, size(2), size(3)}, 0)
                                : n.b.Concat({size(0), parts, blocks, blocks, size(2), size(3)}, 0);
  const Value spread =
      n.b.Transpose(n.b.Reshape(x, six), depth_first ? Ints{0, 3, 4, 1, 5, 2} : Ints{0, 1, 4, 2, 5, 3});
  const Value to = n.b.Concat({size(0), parts, n.b.Mul(size(2), blocks), n.b.Mul(size(3), blocks)}, 0);
  Value out = n.b.Reshape(spread, to);
  out.shape = Shape::Of({x.dim(0), part, h < 0 ? -1 : h * block, w < 0 ? -1 : w * block});
  n.Out(out);
}

void SpaceToDepth(Node& n) {
  const Value x = n.In(0);
  const int64_t block = n.Int("blocksize", 0);
  if (n.Str("mode", "DCR") != "DCR") Refuse("mode");
  if (block < 1 || NeedRank(x) != 4) Invalid("blocksize " + std::to_string(block));
  const auto size = [&](int64_t axis) { return n.b.SizesOf(x, axis, axis + 1); };
  const Value blocks = Builder::I64({block});
  const Value h = n.b.Binary("FloorDiv", size(2), blocks), w = n.b.Binary("FloorDiv", size(3), blocks);
  const Value six = n.b.Concat({size(0), size(1), h, blocks, w, blocks}, 0);
  const Value spread = n.b.Transpose(n.b.Reshape(x, six), {0, 3, 5, 1, 2, 4});
  n.Out(n.b.Reshape(spread,
                    n.b.Concat({size(0), n.b.Mul(size(1), Builder::I64({block * block})), h, w}, 0)));
}

constexpr OpRow kShapeOps[] = {
    {"", "Constant", Constant},
    {"", "ConstantOfShape", ConstantOfShape},
    {"", "Identity", Identity},
    {"", "Shape", Shape_},
    {"", "Size", Size},
    {"", "Reshape", Reshape},
    {"", "Flatten", Flatten},
    {"", "Squeeze", Squeeze},
    {"", "Unsqueeze", Unsqueeze},
    {"", "Transpose", Transpose},
    {"", "Concat", Concat},
    {"", "Split", Split},
    {"", "Slice", Slice},
    {"", "Expand", Expand},
    {"", "Tile", Tile},
    {"", "Pad", Pad},
    {"", "CenterCropPad", CenterCropPad},
    {"", "Range", Range},
    {"", "DepthToSpace", DepthToSpace},
    {"", "SpaceToDepth", SpaceToDepth},
};

}  // namespace

std::span<const OpRow> ShapeOps() { return kShapeOps; }

}  // namespace runnel::onnx

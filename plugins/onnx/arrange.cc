// Nodes of TensorFlow's ops that move values: shapes, slices, joins.
#include <algorithm>
#include <limits>
#include <numeric>

#include "plugins/onnx/builder.h"
#include "plugins/onnx/model.h"
#include "plugins/onnx/move.h"

namespace runnel::onnx {
namespace {

// A shape vector as far as the import knows it: sizes, or their number.
Shape FromVector(const Value& vector) {
  if (const auto sizes = IntegersOf(vector)) {
    Shape shape = Shape::Of(*sizes);
    for (int64_t& size : shape.dims) size = std::max<int64_t>(size, -1);
    return shape;
  }
  constexpr int64_t kMostRank = 254;
  if (vector.ranked() && vector.rank() == 1 && vector.dim(0) >= 0 && vector.dim(0) <= kMostRank)
    return Shape::OfRank(vector.dim(0));
  return {};
}

// Of sizes; -1 if no tensor has the sum.
int64_t Plus(int64_t x, int64_t y) {
  int64_t sum = 0;
  return __builtin_add_overflow(x, y, &sum) ? -1 : sum;
}

void Index(plugin::NodeWriter& n, std::string_view attr, const Value& value) {
  n.Type(attr, value.dtype);
}

// The number of elements that Python's slice takes, with all its numbers known.
int64_t SliceSize(int64_t size, int64_t start, int64_t end, int64_t step) {
  const int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  const auto place = [&](int64_t at) { return std::clamp(at < 0 ? at + size : at, low, high); };
  const int64_t from = place(start), to = place(end);
  if (step > 0) return to <= from ? 0 : (to - from - 1) / step + 1;
  if (step == std::numeric_limits<int64_t>::min()) return from > to ? 1 : 0;
  return from <= to ? 0 : (from - to - 1) / -step + 1;
}

}  // namespace

Value Builder::ShapeOf(const Value& x) {
  if (x.shape.is_static()) return I64(x.shape.dims);
  return Node("Shape", {x}, RNLP_INT64, x.ranked() ? Shape::Of({x.rank()}) : Shape::OfRank(1),
              [&](plugin::NodeWriter& n) { n.Type("T", x.dtype).Type("out_type", RNLP_INT64); });
}

Value Builder::SizesOf(const Value& x, int64_t begin, int64_t end) {
  if (NeedRank(x) < end || begin < 0 || begin > end)
    Invalid("dimension " + std::to_string(end - 1) + " of a value with " + std::to_string(x.rank()));
  bool known = true;
  for (int64_t i = begin; i < end; ++i) known &= x.dim(i) >= 0;
  if (known) return I64(Ints(x.shape.dims.begin() + begin, x.shape.dims.begin() + end));
  return Slice(ShapeOf(x), 0, begin, end);
}

Value Builder::SizeOf(const Value& x, int64_t axis) {
  if (x.dim(axis) >= 0) return I64Scalar(x.dim(axis));
  return Squeeze(SizesOf(x, axis, axis + 1), {0});
}

Value Builder::Reshape(const Value& x, const Value& shape) {
  if (x.ranked() && x.rank() == 0 && shape.ranked() && shape.rank() == 1 && shape.dim(0) == 0) return x;
  Shape out = FromVector(shape);
  const int64_t total = x.shape.elements();
  int64_t known = 1, unknown = 0;
  bool fits = true;
  for (const int64_t size : out.dims) {
    if (size < 0)
      ++unknown;
    else
      fits &= !__builtin_mul_overflow(known, size, &known);
  }
  if (out.ranked && unknown == 1 && fits && total >= 0 && known > 0) {
    for (int64_t& size : out.dims) {
      if (size < 0) size = total / known;
    }
  }
  if (x.literal != nullptr && x.tensor.empty() && out.is_static() && out.elements() == total) {
    Value same = x;
    same.shape = out;
    if (x.dtype == RNLP_STRING)
      return Node("Reshape", {x, shape}, x.dtype, out,
                  [&](auto& n) { n.Type("T", x.dtype).Type("Tshape", shape.dtype); });
    // Another shape is another node, so the content gets a name of its own.
    auto literal = std::make_shared<Literal>();
    literal->bytes = x.literal->bytes;
    if (!x.literal->owned.empty()) {
      literal->owned = x.literal->owned;
      literal->bytes = literal->owned;
    }
    same.literal = std::move(literal);
    return same;
  }
  return Node("Reshape", {x, shape}, x.dtype, out, [&](plugin::NodeWriter& n) {
    n.Type("T", x.dtype);
    Index(n, "Tshape", shape);
  });
}

Value Builder::Transpose(const Value& x, const Ints& perm) {
  Shape shape;
  if (x.ranked()) {
    shape.ranked = true;
    for (const int64_t axis : perm) shape.dims.push_back(x.dim(Axis(axis, x.rank())));
  }
  if (std::is_sorted(perm.begin(), perm.end())) return x;
  if (x.tensor.empty() && x.literal != nullptr && CanTranspose(x, perm))
    return Transposed(x, perm, std::move(shape));
  return Node("Transpose", {x, I32(perm)}, x.dtype, shape,
              [&](plugin::NodeWriter& n) { n.Type("T", x.dtype).Type("Tperm", RNLP_INT32); });
}

bool Builder::CanTranspose(const Value& x, const Ints& perm) const {
  if (allowance_ == nullptr || x.dtype == RNLP_STRING || !x.ranked()) return false;
  const std::string_view bytes = x.literal->bytes;
  if (bytes.empty() || bytes.size() > *allowance_) return false;
  Ints sorted = perm;
  std::sort(sorted.begin(), sorted.end());
  return sorted == AllAxes(x.rank()) &&
         x.shape.elements() * onnx::SizeOf(x.dtype) == static_cast<int64_t>(bytes.size());
}

// Of a constant of numbers, now. Nodes that share a constant share what is made of it.
Value Builder::Transposed(const Value& x, const Ints& perm, Shape shape) {
  Ints form = perm;  // the same content may be seen in several shapes
  form.insert(form.end(), x.shape.dims.begin(), x.shape.dims.end());
  Value& made = transposed_[{x.literal, std::move(form)}];
  if (made.literal != nullptr) return made;
  const std::string_view from = x.literal->bytes;
  *allowance_ -= from.size();
  std::shared_ptr<plugin::NodeList::Content> content = list_->NewContent(from.size());
  MoveAxes(from.data(), x.shape.dims, perm, onnx::SizeOf(x.dtype), content->data());
  auto literal = std::make_shared<Literal>();
  literal->bytes = {content->data(), content->size()};
  literal->kept = std::move(content);
  made.dtype = x.dtype;
  made.shape = std::move(shape);
  made.literal = std::move(literal);
  return made;
}

Value Builder::Unsqueeze(const Value& x, Ints axes) {
  if (!x.ranked()) {
    // In order, places from the front are the same for any rank.
    std::sort(axes.begin(), axes.end());
    Value out = x;
    for (const int64_t axis : axes) {
      if (axis < 0 && axes.size() > 1) Refuse("axes from the end of an input of unknown rank");
      out = Node("ExpandDims", {out, I32Scalar(static_cast<int32_t>(axis))}, x.dtype, {},
                 [&](plugin::NodeWriter& n) { n.Type("T", x.dtype).Type("Tdim", RNLP_INT32); });
    }
    return out;
  }
  const int64_t rank = NeedRank(x) + static_cast<int64_t>(axes.size());
  for (int64_t& axis : axes) axis = Axis(axis, rank);
  std::sort(axes.begin(), axes.end());
  if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) Invalid("an axis is named twice");
  Shape shape;
  shape.ranked = true;
  Values parts;
  size_t next = 0;
  int64_t from = 0;
  for (int64_t i = 0; i < rank; ++i) {
    if (next < axes.size() && axes[next] == i) {
      shape.dims.push_back(1);
      ++next;
    } else {
      shape.dims.push_back(x.dim(from++));
    }
  }
  if (axes.empty()) return x;
  if (std::count(shape.dims.begin(), shape.dims.end(), -1) <= 1) return Reshape(x, shape.dims);
  Value out = x;
  for (const int64_t axis : axes) {
    Shape next_shape = out.shape;
    next_shape.dims.insert(next_shape.dims.begin() + axis, 1);
    out = Node("ExpandDims", {out, I32Scalar(static_cast<int32_t>(axis))}, x.dtype, next_shape,
               [&](plugin::NodeWriter& n) { n.Type("T", x.dtype).Type("Tdim", RNLP_INT32); });
  }
  return out;
}

Value Builder::Squeeze(const Value& x, Ints axes) {
  Shape shape;
  if (x.ranked()) {
    std::vector<bool> gone(static_cast<size_t>(x.rank()));
    for (int64_t& axis : axes) {
      axis = Axis(axis, x.rank());
      if (x.dim(axis) >= 0 && x.dim(axis) != 1)
        Invalid("dimension " + std::to_string(axis) + " is squeezed and has the size " +
                std::to_string(x.dim(axis)));
      gone[static_cast<size_t>(axis)] = true;
    }
    shape.ranked = !axes.empty() || x.shape.is_static();
    for (size_t i = 0; i < gone.size(); ++i) {
      if (axes.empty() && x.shape.dims[i] == 1) continue;
      if (!gone[i]) shape.dims.push_back(x.shape.dims[i]);
    }
  }
  if (shape.is_static() && x.literal != nullptr) return Reshape(x, shape.dims);
  return Node("Squeeze", {x}, x.dtype, shape,
              [&](plugin::NodeWriter& n) { n.Type("T", x.dtype).Ints("squeeze_dims", axes); });
}

Value Builder::Expand(const Value& x, const Value& shape) {
  return Node("BroadcastTo", {x, shape}, x.dtype, FromVector(shape), [&](plugin::NodeWriter& n) {
    n.Type("T", x.dtype);
    Index(n, "Tidx", shape);
  });
}

Value Builder::ExpandBoth(const Value& x, const Value& shape) {
  const Shape wanted = FromVector(shape);
  const Shape out = Broadcast(x.shape, wanted);
  if (out.is_static() && wanted.is_static()) return Expand(x, I64(out.dims));
  const Value mine = ShapeOf(x);
  const Value both = Node("BroadcastArgs", {mine, shape}, RNLP_INT64,
                          out.ranked ? Shape::Of({out.rank()}) : Shape::OfRank(1));
  return Expand(x, both);
}

Value Builder::Tile(const Value& x, const Value& repeats) {
  Shape shape;
  if (x.ranked()) {
    shape = Shape::OfRank(x.rank());
    const auto counts = IntegersOf(repeats);
    for (size_t i = 0; counts && i < counts->size() && i < shape.dims.size(); ++i) {
      if (x.shape.dims[i] < 0 || (*counts)[i] < 0 ||
          __builtin_mul_overflow(x.shape.dims[i], (*counts)[i], &shape.dims[i]))
        shape.dims[i] = -1;
    }
  }
  return Node("Tile", {x, repeats}, x.dtype, shape, [&](plugin::NodeWriter& n) {
    n.Type("T", x.dtype);
    Index(n, "Tmultiples", repeats);
  });
}

Value Builder::Flatten(const Value& x, int64_t axis) {
  const int64_t rank = NeedRank(x);
  const Shape outer = Shape::Of(Ints(x.shape.dims.begin(), x.shape.dims.begin() + axis));
  const Shape inner = Shape::Of(Ints(x.shape.dims.begin() + axis, x.shape.dims.end()));
  const int64_t rows = outer.elements(), columns = inner.elements();
  if (rows >= 0 && columns >= 0) return Reshape(x, Ints{rows, columns});
  if (rows > 0) return Reshape(x, Ints{rows, -1});
  if (columns > 0) return Reshape(x, Ints{-1, columns});
  const auto product = [&](int64_t begin, int64_t end) {
    return Reshape(Reduce("Prod", SizesOf(x, begin, end), {0}, false), Ints{1});
  };
  Value out = Reshape(x, Concat({product(0, axis), product(axis, rank)}, 0));
  out.shape = Shape::Of({rows, columns});
  return out;
}

Value Builder::Concat(const Values& parts, int64_t axis) {
  if (parts.size() == 1) return parts[0];
  Ints all;
  bool known = axis == 0;
  for (const Value& part : parts) {
    const auto numbers = IntegersOf(part);
    known &= numbers && part.dtype == RNLP_INT64 && part.rank() == 1;
    if (known) all.insert(all.end(), numbers->begin(), numbers->end());
  }
  if (known) return I64(all);
  Shape shape = parts[0].shape;
  for (size_t i = 1; i < parts.size() && shape.ranked; ++i) {
    if (parts[i].dtype != parts[0].dtype) Refuse("inputs of different types");
    if (!parts[i].ranked()) continue;
    if (parts[i].rank() != shape.rank()) Invalid("inputs of different ranks are joined");
    for (int64_t k = 0; k < shape.rank(); ++k) {
      int64_t& size = shape.dims[static_cast<size_t>(k)];
      if (k == axis) {
        size = size < 0 || parts[i].dim(k) < 0 ? -1 : Plus(size, parts[i].dim(k));
      } else {
        size = std::max(size, parts[i].dim(k));
      }
    }
  }
  for (const Value& part : parts) {
    if (!part.ranked() && shape.ranked) shape.dims[static_cast<size_t>(axis)] = -1;
  }
  Values inputs = parts;
  inputs.push_back(I32Scalar(static_cast<int32_t>(axis)));
  return Node("ConcatV2", inputs, parts[0].dtype, shape, [&](plugin::NodeWriter& n) {
    n.Int("N", static_cast<int64_t>(parts.size())).Type("T", parts[0].dtype).Type("Tidx", RNLP_INT32);
  });
}

Value Builder::Stack(const Values& parts, int64_t axis) {
  Shape shape = parts[0].shape;
  if (shape.ranked) {
    axis = Axis(axis, shape.rank() + 1);
    shape.dims.insert(shape.dims.begin() + axis, static_cast<int64_t>(parts.size()));
  }
  return Node("Pack", parts, parts[0].dtype, shape, [&](plugin::NodeWriter& n) {
    n.Int("N", static_cast<int64_t>(parts.size())).Type("T", parts[0].dtype).Int("axis", axis);
  });
}

Values Builder::Unstack(const Value& x, int64_t axis, int64_t count) {
  Shape shape = x.shape;
  shape.dims.erase(shape.dims.begin() + axis);
  const Value first = Node("Unpack", {x}, x.dtype, shape, [&](plugin::NodeWriter& n) {
    n.Type("T", x.dtype).Int("num", count).Int("axis", axis);
  });
  Values out{first};
  for (int64_t i = 1; i < count; ++i) out.push_back(Other(first, static_cast<int>(i), x.dtype, shape));
  return out;
}

Value Builder::Slice(const Value& x, const Ints& starts, const Ints& ends, const Ints& axes,
                     const Ints& steps) {
  // Dimensions behind the last that is named are whole, whatever their number.
  int64_t rank = x.rank();
  for (const int64_t axis : axes) {
    if (x.ranked()) break;
    if (axis < 0) Refuse("an axis from the end of an input of unknown rank");
    rank = std::max(rank, axis + 1);
  }
  const auto n = static_cast<size_t>(rank);
  Ints begin(n, 0), end(n, 0), stride(n, 1);
  int64_t mask = rank >= 62 ? -1 : (int64_t{1} << rank) - 1;  // dimensions that are whole
  if (rank > 31) Refuse("a slice of more than 31 dimensions");
  Shape shape = x.shape;
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<size_t>(Axis(axes[i], rank));
    if (steps[i] == 0) Invalid("a slice with the step 0");
    begin[axis] = starts[i];
    end[axis] = ends[i];
    stride[axis] = steps[i];
    mask &= ~(int64_t{1} << axis);
    if (shape.ranked && shape.dims[axis] >= 0)
      shape.dims[axis] = SliceSize(shape.dims[axis], starts[i], ends[i], steps[i]);
  }
  if (const auto numbers = IntegersOf(x); numbers && x.ranked() && rank == 1 && x.dtype == RNLP_INT64) {
    if (axes.empty()) return x;
    const auto size = static_cast<int64_t>(numbers->size());
    const int64_t low = stride[0] > 0 ? 0 : -1, high = stride[0] > 0 ? size : size - 1;
    int64_t at = std::clamp(begin[0] < 0 ? begin[0] + size : begin[0], low, high);
    Ints out;
    for (int64_t i = 0; i < shape.dims[0]; ++i, at += stride[0])
      out.push_back((*numbers)[static_cast<size_t>(at)]);
    return I64(out);
  }
  return Node("StridedSlice", {x, I64(begin), I64(end), I64(stride)}, x.dtype, shape,
              [&](plugin::NodeWriter& w) {
                w.Type("T", x.dtype).Type("Index", RNLP_INT64);
                w.Int("begin_mask", mask).Int("end_mask", mask);
              });
}

Value Builder::Slice(const Value& x, const Value& starts, const Value& ends, const Ints& axes,
                     const Value& steps) {
  const auto a = IntegersOf(starts), b = IntegersOf(ends), s = IntegersOf(steps);
  if (a && b && s) {
    if (a->size() != axes.size() || b->size() != axes.size() || s->size() != axes.size())
      Invalid("a slice has not one start, end and step for each axis");
    return Slice(x, *a, *b, axes, *s);
  }
  const int64_t rank = NeedRank(x);
  if (rank > 31) Refuse("a slice of more than 31 dimensions");
  Shape shape = x.shape;
  int64_t mask = (int64_t{1} << rank) - 1;
  Ints which(static_cast<size_t>(rank), -1);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t axis = Axis(axes[i], rank);
    which[static_cast<size_t>(axis)] = static_cast<int64_t>(i);
    mask &= ~(int64_t{1} << axis);
    shape.dims[static_cast<size_t>(axis)] = -1;
  }
  const auto spread = [&](const Value& of, int64_t other) {
    const Value wide = Cast(of, RNLP_INT64);
    Values parts;
    for (const int64_t i : which)
      parts.push_back(i < 0 ? I64({other}) : Slice(wide, 0, i, i + 1 == 0 ? INT64_MAX : i + 1));
    return Concat(parts, 0);
  };
  return Node("StridedSlice", {x, spread(starts, 0), spread(ends, 0), spread(steps, 1)}, x.dtype, shape,
              [&](plugin::NodeWriter& w) {
                w.Type("T", x.dtype).Type("Index", RNLP_INT64);
                w.Int("begin_mask", mask).Int("end_mask", mask);
              });
}

Values Builder::Split(const Value& x, const Ints& sizes, int64_t axis) {
  if (sizes.size() == 1) return {x};
  const auto shape_of = [&](size_t i) {
    Shape shape = x.shape;
    shape.dims[static_cast<size_t>(axis)] = sizes[i];
    return shape;
  };
  const Value first = Node("SplitV", {x, I64(sizes), I32Scalar(static_cast<int32_t>(axis))}, x.dtype,
                           shape_of(0), [&](plugin::NodeWriter& n) {
                             n.Type("T", x.dtype).Type("Tlen", RNLP_INT64);
                             n.Int("num_split", static_cast<int64_t>(sizes.size()));
                           });
  Values out{first};
  for (size_t i = 1; i < sizes.size(); ++i)
    out.push_back(Other(first, static_cast<int>(i), x.dtype, shape_of(i)));
  return out;
}

Value Builder::Gather(const Value& x, const Value& indices, int64_t axis) {
  Shape shape;
  if (x.ranked() && indices.ranked()) {
    shape.ranked = true;
    shape.dims.assign(x.shape.dims.begin(), x.shape.dims.begin() + axis);
    shape.dims.insert(shape.dims.end(), indices.shape.dims.begin(), indices.shape.dims.end());
    shape.dims.insert(shape.dims.end(), x.shape.dims.begin() + axis + 1, x.shape.dims.end());
  }
  const auto numbers = IntegersOf(x), at = IntegersOf(indices);
  if (numbers && at && x.dtype == RNLP_INT64 && x.rank() == 1 && indices.rank() <= 1) {
    Ints out;
    for (const int64_t i : *at) {
      if (i < 0 || i >= x.dim(0)) Invalid("index " + std::to_string(i) + " of a constant shape");
      out.push_back((*numbers)[static_cast<size_t>(i)]);
    }
    return indices.rank() == 0 ? I64Scalar(out[0]) : I64(out);
  }
  return Node("GatherV2", {x, indices, I32Scalar(static_cast<int32_t>(axis))}, x.dtype, shape,
              [&](plugin::NodeWriter& n) {
                n.Type("Tparams", x.dtype).Type("Tindices", indices.dtype).Type("Taxis", RNLP_INT32);
              });
}

Value Builder::FromZero(const Value& indices, const Value& size) {
  if (const auto at = IntegersOf(indices)) {
    const bool positive = std::all_of(at->begin(), at->end(), [](int64_t i) { return i >= 0; });
    if (positive) return indices;
    if (const auto of = IntegersOf(size); of && indices.dtype == RNLP_INT64) {
      Ints out = *at;
      for (int64_t& i : out) i = i < 0 ? i + (*of)[0] : i;
      Value folded = I64(out);
      folded.shape = indices.shape;
      return folded;
    }
  }
  const Value zero = Scalar(indices.dtype, 0);
  return Select(Compare("Less", indices, zero), Add(indices, Cast(size, indices.dtype)), indices);
}

Value Builder::Pad(const Value& x, const Value& pads, const Value& with) {
  Shape shape;
  if (x.ranked()) {
    shape = Shape::OfRank(x.rank());
    const auto sizes = IntegersOf(pads);
    for (size_t i = 0; sizes && i < shape.dims.size() && 2 * i + 1 < sizes->size(); ++i) {
      if (x.shape.dims[i] >= 0)
        shape.dims[i] =
            std::max<int64_t>(-1, Plus(x.shape.dims[i], Plus((*sizes)[2 * i], (*sizes)[2 * i + 1])));
    }
  }
  return Node("PadV2", {x, pads, with}, x.dtype, shape, [&](plugin::NodeWriter& n) {
    n.Type("T", x.dtype);
    Index(n, "Tpaddings", pads);
  });
}

Value Builder::Reverse(const Value& x, const Ints& axes) {
  return Node("ReverseV2", {x, I32(axes)}, x.dtype, x.shape,
              [&](plugin::NodeWriter& n) { n.Type("T", x.dtype).Type("Tidx", RNLP_INT32); });
}

Value Builder::GatherNd(const Value& x, const Value& indices) {
  Shape shape;
  if (x.ranked() && indices.ranked() && indices.rank() > 0 && indices.dim(indices.rank() - 1) >= 0) {
    const int64_t depth = indices.dim(indices.rank() - 1);
    if (depth > x.rank()) Invalid("indices are longer than the rank of what they index");
    shape.ranked = true;
    shape.dims.assign(indices.shape.dims.begin(), indices.shape.dims.end() - 1);
    shape.dims.insert(shape.dims.end(), x.shape.dims.begin() + depth, x.shape.dims.end());
  }
  return Node("GatherNd", {x, indices}, x.dtype, shape, [&](plugin::NodeWriter& n) {
    n.Type("Tparams", x.dtype).Type("Tindices", indices.dtype);
  });
}

}  // namespace runnel::onnx

// Nodes of TensorFlow's ops that compute element by element, reduce and multiply; constants.
#include "plugins/onnx/builder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plugins/onnx/model.h"
#include "plugins/sdk/half.h"

namespace runnel::onnx {
namespace {

template <typename T>
void AppendAs(std::string* out, double value) {
  T number{};
  if constexpr (std::is_floating_point_v<T>) {
    number = static_cast<T>(value);
  } else {
    // A double that is out of range has no integer; the nearest is taken.
    constexpr double kLow = static_cast<double>(std::numeric_limits<T>::min());
    constexpr double kHigh = static_cast<double>(std::numeric_limits<T>::max());
    number = value <= kLow    ? std::numeric_limits<T>::min()
             : value >= kHigh ? std::numeric_limits<T>::max()
                              : static_cast<T>(value);
  }
  out->append(reinterpret_cast<const char*>(&number), sizeof(number));
}

void AppendNumber(std::string* out, int32_t dtype, double value) {
  switch (dtype) {
    case RNLP_FLOAT:
      return AppendAs<float>(out, value);
    case RNLP_DOUBLE:
      return AppendAs<double>(out, value);
    case RNLP_HALF: {
      const uint16_t bits = plugin::ToHalf(static_cast<float>(value)).bits;
      out->append(reinterpret_cast<const char*>(&bits), sizeof(bits));
      return;
    }
    case RNLP_BFLOAT16: {
      const uint16_t bits = plugin::ToBFloat16(static_cast<float>(value)).bits;
      out->append(reinterpret_cast<const char*>(&bits), sizeof(bits));
      return;
    }
    case RNLP_INT8:
      return AppendAs<int8_t>(out, value);
    case RNLP_UINT8:
      return AppendAs<uint8_t>(out, value);
    case RNLP_BOOL:
      return AppendAs<uint8_t>(out, value != 0 ? 1 : 0);
    case RNLP_INT16:
      return AppendAs<int16_t>(out, value);
    case RNLP_UINT16:
      return AppendAs<uint16_t>(out, value);
    case RNLP_INT32:
      return AppendAs<int32_t>(out, value);
    case RNLP_UINT32:
      return AppendAs<uint32_t>(out, value);
    case RNLP_INT64:
      return AppendAs<int64_t>(out, value);
    case RNLP_UINT64:
      return AppendAs<uint64_t>(out, value);
    default:
      Refuse("a constant of a type without numbers");
  }
}

// Of integers that are constant and few.
bool Compute(std::string_view op, int64_t x, int64_t y, int64_t* out) {
  if (op == "AddV2") return !__builtin_add_overflow(x, y, out);
  if (op == "Sub") return !__builtin_sub_overflow(x, y, out);
  if (op == "Mul") return !__builtin_mul_overflow(x, y, out);
  if (op == "Maximum") return *out = std::max(x, y), true;
  if (op == "Minimum") return *out = std::min(x, y), true;
  if (op == "TruncateDiv" && y > 0) return *out = x / y, true;
  if (op == "FloorDiv" && y > 0 && x >= 0) return *out = x / y, true;
  if (op == "FloorMod" && y > 0) return *out = ((x % y) + y) % y, true;
  return false;
}

// As TensorFlow's op would give it: a scalar or vector of int64.
std::optional<Value> Folded(std::string_view op, const Value& x, const Value& y) {
  if (x.dtype != RNLP_INT64 || y.dtype != RNLP_INT64 || x.rank() > 1 || y.rank() > 1) return {};
  const auto a = IntegersOf(x), b = IntegersOf(y);
  if (!a || !b) return {};
  const size_t count = x.rank() == 0 ? b->size() : a->size();
  if ((x.rank() == 1 && a->size() != count) || (y.rank() == 1 && b->size() != count)) return {};
  Ints out(count);
  for (size_t i = 0; i < count; ++i) {
    const int64_t left = (*a)[x.rank() == 0 ? 0 : i], right = (*b)[y.rank() == 0 ? 0 : i];
    if (!Compute(op, left, right, &out[i])) return {};
  }
  if (x.rank() == 0 && y.rank() == 0) return Builder::I64Scalar(out[0]);
  return Builder::I64(out);
}

}  // namespace

int64_t Axis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank) {
    Invalid("axis " + std::to_string(axis) + " of a value with " + std::to_string(rank) + " dimensions");
  }
  return axis < 0 ? axis + rank : axis;
}

Ints AllAxes(int64_t rank) {
  Ints axes(static_cast<size_t>(rank));
  for (size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int64_t>(i);
  return axes;
}

Shape Broadcast(const Shape& x, const Shape& y) {
  if (!x.ranked || !y.ranked) return {};
  Shape out = Shape::OfRank(std::max(x.rank(), y.rank()));
  for (int64_t i = 0; i < out.rank(); ++i) {  // from the last
    const int64_t a = i < x.rank() ? x.dims[static_cast<size_t>(x.rank() - 1 - i)] : 1;
    const int64_t b = i < y.rank() ? y.dims[static_cast<size_t>(y.rank() - 1 - i)] : 1;
    out.dims[static_cast<size_t>(out.rank() - 1 - i)] = a == 1 ? b : b == 1 ? a : std::max(a, b);
  }
  return out;
}

void RefuseRank() { Refuse("an input of unknown rank"); }

int64_t NeedRank(const Value& x) {
  if (!x.ranked()) RefuseRank();
  return x.rank();
}

Value OfRank(Value x, int64_t rank) {
  if (!x.shape.ranked) x.shape = Shape::OfRank(rank);
  return x;
}

std::string Builder::Tensor(const Value& value) {
  if (value.is_sequence()) Refuse("a sequence where a tensor is expected");
  if (value.absent) Refuse("an optional without a value");
  if (!value.tensor.empty()) return value.tensor;
  if (value.literal == nullptr) Refuse("an input without a value");
  std::string& name = constants_[value.literal];
  if (!name.empty()) return name;
  const std::string wanted = prefix_ + "/Const";
  name = value.dtype == RNLP_STRING
             ? list_->Const(wanted, value.dtype,
                            plugin::StringTensorMessage(value.shape.dims, value.literal->strings))
             : list_->Const(wanted, value.dtype, value.shape.dims, value.literal->bytes);
  return name;
}

Value Builder::Constant(int32_t dtype, Shape shape, std::string bytes) {
  auto literal = std::make_shared<Literal>();
  literal->owned = std::move(bytes);
  literal->bytes = literal->owned;
  Value out;
  out.dtype = dtype;
  out.shape = std::move(shape);
  out.literal = std::move(literal);
  return out;
}

Value Builder::I64(const Ints& values) {
  return Constant(
      RNLP_INT64, Shape::Of({static_cast<int64_t>(values.size())}),
      std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(int64_t)));
}
Value Builder::I32(const Ints& values) {
  std::string bytes;
  for (const int64_t value : values) AppendNumber(&bytes, RNLP_INT32, static_cast<double>(value));
  return Constant(RNLP_INT32, Shape::Of({static_cast<int64_t>(values.size())}), std::move(bytes));
}
Value Builder::I64Scalar(int64_t value) {
  Value out = I64({value});
  out.shape = Shape::Scalar();
  return out;
}
Value Builder::I32Scalar(int32_t value) { return Scalar(RNLP_INT32, value); }
Value Builder::Scalar(int32_t dtype, double value) {
  std::string bytes;
  AppendNumber(&bytes, dtype, value);
  return Constant(dtype, Shape::Scalar(), std::move(bytes));
}
Value Builder::Numbers(int32_t dtype, const std::vector<double>& values) {
  std::string bytes;
  for (const double value : values) AppendNumber(&bytes, dtype, value);
  return Constant(dtype, Shape::Of({static_cast<int64_t>(values.size())}), std::move(bytes));
}
Value Builder::Strings(const std::vector<std::string>& values) {
  auto literal = std::make_shared<Literal>();
  size_t size = 0;
  for (const std::string& value : values) size += value.size();
  literal->owned.reserve(size);
  for (const std::string& value : values) literal->owned += value;
  size_t at = 0;
  for (const std::string& value : values) {
    literal->strings.push_back(std::string_view(literal->owned).substr(at, value.size()));
    at += value.size();
  }
  Value out;
  out.dtype = RNLP_STRING;
  out.shape = Shape::Of({static_cast<int64_t>(values.size())});
  out.literal = std::move(literal);
  return out;
}

Value Builder::Unary(std::string_view op, const Value& x) {
  if (op == "Neg" && x.dtype == RNLP_INT64 && x.rank() <= 1) {
    // Where slices count from the end.
    if (const auto numbers = IntegersOf(x); numbers && x.shape.is_static()) {
      Value out = Binary("Sub", I64Scalar(0), x);
      if (out.literal != nullptr) return out;
    }
  }
  return Node(op, {x}, x.dtype, x.shape);
}

Value Builder::Binary(std::string_view op, const Value& x, const Value& y) {
  if (x.dtype != y.dtype) Refuse("inputs of different types");
  if (auto folded = Folded(op, x, y)) return *folded;
  return Node(op, {x, y}, x.dtype, Broadcast(x.shape, y.shape));
}

Value Builder::Compare(std::string_view op, const Value& x, const Value& y) {
  if (x.dtype != y.dtype) Refuse("inputs of different types");
  const Shape shape = Broadcast(x.shape, y.shape);
  const auto a = IntegersOf(x), c = IntegersOf(y);
  if (a && c && a->size() == 1 && c->size() == 1 && shape.ranked && shape.rank() <= 1 &&
      x.dtype != RNLP_UINT64) {
    const int64_t left = (*a)[0], right = (*c)[0];
    const std::optional<bool> holds = op == "Equal"          ? left == right
                                      : op == "NotEqual"     ? left != right
                                      : op == "Less"         ? left < right
                                      : op == "LessEqual"    ? left <= right
                                      : op == "Greater"      ? left > right
                                      : op == "GreaterEqual" ? left >= right
                                      : op == "LogicalAnd"   ? left != 0 && right != 0
                                      : op == "LogicalOr"    ? left != 0 || right != 0
                                                             : std::optional<bool>();
    if (holds) return Constant(RNLP_BOOL, shape, std::string(1, *holds ? '\1' : '\0'));
  }
  if (op.starts_with("Logical")) return Node(op, {x, y}, RNLP_BOOL, shape, [](auto&) {});
  return Node(op, {x, y}, RNLP_BOOL, shape);
}

Value Builder::Not(const Value& x) {
  if (const auto known = IntegersOf(x); known && known->size() == 1)
    return Constant(RNLP_BOOL, x.shape, std::string(1, (*known)[0] != 0 ? '\0' : '\1'));
  return Node("LogicalNot", {x}, RNLP_BOOL, x.shape, [](auto&) {});
}

Value Builder::Select(const Value& condition, const Value& x, const Value& y) {
  if (x.dtype != y.dtype) Refuse("inputs of different types");
  return Node("SelectV2", {condition, x, y}, x.dtype,
              Broadcast(condition.shape, Broadcast(x.shape, y.shape)),
              [&](plugin::NodeWriter& n) { n.Type("T", x.dtype); });
}

Value Builder::Cast(const Value& x, int32_t dtype) {
  if (x.dtype == dtype) return x;
  const auto numbers = NumbersOf(x);
  const bool exact = IsInteger(x.dtype) || x.dtype == RNLP_BOOL;
  if (numbers && exact && (dtype == RNLP_INT64 || dtype == RNLP_INT32 || IsFloating(dtype)) &&
      x.shape.is_static()) {
    if (x.dtype != RNLP_INT64 && x.dtype != RNLP_UINT64) {
      Value out = Numbers(dtype, *numbers);
      out.shape = x.shape;
      return out;
    }
    bool small = true;  // doubles hold them
    for (const double number : *numbers) small &= std::abs(number) <= 0x1p31 - 1;
    if (small) {
      Value out = Numbers(dtype, *numbers);
      out.shape = x.shape;
      return out;
    }
  }
  return Node("Cast", {x}, dtype, x.shape,
              [&](plugin::NodeWriter& n) { n.Type("SrcT", x.dtype).Type("DstT", dtype); });
}

Value Builder::Identity(const Value& x) {
  Value out = Node("Identity", {x}, x.dtype, x.shape);
  out.literal = x.literal;
  return out;
}

Value Builder::Reduce(std::string_view op, const Value& x, const Ints& axes, bool keep) {
  Shape shape;
  if (x.ranked()) {
    std::vector<bool> gone(static_cast<size_t>(x.rank()));
    for (const int64_t axis : axes) gone[static_cast<size_t>(Axis(axis, x.rank()))] = true;
    shape.ranked = true;
    for (size_t i = 0; i < gone.size(); ++i) {
      if (!gone[i]) shape.dims.push_back(x.shape.dims[i]);
      if (gone[i] && keep) shape.dims.push_back(1);
    }
  }
  if (const auto numbers = IntegersOf(x); op == "Prod" && numbers && x.rank() == 1 && !keep) {
    int64_t product = 1;
    bool fits = true;
    for (const int64_t number : *numbers) fits &= !__builtin_mul_overflow(product, number, &product);
    if (fits && x.dtype == RNLP_INT64) return I64Scalar(product);
  }
  return Node(op, {x, I32(axes)}, x.dtype, shape, [&](plugin::NodeWriter& n) {
    if (op != "All" && op != "Any") n.Type("T", x.dtype);
    n.Type("Tidx", RNLP_INT32).Bool("keep_dims", keep);
  });
}

Value Builder::MatMul(const Value& x, const Value& y, bool transpose_x, bool transpose_y) {
  Shape shape;
  if (x.ranked() && y.ranked() && x.rank() >= 2 && y.rank() >= 2) {
    const Shape a = Shape::Of(Ints(x.shape.dims.begin(), x.shape.dims.end() - 2));
    const Shape b = Shape::Of(Ints(y.shape.dims.begin(), y.shape.dims.end() - 2));
    shape = Broadcast(a, b);
    shape.dims.push_back(x.dim(x.rank() - (transpose_x ? 1 : 2)));
    shape.dims.push_back(y.dim(y.rank() - (transpose_y ? 2 : 1)));
  }
  if (x.dtype != y.dtype) Refuse("inputs of different types");
  if (x.ranked() && y.ranked() && x.rank() == 2 && y.rank() == 2) {
    return Node("MatMul", {x, y}, x.dtype, shape, [&](plugin::NodeWriter& n) {
      n.Type("T", x.dtype).Bool("transpose_a", transpose_x).Bool("transpose_b", transpose_y);
    });
  }
  return Node("BatchMatMulV2", {x, y}, x.dtype, shape, [&](plugin::NodeWriter& n) {
    n.Type("T", x.dtype).Bool("adj_x", transpose_x).Bool("adj_y", transpose_y);
  });
}

Value Builder::Fill(const Value& shape, const Value& scalar) {
  Shape out;
  if (const auto sizes = IntegersOf(shape)) {
    for (const int64_t size : *sizes) {
      if (size < 0) Invalid("a shape with the size " + std::to_string(size));
    }
    out = Shape::Of(*sizes);
    const auto number = IntegersOf(scalar);
    constexpr int64_t kMost = 64;
    if (number && scalar.dtype == RNLP_INT64 && out.rank() == 1 && out.dims[0] <= kMost)
      return I64(Ints(static_cast<size_t>(out.dims[0]), (*number)[0]));
  } else if (shape.ranked() && shape.rank() == 1 && shape.dim(0) >= 0) {
    out = Shape::OfRank(shape.dim(0));
  }
  return Node("Fill", {shape, scalar}, scalar.dtype, out,
              [&](plugin::NodeWriter& n) { n.Type("T", scalar.dtype).Type("index_type", shape.dtype); });
}

Value Builder::Range(const Value& start, const Value& limit, const Value& delta) {
  Shape shape = Shape::OfRank(1);
  const auto a = IntegersOf(start), b = IntegersOf(limit), d = IntegersOf(delta);
  if (a && b && d && a->size() == 1 && b->size() == 1 && d->size() == 1 && (*d)[0] == 1) {
    int64_t count = 0;
    if (!__builtin_sub_overflow((*b)[0], (*a)[0], &count)) shape.dims[0] = std::max<int64_t>(count, 0);
  }
  return Node("Range", {start, limit, delta}, start.dtype, shape,
              [&](plugin::NodeWriter& n) { n.Type("Tidx", start.dtype); });
}

Value Builder::Softmax(std::string_view op, const Value& x, int64_t axis) {
  const int64_t rank = NeedRank(x);
  axis = Axis(axis, rank);
  if (axis == rank - 1) return Node(op, {x}, x.dtype, x.shape);
  Ints perm = AllAxes(rank);
  std::swap(perm[static_cast<size_t>(axis)], perm[static_cast<size_t>(rank - 1)]);
  const Value last = Transpose(x, perm);
  return Transpose(Node(op, {last}, x.dtype, last.shape), perm);
}

Value Builder::Cumulate(std::string_view op, const Value& x, int64_t axis, bool exclusive,
                        bool reverse) {
  return Node(op, {x, I32Scalar(static_cast<int32_t>(axis))}, x.dtype, x.shape,
              [&](plugin::NodeWriter& n) {
                n.Type("T", x.dtype).Type("Tidx", RNLP_INT32).Bool("exclusive", exclusive);
                n.Bool("reverse", reverse);
              });
}

Value Builder::ArgMost(std::string_view op, const Value& x, int64_t axis) {
  Shape shape = x.shape;
  shape.dims.erase(shape.dims.begin() + axis);
  return Node(op, {x, I32Scalar(static_cast<int32_t>(axis))}, RNLP_INT64, shape,
              [&](plugin::NodeWriter& n) {
                n.Type("T", x.dtype).Type("Tidx", RNLP_INT32).Type("output_type", RNLP_INT64);
              });
}

}  // namespace runnel::onnx

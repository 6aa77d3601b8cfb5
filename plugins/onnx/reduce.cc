// Reductions, arguments of extremes, and running sums.
#include <algorithm>

#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

// Axes of a reduction: an attribute, or an input since `since`. Nothing: the input is not reduced.
struct Axes {
  std::optional<Ints> known;
  std::optional<Value> tensor;  // otherwise
  bool none() const { return !known && !tensor; }
};
Axes ReducedAxes(Node& n, const Value& x, int64_t since) {
  std::optional<Ints> axes;
  if (n.opset >= since) {
    const auto given = n.Opt(1);
    if (given) {
      axes = IntegersOf(*given);
      if (!axes) {
        // An empty list of axes is not one in the op: whether this one is has to be known.
        if (!given->ranked() || given->rank() != 1 || given->dim(0) < 0)
          Refuse("axes of unknown number");
        if (given->dim(0) > 0) {
          n.Ignore("noop_with_empty_axes");
          return {{}, given};
        }
      }
    }
  } else {
    axes = n.IntList("axes");
  }
  const bool noop = n.Int("noop_with_empty_axes", 0) != 0;
  if (!axes || axes->empty()) {
    if (noop) return {};
    return {AllAxes(NeedRank(x)), {}};
  }
  return {axes, {}};
}

Value ReduceOver(Builder& b, const char* op, const Value& x, const Axes& axes, bool keep) {
  if (axes.known) return b.Reduce(op, x, *axes.known, keep);
  Shape shape;
  if (x.ranked())
    shape = Shape::OfRank(keep ? x.rank() : std::max<int64_t>(0, x.rank() - axes.tensor->dim(0)));
  return b.Node(op, {x, *axes.tensor}, x.dtype, shape, [&](plugin::NodeWriter& w) {
    if (x.dtype != RNLP_BOOL) w.Type("T", x.dtype);
    w.Type("Tidx", axes.tensor->dtype).Bool("keep_dims", keep);
  });
}

Value Reduce(Node& n, const char* op, int64_t since, Value (*before)(Builder&, const Value&),
             Value (*after)(Builder&, const Value&)) {
  Value x = n.In(0);
  const bool keep = n.Int("keepdims", 1) != 0;
  const Axes axes = ReducedAxes(n, x, since);
  if (before != nullptr) x = before(n.b, x);
  if (!axes.none()) {
    const bool is_bool = x.dtype == RNLP_BOOL;
    const std::string_view name = op;
    if (is_bool) op = name == "Max" ? "Any" : "All";
    x = ReduceOver(n.b, op, x, axes, keep);
  } else {
    x = n.b.Identity(x);
  }
  return after == nullptr ? x : after(n.b, x);
}

Value Square(Builder& b, const Value& x) { return b.Unary("Square", x); }
Value Abs(Builder& b, const Value& x) { return IsUnsigned(x.dtype) ? x : b.Unary("Abs", x); }
Value Exp(Builder& b, const Value& x) { return b.Unary("Exp", x); }
Value Log(Builder& b, const Value& x) { return b.Unary("Log", x); }
Value Root(Builder& b, const Value& x) {
  if (IsFloating(x.dtype)) return b.Unary("Sqrt", x);
  return b.Cast(b.Unary("Sqrt", b.Cast(x, RNLP_DOUBLE)), x.dtype);
}

void ReduceSum(Node& n) { n.Out(Reduce(n, "Sum", 13, nullptr, nullptr)); }
void ReduceMean(Node& n) { n.Out(Reduce(n, "Mean", 18, nullptr, nullptr)); }
void ReduceMax(Node& n) { n.Out(Reduce(n, "Max", 18, nullptr, nullptr)); }
void ReduceMin(Node& n) { n.Out(Reduce(n, "Min", 18, nullptr, nullptr)); }
void ReduceProd(Node& n) { n.Out(Reduce(n, "Prod", 18, nullptr, nullptr)); }
void ReduceL1(Node& n) { n.Out(Reduce(n, "Sum", 18, Abs, nullptr)); }
void ReduceL2(Node& n) { n.Out(Reduce(n, "Sum", 18, Square, Root)); }
void ReduceSumSquare(Node& n) { n.Out(Reduce(n, "Sum", 18, Square, nullptr)); }
void ReduceLogSum(Node& n) { n.Out(Reduce(n, "Sum", 18, nullptr, Log)); }

// With the greatest element taken out, so that no exponential overflows.
void ReduceLogSumExp(Node& n) {
  const Value x = n.In(0);
  const bool keep = n.Int("keepdims", 1) != 0;
  const Axes axes = ReducedAxes(n, x, 18);
  if (axes.none()) return n.Out(n.b.Identity(x));
  Value most = ReduceOver(n.b, "Max", x, axes, true);
  const Value finite = n.b.Node("IsFinite", {most}, RNLP_BOOL, most.shape);
  most = n.b.Select(finite, most, Builder::Scalar(x.dtype, 0));
  const Value sum = ReduceOver(n.b, "Sum", Exp(n.b, n.b.Sub(x, most)), axes, true);
  const Value out = n.b.Add(Log(n.b, sum), most);
  // Of one element each now, so that any sum drops them.
  n.Out(keep ? out : ReduceOver(n.b, "Sum", out, axes, false));
}

void ArgMost(Node& n, const char* op) {
  Value x = n.In(0);
  const int64_t axis = Axis(n.Int("axis", 0), NeedRank(x));
  const bool keep = n.Int("keepdims", 1) != 0, last = n.Int("select_last_index", 0) != 0;
  Value out;
  if (last) {
    out = n.b.ArgMost(op, n.b.Reverse(x, {axis}), axis);
    out = n.b.Sub(n.b.Sub(n.b.SizeOf(x, axis), Builder::I64Scalar(1)), out);
  } else {
    out = n.b.ArgMost(op, x, axis);
  }
  if (keep) out = n.b.Unsqueeze(out, {axis});
  n.Out(out);
}
void ArgMax(Node& n) { ArgMost(n, "ArgMax"); }
void ArgMin(Node& n) { ArgMost(n, "ArgMin"); }

void Cumulate(Node& n, const char* op) {
  const Value x = n.In(0);
  const auto axis = n.ConstantInts(1);
  const bool exclusive = n.Int("exclusive", 0) != 0, reverse = n.Int("reverse", 0) != 0;
  if (axis->size() != 1) Invalid("the axis is no scalar");
  n.Out(n.b.Cumulate(op, x, Axis((*axis)[0], NeedRank(x)), exclusive, reverse));
}
void CumSum(Node& n) {
  const Value x = n.In(0), axis = n.In(1);
  if (!IntegersOf(axis)) {
    // Runnel's op takes the axis as a tensor, too.
    const bool exclusive = n.Int("exclusive", 0) != 0, reverse = n.Int("reverse", 0) != 0;
    const Value scalar = n.b.Reshape(axis, Ints{});
    return n.Out(n.b.Node("Cumsum", {x, scalar}, x.dtype, x.shape, [&](plugin::NodeWriter& w) {
      w.Type("T", x.dtype)
          .Type("Tidx", axis.dtype)
          .Bool("exclusive", exclusive)
          .Bool("reverse", reverse);
    }));
  }
  Cumulate(n, "Cumsum");
}
void CumProd(Node& n) { Cumulate(n, "Cumprod"); }

constexpr OpRow kReduceOps[] = {
    {"", "ReduceSum", ReduceSum},
    {"", "ReduceMean", ReduceMean},
    {"", "ReduceMax", ReduceMax},
    {"", "ReduceMin", ReduceMin},
    {"", "ReduceProd", ReduceProd},
    {"", "ReduceL1", ReduceL1},
    {"", "ReduceL2", ReduceL2},
    {"", "ReduceSumSquare", ReduceSumSquare},
    {"", "ReduceLogSum", ReduceLogSum},
    {"", "ReduceLogSumExp", ReduceLogSumExp},
    {"", "ArgMax", ArgMax},
    {"", "ArgMin", ArgMin},
    {"", "CumSum", CumSum},
    {"", "CumProd", CumProd},
};

}  // namespace

std::span<const OpRow> ReduceOps() { return kReduceOps; }

}  // namespace runnel::onnx

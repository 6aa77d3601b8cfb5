// Comparisons and logic.
#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

template <const char* kOp>
void Compare(Node& n) {
  const Value x = n.In(0);
  Value y = n.In(1);
  if (n.opset < 7 && n.Int("broadcast", 0) != 0 && n.HasAttr("axis")) Refuse("attribute axis");
  // bool has an order in no op of TensorFlow's.
  const bool ordered = std::string_view(kOp) != "Equal" && !std::string_view(kOp).starts_with("Logical");
  if (x.dtype == RNLP_BOOL && ordered) Refuse("an order of bools");
  n.Out(n.b.Compare(kOp, x, y));
}

void Not(Node& n) { n.Out(n.b.Not(n.In(0))); }

void Xor(Node& n) {
  const Value x = n.In(0), y = n.In(1);
  n.Out(n.b.Compare("NotEqual", x, y));
}

void Where(Node& n) { n.Out(n.b.Select(n.In(0), n.In(1), n.In(2))); }

void IsNan(Node& n) {
  const Value x = n.In(0);
  n.Out(n.b.Node("IsNan", {x}, RNLP_BOOL, x.shape));
}

void IsInf(Node& n) {
  const Value x = n.In(0);
  const bool negative = n.Int("detect_negative", 1) != 0, positive = n.Int("detect_positive", 1) != 0;
  const Value inf = n.b.Node("IsInf", {x}, RNLP_BOOL, x.shape);
  if (negative && positive) return n.Out(inf);
  const Value zero = Builder::Scalar(x.dtype, 0);
  if (!negative && !positive) return n.Out(n.b.Compare("NotEqual", inf, inf));
  n.Out(n.b.Compare("LogicalAnd", inf, n.b.Compare(positive ? "Greater" : "Less", x, zero)));
}

constexpr char kEqual[] = "Equal", kLess[] = "Less", kLessEqual[] = "LessEqual", kGreater[] = "Greater",
               kGreaterEqual[] = "GreaterEqual", kAnd[] = "LogicalAnd", kOr[] = "LogicalOr";

constexpr OpRow kLogicOps[] = {
    {"", "Equal", Compare<kEqual>},
    {"", "Less", Compare<kLess>},
    {"", "LessOrEqual", Compare<kLessEqual>},
    {"", "Greater", Compare<kGreater>},
    {"", "GreaterOrEqual", Compare<kGreaterEqual>},
    {"", "And", Compare<kAnd>},
    {"", "Or", Compare<kOr>},
    {"", "Xor", Xor},
    {"", "Not", Not},
    {"", "Where", Where},
    {"", "IsNaN", IsNan},
    {"", "IsInf", IsInf},
};

}  // namespace

std::span<const OpRow> LogicOps() { return kLogicOps; }

}  // namespace runnel::onnx

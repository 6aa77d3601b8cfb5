// Losses of classes.
#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

// The loss of log probabilities [n, c, ...] for classes [n, ...].
Value NegativeLogLikelihood(Node& n, const Value& log, const Value& classes,
                            const std::optional<Value>& weight) {
  Builder& b = n.b;
  const std::string reduction = n.Str("reduction", "mean");
  const int64_t rank = NeedRank(log);
  if (rank < 2) Invalid("an input without classes");
  const bool ignores = n.HasAttr("ignore_index");
  const Value ignored = Builder::Scalar(RNLP_INT64, static_cast<double>(n.Int("ignore_index", 0)));
  const Value wide = b.Cast(classes, RNLP_INT64);
  Value kept, at = wide;
  if (ignores) {
    kept = b.Compare("NotEqual", wide, ignored);
    at = b.Select(kept, wide, Builder::I64Scalar(0));
  }
  // Classes to the end, and the one of each place out of them.
  Ints perm = AllAxes(rank);
  perm.erase(perm.begin() + 1);
  perm.push_back(1);
  const Value last = b.Transpose(log, perm);
  const Value depth = b.SizeOf(log, 1);
  const Value rows = b.Reshape(last, b.Concat({Builder::I64({-1}), b.Reshape(depth, Ints{1})}, 0));
  const Value flat = b.Reshape(at, Ints{-1});
  const Value count = b.SizeOf(flat, 0);
  const Value line = b.Range(Builder::I64Scalar(0), count, Builder::I64Scalar(1));
  const Value picked = b.GatherNd(rows, b.Stack({line, flat}, 1));
  Value loss = b.Reshape(b.Unary("Neg", picked), b.ShapeOf(classes));
  loss.shape = classes.shape;
  Value weights;
  const Value zero = Builder::Scalar(log.dtype, 0);
  if (weight)
    weights = b.Gather(*weight, at, 0);
  else if (ignores)
    weights = b.Cast(kept, log.dtype);
  if (weight && ignores) weights = b.Select(kept, weights, zero);
  const bool weighs = weight || ignores;
  if (weighs) {
    loss = b.Mul(loss, weights);
    // What is ignored counts nothing, be it infinite or no number.
    if (ignores) loss = b.Select(kept, loss, zero);
  }
  if (reduction == "none") return loss;
  const Ints axes = AllAxes(NeedRank(loss));
  if (reduction == "sum") return b.Reduce("Sum", loss, axes, false);
  if (reduction != "mean") Invalid("reduction \"" + reduction + "\"");
  if (!weighs) return b.Reduce("Mean", loss, axes, false);
  return b.Div(b.Reduce("Sum", loss, axes, false), b.Reduce("Sum", weights, axes, false));
}

void NegativeLogLikelihoodLoss(Node& n) { n.Out(NegativeLogLikelihood(n, n.In(0), n.In(1), n.Opt(2))); }

void SoftmaxCrossEntropyLoss(Node& n) {
  const Value log = n.b.Softmax("LogSoftmax", n.In(0), 1);
  n.Out(0, NegativeLogLikelihood(n, log, n.In(1), n.Opt(2)));
  n.Out(1, log);
}

constexpr OpRow kLossOps[] = {
    {"", "NegativeLogLikelihoodLoss", NegativeLogLikelihoodLoss},
    {"", "SoftmaxCrossEntropyLoss", SoftmaxCrossEntropyLoss},
};

}  // namespace

std::span<const OpRow> LossOps() { return kLossOps; }

}  // namespace runnel::onnx

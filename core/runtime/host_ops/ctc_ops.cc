// Connectionist temporal classification: the loss of labels without times, and decoders.
// Source: Graves 2012, "Supervised Sequence Labelling with Recurrent Neural Networks", chapter 7; the
// beam search as TensorFlow's ctc_beam_search.h.
#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <vector>

#include "core/base/checked.h"
#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/numbers.h"
#include "core/runtime/host_ops/sparse_parts.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

double LogSum(double a, double b) {
  if (a == kNone) return b;
  if (b == kNone) return a;
  return a > b ? a + std::log1p(std::exp(b - a)) : b + std::log1p(std::exp(a - b));
}

// Activations [time, batch, classes], and how much of the time each sequence takes.
struct Activations {
  const Tensor* values = nullptr;
  const Tensor* lengths = nullptr;
  int64_t times = 0, batch = 0, classes = 0;

  // `too_long`: the code of the error for a length beyond the time, which differs in TensorFlow.
  static Result<Activations> FromInputs(const HostContext& ctx, size_t lengths, Code too_long) {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "inputs", 3));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, lengths, "sequence_length", 1));
    Activations out{&ctx.inputs[0], &ctx.inputs[lengths]};
    out.times = out.values->shape().dim(0);
    out.batch = out.values->shape().dim(1);
    out.classes = out.values->shape().dim(2);
    if (out.times == 0) return InvalidArgument("inputs have no time: ", out.values->shape().ToString());
    if (out.classes == 0)
      return InvalidArgument("inputs have no classes: ", out.values->shape().ToString());
    if (out.lengths->num_elements() != out.batch) {
      return InvalidArgument("sequence_length has ", out.lengths->num_elements(),
                             " elements, the batch ", out.batch);
    }
    for (int64_t b = 0; b < out.batch; ++b) {
      if (out.length(b) >= 0 && out.length(b) <= out.times) continue;
      return MakeStatus(out.length(b) < 0 ? Code::kInvalidArgument : too_long, "sequence_length[", b,
                        "] = ", out.length(b), " is not in [0,", out.times, "]");
    }
    return out;
  }
  int64_t length(int64_t b) const { return lengths->int_at(b); }
  double at(int64_t t, int64_t b, int64_t c) const {
    const size_t i = static_cast<size_t>((t * batch + b) * classes + c);
    return values->dtype() == DType::kFloat ? static_cast<double>(values->values<const float>()[i])
                                            : values->values<const double>()[i];
  }
  // The logarithms of the softmax of a time, at out[0..classes).
  void LogSoftmax(int64_t t, int64_t b, double* out) const {
    double most = kNone, sum = 0;
    for (int64_t c = 0; c < classes; ++c) most = std::max(most, at(t, b, c));
    for (int64_t c = 0; c < classes; ++c) sum += std::exp(at(t, b, c) - most);
    const double offset = most + std::log(sum);
    for (int64_t c = 0; c < classes; ++c) out[c] = at(t, b, c) - offset;
  }
};

void Store(const Tensor& tensor, int64_t i, double value) {
  if (tensor.dtype() == DType::kFloat) {
    ElementsOf<float>(tensor)[i] = static_cast<float>(value);
  } else {
    ElementsOf<double>(tensor)[i] = value;
  }
}

// ---- loss ----

class CtcLoss : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    collapse_ = AttrOr(node, "preprocess_collapse_repeated", false);
    merge_ = AttrOr(node, "ctc_merge_repeated", true);
    ignore_longer_ = AttrOr(node, "ignore_longer_outputs_than_inputs", false);
    blank_first_ = node.op == "CTCLossV2";
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Activations in,
                            Activations::FromInputs(ctx, 3, Code::kInvalidArgument));
    if (in.batch == 0) return InvalidArgument("batch_size must not be 0");
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::vector<int64_t>> labels, Labels(ctx, in));
    const DType dtype = in.values->dtype();
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], MakeZeros(dtype, Shape{in.batch}, ctx.allocator));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[1], MakeZeros(dtype, in.values->shape(), ctx.allocator));
    for (int64_t b = 0; b < in.batch; ++b) {
      // A sequence that is to be ignored has no loss, as in TensorFlow.
      if (in.length(b) > 0 && !labels[static_cast<size_t>(b)].empty())
        RUNNEL_RETURN_IF_ERROR(Sequence(ctx, in, b, labels[static_cast<size_t>(b)]));
    }
    return OkStatus();
  }

 private:
  int64_t Blank(const Activations& in) const { return blank_first_ ? 0 : in.classes - 1; }

  // Each sequence's labels, checked, with blanks around them.
  Result<std::vector<std::vector<int64_t>>> Labels(const HostContext& ctx, const Activations& in) const {
    const Tensor& indices = ctx.inputs[1];
    const Tensor& values = ctx.inputs[2];
    const bool fits = indices.shape().rank() == 2 && values.shape().rank() == 1 &&
                      indices.shape().dim(0) == values.num_elements() && indices.shape().dim(1) == 2;
    if (!fits) {
      return InvalidArgument("labels_indices ", indices.shape().ToString(), ", labels_values ",
                             values.shape().ToString(), ": expected [n,2] and [n]");
    }
    std::vector<std::vector<int64_t>> given(static_cast<size_t>(in.batch));
    for (int64_t i = 0; i < values.num_elements(); ++i) {
      const int64_t b = indices.int_at(2 * i);
      if (b < 0 || b >= in.batch) {
        return InvalidArgument("labels_indices[", i, ",0] = ", b, " is not in [0,", in.batch, ")");
      }
      given[static_cast<size_t>(b)].push_back(values.int_at(i));
    }
    const int64_t blank = Blank(in);
    std::vector<std::vector<int64_t>> out;
    for (int64_t b = 0; b < in.batch; ++b) {
      const std::vector<int64_t>& label = given[static_cast<size_t>(b)];
      if (label.empty()) return InvalidArgument("sequence ", b, " has no labels");
      std::vector<int64_t> path{blank};
      bool ended = false;
      for (size_t i = 0; i < label.size(); ++i) {
        if (i > 0 && collapse_ && label[i] == label[i - 1]) continue;
        const bool is_null = blank_first_ ? label[i] == blank : label[i] >= blank;
        if (is_null) {
          ended = true;
          continue;
        }
        if (ended) {
          return InvalidArgument("sequence ", b, " has label ", label[i], " behind one that is none");
        }
        if (label[i] < 0 || label[i] >= in.classes) {
          return InvalidArgument("sequence ", b, " has label ", label[i], ", which is not in [0,",
                                 in.classes, ")");
        }
        path.push_back(label[i]);
        path.push_back(blank);
      }
      const int64_t needed = static_cast<int64_t>(label.size());
      if (needed > in.length(b)) {
        if (ignore_longer_) path.clear();
        if (!ignore_longer_)
          return InvalidArgument("sequence ", b, " has ", needed, " labels in ", in.length(b), " times");
      }
      out.push_back(std::move(path));
    }
    return out;
  }

  // Forward and backward variables (7.9, 7.15), the loss, and its gradient (7.28).
  Status Sequence(HostContext& ctx, const Activations& in, int64_t b,
                  const std::vector<int64_t>& path) const {
    const int64_t steps = in.length(b), width = static_cast<int64_t>(path.size()), blank = Blank(in);
    int64_t cells = 0, activations = 0;
    if (!CheckedMul(steps, width, &cells) || !CheckedMul(steps, in.classes, &activations)) {
      return InvalidArgument("sequence ", b, " is too long");
    }
    std::vector<double> y(static_cast<size_t>(activations));
    std::vector<double> alpha(static_cast<size_t>(cells), kNone),
        beta(static_cast<size_t>(cells), kNone);
    for (int64_t t = 0; t < steps; ++t) in.LogSoftmax(t, b, y.data() + t * in.classes);
    const auto a = [&](int64_t u, int64_t t) -> double& {
      return alpha[static_cast<size_t>(t * width + u)];
    };
    const auto z = [&](int64_t u, int64_t t) -> double& {
      return beta[static_cast<size_t>(t * width + u)];
    };
    const auto log_y = [&](int64_t u, int64_t t) {
      return y[static_cast<size_t>(t * in.classes + path[static_cast<size_t>(u)])];
    };
    const auto label = [&](int64_t u) { return path[static_cast<size_t>(u)]; };
    // Whether a path may go from label u over the blank to label v.
    const auto skips = [&](int64_t u, int64_t v) {
      return label(u) != blank && !(merge_ && label(u) == label(v));
    };
    a(0, 0) = log_y(0, 0);
    if (width > 1) a(1, 0) = log_y(1, 0);
    for (int64_t t = 1; t < steps; ++t) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      for (int64_t u = std::max<int64_t>(0, width - 2 * (steps - t)); u < std::min(width, 2 * (t + 1));
           ++u) {
        double sum = merge_ || label(u) == blank ? a(u, t - 1) : kNone;
        if (u > 0) sum = LogSum(sum, a(u - 1, t - 1));
        if (u > 1 && skips(u, u - 2)) sum = LogSum(sum, a(u - 2, t - 1));
        a(u, t) = log_y(u, t) + sum;
      }
    }
    for (int64_t u = std::max<int64_t>(0, width - 2); u < width; ++u) z(u, steps - 1) = 0;
    for (int64_t t = steps - 2; t >= 0; --t) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      for (int64_t u = std::max<int64_t>(0, width - 2 * (steps - t)); u < std::min(width, 2 * (t + 1));
           ++u) {
        double sum = kNone;
        if (merge_ || label(u) == blank) sum = z(u, t + 1) + log_y(u, t + 1);
        if (u + 1 < width) sum = LogSum(sum, z(u + 1, t + 1) + log_y(u + 1, t + 1));
        if (u + 2 < width && skips(u, u + 2)) sum = LogSum(sum, z(u + 2, t + 1) + log_y(u + 2, t + 1));
        z(u, t) = sum;
      }
    }
    double likelihood = kNone;
    for (int64_t u = 0; u < width; ++u) likelihood = LogSum(likelihood, a(u, 0) + z(u, 0));
    Store(ctx.outputs[0], b, -likelihood);
    std::vector<double> sums(static_cast<size_t>(in.classes));
    for (int64_t t = 0; t < steps; ++t) {
      std::fill(sums.begin(), sums.end(), kNone);
      for (int64_t u = 0; u < width; ++u) {
        double& sum = sums[static_cast<size_t>(label(u))];
        sum = LogSum(sum, a(u, t) + z(u, t));
      }
      for (int64_t c = 0; c < in.classes; ++c) {
        const double p = std::exp(y[static_cast<size_t>(t * in.classes + c)]);
        // Where no path is possible, as in TensorFlow, the gradient is the softmax.
        const double target =
            likelihood == kNone ? 0 : std::exp(sums[static_cast<size_t>(c)] - likelihood);
        Store(ctx.outputs[1], (t * in.batch + b) * in.classes + c, p - target);
      }
    }
    return OkStatus();
  }

  bool collapse_ = false, merge_ = true, ignore_longer_ = false, blank_first_ = false;
};

// ---- decoders ----

using Labels = std::vector<int64_t>;

// Outputs from `first` on, `stride` apart: a sparse matrix whose rows are the sequences.
Status WriteDecoded(HostContext& ctx, size_t first, size_t stride, const std::vector<Labels>& rows) {
  std::vector<int64_t> values;
  size_t most = 0;
  for (const Labels& row : rows) {
    values.insert(values.end(), row.begin(), row.end());
    most = std::max(most, row.size());
  }
  RUNNEL_ASSIGN_OR_RETURN(
      Tensor* const indices,
      NewOutput(ctx, first, DType::kInt64, Shape{static_cast<int64_t>(values.size()), 2}));
  int64_t* at = ElementsOf<int64_t>(*indices);
  for (size_t b = 0; b < rows.size(); ++b) {
    for (size_t i = 0; i < rows[b].size(); ++i) {
      *at++ = static_cast<int64_t>(b);
      *at++ = static_cast<int64_t>(i);
    }
  }
  RUNNEL_RETURN_IF_ERROR(SetVector(ctx, first + stride, values));
  return SetVector(ctx, first + 2 * stride,
                   {static_cast<int64_t>(rows.size()), static_cast<int64_t>(most)});
}

class GreedyDecoder : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    merge_ = AttrOr(node, "merge_repeated", false);
    blank_ = AttrOr<int64_t>(node, "blank_index", -1);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Activations in,
                            Activations::FromInputs(ctx, 1, Code::kFailedPrecondition));
    const int64_t blank = blank_ < 0 ? in.classes + blank_ : blank_;
    if (blank < 0 || blank >= in.classes) {
      return InvalidArgument("blank_index ", blank_, " is not in [", -in.classes, ",", in.classes, ")");
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const scores,
                            NewOutput(ctx, 3, in.values->dtype(), Shape{in.batch, 1}));
    std::vector<Labels> rows(static_cast<size_t>(in.batch));
    for (int64_t b = 0; b < in.batch; ++b) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      int64_t before = -1;
      double score = 0;
      for (int64_t t = 0; t < in.length(b); ++t) {
        int64_t best = 0;
        for (int64_t c = 1; c < in.classes; ++c) {
          if (in.at(t, b, c) > in.at(t, b, best)) best = c;
        }
        score -= in.at(t, b, best);
        if (best != blank && !(merge_ && best == before)) rows[static_cast<size_t>(b)].push_back(best);
        before = best;
      }
      Store(*scores, b, score);
    }
    return WriteDecoded(ctx, 0, 1, rows);
  }

 private:
  bool merge_ = false;
  int64_t blank_ = -1;
};

// Prefixes of labels as a tree; a beam holds those of its nodes that are the most likely.
class Beam {
 public:
  Beam(size_t width, int64_t classes) : width_(width), classes_(classes) {
    nodes_.push_back({});
    nodes_[0].now = nodes_[0].before = {0, 0, kNone};
    leaves_.emplace(0.0, &nodes_[0]);
  }

  // One time: the logarithms of its probabilities, the blank's last.
  void Step(const double* log_y) {
    std::vector<Node*> branches;
    for (auto it = leaves_.rbegin(); it != leaves_.rend(); ++it) branches.push_back(it->second);
    leaves_.clear();
    for (Node* node : branches) node->before = node->now;
    for (Node* node : branches) {
      if (node->parent != nullptr) {
        if (node->parent->now.total != kNone) {
          const Probability& parent = node->parent->before;
          node->now.label =
              LogSum(node->now.label, node->label == node->parent->label ? parent.blank : parent.total);
        }
        node->now.label += log_y[node->label];
      }
      node->now.blank = node->before.total + log_y[classes_ - 1];
      node->now.total = LogSum(node->now.blank, node->now.label);
      leaves_.emplace(node->now.total, node);
    }
    for (Node* node : branches) {
      if (!IsCandidate(node->before.total)) continue;
      for (int64_t c = 0; c + 1 < classes_; ++c) Grow(node, c, log_y[c]);
    }
  }

  // The `count` most likely sequences. False: there are not so many.
  bool Best(size_t count, bool merge, std::vector<Labels>* paths, std::vector<double>* scores) const {
    if (leaves_.size() < count) return false;
    for (auto it = leaves_.rbegin(); paths->size() < count; ++it) {
      Labels labels;
      int64_t before = -1;
      for (const Node* node = it->second; node->parent != nullptr; node = node->parent) {
        if (!merge || node->label != before) labels.push_back(node->label);
        before = node->label;
      }
      std::reverse(labels.begin(), labels.end());
      paths->push_back(std::move(labels));
      scores->push_back(it->first);
    }
    return true;
  }

 private:
  struct Probability {
    double total = kNone, blank = kNone, label = kNone;  // logarithms: ending in a blank, or in a label
  };
  struct Node {
    Node* parent = nullptr;
    int64_t label = -1;
    Probability now, before;
    std::map<int64_t, Node*> children;
  };

  bool IsCandidate(double total) const {
    return total > kNone && (leaves_.size() < width_ || total > leaves_.begin()->first);
  }
  void Grow(Node* node, int64_t label, double log_y) {
    const auto it = node->children.find(label);
    if (it != node->children.end() && it->second->now.total != kNone) return;
    const double total = log_y + (label == node->label ? node->before.blank : node->before.total);
    Node* child = it == node->children.end() ? nullptr : it->second;
    if (!IsCandidate(total)) {
      // One that has left the beam in this step does not grow in it either, as in TensorFlow.
      if (child != nullptr) child->now = child->before = {};
      return;
    }
    if (child == nullptr) {
      nodes_.push_back({node, label, {}, {}, {}});
      child = &nodes_.back();
      node->children.emplace(label, child);
    }
    child->now = {total, kNone, total};
    if (leaves_.size() == width_) {
      leaves_.begin()->second->now = {};  // out of the beam
      leaves_.erase(leaves_.begin());
    }
    leaves_.emplace(total, child);
  }

  const size_t width_;
  const int64_t classes_;
  std::deque<Node> nodes_;
  std::multimap<double, Node*> leaves_;  // by probability, the least first
};

class BeamSearchDecoder : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    width_ = AttrOr<int64_t>(node, "beam_width", 0);
    paths_ = AttrOr<int64_t>(node, "top_paths", 0);
    merge_ = AttrOr(node, "merge_repeated", true);
    if (width_ < 1 || paths_ < 1) {
      return InvalidArgument("beam_width is ", width_, ", top_paths ", paths_, ": expected at least 1");
    }
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Activations in,
                            Activations::FromInputs(ctx, 1, Code::kFailedPrecondition));
    if (paths_ > width_) {
      return InvalidArgument("top_paths is ", paths_, ": requested more paths than the beam width, ",
                             width_);
    }
    const size_t count = static_cast<size_t>(paths_);
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const scores,
                            NewOutput(ctx, 3 * count, in.values->dtype(), Shape{in.batch, paths_}));
    std::vector<std::vector<Labels>> decoded(count, std::vector<Labels>(static_cast<size_t>(in.batch)));
    std::vector<double> log_y(static_cast<size_t>(in.classes));
    for (int64_t b = 0; b < in.batch; ++b) {
      Beam beam(static_cast<size_t>(width_), in.classes);
      for (int64_t t = 0; t < in.length(b); ++t) {
        RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
        in.LogSoftmax(t, b, log_y.data());
        beam.Step(log_y.data());
      }
      std::vector<Labels> paths;
      std::vector<double> found;
      if (!beam.Best(count, merge_, &paths, &found)) {
        return InvalidArgument("sequence ", b, " has fewer than ", paths_, " paths");
      }
      for (size_t p = 0; p < count; ++p) {
        decoded[p][static_cast<size_t>(b)] = std::move(paths[p]);
        Store(*scores, b * paths_ + static_cast<int64_t>(p), found[p]);
      }
    }
    for (size_t p = 0; p < count; ++p) RUNNEL_RETURN_IF_ERROR(WriteDecoded(ctx, p, count, decoded[p]));
    return OkStatus();
  }

 private:
  int64_t width_ = 1, paths_ = 1;
  bool merge_ = true;
};

constexpr HostKernelRow kRows[] = {
    {.op = "CTCLoss", .create = CreateKernel<CtcLoss>},
    {.op = "CTCLossV2", .create = CreateKernel<CtcLoss>},
    {.op = "CTCGreedyDecoder", .create = CreateKernel<GreedyDecoder>},
    {.op = "CTCBeamSearchDecoder", .create = CreateKernel<BeamSearchDecoder>},
};

}  // namespace

std::span<const HostKernelRow> CtcKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel

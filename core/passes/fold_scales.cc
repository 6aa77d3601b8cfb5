// A chain of nodes behind the product computes scale * product + shift by channel; the chain ends where
// something else happens or somebody else reads. The scale goes into the filter, whose last dimension
// (of MatMul the one that is no sum's) is the channels, the shift into one BiasAdd.
#include "core/passes/fold_scales.h"

#include <algorithm>
#include <cmath>

#include "core/passes/node_fusion.h"
#include "core/passes/watched_passes.h"

namespace runnel {
namespace {

constexpr uint64_t kSmallBytes = 1 << 20;  // of a filter that may be there twice

using Doubles = std::vector<double>;

class ScaleFolder : public NodeFusion {
 public:
  ScaleFolder(const Supports& supports, PlanWatch* watch, PlanGraph* plan)
      : NodeFusion(supports, plan), watch_(watch) {}

  Status Run() {
    for (int i = 0; i < end(); ++i) {
      const PlanNode& node = plan_->at(i);
      if (node.removed || node.feed >= 0 || node.placed == nullptr) continue;
      const bool sums = node.is("Conv2D") || node.is("DepthwiseConv2dNative") || node.is("MatMul");
      if (sums) RUNNEL_RETURN_IF_ERROR(Fold(i));
    }
    Commit();
    return OkStatus();
  }

 private:
  // A product, and what the chain behind it makes of its results.
  struct Chain {
    std::vector<int> nodes;  // the product first
    int rank = 0, axis = 0;  // of the results, and their channels' dimension
    bool first = false;      // channels first
    int64_t channels = 0;
    Doubles scale, shift;  // by channel
    bool scales = false, shifts = false;
    PlanEdge bias{-1, 0};  // the shift, where a vector that is there says it
  };

  const Tensor* Known(PlanEdge edge) const {
    const PlanNode& node = plan_->at(edge.node);
    const bool known = node.is("Const") && node.controls.empty() && !node.known.empty();
    return known && !node.known[0].empty() ? &node.known[0] : nullptr;
  }

  static Doubles Numbers(const Tensor& value) {
    Doubles out;
    const auto read = [&](auto values) { out.assign(values.begin(), values.end()); };
    if (value.dtype() == DType::kFloat) read(value.values<const float>());
    if (value.dtype() == DType::kDouble) read(value.values<const double>());
    const auto finite = [](double x) { return std::isfinite(x); };
    return std::all_of(out.begin(), out.end(), finite) ? out : Doubles();
  }

  // The numbers by channel of a constant that is the same for all else; empty: it is no such.
  Doubles ByChannel(const Chain& chain, PlanEdge edge) const {
    const Tensor* value = Known(edge);
    if (value == nullptr || value->shape().rank() > chain.rank) return {};
    const Shape& shape = value->shape();
    for (int d = 0; d < shape.rank(); ++d) {
      const bool is_channel = d + chain.rank - shape.rank() == chain.axis;
      if (shape.dim(d) != 1 && (!is_channel || shape.dim(d) != chain.channels)) return {};
    }
    Doubles out = Numbers(*value);
    if (out.size() == 1) out.assign(static_cast<size_t>(chain.channels), out[0]);
    return out;
  }
  Doubles Vector(const Chain& chain, PlanEdge edge) const {
    const Tensor* value = Known(edge);
    return value != nullptr && value->shape() == Shape({chain.channels}) ? Numbers(*value) : Doubles();
  }

  static void Multiply(const Doubles& by, Chain* chain) {
    for (size_t c = 0; c < by.size(); ++c) {
      chain->scale[c] *= by[c];
      chain->shift[c] *= by[c];
    }
    chain->scales = true;
    chain->bias = {-1, 0};
  }
  static void Shift(const Doubles& by, double sign, Chain* chain) {
    for (size_t c = 0; c < by.size(); ++c) chain->shift[c] += sign * by[c];
    chain->shifts = true;
  }

  static bool IsFirst(const PlanNode& node) {
    const auto* format = node.attr<std::string>("data_format");
    return format != nullptr && *format == "NCHW";
  }

  // Adds what `node` makes of `value`, which it reads; false if that is something else.
  bool Absorb(const PlanNode& node, PlanEdge value, Chain* chain) const {
    if (node.is("BiasAdd")) {
      const Doubles by = Vector(*chain, node.inputs[1]);
      if (by.empty() || node.inputs[0] != value || IsFirst(node) != chain->first) return false;
      chain->bias = chain->shifts ? PlanEdge{-1, 0} : node.inputs[1];
      Shift(by, 1, chain);
      return true;
    }
    if (node.is("FusedBatchNorm") || node.is("FusedBatchNormV2") || node.is("FusedBatchNormV3"))
      return AbsorbNorm(node, value, chain);
    const bool product = node.is("Mul"), quotient = node.is("RealDiv"), difference = node.is("Sub");
    const bool sum = node.is("Add") || node.is("AddV2");
    if (!product && !quotient && !sum && !difference) return false;
    const bool turned = node.inputs[0] != value;
    const PlanEdge other = node.inputs[turned ? 0 : 1];
    if (other == value || (turned && quotient)) return false;
    Doubles by = ByChannel(*chain, other);
    if (by.empty()) return false;
    if (product) Multiply(by, chain);
    if (quotient) {
      for (double& x : by) x = 1 / x;
      const auto finite = [](double x) { return std::isfinite(x); };
      if (!std::all_of(by.begin(), by.end(), finite)) return false;
      Multiply(by, chain);
    }
    if (difference && turned) Multiply(Doubles(by.size(), -1), chain);
    if (sum || difference) {
      const bool is_vector = sum && !chain->shifts && plan_->shape(other) == Shape({chain->channels});
      chain->bias = is_vector ? other : PlanEdge{-1, 0};
      Shift(by, difference && !turned ? -1 : 1, chain);
    }
    return true;
  }

  bool AbsorbNorm(const PlanNode& node, PlanEdge value, Chain* chain) const {
    const auto* training = node.attr<bool>("is_training");
    const auto* epsilon = node.attr<float>("epsilon");
    if (training == nullptr || *training || epsilon == nullptr || node.inputs[0] != value) return false;
    if (IsFirst(node) != chain->first) return false;
    Doubles of[4];  // scale, offset, mean, variance
    for (size_t k = 0; k < 4; ++k) {
      of[k] = Vector(*chain, node.inputs[k + 1]);
      if (of[k].empty()) return false;
    }
    for (size_t c = 0; c < of[0].size(); ++c) {
      const double under = of[3][c] + static_cast<double>(*epsilon);
      if (!(under > 0)) return false;
      of[0][c] /= std::sqrt(under);
      of[1][c] -= of[2][c] * of[0][c];
    }
    Multiply(of[0], chain);
    Shift(of[1], 1, chain);
    return true;
  }

  // The chain behind a product; of one node if it may not be changed.
  Chain Follow(int product, const Shape& shape) const {
    const PlanNode& first = plan_->at(product);
    Chain chain;
    chain.nodes = {product};
    const bool is_matmul = first.is("MatMul");
    const auto* turned = first.attr<bool>("transpose_b");
    chain.rank = is_matmul ? 2 : 4;
    if (shape.rank() != chain.rank) return chain;
    chain.first = !is_matmul && IsFirst(first);
    chain.axis = chain.first ? 1 : chain.rank - 1;
    chain.channels = shape.dim(is_matmul && turned != nullptr && *turned ? 0 : chain.rank - 1);
    if (first.is("DepthwiseConv2dNative")) chain.channels *= shape.dim(2);
    if (chain.channels == 0 || shape.num_elements() == 0) return chain;
    chain.scale.assign(static_cast<size_t>(chain.channels), 1);
    chain.shift.assign(static_cast<size_t>(chain.channels), 0);
    for (int at = product;;) {
      const int next = MayGo(at, first.placed) && !GivesMore(at) ? ReaderOf(at) : -1;
      if (!MayGo(next, first.placed) || !plan_->at(next).controls.empty() || GivesMore(next)) break;
      if (!Absorb(plan_->at(next), {at, 0}, &chain)) break;
      chain.nodes.push_back(next);
      at = next;
    }
    return chain;
  }

  // The filter with its scale; empty where it would not stay finite.
  template <typename T>
  Result<Tensor> Scaled(const Tensor& filter, const Chain& chain, bool by_row) const {
    const auto from = filter.values<const T>();
    std::vector<T> to(from.size());
    const auto channels = static_cast<size_t>(chain.channels);
    const size_t depth = from.size() / channels;
    for (size_t i = 0; i < from.size(); ++i) {
      const size_t channel = by_row ? i / depth : i % channels;
      to[i] = static_cast<T>(static_cast<double>(from[i]) * chain.scale[channel]);
      if (!std::isfinite(to[i])) return Tensor();
    }
    return Tensor::FromValues<T>(filter.shape(), std::span<const T>(to));
  }
  template <typename T>
  static Result<Tensor> VectorOf(const Doubles& numbers) {
    std::vector<T> values(numbers.size());
    for (size_t c = 0; c < numbers.size(); ++c) {
      values[c] = static_cast<T>(numbers[c]);
      if (!std::isfinite(values[c])) return Tensor();
    }
    return Tensor::FromValues<T>(Shape({static_cast<int64_t>(values.size())}),
                                 std::span<const T>(values));
  }

  Result<PlanEdge> NewConst(const Tensor& value, const PlanNode& like) {
    if (watch_ != nullptr) RUNNEL_RETURN_IF_ERROR(watch_->CountFolded(value.size_bytes(), like.name));
    const std::string device = like.device;
    Device* const placed = like.placed;
    RUNNEL_ASSIGN_OR_RETURN(const int made,
                            plan_->AddConst(plan_->UniqueName(like.name), value, device));
    plan_->at(made).placed = placed;
    return PlanEdge{made, 0};
  }

  Status Fold(int product) {
    RUNNEL_RETURN_IF_ERROR(LookAt(watch_));
    const PlanNode& first = plan_->at(product);
    const DType dtype = first.output_types[0];
    const Tensor* filter = Known(first.inputs[1]);
    if (dtype != DType::kFloat && dtype != DType::kDouble) return OkStatus();
    const bool narrow = filter == nullptr && IsNarrow(first.inputs[1]);
    if (filter == nullptr && !narrow) return OkStatus();
    const Chain chain = Follow(product, plan_->shape(first.inputs[1]));
    const bool as_it_is = chain.nodes.size() == 2 && plan_->at(chain.nodes[1]).is("BiasAdd");
    if (chain.nodes.size() < 2 || as_it_is) return OkStatus();
    if (narrow) return Shorten(chain);
    const int filter_node = first.inputs[1].node;
    const bool shared = filter_node >= end() || !IsReadOnce(filter_node);
    if (chain.scales && shared && filter->size_bytes() > kSmallBytes) return OkStatus();
    const auto* turned = first.attr<bool>("transpose_b");
    const bool by_row = first.is("MatMul") && turned != nullptr && *turned;
    Tensor scaled = *filter, bias;
    if (chain.scales) {
      RUNNEL_ASSIGN_OR_RETURN(scaled, dtype == DType::kFloat ? Scaled<float>(*filter, chain, by_row)
                                                             : Scaled<double>(*filter, chain, by_row));
    }
    if (chain.shifts && chain.bias.node < 0) {
      RUNNEL_ASSIGN_OR_RETURN(
          bias, dtype == DType::kFloat ? VectorOf<float>(chain.shift) : VectorOf<double>(chain.shift));
      if (bias.empty()) return OkStatus();
    }
    if (scaled.empty()) return OkStatus();
    return Rewrite(chain, scaled, bias);
  }

  // Weights that stay in 16 bits (narrow_weights.h) would have to be rounded again.
  bool IsNarrow(PlanEdge filter) const {
    const PlanNode& cast = plan_->at(filter.node);
    if (!cast.is("Cast") || !plan_->shape(filter).IsFullyDefined()) return false;
    const DType from = plan_->type(cast.inputs[0]);
    return (from == DType::kHalf || from == DType::kBFloat16) && Known(cast.inputs[0]) != nullptr;
  }
  // Makes one factor and one summand by channel of the chain, if that is less than there was.
  Status Shorten(const Chain& chain) {
    const auto is_norm = [&](int i) { return plan_->at(i).inputs.size() > 2; };
    const size_t made_nodes = (chain.scales ? 1 : 0) + (chain.shifts ? 1 : 0);
    if (chain.nodes.size() - 1 <= made_nodes &&
        std::none_of(chain.nodes.begin(), chain.nodes.end(), is_norm)) {
      return OkStatus();
    }
    const size_t before = plan_->nodes.size();
    PlanEdge made{chain.nodes.front(), 0};
    const Shape shape = chain.first ? Shape({chain.channels, 1, 1}) : Shape({chain.channels});
    for (const bool is_scale : {true, false}) {
      if (!(is_scale ? chain.scales : chain.shifts)) continue;
      RUNNEL_ASSIGN_OR_RETURN(Tensor vector, VectorOf<float>(is_scale ? chain.scale : chain.shift));
      if (vector.empty()) {
        for (size_t i = before; i < plan_->nodes.size(); ++i) plan_->nodes[i].removed = true;
        return OkStatus();
      }
      RUNNEL_ASSIGN_OR_RETURN(vector, vector.Reshaped(shape));
      const PlanNode& last = plan_->at(chain.nodes.back());
      RUNNEL_ASSIGN_OR_RETURN(const PlanEdge by, NewConst(vector, last));
      RUNNEL_ASSIGN_OR_RETURN(
          made.node, plan_->Add(plan_->UniqueName(last.name), is_scale ? "Mul" : "AddV2", {made, by}, {},
                                last.device));
      plan_->at(made.node).placed = last.placed;
      plan_->at(made.node).shapes = {last.shapes[0]};
    }
    const std::vector<int> sources(chain.nodes.begin() + 1, chain.nodes.end());
    if (!Replace(made.node, chain.nodes.back(), sources)) {
      for (size_t i = before; i < plan_->nodes.size(); ++i) plan_->nodes[i].removed = true;
    }
    return OkStatus();
  }

  // Makes the product with the new filter, then the new bias, in place of the chain.
  Status Rewrite(const Chain& chain, const Tensor& filter, const Tensor& bias) {
    const int product = chain.nodes.front();
    const size_t before = plan_->nodes.size();
    PlanEdge made{product, 0};
    std::vector<int> sources = chain.nodes;
    if (chain.scales) {
      std::vector<PlanEdge> inputs = plan_->at(product).inputs;
      RUNNEL_ASSIGN_OR_RETURN(inputs[1], NewConst(filter, plan_->at(inputs[1].node)));
      const PlanNode& first = plan_->at(product);
      RUNNEL_ASSIGN_OR_RETURN(made.node, plan_->Add(plan_->UniqueName(first.name), first.op(), inputs,
                                                    *first.attrs, first.device, first.controls));
      plan_->at(inputs[1].node).placed = first.placed;
      plan_->at(made.node).placed = first.placed;
      plan_->at(made.node).shapes = first.shapes;
    } else {
      sources.erase(sources.begin());
    }
    if (chain.shifts) {
      PlanEdge by = chain.bias;
      if (by.node < 0) {
        RUNNEL_ASSIGN_OR_RETURN(by, NewConst(bias, plan_->at(chain.nodes.back())));
      }
      AttrList attrs;
      if (chain.rank == 4) attrs = {{"data_format", AttrValue(chain.first ? "NCHW" : "NHWC")}};
      const PlanNode& last = plan_->at(chain.nodes.back());
      RUNNEL_ASSIGN_OR_RETURN(made.node, plan_->Add(plan_->UniqueName(last.name), "BiasAdd", {made, by},
                                                    std::move(attrs), last.device));
    }
    if (!Replace(made.node, chain.nodes.back(), sources)) {
      for (size_t i = before; i < plan_->nodes.size(); ++i) plan_->nodes[i].removed = true;
    }
    return OkStatus();
  }

  PlanWatch* const watch_;
};

}  // namespace

Result<std::vector<MadeNode>> FoldScales(const std::function<bool(const PlanNode& node)>& supports,
                                         PlanWatch* watch, PlanGraph* plan) {
  ScaleFolder folder(supports, watch, plan);
  RUNNEL_RETURN_IF_ERROR(folder.Run());
  plan->RemoveUnused();
  return folder.Take();
}

}  // namespace runnel

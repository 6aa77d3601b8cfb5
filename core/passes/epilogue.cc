// A node may be fused with its producer if it is the only reader and no control edge enters or leaves
// between the two. The two then run as one wherever they ran one after the other.
#include "core/passes/epilogue.h"

#include <algorithm>

#include "core/passes/node_fusion.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr std::string_view kActivations[] = {"Relu", "Relu6",   "Elu",      "Selu",
                                             "Tanh", "Sigmoid", "Softplus", "Softsign"};

class EpilogueFusion : public NodeFusion {
 public:
  EpilogueFusion(const Supports& supports, PlanGraph* plan) : NodeFusion(supports, plan) {}

  Status Run() {
    for (int i = 0; i < end(); ++i) {
      const PlanNode& node = plan_->at(i);
      if (node.removed || node.placed == nullptr || FusedOp(node) == nullptr) continue;
      RUNNEL_RETURN_IF_ERROR(Fuse(i));
    }
    Commit();
    return OkStatus();
  }

 private:
  // The op that a product becomes; NULL if it is none, or the build has no such op.
  static const char* FusedOp(const PlanNode& node) {
    if (node.is("MatMul")) return HasOp("_FusedMatMul") ? "_FusedMatMul" : nullptr;
    if (node.is("Conv2D")) return HasOp("_FusedConv2D") ? "_FusedConv2D" : nullptr;
    if (node.is("_MixedMatMul")) return "_MixedMatMul";
    if (node.is("_MixedConv2D")) return "_MixedConv2D";
    const bool depthwise = node.is("DepthwiseConv2dNative") && HasOp("_FusedDepthwiseConv2dNative");
    return depthwise ? "_FusedDepthwiseConv2dNative" : nullptr;
  }

  // The node that alone reads output 0 of `i`, as its first input, and can be fused with it; or -1.
  int Follower(int i) const {
    const Device* const placed = plan_->at(i).placed;
    const int user = MayGo(i, placed) ? ReaderOf(i) : -1;
    const bool joins = MayGo(user, placed) && plan_->at(user).controls.empty() &&
                       plan_->at(user).inputs[0] == PlanEdge{i, 0};
    return joins ? user : -1;
  }

  static std::string FormatOf(const PlanNode& node) {
    const auto* format = node.attr<std::string>("data_format");
    return format == nullptr ? "NHWC" : *format;
  }

  Status Fuse(int product) {
    const PlanNode& first = plan_->at(product);
    const DType dtype = first.output_types[0];
    if (!IsFloating(dtype) || first.feed >= 0) return OkStatus();
    std::vector<int> chain = {product};
    int next = Follower(product);
    if (next >= 0 && plan_->at(next).is("BiasAdd") && FormatOf(plan_->at(next)) == FormatOf(first)) {
      chain.push_back(next);
      next = Follower(next);
    }
    if (next >= 0 && plan_->at(next).inputs.size() == 1 &&
        std::find(std::begin(kActivations), std::end(kActivations), plan_->at(next).op()) !=
            std::end(kActivations)) {
      chain.push_back(next);
    }
    // Takes the longest chain that the device supports: it may add biases and know few functions.
    bool fused = false;
    for (; chain.size() > 1 && !fused; chain.pop_back()) {
      RUNNEL_RETURN_IF_ERROR(FuseChain(chain, &fused));
    }
    return OkStatus();
  }

  // Fuses a product with the chain behind it, if that is supported.
  Status FuseChain(const std::vector<int>& chain, bool* fused) {
    const PlanNode& first = plan_->at(chain.front());
    const PlanNode& last = plan_->at(chain.back());
    std::vector<PlanEdge> inputs = first.inputs;
    std::string epilogue;
    for (size_t i = 1; i < chain.size(); ++i) {
      const PlanNode& step = plan_->at(chain[i]);
      if (step.is("BiasAdd")) inputs.push_back(step.inputs[1]);
      epilogue += StrCat(epilogue.empty() ? "" : ";", step.op());
    }
    AttrList attrs = {{"N", AttrValue(static_cast<int64_t>(inputs.size() - 2))},
                      {"epilogue", AttrValue(epilogue)}};
    for (const char* name : {"transpose_a", "transpose_b", "strides", "padding", "explicit_paddings",
                             "data_format", "dilations"}) {
      if (const AttrValue* value = FindAttr(*first.attrs, name)) attrs.emplace_back(name, *value);
    }
    RUNNEL_ASSIGN_OR_RETURN(const int made,
                            plan_->Add(plan_->UniqueName(last.name), FusedOp(first), inputs,
                                       std::move(attrs), last.device, first.controls));
    *fused = Replace(made, chain.back(), chain);
    return OkStatus();
  }
};

}  // namespace

Result<std::vector<MadeNode>> FuseEpilogues(const std::function<bool(const PlanNode& fused)>& supports,
                                            PlanGraph* plan) {
  EpilogueFusion fusion(supports, plan);
  RUNNEL_RETURN_IF_ERROR(fusion.Run());
  return fusion.Take();
}

}  // namespace runnel

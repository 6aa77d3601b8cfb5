// Models whose weights are half or bfloat16, and which compute in floats: sessions keep such weights as
// they are (the pass "weights").
#include <cmath>

#include "tools/runnel/graph_remaker.h"
#include "tools/runnel/quantize_weights.h"
#include "tools/runnel/request.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {
namespace {

constexpr int64_t kFewestWeights = 64;

// Casts arrays, in a graph of its own.
class Caster {
 public:
  Caster(rnl_runtime_t* runtime, rnl_dtype_t from, rnl_dtype_t to) : runtime_(runtime), from_(from) {
    Check(rnl_graph_create(runtime, Out(&graph_)));
    input_ = NewNode(graph_.get(), "Placeholder", "x").Type("dtype", from).Done();
    output_ = NewNode(graph_.get(), "Cast", "y").In(input_).Type("DstT", to).Done();
    Check(rnl_session_create(graph_.get(), nullptr, Out(&session_)));
  }
  Array operator()(const Array& array) const {
    Request request;
    request.feeds.push_back({"x", input_, ToTensor(runtime_, array, from_)});
    request.fetches = {output_};
    Step step(session_.get(), request);
    step.Run(nullptr, nullptr);
    return ToArray(step.fetched(0));
  }

 private:
  rnl_runtime_t* const runtime_;
  const rnl_dtype_t from_;
  GraphHandle graph_;
  SessionHandle session_;
  rnl_output_t input_, output_;
};

class WeightRounder : public GraphRemaker {
 public:
  WeightRounder(const rnl_graph_t* from, rnl_session_t* session,
                const std::vector<rnl_output_t>& outputs, rnl_dtype_t type)
      : GraphRemaker(from, session, outputs),
        type_(type),
        narrow_(rnl_graph_runtime(from), RNL_FLOAT, type),
        widen_(rnl_graph_runtime(from), type, RNL_FLOAT) {}

 private:
  std::string Take(rnl_node_t node) override {
    const std::string op = OpOf(node);
    const bool gathers = op == "GatherV2" || op == "Gather" || op == "ResourceGather";
    const bool multiplies = op == "MatMul" || op == "BatchMatMulV2" || op == "BatchMatMul" ||
                            op == "Conv2D" || op == "DepthwiseConv2dNative";
    if (!gathers && !multiplies) return kNothing;
    const rnl_output_t weights = Input(node, gathers ? 0 : 1);
    if (!IsConstant(weights.node) || !IsFloat(weights)) return "its weights are no constant of floats";
    const auto [made, is_new] = rounded_.try_emplace(KeyOf(weights));
    if (is_new) made->second = Round(weights);
    if (!made->second.why.empty()) return made->second.why;
    made_.layers.push_back(NameOf(node));
    if (gathers) {
      Gather(node, made->second.output);
      return {};
    }
    if (!real_.contains(KeyOf(weights))) {
      real_[KeyOf(weights)] = NewNode(to_, "Cast", Scope(weights.node))
                                  .In(made->second.output)
                                  .Type("DstT", RNL_FLOAT)
                                  .Done();
    }
    Copy(node);
    return {};
  }

  // Rows are looked up as they are, and those alone become floats.
  void Gather(rnl_node_t node, rnl_output_t table) {
    NewNode rows(to_, OpOf(node), Scope(node));
    rows.In(table);
    for (size_t i = 1; i < NumInputs(node); ++i) rows.In(Real(Input(node, i)));
    rows.AttrsOf(from_, node, {"Tparams"});
    const rnl_output_t found = rows.Done();
    real_[{node, 0}] = NewNode(to_, "Cast", NameOf(node)).In(found).Type("DstT", RNL_FLOAT).Done();
  }

  struct Rounded {
    rnl_output_t output;
    std::string why;  // there is none
  };
  Rounded Round(rnl_output_t weights) {
    const Array exact = ValueOf(weights);
    if (exact.count() < kFewestWeights) return {{}, "few weights"};
    const Array rounded = narrow_(exact), back = widen_(rounded);
    for (int64_t i = 0; i < exact.count(); ++i) {
      const auto at = static_cast<size_t>(i);
      if (std::isfinite(At<float>(exact, at)) && !std::isfinite(At<float>(back, at)))
        return {{}, "a weight is too large for " + DTypeName(type_)};
    }
    return {AddConstant(to_, Scope(weights.node), rounded), {}};
  }

  const rnl_dtype_t type_;
  const Caster narrow_, widen_;
  std::map<Key, Rounded> rounded_;
};

}  // namespace

QuantizedGraph RoundWeights(const rnl_graph_t* from, rnl_session_t* session,
                            const std::vector<rnl_output_t>& outputs, rnl_dtype_t type) {
  return WeightRounder(from, session, outputs, type).Run();
}

}  // namespace runnel::tools

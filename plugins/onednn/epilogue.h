// What follows a fused convolution: a bias, which oneDNN adds, and an activation.
#ifndef RUNNEL_PLUGINS_ONEDNN_EPILOGUE_H_
#define RUNNEL_PLUGINS_ONEDNN_EPILOGUE_H_

#include <algorithm>
#include <string_view>

#include "plugins/sdk/kernel.h"

namespace runnel::onednn {

struct Epilogue {
  enum class Activation { kNone, kRelu, kRelu6 };

  // Reads attr "epilogue": "BiasAdd;Relu". `known` is false where a step is not among ours.
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    rnlp_str_t text{};
    RNLP_TRY(host->attr_string(host, node, "epilogue", &text));
    constexpr std::string_view kBias = "BiasAdd";
    std::string_view steps(text.data, text.size);
    biased = steps.substr(0, kBias.size()) == kBias;
    if (biased) steps.remove_prefix(std::min(steps.size(), kBias.size() + 1));
    if (steps == "Relu") activation = Activation::kRelu;
    if (steps == "Relu6") activation = Activation::kRelu6;
    known = steps.empty() || activation != Activation::kNone;
    return nullptr;
  }
  // The bias of a run, or NULL.
  const void* BiasOf(const rnlp_run_t* run) const { return biased ? run->inputs[2]->data : nullptr; }
  // The activation, on values that are still in the cache. As the CPU plugin's kernels: NaN stays.
  void Apply(float* values, int64_t count) const {
    if (activation == Activation::kRelu) {
      for (int64_t i = 0; i < count; ++i) values[i] = values[i] < 0 ? 0 : values[i];
    } else if (activation == Activation::kRelu6) {
      for (int64_t i = 0; i < count; ++i) {
        const float low = values[i] < 0 ? 0 : values[i];
        values[i] = low > 6 ? 6 : low;
      }
    }
  }

  bool biased = false, known = true;
  Activation activation = Activation::kNone;
};

}  // namespace runnel::onednn

#endif  // RUNNEL_PLUGINS_ONEDNN_EPILOGUE_H_

// What a kernel costs, for the answer of `supports`: the larger of the time that its arithmetic takes
// and the time that its memory takes, plus a launch. Products and convolutions count their arithmetic,
// all others are taken to wait for memory.
#ifndef RNLP_SDK_COST_H_
#define RNLP_SDK_COST_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "attention.h"
#include "node.h"
#include "shape.h"

namespace runnel::plugin {

// What a device gets done in a nanosecond, and what a launch costs it.
struct DeviceRates {
  double flops_per_ns = 1;
  double bytes_per_ns = 1;
  double launch_ns = 1000;
};

namespace internal {

// A node's tensors, as far as `supports` knows them.
struct CostView {
  const rnlp_tensor_t* const* inputs;
  uint32_t num_inputs;
  const rnlp_tensor_t* const* outputs;
  uint32_t num_outputs;

  static bool Known(const rnlp_tensor_t* tensor) {
    return tensor->rank >= 0 && tensor->num_elements >= 0;
  }
  // NULL if it is not there or its shape is not known.
  const rnlp_tensor_t* input(uint32_t i, int32_t min_rank) const {
    return i < num_inputs && Known(inputs[i]) && inputs[i]->rank >= min_rank ? inputs[i] : nullptr;
  }
  const rnlp_tensor_t* output(uint32_t i, int32_t min_rank) const {
    return i < num_outputs && Known(outputs[i]) && outputs[i]->rank >= min_rank ? outputs[i] : nullptr;
  }
};

// 2 for each pair of numbers that is multiplied and added. `pixels` has an element for each result that
// takes a whole filter.
inline double ConvolutionFlops(const rnlp_tensor_t* pixels, const rnlp_tensor_t* filter,
                               bool depthwise) {
  if (pixels == nullptr || filter == nullptr || filter->num_elements == 0) return 0;
  const double taps =
      depthwise ? static_cast<double>(filter->dims[0] * filter->dims[1])
                : static_cast<double>(filter->num_elements) / static_cast<double>(filter->dims[3]);
  return 2 * static_cast<double>(pixels->num_elements) * taps;
}

inline double FlopsOf(const rnlp_host_t* host, const rnlp_node_t* node, const CostView& view) {
  const rnlp_str_t name = host->node_op(host, node);
  const std::string_view op(name.data, name.size);
  if (op == "Conv2D" || op == "_FusedConv2D")
    return ConvolutionFlops(view.output(0, 4), view.input(1, 4), false);
  if (op == "Conv2DBackpropInput") return ConvolutionFlops(view.input(2, 4), view.input(1, 4), false);
  if (op == "Conv2DBackpropFilter") return ConvolutionFlops(view.input(2, 4), view.output(0, 4), false);
  if (op == "DepthwiseConv2dNative" || op == "_FusedDepthwiseConv2dNative")
    return ConvolutionFlops(view.output(0, 4), view.input(1, 4), true);
  if (op == "_FusedPointwiseDepthwise") {
    const rnlp_tensor_t *image = view.input(0, 4), *pointwise = view.input(1, 4);
    const double first =
        image == nullptr || pointwise == nullptr
            ? 0
            : 2 * static_cast<double>(image->num_elements) * static_cast<double>(pointwise->dims[3]);
    return first + ConvolutionFlops(view.output(0, 4), view.input(2, 4), true);
  }
  if (op == "DepthwiseConv2dNativeBackpropInput")
    return ConvolutionFlops(view.input(2, 4), view.input(1, 4), true);
  if (op == "DepthwiseConv2dNativeBackpropFilter")
    return ConvolutionFlops(view.input(2, 4), view.output(0, 4), true);
  if (op == "Runnel>Attention" && view.num_inputs >= 3 && view.input(0, 2) != nullptr &&
      view.input(1, 2) != nullptr && view.input(2, 2) != nullptr) {
    return AttentionSizes::Of(view.inputs).flops();
  }
  if (op != "MatMul" && op != "_FusedMatMul" && op != "BatchMatMul" && op != "BatchMatMulV2") return 0;
  const rnlp_tensor_t* left = view.input(0, 2);
  const rnlp_tensor_t* out = view.output(0, 2);
  if (left == nullptr || out == nullptr) return 0;
  bool transposed = false;
  for (const char* attr : {"transpose_a", "adj_x"}) {
    // An attr that the op does not have stays as it is; a real failure is said when the kernel is made.
    if (rnlp_status_t* failed = AttrBool(host, node, attr, &transposed))
      host->status_release(host, failed);
  }
  const int64_t inner = left->dims[left->rank - (transposed ? 2 : 1)];
  return 2 * static_cast<double>(out->num_elements) * static_cast<double>(inner);
}

}  // namespace internal

// In ns; 0 where a shape is not known, or the host is older than minor 2 and does not tell of outputs.
inline uint64_t EstimateCost(const rnlp_host_t* host, const rnlp_node_t* node,
                             const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                             const rnlp_support_t* asked, const DeviceRates& rates) {
  if (!RNLP_HAS(rnlp_support_t, asked, outputs) || (inputs == nullptr && num_inputs > 0)) return 0;
  const internal::CostView view{inputs, num_inputs, asked->outputs, asked->num_outputs};
  double bytes = 0;
  for (uint32_t i = 0; i < view.num_inputs; ++i) {
    if (view.inputs[i]->dtype == RNLP_RESOURCE) continue;  // the update's other operands say how large
    if (!internal::CostView::Known(view.inputs[i])) return 0;
    bytes += static_cast<double>(view.inputs[i]->num_elements) * DTypeSize(view.inputs[i]->dtype);
  }
  for (uint32_t i = 0; i < view.num_outputs; ++i) {
    if (!internal::CostView::Known(view.outputs[i])) return 0;
    bytes += static_cast<double>(view.outputs[i]->num_elements) * DTypeSize(view.outputs[i]->dtype);
  }
  const double flops = internal::FlopsOf(host, node, view);
  return static_cast<uint64_t>(rates.launch_ns +
                               std::max(flops / rates.flops_per_ns, bytes / rates.bytes_per_ns));
}

}  // namespace runnel::plugin

#endif  // RNLP_SDK_COST_H_

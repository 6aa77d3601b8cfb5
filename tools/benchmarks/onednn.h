// oneDNN as a peer: the same convolutions and products with its own threads. Empty functions where it
// was not there to build with.
#ifndef RUNNEL_TOOLS_BENCHMARKS_ONEDNN_H_
#define RUNNEL_TOOLS_BENCHMARKS_ONEDNN_H_

#include <cstdint>
#include <functional>
#include <string_view>

namespace runnel::tools {

// One call is one run, of `batch` images in NHWC through a 3x3 filter, or of the gradient that `op`
// names; the filter lies in the order that oneDNN likes best. Throws Error.
std::function<void()> OneDnnConvolution(std::string_view op, int64_t batch, int64_t size,
                                        int64_t channels, int threads);
// [m,k] by a [k,n] that is packed ahead.
std::function<void()> OneDnnProduct(int64_t m, int64_t k, int64_t n, int threads);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_BENCHMARKS_ONEDNN_H_

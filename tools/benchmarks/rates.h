// What products and convolutions share: rates of the same work by our own kernels, by those of the
// oneDNN plugin, and by oneDNN itself, in turns, against the most that the machine can do.
#ifndef RUNNEL_TOOLS_BENCHMARKS_RATES_H_
#define RUNNEL_TOOLS_BENCHMARKS_RATES_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/benchmarks/bench.h"

namespace runnel::tools {

// A piece of work and who does it.
struct Work {
  std::string name;
  double flops = 0;
  double share = 0;  // of the peak that our own kernel should reach
  std::unique_ptr<Prepared> own;
  std::unique_ptr<Prepared> with_onednn;  // by the plugin; null without
  std::function<void()> onednn;           // empty without
};

// `make(runtime, threads)` gives the pieces, prepared in that runtime as `own`; it is asked twice if
// oneDNN's plugin is there and `with_plugin`. `others`: peers that nothing measures.
void MeasureRates(std::string_view section, int rounds, bool with_plugin,
                  const std::vector<Peer>& others,
                  const std::function<std::vector<Work>(rnl_runtime_t*, int threads)>& make,
                  Report* report);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_BENCHMARKS_RATES_H_

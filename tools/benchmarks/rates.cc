#include "tools/benchmarks/rates.h"

#include <algorithm>

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr double kSecondsEach = 0.05;

struct Rates {
  std::vector<double> own, with_onednn, onednn;
};

}  // namespace

void MeasureRates(std::string_view section, int rounds, bool with_plugin,
                  const std::vector<Peer>& others,
                  const std::function<std::vector<Work>(rnl_runtime_t*, int threads)>& make,
                  Report* report) {
  for (const int threads : {1, 2}) {
    const RuntimeHandle runtime = RuntimeWithThreads(threads);
    RuntimeHandle plugged;
    if (with_plugin) plugged = RuntimeWithPlugin(threads, "onednn");
    std::vector<Work> all = make(runtime.get(), threads);
    if (plugged) {
      std::vector<Work> with = make(plugged.get(), threads);
      for (size_t i = 0; i < all.size(); ++i) all[i].with_onednn = std::move(with[i].own);
    }
    std::vector<double> peaks;
    std::vector<Rates> rates(all.size());
    for (int round = 0; round < rounds; ++round) {
      peaks.push_back(PeakGflops(threads));
      for (size_t i = 0; i < all.size(); ++i) {
        const double gflops = all[i].flops * 1e-9;
        rates[i].own.push_back(gflops / all[i].own->MedianSeconds(kSecondsEach));
        if (all[i].with_onednn != nullptr)
          rates[i].with_onednn.push_back(gflops / all[i].with_onednn->MedianSeconds(kSecondsEach));
        if (all[i].onednn)
          rates[i].onednn.push_back(gflops / MedianSecondsOf(all[i].onednn, kSecondsEach));
      }
    }
    const double peak = *std::max_element(peaks.begin(), peaks.end());
    for (size_t i = 0; i < all.size(); ++i) {
      Line line{section, all[i].name, threads, Median(rates[i].own), "GFLOP/s"};
      line.limit = peak;
      line.share = all[i].share;
      line.peers = others;
      line.peers.emplace_back("onednn");  // the others are programs of their own: peers.py
      if (!rates[i].onednn.empty()) line.peers.back().value = Median(rates[i].onednn);
      report->Add(line);
      if (rates[i].with_onednn.empty()) continue;
      line.name += "_with_onednn_plugin";
      line.value = Median(rates[i].with_onednn);
      report->Add(line);
    }
  }
}

}  // namespace runnel::tools

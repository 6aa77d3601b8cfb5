// Graphs of control flow, run: no crash and no hang, no status that says we are at fault, and where a
// graph has one answer, that with passes and without, on one thread and on two.
//
// Input: what a FlowGraph draws from (tests/support/flow_graph.h).
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/support/flow_run.h"

namespace {

using namespace runnel;  // NOLINT(google-build-using-namespace): a program of one file

constexpr int64_t kTimeoutMs = 100;         // of a step that may never end
constexpr int64_t kTameTimeoutMs = 15'000;  // of one that must, however slow the machine

Ref<Runtime> Threads(int threads) {
  RuntimeOptions options;
  options.num_threads = threads;
  options.load_default_plugins = false;
  options.plugins = {RUNNEL_CPU_PLUGIN};
  options.min_severity = Severity::kError;
  auto made = Runtime::Create(options);
  if (!made.ok()) std::abort();
  return *made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size_bytes) {
  static const auto* const one = new Ref<Runtime>(Threads(1));
  static const auto* const two = new Ref<Runtime>(Threads(2));
  const testing::FlowGraph flow({bytes, size_bytes});
  const std::string wrong =
      testing::CheckFlow(flow, *one, *two, flow.tame ? kTameTimeoutMs : kTimeoutMs);
  if (!wrong.empty()) {
    std::fprintf(stderr, "%s\n%s\n", testing::Describe(flow).c_str(), wrong.c_str());
    std::abort();
  }
  return 0;
}

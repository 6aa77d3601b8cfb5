// runnel_bench: the sections of tools/bench that measure through the C ABI. Exit status 0 only if every
// limit holds.
#include <cstdio>
#include <exception>

#include "tools/benchmarks/bench.h"
#include "tools/common/args.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

struct Section {
  std::string_view name;
  void (*run)(Report* report);
};
constexpr Section kSections[] = {
    {"executor", BenchExecutor}, {"startup", BenchStartup},     {"gemm", BenchGemm},
    {"conv", BenchConv},         {"fusion", BenchFusion},       {"memory", BenchMemory},
    {"models", BenchModels},     {"training", BenchTraining},   {"learn", BenchLearn},
    {"devices", BenchDevices},   {"bindings", BenchBindings},   {"gpu", BenchGpu},
    {"vulkan", BenchVulkan},     {"inference", BenchInference}, {"cancel", BenchCancel},
    {"eager", BenchEager}};
constexpr Option kOptions[] = {
    {"json", "", "print lines of JSON"},
    {"trial", "", "the least of everything, on simulated GPUs too: whether it runs, not how fast (gpu)"},
    {"only", "TEXT", "lines with this in their names (gpu)"}};

int Main(const std::vector<std::string>& words) {
  try {
    const Args args = Args::Parse(kOptions, words, 0, 100, "SECTIONS");
    Report report(args.Has("json"), args.Has("trial"), args.Text("only"));
    std::vector<const Section*> chosen;
    for (const std::string& name : args.positional()) {
      for (const Section& section : kSections) {
        if (section.name == name) chosen.push_back(&section);
      }
      if (chosen.empty() || chosen.back()->name != name)
        throw UsageError(Cat("no section \"", name, "\""));
    }
    if (chosen.empty()) {
      for (const Section& section : kSections) chosen.push_back(&section);
    }
    for (const Section* section : chosen) section->run(&report);
    return report.all_hold() || args.Has("trial") ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "runnel_bench: %s\n", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace runnel::tools

int main(int argc, char** argv) {
  return runnel::tools::Main(std::vector<std::string>(argv + 1, argv + argc));
}

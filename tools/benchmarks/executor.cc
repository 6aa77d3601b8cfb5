// executor: what a node costs when its kernel costs nothing.
//
// The graph is a chain of 10,000 adds of one element, run through a callable with the passes off, so
// that every node is launched; the report fails if another number was.
#include <algorithm>
#include <functional>
#include <memory>

#include "tools/benchmarks/bench.h"
#include "tools/benchmarks/neighbours.h"
#include "tools/common/error.h"
#include "tools/common/heap_count.h"

namespace runnel::tools {
namespace {

constexpr int kNodes = 10000;
constexpr double kStaticNs = 40, kGeneralNs = 90, kTwoThreads = 1.25, kPlanningMs = 60,
                 kBusySlowdown = 3;
constexpr int kRounds = 15;
const std::vector<Peer> kPeers = {"ggml", "onnxruntime", "pytorch", "tensorflow"};

struct Chain {
  GraphHandle graph;
  rnl_output_t feed, fetch;
};

Chain MakeChain(rnl_runtime_t* runtime) {
  Chain chain;
  Check(rnl_graph_create(runtime, Out(&chain.graph)));
  chain.feed = AddPlaceholder(chain.graph.get(), "x", {1});
  const rnl_output_t one = AddScalar(chain.graph.get(), 1);
  chain.fetch = chain.feed;
  for (int i = 0; i < kNodes; ++i) chain.fetch = AddOp(chain.graph.get(), "AddV2", {chain.fetch, one});
  return chain;
}

// One way to run the chain, with everything that keeps it alive.
struct Variant {
  int threads;
  bool regions;
  RuntimeHandle runtime;
  Chain chain;
  std::unique_ptr<Prepared> prepared;
  std::vector<double> ns;

  Variant(int thread_count, bool use_regions)
      : threads(thread_count),
        regions(use_regions),
        runtime(RuntimeWithThreads(thread_count)),
        chain(MakeChain(runtime.get())) {
    prepared = std::make_unique<Prepared>(chain.graph.get(), chain.feed, chain.fetch,
                                          MakeTensor(runtime.get(), {1}),
                                          regions ? Passes::kRegions : Passes::kNone);
    for (int i = 0; i < 3; ++i) prepared->Run();
  }
  std::string name() const { return regions ? "chain_static" : "chain_general"; }
};

void CheckLaunches(Variant* variant) {
  MetadataHandle metadata;
  Check(rnl_metadata_create(Out(&metadata)));
  variant->prepared->Run(metadata.get());
  const int64_t launches = rnl_metadata_launches(metadata.get());
  if (launches != kNodes)
    Fail("executor: ", launches, " launches for ", kNodes, " nodes: nothing was measured");
}

void Chains(Report* report) {
  std::vector<std::unique_ptr<Variant>> variants;
  for (int threads : {1, 2}) {
    for (bool regions : {true, false}) variants.push_back(std::make_unique<Variant>(threads, regions));
  }
  for (const auto& variant : variants) CheckLaunches(variant.get());
  for (int round = 0; round < kRounds; ++round) {
    for (const auto& v : variants) v->ns.push_back(v->prepared->MedianSeconds(0.02) * 1e9 / kNodes);
  }
  for (const auto& v : variants) {
    Line line{"executor",    v->name(), v->threads,
              Median(v->ns), "ns/node", v->regions ? kStaticNs : kGeneralNs};
    if (v->threads > 1) line.limit *= kTwoThreads;
    line.peers = kPeers;
    report->Add(line);
  }
  for (const auto& v : variants) {
    const auto before = HeapAllocations();
    v->prepared->Run();
    const auto after = HeapAllocations();
    if (!before) continue;
    report->Add({"executor", "heap_allocs_" + v->name(), v->threads,
                 static_cast<double>(*after - *before), "count", 0});
  }
}

void Planning(Report* report) {
  const RuntimeHandle runtime = RuntimeWithThreads(1);
  const Chain chain = MakeChain(runtime.get());
  MetadataHandle metadata;
  Check(rnl_metadata_create(Out(&metadata)));
  std::vector<double> ms;
  for (int i = 0; i < 7; ++i) {
    // A new session has no plan: making it ready and its first run, less what a second run takes.
    TensorHandle value = MakeTensor(runtime.get(), {1});
    auto start = std::chrono::steady_clock::now();
    Prepared prepared(chain.graph.get(), chain.feed, chain.fetch, std::move(value), Passes::kRegions);
    prepared.Run();
    const double first = SecondsSince(start);
    start = std::chrono::steady_clock::now();
    prepared.Run();
    ms.push_back((first - SecondsSince(start)) * 1e3);
  }
  report->Add({"executor", "planning_10000_nodes", 1, Median(ms), "ms", kPlanningMs, {"onnxruntime"}});
}

// A graph of a few small kernels on two threads, alone and beside two processes that compute all the
// time.
void Busy(Report* report, BusyNeighbours* neighbours) {
  const RuntimeHandle runtime = RuntimeWithThreads(2);
  GraphHandle graph;
  Check(rnl_graph_create(runtime.get(), Out(&graph)));
  const rnl_output_t x = AddPlaceholder(graph.get(), "x", {64, 64});
  const rnl_output_t product = AddOp(graph.get(), "MatMul", {x, x});
  const rnl_output_t y = AddOp(graph.get(), "Relu", {AddOp(graph.get(), "AddV2", {product, x})});
  Prepared prepared(graph.get(), x, y, MakeTensor(runtime.get(), {64, 64}), Passes::kRegions);
  for (int i = 0; i < 10; ++i) prepared.Run();
  std::vector<double> slowdowns;
  for (int round = 0; round < 9; ++round) {
    const double alone = prepared.MeanSeconds(0.1);
    neighbours->Start();
    const double beside = prepared.MeanSeconds(0.3);
    neighbours->Stop();
    slowdowns.push_back(beside / alone);
  }
  report->Add({"executor",
               "slowdown_beside_two_busy_processes",
               2,
               Median(slowdowns),
               "times",
               kBusySlowdown,
               {"ggml"}});
}

}  // namespace

void BenchExecutor(Report* report) {
  BusyNeighbours neighbours(2);  // before there are threads
  Chains(report);
  Planning(report);
  Busy(report, &neighbours);
}

}  // namespace runnel::tools

// memory: what a step's arena takes, against what must be alive at once.
#include "tools/benchmarks/bench.h"

namespace runnel::tools {
namespace {

constexpr int64_t kRows = 256, kColumns = 1024;
constexpr double kTensorBytes = 4.0 * kRows * kColumns;
constexpr int kBlocks = 20;

double ArenaBytes(rnl_runtime_t* runtime, rnl_graph_t* graph, rnl_output_t feed, rnl_output_t fetch) {
  Prepared prepared(graph, feed, fetch, MakeTensor(runtime, {kRows, kColumns}), Passes::kRegions);
  MetadataHandle metadata;
  Check(rnl_metadata_create(Out(&metadata)));
  prepared.Run(metadata.get());
  return static_cast<double>(rnl_metadata_arena_bytes(metadata.get()));
}

}  // namespace

// The limits are live sets: neither feeds nor fetches lie in the arena.
void BenchMemory(Report* report) {
  const RuntimeHandle runtime = RuntimeWithThreads(1);
  GraphHandle chain, residual;
  Check(rnl_graph_create(runtime.get(), Out(&chain)));
  const rnl_output_t x = AddPlaceholder(chain.get(), "x", {kRows, kColumns});
  rnl_output_t y = x;
  for (int i = 0; i < kBlocks; ++i) y = AddOp(chain.get(), "Tanh", {y});
  report->Add({"memory", "arena_of_chain", 1, ArenaBytes(runtime.get(), chain.get(), x, y), "bytes",
               kTensorBytes});

  Check(rnl_graph_create(runtime.get(), Out(&residual)));
  const rnl_output_t u = AddPlaceholder(residual.get(), "x", {kRows, kColumns});
  rnl_output_t v = AddOp(residual.get(), "Tanh", {u});
  for (int i = 0; i < kBlocks; ++i)
    v = AddOp(residual.get(), "AddV2", {v, AddOp(residual.get(), "Tanh", {v})});
  report->Add({"memory", "arena_of_residual_blocks", 1, ArenaBytes(runtime.get(), residual.get(), u, v),
               "bytes", 2 * kTensorBytes});
}

}  // namespace runnel::tools

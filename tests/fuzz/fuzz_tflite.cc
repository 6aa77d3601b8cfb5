// Bytes as a TFLite model: the importer answers, and what it appends is a MetaGraphDef that can be read
// and whose nodes a graph takes or refuses.
#include <cstdlib>

#include "core/graph/graph.h"
#include "core/graph/meta_graph.h"
#include "tests/fuzz/plugin_host.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const runnel::test::PluginHost host;
  const runnel::test::ImportCall call(&host, data, size);
  if (rnlp_status_t* status = rnlp_plugin_query()->importers[0]->import(&host, nullptr, &call)) {
    host.status_release(&host, status);
    return 0;
  }
  const auto meta = runnel::ReadMetaGraphDef(call.bytes);
  // What was imported is a message; values that no graph has, as a shape of too many elements, are the
  // host's to refuse.
  if (meta.status().code() == runnel::Code::kDataLoss) std::abort();
  if (!meta.ok()) return 0;
  const runnel::OpRegistry registry;
  runnel::Graph graph(&registry);
  (void)graph.Import(meta->graph, {}, nullptr);
  return 0;
}

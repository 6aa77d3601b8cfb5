// Bytes as an ONNX model, through the importer's sources. What it appends is read as a MetaGraphDef.
#include <cstdlib>

#include "core/graph/meta_graph.h"
#include "tests/fuzz/plugin_host.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const runnel::test::PluginHost host;
  const rnlp_importer_row_t* row = rnlp_plugin_query()->importers[0];
  (void)row->sniff(data, size, size);
  const runnel::test::ImportCall call(&host, data, size);
  if (rnlp_status_t* status = row->import(&host, nullptr, &call)) {
    host.status_release(&host, status);
    return 0;
  }
  // What was imported is a message; values that no graph has, as a shape of too many elements, are the
  // host's to refuse.
  if (runnel::ReadMetaGraphDef(call.bytes).status().code() == runnel::Code::kDataLoss) std::abort();
  return 0;
}

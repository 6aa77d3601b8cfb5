// Bytes as a MetaGraph, binary or text, that the exporter of ONNX writes, through its sources. What it
// writes is a model that the importer reads.
#include <cstdio>
#include <cstdlib>

#include "core/graph/meta_graph.h"
#include "tests/fuzz/plugin_host.h"

namespace {

struct ExportCall : rnlp_export_t {
  explicit ExportCall(const std::string& meta) : rnlp_export_t{} {
    size_bytes = RNLP_SIZE_TO(rnlp_export_t, append);
    meta_graph = {meta.data(), meta.size()};
    append = [](const rnlp_export_t* job, const void* piece, size_t length) -> rnlp_status_t* {
      static_cast<const ExportCall*>(job)->bytes.append(static_cast<const char*>(piece), length);
      return nullptr;
    };
  }
  mutable std::string bytes;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const runnel::test::PluginHost host;
  const rnlp_importer_row_t* const row = rnlp_plugin_query()->importers[0];
  // The host reads a MetaGraph before an exporter sees it (core/runtime/plugins/importers.cc).
  const auto meta = runnel::ReadMetaGraphDef({reinterpret_cast<const char*>(data), size});
  if (!meta.ok()) return 0;
  const auto binary = runnel::EncodeMetaGraphDef(*meta);
  if (!binary.ok()) return 0;
  const ExportCall job(*binary);
  if (rnlp_status_t* status = row->export_model(&host, nullptr, &job)) {
    // What exporting throws beside its own refusals is a fault.
    if (host.status_code(&host, status) == RNLP_INTERNAL) std::abort();
    host.status_release(&host, status);
    return 0;
  }
  const runnel::test::ImportCall call(&host, job.bytes.data(), job.bytes.size());
  rnlp_status_t* const status = row->import(&host, nullptr, &call);
  if (status == nullptr) return 0;
  const bool is_cut = host.status_code(&host, status) == RNLP_DATA_LOSS;
  const rnlp_str_t message = host.status_message(&host, status);
  if (is_cut) std::fprintf(stderr, "%.*s\n", static_cast<int>(message.size), message.data);
  host.status_release(&host, status);
  if (is_cut) std::abort();
  return 0;
}

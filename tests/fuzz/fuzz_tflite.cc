// Bytes as a TFLite model: the importer answers, and what it appends is a MetaGraphDef that can be read
// and whose nodes a graph takes or refuses.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/graph/graph.h"
#include "core/graph/meta_graph.h"
#include "plugins/abi/rnlp_plugin.h"

extern "C" const rnlp_plugin_t* rnlp_plugin_query(void);

namespace {

struct Failure {
  int32_t code;
};

struct Host : rnlp_host_t {
  Host() : rnlp_host_t{} {
    size_bytes = sizeof(rnlp_host_t);
    abi_major = RNLP_ABI_MAJOR;
    abi_minor = RNLP_ABI_MINOR;
    fail = [](const rnlp_host_t*, int32_t code, const char*, size_t) {
      return reinterpret_cast<rnlp_status_t*>(new Failure{code});
    };
    status_release = [](const rnlp_host_t*, rnlp_status_t* status) {
      delete reinterpret_cast<Failure*>(status);
    };
  }
};

struct Call : rnlp_import_t {
  Call(const uint8_t* data, size_t size) : rnlp_import_t{} {
    size_bytes = RNLP_SIZE_TO(rnlp_import_t, append);
    model = {reinterpret_cast<const char*>(data), size};
    append = [](const rnlp_import_t* self, const void* piece, size_t length) -> rnlp_status_t* {
      static_cast<const Call*>(self)->bytes.append(static_cast<const char*>(piece), length);
      return nullptr;
    };
  }
  mutable std::string bytes;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Host host;
  const Call call(data, size);
  rnlp_status_t* status = rnlp_plugin_query()->importers[0]->import(&host, nullptr, &call);
  if (status != nullptr) {
    host.status_release(&host, status);
    return 0;
  }
  runnel::DecodeOptions options;
  const auto meta = runnel::ReadMetaGraphDef(call.bytes, options);
  // What was imported is a message; values that no graph has, as a shape of too many elements, are the
  // host's to refuse.
  if (meta.status().code() == runnel::Code::kDataLoss) __builtin_trap();
  if (!meta.ok()) return 0;
  const runnel::OpRegistry registry;
  runnel::Graph graph(&registry);
  (void)graph.Import(meta->graph, {}, nullptr);
  return 0;
}

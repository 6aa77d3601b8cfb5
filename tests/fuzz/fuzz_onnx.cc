// Bytes as an ONNX model, through the importer's sources. What it appends is read as a MetaGraphDef.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/graph/meta_graph.h"
#include "plugins/abi/rnlp_plugin.h"

extern "C" const rnlp_plugin_t* rnlp_plugin_query(void);

namespace {

using Failure = std::pair<int32_t, std::string>;

Failure* From(const rnlp_status_t* status) {
  return reinterpret_cast<Failure*>(const_cast<rnlp_status_t*>(status));
}

// As much of a host as an importer calls.
rnlp_host_t MakeHost() {
  rnlp_host_t host{};
  host.size_bytes = sizeof(host);
  host.abi_major = RNLP_ABI_MAJOR;
  host.abi_minor = RNLP_ABI_MINOR;
  host.fail = [](const rnlp_host_t*, int32_t code, const char* message, size_t size) {
    return reinterpret_cast<rnlp_status_t*>(new Failure(code, std::string(message, size)));
  };
  host.status_release = [](const rnlp_host_t*, rnlp_status_t* status) { delete From(status); };
  host.status_code = [](const rnlp_host_t*, const rnlp_status_t* status) { return From(status)->first; };
  host.status_message = [](const rnlp_host_t*, const rnlp_status_t* status) {
    const std::string& text = From(status)->second;
    return rnlp_str_t{text.data(), text.size()};
  };
  return host;
}

struct Call : rnlp_import_t {
  const rnlp_host_t* host = nullptr;
  std::string* bytes = nullptr;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const rnlp_host_t host = MakeHost();
  static const std::string beside(64, '\1');  // the content of every other file
  const rnlp_importer_row_t* row = rnlp_plugin_query()->importers[0];
  (void)row->sniff(data, size, size);
  std::string bytes;
  Call call;
  static_cast<rnlp_import_t&>(call) = {};
  call.size_bytes = RNLP_SIZE_TO(rnlp_import_t, append);
  call.model = {reinterpret_cast<const char*>(data), size};
  call.host = &host;
  call.bytes = &bytes;
  call.option = [](const rnlp_import_t*, const char*, size_t) { return rnlp_str_t{}; };
  call.open = [](const rnlp_import_t* import, const char*, size_t path_size,
                 rnlp_str_t* out) -> rnlp_status_t* {
    const auto* self = static_cast<const Call*>(import);
    if (path_size == 0) return self->host->fail(self->host, RNLP_NOT_FOUND, "no path", 7);
    *out = {beside.data(), beside.size()};
    return nullptr;
  };
  call.append = [](const rnlp_import_t* import, const void* piece, size_t piece_size) -> rnlp_status_t* {
    static_cast<const Call*>(import)->bytes->append(static_cast<const char*>(piece), piece_size);
    return nullptr;
  };
  if (rnlp_status_t* status = row->import(&host, nullptr, &call)) {
    host.status_release(&host, status);
    return 0;
  }
  // What was imported is a message; values that no graph has, as a shape of too many elements, are the
  // host's to refuse.
  if (runnel::ReadMetaGraphDef(bytes).status().code() == runnel::Code::kDataLoss) std::abort();
  return 0;
}

// As much of a host as importers and exporters call, for fuzzers that have a plugin's sources in them.
#ifndef RUNNEL_TESTS_FUZZ_PLUGIN_HOST_H_
#define RUNNEL_TESTS_FUZZ_PLUGIN_HOST_H_

#include <cstdint>
#include <string>
#include <utility>

#include "plugins/abi/rnlp_plugin.h"

extern "C" const rnlp_plugin_t* rnlp_plugin_query(void);

namespace runnel::test {

struct PluginHost : rnlp_host_t {
  PluginHost() : rnlp_host_t{} {
    size_bytes = sizeof(rnlp_host_t);
    abi_major = RNLP_ABI_MAJOR;
    abi_minor = RNLP_ABI_MINOR;
    fail = [](const rnlp_host_t*, int32_t code, const char* message, size_t size) {
      return reinterpret_cast<rnlp_status_t*>(new Failure(code, std::string(message, size)));
    };
    status_release = [](const rnlp_host_t*, rnlp_status_t* status) { delete From(status); };
    status_code = [](const rnlp_host_t*, const rnlp_status_t* status) { return From(status)->first; };
    status_message = [](const rnlp_host_t*, const rnlp_status_t* status) {
      const std::string& text = From(status)->second;
      return rnlp_str_t{text.data(), text.size()};
    };
  }

 private:
  using Failure = std::pair<int32_t, std::string>;
  static Failure* From(const rnlp_status_t* status) {
    return reinterpret_cast<Failure*>(const_cast<rnlp_status_t*>(status));
  }
};

// Bytes as a model without options; all other files have 64 bytes. What is appended is kept.
struct ImportCall : rnlp_import_t {
  ImportCall(const rnlp_host_t* of, const void* data, size_t size) : rnlp_import_t{}, host(of) {
    size_bytes = RNLP_SIZE_TO(rnlp_import_t, append);
    model = {static_cast<const char*>(data), size};
    option = [](const rnlp_import_t*, const char*, size_t) { return rnlp_str_t{}; };
    open = [](const rnlp_import_t* import, const char*, size_t path_size,
              rnlp_str_t* out) -> rnlp_status_t* {
      static const std::string beside(64, '\1');
      const auto* self = static_cast<const ImportCall*>(import);
      if (path_size == 0) return self->host->fail(self->host, RNLP_NOT_FOUND, "no path", 7);
      *out = {beside.data(), beside.size()};
      return nullptr;
    };
    append = [](const rnlp_import_t* import, const void* piece, size_t length) -> rnlp_status_t* {
      static_cast<const ImportCall*>(import)->bytes.append(static_cast<const char*>(piece), length);
      return nullptr;
    };
  }
  const rnlp_host_t* host;
  mutable std::string bytes;
};

}  // namespace runnel::test

#endif  // RUNNEL_TESTS_FUZZ_PLUGIN_HOST_H_

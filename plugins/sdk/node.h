// Reading a node's attributes. An attr that is absent leaves *inout as it is, which is how a default is
// given; one of another kind is an error that names node, op and attr.
#ifndef RNLP_SDK_NODE_H_
#define RNLP_SDK_NODE_H_

#include <string>
#include <vector>

#include "status.h"

namespace runnel::plugin {

namespace internal {
inline rnlp_status_t* AbsentIsFine(const rnlp_host_t* host, rnlp_status_t* status) {
  if (status == nullptr || host->status_code(host, status) != RNLP_NOT_FOUND) return status;
  host->status_release(host, status);
  return nullptr;
}
}  // namespace internal

inline rnlp_status_t* AttrInt(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                              int64_t* inout) {
  return internal::AbsentIsFine(host, host->attr_int(host, node, attr, inout));
}
inline rnlp_status_t* AttrFloat(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                                float* inout) {
  return internal::AbsentIsFine(host, host->attr_float(host, node, attr, inout));
}
inline rnlp_status_t* AttrBool(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                               bool* inout) {
  int32_t value = *inout ? 1 : 0;
  RNLP_TRY(internal::AbsentIsFine(host, host->attr_bool(host, node, attr, &value)));
  *inout = value != 0;
  return nullptr;
}
inline rnlp_status_t* AttrType(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                               int32_t* inout) {
  return internal::AbsentIsFine(host, host->attr_type(host, node, attr, inout));
}
inline rnlp_status_t* AttrString(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                                 std::string* inout) {
  rnlp_str_t value{inout->data(), inout->size()};
  RNLP_TRY(internal::AbsentIsFine(host, host->attr_string(host, node, attr, &value)));
  *inout = std::string(value.data, value.size);
  return nullptr;
}
inline rnlp_status_t* AttrIntList(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                                  std::vector<int64_t>* inout) {
  uint32_t count = 0;
  rnlp_status_t* status = host->attr_int_list(host, node, attr, 0, nullptr, &count);
  if (status != nullptr) return internal::AbsentIsFine(host, status);
  inout->resize(count);
  return host->attr_int_list(host, node, attr, count, inout->data(), &count);
}

// The plugin's configuration under `key`; `fallback` if it is not set.
inline std::string Config(const rnlp_host_t* host, const char* key, const char* fallback = "") {
  const rnlp_str_t value = host->config(host, key, std::char_traits<char>::length(key));
  return value.data == nullptr ? std::string(fallback) : std::string(value.data, value.size);
}
// As a whole number. Errors: INVALID_ARGUMENT naming key and text.
inline rnlp_status_t* ConfigNumber(const rnlp_host_t* host, const char* key, uint64_t* inout) {
  const std::string text = Config(host, key);
  if (text.empty()) return nullptr;
  uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || __builtin_mul_overflow(value, uint64_t{10}, &value) ||
        __builtin_add_overflow(value, static_cast<uint64_t>(c - '0'), &value)) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "configuration \"%s\" is \"%s\", expected a whole number",
                  key, text.c_str());
    }
  }
  *inout = value;
  return nullptr;
}

}  // namespace runnel::plugin

#endif  // RNLP_SDK_NODE_H_

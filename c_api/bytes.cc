// Bytes, lists of names, and dtypes.
#include "c_api/internal.h"
#include "core/tensor/dtype.h"

using namespace runnel::capi;

namespace runnel::capi {

rnl_bytes_t* NewBytes(std::string bytes) {
  auto* handle = new rnl_bytes_t;
  handle->bytes = std::move(bytes);
  return handle;
}

rnl_names_t* NewNames(std::vector<std::string> names) {
  auto* handle = new rnl_names_t;
  handle->names = std::move(names);
  return handle;
}

}  // namespace runnel::capi

rnl_str_t rnl_bytes_view(const rnl_bytes_t* bytes) {
  return bytes == nullptr ? kEmpty : ToC(std::string_view(bytes->bytes));
}

rnl_bytes_t* rnl_bytes_retain(rnl_bytes_t* bytes) { return Retain(bytes); }

void rnl_bytes_release(rnl_bytes_t* bytes) { Release(bytes); }

size_t rnl_names_count(const rnl_names_t* names) { return names == nullptr ? 0 : names->names.size(); }

rnl_str_t rnl_names_get(const rnl_names_t* names, size_t index) {
  if (names == nullptr || index >= names->names.size()) return kEmpty;
  return ToC(std::string_view(names->names[index]));
}

rnl_names_t* rnl_names_retain(rnl_names_t* names) { return Retain(names); }

void rnl_names_release(rnl_names_t* names) { Release(names); }

rnl_str_t rnl_dtype_name(rnl_dtype_t dtype) {
  if (!runnel::IsValidDType(dtype)) return rnl_str("invalid");
  return ToC(runnel::DTypeName(static_cast<runnel::DType>(dtype)));
}

rnl_dtype_t rnl_dtype_from_name(rnl_str_t name) {
  std::string_view view;
  if (!ToView(name, "name", &view).ok()) return RNL_INVALID;
  return static_cast<rnl_dtype_t>(runnel::DTypeFromName(view));
}

size_t rnl_dtype_size(rnl_dtype_t dtype) {
  if (!runnel::IsValidDType(dtype)) return 0;
  const auto d = static_cast<runnel::DType>(dtype);
  return runnel::IsPlainData(d) ? runnel::DTypeSize(d) : 0;
}

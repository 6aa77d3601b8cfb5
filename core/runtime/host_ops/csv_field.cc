#include "core/runtime/host_ops/csv_field.h"

#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/number_text.h"
#include "core/runtime/host_ops/tensor_text.h"

namespace runnel {

Status SetCsvField(std::string_view text, std::string_view na_value, const Tensor& otherwise,
                   const CsvPlace& place, Tensor* out, int64_t at) {
  const auto record = [&] { return place.record < 0 ? "record" : StrCat("record ", place.record); };
  if (text.empty() || text == na_value) {
    if (otherwise.num_elements() == 1) return CopyElements(otherwise, 0, 1, out, at);
    return InvalidArgument("Field ", place.field, " is required but missing in ", record(), "!");
  }
  const auto index = static_cast<size_t>(at);
  bool ok = true;
  switch (out->dtype()) {
    case DType::kString:
      return static_cast<StringBuffer*>(out->buffer().get())->Set(at, text);
    case DType::kFloat:
      ok = ReadNumber(text, &out->values<float>()[index]);
      break;
    case DType::kDouble:
      ok = ReadNumber(text, &out->values<double>()[index]);
      break;
    case DType::kInt32:
      ok = ReadNumber(text, &out->values<int32_t>()[index]);
      break;
    case DType::kInt64:
      ok = ReadNumber(text, &out->values<int64_t>()[index]);
      break;
    default:
      return Unimplemented("CSV fields of type ", DTypeName(out->dtype()));
  }
  if (ok) return OkStatus();
  return InvalidArgument("Field ", place.field, " in ", record(), " is not a valid ",
                         DTypeName(out->dtype()), ": ", EscapedText(text.substr(0, 100)));
}

}  // namespace runnel

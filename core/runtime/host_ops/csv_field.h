// A field of a record of comma separated values as an element of a tensor, as DecodeCSV and CSVDataset
// have it.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_CSV_FIELD_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_CSV_FIELD_H_

#include <string_view>

#include "core/tensor/tensor.h"

namespace runnel {

// Where a field stands, for messages.
struct CsvPlace {
  size_t field;
  int64_t record;  // below 0: is not said
};

// Sets element `at` of *out, which is a string, float, double, int32 or int64, to what `text` says;
// where it is empty or `na_value`, to the element of `otherwise`. Errors: INVALID_ARGUMENT if
// `otherwise` has none then, or if the text is no such number; UNIMPLEMENTED for another type.
Status SetCsvField(std::string_view text, std::string_view na_value, const Tensor& otherwise,
                   const CsvPlace& place, Tensor* out, int64_t at);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_CSV_FIELD_H_

#include "tools/runnel/tensors.h"

#include <cstring>

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

// Source: round to nearest, ties to even, on the upper half of a float's bits.
uint16_t RoundToBFloat16(uint32_t bits) {
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<uint16_t>(bits >> 16 | 0x40);  // stays a NaN
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

Array NarrowToBFloat16(const Array& array) {
  Array out;
  out.dtype = RNL_BFLOAT16;
  out.shape = array.shape;
  out.bytes.resize(array.bytes.size() / 2);
  for (size_t i = 0; i < out.bytes.size() / 2; ++i) {
    uint32_t bits;
    std::memcpy(&bits, array.bytes.data() + 4 * i, 4);
    const uint16_t rounded = RoundToBFloat16(bits);
    std::memcpy(out.bytes.data() + 2 * i, &rounded, 2);
  }
  return out;
}

}  // namespace

TensorHandle ToTensor(rnl_runtime_t* runtime, const Array& array, rnl_dtype_t wanted) {
  if (wanted == RNL_BFLOAT16 && array.dtype == RNL_FLOAT)
    return ToTensor(runtime, NarrowToBFloat16(array));
  TensorHandle tensor;
  const int32_t rank = static_cast<int32_t>(array.shape.size());
  if (array.dtype == RNL_STRING) {
    std::vector<rnl_str_t> views;
    for (const std::string& s : array.strings) views.push_back(Str(s));
    Check(rnl_tensor_from_strings(runtime, rank, array.shape.data(), views.data(), views.size(),
                                  Out(&tensor)));
  } else {
    Check(rnl_tensor_from_data(runtime, array.dtype, rank, array.shape.data(), array.bytes.data(),
                               array.bytes.size(), Out(&tensor)));
  }
  return tensor;
}

Array ToArray(rnl_tensor_t* tensor) {
  TensorHandle host;
  Check(rnl_tensor_to_host(tensor, Out(&host)));
  Array array;
  array.dtype = rnl_tensor_dtype(host.get());
  const int64_t* dims = rnl_tensor_dims(host.get());
  array.shape.assign(dims, dims + rnl_tensor_rank(host.get()));
  if (array.dtype == RNL_STRING) {
    const int64_t count = rnl_tensor_num_elements(host.get());
    for (int64_t i = 0; i < count; ++i) {
      rnl_str_t value;
      Check(rnl_tensor_get_string(host.get(), i, &value));
      array.strings.emplace_back(View(value));
    }
    return array;
  }
  if (rnl_dtype_size(array.dtype) == 0) {
    Fail("a tensor of type ", View(rnl_dtype_name(array.dtype)), " has no elements that can be written");
  }
  array.bytes.resize(rnl_tensor_size_bytes(host.get()));
  if (!array.bytes.empty())
    std::memcpy(array.bytes.data(), rnl_tensor_data(host.get()), array.bytes.size());
  return array;
}

}  // namespace runnel::tools

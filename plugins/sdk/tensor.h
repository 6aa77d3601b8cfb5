// Reading tensors: element sizes and names of dtypes, typed access, shapes for messages.
#ifndef RNLP_SDK_TENSOR_H_
#define RNLP_SDK_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "status.h"

namespace runnel::plugin {

// Bytes of one element; 0 for types that are no plain data.
constexpr uint32_t DTypeSize(int32_t dtype) {
  switch (dtype) {
    case RNLP_INT8:
    case RNLP_UINT8:
    case RNLP_BOOL:
    case RNLP_QINT8:
    case RNLP_QUINT8:
      return 1;
    case RNLP_INT16:
    case RNLP_UINT16:
    case RNLP_HALF:
    case RNLP_BFLOAT16:
    case RNLP_QINT16:
    case RNLP_QUINT16:
      return 2;
    case RNLP_FLOAT:
    case RNLP_INT32:
    case RNLP_UINT32:
    case RNLP_QINT32:
      return 4;
    case RNLP_DOUBLE:
    case RNLP_INT64:
    case RNLP_UINT64:
    case RNLP_COMPLEX64:
      return 8;
    case RNLP_COMPLEX128:
      return 16;
    default:
      return 0;
  }
}

// TensorFlow's names; "invalid" for other numbers.
constexpr const char* DTypeName(int32_t dtype) {
  constexpr const char* kNames[] = {"invalid",    "float",  "double",    "int32",   "uint8",   "int16",
                                    "int8",       "string", "complex64", "int64",   "bool",    "qint8",
                                    "quint8",     "qint32", "bfloat16",  "qint16",  "quint16", "uint16",
                                    "complex128", "half",   "resource",  "variant", "uint32",  "uint64"};
  return dtype < 0 || dtype > RNLP_UINT64 ? kNames[0] : kNames[dtype];
}

// The elements of a tensor in host memory, as the C++ type of its dtype.
template <typename T>
T* Data(const rnlp_tensor_t* tensor) {
  return static_cast<T*>(tensor->data);
}

// Element i of a tensor of bytes, int16, int32 or int64 in host memory: shapes, axes, indices.
inline int64_t IndexAt(const rnlp_tensor_t* tensor, int64_t i) {
  switch (tensor->dtype) {
    case RNLP_INT64:
      return Data<const int64_t>(tensor)[i];
    case RNLP_INT16:
      return Data<const int16_t>(tensor)[i];
    case RNLP_INT8:
      return Data<const int8_t>(tensor)[i];
    case RNLP_UINT8:
      return Data<const uint8_t>(tensor)[i];
    default:
      return Data<const int32_t>(tensor)[i];
  }
}

inline bool SameShape(const rnlp_tensor_t* a, const rnlp_tensor_t* b) {
  if (a->rank != b->rank) return false;
  for (int32_t i = 0; i < a->rank; ++i) {
    if (a->dims[i] != b->dims[i]) return false;
  }
  return true;
}

// "[2,?,3]", or "<unknown>" for an unknown rank.
inline std::string ShapeText(int32_t rank, const int64_t* dims) {
  if (rank < 0) return "<unknown>";
  std::string out = "[";
  for (int32_t i = 0; i < rank; ++i) {
    if (i > 0) out += ',';
    out += dims[i] < 0 ? "?" : std::to_string(dims[i]);
  }
  return out + "]";
}
inline std::string ShapeText(const rnlp_tensor_t* tensor) {
  return ShapeText(tensor->rank, tensor->dims);
}

// Makes sure that output `index` has exactly these dims: allocates it through the host where planning
// left its shape late, checks it otherwise. Errors: INVALID_ARGUMENT with both shapes,
// RESOURCE_EXHAUSTED.
inline rnlp_status_t* EnsureOutput(const rnlp_run_t* run, uint32_t index, int32_t rank,
                                   const int64_t* dims) {
  rnlp_tensor_t* output = run->outputs[index];
  if (output->rank < 0) return run->host->step_allocate_output(run->host, run->step, index, rank, dims);
  rnlp_tensor_t wanted{};
  wanted.rank = rank;
  wanted.dims = dims;
  if (SameShape(output, &wanted)) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "output %u was planned as %s, the kernel makes %s",
              index, ShapeText(output).c_str(), ShapeText(&wanted).c_str());
}
inline rnlp_status_t* EnsureOutputLike(const rnlp_run_t* run, uint32_t index,
                                       const rnlp_tensor_t* like) {
  return EnsureOutput(run, index, like->rank, like->dims);
}

}  // namespace runnel::plugin

#endif  // RNLP_SDK_TENSOR_H_

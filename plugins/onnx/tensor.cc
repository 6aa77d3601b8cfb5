// The content of tensors: raw bytes where they are, or lists of numbers, in this model or another file.
#include "plugins/onnx/importer.h"
#include "plugins/onnx/wire.h"

namespace runnel::onnx {
namespace {

// Fields of the lists.
enum List { kFloats = 4, kInt32s = 5, kInt64s = 7, kDoubles = 10, kUint64s = 11 };

int ListOf(int32_t dtype) {
  switch (dtype) {
    case RNLP_FLOAT:
    case RNLP_COMPLEX64:
      return kFloats;
    case RNLP_DOUBLE:
    case RNLP_COMPLEX128:
      return kDoubles;
    case RNLP_INT64:
      return kInt64s;
    case RNLP_UINT32:
    case RNLP_UINT64:
      return kUint64s;
    default:
      return kInt32s;
  }
}

// Numbers of a list as elements of `size` bytes.
std::string Gathered(const TensorProto& proto, int32_t dtype, int64_t size) {
  std::string out;
  const auto width = static_cast<size_t>(size);
  for (const auto& [field, bytes] : proto.lists) {
    if (field != ListOf(dtype)) Invalid("the numbers are in a list of another type");
    if (field == kFloats || field == kDoubles) {
      out.append(bytes);
      continue;
    }
    Fields list(bytes);
    uint64_t value = 0;
    while (!list.at_end() && list.Varint(&value))
      out.append(reinterpret_cast<const char*>(&value), width);
    if (list.damaged()) Damaged("a list of numbers is damaged");
  }
  const bool single_floats = ListOf(dtype) == kFloats;
  for (const uint64_t value : proto.single) {
    out.append(reinterpret_cast<const char*>(&value), single_floats               ? 4
                                                      : ListOf(dtype) == kDoubles ? 8
                                                                                  : width);
  }
  return out;
}

}  // namespace

Value Importer::ReadTensor(const TensorProto& proto) {
  const std::string what = "tensor \"" + std::string(proto.name) + "\"";
  Value value;
  value.dtype = DTypeOf(proto.element_type);
  if (value.dtype == RNLP_INVALID) Refuse("element type " + std::to_string(proto.element_type));
  value.shape = Shape::Of(proto.dims);
  const int64_t count = value.shape.elements();
  if (count < 0) Damaged(what + " has a size that no tensor has");
  if (proto.dims.size() > 254)
    Damaged(what + " has " + std::to_string(proto.dims.size()) + " dimensions");
  auto literal = std::make_shared<Literal>();
  if (value.dtype == RNLP_STRING) {
    if (proto.strings.size() != static_cast<size_t>(count)) {
      Damaged(what + " has " + std::to_string(proto.strings.size()) + " strings, expected " +
              std::to_string(count));
    }
    literal->strings = proto.strings;
    value.literal = std::move(literal);
    return value;
  }
  uint64_t needed = 0;
  if (__builtin_mul_overflow(static_cast<uint64_t>(count), static_cast<uint64_t>(SizeOf(value.dtype)),
                             &needed))
    Damaged(what + " has a size that no tensor has");
  constexpr int64_t kExternal = 1;
  if (proto.location == kExternal) {
    literal->bytes = External(proto, needed);
  } else if (!proto.lists.empty() || !proto.single.empty()) {
    try {
      literal->owned = Gathered(proto, value.dtype, SizeOf(value.dtype));
    } catch (Failure& failure) {
      failure.message = what + ": " + failure.message;
      throw;
    }
    literal->bytes = literal->owned;
  } else {
    literal->bytes = proto.raw;
  }
  if (literal->bytes.size() != needed) {
    Damaged(what + " has " + std::to_string(literal->bytes.size()) + " bytes, expected " +
            std::to_string(needed));
  }
  value.literal = std::move(literal);
  return value;
}

}  // namespace runnel::onnx

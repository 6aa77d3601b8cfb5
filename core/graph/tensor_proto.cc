// TensorProto and TensorShapeProto. Memory for elements is allocated only after their count has been
// checked against the bytes that are present or, where a short list is repeated, against the limit for
// that.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "core/base/checked.h"
#include "core/graph/proto/graph.pb.h"
#include "core/graph/proto_codec.h"
#include "plugins/abi/rnlp_import.h"

namespace runnel {

ValueField ValueFieldOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
      return {tensorflow_TensorProto_float_val_tag, 4, 4};
    case DType::kDouble:
      return {tensorflow_TensorProto_double_val_tag, 8, 8};
    case DType::kInt32:
    case DType::kQInt32:
      return {tensorflow_TensorProto_int_val_tag, 0, 4, 1, true};
    case DType::kInt16:
    case DType::kQInt16:
      return {tensorflow_TensorProto_int_val_tag, 0, 2, 1, true};
    case DType::kInt8:
    case DType::kQInt8:
      return {tensorflow_TensorProto_int_val_tag, 0, 1, 1, true};
    case DType::kUInt16:
    case DType::kQUInt16:
      return {tensorflow_TensorProto_int_val_tag, 0, 2};
    case DType::kUInt8:
    case DType::kQUInt8:
      return {tensorflow_TensorProto_int_val_tag, 0, 1};
    case DType::kHalf:
    case DType::kBFloat16:
      return {tensorflow_TensorProto_half_val_tag, 0, 2};
    case DType::kString:
      return {tensorflow_TensorProto_string_val_tag, 0, 0};
    case DType::kComplex64:
      return {tensorflow_TensorProto_scomplex_val_tag, 4, 4, 2};
    case DType::kComplex128:
      return {tensorflow_TensorProto_dcomplex_val_tag, 8, 8, 2};
    case DType::kInt64:
      return {tensorflow_TensorProto_int64_val_tag, 0, 8, 1, true};
    case DType::kBool:
      return {tensorflow_TensorProto_bool_val_tag, 0, 1};
    case DType::kUInt32:
      return {tensorflow_TensorProto_uint32_val_tag, 0, 4};
    case DType::kUInt64:
      return {tensorflow_TensorProto_uint64_val_tag, 0, 8};
    default:
      return {};
  }
}

bool GraphDecoder::ReadDType(WireReader& in, DType* out) {
  int32_t number = 0;
  const char* at = in.field_start();
  if (!in.Read(&number)) return false;
  const int32_t base = number > kRefOffset ? number - kRefOffset : number;
  if (number != 0 && !IsValidDType(base)) return in.Invalid(at, "data type ", number, " is not known");
  *out = static_cast<DType>(number);
  return true;
}

bool GraphDecoder::DecodeShape(WireReader in, int64_t min_dim, Shape* out) {
  std::vector<int64_t> dims;
  bool unknown_rank = false;
  while (in.Next()) {
    bool ok = true;
    if (in.field() == tensorflow_TensorShapeProto_dim_tag) {
      const char* at = in.field_start();
      WireReader dim = in.Message();
      int64_t size = 0;
      while (ok && dim.Next()) {
        ok = dim.field() == tensorflow_TensorShapeProto_Dim_size_tag ? dim.Read(&size) : dim.Skip();
      }
      if (!dim.Done()) return false;
      if (dims.size() == kMaxRank) return in.Invalid(at, "shape has more than ", kMaxRank, " dims");
      dims.push_back(size);
    } else if (in.field() == tensorflow_TensorShapeProto_unknown_rank_tag) {
      ok = in.Read(&unknown_rank);
    } else {
      ok = in.Skip();
    }
    if (!ok) return false;
  }
  if (!in.Done()) return false;
  if (unknown_rank) {
    if (min_dim >= 0) return in.Invalid(in.whole(), "a tensor's shape has unknown rank");
    if (!dims.empty())
      return in.Invalid(in.whole(), "shape has unknown rank and ", dims.size(), " dims");
    *out = Shape::Unknown();
    return true;
  }
  Result<Shape> shape = Shape::Make(dims, min_dim);
  if (!shape.ok())
    return in.Fail(shape.status().code(), in.whole(), std::string(shape.status().message()));
  *out = std::move(*shape);
  return true;
}

struct GraphDecoder::TensorFields {
  DType dtype = DType::kInvalid;
  Shape shape;
  bool has_shape = false;
  std::string_view content;
  const char* content_at = nullptr;
  bool is_named = false;      // the content has a number, which other tensors may have, too
  uint32_t values_field = 0;  // of the last typed value
};

bool GraphDecoder::Decode(WireReader in, Tensor* out) {
  TensorFields fields;
  WireReader again = in;
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_TensorProto_dtype_tag:
        ok = ReadDType(in, &fields.dtype);
        break;
      case tensorflow_TensorProto_tensor_shape_tag:
        fields.has_shape = true;
        ok = DecodeShape(in.Message(), 0, &fields.shape);
        break;
      case tensorflow_TensorProto_tensor_content_tag:
        fields.content_at = in.field_start();
        ok = in.Bytes(&fields.content);
        break;
      case tensorflow_TensorProto_version_number_tag:
        ok = in.Skip();
        break;
      case RNLP_TENSOR_CONTENT:
        ok = store_ == nullptr ? in.Skip() : ReadNamed(in, &fields);
        break;
      default:
        if (in.field() <= tensorflow_TensorProto_uint64_val_tag) fields.values_field = in.field();
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  if (!in.Done()) return false;
  if (fields.dtype == DType::kInvalid) {
    if (fields.has_shape || !fields.content.empty() || fields.values_field != 0) {
      return in.Invalid(in.whole(), "tensor has no dtype");
    }
    *out = Tensor();
    return true;
  }
  const ValueField values = ValueFieldOf(fields.dtype);
  if (values.number == 0) {
    return in.Fail(Code::kUnimplemented, in.whole(),
                   StrCat("constants of dtype ", DTypeName(fields.dtype), " (",
                          static_cast<int>(fields.dtype), ") cannot be read"));
  }
  const Status size = fields.shape.CheckSize(DTypeSize(fields.dtype));
  if (!size.ok()) return in.Fail(size.code(), in.whole(), std::string(size.message()));
  return fields.content.empty() ? FillFromValues(again, fields, out)
                                : FillFromContent(again, fields, out);
}

bool GraphDecoder::AllocateTensor(WireReader in, const TensorFields& fields, uint64_t splat_bytes,
                                  Tensor* out) {
  if (splat_bytes > splat_bytes_left_) {
    return in.Fail(Code::kResourceExhausted, in.whole(),
                   StrCat(DTypeName(fields.dtype), fields.shape.ToString(), " would take ", splat_bytes,
                          " bytes to repeat its last value; ", splat_bytes_left_, " are allowed"));
  }
  splat_bytes_left_ -= splat_bytes;
  Result<Tensor> tensor = Tensor::Allocate(store_ == nullptr ? SystemAllocator() : store_->allocator(),
                                           fields.dtype, fields.shape);
  if (!tensor.ok())
    return in.Fail(tensor.status().code(), in.whole(), std::string(tensor.status().message()));
  *out = std::move(*tensor);
  return true;
}

namespace {

// Strings in tensor_content: all lengths, then all bytes.
bool SplitStrings(WireReader in, std::string_view content, uint64_t count, const char* at,
                  StringBuffer* out) {
  WireFailure failure;
  WireReader lengths(content, &failure);
  uint64_t total = 0;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t length = 0;
    if (!lengths.RawVarint(&length) || !CheckedAdd(total, length, &total)) {
      return in.Invalid(at, "tensor_content does not hold the lengths of ", count, " strings");
    }
  }
  std::string_view bytes = content.substr(static_cast<size_t>(lengths.position() - content.data()));
  if (bytes.size() != total) {
    return in.Invalid(at, "tensor_content has ", bytes.size(),
                      " bytes of strings, their lengths add up to ", total);
  }
  if (out == nullptr) return true;
  lengths = WireReader(content, &failure);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t length = 0;
    lengths.RawVarint(&length);
    const Status set = out->Set(static_cast<int64_t>(i), bytes.substr(0, length));
    if (!set.ok()) return in.Fail(set.code(), at, std::string(set.message()));
    bytes.remove_prefix(length);
  }
  return true;
}

// What elements of these types may hold is any byte, so that their content needs no change.
bool IsAnyByte(DType dtype) { return dtype != DType::kString && dtype != DType::kBool; }

StringBuffer* Strings(const Tensor& tensor) { return static_cast<StringBuffer*>(tensor.buffer().get()); }

}  // namespace

// Leaves *out empty if the content cannot stay where it is.
bool GraphDecoder::Keep(WireReader in, const TensorFields& fields, Tensor* out) {
  const size_t alignment = std::min<size_t>(DTypeSize(fields.dtype), alignof(std::max_align_t));
  Result<Ref<Buffer>> buffer = store_->Keep(fields.content, alignment);
  if (!buffer.ok())
    return in.Fail(buffer.status().code(), fields.content_at, std::string(buffer.status().message()));
  if (*buffer) *out = Tensor(fields.dtype, fields.shape, std::move(*buffer));
  return true;
}

// A content that the store has, by its number.
bool GraphDecoder::ReadNamed(WireReader& in, TensorFields* fields) {
  int64_t number = 0;
  fields->content_at = in.field_start();
  if (!in.Read(&number)) return false;
  const std::optional<std::string_view> content = store_->Named(static_cast<uint64_t>(number));
  if (!content.has_value())
    return in.Invalid(fields->content_at, "a tensor's content is number ", number,
                      ", which is not there");
  fields->content = *content;
  fields->is_named = true;
  return true;
}

bool GraphDecoder::FillFromContent(WireReader in, const TensorFields& fields, Tensor* out) {
  const std::string_view content = fields.content;
  const auto elements = static_cast<uint64_t>(fields.shape.num_elements());
  if (fields.dtype == DType::kString) {
    if (elements > content.size()) {
      return in.Invalid(fields.content_at, "tensor_content has ", content.size(),
                        " bytes, too few for shape ", fields.shape.ToString(), " of strings");
    }
    return SplitStrings(in, content, elements, fields.content_at, nullptr) &&
           AllocateTensor(in, fields, fields.is_named ? content.size() : 0, out) &&
           SplitStrings(in, content, elements, fields.content_at, Strings(*out));
  }
  const uint64_t expected = elements * DTypeSize(fields.dtype);
  if (expected != content.size()) {
    return in.Invalid(fields.content_at, "tensor_content has ", content.size(), " bytes, ",
                      DTypeName(fields.dtype), fields.shape.ToString(), " takes ", expected);
  }
  if (store_ != nullptr && expected >= kLeastKeptBytes && IsAnyByte(fields.dtype)) {
    if (!Keep(in, fields, out)) return false;
    if (!out->empty()) return true;
  }
  const bool repeats = fields.is_named && !IsAnyByte(fields.dtype);
  if (!AllocateTensor(in, fields, repeats ? expected : 0, out)) return false;
  std::memcpy(out->data(), content.data(), content.size());
  if (fields.dtype == DType::kBool) {
    for (uint8_t& byte : std::span(static_cast<uint8_t*>(out->data()), content.size()))
      byte = byte != 0 ? 1 : 0;
  }
  return true;
}

bool GraphDecoder::FillStrings(WireReader in, const TensorFields& fields, uint64_t given, Tensor* out) {
  const auto elements = static_cast<uint64_t>(fields.shape.num_elements());
  const uint32_t number = ValueFieldOf(DType::kString).number;
  uint64_t last_size = 0;
  WireReader scan = in;
  while (scan.Next()) {
    std::string_view value;
    if (!(scan.field() == number ? scan.Bytes(&value) : scan.Skip())) return false;
    if (scan.field() == number) last_size = value.size();
  }
  uint64_t splat_bytes = 0;
  if (elements > given &&
      !CheckedMul(elements, sizeof(rnlp_str_t) + AlignUp(last_size, kTensorAlignment), &splat_bytes)) {
    splat_bytes = UINT64_MAX;
  }
  if (!AllocateTensor(in, fields, splat_bytes, out)) return false;
  StringBuffer* strings = Strings(*out);
  std::string_view value;
  uint64_t next = 0;
  Status status;
  while (status.ok() && in.Next()) {
    if (in.field() != number) {
      in.Skip();
    } else if (in.Bytes(&value)) {
      status = strings->Set(static_cast<int64_t>(next++), value);
    }
  }
  while (status.ok() && next < elements && !value.empty()) {
    status = strings->Set(static_cast<int64_t>(next++), value);
  }
  return status.ok() || in.Fail(status.code(), in.whole(), std::string(status.message()));
}

bool GraphDecoder::FillFromValues(WireReader in, const TensorFields& fields, Tensor* out) {
  const ValueField values = ValueFieldOf(fields.dtype);
  if (fields.values_field != 0 && fields.values_field != values.number) {
    const ProtoMessage& table = proto_table::tensorflow_TensorProto;
    const ProtoField* got = table.Find(fields.values_field);
    return in.Invalid(in.whole(), "values of a ", DTypeName(fields.dtype), " tensor are in ",
                      got == nullptr ? "an unknown field" : got->name, ", expected ",
                      table.Find(values.number)->name);
  }
  uint64_t given = 0;
  WireReader scan = in;
  while (scan.Next()) {
    if (scan.field() != values.number) {
      if (!scan.Skip()) return false;
    } else if (fields.dtype == DType::kString) {
      std::string_view ignored;
      ++given;
      if (!scan.Bytes(&ignored)) return false;
    } else if (!scan.CountValues(values.wire_bytes, &given)) {
      return false;
    }
  }
  if (given % values.units != 0) {
    return in.Invalid(in.whole(), "complex values come in pairs, got ", given, " numbers");
  }
  given /= values.units;
  const auto elements = static_cast<uint64_t>(fields.shape.num_elements());
  // TensorFlow writes a value also for tensors without elements.
  if (elements == 0) return AllocateTensor(in, fields, 0, out);
  if (given > elements) {
    return in.Invalid(in.whole(), "tensor has ", given, " values, its shape ", fields.shape.ToString(),
                      " holds ", elements);
  }
  if (fields.dtype == DType::kString) return FillStrings(in, fields, given, out);

  const uint64_t element_bytes = DTypeSize(fields.dtype);
  if (!AllocateTensor(in, fields, elements > given ? elements * element_bytes : 0, out)) return false;
  char* const begin = static_cast<char*>(out->data());
  char* next = begin;
  const bool is_bool = fields.dtype == DType::kBool;
  const auto store = [&next, &values, is_bool](uint64_t raw) {
    if (is_bool) raw = raw != 0 ? 1 : 0;
    std::memcpy(next, &raw, values.memory_bytes);
    next += values.memory_bytes;
  };
  while (in.Next()) {
    bool ok = true;
    if (in.field() != values.number) {
      ok = in.Skip();
    } else if (values.wire_bytes == 0) {
      ok = in.Varints(store);
    } else if (values.wire_bytes == 4) {
      ok = in.Fixed<uint32_t>(store);
    } else {
      ok = in.Fixed<uint64_t>(store);
    }
    if (!ok) return false;
  }
  char* const end = begin + elements * element_bytes;
  if (next == begin) {
    std::memset(begin, 0, static_cast<size_t>(end - begin));
    return in.Done();
  }
  // The copied range is doubled until the end is reached.
  const char* last = next - element_bytes;
  while (next < end) {
    const auto count = static_cast<size_t>(std::min(next - last, end - next));
    std::memcpy(next, last, count);
    next += count;
  }
  return in.Done();
}

void GraphEncoder::Write(const Shape& shape) {
  if (!shape.has_rank()) {
    out_.Varint(tensorflow_TensorShapeProto_unknown_rank_tag, 1);
    return;
  }
  for (const int64_t dim : shape.dims()) {
    const size_t mark = out_.Begin(tensorflow_TensorShapeProto_dim_tag);
    out_.VarintIfSet(tensorflow_TensorShapeProto_Dim_size_tag, static_cast<uint64_t>(dim));
    out_.End(mark);
  }
}

void GraphEncoder::WriteScalar(const ValueField& field, const Tensor& tensor) {
  const char* data = static_cast<const char*>(tensor.data());
  const size_t mark = out_.Begin(field.number);
  if (field.wire_bytes != 0) {
    out_.PackedRaw(data, size_t{field.wire_bytes} * field.units);
  } else {
    uint64_t raw = 0;
    std::memcpy(&raw, data, field.memory_bytes);
    const int unused_bits = 64 - 8 * field.memory_bytes;
    if (field.is_signed)
      raw = static_cast<uint64_t>(static_cast<int64_t>(raw << unused_bits) >> unused_bits);
    out_.PackedVarint(raw);
  }
  out_.End(mark);
}

namespace {

// NaNs keep their payload only as bytes.
bool IsNan(const Tensor& tensor) {
  switch (tensor.dtype()) {
    case DType::kFloat:
      return tensor.values<const float>()[0] != tensor.values<const float>()[0];
    case DType::kDouble:
      return tensor.values<const double>()[0] != tensor.values<const double>()[0];
    default:
      return IsComplex(tensor.dtype());
  }
}

}  // namespace

void GraphEncoder::Write(const Tensor& tensor) {
  if (tensor.empty()) return;
  const ValueField values = ValueFieldOf(tensor.dtype());
  if (values.number == 0 || !tensor.on_host()) {
    out_.Fail(InvalidArgument("a ", DTypeName(tensor.dtype()), tensor.shape().ToString(), " tensor",
                              tensor.on_host() ? "" : " outside host memory", " cannot be encoded"));
    return;
  }
  out_.Varint(tensorflow_TensorProto_dtype_tag, static_cast<uint64_t>(tensor.dtype()));
  const size_t mark = out_.Begin(tensorflow_TensorProto_tensor_shape_tag);
  Write(tensor.shape());
  out_.End(mark);
  if (tensor.dtype() == DType::kString) {
    for (int64_t i = 0; i < tensor.num_elements(); ++i) out_.String(values.number, tensor.string_at(i));
  } else if (for_text_ && tensor.num_elements() == 1 && !IsNan(tensor)) {
    WriteScalar(values, tensor);
  } else if (names_ != nullptr && tensor.size_bytes() >= kLeastKeptBytes && IsAnyByte(tensor.dtype())) {
    out_.Varint(RNLP_TENSOR_CONTENT, names_->NameOf(tensor));
  } else if (tensor.num_elements() > 0) {
    out_.Bytes(tensorflow_TensorProto_tensor_content_tag, tensor.data(), tensor.size_bytes());
  }
}

}  // namespace runnel

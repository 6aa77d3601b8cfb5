#include "core/io/first_format_writer.h"

#include <cstring>
#include <utility>

#include "core/graph/proto_codec.h"
#include "core/io/coding.h"
#include "core/io/index_table.h"
#include "core/io/proto.h"

namespace runnel {
namespace {

constexpr uint64_t kMostMessageBytes = uint64_t{1} << 31;
constexpr int64_t kFormatVersion = 1;

// A TensorShapeProto.
std::string EncodeShape(const Shape& shape) {
  ProtoWriter out;
  for (const int64_t size : shape.dims()) {
    ProtoWriter dim;
    dim.Int64(1, size);
    out.Bytes(2, dim.bytes());
  }
  return out.Take();
}

// A TensorSliceProto. A dimension that is taken whole has neither start nor length.
std::string EncodeSlice(const TensorSlice& slice) {
  ProtoWriter out;
  for (const TensorSlice::Extent& extent : slice.extents()) {
    ProtoWriter one;
    if (extent.length != TensorSlice::kWholeDim) {
      if (extent.start != 0) one.Int64(1, extent.start);
      one.Int64(2, extent.length);
    }
    out.Bytes(1, one.bytes());
  }
  return out.Take();
}

// The values as a TensorProto without type and shape. TensorFlow reads them in the field of their type
// only.
Result<std::string> EncodeValues(const Tensor& tensor) {
  const ValueField field = ValueFieldOf(tensor.dtype());
  if (field.number == 0)
    return Unimplemented("writing type ", DTypeName(tensor.dtype()), " to a checkpoint");
  ProtoWriter out;
  const int64_t count = tensor.num_elements();
  if (tensor.dtype() == DType::kString) {
    for (int64_t i = 0; i < count; ++i) {
      out.Bytes(field.number, tensor.string_at(i));
      if (out.bytes().size() >= kMostMessageBytes) break;
    }
  } else if (field.wire_bytes != 0) {
    if (tensor.size_bytes() < kMostMessageBytes) {
      out.Bytes(field.number, {static_cast<const char*>(tensor.data()), tensor.size_bytes()});
    }
  } else {
    std::string packed;
    const int unused_bits = 64 - 8 * field.memory_bytes;
    const char* data = static_cast<const char*>(tensor.data());
    for (int64_t i = 0; i < count && packed.size() < kMostMessageBytes; ++i) {
      uint64_t raw = 0;
      std::memcpy(&raw, data + i * field.memory_bytes, field.memory_bytes);
      if (field.is_signed)
        raw = static_cast<uint64_t>(static_cast<int64_t>(raw << unused_bits) >> unused_bits);
      AppendVarint(&packed, raw);
    }
    out.Bytes(field.number, packed);
  }
  if (tensor.size_bytes() >= kMostMessageBytes || out.bytes().size() >= kMostMessageBytes) {
    return InvalidArgument("a ", DTypeName(tensor.dtype()), tensor.shape().ToString(),
                           " is too large for the first format of checkpoints, which has 2 GiB for a "
                           "slice");
  }
  return out.Take();
}

}  // namespace

Status FirstFormatWriter::Add(std::string_view name, const Tensor& tensor) {
  return AddSlice(name, {tensor.shape(), TensorSlice::Whole(tensor.shape().rank())}, tensor);
}

Status FirstFormatWriter::AddSlice(std::string_view name, const ShapeAndSlice& where,
                                   const Tensor& tensor) {
  if (name.empty() || name.front() == '\0') {
    return InvalidArgument("a tensor in a checkpoint needs a name that does not begin with a zero byte");
  }
  if (!tensor.on_host()) return InvalidArgument("tensor \"", name, "\" is not in host memory");
  const Result<TensorSlice> box = where.slice.Resolve(where.full_shape);
  if (!box.ok()) return box.status().WithPrefix(StrCat("tensor \"", name, "\""));
  if (!(box->BoxShape() == tensor.shape())) {
    return InvalidArgument("tensor \"", name, "\": slice ", where.slice.ToString(), " of ",
                           where.full_shape.ToString(), " has shape ", box->BoxShape().ToString(),
                           ", the value has ", tensor.shape().ToString());
  }
  const auto known = tensors_.find(name);
  if (known != tensors_.end() &&
      (known->second.dtype != tensor.dtype() || !(known->second.shape == where.full_shape))) {
    return InvalidArgument("tensor \"", name, "\" has slices of ", DTypeName(known->second.dtype),
                           known->second.shape.ToString(), ", got one of ", DTypeName(tensor.dtype()),
                           where.full_shape.ToString());
  }
  const std::string key = SliceKey(name, where.slice);
  if (slices_.contains(key)) {
    return InvalidArgument("slice ", where.slice.ToString(), " of tensor \"", name,
                           "\" is added to the checkpoint twice");
  }
  Result<std::string> values = EncodeValues(tensor);
  if (!values.ok()) return values.status().WithPrefix(StrCat("tensor \"", name, "\""));
  ProtoWriter slice, data;
  slice.Bytes(1, name);
  slice.Bytes(2, EncodeSlice(where.slice));
  slice.Bytes(3, *values);
  data.Bytes(2, slice.bytes());
  slices_.emplace(key, data.Take());
  Described& whole = tensors_[std::string(name)];
  whole.dtype = tensor.dtype();
  whole.shape = where.full_shape;
  whole.slices.push_back(where.slice);
  return OkStatus();
}

Result<std::string> FirstFormatWriter::Finish() {
  ProtoWriter list, versions, meta;
  for (const auto& [name, whole] : tensors_) {
    ProtoWriter tensor;
    tensor.Bytes(1, name);
    tensor.Bytes(2, EncodeShape(whole.shape));
    tensor.Int64(3, static_cast<int64_t>(whole.dtype));
    for (const TensorSlice& slice : whole.slices) tensor.Bytes(4, EncodeSlice(slice));
    list.Bytes(1, tensor.bytes());
  }
  versions.Int64(1, kFormatVersion);
  list.Bytes(2, versions.bytes());
  meta.Bytes(1, list.bytes());
  TableEntries entries;
  entries.emplace_back("", meta.Take());
  for (auto& [key, message] : slices_) entries.emplace_back(key, std::move(message));
  slices_.clear();
  tensors_.clear();
  return BuildIndexTable(entries);
}

}  // namespace runnel

#include "core/io/bundle_format.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <optional>

#include "core/base/checked.h"
#include "core/io/proto.h"

namespace runnel {
namespace {

// Bound of a list in an entry, before it can be checked against the tensor.
constexpr size_t kMaxSlices = 1 << 20;

// ---- Ordered code: byte strings that compare as the values do ----

// A length byte, then the value big-endian without leading zeros.
void AppendOrderedUint(std::string* out, uint64_t value) {
  const int bytes = (64 - std::countl_zero(value) + 7) / 8;
  out->push_back(static_cast<char>(bytes));
  for (int i = bytes - 1; i >= 0; --i) out->push_back(static_cast<char>(value >> (8 * i)));
}

bool ReadOrderedUint(std::string_view* in, uint64_t* value) {
  if (in->empty()) return false;
  const size_t bytes = static_cast<unsigned char>(in->front());
  if (bytes > 8 || in->size() < bytes + 1) return false;
  *value = 0;
  for (size_t i = 1; i <= bytes; ++i) *value = *value << 8 | static_cast<unsigned char>((*in)[i]);
  in->remove_prefix(bytes + 1);
  return true;
}

// 00 is written 00 ff, ff is written ff 00, and 00 01 ends the string.
void AppendOrderedString(std::string* out, std::string_view value) {
  for (const char c : value) {
    out->push_back(c);
    if (c == '\0') out->push_back('\xff');
    if (c == '\xff') out->push_back('\0');
  }
  out->append(std::string_view("\0\1", 2));
}

bool ReadOrderedString(std::string_view* in, std::string* value) {
  value->clear();
  while (in->size() >= 2) {
    const char c = (*in)[0], next = (*in)[1];
    const bool escape = c == '\0' || c == '\xff';
    if (c == '\0' && next == '\1') {
      in->remove_prefix(2);
      return true;
    }
    if ((c == '\0' && next != '\xff') || (c == '\xff' && next != '\0')) return false;
    value->push_back(c);
    in->remove_prefix(escape ? 2 : 1);
  }
  return false;
}

// Two's complement in the fewest of 1 to 10 bytes that leave room for a prefix: as many one bits as
// there are bytes (for negative numbers zero bits), in place of the sign.
void AppendOrderedInt(std::string* out, int64_t value) {
  const uint64_t magnitude = value < 0 ? ~static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  const int bits = 64 - std::countl_zero(magnitude);
  const int bytes = bits / 7 + 1;
  unsigned char buffer[10];
  for (int i = 0; i < 10; ++i) {
    buffer[9 - i] = i < 8 ? static_cast<unsigned char>(static_cast<uint64_t>(value) >> (8 * i))
                          : static_cast<unsigned char>(value < 0 ? 0xff : 0);
  }
  unsigned char* const first = buffer + 10 - bytes;
  const unsigned prefix = 0xffffu << (16 - bytes);  // the top `bytes` bits of two bytes
  first[0] ^= static_cast<unsigned char>(prefix >> 8);
  if (bytes > 1) first[1] ^= static_cast<unsigned char>(prefix);
  out->append(reinterpret_cast<const char*>(first), static_cast<size_t>(bytes));
}

bool ReadOrderedInt(std::string_view* in, int64_t* value) {
  if (in->empty()) return false;
  const auto at = [&](size_t i) { return static_cast<unsigned char>((*in)[i]); };
  const bool negative = at(0) < 0x80;
  const unsigned char flip = negative ? 0xff : 0;
  unsigned head = static_cast<unsigned char>(at(0) ^ flip) << 8;
  if (in->size() > 1) head |= static_cast<unsigned char>(at(1) ^ flip);
  const int bytes = std::countl_one(static_cast<uint16_t>(head));
  if (bytes > 10 || static_cast<size_t>(bytes) > in->size()) return false;
  const unsigned prefix = 0xffffu << (16 - bytes);
  uint64_t result = negative ? ~uint64_t{0} : 0;
  for (int i = 0; i < bytes; ++i) {
    unsigned char byte = at(static_cast<size_t>(i));
    if (i == 0) byte ^= static_cast<unsigned char>(prefix >> 8);
    if (i == 1) byte ^= static_cast<unsigned char>(prefix);
    result = result << 8 | byte;
  }
  *value = static_cast<int64_t>(result);
  in->remove_prefix(static_cast<size_t>(bytes));
  // Only the shortest form is ever a key.
  std::string shortest;
  AppendOrderedInt(&shortest, *value);
  return shortest.size() == static_cast<size_t>(bytes);
}

// ---- Messages ----

bool DecodeDim(std::string_view bytes, int64_t* size) {
  ProtoReader reader(bytes);
  *size = 0;
  while (reader.Next()) {
    if (reader.field() == 1) reader.ReadInt64(size);
  }
  return reader.ok();
}

Result<Shape> DecodeShape(std::string_view bytes) {
  ProtoReader reader(bytes);
  std::vector<int64_t> dims;
  uint64_t unknown_rank = 0;
  while (reader.Next()) {
    std::string_view dim;
    if (reader.field() == 2 && reader.ReadBytes(&dim)) {
      int64_t size = 0;
      if (dims.size() > kMaxRank || !DecodeDim(dim, &size))
        return DataLoss("the shape of a checkpoint entry is damaged");
      dims.push_back(size);
    } else if (reader.field() == 3) {
      reader.ReadVarint(&unknown_rank);
    }
  }
  if (!reader.ok() || unknown_rank != 0) return DataLoss("the shape of a checkpoint entry is damaged");
  Result<Shape> shape = Shape::Make(dims);
  if (!shape.ok())
    return DataLoss("the shape of a checkpoint entry is damaged: ", shape.status().message());
  return shape;
}

bool DecodeExtent(std::string_view bytes, TensorSlice::Extent* extent) {
  ProtoReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == 1) reader.ReadInt64(&extent->start);
    if (reader.field() == 2 && reader.ReadInt64(&extent->length) && extent->length < 0) return false;
  }
  return reader.ok() && extent->start >= 0;
}

bool DecodeSlice(std::string_view bytes, TensorSlice* slice) {
  ProtoReader reader(bytes);
  std::vector<TensorSlice::Extent> extents;
  while (reader.Next()) {
    std::string_view extent;
    if (reader.field() == 1 && reader.ReadBytes(&extent)) {
      if (extents.size() >= kMaxRank || !DecodeExtent(extent, &extents.emplace_back())) return false;
    }
  }
  *slice = TensorSlice(std::move(extents));
  return reader.ok();
}

std::string EncodeShape(const Shape& shape) {
  ProtoWriter writer;
  for (const int64_t size : shape.dims()) {
    ProtoWriter dim;
    if (size != 0) dim.Int64(1, size);
    writer.Bytes(2, dim.bytes());
  }
  return writer.Take();
}

std::string EncodeSlice(const TensorSlice& slice) {
  ProtoWriter writer;
  for (const TensorSlice::Extent& extent : slice.extents()) {
    ProtoWriter message;
    if (extent.length != TensorSlice::kWholeDim) {
      if (extent.start != 0) message.Int64(1, extent.start);
      message.Int64(2, extent.length);
    }
    writer.Bytes(1, message.bytes());
  }
  return writer.Take();
}

// The whole text as an integer of at least 0.
std::optional<int64_t> ParseSize(std::string_view text) {
  int64_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

template <typename Visit>
bool ForEachPiece(std::string_view text, char separator, Visit visit) {
  for (;;) {
    const size_t at = text.find(separator);
    if (!visit(text.substr(0, at))) return false;
    if (at == std::string_view::npos) return true;
    text.remove_prefix(at + 1);
  }
}

}  // namespace

Result<TensorSlice> TensorSlice::Parse(std::string_view text) {
  std::vector<Extent> extents;
  const bool parsed = ForEachPiece(text, ':', [&](std::string_view piece) {
    if (extents.size() >= kMaxRank) return false;
    if (piece == "-") {
      extents.emplace_back();
      return true;
    }
    const size_t comma = piece.find(',');
    if (comma == std::string_view::npos) return false;
    const auto start = ParseSize(piece.substr(0, comma)), length = ParseSize(piece.substr(comma + 1));
    if (!start || !length || *length == 0) return false;
    extents.push_back({*start, *length});
    return true;
  });
  if (!parsed) {
    return InvalidArgument(
        "\"", text,
        "\" is no slice: expected \"-\" or \"start,length\" for each dimension, joined by ':'");
  }
  return TensorSlice(std::move(extents));
}

std::string TensorSlice::ToString() const {
  std::string text;
  for (const Extent& extent : extents_) {
    if (!text.empty()) text += ':';
    text += extent.length == kWholeDim ? std::string("-") : StrCat(extent.start, ",", extent.length);
  }
  return text;
}

Result<TensorSlice> TensorSlice::Resolve(const Shape& full) const {
  if (rank() != full.rank()) {
    return InvalidArgument("slice ", ToString(), " has ", rank(), " dimensions, the tensor's shape is ",
                           full.ToString());
  }
  std::vector<Extent> extents = extents_;
  for (int i = 0; i < rank(); ++i) {
    Extent& extent = extents[static_cast<size_t>(i)];
    if (extent.length == kWholeDim && extent.start == 0) extent.length = full.dim(i);
    int64_t end = 0;
    if (extent.start < 0 || extent.length < 0 || !CheckedAdd(extent.start, extent.length, &end) ||
        end > full.dim(i)) {
      return InvalidArgument("slice ", ToString(), " reaches outside dimension ", i,
                             " of the tensor's shape ", full.ToString());
    }
  }
  return TensorSlice(std::move(extents));
}

Shape TensorSlice::BoxShape() const {
  Shape shape;
  for (const Extent& extent : extents_) shape.Append(extent.length);
  return shape;
}

bool TensorSlice::Covers(const Shape& full) const { return BoxShape() == full; }

Result<BundleHeader> DecodeBundleHeader(std::string_view bytes) {
  ProtoReader reader(bytes);
  BundleHeader header;
  header.num_shards = 0;
  header.producer = 0;
  while (reader.Next()) {
    int32_t endianness = 0;
    std::string_view version;
    if (reader.field() == 1) reader.ReadInt32(&header.num_shards);
    if (reader.field() == 2 && reader.ReadInt32(&endianness)) {
      if (endianness != 0 && endianness != 1)
        return DataLoss("the checkpoint's header names byte order ", endianness);
      header.big_endian = endianness == 1;
    }
    if (reader.field() == 3 && reader.ReadBytes(&version)) {
      ProtoReader fields(version);
      while (fields.Next()) {
        if (fields.field() == 1) fields.ReadInt32(&header.producer);
        if (fields.field() == 2) fields.ReadInt32(&header.min_consumer);
      }
      if (!fields.ok()) return DataLoss("the version in the checkpoint's header is damaged");
    }
  }
  if (!reader.ok()) return DataLoss("the checkpoint's header is damaged");
  if (header.num_shards < 1)
    return DataLoss("the checkpoint's header says ", header.num_shards, " shards");
  return header;
}

Result<BundleEntry> DecodeBundleEntry(std::string_view bytes) {
  ProtoReader reader(bytes);
  BundleEntry entry;
  int32_t dtype = 0;
  while (reader.Next()) {
    std::string_view message;
    switch (reader.field()) {
      case 1:
        reader.ReadInt32(&dtype);
        break;
      case 2: {
        if (!reader.ReadBytes(&message)) break;
        RUNNEL_ASSIGN_OR_RETURN(entry.shape, DecodeShape(message));
        break;
      }
      case 3:
        reader.ReadInt32(&entry.shard_id);
        break;
      case 4:
        reader.ReadInt64(&entry.offset);
        break;
      case 5:
        reader.ReadInt64(&entry.size);
        break;
      case 6:
        reader.ReadFixed32(&entry.masked_crc32c);
        break;
      case 7:
        if (!reader.ReadBytes(&message)) break;
        if (entry.slices.size() >= kMaxSlices || !DecodeSlice(message, &entry.slices.emplace_back())) {
          return DataLoss("a slice of a checkpoint entry is damaged");
        }
        break;
      default:
        break;
    }
  }
  if (!reader.ok()) return DataLoss("a checkpoint entry is damaged");
  // Reference types are stored as what they refer to.
  if (dtype > kRefOffset) dtype -= kRefOffset;
  if (!IsValidDType(dtype)) return DataLoss("a checkpoint entry has the unknown type ", dtype);
  entry.dtype = static_cast<DType>(dtype);
  if (entry.shard_id < 0 || entry.offset < 0 || entry.size < 0) {
    return DataLoss("a checkpoint entry says shard ", entry.shard_id, ", offset ", entry.offset,
                    ", size ", entry.size);
  }
  return entry;
}

std::string EncodeBundleHeader(const BundleHeader& header) {
  ProtoWriter version;
  if (header.producer != 0) version.Int64(1, header.producer);
  if (header.min_consumer != 0) version.Int64(2, header.min_consumer);
  ProtoWriter writer;
  writer.Int64(1, header.num_shards);
  if (header.big_endian) writer.Varint(2, 1);
  writer.Bytes(3, version.bytes());
  return writer.Take();
}

std::string EncodeBundleEntry(const BundleEntry& entry) {
  ProtoWriter writer;
  writer.Varint(1, static_cast<uint64_t>(entry.dtype));
  writer.Bytes(2, EncodeShape(entry.shape));
  if (entry.shard_id != 0) writer.Int64(3, entry.shard_id);
  if (entry.offset != 0) writer.Int64(4, entry.offset);
  if (entry.size != 0) writer.Int64(5, entry.size);
  if (entry.masked_crc32c != 0) writer.Fixed32(6, entry.masked_crc32c);
  for (const TensorSlice& slice : entry.slices) writer.Bytes(7, EncodeSlice(slice));
  return writer.Take();
}

std::string SliceKey(std::string_view tensor_name, const TensorSlice& slice) {
  std::string key;
  AppendOrderedUint(&key, 0);  // before every name of a tensor
  AppendOrderedString(&key, tensor_name);
  AppendOrderedUint(&key, static_cast<uint64_t>(slice.rank()));
  for (const TensorSlice::Extent& extent : slice.extents()) {
    AppendOrderedInt(&key, extent.start);
    AppendOrderedInt(&key, extent.length);
  }
  return key;
}

bool ParseSliceKey(std::string_view key, std::string* tensor_name, TensorSlice* slice) {
  uint64_t zero = 1, rank = 0;
  if (!ReadOrderedUint(&key, &zero) || zero != 0 || !ReadOrderedString(&key, tensor_name) ||
      !ReadOrderedUint(&key, &rank) || rank > static_cast<uint64_t>(kMaxRank)) {
    return false;
  }
  std::vector<TensorSlice::Extent> extents(static_cast<size_t>(rank));
  for (TensorSlice::Extent& extent : extents) {
    if (!ReadOrderedInt(&key, &extent.start) || !ReadOrderedInt(&key, &extent.length)) return false;
  }
  *slice = TensorSlice(std::move(extents));
  return key.empty();
}

Result<ShapeAndSlice> ParseShapeAndSlice(std::string_view text) {
  std::vector<int64_t> dims;
  const size_t last_space = text.find_last_of(' ');
  const bool parsed = last_space != std::string_view::npos &&
                      ForEachPiece(text.substr(0, last_space), ' ', [&](std::string_view piece) {
                        const auto size = ParseSize(piece);
                        if (size && dims.size() <= kMaxRank) dims.push_back(*size);
                        return size.has_value();
                      });
  if (!parsed) {
    return InvalidArgument("\"", text,
                           "\" is no shape and slice: expected the sizes of the dimensions and a slice, "
                           "as in \"4 3 0,2:-\"");
  }
  ShapeAndSlice result;
  RUNNEL_ASSIGN_OR_RETURN(result.full_shape, Shape::Make(dims));
  RUNNEL_ASSIGN_OR_RETURN(result.slice, TensorSlice::Parse(text.substr(last_space + 1)));
  RUNNEL_RETURN_IF_ERROR(result.slice.Resolve(result.full_shape).status());
  return result;
}

std::string BundleIndexPath(std::string_view prefix) { return StrCat(prefix, ".index"); }

std::string BundleDataPath(std::string_view prefix, int32_t shard, int32_t num_shards) {
  char suffix[48];
  std::snprintf(suffix, sizeof(suffix), ".data-%05d-of-%05d", shard, num_shards);
  return StrCat(prefix, suffix);
}

}  // namespace runnel

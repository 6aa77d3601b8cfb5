// BundleReader. Open parses the whole index: every entry must decode, name an existing shard and follow
// its predecessor. A tensor stored as one entry is read in place: its extent is checked against the
// file, then memory is allocated, then the checksum is verified. A box of a tensor that is stored in
// pieces is planned first: the pieces that it meets, their types and shapes, and whether their
// intersections add up to the box. Only then is memory allocated, and each piece is read and copied;
// CopyIntersection finds an element that two pieces hold.
#include "core/io/bundle_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/base/checked.h"
#include "core/base/crc32c.h"
#include "core/io/coding.h"
#include "core/io/first_format.h"
#include "core/io/foreign_file.h"
#include "core/io/index_table.h"
#include "core/io/saved_variant.h"
#include "core/io/slice_copy.h"

namespace runnel {
namespace {

// The format version that this reader understands. TensorFlow has written 1 from the beginning.
constexpr int32_t kFormatVersion = 1;
constexpr size_t kVerifyChunk = 1 << 20;

// Adds `value` to a checksum as the writer of string lengths does.
uint32_t ExtendByLength(uint32_t crc, uint64_t value) {
  std::string bytes;
  if (value <= UINT32_MAX) {
    AppendFixed32(&bytes, static_cast<uint32_t>(value));
  } else {
    AppendFixed64(&bytes, value);
  }
  return ExtendCrc32c(crc, bytes.data(), bytes.size());
}

}  // namespace

Result<BundleIndex> ParseBundleIndex(std::string_view bytes) {
  RUNNEL_ASSIGN_OR_RETURN(const TableEntries entries, ReadIndexTable(bytes));
  if (entries.empty() || !entries.front().first.empty())
    return DataLoss("the checkpoint's index has no header");
  BundleIndex index;
  RUNNEL_ASSIGN_OR_RETURN(index.header, DecodeBundleHeader(entries.front().second));
  const bool big_endian_host = std::endian::native == std::endian::big;
  if (index.header.big_endian != big_endian_host) {
    return Unimplemented("the checkpoint was written on a ", index.header.big_endian ? "big" : "little",
                         "-endian machine and this one is ", big_endian_host ? "big" : "little",
                         "-endian");
  }
  if (index.header.min_consumer > kFormatVersion) {
    return Unimplemented("the checkpoint asks for readers of format version ", index.header.min_consumer,
                         ", this one knows ", kFormatVersion);
  }
  for (size_t i = 1; i < entries.size(); ++i) {
    const auto& [key, value] = entries[i];
    std::string name = key;
    TensorSlice slice;
    const bool is_piece = key.front() == '\0';
    if (is_piece && !ParseSliceKey(key, &name, &slice))
      return DataLoss("a key of the checkpoint's index is damaged");
    Result<BundleEntry> entry = DecodeBundleEntry(value);
    if (!entry.ok()) return entry.status().WithPrefix(StrCat("tensor \"", name, "\""));
    if (entry->shard_id >= index.header.num_shards) {
      return DataLoss("tensor \"", name, "\" lies in shard ", entry->shard_id, " of ",
                      index.header.num_shards);
    }
    (is_piece ? index.pieces : index.tensors).emplace(key, std::move(*entry));
  }
  return index;
}

Result<std::unique_ptr<BundleReader>> BundleReader::Open(const FileSystem& files,
                                                         const std::string& prefix) {
  const std::string path = BundleIndexPath(prefix);
  const Result<std::string> bytes = files.ReadAll(path);
  if (!bytes.ok()) {
    if (bytes.status().code() != Code::kNotFound) return bytes.status();
    if constexpr (!kMinimal) {
      RUNNEL_ASSIGN_OR_RETURN(auto first, FindFirstFormat(files, prefix));
      if (first) {
        BundleIndex in_memory = std::move(first->index);
        return std::make_unique<BundleReader>(
            prefix, std::move(in_memory),
            [data = std::move(*first)](int32_t, int32_t) -> Result<std::unique_ptr<ReadableFile>> {
              return data.OpenData();
            });
      }
    }
    return NoCheckpointAt(files, prefix, bytes.status());
  }
  Result<BundleIndex> index = ParseBundleIndex(*bytes);
  if (!index.ok()) {
    return ForeignFile(*bytes, FileKind::kCheckpointIndex, index.status())
        .WithPrefix(StrCat("checkpoint index \"", path, "\""));
  }
  return std::make_unique<BundleReader>(
      prefix, std::move(*index), [files, prefix](int32_t shard, int32_t num_shards) {
        return files.OpenForReading(BundleDataPath(prefix, shard, num_shards));
      });
}

BundleReader::BundleReader(std::string prefix, BundleIndex index, OpenShard open_shard)
    : prefix_(std::move(prefix)), index_(std::move(index)), open_shard_(std::move(open_shard)) {}

const BundleEntry* BundleReader::Find(std::string_view name) const {
  const auto it = index_.tensors.find(name);
  return it == index_.tensors.end() ? nullptr : &it->second;
}

std::string BundleReader::DataPath(const BundleEntry& entry) const {
  return BundleDataPath(prefix_, entry.shard_id, index_.header.num_shards);
}

Result<const ReadableFile*> BundleReader::Shard(int32_t shard) const {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<ReadableFile>& file = shards_[shard];
  if (file == nullptr) {
    RUNNEL_ASSIGN_OR_RETURN(file, open_shard_(shard, index_.header.num_shards));
  }
  return static_cast<const ReadableFile*>(file.get());
}

Status BundleReader::CheckExtent(std::string_view name, const BundleEntry& entry,
                                 const ReadableFile& file) const {
  const auto damaged = [&](const auto&... what) {
    return DataLoss("tensor \"", name, "\" in \"", DataPath(entry), "\": ", what...);
  };
  const bool is_variant = entry.dtype == DType::kVariant;
  if (entry.dtype == DType::kResource || (!is_variant && DTypeSize(entry.dtype) == 0)) {
    return Unimplemented("tensor \"", name, "\": reading type ", DTypeName(entry.dtype),
                         " from a checkpoint");
  }
  uint64_t end = 0;
  if (!CheckedAdd(static_cast<uint64_t>(entry.offset), static_cast<uint64_t>(entry.size), &end) ||
      end > file.size()) {
    return damaged("bytes ", entry.offset, " to ", entry.offset, " + ", entry.size,
                   " lie outside the file of ", file.size(), " bytes");
  }
  const int64_t count = entry.shape.num_elements();
  if (entry.dtype == DType::kString) {
    // Each string takes a byte at least, for its length.
    if (entry.size < 4 || count > entry.size - 4) {
      return damaged("shape ", entry.shape.ToString(), " does not fit into ", entry.size, " bytes");
    }
    return OkStatus();
  }
  if (is_variant) {
    // Each takes a length and a checksum.
    if (count > entry.size / 5) {
      return damaged("shape ", entry.shape.ToString(), " does not fit into ", entry.size, " bytes");
    }
    return OkStatus();
  }
  int64_t bytes = 0;
  if (!CheckedMul(count, static_cast<int64_t>(DTypeSize(entry.dtype)), &bytes) || bytes != entry.size) {
    return damaged("shape ", entry.shape.ToString(), " of type ", DTypeName(entry.dtype),
                   " does not have ", entry.size, " bytes");
  }
  return OkStatus();
}

Result<Tensor> BundleReader::ReadEntry(std::string_view name, const BundleEntry& entry,
                                       Allocator* allocator) const {
  RUNNEL_ASSIGN_OR_RETURN(const ReadableFile* const file, Shard(entry.shard_id));
  RUNNEL_RETURN_IF_ERROR(CheckExtent(name, entry, *file));
  RUNNEL_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Allocate(allocator, entry.dtype, entry.shape));
  if (entry.dtype == DType::kString) {
    RUNNEL_RETURN_IF_ERROR(ReadStrings(name, entry, *file, &tensor));
    return tensor;
  }
  if (entry.dtype == DType::kVariant) {
    RUNNEL_RETURN_IF_ERROR(ReadVariants(name, entry, *file, &tensor));
    return tensor;
  }
  const auto size = static_cast<size_t>(entry.size);
  RUNNEL_RETURN_IF_ERROR(file->Read(static_cast<uint64_t>(entry.offset), tensor.data(), size));
  if (ExtendCrc32c(0, tensor.data(), size) != UnmaskCrc32c(entry.masked_crc32c)) {
    return DataLoss("tensor \"", name, "\" in \"", DataPath(entry), "\" does not match its checksum");
  }
  if (entry.dtype == DType::kBool) {
    // Any other byte would be undefined as a bool.
    const auto* bytes = static_cast<const unsigned char*>(tensor.data());
    if (std::any_of(bytes, bytes + size, [](unsigned char b) { return b > 1; })) {
      return DataLoss("tensor \"", name, "\" in \"", DataPath(entry),
                      "\" holds bools that are neither 0 nor 1");
    }
  }
  return tensor;
}

Status BundleReader::ReadStrings(std::string_view name, const BundleEntry& entry,
                                 const ReadableFile& file, Tensor* tensor) const {
  const auto damaged = [&](std::string_view what) {
    return DataLoss("string tensor \"", name, "\" in \"", DataPath(entry), "\" ", what);
  };
  std::string bytes(static_cast<size_t>(entry.size), '\0');
  RUNNEL_RETURN_IF_ERROR(file.Read(static_cast<uint64_t>(entry.offset), bytes.data(), bytes.size()));
  // Lengths as varints, a masked checksum of the lengths as integers, the strings one after another.
  const auto count = static_cast<size_t>(entry.shape.num_elements());
  std::vector<uint64_t> lengths(count);
  std::string_view rest = bytes;
  uint32_t crc = 0;
  for (uint64_t& length : lengths) {
    if (!ReadVarint64(&rest, &length)) return damaged("has damaged lengths");
    crc = ExtendByLength(crc, length);
  }
  if (rest.size() < 4 || UnmaskCrc32c(LoadFixed32(rest.data())) != crc) {
    return damaged("does not match the checksum of its lengths");
  }
  crc = ExtendCrc32c(crc, rest.data(), 4);
  rest.remove_prefix(4);
  if (ExtendCrc32c(crc, rest.data(), rest.size()) != UnmaskCrc32c(entry.masked_crc32c)) {
    return damaged("does not match its checksum");
  }
  auto* strings = static_cast<StringBuffer*>(tensor->buffer().get());
  for (size_t i = 0; i < count; ++i) {
    if (lengths[i] > rest.size()) return damaged("has lengths that exceed its bytes");
    RUNNEL_RETURN_IF_ERROR(strings->Set(static_cast<int64_t>(i), rest.substr(0, lengths[i])));
    rest.remove_prefix(lengths[i]);
  }
  return rest.empty() ? OkStatus() : damaged("has bytes left over");
}

Status BundleReader::ReadVariants(std::string_view name, const BundleEntry& entry,
                                  const ReadableFile& file, Tensor* tensor) const {
  const auto damaged = [&](std::string_view what) {
    return DataLoss("variant tensor \"", name, "\" in \"", DataPath(entry), "\" ", what);
  };
  std::string bytes(static_cast<size_t>(entry.size), '\0');
  RUNNEL_RETURN_IF_ERROR(file.Read(static_cast<uint64_t>(entry.offset), bytes.data(), bytes.size()));
  auto* const variants = static_cast<VariantBuffer*>(tensor->buffer().get());
  std::string_view rest = bytes;
  uint32_t crc = 0;
  for (int64_t i = 0; i < entry.shape.num_elements(); ++i) {
    uint64_t length = 0;
    if (!ReadVarint64(&rest, &length) || rest.size() < sizeof(uint32_t) ||
        length > rest.size() - sizeof(uint32_t)) {
      return damaged("has lengths that exceed its bytes");
    }
    std::string as_bytes;
    AppendFixed64(&as_bytes, length);
    crc = ExtendCrc32c(crc, as_bytes.data(), as_bytes.size());
    crc = ExtendCrc32c(crc, rest.data(), length);
    if (UnmaskCrc32c(LoadFixed32(rest.data() + length)) != crc)
      return damaged("does not match its checksum");
    crc = ExtendCrc32c(crc, rest.data() + length, sizeof(uint32_t));
    Result<Ref<Variant>> element = DecodeVariant(rest.substr(0, length));
    if (!element.ok()) return element.status().WithPrefix(StrCat("tensor \"", name, "\""));
    variants->Set(i, std::move(*element));
    rest.remove_prefix(length + sizeof(uint32_t));
  }
  if (!rest.empty()) return damaged("has bytes left over");
  return crc == UnmaskCrc32c(entry.masked_crc32c) ? OkStatus() : damaged("does not match its checksum");
}

Result<Tensor> BundleReader::Read(std::string_view name, Allocator* allocator) const {
  const BundleEntry* const entry = Find(name);
  if (entry == nullptr) return NotFound("checkpoint \"", prefix_, "\" has no tensor \"", name, "\"");
  if (entry->slices.empty()) return ReadEntry(name, *entry, allocator);
  return ReadSlice(name, TensorSlice::Whole(entry->shape.rank()), allocator);
}

Result<Tensor> BundleReader::ReadSlice(std::string_view name, const TensorSlice& slice,
                                       Allocator* allocator) const {
  const BundleEntry* const entry = Find(name);
  if (entry == nullptr) return NotFound("checkpoint \"", prefix_, "\" has no tensor \"", name, "\"");
  Result<TensorSlice> box = slice.Resolve(entry->shape);
  if (!box.ok())
    return box.status().WithPrefix(StrCat("tensor \"", name, "\" of checkpoint \"", prefix_, "\""));
  if (entry->slices.empty() && box->Covers(entry->shape)) return ReadEntry(name, *entry, allocator);

  if (entry->dtype == DType::kVariant)
    return Unimplemented("tensor \"", name, "\": reading a slice of type variant from a checkpoint");
  // Finds the pieces that the box meets, and whether they can fill it, before memory is claimed.
  struct Piece {
    TensorSlice box;
    const BundleEntry* entry;
  };
  std::vector<Piece> pieces;
  const Shape result_shape = box->BoxShape();
  const int64_t wanted = result_shape.num_elements();
  int64_t found = 0, available_bytes = 0;
  std::vector<int32_t> shards;
  const auto add_piece = [&](const TensorSlice& at, const BundleEntry* stored) -> Status {
    if (stored == nullptr || stored->dtype != entry->dtype || !stored->slices.empty() ||
        !(stored->shape == at.BoxShape())) {
      return DataLoss("checkpoint index \"", BundleIndexPath(prefix_), "\": slice ", at.ToString(),
                      " of tensor \"", name,
                      "\" is missing or of another type or shape than the tensor says");
    }
    const int64_t common = IntersectionSize(*box, at);
    if (common == 0) return OkStatus();
    if (!CheckedAdd(found, common, &found))
      return DataLoss("checkpoint index \"", BundleIndexPath(prefix_), "\": the slices of tensor \"",
                      name, "\" overlap");
    if (std::find(shards.begin(), shards.end(), stored->shard_id) == shards.end()) {
      shards.push_back(stored->shard_id);
      RUNNEL_ASSIGN_OR_RETURN(const ReadableFile* const file, Shard(stored->shard_id));
      if (!CheckedAdd(available_bytes, static_cast<int64_t>(file->size()), &available_bytes)) {
        return DataLoss("tensor \"", name, "\" in \"", DataPath(*stored),
                        "\": the data is larger than can be");
      }
    }
    pieces.push_back({at, stored});
    return OkStatus();
  };
  if (entry->slices.empty()) {
    RUNNEL_ASSIGN_OR_RETURN(const TensorSlice whole,
                            TensorSlice::Whole(entry->shape.rank()).Resolve(entry->shape));
    RUNNEL_RETURN_IF_ERROR(add_piece(whole, entry));
  }
  for (const TensorSlice& stored : entry->slices) {
    Result<TensorSlice> at = stored.Resolve(entry->shape);
    if (!at.ok()) {
      return DataLoss("checkpoint index \"", BundleIndexPath(prefix_), "\": tensor \"", name,
                      "\": ", at.status().message());
    }
    const auto it = index_.pieces.find(SliceKey(name, stored));
    RUNNEL_RETURN_IF_ERROR(add_piece(*at, it == index_.pieces.end() ? nullptr : &it->second));
  }
  if (found != wanted || wanted > available_bytes) {
    return DataLoss("checkpoint index \"", BundleIndexPath(prefix_), "\": the slices of tensor \"", name,
                    "\" hold ", found, " of the ", wanted, " elements that were asked for");
  }

  RUNNEL_ASSIGN_OR_RETURN(Tensor result, Tensor::Allocate(allocator, entry->dtype, result_shape));
  std::vector<bool> filled(static_cast<size_t>(wanted));
  for (const Piece& piece : pieces) {
    RUNNEL_ASSIGN_OR_RETURN(const Tensor stored, ReadEntry(name, *piece.entry, allocator));
    RUNNEL_RETURN_IF_ERROR(
        CopyIntersection(piece.box, stored, *box, &result, &filled)
            .WithPrefix(StrCat("tensor \"", name, "\" of checkpoint \"", prefix_, "\"")));
  }
  return result;  // `found` elements were each filled once, and that is all of them
}

Status BundleReader::VerifyEntry(std::string_view name, const BundleEntry& entry) const {
  if (entry.dtype == DType::kString || entry.dtype == DType::kBool || entry.dtype == DType::kVariant) {
    return ReadEntry(name, entry, SystemAllocator()).status();
  }
  RUNNEL_ASSIGN_OR_RETURN(const ReadableFile* const file, Shard(entry.shard_id));
  RUNNEL_RETURN_IF_ERROR(CheckExtent(name, entry, *file));
  std::string chunk(std::min(kVerifyChunk, static_cast<size_t>(entry.size)), '\0');
  uint32_t crc = 0;
  for (uint64_t done = 0, size = static_cast<uint64_t>(entry.size); done < size;) {
    const auto piece = static_cast<size_t>(std::min<uint64_t>(chunk.size(), size - done));
    RUNNEL_RETURN_IF_ERROR(file->Read(static_cast<uint64_t>(entry.offset) + done, chunk.data(), piece));
    crc = ExtendCrc32c(crc, chunk.data(), piece);
    done += piece;
  }
  if (crc != UnmaskCrc32c(entry.masked_crc32c)) {
    return DataLoss("tensor \"", name, "\" in \"", DataPath(entry), "\" does not match its checksum");
  }
  return OkStatus();
}

Status BundleReader::Verify() const {
  for (const auto& [name, entry] : index_.tensors) {
    RUNNEL_RETURN_IF_ERROR(entry.slices.empty() ? VerifyEntry(name, entry)
                                                : Read(name, SystemAllocator()).status());
  }
  return OkStatus();
}

}  // namespace runnel

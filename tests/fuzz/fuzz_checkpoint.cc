// Checkpoints from bytes: the index table, its entries, and the tensors that they promise.
//
// Input: a byte of flags, the size of the index in two bytes, the index, and the bytes of every data
// shard. Flag 1 makes the checksums of the index's blocks right first, flag 2 those of the entries, so
// that what lies behind them is reached. With flag 4 index and data are shards of the first format.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/base/crc32c.h"
#include "core/io/bundle_reader.h"
#include "core/io/coding.h"
#include "core/io/event_file.h"
#include "core/io/first_format.h"
#include "tests/fuzz/memory_file.h"

namespace runnel {
namespace {

void FixBlock(std::string* table, uint64_t offset, uint64_t size) {
  if (offset > table->size() || size > table->size() - offset || table->size() - offset - size < 5)
    return;
  std::string crc;
  AppendFixed32(&crc, MaskCrc32c(ExtendCrc32c(0, table->data() + offset, size + 1)));
  table->replace(offset + size + 1, 4, crc);
}

void FixTable(std::string* table) {
  if (table->size() < 48) return;
  std::string_view footer = std::string_view(*table).substr(table->size() - 48);
  uint64_t handle[4] = {};
  for (uint64_t& number : handle) {
    if (!ReadVarint64(&footer, &number)) return;
  }
  if (handle[0] >= 5) FixBlock(table, 0, handle[0] - 5);
  FixBlock(table, handle[0], handle[1]);
  FixBlock(table, handle[2], handle[3]);
}

void FixEntry(BundleEntry* entry, std::string_view data) {
  const auto offset = static_cast<uint64_t>(entry->offset), size = static_cast<uint64_t>(entry->size);
  if (entry->dtype == DType::kString || offset > data.size() || size > data.size() - offset) return;
  entry->masked_crc32c = MaskCrc32c(Crc32c(data.substr(offset, size)));
}

void ReadAll(const BundleReader& reader) {
  for (const auto& [name, entry] : reader.tensors()) {
    (void)reader.Read(name, SystemAllocator());
    const int rank = entry.shape.rank();
    if (rank > 0 && entry.shape.dim(0) > 1) {
      std::vector<TensorSlice::Extent> extents(static_cast<size_t>(rank));
      extents[0] = {1, entry.shape.dim(0) - 1};
      (void)reader.ReadSlice(name, TensorSlice(extents), SystemAllocator());
    }
  }
  (void)reader.Verify();
}

void ReadFirst(std::string first, std::string second, bool fix) {
  if (fix) FixTable(&second);
  std::vector<std::string> shards = {std::move(first)};
  if (!second.empty()) shards.push_back(std::move(second));
  const Result<FirstFormat> read = ReadFirstFormat(shards);
  if (!read.ok()) return;
  ReadAll(BundleReader(
      "fuzz", read->index,
      [&read](int32_t, int32_t) -> Result<std::unique_ptr<ReadableFile>> { return read->OpenData(); }));
}

void ReadFiles(std::string_view input) {
  (void)DecodeEvent(input);
  if (input.size() < 3) return;
  const int flags = static_cast<uint8_t>(input[0]);
  const size_t index_size =
      static_cast<uint8_t>(input[1]) | static_cast<size_t>(static_cast<uint8_t>(input[2])) << 8;
  input.remove_prefix(3);
  std::string table(input.substr(0, index_size));
  const std::string_view data = input.substr(std::min(index_size, input.size()));
  if ((flags & 1) != 0) FixTable(&table);
  if ((flags & 4) != 0) return ReadFirst(std::move(table), std::string(data), (flags & 1) != 0);
  Result<BundleIndex> index = ParseBundleIndex(table);
  if (!index.ok()) return;
  if ((flags & 2) != 0) {
    for (auto& [name, entry] : index->tensors) FixEntry(&entry, data);
    for (auto& [name, entry] : index->pieces) FixEntry(&entry, data);
  }
  ReadAll(BundleReader("fuzz", std::move(*index),
                       [data](int32_t, int32_t) -> Result<std::unique_ptr<ReadableFile>> {
                         return std::unique_ptr<ReadableFile>(std::make_unique<MemoryFile>(data));
                       }));
}

}  // namespace
}  // namespace runnel

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size_bytes) {
  runnel::ReadFiles(std::string_view(reinterpret_cast<const char*>(bytes), size_bytes));
  return 0;
}

#include "core/io/table_check.h"

#include <snappy.h>

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/checked.h"
#include "core/base/crc32c.h"
#include "core/io/coding.h"

namespace runnel {
namespace {

constexpr size_t kFooterSize = 48;
constexpr size_t kTrailerSize = 5;  // compression type, masked checksum
constexpr uint64_t kMagic = 0xdb4775248b80fb57ull;
// Upper bound of Snappy's expansion: three bytes become at most 64.
constexpr uint64_t kMaxExpansion = 24;

struct Handle {
  uint64_t offset = 0;
  uint64_t size = 0;
};

bool ReadHandle(std::string_view* in, Handle* handle) {
  return ReadVarint64(in, &handle->offset) && ReadVarint64(in, &handle->size);
}

class TableChecker {
 public:
  explicit TableChecker(std::string_view bytes) : bytes_(bytes) {}

  Status Check() {
    if (bytes_.size() < kFooterSize) {
      return DataLoss("a table has at least ", kFooterSize, " bytes, got ", bytes_.size());
    }
    std::string_view footer = bytes_.substr(bytes_.size() - kFooterSize);
    if (LoadFixed64(footer.data() + kFooterSize - 8) != kMagic) {
      return DataLoss("the table's last 8 bytes are not its magic number");
    }
    footer.remove_suffix(8);
    Handle meta, index;
    if (!ReadHandle(&footer, &meta) || !ReadHandle(&footer, &index) ||
        footer.find_first_not_of('\0') != std::string_view::npos) {
      return DataLoss("the table's footer at byte ", bytes_.size() - kFooterSize, " is damaged");
    }
    std::string storage;
    std::string_view block;
    RUNNEL_RETURN_IF_ERROR(ReadBlock(meta, &storage, &block));
    RUNNEL_RETURN_IF_ERROR(CheckEntries(meta, block, nullptr));
    RUNNEL_RETURN_IF_ERROR(ReadBlock(index, &storage, &block));
    std::optional<std::string> last_key;
    return CheckEntries(index, block, [&](std::string_view, std::string_view value) -> Status {
      Handle data;
      if (!ReadHandle(&value, &data) || !value.empty()) {
        return DataLoss("an entry of the index block at byte ", index.offset, " is no block handle");
      }
      std::string data_storage;
      std::string_view data_block;
      RUNNEL_RETURN_IF_ERROR(ReadBlock(data, &data_storage, &data_block));
      return CheckEntries(data, data_block, [&](std::string_view key, std::string_view) -> Status {
        if (last_key.has_value() && key <= std::string_view(*last_key)) {
          return DataLoss("the keys of the block at byte ", data.offset, " do not ascend");
        }
        last_key.emplace(key);
        return OkStatus();
      });
    });
  }

 private:
  // Checks bounds and checksum; `block` becomes the contents, in the file or in `storage`.
  Status ReadBlock(const Handle& handle, std::string* storage, std::string_view* block) const {
    uint64_t end = 0;
    if (!CheckedAdd(handle.offset, handle.size, &end) ||
        !CheckedAdd(end, uint64_t{kTrailerSize}, &end) || end > bytes_.size() - kFooterSize) {
      return DataLoss("a block of ", handle.size, " bytes at byte ", handle.offset,
                      " lies outside the table");
    }
    const std::string_view raw = bytes_.substr(handle.offset, handle.size);
    const char* const trailer = raw.data() + raw.size();
    const uint32_t actual = ExtendCrc32c(0, raw.data(), raw.size() + 1);
    if (UnmaskCrc32c(LoadFixed32(trailer + 1)) != actual) {
      return DataLoss("the block at byte ", handle.offset, " does not match its checksum");
    }
    if (trailer[0] == 0) {
      *block = raw;
      return OkStatus();
    }
    size_t size = 0;
    if (trailer[0] != 1) {
      return DataLoss("the block at byte ", handle.offset, " has unknown compression ",
                      static_cast<int>(trailer[0]));
    }
    if (!snappy::GetUncompressedLength(raw.data(), raw.size(), &size) ||
        size / kMaxExpansion > raw.size()) {
      return DataLoss("the compressed block at byte ", handle.offset, " states an impossible size");
    }
    storage->resize(size);
    if (!snappy::RawUncompress(raw.data(), raw.size(), storage->data())) {
      return DataLoss("the block at byte ", handle.offset, " cannot be decompressed");
    }
    *block = *storage;
    return OkStatus();
  }

  // Calls visit(key, value), if any, for each entry.
  template <typename Visit>
  static Status CheckEntries(const Handle& handle, std::string_view block, Visit visit) {
    const auto damaged = [&](std::string_view what) {
      return DataLoss("the block at byte ", handle.offset, " is damaged: ", what);
    };
    if (block.size() < 4) return damaged("no room for restart points");
    const uint64_t num_restarts = LoadFixed32(block.data() + block.size() - 4);
    if (num_restarts == 0 || num_restarts > (block.size() - 4) / 4)
      return damaged("impossible number of restarts");
    const size_t entries_end = block.size() - 4 - 4 * static_cast<size_t>(num_restarts);
    const char* const restarts = block.data() + entries_end;

    std::string key;
    uint64_t next_restart = 0;
    for (size_t position = 0; position < entries_end;) {
      std::string_view in = block.substr(position, entries_end - position);
      uint32_t shared = 0, fresh = 0, value_size = 0;
      if (!ReadVarint32(&in, &shared) || !ReadVarint32(&in, &fresh) || !ReadVarint32(&in, &value_size) ||
          fresh > in.size() || value_size > in.size() - fresh || shared > key.size()) {
        return damaged("an entry reaches outside");
      }
      if (next_restart < num_restarts && LoadFixed32(restarts + 4 * next_restart) == position) {
        if (shared != 0) return damaged("a restart point shares a key");
        ++next_restart;
      }
      key.resize(shared);
      key.append(in.substr(0, fresh));
      if constexpr (!std::is_same_v<Visit, std::nullptr_t>) {
        RUNNEL_RETURN_IF_ERROR(visit(std::string_view(key), in.substr(fresh, value_size)));
      }
      position = static_cast<size_t>(in.data() - block.data()) + fresh + value_size;
    }
    // Every restart point was an entry, in order; a block without entries has one, at 0.
    const bool empty = entries_end == 0 && num_restarts == 1 && LoadFixed32(restarts) == 0;
    if (next_restart != num_restarts && !empty) return damaged("a restart point is no entry");
    if (!empty && LoadFixed32(restarts) != 0)
      return damaged("the first restart point is not the first entry");
    return OkStatus();
  }

  const std::string_view bytes_;
};

}  // namespace

Status CheckTable(std::string_view bytes) { return TableChecker(bytes).Check(); }

}  // namespace runnel

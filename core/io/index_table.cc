// LevelDB sees memory only, through the two file classes below. Nothing of its Env opens a file or
// starts a thread; the system's errors stay in core/io/file.
#include "core/io/index_table.h"

#include <leveldb/env.h>
#include <leveldb/iterator.h>
#include <leveldb/options.h>
#include <leveldb/table.h>
#include <leveldb/table_builder.h>

#include <memory>

#include "core/io/table_check.h"

// Replaces the library's own environment, which would link in files, threads and locks. Tables never use
// one; only the defaults of the options ask for it.
leveldb::Env* leveldb::Env::Default() { return nullptr; }

namespace runnel {
namespace {

class MemoryReader : public leveldb::RandomAccessFile {
 public:
  explicit MemoryReader(std::string_view bytes) : bytes_(bytes) {}
  leveldb::Status Read(uint64_t offset, size_t n, leveldb::Slice* result, char*) const override {
    if (offset > bytes_.size() || n > bytes_.size() - offset) {
      return leveldb::Status::Corruption("read outside the table");
    }
    *result = leveldb::Slice(bytes_.data() + offset, n);
    return leveldb::Status::OK();
  }

 private:
  std::string_view bytes_;
};

class MemoryWriter : public leveldb::WritableFile {
 public:
  leveldb::Status Append(const leveldb::Slice& data) override {
    bytes_.append(data.data(), data.size());
    return leveldb::Status::OK();
  }
  leveldb::Status Close() override { return leveldb::Status::OK(); }
  leveldb::Status Flush() override { return leveldb::Status::OK(); }
  leveldb::Status Sync() override { return leveldb::Status::OK(); }
  std::string TakeBytes() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

leveldb::Options TableOptions() {
  leveldb::Options options;
  options.paranoid_checks = true;
  options.compression = leveldb::kNoCompression;
  options.block_size = 256 << 10;
  return options;
}

}  // namespace

Result<TableEntries> ReadIndexTable(std::string_view bytes) {
  RUNNEL_RETURN_IF_ERROR(CheckTable(bytes));
  MemoryReader file(bytes);
  leveldb::Table* opened = nullptr;
  const leveldb::Status status = leveldb::Table::Open(TableOptions(), &file, bytes.size(), &opened);
  const std::unique_ptr<leveldb::Table> table(opened);
  if (!status.ok()) return DataLoss("the table cannot be opened: ", status.ToString());

  leveldb::ReadOptions options;
  options.verify_checksums = true;
  options.fill_cache = false;
  const std::unique_ptr<leveldb::Iterator> it(table->NewIterator(options));
  TableEntries entries;
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    entries.emplace_back(it->key().ToString(), it->value().ToString());
  }
  if (!it->status().ok()) return DataLoss("the table is damaged: ", it->status().ToString());
  return entries;
}

Result<std::string> BuildIndexTable(const TableEntries& entries) {
  for (size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].first <= entries[i - 1].first) {
      return InvalidArgument("key \"", entries[i].first, "\" of a table does not follow \"",
                             entries[i - 1].first, "\"");
    }
  }
  MemoryWriter file;
  leveldb::TableBuilder builder(TableOptions(), &file);
  {
    // The destructor of an open builder asserts, so no exception (exhausted memory) may reach it. After
    // Flush, Finish closes the builder before it allocates anything.
    struct Guard {
      leveldb::TableBuilder* builder;
      ~Guard() {
        if (builder != nullptr) builder->Abandon();
      }
    } guard{&builder};
    for (const auto& [key, value] : entries) builder.Add(key, value);
    builder.Flush();
    guard.builder = nullptr;
  }
  const leveldb::Status status = builder.Finish();
  if (!status.ok()) return Internal("the table cannot be built: ", status.ToString());
  return file.TakeBytes();
}

}  // namespace runnel

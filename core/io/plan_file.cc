#include "core/io/plan_file.h"

#include <map>
#include <utility>
#include <vector>

#include "core/base/checked.h"
#include "core/base/crc32c.h"
#include "core/base/file_kind.h"
#include "core/graph/content_store.h"
#include "core/io/coding.h"
#include "core/io/file.h"

namespace runnel {
namespace {

constexpr uint64_t kHeaderBytes = 40, kSummedFrom = 16;  // of the head's checksum
constexpr uint64_t kEntryBytes = 24;                     // of a content

uint32_t MaskedCrc(std::string_view bytes) { return MaskCrc32c(Crc32c(bytes)); }

// Each content once, by where it lies in memory.
class Contents final : public ContentNames {
 public:
  uint64_t NameOf(const Tensor& tensor) override {
    const std::string_view bytes(static_cast<const char*>(tensor.data()), tensor.size_bytes());
    const auto [it, is_new] =
        numbers_.try_emplace(std::pair(bytes.data(), bytes.size()), contents_.size());
    if (is_new) contents_.push_back(bytes);
    return it->second;
  }
  const std::vector<std::string_view>& all() const { return contents_; }

 private:
  std::map<std::pair<const char*, size_t>, uint64_t> numbers_;
  std::vector<std::string_view> contents_;
};

struct Entry {
  uint64_t offset = 0, size = 0;
  uint32_t crc = 0;
};

// The parts of a head whose checksum is right.
struct Head {
  std::string_view graph;
  std::vector<Entry> entries;
};

Result<Head> ReadHead(std::string_view file) {
  if (!file.starts_with(kPlanMagic)) return InvalidArgument("it does not begin as a saved plan does");
  if (file.size() < kHeaderBytes)
    return DataLoss("it ends at byte ", file.size(), ", a plan has at least ", kHeaderBytes);
  const uint32_t format = LoadFixed32(file.data() + 8);
  if (format != kPlanFormat) {
    return FailedPrecondition("it is a plan of format ", format, ", and this build reads format ",
                              kPlanFormat, ": save it again, from its model");
  }
  const uint64_t file_bytes = LoadFixed64(file.data() + 16), graph_bytes = LoadFixed64(file.data() + 24),
                 count = LoadFixed64(file.data() + 32);
  if (file_bytes != file.size())
    return DataLoss("it has ", file.size(), " bytes, its head says ", file_bytes);
  uint64_t table_bytes = 0, head_bytes = 0;
  const bool fits = CheckedMul(count, kEntryBytes, &table_bytes) &&
                    CheckedAdd(graph_bytes, table_bytes, &head_bytes) &&
                    CheckedAdd(head_bytes, kHeaderBytes, &head_bytes) && head_bytes <= file.size();
  if (!fits) {
    return DataLoss("its head, with a graph of ", graph_bytes, " bytes and ", count,
                    " contents, is longer than its ", file.size(), " bytes");
  }
  const uint32_t crc = LoadFixed32(file.data() + 12);
  const uint32_t found = MaskedCrc(file.substr(kSummedFrom, head_bytes - kSummedFrom));
  if (crc != found) return DataLoss("its head is damaged: its checksum is ", found, ", expected ", crc);
  Head head;
  head.graph = file.substr(kHeaderBytes, graph_bytes);
  const char* at = file.data() + kHeaderBytes + graph_bytes;
  uint64_t end = head_bytes;  // of the content before
  for (uint64_t i = 0; i < count; ++i, at += kEntryBytes) {
    const Entry entry{LoadFixed64(at), LoadFixed64(at + 8), LoadFixed32(at + 16)};
    if (entry.offset % kTensorAlignment != 0 || entry.offset < end || entry.offset > file.size() ||
        entry.size > file.size() - entry.offset) {
      return DataLoss("content ", i, " has ", entry.size, " bytes at ", entry.offset,
                      ", which is not a place of its own in the file's ", file.size(), " bytes");
    }
    end = entry.offset + entry.size;
    head.entries.push_back(entry);
  }
  return head;
}

// As FileSystem::WriteAtomically, from several pieces of memory.
Status WritePieces(const std::string& path, const std::vector<std::string_view>& pieces, uint64_t size) {
  const FileSystem files;
  const std::string temporary = path + ".tmp", folder = FolderOf(path);
  {
    RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<WritableFile> file, files.OpenForWriting(temporary));
    Status status = file->Reserve(size);
    for (size_t i = 0; status.ok() && i < pieces.size(); ++i) status = file->Append(pieces[i]);
    if (status.ok()) status = file->Sync();
    if (status.ok()) status = files.Rename(temporary, path);
    if (!status.ok()) {
      (void)files.Remove(temporary);
      return status;
    }
    RUNNEL_RETURN_IF_ERROR(file->Close());
  }
  return files.SyncFolder(folder);
}

}  // namespace

Status WritePlanFile(const std::string& path, const MetaGraphDef& meta) {
  Contents contents;
  RUNNEL_ASSIGN_OR_RETURN(const std::string graph, EncodeMetaGraphDefWith(meta, &contents));
  const uint64_t head_bytes = kHeaderBytes + graph.size() + contents.all().size() * kEntryBytes;
  static constexpr char kZeros[kTensorAlignment] = {};
  std::string table;
  std::vector<std::string_view> pieces(1);  // the head, once it is complete
  uint64_t end = head_bytes;
  for (const std::string_view content : contents.all()) {
    const uint64_t offset = AlignUp(end, kTensorAlignment);
    pieces.emplace_back(kZeros, offset - end);
    pieces.push_back(content);
    AppendFixed64(&table, offset);
    AppendFixed64(&table, content.size());
    AppendFixed32(&table, MaskedCrc(content));
    AppendFixed32(&table, 0);
    end = offset + content.size();
  }
  std::string summed;
  AppendFixed64(&summed, end);
  AppendFixed64(&summed, graph.size());
  AppendFixed64(&summed, contents.all().size());
  summed += graph;
  summed += table;
  std::string head(kPlanMagic);
  AppendFixed32(&head, kPlanFormat);
  AppendFixed32(&head, MaskedCrc(summed));
  head += summed;
  pieces[0] = head;
  return WritePieces(path, pieces, end);
}

Result<MetaGraphDef> ReadPlanFile(const Ref<FileBytes>& file, FileContents* contents) {
  const std::string_view bytes = file->bytes();
  RUNNEL_ASSIGN_OR_RETURN(const Head head, ReadHead(bytes));
  contents->Add(file);
  for (size_t i = 0; i < head.entries.size(); ++i) {
    const Entry& entry = head.entries[i];
    const std::string_view content = bytes.substr(entry.offset, entry.size);
    const uint32_t found = MaskedCrc(content);
    if (found != entry.crc) {
      return DataLoss("content ", i, ", ", entry.size, " bytes at ", entry.offset,
                      ", is damaged: its checksum is ", found, ", expected ", entry.crc);
    }
    RUNNEL_RETURN_IF_ERROR(contents->Name(content).status());
  }
  return ReadMetaGraphDefWith(head.graph, contents);
}

}  // namespace runnel

#include "core/io/first_format.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/checked.h"
#include "core/base/crc32c.h"
#include "core/base/file_kind.h"
#include "core/graph/graph_def.h"
#include "core/io/coding.h"
#include "core/io/index_table.h"
#include "core/io/proto.h"

namespace runnel {
namespace {

constexpr int kRefTypes = 100;  // a reference's type is its value's plus this
constexpr int32_t kFormatVersion = 1;
constexpr uint64_t kMaxShardBytes = uint64_t{1} << 33;
constexpr int kMaxShards = 99999;

// Bytes in memory that a BundleReader takes for a file.
class MemoryFile : public ReadableFile {
 public:
  explicit MemoryFile(std::shared_ptr<const std::string> bytes) : bytes_(std::move(bytes)) {}
  uint64_t size() const override { return bytes_->size(); }
  Status Read(uint64_t offset, void* data, size_t size) const override {
    if (offset > bytes_->size() || size > bytes_->size() - offset)
      return DataLoss("read outside the checkpoint");
    if (size != 0)
      std::memcpy(data, bytes_->data() + offset, size);  // a tensor without elements has no memory
    return OkStatus();
  }

 private:
  const std::shared_ptr<const std::string> bytes_;
};

// What a shard says of one tensor.
struct Described {
  std::string name;
  BundleEntry entry;  // dtype, shape and slices
};

Result<Described> DecodeDescription(std::string_view bytes) {
  // As an entry of the second format, whose fields for type, shape and slices are 1, 2 and 7.
  Described described;
  ProtoWriter entry;
  int32_t dtype = 0;
  ProtoReader reader(bytes);
  while (reader.Next()) {
    std::string_view value;
    if (reader.field() == 1 && reader.ReadBytes(&value)) described.name = value;
    if (reader.field() == 2 && reader.ReadBytes(&value)) entry.Bytes(2, value);
    if (reader.field() == 3 && reader.ReadInt32(&dtype))
      entry.Int64(1, dtype > kRefTypes ? dtype - kRefTypes : dtype);
    if (reader.field() == 4 && reader.ReadBytes(&value)) entry.Bytes(7, value);
  }
  if (!reader.ok() || described.name.empty() || described.name.front() == '\0')
    return DataLoss("the description of a tensor is damaged");
  Result<BundleEntry> decoded = DecodeBundleEntry(entry.bytes());
  if (!decoded.ok()) return decoded.status().WithPrefix(StrCat("tensor \"", described.name, "\""));
  described.entry = std::move(*decoded);
  return described;
}

Result<std::vector<Described>> DecodeDescriptions(std::string_view bytes) {
  std::vector<Described> all;
  ProtoReader outer(bytes);
  while (outer.Next()) {
    std::string_view meta;
    if (outer.field() != 1 || !outer.ReadBytes(&meta)) continue;
    ProtoReader reader(meta);
    while (reader.Next()) {
      std::string_view value;
      if (reader.field() == 1 && reader.ReadBytes(&value)) {
        RUNNEL_ASSIGN_OR_RETURN(Described described, DecodeDescription(value));
        all.push_back(std::move(described));
      } else if (reader.field() == 2 && reader.ReadBytes(&value)) {
        int32_t min_consumer = 0;
        ProtoReader versions(value);
        while (versions.Next()) {
          if (versions.field() == 2) versions.ReadInt32(&min_consumer);
        }
        if (min_consumer > kFormatVersion) {
          return Unimplemented("the checkpoint asks for readers of format version ", min_consumer,
                               ", this one knows ", kFormatVersion);
        }
      }
    }
    if (!reader.ok()) return DataLoss("the list of tensors is damaged");
  }
  if (!outer.ok()) return DataLoss("the list of tensors is damaged");
  return all;
}

// The values of a slice, whose message has neither type nor shape.
Result<Tensor> DecodeValues(std::string_view bytes, DType dtype, const Shape& shape) {
  ProtoWriter typed;
  bool has_data = false;
  std::string message;
  ProtoReader outer(bytes);
  while (outer.Next()) {
    std::string_view data;
    if (outer.field() != 2 || !outer.ReadBytes(&data)) continue;
    ProtoReader reader(data);
    while (reader.Next()) {
      std::string_view values;
      if (reader.field() != 3 || !reader.ReadBytes(&values)) continue;
      message = values;
      has_data = true;
    }
    if (!reader.ok()) return DataLoss("its message is damaged");
  }
  if (!outer.ok() || (!has_data && shape.num_elements() != 0)) return DataLoss("its message is damaged");
  // Of a field that comes twice the last one counts, so these stand for what the message lacks.
  ProtoWriter dims;
  for (const int64_t size : shape.dims()) {
    ProtoWriter dim;
    dim.Int64(1, size);
    dims.Bytes(2, dim.bytes());
  }
  typed.Int64(1, static_cast<int64_t>(dtype));
  typed.Bytes(2, dims.bytes());
  message += typed.bytes();
  DecodeOptions exact;
  exact.max_splat_bytes = 0;  // every value is there
  Result<Tensor> tensor = DecodeTensorProto(message, exact);
  if (!tensor.ok()) {
    return tensor.status().code() == Code::kUnimplemented
               ? tensor.status()
               : DataLoss("its values are damaged: ", tensor.status().message());
  }
  if (tensor->dtype() != dtype || !(tensor->shape() == shape))
    return DataLoss("it holds ", DTypeName(tensor->dtype()), tensor->shape().ToString(), ", expected ",
                    DTypeName(dtype), shape.ToString());
  return tensor;
}

// Appends a tensor as the second format has it, and notes where.
void AppendData(const Tensor& tensor, std::string* data, BundleEntry* entry) {
  entry->offset = static_cast<int64_t>(data->size());
  uint32_t crc = 0;
  if (tensor.dtype() != DType::kString) {
    const std::string_view bytes(static_cast<const char*>(tensor.data()), tensor.size_bytes());
    crc = Crc32c(bytes);
    data->append(bytes);
  } else {
    std::string lengths, integers, checksum;
    for (int64_t i = 0; i < tensor.num_elements(); ++i) {
      const uint64_t size = tensor.string_at(i).size();
      AppendVarint(&lengths, size);
      if (size <= UINT32_MAX) {
        AppendFixed32(&integers, static_cast<uint32_t>(size));
      } else {
        AppendFixed64(&integers, size);
      }
    }
    crc = Crc32c(integers);
    AppendFixed32(&checksum, MaskCrc32c(crc));
    crc = ExtendCrc32c(crc, checksum.data(), checksum.size());
    data->append(lengths).append(checksum);
    for (int64_t i = 0; i < tensor.num_elements(); ++i) {
      const std::string_view value = tensor.string_at(i);
      crc = ExtendCrc32c(crc, value.data(), value.size());
      data->append(value);
    }
  }
  entry->size = static_cast<int64_t>(data->size()) - entry->offset;
  entry->masked_crc32c = MaskCrc32c(crc);
}

class Converter {
 public:
  Status AddShard(const std::string& bytes) {
    RUNNEL_ASSIGN_OR_RETURN(const TableEntries entries, ReadIndexTable(bytes));
    if (entries.empty() || !entries.front().first.empty())
      return DataLoss("the table has no list of tensors");
    RUNNEL_ASSIGN_OR_RETURN(const auto described, DecodeDescriptions(entries.front().second));
    for (const Described& tensor : described) {
      const Status added = AddTensor(tensor, entries);
      if (!added.ok()) return added.WithPrefix(StrCat("tensor \"", tensor.name, "\""));
    }
    return OkStatus();
  }

  FirstFormat Finish() {
    // A tensor that one slice covers is an entry of its own.
    for (auto& [name, entry] : index_.tensors) {
      if (entry.slices.size() != 1) continue;
      const auto box = entry.slices.front().Resolve(entry.shape);
      const auto piece = index_.pieces.find(SliceKey(name, entry.slices.front()));
      if (!box.ok() || !box->Covers(entry.shape) || piece == index_.pieces.end()) continue;
      entry = piece->second;
      index_.pieces.erase(piece);
    }
    return {std::move(index_), std::make_shared<const std::string>(std::move(data_))};
  }

 private:
  Status AddTensor(const Described& tensor, const TableEntries& entries) {
    const auto [place, is_new] = index_.tensors.emplace(tensor.name, tensor.entry);
    BundleEntry& whole = place->second;
    if (!is_new) {
      if (whole.dtype != tensor.entry.dtype || !(whole.shape == tensor.entry.shape)) {
        return DataLoss("one shard has it as ", DTypeName(whole.dtype), whole.shape.ToString(),
                        ", another as ", DTypeName(tensor.entry.dtype), tensor.entry.shape.ToString());
      }
      whole.slices.insert(whole.slices.end(), tensor.entry.slices.begin(), tensor.entry.slices.end());
    }
    if (tensor.entry.slices.empty()) return DataLoss("it has no slices");
    for (const TensorSlice& slice : tensor.entry.slices) {
      Result<TensorSlice> box = slice.Resolve(whole.shape);
      if (!box.ok()) return DataLoss(box.status().message());
      const std::string key = SliceKey(tensor.name, slice);
      const auto found =
          std::lower_bound(entries.begin(), entries.end(), key,
                           [](const auto& entry, const std::string& k) { return entry.first < k; });
      if (found == entries.end() || found->first != key)
        return DataLoss("its slice ", slice.ToString(), " is missing");
      BundleEntry piece;
      piece.dtype = whole.dtype;
      piece.shape = box->BoxShape();
      Result<Tensor> values = DecodeValues(found->second, piece.dtype, piece.shape);
      if (!values.ok()) return values.status().WithPrefix(StrCat("slice ", slice.ToString()));
      AppendData(*values, &data_, &piece);
      if (!index_.pieces.emplace(key, std::move(piece)).second)
        return DataLoss("its slice ", slice.ToString(), " is there twice");
    }
    return OkStatus();
  }

  BundleIndex index_;
  std::string data_;
};

// Without what stands for the numbers of all shards where a saver names them as one:
// "model-?????-of-00003", "model-?????-of-?????".
std::string StemOf(const std::string& prefix) {
  constexpr std::string_view kForm = "-\?\?\?\?\?-of-00000";
  if (prefix.size() <= kForm.size()) return prefix;
  const size_t stem = prefix.size() - kForm.size();
  const std::string_view tail = std::string_view(prefix).substr(stem);
  const size_t digits = kForm.size() - 5;
  if (tail.substr(0, digits) != kForm.substr(0, digits)) return prefix;
  if (tail.find_first_not_of("0123456789?", digits) != std::string_view::npos) return prefix;
  return prefix.substr(0, stem);
}

// The paths of `prefix`'s shards, in order; empty if there are none.
Result<std::vector<std::string>> FindShards(const FileSystem& files, const std::string& prefix) {
  std::vector<std::string> paths;
  const auto names = files.List(FolderOf(prefix));
  if (!names.ok()) return paths;
  const std::string head = FileNameOf(prefix) + "-";
  int count = 0;
  for (const std::string& name : *names) {
    // "-00002-of-00010"
    constexpr std::string_view kForm = "00000-of-00000";
    if (!name.starts_with(head) || name.size() != head.size() + kForm.size()) continue;
    const std::string_view tail = std::string_view(name).substr(head.size());
    int shard = -1, of = -1;
    const auto number = [](std::string_view text, int* value) {
      return std::from_chars(text.data(), text.data() + text.size(), *value).ptr ==
             text.data() + text.size();
    };
    if (tail.substr(5, 4) != "-of-" || !number(tail.substr(0, 5), &shard) ||
        !number(tail.substr(9), &of) || shard < 0 || of <= shard || of > kMaxShards) {
      continue;
    }
    if (shard != static_cast<int>(paths.size()) || (shard > 0 && of != count)) {
      return NotFound("the shards of checkpoint \"", prefix, "\" are not complete: \"", name,
                      "\" is there, number ", paths.size(), " is not");
    }
    count = of;
    paths.push_back(JoinPath(FolderOf(prefix), name));
  }
  if (static_cast<int>(paths.size()) != count) {
    return NotFound("the shards of checkpoint \"", prefix, "\" are not complete: ", paths.size(), " of ",
                    count, " are there");
  }
  return paths;
}

}  // namespace

std::unique_ptr<ReadableFile> FirstFormat::OpenData() const {
  return std::make_unique<MemoryFile>(data);
}

Result<FirstFormat> ReadFirstFormat(const std::vector<std::string>& shards) {
  Converter converter;
  for (size_t i = 0; i < shards.size(); ++i) {
    const Status added = converter.AddShard(shards[i]);
    if (!added.ok()) return shards.size() == 1 ? added : added.WithPrefix(StrCat("shard ", i));
  }
  return converter.Finish();
}

Result<std::optional<FirstFormat>> FindFirstFormat(const FileSystem& files, const std::string& prefix) {
  std::optional<FirstFormat> none;
  std::vector<std::string> paths, shards;
  RUNNEL_ASSIGN_OR_RETURN(const bool exists, files.Exists(prefix));
  if (exists) {
    // A folder, or the index of the second format, is none of the first.
    if (prefix.ends_with(".index") || files.List(prefix).ok()) return none;
    paths.push_back(prefix);
  } else {
    RUNNEL_ASSIGN_OR_RETURN(paths, FindShards(files, StemOf(prefix)));
  }
  for (const std::string& path : paths) {
    RUNNEL_ASSIGN_OR_RETURN(std::string bytes, files.ReadAll(path, kMaxShardBytes));
    // Another file of that name is none of this format, and is named by whoever asks.
    if (SniffFile(bytes).kind != FileKind::kCheckpointIndex) return none;
    shards.push_back(std::move(bytes));
  }
  if (shards.empty()) return none;
  Result<FirstFormat> read = ReadFirstFormat(shards);
  if (!read.ok())
    return read.status().WithPrefix(StrCat("checkpoint \"", prefix, "\" of the first format"));
  return std::optional<FirstFormat>(std::move(*read));
}

}  // namespace runnel

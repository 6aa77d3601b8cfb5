// BundleWriter::Finish, in the order that keeps a whole checkpoint at every moment: lock (the temporary
// index is opened first and closed last), write the data to a temporary name, write and sync the index,
// rename the data, sync the folder, rename the index (the commit), sync the folder, remove the old data.
//
// The data file's name contains the number of shards, so a new checkpoint takes another number than the
// live one (one shard, or two with an empty second one): its data cannot overwrite data that the old
// index still needs. MergeBundles does the same with the data files of its sources, which it renames.
#include "core/io/bundle_writer.h"

#include <bit>
#include <utility>

#include "core/base/checked.h"
#include "core/base/crc32c.h"
#include "core/io/bundle_reader.h"
#include "core/io/coding.h"
#include "core/io/index_table.h"
#include "core/io/saved_variant.h"

namespace runnel {
namespace {

// Small pieces are gathered into writes of this size; larger ones go out as they are.
constexpr size_t kGatherBytes = 256 << 10;

class GatheringWriter {
 public:
  explicit GatheringWriter(WritableFile* file) : file_(file) {}
  Status Append(std::string_view data) {
    if (pending_.size() + data.size() > kGatherBytes) {
      RUNNEL_RETURN_IF_ERROR(Flush());
      if (data.size() > kGatherBytes) return file_->Append(data);
    }
    pending_.append(data);
    return OkStatus();
  }
  Status Flush() {
    RUNNEL_RETURN_IF_ERROR(file_->Append(pending_));
    pending_.clear();
    return OkStatus();
  }

 private:
  WritableFile* file_;
  std::string pending_;
};

std::string TemporaryName(const std::string& path) { return path + ".tmp"; }

// The lengths of a string tensor as they stand in the file, and the checksum so far.
std::string StringLengths(const Tensor& tensor, uint32_t* crc) {
  std::string lengths, integers;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    const uint64_t size = tensor.string_at(i).size();
    AppendVarint(&lengths, size);
    if (size <= UINT32_MAX) {
      AppendFixed32(&integers, static_cast<uint32_t>(size));
    } else {
      AppendFixed64(&integers, size);
    }
  }
  *crc = Crc32c(integers);
  return lengths;
}

Status StoredSize(const Tensor& tensor, std::string_view name, uint64_t* size) {
  if (tensor.dtype() != DType::kString) {
    *size = tensor.size_bytes();
    return OkStatus();
  }
  *size = 4;
  bool fits = true;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    const uint64_t length = tensor.string_at(i).size();
    const auto varint = static_cast<uint64_t>((std::bit_width(length | 1) + 6) / 7);
    fits = fits && CheckedAdd(*size, length, size) && CheckedAdd(*size, varint, size);
  }
  return fits ? OkStatus() : InvalidArgument("tensor \"", name, "\" is too large for a checkpoint");
}

// The elements of a variant tensor, and how many bytes they take in the file.
Result<std::vector<std::string>> EncodeVariants(const Tensor& tensor, uint64_t* size) {
  std::vector<std::string> out;
  *size = 0;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    RUNNEL_ASSIGN_OR_RETURN(out.emplace_back(), EncodeVariant(VariantAt(tensor, i)));
    std::string length;
    AppendVarint(&length, out.back().size());
    if (!CheckedAdd(*size, length.size() + sizeof(uint32_t), size) ||
        !CheckedAdd(*size, out.back().size(), size)) {
      return InvalidArgument("too large for a checkpoint");
    }
  }
  return out;
}

// Each element: its length, its bytes, and the masked checksum of all up to there, of which lengths
// count as eight bytes. *crc is the checksum of all.
Status WriteVariants(const std::vector<std::string>& elements, GatheringWriter* out, uint32_t* crc) {
  *crc = 0;
  for (const std::string& element : elements) {
    std::string head, length, checksum;
    AppendVarint(&head, element.size());
    AppendFixed64(&length, element.size());
    *crc = ExtendCrc32c(*crc, length.data(), length.size());
    *crc = ExtendCrc32c(*crc, element.data(), element.size());
    AppendFixed32(&checksum, MaskCrc32c(*crc));
    *crc = ExtendCrc32c(*crc, checksum.data(), checksum.size());
    for (const std::string_view piece :
         {std::string_view(head), std::string_view(element), std::string_view(checksum)}) {
      RUNNEL_RETURN_IF_ERROR(out->Append(piece));
    }
  }
  return OkStatus();
}

// The number of shards of the checkpoint at a prefix; 0 if there is none or its index is damaged.
Result<int32_t> LiveShards(const FileSystem& files, const std::string& prefix) {
  const Result<std::string> bytes = files.ReadAll(BundleIndexPath(prefix));
  if (!bytes.ok()) {
    if (bytes.status().code() == Code::kNotFound) return 0;
    return bytes.status();  // one may exist: a lack of descriptors must not lead to overwriting it
  }
  const Result<BundleIndex> index = ParseBundleIndex(*bytes);
  return index.ok() ? index->header.num_shards : 0;
}

// Best effort: a file that stays only takes room. Matches names in the folder, so a large number of
// shards costs nothing.
void RemoveData(const FileSystem& files, const std::string& prefix, int32_t num_shards) {
  if (num_shards == 0) return;
  const std::string folder = FolderOf(prefix);
  const Result<std::vector<std::string>> names = files.List(folder);
  if (!names.ok()) return;
  const std::string first = FileNameOf(BundleDataPath(prefix, 0, num_shards));
  const size_t number = FileNameOf(prefix).size() + std::string_view(".data-").size();
  const std::string head = first.substr(0, number), tail = first.substr(number + 5);
  for (const std::string& name : *names) {
    if (name.size() == first.size() && name.compare(0, number, head) == 0 && name.ends_with(tail)) {
      (void)files.Remove(JoinPath(folder, name));
    }
  }
}

// Makes `path` a synced file of no bytes.
Status WriteEmpty(const FileSystem& files, const std::string& path) {
  RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<WritableFile> file, files.OpenForWriting(path));
  RUNNEL_RETURN_IF_ERROR(file->Sync());
  return file->Close();
}

Status WriteIndex(WritableFile* file, const TableEntries& entries) {
  RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, BuildIndexTable(entries));
  RUNNEL_RETURN_IF_ERROR(file->Reserve(bytes.size()));
  RUNNEL_RETURN_IF_ERROR(file->Append(bytes));
  return file->Sync();
}

}  // namespace

Status BundleWriter::Add(std::string_view name, const Tensor& tensor) {
  if (name.empty() || name.front() == '\0') {
    return InvalidArgument("a tensor in a checkpoint needs a name that does not begin with a zero byte");
  }
  if (items_.find(name) != items_.end())
    return InvalidArgument("tensor \"", name, "\" is added to the checkpoint twice");
  const bool is_variant = tensor.dtype() == DType::kVariant;
  if (tensor.dtype() == DType::kResource || (!is_variant && DTypeSize(tensor.dtype()) == 0)) {
    return Unimplemented("tensor \"", name, "\": writing type ", DTypeName(tensor.dtype()),
                         " to a checkpoint");
  }
  if (!tensor.on_host()) return InvalidArgument("tensor \"", name, "\" is not in host memory");
  uint64_t size = 0, total = 0;
  Item item;
  if (is_variant) {
    Result<std::vector<std::string>> variants = EncodeVariants(tensor, &size);
    if (!variants.ok()) return variants.status().WithPrefix(StrCat("tensor \"", name, "\""));
    item.variants = std::move(*variants);
  } else {
    RUNNEL_RETURN_IF_ERROR(StoredSize(tensor, name, &size));
    item.tensor = tensor;
  }
  if (!CheckedAdd(total_bytes_, size, &total) || total > static_cast<uint64_t>(INT64_MAX)) {
    return InvalidArgument("tensor \"", name, "\" makes the checkpoint larger than a file can be");
  }
  item.entry.dtype = tensor.dtype();
  item.entry.shape = tensor.shape();
  item.entry.size = static_cast<int64_t>(size);
  order_.push_back(items_.emplace(name, std::move(item)).first);
  total_bytes_ = total;
  return OkStatus();
}

Status BundleWriter::AddSlice(std::string_view name, const ShapeAndSlice& where, const Tensor& tensor) {
  Result<TensorSlice> box = where.slice.Resolve(where.full_shape);
  if (!box.ok()) return box.status().WithPrefix(StrCat("tensor \"", name, "\""));
  if (!(box->BoxShape() == tensor.shape())) {
    return InvalidArgument("tensor \"", name, "\": slice ", where.slice.ToString(), " of ",
                           where.full_shape.ToString(), " has shape ", box->BoxShape().ToString(),
                           ", the value has ", tensor.shape().ToString());
  }
  if (box->Covers(where.full_shape)) return Add(name, tensor);
  if (tensor.dtype() == DType::kVariant)
    return Unimplemented("tensor \"", name, "\": writing a slice of type variant to a checkpoint");
  if (name.empty() || name.front() == '\0') {
    return InvalidArgument("a tensor in a checkpoint needs a name that does not begin with a zero byte");
  }
  const auto it = items_.find(name);
  if (it != items_.end()) {
    const BundleEntry& full = it->second.entry;
    if (full.slices.empty())
      return InvalidArgument("tensor \"", name, "\" is added to the checkpoint twice");
    if (full.dtype != tensor.dtype() || !(full.shape == where.full_shape)) {
      return InvalidArgument("tensor \"", name, "\" has slices of ", DTypeName(full.dtype),
                             full.shape.ToString(), ", got one of ", DTypeName(tensor.dtype()),
                             where.full_shape.ToString());
    }
  }
  // The piece is an entry like any other, under a key that no name can be.
  BundleWriter piece(files_, prefix_);
  piece.total_bytes_ = total_bytes_;
  RUNNEL_RETURN_IF_ERROR(piece.Add(name, tensor));
  const auto placed =
      items_.emplace(SliceKey(name, where.slice), std::move(piece.items_.begin()->second));
  if (!placed.second) {
    return InvalidArgument("slice ", where.slice.ToString(), " of tensor \"", name,
                           "\" is added to the checkpoint twice");
  }
  order_.push_back(placed.first);
  total_bytes_ = piece.total_bytes_;
  Item& full = items_[std::string(name)];
  full.entry.dtype = tensor.dtype();
  full.entry.shape = where.full_shape;
  full.entry.slices.push_back(where.slice);
  return OkStatus();
}

Status BundleWriter::WriteData(WritableFile* file) {
  RUNNEL_RETURN_IF_ERROR(file->Reserve(total_bytes_));
  GatheringWriter out(file);
  int64_t offset = 0;
  for (const Items::iterator it : order_) {
    const Item& item = it->second;
    BundleEntry& entry = it->second.entry;
    entry.offset = offset;
    offset += entry.size;
    uint32_t crc = 0;
    if (entry.dtype == DType::kString) {
      std::string head = StringLengths(item.tensor, &crc);
      std::string checksum;
      AppendFixed32(&checksum, MaskCrc32c(crc));
      crc = ExtendCrc32c(crc, checksum.data(), checksum.size());
      RUNNEL_RETURN_IF_ERROR(out.Append(head));
      RUNNEL_RETURN_IF_ERROR(out.Append(checksum));
      for (int64_t i = 0; i < item.tensor.num_elements(); ++i) {
        const std::string_view value = item.tensor.string_at(i);
        crc = ExtendCrc32c(crc, value.data(), value.size());
        RUNNEL_RETURN_IF_ERROR(out.Append(value));
      }
    } else if (entry.dtype == DType::kVariant) {
      RUNNEL_RETURN_IF_ERROR(WriteVariants(item.variants, &out, &crc));
    } else {
      const std::string_view bytes(static_cast<const char*>(item.tensor.data()),
                                   static_cast<size_t>(entry.size));
      crc = Crc32c(bytes);
      RUNNEL_RETURN_IF_ERROR(out.Append(bytes));
    }
    entry.masked_crc32c = MaskCrc32c(crc);
  }
  RUNNEL_RETURN_IF_ERROR(out.Flush());
  return file->Sync();
}

Status BundleWriter::Finish() {
  const std::string folder = FolderOf(prefix_);
  RUNNEL_RETURN_IF_ERROR(files_.MakeFolders(folder));
  const std::string index_path = BundleIndexPath(prefix_);
  // Opened first and closed last: its lock keeps other writers away from this prefix.
  RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<WritableFile> index,
                          files_.OpenForWriting(TemporaryName(index_path)));
  RUNNEL_ASSIGN_OR_RETURN(const int32_t old_shards, LiveShards(files_, prefix_));
  BundleHeader header;
  header.num_shards = old_shards == 1 ? 2 : 1;
  header.big_endian = std::endian::native == std::endian::big;
  const std::string data_path = BundleDataPath(prefix_, 0, header.num_shards);

  const auto write = [&]() -> Status {
    RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<WritableFile> data,
                            files_.OpenForWriting(TemporaryName(data_path)));
    RUNNEL_RETURN_IF_ERROR(WriteData(data.get()));
    if (header.num_shards == 2)
      RUNNEL_RETURN_IF_ERROR(WriteEmpty(files_, BundleDataPath(prefix_, 1, 2)));
    TableEntries entries;
    entries.emplace_back("", EncodeBundleHeader(header));
    for (const auto& [key, item] : items_) entries.emplace_back(key, EncodeBundleEntry(item.entry));
    RUNNEL_RETURN_IF_ERROR(WriteIndex(index.get(), entries));
    RUNNEL_RETURN_IF_ERROR(files_.Rename(TemporaryName(data_path), data_path));
    RUNNEL_RETURN_IF_ERROR(files_.SyncFolder(folder));
    return files_.Rename(TemporaryName(index_path), index_path);
  };
  if (Status status = write(); !status.ok()) {
    (void)files_.Remove(TemporaryName(data_path));
    RemoveData(files_, prefix_, header.num_shards);
    (void)files_.Remove(TemporaryName(index_path));
    return status.WithPrefix(StrCat("checkpoint \"", prefix_, "\""));
  }
  if (Status status = files_.SyncFolder(folder); !status.ok()) {
    return status.WithPrefix(StrCat("checkpoint \"", prefix_, "\""));
  }
  RemoveData(files_, prefix_, old_shards);
  return OkStatus();
}

Status MergeBundles(const FileSystem& files, std::span<const std::string> sources,
                    const std::string& destination, bool delete_old_folders) {
  if (sources.empty()) return InvalidArgument("no checkpoints to merge into \"", destination, "\"");
  std::map<std::string, BundleEntry> merged;
  std::vector<int32_t> first_shard;  // of each source, in the merged numbering
  std::vector<int32_t> counts;
  int32_t total = 0, old_shards = 0;
  for (const std::string& source : sources) {
    if (source == destination)
      return InvalidArgument("checkpoint \"", source, "\" cannot be merged into itself");
    RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, files.ReadAll(BundleIndexPath(source)));
    Result<BundleIndex> index = ParseBundleIndex(bytes);
    if (!index.ok()) return index.status().WithPrefix(StrCat("checkpoint \"", source, "\""));
    for (auto* entries : {&index->tensors, &index->pieces}) {
      for (auto& [key, entry] : *entries) {
        entry.shard_id += total;
        const auto [it, added] = merged.emplace(key, entry);
        if (added) continue;
        BundleEntry& there = it->second;
        const bool pieces_of_one = !there.slices.empty() && !entry.slices.empty() &&
                                   there.dtype == entry.dtype && there.shape == entry.shape;
        if (!pieces_of_one) {
          return InvalidArgument("tensor \"", key, "\" of checkpoint \"", source,
                                 "\" is in another checkpoint, too");
        }
        there.slices.insert(there.slices.end(), entry.slices.begin(), entry.slices.end());
      }
    }
    first_shard.push_back(total);
    counts.push_back(index->header.num_shards);
    if (!CheckedAdd(total, index->header.num_shards, &total) || total > 99999) {
      return InvalidArgument("checkpoints of more than 99999 shards together");
    }
    for (int32_t shard = 0; shard < index->header.num_shards; ++shard) {
      const std::string path = BundleDataPath(source, shard, index->header.num_shards);
      RUNNEL_ASSIGN_OR_RETURN(const bool exists, files.Exists(path));
      if (!exists) return NotFound("checkpoint \"", source, "\" lacks its file \"", path, "\"");
    }
  }

  const std::string folder = FolderOf(destination);
  RUNNEL_RETURN_IF_ERROR(files.MakeFolders(folder));
  const std::string index_path = BundleIndexPath(destination);
  {
    RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<WritableFile> index,
                            files.OpenForWriting(TemporaryName(index_path)));
    RUNNEL_ASSIGN_OR_RETURN(old_shards, LiveShards(files, destination));
    BundleHeader header;
    header.big_endian = std::endian::native == std::endian::big;
    header.num_shards = total == old_shards ? total + 1 : total;  // never the file names of the live one
    TableEntries entries;
    entries.emplace_back("", EncodeBundleHeader(header));
    for (const auto& [key, entry] : merged) {
      BundleEntry stored = entry;
      if (!stored.slices.empty()) stored.shard_id = 0;  // the shard of such an entry has no meaning
      entries.emplace_back(key, EncodeBundleEntry(stored));
    }
    RUNNEL_RETURN_IF_ERROR(WriteIndex(index.get(), entries));
    for (size_t i = 0; i < sources.size(); ++i) {
      for (int32_t shard = 0; shard < counts[i]; ++shard) {
        RUNNEL_RETURN_IF_ERROR(
            files.Rename(BundleDataPath(sources[i], shard, counts[i]),
                         BundleDataPath(destination, first_shard[i] + shard, header.num_shards)));
      }
    }
    if (header.num_shards > total) {
      RUNNEL_RETURN_IF_ERROR(WriteEmpty(files, BundleDataPath(destination, total, header.num_shards)));
    }
    RUNNEL_RETURN_IF_ERROR(files.SyncFolder(folder));
    RUNNEL_RETURN_IF_ERROR(files.Rename(TemporaryName(index_path), index_path));
  }
  RUNNEL_RETURN_IF_ERROR(files.SyncFolder(folder));
  RemoveData(files, destination, old_shards);
  for (const std::string& source : sources) (void)files.Remove(BundleIndexPath(source));
  if (delete_old_folders) {
    for (const std::string& source : sources) {
      if (FolderOf(source) != folder) (void)files.RemoveFolder(FolderOf(source));
    }
  }
  return OkStatus();
}

Status RemoveBundle(const FileSystem& files, const std::string& prefix) {
  RUNNEL_ASSIGN_OR_RETURN(const int32_t shards, LiveShards(files, prefix));
  RUNNEL_RETURN_IF_ERROR(files.Remove(BundleIndexPath(prefix)));
  RUNNEL_RETURN_IF_ERROR(files.SyncFolder(FolderOf(prefix)));
  RemoveData(files, prefix, shards);
  return OkStatus();
}

}  // namespace runnel

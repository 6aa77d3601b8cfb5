// Files with a superblock of version 0 and groups of symbol tables, as h5py writes them unless it is
// told otherwise: what describes the tensors first, then the tensors.
#include <algorithm>
#include <memory>
#include <string_view>

#include "core/base/checked.h"
#include "core/learn/keras/hdf5_file.h"
#include "core/learn/keras/hdf5_format.h"

namespace runnel::learn {
namespace {

constexpr uint64_t kSuperblockBytes = 96;
// Children of a tree's node and names of one of its leaves, at most, are twice these.
constexpr uint64_t kLeafHalf = 4;
constexpr uint64_t kMostChildren = 65534;

void Append(std::string* out, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}

struct Entry {
  std::map<std::string, std::unique_ptr<Entry>> children;  // of a group
  const Tensor* tensor = nullptr;
  uint64_t address = 0;  // of its header
};

// A group or tensor that is being written: where its parts are.
class Writer {
 public:
  Status Add(const std::string& path, const Tensor& tensor) {
    Entry* at = &root_;
    for (size_t begin = 0; begin <= path.size();) {
      const size_t end = std::min(path.find('/', begin), path.size());
      const std::string part = path.substr(begin, end - begin);
      if (part.empty() || part.find('\0') != std::string::npos || at->tensor != nullptr) {
        return InvalidArgument("\"", path, "\" cannot be the path of a tensor in an HDF5 file",
                               at->tensor != nullptr ? ": a tensor is where it has a group" : "");
      }
      std::unique_ptr<Entry>& child = at->children[part];
      if (!child) child = std::make_unique<Entry>();
      at = child.get();
      begin = end + 1;
    }
    if (!at->children.empty() || at->tensor != nullptr) {
      return InvalidArgument("\"", path, "\" is a group of the HDF5 file, too");
    }
    if (!tensor.on_host()) return InvalidArgument("\"", path, "\" is not in host memory");
    if (hdf5::TypeMessage(tensor.dtype()).empty()) {
      return Unimplemented("\"", path, "\": HDF5 files of tensors of type ", DTypeName(tensor.dtype()),
                           " are not written");
    }
    at->tensor = &tensor;
    return OkStatus();
  }

  // What comes before the tensors; they follow, each at a multiple of 8.
  Result<std::string> Metadata(std::vector<const Tensor*>* tensors) {
    RUNNEL_RETURN_IF_ERROR(CountChildren(root_));
    // Sizes do not depend on addresses, so the first pass finds the end and the second writes.
    for (int pass = 0; pass < 2; ++pass) {
      out_.assign(kSuperblockBytes, '\0');
      data_at_ = data_begin_;
      tensors->clear();
      WriteGroup(&root_, tensors);
      data_begin_ = AlignUp(out_.size(), 8);
    }
    out_.resize(data_begin_, '\0');
    WriteSuperblock();
    return std::move(out_);
  }

 private:
  Status CountChildren(const Entry& entry) {
    const uint64_t leaves = (entry.children.size() + 2 * kLeafHalf - 1) / (2 * kLeafHalf);
    children_half_ = std::max(children_half_, (leaves + 1) / 2);
    if (leaves > kMostChildren)
      return Unimplemented("groups of more than ", kMostChildren * 2 * kLeafHalf, " tensors");
    for (const auto& [name, child] : entry.children) RUNNEL_RETURN_IF_ERROR(CountChildren(*child));
    return OkStatus();
  }

  void Align() { out_.resize(AlignUp(out_.size(), 8), '\0'); }

  static void AppendMessage(std::string* out, uint16_t type, std::string data) {
    data.resize(AlignUp(data.size(), 8), '\0');
    Append(out, type, 2);
    Append(out, data.size(), 2);
    Append(out, 0, 4);
    *out += data;
  }

  uint64_t WriteHeader(uint16_t num_messages, const std::string& messages) {
    Align();
    const uint64_t address = out_.size();
    Append(&out_, 1, 2);
    Append(&out_, num_messages, 2);
    Append(&out_, 1, 4);  // references
    Append(&out_, messages.size(), 4);
    Append(&out_, 0, 4);
    out_ += messages;
    return address;
  }

  void WriteTensor(Entry* entry, std::vector<const Tensor*>* tensors) {
    const Tensor& tensor = *entry->tensor;
    std::string messages, space, layout;
    Append(&space, 1, 1);
    Append(&space, static_cast<uint64_t>(tensor.shape().rank()), 1);
    Append(&space, 0, 6);
    for (int i = 0; i < tensor.shape().rank(); ++i)
      Append(&space, static_cast<uint64_t>(tensor.shape().dim(i)), 8);
    AppendMessage(&messages, hdf5::kDataspace, space);
    AppendMessage(&messages, hdf5::kDatatype, hdf5::TypeMessage(tensor.dtype()));
    const uint64_t bytes = tensor.size_bytes();
    Append(&layout, 3, 1);
    Append(&layout, 1, 1);  // in one piece
    Append(&layout, bytes == 0 ? hdf5::kNowhere : data_at_, 8);
    Append(&layout, bytes, 8);
    AppendMessage(&messages, hdf5::kLayout, layout);
    data_at_ = AlignUp(data_at_ + bytes, 8);
    if (bytes != 0) tensors->push_back(&tensor);
    entry->address = WriteHeader(3, messages);
  }

  void WriteGroup(Entry* group, std::vector<const Tensor*>* tensors) {
    std::string names(8, '\0');  // the first is empty, as the tree's first key is
    std::vector<uint64_t> places;
    for (auto& [name, child] : group->children) {
      child->tensor != nullptr ? WriteTensor(child.get(), tensors) : WriteGroup(child.get(), tensors);
      places.push_back(names.size());
      names += name;
      names.resize(AlignUp(names.size() + 1, 8), '\0');
    }
    Align();
    const uint64_t heap = out_.size();
    out_ += "HEAP";
    Append(&out_, 0, 4);
    Append(&out_, names.size(), 8);
    Append(&out_, 1, 8);  // nothing of it is free
    Append(&out_, heap + 32, 8);
    out_ += names;
    const uint64_t tree = WriteTree(*group, places);
    std::string table, messages;
    Append(&table, tree, 8);
    Append(&table, heap, 8);
    AppendMessage(&messages, hdf5::kSymbolTable, table);
    group->address = WriteHeader(1, messages);
    if (group == &root_) root_table_ = table;
  }

  // Names in their order, in leaves of at most 2 kLeafHalf, below one node.
  uint64_t WriteTree(const Entry& group, const std::vector<uint64_t>& places) {
    std::vector<uint64_t> leaves, keys = {0};
    auto child = group.children.begin();
    for (size_t i = 0; i < places.size();) {
      const size_t count = std::min<size_t>(2 * kLeafHalf, places.size() - i);
      leaves.push_back(out_.size());
      const size_t end = out_.size() + 8 + 2 * kLeafHalf * hdf5::kEntryBytes;
      out_ += "SNOD";
      Append(&out_, 1, 2);
      Append(&out_, count, 2);
      for (size_t k = 0; k < count; ++k, ++i, ++child) {
        Append(&out_, places[i], 8);
        Append(&out_, child->second->address, 8);
        Append(&out_, 0, 24);  // nothing is said about it here
      }
      keys.push_back(places[i - 1]);
      out_.resize(end, '\0');
    }
    const uint64_t tree = out_.size();
    const size_t end = tree + 24 + (4 * children_half_ + 1) * 8;
    out_ += "TREE";
    Append(&out_, 0, 2);
    Append(&out_, leaves.size(), 2);
    Append(&out_, hdf5::kNowhere, 8);  // no neighbours
    Append(&out_, hdf5::kNowhere, 8);
    for (size_t i = 0; i < leaves.size(); ++i) {
      Append(&out_, keys[i], 8);
      Append(&out_, leaves[i], 8);
    }
    Append(&out_, keys.back(), 8);
    out_.resize(end, '\0');
    return tree;
  }

  void WriteSuperblock() {
    std::string head(hdf5::kSignature);
    Append(&head, 0, 5);  // versions
    Append(&head, 8, 1);  // bytes of an address
    Append(&head, 8, 1);  // and of a size
    Append(&head, 0, 1);
    Append(&head, kLeafHalf, 2);
    Append(&head, children_half_, 2);
    Append(&head, 0, 4);
    Append(&head, 0, 8);
    Append(&head, hdf5::kNowhere, 8);
    Append(&head, data_at_, 8);  // the file's end
    Append(&head, hdf5::kNowhere, 8);
    Append(&head, 0, 8);
    Append(&head, root_.address, 8);
    Append(&head, 1, 4);  // what follows is its table
    Append(&head, 0, 4);
    head += root_table_;
    out_.replace(0, head.size(), head);
  }

  Entry root_;
  std::string out_, root_table_;
  uint64_t children_half_ = 16;
  uint64_t data_begin_ = 0, data_at_ = 0;
};

Status WriteParts(WritableFile* file, const std::string& metadata,
                  const std::vector<const Tensor*>& tensors) {
  RUNNEL_RETURN_IF_ERROR(file->Append(metadata));
  for (const Tensor* tensor : tensors) {
    const uint64_t bytes = tensor->size_bytes();
    RUNNEL_RETURN_IF_ERROR(file->Append({static_cast<const char*>(tensor->data()), bytes}));
    RUNNEL_RETURN_IF_ERROR(file->Append(std::string(AlignUp(bytes, 8) - bytes, '\0')));
  }
  RUNNEL_RETURN_IF_ERROR(file->Sync());
  return file->Close();
}

}  // namespace

Status WriteHdf5(const FileSystem& files, const std::string& path,
                 const std::map<std::string, Tensor>& tensors) {
  Writer writer;
  for (const auto& [name, tensor] : tensors) RUNNEL_RETURN_IF_ERROR(writer.Add(name, tensor));
  std::vector<const Tensor*> in_order;
  RUNNEL_ASSIGN_OR_RETURN(const std::string metadata, writer.Metadata(&in_order));
  const std::string unfinished = path + ".tmp";
  const std::string folder = FolderOf(path);  // behind the rename nothing may claim memory
  RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<WritableFile> file, files.OpenForWriting(unfinished));
  Status status = WriteParts(file.get(), metadata, in_order);
  if (status.ok()) status = files.Rename(unfinished, path);
  if (!status.ok()) {
    (void)files.Remove(unfinished);
    return status;
  }
  return files.SyncFolder(folder);
}

}  // namespace runnel::learn

#include "core/learn/keras/hdf5_file.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/checked.h"
#include "core/learn/keras/byte_cursor.h"
#include "core/learn/keras/hdf5_format.h"

namespace runnel::learn {

namespace {

// Of all that describes tensors. Real files have some hundred bytes for each.
constexpr uint64_t kMostMetadata = 256ull << 20;
constexpr int kMostDepth = 32;
// A chunk may be larger than its tensor, which has room to grow.
constexpr uint64_t kMostSmallChunk = 16ull << 20;
// What packing adds to a chunk that does not become smaller, besides its size once more.
constexpr uint64_t kMostOverhead = 1024;

struct Message {
  uint16_t type = 0;
  uint64_t position = 0;  // of its data
  std::string data;
};

class Reader {
 public:
  using Texts = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

  Reader(const FilePart& part, std::map<std::string, Hdf5Dataset>* datasets, Texts* texts)
      : part_(part), datasets_(*datasets), texts_(*texts) {}

  Status Run() {
    RUNNEL_ASSIGN_OR_RETURN(const std::string head, Bytes(0, hdf5::kSignature.size() + 4));
    if (!head.starts_with(hdf5::kSignature)) return Expected(0, "the signature of an HDF5 file");
    const auto version = static_cast<uint8_t>(head[8]);
    if (version > 3) return Unknown(8, StrCat("a superblock of version ", int{version}));
    if (version >= 2) {
      RUNNEL_ASSIGN_OR_RETURN(const std::string block, Bytes(9, 2));
      RUNNEL_RETURN_IF_ERROR(CheckSizes(9, block[0], block[1]));
      RUNNEL_ASSIGN_OR_RETURN(const std::string addresses, Bytes(12, 32));
      ByteCursor in(addresses);
      if (in.U64() != 0) return Unknown(12, "a base address");
      in.Skip(16);
      return ReadObject(in.U64(), "", 0);
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::string sizes, Bytes(13, 2));
    RUNNEL_RETURN_IF_ERROR(CheckSizes(13, sizes[0], sizes[1]));
    const uint64_t at = version == 0 ? 24 : 28;
    RUNNEL_ASSIGN_OR_RETURN(const std::string block, Bytes(at, 32 + hdf5::kEntryBytes));
    ByteCursor in(block);
    if (in.U64() != 0) return Unknown(at, "a base address");
    in.Skip(24 + 8);  // the other addresses, and the root's name
    return ReadObject(in.U64(), "", 0);
  }

 private:
  Status Expected(uint64_t at, std::string_view what) const {
    return DataLoss(part_.name, ": byte ", at, ": expected ", what);
  }
  Status Unknown(uint64_t at, std::string_view what) const {
    return Unimplemented(part_.name, ": byte ", at, ": the HDF5 file has ", what,
                         ", which is not read here");
  }
  Status CheckSizes(uint64_t at, char offsets, char lengths) const {
    if (offsets == 8 && lengths == 8) return OkStatus();
    return Unknown(at, "addresses that have not 8 bytes");
  }

  Result<std::string> Bytes(uint64_t at, uint64_t count) {
    if (count > kMostMetadata - read_) {
      return Expected(at, StrCat("at most ", kMostMetadata, " bytes that describe tensors"));
    }
    if (at > part_.size || count > part_.size - at) {
      return Expected(at, StrCat(count, " more bytes of ", part_.size));
    }
    read_ += count;
    std::string bytes(count, '\0');
    RUNNEL_RETURN_IF_ERROR(part_.Read(at, bytes.data(), count));
    return bytes;
  }

  // ---- object headers ----

  Result<std::vector<Message>> ReadHeader(uint64_t address) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string head, Bytes(address, 16));
    return head.starts_with("OHDR") ? ReadHeader2(address) : ReadHeader1(address, head);
  }

  Result<std::vector<Message>> ReadHeader1(uint64_t address, const std::string& head) {
    ByteCursor in(head);
    if (in.U8() != 1) return Expected(address, "an object header");
    in.Skip(7);
    const uint64_t size = in.U32();
    std::vector<Message> messages;
    std::vector<std::pair<uint64_t, uint64_t>> blocks = {{address + 16, size}};
    for (size_t k = 0; k < blocks.size(); ++k) {
      const uint64_t begin = blocks[k].first;
      RUNNEL_ASSIGN_OR_RETURN(const std::string block, Bytes(begin, blocks[k].second));
      ByteCursor at(block);
      while (at.left() >= 8) {
        Message message;
        message.type = at.U16();
        const uint16_t bytes = at.U16();
        at.Skip(4);
        message.position = begin + at.position();
        message.data = std::string(at.Take(bytes));
        if (!at.ok()) return Expected(message.position, StrCat("a message of ", bytes, " bytes"));
        RUNNEL_RETURN_IF_ERROR(AddMessage(std::move(message), 0, &messages, &blocks));
      }
    }
    return messages;
  }

  Result<std::vector<Message>> ReadHeader2(uint64_t address) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string head, Bytes(address, 6));
    const auto flags = static_cast<uint8_t>(head[5]);
    uint64_t at = address + 6 + ((flags & 0x20) != 0 ? 16 : 0) + ((flags & 0x10) != 0 ? 4 : 0);
    const uint64_t size_bytes = uint64_t{1} << (flags & 3);
    RUNNEL_ASSIGN_OR_RETURN(const std::string size_text, Bytes(at, size_bytes));
    at += size_bytes;
    std::vector<Message> messages;
    std::vector<std::pair<uint64_t, uint64_t>> blocks = {{at, ByteCursor(size_text).Number(size_bytes)}};
    for (size_t k = 0; k < blocks.size(); ++k) {
      const uint64_t begin = blocks[k].first;
      RUNNEL_ASSIGN_OR_RETURN(const std::string block, Bytes(begin, blocks[k].second));
      const size_t prefix = (flags & 4) != 0 ? 6 : 4;
      ByteCursor in(block);
      if (k > 0 && in.Take(4) != "OCHK") return Expected(begin, "a block of an object header");
      const size_t end = k > 0 ? 4 : 0;  // a checksum
      while (in.left() >= prefix + end) {
        Message message;
        message.type = in.U8();
        const uint16_t bytes = in.U16();
        in.Skip(prefix - 3);
        message.position = begin + in.position();
        message.data = std::string(in.Take(bytes));
        if (!in.ok()) return Expected(message.position, StrCat("a message of ", bytes, " bytes"));
        RUNNEL_RETURN_IF_ERROR(AddMessage(std::move(message), 4, &messages, &blocks));
      }
    }
    return messages;
  }

  Status AddMessage(Message message, uint64_t least, std::vector<Message>* messages,
                    std::vector<std::pair<uint64_t, uint64_t>>* blocks) {
    if (message.type == hdf5::kContinuation) {
      ByteCursor in(message.data);
      const uint64_t at = in.U64(), size = in.U64();
      // A block that another names leads nowhere new.
      if (!in.ok() || size < least || !continued_.insert(at).second) {
        return Expected(message.position, "the place of a header's next block");
      }
      blocks->emplace_back(at, size);
      return OkStatus();
    }
    if (message.type != 0) messages->push_back(std::move(message));
    return OkStatus();
  }

  // ---- groups ----

  Status ReadObject(uint64_t address, const std::string& path, int depth) {
    if (depth > kMostDepth) {
      return Expected(address, StrCat("groups no deeper than ", kMostDepth, " at \"", path, "\""));
    }
    // A tensor has one name; a group that holds itself would have no end.
    if (!objects_.insert(address).second) {
      return Unimplemented(part_.name, ": \"", path, "\" is another name of an object of the file");
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Message> messages, ReadHeader(address));
    const Message *type = nullptr, *space = nullptr, *layout = nullptr, *fill = nullptr,
                  *filters = nullptr;
    for (const Message& message : messages) {
      if (message.type == hdf5::kSymbolTable) RUNNEL_RETURN_IF_ERROR(ReadTable(message, path, depth));
      if (message.type == hdf5::kLink) RUNNEL_RETURN_IF_ERROR(ReadLink(message, path, depth));
      if (message.type == hdf5::kLinkInfo) RUNNEL_RETURN_IF_ERROR(CheckLinkInfo(message, path));
      if (message.type == hdf5::kDatatype) type = &message;
      if (message.type == hdf5::kDataspace) space = &message;
      if (message.type == hdf5::kLayout) layout = &message;
      if (message.type == hdf5::kFillValue) fill = &message;
      if (message.type == hdf5::kFilters) filters = &message;
      if (message.type == hdf5::kExternalFiles)
        return Unimplemented(part_.name, ": \"", path, "\" is stored in other files");
      if (message.type == hdf5::kAttribute) RUNNEL_RETURN_IF_ERROR(ReadAttribute(message, path));
    }
    if (type == nullptr || space == nullptr || layout == nullptr) return OkStatus();
    Hdf5Dataset out;
    RUNNEL_ASSIGN_OR_RETURN(out.dtype, ReadType(path, *type));
    RUNNEL_ASSIGN_OR_RETURN(out.shape, ReadSpace(path, *space));
    out.bytes = DTypeSize(out.dtype);
    for (const int64_t dim : out.shape.dims()) {
      if (!CheckedMul(out.bytes, static_cast<uint64_t>(dim), &out.bytes))
        return Expected(space->position, StrCat("a size of \"", path, "\" that exists"));
    }
    if (fill != nullptr) RUNNEL_RETURN_IF_ERROR(ReadFill(path, *fill, &out));
    if (filters != nullptr) RUNNEL_RETURN_IF_ERROR(ReadFilters(path, *filters, &out));
    RUNNEL_RETURN_IF_ERROR(ReadLayout(path, *layout, &out));
    if (!datasets_.emplace(path, std::move(out)).second)
      return Expected(type->position, StrCat("one tensor \"", path, "\""));
    return OkStatus();
  }

  // Keeps what is a list of texts.
  Status ReadAttribute(const Message& message, const std::string& path) {
    ByteCursor in(message.data);
    const uint8_t version = in.U8();
    in.Skip(1);
    const uint16_t name_bytes = in.U16(), type_bytes = in.U16(), space_bytes = in.U16();
    if (version == 3) in.Skip(1);
    const auto padded = [&](size_t bytes) { return version == 1 ? AlignUp(bytes, 8) : bytes; };
    const std::string_view name = in.Take(padded(name_bytes)), type = in.Take(padded(type_bytes));
    const std::string_view space = in.Take(padded(space_bytes));
    const hdf5::TextType texts_are = hdf5::ParseTextType(type);
    if (version < 1 || version > 3 || !in.ok() || texts_are.bytes == 0) return OkStatus();
    const auto shape = ReadSpace(path, {hdf5::kDataspace, message.position, std::string(space)});
    if (!shape.ok() || shape->rank() != 1) return OkStatus();
    const auto count = static_cast<uint64_t>(shape->dim(0));
    if (count > in.left() / texts_are.bytes)
      return Expected(message.position, StrCat("texts of an attribute of \"", path, "\""));
    std::vector<std::string> texts;
    for (uint64_t i = 0; i < count; ++i) {
      std::string_view text;
      if (texts_are.in_heap) {
        const uint32_t bytes = in.U32();
        const uint64_t heap = in.U64();
        RUNNEL_ASSIGN_OR_RETURN(text, HeapObject(heap, in.U32()));
        text = text.substr(0, bytes);
      } else {
        text = in.Take(texts_are.bytes);
      }
      texts.emplace_back(text.substr(0, text.find('\0')));
    }
    texts_[{path, std::string(name.substr(0, name.find('\0')))}] = std::move(texts);
    return OkStatus();
  }

  // An object of a global heap, by its number.
  Result<std::string_view> HeapObject(uint64_t address, uint32_t number) {
    auto [heap, is_new] = heaps_.try_emplace(address);
    if (is_new) {
      RUNNEL_ASSIGN_OR_RETURN(const std::string head, Bytes(address, 16));
      if (!head.starts_with("GCOL")) return Expected(address, "a heap of texts");
      RUNNEL_ASSIGN_OR_RETURN(const std::string all,
                              Bytes(address, ByteCursor(std::string_view(head).substr(8)).U64()));
      ByteCursor in(all);
      in.Skip(16);
      while (in.left() >= 16) {
        const uint16_t index = in.U16();
        in.Skip(6);
        const uint64_t size = in.U64();
        if (index == 0) break;  // what is free
        if (size > in.left()) return Expected(address + in.position(), "an object of a heap");
        heap->second[index] = std::string(in.Take(size));
        in.Skip(std::min<size_t>(in.left(), AlignUp(size, 8) - size));
      }
    }
    const auto found = heap->second.find(number);
    if (found == heap->second.end())
      return Expected(address, StrCat("an object ", number, " of the heap"));
    return std::string_view(found->second);
  }

  static std::string Below(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : StrCat(path, "/", name);
  }

  Status ReadTable(const Message& message, const std::string& path, int depth) {
    ByteCursor in(message.data);
    const uint64_t tree = in.U64(), heap_at = in.U64();
    if (!in.ok()) return Expected(message.position, "a symbol table");
    RUNNEL_ASSIGN_OR_RETURN(const std::string head, Bytes(heap_at, 32));
    if (!head.starts_with("HEAP")) return Expected(heap_at, "a heap of names");
    ByteCursor heap_head(head);
    heap_head.Skip(8);
    const uint64_t heap_size = heap_head.U64();
    heap_head.Skip(8);
    RUNNEL_ASSIGN_OR_RETURN(const std::string names, Bytes(heap_head.U64(), heap_size));
    return ReadTree(tree, names, path, depth, 0);
  }

  Status ReadTree(uint64_t address, const std::string& names, const std::string& path, int depth,
                  int level) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string head, Bytes(address, 24));
    if (head.starts_with("SNOD")) return ReadSymbols(address, names, path, depth);
    if (!head.starts_with("TREE") || head[4] != 0 || level > kMostDepth) {
      return Expected(address, StrCat("a tree of the names in \"", path, "\""));
    }
    ByteCursor in(head);
    in.Skip(6);
    const uint16_t children = in.U16();
    RUNNEL_ASSIGN_OR_RETURN(const std::string entries, Bytes(address + 24, uint64_t{children} * 16));
    ByteCursor at(entries);
    for (uint16_t i = 0; i < children; ++i) {
      at.Skip(8);
      RUNNEL_RETURN_IF_ERROR(ReadTree(at.U64(), names, path, depth, level + 1));
    }
    return OkStatus();
  }

  Status ReadSymbols(uint64_t address, const std::string& names, const std::string& path, int depth) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string head, Bytes(address, 8));
    ByteCursor in(head);
    in.Skip(6);
    const uint16_t count = in.U16();
    RUNNEL_ASSIGN_OR_RETURN(const std::string entries,
                            Bytes(address + 8, uint64_t{count} * hdf5::kEntryBytes));
    ByteCursor at(entries);
    for (uint16_t i = 0; i < count; ++i) {
      const uint64_t name_at = at.U64(), object = at.U64();
      const uint32_t kind = at.U32();
      at.Skip(20);
      const size_t end = name_at < names.size() ? names.find('\0', name_at) : std::string::npos;
      if (end == std::string::npos || end == name_at) {
        return Expected(address + 8 + uint64_t{i} * hdf5::kEntryBytes, "a name in the group's heap");
      }
      const std::string name = Below(path, std::string_view(names).substr(name_at, end - name_at));
      if (kind == 2) return Unimplemented(part_.name, ": \"", name, "\" is a soft link");
      RUNNEL_RETURN_IF_ERROR(ReadObject(object, name, depth + 1));
    }
    return OkStatus();
  }

  Status ReadLink(const Message& message, const std::string& path, int depth) {
    ByteCursor in(message.data);
    const uint8_t version = in.U8(), flags = in.U8();
    const uint8_t kind = (flags & 8) != 0 ? in.U8() : 0;
    if ((flags & 4) != 0) in.Skip(8);
    if ((flags & 0x10) != 0) in.Skip(1);
    const uint64_t length = in.Number(size_t{1} << (flags & 3));
    const std::string_view name = length > in.left() ? std::string_view() : in.Take(length);
    const uint64_t object = in.U64();
    if (version != 1 || name.empty() || !in.ok()) return Expected(message.position, "a link");
    const std::string below = Below(path, name);
    if (kind != 0) return Unimplemented(part_.name, ": \"", below, "\" is a soft or external link");
    return ReadObject(object, below, depth + 1);
  }

  Status CheckLinkInfo(const Message& message, const std::string& path) {
    ByteCursor in(message.data);
    in.Skip(1);
    if ((in.U8() & 1) != 0) in.Skip(8);
    const uint64_t heap = in.U64();
    if (!in.ok()) return Expected(message.position, "what is said of a group's links");
    if (heap == hdf5::kNowhere) return OkStatus();
    return Unimplemented(part_.name, ": the group \"", path, "\" has dense links");
  }

  // ---- tensors ----

  Result<DType> ReadType(const std::string& path, const Message& message) {
    const hdf5::Type type = hdf5::ParseType(message.data);
    switch (type.fault) {
      case hdf5::Type::kFine:
        return type.dtype;
      case hdf5::Type::kDamaged:
        return Expected(message.position, StrCat("the element type of \"", path, "\""));
      default:
        return Unimplemented(part_.name, ": the elements of \"", path, "\" are ", type.what,
                             "; what is read are little-endian numbers and bool");
    }
  }

  Result<Shape> ReadSpace(const std::string& path, const Message& message) {
    ByteCursor in(message.data);
    const uint8_t version = in.U8(), rank = in.U8();
    in.Skip(1);
    const uint8_t kind = in.U8();
    if (version == 1) in.Skip(4);
    if (version < 1 || version > 2 || (version == 2 && kind > 1)) {
      return Unimplemented(part_.name, ": \"", path, "\" has no shape");
    }
    std::vector<int64_t> dims;
    for (uint8_t i = 0; i < rank; ++i) {
      const uint64_t dim = in.U64();
      if (!in.ok() || dim > static_cast<uint64_t>(INT64_MAX)) {
        return Expected(message.position, StrCat("the shape of \"", path, "\""));
      }
      dims.push_back(static_cast<int64_t>(dim));
    }
    return Shape::Make(dims);
  }

  Status ReadLayout(const std::string& path, const Message& message, Hdf5Dataset* out) {
    ByteCursor in(message.data);
    const uint8_t version = in.U8(), kind = in.U8();
    if (version < 3 || version > 4) {
      return Unimplemented(part_.name, ": \"", path, "\" has a layout of version ", int{version});
    }
    if (kind == 0) {  // in the header itself
      const uint16_t bytes = in.U16();
      out->offset = message.position + in.position();
      if (!in.ok() || bytes != out->bytes || bytes > in.left()) {
        return Expected(message.position, StrCat(out->bytes, " bytes of \"", path, "\""));
      }
      return OkStatus();
    }
    if (kind == 2 && version == 3) return ReadChunks(path, message, in, out);
    if (kind != 1) {
      return Unimplemented(part_.name, ": \"", path, "\" is stored ",
                           kind == 2 ? "in chunks with an index of HDF5 1.10" : "as a virtual one",
                           "; what is read is in one piece or in chunks as h5py writes them unless ",
                           "it is told otherwise");
    }
    out->offset = in.U64();
    const uint64_t bytes = in.U64();
    if (!in.ok()) return Expected(message.position, StrCat("the place of \"", path, "\""));
    out->stored = out->offset != hdf5::kNowhere;
    if (!out->stored) return OkStatus();
    if (bytes != out->bytes || out->offset > part_.size || bytes > part_.size - out->offset) {
      return Expected(message.position, StrCat(out->bytes, " bytes of \"", path, "\" in the file, got ",
                                               bytes, " at byte ", out->offset));
    }
    return OkStatus();
  }

  Status ReadFill(const std::string& path, const Message& message, Hdf5Dataset* out) {
    ByteCursor in(message.data);
    const uint8_t version = in.U8();
    in.Skip(version == 3 ? 0 : 2);
    const uint8_t said = in.U8();
    if (version < 1 || version > 3) return OkStatus();
    if (version == 3 ? (said & 0x20) == 0 : version == 2 && said == 0) return OkStatus();
    const uint32_t bytes = in.U32();
    out->fill = std::string(bytes > in.left() ? std::string_view() : in.Take(bytes));
    if (!in.ok() || out->fill.size() != bytes || (bytes != 0 && bytes != DTypeSize(out->dtype)))
      return Expected(message.position, StrCat("the fill value of \"", path, "\""));
    return OkStatus();
  }

  Status ReadFilters(const std::string& path, const Message& message, Hdf5Dataset* out) {
    std::string unknown;
    if (!hdf5::ParseFilters(message.data, &out->chunks.filters, &unknown))
      return Expected(message.position, StrCat("the filters of \"", path, "\""));
    if (unknown.empty()) return OkStatus();
    return Unimplemented(part_.name, ": \"", path, "\" is packed by the filter ", unknown,
                         "; what is read is gzip, shuffle and fletcher32");
  }

  Status ReadChunks(const std::string& path, const Message& message, ByteCursor in, Hdf5Dataset* out) {
    hdf5::Chunks& chunks = out->chunks;
    const size_t rank = static_cast<size_t>(out->shape.rank());
    const uint8_t num_dims = in.U8();
    const uint64_t tree = in.U64();
    const Status wrong = Expected(message.position, StrCat("the chunks of \"", path, "\""));
    if (rank == 0 || num_dims != rank + 1) return wrong;
    chunks.bytes = DTypeSize(out->dtype);
    uint64_t most = 1;
    for (size_t d = 0; d < rank; ++d) {
      const uint64_t dim = in.U32(), size = static_cast<uint64_t>(out->shape.dim(static_cast<int>(d)));
      if (dim == 0 || !CheckedMul(chunks.bytes, dim, &chunks.bytes)) return wrong;
      chunks.dims.push_back(dim);
      most = std::min(kMostMetadata, most * std::min(kMostMetadata, (size + dim - 1) / dim));
    }
    if (in.U32() != DTypeSize(out->dtype) || !in.ok()) return wrong;
    if (chunks.bytes > std::max(2 * out->bytes, kMostSmallChunk)) {
      return Expected(message.position, StrCat("chunks of \"", path, "\" in proportion to its ",
                                               out->bytes, " bytes, got ", chunks.bytes));
    }
    return tree == hdf5::kNowhere ? OkStatus() : ReadChunkTree(path, tree, most, 0, out);
  }

  // The tensor has at most `most` chunks.
  Status ReadChunkTree(const std::string& path, uint64_t address, uint64_t most, int level,
                       Hdf5Dataset* out) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string head, Bytes(address, 24));
    if (!head.starts_with("TREE") || head[4] != 1 || level > kMostDepth)
      return Expected(address, StrCat("a tree of the chunks of \"", path, "\""));
    const bool is_leaf = head[5] == 0;
    const size_t rank = out->chunks.dims.size(), entry_bytes = 8 + 8 * (rank + 1) + 8;
    const uint64_t count = ByteCursor(std::string_view(head).substr(6)).U16();
    RUNNEL_ASSIGN_OR_RETURN(const std::string entries, Bytes(address + 24, count * entry_bytes));
    ByteCursor in(entries);
    for (uint64_t i = 0; i < count; ++i) {
      hdf5::Chunk chunk;
      chunk.bytes = in.U32();
      chunk.left_out = in.U32();
      bool inside = true;
      for (size_t d = 0; d < rank; ++d) {
        chunk.at.push_back(in.U64());
        inside = inside && chunk.at[d] < static_cast<uint64_t>(out->shape.dim(static_cast<int>(d))) &&
                 chunk.at[d] % out->chunks.dims[d] == 0;
      }
      in.Skip(8);
      chunk.offset = in.U64();
      if (!is_leaf) {
        RUNNEL_RETURN_IF_ERROR(ReadChunkTree(path, chunk.offset, most, level + 1, out));
        continue;
      }
      if (!inside || chunk.offset > part_.size || chunk.bytes > part_.size - chunk.offset ||
          chunk.bytes > 2 * out->chunks.bytes + kMostOverhead || out->chunks.stored.size() == most) {
        return Expected(address + 24 + i * entry_bytes, StrCat("a chunk of \"", path, "\""));
      }
      out->chunks.stored.push_back(std::move(chunk));
    }
    return OkStatus();
  }

  const FilePart& part_;
  std::map<std::string, Hdf5Dataset>& datasets_;
  Texts& texts_;
  std::map<uint64_t, std::map<uint32_t, std::string>> heaps_;  // by their addresses
  std::set<uint64_t> objects_, continued_;
  uint64_t read_ = 0;
};

void Fill(const Hdf5Dataset& dataset, char* data) {
  if (dataset.fill.empty()) {
    std::memset(data, 0, dataset.bytes);
    return;
  }
  for (uint64_t at = 0; at < dataset.bytes; at += dataset.fill.size())
    std::memcpy(data + at, dataset.fill.data(), dataset.fill.size());
}

}  // namespace

const std::vector<std::string>* Hdf5File::Texts(const std::string& group,
                                                const std::string& attribute) const {
  const auto found = texts_.find({group, attribute});
  return found == texts_.end() ? nullptr : &found->second;
}

Result<Hdf5File> Hdf5File::Open(FilePart part) {
  Hdf5File out;
  out.part_ = std::move(part);
  RUNNEL_RETURN_IF_ERROR(Reader(out.part_, &out.datasets_, &out.texts_).Run());
  return out;
}

Result<Tensor> Hdf5File::Read(const Hdf5Dataset& dataset, Allocator* allocator) const {
  RUNNEL_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Allocate(allocator, dataset.dtype, dataset.shape));
  if (dataset.bytes == 0) return tensor;
  if (!dataset.stored || !dataset.chunks.dims.empty()) {
    Fill(dataset, static_cast<char*>(tensor.data()));
    RUNNEL_RETURN_IF_ERROR(hdf5::ReadChunks(part_, dataset.dtype, dataset.shape, dataset.chunks,
                                            static_cast<char*>(tensor.data())));
  } else {
    RUNNEL_RETURN_IF_ERROR(part_.Read(dataset.offset, tensor.data(), dataset.bytes));
  }
  if (dataset.dtype != DType::kBool) return tensor;
  auto* bytes = static_cast<unsigned char*>(tensor.data());
  for (uint64_t i = 0; i < dataset.bytes; ++i) bytes[i] = bytes[i] != 0 ? 1 : 0;
  return tensor;
}

}  // namespace runnel::learn

#include "core/learn/keras/zip_file.h"

#include <algorithm>

#include "core/learn/keras/byte_cursor.h"

namespace runnel::learn {
namespace {

constexpr uint32_t kEnd64 = 0x06064b50, kLocator64 = 0x07064b50, kEntry = 0x02014b50,
                   kLocal = 0x04034b50;
constexpr uint64_t kEndBytes = 22, kLocatorBytes = 20, kMostComment = 65535, kMostDirectory = 64 << 20;
constexpr uint32_t kIn64 = 0xffffffff;  // the number is in a wider field
constexpr uint16_t kExtra64 = 1;

}  // namespace

Result<ZipFile> ZipFile::Open(std::shared_ptr<const ReadableFile> file, std::string name) {
  ZipFile out;
  out.file_ = std::move(file);
  out.name_ = std::move(name);
  RUNNEL_RETURN_IF_ERROR(out.ReadDirectory());
  return out;
}

Status ZipFile::ReadDirectory() {
  const FilePart whole{file_, name_, 0, file_->size()};
  const uint64_t tail_bytes = std::min(whole.size, kEndBytes + kMostComment + kLocatorBytes);
  std::string tail(tail_bytes, '\0');
  RUNNEL_RETURN_IF_ERROR(whole.Read(whole.size - tail_bytes, tail.data(), tail_bytes));
  const size_t end = tail.rfind("PK\5\6");
  if (end == std::string::npos || tail.size() - end < kEndBytes) {
    return DataLoss(name_, ": expected the end of a zip archive's directory in its last ", tail_bytes,
                    " bytes");
  }
  ByteCursor in(std::string_view(tail).substr(end + 4));
  in.Skip(6);
  uint64_t count = in.U16(), bytes = in.U32(), begin = in.U32();
  if (end >= kLocatorBytes &&
      ByteCursor(std::string_view(tail).substr(end - kLocatorBytes)).U32() == kLocator64) {
    ByteCursor locator(std::string_view(tail).substr(end - kLocatorBytes));
    locator.Skip(8);
    const uint64_t at = locator.U64();
    std::string wide(56, '\0');
    RUNNEL_RETURN_IF_ERROR(whole.Read(at, wide.data(), wide.size()));
    ByteCursor wide_in(wide);
    if (wide_in.U32() != kEnd64) {
      return DataLoss(name_, ": byte ", at, ": expected the end of a zip archive's directory");
    }
    wide_in.Skip(28);
    count = wide_in.U64();
    bytes = wide_in.U64();
    begin = wide_in.U64();
  }
  if (bytes > kMostDirectory || begin > whole.size || bytes > whole.size - begin) {
    return DataLoss(name_, ": expected a directory of at most ", kMostDirectory, " bytes, got ", bytes,
                    " at byte ", begin, " of ", whole.size);
  }
  std::string directory(bytes, '\0');
  RUNNEL_RETURN_IF_ERROR(whole.Read(begin, directory.data(), bytes));
  ByteCursor entries(directory);
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t at = begin + entries.position();
    const bool is_entry = entries.U32() == kEntry;
    Member member;
    entries.Skip(4);
    member.flags = entries.U16();
    member.method = entries.U16();
    entries.Skip(8);
    const uint32_t packed = entries.U32();
    member.size = entries.U32();
    const uint16_t name_bytes = entries.U16(), extra_bytes = entries.U16(), comment = entries.U16();
    entries.Skip(8);
    member.header = entries.U32();
    const std::string name(entries.Take(name_bytes));
    ByteCursor extra(entries.Take(extra_bytes));
    entries.Skip(comment);
    if (!is_entry || !entries.ok()) {
      return DataLoss(name_, ": byte ", at, ": expected entry ", i, " of ", count, " of the directory");
    }
    while (extra.left() >= 4) {
      const uint16_t kind = extra.U16(), length = extra.U16();
      ByteCursor field(extra.Take(length));
      if (kind != kExtra64) continue;
      if (member.size == kIn64) member.size = field.U64();
      if (packed == kIn64) field.Skip(8);
      if (member.header == kIn64) member.header = field.U64();
    }
    members_[name] = member;
  }
  return OkStatus();
}

Result<FilePart> ZipFile::Find(const std::string& member) const {
  const auto found = members_.find(member);
  if (found == members_.end()) {
    std::string names;
    for (const auto& [name, unused] : members_) names += StrCat(names.empty() ? "" : ", ", name);
    return NotFound(name_, " has no member ", member, "; it has ", names.substr(0, 1000));
  }
  const Member& entry = found->second;
  if (entry.method != 0 || (entry.flags & 1) != 0) {
    return Unimplemented(name_, ": the member ", member, " is compressed or encrypted; what is read is ",
                         "stored as it is, as Keras writes it");
  }
  const FilePart whole{file_, name_, 0, file_->size()};
  std::string head(30, '\0');
  RUNNEL_RETURN_IF_ERROR(whole.Read(entry.header, head.data(), head.size()));
  ByteCursor in(head);
  if (in.U32() != kLocal) {
    return DataLoss(name_, ": byte ", entry.header, ": expected the member ", member);
  }
  in.Skip(22);
  const uint64_t name_bytes = in.U16(), extra_bytes = in.U16();
  const uint64_t begin = entry.header + head.size() + name_bytes + extra_bytes;
  if (begin > whole.size || entry.size > whole.size - begin) {
    return DataLoss(name_, ": byte ", begin, ": expected ", entry.size, " bytes of the member ", member);
  }
  return FilePart{file_, StrCat(name_, "/", member), begin, entry.size};
}

Result<std::string> ZipFile::ReadAll(const std::string& member, uint64_t max_bytes) const {
  RUNNEL_ASSIGN_OR_RETURN(const FilePart part, Find(member));
  if (part.size > max_bytes) {
    return ResourceExhausted(part.name, ": expected at most ", max_bytes, " bytes, got ", part.size);
  }
  std::string text(part.size, '\0');
  RUNNEL_RETURN_IF_ERROR(part.Read(0, text.data(), text.size()));
  return text;
}

}  // namespace runnel::learn

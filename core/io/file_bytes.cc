#include "core/io/file_bytes.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/memfd.h>
#include <linux/stat.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace runnel {

// A part of a file's bytes, which keeps the file and gives its pages back at its end.
class FileSlice final : public Buffer {
 public:
  FileSlice(Ref<FileBytes> file, char* data, size_t size)
      : Buffer(Kind::kHost, data, size), file_(std::move(file)) {
    writable_ = false;
  }
  void DropPages() const {
    if (file_->is_mapped()) file_->GiveBack(static_cast<const char*>(data_), size_bytes_);
  }

 private:
  ~FileSlice() override {
    if (file_->settled_.load(std::memory_order_acquire))
      file_->GiveBack(static_cast<const char*>(data_), size_bytes_);
  }
  const Ref<FileBytes> file_;
};

void DropPages(const Buffer& buffer) {
  if (const auto* slice = dynamic_cast<const FileSlice*>(&buffer)) slice->DropPages();
}

namespace {

constexpr size_t kMaxPiece = size_t{1} << 30;  // of one read, as Linux cuts them at 2 GiB

// File systems that nobody writes to, whoever mounts them.
bool IsReadOnlyKind(int64_t magic) {
  constexpr int64_t kSquashFs = 0x73717368, kIso9660 = 0x9660, kEroFs = 0xE0F5E1E2, kCramFs = 0x28cd3d45;
  return magic == kSquashFs || magic == kIso9660 || magic == kEroFs || magic == kCramFs;
}

// Empty if nobody can shorten the file while it is open, else what would have to be.
std::string WhyShortenable(int fd) {
  const int seals = ::fcntl(fd, F_GET_SEALS);
  if (seals >= 0 && (seals & F_SEAL_SHRINK) != 0) return "";
  struct statfs system;
  if (::fstatfs(fd, &system) == 0 && IsReadOnlyKind(static_cast<int64_t>(system.f_type) & 0xFFFFFFFF))
    return "";
  unsigned int flags = 0;
  if (::ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0 && (flags & (FS_IMMUTABLE_FL | FS_VERITY_FL)) != 0)
    return "";
  return "others may shorten it: it is neither immutable, nor protected by fs-verity, nor sealed, nor "
         "on a "
         "file system without writers";
}

}  // namespace

FileBytes::~FileBytes() {
  if (is_mapped_ && data_ != nullptr) ::munmap(data_, size_);
}

Status FileBytes::Read(SystemCalls* calls, int fd, const std::string& path, Allocator* allocator) {
  Result<Ref<Buffer>> memory = AllocateHostBuffer(allocator, size_);
  if (!memory.ok()) return memory.status().WithPrefix(StrCat("file \"", path, "\""));
  memory_ = std::move(*memory);
  data_ = static_cast<char*>(memory_->data());
  for (size_t at = 0; at < size_;) {
    const ssize_t got = calls->Read(fd, data_ + at, std::min(size_ - at, kMaxPiece), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", path, errno);
    if (got == 0) {
      return DataLoss("file \"", path, "\" ends at byte ", at, ", ", size_ - at,
                      " more bytes were expected");
    }
    at += static_cast<size_t>(got);
  }
  return OkStatus();
}

Result<Ref<FileBytes>> FileBytes::Copy(std::string_view bytes, Allocator* allocator) {
  auto copy = Ref<FileBytes>::Adopt(new FileBytes);
  RUNNEL_ASSIGN_OR_RETURN(copy->memory_, AllocateHostBuffer(allocator, bytes.size()));
  copy->data_ = static_cast<char*>(copy->memory_->data());
  copy->size_ = bytes.size();
  if (!bytes.empty()) std::memcpy(copy->data_, bytes.data(), bytes.size());
  return copy;
}

Result<Ref<FileBytes>> FileBytes::Open(SystemCalls* calls, const std::string& path, MapFiles map,
                                       uint64_t max_bytes, Allocator* allocator) {
  SystemCalls real;
  if (calls == nullptr) calls = &real;
  if (path.find('\0') != std::string::npos)
    return InvalidArgument("file name \"", path.substr(0, path.find('\0')), "\": a NUL byte follows");
  struct Closer {
    SystemCalls* calls;
    int fd = -1;
    ~Closer() {
      if (fd >= 0) calls->Close(fd);
    }
  } file{calls};
  do {  // O_NONBLOCK: a pipe without a writer must not hang the caller
    file.fd = calls->Open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  } while (file.fd < 0 && errno == EINTR);
  if (file.fd < 0) return FileError("open", path, errno);
  struct stat info;
  if (::fstat(file.fd, &info) != 0) return FileError("examine", path, errno);
  if (S_ISDIR(info.st_mode)) return FileError("read", path, EISDIR);
  if (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode))
    return InvalidArgument("\"", path, "\" is a pipe or a socket, expected a file");
  const uint64_t size = info.st_size < 0 ? 0 : static_cast<uint64_t>(info.st_size);
  if (size > max_bytes || size > SIZE_MAX) {
    return ResourceExhausted("file \"", path, "\" has ", size, " bytes, at most ", max_bytes,
                             " are read");
  }
  auto bytes = Ref<FileBytes>::Adopt(new FileBytes);
  bytes->size_ = static_cast<size_t>(size);
  if (map == MapFiles::kProtected) bytes->why_not_ = WhyShortenable(file.fd);
  if (map == MapFiles::kNever || size == 0 || !bytes->why_not_.empty()) {
    RUNNEL_RETURN_IF_ERROR(bytes->Read(calls, file.fd, path, allocator));
    return bytes;
  }
  void* mapped = ::mmap(nullptr, bytes->size_, PROT_READ, MAP_SHARED, file.fd, 0);
  if (mapped == MAP_FAILED) return FileError("map", path, errno);
  bytes->data_ = static_cast<char*>(mapped);
  bytes->is_mapped_ = true;
  return bytes;
}

void FileBytes::GiveBack(const char* begin, size_t size) const {
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const auto first = (reinterpret_cast<uintptr_t>(begin) + page - 1) / page * page;
  const auto last = (reinterpret_cast<uintptr_t>(begin) + size) / page * page;
  // A failure, as for memory that is locked, leaves the pages where they are.
  if (first < last) (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

FileContents::File* FileContents::FileWith(std::string_view content) {
  auto file = files_.upper_bound(content.data());
  if (file == files_.begin()) return nullptr;
  --file;
  const std::string_view whole = file->second.bytes->bytes();
  const auto from = static_cast<size_t>(content.data() - whole.data());
  return from <= whole.size() && whole.size() - from >= content.size() ? &file->second : nullptr;
}

Result<uint64_t> FileContents::Name(std::string_view content) {
  const auto memory = allocated_.find(content.data());
  const bool is_allocated = memory != allocated_.end() && memory->second->size_bytes() == content.size();
  if (!is_allocated && FileWith(content) == nullptr)
    return InvalidArgument("the content is neither in the model nor in a file beside it");
  named_.push_back(content);
  return named_.size() - 1;
}

Result<uint64_t> FileContents::Allocate(size_t size, char** out_data) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> buffer, AllocateHostBuffer(allocator_, size));
  *out_data = static_cast<char*>(buffer->data());
  named_.emplace_back(*out_data, size);
  if (size > 0) allocated_[*out_data] = std::move(buffer);
  return named_.size() - 1;
}

std::optional<std::string_view> FileContents::Named(uint64_t number) const {
  if (number >= named_.size()) return std::nullopt;
  return named_[static_cast<size_t>(number)];
}

Result<Ref<Buffer>> FileContents::Keep(std::string_view content, size_t alignment) {
  if (const auto found = allocated_.find(content.data());
      found != allocated_.end() && found->second->size_bytes() == content.size())
    return found->second;
  File* const file = FileWith(content);
  if (file == nullptr) return Ref<Buffer>();
  const auto from = static_cast<size_t>(content.data() - file->bytes->bytes().data());
  return KeepIn(file, from, content.size(), alignment);
}

Result<Ref<Buffer>> FileContents::KeepIn(File* file, size_t from, size_t size, size_t alignment) {
  // The slots that could overlap: the last that begins at or before `from`, and the one after it.
  const auto next = file->slots.upper_bound(from);
  size_t least = 0;
  if (next != file->slots.begin()) {
    const Slot& before = std::prev(next)->second;  // slots do not overlap
    if (before.from == from && before.size == size) return before.buffer;
    least = before.from + before.size;
  }
  if (least > from || (next != file->slots.end() && next->first < from + size)) return Ref<Buffer>();
  const auto base = reinterpret_cast<uintptr_t>(file->bytes->data_);
  const auto aligned = [&](size_t to) { return (base + from) / to * to; };
  size_t to = from;
  if ((base + from) % alignment != 0) {
    if (file->bytes->is_mapped()) return Ref<Buffer>();
    for (size_t wanted = kTensorAlignment;; wanted /= 2) {
      if (aligned(wanted) >= base + least) {
        to = aligned(wanted) - base;
        break;
      }
      if (wanted == alignment) return Ref<Buffer>();
    }
  }
  Buffer* slice = new (std::nothrow) FileSlice(file->bytes, file->bytes->data_ + to, size);
  if (slice == nullptr) return Status::OutOfMemory();
  auto buffer = Ref<Buffer>::Adopt(slice);
  file->slots.emplace(to, Slot{from, size, buffer});
  return buffer;
}

void FileContents::Settle() {
  for (auto& [begin, file] : files_) {
    char* const data = file.bytes->data_;
    size_t end = 0;  // of the slot before
    for (const auto& [to, slot] : file.slots) {
      file.bytes->GiveBack(data + end, to - end);
      if (to != slot.from) std::memmove(data + to, data + slot.from, slot.size);
      end = slot.from + slot.size;
    }
    file.bytes->GiveBack(data + end, file.bytes->size_ - end);
    file.bytes->settled_.store(true, std::memory_order_release);
  }
  files_.clear();
  allocated_.clear();
  named_.clear();
}

}  // namespace runnel

#include "core/io/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace runnel {

int SystemCalls::Open(const char* path, int flags, int mode) { return ::open(path, flags, mode); }
int SystemCalls::Close(int fd) { return ::close(fd); }
ssize_t SystemCalls::Read(int fd, void* data, size_t size, uint64_t offset) {
  return ::pread(fd, data, size, static_cast<off_t>(offset));
}
ssize_t SystemCalls::Write(int fd, const void* data, size_t size) { return ::write(fd, data, size); }
int SystemCalls::Truncate(int fd, uint64_t size) { return ::ftruncate(fd, static_cast<off_t>(size)); }
int SystemCalls::Allocate(int fd, uint64_t size) {
  return ::posix_fallocate(fd, 0, static_cast<off_t>(size));
}
int SystemCalls::Sync(int fd) { return ::fsync(fd); }
int SystemCalls::Rename(const char* from, const char* to) { return ::rename(from, to); }
int SystemCalls::Unlink(const char* path) { return ::unlink(path); }
int SystemCalls::MakeFolder(const char* path) { return ::mkdir(path, 0777); }
int SystemCalls::RemoveFolder(const char* path) { return ::rmdir(path); }
int SystemCalls::Stat(const char* path, struct stat* info) { return ::stat(path, info); }

namespace {

// Bound of one read or write: Linux cuts them at 2 GiB anyway.
constexpr size_t kMaxPiece = size_t{1} << 30;

SystemCalls* RealCalls() {
  static SystemCalls* const calls = new SystemCalls;  // stateless; never destroyed, so always usable
  return calls;
}

Code CodeOfError(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return Code::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
    case kLeadsOut:
      return Code::kPermissionDenied;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      return Code::kResourceExhausted;
    case EISDIR:
    case EINVAL:
    case ENAMETOOLONG:
    case ELOOP:
      return Code::kInvalidArgument;
    case EEXIST:
      return Code::kAlreadyExists;
    case ENOTEMPTY:
    case EBUSY:
      return Code::kFailedPrecondition;
    default:
      return Code::kUnavailable;
  }
}

// The system would read a name up to its first NUL byte.
Status CheckPath(const std::string& path) {
  const size_t at = path.find('\0');
  if (at == std::string::npos) return OkStatus();
  return InvalidArgument("file name \"", path.substr(0, at), "\": a NUL byte follows, at byte ", at,
                         " of ", path.size());
}

Status NotAFile(const std::string& path) {
  return InvalidArgument("\"", path, "\" is a pipe or a socket, expected a file");
}

template <typename Call>
auto RetryInterrupted(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

// Opens after it was made, so that the descriptor has an owner whatever allocation fails.
class PosixReadable : public ReadableFile {
 public:
  PosixReadable(SystemCalls* calls, std::string path) : calls_(calls), path_(std::move(path)) {}
  ~PosixReadable() override {
    if (fd_ >= 0) calls_->Close(fd_);
  }
  uint64_t size() const override { return size_; }

  Status Open() {
    // O_NONBLOCK: a pipe without a writer must not hang the caller.
    fd_ = RetryInterrupted(
        [&] { return calls_->Open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0); });
    if (fd_ < 0) return FileError("open", path_, errno);
    struct stat info;
    if (::fstat(fd_, &info) != 0) return FileError("examine", path_, errno);
    if (S_ISDIR(info.st_mode)) return FileError("read", path_, EISDIR);
    if (S_ISFIFO(info.st_mode)) return NotAFile(path_);
    size_ = info.st_size < 0 ? 0 : static_cast<uint64_t>(info.st_size);
    return OkStatus();
  }

  Status Read(uint64_t offset, void* data, size_t size) const override {
    auto* out = static_cast<char*>(data);
    while (size > 0) {
      const ssize_t got =
          RetryInterrupted([&] { return calls_->Read(fd_, out, std::min(size, kMaxPiece), offset); });
      if (got < 0) return FileError("read", path_, errno);
      if (got == 0) {
        return DataLoss("file \"", path_, "\" ends at byte ", offset, ", ", size,
                        " more bytes were expected");
      }
      out += got;
      offset += static_cast<uint64_t>(got);
      size -= static_cast<size_t>(got);
    }
    return OkStatus();
  }

 private:
  SystemCalls* calls_;
  std::string path_;
  int fd_ = -1;
  uint64_t size_ = 0;
};

class PosixWritable : public WritableFile {
 public:
  PosixWritable(SystemCalls* calls, std::string path, bool appending)
      : calls_(calls), path_(std::move(path)), appending_(appending) {}
  ~PosixWritable() override {
    if (fd_ >= 0) calls_->Close(fd_);
  }

  // The descriptor, or -1 and errno.
  int Open() {
    // No O_APPEND for a new file: reserved room counts as its length. O_NONBLOCK: as for reading.
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (appending_ ? O_APPEND : 0);
    fd_ = RetryInterrupted([&] { return calls_->Open(path_.c_str(), flags, 0666); });
    return fd_;
  }

  Status Append(std::string_view data) override {
    while (!data.empty()) {
      const ssize_t put = RetryInterrupted(
          [&] { return calls_->Write(fd_, data.data(), std::min(data.size(), kMaxPiece)); });
      if (put < 0) return FileError("write", path_, errno);
      if (put == 0) return FileError("write", path_, ENOSPC);
      data.remove_prefix(static_cast<size_t>(put));
    }
    return OkStatus();
  }

  Status Reserve(uint64_t size) override {
    if (size == 0 || appending_) return OkStatus();
    if (size > static_cast<uint64_t>(INT64_MAX)) return FileError("reserve room for", path_, EFBIG);
    int error;
    do {
      error = calls_->Allocate(fd_, size);
    } while (error == EINTR);
    if (error == 0 || error == EOPNOTSUPP || error == ENOSYS || error == EINVAL) return OkStatus();
    return FileError("reserve room for", path_, error);
  }

  Status Sync() override {
    const int result = RetryInterrupted([&] { return calls_->Sync(fd_); });
    return result == 0 ? OkStatus() : FileError("sync", path_, errno);
  }

  Status CheckNamed() const override {
    struct stat opened, named;
    if (::fstat(fd_, &opened) != 0) return FileError("examine", path_, errno);
    if (calls_->Stat(path_.c_str(), &named) != 0) {
      if (errno != ENOENT && errno != ENOTDIR) return FileError("examine", path_, errno);
      return NotFound("\"", path_, "\" was ", opened.st_nlink == 0 ? "deleted" : "moved",
                      " while it was being written");
    }
    if (opened.st_dev == named.st_dev && opened.st_ino == named.st_ino) return OkStatus();
    return NotFound("\"", path_, "\" was replaced by another file while it was being written");
  }

  Status Truncate(uint64_t size) override {
    const int result = RetryInterrupted([&] { return calls_->Truncate(fd_, size); });
    if (result != 0 || (!appending_ && ::lseek(fd_, static_cast<off_t>(size), SEEK_SET) < 0))
      return FileError("shorten", path_, errno);
    return OkStatus();
  }

  Status Close() override {
    if (fd_ < 0) return OkStatus();
    const int result = calls_->Close(std::exchange(fd_, -1));
    // Linux has closed the descriptor even if close was interrupted.
    return result == 0 || errno == EINTR ? OkStatus() : FileError("close", path_, errno);
  }

 private:
  SystemCalls* calls_;
  std::string path_;
  int fd_ = -1;
  bool appending_;
};

}  // namespace

Status FileError(std::string_view what, const std::string& path, int error) {
  char buffer[128] = "";
#if defined(__GLIBC__)
  const char* text = ::strerror_r(error, buffer, sizeof(buffer));
#else
  const char* text = ::strerror_r(error, buffer, sizeof(buffer)) == 0 ? buffer : "unknown error";
#endif
  if (error == kLeadsOut) text = "it leads out of the folder of this task for files (--files)";
  return MakeStatus(CodeOfError(error), "cannot ", what, " \"", path, "\": ", text);
}

FileSystem::FileSystem(SystemCalls* calls) : calls_(calls != nullptr ? calls : RealCalls()) {}

Result<std::unique_ptr<ReadableFile>> FileSystem::OpenForReading(const std::string& path) const {
  RUNNEL_RETURN_IF_ERROR(CheckPath(path));
  auto file = std::make_unique<PosixReadable>(calls_, path);
  RUNNEL_RETURN_IF_ERROR(file->Open());
  return Result<std::unique_ptr<ReadableFile>>(std::move(file));
}

Result<std::unique_ptr<WritableFile>> FileSystem::OpenLocked(const std::string& path,
                                                             bool truncate) const {
  RUNNEL_RETURN_IF_ERROR(CheckPath(path));
  for (int attempt = 0; attempt < 100; ++attempt) {
    auto file = std::make_unique<PosixWritable>(calls_, path, !truncate);
    const int fd = file->Open();
    if (fd < 0) return errno == ENXIO ? NotAFile(path) : FileError("open", path, errno);
    // The lock dies with the process. File systems without locks go without.
    if (RetryInterrupted([&] { return ::flock(fd, LOCK_EX | LOCK_NB); }) != 0 && errno == EWOULDBLOCK) {
      return Aborted("\"", path, "\" is being written by another writer");
    }
    struct stat opened, named;
    if (::fstat(fd, &opened) != 0) return FileError("examine", path, errno);
    if (S_ISFIFO(opened.st_mode)) return NotAFile(path);
    // Between open and lock the last writer may have renamed the file to its final name; then another
    // attempt is needed.
    if (calls_->Stat(path.c_str(), &named) != 0) {
      if (errno != ENOENT) return FileError("examine", path, errno);
      continue;
    }
    if (opened.st_ino != named.st_ino || opened.st_dev != named.st_dev) continue;
    if (truncate && RetryInterrupted([&] { return calls_->Truncate(fd, 0); }) != 0) {
      return FileError("empty", path, errno);
    }
    return Result<std::unique_ptr<WritableFile>>(std::move(file));
  }
  return Aborted("\"", path, "\" is renamed again and again by another writer");
}

Result<std::unique_ptr<WritableFile>> FileSystem::OpenForWriting(const std::string& path) const {
  return OpenLocked(path, true);
}

Result<std::unique_ptr<WritableFile>> FileSystem::OpenForAppending(const std::string& path) const {
  return OpenLocked(path, false);
}

Result<std::string> FileSystem::ReadAll(const std::string& path, uint64_t max_bytes) const {
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<ReadableFile> file, OpenForReading(path));
  if (file->size() > max_bytes) {
    return ResourceExhausted("file \"", path, "\" has ", file->size(), " bytes, at most ", max_bytes,
                             " are read");
  }
  std::string data(static_cast<size_t>(file->size()), '\0');
  RUNNEL_RETURN_IF_ERROR(file->Read(0, data.data(), data.size()));
  return data;
}

Status FileSystem::WriteAtomically(const std::string& path, std::string_view data) const {
  const std::string temporary = path + ".tmp";
  const std::string folder = FolderOf(path);  // behind the rename nothing may claim memory
  {
    RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<WritableFile> file, OpenForWriting(temporary));
    Status status = file->Reserve(data.size());
    if (status.ok()) status = file->Append(data);
    if (status.ok()) status = file->Sync();
    // Renamed before the close, so that the lock covers the temporary name as long as it exists.
    if (status.ok()) status = Rename(temporary, path);
    if (!status.ok()) {
      (void)Remove(temporary);
      return status;
    }
    RUNNEL_RETURN_IF_ERROR(file->Close());
  }
  return SyncFolder(folder);
}

Status FileSystem::Rename(const std::string& from, const std::string& to) const {
  RUNNEL_RETURN_IF_ERROR(CheckPath(from));
  RUNNEL_RETURN_IF_ERROR(CheckPath(to));
  if (calls_->Rename(from.c_str(), to.c_str()) == 0) return OkStatus();
  const int error = errno;
  return FileError(StrCat("rename \"", from, "\" to"), to, error);
}

Status FileSystem::Remove(const std::string& path) const {
  RUNNEL_RETURN_IF_ERROR(CheckPath(path));
  if (calls_->Unlink(path.c_str()) == 0 || errno == ENOENT) return OkStatus();
  return FileError("remove", path, errno);
}

Result<bool> FileSystem::Exists(const std::string& path) const {
  struct stat info;
  if (!CheckPath(path).ok()) return false;
  if (calls_->Stat(path.c_str(), &info) == 0) return true;
  const int error = errno;
  if (error == EIO || CodeOfError(error) == Code::kResourceExhausted)
    return FileError("examine", path, error);
  return false;
}

Status FileSystem::SyncFolder(const std::string& folder) const {
  RUNNEL_RETURN_IF_ERROR(CheckPath(folder));
  const int fd = RetryInterrupted(
      [&] { return calls_->Open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0); });
  if (fd < 0) return FileError("open folder", folder, errno);
  const int result = RetryInterrupted([&] { return calls_->Sync(fd); });
  const int error = errno;
  calls_->Close(fd);
  // Some file systems cannot sync folders and say EINVAL.
  return result == 0 || error == EINVAL ? OkStatus() : FileError("sync folder", folder, error);
}

Result<std::vector<std::string>> FileSystem::List(const std::string& folder) const {
  RUNNEL_RETURN_IF_ERROR(CheckPath(folder));
  const int fd = RetryInterrupted(
      [&] { return calls_->Open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK, 0); });
  if (fd < 0) return FileError("list", folder, errno);
  DIR* const dir = ::fdopendir(fd);
  if (dir == nullptr) {
    const int error = errno;
    calls_->Close(fd);
    return FileError("list", folder, error);
  }
  struct Closer {
    DIR* dir;
    ~Closer() { ::closedir(dir); }
  } const closer{dir};
  std::vector<std::string> names;
  for (;;) {
    errno = 0;
    const dirent* const entry = ::readdir(dir);
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return FileError("list", folder, errno);
  std::sort(names.begin(), names.end());
  return names;
}

Status FileSystem::MakeNewFolder(const std::string& folder) const {
  RUNNEL_RETURN_IF_ERROR(CheckPath(folder));
  return calls_->MakeFolder(folder.c_str()) == 0 ? OkStatus() : FileError("make folder", folder, errno);
}

Status FileSystem::MakeFolders(const std::string& folder) const {
  RUNNEL_RETURN_IF_ERROR(CheckPath(folder));
  if (folder.empty()) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const bool exists, Exists(folder));
  if (exists) return OkStatus();
  const std::string parent = FolderOf(folder);
  if (parent != folder && parent != ".") RUNNEL_RETURN_IF_ERROR(MakeFolders(parent));
  if (calls_->MakeFolder(folder.c_str()) == 0) return SyncFolder(parent);
  return errno == EEXIST ? OkStatus() : FileError("make folder", folder, errno);
}

Status FileSystem::RemoveFolder(const std::string& folder) const {
  RUNNEL_RETURN_IF_ERROR(CheckPath(folder));
  if (calls_->RemoveFolder(folder.c_str()) == 0 || errno == ENOENT) return OkStatus();
  return FileError("remove folder", folder, errno);
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string FileNameOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string JoinPath(const std::string& folder, const std::string& name) {
  if (folder.empty() || folder == "." || (!name.empty() && name.front() == '/')) return name;
  return folder.back() == '/' ? folder + name : folder + "/" + name;
}

}  // namespace runnel

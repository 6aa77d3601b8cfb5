// Files as Runnel's formats need them: every call answers with a status that names the path, retries
// what a signal interrupted, and finishes what the system did in part.
//
// FileSystem is written against SystemCalls, one method per call of the operating system, so that tests
// can make the n-th call fail, stop the process, write half, or be interrupted.
#ifndef RUNNEL_CORE_IO_FILE_H_
#define RUNNEL_CORE_IO_FILE_H_

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace runnel {

// As in POSIX: -1 and errno. Any thread.
class SystemCalls {
 public:
  virtual ~SystemCalls() = default;
  virtual int Open(const char* path, int flags, int mode);
  virtual int Close(int fd);
  virtual ssize_t Read(int fd, void* data, size_t size, uint64_t offset);
  virtual ssize_t Write(int fd, const void* data, size_t size);
  virtual int Truncate(int fd, uint64_t size);
  // Returns the error, not -1, as posix_fallocate does.
  virtual int Allocate(int fd, uint64_t size);
  virtual int Sync(int fd);
  virtual int Rename(const char* from, const char* to);
  virtual int Unlink(const char* path);
  virtual int MakeFolder(const char* path);
  virtual int RemoveFolder(const char* path);
  virtual int Stat(const char* path, struct stat* info);  // of what links lead to
};

// The errno of SystemCalls that are confined to a folder, for a path that leads out of it.
inline constexpr int kLeadsOut = 4095;
// "cannot WHAT "path": why", with the code that fits `error`, an errno.
Status FileError(std::string_view what, const std::string& path, int error);

// A file opened for reading. Any thread.
class ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  // When it was opened.
  virtual uint64_t size() const = 0;
  // Fills all of `data`. Errors: DATA_LOSS if the file ends first; UNAVAILABLE for an input error.
  virtual Status Read(uint64_t offset, void* data, size_t size) const = 0;
};

// A file opened for writing at its end. One thread at a time. Closing does not sync.
class WritableFile {
 public:
  virtual ~WritableFile() = default;
  // Errors of all: RESOURCE_EXHAUSTED if the device or quota is full, else UNAVAILABLE and its kin.
  virtual Status Append(std::string_view data) = 0;
  // Reserves room for a new file of `size` bytes, so that a full disk is found before anything is
  // written. OK also if the file system cannot; no effect on a file that is appended to.
  virtual Status Reserve(uint64_t size) = 0;
  // Only after OK is anything stored. A failure is final: the kernel may have dropped the data, so the
  // file must be written again; another sync proves nothing.
  virtual Status Sync() = 0;
  // Whether the path still names this file. Errors: NOT_FOUND if the file was deleted, moved or replaced
  // while it was open, so that readers of the path would not find what was written.
  virtual Status CheckNamed() const = 0;
  // Truncates the file to `size` bytes; later appends follow them.
  virtual Status Truncate(uint64_t size) = 0;
  virtual Status Close() = 0;
};

// Errors of all: INVALID_ARGUMENT for a path with a NUL byte, which the system would read as a shorter
// one.
class FileSystem {
 public:
  // `calls` outlives it and its files; null: the real ones.
  explicit FileSystem(SystemCalls* calls = nullptr);

  // Errors: NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT for a folder or a pipe.
  Result<std::unique_ptr<ReadableFile>> OpenForReading(const std::string& path) const;
  // Creates or empties the file and locks it against other writers until it is closed.
  // Errors: ABORTED if another writer holds it; INVALID_ARGUMENT for a folder or a pipe.
  Result<std::unique_ptr<WritableFile>> OpenForWriting(const std::string& path) const;
  // Creates the file or appends to it, locked likewise.
  Result<std::unique_ptr<WritableFile>> OpenForAppending(const std::string& path) const;
  // The whole file. Errors: also RESOURCE_EXHAUSTED above `max_bytes`.
  Result<std::string> ReadAll(const std::string& path, uint64_t max_bytes = 1ull << 30) const;
  // Writes a file that appears whole or not at all: temporary name, sync, rename, sync of the folder.
  Status WriteAtomically(const std::string& path, std::string_view data) const;

  Status Rename(const std::string& from, const std::string& to) const;
  // OK if there is no such file.
  Status Remove(const std::string& path) const;
  // False also for a path that is malformed or leads where this process may not look. Errors: the system
  // lacks resources to find out.
  Result<bool> Exists(const std::string& path) const;
  // Makes earlier renames and removals in the folder durable.
  Status SyncFolder(const std::string& folder) const;
  // Names without the path, sorted.
  Result<std::vector<std::string>> List(const std::string& folder) const;
  // Not synced yet. Errors: ALREADY_EXISTS for whatever has that name.
  Status MakeNewFolder(const std::string& folder) const;
  // With its parents; OK if it exists.
  Status MakeFolders(const std::string& folder) const;
  // FAILED_PRECONDITION if it is not empty.
  Status RemoveFolder(const std::string& folder) const;

 private:
  Result<std::unique_ptr<WritableFile>> OpenLocked(const std::string& path, bool truncate) const;
  SystemCalls* calls_;
};

// "a/b" -> "a" and "b"; "b" -> "." and "b"; "/b" -> "/" and "b".
std::string FolderOf(const std::string& path);
std::string FileNameOf(const std::string& path);
std::string JoinPath(const std::string& folder, const std::string& name);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_FILE_H_

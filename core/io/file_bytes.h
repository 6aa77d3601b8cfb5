// FileBytes: the bytes of one file, in memory or mapped, and the constants that are read where they lie.
//
// A mapped file is shared with every process that maps it, and costs no memory that could not be
// dropped. But a page that is gone from under a mapping ends the process that touches it (SIGBUS), and
// nothing can be done about that afterwards: so, unless the user vouches for the file, only a file that
// nobody can shorten is mapped, and any other is read. See
// tools/docs/decisions/0031-mapped-weights.md.
#ifndef RUNNEL_CORE_IO_FILE_BYTES_H_
#define RUNNEL_CORE_IO_FILE_BYTES_H_

#include <atomic>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/content_store.h"
#include "core/io/file.h"
#include "core/tensor/buffer.h"

namespace runnel {

enum class MapFiles {
  kNever,      // into memory
  kProtected,  // mapped if nobody can shorten the file, else into memory
  kAlways,     // mapped: the user vouches that nobody shortens the file while it is used
};

// Any thread.
class FileBytes final : public RefCounted {
 public:
  // The whole file. `calls` null: the real ones; it is not kept. Memory is `allocator`'s, which lives as
  // long as what it has given. Errors: those of FileSystem::OpenForReading; RESOURCE_EXHAUSTED above
  // `max_bytes`.
  static Result<Ref<FileBytes>> Open(SystemCalls* calls, const std::string& path, MapFiles map,
                                     uint64_t max_bytes, Allocator* allocator);

  // Of a file that is in memory already: a copy. Errors: RESOURCE_EXHAUSTED.
  static Result<Ref<FileBytes>> Copy(std::string_view bytes, Allocator* allocator);

  std::string_view bytes() const { return {data_, size_}; }
  bool is_mapped() const { return is_mapped_; }
  // Why a file that was to be mapped under protection is not; else empty.
  const std::string& why_not() const { return why_not_; }

 private:
  friend class FileContents;
  friend class FileSlice;
  FileBytes() = default;
  ~FileBytes() override;
  Status Read(SystemCalls* calls, int fd, const std::string& path, Allocator* allocator);
  // Lets go of the memory of whole pages in [begin, begin + size), whose contents are not wanted any
  // more, or can be read again if the file is mapped.
  void GiveBack(const char* begin, size_t size) const;

  char* data_ = nullptr;
  size_t size_ = 0;
  bool is_mapped_ = false;
  std::string why_not_;
  Ref<Buffer> memory_;                // unless it is mapped
  std::atomic<bool> settled_{false};  // nothing but what was kept is of use now
};

// Keeps constants in files: each at a place in its file's memory that is aligned for it, which is moved
// down by a few bytes to get there. What is to be moved in a mapped file is copied instead.
class FileContents final : public ContentStore {
 public:
  explicit FileContents(Allocator* allocator) : allocator_(allocator) {}
  // A file whose contents may be kept.
  void Add(const Ref<FileBytes>& file) { files_[file->bytes().data()].bytes = file; }
  // Gives a content a number. Errors: INVALID_ARGUMENT if it lies in none of the files.
  Result<uint64_t> Name(std::string_view content);
  // Memory for a content, with a number, for the caller to fill. Errors: RESOURCE_EXHAUSTED.
  Result<uint64_t> Allocate(size_t size, char** out_data);
  // Moves what is to be moved. From now on the files have nothing but what was kept: whoever looks at
  // their bytes is done.
  void Settle();

  Result<Ref<Buffer>> Keep(std::string_view content, size_t alignment) override;
  std::optional<std::string_view> Named(uint64_t number) const override;
  Allocator* allocator() const override { return allocator_; }

 private:
  struct Slot {
    size_t from, size;  // offsets in the file; all from the slot's key to from + size is the slot's own
    Ref<Buffer> buffer;
  };
  struct File {
    Ref<FileBytes> bytes;
    std::map<size_t, Slot> slots;  // by where the content will begin
  };
  // Null: the bytes are in none.
  File* FileWith(std::string_view content);
  static Result<Ref<Buffer>> KeepIn(File* file, size_t from, size_t size, size_t alignment);

  Allocator* const allocator_;
  std::map<const char*, File> files_;             // by their first byte
  std::map<const char*, Ref<Buffer>> allocated_;  // likewise
  std::vector<std::string_view> named_;
};

// If the buffer lies in a mapped file: lets go of its pages, which are read again when they are needed.
void DropPages(const Buffer& buffer);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_FILE_BYTES_H_

// Shared by the tests of core/io: a folder that goes away, tensors to write, and faults to plant.
#ifndef RUNNEL_TESTS_IO_IO_TEST_UTIL_H_
#define RUNNEL_TESTS_IO_IO_TEST_UTIL_H_

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "core/io/file.h"
#include "core/tensor/tensor.h"

namespace runnel {

#define RUNNEL_ASSERT_OK(expr)                         \
  do {                                                 \
    const ::runnel::Status& runnel_s = (expr);         \
    ASSERT_TRUE(runnel_s.ok()) << runnel_s.ToString(); \
  } while (false)
#define RUNNEL_EXPECT_OK(expr)                         \
  do {                                                 \
    const ::runnel::Status& runnel_s = (expr);         \
    EXPECT_TRUE(runnel_s.ok()) << runnel_s.ToString(); \
  } while (false)

class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "runnel_io_XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string Slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void Spill(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// A tensor of any plain dtype with a pattern of bytes that depends on `seed`.
inline Tensor Pattern(DType dtype, const Shape& shape, unsigned seed) {
  Result<Tensor> made = Tensor::Allocate(SystemAllocator(), dtype, shape);
  EXPECT_TRUE(made.ok()) << made.status().ToString();
  auto* bytes = static_cast<unsigned char*>(made->data());
  for (uint64_t i = 0; i < made->size_bytes(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    bytes[i] = static_cast<unsigned char>(dtype == DType::kBool ? (seed >> 24) & 1 : seed >> 24);
  }
  return std::move(*made);
}

inline Tensor Strings(const Shape& shape, const std::vector<std::string>& values) {
  Result<Tensor> made = Tensor::FromStrings(shape, values);
  EXPECT_TRUE(made.ok()) << made.status().ToString();
  return std::move(*made);
}

inline bool SameTensor(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || !(a.shape() == b.shape())) return false;
  if (a.dtype() == DType::kString) {
    for (int64_t i = 0; i < a.num_elements(); ++i) {
      if (a.string_at(i) != b.string_at(i)) return false;
    }
    return true;
  }
  return a.size_bytes() == 0 || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

class MemoryFile : public ReadableFile {
 public:
  explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}
  uint64_t size() const override { return bytes_.size(); }
  Status Read(uint64_t offset, void* out, size_t size) const override {
    if (offset > bytes_.size() || size > bytes_.size() - offset)
      return DataLoss("read outside the file");
    if (size > 0) std::memcpy(out, bytes_.data() + offset, size);
    return OkStatus();
  }

 private:
  std::string bytes_;
};

// Plants a fault at the n-th system call, counted from 0 over all kinds.
class FaultyCalls : public SystemCalls {
 public:
  enum class Fault {
    kNone,
    kKill,          // the process ends before the call, as by SIGKILL
    kKillMidWrite,  // of a write, half reaches the file first
    kFail,          // the call answers with `error`, and so do all later writes if `persistent`
    kShort,         // every write and read moves one byte
    kInterrupt,     // every call answers EINTR the first time
  };
  Fault fault = Fault::kNone;
  int at = -1;
  int error = EIO;
  int calls = 0;
  int failures = 0;

  int Open(const char* path, int flags, int mode) override {
    return Hit() ? -1 : SystemCalls::Open(path, flags, mode);
  }
  int Close(int fd) override { return SystemCalls::Close(fd); }
  ssize_t Read(int fd, void* data, size_t size, uint64_t offset) override {
    if (Hit()) return -1;
    return SystemCalls::Read(fd, data, fault == Fault::kShort ? std::min<size_t>(size, 1) : size,
                             offset);
  }
  ssize_t Write(int fd, const void* data, size_t size) override {
    if (fault == Fault::kKillMidWrite && calls == at) (void)SystemCalls::Write(fd, data, size / 2);
    if (Hit()) return -1;
    return SystemCalls::Write(fd, data, fault == Fault::kShort ? std::min<size_t>(size, 1) : size);
  }
  int Truncate(int fd, uint64_t size) override { return Hit() ? -1 : SystemCalls::Truncate(fd, size); }
  int Allocate(int fd, uint64_t size) override {
    return Hit() ? errno : SystemCalls::Allocate(fd, size);
  }
  int Sync(int fd) override { return Hit() ? -1 : SystemCalls::Sync(fd); }
  int Rename(const char* from, const char* to) override {
    return Hit(false) ? -1 : SystemCalls::Rename(from, to);
  }
  int Unlink(const char* path) override { return Hit(false) ? -1 : SystemCalls::Unlink(path); }
  int MakeFolder(const char* path) override { return Hit(false) ? -1 : SystemCalls::MakeFolder(path); }
  int RemoveFolder(const char* path) override {
    return Hit(false) ? -1 : SystemCalls::RemoveFolder(path);
  }

 private:
  bool Hit(bool interruptible = true) {
    const int call = calls++;
    if ((fault == Fault::kKill || fault == Fault::kKillMidWrite) && call == at) ::_exit(9);
    if (fault == Fault::kFail && call == at) {
      ++failures;
      errno = error;
      return true;
    }
    if (fault == Fault::kInterrupt && interruptible) {
      interrupted_ = !interrupted_;
      if (interrupted_) {
        ++failures;
        errno = EINTR;
        return true;
      }
    }
    return false;
  }
  bool interrupted_ = false;
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_IO_IO_TEST_UTIL_H_

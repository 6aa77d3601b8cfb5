#include "tools/common/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { Close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  bool Close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || ::close(fd) == 0;
  }

 private:
  int fd_;
};

}  // namespace

bool IsDirectory(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string ReadFile(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) Fail(path, ": cannot be opened: ", std::strerror(errno));
  if (IsDirectory(path)) Fail(path, ": is a folder, expected a file");
  std::string bytes;
  char chunk[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.get(), chunk, sizeof(chunk));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) Fail(path, ": cannot be read: ", std::strerror(errno));
    if (got == 0) return bytes;
    bytes.append(chunk, static_cast<size_t>(got));
  }
}

void WriteFile(const std::string& path, std::string_view bytes) {
  const std::string temporary = Cat(path, ".tmp", ::getpid());
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) Fail(path, ": cannot be written: ", std::strerror(errno));
  const auto give_up = [&](int error) {
    ::unlink(temporary.c_str());
    Fail(path, ": cannot be written: ", std::strerror(error));
  };
  while (!bytes.empty()) {
    const ssize_t put = ::write(file.get(), bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) give_up(errno);
    bytes.remove_prefix(static_cast<size_t>(put));
  }
  if (!file.Close()) give_up(errno);
  if (::rename(temporary.c_str(), path.c_str()) != 0) give_up(errno);
}

void MakeDirectory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) Fail(path, ": cannot be made: ", error.message());
  if (!IsDirectory(path)) Fail(path, ": is a file, expected a folder");
}

}  // namespace runnel::tools

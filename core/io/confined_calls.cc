#include "core/io/confined_calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#if __has_include(<linux/openat2.h>) && defined(SYS_openat2)
#include <linux/openat2.h>
#define RUNNEL_HAS_OPENAT2 1
#endif

namespace runnel {
namespace {

// Retries when the kernel answers EAGAIN because something was renamed meanwhile.
constexpr int kMaxAttempts = 1000;

int OpenAt2(int folder, const char* path, int flags, int mode) {
#ifdef RUNNEL_HAS_OPENAT2
  open_how how{};
  how.flags = static_cast<uint64_t>(flags);
  how.mode = (flags & O_CREAT) != 0 ? static_cast<uint64_t>(mode) : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return static_cast<int>(::syscall(SYS_openat2, folder, path, &how, sizeof(how)));
#else
  (void)folder, (void)path, (void)flags, (void)mode;
  errno = ENOSYS;
  return -1;
#endif
}

int LeadsOut() {
  errno = kLeadsOut;
  return -1;
}

}  // namespace

Result<std::shared_ptr<ConfinedCalls>> ConfinedCalls::Make(std::string folder, Resolver resolver) {
  Descriptor root(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (root.get() < 0) return FileError("open the folder", folder, errno);
  std::shared_ptr<ConfinedCalls> calls(new ConfinedCalls(std::move(folder), std::move(root)));
  if (resolver == Resolver::kBest) {
    // Old kernels lack openat2, and filters of system calls answer EPERM to calls that they do not know.
    const Descriptor probe(OpenAt2(calls->root_.get(), ".", O_PATH | O_DIRECTORY | O_CLOEXEC, 0));
    calls->by_kernel_ = probe.get() >= 0;
    if (probe.get() < 0 && (errno == EMFILE || errno == ENFILE)) {
      return FileError("open the folder", calls->folder_, errno);
    }
  }
  return calls;
}

ConfinedCalls::~ConfinedCalls() = default;

bool ConfinedCalls::Relative(const char* path, std::string* out) const {
  std::string_view rest = path;
  if (!rest.starts_with(folder_)) return false;
  rest.remove_prefix(folder_.size());
  if (folder_ != "/" && !rest.empty() && rest.front() != '/') return false;
  while (!rest.empty() && rest.front() == '/') rest.remove_prefix(1);
  while (!rest.empty() && rest.back() == '/') rest.remove_suffix(1);
  *out = rest.empty() ? std::string(".") : std::string(rest);
  return true;
}

int ConfinedCalls::OpenBeneath(const std::string& path, int flags, int mode) const {
  if (!by_kernel_) return OpenByName(path, flags, mode);
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    const int fd = OpenAt2(root_.get(), path.c_str(), flags, mode);
    if (fd >= 0) return fd;
    if (errno == EXDEV) return LeadsOut();
    if (errno != EAGAIN && errno != EINTR) return -1;
  }
  return LeadsOut();
}

int ConfinedCalls::OpenByName(const std::string& path, int flags, int mode) const {
  Descriptor folder(::fcntl(root_.get(), F_DUPFD_CLOEXEC, 0));
  if (folder.get() < 0) return -1;
  for (size_t at = 0;;) {
    const size_t end = path.find('/', at);
    const std::string name = path.substr(at, end == std::string::npos ? end : end - at);
    if (name == "..") return LeadsOut();
    const bool last = end == std::string::npos;
    const int fd = ::openat(folder.get(), name.empty() ? "." : name.c_str(),
                            (last ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC) | O_NOFOLLOW, mode);
    struct stat info;
    if (fd < 0) {
      const int error = errno;
      const bool link = (error == ELOOP || error == ENOTDIR) &&
                        ::fstatat(folder.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
                        S_ISLNK(info.st_mode);
      errno = link ? kLeadsOut : error;
      return -1;
    }
    if (last) {
      // O_PATH opens the link itself.
      if ((flags & O_PATH) != 0 && (::fstat(fd, &info) != 0 || S_ISLNK(info.st_mode))) {
        ::close(fd);
        return LeadsOut();
      }
      return fd;
    }
    folder = Descriptor(fd);
    at = end + 1;
  }
}

int ConfinedCalls::OpenParent(const char* path, std::string* name) const {
  std::string relative;
  if (!Relative(path, &relative)) return LeadsOut();
  *name = FileNameOf(relative);
  if (*name == "." || *name == "..") return LeadsOut();
  return OpenBeneath(FolderOf(relative), O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
}

int ConfinedCalls::Open(const char* path, int flags, int mode) {
  std::string relative;
  if (!Relative(path, &relative)) return LeadsOut();
  return OpenBeneath(relative, flags, mode);
}

int ConfinedCalls::Rename(const char* from, const char* to) {
  std::string old_name, new_name;
  const Descriptor source(OpenParent(from, &old_name));
  if (source.get() < 0) return -1;
  const Descriptor destination(OpenParent(to, &new_name));
  if (destination.get() < 0) return -1;
  return ::renameat(source.get(), old_name.c_str(), destination.get(), new_name.c_str());
}

int ConfinedCalls::Unlink(const char* path) {
  std::string name;
  const Descriptor folder(OpenParent(path, &name));
  return folder.get() < 0 ? -1 : ::unlinkat(folder.get(), name.c_str(), 0);
}

int ConfinedCalls::MakeFolder(const char* path) {
  std::string name;
  const Descriptor folder(OpenParent(path, &name));
  return folder.get() < 0 ? -1 : ::mkdirat(folder.get(), name.c_str(), 0777);
}

int ConfinedCalls::RemoveFolder(const char* path) {
  std::string name;
  const Descriptor folder(OpenParent(path, &name));
  return folder.get() < 0 ? -1 : ::unlinkat(folder.get(), name.c_str(), AT_REMOVEDIR);
}

int ConfinedCalls::Stat(const char* path, struct stat* info) {
  const Descriptor file(Open(path, O_PATH | O_CLOEXEC, 0));
  return file.get() < 0 ? -1 : ::fstat(file.get(), info);
}

}  // namespace runnel

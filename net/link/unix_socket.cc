#include "net/link/unix_socket.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/base/descriptor.h"

namespace runnel::net {

std::string UnixPathOf(const Address& address) {
  if (!address.IsLoopback() || address.port == 0) return {};
  const char* const runtime = secure_getenv("XDG_RUNTIME_DIR");
  std::string path = runtime != nullptr && runtime[0] == '/' ? StrCat(runtime, "/runnel")
                                                             : StrCat("/tmp/runnel-", geteuid());
  // The network is part of the name: containers that share this folder have loopback addresses of their
  // own.
  struct stat network {};
  if (stat("/proc/self/ns/net", &network) != 0) return {};
  path += StrCat("/", network.st_ino, "-", address.host == "localhost" ? "127.0.0.1" : address.host, ":",
                 address.port);
  return path.size() < sizeof(sockaddr_un::sun_path) ? path : std::string();
}

Status CheckUnixFolder(const std::string& path) {
  const std::string folder = path.substr(0, path.rfind('/'));
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    return Unavailable("cannot make ", folder, ": ", std::strerror(errno));
  }
  struct stat info {};
  if (lstat(folder.c_str(), &info) != 0) return Unavailable(folder, ": ", std::strerror(errno));
  if (S_ISDIR(info.st_mode) && info.st_uid == geteuid() && (info.st_mode & 077) == 0) return OkStatus();
  return PermissionDenied(folder, " is no folder of this user alone (mode 0700)");
}

namespace {

constexpr int kMostLooks = 4096;  // at what lies in the folder, when a server starts

sockaddr_un AddressOf(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), std::min(path.size() + 1, sizeof(address.sun_path) - 1));
  return address;
}

// Nobody listens there any more: its process has ended.
bool IsDead(const std::string& path) {
  struct stat info {};
  if (path.size() >= sizeof(sockaddr_un::sun_path) || lstat(path.c_str(), &info) != 0 ||
      !S_ISSOCK(info.st_mode) || info.st_uid != geteuid()) {
    return false;
  }
  const Descriptor probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const sockaddr_un address = AddressOf(path);
  return probe.get() >= 0 &&
         connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 &&
         errno == ECONNREFUSED;
}

// Other servers hold the lock while they start. One that is stopped meanwhile must not delay this one:
// without the lock nothing is removed.
bool Lock(int folder) {
  constexpr int kAttempts = 20;
  constexpr useconds_t kPauseUs = 5000;
  for (int attempt = 0; folder >= 0 && attempt < kAttempts; ++attempt) {
    if (flock(folder, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    usleep(kPauseUs);
  }
  return false;
}

// Removes sockets of killed servers. The folder's lock prevents that one is bound meanwhile.
void RemoveDead(const std::string& folder) {
  DIR* const dir = opendir(folder.c_str());
  if (dir == nullptr) return;
  for (int looks = 0; looks < kMostLooks; ++looks) {
    const dirent* const entry = readdir(dir);
    if (entry == nullptr) break;
    const std::string path = StrCat(folder, "/", entry->d_name);
    if (IsDead(path)) unlink(path.c_str());
  }
  closedir(dir);
}

}  // namespace

Result<int> ListenAtUnixPath(const std::string& path) {
  RUNNEL_RETURN_IF_ERROR(CheckUnixFolder(path));
  const std::string folder = path.substr(0, path.rfind('/'));
  const Descriptor lock(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (Lock(lock.get())) RemoveDead(folder);
  Descriptor fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (fd.get() < 0) return Unavailable("cannot open a socket: ", std::strerror(errno));
  const sockaddr_un address = AddressOf(path);
  // The address is this server's, so a socket that is there belongs to a dead process.
  unlink(path.c_str());
  if (bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      listen(fd.get(), 256) == 0)
    return fd.release();
  return Unavailable("cannot listen at ", path, ": ", std::strerror(errno));
}

Result<pid_t> CheckUnixPeer(int fd) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    return Unavailable("cannot see whose process the peer is: ", std::strerror(errno));
  }
  if (peer.uid == geteuid()) return peer.pid;
  return Status(Code::kUnauthenticated, StrCat("process ", peer.pid, " is of user ", peer.uid,
                                               ", not of ", geteuid(), " as this one"));
}

}  // namespace runnel::net

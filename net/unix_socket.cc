#include "net/unix_socket.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace runnel::net {

std::string UnixPathOf(const Address& address) {
  if (!address.IsLoopback() || address.port == 0) return {};
  const char* const runtime = secure_getenv("XDG_RUNTIME_DIR");
  std::string path = runtime != nullptr && runtime[0] == '/' ? StrCat(runtime, "/runnel")
                                                             : StrCat("/tmp/runnel-", geteuid());
  // Networks of containers that share the folder have addresses of their own.
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

Result<int> ListenAtUnixPath(const std::string& path) {
  RUNNEL_RETURN_IF_ERROR(CheckUnixFolder(path));
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return Unavailable("cannot open a socket: ", std::strerror(errno));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  // The address is this server's, so what is there belongs to nobody who lives.
  unlink(path.c_str());
  if (bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      listen(fd, 256) == 0)
    return fd;
  const Status status = Unavailable("cannot listen at ", path, ": ", std::strerror(errno));
  close(fd);
  return status;
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

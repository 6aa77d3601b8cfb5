// Unix sockets between the tasks and clients of one host: for every address on loopback that a server
// listens at, without TLS, there is one in a folder that only its user can enter. Who dials such an
// address tries it first. Both sides check whose process the other is.
#ifndef RUNNEL_NET_LINK_UNIX_SOCKET_H_
#define RUNNEL_NET_LINK_UNIX_SOCKET_H_

#include <sys/types.h>

#include <string>

#include "core/base/status.h"
#include "net/wire/cluster_spec.h"

namespace runnel::net {

// Where the socket of a server at `address` is: in "runnel" under XDG_RUNTIME_DIR, or "/tmp/runnel-UID".
// Empty: there is none for such an address.
std::string UnixPathOf(const Address& address);
// Makes the folder if it is not there. Errors: PERMISSION_DENIED if others may enter it, or own it.
Status CheckUnixFolder(const std::string& path);
// A socket that listens at `path`, in place of what a process that is gone has left there.
Result<int> ListenAtUnixPath(const std::string& path);
// The process at the other end, 0 if it cannot be seen from here. Errors: UNAUTHENTICATED if it is of
// another user.
Result<pid_t> CheckUnixPeer(int fd);

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_UNIX_SOCKET_H_

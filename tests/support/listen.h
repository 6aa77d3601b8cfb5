// A listening socket at an ephemeral port, which a test gives to a server: its address is known before
// the server runs, and stays where the server is started again.
#ifndef RUNNEL_TESTS_SUPPORT_LISTEN_H_
#define RUNNEL_TESTS_SUPPORT_LISTEN_H_

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace runnel_test {

// A socket on loopback, and its port. The caller closes it.
inline std::pair<int, int> ListenAnywhere(bool listening = true) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
  if (listening) {
    EXPECT_EQ(listen(fd, 16), 0);
  }
  return {fd, ntohs(address.sin_port)};
}

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_SUPPORT_LISTEN_H_

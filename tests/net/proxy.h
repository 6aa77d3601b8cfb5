// A proxy on loopback that stands between two servers of a test and does to frames what networks do.
#ifndef RUNNEL_TESTS_NET_PROXY_H_
#define RUNNEL_TESTS_NET_PROXY_H_

#include <netinet/tcp.h>
#include <poll.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "net/wire/frame.h"
#include "tests/net/net_test.h"

namespace runnel::net {

enum class Harm {
  kNone,
  kFlipHeader,
  kFlipPayload,
  kTruncate,
  kSwallow,
  kTwice,
  kSwap,
  kSingleBytes,
  kStall
};

// Stands between whoever dials its port and the server at `target`. What it does to the frames of one
// kind (kAnyKind: of all) that go one way can be changed at any time.
class Proxy {
 public:
  static constexpr int kAnyKind = 0;
  enum Way { kForth = 0, kBack = 1 };

  explicit Proxy(int target) : target_(target) {
    std::tie(listener_, port_) = ListenAnywhere();
    EXPECT_EQ(pipe(wake_), 0);
    thread_ = std::thread([this] { Loop(); });
  }
  ~Proxy() {
    EXPECT_EQ(write(wake_[1], "x", 1), 1);
    thread_.join();
    for (const Link& link : links_) CloseBoth(link);
    for (const int fd : {listener_, wake_[0], wake_[1]}) close(fd);
  }
  int port() const { return port_; }
  // From now on; `times` frames are harmed, then none. Frames that are on their way may escape.
  void Do(Harm harm, Way way, int kind = kAnyKind, int times = 1 << 30) {
    const std::lock_guard lock(mutex_);
    harm_ = harm;
    way_ = way;
    kind_ = kind;
    times_ = times;
  }
  int harmed() const { return harmed_; }
  // Of tensors, that went from who dialled to the server.
  uint64_t tensor_bytes() const { return tensor_bytes_; }

 private:
  struct Link {
    int fd[2];  // of who dialled, of the server
    std::string waiting[2], held[2];
    bool stalled[2] = {false, false};
  };
  static void CloseBoth(const Link& link) {
    close(link.fd[0]);
    close(link.fd[1]);
  }
  static bool SendAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(n));
    }
    return true;
  }

  void Accept() {
    Link link;
    link.fd[0] = accept(listener_, nullptr, nullptr);
    link.fd[1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(target_));
    if (connect(link.fd[1], reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
      return CloseBoth(link);
    }
    const int on = 1;
    for (const int fd : link.fd) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    links_.push_back(link);
  }

  // False: the link is to be closed.
  bool Forward(Link* link, int way, const std::string& frame) {
    Harm harm = Harm::kNone;
    {
      const std::lock_guard lock(mutex_);
      if (way == way_ && times_ > 0 && (kind_ == kAnyKind || frame[5] == kind_)) harm = harm_;
      const auto header =
          static_cast<size_t>(static_cast<uint8_t>(frame[6]) | static_cast<uint8_t>(frame[7]) << 8);
      const auto sent_kind = static_cast<FrameKind>(frame[5]);
      if (way == kForth && (sent_kind == FrameKind::kTensor || sent_kind == FrameKind::kChunk))
        tensor_bytes_ += frame.size() - kPrefixBytes - header;
      if (harm == Harm::kFlipPayload && frame.size() == kPrefixBytes + header) harm = Harm::kNone;
      // What follows on that link has to wait with it.
      link->stalled[way] = harm == Harm::kStall || (harm_ == Harm::kStall && link->stalled[way]);
      if (link->stalled[way]) harm = Harm::kStall;
      if (harm != Harm::kNone) {
        --times_;
        ++harmed_;
      }
    }
    const int to = link->fd[1 - way];
    std::string& held = link->held[way];
    std::string bytes = frame;
    switch (harm) {
      case Harm::kFlipHeader:
        bytes[kPrefixBytes] = static_cast<char>(bytes[kPrefixBytes] ^ 4);
        break;
      case Harm::kFlipPayload:
        bytes.back() = static_cast<char>(bytes.back() ^ 32);
        break;
      case Harm::kTruncate:
        (void)SendAll(to, std::string_view(bytes).substr(0, bytes.size() - 1));
        return false;
      case Harm::kSwallow:
        return true;
      case Harm::kTwice:
        bytes += frame;
        break;
      case Harm::kStall:  // until something else comes that way
      case Harm::kSwap:
        held += frame;  // behind the next one
        return true;
      case Harm::kSingleBytes:
        for (const char c : bytes) {
          if (!SendAll(to, {&c, 1})) return false;
        }
        return true;
      case Harm::kNone:
        break;
    }
    bytes += held;
    held.clear();
    return SendAll(to, bytes);
  }

  bool Read(Link* link, int way) {
    char buffer[65536];
    const ssize_t n = recv(link->fd[way], buffer, sizeof(buffer), MSG_DONTWAIT);
    if (n < 0 && errno == EAGAIN) return true;
    if (n <= 0) return false;
    std::string& waiting = link->waiting[way];
    waiting.append(buffer, static_cast<size_t>(n));
    while (waiting.size() >= kPrefixBytes) {
      uint16_t header = 0;
      uint32_t payload = 0;
      std::memcpy(&header, waiting.data() + 6, sizeof(header));
      std::memcpy(&payload, waiting.data() + 8, sizeof(payload));
      const size_t size = kPrefixBytes + header + payload;
      if (waiting.size() < size) break;
      const std::string frame = waiting.substr(0, size);
      waiting.erase(0, size);
      if (!Forward(link, way, frame)) return false;
    }
    return true;
  }

  void Loop() {
    while (true) {
      std::vector<pollfd> fds = {{wake_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
      for (const Link& link : links_) {
        fds.push_back({link.fd[0], POLLIN, 0});
        fds.push_back({link.fd[1], POLLIN, 0});
      }
      poll(fds.data(), fds.size(), -1);
      if (fds[0].revents != 0) return;
      std::vector<Link> kept;
      for (size_t i = 0; i < links_.size(); ++i) {
        bool good = true;
        for (int way = 0; way < 2 && good; ++way) {
          if (fds[2 + 2 * i + static_cast<size_t>(way)].revents != 0) good = Read(&links_[i], way);
        }
        if (good) {
          kept.push_back(std::move(links_[i]));
        } else {
          CloseBoth(links_[i]);
        }
      }
      links_ = std::move(kept);
      if (fds[1].revents != 0) Accept();
    }
  }

  const int target_;
  int listener_ = -1, port_ = 0;
  int wake_[2] = {-1, -1};
  std::thread thread_;
  std::vector<Link> links_;  // the thread's
  std::mutex mutex_;         // guards all below
  Harm harm_ = Harm::kNone;
  Way way_ = kForth;
  int kind_ = 0, times_ = 0;
  std::atomic<int> harmed_{0};
  std::atomic<uint64_t> tensor_bytes_{0};
};

}  // namespace runnel::net

#endif  // RUNNEL_TESTS_NET_PROXY_H_

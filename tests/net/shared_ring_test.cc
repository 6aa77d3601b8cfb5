// Memory between processes of one host: what a peer may say of it, and what becomes of tensors where it
// cannot be used.
#include "net/link/shared_ring.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/un.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include "net/link/unix_socket.h"
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

constexpr uint64_t kBytes = SharedRing::kBytes;

std::unique_ptr<SharedRing> NewRing() {
  auto ring = SharedRing::Make();
  EXPECT_TRUE(ring.ok()) << ring.status().ToString();
  return std::move(*ring);
}
Result<std::unique_ptr<SharedRingView>> View(const SharedRing& ring) {
  return SharedRingView::Open(getpid(), static_cast<uint64_t>(ring.fd()), kBytes, ring.mark());
}

TEST(SharedRing, WhatIsWrittenIsReadRoundAndRound) {
  const auto ring = NewRing();
  const auto view = View(*ring);
  ASSERT_TRUE(view.ok()) << view.status().ToString();
  uint64_t total = 0;
  for (int i = 0; total < 5 * kBytes; ++i) {
    const std::span<char> space = ring->Space();
    const auto n = std::min<uint64_t>(space.size(), 300'001);
    ASSERT_GT(n, 0u);
    std::memset(space.data(), i & 127, n);
    const uint64_t position = ring->Filled(n);
    EXPECT_EQ(position, total);
    const auto bytes = (*view)->At(position, n);
    ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
    EXPECT_TRUE(std::all_of(bytes->begin(), bytes->end(), [&](char c) { return c == (i & 127); }));
    total += n;
    ASSERT_TRUE(ring->Read((*view)->read()).ok());
  }
}

TEST(SharedRing, IsFullUntilThePeerHasRead) {
  const auto ring = NewRing();
  EXPECT_EQ(ring->Space().size(), kBytes);
  ring->Filled(kBytes - 10);
  EXPECT_EQ(ring->Space().size(), 10u);
  ring->Filled(10);
  EXPECT_TRUE(ring->Space().empty());
  EXPECT_EQ(ring->Read(kBytes + 1).code(), Code::kDataLoss);
  ASSERT_TRUE(ring->Read(100).ok());
  EXPECT_EQ(ring->Read(99).code(), Code::kDataLoss);
  EXPECT_EQ(ring->Space().size(), 100u);
}

TEST(SharedRing, CannotShrinkOrGrow) {
  const auto ring = NewRing();
  EXPECT_NE(ftruncate(ring->fd(), 0), 0);
  EXPECT_NE(ftruncate(ring->fd(), 2 * kBytes), 0);
}

TEST(SharedRing, OnlyWhatIsSealedAndMarkedIsOpened) {
  const auto ring = NewRing();
  const auto refusal = [&](pid_t pid, int fd, uint64_t size_bytes, const std::string& mark) {
    const auto view = SharedRingView::Open(pid, static_cast<uint64_t>(fd), size_bytes, mark);
    return view.ok() ? std::string("none") : view.status().ToString();
  };
  const std::string other(ring->mark().rbegin(), ring->mark().rend());
  int pipes[2];
  ASSERT_EQ(pipe2(pipes, O_CLOEXEC), 0);
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  const int loose = memfd_create("loose", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  ASSERT_EQ(ftruncate(loose, static_cast<off_t>(kBytes)), 0);
  EXPECT_THAT(refusal(getpid(), ring->fd(), kBytes, other), HasSubstr("not the memory that the peer"));
  EXPECT_THAT(refusal(getpid(), ring->fd(), kBytes, "short"), HasSubstr("with a mark of 5"));
  EXPECT_THAT(refusal(getpid(), ring->fd(), kBytes / 2, ring->mark()), HasSubstr("no sealed memory"));
  EXPECT_THAT(refusal(getpid(), ring->fd(), UINT64_MAX, ring->mark()), HasSubstr("shares memory of"));
  EXPECT_THAT(refusal(getpid(), loose, kBytes, ring->mark()), HasSubstr("no sealed memory"));
  EXPECT_THAT(refusal(getpid(), pipes[0], kBytes, ring->mark()), HasSubstr("is no memory"));
  EXPECT_THAT(refusal(getpid(), file, kBytes, ring->mark()), HasSubstr("is no memory"));
  EXPECT_THAT(refusal(getpid(), 1 << 20, kBytes, ring->mark()), HasSubstr("No such file"));
  EXPECT_THAT(refusal(0, ring->fd(), kBytes, ring->mark()), HasSubstr("cannot be seen from here"));
  for (const int fd : {pipes[0], pipes[1], file, loose}) close(fd);
}

TEST(SharedRing, WhatLiesOutsideOrOutOfTurnIsNotRead) {
  const auto ring = NewRing();
  const auto view = View(*ring);
  ASSERT_TRUE(view.ok()) << view.status().ToString();
  EXPECT_EQ((*view)->At(1, 10).status().code(), Code::kDataLoss);
  EXPECT_EQ((*view)->At(0, 0).status().code(), Code::kDataLoss);
  EXPECT_EQ((*view)->At(0, kBytes + 1).status().code(), Code::kDataLoss);
  EXPECT_EQ((*view)->At(0, UINT64_MAX).status().code(), Code::kDataLoss);
  ASSERT_TRUE((*view)->At(0, kBytes - 1).ok());
  EXPECT_EQ((*view)->At(kBytes - 1, 2).status().code(), Code::kDataLoss);
  EXPECT_TRUE((*view)->At(kBytes - 1, 1).ok());
}

// Listens at a Unix socket, takes what is offered, and sends what it is told to.
class Host final : public Endpoint {
 public:
  explicit Host(bool shared_memory)
      : Endpoint(ThisCore(), NewRuntime(), Hello(), Options(shared_memory), nullptr) {}
  ~Host() override {
    Shutdown();
    if (!unix_path.empty()) unlink(unix_path.c_str());
  }
  static LinkOptions Options(bool shared_memory) {
    LinkOptions options{.dead_ms = 60'000};
    options.shared_memory = shared_memory;
    return options;
  }
  Status OnHello(Peer* peer, const Hello& hello) override {
    if (!hello.bulk) control = peer;
    return OkStatus();
  }
  void OnTensor(Peer*, uint64_t, std::string, Tensor tensor, bool, Charge) override {
    const std::lock_guard lock(mutex);
    came.push_back(std::move(tensor));
    changed.notify_all();
  }
  void OnShared(Peer*, const Status& status) override {
    const std::lock_guard lock(mutex);
    shares.push_back(status);
    changed.notify_all();
  }
  void Start() {
    ASSERT_TRUE(StartLoop().ok());
    const auto [fd, free_port] = ListenAnywhere();
    port = free_port;
    unix_path = UnixPathOf({"127.0.0.1", port});
    RunOnLoop([&, fd = fd] {
      ASSERT_TRUE(Listen(fd).ok());
      const auto listener = ListenAtUnixPath(unix_path);
      ASSERT_TRUE(listener.ok()) << listener.status().ToString();
      ASSERT_TRUE(ListenUnix(*listener).ok());
    });
  }

  int port = 0;
  std::string unix_path;
  Peer* control = nullptr;  // loop's thread
  std::mutex mutex;         // guards all below
  std::condition_variable changed;
  std::vector<Tensor> came;
  std::vector<Status> shares;
};

Tensor Numbered(int64_t bytes) {
  Tensor tensor = *Tensor::Allocate(SystemAllocator(), DType::kUInt8, Shape({bytes}));
  auto* const data = static_cast<uint8_t*>(tensor.buffer()->data());
  for (int64_t i = 0; i < bytes; ++i) data[i] = static_cast<uint8_t>(i % 251);
  return tensor;
}
bool IsNumbered(const Tensor& tensor) {
  const auto bytes = tensor.values<const uint8_t>();
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] != i % 251) return false;
  }
  return true;
}

TEST(SharedRing, WhoDoesNotShareIsSentAllByTheSocket) {
  Host receiver(false), sender(true);
  receiver.Start();
  ASSERT_TRUE(sender.StartLoop().ok());
  Ref<Connection> connection;
  sender.RunOnLoop([&] { connection = sender.Dial("receiver", Address{"127.0.0.1", receiver.port}); });
  for (int i = 0; i < 3; ++i) connection->Push(1, "t", Numbered(9'000'001), false);
  {
    std::unique_lock lock(receiver.mutex);
    receiver.changed.wait(lock, [&] { return receiver.came.size() == 3; });
    for (const Tensor& tensor : receiver.came) EXPECT_TRUE(IsNumbered(tensor));
  }
  std::unique_lock lock(sender.mutex);
  sender.changed.wait(lock, [&] { return !sender.shares.empty(); });
  EXPECT_THAT(sender.shares[0].ToString(), HasSubstr("it is switched off"));
}

// The other end of both connections, frame by frame.
class RawPeer {
 public:
  explicit RawPeer(const Host& host) : host_(host) {
    control_.fd = Dial(false);
    Await(&control_, FrameKind::kHello);
    bulk_.fd = Dial(true);
    Await(&bulk_, FrameKind::kHello);
  }
  ~RawPeer() {
    close(control_.fd);
    close(bulk_.fd);
  }
  // Offers a tensor of bytes and waits until the host is ready for it.
  void Offer(uint64_t stream, uint64_t bytes) {
    FrameHeader offer(FrameKind::kOffer);
    offer.stream = stream;
    offer.total_bytes = bytes;
    offer.dtype = DType::kUInt8;
    offer.dims = {static_cast<int64_t>(bytes)};
    offer.step = 1;
    offer.key = "t";
    Send(control_, offer);
    Await(&control_, FrameKind::kReady);
  }
  void Ready(uint64_t stream) {
    FrameHeader ready(FrameKind::kReady);
    ready.stream = stream;
    Send(control_, ready);
  }
  FrameHeader AwaitOffer() {
    FrameHeader header = Await(&control_, FrameKind::kOffer).header;
    bulk_.reader.Expect(header,
                        *Tensor::Allocate(SystemAllocator(), header.dtype, *Shape::Make(header.dims)));
    return header;
  }
  FrameHeader AwaitBulk(FrameKind kind) { return Await(&bulk_, kind).header; }
  void SendBulk(const FrameHeader& header, const std::string& payload = "") {
    Send(bulk_, header, payload);
  }
  // Why the host has closed the bulk connection.
  std::string Goodbye() {
    return Decode<net::Goodbye>(Await(&bulk_, FrameKind::kGoodbye).body)->reason.ToString();
  }

 private:
  struct Stream {
    int fd = -1;
    FrameReader reader{SystemAllocator(), Limits()};
    std::vector<Message> came;
  };
  static FrameLimits Limits() {
    FrameLimits limits;
    limits.shared = true;
    return limits;
  }
  int Dial(bool bulk) {
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    host_.unix_path.copy(address.sun_path, host_.unix_path.size());
    EXPECT_EQ(connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    Hello hello;
    hello.bulk = bulk;
    hello.link = 7;
    hello.incarnation = 5;
    std::string bytes;
    const std::string body = *Encode(hello);
    EXPECT_TRUE(AppendFrame(FrameHeader(FrameKind::kHello), body, &bytes).ok());
    bytes += body;
    EXPECT_EQ(send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
    return fd;
  }
  static void Send(const Stream& stream, const FrameHeader& header, const std::string& payload = "") {
    std::string bytes;
    EXPECT_TRUE(AppendFrame(header, payload, &bytes).ok());
    bytes += payload;
    EXPECT_EQ(send(stream.fd, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  static Message Await(Stream* stream, FrameKind kind) {
    while (true) {
      for (auto it = stream->came.begin(); it != stream->came.end(); ++it) {
        if (it->header.kind != kind) continue;
        Message message = std::move(*it);
        stream->came.erase(it);
        return message;
      }
      const std::span<char> space = stream->reader.Space();
      const ssize_t n = recv(stream->fd, space.data(), space.size(), 0);
      if (n <= 0) {
        ADD_FAILURE() << "closed before a frame of kind " << static_cast<int>(kind);
        return {};
      }
      const Status status = stream->reader.Filled(static_cast<size_t>(n), [&](Message message) {
        stream->came.push_back(std::move(message));
        return OkStatus();
      });
      EXPECT_TRUE(status.ok()) << status.ToString();
    }
  }

  const Host& host_;
  Stream control_, bulk_;
};

FrameHeader RingOf(const SharedRing& ring) {
  FrameHeader header(FrameKind::kRing);
  header.stream = static_cast<uint64_t>(ring.fd());
  header.total_bytes = kBytes;
  header.key = ring.mark();
  return header;
}
FrameHeader ChunkInRing(uint64_t stream, uint64_t offset, uint64_t bytes, uint64_t position) {
  FrameHeader header(FrameKind::kInRing);
  header.stream = stream;
  header.offset = offset;
  header.total_bytes = bytes;
  header.credit = position;
  return header;
}

TEST(SharedRing, APeerThatLiesAboutItLosesItsConnection) {
  FrameHeader opened(FrameKind::kRingOpen), read(FrameKind::kRingRead);
  opened.credit = 1;
  read.credit = 10;
  const auto ring = NewRing();
  const struct {
    std::vector<FrameHeader> frames;
    std::string why;
  } cases[] = {
      {{ChunkInRing(3, 0, 10, 0)}, "that cannot be seen from here"},
      {{RingOf(*ring), RingOf(*ring)}, "a second time"},
      {{RingOf(*ring), ChunkInRing(3, 0, 10, 1)}, "expected byte 0"},
      {{RingOf(*ring), ChunkInRing(3, 0, 200'000, 0)}, "expected byte 0 of 100000"},
      {{RingOf(*ring), ChunkInRing(3, 10, 10, 0)}, "a chunk at byte 10"},
      {{RingOf(*ring), ChunkInRing(4, 0, 10, 0)}, "a chunk of no message"},
      {{RingOf(*ring), ChunkInRing(3, 0, kBytes + 1, 0)}, "of memory of"},
      {{opened}, "that was not shared"},
      {{read}, "that it does not see"},
  };
  Host host(true);
  host.Start();
  for (const auto& c : cases) {
    RawPeer peer(host);
    peer.Offer(3, 100'000);
    for (const FrameHeader& frame : c.frames) peer.SendBulk(frame);
    EXPECT_THAT(peer.Goodbye(), HasSubstr(c.why));
  }
  EXPECT_TRUE(host.came.empty());
}

TEST(SharedRing, MemoryThatCannotBeOpenedIsRefusedAndTheTensorComesByTheSocket) {
  Host host(true);
  host.Start();
  RawPeer peer(host);
  peer.Offer(3, 100'000);
  const auto ring = NewRing();
  FrameHeader header = RingOf(*ring);
  header.key[0] = static_cast<char>(header.key[0] ^ 1);
  peer.SendBulk(header);
  const FrameHeader answer = peer.AwaitBulk(FrameKind::kRingOpen);
  EXPECT_EQ(answer.credit, 0u);
  EXPECT_THAT(answer.key, HasSubstr("is not the memory that the peer shares"));
  const Tensor tensor = Numbered(100'000);
  FrameHeader chunk(FrameKind::kChunk);
  chunk.stream = 3;
  peer.SendBulk(chunk, std::string(static_cast<const char*>(tensor.data()), 100'000));
  std::unique_lock lock(host.mutex);
  host.changed.wait(lock, [&] { return !host.came.empty(); });
  EXPECT_TRUE(IsNumbered(host.came[0]));
}

TEST(SharedRing, AReaderThatClaimsWhatWasNotWrittenLosesItsConnection) {
  Host host(true);
  host.Start();
  RawPeer peer(host);
  host.RunOnLoop([&] { host.control->Push(1, "t", Numbered(5'000'000), false); });
  peer.Ready(peer.AwaitOffer().stream);
  const FrameHeader ring = peer.AwaitBulk(FrameKind::kRing);
  const auto view = SharedRingView::Open(getpid(), ring.stream, ring.total_bytes, ring.key);
  ASSERT_TRUE(view.ok()) << view.status().ToString();
  FrameHeader opened(FrameKind::kRingOpen);
  opened.credit = 1;
  peer.SendBulk(opened);
  // What was sent before the answer came is in chunks of the socket.
  for (int i = 0; i < 3; ++i) {
    const FrameHeader chunk = peer.AwaitBulk(FrameKind::kInRing);
    const auto bytes = (*view)->At(chunk.credit, chunk.total_bytes);
    ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
    for (size_t k = 0; k < bytes->size(); k += 1000)
      ASSERT_EQ(static_cast<uint8_t>((*bytes)[k]), (chunk.offset + k) % 251);
  }
  FrameHeader read(FrameKind::kRingRead);
  read.credit = uint64_t{1} << 40;
  peer.SendBulk(read);
  EXPECT_THAT(peer.Goodbye(), HasSubstr("has read up to byte"));
}

}  // namespace
}  // namespace runnel::net

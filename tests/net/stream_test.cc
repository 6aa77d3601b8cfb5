// A stream without a connection: bytes go both ways, plain and sealed, in the order in which they were
// written, and its end is told once.
#include "net/link/stream.h"

#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <new>
#include <thread>

#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

// One end: keeps what comes, and sends what it is given.
class End final : public Peer, private Stream::User {
 public:
  End(const std::shared_ptr<Loop>& loop, std::shared_ptr<SecurityContext> security)
      : stream(loop, std::move(security), this) {}

  // ---- on the loop's thread ----
  void Say(const std::string& text) {
    queue_ += text;
    SendQueued();
  }
  void Close() {
    if (closed_.exchange(true)) return;
    if (!stream.Close()) OnStreamClosed();
  }
  Stream stream;

  // ---- any thread ----
  // Until `what(*this)` holds.
  template <typename F>
  bool Await(F what) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return what(*this); });
  }
  std::string came;  // these are guarded by mutex_
  int opened = 0, ready = 0, closed_times = 0;
  Status broken;
  bool throws = false;

  void Push(uint64_t, std::string, Tensor, bool) override {}
  bool closed() const override { return closed_; }
  const std::string& name() const override { return name_; }

 protected:
  void Send(Method, OutgoingMessage&, std::shared_ptr<ReplyWaiter>) override {}
  void SendReply(uint64_t, OutgoingMessage&) override {}
  void SendFailure(uint64_t, const Status&) override {}

 private:
  template <typename F>
  void Note(F work) {
    const std::lock_guard lock(mutex_);
    work();
    changed_.notify_all();
  }
  void SendQueued() {
    if (queue_.empty() || !stream.CanWrite()) return;
    auto write = std::make_unique<Stream::Write>();
    write->batch.headers = std::exchange(queue_, {});
    write->batch.pieces.push_back({0, write->batch.headers.size(), {}});
    EXPECT_TRUE(stream.Submit(std::move(write)).ok());
  }
  Status OnOpen() override {
    Note([&] { ++opened; });
    return OkStatus();
  }
  void OnReady() override {
    Note([&] { ++ready; });
    SendQueued();
  }
  std::span<char> Space() override { return space_; }
  void OnHeard() override {}
  Status OnBytes(size_t size_bytes) override {
    if (throws) throw std::bad_alloc();
    Note([&] { came.append(space_, size_bytes); });
    return OkStatus();
  }
  void OnReadEnd() override {}
  void OnWritten() override { SendQueued(); }
  void OnBroken(const Status& reason) noexcept override {
    Note([&] { broken = reason; });
    Close();
  }
  void OnStreamClosed() override {
    Note([&] { ++closed_times; });
  }
  std::string LastWords(const Status& reason) override { return reason.ToString(); }
  void RunApart(std::function<void()> work) override { std::thread(std::move(work)).detach(); }
  Ref<Peer> Keep() override { return Ref<Peer>::Share(this); }

  const std::string name_ = "end";
  std::mutex mutex_;
  std::condition_variable changed_;
  char space_[1000];
  std::string queue_;
  std::atomic<bool> closed_{false};
};

class StreamTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (!GetParam()) return;
    key_ = std::filesystem::temp_directory_path() / StrCat("runnel_stream_test_", getpid());
    std::ofstream(key_) << std::string(64, '7');
    chmod(key_.c_str(), 0600);
  }
  void TearDown() override {
    loop_->Wait([&] {
      for (const Ref<End>& end : ends_) end->Close();
    });
    for (const Ref<End>& end : ends_) {
      EXPECT_TRUE(end->Await([](const End& e) { return e.closed_times > 0; }));
      EXPECT_EQ(end->closed_times, 1);
    }
    loop_->Stop();
    if (!key_.empty()) std::filesystem::remove(key_);
  }
  Ref<End> NewEnd(bool secure) {
    SecurityOptions options;
    if (secure) options.key_file = key_;
    auto security = SecurityContext::Make(options);
    EXPECT_TRUE(security.ok()) << security.status().ToString();
    return ends_.emplace_back(MakeRef<End>(loop_, *security));
  }
  // Two ends of one TCP connection.
  std::pair<Ref<End>, Ref<End>> Pair(bool secure_dialler, bool secure_listener) {
    const auto [listener, port] = ListenAnywhere();
    const Ref<End> dialler = NewEnd(secure_dialler), accepter = NewEnd(secure_listener);
    loop_->Wait([&, port = port] { dialler->stream.Dial({"127.0.0.1", port}); });
    const int fd = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    EXPECT_GE(fd, 0);
    close(listener);
    loop_->Wait([&] { EXPECT_TRUE(accepter->stream.Accept(fd, false).ok()); });
    return {dialler, accepter};
  }

  const std::shared_ptr<Loop> loop_ = *Loop::Start();
  std::vector<Ref<End>> ends_;
  std::string key_;
};

TEST_P(StreamTest, BytesGoBothWaysInTheirOrder) {
  const auto [a, b] = Pair(GetParam(), GetParam());
  std::string large;
  for (int i = 0; i < 400'000; ++i) large += StrCat(i, ",");
  loop_->Wait([&, a = a, b = b] {
    a->Say("first;");
    a->Say(large);
    b->Say("back");
  });
  EXPECT_TRUE(a->Await([](const End& e) { return e.came == "back"; }));
  EXPECT_TRUE(b->Await([&](const End& e) { return e.came.size() == large.size() + 6; }));
  EXPECT_EQ(b->came, "first;" + large);
  EXPECT_EQ(a->opened, 1);
  EXPECT_EQ(b->ready, 1);
  EXPECT_THAT(b->stream.from(), HasSubstr("127.0.0.1:"));
}

TEST_P(StreamTest, ThePeersEndAndALastWordBeforeItAreHeard) {
  const auto [a, b] = Pair(GetParam(), GetParam());
  EXPECT_TRUE(a->Await([](const End& e) { return e.ready == 1; }));
  EXPECT_TRUE(b->Await([](const End& e) { return e.ready == 1; }));
  loop_->Wait([&, a = a] {
    a->stream.SubmitLast("last word");
    a->Close();
  });
  EXPECT_TRUE(b->Await([](const End& e) { return !e.broken.ok(); }));
  EXPECT_EQ(b->came, "last word");
  EXPECT_EQ(b->broken.ToString(), "UNAVAILABLE: the peer closed the connection");
}

TEST_P(StreamTest, WhatIsThrownWhereBytesComeEndsIt) {
  const auto [a, b] = Pair(GetParam(), GetParam());
  b->throws = true;
  loop_->Wait([&, a = a] { a->Say("x"); });
  EXPECT_TRUE(b->Await([](const End& e) { return !e.broken.ok(); }));
  EXPECT_EQ(b->broken.code(), Code::kResourceExhausted);
}

TEST_P(StreamTest, WhileItIsPausedNothingComes) {
  const auto [a, b] = Pair(GetParam(), GetParam());
  EXPECT_TRUE(b->Await([](const End& e) { return e.ready == 1; }));
  loop_->Wait([&, a = a, b = b] {
    b->stream.Pause();
    a->Say("later");
  });
  for (int turn = 0; turn < 5; ++turn) loop_->Wait([] {});
  EXPECT_EQ(b->came, "");
  loop_->Wait([&, b = b] { EXPECT_TRUE(b->stream.Resume().ok()); });
  EXPECT_TRUE(b->Await([](const End& e) { return e.came == "later"; }));
}

class StreamOfOneKey : public StreamTest {};

TEST_P(StreamOfOneKey, WhereOneSideHasAKeyBothAreToldSo) {
  const auto [plain, secure] = Pair(false, true);
  loop_->Wait([&, plain = plain] { plain->Say("RNL1 is how frames begin"); });
  EXPECT_TRUE(secure->Await([](const End& e) { return !e.broken.ok(); }));
  EXPECT_THAT(secure->broken.ToString(), HasSubstr("the server wants TLS"));
  EXPECT_TRUE(plain->Await([](const End& e) { return !e.broken.ok(); }));
  EXPECT_THAT(plain->came, HasSubstr("the server wants TLS")) << "in plain bytes, as it reads them";
}

TEST_P(StreamTest, NobodyThereIsTheEnd) {
  const auto [listener, port] = ListenAnywhere();
  close(listener);
  const Ref<End> end = NewEnd(GetParam());
  loop_->Wait([&, port = port] { end->stream.Dial({"127.0.0.1", port}); });
  EXPECT_TRUE(end->Await([](const End& e) { return !e.broken.ok(); }));
  EXPECT_EQ(end->broken.ToString(), "UNAVAILABLE: connection refused");
  EXPECT_EQ(end->opened, 0);
}

INSTANTIATE_TEST_SUITE_P(Plain, StreamTest, testing::Values(false));
INSTANTIATE_TEST_SUITE_P(Secure, StreamTest, testing::Values(true));
INSTANTIATE_TEST_SUITE_P(Secure, StreamOfOneKey, testing::Values(true));

}  // namespace
}  // namespace runnel::net

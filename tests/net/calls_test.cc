// Calls and services, without a connection: each reply comes to who waits for it, once, each request to
// its handler, and nothing is done twice.
#include "net/link/calls.h"

#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

#include <new>

#include "net/link/services.h"
#include "net/wire/worker_messages.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

// What one waiter was told.
struct Told {
  int times = 0;
  Result<PingReply> reply = Cancelled("nothing yet");
  std::shared_ptr<ReplyWaiter> Waiter() {
    const auto done = [this](Result<PingReply> result) {
      ++times;
      reply = std::move(result);
    };
    return std::make_shared<ReplyWaiterOf<PingReply, decltype(done)>>(done);
  }
};

TEST(Calls, AReplyComesToWhoWaitsForItAndToNobodyElse) {
  Calls calls;
  Told first, second;
  const uint64_t one = calls.Add(first.Waiter()), two = calls.Add(second.Waiter());
  EXPECT_NE(one, two);
  EXPECT_NE(one, 0u);
  EXPECT_TRUE(calls.OnReply(two, *Encode(PingReply{{}, 5})).ok());
  EXPECT_EQ(first.times, 0);
  ASSERT_TRUE(second.reply.ok());
  EXPECT_EQ(second.reply->clock_ns, 5);
  // What a reply says of itself is how the call went.
  EXPECT_TRUE(calls.OnReply(one, *Encode(StatusReply{NotFound("no clock")})).ok());
  EXPECT_EQ(first.reply.status().ToString(), "NOT_FOUND: no clock");
  EXPECT_EQ(calls.OnReply(one, "").code(), Code::kDataLoss);
  EXPECT_EQ(calls.OnReply(99, "").code(), Code::kDataLoss);
  EXPECT_EQ(first.times, 1);
}

TEST(Calls, BytesThatAreNoReplyEndTheCallAndAreTold) {
  Calls calls;
  Told told;
  const Status status = calls.OnReply(calls.Add(told.Waiter()), "\xff\xff");
  EXPECT_EQ(status.code(), Code::kDataLoss);
  EXPECT_THAT(status.ToString(), HasSubstr("PingReply"));
  EXPECT_EQ(told.times, 1);
  EXPECT_EQ(told.reply.status().ToString(), status.ToString());
}

TEST(Calls, AllThatWaitAreToldOfTheEndThoughOneOfThemThrows) {
  class Thrower final : public ReplyWaiter {
   public:
    Status OnBytes(std::string_view) override { return OkStatus(); }
    void OnMessage(void*) override {}
    void OnFailure(const Status&) override { throw std::bad_alloc(); }
  };
  Calls calls;
  Told before, after;
  calls.Add(before.Waiter());
  calls.Add(std::make_shared<Thrower>());
  calls.Add(after.Waiter());
  int lost = 0;
  calls.EndAll(Unavailable("gone"), [&] { ++lost; });
  EXPECT_EQ(lost, 1);
  EXPECT_EQ(before.reply.status().ToString(), "UNAVAILABLE: gone");
  EXPECT_EQ(after.reply.status().ToString(), "UNAVAILABLE: gone");
  EXPECT_EQ(calls.waiting(), 0u);
}

TEST(Calls, ARequestMayComeLateButNotTwice) {
  Calls calls;
  for (const uint64_t call : {2, 4, 1, 3, 0, 0, 7}) EXPECT_TRUE(calls.OnRequest(call).ok()) << call;
  for (const uint64_t call : {1, 4, 7}) {
    EXPECT_EQ(calls.OnRequest(call).ToString(), StrCat("DATA_LOSS: request ", call, " came twice"));
  }
  EXPECT_TRUE(calls.OnRequest(5).ok());
}

TEST(Calls, ARequestThatNeverComesIsMissed) {
  Calls calls;
  Status status;
  uint64_t call = 2;
  while (status.ok()) status = calls.OnRequest(call++);
  EXPECT_EQ(status.ToString(), "DATA_LOSS: request 1 is missing");
  EXPECT_EQ(call, Calls::kMaxAhead + 3);
}

// ---- services ----

class NotedPeer final : public Peer {
 public:
  void Push(uint64_t, std::string, Tensor, bool) override {}
  bool closed() const override { return false; }
  const std::string& name() const override { return name_; }
  std::vector<std::string> said;

 protected:
  void Send(Method, OutgoingMessage&, std::shared_ptr<ReplyWaiter>) override {}
  void SendReply(uint64_t call, OutgoingMessage& reply) override {
    said.push_back(StrCat(call, " ", Decode<PingReply>(*reply.Encode())->clock_ns));
  }
  void SendFailure(uint64_t call, const Status& status) override {
    said.push_back(StrCat(call, " ", status.ToString()));
  }

 private:
  const std::string name_ = "peer";
};

struct Clock {
  void Ping(const Answer<PingReply>& answer, PingRequest request) {
    last = std::move(request.payload);
    if (last == "fail") return answer.Fail(Aborted("failed"));
    answer.Send({{}, 17});
  }
  std::string last;
};

TEST(Services, ARequestComesToItsHandlerAsBytesOrAsItself) {
  Clock clock;
  ServiceTable services;
  services.Add<&Clock::Ping>(&clock);
  EXPECT_TRUE(services.Has(Method::kPing));
  EXPECT_FALSE(services.Has(Method::kRunGraph));
  EXPECT_FALSE(services.Has(static_cast<Method>(~0u)));
  const Ref<NotedPeer> peer = MakeRef<NotedPeer>();
  EXPECT_TRUE(services.Handle(peer.get(), {Method::kPing, 1, *Encode(PingRequest{"a"}), nullptr}).ok());
  EXPECT_EQ(clock.last, "a");
  PingRequest itself{"fail"};
  EXPECT_TRUE(services.Handle(peer.get(), {Method::kPing, 2, {}, &itself}).ok());
  // Told, not asked: the handler's answer goes nowhere.
  EXPECT_TRUE(services.Handle(peer.get(), {Method::kPing, 0, *Encode(PingRequest{"b"}), nullptr}).ok());
  EXPECT_EQ(clock.last, "b");
  EXPECT_EQ(peer->said, (std::vector<std::string>{"1 17", "2 ABORTED: failed"}));
}

TEST(Services, WhatDoesNotDecodeIsAnsweredOrReturned) {
  Clock clock;
  ServiceTable services;
  services.Add<&Clock::Ping>(&clock);
  const Ref<NotedPeer> peer = MakeRef<NotedPeer>();
  EXPECT_TRUE(services.Handle(peer.get(), {Method::kPing, 3, "\x0a\x05x", nullptr}).ok());
  ASSERT_EQ(peer->said.size(), 1u);
  EXPECT_THAT(peer->said[0], HasSubstr("3 DATA_LOSS: PingRequest, field payload: byte 0"));
  EXPECT_EQ(services.Handle(peer.get(), {Method::kPing, 0, "\x0a\x05x", nullptr}).code(),
            Code::kDataLoss);
  EXPECT_EQ(peer->said.size(), 1u);
  EXPECT_EQ(clock.last, "");
}

}  // namespace
}  // namespace runnel::net

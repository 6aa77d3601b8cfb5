// What carries requests and replies between those who know their types, a caller and a handler, and
// those who do not: a connection, for which they are bytes, and a server that is its own peer, for which
// they stay the structs that they are.
#ifndef RUNNEL_NET_LINK_RPC_H_
#define RUNNEL_NET_LINK_RPC_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "net/wire/messages.h"

namespace runnel::net {

// A message on its way out. Of the two calls one is made, once.
class OutgoingMessage {
 public:
  virtual Result<std::string> Encode() const = 0;
  // The struct itself, which is moved out.
  virtual std::shared_ptr<void> Take() = 0;

 protected:
  ~OutgoingMessage() = default;
};

template <typename M>
class OutgoingMessageOf final : public OutgoingMessage {
 public:
  explicit OutgoingMessageOf(M* message) : message_(message) {}
  Result<std::string> Encode() const override { return net::Encode(*message_); }
  std::shared_ptr<void> Take() override { return std::make_shared<M>(std::move(*message_)); }

 private:
  M* const message_;
};

// Who waits for a reply. Called once, on the loop's thread.
class ReplyWaiter {
 public:
  virtual ~ReplyWaiter() = default;
  // Errors: these bytes are no reply, and whoever waits was told so.
  virtual Status OnBytes(std::string_view reply) = 0;
  // The reply itself, of the type that belongs to the request; its status is OK.
  virtual void OnMessage(void* reply) = 0;
  // How it went, or why no reply will come.
  virtual void OnFailure(const Status& status) = 0;
};

template <ReplyMessage P, typename Done>
class ReplyWaiterOf final : public ReplyWaiter {
 public:
  explicit ReplyWaiterOf(Done done) : done_(std::move(done)) {}
  Status OnBytes(std::string_view bytes) override {
    Result<P> reply = Decode<P>(bytes);
    if (!reply.ok()) {
      OnFailure(reply.status());
      return std::move(reply).status();
    }
    if (!reply->status.ok()) {
      OnFailure(reply->status);
    } else {
      done_(std::move(reply));
    }
    return OkStatus();
  }
  void OnMessage(void* reply) override { done_(Result<P>(std::move(*static_cast<P*>(reply)))); }
  void OnFailure(const Status& status) override { done_(Result<P>(status)); }

 private:
  Done done_;
};

// A request as it came: bytes, or from this very process the struct itself, of the method's type, which
// the handler may move from.
struct IncomingRequest {
  Method method{};
  uint64_t call = 0;  // 0: nobody waits for a reply
  std::string_view bytes;
  void* message = nullptr;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_RPC_H_

// A server's methods: which member function of which part handles which request. A handler is
//   void Owner::Handle(const Answer<R::Reply>& answer, R request)
// and answers once, at any time and on any thread.
#ifndef RUNNEL_NET_LINK_SERVICES_H_
#define RUNNEL_NET_LINK_SERVICES_H_

#include <vector>

#include "net/link/peer.h"

namespace runnel::net {

// Who waits for the reply to a request. Copies are of the same request.
template <ReplyMessage P>
class Answer {
 public:
  Answer(Ref<Peer> peer, uint64_t call) : peer_(std::move(peer)), call_(call) {}
  void Send(P reply) const { peer_->Reply(call_, std::move(reply)); }
  void Fail(const Status& status) const { peer_->Refuse(call_, status); }
  const Ref<Peer>& peer() const { return peer_; }

 private:
  Ref<Peer> peer_;
  uint64_t call_;
};

template <typename F>
struct HandlerTypes;
template <typename O, ReplyMessage P, typename R>
struct HandlerTypes<void (O::*)(const Answer<P>&, R)> {
  using Owner = O;
  using Request = std::remove_cvref_t<R>;
  static_assert(RequestMessage<Request> && std::same_as<typename Request::Reply, P>);
};

// Filled once, then only read.
class ServiceTable {
 public:
  template <auto kHandler>
  void Add(typename HandlerTypes<decltype(kHandler)>::Owner* owner) {
    using Types = HandlerTypes<decltype(kHandler)>;
    const auto number = static_cast<size_t>(Types::Request::kMethod);
    if (services_.size() <= number) services_.resize(number + 1);
    services_[number] = {owner, &Run<kHandler>};
  }

  bool Has(Method method) const { return Find(method) != nullptr; }
  // Calls the method's handler. A request that does not decode is answered by that; one that nobody
  // waits for is returned as the error, since its sender would never hear of it.
  Status Handle(Peer* peer, const IncomingRequest& request) const {
    const Service* const service = Find(request.method);
    if (service == nullptr) return Unimplemented("no such method");
    Status status = service->run(service->owner, peer, request);
    if (status.ok() || request.call == 0) return status;
    peer->Refuse(request.call, status);
    return OkStatus();
  }

 private:
  struct Service {
    void* owner = nullptr;
    Status (*run)(void* owner, Peer* peer, const IncomingRequest& request) = nullptr;
  };
  const Service* Find(Method method) const {
    const auto number = static_cast<size_t>(method);
    return number < services_.size() && services_[number].run != nullptr ? &services_[number] : nullptr;
  }

  template <auto kHandler>
  static Status Run(void* owner, Peer* peer, const IncomingRequest& request) {
    using Types = HandlerTypes<decltype(kHandler)>;
    using R = typename Types::Request;
    const Answer<typename R::Reply> answer(Ref<Peer>::Share(peer), request.call);
    auto* const handler = static_cast<typename Types::Owner*>(owner);
    if (request.message != nullptr) {
      (handler->*kHandler)(answer, std::move(*static_cast<R*>(request.message)));
      return OkStatus();
    }
    RUNNEL_ASSIGN_OR_RETURN(R decoded, Decode<R>(request.bytes));
    (handler->*kHandler)(answer, std::move(decoded));
    return OkStatus();
  }

  std::vector<Service> services_;  // by the method's number
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_SERVICES_H_

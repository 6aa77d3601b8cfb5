#include "net/client/remote_status.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "net/link/endpoint.h"

namespace runnel::net {
namespace {

// What a thread waits for.
struct Answer {
  std::mutex mutex;  // guards all below
  std::condition_variable changed;
  bool done = false;
  Status status;
  Body reply;
};

// Who asks and takes nothing else.
class Asker final : public Endpoint {
 public:
  using Endpoint::Endpoint;
  ~Asker() override { Shutdown(); }
  Status OnHello(Peer*, const Body&) override { return OkStatus(); }
  void OnRequest(Peer* peer, Method, uint64_t call, Body) override {
    Body reply;
    reply.status = Unimplemented("a client answers no requests");
    peer->Reply(call, std::move(reply));
  }
  void OnTensor(Peer*, uint64_t, std::string, Tensor, bool, Charge) override {}
};

}  // namespace

Result<std::vector<TaskStatus>> AskTaskStatus(const CoreServices& core, const Ref<Runtime>& runtime,
                                              const RemoteOptions& remote, bool all_tasks) {
  RUNNEL_ASSIGN_OR_RETURN(const Address address, Address::ParseTarget(remote.target));
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<SecurityContext> security,
                          SecurityContext::Make(remote.security));
  Body hello;
  hello.token = remote.token;
  Asker asker(core, runtime, hello, LinkOptions{remote.heartbeat_interval_ms, remote.dead_after_ms},
              std::move(security));
  RUNNEL_RETURN_IF_ERROR(asker.StartLoop());
  Ref<Connection> server;
  RUNNEL_RETURN_IF_ERROR(asker.TryOnLoop([&] {
    server = asker.Dial(StrCat("server ", address.ToString()), address);
    return OkStatus();
  }));
  const int64_t timeout_ms = std::max<int64_t>(remote.connect_timeout_ms, 1);
  Body body;
  body.timeout_ms = timeout_ms - timeout_ms / 5;  // so that it can tell who did not answer it
  const auto answer = std::make_shared<Answer>();
  server->Call(all_tasks ? Method::kClusterStatus : Method::kTaskStatus, std::move(body),
               [answer](const Status& status, Body reply) {
                 const std::lock_guard lock(answer->mutex);
                 answer->done = true;
                 answer->status = status;
                 answer->reply = std::move(reply);
                 answer->changed.notify_all();
               });
  std::unique_lock lock(answer->mutex);
  const bool done = answer->changed.wait_for(lock, std::chrono::milliseconds(timeout_ms),
                                             [&] { return answer->done; });
  if (!done) return DeadlineExceeded(address.ToString(), " has not answered within ", timeout_ms, " ms");
  RUNNEL_RETURN_IF_ERROR(answer->status);
  return std::move(answer->reply.tasks);
}

}  // namespace runnel::net

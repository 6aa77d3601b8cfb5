#include "net/client/remote_status.h"

#include <algorithm>

#include "net/client/waiter.h"
#include "net/link/endpoint.h"
#include "net/wire/master_messages.h"
#include "net/wire/worker_messages.h"

namespace runnel::net {
namespace {

// A client that asks, and accepts nothing else.
class Asker final : public Endpoint {
 public:
  using Endpoint::Endpoint;
  ~Asker() override { Shutdown(); }
  Status OnHello(Peer*, const Hello&) override { return OkStatus(); }
  void OnTensor(Peer*, uint64_t, std::string, Tensor, bool, Charge) override {}
};

}  // namespace

Result<std::vector<TaskStatus>> AskTaskStatus(const CoreServices& core, const Ref<Runtime>& runtime,
                                              const RemoteOptions& remote, bool all_tasks) {
  RUNNEL_ASSIGN_OR_RETURN(const Address address, Address::ParseTarget(remote.target));
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<SecurityContext> security,
                          SecurityContext::Make(remote.security));
  Hello hello;
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
  const auto late = [&] {
    return DeadlineExceeded(address.ToString(), " has not answered within ", timeout_ms, " ms");
  };
  if (all_tasks) {
    // So that it can tell who did not answer it.
    const auto waiter = AskAndWait(server.get(), ClusterStatusRequest{timeout_ms - timeout_ms / 5});
    if (!waiter->Wait(timeout_ms)) return late();
    RUNNEL_RETURN_IF_ERROR(waiter->reply->status());
    return std::move((*waiter->reply)->tasks);
  }
  const auto waiter = AskAndWait(server.get(), TaskStatusRequest());
  if (!waiter->Wait(timeout_ms)) return late();
  RUNNEL_RETURN_IF_ERROR(waiter->reply->status());
  return std::vector<TaskStatus>{std::move((*waiter->reply)->task)};
}

}  // namespace runnel::net

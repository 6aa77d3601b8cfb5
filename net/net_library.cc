// The one symbol of librunnel_net.so.
#include "core/runtime/tasks/net_library.h"

#include <cstring>

#include "net/client/remote_session.h"
#include "net/client/remote_status.h"
#include "net/server/server.h"

namespace runnel::net {
namespace {

class Library final : public NetLibrary {
 public:
  constexpr Library() = default;
  Result<Ref<Server>> StartServer(const CoreServices& core, const Ref<Runtime>& runtime,
                                  const ServerOptions& options) const override {
    return ServerImpl::Start(core, runtime, options);
  }
  Result<Ref<Session>> Connect(const CoreServices& core, const Ref<Runtime>& runtime,
                               std::shared_ptr<Graph> graph, const SessionOptions& options,
                               const RemoteOptions& remote) const override {
    return ConnectSession(core, runtime, std::move(graph), options, remote);
  }
  Result<std::vector<TaskStatus>> AskStatus(const CoreServices& core, const Ref<Runtime>& runtime,
                                            const RemoteOptions& remote, bool all_tasks) const override {
    return AskTaskStatus(core, runtime, remote, all_tasks);
  }
};

constinit const Library kLibrary;

}  // namespace
}  // namespace runnel::net

extern "C" __attribute__((visibility("default"))) const runnel::NetLibrary* runnel_net_open(
    const char* build) {
  return std::strcmp(build, runnel::kNetBuild) == 0 ? &runnel::net::kLibrary : nullptr;
}

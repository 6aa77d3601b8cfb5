// What librunnel and librunnel_net.so know of each other: servers, remote sessions, and how the library
// is opened when the first of them is wanted.
//
// Both are of one build and see the same classes; neither links the other. librunnel_net.so has copies
// of its own of the small parts of core that it calls, and gets by CoreServices what only librunnel has.
#ifndef RUNNEL_CORE_RUNTIME_TASKS_NET_LIBRARY_H_
#define RUNNEL_CORE_RUNTIME_TASKS_NET_LIBRARY_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/runtime/devices/device_group.h"
#include "core/runtime/placement/placement_memory.h"
#include "core/runtime/session/session.h"

namespace runnel {

// How connections are protected: nothing, one key that all tasks and clients share, or certificates.
struct SecurityOptions {
  std::string key_file;          // 64 hexadecimal digits in a file of mode 0600
  std::string certificate_file;  // PEM, with its chain
  std::string private_key_file;  // PEM, of mode 0600
  std::string authority_file;    // PEM: who signed the certificates of all
  bool empty() const {
    return key_file.empty() && certificate_file.empty() && private_key_file.empty() &&
           authority_file.empty();
  }
};

// Room for tensors from others that a server has at least.
inline constexpr uint64_t kLeastReceiveBytes = 1 << 20;

struct ServerOptions {
  std::string cluster;  // a ClusterDef's bytes
  std::string job;
  int task = 0;
  // A socket that listens already, which the server takes over even if it fails; -1: it binds the
  // address that the cluster has for its task.
  int listen_fd = -1;
  // What other processes of this machine must show. Empty: made up, see Server::token.
  std::string token;
  bool insecure_network = false;  // may listen where other machines reach it, unencrypted
  SecurityOptions security;
  std::string files;  // the folder that ops may read and write files in; empty: nowhere
  int64_t heartbeat_interval_ms = 500;
  int64_t dead_after_ms = 3000;
  uint64_t receive_bytes = 256 << 20;  // of tensors that came and are not used yet, from all peers
  size_t max_silent = 256;             // connections that have not said hello
  int64_t clock_ahead_ns = 0;          // of the clock of traces: as on another machine, for tests
};

// A task of a cluster: master and worker in one. Any thread.
class Server : public RefCounted {
 public:
  virtual std::string target() const = 0;  // "runnel://host:port"
  virtual int port() const = 0;
  virtual const std::string& token() const = 0;
  // Ends running steps and every connection. Not in a callback of the runtime.
  virtual void Stop() = 0;
};

struct RemoteOptions {
  std::string target;
  std::string token;
  // Which tasks the session may use, by device strings, besides the target itself; empty: all. It
  // neither waits for other tasks nor ends with them.
  std::vector<std::string> device_filters;
  SecurityOptions security;
  int64_t connect_timeout_ms = 60'000;  // until every task of the cluster must have answered
  int64_t heartbeat_interval_ms = 500;
  int64_t dead_after_ms = 3000;
};

// What a task of a cluster reports of itself, or, if it does not answer, what is known of it.
struct TaskStatus {
  std::string name;     // "/job:ps/replica:0/task:1"
  std::string address;  // "host:port"
  uint64_t incarnation = 0;
  std::vector<std::pair<std::string, int>> devices;  // type and number
  uint64_t step = 0;                                 // how many steps it has taken part in
  uint64_t bytes = 0;                                // of host memory, in tensors and arenas
  std::string error;                                 // why it does not answer; empty: it does
};

struct CoreServices {
  Result<Ref<Session>> (*create_session)(Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                                         const SessionOptions& options);
  std::vector<KernelInfo> (*kernels)(const Runtime& runtime);
  std::vector<std::pair<std::string, int>> (*devices)(const Runtime& runtime);  // type and number
  uint64_t (*host_bytes)(const Runtime& runtime);                               // in use
  // Runs `work` on a thread of the runtime's pool. Only librunnel's own code can wake its sleepers:
  // std::atomic::notify_one knows its waiters by a table in each library.
  void (*run_on_pool)(Runtime& runtime, std::function<void()> work);
  // Frees what a session of create_session has pooled for steps and not used since the last call.
  void (*trim_session)(Session& session);
  // Automatic placement: the cost of a graph's nodes on this task, by what *memory knows and by the
  // plugins' estimates. The best places of variables are added to *memory. May wait, so not on a thread
  // of the pool.
  Result<std::vector<NodeCost>> (*estimate_costs)(const Ref<Runtime>& runtime, const Graph& graph,
                                                  const FedShapes& fed,
                                                  const std::shared_ptr<PlacementMemory>& memory);
  // Values that lie on devices: core/runtime/devices/device_group.h.
  std::string (*means_of_device)(Device* device);
  Result<DeviceGroupName> (*name_device_group)(Device* device);
  Result<Ref<DeviceGroup>> (*join_device_group)(Device* device, const DeviceGroupName& name,
                                                uint32_t size, uint32_t rank, DeviceDone done);
  void (*copy_across)(const Tensor& from, const Tensor& to, DeviceDone done);
};
// Of this library.
CoreServices ThisCore();

// Stateless: the caller brings what is needed.
class NetLibrary {
 public:
  // Errors: INVALID_ARGUMENT for the cluster or a task that it lacks; PERMISSION_DENIED for an address
  // that other machines can reach; UNAVAILABLE if it cannot be listened at.
  virtual Result<Ref<Server>> StartServer(const CoreServices& core, const Ref<Runtime>& runtime,
                                          const ServerOptions& options) const = 0;
  // Errors: UNAVAILABLE or DEADLINE_EXCEEDED naming the tasks that do not answer in time;
  // UNAUTHENTICATED; INVALID_ARGUMENT for the target.
  virtual Result<Ref<Session>> Connect(const CoreServices& core, const Ref<Runtime>& runtime,
                                       std::shared_ptr<Graph> graph, const SessionOptions& options,
                                       const RemoteOptions& remote) const = 0;

  // Asks the target for its own status, or for that of all tasks of its cluster. Errors: as Connect;
  // those that do not answer the target in time are in the answer.
  virtual Result<std::vector<TaskStatus>> AskStatus(const CoreServices& core,
                                                    const Ref<Runtime>& runtime,
                                                    const RemoteOptions& remote,
                                                    bool all_tasks) const = 0;

 protected:
  ~NetLibrary() = default;
};

// The library's one symbol. Null if `build` is not the library's own.
using NetOpenFn = const NetLibrary* (*)(const char* build);
inline constexpr char kNetOpenSymbol[] = "runnel_net_open";
// Identifies the interface and the compiler of a library. Increment it with every change here.
inline constexpr char kNetBuild[] = "runnel 0.1.0, net 9, " __VERSION__;

// Opens librunnel_net.so beside this library; it stays. Errors: NOT_FOUND with the path,
// FAILED_PRECONDITION for another build.
Result<const NetLibrary*> OpenNetLibrary();

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_TASKS_NET_LIBRARY_H_

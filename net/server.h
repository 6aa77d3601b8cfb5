// Server: one task of a cluster: an endpoint that listens, with a worker and a master on it.
#ifndef RUNNEL_NET_SERVER_H_
#define RUNNEL_NET_SERVER_H_

#include <deque>
#include <map>
#include <set>
#include <string>

#include "core/base/clock.h"
#include "core/runtime/net_library.h"
#include "core/runtime/partition_tasks.h"
#include "core/runtime/resource.h"
#include "net/cluster_spec.h"
#include "net/endpoint.h"
#include "net/services.h"
#include "net/steps.h"

namespace runnel::net {

class Worker;
class Master;
class ServerCollectives;

// "/job:a/replica:0/task:1", as TaskInfo and the ends of an edge name a task.
std::string TaskName(std::string_view job, int index);

class ServerImpl final : public Server, public Endpoint {
 public:
  static Result<Ref<Server>> Start(const CoreServices& core, const Ref<Runtime>& runtime,
                                   const ServerOptions& options);

  std::string target() const override { return StrCat("runnel://", address_.ToString()); }
  int port() const override { return address_.port; }
  const std::string& token() const override { return hello().token; }
  void Stop() override;

  // ---- for the worker and the master ----
  const ClusterSpec& cluster() const { return cluster_; }
  Steps& steps() { return steps_; }
  ServerCollectives& collectives() { return *collectives_; }
  const std::shared_ptr<ResourceManager>& resources() { return resources_; }
  const std::string& task_name() const { return task_name_; }
  std::vector<std::pair<std::string, int>> Devices() const { return devices_; }
  const std::vector<KernelInfo>& Kernels() const { return kernels_; }
  // This task, or a connection to another, dialled if there is none. Loop's thread.
  Ref<Peer> PeerOf(const std::string& job, int index);
  // A tensor for the rendezvous of another task. Any thread.
  void PushTo(std::string task, uint64_t step, std::string key, Tensor tensor, bool dead);
  // The clock of traces, which differs between machines.
  int64_t ClockNs() const { return MonotonicNs() + clock_ahead_ns_; }
  int64_t clock_ahead_ns() const { return clock_ahead_ns_; }
  const Address& address() const { return address_; }  // once it listens
  // Keeps a line of the server's log, of which the last few hundred are there to be asked for, and hands
  // it to the runtime's, as a piece of information or as what it is. Loop's thread, all of it.
  void Note(std::string_view text) override { NoteAs(Severity::kInfo, text); }
  void NoteAs(Severity severity, std::string_view text);
  std::vector<std::string> Notes() const { return {notes_.begin(), notes_.end()}; }
  // Much may have become free: it goes back to the system within a second. Any thread.
  void TrimSoon() { trims_soon_.store(true, std::memory_order_relaxed); }
  // What is known of a step's pushes is no longer needed. Loop's thread.
  void ForgetPushes(uint64_t step);

  // ---- PeerHandler ----
  Status OnHello(Peer* peer, const Hello& hello) override;
  Status OnRequest(Peer* peer, const IncomingRequest& request) override;
  void OnTensor(Peer* peer, uint64_t step, std::string key, Tensor tensor, bool dead,
                Charge charge) override;
  void OnOffer(Peer* peer, uint64_t step, std::string_view key, uint64_t offer,
               LocalRendezvous::OfferAnswer answer) override;
  void OnWithdraw(uint64_t step, std::string_view key, uint64_t offer) override;
  Tensor TakeRoom(uint64_t step, std::string_view key) override;
  void OnNoRoom(uint64_t step, const Status& reason) override;
  void OnShared(Peer* peer, const Status& status) override;
  void OnClosed(Peer* peer, const Status& reason) override;

 protected:
  void OnLoss(const Status& reason) override;

 private:
  class LocalPeer;
  struct Dialled {
    std::string job;
    int index = 0;
    std::set<uint64_t> pushed;  // steps whose tensors went this way
  };

  ServerImpl(const CoreServices& core, const Ref<Runtime>& runtime, const ServerOptions& options,
             ClusterSpec cluster, Hello hello, std::shared_ptr<SecurityContext> security);
  ~ServerImpl() override;
  // *fd is -1 once it is taken over.
  static Status StartWith(const CoreServices& core, const Ref<Runtime>& runtime,
                          const ServerOptions& options, int* fd, Ref<ServerImpl>* server);
  Status Bind(const ServerOptions& options, int* fd);
  void StartUnix();
  // Memory that was kept for what is over goes back to the system, from time to time.
  void Trim();
  Status CheckName(Peer* peer, const Hello& theirs) const;
  bool Stopped();
  void NoteStart(bool insecure);
  // How a connection ended, as serious as that is.
  void NoteClosed(Peer* peer, const Status& reason);

  const ClusterSpec cluster_;
  const std::string task_name_;
  const int64_t clock_ahead_ns_;
  const std::vector<KernelInfo> kernels_;
  std::vector<std::pair<std::string, int>> devices_;
  Address address_;
  std::string unix_path_;  // empty: it listens at none
  Steps steps_;
  const std::shared_ptr<ResourceManager> resources_ = std::make_shared<ResourceManager>();
  std::unique_ptr<Worker> worker_;
  std::unique_ptr<Master> master_;
  std::unique_ptr<ServerCollectives> collectives_;
  ServiceTable services_;
  std::mutex stop_mutex_;  // guards stopped_
  bool stopped_ = false;
  std::atomic<bool> trims_soon_{false}, trimming_{false};
  // ---- the loop's thread only ----
  Ref<LocalPeer> local_;
  std::map<std::string, Ref<Connection>> peers_;  // by task
  std::map<Peer*, Dialled> dialled_;
  std::deque<std::string> notes_;
  int64_t refusals_ms_ = 0;  // when those below were counted from
  int refusals_ = 0;
  uint64_t trim_ticks_ = 0;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_SERVER_H_

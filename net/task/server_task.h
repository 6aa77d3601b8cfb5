// ServerTask: one task of a cluster as its worker, its master and its collectives see it: who it is,
// what it has, its table of steps, its log, and the other tasks.
#ifndef RUNNEL_NET_TASK_SERVER_TASK_H_
#define RUNNEL_NET_TASK_SERVER_TASK_H_

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/runtime/kernels/kernel_info.h"
#include "core/runtime/resources/resource.h"
#include "core/runtime/tasks/net_library.h"
#include "net/link/endpoint.h"
#include "net/task/steps.h"
#include "net/wire/cluster_spec.h"

namespace runnel::net {

class ServerCollectives;

// "/job:a/replica:0/task:1", as TaskInfo and the ends of an edge name a task.
std::string TaskName(std::string_view job, int index);

class ServerTask : public Server, public Endpoint {
 public:
  const ClusterSpec& cluster() const { return cluster_; }
  Steps& steps() { return steps_; }
  virtual ServerCollectives& collectives() = 0;
  const std::shared_ptr<ResourceManager>& resources() { return resources_; }
  const std::string& task_name() const { return task_name_; }
  std::vector<std::pair<std::string, int>> Devices() const { return devices_; }
  const std::vector<KernelInfo>& Kernels() const { return kernels_; }
  // This task, or a connection to another, dialled if there is none. Loop's thread.
  virtual Ref<Peer> PeerOf(const std::string& job, int index) = 0;
  // A tensor for the rendezvous of another task. Any thread.
  virtual void PushTo(std::string task, uint64_t step, std::string key, Tensor tensor, bool dead) = 0;
  // What is known of a step's pushes is no longer needed. Loop's thread.
  virtual void ForgetPushes(uint64_t step) = 0;
  // The clock of traces, which differs between machines.
  int64_t ClockNs() const { return MonotonicNs() + clock_ahead_ns_; }
  int64_t clock_ahead_ns() const { return clock_ahead_ns_; }
  const Address& address() const { return address_; }  // once it listens
  // Logs a line: keeps the last few hundred for whoever asks, and passes it to the runtime's log, as
  // information or with the given severity. Loop's thread.
  void Note(std::string_view text) override { NoteAs(Severity::kInfo, text); }
  void NoteAs(Severity severity, std::string_view text);
  std::vector<std::string> Notes() const { return {notes_.begin(), notes_.end()}; }
  // Much memory may have become free: returns it to the system within a second. Any thread.
  void TrimSoon() { trims_soon_.store(true, std::memory_order_relaxed); }

 protected:
  ServerTask(const CoreServices& core, const Ref<Runtime>& runtime, const ServerOptions& options,
             ClusterSpec cluster, Hello hello, std::shared_ptr<SecurityContext> security);
  ~ServerTask() override = default;

  const ClusterSpec cluster_;
  const std::string task_name_;
  const int64_t clock_ahead_ns_;
  const std::vector<KernelInfo> kernels_;
  std::vector<std::pair<std::string, int>> devices_;
  Address address_;
  Steps steps_;
  const std::shared_ptr<ResourceManager> resources_ = std::make_shared<ResourceManager>();
  std::atomic<bool> trims_soon_{false};

 private:
  std::deque<std::string> notes_;  // the loop's thread only
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_TASK_SERVER_TASK_H_

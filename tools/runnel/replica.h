// This process as a task of the cluster that `runnel cluster` has started it in.
#ifndef RUNNEL_TOOLS_RUNNEL_REPLICA_H_
#define RUNNEL_TOOLS_RUNNEL_REPLICA_H_

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "tools/common/handle.h"

namespace runnel::tools {

using DeviceSetterHandle = Handle<rnl_device_setter_t, rnl_device_setter_release>;

// Says "alive" to the launcher, again and again, on a thread of its own.
class Heart {
 public:
  Heart(int fd, int64_t beat_ms);
  ~Heart();

 private:
  std::mutex mutex_;  // guards stopped_
  std::condition_variable changed_;
  bool stopped_ = false;
  std::thread thread_;
};

// Nothing is set where the environment has no RUNNEL_CLUSTER.
struct Replica {
  ServerHandle server;
  DeviceSetterHandle setter;  // over the job ps, if the cluster has one
  std::string job;
  int index = 0;
  int count = 1;             // tasks of this job
  size_t servers = 0;        // tasks of the job ps
  bool restarts = false;     // a lost task is started again
  bool resumes = false;      // this process takes the place of one that was lost
  int64_t patience_ms = -1;  // how long to try; -1: nothing is said of that
  int report_fd = -1;        // where the launcher hears of this task; -1: it does not want to
  int finished_fd = -1;      // where it tells which tasks have finished; -1: it does not
  bool every_step = false;   // the launcher wants to hear of each
  std::unique_ptr<Heart> heart;
};

// Starts this task's server. Throws Error.
Replica JoinCluster(rnl_runtime_t* runtime);

// Tells the launcher: "step 20", "worked", "lost UNAVAILABLE: /job:ps/...", "loss 0.123", "fds 3",
// "finished". What shows progress is left out where the launcher does not read.
void Report(const Replica& replica, std::string_view line);
// The same for a server, which is no replica: the descriptor of the environment, or -1.
int ReportFd();
int64_t BeatMs();
void Say(int fd, std::string_view line, bool must_arrive);
// Whether another task of this job has finished, as far as the launcher knows.
bool HasFinished(const Replica& replica, int index);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_REPLICA_H_

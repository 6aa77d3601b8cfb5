// A cluster of processes on this machine: started, watched, ended.
#ifndef RUNNEL_TOOLS_RUNNEL_LOCAL_CLUSTER_H_
#define RUNNEL_TOOLS_RUNNEL_LOCAL_CLUSTER_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "tools/runnel/fault.h"

namespace runnel::tools {

// One task and its process.
struct LocalTask {
  std::string job;
  int index = 0;
  bool served = false;  // by `runnel worker`, not by the program
  int listen_fd = -1;   // ours too, so that a task that is started again listens where it did
  int output_fd = -1;   // what it prints, stdout and stderr; -1: ended
  int report_fd = -1;   // what it reports, where that is wanted
  pid_t pid = -1;       // -1: ended
  int exit_status = 0;  // as of a shell: 128 + the signal that ended it
  std::string line;     // printed, not yet whole
  std::string report;   // likewise
  std::string name() const;
};

// "ps=1,worker=2" as (job, number of tasks). Throws UsageError.
std::vector<std::pair<std::string, int>> ParseLocal(const std::string& text);

class LocalCluster {
 public:
  // Reserves a loopback address for every task. Throws Error.
  LocalCluster(const std::vector<std::pair<std::string, int>>& jobs,
               const std::vector<std::string>& served_jobs);
  ~LocalCluster();  // kills what still runs
  LocalCluster(const LocalCluster&) = delete;

  const std::string& spec() const { return spec_; }
  // Before Start: a task that dies by a signal is started again, so often.
  void set_restarts(int restarts) { restarts_ = restarts; }
  // Every task has the folder JOB-TASK in this one for its files; empty: none has, but where there is a
  // fault, which needs checkpoints.
  void set_files(std::string folder) { files_ = std::move(folder); }
  // Before Start: does this to a task once programs have reached its step.
  void set_fault(const Fault& fault) { fault_ = fault; }
  // The line of a report: step N, lost CODE: MESSAGE, loss X, fds N.
  const Outcome& outcome() const { return outcome_; }
  // Starts all tasks: the served ones as `runnel worker`, each other one as `program` with
  // RUNNEL_CLUSTER, RUNNEL_JOB, RUNNEL_TASK, RUNNEL_LISTEN_FD and RUNNEL_CLUSTER_TOKEN set; with
  // restarts RUNNEL_RESTARTS, with a fault RUNNEL_REPORT_FD and RUNNEL_SCRATCH.
  void Start(const std::vector<std::string>& program);
  // Hands on what tasks print, each line with its task's name, until every program has ended, one has
  // failed, a served task has ended by itself, or SIGINT or SIGTERM came; then ends the rest. Returns
  // the exit status: 0 only if all programs ended with 0.
  int Watch();
  const std::vector<LocalTask>& tasks() const { return tasks_; }
  // What ended it, if not the programs: "worker/1 was ended by signal 9".
  const std::string& failure() const { return failure_; }

 private:
  void StartTask(LocalTask* task);
  void ReadOutput(LocalTask* task);
  void ReadReport(LocalTask* task);
  void Heed(const LocalTask& task, const std::string& line);
  void Inject();
  void Reap();
  void EndAll();
  bool AnyRuns(bool programs_only) const;

  std::string spec_, token_, scratch_, files_;
  std::vector<LocalTask> tasks_;
  std::vector<std::string> program_;
  int restarts_ = 0;
  Fault fault_;
  Outcome outcome_;
  std::string failure_;
  int signal_fd_ = -1;
  int status_ = 0;
  bool ending_ = false;
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_LOCAL_CLUSTER_H_

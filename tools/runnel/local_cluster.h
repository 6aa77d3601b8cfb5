// A cluster of processes on this machine: started, watched, ended.
#ifndef RUNNEL_TOOLS_RUNNEL_LOCAL_CLUSTER_H_
#define RUNNEL_TOOLS_RUNNEL_LOCAL_CLUSTER_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "tools/runnel/fault.h"
#include "tools/runnel/local_task.h"

namespace runnel::tools {

// "ps=1,worker=2" as (job, number of tasks). Throws UsageError.
std::vector<std::pair<std::string, int>> ParseLocal(const std::string& text);

// What becomes of tasks that are lost.
struct Recovery {
  int restarts = 0;  // so often in all is a task that died started again
  // With restarts: a task that a signal has stopped, or that has given signs of life, and gives none for
  // so long, is killed. 0: never.
  int64_t silent_ms = 10'000;
  // With restarts: the job ends so long after the last progress of any program, once one has shown any
  // or a task was lost. 0: never.
  int64_t patience_ms = 60'000;
  std::string Describe() const;  // in one line
};

class LocalCluster {
 public:
  // Reserves a loopback address for every task. Throws Error.
  LocalCluster(const std::vector<std::pair<std::string, int>>& jobs,
               const std::vector<std::string>& served_jobs);
  ~LocalCluster();  // kills what still runs
  LocalCluster(const LocalCluster&) = delete;

  const std::string& spec() const { return launch_.spec; }
  const std::string& token() const { return launch_.token; }
  // All of these before Start.
  void set_recovery(const Recovery& recovery) { recovery_ = recovery; }
  // Every task has the folder JOB-TASK in this one for its files; empty: none has, but where there is a
  // fault, which needs checkpoints.
  void set_files(std::string folder) { launch_.files = std::move(folder); }
  // Does this to a task once programs have reached its step.
  void set_fault(const Fault& fault) { fault_ = fault; }
  // Lines of JSON go to this descriptor, one for whatever becomes of a task; -1: none do.
  void set_events(int fd) { events_fd_ = fd; }
  const Outcome& outcome() const { return outcome_; }
  // Starts all tasks: the served ones as `runnel worker`, each other one as `program` with
  // RUNNEL_CLUSTER, RUNNEL_JOB, RUNNEL_TASK, RUNNEL_LISTEN_FD and RUNNEL_CLUSTER_TOKEN set; what else
  // there may be is in local_task.cc and tools/runnel/replica.h.
  void Start(const std::vector<std::string>& program);
  // Hands on what tasks print, each line with its task's name, until every program has ended, one has
  // failed, a served task has ended by itself, SIGINT or SIGTERM came, or there was no progress for too
  // long; then ends the rest. Returns the exit status: 0 only if all programs ended with 0, kNoProgress
  // where that is what ended it.
  int Watch();
  static constexpr int kNoProgress = 124;
  const std::vector<LocalTask>& tasks() const { return tasks_; }
  // What ended it, if not the programs: "worker/1 was ended by signal 9".
  const std::string& failure() const { return failure_; }

 private:
  void StartTask(LocalTask* task);
  void Read(LocalTask* task);
  void Print(LocalTask* task, std::string_view line);
  // The line of a report: step N, worked, loss X, finished, alive, lost CODE: MESSAGE, joined N, fds N.
  void Heed(LocalTask* task, const std::string& line);
  void Inject();
  void Reap();
  void ReapOne(LocalTask* task, int result);
  void Restart(LocalTask* task);
  void Finish(LocalTask* task);
  void Progress();
  // When the next task counts as silent, and the job as stuck; INT64_MAX: never.
  int64_t SilentAt(const LocalTask& task) const;
  int64_t StuckAt() const;
  int64_t SampleAt() const;
  int64_t ProgramsCpuMs() const;
  int64_t NextLookMs() const;
  void CheckTimes();
  void GiveUp();
  void ForgivePause();  // this process itself did not run for a while
  void EndAll();
  void Fail(std::string failure, int status);
  bool AnyRuns(bool programs_only) const;
  void Event(const char* event, const LocalTask& task, const char* key = nullptr, int64_t value = 0,
             std::string_view reason = {}) const;

  LocalLaunch launch_;
  Recovery recovery_;
  std::vector<LocalTask> tasks_;
  int restarts_left_ = 0;
  int events_fd_ = -1;
  int finished_fd_ = -1;  // where the names of those are written
  bool programs_report_ = false, lost_any_ = false;
  int64_t progress_ms_ = 0;  // when there was some last
  int64_t cpu_ms_ = -1;      // of programs, halfway from then to the end; -1: it was not looked yet
  int64_t kill_ms_ = -1;     // when what still runs is killed
  Fault fault_;
  Outcome outcome_;
  std::string failure_;
  int signal_fd_ = -1;
  int status_ = 0;
  bool ending_ = false;
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_LOCAL_CLUSTER_H_

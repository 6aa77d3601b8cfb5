// One task of a cluster on this machine and its process: started, read, ended.
#ifndef RUNNEL_TOOLS_RUNNEL_LOCAL_TASK_H_
#define RUNNEL_TOOLS_RUNNEL_LOCAL_TASK_H_

#include <signal.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace runnel::tools {

struct LocalTask {
  std::string job;
  int index = 0;
  bool served = false;  // by `runnel worker`, not by the program
  int listen_fd = -1;   // ours too, so that a task that is started again listens where it did
  int output_fd = -1;   // what it prints, stdout and stderr; -1: ended
  int report_fd = -1;   // what it reports, where that is wanted
  pid_t pid = -1;       // -1: ended
  int exit_status = 0;  // as of a shell: 128 + the signal that ended it
  int lives = 0;        // how often it was started
  // Has done all that it is to do: it is neither started again nor waited for. Its process may still be
  // ending.
  bool finished = false;
  bool beats = false;       // this life has shown that it gives signs of life
  int64_t heard_ms = 0;     // its last one, by NowMs
  int64_t stopped_ms = -1;  // since when a signal has it stopped; -1: it runs
  std::string line;         // printed, not yet whole
  std::string report;       // likewise
  std::string name() const;
};

// What every process of a cluster is told.
struct LocalLaunch {
  std::vector<std::string> program;
  std::string spec, token;
  std::string files;         // the folder of all tasks' folders; empty: none
  std::string scratch;       // for checkpoints of a run with a fault; empty: none
  bool reports = false;      // tasks report what they do
  bool every_step = false;   // and each step, not only that there are some
  int64_t beat_ms = 1000;    // between two signs of life
  bool restarts = false;     // lost tasks are started again
  int64_t patience_ms = -1;  // how long programs try before they give up; -1: it is theirs
  int finished_fd = -1;      // where tasks read who has finished; -1: nowhere
};

int64_t NowMs();  // a clock that never goes back

// Starts a process in the place of a task that has none. `unblock`: the signals that this process has
// blocked for itself. Throws Error.
void StartProcess(const LocalLaunch& launch, const sigset_t& unblock, LocalTask* task);
// Hands on what the task has printed or reported since, line by line.
using LineDone = std::function<void(std::string_view line)>;
void ReadOutput(LocalTask* task, const LineDone& done);
void ReadReport(LocalTask* task, const LineDone& done);
// Lets go of the pipes of a process that has ended, whoever else holds them.
void ClosePipes(LocalTask* task);
// Kills a process and all that have it as an ancestor.
void KillTree(pid_t pid);
// The processor's time that a process and its descendants have had.
int64_t TreeCpuMs(pid_t pid);
// A child of this process; 0: none. `except`: which do not count.
pid_t AnyChild(const std::vector<pid_t>& except);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_LOCAL_TASK_H_

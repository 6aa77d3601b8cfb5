#include "tools/runnel/local_task.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

// Where a process finds its socket, where it reports, and where it reads who has finished.
constexpr int kListenFd = 3, kReportFd = 4, kFinishedFd = 5;
constexpr int kAway = 100;  // descriptors that are none of these

std::string FolderOf(const LocalLaunch& launch, const LocalTask& task) {
  if (launch.files.empty()) return {};
  std::string folder = Cat(launch.files, "/", task.job, "-", task.index);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) Fail("cannot make the folder ", folder, ": ", error.message());
  return folder;
}

void SetEnvironment(const LocalLaunch& launch, const LocalTask& task, const std::string& folder) {
  const auto set = [](const char* name, const std::string& value) { setenv(name, value.c_str(), 1); };
  set("RUNNEL_CLUSTER", launch.spec);
  set("RUNNEL_CLUSTER_TOKEN", launch.token);
  set("RUNNEL_JOB", task.job);
  set("RUNNEL_TASK", std::to_string(task.index));
  set("RUNNEL_LISTEN_FD", std::to_string(kListenFd));
  if (!folder.empty()) set("RUNNEL_FILES", folder);
  if (launch.restarts) {
    set("RUNNEL_RESTARTS", "1");
    set("RUNNEL_LIFE", std::to_string(task.lives));
  }
  if (launch.finished_fd >= 0) set("RUNNEL_FINISHED_FD", std::to_string(kFinishedFd));
  if (launch.patience_ms >= 0) set("RUNNEL_PATIENCE_MS", std::to_string(launch.patience_ms));
  if (launch.reports) {
    set("RUNNEL_REPORT_FD", std::to_string(kReportFd));
    set("RUNNEL_BEAT_MS", std::to_string(launch.beat_ms));
    if (launch.every_step) set("RUNNEL_REPORT_STEPS", "1");
  }
  if (!launch.scratch.empty()) set("RUNNEL_SCRATCH", launch.scratch);
}

// Gives the child its descriptors. All move out of the way first: each may have another's number.
void PlaceDescriptors(const std::vector<std::pair<int, int>>& places) {
  std::vector<std::pair<int, int>> moved;
  for (const auto& [from, to] : places) {
    if (from >= 0) moved.emplace_back(fcntl(from, F_DUPFD, kAway), to);
  }
  for (const auto& [from, to] : moved) {
    dup2(from, to);
    close(from);
  }
}

// Calls `done` with each line that is whole.
void TakeLines(std::string* text, const LineDone& done) {
  for (size_t end; (end = text->find('\n')) != std::string::npos;) {
    const std::string line = text->substr(0, end);
    text->erase(0, end + 1);
    done(line);
  }
}

// Reads what there is; at the end it closes *fd.
void ReadAll(int* fd, std::string* text) {
  char buffer[65536];
  while (*fd >= 0) {
    const ssize_t n = read(*fd, buffer, sizeof(buffer));
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
      close(*fd);
      *fd = -1;
      return;
    }
    text->append(buffer, static_cast<size_t>(n));
  }
}

std::vector<pid_t> ChildrenOf(pid_t pid) {
  std::vector<pid_t> out;
  std::error_code error;
  const std::string threads = Cat("/proc/", pid, "/task");
  for (const auto& thread : std::filesystem::directory_iterator(threads, error)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) out.push_back(child);
  }
  return out;
}

// A process, and all that have it as an ancestor.
std::vector<pid_t> TreeOf(pid_t pid) {
  constexpr size_t kMost = 4096;
  std::vector<pid_t> all = {pid};
  for (size_t i = 0; i < all.size() && all.size() < kMost; ++i) {
    for (const pid_t child : ChildrenOf(all[i])) {
      if (std::find(all.begin(), all.end(), child) == all.end()) all.push_back(child);
    }
  }
  return all;
}

}  // namespace

std::string LocalTask::name() const { return Cat(job, "/", index); }

int64_t NowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void StartProcess(const LocalLaunch& launch, const sigset_t& unblock, LocalTask* task) {
  std::vector<std::string> words = launch.program;
  const std::string folder = FolderOf(launch, *task);
  if (task->served) {
    words = {"/proc/self/exe", "worker", "--cluster",      launch.spec,   "--job",
             task->job,        "--task", Cat(task->index), "--listen-fd", Cat(kListenFd)};
    if (!folder.empty()) words.insert(words.end(), {"--files", folder});
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int output[2], report[2] = {-1, -1};
  if (pipe2(output, O_CLOEXEC) != 0) Fail("cannot open a pipe: ", std::strerror(errno));
  if (launch.reports && pipe2(report, O_CLOEXEC) != 0) {
    const int error = errno;
    close(output[0]);
    close(output[1]);
    Fail("cannot open a pipe: ", std::strerror(error));
  }
  // A launcher that does not read, since it is stopped, holds up nobody who reports.
  if (launch.reports) fcntl(report[1], F_SETFL, O_NONBLOCK);
  const pid_t parent = getpid();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    // Ends with its launcher, whatever ends that.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    sigprocmask(SIG_UNBLOCK, &unblock, nullptr);
    SetEnvironment(launch, *task, folder);
    dup2(output[1], 1);
    dup2(output[1], 2);
    PlaceDescriptors(
        {{task->listen_fd, kListenFd}, {report[1], kReportFd}, {launch.finished_fd, kFinishedFd}});
    execvp(arguments[0], arguments.data());
    std::fprintf(stderr, "cannot start %s: %s\n", arguments[0], std::strerror(errno));
    _exit(127);
  }
  const int error = errno;
  close(output[1]);
  if (report[1] >= 0) close(report[1]);
  task->output_fd = output[0];
  task->report_fd = report[0];
  if (child < 0) {
    ClosePipes(task);
    Fail("cannot start a process: ", std::strerror(error));
  }
  task->pid = child;
  task->beats = false;
  task->heard_ms = NowMs();
  task->stopped_ms = -1;
  ++task->lives;
  for (const int fd : {task->output_fd, task->report_fd}) {
    if (fd >= 0) fcntl(fd, F_SETFL, O_NONBLOCK);
  }
}

void ReadOutput(LocalTask* task, const LineDone& done) {
  const bool open = task->output_fd >= 0;
  ReadAll(&task->output_fd, &task->line);
  if (open && task->output_fd < 0 && !task->line.empty() && task->line.back() != '\n')
    task->line += '\n';
  TakeLines(&task->line, done);
}

void ReadReport(LocalTask* task, const LineDone& done) {
  ReadAll(&task->report_fd, &task->report);
  TakeLines(&task->report, done);
}

void ClosePipes(LocalTask* task) {
  for (int* fd : {&task->output_fd, &task->report_fd}) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
  }
  task->line.clear();
  task->report.clear();
}

void KillTree(pid_t pid) {
  for (const pid_t each : TreeOf(pid)) kill(each, SIGKILL);
}

int64_t TreeCpuMs(pid_t pid) {
  int64_t ticks = 0;
  for (const pid_t each : TreeOf(pid)) {
    std::ifstream file(Cat("/proc/", each, "/stat"));
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    // Behind the name, which may be anything in parentheses: the 12th and 13th number.
    const size_t behind = text.rfind(')');
    if (behind == std::string::npos) continue;
    std::istringstream fields(text.substr(behind + 1));
    std::string skipped;
    for (int i = 0; i < 11; ++i) fields >> skipped;
    int64_t user = 0, system = 0;
    if (fields >> user >> system) ticks += user + system;
  }
  return ticks * 1000 / sysconf(_SC_CLK_TCK);
}

pid_t AnyChild(const std::vector<pid_t>& except) {
  for (const pid_t child : ChildrenOf(getpid())) {
    if (std::find(except.begin(), except.end(), child) != except.end()) continue;
    // One that has ended already is no leak.
    if (waitpid(child, nullptr, WNOHANG) == 0) return child;
  }
  return 0;
}

}  // namespace runnel::tools

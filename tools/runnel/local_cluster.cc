#include "tools/runnel/local_cluster.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
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

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kListenFd = 3;       // where a task finds its socket
constexpr int kReportFd = 4;       // and where it reports
constexpr int kGraceMs = 5000;     // from SIGTERM to SIGKILL
constexpr size_t kMaxTasks = 256;  // on one machine

[[noreturn]] void FailBy(const char* what) { Fail(what, ": ", std::strerror(errno)); }

std::string RandomToken() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof(bytes), 0) != static_cast<ssize_t>(sizeof(bytes)))
    FailBy("no random bytes");
  std::string out;
  for (const unsigned char b : bytes) {
    out += "0123456789abcdef"[b >> 4];
    out += "0123456789abcdef"[b & 15];
  }
  return out;
}

// Listens at a free port of 127.0.0.1.
int Listen(int* port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) FailBy("cannot open a socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  if (bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(fd, 128) != 0 ||
      getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    FailBy("cannot listen on 127.0.0.1");
  }
  *port = ntohs(address.sin_port);
  return fd;
}

int64_t NowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// A process that has this one as its parent and was not waited for; 0: none.
pid_t AnyChild() {
  siginfo_t info{};
  if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
    // One that has ended already is no leak.
    waitpid(info.si_pid, nullptr, 0);
    return AnyChild();
  }
  std::ifstream children(Cat("/proc/self/task/", getpid(), "/children"));
  pid_t child = 0;
  return children >> child ? child : 0;
}

sigset_t Watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGINT, SIGTERM}) sigaddset(&set, signal);
  return set;
}

}  // namespace

std::string LocalTask::name() const { return Cat(job, "/", index); }

std::vector<std::pair<std::string, int>> ParseLocal(const std::string& text) {
  std::vector<std::pair<std::string, int>> out;
  size_t total = 0;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    begin = end + 1;
    const size_t equals = item.find('=');
    const std::string count = equals == std::string::npos ? "" : item.substr(equals + 1);
    if (equals == 0 || count.empty() || count.size() > 3 ||
        count.find_first_not_of("0123456789") != std::string::npos || std::stoi(count) < 1) {
      throw UsageError(Cat("--local: expected JOB=COUNT,..., got \"", item, "\""));
    }
    out.emplace_back(item.substr(0, equals), std::stoi(count));
    total += static_cast<size_t>(out.back().second);
  }
  if (total > kMaxTasks) throw UsageError(Cat("--local: ", total, " tasks, at most ", kMaxTasks));
  return out;
}

LocalCluster::LocalCluster(const std::vector<std::pair<std::string, int>>& jobs,
                           const std::vector<std::string>& served_jobs) {
  const char* const token = secure_getenv("RUNNEL_CLUSTER_TOKEN");
  token_ = token == nullptr || *token == '\0' ? RandomToken() : token;
  for (const auto& [job, count] : jobs) {
    spec_ += Cat(spec_.empty() ? "" : ";", job, "=");
    for (int i = 0; i < count; ++i) {
      LocalTask task;
      task.job = job;
      task.index = i;
      task.served = std::find(served_jobs.begin(), served_jobs.end(), job) != served_jobs.end();
      int port = 0;
      task.listen_fd = Listen(&port);
      spec_ += Cat(i == 0 ? "" : ",", "127.0.0.1:", port);
      tasks_.push_back(std::move(task));
    }
  }
  const sigset_t watched = Watched();
  sigprocmask(SIG_BLOCK, &watched, nullptr);
  signal_fd_ = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signal_fd_ < 0) FailBy("cannot watch for signals");
}

LocalCluster::~LocalCluster() {
  for (LocalTask& task : tasks_) {
    if (task.pid > 0) {
      kill(task.pid, SIGKILL);
      waitpid(task.pid, nullptr, 0);
    }
    if (task.listen_fd >= 0) close(task.listen_fd);
    if (task.output_fd >= 0) close(task.output_fd);
    if (task.report_fd >= 0) close(task.report_fd);
  }
  if (signal_fd_ >= 0) close(signal_fd_);
  std::error_code ignored;
  if (!scratch_.empty()) std::filesystem::remove_all(scratch_, ignored);
}

void LocalCluster::Start(const std::vector<std::string>& program) {
  program_ = program;
  if (fault_.kind != Fault::Kind::kNone) {
    std::string path = Cat(std::filesystem::temp_directory_path().string(), "/runnel_XXXXXX");
    if (mkdtemp(path.data()) == nullptr) FailBy("no temporary folder");
    scratch_ = path;
    if (files_.empty()) files_ = Cat(scratch_, "/files");
  }
  // Whatever a task leaves behind becomes ours, to be counted and ended.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (LocalTask& task : tasks_) StartTask(&task);
}

void LocalCluster::StartTask(LocalTask* task) {
  std::vector<std::string> words = program_;
  if (task->served) {
    words = {"/proc/self/exe", "worker", "--cluster",      spec_,         "--job",
             task->job,        "--task", Cat(task->index), "--listen-fd", Cat(kListenFd)};
  }
  std::string files;
  if (!files_.empty()) {
    files = Cat(files_, "/", task->job, "-", task->index);
    std::error_code error;
    std::filesystem::create_directories(files, error);
    if (error) Fail("cannot make the folder ", files, ": ", error.message());
    if (task->served) words.insert(words.end(), {"--files", files});
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const bool reports = !task->served && fault_.kind != Fault::Kind::kNone;
  int output[2], report[2] = {-1, -1};
  if (pipe2(output, O_CLOEXEC) != 0 || (reports && pipe2(report, O_CLOEXEC) != 0))
    FailBy("cannot open a pipe");
  const pid_t parent = getpid();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) FailBy("cannot start a process");
  if (child == 0) {
    // Ends with its launcher, whatever ends that.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    const sigset_t watched = Watched();
    sigprocmask(SIG_UNBLOCK, &watched, nullptr);
    setenv("RUNNEL_CLUSTER", spec_.c_str(), 1);
    setenv("RUNNEL_CLUSTER_TOKEN", token_.c_str(), 1);
    setenv("RUNNEL_JOB", task->job.c_str(), 1);
    setenv("RUNNEL_TASK", std::to_string(task->index).c_str(), 1);
    setenv("RUNNEL_LISTEN_FD", std::to_string(kListenFd).c_str(), 1);
    if (!files.empty()) setenv("RUNNEL_FILES", files.c_str(), 1);
    if (restarts_ > 0) setenv("RUNNEL_RESTARTS", std::to_string(restarts_).c_str(), 1);
    if (reports) {
      setenv("RUNNEL_REPORT_FD", std::to_string(kReportFd).c_str(), 1);
      setenv("RUNNEL_SCRATCH", scratch_.c_str(), 1);
    }
    dup2(output[1], 1);
    dup2(output[1], 2);
    // Out of the way first: either may have the other's number.
    const int listen_at = fcntl(task->listen_fd, F_DUPFD, 100);
    const int report_at = reports ? fcntl(report[1], F_DUPFD, 100) : -1;
    dup2(listen_at, kListenFd);
    close(listen_at);
    if (reports) {
      dup2(report_at, kReportFd);
      close(report_at);
    }
    execvp(arguments[0], arguments.data());
    std::fprintf(stderr, "cannot start %s: %s\n", arguments[0], std::strerror(errno));
    _exit(127);
  }
  close(output[1]);
  task->pid = child;
  task->output_fd = output[0];
  fcntl(task->output_fd, F_SETFL, O_NONBLOCK);
  if (!reports) return;
  close(report[1]);
  task->report_fd = report[0];
  fcntl(task->report_fd, F_SETFL, O_NONBLOCK);
}

void LocalCluster::ReadOutput(LocalTask* task) {
  char buffer[65536];
  while (task->output_fd >= 0) {
    const ssize_t n = read(task->output_fd, buffer, sizeof(buffer));
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
      close(task->output_fd);
      task->output_fd = -1;
      if (!task->line.empty()) task->line += '\n';
    } else {
      task->line.append(buffer, static_cast<size_t>(n));
    }
    for (size_t end; (end = task->line.find('\n')) != std::string::npos; task->line.erase(0, end + 1)) {
      std::printf("%s | %.*s\n", task->name().c_str(), static_cast<int>(end), task->line.c_str());
    }
    std::fflush(stdout);
  }
}

void LocalCluster::ReadReport(LocalTask* task) {
  char buffer[4096];
  while (task->report_fd >= 0) {
    const ssize_t n = read(task->report_fd, buffer, sizeof(buffer));
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
      close(task->report_fd);
      task->report_fd = -1;
      return;
    }
    task->report.append(buffer, static_cast<size_t>(n));
    for (size_t end; (end = task->report.find('\n')) != std::string::npos;) {
      const std::string line = task->report.substr(0, end);
      task->report.erase(0, end + 1);
      Heed(*task, line);
    }
  }
}

void LocalCluster::Heed(const LocalTask&, const std::string& line) {
  if (line.starts_with("step ")) {
    if (outcome_.injected_ms < 0 && std::atoll(line.c_str() + 5) >= fault_.step) Inject();
  } else if (line.starts_with("lost ") && outcome_.injected_ms >= 0) {
    std::string code, task;
    ReadLoss(std::string_view(line).substr(5), &code, &task);
    if (outcome_.detected_ms >= 0 || task != fault_.name()) return;
    outcome_.detected_ms = NowMs();
    outcome_.code = code;
    outcome_.task = task;
    for (const LocalTask& stopped : tasks_) {
      if (fault_.kind == Fault::Kind::kStop && stopped.pid > 0) kill(stopped.pid, SIGCONT);
    }
  } else if (line.starts_with("loss ") && !outcome_.has_loss) {
    outcome_.has_loss = true;
    outcome_.loss = std::strtod(line.c_str() + 5, nullptr);
  } else if (line.starts_with("fds ")) {
    outcome_.leaked_fds += std::max(std::atoi(line.c_str() + 4), 0);
  }
}

void LocalCluster::Inject() {
  for (const LocalTask& task : tasks_) {
    if (task.job != fault_.job || task.index != fault_.task || task.pid <= 0) continue;
    outcome_.injected_ms = NowMs();
    kill(task.pid, fault_.kind == Fault::Kind::kKill ? SIGKILL : SIGSTOP);
  }
}

void LocalCluster::Reap() {
  for (LocalTask& task : tasks_) {
    int result = 0;
    if (task.pid <= 0 || waitpid(task.pid, &result, WNOHANG) != task.pid) continue;
    task.pid = -1;
    task.exit_status = WIFSIGNALED(result) ? 128 + WTERMSIG(result) : WEXITSTATUS(result);
    const bool injected = outcome_.injected_ms >= 0 && !fault_.is_replaced && task.job == fault_.job &&
                          task.index == fault_.task;
    const bool as_expected = injected || (!task.served && task.exit_status == 0);
    if (as_expected || ending_) continue;
    const std::string how = WIFSIGNALED(result)
                                ? Cat(task.name(), " was ended by signal ", WTERMSIG(result))
                                : Cat(task.name(), " ended with status ", task.exit_status,
                                      task.served ? " before the programs did" : "");
    if (WIFSIGNALED(result) && restarts_ > 0) {
      --restarts_;
      std::fprintf(stderr, "runnel: %s; it is started again\n", how.c_str());
      ReadOutput(&task);
      ReadReport(&task);
      for (int* fd : {&task.output_fd, &task.report_fd}) {
        if (*fd >= 0) close(*fd);
        *fd = -1;
      }
      task.line.clear();
      task.report.clear();
      StartTask(&task);
      continue;
    }
    failure_ = how;
    status_ = std::max(task.exit_status, 1);
    EndAll();
  }
}

void LocalCluster::EndAll() {
  if (ending_) return;
  ending_ = true;
  for (const LocalTask& task : tasks_) {
    if (task.pid > 0) kill(task.pid, SIGTERM);
  }
}

bool LocalCluster::AnyRuns(bool programs_only) const {
  return std::any_of(tasks_.begin(), tasks_.end(), [&](const LocalTask& task) {
    return task.pid > 0 && !(programs_only && task.served);
  });
}

int LocalCluster::Watch() {
  int waited_ms = 0;
  while (AnyRuns(false)) {
    if (!AnyRuns(true)) EndAll();  // a server ends when the programs have
    std::vector<pollfd> fds = {{signal_fd_, POLLIN, 0}};
    for (const LocalTask& task : tasks_) {
      fds.push_back({task.output_fd, POLLIN, 0});
      fds.push_back({task.report_fd, POLLIN, 0});
    }
    constexpr int kTickMs = 100;
    if (poll(fds.data(), fds.size(), ending_ ? kTickMs : -1) == 0) waited_ms += kTickMs;
    if (waited_ms >= kGraceMs) {
      for (const LocalTask& task : tasks_) {
        if (task.pid > 0) kill(task.pid, SIGKILL);
      }
    }
    signalfd_siginfo info;
    while (read(signal_fd_, &info, sizeof(info)) == static_cast<ssize_t>(sizeof(info))) {
      if (info.ssi_signo == static_cast<uint32_t>(SIGCHLD) || ending_) continue;
      failure_ = Cat("ended by signal ", info.ssi_signo);
      status_ = 128 + static_cast<int>(info.ssi_signo);
      EndAll();
    }
    for (LocalTask& task : tasks_) {
      ReadOutput(&task);
      ReadReport(&task);
    }
    Reap();
  }
  for (LocalTask& task : tasks_) {
    ReadOutput(&task);
    ReadReport(&task);
  }
  // Every task has ended; what else there is was left behind by one.
  for (pid_t left; (left = AnyChild()) > 0;) {
    ++outcome_.leaked_processes;
    kill(left, SIGKILL);
    waitpid(left, nullptr, 0);
  }
  outcome_.exit_status = status_;
  outcome_.failure = failure_;
  return status_;
}

}  // namespace runnel::tools

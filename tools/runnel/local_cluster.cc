#include "tools/runnel/local_cluster.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tools/common/error.h"
#include "tools/common/json.h"

namespace runnel::tools {
namespace {

constexpr int64_t kGraceMs = 5000;  // from SIGTERM to SIGKILL
constexpr int64_t kPauseMs = 2000;  // later than it asked to be: this process was stopped meanwhile
constexpr int64_t kBusyShare = 20;  // who has had so small a part of one processor computes
constexpr size_t kMaxTasks = 256;   // on one machine

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

// A file of this process alone: what is written to *write can be read through *read from its start.
void OpenNote(int* write, int* read) {
  *write = memfd_create("finished", MFD_CLOEXEC);
  if (*write < 0) FailBy("no memory for a file");
  *read = open(Cat("/proc/self/fd/", *write).c_str(), O_RDONLY | O_CLOEXEC);
  if (*read < 0) FailBy("cannot open a file in memory");
}

sigset_t Watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGINT, SIGTERM}) sigaddset(&set, signal);
  return set;
}

std::string Seconds(int64_t ms) { return ms % 1000 == 0 ? Cat(ms / 1000, " s") : Cat(ms, " ms"); }

}  // namespace

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

std::string Recovery::Describe() const {
  return Cat("a task that dies",
             silent_ms > 0 ? Cat(", or is silent for ", Seconds(silent_ms), ",") : "",
             " is started again, at most ", restarts, restarts == 1 ? " time" : " times", " in all; ",
             patience_ms > 0
                 ? Cat("the job ends ", Seconds(patience_ms), " after the last progress of any program")
                 : std::string("the job may be without progress for ever"));
}

LocalCluster::LocalCluster(const std::vector<std::pair<std::string, int>>& jobs,
                           const std::vector<std::string>& served_jobs) {
  const char* const token = secure_getenv("RUNNEL_CLUSTER_TOKEN");
  launch_.token = token == nullptr || *token == '\0' ? RandomToken() : token;
  for (const auto& [job, count] : jobs) {
    launch_.spec += Cat(launch_.spec.empty() ? "" : ";", job, "=");
    for (int i = 0; i < count; ++i) {
      LocalTask task;
      task.job = job;
      task.index = i;
      task.served = std::find(served_jobs.begin(), served_jobs.end(), job) != served_jobs.end();
      int port = 0;
      task.listen_fd = Listen(&port);
      launch_.spec += Cat(i == 0 ? "" : ",", "127.0.0.1:", port);
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
      KillTree(task.pid);
      waitpid(task.pid, nullptr, 0);
    }
    if (task.listen_fd >= 0) close(task.listen_fd);
    ClosePipes(&task);
  }
  for (const int fd : {signal_fd_, finished_fd_, launch_.finished_fd}) {
    if (fd >= 0) close(fd);
  }
  std::error_code ignored;
  if (!launch_.scratch.empty()) std::filesystem::remove_all(launch_.scratch, ignored);
}

void LocalCluster::Start(const std::vector<std::string>& program) {
  launch_.program = program;
  if (events_fd_ >= 0 && fcntl(events_fd_, F_SETFD, FD_CLOEXEC) != 0) FailBy("--events");
  const bool has_fault = fault_.kind != Fault::Kind::kNone;
  if (has_fault) {
    std::string path = Cat(std::filesystem::temp_directory_path().string(), "/runnel_XXXXXX");
    if (mkdtemp(path.data()) == nullptr) FailBy("no temporary folder");
    launch_.scratch = path;
    if (launch_.files.empty()) launch_.files = Cat(path, "/files");
  }
  restarts_left_ = recovery_.restarts;
  launch_.restarts = recovery_.restarts > 0;
  launch_.every_step = has_fault || events_fd_ >= 0;
  launch_.reports = launch_.every_step || launch_.restarts;
  if (launch_.restarts) {
    OpenNote(&finished_fd_, &launch_.finished_fd);
    if (recovery_.silent_ms > 0)
      launch_.beat_ms = std::clamp<int64_t>(recovery_.silent_ms / 8, 50, 1000);
    // So that they say what they miss before they are ended for it.
    if (recovery_.patience_ms > 0) launch_.patience_ms = recovery_.patience_ms * 9 / 10;
  }
  // Whatever a task leaves behind becomes ours, to be counted and ended.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  progress_ms_ = NowMs();
  for (LocalTask& task : tasks_) StartTask(&task);
}

void LocalCluster::StartTask(LocalTask* task) {
  StartProcess(launch_, Watched(), task);
  Event("started", *task, "pid", task->pid);
}

void LocalCluster::Event(const char* event, const LocalTask& task, const char* key, int64_t value,
                         std::string_view reason) const {
  if (events_fd_ < 0) return;
  JsonWriter json;
  json.BeginObject().Key("event").String(event).Key("task").String(task.name());
  json.Key("life").Int(task.lives);
  if (key != nullptr) json.Key(key).Int(value);
  if (!reason.empty()) json.Key("reason").String(reason);
  const std::string line = json.EndObject().text() + "\n";
  // Whoever listened may be gone.
  if (write(events_fd_, line.data(), line.size()) < 0) return;
}

// ---- what tasks say ----

void LocalCluster::Read(LocalTask* task) {
  ReadOutput(task, [&](std::string_view line) { Print(task, line); });
  ReadReport(task, [&](std::string_view line) { Heed(task, std::string(line)); });
}

void LocalCluster::Print(LocalTask* task, std::string_view line) {
  std::printf("%s | %.*s\n", task->name().c_str(), static_cast<int>(line.size()), line.data());
  std::fflush(stdout);
  // Of programs that report nothing it is all that they show.
  if (!task->served && !programs_report_) Progress();
}

void LocalCluster::Progress() {
  progress_ms_ = NowMs();
  cpu_ms_ = -1;
  if (!programs_report_) lost_any_ = false;
}

void LocalCluster::Heed(LocalTask* task, const std::string& line) {
  task->heard_ms = NowMs();
  if (line == "alive") {
    task->beats = true;
    return;
  }
  const bool step = line.starts_with("step "), loss = line.starts_with("loss ");
  if (step || loss || line == "worked" || line == "finished") {
    programs_report_ = true;
    Progress();
  }
  if (step) {
    const int64_t number = std::atoll(line.c_str() + 5);
    Event("step", *task, "step", number);
    if (outcome_.injected_ms < 0 && fault_.kind != Fault::Kind::kNone && number >= fault_.step) Inject();
  } else if (line == "finished") {
    Finish(task);
  } else if (line.starts_with("lost ")) {
    const std::string_view loss_line = std::string_view(line).substr(5);
    Event("lost", *task, nullptr, 0, loss_line);
    std::string code, lost;
    ReadLoss(loss_line, &code, &lost);
    if (outcome_.injected_ms < 0 || outcome_.detected_ms >= 0 || lost != fault_.name()) return;
    outcome_.detected_ms = NowMs();
    outcome_.code = code;
    outcome_.task = lost;
    for (const LocalTask& stopped : tasks_) {
      if (fault_.kind == Fault::Kind::kStop && stopped.pid > 0) kill(stopped.pid, SIGCONT);
    }
  } else if (loss && !outcome_.has_loss) {
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

// ---- what becomes of them ----

void LocalCluster::Finish(LocalTask* task) {
  if (task->finished || task->served) return;
  task->finished = true;
  Event("finished", *task);
  if (finished_fd_ < 0) return;
  const std::string line = task->name() + "\n";
  if (write(finished_fd_, line.data(), line.size()) < 0) FailBy("cannot say who has finished");
}

void LocalCluster::Restart(LocalTask* task) {
  --restarts_left_;
  lost_any_ = true;
  // What it had started itself is no part of its next life.
  std::vector<pid_t> ours;
  for (const LocalTask& other : tasks_) {
    if (other.pid > 0) ours.push_back(other.pid);
  }
  for (pid_t left; (left = AnyChild(ours)) > 0;) {
    KillTree(left);
    waitpid(left, nullptr, 0);
  }
  ClosePipes(task);
  StartTask(task);
}

void LocalCluster::ReapOne(LocalTask* task, int result) {
  task->pid = -1;
  task->stopped_ms = -1;
  Read(task);  // it may have said that it has finished
  task->exit_status = WIFSIGNALED(result) ? 128 + WTERMSIG(result) : WEXITSTATUS(result);
  if (task->finished) task->exit_status = 0;
  if (!task->served && task->exit_status == 0) {
    Finish(task);
    // Who dials it is refused, and does not wait for what never answers.
    if (task->listen_fd >= 0) close(task->listen_fd);
    task->listen_fd = -1;
  }
  Event("ended", *task, "status", task->exit_status);
  const bool injected = outcome_.injected_ms >= 0 && !fault_.is_replaced && task->job == fault_.job &&
                        task->index == fault_.task;
  if (injected || ending_ || (!task->served && task->exit_status == 0)) return;
  std::string how = WIFSIGNALED(result) ? Cat(task->name(), " was ended by signal ", WTERMSIG(result))
                                        : Cat(task->name(), " ended with status ", task->exit_status,
                                              task->served ? " before the programs did" : "");
  if (!WIFSIGNALED(result) || restarts_left_ == 0) {
    if (WIFSIGNALED(result) && recovery_.restarts > 0)
      how += Cat(", and was the last of ", recovery_.restarts, " to be started again");
    return Fail(std::move(how), std::max(task->exit_status, 1));
  }
  std::fprintf(stderr, "runnel: %s; it is started again\n", how.c_str());
  Restart(task);
}

void LocalCluster::Reap() {
  for (LocalTask& task : tasks_) {
    int result = 0;
    while (task.pid > 0 && waitpid(task.pid, &result, WNOHANG | WUNTRACED | WCONTINUED) == task.pid) {
      if (WIFSTOPPED(result)) {
        task.stopped_ms = NowMs();
      } else if (WIFCONTINUED(result)) {
        task.stopped_ms = -1;
        task.heard_ms = NowMs();
      } else {
        ReapOne(&task, result);
        break;
      }
    }
  }
}

void LocalCluster::Fail(std::string failure, int status) {
  if (ending_) return;
  failure_ = std::move(failure);
  status_ = status;
  EndAll();
}

void LocalCluster::EndAll() {
  if (ending_) return;
  ending_ = true;
  kill_ms_ = NowMs() + kGraceMs;
  for (const LocalTask& task : tasks_) {
    if (task.pid <= 0) continue;
    kill(task.pid, SIGTERM);
    kill(task.pid, SIGCONT);  // one that is stopped hears of nothing
  }
}

bool LocalCluster::AnyRuns(bool programs_only) const {
  return std::any_of(tasks_.begin(), tasks_.end(), [&](const LocalTask& task) {
    return task.pid > 0 && !(programs_only && task.served);
  });
}

// ---- time ----

int64_t LocalCluster::SilentAt(const LocalTask& task) const {
  if (recovery_.restarts == 0 || recovery_.silent_ms <= 0 || task.pid <= 0 || ending_) return INT64_MAX;
  int64_t since = INT64_MAX;
  if (task.stopped_ms >= 0) since = task.stopped_ms;
  if (task.beats) since = std::min(since, task.heard_ms);
  return since == INT64_MAX ? since : since + recovery_.silent_ms;
}

int64_t LocalCluster::StuckAt() const {
  const bool counts =
      recovery_.restarts > 0 && recovery_.patience_ms > 0 && !ending_ && (programs_report_ || lost_any_);
  return counts ? progress_ms_ + recovery_.patience_ms : INT64_MAX;
}

int64_t LocalCluster::ProgramsCpuMs() const {
  int64_t sum = 0;
  for (const LocalTask& task : tasks_) {
    if (!task.served && task.pid > 0) sum += TreeCpuMs(task.pid);
  }
  return sum;
}

// Of programs that report nothing it is seen whether they compute.
int64_t LocalCluster::SampleAt() const {
  const int64_t stuck = StuckAt();
  if (stuck == INT64_MAX || programs_report_ || cpu_ms_ >= 0) return INT64_MAX;
  return stuck - recovery_.patience_ms / 2;
}

// How long nothing has to be looked at; -1: for ever.
int64_t LocalCluster::NextLookMs() const {
  int64_t at = std::min(StuckAt(), SampleAt());
  for (const LocalTask& task : tasks_) at = std::min(at, SilentAt(task));
  if (kill_ms_ >= 0) at = std::min(at, kill_ms_);
  return at == INT64_MAX ? -1 : std::clamp<int64_t>(at - NowMs(), 0, INT_MAX);
}

void LocalCluster::CheckTimes() {
  const int64_t now_ms = NowMs();
  for (LocalTask& task : tasks_) {
    if (now_ms < SilentAt(task)) continue;
    std::fprintf(stderr, "runnel: %s %s for %lld ms and is killed\n", task.name().c_str(),
                 task.stopped_ms >= 0 ? "was stopped" : "gave no sign of life",
                 static_cast<long long>(now_ms - (SilentAt(task) - recovery_.silent_ms)));
    Event("silent", task);
    task.beats = false;
    task.stopped_ms = -1;
    KillTree(task.pid);
  }
  if (now_ms >= SampleAt()) cpu_ms_ = ProgramsCpuMs();
  if (now_ms >= StuckAt()) GiveUp();
  if (kill_ms_ >= 0 && now_ms >= kill_ms_) {
    kill_ms_ = now_ms + kGraceMs;
    for (const LocalTask& task : tasks_) {
      if (task.pid > 0) KillTree(task.pid);
    }
  }
}

void LocalCluster::GiveUp() {
  // Who only waits, and gives signs of life to others, needs a hundredth of that.
  const int64_t busy_ms = recovery_.patience_ms / 2 / kBusyShare;
  if (!programs_report_ && cpu_ms_ >= 0 && ProgramsCpuMs() - cpu_ms_ >= busy_ms) {
    // Once it was seen that they go on, only another loss puts that in doubt.
    return Progress();
  }
  std::string whom;
  for (const LocalTask& task : tasks_) {
    if (!task.served && !task.finished) whom += Cat(whom.empty() ? "" : ", ", task.name());
  }
  Fail(Cat("no progress for ", Seconds(recovery_.patience_ms), " of ", whom), kNoProgress);
}

void LocalCluster::ForgivePause() {
  const int64_t now_ms = NowMs();
  progress_ms_ = now_ms;
  for (LocalTask& task : tasks_) {
    task.heard_ms = now_ms;
    if (task.stopped_ms >= 0) task.stopped_ms = now_ms;
  }
}

int LocalCluster::Watch() {
  while (AnyRuns(false)) {
    if (!AnyRuns(true)) EndAll();  // a server ends when the programs have
    std::vector<pollfd> fds = {{signal_fd_, POLLIN, 0}};
    for (const LocalTask& task : tasks_) {
      fds.push_back({task.output_fd, POLLIN, 0});
      fds.push_back({task.report_fd, POLLIN, 0});
    }
    const int64_t begin_ms = NowMs(), look_ms = NextLookMs();
    poll(fds.data(), fds.size(), static_cast<int>(look_ms));
    // Before anybody is blamed for silence: what they have said meanwhile.
    for (LocalTask& task : tasks_) Read(&task);
    if (look_ms >= 0 && NowMs() - begin_ms > look_ms + kPauseMs) ForgivePause();
    signalfd_siginfo info;
    while (read(signal_fd_, &info, sizeof(info)) == static_cast<ssize_t>(sizeof(info))) {
      if (info.ssi_signo == static_cast<uint32_t>(SIGCHLD)) continue;
      Fail(Cat("ended by signal ", info.ssi_signo), 128 + static_cast<int>(info.ssi_signo));
    }
    Reap();
    CheckTimes();
  }
  for (LocalTask& task : tasks_) Read(&task);
  // Every task has ended; what else there is was left behind by one.
  for (pid_t left; (left = AnyChild({})) > 0;) {
    ++outcome_.leaked_processes;
    kill(left, SIGKILL);
    waitpid(left, nullptr, 0);
  }
  outcome_.exit_status = status_;
  outcome_.failure = failure_;
  return status_;
}

}  // namespace runnel::tools

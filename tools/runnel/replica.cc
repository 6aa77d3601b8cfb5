#include "tools/runnel/replica.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

int Number(const char* name, int fallback) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return fallback;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < 0 || value > 1'000'000) {
    Fail(name, "=", text, ": expected a number");
  }
  return static_cast<int>(value);
}

constexpr int64_t kReportMs = 10'000;  // how long a launcher may not read what it must hear

}  // namespace

Heart::Heart(int fd, int64_t beat_ms)
    : thread_([this, fd, beat_ms] {
        std::unique_lock lock(mutex_);
        do {
          Say(fd, "alive", false);
        } while (!changed_.wait_for(lock, std::chrono::milliseconds(beat_ms), [&] { return stopped_; }));
      }) {}

Heart::~Heart() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

int ReportFd() { return Number("RUNNEL_REPORT_FD", -1); }
int64_t BeatMs() { return std::max(Number("RUNNEL_BEAT_MS", 1000), 1); }

Replica JoinCluster(rnl_runtime_t* runtime) {
  Replica replica;
  const char* const spec = std::getenv("RUNNEL_CLUSTER");
  if (spec == nullptr) return replica;
  const char* const job = std::getenv("RUNNEL_JOB");
  if (job == nullptr) Fail("RUNNEL_CLUSTER is set, but not RUNNEL_JOB");
  replica.job = job;
  replica.index = Number("RUNNEL_TASK", 0);
  ClusterHandle cluster;
  Check(rnl_cluster_from_text(Str(spec), Out(&cluster)));
  size_t count = 0;
  Check(rnl_cluster_num_tasks(cluster.get(), Str(replica.job), &count));
  replica.count = static_cast<int>(count);
  ServerOptionsHandle options;
  Check(rnl_server_options_create(cluster.get(), Str(replica.job), replica.index, Out(&options)));
  if (std::getenv("RUNNEL_LISTEN_FD") != nullptr) {
    Check(rnl_server_options_set_listen_fd(options.get(), Number("RUNNEL_LISTEN_FD", -1)));
  }
  if (const char* const files = std::getenv("RUNNEL_FILES")) {
    Check(rnl_server_options_set_files(options.get(), Str(std::string(files))));
  }
  replica.restarts = std::getenv("RUNNEL_RESTARTS") != nullptr;
  replica.resumes = Number("RUNNEL_LIFE", 0) > 0;
  replica.patience_ms = Number("RUNNEL_PATIENCE_MS", -1);
  replica.report_fd = ReportFd();
  replica.finished_fd = Number("RUNNEL_FINISHED_FD", -1);
  replica.every_step = std::getenv("RUNNEL_REPORT_STEPS") != nullptr;
  if (replica.report_fd >= 0) replica.heart = std::make_unique<Heart>(replica.report_fd, BeatMs());
  Check(rnl_server_start(runtime, options.get(), Out(&replica.server)));
  size_t ps = 0;
  rnl_status_t* const none = rnl_cluster_num_tasks(cluster.get(), Str("ps"), &ps);
  rnl_status_release(none);
  replica.servers = ps;
  if (none == nullptr)
    Check(rnl_device_setter_create(cluster.get(), Str("ps"), true, Out(&replica.setter)));
  return replica;
}

void Say(int fd, std::string_view line, bool must_arrive) {
  std::string text(line.substr(0, 2000));  // one write, so that lines do not mix
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  text += '\n';
  // A launcher that is gone misses nothing; one that is stopped leaves its pipe full.
  while (write(fd, text.data(), text.size()) < 0) {
    if (errno == EINTR) continue;
    pollfd writable = {fd, POLLOUT, 0};
    if (errno != EAGAIN || !must_arrive || poll(&writable, 1, kReportMs) <= 0) return;
  }
}

void Report(const Replica& replica, std::string_view line) {
  if (replica.report_fd < 0) return;
  Say(replica.report_fd, line, !line.starts_with("step ") && line != "worked");
}

bool HasFinished(const Replica& replica, int index) {
  if (replica.finished_fd < 0) return false;
  std::string text;
  char buffer[4096];
  for (ssize_t n;
       (n = pread(replica.finished_fd, buffer, sizeof(buffer), static_cast<off_t>(text.size()))) > 0;) {
    text.append(buffer, static_cast<size_t>(n));
  }
  const std::string line = Cat(replica.job, "/", index, "\n");
  return text.starts_with(line) || text.find("\n" + line) != std::string::npos;
}

}  // namespace runnel::tools

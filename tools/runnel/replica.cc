#include "tools/runnel/replica.h"

#include <unistd.h>

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

}  // namespace

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
  replica.report_fd = Number("RUNNEL_REPORT_FD", -1);
  Check(rnl_server_start(runtime, options.get(), Out(&replica.server)));
  size_t ps = 0;
  rnl_status_t* const none = rnl_cluster_num_tasks(cluster.get(), Str("ps"), &ps);
  rnl_status_release(none);
  replica.servers = ps;
  if (none == nullptr)
    Check(rnl_device_setter_create(cluster.get(), Str("ps"), true, Out(&replica.setter)));
  return replica;
}

void Report(const Replica& replica, std::string_view line) {
  if (replica.report_fd < 0) return;
  std::string text(line.substr(0, 2000));  // one write, so that lines do not mix
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  text += '\n';
  // A launcher that is gone misses nothing.
  if (write(replica.report_fd, text.data(), text.size()) < 0) return;
}

}  // namespace runnel::tools

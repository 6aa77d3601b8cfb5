#include "net/task/server_task.h"

#include <ctime>

namespace runnel::net {
namespace {

constexpr size_t kMaxNotes = 256;

}  // namespace

std::string TaskName(std::string_view job, int index) {
  return StrCat("/job:", job, "/replica:0/task:", index);
}

ServerTask::ServerTask(const CoreServices& core, const Ref<Runtime>& runtime,
                       const ServerOptions& options, ClusterSpec cluster, Hello hello,
                       std::shared_ptr<SecurityContext> security)
    : Endpoint(core, runtime, std::move(hello),
               {options.heartbeat_interval_ms, options.dead_after_ms, options.receive_bytes, true,
                options.max_silent},
               std::move(security)),
      cluster_(std::move(cluster)),
      task_name_(TaskName(options.job, options.task)),
      clock_ahead_ns_(options.clock_ahead_ns),
      kernels_(core.kernels(*runtime)),
      devices_(core.devices(*runtime)) {}

void ServerTask::NoteAs(Severity severity, std::string_view text) {
  const int64_t now_us = UnixMicros();
  const std::time_t seconds = now_us / 1'000'000;
  std::tm utc{};
  char when[40] = "";
  if (gmtime_r(&seconds, &utc) != nullptr) std::strftime(when, sizeof(when), "%FT%T", &utc);
  const std::string fraction = std::to_string(1'000'000 + now_us % 1'000'000).substr(1);
  std::string& line = notes_.emplace_back(StrCat(when, ".", fraction, "Z ", task_name_, ": ", text));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';  // what peers say may be anything
  }
  runtime().Log(severity, line);
  if (notes_.size() > kMaxNotes) notes_.pop_front();
}

}  // namespace runnel::net

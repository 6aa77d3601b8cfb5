#include "core/runtime/host/host.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "core/base/cpu_count.h"
#include "core/base/thread.h"
#include "core/base/thread_pool.h"
#include "core/runtime/host/host_functions.h"
#include "core/runtime/host/host_memory.h"

namespace runnel {
namespace {

Result<int> ThreadsFromEnvironment() {
  const char* text = std::getenv("RUNNEL_NUM_THREADS");
  if (text == nullptr || text[0] == '\0') return 0;
  int value = 0;
  const char* end = text + std::strlen(text);
  const auto parsed = std::from_chars(text, end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end || value < 0 || value > kMaxThreads) {
    return InvalidArgument("RUNNEL_NUM_THREADS is \"", text, "\", expected a number from 0 to ",
                           kMaxThreads);
  }
  return value;
}

Status SeverityFromEnvironment(Severity* severity) {
  const char* text = std::getenv("RUNNEL_LOG");
  if (text == nullptr || text[0] == '\0') return {};
  static constexpr std::string_view kNames[] = {"debug", "info", "warning", "error"};
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == text) {
      *severity = static_cast<Severity>(i);
      return {};
    }
  }
  return InvalidArgument("RUNNEL_LOG is \"", text, "\", expected debug, info, warning or error");
}

void LogToStandardError(Severity severity, std::string_view message) {
  static constexpr const char* kNames[] = {"debug", "info", "warning", "error"};
  // One call per line, so that lines of several threads do not mix.
  std::fprintf(stderr, "runnel: %s: %.*s\n", kNames[static_cast<size_t>(severity)],
               static_cast<int>(std::min<size_t>(message.size(), 1 << 16)), message.data());
}

}  // namespace

Host::Host() = default;
Host::~Host() = default;

Status Host::Begin(const RuntimeOptions& options) {
  if (options.num_threads < 0 || options.num_threads > kMaxThreads) {
    return InvalidArgument("num_threads is ", options.num_threads, ", expected 0 to ", kMaxThreads);
  }
  options_ = options;
  RUNNEL_RETURN_IF_ERROR(SeverityFromEnvironment(&options_.min_severity));
  int threads = options.num_threads;
  if (threads == 0) {
    RUNNEL_ASSIGN_OR_RETURN(threads, ThreadsFromEnvironment());
  }
  if (threads == 0) threads = std::min(UsableCpus(), kMaxThreads);
  options_.num_threads = threads;
  memory_ = std::make_unique<HostMemory>(options.allocator, options.allocator_owner,
                                         options.memory_limit_bytes);
  if constexpr (!kMinimal) functions_ = std::make_unique<HostFunctions>(this);
  try {
    pool_ = std::make_unique<ThreadPool>(threads);
  } catch (const std::system_error& e) {
    return NoThread("the pool", e.code().value());
  }
  return OkStatus();
}

bool Host::IsOwnThread() const {
  if (pool_ != nullptr && pool_->IsWorker()) return true;
  return !kMinimal && functions_ != nullptr && functions_->IsCaller();
}

Allocator* Host::allocator() { return memory_->allocator(); }
uint64_t Host::host_bytes_in_use() const { return memory_->bytes_in_use(); }

const std::string* Host::FindConfig(std::string_view key) const {
  const auto it = options_.config.find(key);
  return it == options_.config.end() ? nullptr : &it->second;
}

void Host::Log(Severity severity, std::string_view message) {
  if (severity < options_.min_severity) return;
  std::lock_guard<std::mutex> lock(log_mutex_);
  if (options_.log_sink) {
    options_.log_sink(severity, message);
  } else {
    LogToStandardError(severity, message);
  }
}

Status Host::CheckProcess() const {
  if (process_.IsHere()) return {};
  return FailedPrecondition("this runtime belongs to process ", process_.owner(),
                            " and was forked into process ", static_cast<int>(getpid()),
                            "; create a new one after the fork");
}

}  // namespace runnel

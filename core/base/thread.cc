#include "core/base/thread.h"

#include <pthread.h>
#include <sys/resource.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace runnel {
namespace {

std::string Limit(int which) {
  rlimit limit{};
  if (getrlimit(static_cast<decltype(RLIMIT_NPROC)>(which), &limit) != 0) return "unknown";
  return limit.rlim_cur == RLIM_INFINITY ? std::string("none")
                                         : StrCat(static_cast<uint64_t>(limit.rlim_cur));
}

}  // namespace

Status NoThread(std::string_view purpose, int error) noexcept {
  try {
    const std::string text = std::system_category().message(error);
    // EAGAIN also stands for a stack that does not fit into memory.
    const std::string space = Limit(RLIMIT_AS);
    return ResourceExhausted(
        "cannot start a thread for ", purpose, ": ", text, "; threads are limited by RLIMIT_NPROC (",
        Limit(RLIMIT_NPROC), " for this user) and by the control group's pids.max",
        space == "none" ? std::string() : StrCat(", their stacks by RLIMIT_AS (", space, " bytes)"));
  } catch (const std::exception&) {
    return Status::OutOfMemory();
  }
}

Status StartThread(std::string_view purpose, std::function<void()> work, std::thread* out) noexcept {
  // The new thread inherits this thread's mask.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Status status;
  try {
    std::thread thread(std::move(work));
    if (out != nullptr) {
      *out = std::move(thread);
    } else {
      thread.detach();
    }
  } catch (const std::system_error& e) {
    status = NoThread(purpose, e.code().value());
  } catch (const std::exception&) {
    status = Status::OutOfMemory();
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return status;
}

}  // namespace runnel

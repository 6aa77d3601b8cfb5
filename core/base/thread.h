// Starts Runnel's own threads, and describes the failure when the system refuses one.
#ifndef RUNNEL_CORE_BASE_THREAD_H_
#define RUNNEL_CORE_BASE_THREAD_H_

#include <functional>
#include <string_view>
#include <thread>

#include "core/base/status.h"

namespace runnel {

// Runs `work` on a new thread, which takes no signals: those belong to the host's own threads. An
// exception that leaves `work` ends the process. `out` null: the thread is detached. Errors:
// RESOURCE_EXHAUSTED, naming the thread's purpose, the number of threads and their limit; `work` is then
// destroyed without having run. Never throws.
Status StartThread(std::string_view purpose, std::function<void()> work, std::thread* out) noexcept;

// What StartThread answers where the system's error is `error`.
Status NoThread(std::string_view purpose, int error) noexcept;

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_THREAD_H_

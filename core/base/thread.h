// Threads of Runnel's own, and what is said when the system gives none.
#ifndef RUNNEL_CORE_BASE_THREAD_H_
#define RUNNEL_CORE_BASE_THREAD_H_

#include <functional>
#include <string_view>
#include <thread>

#include "core/base/status.h"

namespace runnel {

// Runs `work` on a thread of its own, which takes no signals: those belong to the host's own threads.
// What flies out of `work` ends the process. `out` null: nobody waits for it. Errors:
// RESOURCE_EXHAUSTED, naming what the thread was for, threads and what limits their number. Never
// throws; `work` has not run then, and is gone.
Status StartThread(std::string_view purpose, std::function<void()> work, std::thread* out) noexcept;

// What StartThread answers where the system's error is `error`.
Status NoThread(std::string_view purpose, int error) noexcept;

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_THREAD_H_

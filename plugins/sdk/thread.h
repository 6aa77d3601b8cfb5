// Threads of a plugin's own.
#ifndef RNLP_SDK_THREAD_H_
#define RNLP_SDK_THREAD_H_

#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

namespace runnel::plugin {

// Starts a thread that gets no signals: those are the host's business. False where there is none to be
// had.
template <typename Work>
bool StartThread(std::thread* out, Work work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = true;
  try {
    *out = std::thread(std::move(work));
  } catch (const std::system_error&) {
    started = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

}  // namespace runnel::plugin

#endif  // RNLP_SDK_THREAD_H_

// Coordinator: stops threads and queue runners together, and keeps the first error of them.
//
// Source: the semantics of TensorFlow 1.15's tf.train.Coordinator.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_COORDINATOR_H_
#define RUNNEL_CORE_RUNTIME_SESSION_COORDINATOR_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ref.h"
#include "core/base/status.h"

namespace runnel {

// Any thread.
class Coordinator : public RefCounted {
 public:
  // Whoever asks for a stop with one of these codes says that the work is done.
  explicit Coordinator(std::vector<Code> clean_codes) : clean_codes_(std::move(clean_codes)) {}

  // Asks all to stop. The first that does so says why, in `why`, unless that is OK or a clean end.
  // Returns OK, or `why` after a join, which told its caller of the first error already.
  Status RequestStop(const Status& why);
  // Work may begin again. What was registered stays.
  void ClearStop();
  bool should_stop() const;
  // False: no stop was asked for within `timeout_ms`; -1 waits for ever.
  bool WaitForStop(int64_t timeout_ms) const;
  // `on_stop` is called once, when a stop is asked for, on the thread that asks, with no lock held; on
  // this one if it was already.
  void OnStop(std::function<void()> on_stop);

  // What a join waits for, by names for messages, of which several may be the same.
  void Enter(std::string_view name);
  // Errors: FAILED_PRECONDITION if nothing of that name is there.
  Status Leave(std::string_view name);
  // Waits until all that entered has left, or a stop is asked for; and then for up to `grace_ms` (-1:
  // for ever) until all has left. Errors: the first error; else, unless `ignore_running`,
  // DEADLINE_EXCEEDED naming what has not left. A second join tells the same error.
  Status Join(int64_t grace_ms, bool ignore_running);
  // The first error.
  Status status() const;

 private:
  ~Coordinator() override = default;
  bool empty() const { return running_.empty(); }

  const std::vector<Code> clean_codes_;
  mutable std::mutex mutex_;  // guards all below
  mutable std::condition_variable changed_;
  bool stop_ = false, joined_ = false;
  Status status_;
  std::map<std::string, size_t, std::less<>> running_;  // how many, by name
  std::vector<std::function<void()>> on_stop_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_COORDINATOR_H_

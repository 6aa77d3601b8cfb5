// RandomCounters: how far each random node of a graph has got. They last as long as a session, whatever
// of the graph its steps run, so that a seeded node goes on where its last step ended.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_RANDOM_COUNTERS_H_
#define RUNNEL_CORE_RUNTIME_SESSION_RANDOM_COUNTERS_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace runnel {

// Any thread.
class RandomCounters {
 public:
  // Of the node of this name, at 0 when it is first asked for. Stays where it is.
  std::atomic<uint64_t>* Of(const std::string& node) {
    const std::lock_guard lock(mutex_);
    return &counters_[node];
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::atomic<uint64_t>> counters_;  // guarded by mutex_
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_RANDOM_COUNTERS_H_

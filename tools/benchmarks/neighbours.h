// Processes that do nothing but compute, to see how measured code stands competition.
#ifndef RUNNEL_TOOLS_BENCHMARKS_NEIGHBOURS_H_
#define RUNNEL_TOOLS_BENCHMARKS_NEIGHBOURS_H_

#include <sys/types.h>

#include <vector>

namespace runnel::tools {

class BusyNeighbours {
 public:
  // Forks them, stopped. Make it before the process has threads.
  explicit BusyNeighbours(int count);
  ~BusyNeighbours();
  BusyNeighbours(const BusyNeighbours&) = delete;
  BusyNeighbours& operator=(const BusyNeighbours&) = delete;

  void Start();
  void Stop();

 private:
  std::vector<pid_t> children_;
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_BENCHMARKS_NEIGHBOURS_H_

#include "tools/benchmarks/neighbours.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/common/error.h"

namespace runnel::tools {

BusyNeighbours::BusyNeighbours(int count) {
  for (int i = 0; i < count; ++i) {
    const pid_t child = fork();
    if (child < 0) Fail("a neighbour process cannot be started");
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // never outlives the benchmark
      raise(SIGSTOP);
      for (volatile unsigned n = 0;;) n = n + 1;
    }
    children_.push_back(child);
    waitpid(child, nullptr, WUNTRACED);
  }
}

BusyNeighbours::~BusyNeighbours() {
  for (pid_t child : children_) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
}

void BusyNeighbours::Start() {
  for (pid_t child : children_) kill(child, SIGCONT);
}

void BusyNeighbours::Stop() {
  for (pid_t child : children_) {
    kill(child, SIGSTOP);
    waitpid(child, nullptr, WUNTRACED);
  }
}

}  // namespace runnel::tools

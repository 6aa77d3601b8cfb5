// startup: from the start of a process to its first result, above what a process costs that does
// nothing.
#include <limits.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"

extern char** environ;

namespace runnel::tools {
namespace {

constexpr int kStarts = 101;
constexpr double kLimitMs = 2.5;

// The folder of this program, where its companions lie.
std::string OwnFolder() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
  if (length <= 0) Fail("the folder of this program cannot be found");
  const std::string whole(path, static_cast<size_t>(length));
  return whole.substr(0, whole.rfind('/'));
}

// Milliseconds until the program has written a byte.
double StartMs(const std::string& program) {
  int ends[2];
  if (pipe(ends) != 0) Fail("no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  std::string name = program;
  char* arguments[] = {name.data(), nullptr};
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  const int failed = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ);
  close(ends[1]);
  char byte = 0;
  const bool answered = failed == 0 && read(ends[0], &byte, 1) == 1;
  const double ms = SecondsSince(start) * 1e3;
  close(ends[0]);
  posix_spawn_file_actions_destroy(&actions);
  if (failed == 0) waitpid(child, nullptr, 0);
  if (!answered) Fail(program, ": gave no result");
  return ms;
}

}  // namespace

void BenchStartup(Report* report) {
  const std::string folder = OwnFolder();
  const std::string bare = folder + "/runnel_bench_bare", first = folder + "/runnel_bench_first_result";
  std::vector<double> bare_ms, first_ms;
  for (int i = 0; i < 5; ++i) StartMs(first);
  for (int i = 0; i < kStarts; ++i) {
    bare_ms.push_back(StartMs(bare));
    first_ms.push_back(StartMs(first));
  }
  const double above = Median(first_ms) - Median(bare_ms);
  report->Add(
      {"startup", "first_result_above_bare_process", 1, above, "ms", kLimitMs, {"ggml", "onnxruntime"}});
}

}  // namespace runnel::tools

// Records which (op, type, device) a test has executed, for tools/coverage: a test that checks an op's
// answers calls LogCase after the check. Without RUNNEL_CASE_LOG in the environment nothing is written.
#ifndef RUNNEL_TESTS_SUPPORT_CASE_LOG_H_
#define RUNNEL_TESTS_SUPPORT_CASE_LOG_H_

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>

namespace runnel::testing {

// Appends one line to the file that RUNNEL_CASE_LOG names. kind: "forward", or "gradient" for one that
// was compared with numeric gradients in float64; type: "float", as `runnel ops` prints it, "" for an op
// without types; device: "CPU", or "*" for host kernels. Threads: any; several processes may share the
// file.
inline void LogCase(std::string_view kind, std::string_view op, std::string_view type,
                    std::string_view device) {
  const char* path = std::getenv("RUNNEL_CASE_LOG");
  if (path == nullptr || *path == '\0') return;
  std::string line;
  for (std::string_view cell : {kind, op, type, device}) {
    if (!line.empty()) line += '\t';
    line += cell;
  }
  line += '\n';
  const int file = ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return;
  // One write, so that lines of several processes do not mix. A lost line shows up as a missing case.
  if (::write(file, line.data(), line.size()) < 0) {
  }
  ::close(file);
}

// The same for host kernels whose answers a test has checked; call it last.
inline void LogHostOps(std::initializer_list<std::string_view> ops) {
  for (const std::string_view op : ops) LogCase("forward", op, "*", "*");
}

}  // namespace runnel::testing

#endif  // RUNNEL_TESTS_SUPPORT_CASE_LOG_H_

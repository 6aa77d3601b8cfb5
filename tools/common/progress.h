// A progress bar on standard error: one line, redrawn at most ten times a second, wiped when it ends.
#ifndef RUNNEL_TOOLS_COMMON_PROGRESS_H_
#define RUNNEL_TOOLS_COMMON_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace runnel::tools {

class Progress {
 public:
  enum class When { kTerminal, kAlways, kNever };  // kTerminal: if standard error is one

  Progress(std::string title, int64_t total, When when);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `note` stands behind the bar: "loss 0.31  accuracy 91.2%  52,000 images/s".
  void Update(int64_t done, std::string_view note);

 private:
  void Draw(int64_t done, std::string_view note);

  const std::string title_;
  const int64_t total_;
  bool shown_;
  bool redraw_;  // on a terminal the line is redrawn; elsewhere each tenth is a line of its own
  int64_t last_tenth_ = -1;
  std::chrono::steady_clock::time_point start_, last_draw_;
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_COMMON_PROGRESS_H_

#include "tools/common/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace runnel::tools {
namespace {

constexpr int kBarWidth = 24;

std::string Duration(double seconds) {
  char text[32];
  const long whole = std::lround(seconds);
  if (whole >= 3600) {
    std::snprintf(text, sizeof(text), "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    std::snprintf(text, sizeof(text), "%ld:%02ld", whole / 60, whole % 60);
  }
  return text;
}

}  // namespace

Progress::Progress(std::string title, int64_t total, When when)
    : title_(std::move(title)),
      total_(std::max<int64_t>(total, 1)),
      redraw_(::isatty(2) == 1),
      start_(std::chrono::steady_clock::now()) {
  shown_ = when == When::kAlways || (when == When::kTerminal && redraw_);
}

Progress::~Progress() {
  if (shown_ && redraw_) std::fputs("\r\033[K", stderr);
}

void Progress::Update(int64_t done, std::string_view note) {
  if (!shown_) return;
  if (redraw_) {
    const auto now = std::chrono::steady_clock::now();
    if (done < total_ && now - last_draw_ < std::chrono::milliseconds(100)) return;
    last_draw_ = now;
  } else {
    if (done * 10 / total_ == last_tenth_) return;
    last_tenth_ = done * 10 / total_;
  }
  Draw(done, note);
}

void Progress::Draw(int64_t done, std::string_view note) {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  const double part = std::clamp(static_cast<double>(done) / static_cast<double>(total_), 0.0, 1.0);
  const int full = static_cast<int>(part * kBarWidth);
  std::string line = redraw_ ? "\r" + title_ + " [" : title_ + " [";
  line.append(static_cast<size_t>(full), '#').append(static_cast<size_t>(kBarWidth - full), '.');
  char numbers[64];
  std::snprintf(numbers, sizeof(numbers), "] %3d%% %lld/%lld  ", static_cast<int>(part * 100),
                static_cast<long long>(done), static_cast<long long>(total_));
  line += numbers;
  line.append(note);
  if (done > 0 && done < total_) {
    line += "  " + Duration(elapsed.count() / part - elapsed.count()) + " left";
  }
  line += redraw_ ? "\033[K" : "\n";
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace runnel::tools

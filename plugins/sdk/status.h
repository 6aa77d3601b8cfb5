// Statuses in a plugin: making them from a format, passing them on, and owning one for a while.
//
// A function that can fail returns rnlp_status_t*, NULL for success, and hands its caller the ownership:
//   if (rank != 2) return Fail(host, RNLP_INVALID_ARGUMENT, "rank %d, expected 2", rank);
//   RNLP_TRY(CheckInputs(run));
#ifndef RNLP_SDK_STATUS_H_
#define RNLP_SDK_STATUS_H_

#if __has_include("rnlp_plugin.h")
#include "rnlp_plugin.h"
#else
#include "plugins/abi/rnlp_plugin.h"
#endif

#include <cstdarg>
#include <cstdio>
#include <string>
#include <utility>

namespace runnel::plugin {

// Returns from the enclosing function if `expr` is a failure.
#define RNLP_TRY(expr)                                                   \
  do {                                                                   \
    if (rnlp_status_t* rnlp_try_status = (expr)) return rnlp_try_status; \
  } while (false)

// printf; messages are cut at 1023 bytes.
[[gnu::format(printf, 3, 4)]] inline rnlp_status_t* Fail(const rnlp_host_t* host, int32_t code,
                                                         const char* format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  int size = std::vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  if (size < 0) size = 0;
  if (size >= static_cast<int>(sizeof(text))) size = static_cast<int>(sizeof(text)) - 1;
  return host->fail(host, code, text, static_cast<size_t>(size));
}

inline rnlp_status_t* OutOfMemory(const rnlp_host_t* host, uint64_t size_bytes, const char* what) {
  return Fail(host, RNLP_RESOURCE_EXHAUSTED, "%s: no host memory left for %llu bytes", what,
              static_cast<unsigned long long>(size_bytes));
}

[[gnu::format(printf, 3, 4)]] inline void Log(const rnlp_host_t* host, rnlp_severity_t severity,
                                              const char* format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  int size = std::vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  if (size < 0) size = 0;
  if (size >= static_cast<int>(sizeof(text))) size = static_cast<int>(sizeof(text)) - 1;
  host->log(host, severity, text, static_cast<size_t>(size));
}

// Owns a status until it is released or goes out of scope.
class OwnedStatus {
 public:
  explicit OwnedStatus(const rnlp_host_t* host, rnlp_status_t* status = nullptr)
      : host_(host), status_(status) {}
  OwnedStatus(OwnedStatus&& other) noexcept
      : host_(other.host_), status_(std::exchange(other.status_, nullptr)) {}
  OwnedStatus& operator=(OwnedStatus&& other) noexcept {
    std::swap(host_, other.host_);
    std::swap(status_, other.status_);
    return *this;
  }
  ~OwnedStatus() {
    if (status_ != nullptr) host_->status_release(host_, status_);
  }

  bool ok() const { return status_ == nullptr; }
  int32_t code() const { return host_->status_code(host_, status_); }
  std::string message() const {
    const rnlp_str_t text = host_->status_message(host_, status_);
    return std::string(text.data == nullptr ? "" : text.data, text.size);
  }
  rnlp_status_t* release() { return std::exchange(status_, nullptr); }
  // Another status with the same code and message; NULL if this is a success.
  rnlp_status_t* Copy() const {
    if (status_ == nullptr) return nullptr;
    const rnlp_str_t text = host_->status_message(host_, status_);
    return host_->fail(host_, code(), text.data, text.size);
  }

 private:
  const rnlp_host_t* host_;
  rnlp_status_t* status_;
};

}  // namespace runnel::plugin

#endif  // RNLP_SDK_STATUS_H_

// Status and Result: how every fallible function in Runnel reports failure.
//
// A Status is one pointer; OK is null and costs nothing. A failure is an immutable, reference-counted
// record (code, message, node name) that any thread may share. Making one never throws: if memory is
// exhausted the result is an immortal RESOURCE_EXHAUSTED.
#ifndef RUNNEL_CORE_BASE_STATUS_H_
#define RUNNEL_CORE_BASE_STATUS_H_

#include <atomic>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "plugins/abi/rnlp_base.h"
#include "runnel_minimal.h"

namespace runnel {

// Values equal rnlp_code_t, gRPC's and TensorFlow's.
enum class Code : int {
  kOk = RNLP_OK,
  kCancelled = RNLP_CANCELLED,
  kUnknown = RNLP_UNKNOWN,
  kInvalidArgument = RNLP_INVALID_ARGUMENT,
  kDeadlineExceeded = RNLP_DEADLINE_EXCEEDED,
  kNotFound = RNLP_NOT_FOUND,
  kAlreadyExists = RNLP_ALREADY_EXISTS,
  kPermissionDenied = RNLP_PERMISSION_DENIED,
  kResourceExhausted = RNLP_RESOURCE_EXHAUSTED,
  kFailedPrecondition = RNLP_FAILED_PRECONDITION,
  kAborted = RNLP_ABORTED,
  kOutOfRange = RNLP_OUT_OF_RANGE,
  kUnimplemented = RNLP_UNIMPLEMENTED,
  kInternal = RNLP_INTERNAL,
  kUnavailable = RNLP_UNAVAILABLE,
  kDataLoss = RNLP_DATA_LOSS,
  kUnauthenticated = RNLP_UNAUTHENTICATED,
};

// "INVALID_ARGUMENT" and so on; "CODE_n" for a number outside the list.
std::string_view CodeName(Code code);

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Code code, std::string_view message, std::string_view node = {}) noexcept;
  Status(const Status& other) noexcept : rep_(other.rep_) { Retain(rep_); }
  Status(Status&& other) noexcept : rep_(std::exchange(other.rep_, nullptr)) {}
  Status& operator=(Status other) noexcept {
    std::swap(rep_, other.rep_);
    return *this;
  }
  ~Status() { Release(rep_); }

  // The immortal status for exhausted memory, when not even a message can be allocated.
  static Status OutOfMemory() noexcept;

  bool ok() const { return rep_ == nullptr; }
  Code code() const { return rep_ == nullptr ? Code::kOk : rep_->code; }
  std::string_view message() const;
  // Name of the graph node at fault, or empty.
  std::string_view node() const;
  // "INVALID_ARGUMENT: message", for logs.
  std::string ToString() const;

  // The same failure with `node` filled in where it was empty, and with "prefix: " before the message.
  Status WithNode(std::string_view node) const noexcept;
  Status WithPrefix(std::string_view prefix) const noexcept;

  // Shared representation, also what rnl_status_t and rnlp_status_t point to.
  struct Rep {
    std::atomic<int> refs;
    Code code;
    bool immortal;
    std::string message;
    std::string node;
  };
  // Hands the reference over to a C caller, and takes it back.
  Rep* release() { return std::exchange(rep_, nullptr); }
  static Status Adopt(Rep* rep) {
    Status s;
    s.rep_ = rep;
    return s;
  }
  static void Retain(Rep* rep) {
    if (rep != nullptr) RetainSlow(rep);
  }
  static void Release(Rep* rep) {
    if (rep != nullptr) ReleaseSlow(rep);
  }

 private:
  static void RetainSlow(Rep* rep);
  static void ReleaseSlow(Rep* rep);
  Rep* rep_ = nullptr;
};

inline Status OkStatus() { return {}; }

// A value or the reason why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(Status status) : status_(std::move(status)) {}  // NOLINT: implicit by design
  Result(T value) : value_(std::move(value)) {}          // NOLINT: implicit by design

  bool ok() const { return value_.has_value(); }
  const Status& status() const& { return status_; }
  Status status() && { return std::move(status_); }
  T& value() { return *value_; }
  const T& value() const { return *value_; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  Status status_;
  std::optional<T> value_;
};

// Builders: InvalidArgument("node \"", name, "\" has ", n, " inputs"). Arguments are strings, string
// views, characters and numbers.
std::string NumberToString(double value);

namespace internal {
// One argument as text. Small and trivial, so that a message costs little code where it is made.
struct Piece {
  std::string_view view;
  char digits[32];
  Piece(std::string_view s) : view(s) {}         // NOLINT
  Piece(const char* s) : view(s) {}              // NOLINT
  Piece(const std::string& s) : view(s) {}       // NOLINT
  Piece(bool b) : view(b ? "true" : "false") {}  // NOLINT
  Piece(char c) { SetChar(c); }                  // NOLINT
  template <typename N, typename = std::enable_if_t<std::is_arithmetic_v<N>>>
  Piece(N n) {  // NOLINT
    if constexpr (std::is_floating_point_v<N>) {
      SetDouble(n);
    } else if constexpr (std::is_signed_v<N>) {
      SetSigned(n);
    } else {
      SetUnsigned(n);
    }
  }
  Piece(const Piece&) = delete;

 private:
  void SetChar(char c);
  void SetDouble(double value);
  void SetSigned(long long value);
  void SetUnsigned(unsigned long long value);
};
std::string StrCatPieces(const Piece* pieces, size_t count);
Status MakeStatus(Code code, const Piece* pieces, size_t count) noexcept;
}  // namespace internal

template <typename... Args>
std::string StrCat(const Args&... args) {
  const internal::Piece pieces[] = {internal::Piece(args)...};
  return internal::StrCatPieces(pieces, sizeof...(Args));
}

template <typename... Args>
Status MakeStatus(Code code, const Args&... args) noexcept {
  const internal::Piece pieces[] = {internal::Piece(args)...};
  return internal::MakeStatus(code, pieces, sizeof...(Args));
}

#define RUNNEL_DEFINE_STATUS(Name)             \
  template <typename... Args>                  \
  Status Name(const Args&... args) noexcept {  \
    return MakeStatus(Code::k##Name, args...); \
  }
RUNNEL_DEFINE_STATUS(Cancelled)
RUNNEL_DEFINE_STATUS(InvalidArgument)
RUNNEL_DEFINE_STATUS(DeadlineExceeded)
RUNNEL_DEFINE_STATUS(NotFound)
RUNNEL_DEFINE_STATUS(AlreadyExists)
RUNNEL_DEFINE_STATUS(PermissionDenied)
RUNNEL_DEFINE_STATUS(ResourceExhausted)
RUNNEL_DEFINE_STATUS(FailedPrecondition)
RUNNEL_DEFINE_STATUS(Aborted)
RUNNEL_DEFINE_STATUS(OutOfRange)
RUNNEL_DEFINE_STATUS(Unimplemented)
RUNNEL_DEFINE_STATUS(Internal)
RUNNEL_DEFINE_STATUS(Unavailable)
RUNNEL_DEFINE_STATUS(DataLoss)
#undef RUNNEL_DEFINE_STATUS

// What a minimal build (kMinimal) answers where something was left out. `what` is a plural.
inline Status LeftOut(std::string_view what) {
  return Unimplemented(what, " are not in this build (RUNNEL_MINIMAL)");
}

#define RUNNEL_CONCAT_INNER(a, b) a##b
#define RUNNEL_CONCAT(a, b) RUNNEL_CONCAT_INNER(a, b)

// Returns from the enclosing function if `expr` is not OK.
#define RUNNEL_RETURN_IF_ERROR(expr)                 \
  do {                                               \
    ::runnel::Status runnel_status_ = (expr);        \
    if (!runnel_status_.ok()) return runnel_status_; \
  } while (false)

// Declares `lhs` from a Result, or returns its status.
#define RUNNEL_ASSIGN_OR_RETURN(lhs, expr) \
  RUNNEL_ASSIGN_OR_RETURN_IMPL(RUNNEL_CONCAT(runnel_result_, __LINE__), lhs, expr)
#define RUNNEL_ASSIGN_OR_RETURN_IMPL(tmp, lhs, expr) \
  auto tmp = (expr);                                 \
  if (!tmp.ok()) return std::move(tmp).status();     \
  lhs = std::move(*tmp)

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_STATUS_H_

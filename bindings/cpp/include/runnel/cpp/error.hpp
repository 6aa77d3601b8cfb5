// Failures, as exceptions or as results.
//
// By default every function gives its value and throws runnel::Error. With RUNNEL_RESULTS defined, or
// where exceptions are off, it gives a Result<value> instead and throws nothing of its own; functions
// that add nodes still give their outputs, so that expressions can be written, and the first failure
// sticks to the graph (Graph::status). The two kinds live in inline namespaces of their own: a program
// may hold both.
#ifndef RUNNEL_CPP_ERROR_HPP_
#define RUNNEL_CPP_ERROR_HPP_

#include <runnel/runnel.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#if !defined(RUNNEL_RESULTS) && !defined(__cpp_exceptions)
#define RUNNEL_RESULTS 1
#endif
#if defined(RUNNEL_RESULTS)
#define RUNNEL_CPP_NAMESPACE \
  namespace runnel {         \
  inline namespace results {
#else
#define RUNNEL_CPP_NAMESPACE \
  namespace runnel {         \
  inline namespace throwing {
#endif
#define RUNNEL_CPP_NAMESPACE_END \
  }                              \
  }

RUNNEL_CPP_NAMESPACE

enum class Code : std::int32_t {
  kOk = RNL_OK,
  kCancelled = RNL_CANCELLED,
  kUnknown = RNL_UNKNOWN,
  kInvalidArgument = RNL_INVALID_ARGUMENT,
  kDeadlineExceeded = RNL_DEADLINE_EXCEEDED,
  kNotFound = RNL_NOT_FOUND,
  kAlreadyExists = RNL_ALREADY_EXISTS,
  kPermissionDenied = RNL_PERMISSION_DENIED,
  kResourceExhausted = RNL_RESOURCE_EXHAUSTED,
  kFailedPrecondition = RNL_FAILED_PRECONDITION,
  kAborted = RNL_ABORTED,
  kOutOfRange = RNL_OUT_OF_RANGE,
  kUnimplemented = RNL_UNIMPLEMENTED,
  kInternal = RNL_INTERNAL,
  kUnavailable = RNL_UNAVAILABLE,
  kDataLoss = RNL_DATA_LOSS,
  kUnauthenticated = RNL_UNAUTHENTICATED,
};

inline std::string_view View(rnl_str_t s) { return {s.data == nullptr ? "" : s.data, s.size}; }
inline rnl_str_t Str(std::string_view s) { return {s.data(), s.size()}; }

// Why a call failed. Copying one shares it and never fails.
class Error : public std::exception {
 public:
  Error(Code code, std::string message)
      : info_(std::make_shared<const Info>(Info{code, std::move(message), {}})) {}
  // Takes over a status, which is none of success.
  explicit Error(rnl_status_t* status) : Error(Borrowed{status}) { rnl_status_release(status); }
  struct Borrowed {
    const rnl_status_t* status;
  };
  explicit Error(Borrowed b)
      : info_(std::make_shared<const Info>(Info{static_cast<Code>(rnl_status_code(b.status)),
                                                std::string(View(rnl_status_message(b.status))),
                                                std::string(View(rnl_status_node(b.status)))})) {}

  Code code() const noexcept { return info_->code; }
  const std::string& message() const noexcept { return info_->message; }
  // Name of the graph node at fault; empty where there is none.
  const std::string& node() const noexcept { return info_->node; }
  const char* what() const noexcept override { return info_->message.c_str(); }

 private:
  struct Info {
    Code code;
    std::string message, node;
  };
  std::shared_ptr<const Info> info_;
};

// A value or an error. Asking for what is not there is a mistake of the program, and ends it.
template <typename T>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: both convert
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}  // NOLINT
  bool ok() const noexcept { return held_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }
  T& value() & noexcept { return *Get<0>(held_); }
  const T& value() const& noexcept { return *Get<0>(held_); }
  T&& value() && noexcept { return std::move(*Get<0>(held_)); }
  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T&& operator*() && noexcept { return std::move(*this).value(); }
  T* operator->() noexcept { return &value(); }
  const T* operator->() const noexcept { return &value(); }
  const Error& error() const noexcept { return *Get<1>(held_); }

 private:
  template <std::size_t I, typename V>
  static auto* Get(V& v) noexcept {
    auto* p = std::get_if<I>(&v);
    if (p == nullptr) std::terminate();
    return p;
  }
  std::variant<T, Error> held_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;
  Result() = default;
  Result(Error error) : error_(std::in_place_index<1>, std::move(error)) {}  // NOLINT
  bool ok() const noexcept { return error_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }
  void value() const noexcept {
    if (!ok()) std::terminate();
  }
  const Error& error() const noexcept {
    const Error* e = std::get_if<1>(&error_);
    if (e == nullptr) std::terminate();
    return *e;
  }

 private:
  std::variant<std::monostate, Error> error_;
};

// What a function that can fail gives: T, or Result<T>.
#if defined(RUNNEL_RESULTS)
template <typename T>
using Outcome = Result<T>;
#else
template <typename T>
using Outcome = T;
#endif

// Leaves the surrounding function, which gives an Outcome too, if `expression` failed. For code that
// compiles either way.
#if defined(RUNNEL_RESULTS)
#define RUNNEL_TRY(expression)                                                             \
  do {                                                                                     \
    if (auto runnel_tried = (expression); !runnel_tried.ok()) return runnel_tried.error(); \
  } while (false)
#define RUNNEL_TRY_ASSIGN(variable, expression)                \
  auto variable##_tried = (expression);                        \
  if (!variable##_tried.ok()) return variable##_tried.error(); \
  [[maybe_unused]] auto& variable = *variable##_tried
#else
#define RUNNEL_TRY(expression) static_cast<void>(expression)
#define RUNNEL_TRY_ASSIGN(variable, expression) [[maybe_unused]] auto variable = (expression)
#endif

namespace detail {

template <typename T = void>
[[gnu::cold]] Outcome<T> Fail(Error error) {
#if defined(RUNNEL_RESULTS)
  return error;
#else
  throw error;
#endif
}

// Takes over the status of a call that failed.
template <typename T>
[[gnu::cold, gnu::noinline]] Outcome<T> Failed(rnl_status_t* status) {
  return Fail<T>(Error(status));
}

inline Outcome<void> Check(rnl_status_t* status) {
  if (status != nullptr) return Failed<void>(status);
  return Outcome<void>();
}

// value() if the call succeeded.
template <typename F>
auto Finish(rnl_status_t* status, F&& value) -> Outcome<std::invoke_result_t<F>> {
  if (status != nullptr) return Failed<std::invoke_result_t<F>>(status);
  return std::forward<F>(value)();
}

}  // namespace detail

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_ERROR_HPP_

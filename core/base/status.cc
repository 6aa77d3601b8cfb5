#include "core/base/status.h"

#include <charconv>
#include <cstdlib>

#include "core/base/number.h"

#if RUNNEL_MINIMAL && defined(__GLIBCXX__)
// Replaces libstdc++'s terminate handler, which prints the type of an uncaught exception and pulls 50 KB
// of code into a program for that.
namespace __gnu_cxx {  // NOLINT: it is theirs
void __verbose_terminate_handler() { std::abort(); }
}  // namespace __gnu_cxx
#endif

namespace runnel {
namespace {

// Constructed on first use and never destroyed, so that it outlives every thread.
Status::Rep* ImmortalOutOfMemory() {
  alignas(Status::Rep) static unsigned char storage[sizeof(Status::Rep)];
  static Status::Rep* rep = new (storage) Status::Rep{{1}, Code::kResourceExhausted, true, {}, {}};
  return rep;
}

constexpr std::string_view kOutOfMemoryMessage = "out of memory";

}  // namespace

std::string_view CodeName(Code code) {
  static constexpr std::string_view kNames[] = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  const int value = static_cast<int>(code);
  if (value < 0 || value >= static_cast<int>(std::size(kNames))) return "CODE_UNLISTED";
  return kNames[value];
}

Status::Status(Code code, std::string_view message, std::string_view node) noexcept {
  if (code == Code::kOk) return;
  try {
    rep_ = new Rep{{1}, code, false, std::string(message), std::string(node)};
  } catch (const std::bad_alloc&) {
    rep_ = ImmortalOutOfMemory();
  }
}

Status Status::OutOfMemory() noexcept { return Adopt(ImmortalOutOfMemory()); }

std::string_view Status::message() const {
  if (rep_ == nullptr) return {};
  return rep_->immortal ? kOutOfMemoryMessage : std::string_view(rep_->message);
}

std::string_view Status::node() const {
  return rep_ == nullptr ? std::string_view() : std::string_view(rep_->node);
}

std::string Status::ToString() const {
  if (ok()) return "OK";
  return StrCat(CodeName(code()), ": ", message());
}

Status Status::WithNode(std::string_view node_name) const noexcept {
  if (ok() || !node().empty()) return *this;
  return Status(code(), message(), node_name);
}

Status Status::WithPrefix(std::string_view prefix) const noexcept {
  if (ok()) return *this;
  try {
    return Status(code(), StrCat(prefix, ": ", message()), node());
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  }
}

void Status::RetainSlow(Rep* rep) {
  if (!rep->immortal) rep->refs.fetch_add(1, std::memory_order_relaxed);
}

void Status::ReleaseSlow(Rep* rep) {
  if (rep->immortal) return;
  if (rep->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) delete rep;
}

namespace internal {

void Piece::SetChar(char c) {
  digits[0] = c;
  view = {digits, 1};
}

void Piece::SetDouble(double value) {
  static_assert(sizeof(digits) >= kMaxNumberText);
  view = {digits, WriteReal(value, digits)};
}

void Piece::SetSigned(long long value) {
  const auto end = std::to_chars(digits, digits + sizeof(digits), value);
  view = {digits, static_cast<size_t>(end.ptr - digits)};
}

void Piece::SetUnsigned(unsigned long long value) {
  const auto end = std::to_chars(digits, digits + sizeof(digits), value);
  view = {digits, static_cast<size_t>(end.ptr - digits)};
}

std::string StrCatPieces(const Piece* pieces, size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; ++i) size += pieces[i].view.size();
  std::string out;
  out.reserve(size);
  for (size_t i = 0; i < count; ++i) out.append(pieces[i].view);
  return out;
}

Status MakeStatus(Code code, const Piece* pieces, size_t count) noexcept {
  try {
    return Status(code, StrCatPieces(pieces, count));
  } catch (const std::bad_alloc&) {
    return Status::OutOfMemory();
  }
}

}  // namespace internal

std::string NumberToString(double value) {
  char buffer[kMaxNumberText];
  return std::string(buffer, WriteReal(value, buffer));
}

}  // namespace runnel

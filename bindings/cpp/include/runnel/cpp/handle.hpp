// Ownership of the ABI's handles: Shared counts references, Unique is for those that have one owner.
#ifndef RUNNEL_CPP_HANDLE_HPP_
#define RUNNEL_CPP_HANDLE_HPP_

#include <string>
#include <utility>
#include <vector>

#include "error.hpp"

RUNNEL_CPP_NAMESPACE

template <typename T, T* (*kRetain)(T*), void (*kRelease)(T*)>
class Shared {
 public:
  Shared() = default;
  Shared(const Shared& other) noexcept : handle_(kRetain(other.handle_)) {}
  Shared(Shared&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Shared() {
    if (handle_ != nullptr) kRelease(handle_);
  }

  // For calls of the C ABI. Stays owned here.
  T* get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  // Gives the reference away.
  [[nodiscard]] T* release() noexcept { return std::exchange(handle_, nullptr); }

 protected:
  explicit Shared(T* adopted) noexcept : handle_(adopted) {}

 private:
  T* handle_ = nullptr;
};

template <typename T, void (*kRelease)(T*)>
class Unique {
 public:
  Unique() = default;
  explicit Unique(T* adopted) noexcept : handle_(adopted) {}
  Unique(Unique&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Unique& operator=(Unique&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Unique() {
    if (handle_ != nullptr) kRelease(handle_);
  }
  T* get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  T* handle_ = nullptr;
};

namespace detail {

inline std::string TakeBytes(rnl_bytes_t* bytes) {
  const Unique<rnl_bytes_t, rnl_bytes_release> owned(bytes);
  return std::string(View(rnl_bytes_view(bytes)));
}

inline std::vector<std::string> TakeNames(rnl_names_t* names) {
  const Unique<rnl_names_t, rnl_names_release> owned(names);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < rnl_names_count(names); ++i)
    out.emplace_back(View(rnl_names_get(names, i)));
  return out;
}

template <typename Strings>
std::vector<rnl_str_t> Strs(const Strings& strings) {
  std::vector<rnl_str_t> out;
  for (const auto& s : strings) out.push_back(Str(s));
  return out;
}

}  // namespace detail

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_HANDLE_HPP_

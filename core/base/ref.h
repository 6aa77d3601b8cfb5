// Intrusive reference counting for objects that many threads share.
#ifndef RUNNEL_CORE_BASE_REF_H_
#define RUNNEL_CORE_BASE_REF_H_

#include <atomic>
#include <utility>

namespace runnel {

// Starts with one reference, which MakeRef or Ref::Adopt takes over. Deletes itself at zero.
class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted&) = delete;
  RefCounted& operator=(const RefCounted&) = delete;

  void Retain() const { refs_.fetch_add(1, std::memory_order_relaxed); }
  void Release() const {
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) Destroy();
  }
  // True if the caller holds the only reference; ordered after every other holder's last use.
  bool Unique() const { return HeldBy(1); }
  // The same for `holders` references, all of them the caller's.
  bool HeldBy(int holders) const { return refs_.load(std::memory_order_acquire) == holders; }

 protected:
  virtual ~RefCounted() = default;
  // Overridden by objects that go back to a pool.
  virtual void Destroy() const { delete this; }
  // For pools: makes a dead object alive again, with one reference.
  void Revive() { refs_.store(1, std::memory_order_relaxed); }

 private:
  mutable std::atomic<int> refs_{1};
};

template <typename T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}  // NOLINT: implicit like a pointer
  Ref(const Ref& other) : ptr_(other.ptr_) {
    if (ptr_ != nullptr) ptr_->Retain();
  }
  Ref(Ref&& other) noexcept : ptr_(std::exchange(other.ptr_, nullptr)) {}
  template <typename U>
  Ref(const Ref<U>& other) : ptr_(other.get()) {  // NOLINT: upcast
    if (ptr_ != nullptr) ptr_->Retain();
  }
  template <typename U>
  Ref(Ref<U>&& other) noexcept : ptr_(other.release()) {}  // NOLINT: upcast
  Ref& operator=(const Ref& other) noexcept {              // NOLINT: retains before it releases
    if (other.ptr_ != nullptr) other.ptr_->Retain();
    Replace(other.ptr_);
    return *this;
  }
  Ref& operator=(Ref&& other) noexcept {
    Replace(std::exchange(other.ptr_, nullptr));
    return *this;
  }
  Ref& operator=(std::nullptr_t) noexcept {
    Replace(nullptr);
    return *this;
  }
  ~Ref() {
    if (ptr_ != nullptr) ptr_->Release();
  }

  // Adopt takes over a reference that the caller owns; Share adds one.
  static Ref Adopt(T* ptr) {
    Ref r;
    r.ptr_ = ptr;
    return r;
  }
  static Ref Share(T* ptr) {
    if (ptr != nullptr) ptr->Retain();
    return Adopt(ptr);
  }

  T* get() const { return ptr_; }
  T* operator->() const { return ptr_; }
  T& operator*() const { return *ptr_; }
  explicit operator bool() const { return ptr_ != nullptr; }
  T* release() { return std::exchange(ptr_, nullptr); }

 private:
  void Replace(T* ptr) {
    T* const old = std::exchange(ptr_, ptr);
    if (old != nullptr) old->Release();
  }
  T* ptr_ = nullptr;
};

template <typename T, typename... Args>
Ref<T> MakeRef(Args&&... args) {
  return Ref<T>::Adopt(new T(std::forward<Args>(args)...));
}

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_REF_H_

#include "core/runtime/host/host_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <mutex>
#include <new>
#include <utility>

#include "core/base/clock.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RUNNEL_ASAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define RUNNEL_ASAN 1
#endif
#if defined(RUNNEL_ASAN)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

namespace runnel {
namespace {

// Bound of memory in use and cached together, whatever the peak was.
constexpr uint64_t kCacheSlackBytes = 32ull << 20;
// What a step frees stays for the next step while memory in use grows from one step to the next, as a
// buffer of elements fills.
constexpr uint64_t kGrowthBytes = 4ull << 20;

// A tensor's block has a header before its elements, which are often as many as a class holds: classes
// of host memory are as much larger.
constexpr uint64_t kHeaderBytes = kTensorAlignment;
constexpr int kFirstWithHeader = 16;

}  // namespace

SizeClass SizeClassOf(uint64_t bytes) {
  if (bytes <= 1024) {
    const int index = bytes == 0 ? 0 : static_cast<int>((bytes - 1) / 64);
    return {index, static_cast<uint64_t>(index + 1) * 64};
  }
  if (bytes > (uint64_t{1} << 48)) return {-1, bytes};
  const int exponent = std::bit_width(bytes - 1) - 1;  // 2^exponent < bytes <= 2^(exponent+1)
  const uint64_t base = uint64_t{1} << exponent;
  const uint64_t step = base / 8;
  const uint64_t steps = (bytes - base + step - 1) / step;  // 1..8
  return {16 + (exponent - 10) * 8 + static_cast<int>(steps) - 1, base + steps * step};
}

// Lives until its owner is gone and the last block has been returned.
class HostMemory::Arena : public Allocator {
 public:
  Arena(Allocator* base, std::shared_ptr<Allocator> owner, uint64_t limit)
      : base_(base), owner_(std::move(owner)), limit_(limit) {}

  void* Allocate(size_t bytes) override {
    const SizeClass size = ClassOf(bytes);
    if (size.index < 0) return nullptr;
    const uint64_t in_use = in_use_.fetch_add(size.bytes, std::memory_order_relaxed) + size.bytes;
    if (limit_ != 0 && in_use > limit_) {
      in_use_.fetch_sub(size.bytes, std::memory_order_relaxed);
      return nullptr;
    }
    uint64_t peak = peak_.load(std::memory_order_relaxed);
    while (in_use > peak && !peak_.compare_exchange_weak(peak, in_use, std::memory_order_relaxed)) {
    }
    refs_.fetch_add(1, std::memory_order_relaxed);
    if (void* data = Pop(size)) return HandOut(data, bytes, size);
    if (limit_ != 0 && in_use + cached_.load(std::memory_order_relaxed) > limit_) Trim();
    void* data = base_->Allocate(size.bytes);
    if (data == nullptr) {
      Trim();
      data = base_->Allocate(size.bytes);
    }
    if (data == nullptr) {
      in_use_.fetch_sub(size.bytes, std::memory_order_relaxed);
      Unref();
      return nullptr;
    }
    return HandOut(data, bytes, size);
  }

  void Free(void* data, size_t bytes) override {
    if (data == nullptr) return;
    const SizeClass size = ClassOf(bytes);
    ASAN_UNPOISON_MEMORY_REGION(data, size.bytes);
    const uint64_t in_use = in_use_.fetch_sub(size.bytes, std::memory_order_relaxed) - size.bytes;
    const uint64_t keep = MostToKeep();
    const auto fits = [&] {
      return in_use + cached_.load(std::memory_order_relaxed) + size.bytes <= keep;
    };
    if (orphaned_.load(std::memory_order_acquire) ||
        (!fits() && !Evict(Unused::kForTwoIntervals, fits) && !Evict(Unused::kForOne, fits))) {
      base_->Free(data, size.bytes);
    } else {
      Push(size, data);
      if (orphaned_.load(std::memory_order_seq_cst)) Trim();
    }
    if ((frees_.fetch_add(1, std::memory_order_relaxed) & kLookEvery) == kLookEvery) ForgetInTime();
    Unref();
  }

  void Forget() {
    earlier_peak_.store(peak_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    peak_.store(in_use_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    const uint64_t keep = MostToKeep();
    const auto fits = [&] {
      return in_use_.load(std::memory_order_relaxed) + cached_.load(std::memory_order_relaxed) <= keep;
    };
    if (!fits() && !Evict(Unused::kForTwoIntervals, fits) && !Evict(Unused::kForOne, fits))
      Evict(Unused::kNow, fits);
    for (Bin& bin : bins_) {
      const std::lock_guard<std::mutex> lock(bin.mutex);
      bin.earlier_unused.store(bin.unused.load(std::memory_order_relaxed), std::memory_order_relaxed);
      bin.unused.store(bin.count.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
  }

  void Orphan() {
    orphaned_.store(true, std::memory_order_seq_cst);
    Trim();
    Unref();
  }

  uint64_t bytes_in_use() const { return in_use_.load(std::memory_order_relaxed); }
  uint64_t bytes_cached() const { return cached_.load(std::memory_order_relaxed); }
  uint64_t limit() const { return limit_; }

 private:
  struct Block {
    Block* next;
  };
  struct Bin {
    std::mutex mutex;  // guards head, and writes of the rest
    Block* head = nullptr;
    std::atomic<uint32_t> count{0};
    // The least number of blocks that were unused at once in this interval, and in the one before.
    std::atomic<uint32_t> unused{0}, earlier_unused{0};
  };
  enum class Unused : uint8_t { kForTwoIntervals, kForOne, kNow };

  static uint32_t CountUnused(const Bin& bin, Unused since) {
    const uint32_t count = bin.count.load(std::memory_order_relaxed);
    if (since == Unused::kNow) return count;
    const uint32_t unused = bin.unused.load(std::memory_order_relaxed);
    if (since == Unused::kForOne) return std::min(count, unused);
    return std::min({count, unused, bin.earlier_unused.load(std::memory_order_relaxed)});
  }

  // Frees cached blocks that were unused for so long, until `fits`; large ones first, which hold most.
  // False: it still does not fit.
  template <typename Fits>
  bool Evict(Unused since, const Fits& fits) {
    for (int i = kNumSizeClasses - 1; i >= 0; --i) {
      const SizeClass size{i, BytesOf(i)};
      for (uint32_t n = CountUnused(bins_[static_cast<size_t>(i)], since); n > 0; --n) {
        void* const data = Pop(size);
        if (data == nullptr) break;
        base_->Free(data, size.bytes);
        if (fits()) return true;
      }
    }
    return false;
  }

  static constexpr uint32_t kLookEvery = 1023;  // frees between two looks at the clock

  uint64_t MostToKeep() const {
    return std::max({peak_.load(std::memory_order_relaxed) + kGrowthBytes,
                     earlier_peak_.load(std::memory_order_relaxed), kCacheSlackBytes});
  }

  void ForgetInTime() {
    const int64_t now_ms = MonotonicNs() / 1'000'000;
    int64_t last_ms = forgot_ms_.load(std::memory_order_relaxed);
    if (now_ms - last_ms < kForgetMs) return;
    if (forgot_ms_.compare_exchange_strong(last_ms, now_ms, std::memory_order_relaxed) && last_ms != 0)
      Forget();
  }

  // Under AddressSanitizer the bytes beyond the requested size are poisoned.
  static void* HandOut(void* data, size_t bytes, SizeClass size) {
    ASAN_POISON_MEMORY_REGION(static_cast<char*>(data) + bytes, size.bytes - bytes);
    return data;
  }

  void* Pop(SizeClass size) {
    Bin& bin = bins_[static_cast<size_t>(size.index)];
    std::lock_guard<std::mutex> lock(bin.mutex);
    Block* block = bin.head;
    if (block == nullptr) return nullptr;
    ASAN_UNPOISON_MEMORY_REGION(block, size.bytes);
    bin.head = block->next;
    const uint32_t left = bin.count.load(std::memory_order_relaxed) - 1;
    bin.count.store(left, std::memory_order_relaxed);
    if (left < bin.unused.load(std::memory_order_relaxed))
      bin.unused.store(left, std::memory_order_relaxed);
    cached_.fetch_sub(size.bytes, std::memory_order_relaxed);
    return block;
  }

  void Push(SizeClass size, void* data) {
    Bin& bin = bins_[static_cast<size_t>(size.index)];
    std::lock_guard<std::mutex> lock(bin.mutex);
    Block* block = new (data) Block{bin.head};
    bin.head = block;
    bin.count.store(bin.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    // The link stays readable: LeakSanitizer does not follow poisoned pointers and would report all
    // blocks of a runtime that a program leaves to its end.
    ASAN_POISON_MEMORY_REGION(block + 1, size.bytes - sizeof(Block));
    cached_.fetch_add(size.bytes, std::memory_order_relaxed);
  }

  void Trim() {
    for (int i = 0; i < kNumSizeClasses; ++i) {
      const SizeClass size{i, BytesOf(i)};
      while (void* data = Pop(size)) base_->Free(data, size.bytes);
    }
  }

  static SizeClass ClassOf(uint64_t bytes) {
    if (bytes <= 1024) return SizeClassOf(bytes);
    SizeClass size = SizeClassOf(std::max<uint64_t>(bytes - kHeaderBytes, 1025));
    if (size.index >= 0) size.bytes += kHeaderBytes;
    return size;
  }
  static uint64_t BytesOf(int index) {
    if (index < kFirstWithHeader) return static_cast<uint64_t>(index + 1) * 64;
    const uint64_t base = uint64_t{1} << (10 + (index - 16) / 8);
    return base + base / 8 * static_cast<uint64_t>((index - 16) % 8 + 1) + kHeaderBytes;
  }

  void Unref() {
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  Allocator* const base_;
  const std::shared_ptr<Allocator> owner_;
  const uint64_t limit_;
  std::atomic<uint64_t> in_use_{0};
  std::atomic<uint64_t> cached_{0};
  std::atomic<uint64_t> peak_{0}, earlier_peak_{0};  // of this interval and the one before
  std::atomic<uint32_t> frees_{0};
  std::atomic<int64_t> forgot_ms_{0};
  std::atomic<uint64_t> refs_{1};  // the owner, and each block given out
  std::atomic<bool> orphaned_{false};
  std::array<Bin, kNumSizeClasses> bins_;
};

HostMemory::HostMemory(Allocator* base, std::shared_ptr<Allocator> owner, uint64_t limit_bytes)
    : arena_(new Arena(base != nullptr ? base : SystemAllocator(), std::move(owner), limit_bytes)) {}
HostMemory::~HostMemory() { arena_->Orphan(); }

Allocator* HostMemory::allocator() { return arena_; }
void HostMemory::Forget() { arena_->Forget(); }
void HostMemory::Forget(Allocator* allocator) { static_cast<Arena*>(allocator)->Forget(); }
uint64_t HostMemory::bytes_cached() const { return arena_->bytes_cached(); }
uint64_t HostMemory::bytes_in_use() const { return arena_->bytes_in_use(); }
uint64_t HostMemory::limit_bytes() const { return arena_->limit(); }

}  // namespace runnel

#include "tests/cuda/fake/block.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <vector>

#include "tests/cuda/fake/memory.h"

namespace fake_cuda {

thread_local Dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace {

constexpr size_t kStackBytes = 128 << 10;
constexpr unsigned kWarp = 32;

std::map<std::string, Kernel>& Kernels() {
  static std::map<std::string, Kernel> kernels;
  return kernels;
}

// ---- switching between stacks ----

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
// Saves what a call must keep on the old stack, and goes on where the new one was left.
extern "C" void rnl_fake_cuda_switch(void** save_stack, void* load_stack);
asm(R"(
.text
.globl rnl_fake_cuda_switch
.hidden rnl_fake_cuda_switch
.type rnl_fake_cuda_switch,@function
rnl_fake_cuda_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size rnl_fake_cuda_switch,.-rnl_fake_cuda_switch
)");
struct Context {
  void* stack = nullptr;
  void Start(char* memory, void (*entry)()) {
    auto** top = reinterpret_cast<void**>(memory + kStackBytes - 64);
    *--top = nullptr;                              // where entry would return to: it never does
    *--top = reinterpret_cast<void*>(entry);       // popped by ret
    for (int i = 0; i < 6; ++i) *--top = nullptr;  // the registers
    stack = top;
  }
  static void Switch(Context* from, Context* to) { rnl_fake_cuda_switch(&from->stack, to->stack); }
};
#else
struct Context {
  ucontext_t state{};
  void Start(char* memory, void (*entry)()) {
    getcontext(&state);
    state.uc_stack.ss_sp = memory;
    state.uc_stack.ss_size = kStackBytes;
    state.uc_link = nullptr;
    makecontext(&state, entry, 0);
  }
  static void Switch(Context* from, Context* to) { swapcontext(&from->state, &to->state); }
};
#endif

enum class State { kWaiting, kAtBlockBarrier, kAtWarpBarrier, kDone };

// One block at a time; a stream's thread has one and uses it again.
class Block {
 public:
  ~Block() {
    for (Fiber& fiber : fibers_) munmap(fiber.memory, kStackBytes);
  }

  std::string Run(KernelFn run, const void* args, Dim3 block, bool backwards) {
    run_ = run;
    args_ = args;
    dim_ = block;
    backwards_ = backwards;
    const unsigned count = block.x * block.y * block.z;
    states_.assign(count, State::kWaiting);
    slots_.assign((count + kWarp - 1) / kWarp * kWarp, 0);
    fiber_of_.assign(count, SIZE_MAX);
    unstarted_ = count;
    ahead_ = backwards ? (count - 1) / kWarp : 0;
    free_.clear();
    for (size_t i = 0; i < fibers_.size(); ++i) free_.push_back(i);
    error_.clear();
    // Until nobody is left to start, a fibre runs thread after thread, and is left at a barrier.
    while (unstarted_ > 0 && error_.empty()) Enter(TakeFiber());
    while (error_.empty()) {
      bool done = true;
      for (const State state : states_) done &= state == State::kDone;
      if (done) break;
      if (!Release()) error_ = "a thread waits at a barrier that the others do not reach";
      // The order turns round at every barrier, so that what relies on an order shows.
      backwards_ = !backwards_;
      for (unsigned i = 0; i < count && error_.empty(); ++i) {
        const unsigned thread = backwards_ ? count - 1 - i : i;
        if (states_[thread] == State::kWaiting) Resume(thread);
      }
    }
    if (!error_.empty()) fibers_in_ruins_ = true;
    if (fibers_in_ruins_) Rebuild();
    return error_;
  }

  void Stop(State state) {
    const unsigned thread = current_;
    states_[thread] = state;
    fiber_of_[thread] = fiber_;
    Context::Switch(&fibers_[fiber_].context, &scheduler_);
    current_ = thread;  // Resume has set it; said again for clarity after a switch
    SetIndex(thread);
  }
  // Leaves the block for good.
  void Abort(std::string why) {
    if (error_.empty()) error_ = std::move(why);
    Context::Switch(&fibers_[fiber_].context, &scheduler_);
    std::abort();  // nobody comes back
  }
  unsigned lane() const { return current_ % kWarp; }
  uint64_t* slot(unsigned lane) { return &slots_[current_ / kWarp * kWarp + lane]; }

  // The body of a fibre: threads that have not begun, one after the other, for ever.
  void Loop() {
    for (;;) {
      while (unstarted_ > 0) {
        const auto count = static_cast<unsigned>(states_.size());
        const unsigned thread = backwards_ ? unstarted_ - 1 : count - unstarted_;
        --unstarted_;
        current_ = thread;
        SetIndex(thread);
        run_(args_);
        states_[current_] = State::kDone;
        if (fiber_of_[current_] != SIZE_MAX) break;  // was resumed: the scheduler goes on
      }
      free_.push_back(fiber_);
      Context::Switch(&fibers_[fiber_].context, &scheduler_);
    }
  }

 private:
  struct Fiber {
    char* memory = nullptr;
    Context context;
  };

  void SetIndex(unsigned thread) {
    threadIdx = {thread % dim_.x, thread / dim_.x % dim_.y, thread / dim_.x / dim_.y};
  }
  size_t TakeFiber() {
    if (free_.empty()) {
      Fiber fiber;
      void* memory = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) std::abort();  // of a test
      fiber.memory = static_cast<char*>(memory);
      fibers_.push_back(fiber);
      free_.push_back(fibers_.size() - 1);
      fibers_.back().context.Start(fibers_.back().memory, &Block::Entry);
    }
    const size_t fiber = free_.back();
    free_.pop_back();
    return fiber;
  }
  void Enter(size_t fiber) {
    fiber_ = fiber;
    Context::Switch(&scheduler_, &fibers_[fiber].context);
  }
  void Resume(unsigned thread) {
    current_ = thread;
    SetIndex(thread);
    Enter(fiber_of_[thread]);
  }
  // Lets go of those who have all arrived; threads that have ended count as arrived. One warp goes as
  // far as it can before the next, so that a barrier of the block that is not there shows.
  bool Release() {
    const size_t count = states_.size(), warps = (count + kWarp - 1) / kWarp;
    bool all = true;
    for (const State state : states_) all &= state == State::kDone || state == State::kAtBlockBarrier;
    if (all) return Release(0, count);
    for (size_t i = 0; i < warps; ++i) {
      const size_t warp = (ahead_ + i) % warps;
      const size_t first = warp * kWarp, last = std::min(first + kWarp, count);
      bool arrived = true;
      for (size_t t = first; t < last; ++t)
        arrived &= states_[t] == State::kDone || states_[t] == State::kAtWarpBarrier;
      if (!arrived || !Release(first, last)) continue;
      ahead_ = warp;
      return true;
    }
    return false;
  }
  bool Release(size_t first, size_t last) {
    bool released = false;
    for (size_t i = first; i < last; ++i) {
      if (states_[i] == State::kDone) continue;
      states_[i] = State::kWaiting;
      released = true;
    }
    return released;
  }
  // After an error the stacks hold threads that never end.
  void Rebuild() {
    for (Fiber& fiber : fibers_) fiber.context.Start(fiber.memory, &Block::Entry);
    fibers_in_ruins_ = false;
  }
  static void Entry();

  KernelFn run_ = nullptr;
  const void* args_ = nullptr;
  Dim3 dim_;
  bool backwards_ = false;
  bool fibers_in_ruins_ = false;
  unsigned unstarted_ = 0;
  unsigned current_ = 0;
  size_t ahead_ = 0;  // the warp that went on last
  size_t fiber_ = 0;
  std::vector<State> states_;
  std::vector<uint64_t> slots_;
  std::vector<size_t> fiber_of_;
  std::vector<size_t> free_;
  std::vector<Fiber> fibers_;
  Context scheduler_;
  std::string error_;
};

thread_local std::unique_ptr<Block> block;
thread_local Block* running = nullptr;

void Block::Entry() { running->Loop(); }

}  // namespace

Registration::Registration(const char* name, size_t args_bytes, KernelFn run) {
  Kernels()[name] = {name, args_bytes, run};
}
const Kernel* FindKernel(const std::string& name) {
  const auto found = Kernels().find(name);
  return found == Kernels().end() ? nullptr : &found->second;
}

void BlockBarrier() { running->Stop(State::kAtBlockBarrier); }
void WarpBarrier() { running->Stop(State::kAtWarpBarrier); }
unsigned Lane() { return running->lane(); }
uint64_t* ExchangeSlot(unsigned lane) { return running->slot(lane); }

void* Translate(uint64_t address) {
  if (address == 0) return nullptr;
  void* host = HostAddress(address);
  if (host == nullptr) running->Abort("a kernel uses address " + std::to_string(address));
  return host;
}

std::string RunLaunch(KernelFn run, const void* args, Dim3 grid, Dim3 dim, uint64_t seed) {
  if (block == nullptr) block = std::make_unique<Block>();
  running = block.get();
  gridDim = grid;
  blockDim = dim;
  const uint64_t count = uint64_t{grid.x} * grid.y * grid.z;
  for (uint64_t i = 0; i < count; ++i) {
    // Blocks run in no order that a kernel may rely on.
    const uint64_t at = (seed & 1) != 0 ? count - 1 - i : i;
    blockIdx = {static_cast<unsigned>(at % grid.x), static_cast<unsigned>(at / grid.x % grid.y),
                static_cast<unsigned>(at / grid.x / grid.y)};
    std::string error = running->Run(run, args, dim, (seed & 2) != 0);
    if (!error.empty()) return error;
  }
  return {};
}

}  // namespace fake_cuda

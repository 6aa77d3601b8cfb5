// Functions of the host program that nodes call by a token: PyFunc and its kin.
//
// A call runs on a thread that is there for such calls only, so that it may block, and run steps,
// without holding a thread that computes. A call under way keeps its runtime; its step does not wait for
// it once it has been cancelled.
#ifndef RUNNEL_CORE_RUNTIME_HOST_HOST_FUNCTIONS_H_
#define RUNNEL_CORE_RUNTIME_HOST_HOST_FUNCTIONS_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/tensor/tensor.h"

namespace runnel {

// One call. It belongs to the thread that runs it, but for `cancelled`.
struct HostCall {
  std::string token;
  std::string node;
  std::vector<Tensor> inputs;
  std::vector<DType> output_types;
  std::vector<Tensor> outputs;  // as many, to be set
  std::atomic<bool> cancelled{false};
};

// Threads: any.
class HostFunctions {
 public:
  using Function = std::function<Status(HostCall& call)>;
  // Calls that run at once; more wait for one to end.
  static constexpr size_t kMostCalls = 256;

  // `owner`: what a call under way keeps, and this object with it.
  explicit HostFunctions(RefCounted* owner) : owner_(owner) {}
  ~HostFunctions();  // no call is under way
  HostFunctions(const HostFunctions&) = delete;

  // Empty: takes it away. The function that was there is destroyed when its last call has ended.
  void Set(std::string_view token, Function function);
  // Null if there is none.
  std::shared_ptr<const Function> Find(std::string_view token) const;
  // Runs `work` on one of its threads. Errors: RESOURCE_EXHAUSTED if the system gives not even one.
  Status Run(std::function<void()> work);
  // Whether the calling thread is one of its own, which cannot wait for the runtime's end.
  bool IsCaller() const;

 private:
  struct Work {
    Ref<RefCounted> owner;  // goes last: it may end this object
    std::function<void()> run;
  };
  void Serve();

  RefCounted* const owner_;
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable wake_;
  bool closing_ = false;
  size_t idle_ = 0;
  std::deque<Work> waiting_;
  std::vector<std::thread> threads_;
  std::map<std::string, std::shared_ptr<const Function>, std::less<>> functions_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_HOST_FUNCTIONS_H_

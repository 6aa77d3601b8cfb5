// What the kernels share: oneDNN's exceptions as statuses, one thread a call, and primitives that
// several runs use at once.
#ifndef RUNNEL_PLUGINS_ONEDNN_PRIMITIVE_H_
#define RUNNEL_PLUGINS_ONEDNN_PRIMITIVE_H_

#include <atomic>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <new>
#include <oneapi/dnnl/dnnl.hpp>
#include <string_view>
#include <vector>

#include "plugins/sdk/kernel.h"

namespace runnel::onednn {

// The CPU, as oneDNN has it. Throws dnnl::error.
const dnnl::engine& Engine();

// While it lives, OpenMP gives this thread no team: the runtime's pool has the cores. The thread may be
// the user's, whose setting comes back.
class OneThread {
 public:
  OneThread();
  ~OneThread();
  OneThread(const OneThread&) = delete;

 private:
  int before_;
};

// Whether a primitive is one of oneDNN's fast ones, compiled for its shape. It falls back without a word
// to products of unfolded images, which are slower than the CPU plugin's, and to loops that are a
// thousand times slower.
inline bool IsFast(const dnnl::primitive_desc_base& desc) {
  const std::string_view name = desc.impl_info_str();
  return (name.starts_with("jit") || name.starts_with("brg")) && name.find("gemm") == name.npos;
}

// Calls f() under OneThread; what it throws becomes a status.
rnlp_status_t* FailWith(const rnlp_host_t* host, const char* op, const dnnl::error& error);
template <typename F>
rnlp_status_t* Guard(const rnlp_host_t* host, const char* op, const F& f) {
  try {
    const OneThread one;
    return f();
  } catch (const dnnl::error& error) {
    return FailWith(host, op, error);
  } catch (const std::bad_alloc&) {
    return plugin::Fail(host, RNLP_RESOURCE_EXHAUSTED, "%s: no host memory left", op);
  }
}

// The parts of a run, f(part) for each of [0, parts), on the host's pool. The first failure, if any.
template <typename F>
rnlp_status_t* RunParts(const rnlp_host_t* host, const char* op, int64_t parts, const F& f) {
  std::atomic<rnlp_status_t*> first{nullptr};
  plugin::ParallelFor(host, parts, 1, [&](int64_t begin, int64_t end) {
    rnlp_status_t* failed = Guard(host, op, [&]() -> rnlp_status_t* {
      for (int64_t part = begin; part < end; ++part) f(part);
      return nullptr;
    });
    rnlp_status_t* none = nullptr;
    if (failed != nullptr && !first.compare_exchange_strong(none, failed))
      host->status_release(host, failed);
  });
  return first.load();
}

// What asks oneDNN whether it has a primitive may be told no. Errors: all but that.
template <typename F>
bool Offers(const F& make) {
  try {
    return make();
  } catch (const dnnl::error& error) {
    if (error.status == dnnl_out_of_memory) throw;
    return false;
  }
}

inline uint64_t RoundUp(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

// Errors: INVALID_ARGUMENT where a run's tensor is not what its kernel was planned for.
rnlp_status_t* CheckPlanned(const rnlp_host_t* host, const char* op, const rnlp_tensor_t* tensor,
                            int32_t rank, const int64_t* dims);

// Throws dnnl::error.
void Reorder(const dnnl::memory::desc& from, const void* source, const dnnl::memory::desc& to,
             void* target);

// Names the order of elements of `desc` among all that this plugin packs: equal ids, equal orders.
// `kind`: what the elements come from, where the order does not tell.
uint64_t LayoutId(const dnnl::memory::desc& desc, uint64_t kind = 0);
// Asks for a packed form of input 1 in that order, if its value stays; whether it does.
bool AskForPacked(const dnnl::memory::desc& desc, uint64_t kind, rnlp_plan_t* plan);
// The packed form that a run was given, or NULL.
inline const void* PackedOf(const rnlp_run_t* run) {
  return RNLP_HAS(rnlp_run_t, run, packed) ? run->packed : nullptr;
}

// A primitive and, for every run of it under way, arguments of its own. Threads: Run any.
class Primitive {
 public:
  struct Argument {
    int id;  // DNNL_ARG_SRC, ...
    dnnl::memory::desc desc;
  };
  Primitive() = default;
  Primitive(const dnnl::primitive& primitive, std::vector<Argument> arguments);

  explicit operator bool() const { return static_cast<bool>(primitive_); }
  // data[i] is the memory of arguments[i]; what is beyond those is not used. Throws dnnl::error,
  // std::bad_alloc.
  void Run(std::initializer_list<const void*> data) const;

 private:
  struct Call {
    explicit Call(const Primitive& of);
    dnnl::stream stream;
    std::vector<dnnl::memory> memories;
    std::vector<dnnl_exec_arg_t> arguments;
  };
  struct Idle {
    std::mutex mutex;
    std::vector<std::unique_ptr<Call>> calls;  // with room for all that there are
    size_t made = 0;
  };

  dnnl::primitive primitive_;
  std::vector<Argument> arguments_;
  std::unique_ptr<Idle> idle_;
};

}  // namespace runnel::onednn

#endif  // RUNNEL_PLUGINS_ONEDNN_PRIMITIVE_H_

// Kernels as small C++ classes. A kernel is a default-constructible struct with
//   rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node);   // reads the attrs
//   rnlp_status_t* Run(const rnlp_run_t* run) const;                         // any number at once
// and optionally
//   static rnlp_status_t* Supports(const rnlp_host_t* host, const rnlp_node_t* node,
//                                  const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
//                                  rnlp_support_t* out);
//   rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan);
//   rnlp_status_t* Pack(const rnlp_run_t* run) const;
// KernelRow<K>({...}) makes its row; rows are constants.
#ifndef RNLP_SDK_KERNEL_H_
#define RNLP_SDK_KERNEL_H_

#include <cstdint>
#include <new>

#include "node.h"
#include "status.h"
#include "tensor.h"

namespace runnel::plugin {

// Objects in the host's memory, so that it counts and limits them. NULL where there is no more of it, or
// of what the constructor wants besides.
template <typename T, typename... Args>
T* New(const rnlp_host_t* host, Args&&... args) {
  void* memory = host->alloc(host, sizeof(T));
  if (memory == nullptr) return nullptr;
#ifdef __cpp_exceptions
  try {
    return new (memory) T(std::forward<Args>(args)...);
  } catch (const std::bad_alloc&) {
    host->free(host, memory, sizeof(T));
    return nullptr;
  }
#else
  return new (memory) T(std::forward<Args>(args)...);
#endif
}
template <typename T>
void Delete(const rnlp_host_t* host, T* object) {
  if (object == nullptr) return;
  object->~T();
  host->free(host, object, sizeof(T));
}

// A list with static storage and its length: {"T", kFloats, std::size(kFloats)} spelt shorter.
template <size_t kCount>
constexpr rnlp_type_constraint_t Types(const char* attr, const int32_t (&dtypes)[kCount]) {
  return {attr, dtypes, static_cast<uint32_t>(kCount)};
}

// What a row says; lists must have static storage.
struct KernelOptions {
  const char* op = nullptr;
  const char* device_type = nullptr;
  int32_t priority = 0;
  uint32_t flags = 0;  // rnlp_kernel_flags_t
  const rnlp_type_constraint_t* types = nullptr;
  uint32_t num_types = 0;
  const rnlp_arg_mark_t* args = nullptr;
  uint32_t num_args = 0;
  const rnlp_alias_t* aliases = nullptr;
  uint32_t num_aliases = 0;
};

namespace internal {
template <typename K>
rnlp_status_t* CreateKernel(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                            rnlp_kernel_t** out) {
  K* kernel = New<K>(host);
  if (kernel == nullptr) return OutOfMemory(host, sizeof(K), "kernel");
  if (rnlp_status_t* status = kernel->Init(host, node)) {
    Delete(host, kernel);
    return status;
  }
  *out = reinterpret_cast<rnlp_kernel_t*>(kernel);
  return nullptr;
}
template <typename K>
void DestroyKernel(const rnlp_host_t* host, rnlp_kernel_t* kernel) {
  Delete(host, reinterpret_cast<K*>(kernel));
}
template <typename K>
rnlp_status_t* AskKernel(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                         const rnlp_tensor_t* const* inputs, uint32_t num_inputs, rnlp_support_t* out) {
  return K::Supports(host, node, inputs, num_inputs, out);
}
template <typename K>
rnlp_status_t* PackKernel(rnlp_kernel_t* kernel, const rnlp_run_t* run) {
  return reinterpret_cast<const K*>(kernel)->Pack(run);
}
template <typename K>
rnlp_status_t* PlanKernel(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<K*>(kernel)->Plan(host, plan);
}
template <typename K>
rnlp_status_t* RunKernel(rnlp_kernel_t* kernel, const rnlp_run_t* run) {
  return reinterpret_cast<const K*>(kernel)->Run(run);
}
}  // namespace internal

template <typename K>
constexpr rnlp_kernel_row_t KernelRow(const KernelOptions& options) {
  rnlp_kernel_row_t row{};
  row.size_bytes = RNLP_SIZE_TO(rnlp_kernel_row_t, cancel);
  row.flags = options.flags;
  row.op = options.op;
  row.device_type = options.device_type;
  row.priority = options.priority;
  row.types = options.types;
  row.num_types = options.num_types;
  row.args = options.args;
  row.num_args = options.num_args;
  row.aliases = options.aliases;
  row.num_aliases = options.num_aliases;
  if constexpr (requires { &K::Supports; }) row.supports = internal::AskKernel<K>;
  row.create = internal::CreateKernel<K>;
  row.destroy = internal::DestroyKernel<K>;
  if constexpr (requires(K kernel) { kernel.Plan(nullptr, nullptr); })
    row.plan = internal::PlanKernel<K>;
  row.run = internal::RunKernel<K>;
  if constexpr (requires { &K::Pack; }) {
    row.size_bytes = RNLP_SIZE_TO(rnlp_kernel_row_t, pack);
    row.pack = internal::PackKernel<K>;
  }
  return row;
}

// Calls f(begin, end) over [0, total) in blocks of `block`, on the host's pool and this thread. Must not
// throw. Inline where one block is all.
template <typename F>
void ParallelFor(const rnlp_host_t* host, int64_t total, int64_t block, const F& f) {
  if (total <= 0) return;
  if (total <= block) {
    f(int64_t{0}, total);
    return;
  }
  host->parallel_for(
      host, total, block,
      [](void* arg, int64_t begin, int64_t end) { (*static_cast<const F*>(arg))(begin, end); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

}  // namespace runnel::plugin

#endif  // RNLP_SDK_KERNEL_H_

// What the kernels of this plugin share on the host's side: their life, the functions they launch, and
// launching. A kernel object is constant after `create`; `run` only puts work on the queue.
#ifndef RUNNEL_DEVICES_CUDA_KERNELS_KERNEL_H_
#define RUNNEL_DEVICES_CUDA_KERNELS_KERNEL_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "devices/cuda/device_code/args.h"
#include "devices/cuda/driver/device.h"
#include "plugins/sdk/cost.h"
#include "plugins/sdk/epilogue.h"
#include "plugins/sdk/shape.h"

namespace runnel::cuda {

using plugin::Dims;
using plugin::EnsureOutput;
using plugin::EnsureOutputLike;
using plugin::kMaxRank;
using plugin::ShapeText;
using plugin::Types;

// What `create` gets.
struct Build {
  const rnlp_host_t* host;
  rnlp_device_t* device;
  const rnlp_node_t* node;
  int32_t input(uint32_t i) const { return host->node_input_dtype(host, node, i); }
  int32_t output(uint32_t i) const { return host->node_output_dtype(host, node, i); }
};

// "f32", as kernels have it in their names; NULL for types that they do not compute in.
const char* Suffix(int32_t dtype);
// The function <stem>_<suffix of dtype>. Errors: UNIMPLEMENTED naming op and type.
rnlp_status_t* FindTyped(const Build& build, const char* op, Family family, const char* stem,
                         int32_t dtype, CUfunction* out);
// The function <stem>_<bytes>, for kernels that only move elements.
rnlp_status_t* FindSized(const Build& build, Family family, const char* stem, uint32_t bytes,
                         CUfunction* out);

// Address of a tensor on the device; 0 if it has no elements.
inline u64 AddressOf(const rnlp_tensor_t* tensor) {
  return tensor->buffer == nullptr ? 0 : tensor->buffer->address + tensor->offset_bytes;
}
inline u64 WorkspaceOf(const rnlp_run_t* run) {
  return run->workspace_buffer == nullptr ? 0
                                          : run->workspace_buffer->address + run->workspace_offset_bytes;
}

struct Grid {
  u32 x = 1, y = 1, z = 1;
};
inline constexpr u32 kThreads = 256;
// Blocks of kThreads for `count` elements, each thread going on in steps where they are many.
Grid GridFor(const rnlp_run_t* run, i64 count, i64 elements_per_thread = 1);

rnlp_status_t* LaunchRaw(const rnlp_run_t* run, CUfunction function, Grid grid, Grid block, void* args);
// Blocks are kThreads long unless `block` says otherwise.
template <typename Args>
rnlp_status_t* Launch(const rnlp_run_t* run, CUfunction function, Grid grid, Args args,
                      Grid block = {kThreads}) {
  return LaunchRaw(run, function, grid, block, &args);
}

// Every byte of output `index` becomes 0.
rnlp_status_t* ZeroOutput(const rnlp_run_t* run, uint32_t index);
// output = input, byte by byte.
rnlp_status_t* CopyTensor(const rnlp_run_t* run, const rnlp_tensor_t* from, const rnlp_tensor_t* to);

// Base of every kernel: its op's name, for messages.
struct KernelBase {
  char op[48] = "";
};

namespace internal {
template <typename K>
rnlp_status_t* CreateKernel(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                            rnlp_kernel_t** out) {
  return Guard(host, [&]() -> rnlp_status_t* {
    K* kernel = plugin::New<K>(host);
    if (kernel == nullptr) return plugin::OutOfMemory(host, sizeof(K), "kernel");
    const rnlp_str_t name = host->node_op(host, node);
    std::string_view(name.data, name.size).copy(kernel->op, sizeof(kernel->op) - 1);
    if (rnlp_status_t* status = kernel->Init(Build{host, device, node})) {
      plugin::Delete(host, kernel);
      return status;
    }
    *out = reinterpret_cast<rnlp_kernel_t*>(kernel);
    return nullptr;
  });
}
template <typename K>
rnlp_status_t* PlanKernel(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return Guard(host, [&] { return reinterpret_cast<K*>(kernel)->Plan(host, plan); });
}
// Every node that meets a row's constraints is supported; what it costs is said here, before anything is
// compiled for it.
inline rnlp_status_t* SupportsAll(const rnlp_host_t* host, rnlp_device_t* device,
                                  const rnlp_node_t* node, const rnlp_tensor_t* const* inputs,
                                  uint32_t num_inputs, rnlp_support_t* out) {
  out->supported = 1;
  out->cost_ns = plugin::EstimateCost(host, node, inputs, num_inputs, out, device->rates);
  return nullptr;
}
// Save those for which K::Refuse gives a reason.
template <typename K>
rnlp_status_t* SupportsMost(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                            const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                            rnlp_support_t* out) {
  RNLP_TRY(SupportsAll(host, device, node, inputs, num_inputs, out));
  out->reason = K::Refuse(host, node, inputs, num_inputs, *out);
  out->supported = out->reason == nullptr;
  return nullptr;
}
template <typename K>
rnlp_status_t* RunKernel(rnlp_kernel_t* kernel, const rnlp_run_t* run) {
  return Guard(run->host, [&] { return reinterpret_cast<const K*>(kernel)->Run(run); });
}
}  // namespace internal

// The row of kernel K, a struct on KernelBase with Init(build), Run(run) const and perhaps Plan(host,
// plan) and a static Refuse(host, node, inputs, num_inputs, answer), which gives a reason for "no".
template <typename K>
constexpr rnlp_kernel_row_t Row(const char* op, std::span<const rnlp_type_constraint_t> types,
                                std::span<const rnlp_arg_mark_t> args = {},
                                std::span<const rnlp_alias_t> aliases = {}, uint32_t flags = 0) {
  rnlp_kernel_row_t row{};
  row.size_bytes = RNLP_SIZE_TO(rnlp_kernel_row_t, cancel);
  row.flags = flags;
  row.op = op;
  row.device_type = "CUDA";
  row.types = types.data();
  row.num_types = static_cast<uint32_t>(types.size());
  row.args = args.data();
  row.num_args = static_cast<uint32_t>(args.size());
  row.aliases = aliases.data();
  row.num_aliases = static_cast<uint32_t>(aliases.size());
  row.supports = internal::SupportsAll;
  if constexpr (requires { &K::Refuse; }) row.supports = internal::SupportsMost<K>;
  row.create = internal::CreateKernel<K>;
  row.destroy = plugin::internal::DestroyKernel<K>;
  if constexpr (requires(K kernel) { kernel.Plan(nullptr, nullptr); }) {
    row.plan = internal::PlanKernel<K>;
  }
  row.run = internal::RunKernel<K>;
  return row;
}

// The row of a product or a convolution that takes along what follows it (plugins/sdk/epilogue.h).
template <typename K>
constexpr rnlp_kernel_row_t FusedRow(const char* op, std::span<const rnlp_type_constraint_t> types) {
  rnlp_kernel_row_t row = Row<K>(op, types);
  row.supports = [](const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                    const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                    rnlp_support_t* out) -> rnlp_status_t* {
    RNLP_TRY(internal::SupportsAll(host, device, node, inputs, num_inputs, out));
    out->reason = plugin::Epilogue::Refuse(host, node);
    if constexpr (requires { &K::Refuse; }) {
      if (out->reason == nullptr) out->reason = K::Refuse(host, node, inputs, num_inputs, *out);
    }
    out->supported = out->reason == nullptr;
    return nullptr;
  };
  return row;
}

// ---- lists that rows name ----

inline constexpr int32_t kFloatTypes[] = {RNLP_FLOAT, RNLP_HALF, RNLP_BFLOAT16};
inline constexpr int32_t kNumberTypes[] = {RNLP_FLOAT, RNLP_HALF, RNLP_BFLOAT16, RNLP_INT32, RNLP_INT64};
inline constexpr int32_t kIntegerTypes[] = {RNLP_INT32, RNLP_INT64};
inline constexpr int32_t kComparedTypes[] = {RNLP_FLOAT, RNLP_HALF,  RNLP_BFLOAT16,
                                             RNLP_INT32, RNLP_INT64, RNLP_BOOL};
// What is moved without being looked at.
inline constexpr int32_t kMovableTypes[] = {
    RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,   RNLP_BFLOAT16, RNLP_INT8,   RNLP_INT16, RNLP_INT32,
    RNLP_INT64, RNLP_UINT8,  RNLP_UINT16, RNLP_UINT32,   RNLP_UINT64, RNLP_BOOL,
};
inline constexpr rnlp_type_constraint_t kFloatT[] = {Types("T", kFloatTypes)};
inline constexpr rnlp_type_constraint_t kNumberT[] = {Types("T", kNumberTypes)};
inline constexpr rnlp_type_constraint_t kMovableT[] = {Types("T", kMovableTypes)};
inline constexpr rnlp_alias_t kFirstInPlace[] = {{0, 0}};
inline constexpr rnlp_alias_t kBothInPlace[] = {{0, 0}, {1, 0}};
inline constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_KERNELS_KERNEL_H_

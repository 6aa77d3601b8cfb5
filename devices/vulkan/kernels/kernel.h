// What kernels share: rows, what a device supports, and Call, which records one dispatch.
#ifndef RUNNEL_DEVICES_VULKAN_KERNELS_KERNEL_H_
#define RUNNEL_DEVICES_VULKAN_KERNELS_KERNEL_H_

#include <cstdint>
#include <iterator>
#include <span>
#include <string>

#include "devices/vulkan/driver/queue.h"
#include "devices/vulkan/kernels/loops.h"
#include "devices/vulkan/shaders/shaders.h"
#include "plugins/sdk/kernel.h"
#include "plugins/sdk/shape.h"

namespace runnel::vulkan {

using plugin::Dims;
using plugin::DTypeSize;

inline constexpr uint32_t kGroup = 256;  // invocations of a workgroup, unless a kernel says otherwise
// How many to take for n invocations in all. A processor runs each of a workgroup, wanted or not, so
// there is a smaller size for what is tiny; a GPU would wait for as long.
uint32_t GroupSize(const rnlp_device_t* device, int64_t n);

// "f32", "i64": how shaders call a dtype; bool and uint8 are "u8". NULL for others.
const char* TypeWord(int32_t dtype);
// "b1" to "b8", by the size of an element.
const char* SizeWord(int32_t dtype);
// The shader of a file for types; kNoShader where it has no such variant.
uint32_t Shader(const char* file, const char* type, const char* type2 = nullptr);

inline const rnlp_device_t* DeviceOf(const rnlp_run_t* run) { return run->queue->device; }

// Records one dispatch: bindings and constants in the order of the shader's. The first mistake is kept
// and answered at the end.
class Call {
 public:
  Call(const rnlp_run_t* run, uint32_t shader) : run_(run) { key_.shader = shader; }
  // For a pipeline made at run time.
  Call(const rnlp_run_t* run, const Pipeline* pipeline) : run_(run) { dispatch_.pipeline = pipeline; }
  Call(const Call&) = delete;

  Call& Const(uint32_t value) {
    key_.constants[key_.num_constants++] = value;
    return *this;
  }
  Call& Read(const rnlp_tensor_t* tensor) { return Bind(tensor, false); }
  Call& Write(const rnlp_tensor_t* tensor) { return Bind(tensor, true); }
  Call& Work(uint64_t offset, uint64_t size_bytes, bool write);  // of the run's workspace
  Call& Push(int64_t value);                                     // must fit 32 bits, signed or not
  Call& PushBits(uint32_t bits) {
    dispatch_.push[dispatch_.num_push++] = bits;
    return *this;
  }
  Call& PushFloat(float value) { return PushBits(__builtin_bit_cast(uint32_t, value)); }
  // `count` values, then zeros up to `room`.
  Call& PushAll(const int64_t* values, int count, int room);

  // One invocation for each of `n` things, in workgroups of a size of GroupSize. Nothing is recorded for
  // none.
  rnlp_status_t* Threads(int64_t n);
  // A workgroup for each of `n` things; the grid is folded where it is too wide.
  rnlp_status_t* Workgroups(int64_t n);
  rnlp_status_t* Grid(int64_t x, int64_t y, int64_t z);

 private:
  Call& Bind(const rnlp_tensor_t* tensor, bool write);
  void BindRange(const rnlp_buffer_t* buffer, uint64_t offset, uint64_t size_bytes, bool write);
  rnlp_status_t* Record(uint64_t x, uint64_t y, uint64_t z);

  const rnlp_run_t* run_;
  PipelineKey key_;
  Dispatch dispatch_;
  uint64_t too_large_ = 0;  // bytes of a tensor that no descriptor holds
  bool too_many_ = false;   // a number beyond 32 bits
};

// Loops of more than kMaxLoops dimensions are run by the host: f(offsets) is called for every index of
// the outer ones, with where each operand begins.
inline constexpr int kMaxLoops = 8;
template <int kOperands, typename F>
rnlp_status_t* ForOuter(const Loops<kOperands>& loops, int inner, const F& f) {
  int64_t offsets[kOperands] = {};
  const int outer = loops.rank > inner ? loops.rank - inner : 0;
  int64_t index[Loops<kOperands>::kMax] = {};
  for (;;) {
    RNLP_TRY(f(offsets, outer));
    int d = outer - 1;
    for (; d >= 0; --d) {
      for (int t = 0; t < kOperands; ++t) offsets[t] += loops.stride[t][d];
      if (++index[d] < loops.size[d]) break;
      for (int t = 0; t < kOperands; ++t) offsets[t] -= loops.stride[t][d] * loops.size[d];
      index[d] = 0;
    }
    if (d < 0) return nullptr;
  }
}

// out[...] = in[...], by loops over (in, out), from element offsets.
rnlp_status_t* RecordCopy(const rnlp_run_t* run, const Loops<2>& loops, const rnlp_tensor_t* in,
                          int64_t in_base, const rnlp_tensor_t* out, int64_t out_base);
// Every element of `out` becomes these bits.
rnlp_status_t* RecordFill(const rnlp_run_t* run, const rnlp_tensor_t* out, uint64_t bits);

// out = the whole of in, whose bytes are as many.
rnlp_status_t* RecordCopyAll(const rnlp_run_t* run, const rnlp_tensor_t* in, const rnlp_tensor_t* out);

// The output's shape, as planned, must be this.
inline rnlp_status_t* Expect(const rnlp_run_t* run, uint32_t output, const Dims& dims) {
  return plugin::EnsureOutput(run, output, dims.rank, dims.size);
}

// ---- rows ----

// Says no where the device lacks what a type of the node needs.
rnlp_status_t* SupportsTypes(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                             const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                             rnlp_support_t* out);

// A row of this plugin. K may have a static `const char* Refuse(host, node, inputs, num_inputs)`, with a
// last argument of rnlp_support_t if it wants to see the outputs, which gives a reason for "no".
template <class K>
rnlp_status_t* Supports(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                        const rnlp_tensor_t* const* inputs, uint32_t num_inputs, rnlp_support_t* out) {
  RNLP_TRY(SupportsTypes(host, device, node, inputs, num_inputs, out));
  if constexpr (requires { K::Refuse(host, node, inputs, num_inputs); }) {
    if (out->supported == 0) return nullptr;
    out->reason = K::Refuse(host, node, inputs, num_inputs);
    out->supported = out->reason == nullptr ? 1 : 0;
  } else if constexpr (requires { K::Refuse(host, node, inputs, num_inputs, *out); }) {
    if (out->supported == 0) return nullptr;
    out->reason = K::Refuse(host, node, inputs, num_inputs, *out);
    out->supported = out->reason == nullptr ? 1 : 0;
  }
  return nullptr;
}

template <class K>
constexpr rnlp_kernel_row_t Row(plugin::KernelOptions options) {
  options.device_type = "VULKAN";
  rnlp_kernel_row_t row = plugin::KernelRow<K>(options);
  row.supports = Supports<K>;
  row.run = [](rnlp_kernel_t* kernel, const rnlp_run_t* run) -> rnlp_status_t* {
    return Guard(run->host, [&] { return reinterpret_cast<const K*>(kernel)->Run(run); });
  };
  return row;
}

inline constexpr int32_t kFloats[] = {RNLP_FLOAT, RNLP_HALF};
inline constexpr int32_t kNumbers[] = {RNLP_FLOAT, RNLP_HALF, RNLP_INT32, RNLP_INT64};
inline constexpr int32_t kIndices[] = {RNLP_INT32, RNLP_INT64};
inline constexpr int32_t kIntegers[] = {RNLP_INT32, RNLP_INT64};
inline constexpr int32_t kMovable[] = {RNLP_FLOAT,  RNLP_HALF,   RNLP_INT32,   RNLP_INT64,  RNLP_BOOL,
                                       RNLP_UINT8,  RNLP_INT8,   RNLP_INT16,   RNLP_UINT16, RNLP_DOUBLE,
                                       RNLP_UINT32, RNLP_UINT64, RNLP_BFLOAT16};
inline constexpr rnlp_type_constraint_t kFloatT[] = {plugin::Types("T", kFloats)};
inline constexpr rnlp_type_constraint_t kNumberT[] = {plugin::Types("T", kNumbers)};
inline constexpr rnlp_type_constraint_t kMovableT[] = {plugin::Types("T", kMovable)};
inline constexpr rnlp_alias_t kInPlace[] = {{0, 0}};
inline constexpr rnlp_alias_t kEitherInPlace[] = {{0, 0}, {1, 0}};

// A name and what stands for it in a shader.
struct OpNumber {
  const char* op;
  uint32_t number;
};
// Looks up the node's op. Errors: INTERNAL (a row without an entry).
rnlp_status_t* FindOp(const rnlp_host_t* host, const rnlp_node_t* node, const OpNumber* table,
                      size_t count, uint32_t* out);

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_KERNELS_KERNEL_H_

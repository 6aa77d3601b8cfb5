#include "devices/vulkan/kernels/kernel.h"

#include <algorithm>
#include <cstring>

#include "plugins/sdk/cost.h"

namespace runnel::vulkan {

const char* TypeWord(int32_t dtype) {
  switch (dtype) {
    case RNLP_FLOAT:
      return "f32";
    case RNLP_HALF:
      return "f16";
    case RNLP_INT32:
      return "i32";
    case RNLP_INT64:
      return "i64";
    case RNLP_BOOL:
    case RNLP_UINT8:
      return "u8";
    default:
      return nullptr;
  }
}

const char* SizeWord(int32_t dtype) {
  switch (DTypeSize(dtype)) {
    case 1:
      return "b1";
    case 2:
      return "b2";
    case 4:
      return "b4";
    case 8:
      return "b8";
    default:
      return nullptr;
  }
}

uint32_t Shader(const char* file, const char* type, const char* type2) {
  char name[64];
  if (type == nullptr) return kNoShader;
  std::snprintf(name, sizeof(name), "%s_%s%s%s", file, type, type2 == nullptr ? "" : "_",
                type2 == nullptr ? "" : type2);
  return FindShader(name);
}

// ---- Call ----

void Call::BindRange(const rnlp_buffer_t* buffer, uint64_t offset, uint64_t size_bytes, bool write) {
  const uint64_t begin = buffer->offset + offset;
  size_bytes = (size_bytes + 3) / 4 * 4;  // bytes are reached as parts of words; memory is rounded up
  if (size_bytes > DeviceOf(run_)->physical.can.max_range_bytes)
    too_large_ = std::max(too_large_, size_bytes);
  dispatch_.bindings[dispatch_.num_bindings++] = {buffer->block->buffer, begin, begin + size_bytes,
                                                  write};
}

Call& Call::Bind(const rnlp_tensor_t* tensor, bool write) {
  if (tensor->dtype == RNLP_RESOURCE) tensor = &static_cast<const rnlp_variable_t*>(tensor->data)->value;
  if (tensor->size_bytes == 0 || tensor->buffer == nullptr) {
    // Nothing is read of it, but a descriptor must name something: the one before, or what follows.
    if (dispatch_.num_bindings > 0) {
      Access same = dispatch_.bindings[dispatch_.num_bindings - 1];
      same.write = false;
      dispatch_.bindings[dispatch_.num_bindings++] = same;
    } else {
      dispatch_.bindings[dispatch_.num_bindings++] = {VK_NULL_HANDLE, 0, 0, false};
    }
    return *this;
  }
  BindRange(tensor->buffer, tensor->offset_bytes, tensor->size_bytes, write);
  return *this;
}

Call& Call::Work(uint64_t offset, uint64_t size_bytes, bool write) {
  BindRange(run_->workspace_buffer, run_->workspace_offset_bytes + offset, size_bytes, write);
  return *this;
}

Call& Call::Push(int64_t value) {
  if (value < INT32_MIN || value > static_cast<int64_t>(UINT32_MAX)) too_many_ = true;
  return PushBits(static_cast<uint32_t>(value));
}

Call& Call::PushAll(const int64_t* values, int count, int room) {
  for (int i = 0; i < room; ++i) Push(i < count ? values[i] : 0);
  return *this;
}

uint32_t GroupSize(const rnlp_device_t* device, int64_t n) {
  constexpr uint32_t kTiny = 32;
  return n <= kTiny && device->physical.is_processor() ? kTiny : kGroup;
}

rnlp_status_t* Call::Threads(int64_t n) {
  // Pipelines that were made at run time are of the size that their maker took for n.
  uint32_t size = kGroup;
  if (dispatch_.pipeline != nullptr || (key_.shader != kNoShader && kShaders[key_.shader].free_size))
    size = GroupSize(DeviceOf(run_), n);
  if (dispatch_.pipeline == nullptr && key_.shader != kNoShader && kShaders[key_.shader].free_size)
    key_.group_size = size;
  return Workgroups((n + size - 1) / size);
}

rnlp_status_t* Call::Workgroups(int64_t n) {
  if (n <= 0) return nullptr;
  const uint32_t* most = DeviceOf(run_)->physical.can.max_groups;
  uint64_t x = static_cast<uint64_t>(n), y = 1;
  if (x > most[0]) {
    y = (x + most[0] - 1) / most[0];
    x = (x + y - 1) / y;
  }
  return Record(x, y, 1);
}

rnlp_status_t* Call::Grid(int64_t x, int64_t y, int64_t z) {
  if (x <= 0 || y <= 0 || z <= 0) return nullptr;
  return Record(static_cast<uint64_t>(x), static_cast<uint64_t>(y), static_cast<uint64_t>(z));
}

rnlp_status_t* Call::Record(uint64_t x, uint64_t y, uint64_t z) {
  rnlp_device_t* device = run_->queue->device;
  const Capabilities& can = device->physical.can;
  if (too_large_ > 0) {
    return Fail(run_->host, RNLP_RESOURCE_EXHAUSTED, "%s: a tensor of %llu bytes, a kernel reaches %llu",
                kId, static_cast<unsigned long long>(too_large_),
                static_cast<unsigned long long>(can.max_range_bytes));
  }
  if (too_many_ || x > can.max_groups[0] || y > can.max_groups[1] || z > can.max_groups[2]) {
    return Fail(run_->host, RNLP_RESOURCE_EXHAUSTED, "%s: more elements than the device can count", kId);
  }
  if (dispatch_.num_bindings > can.max_bindings) {
    return Fail(run_->host, RNLP_RESOURCE_EXHAUSTED, "%s: %u tensors in one kernel, the device takes %u",
                kId, dispatch_.num_bindings, can.max_bindings);
  }
  for (uint32_t i = dispatch_.num_bindings; i-- > 0;) {
    Access& binding = dispatch_.bindings[i];
    if (binding.buffer != VK_NULL_HANDLE) continue;
    binding = dispatch_.bindings[i + 1 < dispatch_.num_bindings ? i + 1 : i];
    binding.write = false;
  }
  if (dispatch_.pipeline == nullptr) {
    key_.num_bindings = dispatch_.num_bindings;
    if (key_.shader == kNoShader) return Fail(run_->host, RNLP_INTERNAL, "%s: no such shader", kId);
    RNLP_TRY(device->pipelines.Get(key_, &dispatch_.pipeline));
  }
  dispatch_.groups[0] = static_cast<uint32_t>(x);
  dispatch_.groups[1] = static_cast<uint32_t>(y);
  dispatch_.groups[2] = static_cast<uint32_t>(z);
  return run_->queue->Record(dispatch_);
}

// ---- copies and fills ----

rnlp_status_t* RecordCopy(const rnlp_run_t* run, const Loops<2>& loops, const rnlp_tensor_t* in,
                          int64_t in_base, const rnlp_tensor_t* out, int64_t out_base) {
  if (loops.empty || out->num_elements == 0) return nullptr;
  const int64_t bytes = DTypeSize(out->dtype);
  const bool is_run =
      loops.rank == 0 || (loops.rank == 1 && loops.stride[0][0] == 1 && loops.stride[1][0] == 1);
  if (is_run) {
    const rnlp_place_t src{in->buffer, in->offset_bytes + static_cast<uint64_t>(in_base * bytes),
                           nullptr};
    const rnlp_place_t dst{out->buffer, out->offset_bytes + static_cast<uint64_t>(out_base * bytes),
                           nullptr};
    return run->queue->Copy(src, dst, static_cast<uint64_t>(loops.count() * bytes));
  }
  const uint32_t shader = Shader("copy", SizeWord(out->dtype));
  return ForOuter<2>(loops, kMaxLoops, [&](const int64_t* offsets, int outer) {
    const int rank = loops.rank - outer;
    int64_t n = 1;
    for (int i = outer; i < loops.rank; ++i) n *= loops.size[i];
    Call call(run, shader);
    call.Const(static_cast<uint32_t>(rank)).Read(in).Write(out);
    call.Push(n).Push(in_base + offsets[0]).Push(out_base + offsets[1]);
    call.PushAll(loops.size + outer, rank, 8)
        .PushAll(loops.stride[0] + outer, rank, 8)
        .PushAll(loops.stride[1] + outer, rank, 8);
    return call.Threads(n);
  });
}

rnlp_status_t* RecordCopyAll(const rnlp_run_t* run, const rnlp_tensor_t* in, const rnlp_tensor_t* out) {
  if (out->size_bytes == 0) return nullptr;
  if (in->buffer == out->buffer && in->offset_bytes == out->offset_bytes) return nullptr;
  const rnlp_place_t src{in->buffer, in->offset_bytes, nullptr};
  const rnlp_place_t dst{out->buffer, out->offset_bytes, nullptr};
  return run->queue->Copy(src, dst, out->size_bytes);
}

rnlp_status_t* RecordFill(const rnlp_run_t* run, const rnlp_tensor_t* out, uint64_t bits) {
  if (out->num_elements == 0) return nullptr;
  const uint32_t size = DTypeSize(out->dtype);
  uint64_t all = bits;
  if (size == 1) all = (bits & 0xFF) * 0x0101010101010101u;
  if (size == 2) all = (bits & 0xFFFF) * 0x0001000100010001u;
  if (size == 4) all = (bits & 0xFFFFFFFF) * 0x0000000100000001u;
  if (out->size_bytes % 4 == 0 && static_cast<uint32_t>(all) == static_cast<uint32_t>(all >> 32)) {
    return run->queue->FillWords(out->buffer, out->offset_bytes, out->size_bytes,
                                 static_cast<uint32_t>(all));
  }
  Call call(run, Shader("fill", SizeWord(out->dtype)));
  call.Const(0).Write(out).Write(out).Push(out->num_elements).PushBits(static_cast<uint32_t>(bits));
  call.PushBits(static_cast<uint32_t>(bits >> 32));
  return call.Threads((out->num_elements + 3) / 4);
}

// ---- rows ----

namespace {

// Vulkan tells no rates, so they are those of a usual device of its kind; placement by cost corrects
// them by what it measures.
plugin::DeviceRates RatesOf(const VkPhysicalDeviceProperties& properties) {
  switch (properties.deviceType) {
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return {14, 5, 2000};
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return {4000, 250, 8000};
    default:
      return {300, 25, 5000};
  }
}

}  // namespace

rnlp_status_t* SupportsTypes(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                             const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                             rnlp_support_t* out) {
  const Capabilities& can = device->physical.can;
  out->supported = 1;
  const auto look = [&](int32_t dtype) {
    const uint32_t size = DTypeSize(dtype);
    const char* reason = nullptr;
    if (size == 2 && !can.storage16) reason = "the device stores no 16-bit types, or \"f16\" is 0";
    if (dtype == RNLP_INT64 && !can.int64) reason = "the device computes no 64-bit integers";
    if (reason == nullptr) return;
    out->supported = 0;
    out->reason = reason;
  };
  const uint32_t ins = host->node_num_inputs(host, node), outs = host->node_num_outputs(host, node);
  for (uint32_t i = 0; i < ins; ++i) look(host->node_input_dtype(host, node, i));
  for (uint32_t i = 0; i < outs; ++i) look(host->node_output_dtype(host, node, i));
  out->cost_ns =
      plugin::EstimateCost(host, node, inputs, num_inputs, out, RatesOf(device->physical.properties));
  for (uint32_t i = 0; i < num_inputs && inputs != nullptr; ++i) {
    if (inputs[i]->rank >= 0 && inputs[i]->num_elements >= 0 &&
        inputs[i]->size_bytes > can.max_range_bytes) {
      out->supported = 0;
      out->reason = "a tensor is larger than what one kernel of the device reaches";
    }
  }
  return nullptr;
}

rnlp_status_t* FindOp(const rnlp_host_t* host, const rnlp_node_t* node, const OpNumber* table,
                      size_t count, uint32_t* out) {
  const rnlp_str_t op = host->node_op(host, node);
  for (size_t i = 0; i < count; ++i) {
    if (std::strlen(table[i].op) == op.size && std::memcmp(table[i].op, op.data, op.size) == 0) {
      *out = table[i].number;
      return nullptr;
    }
  }
  return Fail(host, RNLP_INTERNAL, "%s: no entry for %.*s", kId, static_cast<int>(op.size), op.data);
}

}  // namespace runnel::vulkan

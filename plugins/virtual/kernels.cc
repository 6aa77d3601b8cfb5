// Kernels of the virtual device: the CPU's, each behind a wrapper that records a run and lets the
// device's thread do it later, with handles resolved to addresses only then.
//
// A run is done at once, after the queue has drained, where it needs its step while it computes (late
// shapes, random numbers) or writes to host memory. Kernels on strings are left to the CPU: strings live
// in host memory.
#include <array>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "devices/cpu/kernel_rows.h"
#include "plugins/virtual/api.h"
#include "plugins/virtual/device.h"
#include "plugins/virtual/host_proxy.h"

namespace runnel::virtual_device {
namespace {

using plugin::Delete;
using plugin::New;
using plugin::OutOfMemory;

constexpr size_t kMaxRows = 768;
constexpr size_t kMaxConstraints = 4;
constexpr size_t kMaxDTypes = 24;

const rnlp_kernel_row_t& CpuRow(size_t index) {
  uint32_t count = 0;
  return *rnlp_cpu_kernel_rows(&count)[index];
}

// A kernel of the CPU; recorded runs share it.
struct Inner {
  const rnlp_kernel_row_t* row;
  const rnlp_host_t* host;
  std::string node;
  rnlp_kernel_t* kernel = nullptr;
  ~Inner() {
    if (kernel != nullptr && row->destroy != nullptr) row->destroy(host, kernel);
  }
};
struct Wrapper {
  rnlp_device_t* device = nullptr;
  std::shared_ptr<Inner> inner;
};

// One run with everything that it reads copied, for it may happen after `run` has returned.
class Recorded {
 public:
  Recorded(std::shared_ptr<Inner> inner, const rnlp_run_t* run)
      : inner_(std::move(inner)), host_(run->host) {
    args_.reserve(run->num_inputs + run->num_outputs);
    for (uint32_t i = 0; i < run->num_inputs; ++i) Add(*run->inputs[i], true);
    for (uint32_t i = 0; i < run->num_outputs; ++i) Add(*run->outputs[i], false);
    num_inputs_ = run->num_inputs;
    if (run->workspace_buffer != nullptr) {
      workspace_ = run->workspace_buffer->storage;
      workspace_offset_ = run->workspace_offset_bytes;
    }
    if (RNLP_HAS(rnlp_run_t, run, packed_offset_bytes) && run->packed_buffer != nullptr) {
      packed_ = run->packed_buffer->storage;
      packed_offset_ = run->packed_offset_bytes;
    }
  }
  Recorded(const Recorded&) = delete;

  // Errors found before anything runs: tensors outside their buffers.
  rnlp_status_t* Check() const {
    for (const auto& arg : args_) {
      if (arg->storage == nullptr) continue;
      const rnlp_tensor_t& t = arg->place();
      if (t.offset_bytes > arg->storage->size_bytes ||
          t.size_bytes > arg->storage->size_bytes - t.offset_bytes) {
        return Fail(host_, RNLP_INVALID_ARGUMENT,
                    "%s: kernel of %s: a tensor of %llu bytes at %llu in a buffer of %llu", kId,
                    inner_->row->op, static_cast<unsigned long long>(t.size_bytes),
                    static_cast<unsigned long long>(t.offset_bytes),
                    static_cast<unsigned long long>(arg->storage->size_bytes));
      }
    }
    return nullptr;
  }

  // Runs it now, or packs an input for it. `host` and `step` are what the kernel sees.
  rnlp_status_t* Run(const rnlp_host_t* host, rnlp_step_t* step, bool packs = false) {
    for (const auto& arg : args_) RNLP_TRY(Resolve(arg.get()));
    std::vector<const rnlp_tensor_t*> inputs;
    std::vector<rnlp_tensor_t*> outputs;
    for (size_t i = 0; i < args_.size(); ++i) {
      if (i < num_inputs_) {
        inputs.push_back(&args_[i]->tensor);
      } else {
        outputs.push_back(&args_[i]->tensor);
      }
    }
    rnlp_run_t run{};
    run.size_bytes = RNLP_SIZE_TO(rnlp_run_t, packed_offset_bytes);
    run.num_inputs = static_cast<uint32_t>(inputs.size());
    run.num_outputs = static_cast<uint32_t>(outputs.size());
    run.inputs = inputs.data();
    run.outputs = outputs.data();
    if (workspace_ != nullptr) {
      if (workspace_->freed.load(std::memory_order_acquire)) return Freed();
      run.workspace = workspace_->data + workspace_offset_;
    }
    if (packed_ != nullptr) {
      if (packed_->freed.load(std::memory_order_acquire)) return Freed();
      run.packed = packed_->data + packed_offset_;
    }
    run.host = host;
    run.step = step;
    return (packs ? inner_->row->pack : inner_->row->run)(inner_->kernel, &run);
  }

  // A failure of work that is done later, with the node that it is of: nobody else will know then.
  rnlp_status_t* Named(rnlp_status_t* status) const {
    if (status == nullptr) return nullptr;
    const rnlp_str_t message = host_->status_message(host_, status);
    rnlp_status_t* named =
        Fail(host_, host_->status_code(host_, status), "node \"%s\" (%s): %.*s", inner_->node.c_str(),
             inner_->row->op, static_cast<int>(message.size), message.data);
    host_->status_release(host_, status);
    return named;
  }

  // Output `index` now has the shape and memory of `allocated`, which the host has made.
  rnlp_status_t* OutputAllocated(uint32_t index, const rnlp_tensor_t& allocated) {
    Arg* arg = args_[num_inputs_ + index].get();
    *arg = Arg();
    arg->Take(allocated);
    return Resolve(arg);
  }

 private:
  // A tensor, or the variable behind a resource argument.
  struct Arg {
    rnlp_tensor_t tensor{};
    rnlp_variable_t variable{};
    std::vector<int64_t> dims;
    std::vector<char> bytes;  // of a host input
    std::shared_ptr<Storage> storage;
    bool is_variable = false;

    rnlp_tensor_t& place() { return is_variable ? variable.value : tensor; }
    void Take(const rnlp_tensor_t& from) {
      tensor = from;
      is_variable = from.dtype == RNLP_RESOURCE && from.data != nullptr;
      if (is_variable) {
        variable = *static_cast<const rnlp_variable_t*>(from.data);
        tensor.data = &variable;
        variable.name = {};
      }
      rnlp_tensor_t& t = place();
      if (t.rank > 0) dims.assign(t.dims, t.dims + t.rank);
      t.dims = dims.data();
      if (t.buffer != nullptr) storage = t.buffer->storage;
    }
  };

  void Add(const rnlp_tensor_t& from, bool is_input) {
    args_.push_back(std::make_unique<Arg>());
    Arg& arg = *args_.back();
    arg.Take(from);
    rnlp_tensor_t& t = arg.place();
    if (arg.storage != nullptr) {
      t.data = nullptr;
    } else if (is_input && !arg.is_variable && t.data != nullptr) {
      // Host memory may be reused as soon as `run` returns.
      constexpr size_t kAlignment = 64;
      arg.bytes.resize(t.size_bytes + kAlignment);
      char* aligned =
          arg.bytes.data() + (kAlignment - reinterpret_cast<uintptr_t>(arg.bytes.data()) % kAlignment);
      std::memcpy(aligned, t.data, t.size_bytes);
      t.data = aligned;
    }
  }

  rnlp_status_t* Resolve(Arg* arg) const {
    if (arg->storage == nullptr) return nullptr;
    if (arg->storage->freed.load(std::memory_order_acquire)) return Freed();
    rnlp_tensor_t& t = arg->place();
    t.data = arg->storage->data + t.offset_bytes;
    return nullptr;
  }
  rnlp_status_t* Freed() const {
    return Fail(host_, RNLP_INTERNAL, "%s: the kernel of %s uses a buffer that was freed before it ran",
                kId, inner_->row->op);
  }

  std::shared_ptr<Inner> inner_;
  const rnlp_host_t* host_;
  std::vector<std::unique_ptr<Arg>> args_;
  size_t num_inputs_ = 0;
  std::shared_ptr<Storage> workspace_;
  uint64_t workspace_offset_ = 0;
  std::shared_ptr<Storage> packed_;
  uint64_t packed_offset_ = 0;
};

// Whether the run needs its step, or the host's memory, while it computes.
bool MustRunNow(const rnlp_kernel_row_t& row, const rnlp_run_t* run) {
  if ((row.flags & RNLP_KERNEL_LATE_SHAPE) != 0) return true;
  // Of those with state, updates of variables need nothing of the step; random numbers draw from it.
  bool has_variable = false;
  for (uint32_t i = 0; i < run->num_inputs; ++i) has_variable |= run->inputs[i]->dtype == RNLP_RESOURCE;
  if ((row.flags & RNLP_KERNEL_STATEFUL) != 0 && !has_variable) return true;
  for (uint32_t i = 0; i < run->num_outputs; ++i) {
    const rnlp_tensor_t& output = *run->outputs[i];
    if (output.rank < 0 || (output.buffer == nullptr && output.data != nullptr)) return true;
  }
  return false;
}

struct RunNow {
  Recorded* recorded;
  const rnlp_run_t* run;
};

rnlp_status_t* RunKernel(rnlp_kernel_t* kernel, const rnlp_run_t* run) {
  const auto* wrapper = reinterpret_cast<const Wrapper*>(kernel);
  rnlp_device_t* device = wrapper->device;
  return Guard(device->host, [&]() -> rnlp_status_t* {
    const bool now = MustRunNow(*wrapper->inner->row, run);
    const bool recorded_only = device->CountRecorded(run->queue);
    if (now && recorded_only) {
      return Fail(device->host, RNLP_UNIMPLEMENTED,
                  "%s: the kernel of %s needs its step while it runs, and cannot be captured", kId,
                  wrapper->inner->row->op);
    }
    if (!recorded_only) RNLP_TRY(device->CountLaunches(1));
    auto recorded = std::make_shared<Recorded>(wrapper->inner, run);
    RNLP_TRY(recorded->Check());
    if (!now) {
      Command command;
      command.work.busy_us = device->instance->options.kernel_us;
      command.work.run = [recorded, host = device->host] {
        return recorded->Named(Guard(host, [&] { return recorded->Run(host, nullptr); }));
      };
      return device->Append(run->queue, std::move(command));
    }
    device->Drain(run->queue);
    RNLP_TRY(device->CheckAlive());
    RunNow running{recorded.get(), run};
    const HostProxy proxy(
        run->host,
        [](void* arg, uint32_t index) {
          auto* self = static_cast<RunNow*>(arg);
          return self->recorded->OutputAllocated(index, *self->run->outputs[index]);
        },
        &running);
    return recorded->Run(&proxy, run->step);
  });
}

rnlp_status_t* PackInput(rnlp_kernel_t* kernel, const rnlp_run_t* run) {
  const auto* wrapper = reinterpret_cast<const Wrapper*>(kernel);
  rnlp_device_t* device = wrapper->device;
  return Guard(device->host, [&]() -> rnlp_status_t* {
    auto recorded = std::make_shared<Recorded>(wrapper->inner, run);
    RNLP_TRY(recorded->Check());
    Command command;
    command.work.run = [recorded, host = device->host] {
      return recorded->Named(Guard(host, [&] { return recorded->Run(host, nullptr, true); }));
    };
    return device->Append(run->queue, std::move(command));
  });
}

rnlp_status_t* CreateKernel(size_t row_index, const rnlp_host_t* host, rnlp_device_t* device,
                            const rnlp_node_t* node, rnlp_kernel_t** out) {
  return Guard(host, [&]() -> rnlp_status_t* {
    const rnlp_kernel_row_t& row = CpuRow(row_index);
    const rnlp_str_t name = host->node_name(host, node);
    auto inner = std::make_shared<Inner>(Inner{&row, host, std::string(name.data, name.size)});
    if (row.create != nullptr) RNLP_TRY(row.create(host, nullptr, node, &inner->kernel));
    auto* wrapper = New<Wrapper>(host);
    if (wrapper == nullptr) return OutOfMemory(host, sizeof(Wrapper), kId);
    wrapper->device = device;
    wrapper->inner = std::move(inner);
    *out = reinterpret_cast<rnlp_kernel_t*>(wrapper);
    return nullptr;
  });
}

void DestroyKernel(const rnlp_host_t* host, rnlp_kernel_t* kernel) {
  Delete(host, reinterpret_cast<Wrapper*>(kernel));
}

rnlp_status_t* PlanKernel(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  const auto* wrapper = reinterpret_cast<const Wrapper*>(kernel);
  const Inner& inner = *wrapper->inner;
  if (inner.row->plan != nullptr) RNLP_TRY(inner.row->plan(host, inner.kernel, plan));
  const Options& options = wrapper->device->instance->options;
  if (options.kernel_us != 0) plan->cost_ns = options.kernel_us * 1000;
  if (options.cost_ns != 0) plan->cost_ns = options.cost_ns;
  return nullptr;
}

// A row's functions are not told which row they belong to, so each row has its own.
template <size_t kIndex>
rnlp_status_t* CreateRow(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                         rnlp_kernel_t** out) {
  return CreateKernel(kIndex, host, device, node, out);
}
template <size_t kIndex>
rnlp_status_t* SupportsRow(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                           const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                           rnlp_support_t* out) {
  return CpuRow(kIndex).supports(host, nullptr, node, inputs, num_inputs, out);
}
struct RowFunctions {
  decltype(rnlp_kernel_row_t::create) create;
  decltype(rnlp_kernel_row_t::supports) supports;
};
template <size_t... kIndex>
constexpr std::array<RowFunctions, sizeof...(kIndex)> MakeFunctions(std::index_sequence<kIndex...>) {
  return {RowFunctions{CreateRow<kIndex>, SupportsRow<kIndex>}...};
}
constexpr std::array<RowFunctions, kMaxRows> kFunctions =
    MakeFunctions(std::make_index_sequence<kMaxRows>());

// The wrapped rows: built once, then constant.
struct Rows {
  Rows() {
    uint32_t cpu_count = 0;
    const rnlp_kernel_row_t* const* cpu = rnlp_cpu_kernel_rows(&cpu_count);
    for (uint32_t i = 0; i < cpu_count && i < kMaxRows; ++i) {
      if (Wrap(*cpu[i], i)) pointers[count++] = &rows[i];
    }
  }

  bool Wrap(const rnlp_kernel_row_t& from, uint32_t i) {
    constexpr std::string_view kStringOps[] = {"StringJoin", "AsString"};
    for (const std::string_view op : kStringOps) {
      if (op == from.op) return false;
    }
    if ((from.flags & RNLP_KERNEL_ASYNC) != 0 || from.num_types > kMaxConstraints) return false;
    rows[i] = from;
    for (uint32_t j = 0; j < from.num_types; ++j) {
      constraints[i][j] = from.types[j];
      int32_t* kept = dtypes[i][j].data();
      uint32_t kept_count = 0;
      for (uint32_t k = 0; k < from.types[j].count && kept_count < kMaxDTypes; ++k) {
        if (from.types[j].dtypes[k] != RNLP_STRING) kept[kept_count++] = from.types[j].dtypes[k];
      }
      if (kept_count == 0) return false;
      constraints[i][j].dtypes = kept;
      constraints[i][j].count = kept_count;
    }
    rnlp_kernel_row_t& row = rows[i];
    row.size_bytes = RNLP_SIZE_TO(rnlp_kernel_row_t, pack);
    row.device_type = "VIRTUAL";
    row.types = constraints[i].data();
    row.supports = from.supports == nullptr ? nullptr : kFunctions[i].supports;
    row.create = kFunctions[i].create;
    row.destroy = DestroyKernel;
    row.plan = PlanKernel;
    row.run = RunKernel;
    row.start = nullptr;
    row.cancel = nullptr;
    row.pack = from.pack == nullptr ? nullptr : PackInput;
    return true;
  }

  std::array<rnlp_kernel_row_t, kMaxRows> rows{};
  std::array<const rnlp_kernel_row_t*, kMaxRows> pointers{};
  std::array<std::array<rnlp_type_constraint_t, kMaxConstraints>, kMaxRows> constraints{};
  std::array<std::array<std::array<int32_t, kMaxDTypes>, kMaxConstraints>, kMaxRows> dtypes{};
  uint32_t count = 0;
};

}  // namespace

const rnlp_kernel_row_t* const* KernelRows(uint32_t* out_count) {
  static const Rows rows;
  *out_count = rows.count;
  return rows.pointers.data();
}

}  // namespace runnel::virtual_device

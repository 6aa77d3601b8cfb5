// RegionArena: runs a region.
//
// What can be known ahead is prepared once per arena: views of all values at their offsets, lists of
// operands, and a packed array of calls. A run first patches the views that differ from run to run
// (externals, exports, borrows of variables) and then makes the calls in order: one indirect call for a
// plain kernel, RunOne for reads, updates and packed inputs. On a device, consecutive plain kernels are
// one submission; region_capture.cc replays recorded ones.
//
// An export is handed on as soon as the op that completes it is done. Before an export, and before an op
// that may change a variable, the run checks whether its step has ended: a kernel that is told of the
// end may leave its outputs incomplete.
#include "core/runtime/region/region.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/base/clock.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr size_t kOpsBetweenCancelChecks = 64;

uint64_t BytesOf(const RegionValue& value) {
  return static_cast<uint64_t>(value.shape.num_elements()) * DTypeSize(value.dtype);
}

// "node:0" of the op that computes a value; for messages.
std::string NameOf(const Region& region, int32_t value) {
  for (const RegionOp& op : region.ops) {
    for (int k = 0; k < op.num_outputs; ++k) {
      if (region.OutputOf(op, k) == value) return StrCat(op.name, ":", k);
    }
  }
  return StrCat("value ", value);
}

// Adds to a failed allocation the tensor that it was for.
Status NoMemory(const Status& status, const Region& region, int32_t value, std::string_view what) {
  const RegionValue& of = region.values[static_cast<size_t>(value)];
  return status.WithPrefix(StrCat(what, "\"", NameOf(region, value), "\" (", DTypeName(of.dtype),
                                  of.shape.ToString(), ", ", BytesOf(of), " bytes)"));
}

Status NoArena(const Status& status, const Region& region) {
  int32_t largest = -1;
  uint64_t most = 0;
  for (size_t v = 0; v < region.values.size(); ++v) {
    if (region.values[v].kind != RegionValue::Kind::kArena || BytesOf(region.values[v]) < most) continue;
    most = BytesOf(region.values[v]);
    largest = static_cast<int32_t>(v);
  }
  if (largest < 0) return status;
  return NoMemory(status, region, largest,
                  StrCat(region.arena_bytes, " bytes for the values of ", region.ops.size(),
                         " nodes, the largest of them "));
}

}  // namespace

// What kernels with known shapes may ask of their step.
class RegionArena::Services final : public StepServices {
 public:
  explicit Services(std::atomic<uint64_t>* counter) : counter_(counter) {}
  Status AllocateOutput(uint32_t index, int32_t, const int64_t*) override {
    return Internal("output ", index,
                    " has a planned shape and memory, but its kernel asks for another");
  }
  Status SetString(uint32_t, int64_t, std::string_view) override {
    return Internal("a region holds no strings");
  }
  // A kernel that updates a variable runs to its end: a half-finished update must not become the
  // variable's value.
  bool Cancelled() const override { return client != nullptr && !updates && client->Cancelled(); }
  uint64_t TakeRandomCounter(uint64_t draws) override {
    return counter_ == nullptr ? 0 : counter_->fetch_add(draws, std::memory_order_relaxed);
  }
  const RegionClient* client = nullptr;
  bool updates = false;  // the kernel that runs updates a variable

 private:
  std::atomic<uint64_t>* counter_;
};

namespace {
// Bound of the arenas that one region pools. The plan cache counts a plan as one arena.
constexpr uint64_t kMaxPooledBytes = 1 << 30;
}  // namespace

Region::~Region() { delete last_.Take(); }

Result<std::unique_ptr<RegionArena>> Region::TakeArena(Allocator* allocator) {
  if (RegionArena* const last = last_.Take()) return std::unique_ptr<RegionArena>(last);
  {
    const std::lock_guard lock(mutex_);
    if (!pool_.empty()) {
      std::unique_ptr<RegionArena> arena = std::move(pool_.back());
      pool_.pop_back();
      idle_ = std::min(idle_, pool_.size());
      return arena;
    }
  }
  return RegionArena::Create(*this, allocator);
}

void Region::GiveBack(std::unique_ptr<RegionArena> arena) {
  if (last_.Keep(arena.get())) {
    (void)arena.release();
    return;
  }
  const std::lock_guard lock(mutex_);
  if (pool_.capacity() < kMaxPooled) pool_.reserve(kMaxPooled);
  const bool fits = (pool_.size() + 2) * arena_bytes <= kMaxPooledBytes;
  if (fits && pool_.size() < kMaxPooled) pool_.push_back(std::move(arena));
}

void Region::TrimIdle() {
  // Keeps one arena, unless it is large, so that the first step after a pause need not allocate it.
  constexpr uint64_t kLargeBytes = 64 << 20;
  std::array<std::unique_ptr<RegionArena>, kMaxPooled> dropped;  // outside of the lock
  std::unique_ptr<RegionArena> last;
  if (last_.WasIdle() && arena_bytes >= kLargeBytes) last.reset(last_.Take());
  const std::lock_guard lock(mutex_);
  // Arenas at the front were returned longest ago.
  for (size_t i = 0; i < idle_; ++i) dropped.at(i) = std::move(pool_[i]);
  pool_.erase(pool_.begin(), pool_.begin() + static_cast<std::ptrdiff_t>(idle_));
  idle_ = pool_.size();
}

RegionArena::~RegionArena() {
  for (Capture& capture : captures_) DropCapture(&capture);
}

Result<std::unique_ptr<RegionArena>> RegionArena::Create(const Region& region, Allocator* allocator) {
  std::unique_ptr<RegionArena> arena(new RegionArena);
  RUNNEL_RETURN_IF_ERROR(arena->AllocateMemory(region, allocator));
  arena->borrows_.resize(static_cast<size_t>(region.num_borrows));
  arena->export_memories_.resize(static_cast<size_t>(region.num_export_memories));
  arena->borrow_values_.resize(static_cast<size_t>(region.num_borrows));
  arena->borrow_versions_.resize(static_cast<size_t>(region.num_borrows));
  arena->views_.resize(region.values.size());
  arena->bound_.resize(region.variables.size());
  arena->held_.resize(region.variables.size());
  for (size_t v = 0; v < region.values.size(); ++v) arena->PrepareView(region, static_cast<int32_t>(v));
  for (const int32_t v : region.operands) {
    arena->input_pointers_.push_back(&arena->views_[static_cast<size_t>(v)]);
    arena->output_pointers_.push_back(&arena->views_[static_cast<size_t>(v)]);
  }
  arena->services_.push_back(std::make_unique<Services>(nullptr));
  arena->PrepareBindings(region);
  arena->runs_.resize(region.ops.size());
  for (size_t i = 0; i < region.ops.size(); ++i) arena->PrepareCall(region, i);
  return arena;
}

Status RegionArena::AllocateMemory(const Region& region, Allocator* allocator) {
  if (region.arena_bytes == 0) return OkStatus();
  auto memory = region.device->host_memory() ? AllocateHostBuffer(allocator, region.arena_bytes)
                                             : region.device->AllocateBuffer(region.arena_bytes);
  if (!memory.ok()) return NoArena(memory.status(), region);
  memory_ = std::move(*memory);
  return OkStatus();
}

void RegionArena::PrepareView(const Region& region, int32_t number) {
  const RegionValue& value = region.values[static_cast<size_t>(number)];
  rnlp_tensor_t& view = views_[static_cast<size_t>(number)];
  view.dtype = static_cast<int32_t>(value.dtype);
  view.rank = value.shape.rank();
  view.dims = value.shape.data();
  view.num_elements = value.shape.num_elements();
  view.size_bytes = BytesOf(value);
  switch (value.kind) {
    case RegionValue::Kind::kArena:
      if (region.device->host_memory()) {
        view.data = memory_ ? static_cast<char*>(memory_->data()) + value.offset : nullptr;
      } else if (memory_) {
        view.buffer = memory_->device_buffer();
        view.offset_bytes = value.offset;
      }
      break;
    case RegionValue::Kind::kConstant:
      PointAt(number, region.constants[static_cast<size_t>(value.index)]);
      break;
    case RegionValue::Kind::kExternal:
      external_patches_.push_back({value.index, number});
      break;
    case RegionValue::Kind::kExport:
      export_patches_.push_back({value.index, number});
      break;
    case RegionValue::Kind::kBorrow:
      borrow_values_[static_cast<size_t>(value.index)].push_back(number);
      break;
    case RegionValue::Kind::kHandle:
      view.data = &bound_[static_cast<size_t>(value.index)];
      break;
  }
}

void RegionArena::PrepareBindings(const Region& region) {
  first_binding_.assign(region.ops.size() + 1, 0);
  for (const RegionBinding& binding : region.bindings) {
    ++first_binding_[static_cast<size_t>(binding.op) + 1];
  }
  for (size_t i = 0; i < region.ops.size(); ++i) first_binding_[i + 1] += first_binding_[i];
}

void RegionArena::PrepareCall(const Region& region, size_t i) {
  const RegionOp& op = region.ops[i];
  const bool has_exports = op.first_export < op.last_export;
  const RegionPacked* packed = op.packed < 0 ? nullptr : &region.packed[static_cast<size_t>(op.packed)];
  const bool plain =
      op.kind == RegionOp::Kind::kKernel && !op.updates && (packed == nullptr || packed->constant);
  calls_.push_back({plain ? op.kernel->row().run : nullptr,
                    op.kernel == nullptr ? nullptr : op.kernel->state(), has_exports});
  if (op.kind != RegionOp::Kind::kKernel) return;
  rnlp_run_t& run = runs_[i];
  run.size_bytes = sizeof(run);
  run.num_inputs = static_cast<uint32_t>(op.num_inputs);
  run.num_outputs = static_cast<uint32_t>(op.num_outputs);
  run.inputs = input_pointers_.data() + op.first_input;
  run.outputs = output_pointers_.data() + op.first_output;
  run.host = op.kernel->host();
  if (op.kernel->workspace_bytes > 0) {
    if (region.device->host_memory()) {
      run.workspace = static_cast<char*>(memory_->data()) + op.workspace_offset;
    } else {
      run.workspace_buffer = memory_->device_buffer();
      run.workspace_offset_bytes = op.workspace_offset;
    }
  }
  Services* services = services_[0].get();
  if (op.counter != nullptr) {
    services = services_.emplace_back(std::make_unique<Services>(op.counter)).get();
  }
  run.step = ToStep(services);
  if (packed != nullptr && packed->constant) PointAtPacked(i, packed->constant);
}

void RegionArena::PointAt(int32_t value, const Tensor& tensor) {
  rnlp_tensor_t& view = views_[static_cast<size_t>(value)];
  view.data = tensor.data();
  view.buffer = tensor.buffer() ? tensor.buffer()->device_buffer() : nullptr;
  view.offset_bytes = tensor.offset_bytes();
}

Tensor RegionArena::AsTensor(const Region& region, int32_t value) const {
  const RegionValue& v = region.values[static_cast<size_t>(value)];
  const size_t index = static_cast<size_t>(v.index);
  const Tensor* base = nullptr;
  switch (v.kind) {
    case RegionValue::Kind::kExternal:
      base = &externals_[index];
      break;
    case RegionValue::Kind::kExport:
      base = &export_memories_[index];
      break;
    case RegionValue::Kind::kConstant:
      base = &region.constants[index];
      break;
    case RegionValue::Kind::kBorrow:
      base = &borrows_[index];
      break;
    case RegionValue::Kind::kHandle:
      return MakeResourceHandle(region.variables[index]);
    case RegionValue::Kind::kArena:
      return Tensor();
  }
  return Tensor(v.dtype, v.shape, base->buffer(), base->offset_bytes());
}

Status RegionArena::Prepare(const Region& region, std::span<Tensor> externals, RegionClient* client) {
  externals_ = externals;
  for (const Patch& patch : external_patches_) {
    PointAt(patch.value, externals[static_cast<size_t>(patch.index)]);
  }
  if (!region.device->host_memory()) {
    RUNNEL_ASSIGN_OR_RETURN(fence_, client->FenceOn(region.device->compute()));
    for (const Tensor& external : externals) {
      if (!external.buffer()) continue;
      FencePoint made_at = Device::ProducerOf(*external.buffer());
      if (made_at.fence) waits_.push_back(std::move(made_at));
    }
  }
  for (Patch& patch : export_patches_) {
    Tensor& memory = export_memories_[static_cast<size_t>(patch.index)];
    if (memory.empty()) {
      const RegionValue& value = region.values[static_cast<size_t>(patch.value)];
      auto buffer = region.device->host_memory()
                        ? AllocateHostBuffer(client->allocator(), BytesOf(value))
                        : region.device->AllocateBuffer(BytesOf(value), patch.last_buffer);
      if (!buffer.ok()) return NoMemory(buffer.status(), region, patch.value, "");
      patch.last_buffer = Device::SerialOf(**buffer);
      memory = Tensor(value.dtype, value.shape, std::move(*buffer));
    }
    PointAt(patch.value, memory);
  }
  for (const auto& services : services_) services->client = client;
  return OkStatus();
}

// Releases the values that the ops have read: externals, borrows and held variables.
void RegionArena::LetGo() {
  for (Tensor& t : externals_) t = Tensor();
  for (Tensor& t : borrows_) t = Tensor();
  for (Tensor& t : held_) t = Tensor();
}

void RegionArena::Release() {
  LetGo();
  for (Tensor& t : export_memories_) t = Tensor();
  for (const auto& services : services_) services->client = nullptr;
  externals_ = {};
  fence_ = nullptr;
  waits_.clear();
}

void RegionArena::Export(const Region& region, int first, int last, RegionClient* client) {
  for (int e = first; e < last; ++e) {
    client->Exported(e, AsTensor(region, region.export_values[static_cast<size_t>(e)]));
  }
}

// Exports what is complete once `op` is done. After the last op the region first releases its borrows:
// whoever receives a value may then change a variable at once, in place if nobody else borrows it.
void RegionArena::ExportAfter(const Region& region, size_t op, RegionClient* client) {
  const int first = region.ops[op].first_export, last = region.ops[op].last_export;
  if (!kHasVariables || op + 1 < region.ops.size()) return Export(region, first, last, client);
  const auto is_borrow = [&](int e) {
    const int32_t value = region.export_values[static_cast<size_t>(e)];
    return region.values[static_cast<size_t>(value)].kind == RegionValue::Kind::kBorrow;
  };
  for (int e = first; e < last; ++e) {
    if (is_borrow(e)) Export(region, e, e + 1, client);
  }
  LetGo();
  for (int e = first; e < last; ++e) {
    if (!is_borrow(e)) Export(region, e, e + 1, client);
  }
}

Status RegionArena::Run(const Region& region, std::span<Tensor> externals, RegionClient* client) {
  Status status = Prepare(region, externals, client);
  if (status.ok()) {
    Export(region, 0, region.num_initial_exports, client);
    bool ran = false;
    if constexpr (!kMinimal) status = RunCaptured(region, client, &ran);
    if (!ran) status = client->tracing() ? RunTraced(region, client) : RunOps(region, client);
  }
  Release();
  return status;
}

Status RegionArena::Fail(const Region& region, size_t op, rnlp_status_t* failed) const {
  return FromPluginStatus(failed)
      .WithPrefix(StrCat("node \"", region.ops[op].name, "\" (", region.ops[op].op, ")"))
      .WithNode(region.ops[op].name);
}

// The status of a run that was ended early. Runs ask before an op that may change a variable and before
// an export, because a kernel that is told of the end may leave its outputs incomplete: incomplete
// values are never visible.
static Status EndedEarly() { return Cancelled("the step was cancelled"); }

Status RegionArena::RunOps(const Region& region, RegionClient* client) {
  const size_t n = calls_.size();
  const bool host = region.device->host_memory();
  for (size_t i = 0; i < n;) {
    if (client->Cancelled()) return EndedEarly();
    const size_t end = std::min(n, i + kOpsBetweenCancelChecks);
    while (i < end) {
      const Call& call = calls_[i];
      if (call.run != nullptr && host) {
        if (rnlp_status_t* failed = call.run(call.kernel, &runs_[i])) return Fail(region, i, failed);
      } else if (call.run != nullptr) {
        // One submission for as many kernels as possible.
        size_t stop = i + 1;
        while (stop < n && calls_[stop].run != nullptr && !calls_[stop - 1].has_exports) ++stop;
        RUNNEL_RETURN_IF_ERROR(RunPlainOnDevice(region, i, stop));
        i = stop - 1;
      } else {
        if (client->Cancelled()) return EndedEarly();
        RUNNEL_RETURN_IF_ERROR(RunOne(region, i, client));
      }
      if (calls_[i].has_exports) {
        if (client->Cancelled()) return EndedEarly();
        ExportAfter(region, i, client);
      }
      ++i;
    }
  }
  return OkStatus();
}

Status RegionArena::RunTraced(const Region& region, RegionClient* client) {
  for (size_t i = 0; i < calls_.size(); ++i) {
    if (client->Cancelled()) return EndedEarly();
    const int64_t start = MonotonicNs();
    RUNNEL_RETURN_IF_ERROR(calls_[i].run == nullptr       ? RunOne(region, i, client)
                           : region.device->host_memory() ? CallKernel(region, i)
                                                          : RunPlainOnDevice(region, i, i + 1));
    if (!region.device->host_memory()) RUNNEL_RETURN_IF_ERROR(client->Settle(region.device->compute()));
    client->Trace(region.ops[i], start, MonotonicNs());
    if (client->Cancelled()) return EndedEarly();
    ExportAfter(region, i, client);
  }
  return OkStatus();
}

Status RegionArena::RunPlainOnDevice(const Region& region, size_t begin, size_t end) {
  return Submit(region, [&](rnlp_queue_t* queue) -> Status {
    for (size_t i = begin; i < end; ++i) {
      runs_[i].queue = queue;
      if (rnlp_status_t* failed = calls_[i].run(calls_[i].kernel, &runs_[i]))
        return Fail(region, i, failed);
    }
    return OkStatus();
  });
}

Status RegionArena::CallKernel(const Region& region, size_t op) {
  const PlannedKernel& kernel = *region.ops[op].kernel;
  rnlp_status_t* failed = kernel.row().run(kernel.state(), &runs_[op]);
  return failed == nullptr ? OkStatus() : Fail(region, op, failed);
}

// Runs a kernel that takes variables. Those to be updated are locked in the order of their addresses (so
// that two steps cannot deadlock) and unshared; those to be read are borrowed for the call.
Status RegionArena::RunUpdate(const Region& region, size_t op) {
  const size_t first = first_binding_[op], last = first_binding_[op + 1];
  Variable* locked[kMaxUpdatesPerOp];
  size_t num_locked = 0;
  Status status;
  for (size_t b = first; b < last && status.ok(); ++b) {
    const RegionBinding& binding = region.bindings[b];
    const size_t index = static_cast<size_t>(binding.variable);
    Variable* variable = region.variables[index].get();
    if (!binding.update) {
      status = variable->Read(&held_[index], &bound_[index].version);
      if (status.ok()) status = CheckAsPlanned(*variable, held_[index], binding.shape);
      if (status.ok()) Bind(variable, held_[index], &bound_[index]);
      continue;
    }
    // The plan orders every use of this step's own borrows before this op.
    for (const int32_t borrow : region.variable_borrows[index])
      borrows_[static_cast<size_t>(borrow)] = Tensor();
    status = variable->BeginUpdate(fence_, UsedExternals(region, binding.variable));
    if (!status.ok()) break;
    locked[num_locked++] = variable;
    status = CheckAsPlanned(*variable, variable->value(), binding.shape);
    if (!status.ok()) break;
    bound_[index].version = variable->value_version();
    Bind(variable, variable->value(), &bound_[index]);
  }
  Services& services = *static_cast<Services*>(FromStep(runs_[op].step));
  services.updates = num_locked > 0;
  if (!status.ok()) {
    status = status.WithPrefix(StrCat("node \"", region.ops[op].name, "\" (", region.ops[op].op, ")"))
                 .WithNode(region.ops[op].name);
  } else if (region.device->host_memory()) {
    status = CallKernel(region, op);
  } else {
    status = Submit(region, [&](rnlp_queue_t* queue) -> Status {
      runs_[op].queue = queue;
      return CallKernel(region, op);
    });
  }
  services.updates = false;
  while (num_locked > 0) locked[--num_locked]->EndUpdate();
  for (size_t b = first; b < last; ++b)
    held_[static_cast<size_t>(region.bindings[b].variable)] = Tensor();
  return status;
}

void RegionArena::Bind(const Variable* variable, const Tensor& value, rnlp_variable_t* bound) {
  bound->value = value.View();
  bound->name = {variable->name().data(), variable->name().size()};
}

Status RegionArena::RunOne(const Region& region, size_t index, RegionClient* client) {
  const RegionOp& op = region.ops[index];
  const auto input = [&](int k) { return region.InputOf(op, k); };
  const auto output = [&](int k) { return region.OutputOf(op, k); };
  Variable* variable =
      op.variable < 0 ? nullptr : region.variables[static_cast<size_t>(op.variable)].get();
  Status status;
  switch (op.kind) {
    case RegionOp::Kind::kKernel:
      return op.updates       ? RunUpdate(region, index)
             : op.packed >= 0 ? RunPacked(region, index)
                              : CallKernel(region, index);
    case RegionOp::Kind::kRead:
    case RegionOp::Kind::kReadCopy: {
      Tensor value;
      uint64_t version = 0;
      status = variable->Read(&value, &version);
      if (!status.ok()) break;
      status = CheckAsPlanned(*variable, value, region.values[static_cast<size_t>(output(0))].shape);
      if (!status.ok()) break;
      if (op.kind == RegionOp::Kind::kReadCopy) {
        status = Copy(region, value, output(0));
        break;
      }
      for (const int32_t v : borrow_values_[static_cast<size_t>(op.borrow)]) PointAt(v, value);
      borrows_[static_cast<size_t>(op.borrow)] = std::move(value);
      borrow_versions_[static_cast<size_t>(op.borrow)] = version;
      break;
    }
    case RegionOp::Kind::kAssign: {
      for (const int32_t borrow : region.variable_borrows[static_cast<size_t>(op.variable)]) {
        borrows_[static_cast<size_t>(borrow)] = Tensor();
      }
      const RegionValue& value = region.values[static_cast<size_t>(input(0))];
      const bool in_arena = value.kind == RegionValue::Kind::kArena;
      status = variable->Assign(in_arena ? Tensor(value.dtype, value.shape, memory_, value.offset)
                                         : AsTensor(region, input(0)),
                                fence_, op.strict, UsedExternals(region, op.variable));
      break;
    }
    case RegionOp::Kind::kIsInitialized:
      *static_cast<bool*>(views_[static_cast<size_t>(output(0))].data) = variable->initialized();
      return OkStatus();
    case RegionOp::Kind::kDestroy:
      status = variable->Reset(op.strict);
      break;
  }
  (void)client;
  return status.ok()
             ? status
             : status.WithPrefix(StrCat("node \"", op.name, "\" (", op.op, ")")).WithNode(op.name);
}

Status RegionArena::Copy(const Region& region, const Tensor& from, int32_t value) {
  const rnlp_tensor_t& to = views_[static_cast<size_t>(value)];
  if (from.size_bytes() == 0) return OkStatus();
  if (region.device->host_memory()) {
    std::memcpy(to.data, from.data(), from.size_bytes());
    return OkStatus();
  }
  const RegionValue& planned = region.values[static_cast<size_t>(value)];
  const Ref<Buffer>& memory = planned.kind == RegionValue::Kind::kArena
                                  ? memory_
                                  : export_memories_[static_cast<size_t>(planned.index)].buffer();
  return region.device->CopyWithin(from.buffer(), from.offset_bytes(), memory, to.offset_bytes,
                                   from.size_bytes(), fence_);
}

}  // namespace runnel

// Regions as captures: on devices that record, what a region gives the queue is recorded when the same
// memory is run over again, and launched from then on, at the cost of one call instead of one for each
// kernel.
//
// A capture belongs to an arena and to the buffers of one run: those that enter the region, those that
// leave it, the values of variables. Buffers have numbers that never come again, so a variable that was
// reallocated, or copied for an update because somebody borrowed it, is another buffer and another
// capture. What depends on more than its buffers is not captured: random numbers, values in host memory.
//
// All variables that the region updates are locked, in the order of their addresses, until all is
// launched; so nothing of another step comes between.
#include "core/runtime/region/region.h"

#include <algorithm>

#include "core/base/clock.h"

namespace runnel {
namespace {

constexpr size_t kMaxCapturesPerArena = 4;

bool HasHostOutputOrLateShape(const RegionOp& op) {
  return op.kernel != nullptr && (op.kernel->row().flags & RNLP_KERNEL_LATE_SHAPE) != 0;
}

}  // namespace

// What is known when the region is made.
void Region::PlanCaptures() {
  const rnlp_device_api_t& api = device->api();
  if (device->host_memory() || (device->flags() & RNLP_DEVICE_CAPTURE) == 0 || ops.empty() ||
      api.capture_begin == nullptr || api.capture_end == nullptr || api.capture_launch == nullptr ||
      api.capture_destroy == nullptr) {
    return;
  }
  // A packed form is found by a variable's version, which a capture cannot see.
  for (const RegionPacked& form : packed) {
    if (form.borrow >= 0) return;
  }
  std::vector<uint32_t> updates(variables.size(), 0);
  for (size_t i = 0; i < ops.size(); ++i) {
    const RegionOp& op = ops[i];
    switch (op.kind) {
      case RegionOp::Kind::kKernel:
        // With a counter and no variable it draws random numbers.
        if ((op.counter != nullptr && !op.updates) || HasHostOutputOrLateShape(op)) return;
        break;
      case RegionOp::Kind::kRead:
      case RegionOp::Kind::kReadCopy:
        break;
      case RegionOp::Kind::kAssign:
        ++updates[static_cast<size_t>(op.variable)];
        break;
      default:
        return;
    }
    if (op.hands_on || i + 1 == ops.size()) segment_ends.push_back(static_cast<int32_t>(i) + 1);
  }
  for (const RegionBinding& binding : bindings) {
    if (binding.update) ++updates[static_cast<size_t>(binding.variable)];
  }
  for (const int32_t v : export_values) {
    // An exported value must not change later; a borrowed variable that the region updates in place
    // would.
    const RegionValue& value = values[static_cast<size_t>(v)];
    if (value.kind != RegionValue::Kind::kBorrow) continue;
    for (size_t b = 0; b < variables.size(); ++b) {
      const auto& borrows = variable_borrows[b];
      if (updates[b] > 0 && std::find(borrows.begin(), borrows.end(), value.index) != borrows.end()) {
        segment_ends.clear();
        return;
      }
    }
  }
  for (size_t v = 0; v < variables.size(); ++v) {
    if (updates[v] > 0) updated.push_back({static_cast<int32_t>(v), updates[v]});
  }
  std::sort(updated.begin(), updated.end(), [&](const Updated& a, const Updated& b) {
    return variables[static_cast<size_t>(a.variable)].get() <
           variables[static_cast<size_t>(b.variable)].get();
  });
}

// The locks of a run's variables.
class RegionArena::VariableHold {
 public:
  VariableHold(const Region& region, const RegionArena& arena) : region_(region), arena_(arena) {}
  VariableHold(const VariableHold&) = delete;
  ~VariableHold() {
    while (held_ > 0) {
      const Region::Updated& updated = region_.updated[--held_];
      Of(updated).EndUpdate(done_ ? updated.count : 0);
    }
  }
  // False if a variable has no value yet: the op that reads it reports that.
  bool Lock() {
    for (const Region::Updated& updated : region_.updated) {
      const Variable::UsedBorrows used = arena_.UsedExternals(region_, updated.variable);
      if (!Of(updated).BeginUpdate(arena_.fence_, used).ok()) return false;
      ++held_;
    }
    return true;
  }
  void Done() { done_ = true; }

 private:
  Variable& Of(const Region::Updated& updated) const {
    return *region_.variables[static_cast<size_t>(updated.variable)];
  }
  const Region& region_;
  const RegionArena& arena_;
  size_t held_ = 0;
  bool done_ = false;
};

void RegionArena::DropCapture(Capture* capture) {
  for (rnlp_capture_t* segment : capture->segments) device_->compute().DropCapture(segment);
  capture->segments.clear();
}

// Points views at the variables' values and records the signature: which buffers this run uses. False if
// a value lies where a capture cannot reach it, or is not as planned.
bool RegionArena::BindForCapture(const Region& region) {
  signature_.clear();
  const auto sign = [&](const Tensor& tensor) {
    signature_.push_back(Device::SerialOf(*tensor.buffer()));
    signature_.push_back(tensor.offset_bytes());
  };
  for (const Tensor& external : externals_) {
    if (external.dtype() == DType::kResource) continue;
    if (!external.buffer() || external.buffer()->device() != region.device) return false;
    sign(external);
  }
  for (const Tensor& memory : export_memories_) {
    if (!memory.empty()) sign(memory);
  }
  for (size_t v = 0; v < region.variables.size(); ++v) {
    const Variable& variable = *region.variables[v];
    const bool locked = std::any_of(
        region.updated.begin(), region.updated.end(),
        [&](const Region::Updated& updated) { return updated.variable == static_cast<int32_t>(v); });
    if (!locked && !variable.Read(&held_[v], &bound_[v].version).ok()) return false;
    const Tensor& value = locked ? variable.value() : held_[v];
    if (!value.buffer() || value.buffer()->device() != region.device) return false;
    if (locked) bound_[v].version = variable.value_version();
    Bind(&variable, value, &bound_[v]);
    sign(value);
  }
  for (const RegionBinding& binding : region.bindings) {
    const rnlp_tensor_t& value = bound_[static_cast<size_t>(binding.variable)].value;
    const Shape now(std::span<const int64_t>(value.dims, static_cast<size_t>(value.rank)));
    if (!binding.shape.IsCompatibleWith(now)) return false;
  }
  for (const RegionOp& op : region.ops) {
    if (op.kind == RegionOp::Kind::kKernel) continue;
    const rnlp_tensor_t& value = bound_[static_cast<size_t>(op.variable)].value;
    const bool assigns = op.kind == RegionOp::Kind::kAssign;
    const int32_t other = assigns ? region.InputOf(op, 0) : region.OutputOf(op, 0);
    const RegionValue& planned = region.values[static_cast<size_t>(other)];
    // Dimensions, as views hold them.
    if (value.rank != planned.shape.rank() ||
        !std::equal(value.dims, value.dims + value.rank, planned.shape.data())) {
      return false;
    }
    if (op.kind != RegionOp::Kind::kRead) continue;
    // What leaves the region is held; empty for a variable that is locked, which nothing leaves of.
    borrows_[static_cast<size_t>(op.borrow)] = held_[static_cast<size_t>(op.variable)];
    for (const int32_t v : borrow_values_[static_cast<size_t>(op.borrow)]) {
      rnlp_tensor_t& view = views_[static_cast<size_t>(v)];
      view.data = nullptr;
      view.buffer = value.buffer;
      view.offset_bytes = value.offset_bytes;
    }
  }
  return true;
}

// Records ops [begin, end) on a queue that captures.
rnlp_status_t* RegionArena::Record(const Region& region, size_t begin, size_t end, rnlp_queue_t* queue) {
  const rnlp_device_api_t& api = region.device->api();
  for (size_t i = begin; i < end; ++i) {
    const RegionOp& op = region.ops[i];
    if (op.kind == RegionOp::Kind::kKernel) {
      runs_[i].queue = queue;
      if (rnlp_status_t* failed = op.kernel->row().run(op.kernel->state(), &runs_[i])) return failed;
    } else if (op.kind != RegionOp::Kind::kRead) {
      const rnlp_tensor_t& variable = bound_[static_cast<size_t>(op.variable)].value;
      const bool assigns = op.kind == RegionOp::Kind::kAssign;
      const rnlp_tensor_t& other =
          views_[static_cast<size_t>(assigns ? region.InputOf(op, 0) : region.OutputOf(op, 0))];
      if (variable.size_bytes == 0) continue;
      const rnlp_place_t mine{variable.buffer, variable.offset_bytes, nullptr};
      const rnlp_place_t its{other.buffer, other.offset_bytes, nullptr};
      if (rnlp_status_t* failed = assigns ? api.queue_copy(queue, &its, &mine, variable.size_bytes)
                                          : api.queue_copy(queue, &mine, &its, variable.size_bytes)) {
        return failed;
      }
    }
  }
  return nullptr;
}

// Records all segments before any is launched.
Status RegionArena::MakeCapture(const Region& region, Capture* out) {
  const rnlp_device_api_t& api = region.device->api();
  out->segments.reserve(region.segment_ends.size());
  return Submit(region, [&](rnlp_queue_t* queue) -> Status {
    size_t begin = 0;
    for (const int32_t segment_end : region.segment_ends) {
      const auto end = static_cast<size_t>(segment_end);
      RUNNEL_RETURN_IF_ERROR(region.device->Check(api.capture_begin(queue)));
      Status recorded = FromPluginStatus(Record(region, begin, end, queue));
      // Every capture that was begun is ended, also after a failure.
      rnlp_capture_t* capture = nullptr;
      const Status ended = region.device->Check(api.capture_end(queue, &capture));
      if (ended.ok() && capture != nullptr) out->segments.push_back(capture);
      RUNNEL_RETURN_IF_ERROR(recorded);
      RUNNEL_RETURN_IF_ERROR(ended);
      if (capture == nullptr) return Internal(region.device->name(), ": its plugin made no capture");
      begin = end;
    }
    return OkStatus();
  });
}

Status RegionArena::Launch(const Region& region, const Capture& capture, RegionClient* client) {
  const rnlp_device_api_t& api = region.device->api();
  size_t op = 0;
  for (size_t s = 0; s < capture.segments.size(); ++s) {
    RUNNEL_RETURN_IF_ERROR(Submit(region, [&](rnlp_queue_t* queue) {
      return region.device->Check(api.capture_launch(queue, capture.segments[s]));
    }));
    for (const auto end = static_cast<size_t>(region.segment_ends[s]); op < end; ++op) {
      if (calls_[op].has_exports || op + 1 == calls_.size()) ExportAfter(region, op, client);
    }
  }
  return OkStatus();
}

// Remembers a few signatures: steps whose values alternate between a few buffers soon see each of them
// again.
void RegionArena::Remember() {
  if (seen_once_.size() < kMaxCapturesPerArena) {
    seen_once_.push_back(signature_);
    return;
  }
  std::rotate(seen_once_.begin(), seen_once_.begin() + 1, seen_once_.end());
  seen_once_.back() = signature_;
}

// Runs the region by a capture if it can: *ran says whether it did. If not nothing has happened.
Status RegionArena::RunCaptured(const Region& region, RegionClient* client, bool* ran) {
  *ran = false;
  if (region.segment_ends.empty() || cannot_capture_ || client->tracing()) return OkStatus();
  if (client->Cancelled()) return OkStatus();
  device_ = region.device;
  VariableHold hold(region, *this);
  if (!hold.Lock() || !BindForCapture(region)) return OkStatus();
  auto found = std::find_if(captures_.begin(), captures_.end(),
                            [&](const Capture& c) { return c.signature == signature_; });
  if (found == captures_.end()) {
    const auto seen = std::find(seen_once_.begin(), seen_once_.end(), signature_);
    if (seen == seen_once_.end()) {
      Remember();
      return OkStatus();
    }
    seen_once_.erase(seen);
    Capture capture;
    capture.signature = signature_;
    if (!MakeCapture(region, &capture).ok()) {
      // Mostly a kernel that needs the host while it runs. The region then runs without a capture, and
      // reports what is wrong, if anything is.
      DropCapture(&capture);
      cannot_capture_ = true;
      return OkStatus();
    }
    if (captures_.size() == kMaxCapturesPerArena) {
      DropCapture(&captures_.front());
      captures_.erase(captures_.begin());
    }
    captures_.push_back(std::move(capture));
    found = captures_.end() - 1;
  }
  *ran = true;
  hold.Done();
  client->Replayed();
  return Launch(region, *found, client);
}

}  // namespace runnel

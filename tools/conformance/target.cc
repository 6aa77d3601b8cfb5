#include "tools/conformance/target.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "plugins/sdk/tensor.h"

namespace runnel::conformance {
namespace {

constexpr uint64_t kGuardBytes = 64;
constexpr unsigned char kGuard = 0x5A;

// Memory for one tensor, with guards around it, on the device or on the host.
class Place {
 public:
  Place(Target* target, bool on_host) : target_(target), on_host_(on_host) {}
  ~Place() {
    if (buffer_ != nullptr) target_->api().buffer_free(target_->device(), buffer_);
    std::free(host_);
  }
  Place(const Place&) = delete;

  // Room for size_bytes at `offset`, all of it guards so far.
  Outcome Make(uint64_t offset, uint64_t size_bytes) {
    const bool host = on_host_ || target_->host_memory();
    offset_ =
        offset + (host ? kGuardBytes : std::max<uint64_t>(kGuardBytes, target_->info().alignment_bytes));
    size_bytes_ = size_bytes;
    std::vector<unsigned char> guards(offset_ + size_bytes + kGuardBytes, kGuard);
    if (host) {
      host_ = static_cast<char*>(std::aligned_alloc(64, (guards.size() + 63) / 64 * 64));
      if (host_ == nullptr) return {RNLP_RESOURCE_EXHAUSTED, "no host memory for a test"};
      std::memcpy(host_, guards.data(), guards.size());
      return {};
    }
    Outcome made =
        Take(target_->host(), target_->api().buffer_alloc(target_->device(), guards.size(), &buffer_));
    return made.ok() ? target_->Write(buffer_, 0, guards.data(), guards.size()) : made;
  }
  Outcome Write(const Value& value) {
    if (value.size_bytes() == 0) return {};
    if (buffer_ != nullptr) return target_->Write(buffer_, offset_, value.bytes(), value.size_bytes());
    std::memcpy(host_ + offset_, value.bytes(), value.size_bytes());
    return {};
  }
  // Everything, guards too; INTERNAL where a guard has changed.
  Outcome Read(Value* value, const char* what) {
    std::vector<unsigned char> all(offset_ + size_bytes_ + kGuardBytes);
    if (buffer_ != nullptr) {
      Outcome read = target_->Read(buffer_, 0, all.data(), all.size());
      if (!read.ok()) return read;
    } else {
      std::memcpy(all.data(), host_, all.size());
    }
    for (uint64_t i = 0; i < all.size(); ++i) {
      const bool inside = i >= offset_ && i < offset_ + size_bytes_;
      if (!inside && all[i] != kGuard) {
        return {RNLP_INTERNAL,
                std::string("wrote outside ") + what + ", " +
                    (i < offset_ ? std::to_string(offset_ - i) + " bytes before it"
                                 : std::to_string(i - offset_ - size_bytes_) + " bytes behind it")};
      }
    }
    if (value->size_bytes() > 0) std::memcpy(value->bytes(), all.data() + offset_, value->size_bytes());
    return {};
  }
  // The tensor that a kernel sees.
  rnlp_tensor_t View(const Value& value) const {
    rnlp_tensor_t tensor{};
    tensor.dtype = value.dtype();
    tensor.rank = static_cast<int32_t>(value.shape().size());
    tensor.dims = value.shape().data();
    tensor.num_elements = value.count();
    tensor.size_bytes = value.size_bytes();
    if (buffer_ != nullptr) {
      tensor.buffer = buffer_;
      tensor.offset_bytes = offset_;
    } else {
      tensor.data = host_ + offset_;
    }
    return tensor;
  }

 private:
  Target* target_;
  bool on_host_;
  rnlp_buffer_t* buffer_ = nullptr;
  char* host_ = nullptr;
  uint64_t offset_ = 0;
  uint64_t size_bytes_ = 0;
};

}  // namespace

const rnlp_plugin_t* LoadPlugin(const std::string& path, std::string* out_reason) {
  void* library = dlopen(path.find('/') == std::string::npos ? ("./" + path).c_str() : path.c_str(),
                         RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    *out_reason = dlerror();
    return nullptr;
  }
  auto query = reinterpret_cast<rnlp_plugin_query_fn_t>(dlsym(library, RNLP_PLUGIN_QUERY_SYMBOL));
  if (query == nullptr) {
    *out_reason = path + " has no symbol " RNLP_PLUGIN_QUERY_SYMBOL;
    return nullptr;
  }
  const rnlp_plugin_t* plugin = query();
  if (plugin == nullptr || plugin != query()) {
    *out_reason = "the query must return the same table every time";
    return nullptr;
  }
  return plugin;
}

Target::Target(const rnlp_plugin_t* plugin, Host* host, const rnlp_plugin_t* devices)
    : plugin_(plugin), devices_(devices == nullptr ? plugin : devices), host_(host) {}

Target::~Target() {
  Close();
  if (device_instance_ != nullptr && !owns_devices()) devices_->destroy(device_instance_);
  if (instance_ != nullptr) plugin_->destroy(instance_);
}

Outcome Target::Start() {
  Outcome started = Take(host_, plugin_->create(host_, &instance_));
  if (started.ok() && !owns_devices()) return Take(host_, devices_->create(host_, &device_instance_));
  device_instance_ = instance_;
  return started;
}

std::vector<rnlp_device_info_t> Target::infos() {
  std::vector<rnlp_device_info_t> infos;
  if (devices_->device == nullptr) return infos;
  uint32_t count = 0;
  if (!Take(host_, api().enumerate(device_instance_, 0, nullptr, &count)).ok()) return infos;
  infos.resize(count);
  if (!Take(host_, api().enumerate(device_instance_, count, infos.data(), &count)).ok()) infos.clear();
  return infos;
}

Outcome Target::Open(uint32_t ordinal) {
  const auto all = infos();
  if (ordinal >= all.size()) return {RNLP_NOT_FOUND, "no device " + std::to_string(ordinal)};
  info_ = all[ordinal];
  Outcome done = Take(host_, api().open(device_instance_, info_.ordinal, &device_));
  if (!done.ok() || host_memory()) return done;
  done = Take(host_, api().queue_create(device_, RNLP_QUEUE_COMPUTE, &queue_));
  if (done.ok()) done = Take(host_, api().fence_create(device_, &fence_));
  point_ = 0;
  return done;
}

void Target::Close() {
  if (device_ == nullptr) return;
  if (queue_ != nullptr) api().queue_destroy(device_, queue_);
  if (fence_ != nullptr) api().fence_destroy(device_, fence_);
  api().close(device_);
  device_ = nullptr;
  queue_ = nullptr;
  fence_ = nullptr;
}

std::string Target::name() const {
  return std::string(info_.type) + ":" + std::to_string(info_.ordinal);
}

Outcome Target::Finish() {
  ++point_;
  Outcome done = Take(host_, api().queue_signal(queue_, fence_, point_));
  if (done.ok()) done = Take(host_, api().queue_flush(queue_));
  if (done.ok()) done = Take(host_, api().fence_wait(fence_, point_, UINT64_MAX));
  if (!done.ok() && done.code != RNLP_UNAVAILABLE) {
    // A fence stays failed: the next run gets another.
    api().fence_destroy(device_, fence_);
    fence_ = nullptr;
    point_ = 0;
    Outcome made = Take(host_, api().fence_create(device_, &fence_));
    if (!made.ok()) return made;
  }
  return done;
}

Outcome Target::Write(rnlp_buffer_t* buffer, uint64_t offset, const void* from, uint64_t size_bytes) {
  const rnlp_place_t src{nullptr, 0, const_cast<void*>(from)};
  const rnlp_place_t dst{buffer, offset, nullptr};
  Outcome done = Take(host_, api().queue_copy(queue_, &src, &dst, size_bytes));
  return done.ok() ? Finish() : done;
}

Outcome Target::Read(rnlp_buffer_t* buffer, uint64_t offset, void* to, uint64_t size_bytes) {
  const rnlp_place_t src{buffer, offset, nullptr};
  const rnlp_place_t dst{nullptr, 0, to};
  Outcome done = Take(host_, api().queue_copy(queue_, &src, &dst, size_bytes));
  return done.ok() ? Finish() : done;
}

Outcome RunKernel(Target& target, KernelCall* call, const RunMode& mode, std::vector<Value>* outputs) {
  const rnlp_kernel_row_t& row = *call->row;
  const Node& node = *call->node;
  std::vector<Value>& inputs = call->inputs;
  const std::vector<bool>& host_inputs = call->host_inputs;
  const std::vector<bool>& constant_inputs = call->constant_inputs;
  const std::vector<bool>& host_outputs = call->host_outputs;
  std::vector<rnlp_variable_t> variables(inputs.size());
  Host* host = target.host();
  std::vector<std::unique_ptr<Place>> places;
  std::vector<rnlp_tensor_t> tensors(inputs.size() + outputs->size());
  const auto offset_for = [&](bool on_host, const Value& value) {
    // On the host an offset is a number of elements; on a device a multiple of its alignment.
    const uint64_t unit = on_host || target.host_memory()
                              ? std::max<uint64_t>(plugin::DTypeSize(value.dtype()), 1)
                              : std::max<uint64_t>(target.info().alignment_bytes, 64);
    return mode.offset_bytes == 0 ? 0 : (mode.offset_bytes + unit - 1) / unit * unit;
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    places.push_back(std::make_unique<Place>(&target, host_inputs[i]));
    Outcome made = places[i]->Make(offset_for(host_inputs[i], inputs[i]), inputs[i].size_bytes());
    if (made.ok()) made = places[i]->Write(inputs[i]);
    if (!made.ok()) return made;
    tensors[i] = places[i]->View(inputs[i]);
    if (call->variables[i]) {
      variables[i].value = tensors[i];
      variables[i].name = {"variable", 8};
      tensors[i] = {};
      tensors[i].dtype = RNLP_RESOURCE;
      tensors[i].num_elements = 1;
      tensors[i].data = &variables[i];
    }
  }
  for (size_t i = 0; i < outputs->size(); ++i) {
    const Value& output = (*outputs)[i];
    const size_t at = inputs.size() + i;
    places.push_back(std::make_unique<Place>(&target, host_outputs[i]));
    if (mode.alias_input >= 0 && static_cast<int>(i) == mode.alias_output) {
      tensors[at] = places[static_cast<size_t>(mode.alias_input)]->View(output);
      continue;
    }
    if (mode.late) {
      tensors[at].dtype = output.dtype();
      tensors[at].rank = -1;
      tensors[at].num_elements = -1;
      continue;
    }
    Outcome made = places[at]->Make(offset_for(host_outputs[i], output), output.size_bytes());
    if (!made.ok()) return made;
    tensors[at] = places[at]->View(output);
  }

  std::vector<const rnlp_tensor_t*> in;
  std::vector<rnlp_tensor_t*> out;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (i < inputs.size()) {
      in.push_back(&tensors[i]);
    } else {
      out.push_back(&tensors[i]);
    }
  }
  rnlp_kernel_t* kernel = nullptr;
  if (row.create != nullptr) {
    Outcome created = Take(host, row.create(host, target.device(), node.handle(), &kernel));
    if (!created.ok()) return created;
  }
  struct Destroy {
    const rnlp_kernel_row_t& row;
    Host* host;
    rnlp_kernel_t* kernel;
    ~Destroy() {
      if (kernel != nullptr && row.destroy != nullptr) row.destroy(host, kernel);
    }
  } destroy{row, host, kernel};

  // What planning sees: shapes, and the values of constants.
  std::vector<rnlp_tensor_t> planned = tensors;
  std::vector<const rnlp_tensor_t*> planned_in;
  std::vector<const rnlp_tensor_t*> planned_out;
  for (size_t i = 0; i < planned.size(); ++i) {
    planned[i].buffer = nullptr;
    planned[i].offset_bytes = 0;
    planned[i].data =
        i < inputs.size() && constant_inputs[i] ? const_cast<char*>(inputs[i].bytes()) : nullptr;
    (i < inputs.size() ? planned_in : planned_out).push_back(&planned[i]);
  }
  rnlp_plan_t plan{};
  const std::vector<uint32_t> lives(planned_in.size(), RNLP_INPUT_CONSTANT);
  plan.size_bytes =
      mode.packs ? RNLP_SIZE_TO(rnlp_plan_t, packed_input) : RNLP_SIZE_TO(rnlp_plan_t, cost_ns);
  plan.input_lives = mode.packs ? lives.data() : nullptr;
  plan.num_inputs = static_cast<uint32_t>(planned_in.size());
  plan.num_outputs = static_cast<uint32_t>(planned_out.size());
  plan.inputs = planned_in.data();
  plan.outputs = planned_out.data();
  if (row.plan != nullptr) {
    Outcome result = Take(host, row.plan(host, kernel, &plan));
    if (!result.ok()) return result;
  }
  Value scratch(RNLP_UINT8, {static_cast<int64_t>(plan.workspace_bytes)});
  Place workspace(&target, false);
  rnlp_tensor_t workspace_view{};
  if (plan.workspace_bytes > 0) {
    Outcome made = workspace.Make(0, plan.workspace_bytes);
    if (!made.ok()) return made;
    workspace_view = workspace.View(scratch);
  }

  Value form(RNLP_UINT8, {static_cast<int64_t>(plan.packed_bytes)});
  Place packed(&target, false);
  rnlp_tensor_t packed_view{};
  if (plan.packed_bytes > 0) {
    if (!RNLP_HAS(rnlp_kernel_row_t, &row, pack) || row.pack == nullptr ||
        plan.packed_input >= in.size()) {
      return {RNLP_INTERNAL, "plan asks for a packed form that nobody can make"};
    }
    Outcome made = packed.Make(0, plan.packed_bytes);
    if (!made.ok()) return made;
    packed_view = packed.View(form);
    rnlp_tensor_t* forms[] = {&packed_view};
    rnlp_run_t pack{};
    pack.size_bytes = RNLP_SIZE_TO(rnlp_run_t, packed_offset_bytes);
    pack.num_inputs = pack.num_outputs = 1;
    pack.inputs = &in[plan.packed_input];
    pack.outputs = forms;
    pack.queue = target.queue();
    pack.host = host;
    made = Take(host, row.pack(kernel, &pack));
    if (made.ok() && !target.host_memory()) made = target.Finish();
    if (made.ok()) made = packed.Read(&form, "a packed form");
    if (!made.ok()) return made;
  }

  Step step;
  step.allocate_output = [&](uint32_t index, int32_t rank, const int64_t* dims) -> rnlp_status_t* {
    const auto refuse = [&](const char* why) {
      return host->fail(host, RNLP_INVALID_ARGUMENT, why, std::strlen(why));
    };
    if (index >= outputs->size()) return refuse("step_allocate_output: no such output");
    if (tensors[inputs.size() + index].rank >= 0)
      return refuse("step_allocate_output: the output has memory");
    if (rank < 0 || rank > 254) return refuse("step_allocate_output: a rank outside 0 to 254");
    Value& output = (*outputs)[index];
    output = Value(output.dtype(), Shape(dims, dims + rank));
    Place& place = *places[inputs.size() + index];
    const Outcome made = place.Make(0, output.size_bytes());
    if (!made.ok()) return host->fail(host, made.code, made.message.data(), made.message.size());
    tensors[inputs.size() + index] = place.View(output);
    return nullptr;
  };
  rnlp_run_t run{};
  run.size_bytes = RNLP_SIZE_TO(rnlp_run_t, packed_offset_bytes);
  run.packed = packed_view.data;
  run.packed_buffer = packed_view.buffer;
  run.packed_offset_bytes = packed_view.offset_bytes;
  run.num_inputs = static_cast<uint32_t>(in.size());
  run.num_outputs = static_cast<uint32_t>(out.size());
  run.inputs = in.data();
  run.outputs = out.data();
  run.workspace = workspace_view.data;
  run.workspace_buffer = workspace_view.buffer;
  run.workspace_offset_bytes = workspace_view.offset_bytes;
  run.queue = target.queue();
  run.host = host;
  run.step = step.handle();
  Outcome ran = Take(host, row.run(kernel, &run));
  if (!target.host_memory()) {
    const Outcome finished = target.Finish();
    if (ran.ok()) ran = finished;
  }
  if (!ran.ok()) return ran;

  for (size_t i = 0; i < outputs->size(); ++i) {
    const bool aliased = mode.alias_input >= 0 && static_cast<int>(i) == mode.alias_output;
    Place& place = *places[aliased ? static_cast<size_t>(mode.alias_input) : inputs.size() + i];
    if (tensors[inputs.size() + i].rank < 0) {
      return {RNLP_INTERNAL, "output " + std::to_string(i) + " was never allocated"};
    }
    Outcome read = place.Read(&(*outputs)[i], ("output " + std::to_string(i)).c_str());
    if (!read.ok()) return read;
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (static_cast<int>(i) == mode.alias_input) continue;
    Value after(inputs[i].dtype(), inputs[i].shape());
    Outcome read = places[i]->Read(&after, ("input " + std::to_string(i)).c_str());
    if (!read.ok()) return read;
    if (call->variables[i]) {
      inputs[i] = after;
      continue;
    }
    if (after.size_bytes() > 0 &&
        std::memcmp(after.bytes(), inputs[i].bytes(), after.size_bytes()) != 0) {
      return {RNLP_INTERNAL, "changed input " + std::to_string(i)};
    }
  }
  return {};
}

}  // namespace runnel::conformance

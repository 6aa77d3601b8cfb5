#include "tools/conformance/host.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace runnel::conformance {
namespace {

Host* Self(const rnlp_host_t* host) { return const_cast<Host*>(static_cast<const Host*>(host)); }
const Node& NodeOf(const rnlp_node_t* node) { return *reinterpret_cast<const Node*>(node); }
rnlp_str_t Text(const std::string& text) { return {text.data(), text.size()}; }

rnlp_status_t* MakeStatus(const rnlp_host_t* host, int32_t code, std::string message) {
  ++Self(host)->live_statuses;
  return new rnlp_status_t{code, std::move(message)};
}

rnlp_status_t* Fail(const rnlp_host_t* host, int32_t code, const char* message, size_t size) {
  return MakeStatus(host, code, std::string(message == nullptr ? "" : message, size));
}
void Release(const rnlp_host_t* host, rnlp_status_t* status) {
  if (status == nullptr) return;
  --Self(host)->live_statuses;
  delete status;
}
int32_t Code(const rnlp_host_t*, const rnlp_status_t* status) {
  return status == nullptr ? static_cast<int32_t>(RNLP_OK) : status->code;
}
rnlp_str_t Message(const rnlp_host_t*, const rnlp_status_t* status) {
  return status == nullptr ? rnlp_str_t{nullptr, 0} : Text(status->message);
}
void Log(const rnlp_host_t*, int32_t, const char*, size_t) {}

void* Alloc(const rnlp_host_t* host, uint64_t size) {
  Host* self = Self(host);
  if (self->allocations++ == self->fail_at || size > uint64_t{1} << 40) return nullptr;
  void* data = std::aligned_alloc(64, (std::max<uint64_t>(size, 1) + 63) & ~uint64_t{63});
  if (data != nullptr) self->live_bytes += static_cast<int64_t>(size);
  return data;
}
void Free(const rnlp_host_t* host, void* data, uint64_t size) {
  if (data == nullptr) return;
  Self(host)->live_bytes -= static_cast<int64_t>(size);
  std::free(data);
}

// From the last block to the first: results may not depend on the order.
void ParallelFor(const rnlp_host_t*, int64_t total, int64_t block, rnlp_range_fn_t fn, void* arg) {
  if (total <= 0) return;
  block = std::max<int64_t>(block, 1);
  for (int64_t i = (total - 1) / block; i >= 0; --i)
    fn(arg, i * block, std::min(total, (i + 1) * block));
}
uint32_t NumThreads(const rnlp_host_t*) { return 1; }
rnlp_status_t* Schedule(const rnlp_host_t* host, rnlp_range_fn_t fn, void* arg) {
  return Self(host)->RunApart(fn, arg);
}
rnlp_str_t Config(const rnlp_host_t* host, const char* key, size_t size) {
  const auto& settings = Self(host)->settings;
  const auto found = settings.find(std::string(key, size));
  return found == settings.end() ? rnlp_str_t{nullptr, 0} : Text(found->second);
}

rnlp_str_t NodeName(const rnlp_host_t*, const rnlp_node_t* node) { return Text(NodeOf(node).op); }
rnlp_str_t NodeOp(const rnlp_host_t*, const rnlp_node_t* node) { return Text(NodeOf(node).op); }
uint32_t NumInputs(const rnlp_host_t*, const rnlp_node_t* node) {
  return static_cast<uint32_t>(NodeOf(node).inputs.size());
}
uint32_t NumOutputs(const rnlp_host_t*, const rnlp_node_t* node) {
  return static_cast<uint32_t>(NodeOf(node).outputs.size());
}
int32_t InputType(const rnlp_host_t*, const rnlp_node_t* node, uint32_t i) {
  return i < NodeOf(node).inputs.size() ? NodeOf(node).inputs[i] : static_cast<int32_t>(RNLP_INVALID);
}
int32_t OutputType(const rnlp_host_t*, const rnlp_node_t* node, uint32_t i) {
  return i < NodeOf(node).outputs.size() ? NodeOf(node).outputs[i] : static_cast<int32_t>(RNLP_INVALID);
}

template <typename T>
rnlp_status_t* Find(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr, const T** out) {
  const Node& n = NodeOf(node);
  const auto found = n.attrs.find(attr);
  if (found == n.attrs.end()) return MakeStatus(host, RNLP_NOT_FOUND, n.op + " has no attr " + attr);
  *out = std::get_if<T>(&found->second);
  if (*out == nullptr)
    return MakeStatus(host, RNLP_INVALID_ARGUMENT, n.op + ": another kind of " + attr);
  return nullptr;
}
template <typename T, typename Out>
rnlp_status_t* GetAttr(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr, Out* out) {
  const T* value = nullptr;
  if (rnlp_status_t* status = Find<T>(host, node, attr, &value)) return status;
  *out = static_cast<Out>(*value);
  return nullptr;
}
rnlp_status_t* GetType(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                       int32_t* out) {
  const TypeAttr* value = nullptr;
  if (rnlp_status_t* status = Find<TypeAttr>(host, node, attr, &value)) return status;
  *out = value->dtype;
  return nullptr;
}
rnlp_status_t* GetString(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                         rnlp_str_t* out) {
  const std::string* value = nullptr;
  if (rnlp_status_t* status = Find<std::string>(host, node, attr, &value)) return status;
  *out = Text(*value);
  return nullptr;
}
template <typename T>
rnlp_status_t* GetList(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                       uint32_t capacity, T* out, uint32_t* out_count) {
  const std::vector<T>* value = nullptr;
  if (rnlp_status_t* status = Find<std::vector<T>>(host, node, attr, &value)) return status;
  *out_count = static_cast<uint32_t>(value->size());
  for (uint32_t i = 0; i < capacity && i < *out_count; ++i) out[i] = (*value)[i];
  return nullptr;
}
rnlp_status_t* GetShape(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr, uint32_t,
                        int64_t*, int32_t*) {
  return MakeStatus(host, RNLP_NOT_FOUND, NodeOf(node).op + " has no shape attr " + attr);
}

rnlp_status_t* AllocateOutput(const rnlp_host_t* host, rnlp_step_t* step, uint32_t index, int32_t rank,
                              const int64_t* dims) {
  if (step == nullptr) return MakeStatus(host, RNLP_FAILED_PRECONDITION, "called outside a run");
  return reinterpret_cast<Step*>(step)->allocate_output(index, rank, dims);
}
rnlp_status_t* SetString(const rnlp_host_t* host, rnlp_step_t*, uint32_t, int64_t, const char*, size_t) {
  return MakeStatus(host, RNLP_UNIMPLEMENTED, "no case of the conformance program has string outputs");
}
int32_t Cancelled(const rnlp_host_t*, const rnlp_step_t*) { return 0; }
uint64_t RandomCounter(const rnlp_host_t*, rnlp_step_t* step, uint64_t draws) {
  if (step == nullptr) return 0;
  auto* self = reinterpret_cast<Step*>(step);
  const uint64_t before = self->random_counter;
  self->random_counter += draws;
  return before;
}

}  // namespace

Host::~Host() {
  for (std::thread& thread : threads_) thread.join();
}

rnlp_status_t* Host::RunApart(rnlp_range_fn_t fn, void* arg) {
  try {
    const std::lock_guard<std::mutex> lock(mutex_);
    threads_.emplace_back([fn, arg] { fn(arg, 0, 1); });
    return nullptr;
  } catch (const std::exception& e) {
    return MakeStatus(this, RNLP_RESOURCE_EXHAUSTED, e.what());
  }
}

Host::Host() : rnlp_host_t{} {
  size_bytes = RNLP_SIZE_TO(rnlp_host_t, step_random_counter);
  abi_major = RNLP_ABI_MAJOR;
  abi_minor = RNLP_ABI_MINOR;
  fail = Fail;
  status_release = Release;
  status_code = Code;
  status_message = Message;
  log = Log;
  alloc = Alloc;
  free = Free;
  parallel_for = ParallelFor;
  num_threads = NumThreads;
  schedule = Schedule;
  config = Config;
  node_name = NodeName;
  node_op = NodeOp;
  node_num_inputs = NumInputs;
  node_num_outputs = NumOutputs;
  node_input_dtype = InputType;
  node_output_dtype = OutputType;
  attr_int = GetAttr<int64_t, int64_t>;
  attr_float = GetAttr<float, float>;
  attr_bool = GetAttr<bool, int32_t>;
  attr_type = GetType;
  attr_string = GetString;
  attr_int_list = GetList<int64_t>;
  attr_float_list = GetList<float>;
  attr_shape = GetShape;
  step_allocate_output = AllocateOutput;
  step_set_string = SetString;
  step_cancelled = Cancelled;
  step_random_counter = RandomCounter;
}

const char* CodeName(int32_t code) {
  static constexpr const char* kNames[] = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  return code < 0 || code > RNLP_UNAUTHENTICATED ? "a code outside the list" : kNames[code];
}

std::string Outcome::text() const { return std::string(CodeName(code)) + ": " + message; }

Outcome Take(const rnlp_host_t* host, rnlp_status_t* status) {
  if (status == nullptr) return {};
  Outcome outcome{status->code, status->message};
  host->status_release(host, status);
  return outcome;
}

}  // namespace runnel::conformance

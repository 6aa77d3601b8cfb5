#include "core/runtime/plugins/host_table.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

#include "core/base/thread_pool.h"
#include "core/runtime/host/host.h"
#include "core/runtime/plugins/step_services.h"

namespace runnel {
namespace {

const NodeView& View(const rnlp_node_t* node) { return *reinterpret_cast<const NodeView*>(node); }

rnlp_str_t ToStr(std::string_view s) { return {s.data(), s.size()}; }

// Finds an attr of kind T. Errors name node, op and attr.
template <typename T>
Status Find(const rnlp_node_t* node, const char* attr, std::string_view kind, const T** out) {
  if (node == nullptr || attr == nullptr) return InvalidArgument("attr look-up without node or name");
  const NodeView& view = View(node);
  const AttrValue* value = view.attrs == nullptr ? nullptr : FindAttr(*view.attrs, attr);
  if (value == nullptr) {
    return NotFound("node \"", view.name, "\" (", view.op, ") has no attr \"", attr, "\"");
  }
  *out = value->get_if<T>();
  if (*out == nullptr) {
    return InvalidArgument("node \"", view.name, "\" (", view.op, "): attr \"", attr, "\" is of kind ",
                           value->KindName(), ", expected ", kind);
  }
  return {};
}

template <typename T, typename Out>
rnlp_status_t* Scalar(const rnlp_node_t* node, const char* attr, std::string_view kind, Out* out) {
  const T* value = nullptr;
  Status status = Find<T>(node, attr, kind, &value);
  if (status.ok()) *out = static_cast<Out>(*value);
  return ToPluginStatus(std::move(status));
}

const AttrValue* Raw(const rnlp_node_t* node, const char* attr) {
  if (node == nullptr || attr == nullptr || View(node).attrs == nullptr) return nullptr;
  return FindAttr(*View(node).attrs, attr);
}

template <typename List, typename Out>
void CopyList(const List& list, uint32_t capacity, Out* out, uint32_t* out_count) {
  for (size_t i = 0; i < list.size() && i < capacity; ++i) out[i] = static_cast<Out>(list[i]);
  *out_count = static_cast<uint32_t>(list.size());
}

// Runs a C++ body that may allocate; what it throws must not reach the plugin.
template <typename Fn>
rnlp_status_t* Guard(Fn&& fn) noexcept {
  try {
    return ToPluginStatus(fn());
  } catch (const std::bad_alloc&) {
    return ToPluginStatus(Status::OutOfMemory());
  }
}

}  // namespace

// The functions of the table: adapters without state of their own.
struct HostTable::Calls {
  static rnlp_status_t* Fail(const rnlp_host_t*, int32_t code, const char* message, size_t size) {
    if (code <= RNLP_OK || code > RNLP_UNAUTHENTICATED) code = RNLP_UNKNOWN;
    const std::string_view text =
        message == nullptr ? std::string_view() : std::string_view(message, size);
    return ToPluginStatus(Status(static_cast<Code>(code), text));
  }
  static void StatusRelease(const rnlp_host_t*, rnlp_status_t* status) {
    Status::Release(reinterpret_cast<Status::Rep*>(status));
  }
  static int32_t StatusCode(const rnlp_host_t*, const rnlp_status_t* status) {
    if (status == nullptr) return RNLP_OK;
    return static_cast<int32_t>(reinterpret_cast<const Status::Rep*>(status)->code);
  }
  static rnlp_str_t StatusMessage(const rnlp_host_t*, const rnlp_status_t* status) {
    if (status == nullptr) return {nullptr, 0};
    auto* rep = const_cast<Status::Rep*>(reinterpret_cast<const Status::Rep*>(status));
    Status::Retain(rep);
    const Status view = Status::Adopt(rep);
    return ToStr(view.message());
  }
  static void Log(const rnlp_host_t* host, int32_t severity, const char* message, size_t size) {
    if (message == nullptr) return;
    severity = std::clamp<int32_t>(severity, RNLP_LOG_DEBUG, RNLP_LOG_ERROR);
    try {
      Self(host)->host_->Log(static_cast<Severity>(severity),
                             StrCat(Self(host)->id_, ": ", std::string_view(message, size)));
    } catch (const std::bad_alloc&) {  // a lost line is better than a lost process
    }
  }

  static Allocator* Memory(const rnlp_host_t* host) { return Self(host)->host_->allocator(); }
  static void* Alloc(const rnlp_host_t* host, uint64_t size_bytes) {
    if (size_bytes > std::numeric_limits<size_t>::max() / 2) return nullptr;
    return Memory(host)->Allocate(static_cast<size_t>(size_bytes));
  }
  static void Free(const rnlp_host_t* host, void* data, uint64_t size_bytes) {
    if (data != nullptr) Memory(host)->Free(data, static_cast<size_t>(size_bytes));
  }

  static void ParallelFor(const rnlp_host_t* host, int64_t total, int64_t block, rnlp_range_fn_t fn,
                          void* arg) {
    if (total <= 0) return;
    if (block <= 0) block = total;
    Self(host)->host_->pool().ParallelFor(total, block, fn, arg);
  }
  static uint32_t NumThreads(const rnlp_host_t* host) {
    return static_cast<uint32_t>(Self(host)->host_->pool().num_threads());
  }
  struct Scheduled : ThreadPool::Task {
    rnlp_range_fn_t fn;
    void* arg;
  };
  static rnlp_status_t* Schedule(const rnlp_host_t* host, rnlp_range_fn_t fn, void* arg) {
    auto* task = new (std::nothrow) Scheduled;
    if (task == nullptr) return ToPluginStatus(Status::OutOfMemory());
    task->fn = fn;
    task->arg = arg;
    task->run = [](ThreadPool::Task* base) {
      auto* self = static_cast<Scheduled*>(base);
      const rnlp_range_fn_t call = self->fn;
      void* const call_arg = self->arg;
      delete self;
      call(call_arg, 0, 1);
    };
    Self(host)->host_->pool().Schedule(task);
    return nullptr;
  }
  static rnlp_str_t GetConfig(const rnlp_host_t* host, const char* key, size_t key_size) {
    try {
      return Self(host)->Config({key, key_size});
    } catch (const std::bad_alloc&) {
      return {nullptr, 0};
    }
  }

  static rnlp_str_t NodeName(const rnlp_host_t*, const rnlp_node_t* node) {
    return ToStr(View(node).name);
  }
  static rnlp_str_t NodeOp(const rnlp_host_t*, const rnlp_node_t* node) { return ToStr(View(node).op); }
  static uint32_t NumInputs(const rnlp_host_t*, const rnlp_node_t* node) {
    return static_cast<uint32_t>(View(node).inputs.size());
  }
  static uint32_t NumOutputs(const rnlp_host_t*, const rnlp_node_t* node) {
    return static_cast<uint32_t>(View(node).outputs.size());
  }
  static int32_t InputDType(const rnlp_host_t*, const rnlp_node_t* node, uint32_t index) {
    const auto& types = View(node).inputs;
    return index < types.size() ? static_cast<int32_t>(types[index]) : RNLP_INVALID;
  }
  static int32_t OutputDType(const rnlp_host_t*, const rnlp_node_t* node, uint32_t index) {
    const auto& types = View(node).outputs;
    return index < types.size() ? static_cast<int32_t>(types[index]) : RNLP_INVALID;
  }

  static rnlp_status_t* AttrInt(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                                int64_t* out) {
    return Scalar<int64_t>(node, attr, "int", out);
  }
  static rnlp_status_t* AttrFloat(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                                  float* out) {
    return Scalar<float>(node, attr, "float", out);
  }
  static rnlp_status_t* AttrBool(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                                 int32_t* out) {
    return Scalar<bool>(node, attr, "bool", out);
  }
  static rnlp_status_t* AttrType(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                                 int32_t* out) {
    return Scalar<DType>(node, attr, "type", out);
  }
  static rnlp_status_t* AttrString(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                                   rnlp_str_t* out) {
    const std::string* value = nullptr;
    Status status = Find(node, attr, "string", &value);
    if (status.ok()) *out = ToStr(*value);
    return ToPluginStatus(std::move(status));
  }
  static rnlp_status_t* AttrIntList(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                                    uint32_t capacity, int64_t* out, uint32_t* out_count) {
    if (const AttrValue* value = Raw(node, attr)) {
      // Lists of types and flags are numbers too, and have no reader of their own.
      if (const auto* types = value->get_if<std::vector<DType>>()) {
        CopyList(*types, capacity, out, out_count);
        return nullptr;
      }
      if (const auto* flags = value->get_if<std::vector<bool>>()) {
        CopyList(*flags, capacity, out, out_count);
        return nullptr;
      }
      if (value->get_if<EmptyList>() != nullptr) {
        *out_count = 0;
        return nullptr;
      }
    }
    const std::vector<int64_t>* value = nullptr;
    Status status = Find(node, attr, "list(int)", &value);
    if (status.ok()) CopyList(*value, capacity, out, out_count);
    return ToPluginStatus(std::move(status));
  }
  static rnlp_status_t* AttrFloatList(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                                      uint32_t capacity, float* out, uint32_t* out_count) {
    const AttrValue* raw = Raw(node, attr);
    if (raw != nullptr && raw->get_if<EmptyList>() != nullptr) {
      *out_count = 0;
      return nullptr;
    }
    const std::vector<float>* value = nullptr;
    Status status = Find(node, attr, "list(float)", &value);
    if (status.ok()) CopyList(*value, capacity, out, out_count);
    return ToPluginStatus(std::move(status));
  }
  static rnlp_status_t* AttrShape(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                                  uint32_t capacity, int64_t* out_dims, int32_t* out_rank) {
    const Shape* value = nullptr;
    Status status = Find(node, attr, "shape", &value);
    if (status.ok()) {
      *out_rank = value->rank();
      uint32_t ignored;
      CopyList(value->dims(), capacity, out_dims, &ignored);
    }
    return ToPluginStatus(std::move(status));
  }

  static Status NoStep() { return FailedPrecondition("called outside a kernel's run"); }
  static rnlp_status_t* AllocateOutput(const rnlp_host_t*, rnlp_step_t* step, uint32_t index,
                                       int32_t rank, const int64_t* dims) {
    if (step == nullptr) return ToPluginStatus(NoStep());
    return Guard([&] { return FromStep(step)->AllocateOutput(index, rank, dims); });
  }
  static rnlp_status_t* SetString(const rnlp_host_t*, rnlp_step_t* step, uint32_t index, int64_t element,
                                  const char* data, size_t size) {
    if (step == nullptr) return ToPluginStatus(NoStep());
    return Guard([&] { return FromStep(step)->SetString(index, element, {data, size}); });
  }
  static int32_t Cancelled(const rnlp_host_t*, const rnlp_step_t* step) {
    return step != nullptr && FromStep(step)->Cancelled() ? 1 : 0;
  }
  static uint64_t RandomCounter(const rnlp_host_t*, rnlp_step_t* step, uint64_t draws) {
    return step == nullptr ? 0 : FromStep(step)->TakeRandomCounter(draws);
  }
};

HostTable* HostTable::Self(const rnlp_host_t* host) {
  return static_cast<HostTable*>(const_cast<rnlp_host_t*>(host));
}

HostTable::HostTable(Host* host, std::string id) : rnlp_host_t{}, host_(host), id_(std::move(id)) {
  rnlp_host_t::size_bytes = RNLP_SIZE_TO(rnlp_host_t, step_random_counter);
  rnlp_host_t::abi_major = RNLP_ABI_MAJOR;
  rnlp_host_t::abi_minor = RNLP_ABI_MINOR;
  rnlp_host_t::fail = Calls::Fail;
  rnlp_host_t::status_release = Calls::StatusRelease;
  rnlp_host_t::status_code = Calls::StatusCode;
  rnlp_host_t::status_message = Calls::StatusMessage;
  rnlp_host_t::log = Calls::Log;
  rnlp_host_t::alloc = Calls::Alloc;
  rnlp_host_t::free = Calls::Free;
  rnlp_host_t::parallel_for = Calls::ParallelFor;
  rnlp_host_t::num_threads = Calls::NumThreads;
  rnlp_host_t::schedule = Calls::Schedule;
  rnlp_host_t::config = Calls::GetConfig;
  rnlp_host_t::node_name = Calls::NodeName;
  rnlp_host_t::node_op = Calls::NodeOp;
  rnlp_host_t::node_num_inputs = Calls::NumInputs;
  rnlp_host_t::node_num_outputs = Calls::NumOutputs;
  rnlp_host_t::node_input_dtype = Calls::InputDType;
  rnlp_host_t::node_output_dtype = Calls::OutputDType;
  rnlp_host_t::attr_int = Calls::AttrInt;
  rnlp_host_t::attr_float = Calls::AttrFloat;
  rnlp_host_t::attr_bool = Calls::AttrBool;
  rnlp_host_t::attr_type = Calls::AttrType;
  rnlp_host_t::attr_string = Calls::AttrString;
  rnlp_host_t::attr_int_list = Calls::AttrIntList;
  rnlp_host_t::attr_float_list = Calls::AttrFloatList;
  rnlp_host_t::attr_shape = Calls::AttrShape;
  rnlp_host_t::step_allocate_output = Calls::AllocateOutput;
  rnlp_host_t::step_set_string = Calls::SetString;
  rnlp_host_t::step_cancelled = Calls::Cancelled;
  rnlp_host_t::step_random_counter = Calls::RandomCounter;
}

rnlp_str_t HostTable::Config(std::string_view key) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto it = config_.find(key);
  if (it == config_.end()) it = config_.emplace(key, std::nullopt).first;
  std::optional<std::string>& kept = it->second;
  if (kept) return ToStr(*kept);
  const std::string_view short_id = ShortId();
  const std::string* found = host_->FindConfig(StrCat(id_, ".", key));
  if (found == nullptr) found = host_->FindConfig(StrCat(short_id, ".", key));
  if (found != nullptr) return ToStr(kept.emplace(*found));

  std::string variable = StrCat("RUNNEL_", short_id, "_", key);
  for (char& c : variable) {
    const bool lower = c >= 'a' && c <= 'z';
    const bool kept = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    c = lower ? static_cast<char>(c - 'a' + 'A') : kept ? c : '_';
  }
  const char* value = std::getenv(variable.c_str());
  if (value == nullptr) return {nullptr, 0};
  // Kept, because setenv may free what getenv returned.
  return ToStr(kept.emplace(value));
}

std::string_view HostTable::ShortId() const {
  constexpr std::string_view kOurs = "runnel.";
  std::string_view id = id_;
  if (id.starts_with(kOurs)) id.remove_prefix(kOurs.size());
  return id;
}

HostTable::ConfigUse HostTable::UseOfConfig() {
  const std::lock_guard lock(mutex_);
  ConfigUse use;
  for (const auto& [key, value] : config_) use.asked.push_back(key);
  for (const auto& [name, value] : host_->config()) {
    for (const std::string_view id : {std::string_view(id_), ShortId()}) {
      if (name.size() <= id.size() || !name.starts_with(id) || name[id.size()] != '.') continue;
      if (config_.find(std::string_view(name).substr(id.size() + 1)) == config_.end())
        use.unread.push_back(name);
      break;
    }
  }
  return use;
}

}  // namespace runnel

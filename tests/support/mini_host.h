// A host in a few plain structs, for tests of kernels: it implements rnlp_host_t from the public headers
// alone, builds nodes and tensors, finds a row and runs it.
//
// RunKernel runs each case twice, once with late outputs and once with outputs of the shape that came
// out, and fails if the two differ, so every kernel is tried both ways.
#ifndef RUNNEL_TESTS_SUPPORT_MINI_HOST_H_
#define RUNNEL_TESTS_SUPPORT_MINI_HOST_H_

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "plugins/abi/rnlp_plugin.h"
#include "tests/support/mini_value.h"

struct rnlp_status_t {
  int32_t code;
  std::string message;
};

namespace runnel::test {

// A variable as a resource argument.
struct Variable {
  Value value;
  rnlp_variable_t view = {};
};

struct Node {
  explicit Node(std::string op_name) : op(std::move(op_name)), name("node") {}
  Node& Set(const std::string& attr, Attr value) {
    attrs[attr] = std::move(value);
    return *this;
  }
  Node& T(int32_t dtype) { return Set("T", Type{dtype}); }
  Node& Outputs(std::vector<int32_t> dtypes) {
    output_types = std::move(dtypes);
    return *this;
  }
  std::string op;
  std::string name;
  std::map<std::string, Attr> attrs;
  std::vector<int32_t> input_types;  // filled by RunKernel
  std::vector<int32_t> output_types;
};

inline const Node* NodeOf(const rnlp_node_t* node) { return reinterpret_cast<const Node*>(node); }
inline const rnlp_node_t* HandleOf(const Node* node) {
  return reinterpret_cast<const rnlp_node_t*>(node);
}

struct MiniHost : rnlp_host_t {
  int threads = 1;
  bool backwards = false;  // runs the blocks of a parallel_for from the last to the first
  std::map<std::string, std::string> settings;
  uint64_t random_counter = 0;
  std::atomic<int64_t> live_bytes{0};
  std::atomic<int64_t> allocations{0};
  int64_t fail_allocation = -1;  // countdown: the allocation that finds 0 fails

  MiniHost();
};

// One run's outputs, for step_allocate_output and step_set_string.
struct Step {
  std::vector<Value>* outputs;
  std::vector<rnlp_tensor_t>* views;
};

namespace mini {
inline MiniHost* Self(const rnlp_host_t* host) {
  return const_cast<MiniHost*>(static_cast<const MiniHost*>(host));
}
inline rnlp_status_t* Fail(const rnlp_host_t*, int32_t code, const char* message, size_t size) {
  return new rnlp_status_t{code, std::string(message, size)};
}
inline void Release(const rnlp_host_t*, rnlp_status_t* status) { delete status; }
inline int32_t Code(const rnlp_host_t*, const rnlp_status_t* status) {
  return status ? status->code : 0;
}
inline rnlp_str_t Message(const rnlp_host_t*, const rnlp_status_t* status) {
  return {status->message.data(), status->message.size()};
}
inline void Log(const rnlp_host_t*, int32_t, const char*, size_t) {}
inline void* Alloc(const rnlp_host_t* host, uint64_t size) {
  MiniHost* self = Self(host);
  if (self->fail_allocation >= 0 && self->fail_allocation-- == 0) return nullptr;
  self->live_bytes += static_cast<int64_t>(size);
  ++self->allocations;
  return std::aligned_alloc(64, (size + 63) / 64 * 64 + 64);
}
inline void Free(const rnlp_host_t* host, void* data, uint64_t size) {
  Self(host)->live_bytes -= static_cast<int64_t>(size);
  std::free(data);
}
inline void ParallelFor(const rnlp_host_t* host, int64_t total, int64_t block, rnlp_range_fn_t fn,
                        void* arg) {
  MiniHost* self = Self(host);
  const int64_t blocks = (total + block - 1) / block;
  std::atomic<int64_t> next{0};
  const auto work = [&] {
    for (int64_t i = next++; i < blocks; i = next++) {
      const int64_t at = self->backwards ? blocks - 1 - i : i;
      fn(arg, at * block, std::min(total, (at + 1) * block));
    }
  };
  std::vector<std::thread> helpers;
  for (int t = 1; t < self->threads; ++t) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
}
inline uint32_t NumThreads(const rnlp_host_t* host) {
  return static_cast<uint32_t>(Self(host)->threads);
}
inline rnlp_status_t* Schedule(const rnlp_host_t*, rnlp_range_fn_t fn, void* arg) {
  fn(arg, 0, 1);
  return nullptr;
}
inline rnlp_str_t Config(const rnlp_host_t* host, const char* key, size_t size) {
  const auto& settings = Self(host)->settings;
  const auto found = settings.find(std::string(key, size));
  if (found == settings.end()) return {nullptr, 0};
  return {found->second.data(), found->second.size()};
}
inline rnlp_str_t Text(const std::string& text) { return {text.data(), text.size()}; }
inline rnlp_str_t NodeName(const rnlp_host_t*, const rnlp_node_t* node) {
  return Text(NodeOf(node)->name);
}
inline rnlp_str_t NodeOp(const rnlp_host_t*, const rnlp_node_t* node) { return Text(NodeOf(node)->op); }
inline uint32_t NumInputs(const rnlp_host_t*, const rnlp_node_t* node) {
  return static_cast<uint32_t>(NodeOf(node)->input_types.size());
}
inline uint32_t NumOutputs(const rnlp_host_t*, const rnlp_node_t* node) {
  return static_cast<uint32_t>(NodeOf(node)->output_types.size());
}
inline int32_t InputType(const rnlp_host_t*, const rnlp_node_t* node, uint32_t i) {
  return i < NodeOf(node)->input_types.size() ? NodeOf(node)->input_types[i] : 0;
}
inline int32_t OutputType(const rnlp_host_t*, const rnlp_node_t* node, uint32_t i) {
  return i < NodeOf(node)->output_types.size() ? NodeOf(node)->output_types[i] : 0;
}
template <typename T>
const T* Find(const rnlp_node_t* node, const char* attr, rnlp_status_t** status) {
  const Node* n = NodeOf(node);
  const auto found = n->attrs.find(attr);
  if (found == n->attrs.end()) {
    *status = new rnlp_status_t{RNLP_NOT_FOUND, n->op + " has no attr " + attr};
    return nullptr;
  }
  const T* value = std::get_if<T>(&found->second);
  if (value == nullptr) *status = new rnlp_status_t{RNLP_INVALID_ARGUMENT, n->op + ": kind of " + attr};
  return value;
}
template <typename T, typename Out>
rnlp_status_t* Get(const rnlp_host_t*, const rnlp_node_t* node, const char* attr, Out* out) {
  rnlp_status_t* status = nullptr;
  if (const T* value = Find<T>(node, attr, &status)) *out = static_cast<Out>(*value);
  return status;
}
inline rnlp_status_t* GetType(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                              int32_t* out) {
  rnlp_status_t* status = nullptr;
  if (const Type* value = Find<Type>(node, attr, &status)) *out = value->dtype;
  return status;
}
inline rnlp_status_t* GetString(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                                rnlp_str_t* out) {
  rnlp_status_t* status = nullptr;
  if (const auto* value = Find<std::string>(node, attr, &status)) *out = Text(*value);
  return status;
}
template <typename T>
rnlp_status_t* GetList(const rnlp_host_t*, const rnlp_node_t* node, const char* attr, uint32_t capacity,
                       T* out, uint32_t* out_count) {
  rnlp_status_t* status = nullptr;
  if (const auto* value = Find<std::vector<T>>(node, attr, &status)) {
    *out_count = static_cast<uint32_t>(value->size());
    for (uint32_t i = 0; i < capacity && i < *out_count; ++i) out[i] = (*value)[i];
  }
  return status;
}
inline rnlp_status_t* GetShape(const rnlp_host_t*, const rnlp_node_t* node, const char* attr,
                               uint32_t capacity, int64_t* out, int32_t* out_rank) {
  rnlp_status_t* status = nullptr;
  if (const auto* value = Find<ShapeAttr>(node, attr, &status)) {
    *out_rank = value->known ? static_cast<int32_t>(value->dims.size()) : -1;
    for (uint32_t i = 0; i < capacity && i < value->dims.size(); ++i) out[i] = value->dims[i];
  }
  return status;
}
inline rnlp_status_t* AllocateOutput(const rnlp_host_t*, rnlp_step_t* step, uint32_t index, int32_t rank,
                                     const int64_t* dims) {
  auto* self = reinterpret_cast<Step*>(step);
  Value& value = (*self->outputs)[index];
  value = Value(value.dtype(), Shape(dims, dims + rank));
  (*self->views)[index] = value.View();
  return nullptr;
}
inline rnlp_status_t* SetString(const rnlp_host_t*, rnlp_step_t* step, uint32_t index, int64_t element,
                                const char* data, size_t size) {
  (*reinterpret_cast<Step*>(step)->outputs)[index].SetString(element, std::string(data, size));
  return nullptr;
}
inline int32_t Cancelled(const rnlp_host_t*, const rnlp_step_t*) { return 0; }
inline uint64_t RandomCounter(const rnlp_host_t* host, rnlp_step_t*, uint64_t draws) {
  const uint64_t before = Self(host)->random_counter;
  Self(host)->random_counter += draws;
  return before;
}
}  // namespace mini

inline MiniHost::MiniHost() : rnlp_host_t{} {
  size_bytes = RNLP_SIZE_TO(rnlp_host_t, step_random_counter);
  abi_major = RNLP_ABI_MAJOR;
  abi_minor = RNLP_ABI_MINOR;
  fail = mini::Fail;
  status_release = mini::Release;
  status_code = mini::Code;
  status_message = mini::Message;
  log = mini::Log;
  alloc = mini::Alloc;
  free = mini::Free;
  parallel_for = mini::ParallelFor;
  num_threads = mini::NumThreads;
  schedule = mini::Schedule;
  config = mini::Config;
  node_name = mini::NodeName;
  node_op = mini::NodeOp;
  node_num_inputs = mini::NumInputs;
  node_num_outputs = mini::NumOutputs;
  node_input_dtype = mini::InputType;
  node_output_dtype = mini::OutputType;
  attr_int = mini::Get<int64_t, int64_t>;
  attr_float = mini::Get<float, float>;
  attr_bool = mini::Get<bool, int32_t>;
  attr_type = mini::GetType;
  attr_string = mini::GetString;
  attr_int_list = mini::GetList<int64_t>;
  attr_float_list = mini::GetList<float>;
  attr_shape = mini::GetShape;
  step_allocate_output = mini::AllocateOutput;
  step_set_string = mini::SetString;
  step_cancelled = mini::Cancelled;
  step_random_counter = mini::RandomCounter;
}

// The row for a node: same op, every type constraint met. Null if there is none.
inline const rnlp_kernel_row_t* FindRow(const rnlp_kernel_row_t* const* rows, uint32_t count,
                                        const Node& node) {
  for (uint32_t i = 0; i < count; ++i) {
    if (node.op != rows[i]->op) continue;
    bool fits = true;
    for (uint32_t c = 0; fits && c < rows[i]->num_types; ++c) {
      const rnlp_type_constraint_t& constraint = rows[i]->types[c];
      const auto attr = node.attrs.find(constraint.attr);
      const Type* type = attr == node.attrs.end() ? nullptr : std::get_if<Type>(&attr->second);
      if (type == nullptr) continue;
      fits = false;
      for (uint32_t t = 0; t < constraint.count; ++t) fits = fits || constraint.dtypes[t] == type->dtype;
    }
    if (fits) return rows[i];
  }
  return nullptr;
}

struct Outcome {
  int32_t code = 0;
  std::string message;
  std::vector<Value> outputs;
};

// An input: a tensor, or a variable.
struct Input {
  Input(Value v) : value(std::move(v)) {}
  Input(Variable* v) : variable(v) {}
  Value value;
  Variable* variable = nullptr;
};

struct RunOptions {
  bool both = true;                  // late outputs first, then static ones; false: late only
  int alias_input = -1;              // output 0 is written over this input (static run)
  bool constants = false;            // plan sees the values of inputs
  std::vector<Shape> static_shapes;  // outputs are planned so, and run once
  int* packed_runs = nullptr;        // counts the runs with an input packed ahead
};

// Creates, plans, runs and destroys the kernel of `row`. Errors come back in the outcome.
inline Outcome RunRow(MiniHost& host, const rnlp_kernel_row_t* row, Node node, std::vector<Input> inputs,
                      const RunOptions& options = {}) {
  Outcome outcome;
  const auto failed = [&](rnlp_status_t* status) {
    if (status == nullptr) return false;
    outcome.code = status->code;
    outcome.message = status->message;
    delete status;
    return true;
  };
  node.input_types.clear();
  std::vector<rnlp_tensor_t> views;
  for (Input& input : inputs) {
    node.input_types.push_back(input.variable ? static_cast<int32_t>(RNLP_RESOURCE)
                                              : input.value.dtype());
    if (input.variable != nullptr) {
      input.variable->view.value = input.variable->value.View();
      input.variable->view.name = {"v", 1};
      views.push_back({RNLP_RESOURCE, 0, nullptr, 1, 0, &input.variable->view, nullptr, 0});
    } else {
      views.push_back(input.value.View());
    }
  }
  std::vector<const rnlp_tensor_t*> in;
  for (rnlp_tensor_t& view : views) in.push_back(&view);

  rnlp_kernel_t* kernel = nullptr;
  if (failed(row->create(&host, nullptr, HandleOf(&node), &kernel))) return outcome;
  const size_t num_outputs = node.output_types.size();
  const auto run_once = [&](const std::vector<Shape>* shapes, int alias, bool packs = false) {
    std::vector<Value> outputs;
    std::vector<rnlp_tensor_t> out_views(num_outputs);
    for (size_t i = 0; i < num_outputs; ++i) {
      if (shapes != nullptr) {
        outputs.emplace_back(node.output_types[i], (*shapes)[i]);
      } else {
        Value empty(node.output_types[i], {0});
        outputs.push_back(std::move(empty));
      }
    }
    std::vector<rnlp_tensor_t*> out;
    for (size_t i = 0; i < num_outputs; ++i) {
      if (shapes != nullptr) {
        out_views[i] = outputs[i].View();
      } else {
        out_views[i] = {node.output_types[i], -1, nullptr, -1, 0, nullptr, nullptr, 0};
      }
      out.push_back(&out_views[i]);
    }
    Value over;
    if (alias >= 0) {
      over = inputs[static_cast<size_t>(alias)].value;
      views[static_cast<size_t>(alias)].data = over.data();
      out_views[0].data = over.data();
    }
    Step step{&outputs, &out_views};
    rnlp_plan_t plan = {};
    plan.size_bytes =
        packs ? RNLP_SIZE_TO(rnlp_plan_t, packed_input) : RNLP_SIZE_TO(rnlp_plan_t, cost_ns);
    const std::vector<uint32_t> lives(in.size(), RNLP_INPUT_CONSTANT);
    plan.input_lives = lives.data();
    plan.num_inputs = static_cast<uint32_t>(in.size());
    plan.num_outputs = static_cast<uint32_t>(num_outputs);
    plan.inputs = in.data();
    std::vector<const rnlp_tensor_t*> plan_out(out.begin(), out.end());
    plan.outputs = plan_out.data();
    std::vector<rnlp_tensor_t> plan_views = views;
    std::vector<const rnlp_tensor_t*> plan_in;
    for (rnlp_tensor_t& view : plan_views) {
      if (!options.constants) view.data = nullptr;
      plan_in.push_back(&view);
    }
    plan.inputs = plan_in.data();
    if (row->plan != nullptr && failed(row->plan(&host, kernel, &plan))) return;
    Value workspace(RNLP_UINT8, {static_cast<int64_t>(plan.workspace_bytes)});
    rnlp_run_t run = {};
    run.size_bytes = RNLP_SIZE_TO(rnlp_run_t, step);  // NOLINT: a pointer is its last field
    run.num_inputs = static_cast<uint32_t>(in.size());
    run.num_outputs = static_cast<uint32_t>(num_outputs);
    run.inputs = in.data();
    run.outputs = out.data();
    run.workspace = plan.workspace_bytes > 0 ? workspace.data() : nullptr;
    run.host = &host;
    run.step = reinterpret_cast<rnlp_step_t*>(&step);
    Value packed(RNLP_UINT8, {static_cast<int64_t>(plan.packed_bytes)});
    if (packs && plan.packed_bytes > 0) {
      std::memset(packed.data(), 0xff, plan.packed_bytes);
      rnlp_tensor_t form = packed.View();
      rnlp_tensor_t* forms[] = {&form};
      rnlp_run_t pack = {};
      pack.size_bytes = RNLP_SIZE_TO(rnlp_run_t, step);  // NOLINT: a pointer is its last field
      pack.num_inputs = pack.num_outputs = 1;
      pack.inputs = &in[plan.packed_input];
      pack.outputs = forms;
      pack.host = &host;
      if (failed(row->pack(kernel, &pack))) return;
      run.size_bytes = RNLP_SIZE_TO(rnlp_run_t, packed_offset_bytes);
      run.packed = packed.data();
      if (options.packed_runs != nullptr) ++*options.packed_runs;
    }
    failed(row->run(kernel, &run));
    if (alias >= 0) {
      outputs[0] = Value(node.output_types[0], outputs[0].shape());
      std::memcpy(outputs[0].data(), over.data(), outputs[0].size_bytes());
      views[static_cast<size_t>(alias)].data = inputs[static_cast<size_t>(alias)].value.data();
    }
    outcome.outputs = std::move(outputs);
  };
  if (!options.static_shapes.empty()) {
    run_once(&options.static_shapes, options.alias_input);
  } else {
    run_once(nullptr, -1);
    if (options.both && outcome.code == 0) {
      std::vector<Value> first = std::move(outcome.outputs);
      std::vector<Shape> shapes;
      for (const Value& value : first) shapes.push_back(value.shape());
      run_once(&shapes, options.alias_input);
      for (size_t i = 0; outcome.code == 0 && i < first.size(); ++i) {
        if (!first[i].SameBytes(outcome.outputs[i])) {
          outcome.code = RNLP_INTERNAL;
          outcome.message = node.op + ": late and static outputs differ";
        }
      }
      if (outcome.code == 0 && row->plan != nullptr && RNLP_HAS(rnlp_kernel_row_t, row, pack) &&
          row->pack != nullptr) {
        run_once(&shapes, -1, true);
        for (size_t i = 0; outcome.code == 0 && i < first.size(); ++i) {
          if (!first[i].SameBytes(outcome.outputs[i])) {
            outcome.code = RNLP_INTERNAL;
            outcome.message = node.op + ": outputs with a packed input differ";
          }
        }
      }
    }
  }
  if (row->destroy != nullptr && kernel != nullptr) row->destroy(&host, kernel);
  return outcome;
}

}  // namespace runnel::test

#endif  // RUNNEL_TESTS_SUPPORT_MINI_HOST_H_

// Kernels against float64 references.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

#include "plugins/sdk/tensor.h"
#include "tools/conformance/checks.h"
#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

// How far a result may be from the reference, relative to its size.
double Tolerance(int32_t dtype) {
  switch (dtype) {
    case RNLP_DOUBLE:
      return 1e-12;
    case RNLP_FLOAT:
      return 4e-6;
    case RNLP_HALF:
      return 2e-3;
    case RNLP_BFLOAT16:
      return 1.6e-2;
    default:
      return 0;
  }
}

// What adds up is rounded once for each term, in the type or, where that is narrower, in float.
double Rounding(int32_t dtype) { return dtype == RNLP_DOUBLE ? 0x1p-52 : 0x1p-23; }

std::string Compare(const Value& got, const Expected& want, const Case& c) {
  if (got.shape() != want.shape) return "has the wrong shape";
  const Value rounded(want.dtype, want.shape, want.numbers);  // wraps integers as the type does
  const int32_t type =
      want.dtype == RNLP_DOUBLE && c.computed_in != RNLP_INVALID ? c.computed_in : want.dtype;
  const double tolerance =
      c.exact ? 0
              : Tolerance(type) + (IsFloating(type) ? Rounding(type) * static_cast<double>(c.terms) : 0);
  for (int64_t i = 0; i < got.count(); ++i) {
    const double g = got.Get(i);
    const double w = IsFloating(want.dtype) ? want.numbers[static_cast<size_t>(i)] : rounded.Get(i);
    const double exact = IsFloating(want.dtype) ? rounded.Get(i) : w;
    const bool same = (std::isnan(g) && std::isnan(w)) || g == w || g == exact ||
                      std::fabs(g - w) <= tolerance * (std::fabs(w) + c.scale);
    if (!same) {
      char text[160];
      std::snprintf(text, sizeof(text), "is %.17g at element %lld, expected %.17g", g,
                    static_cast<long long>(i), w);
      return text;
    }
  }
  return {};
}

uint32_t Marks(const rnlp_kernel_row_t& row, std::string_view argument) {
  uint32_t flags = 0;
  for (uint32_t i = 0; i < row.num_args; ++i) {
    if (argument == row.args[i].name) flags |= row.args[i].flags;
  }
  return flags;
}

std::string_view InputName(const Reference& reference, size_t i, size_t count) {
  if (!reference.last_input.empty() && i + 1 == count) return reference.last_input;
  return reference.inputs[std::min(i, reference.inputs.size() - 1)];
}

struct KernelResult {
  Result result = Result::kPass;
  int cases = 0;
  std::string reason;
};

// A case as a node and a call of it.
struct Prepared {
  Prepared(const rnlp_kernel_row_t& row, const Reference& reference, const Types& types, const Case& c) {
    node.op = row.op;
    node.attrs = c.attrs;
    for (const auto& [name, dtype] : types) node.attrs[name] = TypeAttr{dtype};
    call.row = &row;
    call.node = &node;
    call.inputs = c.inputs;
    for (size_t i = 0; i < c.inputs.size(); ++i) {
      const uint32_t marks = Marks(row, InputName(reference, i, c.inputs.size()));
      const bool variable = c.variables.count(i) > 0;
      call.host_inputs.push_back((marks & RNLP_ARG_HOST) != 0 && !variable);
      call.constant_inputs.push_back((marks & RNLP_ARG_CONSTANT) != 0 && !variable);
      call.variables.push_back(variable);
      node.inputs.push_back(variable ? static_cast<int32_t>(RNLP_RESOURCE) : c.inputs[i].dtype());
    }
    for (size_t i = 0; i < c.outputs.size(); ++i) {
      const uint32_t marks = Marks(row, reference.outputs[std::min(i, reference.outputs.size() - 1)]);
      call.host_outputs.push_back((marks & RNLP_ARG_HOST) != 0);
      node.outputs.push_back(c.outputs[i].dtype);
    }
  }
  Prepared(const Prepared&) = delete;

  Node node;
  KernelCall call;
};

// What `supports` says of the real node, with its shapes and constants, as a host asks it. Empty: yes.
struct Answer {
  bool failed = false;
  std::string no;
};
Answer Ask(Target& target, const rnlp_kernel_row_t& row, const Prepared& prepared) {
  if (row.supports == nullptr) return {};
  const KernelCall& call = prepared.call;
  std::vector<rnlp_tensor_t> tensors(call.inputs.size());
  std::vector<const rnlp_tensor_t*> inputs;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Value& value = call.inputs[i];
    rnlp_tensor_t& t = tensors[i];
    t.dtype = prepared.node.inputs[i];
    t.rank = call.variables[i] ? 0 : static_cast<int32_t>(value.shape().size());
    t.dims = value.shape().data();
    t.num_elements = call.variables[i] ? 1 : value.count();
    t.size_bytes = call.variables[i] ? 0 : value.size_bytes();
    if (call.constant_inputs[i]) t.data = const_cast<char*>(value.bytes());
    inputs.push_back(&t);
  }
  rnlp_support_t support{};
  support.size_bytes = RNLP_SIZE_TO(rnlp_support_t, reason);
  const Outcome asked =
      Take(target.host(), row.supports(target.host(), target.device(), prepared.node.handle(),
                                       inputs.data(), static_cast<uint32_t>(inputs.size()), &support));
  if (!asked.ok()) return {true, "supports: " + asked.text()};
  if (support.supported != 0) return {};
  return {false, support.reason == nullptr ? "supports says no" : support.reason};
}

// Runs one case in one mode; empty if it is right.
std::string RunCase(Target& target, const rnlp_kernel_row_t& row, const Reference& reference,
                    const Types& types, const Case& c, const RunMode& mode) {
  Prepared prepared(row, reference, types, c);
  KernelCall& call = prepared.call;
  std::vector<Value> outputs;
  for (const Expected& expected : c.outputs)
    outputs.emplace_back(expected.dtype, mode.late ? Shape{0} : expected.shape);
  const Outcome ran = RunKernel(target, &call, mode, &outputs);
  if (c.fails != RNLP_OK) {
    if (ran.code == c.fails) return {};
    return std::string("should end with ") + CodeName(c.fails) + ", and ends with " +
           (ran.ok() ? "OK" : ran.text());
  }
  if (!ran.ok()) return ran.text();
  if (c.judge) return c.judge(outputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string problem = Compare(outputs[i], c.outputs[i], c);
    if (!problem.empty()) return "output " + std::to_string(i) + " " + problem;
  }
  for (const auto& [i, expected] : c.variables) {
    const std::string problem = Compare(call.inputs[i], expected, c);
    if (!problem.empty()) return "variable " + std::to_string(i) + " " + problem;
  }
  return {};
}

std::vector<std::pair<const char*, RunMode>> ModesOf(const rnlp_kernel_row_t& row, const Case& c) {
  if ((row.flags & RNLP_KERNEL_LATE_SHAPE) != 0) return {{" with a late shape", {.late = true}}};
  std::vector<std::pair<const char*, RunMode>> modes = {{"", {}},
                                                        {" at a byte offset", {.offset_bytes = 1}}};
  if (RNLP_HAS(rnlp_kernel_row_t, &row, pack) && row.pack != nullptr)
    modes.push_back({" packed ahead", {.packs = true}});
  for (uint32_t i = 0; i < row.num_aliases; ++i) {
    const rnlp_alias_t& alias = row.aliases[i];
    if (alias.input >= c.inputs.size() || alias.output >= c.outputs.size()) continue;
    const Value like(c.outputs[alias.output].dtype, c.outputs[alias.output].shape);
    if (like.size_bytes() != c.inputs[alias.input].size_bytes()) continue;
    modes.push_back({" in place",
                     {.alias_input = static_cast<int>(alias.input),
                      .alias_output = static_cast<int>(alias.output)}});
  }
  return modes;
}

KernelResult RunKernelCases(Target& target, const rnlp_kernel_row_t& row, const Types& constrained) {
  KernelResult result;
  const Reference* reference = FindReference(row.op);
  if (reference == nullptr) return {Result::kUnsupported, 0, "no float64 reference for this op"};
  if ((row.flags & RNLP_KERNEL_ASYNC) != 0)
    return {Result::kUnsupported, 0, "asynchronous kernels are not run"};
  Types types = constrained;
  for (const auto& [name, dtype] : reference->defaults) types.emplace(name, dtype);
  for (const auto& [name, dtype] : types) {
    if (!IsReal(dtype)) {
      return {Result::kUnsupported, 0,
              std::string(plugin::DTypeName(dtype)) + " has no float64 reference"};
    }
  }
  int refused = 0;
  std::string why;
  for (const Case& c : reference->cases(types)) {
    const Answer answer = Ask(target, row, Prepared(row, *reference, types, c));
    if (answer.failed) return {Result::kFail, result.cases, c.label + ": " + answer.no};
    if (!answer.no.empty()) {
      ++refused;
      if (why.empty()) why = c.label + ": " + answer.no;
      continue;
    }
    for (const auto& [name, mode] : ModesOf(row, c)) {
      const std::string problem = RunCase(target, row, *reference, types, c, mode);
      ++result.cases;
      if (!problem.empty()) return {Result::kFail, result.cases, c.label + name + ": " + problem};
    }
  }
  if (result.cases == 0) return {Result::kUnsupported, 0, why.empty() ? "there is no case" : why};
  if (refused > 0) result.reason = std::to_string(refused) + " cases are refused, the first " + why;
  return result;
}

// The first types and the first case with elements that the row takes; false if there is none.
struct Sample {
  const Reference* reference = nullptr;
  Types types;
  Case c;
  RunMode mode;
};
bool SampleOf(Target& target, const rnlp_kernel_row_t& row, Sample* out) {
  out->reference = FindReference(row.op);
  if (out->reference == nullptr || (row.flags & RNLP_KERNEL_ASYNC) != 0) return false;
  for (uint32_t i = 0; i < row.num_types; ++i) {
    for (uint32_t k = 0; k < row.types[i].count; ++k) {
      if (out->types.count(row.types[i].attr) == 0 && IsReal(row.types[i].dtypes[k]))
        out->types[row.types[i].attr] = row.types[i].dtypes[k];
    }
    if (out->types.count(row.types[i].attr) == 0) return false;
  }
  for (const auto& [name, dtype] : out->reference->defaults) out->types.emplace(name, dtype);
  for (Case& c : out->reference->cases(out->types)) {
    if (c.fails != RNLP_OK || c.outputs.empty() || Count(c.outputs[0].shape) == 0) continue;
    const Answer answer = Ask(target, row, Prepared(row, *out->reference, out->types, c));
    if (answer.failed || !answer.no.empty()) continue;
    out->mode = ModesOf(row, c)[0].second;
    out->c = std::move(c);
    return true;
  }
  return false;
}

// Whether no more statuses are alive than before. A device's own thread may hold one for a moment after
// it has told.
bool ComesBackTo(const Host* host, int64_t statuses) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (host->live_statuses > statuses && std::chrono::steady_clock::now() < limit)
    std::this_thread::yield();
  return host->live_statuses <= statuses;
}

// A kernel's life, from create to the end of its work, while each of its allocations in turn fails.
std::string FaultsOf(Target& target, const rnlp_kernel_row_t& row, const Sample& sample, int* runs) {
  constexpr int64_t kMostFaults = 40;
  Host* host = target.host();
  const auto run = [&] {
    ++*runs;
    return RunCase(target, row, *sample.reference, sample.types, sample.c, sample.mode);
  };
  const int64_t before = host->allocations;
  std::string problem = run();
  if (!problem.empty()) return problem;
  const int64_t used = std::min<int64_t>(host->allocations - before, kMostFaults);
  for (int64_t n = 0; n < used && problem.empty(); ++n) {
    const int64_t statuses = host->live_statuses;
    host->fail_at = host->allocations + n;
    problem = run();
    host->fail_at = -1;
    if (problem.rfind("RESOURCE_EXHAUSTED", 0) == 0) problem.clear();
    if (!problem.empty()) {
      problem.insert(0, "allocation " + std::to_string(n) + " failed: ");
    } else if (!ComesBackTo(host, statuses)) {
      problem = "a status leaks when allocation " + std::to_string(n) + " fails";
    }
  }
  return problem.empty() ? run() : problem;
}

// Kernels of a device in host memory, each on several threads at once.
std::string ThreadsOf(Target& target, const rnlp_kernel_row_t& row, const Sample& sample) {
  constexpr size_t kThreads = 3;
  std::string problems[kThreads];
  std::vector<std::thread> threads;
  for (std::string& problem : problems) {
    threads.emplace_back([&] {
      for (int round = 0; round < 3 && problem.empty(); ++round)
        problem = RunCase(target, row, *sample.reference, sample.types, sample.c, sample.mode);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& problem : problems) {
    if (!problem.empty()) return problem;
  }
  return {};
}

void CheckLives(Target& target, Report* report) {
  int faults = 0, rows = 0;
  std::string fault, thread;
  const rnlp_plugin_t* plugin = target.plugin();
  for (uint32_t r = 0; r < plugin->num_kernels; ++r) {
    const rnlp_kernel_row_t& row = *plugin->kernels[r];
    Sample sample;
    if (std::string_view(row.device_type) != target.info().type || !SampleOf(target, row, &sample))
      continue;
    // What is wrong by itself is reported where kernels are compared.
    if (!RunCase(target, row, *sample.reference, sample.types, sample.c, sample.mode).empty()) continue;
    ++rows;
    if (fault.empty()) {
      fault = FaultsOf(target, row, sample, &faults);
      if (!fault.empty()) fault.insert(0, std::string(row.op) + ": ");
    }
    if (target.host_memory() && thread.empty()) {
      thread = ThreadsOf(target, row, sample);
      if (!thread.empty()) thread.insert(0, std::string(row.op) + ": ");
    }
  }
  if (rows == 0) return;
  report->Check("every n-th allocation of a kernel fails", target.name(),
                fault.empty() ? Result::kPass : Result::kFail,
                fault.empty() ? std::to_string(faults) + " runs" : fault);
  if (target.host_memory()) {
    report->Check("kernels on several threads", target.name(),
                  thread.empty() ? Result::kPass : Result::kFail, thread);
  }
}

}  // namespace

void CheckKernels(Target& target, Report* report) {
  const rnlp_plugin_t* plugin = target.plugin();
  for (uint32_t r = 0; r < plugin->num_kernels; ++r) {
    const rnlp_kernel_row_t& row = *plugin->kernels[r];
    if (std::string_view(row.device_type) != target.info().type) continue;
    // Every combination of the types that the row allows.
    std::vector<uint32_t> at(row.num_types, 0);
    for (bool more = true; more;) {
      Types types;
      std::string label;
      for (uint32_t i = 0; i < row.num_types; ++i) {
        const int32_t dtype = row.types[i].count > 0 ? row.types[i].dtypes[at[i]] : RNLP_INVALID;
        types[row.types[i].attr] = dtype;
        label += (label.empty() ? "" : ",") + std::string(plugin::DTypeName(dtype));
      }
      const KernelResult result = RunKernelCases(target, row, types);
      report->Kernel(row.op, label, target.name(), result.result, result.cases, result.reason);
      more = false;
      for (uint32_t i = row.num_types; i > 0; --i) {
        if (++at[i - 1] < row.types[i - 1].count) {
          more = true;
          break;
        }
        at[i - 1] = 0;
      }
    }
  }
  CheckLives(target, report);
  if (target.host()->live_statuses != 0) {
    report->Check("statuses are released", target.name(), Result::kFail,
                  std::to_string(target.host()->live_statuses) + " are left");
  }
}

}  // namespace runnel::conformance

// Kernels against float64 references.
#include <cmath>
#include <cstdio>

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

std::string Compare(const Value& got, const Expected& want, double scale) {
  if (got.shape() != want.shape) return "has the wrong shape";
  const Value rounded(want.dtype, want.shape, want.numbers);  // wraps integers as the type does
  const double tolerance = Tolerance(want.dtype);
  for (int64_t i = 0; i < got.count(); ++i) {
    const double g = got.Get(i);
    const double w = IsFloating(want.dtype) ? want.numbers[static_cast<size_t>(i)] : rounded.Get(i);
    const double exact = IsFloating(want.dtype) ? rounded.Get(i) : w;
    const bool same = (std::isnan(g) && std::isnan(w)) || g == w || g == exact ||
                      std::fabs(g - w) <= tolerance * (std::fabs(w) + scale);
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

// Runs one case in one mode; empty if it is right.
std::string RunCase(Target& target, const rnlp_kernel_row_t& row, const Reference& reference,
                    const Types& types, const Case& c, const RunMode& mode) {
  Node node;
  node.op = row.op;
  node.attrs = c.attrs;
  for (const auto& [name, dtype] : types) node.attrs[name] = TypeAttr{dtype};
  KernelCall call;
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
  std::vector<Value> outputs;
  for (size_t i = 0; i < c.outputs.size(); ++i) {
    call.host_outputs.push_back(
        (Marks(row, reference.outputs[std::min(i, reference.outputs.size() - 1)]) & RNLP_ARG_HOST) != 0);
    outputs.emplace_back(c.outputs[i].dtype, mode.late ? Shape{0} : c.outputs[i].shape);
    node.outputs.push_back(c.outputs[i].dtype);
  }
  const Outcome ran = RunKernel(target, &call, mode, &outputs);
  if (!ran.ok()) return ran.text();
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string problem = Compare(outputs[i], c.outputs[i], c.scale);
    if (!problem.empty()) return "output " + std::to_string(i) + " " + problem;
  }
  for (const auto& [i, expected] : c.variables) {
    const std::string problem = Compare(call.inputs[i], expected, c.scale);
    if (!problem.empty()) return "variable " + std::to_string(i) + " " + problem;
  }
  return {};
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
  if (row.supports != nullptr) {
    Node node;
    node.op = row.op;
    for (const auto& [name, dtype] : types) node.attrs[name] = TypeAttr{dtype};
    rnlp_support_t support{};
    support.size_bytes = RNLP_SIZE_TO(rnlp_support_t, reason);
    const Outcome asked = Take(target.host(), row.supports(target.host(), target.device(), node.handle(),
                                                           nullptr, 0, &support));
    if (!asked.ok()) return {Result::kFail, 0, "supports: " + asked.text()};
    if (support.supported == 0) {
      return {Result::kUnsupported, 0, support.reason == nullptr ? "supports says no" : support.reason};
    }
  }
  for (const Case& c : reference->cases(types)) {
    std::vector<std::pair<const char*, RunMode>> modes;
    if ((row.flags & RNLP_KERNEL_LATE_SHAPE) != 0) {
      modes.push_back({"late shape", {.late = true}});
    } else {
      modes.push_back({"", {}});
      modes.push_back({" at a byte offset", {.offset_bytes = 1}});
      for (uint32_t i = 0; i < row.num_aliases; ++i) {
        const rnlp_alias_t& alias = row.aliases[i];
        if (alias.input >= c.inputs.size() || alias.output >= c.outputs.size()) continue;
        const Value like(c.outputs[alias.output].dtype, c.outputs[alias.output].shape);
        if (like.size_bytes() != c.inputs[alias.input].size_bytes()) continue;
        modes.push_back({" in place",
                         {.alias_input = static_cast<int>(alias.input),
                          .alias_output = static_cast<int>(alias.output)}});
      }
    }
    for (const auto& [name, mode] : modes) {
      const std::string problem = RunCase(target, row, *reference, types, c, mode);
      ++result.cases;
      if (!problem.empty()) return {Result::kFail, result.cases, c.label + name + ": " + problem};
    }
  }
  return result;
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
  if (target.host()->live_statuses != 0) {
    report->Check("statuses are released", target.name(), Result::kFail,
                  std::to_string(target.host()->live_statuses) + " are left");
  }
}

}  // namespace runnel::conformance

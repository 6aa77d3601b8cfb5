// Training: optimizer steps on variables, for all of a variable or for some of its rows. What a rule
// does to an element is in simd_optimizer.cc; half and bfloat16 go through it as float.
#include <algorithm>
#include <array>
#include <span>

#include "devices/cpu/optimizer.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"
#include "devices/cpu/variable.h"
#include "plugins/sdk/optimizer.h"

namespace runnel::cpu {
namespace {

// Half and bfloat16: a piece at a time, through the f32 loop.
template <typename T>
void StepNarrow(OptimizerLoop<float> loop, int num_slots, T* const* slots, const T* grad,
                const float* scalars, bool option, int64_t n) {
  constexpr int64_t kPiece = 256;
  float wide[kMaxSlots + 1][kPiece];
  float* wide_slots[kMaxSlots];
  for (int k = 0; k < num_slots; ++k) wide_slots[k] = wide[k];
  for (int64_t at = 0; at < n; at += kPiece) {
    const int64_t m = std::min(kPiece, n - at);
    for (int k = 0; k < num_slots; ++k) {
      for (int64_t i = 0; i < m; ++i) wide[k][i] = Load(slots[k][at + i]);
    }
    for (int64_t i = 0; i < m; ++i) wide[kMaxSlots][i] = Load(grad[at + i]);
    loop(wide_slots, wide[kMaxSlots], scalars, option, m);
    for (int k = 0; k < num_slots; ++k) {
      for (int64_t i = 0; i < m; ++i) slots[k][at + i] = Store<T>(wide[k][i]);
    }
  }
}

struct TrainingKernel {
  const char* op;
  OptimizerRule rule;
  int num_slots;
  bool option;
  int32_t dtype;
  OptimizerLoop<float> f32;
  OptimizerLoop<double> f64;
  // Inputs by number; indices -1: there are none.
  int gradient;
  int indices;
  int num_scalars;
  int scalars[kMaxScalars];
  char scalar_names[kMaxScalars][16];

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node,
                      const plugin::OptimizerOp& entry) {
    const plugin::OptimizerRuleInfo& info = entry.info();
    const plugin::OptimizerInputs inputs = plugin::InputsOf(entry);
    op = entry.op;
    rule = entry.rule;
    num_slots = static_cast<int>(info.slots.size());
    gradient = inputs.gradient;
    indices = inputs.indices;
    num_scalars = inputs.num_scalars;
    for (int i = 0; i < num_scalars; ++i) {
      scalars[i] = inputs.scalars[i];
      char* copy = scalar_names[i];
      copy[inputs.scalar_names[i].copy(copy, sizeof(scalar_names[0]) - 1)] = '\0';
    }
    dtype = host->node_input_dtype(host, node, static_cast<uint32_t>(gradient));
    const OptimizerTable& table = Optimizers(ChooseIsa(host));
    f32 = table.f32[rule];
    f64 = table.f64[rule];
    option = info.option_default;
    return info.option == nullptr ? nullptr : AttrBool(host, node, info.option, &option);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* vars[kMaxSlots] = {};
    const std::span<const rnlp_arg_mark_t> names = plugin::kOptimizerRules[rule].slots;
    for (int i = 0; i < num_slots; ++i) {
      RUNNEL_CPU_RETURN_IF_ERROR(ResolveVariable(run, op, static_cast<uint32_t>(i), dtype, &vars[i]));
      RUNNEL_CPU_RETURN_IF_ERROR(
          RequireVariableShape(run, op, names[static_cast<size_t>(i)].name, vars[i], vars[0]));
    }
    for (int i = 0; i < num_scalars; ++i) {
      RUNNEL_CPU_RETURN_IF_ERROR(RequireOneElement(run, op, scalar_names[i], run->inputs[scalars[i]]));
    }
    if (indices < 0) {
      RUNNEL_CPU_RETURN_IF_ERROR(RequireVariableShape(run, op, rule == kDescendRule ? "delta" : "grad",
                                                      run->inputs[gradient], vars[0]));
    } else {
      RUNNEL_CPU_RETURN_IF_ERROR(CheckRows(run, vars[0]));
    }
    switch (dtype) {
      case RNLP_FLOAT:
        return Step<float>(run, vars);
      case RNLP_DOUBLE:
        return Step<double>(run, vars);
      case RNLP_HALF:
        return Step<Half>(run, vars);
      default:
        return Step<BFloat16>(run, vars);
    }
  }

  // The gradient has a row of the variable for every index.
  rnlp_status_t* CheckRows(const rnlp_run_t* run, const rnlp_tensor_t* var) const {
    const rnlp_tensor_t* rows = run->inputs[indices];
    const rnlp_tensor_t* grad = run->inputs[gradient];
    if (!plugin::RowsFit(grad, var, rows)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: grad %s should have a row of the variable %s for every index of indices %s", op,
                  ShapeText(grad).text, ShapeText(var).text, ShapeText(rows).text);
    }
    return CheckIndices(run, op, rows, var->dims[0]);
  }

  // FTRL divides by the rate and takes roots.
  template <typename C>
  rnlp_status_t* CheckScalars(const rnlp_run_t* run, const C* values) const {
    if (rule != kFtrlRule && rule != kFtrlV2Rule) return nullptr;
    const int last = num_scalars - 1;  // lr_power
    for (int i = 0; i <= last; ++i) {
      const bool fits = i == 0 ? values[i] > 0 : i < last ? values[i] >= 0 : values[i] <= 0;
      if (fits) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s is %g, it should %s", op, scalar_names[i],
                  static_cast<double>(values[i]),
                  i == 0     ? "be positive"
                  : i < last ? "not be negative"
                             : "not be positive");
    }
    return nullptr;
  }

  template <typename T>
  rnlp_status_t* Step(const rnlp_run_t* run, const rnlp_tensor_t* const* vars) const {
    Compute<T> values[kMaxScalars] = {};
    for (int i = 0; i < num_scalars; ++i) {
      const rnlp_tensor_t* scalar = run->inputs[scalars[i]];  // of T, or a step's number
      values[i] = scalar->dtype == RNLP_INT64 ? static_cast<Compute<T>>(*Data<int64_t>(scalar))
                                              : Load(*Data<T>(scalar));
    }
    RUNNEL_CPU_RETURN_IF_ERROR(CheckScalars(run, values));
    const T* grad = Data<T>(run->inputs[gradient]);
    // Steps n elements of the variables from `to` on, along the gradient from `from` on.
    const auto step = [&](int64_t to, int64_t from, int64_t n) {
      T* slots[kMaxSlots];
      for (int k = 0; k < num_slots; ++k) slots[k] = Data<T>(vars[k]) + to;
      if constexpr (std::is_same_v<T, double>) {
        f64(slots, grad + from, values, option, n);
      } else if constexpr (std::is_same_v<T, float>) {
        f32(slots, grad + from, values, option, n);
      } else {
        StepNarrow(f32, num_slots, slots, grad + from, values, option, n);
      }
    };
    const int64_t n = vars[0]->num_elements;
    if (indices < 0) {
      ParallelFor(run, n, kBlockElements,
                  [&](int64_t begin, int64_t end) { step(begin, begin, end - begin); });
    } else if (n > 0) {
      const int64_t row = n / vars[0]->dims[0];
      const rnlp_tensor_t* rows = run->inputs[indices];
      ForEachRow(
          run, rows->num_elements, row, [&](int64_t i) { return IndexAt(rows, i); },
          [&](int64_t i, int64_t index) { step(index * row, i * row, row); });
    }
    return nullptr;
  }
};

rnlp_status_t* CreateTraining(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                              rnlp_kernel_t** out) {
  const rnlp_str_t name = host->node_op(host, node);
  const plugin::OptimizerOp* entry = plugin::FindOptimizerOp({name.data, name.size});
  if (entry == nullptr) {
    return Fail(host, RNLP_UNIMPLEMENTED, "%.*s: no CPU kernel", static_cast<int>(name.size), name.data);
  }
  TrainingKernel* kernel = New<TrainingKernel>(host);
  if (kernel == nullptr) return OutOfMemory(host, entry->op);
  if (rnlp_status_t* status = kernel->Init(host, node, *entry)) {
    host->free(host, kernel, sizeof(TrainingKernel));
    return status;
  }
  *out = AsHandle(kernel);
  return nullptr;
}

constexpr rnlp_type_constraint_t kTypes[] = {Types("T", kFloatTypes), Types("Tindices", kIndexTypes)};

constexpr rnlp_kernel_row_t Row(const plugin::OptimizerOp& entry) {
  const std::span<const rnlp_arg_mark_t> slots = entry.info().slots;
  return MakeRow({.op = entry.op,
                  .flags = RNLP_KERNEL_STATEFUL,
                  .types = kTypes,
                  .num_types = entry.by_rows() ? 2u : 1u,
                  .args = slots.data(),
                  .num_args = static_cast<uint32_t>(slots.size()),
                  .create = CreateTraining,
                  .destroy = Destroy<TrainingKernel>,
                  .plan = slots.size() > 2 ? PlanElements<1000> : PlanElements<400>,
                  .run = runnel::cpu::Run<TrainingKernel>});
}

}  // namespace

constexpr auto kTrainingRows = [] {
  std::array<rnlp_kernel_row_t, std::size(plugin::kOptimizerOps)> rows = {};
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = Row(plugin::kOptimizerOps[i]);
  return rows;
}();
RUNNEL_CPU_ROWS(Training)

}  // namespace runnel::cpu

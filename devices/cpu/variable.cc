// State: ops that read or update variables in place. The host has resolved and locked each variable; a
// kernel checks its type and shape, and never keeps its address.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/optimizer.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

constexpr char kAssignAdd[] = "AssignAddVariableOp";
constexpr char kAssignSub[] = "AssignSubVariableOp";
constexpr char kGather[] = "ResourceGather";
constexpr char kScatterAdd[] = "ResourceScatterAdd";
constexpr char kDescent[] = "ResourceApplyGradientDescent";
constexpr char kMomentum[] = "ResourceApplyMomentum";
constexpr char kAdam[] = "ResourceApplyAdam";

// The value of variable argument `index`. Errors: FAILED_PRECONDITION without a value, INVALID_ARGUMENT
// for another type.
rnlp_status_t* Resolve(const rnlp_run_t* run, const char* op, uint32_t index, int32_t dtype,
                       const rnlp_tensor_t** out) {
  const auto* variable = Data<const rnlp_variable_t>(run->inputs[index]);
  const int name_size = static_cast<int>(std::min<size_t>(variable->name.size, 100));
  if (variable->value.dtype == RNLP_INVALID || variable->value.rank < 0 ||
      (variable->value.data == nullptr && variable->value.num_elements != 0)) {
    return Fail(run->host, RNLP_FAILED_PRECONDITION, "%s: variable \"%.*s\" has no value", op, name_size,
                variable->name.data);
  }
  if (variable->value.dtype != dtype) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: variable \"%.*s\" is %s, expected %s", op,
                name_size, variable->name.data, TypeName(variable->value.dtype), TypeName(dtype));
  }
  *out = &variable->value;
  return nullptr;
}

rnlp_status_t* RequireShape(const rnlp_run_t* run, const char* op, const char* arg,
                            const rnlp_tensor_t* tensor, const rnlp_tensor_t* var) {
  if (SameDims(tensor, var)) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s has shape %s, the variable %s", op, arg,
              ShapeText(tensor).text, ShapeText(var).text);
}
rnlp_status_t* RequireScalar(const rnlp_run_t* run, const char* op, const char* arg,
                             const rnlp_tensor_t* tensor) {
  if (tensor->num_elements == 1) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s should be a scalar, got shape %s", op, arg,
              ShapeText(tensor).text);
}

struct AssignKernel {
  const char* op;
  int32_t dtype;
  BinaryKernel add;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 1);
    if (!InitAddKernel(host, op, dtype, std::strcmp(op, kAssignSub) == 0, &add)) {
      return Fail(host, RNLP_UNIMPLEMENTED, "%s: no CPU kernel for %s", op, TypeName(dtype));
    }
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* value = run->inputs[1];
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run, op, 0, dtype, &var));
    RUNNEL_CPU_RETURN_IF_ERROR(RequireShape(run, op, "value", value, var));
    ParallelFor(run->host, var->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      char* to = Data<char>(var) + begin * add.in_bytes;
      add.Call(to, Data<const char>(value) + begin * add.in_bytes, to, end - begin, kVectors);
    });
    return nullptr;
  }
};

rnlp_status_t* CheckIndices(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* indices,
                            int64_t limit) {
  for (int64_t i = 0; i < indices->num_elements; ++i) {
    const int64_t index = IndexAt(indices, i);
    if (index < 0 || index >= limit) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: indices[%lld] = %lld is not in [0,%lld)", op,
                  static_cast<long long>(i), static_cast<long long>(index),
                  static_cast<long long>(limit));
    }
  }
  return nullptr;
}

struct GatherKernel {
  const char* op;
  int32_t dtype;
  int64_t batch_dims = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_output_dtype(host, node, 0);
    return AttrInt(host, node, "batch_dims", &batch_dims);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* indices = run->inputs[1];
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run, op, 0, dtype, &var));
    if (batch_dims < 0 || batch_dims > indices->rank || batch_dims >= var->rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: batch_dims %lld does not fit variable %s and indices %s", op,
                  static_cast<long long>(batch_dims), ShapeText(var).text, ShapeText(indices).text);
    }
    int64_t batch = 1;
    for (int64_t i = 0; i < batch_dims; ++i) {
      if (var->dims[i] != indices->dims[i]) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: variable %s and indices %s differ in batch dimension %lld", op,
                    ShapeText(var).text, ShapeText(indices).text, static_cast<long long>(i));
      }
      batch *= var->dims[i];
    }
    if (indices->rank + var->rank - 1 - batch_dims > kMaxRank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the result has more than %d dimensions", op,
                  kMaxRank);
    }
    Dims out;
    for (int32_t i = 0; i < indices->rank; ++i) out.Add(indices->dims[i]);
    int64_t slice = TypeSize(dtype);
    for (int64_t i = batch_dims + 1; i < var->rank; ++i) {
      out.Add(var->dims[i]);
      slice *= var->dims[i];
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    const int64_t limit = var->dims[batch_dims];
    RUNNEL_CPU_RETURN_IF_ERROR(CheckIndices(run, op, indices, limit));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const int64_t per_batch = indices->num_elements / batch;
    ParallelFor(run->host, indices->num_elements, RowBlock(slice), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        std::memcpy(Data<char>(run->outputs[0]) + i * slice,
                    Data<const char>(var) + (i / per_batch * limit + IndexAt(indices, i)) * slice,
                    static_cast<size_t>(slice));
      }
    });
    return nullptr;
  }
};

// var[indices[i]] += updates[i]; equal indices are added one after the other, in order.
struct ScatterAddKernel {
  const char* op;
  int32_t dtype;
  BinaryKernel add;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 2);
    InitAddKernel(host, op, dtype, false, &add);
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* indices = run->inputs[1];
    const rnlp_tensor_t* updates = run->inputs[2];
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run, op, 0, dtype, &var));
    bool fits = var->rank >= 1;
    const bool is_scalar = updates->rank == 0;
    if (fits && !is_scalar) {
      fits = updates->rank == indices->rank + var->rank - 1;
      for (int32_t i = 0; fits && i < updates->rank; ++i) {
        fits = updates->dims[i] ==
               (i < indices->rank ? indices->dims[i] : var->dims[i - indices->rank + 1]);
      }
    }
    if (!fits) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: updates %s should be shaped like indices %s followed by the rows of the variable %s", op,
          ShapeText(updates).text, ShapeText(indices).text, ShapeText(var).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(CheckIndices(run, op, indices, var->dims[0]));
    if (indices->num_elements == 0 || var->num_elements == 0) return nullptr;
    const int64_t slice = var->num_elements / var->dims[0];
    const int64_t bytes = add.in_bytes;
    // Threads take columns, never rows, so the order of additions to an element is that of the indices.
    const int64_t columns =
        indices->num_elements * slice < kParallelElements ? slice : std::max<int64_t>(64, slice / 16);
    ParallelFor(run->host, slice, columns, [&](int64_t begin, int64_t end) {
      for (int64_t i = 0; i < indices->num_elements; ++i) {
        char* to = Data<char>(var) + (IndexAt(indices, i) * slice + begin) * bytes;
        const char* from = Data<const char>(updates) + (is_scalar ? 0 : (i * slice + begin) * bytes);
        add.Call(to, from, to, end - begin, is_scalar ? kScalarB : kVectors);
      }
    });
    return nullptr;
  }
};

// Half and bfloat16 variables: the same rules in float, rounded when they are stored.
template <typename T>
void DescendNarrow(T* var, const T* delta, T alpha, int64_t n) {
  for (int64_t i = 0; i < n; ++i) var[i] = Store<T>(Load(var[i]) - Load(delta[i]) * Load(alpha));
}
template <typename T>
void MomentumNarrow(T* var, T* accum, const T* grad, T lr, T momentum, bool nesterov, int64_t n) {
  const float rate = Load(lr), keep = Load(momentum);
  for (int64_t i = 0; i < n; ++i) {
    const float g = Load(grad[i]);
    const float a = Load(accum[i]) * keep + g;
    accum[i] = Store<T>(a);
    var[i] = Store<T>(Load(var[i]) - (nesterov ? g * rate + a * keep * rate : a * rate));
  }
}
template <typename T>
void AdamNarrow(T* var, T* m, T* v, const T* grad, float alpha, float beta1, float beta2, float epsilon,
                bool nesterov, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const float g = Load(grad[i]);
    const float mean = Load(m[i]) + (g - Load(m[i])) * (1 - beta1);
    const float square = Load(v[i]) + (g * g - Load(v[i])) * (1 - beta2);
    m[i] = Store<T>(mean);
    v[i] = Store<T>(square);
    const float direction = nesterov ? g * (1 - beta1) + mean * beta1 : mean;
    var[i] = Store<T>(Load(var[i]) - direction * alpha / (std::sqrt(square) + epsilon));
  }
}

template <typename T>
inline constexpr bool kHasVectors = std::is_same_v<T, float> || std::is_same_v<T, double>;

struct TrainingKernel {
  const char* op;
  int32_t dtype = 0;
  bool nesterov = false;
  const OptimizerTable* table = nullptr;
  rnlp_status_t* InitTraining(const rnlp_host_t* host, const rnlp_node_t* node, uint32_t typed_input) {
    dtype = host->node_input_dtype(host, node, typed_input);
    table = &Optimizers(ChooseIsa(host));
    return AttrBool(host, node, "use_nesterov", &nesterov);
  }
  // Calls f(tag) for the type of this kernel.
  template <typename F>
  void Visit(const F& f) const {
    switch (dtype) {
      case RNLP_FLOAT:
        f(TypeTag<float>{});
        break;
      case RNLP_DOUBLE:
        f(TypeTag<double>{});
        break;
      case RNLP_HALF:
        f(TypeTag<Half>{});
        break;
      default:
        f(TypeTag<BFloat16>{});
        break;
    }
  }
};

struct DescentKernel : TrainingKernel {
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return InitTraining(host, node, 1);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run, op, 0, dtype, &var));
    RUNNEL_CPU_RETURN_IF_ERROR(RequireScalar(run, op, "alpha", run->inputs[1]));
    RUNNEL_CPU_RETURN_IF_ERROR(RequireShape(run, op, "delta", run->inputs[2], var));
    Visit([&](auto tag) {
      using T = typename decltype(tag)::Type;
      const T alpha = *Data<T>(run->inputs[1]);
      ParallelFor(run->host, var->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
        T* to = Data<T>(var) + begin;
        const T* delta = Data<T>(run->inputs[2]) + begin;
        if constexpr (kHasVectors<T>)
          Select(*table, T{}).descend(to, delta, alpha, end - begin);
        else
          DescendNarrow(to, delta, alpha, end - begin);
      });
    });
    return nullptr;
  }
};

struct MomentumKernel : TrainingKernel {
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return InitTraining(host, node, 2);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* accum = nullptr;
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run, op, 0, dtype, &var));
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run, op, 1, dtype, &accum));
    RUNNEL_CPU_RETURN_IF_ERROR(RequireShape(run, op, "accum", accum, var));
    RUNNEL_CPU_RETURN_IF_ERROR(RequireScalar(run, op, "lr", run->inputs[2]));
    RUNNEL_CPU_RETURN_IF_ERROR(RequireShape(run, op, "grad", run->inputs[3], var));
    RUNNEL_CPU_RETURN_IF_ERROR(RequireScalar(run, op, "momentum", run->inputs[4]));
    Visit([&](auto tag) {
      using T = typename decltype(tag)::Type;
      const T lr = *Data<T>(run->inputs[2]);
      const T momentum = *Data<T>(run->inputs[4]);
      ParallelFor(run->host, var->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
        T* to = Data<T>(var) + begin;
        T* kept = Data<T>(accum) + begin;
        const T* grad = Data<T>(run->inputs[3]) + begin;
        if constexpr (kHasVectors<T>)
          Select(*table, T{}).momentum(to, kept, grad, lr, momentum, nesterov, end - begin);
        else
          MomentumNarrow(to, kept, grad, lr, momentum, nesterov, end - begin);
      });
    });
    return nullptr;
  }
};

struct AdamKernel : TrainingKernel {
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return InitTraining(host, node, 3);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* vars[3] = {};
    static constexpr const char* kNames[] = {"var", "m",     "v",     "beta1_power", "beta2_power",
                                             "lr",  "beta1", "beta2", "epsilon",     "grad"};
    for (uint32_t i = 0; i < 3; ++i) {
      RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run, op, i, dtype, &vars[i]));
      RUNNEL_CPU_RETURN_IF_ERROR(RequireShape(run, op, kNames[i], vars[i], vars[0]));
    }
    for (uint32_t i = 3; i < 9; ++i) {
      RUNNEL_CPU_RETURN_IF_ERROR(RequireScalar(run, op, kNames[i], run->inputs[i]));
    }
    RUNNEL_CPU_RETURN_IF_ERROR(RequireShape(run, op, "grad", run->inputs[9], vars[0]));
    Visit([&](auto tag) {
      using T = typename decltype(tag)::Type;
      using C = Compute<T>;
      const auto scalar = [&](uint32_t i) { return Load(*Data<T>(run->inputs[i])); };
      const C alpha = scalar(5) * std::sqrt(C{1} - scalar(4)) / (C{1} - scalar(3));
      const C beta1 = scalar(6), beta2 = scalar(7), epsilon = scalar(8);
      ParallelFor(run->host, vars[0]->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
        T* var = Data<T>(vars[0]) + begin;
        T* m = Data<T>(vars[1]) + begin;
        T* v = Data<T>(vars[2]) + begin;
        const T* grad = Data<T>(run->inputs[9]) + begin;
        const int64_t n = end - begin;
        if constexpr (kHasVectors<T>) {
          Select(*table, T{}).adam(var, m, v, grad, alpha, beta1, beta2, epsilon, nesterov, n);
        } else {
          AdamNarrow(var, m, v, grad, alpha, beta1, beta2, epsilon, nesterov, n);
        }
      });
    });
    return nullptr;
  }
};

constexpr rnlp_type_constraint_t kAssignT[] = {Types("dtype", kNumberTypes)};
constexpr rnlp_type_constraint_t kScatterT[] = {Types("dtype", kNumberTypes),
                                                Types("Tindices", kIndexTypes)};
constexpr int32_t kGatherTypes[] = {RNLP_FLOAT, RNLP_DOUBLE,    RNLP_HALF,      RNLP_BFLOAT16,
                                    RNLP_INT8,  RNLP_INT16,     RNLP_INT32,     RNLP_INT64,
                                    RNLP_UINT8, RNLP_UINT16,    RNLP_UINT32,    RNLP_UINT64,
                                    RNLP_BOOL,  RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kGatherT[] = {Types("dtype", kGatherTypes),
                                               Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kFloatT[] = {Types("T", kFloatTypes)};
constexpr rnlp_arg_mark_t kUpdate[] = {{"resource", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kRead[] = {{"resource", RNLP_ARG_READ}};
constexpr rnlp_arg_mark_t kVar[] = {{"var", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kVarAccum[] = {{"var", RNLP_ARG_UPDATE}, {"accum", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kVarMV[] = {
    {"var", RNLP_ARG_UPDATE}, {"m", RNLP_ARG_UPDATE}, {"v", RNLP_ARG_UPDATE}};

template <class K, const char* kOp, int kPicoseconds, size_t kTypes, size_t kArgs>
constexpr rnlp_kernel_row_t Row(uint32_t flags, const rnlp_type_constraint_t (&types)[kTypes],
                                const rnlp_arg_mark_t (&args)[kArgs]) {
  return MakeRow({.op = kOp,
                  .flags = flags,
                  .types = types,
                  .num_types = kTypes,
                  .args = args,
                  .num_args = kArgs,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = Run<K>});
}

}  // namespace

constinit const rnlp_kernel_row_t kVariableRows[] = {
    Row<AssignKernel, kAssignAdd, 300>(RNLP_KERNEL_STATEFUL, kAssignT, kUpdate),
    Row<AssignKernel, kAssignSub, 300>(RNLP_KERNEL_STATEFUL, kAssignT, kUpdate),
    Row<GatherKernel, kGather, 200>(RNLP_KERNEL_STATEFUL, kGatherT, kRead),
    Row<ScatterAddKernel, kScatterAdd, 500>(RNLP_KERNEL_STATEFUL, kScatterT, kUpdate),
    Row<DescentKernel, kDescent, 300>(RNLP_KERNEL_STATEFUL, kFloatT, kVar),
    Row<MomentumKernel, kMomentum, 500>(RNLP_KERNEL_STATEFUL, kFloatT, kVarAccum),
    Row<AdamKernel, kAdam, 1000>(RNLP_KERNEL_STATEFUL, kFloatT, kVarMV),
};

}  // namespace runnel::cpu

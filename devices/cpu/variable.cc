// State: ops that add to variables in place, or read rows of them.
#include "devices/cpu/variable.h"

#include <cstring>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/index_text.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {

rnlp_status_t* RequireVariableShape(const rnlp_run_t* run, const char* op, const char* arg,
                                    const rnlp_tensor_t* tensor, const rnlp_tensor_t* var) {
  if (SameDims(tensor, var)) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s has shape %s, the variable %s", op, arg,
              ShapeText(tensor).text, ShapeText(var).text);
}
rnlp_status_t* RequireOneElement(const rnlp_run_t* run, const char* op, const char* arg,
                                 const rnlp_tensor_t* tensor) {
  if (tensor->num_elements == 1) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s should be a scalar, got shape %s", op, arg,
              ShapeText(tensor).text);
}

rnlp_status_t* CheckIndices(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* indices,
                            int64_t limit) {
  for (int64_t i = 0; i < indices->num_elements; ++i) {
    const int64_t index = IndexAt(indices, i);
    if (index < 0 || index >= limit) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: indices%s = %lld is not in [0, %lld)", op,
                  IndexText(indices, i).text, static_cast<long long>(index),
                  static_cast<long long>(limit));
    }
  }
  return nullptr;
}

namespace {

constexpr char kAssignAdd[] = "AssignAddVariableOp";
constexpr char kAssignSub[] = "AssignSubVariableOp";
constexpr char kGather[] = "ResourceGather";
constexpr char kCountUpTo[] = "ResourceCountUpTo";

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
    RUNNEL_CPU_RETURN_IF_ERROR(ResolveVariable(run, op, 0, dtype, &var));
    RUNNEL_CPU_RETURN_IF_ERROR(RequireVariableShape(run, op, "value", value, var));
    ParallelFor(run, var->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      char* to = Data<char>(var) + begin * add.in_bytes;
      add.Call(to, Data<const char>(value) + begin * add.in_bytes, to, end - begin, kVectors);
    });
    return nullptr;
  }
};

struct CountKernel {
  const char* op;
  int32_t dtype;
  int64_t limit = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_output_dtype(host, node, 0);
    return AttrInt(host, node, "limit", &limit);
  }
  template <typename T>
  rnlp_status_t* Count(const rnlp_run_t* run, const rnlp_tensor_t* var) const {
    T* number = Data<T>(var);
    if (*number >= limit) {
      return Fail(run->host, RNLP_OUT_OF_RANGE, "%s: reached limit of %lld", op,
                  static_cast<long long>(limit));
    }
    *Data<T>(run->outputs[0]) = (*number)++;
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    RUNNEL_CPU_RETURN_IF_ERROR(ResolveVariable(run, op, 0, dtype, &var));
    RUNNEL_CPU_RETURN_IF_ERROR(RequireOneElement(run, op, "resource", var));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 0, nullptr));
    return dtype == RNLP_INT32 ? Count<int32_t>(run, var) : Count<int64_t>(run, var);
  }
};

struct GatherKernel {
  const char* op;
  int32_t dtype;
  int64_t asked_batch_dims = 0;  // below 0: from the end of the indices
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_output_dtype(host, node, 0);
    return AttrInt(host, node, "batch_dims", &asked_batch_dims);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* indices = run->inputs[1];
    RUNNEL_CPU_RETURN_IF_ERROR(ResolveVariable(run, op, 0, dtype, &var));
    const int64_t batch_dims =
        asked_batch_dims < 0 ? asked_batch_dims + indices->rank : asked_batch_dims;
    if (batch_dims < 0 || batch_dims > indices->rank || batch_dims >= var->rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: batch_dims %lld does not fit variable %s and indices %s", op,
                  static_cast<long long>(asked_batch_dims), ShapeText(var).text,
                  ShapeText(indices).text);
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
    ParallelFor(run, indices->num_elements, RowBlock(slice), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        std::memcpy(Data<char>(run->outputs[0]) + i * slice,
                    Data<const char>(var) + (i / per_batch * limit + IndexAt(indices, i)) * slice,
                    static_cast<size_t>(slice));
      }
    });
    return nullptr;
  }
};

constexpr rnlp_type_constraint_t kAssignT[] = {Types("dtype", kNumberTypes)};
constexpr int32_t kGatherTypes[] = {RNLP_FLOAT, RNLP_DOUBLE,    RNLP_HALF,      RNLP_BFLOAT16,
                                    RNLP_INT8,  RNLP_INT16,     RNLP_INT32,     RNLP_INT64,
                                    RNLP_UINT8, RNLP_UINT16,    RNLP_UINT32,    RNLP_UINT64,
                                    RNLP_BOOL,  RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kGatherT[] = {Types("dtype", kGatherTypes),
                                               Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kCountT[] = {Types("T", kIndexTypes)};
constexpr rnlp_arg_mark_t kUpdate[] = {{"resource", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kRead[] = {{"resource", RNLP_ARG_READ}};
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

constexpr rnlp_kernel_row_t kVariableRows[] = {
    Row<AssignKernel, kAssignAdd, 300>(RNLP_KERNEL_STATEFUL, kAssignT, kUpdate),
    Row<AssignKernel, kAssignSub, 300>(RNLP_KERNEL_STATEFUL, kAssignT, kUpdate),
    Row<CountKernel, kCountUpTo, 100>(RNLP_KERNEL_STATEFUL, kCountT, kUpdate),
    Row<GatherKernel, kGather, 200>(RNLP_KERNEL_STATEFUL, kGatherT, kRead),
};
RUNNEL_CPU_ROWS(Variable)

}  // namespace runnel::cpu

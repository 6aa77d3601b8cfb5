// State: rows and slices of a variable, named by indices and combined with updates, in place.
#include <array>
#include <cstring>
#include <string_view>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/index_vectors.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/variable.h"

namespace runnel::cpu {
namespace {

struct ScatterOp {
  const char* op;
  SimdBinary law = kNumSimdBinary;  // none: the updates replace what was there
};
constexpr ScatterOp kRowOps[] = {
    {"ResourceScatterUpdate"},        {"ResourceScatterAdd", kSimdAdd}, {"ResourceScatterSub", kSimdSub},
    {"ResourceScatterMul", kSimdMul}, {"ResourceScatterDiv", kSimdDiv}, {"ResourceScatterMax", kSimdMax},
    {"ResourceScatterMin", kSimdMin},
};
constexpr ScatterOp kVectorOps[] = {
    {"ResourceScatterNdUpdate"},        {"ResourceScatterNdAdd", kSimdAdd},
    {"ResourceScatterNdSub", kSimdSub}, {"ResourceScatterNdMax", kSimdMax},
    {"ResourceScatterNdMin", kSimdMin},
};

// What both kinds share: the op, and how a stretch of elements is combined with another.
struct ScatterKernel {
  const char* op;
  int32_t dtype;
  bool replaces;
  bool divides;
  BinaryKernel combine;

  rnlp_status_t* InitScatter(const rnlp_host_t* host, const rnlp_node_t* node, const ScatterOp& entry) {
    op = entry.op;
    dtype = host->node_input_dtype(host, node, 2);
    replaces = entry.law == kNumSimdBinary;
    divides = entry.law == kSimdDiv;
    if (replaces || InitCombineKernel(host, op, dtype, entry.law, &combine)) return nullptr;
    return Fail(host, RNLP_UNIMPLEMENTED, "%s: no CPU kernel for %s", op, TypeName(dtype));
  }
  void Combine(char* to, const char* from, int64_t n, bool is_scalar) const {
    if (!replaces) {
      combine.Call(to, from, to, n, is_scalar ? kScalarB : kVectors);
      return;
    }
    const size_t bytes = TypeSize(dtype);
    if (!is_scalar) {
      std::memcpy(to, from, static_cast<size_t>(n) * bytes);
      return;
    }
    for (int64_t i = 0; i < n; ++i) std::memcpy(to + static_cast<size_t>(i) * bytes, from, bytes);
  }
  // Integers are not divided by zero: found before anything is updated.
  rnlp_status_t* CheckDivisors(const rnlp_run_t* run, const rnlp_tensor_t* updates) const {
    if (!divides) return nullptr;
    const bool has_zero = VisitType<bool>(IntegerList{}, dtype, false, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const T* values = Data<T>(updates);
      bool found = false;
      for (int64_t i = 0; i < updates->num_elements; ++i) found = found || values[i] == 0;
      return found;
    });
    if (!has_zero) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: integer division by zero", op);
  }
};

// var[indices[i]] = var[indices[i]] op updates[i]; equal indices one after the other, in order.
struct ScatterRowsKernel : ScatterKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* indices = run->inputs[1];
    const rnlp_tensor_t* updates = run->inputs[2];
    RUNNEL_CPU_RETURN_IF_ERROR(ResolveVariable(run, op, 0, dtype, &var));
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
    RUNNEL_CPU_RETURN_IF_ERROR(CheckDivisors(run, updates));
    if (var->num_elements == 0) return nullptr;
    const int64_t slice = var->num_elements / var->dims[0];
    const int64_t bytes = TypeSize(dtype);
    ForEachRow(
        run, indices->num_elements, slice, [&](int64_t i) { return IndexAt(indices, i); },
        [&](int64_t i, int64_t row) {
          Combine(Data<char>(var) + row * slice * bytes,
                  Data<const char>(updates) + (is_scalar ? 0 : i * slice * bytes), slice, is_scalar);
        });
    return nullptr;
  }
};

// The same for the slices that the vectors in the last dimension of `indices` name.
struct ScatterVectorsKernel : ScatterKernel {
  bool skip_bad = false;

  rnlp_status_t* InitScatter(const rnlp_host_t* host, const rnlp_node_t* node, const ScatterOp& entry) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrSkipsBadIndices(host, node, &skip_bad));
    return ScatterKernel::InitScatter(host, node, entry);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* indices = run->inputs[1];
    const rnlp_tensor_t* updates = run->inputs[2];
    RUNNEL_CPU_RETURN_IF_ERROR(ResolveVariable(run, op, 0, dtype, &var));
    IndexVectors vectors;
    vectors.skip_bad = skip_bad;
    RUNNEL_CPU_RETURN_IF_ERROR(vectors.Init(run, op, indices, var->rank, var->dims));
    RUNNEL_CPU_RETURN_IF_ERROR(vectors.CheckUpdates(run, op, updates));
    if (updates->num_elements == 0) return nullptr;
    const int64_t bytes = TypeSize(dtype);
    ForEachRow(
        run, vectors.count, vectors.slice,
        [&](int64_t i) {
          const int64_t place = vectors.Place(i);
          return place < 0 ? place : place / vectors.slice;
        },
        [&](int64_t i, int64_t row) {
          if (row < 0) return;
          Combine(Data<char>(var) + row * vectors.slice * bytes,
                  Data<const char>(updates) + i * vectors.slice * bytes, vectors.slice, false);
        });
    return nullptr;
  }
};

template <class K, const auto& kOps>
rnlp_status_t* CreateScatter(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                             rnlp_kernel_t** out) {
  const rnlp_str_t name = host->node_op(host, node);
  for (const ScatterOp& entry : kOps) {
    if (std::string_view(name.data, name.size) != entry.op) continue;
    K* kernel = New<K>(host);
    if (kernel == nullptr) return OutOfMemory(host, entry.op);
    if (rnlp_status_t* status = kernel->InitScatter(host, node, entry)) {
      host->free(host, kernel, sizeof(K));
      return status;
    }
    *out = AsHandle(kernel);
    return nullptr;
  }
  return Fail(host, RNLP_UNIMPLEMENTED, "%.*s: no CPU kernel", static_cast<int>(name.size), name.data);
}

// Everything with a fixed element size.
constexpr int32_t kPlainTypes[] = {RNLP_FLOAT, RNLP_DOUBLE,    RNLP_HALF,      RNLP_BFLOAT16,
                                   RNLP_INT8,  RNLP_INT16,     RNLP_INT32,     RNLP_INT64,
                                   RNLP_UINT8, RNLP_UINT16,    RNLP_UINT32,    RNLP_UINT64,
                                   RNLP_BOOL,  RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kReplaceRows[] = {Types("dtype", kPlainTypes),
                                                   Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kCombineRows[] = {Types("dtype", kNumberTypes),
                                                   Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kRealRows[] = {Types("dtype", kRealTypes),
                                                Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kReplaceVectors[] = {Types("T", kPlainTypes),
                                                      Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kCombineVectors[] = {Types("T", kNumberTypes),
                                                      Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kRealVectors[] = {Types("T", kRealTypes),
                                                   Types("Tindices", kIndexTypes)};
constexpr rnlp_arg_mark_t kResource[] = {{"resource", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kRef[] = {{"ref", RNLP_ARG_UPDATE}};

constexpr bool TakesComplex(SimdBinary law) {
  return law == kSimdAdd || law == kSimdSub || law == kSimdMul;
}
template <class K, const auto& kOps>
constexpr rnlp_kernel_row_t Row(size_t i, bool by_vectors) {
  const SimdBinary law = kOps[i].law;
  const rnlp_type_constraint_t* types = by_vectors ? kRealVectors : kRealRows;
  if (law == kNumSimdBinary) types = by_vectors ? kReplaceVectors : kReplaceRows;
  if (TakesComplex(law)) types = by_vectors ? kCombineVectors : kCombineRows;
  return MakeRow({.op = kOps[i].op,
                  .flags = RNLP_KERNEL_STATEFUL,
                  .types = types,
                  .num_types = 2,
                  .args = by_vectors ? kRef : kResource,
                  .num_args = 1,
                  .create = CreateScatter<K, kOps>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<500>,
                  .run = Run<K>});
}

}  // namespace

constexpr auto kScatterVariableRows = [] {
  std::array<rnlp_kernel_row_t, std::size(kRowOps) + std::size(kVectorOps)> rows = {};
  size_t next = 0;
  for (size_t i = 0; i < std::size(kRowOps); ++i)
    rows[next++] = Row<ScatterRowsKernel, kRowOps>(i, false);
  for (size_t i = 0; i < std::size(kVectorOps); ++i)
    rows[next++] = Row<ScatterVectorsKernel, kVectorOps>(i, true);
  return rows;
}();
RUNNEL_CPU_ROWS(ScatterVariable)

}  // namespace runnel::cpu

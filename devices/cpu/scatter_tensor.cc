// Array: a tensor with slices, named by index vectors, replaced or combined with updates:
// TensorScatterUpdate, Add, Sub, Max, Min. Works on the tensor's own memory where nobody else needs it.
#include <array>
#include <cstring>
#include <string_view>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/index_vectors.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

struct ScatterOp {
  const char* op;
  SimdBinary law = kNumSimdBinary;  // none: the updates replace what was there
};
constexpr ScatterOp kOps[] = {
    {"TensorScatterUpdate"},        {"TensorScatterAdd", kSimdAdd}, {"TensorScatterSub", kSimdSub},
    {"TensorScatterMax", kSimdMax}, {"TensorScatterMin", kSimdMin},
};

struct ScatterTensorKernel {
  const char* op;
  bool replaces = false;
  bool skip_bad = false;
  BinaryKernel combine;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node, const ScatterOp& entry) {
    op = entry.op;
    replaces = entry.law == kNumSimdBinary;
    RUNNEL_CPU_RETURN_IF_ERROR(AttrSkipsBadIndices(host, node, &skip_bad));
    const int32_t dtype = host->node_input_dtype(host, node, 0);
    if (replaces || InitCombineKernel(host, op, dtype, entry.law, &combine)) return nullptr;
    return Fail(host, RNLP_UNIMPLEMENTED, "%s: no CPU kernel for %s", op, TypeName(dtype));
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* tensor = run->inputs[0];
    const rnlp_tensor_t* updates = run->inputs[2];
    IndexVectors vectors;
    vectors.skip_bad = skip_bad;
    RUNNEL_CPU_RETURN_IF_ERROR(vectors.Init(run, op, run->inputs[1], tensor->rank, tensor->dims));
    RUNNEL_CPU_RETURN_IF_ERROR(vectors.CheckUpdates(run, op, updates));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, tensor));
    rnlp_tensor_t* out = run->outputs[0];
    if (out->data != tensor->data)
      RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, tensor, 0, 0, 0, tensor->num_elements));
    const int64_t slice = vectors.slice, bytes = TypeSize(tensor->dtype);
    Looks looks(run, std::max<int64_t>(1, kBlockElements / std::max<int64_t>(1, slice)));
    for (int64_t i = 0; i < vectors.count && updates->num_elements > 0 && !looks.Stop(); ++i) {
      const int64_t place = vectors.Place(i);
      if (place < 0) continue;
      if (replaces) {
        RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, updates, i * slice, 0, place, slice));
        continue;
      }
      char* to = Data<char>(out) + place * bytes;
      combine.Call(to, Data<const char>(updates) + i * slice * bytes, to, slice, kVectors);
    }
    return nullptr;
  }
};

rnlp_status_t* CreateScatter(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                             rnlp_kernel_t** out) {
  const rnlp_str_t name = host->node_op(host, node);
  for (const ScatterOp& entry : kOps) {
    if (std::string_view(name.data, name.size) != entry.op) continue;
    auto* kernel = New<ScatterTensorKernel>(host);
    if (kernel == nullptr) return OutOfMemory(host, entry.op);
    if (rnlp_status_t* status = kernel->Init(host, node, entry)) {
      host->free(host, kernel, sizeof(*kernel));
      return status;
    }
    *out = AsHandle(kernel);
    return nullptr;
  }
  return Fail(host, RNLP_UNIMPLEMENTED, "%.*s: no CPU kernel", static_cast<int>(name.size), name.data);
}

constexpr int32_t kPlainTypes[] = {RNLP_FLOAT, RNLP_DOUBLE,    RNLP_HALF,      RNLP_BFLOAT16,
                                   RNLP_INT8,  RNLP_INT16,     RNLP_INT32,     RNLP_INT64,
                                   RNLP_UINT8, RNLP_UINT16,    RNLP_UINT32,    RNLP_UINT64,
                                   RNLP_BOOL,  RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr int32_t kStringTypes[] = {RNLP_STRING};
constexpr rnlp_type_constraint_t kStringT[] = {Types("T", kStringTypes),
                                               Types("Tindices", kShortIndexTypes)};
constexpr rnlp_type_constraint_t kReplaceT[] = {Types("T", kPlainTypes),
                                                Types("Tindices", kShortIndexTypes)};
constexpr rnlp_type_constraint_t kSumT[] = {Types("T", kNumberTypes), Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kExtremeT[] = {Types("T", kRealTypes), Types("Tindices", kIndexTypes)};

}  // namespace

constexpr auto kScatterTensorRows = [] {
  std::array<rnlp_kernel_row_t, std::size(kOps) + 1> rows = {};
  // Strings are set one by one, so not in place.
  rows[std::size(kOps)] = MakeRow({.op = kOps[0].op,
                                   .types = kStringT,
                                   .num_types = 2,
                                   .create = CreateScatter,
                                   .destroy = Destroy<ScatterTensorKernel>,
                                   .plan = PlanElements<500>,
                                   .run = Run<ScatterTensorKernel>});
  for (size_t i = 0; i < std::size(kOps); ++i) {
    const SimdBinary law = kOps[i].law;
    const bool sums = law == kSimdAdd || law == kSimdSub;
    rows[i] = MakeRow({.op = kOps[i].op,
                       .types = law == kNumSimdBinary ? kReplaceT
                                : sums                ? kSumT
                                                      : kExtremeT,
                       .num_types = 2,
                       .aliases = kUnaryInPlace,
                       .num_aliases = 1,
                       .create = CreateScatter,
                       .destroy = Destroy<ScatterTensorKernel>,
                       .plan = PlanElements<500>,
                       .run = Run<ScatterTensorKernel>});
  }
  return rows;
}();
RUNNEL_CPU_ROWS(ScatterTensor)

}  // namespace runnel::cpu

// Array: the same bytes under another type or a checked shape: Bitcast, EnsureShape.
#include <cstring>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

constexpr char kBitcast[] = "Bitcast";
constexpr char kEnsureShape[] = "EnsureShape";

struct BitcastKernel {
  const char* op;
  uint32_t old_size = 0, new_size = 0;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    old_size = TypeSize(host->node_input_dtype(host, node, 0));
    new_size = TypeSize(host->node_output_dtype(host, node, 0));
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    Dims dims;
    for (int32_t i = 0; i < in->rank; ++i) dims.Add(in->dims[i]);
    if (old_size > new_size) {
      if (in->rank >= kMaxRank) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the result has more than %d dimensions", op,
                    kMaxRank);
      }
      dims.Add(old_size / new_size);
    } else if (old_size < new_size) {
      if (in->rank == 0 || in->dims[in->rank - 1] != new_size / old_size) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: input is %s, expected a last dimension of %u, the parts of one element", op,
                    ShapeText(in).text, new_size / old_size);
      }
      --dims.rank;
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    const auto bytes = static_cast<size_t>(in->num_elements) * old_size;
    if (bytes > 0 && run->outputs[0]->data != in->data)
      std::memcpy(run->outputs[0]->data, in->data, bytes);
    return nullptr;
  }
};

struct EnsureShapeKernel {
  const char* op;
  int32_t rank = -1;
  int64_t dims[kMaxRank + 1];

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_shape(host, node, "shape", kMaxRank, dims, &rank));
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    bool fits = rank < 0 || rank == in->rank;
    for (int32_t i = 0; fits && i < rank; ++i) fits = dims[i] < 0 || dims[i] == in->dims[i];
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: Shape of tensor input %s is not compatible with expected shape %s", op,
                  ShapeText(in).text, ShapeText(rank, dims).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, in));
    if (run->outputs[0]->data == in->data) return nullptr;
    return CopyElements(run, in, 0, 0, 0, in->num_elements);
  }
};

constexpr int32_t kBitTypes[] = {
    RNLP_FLOAT,  RNLP_DOUBLE,    RNLP_HALF,       RNLP_BFLOAT16, RNLP_INT8,   RNLP_INT16, RNLP_INT32,
    RNLP_INT64,  RNLP_UINT8,     RNLP_UINT16,     RNLP_UINT32,   RNLP_UINT64, RNLP_QINT8, RNLP_QUINT8,
    RNLP_QINT16, RNLP_COMPLEX64, RNLP_COMPLEX128, RNLP_QUINT16,  RNLP_QINT32};
constexpr rnlp_type_constraint_t kBitcastT[] = {Types("T", kBitTypes), Types("type", kBitTypes)};
constexpr rnlp_type_constraint_t kEnsureT[] = {Types("T", kMovableTypes)};

}  // namespace

constexpr rnlp_kernel_row_t kRecastRows[] = {
    MakeRow({.op = kBitcast,
             .types = kBitcastT,
             .num_types = 2,
             .aliases = kUnaryInPlace,
             .num_aliases = 1,
             .create = Create<BitcastKernel, kBitcast>,
             .destroy = Destroy<BitcastKernel>,
             .plan = PlanElements<100>,
             .run = Run<BitcastKernel>}),
    MakeRow({.op = kEnsureShape,
             .types = kEnsureT,
             .num_types = 1,
             .create = Create<EnsureShapeKernel, kEnsureShape>,
             .destroy = Destroy<EnsureShapeKernel>,
             .plan = PlanElements<100>,
             .run = Run<EnsureShapeKernel>}),
};
RUNNEL_CPU_ROWS(Recast)

}  // namespace runnel::cpu

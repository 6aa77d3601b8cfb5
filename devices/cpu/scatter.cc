// Array: slices named by index vectors: GatherNd takes them, ScatterNd adds them up.
#include <algorithm>
#include <cstring>
#include <string>

#include "devices/cpu/index_text.h"
#include "devices/cpu/index_vectors.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {

rnlp_status_t* IndexVectors::Init(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* from,
                                  int32_t whole_rank, const int64_t* dims) {
  indices = from;
  rank = whole_rank;
  whole = dims;
  if (from->rank == 0 || from->dims[from->rank - 1] > rank) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: indices %s should hold vectors of at most %d entries, for a tensor of shape %s", op,
                ShapeText(from).text, rank, ShapeText(rank, dims).text);
  }
  depth = static_cast<int32_t>(from->dims[from->rank - 1]);
  count = ProductOf(from->dims, 0, from->rank - 1);
  slice = ProductOf(dims, depth, rank);
  if (count > 0 && ProductOf(dims, 0, depth) == 0 && std::strcmp(op, "GatherNd") == 0) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: Requested more than 0 entries, but params is empty. Params shape: %s", op,
                ShapeText(rank, dims).text);
  }
  Strides(rank, dims, strides);
  for (int64_t i = 0; i < count && !skip_bad; ++i) {
    for (int32_t d = 0; d < depth; ++d) {
      const int64_t index = IndexAt(from, i * depth + d);
      if (index >= 0 && index < dims[d]) continue;
      int64_t vector[kMaxRank + 1];
      for (int32_t k = 0; k < depth; ++k) vector[k] = IndexAt(from, i * depth + k);
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: indices%s = %s does not index into %s %s", op,
                  IndexText(from->rank - 1, from->dims, i).text, ShapeText(depth, vector).text,
                  std::strcmp(op, "GatherNd") == 0 ? "param shape" : "shape",
                  ShapeText(rank, dims).text);
    }
  }
  return nullptr;
}

rnlp_status_t* AttrSkipsBadIndices(const rnlp_host_t* host, const rnlp_node_t* node, bool* out) {
  std::string policy;
  RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "bad_indices_policy", &policy));
  *out = policy == "IGNORE";
  return nullptr;
}

rnlp_status_t* IndexVectors::CheckUpdates(const rnlp_run_t* run, const char* op,
                                          const rnlp_tensor_t* updates) const {
  const int32_t outer = indices->rank - 1;
  bool fits = updates->rank == outer + rank - depth;
  for (int32_t i = 0; fits && i < updates->rank; ++i) {
    fits = updates->dims[i] == (i < outer ? indices->dims[i] : whole[depth + i - outer]);
  }
  if (fits) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT,
              "%s: updates %s should be shaped like indices %s but for the last dimension, then like "
              "what the vectors leave of %s",
              op, ShapeText(updates).text, ShapeText(indices).text, ShapeText(rank, whole).text);
}

namespace {

constexpr char kGatherNd[] = "GatherNd";
constexpr char kScatterNd[] = "ScatterNd";

struct IndexedKernel {
  const char* op;
  bool skip_bad = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrSkipsBadIndices(host, node, &skip_bad);
  }
};

struct GatherNdKernel : IndexedKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* params = run->inputs[0];
    const rnlp_tensor_t* indices = run->inputs[1];
    IndexVectors vectors;
    vectors.skip_bad = skip_bad;
    RUNNEL_CPU_RETURN_IF_ERROR(vectors.Init(run, op, indices, params->rank, params->dims));
    if (indices->rank - 1 + params->rank - vectors.depth > kMaxRank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the result has more than %d dimensions", op,
                  kMaxRank);
    }
    Dims out;
    for (int32_t i = 0; i + 1 < indices->rank; ++i) out.Add(indices->dims[i]);
    for (int32_t i = vectors.depth; i < params->rank; ++i) out.Add(params->dims[i]);
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    if (skip_bad) ZeroOutput(run, 0);
    const int64_t slice = vectors.slice;
    const auto copy = [&](int64_t begin, int64_t end) -> rnlp_status_t* {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t place = vectors.Place(i);
        if (place >= 0)
          RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, params, place, 0, i * slice, slice));
      }
      return nullptr;
    };
    if (params->dtype == RNLP_STRING || vectors.count * slice < kParallelElements)
      return copy(0, vectors.count);
    ParallelFor(run, vectors.count, RowBlock(slice),
                [&](int64_t begin, int64_t end) { (void)copy(begin, end); });
    return nullptr;
  }
};

struct ScatterNdKernel : IndexedKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* indices = run->inputs[0];
    const rnlp_tensor_t* updates = run->inputs[1];
    Dims out;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[2], &out));
    int64_t elements = 0;
    if (!Product(out.size, out.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(out.rank, out.size).text);
    }
    IndexVectors vectors;
    vectors.skip_bad = skip_bad;
    RUNNEL_CPU_RETURN_IF_ERROR(vectors.Init(run, op, indices, out.rank, out.size));
    RUNNEL_CPU_RETURN_IF_ERROR(vectors.CheckUpdates(run, op, updates));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    ZeroOutput(run, 0);
    VisitType<bool>(RealOrBoolList{}, updates->dtype, false, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const T* from = Data<T>(updates);
      T* to = Data<T>(run->outputs[0]);
      Looks looks(run, std::max<int64_t>(1, kBlockElements / std::max<int64_t>(1, vectors.slice)));
      for (int64_t i = 0; i < vectors.count && !looks.Stop(); ++i) {
        const int64_t place = vectors.Place(i);
        if (place < 0) continue;
        const T* slice = from + i * vectors.slice;
        for (int64_t k = 0; k < vectors.slice; ++k)
          to[place + k] = Store<T>(AddValues(Load(to[place + k]), Load(slice[k])));
      }
      return true;
    });
    return nullptr;
  }
};

constexpr rnlp_type_constraint_t kGatherT[] = {Types("Tparams", kMovableTypes),
                                               Types("Tindices", kShortIndexTypes)};
constexpr rnlp_type_constraint_t kScatterT[] = {Types("T", kRealOrBoolTypes),
                                                Types("Tindices", kIndexTypes)};
constexpr rnlp_arg_mark_t kShape[] = {{"shape", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

}  // namespace

constexpr rnlp_kernel_row_t kScatterRows[] = {
    MakeRow({.op = kGatherNd,
             .types = kGatherT,
             .num_types = 2,
             .create = Create<GatherNdKernel, kGatherNd>,
             .destroy = Destroy<GatherNdKernel>,
             .plan = PlanElements<300>,
             .run = Run<GatherNdKernel>}),
    MakeRow({.op = kScatterNd,
             .types = kScatterT,
             .num_types = 2,
             .args = kShape,
             .num_args = 1,
             .create = Create<ScatterNdKernel, kScatterNd>,
             .destroy = Destroy<ScatterNdKernel>,
             .plan = PlanElements<1000>,
             .run = Run<ScatterNdKernel>}),
};
RUNNEL_CPU_ROWS(Scatter)

}  // namespace runnel::cpu

// Array: ops that copy elements to other places without looking at them: Transpose ConcatV2 Split Slice
// Pack Unpack Tile BroadcastTo Pad GatherV2 DynamicStitch.
#include <algorithm>
#include <cstring>

#include "devices/cpu/index_text.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

constexpr char kTranspose[] = "Transpose";
constexpr char kConcat[] = "ConcatV2";
constexpr char kSplit[] = "Split";
constexpr char kSlice[] = "Slice";
constexpr char kPack[] = "Pack";
constexpr char kUnpack[] = "Unpack";
constexpr char kTile[] = "Tile";
constexpr char kBroadcastTo[] = "BroadcastTo";
constexpr char kGather[] = "GatherV2";
constexpr char kStitch[] = "DynamicStitch";

rnlp_status_t* VectorOfRank(const rnlp_run_t* run, const char* op, const char* arg,
                            const rnlp_tensor_t* vector, const rnlp_tensor_t* input) {
  if (vector->rank == 1 && vector->dims[0] == input->rank) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT,
              "%s: %s should be a vector of %d, as input has shape %s; got shape %s", op, arg,
              input->rank, ShapeText(input).text, ShapeText(vector).text);
}

struct Plain {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
};

struct TransposeKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    const rnlp_tensor_t* perm = run->inputs[1];
    RUNNEL_CPU_RETURN_IF_ERROR(VectorOfRank(run, op, "perm", perm, x));
    int64_t strides[kMaxRank + 1];
    Strides(x->rank, x->dims, strides);
    bool seen[kMaxRank + 1] = {};
    Dims out;
    int32_t from[kMaxRank + 1];
    for (int32_t i = 0; i < x->rank; ++i) {
      const int64_t given = IndexAt(perm, i), dim = given < 0 ? given + x->rank : given;
      if (dim < 0 || dim >= x->rank || seen[dim]) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: perm[%d] = %lld makes no permutation of %d dimensions", op, i,
                    static_cast<long long>(given), x->rank);
      }
      seen[dim] = true;
      from[i] = static_cast<int32_t>(dim);
      out.Add(x->dims[dim]);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    int64_t out_strides[kMaxRank + 1];
    Strides(out.rank, out.size, out_strides);
    StridedCopy copy;
    for (int32_t i = 0; i < out.rank; ++i) copy.Loop(out.size[i], strides[from[i]], out_strides[i]);
    return RunCopy(run, copy, x, 0, 0, 0);
  }
};

// copy(begin, end) copies parts [begin, end) of `count`, which have `elements` together: several at once
// where that pays. The parts of strings are copied one after another, as they may fail.
template <typename F>
rnlp_status_t* CopyParts(const rnlp_run_t* run, int32_t dtype, int64_t elements, int64_t count,
                         const F& copy) {
  if (dtype == RNLP_STRING || elements < kParallelElements / 2) return copy(int64_t{0}, count);
  ParallelFor(run, count, (count + kSlots - 1) / kSlots,
              [&](int64_t begin, int64_t end) { (void)copy(begin, end); });
  return nullptr;
}

// Output k, of shape `out`, is elements [k * part, (k + 1) * part) of each of the `outer` rows of
// `value`.
rnlp_status_t* CutApart(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* value,
                        const Dims& out, int64_t outer, int64_t part) {
  const int64_t count = run->num_outputs;
  for (uint32_t k = 0; k < run->num_outputs; ++k)
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, k, out));
  return CopyParts(run, value->dtype, value->num_elements, count, [&](int64_t begin, int64_t end) {
    rnlp_status_t* failure = nullptr;
    for (int64_t k = begin; k < end && failure == nullptr; ++k) {
      StridedCopy copy;
      copy.Loop(outer, part * count, part);
      copy.Loop(part, 1, 1);
      failure = RunCopy(run, copy, value, k * part, static_cast<uint32_t>(k), 0);
    }
    return failure;
  });
}

struct ConcatKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const uint32_t count = run->num_inputs - 1;
    const rnlp_tensor_t* first = run->inputs[0];
    int64_t value = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "axis", run->inputs[count], &value));
    int32_t axis = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Axis(run, op, "axis", value, first->rank, &axis));
    Dims out;
    for (int32_t i = 0; i < first->rank; ++i) out.Add(i == axis ? 0 : first->dims[i]);
    for (uint32_t k = 0; k < count; ++k) {
      const rnlp_tensor_t* input = run->inputs[k];
      bool fits = input->rank == first->rank;
      for (int32_t i = 0; fits && i < first->rank; ++i)
        fits = i == axis || input->dims[i] == first->dims[i];
      if (!fits) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: input 0 is %s and input %u is %s, which differ beside axis %d", op,
                    ShapeText(first).text, k, ShapeText(input).text, axis);
      }
      out.size[axis] += input->dims[axis];
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    const int64_t outer = ProductOf(out.size, 0, axis);
    const int64_t row = ProductOf(out.size, axis, out.rank);
    return CopyParts(run, first->dtype, outer * row, count, [&](int64_t begin, int64_t end) {
      rnlp_status_t* failure = nullptr;
      int64_t at = 0;
      for (int64_t k = 0; k < end && failure == nullptr; ++k) {
        const rnlp_tensor_t* input = run->inputs[k];
        const int64_t part = ProductOf(input->dims, axis, input->rank);
        StridedCopy copy;
        copy.Loop(outer, part, row);
        copy.Loop(part, 1, 1);
        if (k >= begin) failure = RunCopy(run, copy, input, 0, 0, at);
        at += part;
      }
      return failure;
    });
  }
};

struct SplitKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[1];
    const int64_t count = run->num_outputs;
    int64_t split_dim = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "split_dim", run->inputs[0], &split_dim));
    int32_t axis = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Axis(run, op, "split_dim", split_dim, value->rank, &axis));
    if (value->dims[axis] % count != 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: dimension %d of %s cannot be cut into %lld equal pieces", op, axis,
                  ShapeText(value).text, static_cast<long long>(count));
    }
    Dims out;
    for (int32_t i = 0; i < value->rank; ++i)
      out.Add(i == axis ? value->dims[i] / count : value->dims[i]);
    const int64_t outer = ProductOf(out.size, 0, axis);
    const int64_t part = ProductOf(out.size, axis, out.rank);
    return CutApart(run, op, value, out, outer, part);
  }
};

struct SliceKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    RUNNEL_CPU_RETURN_IF_ERROR(VectorOfRank(run, op, "begin", run->inputs[1], input));
    RUNNEL_CPU_RETURN_IF_ERROR(VectorOfRank(run, op, "size", run->inputs[2], input));
    int64_t strides[kMaxRank + 1];
    Strides(input->rank, input->dims, strides);
    Dims out;
    int64_t start = 0;
    for (int32_t i = 0; i < input->rank; ++i) {
      const int64_t begin = IndexAt(run->inputs[1], i);
      const int64_t asked = IndexAt(run->inputs[2], i);
      const int64_t dim = input->dims[i];
      const bool begins = begin >= 0 && begin <= dim;
      const int64_t size = asked == -1 && begins ? dim - begin : asked;
      if (!begins || size < 0 || size > dim - begin) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: begin[%d] = %lld and size[%d] = %lld leave dimension %d of %s", op, i,
                    static_cast<long long>(begin), i, static_cast<long long>(asked), i,
                    ShapeText(input).text);
      }
      out.Add(size);
      start += begin * strides[i];
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    int64_t out_strides[kMaxRank + 1];
    Strides(out.rank, out.size, out_strides);
    StridedCopy copy;
    for (int32_t i = 0; i < out.rank; ++i) copy.Loop(out.size[i], strides[i], out_strides[i]);
    return RunCopy(run, copy, input, start, 0, 0);
  }
};

struct PackKernel {
  const char* op;
  int64_t axis = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrInt(host, node, "axis", &axis);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* first = run->inputs[0];
    for (uint32_t k = 1; k < run->num_inputs; ++k) {
      if (SameDims(first, run->inputs[k])) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input 0 has shape %s, input %u has %s", op,
                  ShapeText(first).text, k, ShapeText(run->inputs[k]).text);
    }
    if (first->rank >= kMaxRank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the result has more than %d dimensions", op,
                  kMaxRank);
    }
    int32_t at = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Axis(run, op, "axis", axis, first->rank + 1, &at));
    Dims out;
    for (int32_t i = 0; i <= first->rank; ++i) {
      if (i == at) out.Add(run->num_inputs);
      if (i < first->rank) out.Add(first->dims[i]);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    const int64_t outer = ProductOf(first->dims, 0, at);
    const int64_t inner = ProductOf(first->dims, at, first->rank);
    const int64_t count = run->num_inputs;
    return CopyParts(run, first->dtype, first->num_elements * count, count,
                     [&](int64_t begin, int64_t end) {
                       rnlp_status_t* failure = nullptr;
                       for (int64_t k = begin; k < end && failure == nullptr; ++k) {
                         StridedCopy copy;
                         copy.Loop(outer, inner, inner * count);
                         copy.Loop(inner, 1, 1);
                         failure = RunCopy(run, copy, run->inputs[k], 0, 0, k * inner);
                       }
                       return failure;
                     });
  }
};

struct UnpackKernel {
  const char* op;
  int64_t axis = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrInt(host, node, "axis", &axis);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[0];
    int32_t at = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Axis(run, op, "axis", axis, value->rank, &at));
    if (value->dims[at] != run->num_outputs) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: dimension %d of %s should be num = %u", op, at,
                  ShapeText(value).text, run->num_outputs);
    }
    Dims out;
    for (int32_t i = 0; i < value->rank; ++i) {
      if (i != at) out.Add(value->dims[i]);
    }
    const int64_t outer = ProductOf(value->dims, 0, at);
    const int64_t inner = ProductOf(value->dims, at + 1, value->rank);
    return CutApart(run, op, value, out, outer, inner);
  }
};

struct TileKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const rnlp_tensor_t* multiples = run->inputs[1];
    RUNNEL_CPU_RETURN_IF_ERROR(VectorOfRank(run, op, "multiples", multiples, input));
    Dims out;
    for (int32_t i = 0; i < input->rank; ++i) {
      const int64_t times = IndexAt(multiples, i);
      int64_t dim = 0;
      if (times < 0 || __builtin_mul_overflow(times, input->dims[i], &dim)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: multiples[%d] is %lld, for an input of shape %s", op, i,
                    static_cast<long long>(times), ShapeText(input).text);
      }
      out.Add(dim);
    }
    int64_t elements = 0;
    if (!Product(out.size, out.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(out.rank, out.size).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    int64_t strides[kMaxRank + 1];
    int64_t out_strides[kMaxRank + 1];
    Strides(input->rank, input->dims, strides);
    Strides(out.rank, out.size, out_strides);
    StridedCopy copy;
    for (int32_t i = 0; i < input->rank; ++i) {
      copy.Loop(IndexAt(multiples, i), 0, input->dims[i] * out_strides[i]);
      copy.Loop(input->dims[i], strides[i], out_strides[i]);
    }
    return RunCopy(run, copy, input, 0, 0, 0);
  }
};

struct BroadcastToKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    Dims out;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[1], &out));
    bool fits = input->rank <= out.rank;
    for (int32_t i = 0; fits && i < input->rank; ++i) {
      const int64_t to = out.size[out.rank - input->rank + i];
      fits = input->dims[i] == to || input->dims[i] == 1;
    }
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %s does not broadcast to %s", op,
                  ShapeText(input).text, ShapeText(out.rank, out.size).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    int64_t strides[kMaxRank + 1];
    int64_t out_strides[kMaxRank + 1];
    Strides(input->rank, input->dims, strides);
    Strides(out.rank, out.size, out_strides);
    StridedCopy copy;
    for (int32_t i = 0; i < out.rank; ++i) {
      const int32_t at = i - (out.rank - input->rank);
      const bool repeats = at < 0 || input->dims[at] == 1;
      copy.Loop(out.size[i], repeats ? 0 : strides[at], out_strides[i]);
    }
    return RunCopy(run, copy, input, 0, 0, 0);
  }
};

struct GatherKernel {
  const char* op;
  int64_t batch_dims = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrInt(host, node, "batch_dims", &batch_dims);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* params = run->inputs[0];
    const rnlp_tensor_t* indices = run->inputs[1];
    int64_t value = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "axis", run->inputs[2], &value));
    int32_t axis = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Axis(run, op, "axis", value, params->rank, &axis));
    const int64_t batches = batch_dims < 0 ? batch_dims + indices->rank : batch_dims;
    if (batches < 0 || batches > indices->rank || batches > axis) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: batch_dims %lld does not fit params %s, indices %s and axis %d", op,
                  static_cast<long long>(batch_dims), ShapeText(params).text, ShapeText(indices).text,
                  axis);
    }
    const auto batch_rank = static_cast<int32_t>(batches);
    for (int32_t i = 0; i < batch_rank; ++i) {
      if (params->dims[i] == indices->dims[i]) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: params %s and indices %s differ in batch dimension %d", op,
                  ShapeText(params).text, ShapeText(indices).text, i);
    }
    if (params->rank + indices->rank - 1 - batch_rank > kMaxRank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the result has more than %d dimensions", op,
                  kMaxRank);
    }
    Dims out;
    for (int32_t i = 0; i < axis; ++i) out.Add(params->dims[i]);
    for (int32_t i = batch_rank; i < indices->rank; ++i) out.Add(indices->dims[i]);
    for (int32_t i = axis + 1; i < params->rank; ++i) out.Add(params->dims[i]);
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    const int64_t limit = params->dims[axis];
    const int64_t outer = ProductOf(params->dims, batch_rank, axis);
    if (outer == 0) return nullptr;  // as TensorFlow: what nobody looks up is not checked
    for (int64_t i = 0; i < indices->num_elements; ++i) {
      const int64_t index = IndexAt(indices, i);
      if (index >= 0 && index < limit) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: indices%s = %lld is not in [0, %lld)", op,
                  IndexText(indices, i).text, static_cast<long long>(index),
                  static_cast<long long>(limit));
    }
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const int64_t inner = ProductOf(params->dims, axis + 1, params->rank);
    const int64_t count = ProductOf(indices->dims, batch_rank, indices->rank);
    const int64_t slices = ProductOf(params->dims, 0, batch_rank) * outer * count;
    const auto copy = [&](int64_t begin, int64_t end) -> rnlp_status_t* {
      for (int64_t s = begin; s < end; ++s) {
        const int64_t row = s / count;  // (batch, outer)
        const int64_t index = IndexAt(indices, row / outer * count + s % count);
        RUNNEL_CPU_RETURN_IF_ERROR(
            CopyElements(run, params, (row * limit + index) * inner, 0, s * inner, inner));
      }
      return nullptr;
    };
    if (params->dtype == RNLP_STRING || slices * inner < kParallelElements) return copy(0, slices);
    ParallelFor(run, slices, RowBlock(inner),
                [&](int64_t begin, int64_t end) { (void)copy(begin, end); });
    return nullptr;
  }
};

struct StitchKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const uint32_t count = run->num_inputs / 2;
    int64_t last = -1;
    const rnlp_tensor_t* first_indices = run->inputs[0];
    const rnlp_tensor_t* first = run->inputs[count];
    for (uint32_t k = 0; k < count; ++k) {
      const rnlp_tensor_t* indices = run->inputs[k];
      const rnlp_tensor_t* data = run->inputs[count + k];
      bool fits =
          data->rank >= indices->rank && data->rank - indices->rank == first->rank - first_indices->rank;
      for (int32_t i = 0; fits && i < data->rank; ++i) {
        fits =
            data->dims[i] == (i < indices->rank ? indices->dims[i]
                                                : first->dims[i - indices->rank + first_indices->rank]);
      }
      if (!fits) {
        return Fail(
            run->host, RNLP_INVALID_ARGUMENT,
            "%s: data[%u] %s should be shaped like indices[%u] %s followed by the rest of data[0] %s",
            op, k, ShapeText(data).text, k, ShapeText(indices).text, ShapeText(first).text);
      }
      for (int64_t i = 0; i < indices->num_elements; ++i) {
        const int64_t index = IndexAt(indices, i);
        if (index < 0) {
          return Fail(run->host, RNLP_INVALID_ARGUMENT,
                      "%s: indices[%u][%lld] is %lld, which is negative", op, k,
                      static_cast<long long>(i), static_cast<long long>(index));
        }
        last = std::max(last, index);
      }
    }
    Dims out;
    out.Add(last + 1);
    int64_t slice = 1;
    for (int32_t i = first_indices->rank; i < first->rank; ++i) {
      out.Add(first->dims[i]);
      slice *= first->dims[i];
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    ZeroOutput(run, 0);
    for (uint32_t k = 0; k < count; ++k) {
      for (int64_t i = 0; i < run->inputs[k]->num_elements; ++i) {
        RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, run->inputs[count + k], i * slice, 0,
                                                IndexAt(run->inputs[k], i) * slice, slice));
      }
    }
    return nullptr;
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr rnlp_type_constraint_t kT[] = {Types("T", kMovableTypes)};
constexpr rnlp_type_constraint_t kGatherT[] = {
    Types("Tparams", kMovableTypes), Types("Tindices", kShortIndexTypes), Types("Taxis", kIndexTypes)};
constexpr rnlp_arg_mark_t kPerm[] = {{"perm", kHostConstant}};
constexpr rnlp_arg_mark_t kAxisArg[] = {{"axis", kHostConstant}};
constexpr rnlp_arg_mark_t kSplitDim[] = {{"split_dim", kHostConstant}};
constexpr rnlp_arg_mark_t kBeginSize[] = {{"begin", kHostConstant}, {"size", kHostConstant}};
constexpr rnlp_arg_mark_t kMultiples[] = {{"multiples", kHostConstant}};
constexpr rnlp_arg_mark_t kShape[] = {{"shape", kHostConstant}};
constexpr rnlp_arg_mark_t kIndices[] = {{"indices", kHostConstant}};

template <class K, const char* kOp, size_t kTypes>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t (&types)[kTypes],
                                const rnlp_arg_mark_t* args, uint32_t num_args) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = kTypes,
                  .args = args,
                  .num_args = num_args,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<200>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kMoveRows[] = {
    Row<TransposeKernel, kTranspose>(kT, kPerm, 1),
    Row<ConcatKernel, kConcat>(kT, kAxisArg, 1),
    Row<SplitKernel, kSplit>(kT, kSplitDim, 1),
    Row<SliceKernel, kSlice>(kT, kBeginSize, 2),
    Row<PackKernel, kPack>(kT, nullptr, 0),
    Row<UnpackKernel, kUnpack>(kT, nullptr, 0),
    Row<TileKernel, kTile>(kT, kMultiples, 1),
    Row<BroadcastToKernel, kBroadcastTo>(kT, kShape, 1),
    Row<GatherKernel, kGather>(kGatherT, kAxisArg, 1),
    Row<StitchKernel, kStitch>(kT, kIndices, 1),
};
RUNNEL_CPU_ROWS(Move)

}  // namespace runnel::cpu

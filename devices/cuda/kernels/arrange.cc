// What moves elements and computes nothing: Transpose, slices, joins, splits, repeats, padding.
#include <cstring>

#include "devices/cuda/kernels/copy.h"
#include "plugins/sdk/node.h"
#include "plugins/sdk/slice.h"

namespace runnel::cuda {
namespace {

using plugin::CheckAxis;
using plugin::IndexAt;
using plugin::ProductOf;
using plugin::Strides;

// A vector with one entry for each dimension of `of`.
rnlp_status_t* CheckVector(const rnlp_run_t* run, const char* op, const char* name,
                           const rnlp_tensor_t* vector, const rnlp_tensor_t* of) {
  if (vector->rank == 1 && vector->dims[0] == of->rank) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT,
              "%s: %s should have one entry for each dimension of %s, got %s", op, name,
              ShapeText(of).c_str(), ShapeText(vector).c_str());
}
rnlp_status_t* ScalarAxis(const rnlp_run_t* run, const char* op, const char* name,
                          const rnlp_tensor_t* tensor, int32_t rank, int32_t* out) {
  if (tensor->num_elements != 1) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s should be a scalar, got shape %s", op, name,
                ShapeText(tensor).c_str());
  }
  return CheckAxis(run->host, op, name, IndexAt(tensor, 0), rank, out);
}

struct TransposeKernel : CopyKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    const rnlp_tensor_t* perm = run->inputs[1];
    RNLP_TRY(CheckVector(run, op, "perm", perm, x));
    int64_t in_strides[kMaxRank + 1], out_strides[kMaxRank + 1];
    bool seen[kMaxRank + 1] = {};
    Strides(x->rank, x->dims, in_strides);
    Dims out;
    int64_t from[kMaxRank + 1];
    for (int32_t i = 0; i < x->rank; ++i) {
      int32_t axis = 0;
      RNLP_TRY(CheckAxis(run->host, op, "perm", IndexAt(perm, i), x->rank, &axis));
      if (seen[axis]) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: perm names dimension %d twice", op, axis);
      }
      seen[axis] = true;
      from[i] = axis;
      out.Add(x->dims[axis]);
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    Strides(out.rank, out.size, out_strides);
    CopyLoops loops;
    for (int32_t i = 0; i < out.rank; ++i)
      loops.Loop(out.size[i], {in_strides[from[i]], out_strides[i]});
    return Copy(run, &loops, x, 0, run->outputs[0], 0);
  }
};

struct ConcatKernel : CopyKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const uint32_t count = run->num_inputs - 1;
    const rnlp_tensor_t* first = run->inputs[0];
    int32_t axis = 0;
    RNLP_TRY(ScalarAxis(run, op, "axis", run->inputs[count], first->rank, &axis));
    Dims out;
    for (int32_t i = 0; i < first->rank; ++i) out.Add(first->dims[i]);
    for (uint32_t k = 1; k < count; ++k) {
      const rnlp_tensor_t* value = run->inputs[k];
      bool fits = value->rank == first->rank;
      for (int32_t i = 0; fits && i < value->rank; ++i)
        fits = i == axis || value->dims[i] == first->dims[i];
      if (!fits || __builtin_add_overflow(out.size[axis], value->dims[axis], &out.size[axis])) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: value %u of shape %s does not continue %s along dimension %d", op, k,
                    ShapeText(value).c_str(), ShapeText(first).c_str(), axis);
      }
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    const int64_t inner = ProductOf(out.size, axis + 1, out.rank), outer = ProductOf(out.size, 0, axis);
    int64_t at = 0;
    for (uint32_t k = 0; k < count; ++k) {
      const int64_t row = run->inputs[k]->dims[axis] * inner;
      CopyLoops loops;
      loops.Loop(outer, {row, out.size[axis] * inner});
      loops.Loop(row, {1, 1});
      RNLP_TRY(Copy(run, &loops, run->inputs[k], 0, run->outputs[0], at));
      at += row;
    }
    return nullptr;
  }
};

// Output k takes sizes(k) of dimension `axis`, one after the other.
template <typename Sizes>
rnlp_status_t* SplitAlong(const CopyKernel& kernel, const rnlp_run_t* run, const rnlp_tensor_t* value,
                          int32_t axis, const Sizes& sizes) {
  const int64_t inner = ProductOf(value->dims, axis + 1, value->rank);
  const int64_t outer = ProductOf(value->dims, 0, axis);
  int64_t at = 0;
  for (uint32_t k = 0; k < run->num_outputs; ++k) {
    Dims out;
    for (int32_t i = 0; i < value->rank; ++i) out.Add(i == axis ? sizes(k) : value->dims[i]);
    RNLP_TRY(EnsureOutput(run, k, out.rank, out.size));
    const int64_t row = sizes(k) * inner;
    CopyLoops loops;
    loops.Loop(outer, {value->dims[axis] * inner, row});
    loops.Loop(row, {1, 1});
    RNLP_TRY(kernel.Copy(run, &loops, value, at, run->outputs[k], 0));
    at += row;
  }
  return nullptr;
}

struct SplitKernel : CopyKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[1];
    int32_t axis = 0;
    RNLP_TRY(ScalarAxis(run, op, "split_dim", run->inputs[0], value->rank, &axis));
    if (value->dims[axis] % run->num_outputs != 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: dimension %d of %s does not split into %u parts", op, axis,
                  ShapeText(value).c_str(), run->num_outputs);
    }
    const int64_t size = value->dims[axis] / run->num_outputs;
    return SplitAlong(*this, run, value, axis, [&](uint32_t) { return size; });
  }
};

struct SplitVKernel : CopyKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[0];
    const rnlp_tensor_t* sizes = run->inputs[1];
    int32_t axis = 0;
    RNLP_TRY(ScalarAxis(run, op, "split_dim", run->inputs[2], value->rank, &axis));
    bool fits = sizes->rank == 1 && sizes->dims[0] == run->num_outputs;
    int64_t left = value->dims[axis];
    int open = 0;
    for (int64_t k = 0; fits && k < sizes->dims[0]; ++k) {
      const int64_t size = IndexAt(sizes, k);
      // One part alone has to say its size, as TensorFlow has it.
      if (size == -1 && run->num_outputs > 1) {
        ++open;
      } else {
        fits = size >= 0 && size <= left;
        left -= size;
      }
    }
    if (!fits || open > 1 || (open == 0 && left != 0)) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: size_splits should be %u sizes that add up to dimension %d of %s, with one -1 at most",
          op, run->num_outputs, axis, ShapeText(value).c_str());
    }
    return SplitAlong(*this, run, value, axis, [&](uint32_t k) {
      const int64_t given = IndexAt(sizes, k);
      return given == -1 ? left : given;
    });
  }
};

struct SliceKernel : CopyKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const rnlp_tensor_t* begin = run->inputs[1];
    const rnlp_tensor_t* size = run->inputs[2];
    RNLP_TRY(CheckVector(run, op, "begin", begin, input));
    RNLP_TRY(CheckVector(run, op, "size", size, input));
    Dims out;
    int64_t strides[kMaxRank + 1], out_strides[kMaxRank + 1], from = 0;
    Strides(input->rank, input->dims, strides);
    for (int32_t i = 0; i < input->rank; ++i) {
      const int64_t first = IndexAt(begin, i);
      const int64_t count = IndexAt(size, i) == -1 ? input->dims[i] - first : IndexAt(size, i);
      if (first < 0 || count < 0 || first > input->dims[i] || count > input->dims[i] - first) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: begin[%d] = %lld and size[%d] = %lld do not lie in %s", op, i,
                    static_cast<long long>(first), i, static_cast<long long>(count),
                    ShapeText(input).c_str());
      }
      from += first * strides[i];
      out.Add(count);
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    Strides(out.rank, out.size, out_strides);
    CopyLoops loops;
    for (int32_t i = 0; i < out.rank; ++i) loops.Loop(out.size[i], {strides[i], out_strides[i]});
    return Copy(run, &loops, input, from, run->outputs[0], 0);
  }
};

struct PackKernel : CopyKernel {
  int64_t axis = 0;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(plugin::AttrInt(build.host, build.node, "axis", &axis));
    return CopyKernel::Init(build);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* first = run->inputs[0];
    int32_t at = 0;
    RNLP_TRY(CheckAxis(run->host, op, "axis", axis, first->rank + 1, &at));
    Dims out;
    for (int32_t i = 0; i <= first->rank; ++i) {
      out.Add(i == at ? run->num_inputs : first->dims[i < at ? i : i - 1]);
    }
    const int64_t outer = ProductOf(first->dims, 0, at), inner = ProductOf(first->dims, at, first->rank);
    for (uint32_t k = 1; k < run->num_inputs; ++k) {
      if (plugin::SameShape(first, run->inputs[k])) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: value 0 has shape %s, value %u has %s", op,
                  ShapeText(first).c_str(), k, ShapeText(run->inputs[k]).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    for (uint32_t k = 0; k < run->num_inputs; ++k) {
      CopyLoops loops;
      loops.Loop(outer, {inner, inner * run->num_inputs});
      loops.Loop(inner, {1, 1});
      RNLP_TRY(Copy(run, &loops, run->inputs[k], 0, run->outputs[0], inner * k));
    }
    return nullptr;
  }
};

struct UnpackKernel : CopyKernel {
  int64_t axis = 0;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(plugin::AttrInt(build.host, build.node, "axis", &axis));
    // Without outputs there is nothing to copy; the input has the type.
    return copy.Find(build, plugin::DTypeSize(build.input(0)));
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[0];
    int32_t at = 0;
    RNLP_TRY(CheckAxis(run->host, op, "axis", axis, value->rank, &at));
    if (value->dims[at] != run->num_outputs) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: dimension %d of %s should be %u", op, at,
                  ShapeText(value).c_str(), run->num_outputs);
    }
    Dims out;
    for (int32_t i = 0; i < value->rank; ++i) {
      if (i != at) out.Add(value->dims[i]);
    }
    const int64_t outer = ProductOf(value->dims, 0, at),
                  inner = ProductOf(value->dims, at + 1, value->rank);
    for (uint32_t k = 0; k < run->num_outputs; ++k) {
      RNLP_TRY(EnsureOutput(run, k, out.rank, out.size));
      CopyLoops loops;
      loops.Loop(outer, {inner * run->num_outputs, inner});
      loops.Loop(inner, {1, 1});
      RNLP_TRY(Copy(run, &loops, value, inner * k, run->outputs[k], 0));
    }
    return nullptr;
  }
};

struct TileKernel : CopyKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const rnlp_tensor_t* multiples = run->inputs[1];
    RNLP_TRY(CheckVector(run, op, "multiples", multiples, input));
    Dims out;
    for (int32_t i = 0; i < input->rank; ++i) {
      int64_t dim = 0;
      if (IndexAt(multiples, i) < 0 ||
          __builtin_mul_overflow(IndexAt(multiples, i), input->dims[i], &dim)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: multiples[%d] is %lld, for an input of shape %s", op, i,
                    static_cast<long long>(IndexAt(multiples, i)), ShapeText(input).c_str());
      }
      out.Add(dim);
    }
    int64_t elements = 0;
    if (!plugin::Product(out.size, out.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(out.rank, out.size).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    int64_t strides[kMaxRank + 1], out_strides[kMaxRank + 1];
    Strides(input->rank, input->dims, strides);
    Strides(out.rank, out.size, out_strides);
    CopyLoops loops;
    for (int32_t i = 0; i < input->rank; ++i) {
      loops.Loop(IndexAt(multiples, i), {0, input->dims[i] * out_strides[i]});
      loops.Loop(input->dims[i], {strides[i], out_strides[i]});
    }
    return Copy(run, &loops, input, 0, run->outputs[0], 0);
  }
};

struct BroadcastToKernel : CopyKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    Dims out, joined;
    RNLP_TRY(plugin::ReadDims(run->host, op, "shape", run->inputs[1], &out));
    rnlp_tensor_t target{};
    target.rank = out.rank;
    target.dims = out.size;
    const rnlp_tensor_t* both[] = {input, &target};
    if (!plugin::BroadcastShapes(both, 2, &joined) || joined.rank != out.rank ||
        !std::equal(out.size, out.size + out.rank, joined.size)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s does not broadcast to %s", op,
                  ShapeText(input).c_str(), ShapeText(out.rank, out.size).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    CopyLoops loops;
    loops.Broadcast(&input, 1, out);
    return Copy(run, &loops, input, 0, run->outputs[0], 0);
  }
};

// The places that a slice names: strides and start in a dense tensor of shape `dims`.
struct SlicePlaces {
  int64_t sparse[kMaxRank + 1], dense[kMaxRank + 1];
  int64_t start = 0;
  SlicePlaces(int32_t rank, const int64_t* dims, const plugin::SliceSelection& selection) {
    int64_t step = 1, dense_step = 1;
    for (int32_t i = rank - 1; i >= 0; --i) {
      sparse[i] = step * selection.step[i];
      dense[i] = dense_step;
      start += selection.begin[i] * step;
      step *= dims[i];
      dense_step *= selection.count[i];
    }
  }
};

struct StridedSliceKernel : CopyKernel {
  plugin::SliceMasks masks;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(masks.Init(build.host, build.node));
    return CopyKernel::Init(build);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    plugin::SliceSelection selection;
    RNLP_TRY(masks.Select(run->host, op, input->rank, input->dims, run->inputs[1], run->inputs[2],
                          run->inputs[3], &selection));
    RNLP_TRY(EnsureOutput(run, 0, selection.out.rank, selection.out.size));
    const SlicePlaces places(input->rank, input->dims, selection);
    CopyLoops loops;
    for (int32_t i = 0; i < input->rank; ++i) {
      loops.Loop(selection.count[i], {places.sparse[i], places.dense[i]});
    }
    return Copy(run, &loops, input, places.start, run->outputs[0], 0);
  }
};

struct StridedSliceGradKernel : StridedSliceKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Dims shape;
    RNLP_TRY(plugin::ReadDims(run->host, op, "shape", run->inputs[0], &shape));
    plugin::SliceSelection selection;
    RNLP_TRY(masks.Select(run->host, op, shape.rank, shape.size, run->inputs[1], run->inputs[2],
                          run->inputs[3], &selection));
    const rnlp_tensor_t* dy = run->inputs[4];
    if (dy->rank != selection.out.rank ||
        !std::equal(dy->dims, dy->dims + dy->rank, selection.out.size)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: dy should have the shape of the slice, %s, got %s", op,
                  ShapeText(selection.out.rank, selection.out.size).c_str(), ShapeText(dy).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, shape.rank, shape.size));
    RNLP_TRY(ZeroOutput(run, 0));
    if (dy->num_elements == 0) return nullptr;
    const SlicePlaces places(shape.rank, shape.size, selection);
    CopyLoops loops;
    for (int32_t i = 0; i < shape.rank; ++i) {
      loops.Loop(selection.count[i], {places.dense[i], places.sparse[i]});
    }
    return Copy(run, &loops, dy, 0, run->outputs[0], places.start);
  }
};

struct PadKernel : CopyKernel {
  CUfunction fill;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(CopyKernel::Init(build));
    return FindSized(build, k_move, "fill", copy.bytes, &fill);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const rnlp_tensor_t* paddings = run->inputs[1];
    if (paddings->rank != 2 || paddings->dims[0] != input->rank || paddings->dims[1] != 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: paddings should be two numbers for each dimension of %s, got %s", op,
                  ShapeText(input).c_str(), ShapeText(paddings).c_str());
    }
    Dims out;
    for (int32_t i = 0; i < input->rank; ++i) {
      const int64_t before = IndexAt(paddings, 2 * i), after = IndexAt(paddings, 2 * i + 1);
      int64_t dim = 0;
      if (before < 0 || after < 0 || __builtin_add_overflow(before, after, &dim) ||
          __builtin_add_overflow(dim, input->dims[i], &dim)) {
        return Fail(
            run->host, RNLP_INVALID_ARGUMENT, "%s: paddings of %lld and %lld for dimension %d of %s", op,
            static_cast<long long>(before), static_cast<long long>(after), i, ShapeText(input).c_str());
      }
      out.Add(dim);
    }
    int64_t elements = 0;
    if (!plugin::Product(out.size, out.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(out.rank, out.size).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    u64 value = 0;
    if (run->num_inputs == 3) {
      if (run->inputs[2]->num_elements != 1) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: constant_values should be a scalar, got shape %s", op,
                    ShapeText(run->inputs[2]).c_str());
      }
      value = AddressOf(run->inputs[2]);
    }
    RNLP_TRY(Launch(run, fill, GridFor(run, elements, 4),
                    FillArgs{value, AddressOf(run->outputs[0]), 0, elements}));
    int64_t strides[kMaxRank + 1], out_strides[kMaxRank + 1], to = 0;
    Strides(input->rank, input->dims, strides);
    Strides(out.rank, out.size, out_strides);
    CopyLoops loops;
    for (int32_t i = 0; i < input->rank; ++i) {
      to += IndexAt(paddings, 2 * i) * out_strides[i];
      loops.Loop(input->dims[i], {strides[i], out_strides[i]});
    }
    return Copy(run, &loops, input, 0, run->outputs[0], to);
  }
};

struct ReverseKernel : CopyKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const rnlp_tensor_t* axes = run->inputs[1];
    bool turned[kMaxRank + 1] = {};
    for (int64_t i = 0; i < axes->num_elements; ++i) {
      int32_t axis = 0;
      RNLP_TRY(CheckAxis(run->host, op, "axis", IndexAt(axes, i), input->rank, &axis));
      if (turned[axis]) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: axis names dimension %d twice", op, axis);
      }
      turned[axis] = true;
    }
    RNLP_TRY(EnsureOutputLike(run, 0, input));
    int64_t strides[kMaxRank + 1], from = 0;
    Strides(input->rank, input->dims, strides);
    CopyLoops loops;
    for (int32_t i = 0; i < input->rank; ++i) {
      if (turned[i]) from += (input->dims[i] - 1) * strides[i];
      loops.Loop(input->dims[i], {turned[i] ? -strides[i] : strides[i], strides[i]});
    }
    return Copy(run, &loops, input, from, run->outputs[0], 0);
  }
};

constexpr rnlp_arg_mark_t kPerm[] = {{"perm", kHostConstant}};
constexpr rnlp_arg_mark_t kAxisArg[] = {{"axis", kHostConstant}};
constexpr rnlp_arg_mark_t kSplitDim[] = {{"split_dim", kHostConstant}};
constexpr rnlp_arg_mark_t kSplitSizes[] = {{"size_splits", kHostConstant}, {"split_dim", kHostConstant}};
constexpr rnlp_arg_mark_t kBeginSize[] = {{"begin", kHostConstant}, {"size", kHostConstant}};
constexpr rnlp_arg_mark_t kMultiples[] = {{"multiples", kHostConstant}};
constexpr rnlp_arg_mark_t kShape[] = {{"shape", kHostConstant}};
constexpr rnlp_arg_mark_t kPaddings[] = {{"paddings", kHostConstant}};
constexpr rnlp_arg_mark_t kSlices[] = {{"begin", kHostConstant},
                                       {"end", kHostConstant},
                                       {"strides", kHostConstant},
                                       {"shape", kHostConstant}};
constexpr rnlp_type_constraint_t kSliceT[] = {Types("T", kMovableTypes), Types("Index", kIntegerTypes)};

constexpr rnlp_kernel_row_t kRows[] = {
    Row<TransposeKernel>("Transpose", kMovableT, kPerm),
    Row<ConcatKernel>("ConcatV2", kMovableT, kAxisArg),
    Row<SplitKernel>("Split", kMovableT, kSplitDim),
    Row<SplitVKernel>("SplitV", kMovableT, kSplitSizes),
    Row<SliceKernel>("Slice", kMovableT, kBeginSize),
    Row<PackKernel>("Pack", kMovableT),
    Row<UnpackKernel>("Unpack", kMovableT),
    Row<TileKernel>("Tile", kMovableT, kMultiples),
    Row<BroadcastToKernel>("BroadcastTo", kMovableT, kShape),
    Row<StridedSliceKernel>("StridedSlice", kSliceT, std::span(kSlices).first(3)),
    Row<StridedSliceGradKernel>("StridedSliceGrad", kSliceT, kSlices),
    Row<PadKernel>("Pad", kMovableT, kPaddings),
    Row<PadKernel>("PadV2", kMovableT, kPaddings),
    Row<ReverseKernel>("ReverseV2", kMovableT, kAxisArg),
};

}  // namespace

std::span<const rnlp_kernel_row_t> ArrangeRows() { return kRows; }

}  // namespace runnel::cuda

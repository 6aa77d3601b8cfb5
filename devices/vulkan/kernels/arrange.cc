// Moving elements: transposing, joining, cutting, padding, repeating. Each is one or more strided
// copies, and the copies of whole runs are the queue's own.
#include "devices/vulkan/kernels/kernel.h"
#include "plugins/sdk/slice.h"

namespace runnel::vulkan {
namespace {

using plugin::kMaxRank;

std::string NameOf(const rnlp_host_t* host, const rnlp_node_t* node) {
  const rnlp_str_t op = host->node_op(host, node);
  return std::string(op.data, op.size);
}

// Every element of `out` becomes the one element of `value`.
rnlp_status_t* FillFrom(const rnlp_run_t* run, const rnlp_tensor_t* value, const rnlp_tensor_t* out) {
  if (out->num_elements == 0) return nullptr;
  Call call(run, Shader("fill", SizeWord(out->dtype)));
  call.Const(1).Write(out).Read(value).Push(out->num_elements).Push(0).Push(0);
  return call.Threads((out->num_elements + 3) / 4);
}

// A block of `dims` within `in` and `out`, whose shapes may be larger; steps in elements of a dimension.
struct Block {
  Loops<2> loops;
  int64_t in_base = 0, out_base = 0;
  void Add(int64_t count, int64_t in_step, int64_t out_step) {
    const int64_t steps[2] = {in_step, out_step};
    loops.Add(count, steps);
  }
};

struct TransposeKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    const rnlp_tensor_t* perm = run->inputs[1];
    if (perm->rank != 1 || perm->dims[0] != in->rank)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "Transpose: perm %s for %s",
                  plugin::ShapeText(perm).c_str(), plugin::ShapeText(in).c_str());
    Dims dims;
    int64_t strides[kMaxRank + 1], out_strides[kMaxRank + 1], from[kMaxRank + 1];
    plugin::Strides(in->rank, in->dims, strides);
    bool seen[kMaxRank + 1] = {};
    for (int32_t i = 0; i < in->rank; ++i) {
      int32_t axis = 0;
      RNLP_TRY(
          plugin::CheckAxis(run->host, "Transpose", "perm", plugin::IndexAt(perm, i), in->rank, &axis));
      if (seen[axis])
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "Transpose: perm names %d twice", axis);
      seen[axis] = true;
      dims.Add(in->dims[axis]);
      from[i] = strides[axis];
    }
    RNLP_TRY(Expect(run, 0, dims));
    plugin::Strides(dims.rank, dims.size, out_strides);
    Block block;
    for (int32_t i = 0; i < dims.rank; ++i) block.Add(dims.size[i], from[i], out_strides[i]);
    return RecordCopy(run, block.loops, in, 0, run->outputs[0], 0);
  }
};

// Concat, ConcatV2, Pack.
struct ConcatKernel {
  enum class Kind { kFirst, kLast, kPack } kind = Kind::kFirst;
  int64_t pack_axis = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const std::string op = NameOf(host, node);
    kind = op == "Pack" ? Kind::kPack : op == "Concat" ? Kind::kFirst : Kind::kLast;
    return plugin::AttrInt(host, node, "axis", &pack_axis);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const uint32_t first = kind == Kind::kFirst ? 1 : 0;
    const uint32_t count = run->num_inputs - (kind == Kind::kPack ? 0 : 1);
    const rnlp_tensor_t* const* in = run->inputs + first;
    int64_t wanted = pack_axis;
    if (kind != Kind::kPack) {
      const rnlp_tensor_t* given = run->inputs[kind == Kind::kFirst ? 0 : count];
      if (given->num_elements != 1)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "Concat: the axis should be a scalar");
      wanted = plugin::IndexAt(given, 0);
    }
    const int32_t rank = in[0]->rank + (kind == Kind::kPack ? 1 : 0);
    int32_t axis = 0;
    RNLP_TRY(plugin::CheckAxis(run->host, "Concat", "axis", wanted, rank, &axis));
    Dims dims;
    int64_t along = 0;
    for (uint32_t i = 0; i < count; ++i) {
      bool fits = in[i]->rank == in[0]->rank;
      for (int32_t d = 0; fits && d < in[0]->rank; ++d)
        fits = in[i]->dims[d] == in[0]->dims[d] || (kind != Kind::kPack && d == axis);
      if (!fits)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "Concat: input %u has shape %s, input 0 %s", i,
                    plugin::ShapeText(in[i]).c_str(), plugin::ShapeText(in[0]).c_str());
      along += kind == Kind::kPack ? 1 : in[i]->dims[axis];
    }
    for (int32_t d = 0, from = 0; d < rank; ++d) {
      if (d == axis) {
        dims.Add(along);
        if (kind != Kind::kPack) ++from;
      } else {
        dims.Add(in[0]->dims[from++]);
      }
    }
    RNLP_TRY(Expect(run, 0, dims));
    const int64_t outer = plugin::ProductOf(dims.size, 0, axis);
    const int64_t inner = plugin::ProductOf(dims.size, axis + 1, rank);
    int64_t at = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const int64_t run_length = (kind == Kind::kPack ? 1 : in[i]->dims[axis]) * inner;
      Block block;
      block.Add(outer, run_length, along * inner);
      block.Add(run_length, 1, 1);
      if (in[i]->num_elements > 0) RNLP_TRY(RecordCopy(run, block.loops, in[i], 0, run->outputs[0], at));
      at += run_length;
    }
    return nullptr;
  }
};

// Split, SplitV, Unpack.
struct SplitKernel {
  enum class Kind { kEven, kSizes, kUnpack } kind = Kind::kEven;
  int64_t unpack_axis = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const std::string op = NameOf(host, node);
    kind = op == "Unpack" ? Kind::kUnpack : op == "Split" ? Kind::kEven : Kind::kSizes;
    return plugin::AttrInt(host, node, "axis", &unpack_axis);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[kind == Kind::kEven ? 1 : 0];
    const rnlp_tensor_t* axis_input = run->inputs[kind == Kind::kEven    ? 0
                                                  : kind == Kind::kSizes ? 2
                                                                         : 0];
    if (kind != Kind::kUnpack && axis_input->num_elements != 1)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "Split: split_dim should be a scalar");
    const int64_t wanted = kind == Kind::kUnpack ? unpack_axis : plugin::IndexAt(axis_input, 0);
    int32_t axis = 0;
    RNLP_TRY(plugin::CheckAxis(run->host, "Split", "axis", wanted, in->rank, &axis));
    const int64_t along = in->dims[axis], count = run->num_outputs;
    const int64_t outer = plugin::ProductOf(in->dims, 0, axis);
    const int64_t inner = plugin::ProductOf(in->dims, axis + 1, in->rank);
    std::vector<int64_t> sizes(static_cast<size_t>(count),
                               kind == Kind::kUnpack ? 1 : along / std::max<int64_t>(count, 1));
    int64_t rest = along, open = -1;
    if (kind == Kind::kSizes) {
      const rnlp_tensor_t* given = run->inputs[1];
      if (given->num_elements != count)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "SplitV: %lld sizes for %lld outputs",
                    static_cast<long long>(given->num_elements), static_cast<long long>(count));
      for (int64_t i = 0; i < count; ++i) {
        const int64_t size = plugin::IndexAt(given, i);
        // One part alone has to say its size, as TensorFlow has it.
        if (size < -1 || (size == -1 && (open >= 0 || count == 1)))
          return Fail(run->host, RNLP_INVALID_ARGUMENT, "SplitV: size %lld",
                      static_cast<long long>(size));
        if (size == -1) open = i;
        sizes[static_cast<size_t>(i)] = std::max<int64_t>(size, 0);
        rest -= sizes[static_cast<size_t>(i)];
      }
      if (open >= 0 && rest >= 0) {
        sizes[static_cast<size_t>(open)] = rest;
        rest = 0;
      }
    } else {
      for (const int64_t size : sizes) rest -= size;
    }
    if (rest != 0)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "Split: the sizes do not make up dimension %d of %s",
                  axis, plugin::ShapeText(in).c_str());
    int64_t at = 0;
    for (uint32_t i = 0; i < run->num_outputs; ++i) {
      const int64_t run_length = sizes[i] * inner;
      Dims dims;
      for (int32_t d = 0; d < in->rank; ++d) {
        if (d != axis)
          dims.Add(in->dims[d]);
        else if (kind != Kind::kUnpack)
          dims.Add(sizes[i]);
      }
      RNLP_TRY(Expect(run, i, dims));
      Block block;
      block.Add(outer, along * inner, run_length);
      block.Add(run_length, 1, 1);
      RNLP_TRY(RecordCopy(run, block.loops, in, at, run->outputs[i], 0));
      at += run_length;
    }
    return nullptr;
  }
};

struct SliceKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    int64_t strides[kMaxRank + 1], out_strides[kMaxRank + 1];
    plugin::Strides(in->rank, in->dims, strides);
    if (run->inputs[1]->num_elements != in->rank || run->inputs[2]->num_elements != in->rank)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "Slice: begin and size should have %d numbers",
                  in->rank);
    Dims dims;
    int64_t base = 0;
    for (int32_t i = 0; i < in->rank; ++i) {
      const int64_t begin = plugin::IndexAt(run->inputs[1], i);
      int64_t size = plugin::IndexAt(run->inputs[2], i);
      if (size == -1) size = in->dims[i] - begin;
      if (begin < 0 || size < 0 || begin > in->dims[i] || size > in->dims[i] - begin)
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "Slice: %lld elements from %lld on of dimension %d of %s",
                    static_cast<long long>(size), static_cast<long long>(begin), i,
                    plugin::ShapeText(in).c_str());
      base += begin * strides[i];
      dims.Add(size);
    }
    RNLP_TRY(Expect(run, 0, dims));
    plugin::Strides(dims.rank, dims.size, out_strides);
    Block block;
    for (int32_t i = 0; i < in->rank; ++i) block.Add(dims.size[i], strides[i], out_strides[i]);
    return RecordCopy(run, block.loops, in, base, run->outputs[0], 0);
  }
};

// StridedSlice and its gradient, which puts a slice into zeros.
template <bool kGradient>
struct StridedSliceKernel {
  plugin::SliceMasks masks;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return masks.Init(host, node);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* first = run->inputs[0];
    Dims whole;
    if (kGradient) {
      RNLP_TRY(plugin::ReadDims(run->host, "StridedSliceGrad", "shape", first, &whole));
    } else {
      for (int32_t i = 0; i < first->rank; ++i) whole.Add(first->dims[i]);
    }
    plugin::SliceSelection selection;
    RNLP_TRY(masks.Select(run->host, "StridedSlice", whole.rank, whole.size, run->inputs[1],
                          run->inputs[2], run->inputs[3], &selection));
    RNLP_TRY(Expect(run, 0, kGradient ? whole : selection.out));
    int64_t strides[kMaxRank + 1], part[kMaxRank + 1];
    plugin::Strides(whole.rank, whole.size, strides);
    plugin::Strides(whole.rank, selection.count, part);
    int64_t base = 0;
    Block block;
    for (int32_t i = 0; i < whole.rank; ++i) {
      base += selection.begin[i] * strides[i];
      const int64_t step = strides[i] * selection.step[i];
      block.Add(selection.count[i], kGradient ? part[i] : step, kGradient ? step : part[i]);
    }
    if (!kGradient) return RecordCopy(run, block.loops, first, base, run->outputs[0], 0);
    const rnlp_tensor_t* grad = run->inputs[4];
    if (grad->num_elements != plugin::ProductOf(selection.out.size, 0, selection.out.rank))
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "StridedSliceGrad: dy has shape %s",
                  plugin::ShapeText(grad).c_str());
    RNLP_TRY(RecordFill(run, run->outputs[0], 0));
    return RecordCopy(run, block.loops, grad, 0, run->outputs[0], base);
  }
};

struct PadKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    const rnlp_tensor_t* pads = run->inputs[1];
    if (pads->num_elements != 2 * in->rank)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "Pad: paddings %s for %s",
                  plugin::ShapeText(pads).c_str(), plugin::ShapeText(in).c_str());
    Dims dims;
    int64_t strides[kMaxRank + 1], out_strides[kMaxRank + 1];
    for (int32_t i = 0; i < in->rank; ++i) {
      const int64_t before = plugin::IndexAt(pads, 2 * i), after = plugin::IndexAt(pads, 2 * i + 1);
      if (before < 0 || after < 0 || before > (int64_t{1} << 40) || after > (int64_t{1} << 40))
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "Pad: paddings %lld and %lld of dimension %d",
                    static_cast<long long>(before), static_cast<long long>(after), i);
      dims.Add(before + in->dims[i] + after);
    }
    RNLP_TRY(Expect(run, 0, dims));
    plugin::Strides(in->rank, in->dims, strides);
    plugin::Strides(dims.rank, dims.size, out_strides);
    Block block;
    int64_t base = 0;
    for (int32_t i = 0; i < in->rank; ++i) {
      base += plugin::IndexAt(pads, 2 * i) * out_strides[i];
      block.Add(in->dims[i], strides[i], out_strides[i]);
    }
    RNLP_TRY(run->num_inputs > 2 ? FillFrom(run, run->inputs[2], run->outputs[0])
                                 : RecordFill(run, run->outputs[0], 0));
    return RecordCopy(run, block.loops, in, 0, run->outputs[0], base);
  }
};

struct TileKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    const rnlp_tensor_t* multiples = run->inputs[1];
    if (multiples->num_elements != in->rank)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "Tile: multiples %s for %s",
                  plugin::ShapeText(multiples).c_str(), plugin::ShapeText(in).c_str());
    Dims dims;
    for (int32_t i = 0; i < in->rank; ++i) {
      const int64_t times = plugin::IndexAt(multiples, i);
      int64_t size = 0;
      if (times < 0 || __builtin_mul_overflow(times, in->dims[i], &size))
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "Tile: %lld times", static_cast<long long>(times));
      dims.Add(size);
    }
    RNLP_TRY(Expect(run, 0, dims));
    int64_t strides[kMaxRank + 1], out_strides[kMaxRank + 1];
    plugin::Strides(in->rank, in->dims, strides);
    plugin::Strides(dims.rank, dims.size, out_strides);
    Block block;
    for (int32_t i = 0; i < in->rank; ++i) {
      block.Add(plugin::IndexAt(multiples, i), 0, in->dims[i] * out_strides[i]);
      block.Add(in->dims[i], strides[i], out_strides[i]);
    }
    return RecordCopy(run, block.loops, in, 0, run->outputs[0], 0);
  }
};

struct BroadcastToKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    Dims dims;
    RNLP_TRY(plugin::ReadDims(run->host, "BroadcastTo", "shape", run->inputs[1], &dims));
    bool fits = in->rank <= dims.rank;
    for (int32_t i = 0; fits && i < in->rank; ++i)
      fits = in->dims[i] == 1 || in->dims[i] == dims.size[dims.rank - in->rank + i];
    if (!fits)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s does not broadcast to the shape asked for",
                  plugin::ShapeText(in).c_str());
    RNLP_TRY(Expect(run, 0, dims));
    Loops<2> loops;
    const rnlp_tensor_t* const both[] = {in, run->outputs[0]};
    BroadcastLoops<2>(both, dims, &loops);
    return RecordCopy(run, loops, in, 0, run->outputs[0], 0);
  }
};

struct ReverseKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    bool turned[kMaxRank + 1] = {};
    for (int64_t i = 0; i < run->inputs[1]->num_elements; ++i) {
      int32_t axis = 0;
      RNLP_TRY(plugin::CheckAxis(run->host, "ReverseV2", "axis", plugin::IndexAt(run->inputs[1], i),
                                 in->rank, &axis));
      if (turned[axis]) return Fail(run->host, RNLP_INVALID_ARGUMENT, "ReverseV2: axis %d twice", axis);
      turned[axis] = true;
    }
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, in));
    if (in->num_elements == 0) return nullptr;
    int64_t strides[kMaxRank + 1], base = 0;
    plugin::Strides(in->rank, in->dims, strides);
    Block block;
    for (int32_t i = 0; i < in->rank; ++i) {
      if (turned[i]) base += (in->dims[i] - 1) * strides[i];
      block.Add(in->dims[i], turned[i] ? -strides[i] : strides[i], strides[i]);
    }
    return RecordCopy(run, block.loops, in, base, run->outputs[0], 0);
  }
};

struct FillKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Dims dims;
    RNLP_TRY(plugin::ReadDims(run->host, "Fill", "dims", run->inputs[0], &dims));
    if (run->inputs[1]->num_elements != 1)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "Fill: value should be a scalar");
    RNLP_TRY(Expect(run, 0, dims));
    return FillFrom(run, run->inputs[1], run->outputs[0]);
  }
};

constexpr uint32_t kHost = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr rnlp_arg_mark_t kPerm[] = {{"perm", kHost}};
constexpr rnlp_arg_mark_t kAxis[] = {{"axis", kHost}, {"concat_dim", kHost}};
constexpr rnlp_arg_mark_t kSplit[] = {{"split_dim", kHost}, {"size_splits", kHost}};
constexpr rnlp_arg_mark_t kSlice[] = {{"begin", kHost}, {"size", kHost}};
constexpr rnlp_arg_mark_t kStrided[] = {
    {"begin", kHost}, {"end", kHost}, {"strides", kHost}, {"shape", kHost}};
constexpr rnlp_arg_mark_t kSizes[] = {
    {"paddings", kHost}, {"multiples", kHost}, {"shape", kHost}, {"dims", kHost}};

template <class K, size_t kCount>
constexpr rnlp_kernel_row_t Arrange(const char* op, const rnlp_arg_mark_t (&args)[kCount]) {
  return Row<K>({.op = op, .types = kMovableT, .num_types = 1, .args = args, .num_args = kCount});
}

}  // namespace

constinit const rnlp_kernel_row_t kArrangeRows[] = {
    Arrange<TransposeKernel>("Transpose", kPerm),
    Arrange<ConcatKernel>("ConcatV2", kAxis),
    Arrange<ConcatKernel>("Concat", kAxis),
    Row<ConcatKernel>({.op = "Pack", .types = kMovableT, .num_types = 1}),
    Arrange<SplitKernel>("Split", kSplit),
    Arrange<SplitKernel>("SplitV", kSplit),
    Row<SplitKernel>({.op = "Unpack", .types = kMovableT, .num_types = 1}),
    Arrange<SliceKernel>("Slice", kSlice),
    Arrange<StridedSliceKernel<false>>("StridedSlice", kStrided),
    Arrange<StridedSliceKernel<true>>("StridedSliceGrad", kStrided),
    Arrange<PadKernel>("Pad", kSizes),
    Arrange<PadKernel>("PadV2", kSizes),
    Arrange<TileKernel>("Tile", kSizes),
    Arrange<BroadcastToKernel>("BroadcastTo", kSizes),
    Arrange<ReverseKernel>("ReverseV2", kAxis),
    Arrange<FillKernel>("Fill", kSizes),
};
std::span<const rnlp_kernel_row_t> ArrangeRows() { return kArrangeRows; }

}  // namespace runnel::vulkan

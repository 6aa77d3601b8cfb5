// Array: pixels moved into channels or into the batch, and back: SpaceToDepth DepthToSpace
// SpaceToBatchND BatchToSpaceND.
#include <algorithm>
#include <cstring>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

struct DepthKernel {
  const char* op;
  bool to_depth = true, first = false;
  int64_t block = 2;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    to_depth = op[0] == 'S';
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "block_size", &block));
    if (block < 1 || block > (int64_t{1} << 30)) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: attr block_size is out of range: %lld", op,
                  static_cast<long long>(block));
    }
    return AttrChannelsFirst(host, node, &first);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const int row = first ? 2 : 1, channel = first ? 1 : 3;
    int64_t dims[4];
    bool fits = input->rank == 4;
    if (fits) {
      std::copy_n(input->dims, 4, dims);
      for (const int dim : {row, row + 1}) {
        if (to_depth) fits = fits && dims[dim] % block == 0;
        fits = fits && (to_depth || !__builtin_mul_overflow(dims[dim], block, &dims[dim]));
        if (to_depth) dims[dim] /= block;
      }
      if (!to_depth) fits = fits && dims[channel] % (block * block) == 0;
      fits =
          fits && (!to_depth || !__builtin_mul_overflow(dims[channel], block * block, &dims[channel]));
      if (!to_depth) dims[channel] /= block * block;
    }
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: blocks of %lld do not fit an input of shape %s",
                  op, static_cast<long long>(block), ShapeText(input).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    // The wide image has the pixels, the deep one the channels.
    const int64_t* wide = to_depth ? input->dims : dims;
    const int64_t* deep = to_depth ? dims : input->dims;
    int64_t w[4], d[4];
    Strides(4, wide, w);
    Strides(4, deep, d);
    const int64_t channels = wide[channel];
    StridedCopy copy;
    const auto loop = [&](int64_t count, int64_t in_wide, int64_t in_deep) {
      copy.Loop(count, to_depth ? in_wide : in_deep, to_depth ? in_deep : in_wide);
    };
    loop(wide[0], w[0], d[0]);
    loop(deep[row], w[row] * block, d[row]);
    loop(block, w[row], d[channel] * channels * block);
    loop(deep[row + 1], w[row + 1] * block, d[row + 1]);
    loop(block, w[row + 1], d[channel] * channels);
    loop(channels, w[channel], d[channel]);
    return RunCopy(run, copy, input, 0, 0, 0);
  }
};

struct BatchKernel {
  const char* op;
  bool to_batch = true;

  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) {
    to_batch = op[0] == 'S';
    return nullptr;
  }

  rnlp_status_t* Misfit(const rnlp_run_t* run, const char* what) const {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s for an input of shape %s", op, what,
                ShapeText(run->inputs[0]).text);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *input = run->inputs[0], *block = run->inputs[1], *margins = run->inputs[2];
    const int64_t m = block->rank == 1 ? block->dims[0] : -1;
    if (m < 0 || m >= input->rank || margins->rank != 2 || margins->dims[0] != m ||
        margins->dims[1] != 2) {
      return Misfit(run, "block_shape should be a vector of numbers, with two margins for each,");
    }
    Dims out;
    for (int32_t i = 0; i < input->rank; ++i) out.Add(input->dims[i]);
    int64_t product = 1;
    for (int64_t i = 0; i < m; ++i) {
      const int64_t size = IndexAt(block, i), before = IndexAt(margins, 2 * i);
      const int64_t after = IndexAt(margins, 2 * i + 1);
      int64_t margin = 0, *dim = &out.size[i + 1];
      if (size < 1 || before < 0 || after < 0 || __builtin_mul_overflow(product, size, &product) ||
          __builtin_add_overflow(before, after, &margin)) {
        return Misfit(run, "block_shape should be numbers from 1 and margins from 0");
      }
      if (to_batch) {
        if (__builtin_add_overflow(*dim, margin, dim) || *dim % size != 0) {
          return Misfit(run, "every padded dimension should be a multiple of its block");
        }
        *dim /= size;
      } else if (__builtin_mul_overflow(*dim, size, dim) || __builtin_sub_overflow(*dim, margin, dim) ||
                 *dim < 0) {
        return Misfit(run, "crops should leave something of every dimension");
      }
    }
    const bool bad_batch = to_batch ? __builtin_mul_overflow(out.size[0], product, &out.size[0])
                                    : out.size[0] % product != 0;
    if (bad_batch) return Misfit(run, "the batch should be a multiple of all blocks");
    if (!to_batch) out.size[0] /= product;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    if (to_batch) ZeroOutput(run, 0);
    if (input->num_elements == 0 || run->outputs[0]->num_elements == 0) return nullptr;
    return Deal(run, out, m, product);
  }

  // One strided copy for every place within the blocks: those pixels lie in one part of the batch.
  rnlp_status_t* Deal(const rnlp_run_t* run, const Dims& out, int64_t m, int64_t product) const {
    const rnlp_tensor_t *input = run->inputs[0], *block = run->inputs[1], *margins = run->inputs[2];
    const int64_t* space = to_batch ? input->dims : out.size;  // the image as a whole
    const int64_t* parts = to_batch ? out.size : input->dims;
    int64_t s[kMaxRank + 1], p[kMaxRank + 1];
    Strides(out.rank, space, s);
    Strides(out.rank, parts, p);
    for (int64_t place = 0; place < product; ++place) {
      StridedCopy copy;
      int64_t at_space = 0, at_parts = place * space[0] * p[0];
      const auto loop = [&](int64_t count, int64_t in_space, int64_t in_parts) {
        copy.Loop(count, to_batch ? in_space : in_parts, to_batch ? in_parts : in_space);
      };
      loop(space[0], s[0], p[0]);
      int64_t stride = product, rest = place;
      for (int64_t i = 0; i < m; ++i) {
        const int64_t size = IndexAt(block, i), before = IndexAt(margins, 2 * i);
        stride /= size;
        const int64_t offset = rest / stride - before;  // of part 0, in the image
        rest %= stride;
        // Parts [begin, end) lie inside of the image.
        const int64_t begin = offset < 0 ? (-offset + size - 1) / size : 0;
        const int64_t room = space[i + 1] - offset;
        const int64_t end = room > 0 ? std::min(parts[i + 1], (room - 1) / size + 1) : 0;
        loop(std::max<int64_t>(0, end - begin), s[i + 1] * size, p[i + 1]);
        at_space += (begin * size + offset) * s[i + 1];
        at_parts += begin * p[i + 1];
      }
      for (int32_t i = static_cast<int32_t>(m) + 1; i < out.rank; ++i) loop(space[i], s[i], p[i]);
      RUNNEL_CPU_RETURN_IF_ERROR(
          RunCopy(run, copy, input, to_batch ? at_space : at_parts, 0, to_batch ? at_parts : at_space));
    }
    return nullptr;
  }
};

constexpr char kToDepth[] = "SpaceToDepth";
constexpr char kToSpace[] = "DepthToSpace";
constexpr char kToBatch[] = "SpaceToBatchND";
constexpr char kFromBatch[] = "BatchToSpaceND";
constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr rnlp_arg_mark_t kPadded[] = {{"block_shape", kHostConstant}, {"paddings", kHostConstant}};
constexpr rnlp_arg_mark_t kCropped[] = {{"block_shape", kHostConstant}, {"crops", kHostConstant}};
constexpr rnlp_type_constraint_t kMovedT = Types("T", kMovableTypes), kPaddedT = Types("T", kRealTypes);

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t& types, const rnlp_arg_mark_t* args,
                                uint32_t num_args) {
  return MakeRow({.op = kOp,
                  .types = &types,
                  .num_types = 1,
                  .args = args,
                  .num_args = num_args,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<300>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kSpaceRows[] = {
    Row<DepthKernel, kToDepth>(kMovedT, nullptr, 0),
    Row<DepthKernel, kToSpace>(kMovedT, nullptr, 0),
    Row<BatchKernel, kToBatch>(kPaddedT, kPadded, 2),
    Row<BatchKernel, kFromBatch>(kPaddedT, kCropped, 2),
};
RUNNEL_CPU_ROWS(Space)

}  // namespace runnel::cpu

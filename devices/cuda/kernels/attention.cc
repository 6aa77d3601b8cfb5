// Runnel>Attention, in one launch whose scores never reach memory: f16 and bf16 on tensor cores, f32 and
// wider heads by plain arithmetic.
#include "plugins/sdk/attention.h"

#include "devices/cuda/device_code/attention_args.h"
#include "devices/cuda/kernels/kernel.h"
#include "devices/cuda/kernels/loops.h"
#include "plugins/sdk/node.h"

namespace runnel::cuda {
namespace {

constexpr int kTileWidths[] = {64, 128};
constexpr int64_t kWidestHead = 128;

struct AttentionKernel : KernelBase {
  CUfunction plain = nullptr;
  CUfunction tiles[std::size(kTileWidths)] = {};  // by width; NULL where there are no tensor cores
  float scale = 1;

  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(build.host->attr_float(build.host, build.node, "scale", &scale));
    const int32_t dtype = build.input(0);
    RNLP_TRY(FindTyped(build, op, k_attention, "attention", dtype, &plain));
    if (dtype == RNLP_FLOAT || build.device->capability < 80) return nullptr;
    RNLP_TRY(FindTyped(build, op, k_attention, "attention_tiles_64", dtype, &tiles[0]));
    return FindTyped(build, op, k_attention, "attention_tiles_128", dtype, &tiles[1]);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    plugin::AttentionCall call;
    RNLP_TRY(call.Init(run, op));
    const plugin::AttentionSizes& sizes = call.sizes;
    RNLP_TRY(EnsureOutput(run, 0, call.out.rank, call.out.size));
    if (sizes.empty()) return nullptr;
    if (sizes.n == 0) return ZeroOutput(run, 0);  // sums of nothing
    constexpr int64_t kMost = int64_t{1} << 30;
    if (sizes.m > kMost || sizes.n > kMost || sizes.d > kMost || sizes.e > kMost) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: dimensions of %s and %s should be below 2^30",
                  op, ShapeText(run->inputs[0]).c_str(), ShapeText(run->inputs[2]).c_str());
    }
    AttentionArgs args{};
    args.m = static_cast<int>(sizes.m);
    args.n = static_cast<int>(sizes.n);
    args.d = static_cast<int>(sizes.d);
    args.e = static_cast<int>(sizes.e);
    args.scale = scale;
    args.mask_row = call.mask_row();
    args.mask_column = call.mask_column();
    // The narrowest tiles that a head fits into.
    CUfunction function = plain;
    int queries = kQueries, columns = kValueColumns;
    for (size_t i = std::size(kTileWidths); i-- > 0;) {
      if (tiles[i] == nullptr || sizes.d > kTileWidths[i]) continue;
      if (function != plain && sizes.e > kTileWidths[i]) continue;
      function = tiles[i];
      queries = kTileQueries;
      columns = kTileWidths[i];
    }
    StridedLoops<2> loops;  // of the mask, and of the matrices
    for (int32_t i = 0; i + 2 < call.scores.rank; ++i) {
      const int64_t inner = plugin::ProductOf(call.scores.size, i + 1, call.scores.rank - 2);
      loops.Loop(call.scores.size[i], {call.mask_step[i], inner});
    }
    const uint64_t bytes = plugin::DTypeSize(run->inputs[0]->dtype);
    return loops.ForEach(kMaxLoops, [&](const StridedLoops<2>::Part& part) {
      const auto at = [&](const rnlp_tensor_t* tensor, int64_t elements) {
        return AddressOf(tensor) + static_cast<u64>(elements) * bytes;
      };
      args.query = at(run->inputs[0], part.offset[1] * sizes.m * sizes.d);
      args.key = at(run->inputs[1], part.offset[1] * sizes.n * sizes.d);
      args.value = at(run->inputs[2], part.offset[1] * sizes.n * sizes.e);
      args.mask = at(run->inputs[3], part.offset[0]);
      args.out = at(run->outputs[0], part.offset[1] * sizes.m * sizes.e);
      args.aligned =
          ((args.key | args.value) % 16 == 0 && (sizes.d * 2 % 16) == 0 && sizes.e * 2 % 16 == 0);
      args.matrices = part.count;
      args.loops = part.loops;
      for (int i = 0; i < part.loops; ++i) {
        args.size[i] = static_cast<u32>(part.size[i]);
        args.mask_matrix[i] = part.stride[0][i];
      }
      const auto parts = [](int64_t count, int64_t of) {
        return static_cast<u32>((count + of - 1) / of);
      };
      return Launch(run, function,
                    {parts(sizes.m, queries), parts(sizes.e, columns),
                     static_cast<u32>(std::min<i64>(part.count, 65535))},
                    args);
    });
  }
};

// Heads wider than the tiles are left to a library's products.
rnlp_status_t* Supports(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                        const rnlp_tensor_t* const* inputs, uint32_t num_inputs, rnlp_support_t* out) {
  RNLP_TRY(internal::SupportsAll(host, device, node, inputs, num_inputs, out));
  if (inputs == nullptr || num_inputs != 4) return nullptr;
  const plugin::AttentionSizes sizes = plugin::AttentionSizes::Of(inputs);
  if (sizes.d <= kWidestHead && sizes.e <= kWidestHead) return nullptr;
  out->supported = 0;
  out->reason = "queries or values have more than 128 columns";
  return nullptr;
}

constexpr rnlp_kernel_row_t kRows[] = {[] {
  rnlp_kernel_row_t row = Row<AttentionKernel>("Runnel>Attention", kFloatT);
  row.supports = Supports;
  return row;
}()};

}  // namespace

std::span<const rnlp_kernel_row_t> AttentionRows() { return kRows; }

}  // namespace runnel::cuda

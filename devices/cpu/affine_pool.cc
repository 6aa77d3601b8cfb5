// Pools and means of quantised tensors.
#include <cstring>

#include "devices/cpu/affine.h"
#include "devices/cpu/affine_tiles.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/window.h"

namespace runnel::cpu {
namespace {

using affine::Clamp;
using affine::Factor;
using affine::ForStored;
using affine::Scale;

constexpr char kAvg[] = "Runnel>AffineAvgPool";
constexpr char kMax[] = "Runnel>AffineMaxPool";
constexpr char kMean[] = "Runnel>AffineMean";

template <bool kIsMax>
struct PoolKernel {
  const char* op;
  WindowAttrs window;
  Clamp clamp;
  int32_t type = 0;
  const affine::AffineLoops* table = nullptr;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    type = host->node_input_dtype(host, node, 0);
    table = &affine::AffineLoopsOf(ChooseIsa(host));
    Scale y;
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "y", &y));
    RUNNEL_CPU_RETURN_IF_ERROR(window.Init(host, node, op));
    return clamp.Init(host, node, type, y);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* image = run->inputs[0];
    if (image->rank != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x should have rank 4, its shape is %s", op,
                  ShapeText(image).text);
    }
    WindowAxis axes[2];
    for (int a = 0; a < 2; ++a) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          window.Fit(run->host, op, a, image->dims[1 + a], window.size[a], &axes[a]));
    }
    const int64_t channels = image->dims[3];
    const int64_t dims[] = {image->dims[0], axes[0].count, axes[1].count, channels};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const Workspace sums(run, 0, static_cast<uint64_t>(kSlots * channels * 4));
    if (sums.data == nullptr) return sums.Failed(op);
    const int64_t pixels = dims[0] * dims[1] * dims[2],
                  work = pixels * channels * axes[0].window * axes[1].window;
    Slots(run, pixels, work > kParallelElements, [&](int64_t slot, int64_t begin, int64_t end) {
      ForStored(type, [&](auto sample) {
        using T = decltype(sample);
        Looks looks(run, 64);
        for (int64_t p = begin; p < end && !looks.Stop(); ++p)
          Pixel<T>(run, axes, p, static_cast<int32_t*>(sums.data) + slot * channels);
        return 0;
      });
    });
    return nullptr;
  }
  template <typename T>
  void Pixel(const rnlp_run_t* run, const WindowAxis* axes, int64_t p, int32_t* sums) const {
    const rnlp_tensor_t* image = run->inputs[0];
    const int64_t channels = image->dims[3];
    const int64_t column = p % axes[1].count, row = p / axes[1].count % axes[0].count,
                  batch = p / axes[1].count / axes[0].count;
    int64_t begin[2], end[2];
    for (int a = 0; a < 2; ++a) {
      const int64_t first = (a == 0 ? row : column) * axes[a].stride - axes[a].before;
      begin[a] = std::max<int64_t>(first, 0);
      end[a] = std::min(first + axes[a].window, axes[a].image);
    }
    std::fill_n(sums, channels, kIsMax ? affine::kLeast : 0);
    const T* in = Data<T>(image) + batch * axes[0].image * axes[1].image * channels;
    int32_t count = 0;
    constexpr bool kBytes = sizeof(T) == 1;
    constexpr int32_t kLow = 0 + std::numeric_limits<T>::min(),
                      kHigh = 0 + std::numeric_limits<T>::max();
    if constexpr (kIsMax && kBytes) {
      if (begin[0] < end[0] && begin[1] < end[1] && clamp.low == kLow && clamp.high == kHigh)
        return MaxBytes(image, begin, end, in, run->outputs[0], p);
    }
    for (int64_t y = begin[0]; y < end[0]; ++y) {
      for (int64_t x = begin[1]; x < end[1]; ++x, ++count) {
        const T* from = in + (y * axes[1].image + x) * channels;
        if constexpr (!kIsMax && kBytes) {
          table->add(reinterpret_cast<const uint8_t*>(from), sums, channels, std::is_signed_v<T>);
          continue;
        }
        for (int64_t c = 0; c < channels; ++c) {
          if constexpr (kIsMax) {
            sums[c] = std::max<int32_t>(sums[c], from[c]);
          } else {
            sums[c] += from[c];
          }
        }
      }
    }
    T* out = Data<T>(run->outputs[0]) + p * channels;
    for (int64_t c = 0; c < channels; ++c) {
      int32_t value = sums[c];
      if (!kIsMax && count > 0) value = (value + (value > 0 ? count / 2 : -(count / 2))) / count;
      out[c] = static_cast<T>(clamp(value));
    }
  }
  // Of a window that holds a pixel.
  template <typename T>
  void MaxBytes(const rnlp_tensor_t* image, const int64_t* begin, const int64_t* end, const T* in,
                const rnlp_tensor_t* output, int64_t p) const {
    const int64_t channels = image->dims[3];
    auto* const out = Data<uint8_t>(output) + p * channels;
    const auto* const bytes = reinterpret_cast<const uint8_t*>(in);
    for (int64_t y = begin[0]; y < end[0]; ++y) {
      for (int64_t x = begin[1]; x < end[1]; ++x) {
        const uint8_t* const from = bytes + (y * image->dims[2] + x) * channels;
        if (y == begin[0] && x == begin[1]) {
          std::memcpy(out, from, static_cast<size_t>(channels));
        } else {
          table->max(from, out, channels, std::is_signed_v<T>);
        }
      }
    }
  }
};

struct MeanKernel {
  const char* op;
  Scale x, y;
  Clamp clamp;
  int32_t type = 0;
  affine::Rounding rounding = {};
  const affine::AffineLoops* table = nullptr;
  bool keep_dims = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    type = host->node_input_dtype(host, node, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "x", &x));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "y", &y));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "keep_dims", &keep_dims));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadRounding(host, node, &rounding));
    table = &affine::AffineLoopsOf(ChooseIsa(host));
    return clamp.Init(host, node, type, y);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *in = run->inputs[0], *axes = run->inputs[1];
    bool gone[kMaxRank + 1] = {};
    for (int64_t i = 0; i < axes->num_elements; ++i) {
      int32_t axis = 0;
      RUNNEL_CPU_RETURN_IF_ERROR(
          plugin::CheckAxis(run->host, op, "axes", plugin::IndexAt(axes, i), in->rank, &axis));
      gone[axis] = true;
    }
    Dims dims;
    int64_t strides[kMaxRank + 1], count = 1, kept = 1;
    for (int32_t d = in->rank - 1; d >= 0; --d) {
      strides[d] = gone[d] ? 0 : kept;
      (gone[d] ? count : kept) *= in->dims[d];
    }
    for (int32_t d = 0; d < in->rank; ++d) {
      if (!gone[d]) {
        dims.Add(in->dims[d]);
      } else if (keep_dims) {
        dims.Add(1);
      }
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (kept == 0) return nullptr;
    const Workspace memory(run, 0, static_cast<uint64_t>(kept) * sizeof(int64_t));
    if (memory.data == nullptr) return memory.Failed(op);
    auto* sums = static_cast<int64_t*>(memory.data);
    std::fill_n(sums, kept, int64_t{0});
    ForStored(type, [&](auto sample) {
      using T = decltype(sample);
      const T* from = Data<T>(in);
      int64_t at[kMaxRank + 1] = {}, to = 0;
      // Rows whose places all stay, in sums of 32 bits at first.
      const int64_t row = in->rank > 0 && !gone[in->rank - 1] ? in->dims[in->rank - 1] : 1;
      const bool by_row = sizeof(T) == 1 && row >= 16 && count < int64_t{1} << 23;
      auto* const narrow = reinterpret_cast<int32_t*>(sums);
      Looks looks(run, by_row ? 64 : 4096);
      for (int64_t i = 0; i < in->num_elements && !looks.Stop(); i += by_row ? row : 1) {
        if (by_row) {
          table->add(reinterpret_cast<const uint8_t*>(from + i), narrow + to, row, std::is_signed_v<T>);
        } else {
          sums[to] += from[i];
        }
        for (int32_t d = in->rank - (by_row ? 2 : 1); d >= 0; --d) {
          to += strides[d];
          if (++at[d] < in->dims[d]) break;
          to -= strides[d] * in->dims[d];
          at[d] = 0;
        }
      }
      for (int64_t i = kept; by_row && i-- > 0;) {
        int32_t sum = 0;
        std::memcpy(&sum, narrow + i, sizeof sum);
        sums[i] = sum;
      }
      T* out = Data<T>(run->outputs[0]);
      const Factor factor = MeanFactor(count);
      for (int64_t i = 0; i < kept; ++i) {
        const int64_t sum = sums[i] - x.zero * count;
        const int32_t scaled = factor.Times(affine::Saturate(sum));
        out[i] = static_cast<T>(count == 0 ? 0 : clamp(affine::Saturate(int64_t{scaled} + y.zero)));
      }
      return 0;
    });
    return nullptr;
  }
  // The factor of the scales, divided by the count as far as its bits allow.
  Factor MeanFactor(int64_t count) const {
    if (rounding == affine::Rounding::kReal)
      return {static_cast<double>(x.scale / (y.scale * static_cast<float>(count))), rounding};
    Factor factor(static_cast<double>(x.scale) / static_cast<double>(y.scale), rounding);
    if (count == 0) return factor;
    int shift = 63 - std::countl_zero(static_cast<uint64_t>(count));
    shift = std::min({shift, 32, 31 + factor.shift});
    factor.multiplier = static_cast<int32_t>((int64_t{factor.multiplier} << shift) / count);
    factor.shift -= shift;
    return factor;
  }
};

constexpr rnlp_type_constraint_t kTypes[] = {Types("T", affine::kStored)};

template <typename K, const char* kOp>
constexpr rnlp_kernel_row_t Row() {
  return MakeRow({.op = kOp,
                  .types = kTypes,
                  .num_types = 1,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<2000>,
                  .run = cpu::Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kAffinePoolRows[] = {
    Row<PoolKernel<false>, kAvg>(), Row<PoolKernel<true>, kMax>(), Row<MeanKernel, kMean>()};
RUNNEL_CPU_ROWS(AffinePool)

}  // namespace runnel::cpu

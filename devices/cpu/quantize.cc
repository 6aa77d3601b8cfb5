// Quantisation: FakeQuantWithMinMax* with their gradients, QuantizeV2 and Dequantize. Floats are rounded
// as TensorFlow rounds them, step by step.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kFakeArgs[] = "FakeQuantWithMinMaxArgs";
constexpr char kFakeArgsGrad[] = "FakeQuantWithMinMaxArgsGradient";
constexpr char kFakeVars[] = "FakeQuantWithMinMaxVars";
constexpr char kFakeVarsGrad[] = "FakeQuantWithMinMaxVarsGradient";
constexpr char kFakeChannels[] = "FakeQuantWithMinMaxVarsPerChannel";
constexpr char kFakeChannelsGrad[] = "FakeQuantWithMinMaxVarsPerChannelGradient";
constexpr char kQuantize[] = "QuantizeV2";
constexpr char kDequantize[] = "Dequantize";

// A range in which 0 is one of the steps.
struct Nudged {
  float min, max, scale, inverse, zero;
  bool empty;  // both ends were 0
  Nudged(float low, float high, int64_t num_bits, bool narrow) : empty(low == 0 && high == 0) {
    const float least = narrow ? 1 : 0, most = static_cast<float>((int64_t{1} << num_bits) - 1);
    scale = (high - low) / (most - least);
    const float from_min = least - low / scale;
    const float at = from_min < least ? least : from_min > most ? most : std::round(from_min);
    min = (least - at) * scale;
    max = (most - at) * scale;
    inverse = 1.0F / scale;
    zero = std::floor(-min * inverse + 0.5F);
  }
  float Round(float x) const {
    if (empty) return 0;
    const float clamped = std::max(std::min(x, max), min);
    return std::floor((clamped - min) * inverse - zero + 0.5F) * scale;
  }
};

// The range is an attr, two scalars or two vectors along the last dimension.
struct FakeKernel {
  const char* op;
  bool is_gradient = false, has_args = false, per_channel = false, narrow = false;
  int64_t num_bits = 8;
  float low = -6, high = 6;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    is_gradient = op == kFakeArgsGrad || op == kFakeVarsGrad || op == kFakeChannelsGrad;
    has_args = op == kFakeArgs || op == kFakeArgsGrad;
    per_channel = op == kFakeChannels || op == kFakeChannelsGrad;
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "narrow_range", &narrow));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "num_bits", &num_bits));
    if (num_bits < 2 || num_bits > 16) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: num_bits is %lld, expected 2 to 16", op,
                  static_cast<long long>(num_bits));
    }
    if (!has_args) return nullptr;
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, "min", &low));
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, "max", &high));
    if (low < high) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT, "%s: min is %g, it should be below max, %g", op,
                static_cast<double>(low), static_cast<double>(high));
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[is_gradient ? 1 : 0];
    const rnlp_tensor_t* g = is_gradient ? run->inputs[0] : nullptr;
    if (g != nullptr && !SameDims(g, x)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: gradients %s and inputs %s should have one shape", op, ShapeText(g).text,
                  ShapeText(x).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    if (has_args) {
      const Nudged range(low, high, num_bits, narrow);
      float sums[2] = {};
      Rows(run, x, g, 0, 1, range, sums);
      return nullptr;
    }
    const rnlp_tensor_t* min = run->inputs[is_gradient ? 2 : 1];
    const rnlp_tensor_t* max = run->inputs[is_gradient ? 3 : 2];
    const int64_t channels = per_channel && x->rank > 0 ? x->dims[x->rank - 1] : 1;
    const bool fits =
        per_channel ? x->rank > 0 && min->rank == 1 && min->dims[0] == channels : min->num_elements == 1;
    if (!fits || max->num_elements != min->num_elements) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: min %s and max %s do not fit inputs %s", op,
                  ShapeText(min).text, ShapeText(max).text, ShapeText(x).text);
    }
    for (int64_t c = 0; c < channels; ++c) {
      const float a = Data<float>(min)[c], b = Data<float>(max)[c];
      if (!(a <= b)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: min[%lld] is %g, above max, %g", op,
                    static_cast<long long>(c), static_cast<double>(a), static_cast<double>(b));
      }
    }
    if (is_gradient) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 1, min));
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 2, max));
    }
    ParallelFor(
        run, channels,
        CeilDiv(kBlockElements, std::max<int64_t>(x->num_elements / std::max<int64_t>(channels, 1), 1)),
        [&](int64_t begin, int64_t end) {
          for (int64_t c = begin; c < end; ++c) {
            const Nudged range(Data<float>(min)[c], Data<float>(max)[c], num_bits, narrow);
            float sums[2] = {};
            Rows(run, x, g, c, channels, range, sums);
            if (!is_gradient) continue;
            Data<float>(run->outputs[1])[c] = sums[0];
            Data<float>(run->outputs[2])[c] = sums[1];
          }
        });
    return nullptr;
  }

  // Every `step`-th element from `first` on. sums: the gradients below and above the range.
  void Rows(const rnlp_run_t* run, const rnlp_tensor_t* x, const rnlp_tensor_t* g, int64_t first,
            int64_t step, const Nudged& range, float* sums) const {
    const float* in = Data<float>(x);
    float* out = Data<float>(run->outputs[0]);
    if (g == nullptr) {
      for (int64_t i = first; i < x->num_elements; i += step) out[i] = range.Round(in[i]);
      return;
    }
    const float* arrives = Data<float>(g);
    double below = 0, above = 0;
    for (int64_t i = first; i < x->num_elements; i += step) {
      const bool is_below = !range.empty && in[i] < range.min,
                 is_above = !range.empty && in[i] > range.max;
      out[i] = is_below || is_above ? 0 : arrives[i];
      if (is_below) below += static_cast<double>(arrives[i]);
      if (is_above) above += static_cast<double>(arrives[i]);
    }
    sums[0] = static_cast<float>(below);
    sums[1] = static_cast<float>(above);
  }
};

// What both directions know of T and mode.
struct QuantKernel {
  const char* op;
  enum class Mode { kCombined, kFirst, kScaled } mode = Mode::kCombined;
  bool narrow = false;
  int32_t dtype = 0;
  int64_t axis = -1;
  double lowest = 0, highest = 0;

  // What one range holds for: `count` elements, each `inner` of them side by side.
  struct Slices {
    int64_t channels = 1, inner = 0, count = 0;
    // Element i of slice c.
    int64_t At(int64_t c, int64_t i) const {
      return channels == 1 ? i : (i / inner * channels + c) * inner + i % inner;
    }
  };

  rnlp_status_t* InitType(const rnlp_host_t* host, const rnlp_node_t* node, int32_t type) {
    rnlp_str_t text = {"", 0};
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, "mode", &text));
    const std::string_view name(text.data, text.size);
    mode = name == "MIN_FIRST" ? Mode::kFirst : name == "SCALED" ? Mode::kScaled : Mode::kCombined;
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "narrow_range", &narrow));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "axis", &axis));
    if (axis < -1) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: axis is %lld, expected at least -1", op,
                  static_cast<long long>(axis));
    }
    dtype = type;
    const int bits = 8 * static_cast<int>(TypeSize(type));
    const bool is_signed = type != RNLP_QUINT8 && type != RNLP_QUINT16;
    lowest = is_signed ? -std::ldexp(1.0, bits - 1) : 0;
    highest = std::ldexp(1.0, is_signed ? bits - 1 : bits) - 1;
    return nullptr;
  }
  // Reads shapes: a range for all, or one for each place along the axis.
  rnlp_status_t* ReadSlices(const rnlp_run_t* run, Slices* out) const {
    const rnlp_tensor_t* x = run->inputs[0];
    const bool sliced = axis >= 0;
    if (axis >= x->rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: axis is %lld, input %s", op,
                  static_cast<long long>(axis), ShapeText(x).text);
    }
    if (sliced) {
      out->channels = x->dims[axis];
      out->inner = ProductOf(x->dims, static_cast<int32_t>(axis) + 1, x->rank);
    }
    out->count = out->channels > 0 ? x->num_elements / out->channels : 0;
    for (const uint32_t i : {1u, 2u}) {
      const rnlp_tensor_t* range = run->inputs[i];
      const bool fits =
          sliced ? range->rank == 1 && range->dims[0] == out->channels : range->num_elements == 1;
      if (fits) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: min_range and max_range should be %s, got %s for input %s", op,
                  sliced ? "one for each place along the axis" : "scalars", ShapeText(range).text,
                  ShapeText(x).text);
    }
    for (int64_t c = 0; c < out->channels; ++c) {
      const float low = Data<float>(run->inputs[1])[c], high = Data<float>(run->inputs[2])[c];
      if (low <= high) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: min_range is %g, above max_range, %g", op,
                  static_cast<double>(low), static_cast<double>(high));
    }
    return nullptr;
  }
  // How many steps of T there are in 1, for SCALED: the same for both signs, set by the wider side.
  float Scale(float* low, float* high) const {
    const auto least = static_cast<float>(lowest + (narrow && lowest < 0 ? 1 : 0));
    const auto most = static_cast<float>(highest);
    const float kNone = std::numeric_limits<float>::max();
    const float by_low = least * *low > 0 ? least / *low : kNone;
    const float by_high = most * *high > 0 ? most / *high : kNone;
    const float scale = std::min(by_low, by_high);
    *low = least / scale;
    *high = most / scale;
    return scale;
  }
};

using Stored = TypeList<int8_t, uint8_t, int16_t, uint16_t, int32_t>;
int32_t StoredType(int32_t dtype) {
  switch (dtype) {
    case RNLP_QINT8:
      return RNLP_INT8;
    case RNLP_QUINT8:
      return RNLP_UINT8;
    case RNLP_QINT16:
      return RNLP_INT16;
    case RNLP_QUINT16:
      return RNLP_UINT16;
    default:
      return RNLP_INT32;
  }
}

struct QuantizeKernel : QuantKernel {
  bool half_to_even = false;
  float least_range = 0.01F;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(InitType(host, node, host->node_output_dtype(host, node, 0)));
    rnlp_str_t text = {"", 0};
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, "round_mode", &text));
    half_to_even = std::string_view(text.data, text.size) == "HALF_TO_EVEN";
    if (half_to_even && mode != Mode::kScaled) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: round_mode HALF_TO_EVEN goes with mode SCALED alone",
                  op);
    }
    return plugin::AttrFloat(host, node, "ensure_minimum_range", &least_range);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Slices slices;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSlices(run, &slices));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    for (const uint32_t i : {1u, 2u})
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, i, axis >= 0 ? 1 : 0, &slices.channels));
    for (int64_t c = 0; c < slices.channels; ++c) Slice(run, slices, c);
    return nullptr;
  }

  void Slice(const rnlp_run_t* run, const Slices& slices, int64_t channel) const {
    const float given_low = Data<float>(run->inputs[1])[channel];
    const float given_high = Data<float>(run->inputs[2])[channel];
    // 0 is in the range, which is not too small for its numbers.
    float low = std::min(0.0F, given_low);
    const float epsilon =
        std::max(1.0F, std::max(std::fabs(given_low), std::fabs(given_high))) * least_range;
    float high = std::max(0.0F, std::max(given_high, low + epsilon));
    const float* in = Data<float>(run->inputs[0]);
    const auto least = static_cast<float>(lowest);
    const auto write = [&](const auto& convert) {
      ForType(Stored{}, StoredType(dtype), [&](auto tag) {
        using Q = typename decltype(tag)::Type;
        Q* out = Data<Q>(run->outputs[0]);
        ParallelFor(run, slices.count, kBlockElements, [&](int64_t begin, int64_t end) {
          for (int64_t k = begin; k < end; ++k) {
            const int64_t i = slices.At(channel, k);
            // Clamped in double: a float has no room for the largest int32.
            const auto value = static_cast<double>(convert(in[i]));
            out[i] = static_cast<Q>(std::isnan(value) ? 0 : std::clamp(value, lowest, highest));
          }
        });
      });
    };
    if (mode == Mode::kCombined) {
      const float scale = static_cast<float>(highest - lowest) / (high - low);
      const float half = lowest < 0 ? static_cast<float>((highest - lowest + 1) / 2) : 0;
      write(
          [&](float x) { return std::round((std::max(std::min(x, high), low) - low) * scale - half); });
    } else if (mode == Mode::kFirst) {
      const double steps = highest - lowest + 1;
      const double range =
          (static_cast<double>(high) - static_cast<double>(low)) * (steps / (steps - 1));
      const auto scale = static_cast<float>(low == high ? 0.0 : steps / range);
      const float first = std::round(low * scale);
      write([&](float x) { return std::round(x * scale) - (first - least); });
    } else {
      const float scale = Scale(&low, &high);
      write([&](float x) {
        const float scaled = std::max(std::min(x, high), low) * scale;
        return half_to_even ? std::nearbyint(scaled) : std::round(scaled);
      });
    }
    Data<float>(run->outputs[1])[channel] = low;
    Data<float>(run->outputs[2])[channel] = high;
  }
};

struct DequantizeKernel : QuantKernel {
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return InitType(host, node, host->node_input_dtype(host, node, 0));
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Slices slices;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSlices(run, &slices));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    for (int64_t c = 0; c < slices.channels; ++c) Slice(run, slices, c);
    return nullptr;
  }

  void Slice(const rnlp_run_t* run, const Slices& slices, int64_t channel) const {
    const float low = Data<float>(run->inputs[1])[channel], high = Data<float>(run->inputs[2])[channel];
    // (q + before) * scale + after
    float scale = 0, before = 0, after = 0;
    if (mode == Mode::kCombined) {
      scale = (high - low) / static_cast<float>(highest - lowest);
      before = lowest < 0 ? static_cast<float>((highest - lowest + 1) / 2) : 0;
      after = low;
    } else if (mode == Mode::kFirst) {
      const double steps = highest - lowest + 1;
      const double range =
          (static_cast<double>(high) - static_cast<double>(low)) * (steps / (steps - 1));
      scale = static_cast<float>(range / steps);
      before = static_cast<float>(-lowest);
      after = low == high ? low : std::round(low / scale) * scale;
    } else {
      float from = low, to = high;
      scale = 1 / Scale(&from, &to);
    }
    const bool narrow_out = run->outputs[0]->dtype == RNLP_BFLOAT16;
    ForType(Stored{}, StoredType(dtype), [&](auto tag) {
      using Q = typename decltype(tag)::Type;
      const Q* in = Data<Q>(run->inputs[0]);
      ParallelFor(run, slices.count, kBlockElements, [&](int64_t begin, int64_t end) {
        for (int64_t k = begin; k < end; ++k) {
          const int64_t i = slices.At(channel, k);
          const float value = (static_cast<float>(in[i]) + before) * scale + after;
          if (narrow_out) {
            Data<BFloat16>(run->outputs[0])[i] = ToBFloat16(value);
          } else {
            Data<float>(run->outputs[0])[i] = value;
          }
        }
      });
    });
  }
};

constexpr int32_t kQuantised[] = {RNLP_QINT8, RNLP_QUINT8, RNLP_QINT32, RNLP_QINT16, RNLP_QUINT16};
constexpr int32_t kBack[] = {RNLP_FLOAT, RNLP_BFLOAT16};
constexpr rnlp_type_constraint_t kT[] = {Types("T", kQuantised), Types("dtype", kBack)};
constexpr rnlp_arg_mark_t kRange[] = {{"min_range", RNLP_ARG_HOST}, {"max_range", RNLP_ARG_HOST}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(uint32_t num_types = 0) {
  return MakeRow({.op = kOp,
                  .types = num_types == 0 ? nullptr : kT,
                  .num_types = num_types,
                  .args = num_types == 0 ? nullptr : kRange,
                  .num_args = num_types == 0 ? 0u : 2u,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<2000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kQuantizeRows[] = {
    Row<FakeKernel, kFakeArgs>(),      Row<FakeKernel, kFakeArgsGrad>(),
    Row<FakeKernel, kFakeVars>(),      Row<FakeKernel, kFakeVarsGrad>(),
    Row<FakeKernel, kFakeChannels>(),  Row<FakeKernel, kFakeChannelsGrad>(),
    Row<QuantizeKernel, kQuantize>(1), Row<DequantizeKernel, kDequantize>(2),
};
RUNNEL_CPU_ROWS(Quantize)

}  // namespace runnel::cpu

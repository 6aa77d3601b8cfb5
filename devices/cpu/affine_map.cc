// Quantised tensors element by element: to and from real numbers, other scales, sigmoid, tanh, softmax.
#include "devices/cpu/affine_fixed.h"
#include "devices/cpu/affine_tiles.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

using affine::Clamp;
using affine::Factor;
using affine::ForStored;
using affine::Scale;

constexpr char kQuantize[] = "Runnel>AffineQuantize";
constexpr char kDequantize[] = "Runnel>AffineDequantize";
constexpr char kRequantize[] = "Runnel>AffineRequantize";
constexpr char kSigmoid[] = "Runnel>AffineSigmoid";
constexpr char kTanh[] = "Runnel>AffineTanh";
constexpr char kLeakyRelu[] = "Runnel>AffineLeakyRelu";
constexpr char kHardSwish[] = "Runnel>AffineHardSwish";
constexpr char kSoftmax[] = "Runnel>AffineSoftmax";
constexpr char kLookup[] = "Runnel>AffineLookup";

// Between real numbers and stored ones, with a scale for each place along an axis.
template <bool kToStored>
struct ScaleKernel {
  const char* op;
  int64_t axis = 0;
  int32_t type = 0;
  bool to_even = false;
  const affine::AffineLoops* table = nullptr;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    table = &affine::AffineLoopsOf(ChooseIsa(host));
    if constexpr (kToStored) {
      std::string mode;
      RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "round_mode", &mode));
      to_even = mode == "HALF_TO_EVEN";
    }
    type = kToStored ? host->node_output_dtype(host, node, 0) : host->node_input_dtype(host, node, 0);
    return AttrInt(host, node, "axis", &axis);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *x = run->inputs[0], *scales = run->inputs[1], *zeros = run->inputs[2];
    const int64_t channels = scales->num_elements;
    const bool fits = scales->rank == 1 && SameDims(scales, zeros) && channels > 0 &&
                      (channels == 1 || (axis >= 0 && axis < x->rank && x->dims[axis] == channels));
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: scales %s and zero_points %s do not fit axis %lld of x %s", op,
                  ShapeText(scales).text, ShapeText(zeros).text, static_cast<long long>(axis),
                  ShapeText(x).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    const int64_t inner = channels == 1
                              ? x->num_elements
                              : plugin::ProductOf(x->dims, static_cast<int32_t>(axis) + 1, x->rank);
    ParallelFor(run, x->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end;) {
        const int64_t c = i / inner % channels, stop = std::min(end, (i / inner + 1) * inner);
        Part(run, i, stop, Data<float>(scales)[c], Data<int32_t>(zeros)[c]);
        i = stop;
      }
    });
    return nullptr;
  }
  void Part(const rnlp_run_t* run, int64_t begin, int64_t end, float scale, int32_t zero) const {
    constexpr int32_t kFarZero = 1 << 20;
    if ((type == RNLP_INT8 || type == RNLP_UINT8) && zero > -kFarZero && zero < kFarZero) {
      const bool is_signed = type == RNLP_INT8;
      if constexpr (kToStored) {
        table->quantize(Data<float>(run->inputs[0]) + begin, Data<uint8_t>(run->outputs[0]) + begin,
                        end - begin, scale, zero, is_signed, to_even);
      } else {
        table->dequantize(Data<uint8_t>(run->inputs[0]) + begin, Data<float>(run->outputs[0]) + begin,
                          end - begin, scale, zero, is_signed);
      }
      return;
    }
    if constexpr (kToStored) {
      const float* in = Data<float>(run->inputs[0]);
      ForStored(type, [&](auto sample) {
        using T = decltype(sample);
        T* out = Data<T>(run->outputs[0]);
        const float low = static_cast<float>(std::numeric_limits<T>::min()),
                    high = static_cast<float>(std::numeric_limits<T>::max());
        for (int64_t i = begin; i < end; ++i) {
          // Beyond 2^20 the sum is out of range whatever the zero point; NaN becomes the lowest.
          const float real = in[i] / scale;
          const float steps = to_even ? std::nearbyint(real) : std::round(real);
          const float near = steps > -1048576.0F ? std::min(steps, 1048576.0F) : -1048576.0F;
          const float sum = near + static_cast<float>(zero);
          out[i] = static_cast<T>(std::min(std::max(sum, low), high));
        }
        return 0;
      });
    } else {
      float* out = Data<float>(run->outputs[0]);
      const auto convert = [&](const auto* in) {
        for (int64_t i = begin; i < end; ++i) out[i] = scale * static_cast<float>(int64_t{in[i]} - zero);
        return 0;
      };
      if (type == RNLP_INT32) {
        convert(Data<int32_t>(run->inputs[0]));
      } else {
        ForStored(type, [&](auto sample) { return convert(Data<decltype(sample)>(run->inputs[0])); });
      }
    }
  }
};

bool IsByte(int32_t type) { return type == RNLP_INT8 || type == RNLP_UINT8; }

// What becomes of each of the 256 numbers.
struct ByteMap {
  const affine::AffineTable* loops = nullptr;
  uint8_t result[256];  // by the byte, whatever number it is
  void Init(const rnlp_host_t* host) { loops = &affine::AffineTiles(ChooseIsa(host)); }
  template <typename F>
  void Fill(int32_t type, const F& of) {
    for (int i = 0; i < 256; ++i) {
      const int32_t x = type == RNLP_INT8 ? int32_t{static_cast<int8_t>(i)} : i;
      result[i] = static_cast<uint8_t>(of(x));
    }
  }
  void Run(const rnlp_run_t* run) const {
    const auto* in = Data<uint8_t>(run->inputs[0]);
    auto* out = Data<uint8_t>(run->outputs[0]);
    ParallelFor(run, run->inputs[0]->num_elements, 2 * kBlockElements, [&](int64_t begin, int64_t end) {
      loops->lookup(result, in + begin, out + begin, end - begin);
    });
  }
};

struct LookupKernel {
  const char* op;
  ByteMap bytes;
  uint8_t flip = 0;  // between places of a table and bytes

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    bytes.Init(host);
    flip = host->node_input_dtype(host, node, 0) == RNLP_INT8 ? 128 : 0;
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *x = run->inputs[0], *table = run->inputs[1];
    if (table->rank != 1 || table->dims[0] != 256) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: table is %s, expected [256]", op,
                  ShapeText(table).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    ByteMap map = bytes;
    for (int i = 0; i < 256; ++i) map.result[i ^ flip] = Data<uint8_t>(table)[i];
    map.Run(run);
    return nullptr;
  }
};

struct RequantizeKernel {
  const char* op;
  Scale x, y;
  Clamp clamp;
  Factor factor;
  int32_t from = 0, to = 0;
  ByteMap bytes;  // between types of 8 bits

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    from = host->node_input_dtype(host, node, 0);
    to = host->node_output_dtype(host, node, 0);
    affine::Rounding rounding = {};
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "x", &x));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "y", &y));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadRounding(host, node, &rounding));
    std::string activation = "NONE";
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "activation", &activation));
    // LiteRT divides floats for an activation, doubles for none.
    factor = Factor(activation == "NONE" ? static_cast<double>(x.scale) / static_cast<double>(y.scale)
                                         : static_cast<double>(x.scale / y.scale),
                    rounding);
    RUNNEL_CPU_RETURN_IF_ERROR(clamp.Init(host, node, to, y));
    bytes.Init(host);
    if (IsByte(from) && IsByte(to)) bytes.Fill(from, [&](int32_t a) { return Of(a); });
    return nullptr;
  }
  int32_t Of(int64_t a) const {
    const int32_t scaled = factor.Times(affine::Saturate(a - x.zero));
    return clamp(affine::Saturate(int64_t{scaled} + y.zero));
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    if (IsByte(from) && IsByte(to)) {
      bytes.Run(run);
      return nullptr;
    }
    ParallelFor(run, run->inputs[0]->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      affine::ForStoredOrWide(from, [&](auto in) {
        return affine::ForStoredOrWide(to, [&](auto out) {
          const auto* a = Data<decltype(in)>(run->inputs[0]);
          auto* b = Data<decltype(out)>(run->outputs[0]);
          for (int64_t i = begin; i < end; ++i) b[i] = static_cast<decltype(out)>(Of(a[i]));
          return 0;
        });
      });
    });
    return nullptr;
  }
};

struct LeakyReluKernel {
  const char* op;
  Scale x, y;
  Clamp clamp;
  Factor above, below;
  int32_t type = 0;
  ByteMap bytes;  // of types of 8 bits

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    type = host->node_input_dtype(host, node, 0);
    float alpha = 0.2F;
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "x", &x));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "y", &y));
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, "alpha", &alpha));
    if (!(alpha >= 0)) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: alpha is %g, expected at least 0", op,
                  static_cast<double>(alpha));
    }
    above = Factor(static_cast<double>(x.scale / y.scale), affine::Rounding::kTwice);
    below = Factor(static_cast<double>(x.scale * alpha / y.scale), affine::Rounding::kTwice);
    RUNNEL_CPU_RETURN_IF_ERROR(clamp.Init(host, node, type, y));
    bytes.Init(host);
    if (IsByte(type)) bytes.Fill(type, [&](int32_t a) { return Of(a); });
    return nullptr;
  }
  int32_t Of(int32_t a) const {
    const int32_t at = a - static_cast<int32_t>(x.zero);
    const int32_t scaled = (at >= 0 ? above : below).Times(at);
    return clamp(affine::Saturate(int64_t{scaled} + y.zero));
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    if (IsByte(type)) {
      bytes.Run(run);
      return nullptr;
    }
    ParallelFor(run, run->inputs[0]->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      ForStored(type, [&](auto sample) {
        using T = decltype(sample);
        const T* in = Data<T>(run->inputs[0]);
        T* out = Data<T>(run->outputs[0]);
        for (int64_t i = begin; i < end; ++i) out[i] = static_cast<T>(Of(in[i]));
        return 0;
      });
    });
    return nullptr;
  }
};

// Numbers of 16 bits: x with 7 more bits than it has, the gate from -1 to 1.
struct HardSwishKernel {
  const char* op;
  ByteMap bytes;

  static int32_t Saturate16(int64_t value) {
    return static_cast<int32_t>(std::clamp<int64_t>(value, -32768, 32767));
  }
  static int32_t HighMul16(int32_t a, int32_t b) {
    const int32_t product = a * b;
    return Saturate16((product + (product >= 0 ? 1 << 14 : 1 - (1 << 14))) / (1 << 15));
  }
  // A factor's multiplier with 15 bits.
  static int32_t Multiplier16(const Factor& factor) {
    if (factor.multiplier >= affine::kMost - (1 << 15)) return 32767;
    return (factor.multiplier + (1 << 15)) >> 16;
  }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const int32_t type = host->node_input_dtype(host, node, 0);
    bytes.Init(host);
    Scale x, y;
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "x", &x));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "y", &y));
    const float fine = (1.0F / 128.0F) * x.scale;
    const Factor to_y(static_cast<double>(fine / y.scale), affine::Rounding::kTwice),
        to_gate(static_cast<double>(fine / (3.0F / 32768.0F)), affine::Rounding::kTwice);
    if (to_y.shift > 0) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the scale of y, %g, is too small for that of x, %g",
                  op, static_cast<double>(y.scale), static_cast<double>(x.scale));
    }
    const int32_t low = type == RNLP_INT8 ? -128 : 0;
    bytes.Fill(type, [&](int32_t stored) {
      const int32_t at = Saturate16((stored - x.zero) * 128);
      const int32_t before_shift = HighMul16(at, Multiplier16(to_y));
      int32_t gate = at;
      if (to_gate.shift > 0) gate = Saturate16(int64_t{gate} << (to_gate.shift - 1));
      gate = HighMul16(gate, Multiplier16(to_gate));
      if (to_gate.shift > 0) gate = Saturate16(gate * 2);
      if (to_gate.shift < 0) gate = affine::RoundedShift(gate, -to_gate.shift);
      gate = (gate + (1 << 15)) >> 1;
      const int32_t product = gate * before_shift / (1 << 15);
      const int32_t result = affine::RoundedShift(product, -to_y.shift) + static_cast<int32_t>(y.zero);
      return std::clamp(result, low, low + 255);
    });
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    bytes.Run(run);
    return nullptr;
  }
};

template <bool kIsTanh>
struct CurveKernel {
  const char* op;
  ByteMap bytes;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    Scale x, y;
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "x", &x));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "y", &y));
    const float scale = kIsTanh ? 1.0F / 128 : 1.0F / 256;
    if (y.scale != scale || y.zero != (kIsTanh ? 0 : -128)) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: y has scale %g and zero point %lld, expected %g and %d", op,
                  static_cast<double>(y.scale), static_cast<long long>(y.zero),
                  static_cast<double>(scale), kIsTanh ? 0 : -128);
    }
    const Factor factor(static_cast<double>(x.scale) * static_cast<double>(1 << 27),
                        affine::Rounding::kTwice);
    const int32_t radius = affine::Radius(4, factor.shift);
    bytes.Init(host);
    bytes.Fill(RNLP_INT8, [&](int32_t stored) {
      const int32_t at = stored - static_cast<int32_t>(x.zero);
      int32_t result = at > 0 ? 127 : -128;
      if (at > -radius && at < radius) {
        const int32_t fixed = factor.Times(at);
        result = kIsTanh ? affine::RoundedShift(affine::Tanh4(fixed), 24)
                         : affine::RoundedShift(affine::Sigmoid4(fixed), 23) - 128;
      }
      return std::clamp(result, -128, 127);
    });
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    bytes.Run(run);
    return nullptr;
  }
};

struct SoftmaxKernel {
  const char* op;
  int32_t from = 0, to = 0;
  Factor factor;
  int32_t lowest = 0;         // of differences from the largest number; what is below counts as 0
  int32_t exponentials[256];  // by what a number is below the largest

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    from = host->node_input_dtype(host, node, 0);
    to = host->node_output_dtype(host, node, 0);
    Scale x, y;
    float beta = 1;
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "x", &x));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "y", &y));
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, "beta", &beta));
    // LiteRT takes the scale of 1/32768 for that of int16.
    const bool fits = to == RNLP_INT16 ? y.zero == -32768
                                       : y.scale == 1.0F / 256 && y.zero == (to == RNLP_INT8 ? -128 : 0);
    if (!fits || !(beta > 0)) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: y has scale %g and zero point %lld, which do not stand for 0 to 1, beta is %g",
                  op, static_cast<double>(y.scale), static_cast<long long>(y.zero),
                  static_cast<double>(beta));
    }
    const double real = static_cast<double>(beta) * static_cast<double>(x.scale) * (1 << 26);
    factor = Factor(std::min(real, static_cast<double>(affine::kMost)), affine::Rounding::kTwice);
    lowest = -affine::Radius(5, factor.shift);
    for (int32_t below = 0; below < 256; ++below)
      exponentials[below] = -below >= lowest ? ExpOf(-below) : 0;
    return nullptr;
  }
  int32_t Exp(int32_t difference) const { return exponentials[-difference]; }
  int32_t ExpOf(int32_t difference) const {
    const int32_t fixed =
        affine::HighMul(affine::WrapShift(difference, std::max(factor.shift, 0)), factor.multiplier);
    return affine::ExpOfNegative(std::min(fixed, 0), 5);
  }
  template <typename In, typename Out>
  void Row(const In* in, Out* out, int64_t depth) const {
    constexpr int kSumBits = 12;  // integer bits of the sum
    const int32_t most = 0 + *std::max_element(in, in + depth);
    int32_t sum = 0;
    for (int64_t i = 0; i < depth; ++i) {
      const int32_t difference = in[i] - most;
      if (difference >= lowest) sum += affine::RoundedShift(Exp(difference), kSumBits);
    }
    int over = 0;
    const int32_t reciprocal = affine::ReciprocalOf(sum, kSumBits, &over);
    const int shift = std::clamp(over + 31 - 8 * static_cast<int>(sizeof(Out)), 0, 31);
    const int32_t low = 0 + std::numeric_limits<Out>::min(), high = 0 + std::numeric_limits<Out>::max();
    for (int64_t i = 0; i < depth; ++i) {
      const int32_t difference = in[i] - most;
      int32_t result = low;
      if (difference >= lowest)
        result += affine::RoundedShift(affine::HighMul(reciprocal, Exp(difference)), shift);
      out[i] = static_cast<Out>(std::clamp(result, low, high));
    }
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    if (x->rank < 1) return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x is a scalar", op);
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    const int64_t depth = x->dims[x->rank - 1];
    if (x->num_elements == 0) return nullptr;
    ParallelFor(run, x->num_elements / depth, RowBlock(16 * depth), [&](int64_t begin, int64_t end) {
      ForStored(from, [&](auto in) {
        return ForStored(to, [&](auto out) {
          for (int64_t r = begin; r < end; ++r)
            Row(Data<decltype(in)>(x) + r * depth, Data<decltype(out)>(run->outputs[0]) + r * depth,
                depth);
          return 0;
        });
      });
    });
    return nullptr;
  }
};

constexpr int32_t kWithInt32[] = {RNLP_INT8, RNLP_UINT8, RNLP_INT16, RNLP_INT32};
constexpr int32_t kBytes[] = {RNLP_INT8};
constexpr rnlp_type_constraint_t kStoredTypes[] = {Types("T", affine::kStored)};
constexpr rnlp_type_constraint_t kDequantizeTypes[] = {Types("T", kWithInt32)};
constexpr rnlp_type_constraint_t kRequantizeTypes[] = {Types("T", affine::kStoredOrWide),
                                                       Types("U", affine::kStoredOrWide)};
constexpr rnlp_type_constraint_t kCurveTypes[] = {Types("T", kBytes)};
constexpr rnlp_type_constraint_t kByteTypes[] = {Types("T", affine::kFilters)};
constexpr rnlp_type_constraint_t kLookupTypes[] = {Types("T", affine::kFilters),
                                                   Types("U", affine::kFilters)};
constexpr rnlp_type_constraint_t kSoftmaxTypes[] = {Types("T", affine::kFilters),
                                                    Types("U", affine::kStored)};

template <typename K, const char* kOp, int kPicoseconds, size_t kCount>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t (&types)[kCount]) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = kCount,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = cpu::Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kAffineMapRows[] = {
    Row<ScaleKernel<true>, kQuantize, 2000>(kStoredTypes),
    Row<ScaleKernel<false>, kDequantize, 500>(kDequantizeTypes),
    Row<RequantizeKernel, kRequantize, 3000>(kRequantizeTypes),
    Row<CurveKernel<false>, kSigmoid, 60>(kCurveTypes),
    Row<CurveKernel<true>, kTanh, 60>(kCurveTypes),
    Row<LeakyReluKernel, kLeakyRelu, 3000>(kStoredTypes),
    Row<HardSwishKernel, kHardSwish, 60>(kByteTypes),
    Row<LookupKernel, kLookup, 60>(kLookupTypes),
    Row<SoftmaxKernel, kSoftmax, 6000>(kSoftmaxTypes)};
RUNNEL_CPU_ROWS(AffineMap)

}  // namespace runnel::cpu

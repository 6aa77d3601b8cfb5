// What kernels of quantised products share: attributes, scales, and the plain loops' numbers.
#ifndef RUNNEL_DEVICES_CPU_AFFINE_PRODUCT_H_
#define RUNNEL_DEVICES_CPU_AFFINE_PRODUCT_H_

#include "devices/cpu/affine_gemm.h"

namespace runnel::cpu::affine {

// What follows a sum: bias, scale, activation.
struct ProductKernel {
  const char* op;
  Scale x, y;
  Clamp clamp;
  int64_t filter_zero = 0;
  Rounding rounding = Rounding::kTwice;
  int32_t type = 0;
  const AffineTable* table = nullptr;
  int isa = 0;
  Stored x_stored, filter_stored;
  // Set once, by plan, if biases and scales are constants.
  void* scales = nullptr;
  uint64_t scales_bytes = 0;
  affine::Finish finish;
  bool is_plain = false;
  uint64_t planned_bytes = 0;

  rnlp_status_t* InitProduct(const rnlp_host_t* host, const rnlp_node_t* node) {
    type = host->node_input_dtype(host, node, 0);
    const Isa best = ChooseIsa(host);
    isa = static_cast<int>(best);
    table = &AffineTiles(best);
    RUNNEL_CPU_RETURN_IF_ERROR(ReadScale(host, node, op, "x", &x));
    RUNNEL_CPU_RETURN_IF_ERROR(ReadScale(host, node, op, "y", &y));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "filter_zero_point", &filter_zero));
    RUNNEL_CPU_RETURN_IF_ERROR(ReadRounding(host, node, &rounding));
    if (filter_zero < -128 || filter_zero > 255) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: filter_zero_point is %lld", op,
                  static_cast<long long>(filter_zero));
    }
    if (type == RNLP_INT16 && (x.zero != 0 || y.zero != 0)) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: zero points of int16 numbers should be 0", op);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(clamp.Init(host, node, type, y));
    x_stored = {type == RNLP_INT8, x.zero};
    filter_stored = {host->node_input_dtype(host, node, 1) == RNLP_INT8, filter_zero};
    is_plain = type == RNLP_INT16 || !x_stored.Holds();
    using enum affine::Finish::Kind;
    finish.kind = rounding == Rounding::kReal ? kReal : rounding == Rounding::kOnce ? kOnce : kTwice;
    finish.is_signed = type == RNLP_INT8;
    finish.low = clamp.low;
    finish.high = clamp.high;
    finish.zero = static_cast<int32_t>(y.zero);
    // Zero points beyond the type: results that do not fit are cut.
    const int32_t least = finish.is_signed ? -128 : 0, most = least + 255;
    is_plain |= clamp.low < least || clamp.low > most || clamp.high < least || clamp.high > most;
    return nullptr;
  }

  static bool FitChannels(const rnlp_tensor_t* bias, const rnlp_tensor_t* factors, int64_t channels) {
    return bias->rank == 1 && bias->dims[0] == channels && factors->rank == 1 &&
           (factors->dims[0] == 1 || factors->dims[0] == channels);
  }
  rnlp_status_t* CheckChannels(const rnlp_run_t* run, int64_t channels) const {
    if (FitChannels(run->inputs[2], run->inputs[3], channels)) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: bias %s and filter_scales %s do not fit %lld channels", op,
                ShapeText(run->inputs[2]).text, ShapeText(run->inputs[3]).text,
                static_cast<long long>(channels));
  }
  // Convolutions over int8 multiply scales as doubles, all others as floats.
  void Factors(const rnlp_tensor_t* of_filter, int64_t channels, bool wide, Factor* out) const {
    const float* from = Data<float>(of_filter);
    const bool one = of_filter->num_elements == 1;
    for (int64_t c = 0; c < channels; ++c) {
      const float scale = from[one ? 0 : c];
      const double product = wide || !one ? static_cast<double>(x.scale) * static_cast<double>(scale)
                                          : static_cast<double>(x.scale * scale);
      if (rounding == Rounding::kReal) {
        out[c] = Factor(static_cast<double>(x.scale * scale / y.scale), rounding);
      } else {
        out[c] = Factor(product / static_cast<double>(y.scale), rounding);
      }
    }
  }
  template <typename T, typename Sum>
  T Finished(const rnlp_run_t* run, const Factor* factors, int64_t c, Sum sum) const {
    const rnlp_tensor_t* bias = run->inputs[2];
    if constexpr (sizeof(Sum) == 8) {
      sum += bias->dtype == RNLP_INT64 ? Data<int64_t>(bias)[c] : Data<int32_t>(bias)[c];
    } else {
      const int64_t with = bias->dtype == RNLP_INT64 ? Data<int64_t>(bias)[c] : Data<int32_t>(bias)[c];
      sum = static_cast<Sum>(static_cast<uint32_t>(sum) + static_cast<uint32_t>(with));
    }
    const int32_t scaled = factors[c].Times(sum);
    return static_cast<T>(clamp(Saturate(int64_t{scaled} + y.zero)));
  }
  // The filter without its zero point.
  void Widen(const rnlp_run_t* run, int16_t* out) const {
    const rnlp_tensor_t* filter = run->inputs[1];
    const auto zero = static_cast<int>(filter_zero);
    if (filter->dtype == RNLP_INT8) {
      const int8_t* from = Data<int8_t>(filter);
      for (int64_t i = 0; i < filter->num_elements; ++i) out[i] = static_cast<int16_t>(from[i] - zero);
    } else {
      const uint8_t* from = Data<uint8_t>(filter);
      for (int64_t i = 0; i < filter->num_elements; ++i) out[i] = static_cast<int16_t>(from[i] - zero);
    }
  }
};

// int16 numbers have no zero point to lose, and sums of 64 bits.
template <typename T>
using SumOf = std::conditional_t<sizeof(T) == 2, int64_t, int32_t>;

template <typename Sum>
Sum Dot(const int16_t* a, const int16_t* b, int64_t n) {
  Sum sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += int32_t{a[i]} * b[i];
  return sum;
}

// Memory of one run: factors, the filter, then a patch or sums for each slot.
struct Room {
  Room(const rnlp_run_t* run, int64_t channels, int64_t filter, int64_t slot_bytes)
      : slot(RoundUp(slot_bytes, 64)),
        filter_at(RoundUp(channels * static_cast<int64_t>(sizeof(Factor)), 64)),
        slots_at(RoundUp(filter_at + 2 * filter, 64)),
        memory(run, 0, static_cast<uint64_t>(slots_at + kSlots * slot)) {}
  bool ok() const { return memory.data != nullptr; }
  Factor* factors() const { return static_cast<Factor*>(memory.data); }
  int16_t* filter() const {
    return reinterpret_cast<int16_t*>(static_cast<char*>(memory.data) + filter_at);
  }
  void* Of(int64_t i) const { return static_cast<char*>(memory.data) + slots_at + i * slot; }
  int64_t slot, filter_at, slots_at;
  Workspace memory;
};

// How filters [out, rows, columns, in] or, kDepth, [1, rows, columns, out] slide over images.
template <bool kDepth>
struct ConvWindows {
  WindowAttrs attrs;

  // The axes of a convolution. Errors: INVALID_ARGUMENT where filter and image do not fit each other.
  rnlp_status_t* Fit(const rnlp_host_t* host, const char* op, const rnlp_tensor_t* image,
                     const rnlp_tensor_t* filter, WindowAxis* axes) const {
    if (!HasChannels(image, filter)) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: filter %s does not fit image %s", op,
                  ShapeText(filter).text, ShapeText(image).text);
    }
    for (int a = 0; a < 2; ++a) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          attrs.Fit(host, op, a, image->dims[1 + a], filter->dims[1 + a], &axes[a]));
    }
    return nullptr;
  }
  static Windows Of(const rnlp_tensor_t* image, const rnlp_tensor_t* filter, const WindowAxis* axes) {
    // Images of one column lie as those of one row.
    const WindowAxis& columns = axes[1];
    const bool turns = columns.image == 1 && columns.window == 1 && columns.count == 1;
    return {image->dims[0],
            image->dims[3],
            {axes[turns ? 1 : 0], axes[turns ? 0 : 1]},
            kDepth ? 1 : filter->dims[3],
            filter->dims[kDepth ? 3 : 0]};
  }
  // Of a plan; false where they do not fit, which is said when it runs.
  bool Read(const rnlp_host_t* host, const char* op, const rnlp_tensor_t* image,
            const rnlp_tensor_t* filter, Windows* out) const {
    WindowAxis axes[2];
    if (rnlp_status_t* const status = Fit(host, op, image, filter, axes)) {
      host->status_release(host, status);
      return false;
    }
    *out = Of(image, filter, axes);
    return true;
  }

 private:
  static bool HasChannels(const rnlp_tensor_t* image, const rnlp_tensor_t* filter) {
    if (image->rank != 4 || filter->rank != 4) return false;
    const int64_t in = image->dims[3], seen = filter->dims[3], out = filter->dims[kDepth ? 3 : 0];
    return kDepth ? filter->dims[0] == 1 && in > 0 && seen % in == 0
                  : seen > 0 && in % seen == 0 && (in == 0 || out % (in / seen) == 0);
  }
};

inline constexpr int32_t kBiases[] = {RNLP_INT32, RNLP_INT64};
inline constexpr rnlp_type_constraint_t kProductTypes[] = {Types("T", kStored), Types("W", kFilters),
                                                           Types("B", kBiases)};

}  // namespace runnel::cpu::affine

#endif  // RUNNEL_DEVICES_CPU_AFFINE_PRODUCT_H_

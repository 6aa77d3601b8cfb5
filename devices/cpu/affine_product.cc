// Products of quantised tensors: convolutions, depthwise ones, fully connected layers.
//
// Filters and images lose their zero points and become 16 bits wide, in which form the compiler's vector
// code multiplies and adds pairs; padding is 0 then. Sums are exact, so their order does not matter.
#include "devices/cpu/affine.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/window.h"

namespace runnel::cpu {
namespace {

using affine::Clamp;
using affine::Factor;
using affine::ForStored;
using affine::Scale;

constexpr char kConv[] = "Runnel>AffineConv2D";
constexpr char kDepthwise[] = "Runnel>AffineDepthwiseConv2D";
constexpr char kTranspose[] = "Runnel>AffineTransposeConv2D";
constexpr char kFull[] = "Runnel>AffineFullyConnected";

// What follows a sum: bias, scale, activation.
struct Product {
  const char* op;
  Scale x, y;
  Clamp clamp;
  int64_t filter_zero = 0;
  bool once = false;
  int32_t type = 0;

  rnlp_status_t* InitProduct(const rnlp_host_t* host, const rnlp_node_t* node) {
    type = host->node_input_dtype(host, node, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "x", &x));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "y", &y));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "filter_zero_point", &filter_zero));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadOnce(host, node, &once));
    if (filter_zero < -128 || filter_zero > 255) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: filter_zero_point is %lld", op,
                  static_cast<long long>(filter_zero));
    }
    if (type == RNLP_INT16 && (x.zero != 0 || y.zero != 0)) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: zero points of int16 numbers should be 0", op);
    }
    return clamp.Init(host, node, type, y);
  }

  rnlp_status_t* CheckChannels(const rnlp_run_t* run, int64_t channels) const {
    const rnlp_tensor_t *bias = run->inputs[2], *scales = run->inputs[3];
    const bool fits = bias->rank == 1 && bias->dims[0] == channels && scales->rank == 1 &&
                      (scales->dims[0] == 1 || scales->dims[0] == channels);
    if (fits) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: bias %s and filter_scales %s do not fit %lld channels", op, ShapeText(bias).text,
                ShapeText(scales).text, static_cast<long long>(channels));
  }
  // Convolutions over int8 multiply scales as doubles, all others as floats.
  void Factors(const rnlp_run_t* run, int64_t channels, bool wide, Factor* out) const {
    const float* scales = Data<float>(run->inputs[3]);
    const bool one = run->inputs[3]->num_elements == 1;
    for (int64_t c = 0; c < channels; ++c) {
      const float scale = scales[one ? 0 : c];
      const double product = wide || !one ? static_cast<double>(x.scale) * static_cast<double>(scale)
                                          : static_cast<double>(x.scale * scale);
      out[c] = Factor(product / static_cast<double>(y.scale), once);
    }
  }
  template <typename T, typename Sum>
  T Finish(const rnlp_run_t* run, const Factor* factors, int64_t c, Sum sum) const {
    const rnlp_tensor_t* bias = run->inputs[2];
    if constexpr (sizeof(Sum) == 8) {
      sum += bias->dtype == RNLP_INT64 ? Data<int64_t>(bias)[c] : Data<int32_t>(bias)[c];
    } else {
      const int64_t with = bias->dtype == RNLP_INT64 ? Data<int64_t>(bias)[c] : Data<int32_t>(bias)[c];
      sum = static_cast<Sum>(static_cast<uint32_t>(sum) + static_cast<uint32_t>(with));
    }
    const int32_t scaled = factors[c].Times(sum);
    return static_cast<T>(clamp(affine::Saturate(int64_t{scaled} + y.zero)));
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

template <bool kDepth>
struct ConvKernel : Product {
  WindowAttrs window;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(window.Init(host, node, op));
    return InitProduct(host, node);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *image = run->inputs[0], *filter = run->inputs[1];
    if (image->rank != 4 || filter->rank != 4) return Misfit(run);
    const int64_t in = image->dims[3], seen = filter->dims[3], out = filter->dims[kDepth ? 3 : 0];
    const bool fits = kDepth ? filter->dims[0] == 1 && in > 0 && seen % in == 0
                             : seen > 0 && in % seen == 0 && (in == 0 || out % (in / seen) == 0);
    if (!fits) return Misfit(run);
    RUNNEL_CPU_RETURN_IF_ERROR(CheckChannels(run, out));
    WindowAxis axes[2];
    for (int a = 0; a < 2; ++a) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          window.Fit(run->host, op, a, image->dims[1 + a], filter->dims[1 + a], &axes[a]));
    }
    const int64_t dims[] = {image->dims[0], axes[0].count, axes[1].count, out};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const int64_t taps = axes[0].window * axes[1].window;
    const Room room(run, out, filter->num_elements, kDepth ? 8 * out : 2 * taps * in);
    if (!room.ok()) return room.memory.Failed(op);
    Factors(run, out, type == RNLP_INT8 || type == RNLP_INT16, room.factors());
    Widen(run, room.filter());
    const int64_t pixels = dims[0] * dims[1] * dims[2];
    const int64_t work = pixels * taps * (kDepth ? out : out * seen);
    Slots(run, pixels, work > 4 * kParallelElements, [&](int64_t slot, int64_t begin, int64_t end) {
      ForStored(type, [&](auto sample) {
        using T = decltype(sample);
        Looks looks(run, 64);
        for (int64_t p = begin; p < end && !looks.Stop(); ++p) {
          if constexpr (kDepth) {
            Depth<T>(run, axes, p, room, static_cast<SumOf<T>*>(room.Of(slot)));
          } else {
            Dense<T>(run, axes, p, room, static_cast<int16_t*>(room.Of(slot)));
          }
        }
        return 0;
      });
    });
    return nullptr;
  }

 private:
  rnlp_status_t* Misfit(const rnlp_run_t* run) const {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: filter %s does not fit image %s", op,
                ShapeText(run->inputs[1]).text, ShapeText(run->inputs[0]).text);
  }
  // Calls f(tap, pointer to the channels there or NULL) for the window at place p.
  template <typename T, typename F>
  static void ForTaps(const rnlp_run_t* run, const WindowAxis* axes, int64_t p, const F& f) {
    const rnlp_tensor_t* image = run->inputs[0];
    const int64_t in = image->dims[3], column = p % axes[1].count,
                  row = p / axes[1].count % axes[0].count, batch = p / axes[1].count / axes[0].count;
    const T* of_batch = Data<T>(image) + batch * image->dims[1] * image->dims[2] * in;
    int64_t tap = 0;
    for (int64_t i = 0; i < axes[0].window; ++i) {
      const int64_t y = row * axes[0].stride - axes[0].before + i * axes[0].dilation;
      for (int64_t j = 0; j < axes[1].window; ++j, ++tap) {
        const int64_t x = column * axes[1].stride - axes[1].before + j * axes[1].dilation;
        const bool inside = y >= 0 && y < axes[0].image && x >= 0 && x < axes[1].image;
        f(tap, inside ? of_batch + (y * axes[1].image + x) * in : nullptr);
      }
    }
  }

  template <typename T>
  void Dense(const rnlp_run_t* run, const WindowAxis* axes, int64_t p, const Room& room,
             int16_t* patch) const {
    const int64_t in = run->inputs[0]->dims[3], seen = run->inputs[1]->dims[3],
                  out = run->inputs[1]->dims[0], groups = in / seen;
    const int64_t taps = axes[0].window * axes[1].window;
    const auto zero = static_cast<int>(x.zero);
    // Groups lie one behind the other: [group][tap][channel].
    ForTaps<T>(run, axes, p, [&](int64_t tap, const T* from) {
      for (int64_t g = 0; g < groups; ++g) {
        int16_t* to = patch + (g * taps + tap) * seen;
        if (from == nullptr) {
          std::fill_n(to, seen, int16_t{0});
          continue;
        }
        for (int64_t c = 0; c < seen; ++c) to[c] = static_cast<int16_t>(from[g * seen + c] - zero);
      }
    });
    T* y_out = Data<T>(run->outputs[0]) + p * out;
    const int64_t length = taps * seen, share = out / groups;
    for (int64_t c = 0; c < out; ++c) {
      const auto sum = Dot<SumOf<T>>(patch + c / share * length, room.filter() + c * length, length);
      y_out[c] = Finish<T>(run, room.factors(), c, sum);
    }
  }

  template <typename T>
  void Depth(const rnlp_run_t* run, const WindowAxis* axes, int64_t p, const Room& room,
             SumOf<T>* sums) const {
    const int64_t in = run->inputs[0]->dims[3], out = run->inputs[1]->dims[3], each = out / in;
    const auto zero = static_cast<int32_t>(x.zero);
    std::fill_n(sums, out, SumOf<T>{0});
    ForTaps<T>(run, axes, p, [&](int64_t tap, const T* from) {
      if (from == nullptr) return;
      const int16_t* weights = room.filter() + tap * out;
      if (each == 1) {
        for (int64_t c = 0; c < out; ++c) sums[c] += (from[c] - zero) * int32_t{weights[c]};
        return;
      }
      for (int64_t c = 0; c < in; ++c) {
        for (int64_t m = 0; m < each; ++m)
          sums[c * each + m] += (from[c] - zero) * int32_t{weights[c * each + m]};
      }
    });
    T* y_out = Data<T>(run->outputs[0]) + p * out;
    for (int64_t c = 0; c < out; ++c) y_out[c] = Finish<T>(run, room.factors(), c, sums[c]);
  }
};

// Each pixel of x adds to a window of y. The sums of one image lie in memory of their own.
struct TransposeKernel : Product {
  WindowAttrs window;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(window.Init(host, node, op));
    return InitProduct(host, node);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *image = run->inputs[0], *filter = run->inputs[1];
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::ReadDims(run->host, op, "output_shape", run->inputs[4], &dims));
    WindowAxis axes[2];
    bool fits = dims.rank == 4 && image->rank == 4 && filter->rank == 4 &&
                dims.size[0] == image->dims[0] && dims.size[3] == filter->dims[0] &&
                filter->dims[3] == image->dims[3];
    for (int a = 0; fits && a < 2; ++a) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          window.Fit(run->host, op, a, dims.size[1 + a], filter->dims[1 + a], &axes[a]));
      fits = axes[a].count == image->dims[1 + a];
    }
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x %s and filter %s do not fit output_shape %s",
                  op, ShapeText(image).text, ShapeText(filter).text,
                  ShapeText(dims.rank, dims.size).text);
    }
    const int64_t out = dims.size[3], of_image = dims.size[1] * dims.size[2] * out;
    RUNNEL_CPU_RETURN_IF_ERROR(CheckChannels(run, out));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const Room room(run, out, filter->num_elements, 64);
    if (!room.ok()) return room.memory.Failed(op);
    const Workspace sums(run, 0, static_cast<uint64_t>(of_image) * 8);
    if (sums.data == nullptr) return sums.Failed(op);
    Factors(run, out, type != RNLP_UINT8, room.factors());
    Widen(run, room.filter());
    ForStored(type, [&](auto sample) {
      using T = decltype(sample);
      for (int64_t b = 0; b < dims.size[0]; ++b) {
        auto* to = static_cast<SumOf<T>*>(sums.data);
        Scatter<T>(run, axes, b, room.filter(), to, of_image, out);
        T* y_out = Data<T>(run->outputs[0]) + b * of_image;
        for (int64_t i = 0; i < of_image; ++i) y_out[i] = Finish<T>(run, room.factors(), i % out, to[i]);
      }
      return 0;
    });
    return nullptr;
  }
  template <typename T>
  void Scatter(const rnlp_run_t* run, const WindowAxis* axes, int64_t batch, const int16_t* filter,
               SumOf<T>* to, int64_t of_image, int64_t out) const {
    const int64_t in = run->inputs[0]->dims[3], columns = axes[1].count;
    const auto zero = static_cast<int32_t>(x.zero);
    std::fill_n(to, of_image, SumOf<T>{0});
    const T* from = Data<T>(run->inputs[0]) + batch * axes[0].count * columns * in;
    Looks looks(run, 64);
    for (int64_t p = 0; p < axes[0].count * columns && !looks.Stop(); ++p) {
      for (int64_t tap = 0; tap < axes[0].window * axes[1].window; ++tap) {
        const int64_t row = p / columns * axes[0].stride - axes[0].before + tap / axes[1].window,
                      column = p % columns * axes[1].stride - axes[1].before + tap % axes[1].window;
        if (row < 0 || row >= axes[0].image || column < 0 || column >= axes[1].image) continue;
        SumOf<T>* at = to + (row * axes[1].image + column) * out;
        for (int64_t o = 0; o < out; ++o) {
          const int16_t* weights = filter + (o * axes[0].window * axes[1].window + tap) * in;
          SumOf<T> sum = 0;
          for (int64_t c = 0; c < in; ++c) sum += (from[p * in + c] - zero) * int32_t{weights[c]};
          at[o] += sum;
        }
      }
    }
  }
};

struct FullKernel : Product {
  bool keep_dims = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "keep_dims", &keep_dims));
    return InitProduct(host, node);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *x_in = run->inputs[0], *filter = run->inputs[1];
    const int64_t depth = filter->rank == 2 ? filter->dims[1] : 0;
    const bool fits = depth > 0 && x_in->num_elements % depth == 0 &&
                      (!keep_dims || (x_in->rank > 0 && x_in->dims[x_in->rank - 1] == depth));
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: filter %s does not fit x %s", op,
                  ShapeText(filter).text, ShapeText(x_in).text);
    }
    const int64_t units = filter->dims[0], rows = x_in->num_elements / depth;
    RUNNEL_CPU_RETURN_IF_ERROR(CheckChannels(run, units));
    Dims dims;
    dims.rank = keep_dims ? x_in->rank : 2;
    for (int32_t d = 0; keep_dims && d < x_in->rank; ++d) dims.size[d] = x_in->dims[d];
    if (!keep_dims) dims.size[0] = rows;
    dims.size[dims.rank - 1] = units;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (rows * units == 0) return nullptr;
    const Room room(run, units, filter->num_elements, 2 * depth);
    if (!room.ok()) return room.memory.Failed(op);
    Factors(run, units, false, room.factors());
    Widen(run, room.filter());
    const bool parallel = rows > 1 && rows * units * depth > 4 * kParallelElements;
    Slots(run, rows, parallel, [&](int64_t slot, int64_t begin, int64_t end) {
      ForStored(type, [&](auto sample) {
        using T = decltype(sample);
        auto* row = static_cast<int16_t*>(room.Of(slot));
        Looks looks(run, 16);
        for (int64_t r = begin; r < end && !looks.Stop(); ++r) {
          const T* from = Data<T>(x_in) + r * depth;
          for (int64_t i = 0; i < depth; ++i)
            row[i] = static_cast<int16_t>(from[i] - static_cast<int>(x.zero));
          T* to = Data<T>(run->outputs[0]) + r * units;
          for (int64_t u = 0; u < units; ++u) {
            const auto sum = Dot<SumOf<T>>(row, room.filter() + u * depth, depth);
            to[u] = Finish<T>(run, room.factors(), u, sum);
          }
        }
        return 0;
      });
    });
    return nullptr;
  }
};

constexpr int32_t kBiases[] = {RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kTypes[] = {Types("T", affine::kStored), Types("W", affine::kFilters),
                                             Types("B", kBiases)};

template <typename K, const char* kOp>
constexpr rnlp_kernel_row_t Row() {
  return MakeRow({.op = kOp,
                  .types = kTypes,
                  .num_types = std::size(kTypes),
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<20000>,
                  .run = cpu::Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kAffineProductRows[] = {
    Row<ConvKernel<false>, kConv>(), Row<ConvKernel<true>, kDepthwise>(),
    Row<TransposeKernel, kTranspose>(), Row<FullKernel, kFull>()};
RUNNEL_CPU_ROWS(AffineProduct)

}  // namespace runnel::cpu

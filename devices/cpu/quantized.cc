// TensorFlow's arithmetic on quantised tensors with ranges, over the types that it has kernels for:
// quint8 and, of sums, qint32. Roundings are its own, step by step.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "devices/cpu/affine_sums.h"
#include "devices/cpu/broadcast.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

constexpr char kConv[] = "QuantizedConv2D";
constexpr char kMatMul[] = "QuantizedMatMul";
constexpr char kBiasAdd[] = "QuantizedBiasAdd";
constexpr char kAdd[] = "QuantizedAdd";
constexpr char kMul[] = "QuantizedMul";
constexpr char kRequantize[] = "Requantize";
constexpr char kRange[] = "RequantizationRange";
constexpr char kShrink[] = "QuantizeDownAndShrinkRange";
constexpr char kRelu[] = "QuantizedRelu";
constexpr char kRelu6[] = "QuantizedRelu6";
constexpr char kMaxPool[] = "QuantizedMaxPool";
constexpr char kAvgPool[] = "QuantizedAvgPool";

template <typename Q>
struct Ends {
  static constexpr int64_t kLow = std::numeric_limits<Q>::min(), kHigh = std::numeric_limits<Q>::max();
  static constexpr double kSteps = static_cast<double>(kHigh - kLow + 1);
};

struct Range {
  float low = 0, high = 0;
};
Range RangeAt(const rnlp_run_t* run, uint32_t first) {
  return {Data<float>(run->inputs[first])[0], Data<float>(run->inputs[first + 1])[0]};
}
rnlp_status_t* SetRange(const rnlp_run_t* run, const char* op, uint32_t first, const Range& range) {
  RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, first, 0, nullptr));
  RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, first + 1, 0, nullptr));
  Data<float>(run->outputs[first])[0] = range.low;
  Data<float>(run->outputs[first + 1])[0] = range.high;
  return nullptr;
}
rnlp_status_t* CheckScalars(const rnlp_run_t* run, const char* op, uint32_t first) {
  for (uint32_t i = first; i < run->num_inputs; ++i) {
    if (run->inputs[i]->num_elements == 1) continue;
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u should be a scalar, its shape is %s", op,
                i, ShapeText(run->inputs[i]).text);
  }
  return nullptr;
}

// What is stored for a real number, and not yet clamped.
template <typename Q>
int64_t Unclamped(float real, const Range& range) {
  if (range.low == range.high) return Ends<Q>::kLow;
  const double adjust = Ends<Q>::kSteps / (Ends<Q>::kSteps - 1);
  const double width = static_cast<double>(range.high - range.low) * adjust;
  const double scale = Ends<Q>::kSteps / width;
  const double steps =
      std::round(static_cast<double>(real) * scale) - std::round(static_cast<double>(range.low) * scale);
  return static_cast<int64_t>(std::clamp(steps, -1e18, 1e18)) + Ends<Q>::kLow;
}
template <typename Q>
Q ToStored(float real, const Range& range) {
  return static_cast<Q>(std::clamp(Unclamped<Q>(real, range), Ends<Q>::kLow, Ends<Q>::kHigh));
}
template <typename Q>
float ToReal(Q stored, const Range& range) {
  if (range.low == range.high) return range.low;
  const double adjust = Ends<Q>::kSteps / (Ends<Q>::kSteps - 1);
  const double width = static_cast<double>(range.high - range.low) * adjust;
  const double scale = width / Ends<Q>::kSteps;
  const auto narrow = static_cast<float>(scale);
  const double first = static_cast<double>(std::round(range.low / narrow) * narrow);
  return static_cast<float>(first + static_cast<double>(int64_t{stored} - Ends<Q>::kLow) * scale);
}

// The same over whole tensors, in floats.
template <typename Q>
struct Reals {
  explicit Reals(const Range& range)
      : scale(static_cast<float>(static_cast<double>(range.high - range.low) / (Ends<Q>::kSteps - 1))),
        first(range.low == range.high ? range.low : std::round(range.low / scale) * scale),
        offset(first - static_cast<float>(Ends<Q>::kLow) * scale) {}
  float operator()(Q stored) const { return offset + static_cast<float>(stored) * scale; }
  float scale, first, offset;
};
template <typename Q>
struct Stores {
  explicit Stores(const Range& range)
      : scale(range.low == range.high ? 0
                                      : static_cast<float>((Ends<Q>::kSteps - 1) /
                                                           static_cast<double>(range.high - range.low))),
        offset(std::round(range.low * scale) - static_cast<float>(Ends<Q>::kLow)) {}
  Q operator()(float real) const {
    const float steps = std::round(real * scale) - offset;
    const auto clamped = std::clamp(static_cast<double>(steps), static_cast<double>(Ends<Q>::kLow),
                                    static_cast<double>(Ends<Q>::kHigh));
    return static_cast<Q>(std::isnan(steps) ? 0 : clamped);
  }
  float scale, offset;
};

// Of a product of two quint8 in qint32.
Range ProductRange(const Range& a, const Range& b) {
  const float level = (a.high - a.low) / 255.0F * ((b.high - b.low) / 255.0F);
  return {level * static_cast<float>(Ends<int32_t>::kLow),
          level * static_cast<float>(Ends<int32_t>::kHigh)};
}
int32_t ZeroOf(const Range& range) {
  return static_cast<int32_t>(std::clamp<int64_t>(Unclamped<uint8_t>(0, range), -1 << 20, 1 << 20));
}

struct QuantizedConv : affine::SumTiles {
  const char* op;
  WindowAttrs window;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    InitTiles(host);
    return window.Init(host, node, op);
  }
  static affine::Windows WindowsOf(const rnlp_tensor_t* image, const rnlp_tensor_t* filter,
                                   const WindowAxis* axes) {
    return {image->dims[0], image->dims[3], {axes[0], axes[1]}, image->dims[3], filter->dims[3]};
  }
  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    const rnlp_tensor_t *image = plan->inputs[0], *filter = plan->inputs[1];
    plan->cost_ns = EstimateCost(plan, 4);
    if (image->rank != 4 || filter->rank != 4 || image->num_elements <= 0 || filter->num_elements <= 0 ||
        image->dims[3] != filter->dims[2]) {
      return nullptr;
    }
    WindowAxis axes[2];
    for (int a = 0; a < 2; ++a) {
      rnlp_status_t* const status =
          window.Fit(host, op, a, image->dims[1 + a], filter->dims[a], &axes[a]);
      if (status == nullptr) continue;
      host->status_release(host, status);  // what is wrong is said when it runs
      return nullptr;
    }
    PlanTiles(plan, WindowsOf(image, filter, axes));
    return nullptr;
  }
  rnlp_status_t* Pack(const rnlp_run_t* run) const { return PackTiles(run); }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *image = run->inputs[0], *filter = run->inputs[1];
    RUNNEL_CPU_RETURN_IF_ERROR(CheckScalars(run, op, 2));
    if (image->rank != 4 || filter->rank != 4 || image->dims[3] != filter->dims[2]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: filter %s does not fit input %s", op,
                  ShapeText(filter).text, ShapeText(image).text);
    }
    WindowAxis axes[2];
    for (int a = 0; a < 2; ++a) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          window.Fit(run->host, op, a, image->dims[1 + a], filter->dims[a], &axes[a]));
    }
    const int64_t in = image->dims[3], out = filter->dims[3];
    const int64_t dims[] = {image->dims[0], axes[0].count, axes[1].count, out};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    const Range x = RangeAt(run, 2), f = RangeAt(run, 4);
    RUNNEL_CPU_RETURN_IF_ERROR(SetRange(run, op, 1, ProductRange(x, f)));
    const int32_t x_zero = ZeroOf(x), f_zero = ZeroOf(f);
    bool done = false;
    const Operands of = {image->data, filter->data, Data<int32_t>(run->outputs[0]), x_zero, f_zero};
    rnlp_status_t* const failed = RunTiles(run, op, WindowsOf(image, filter, axes), of, &done);
    if (failed != nullptr || done) return failed;
    const uint8_t *pixels = Data<uint8_t>(image), *weights = Data<uint8_t>(filter);
    int32_t* to = Data<int32_t>(run->outputs[0]);
    const int64_t places = dims[0] * dims[1] * dims[2], work = filter->num_elements;
    ParallelFor(run, out > 0 ? places : 0, RowBlock(work), [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) {
        int32_t* sums = to + p * out;
        std::fill_n(sums, out, 0);
        const int64_t column = p % dims[2], row = p / dims[2] % dims[1], batch = p / dims[2] / dims[1];
        for (int64_t tap = 0; tap < axes[0].window * axes[1].window; ++tap) {
          const int64_t y = row * axes[0].stride - axes[0].before +
                            tap / axes[1].window * axes[0].dilation,
                        c = column * axes[1].stride - axes[1].before +
                            tap % axes[1].window * axes[1].dilation;
          if (y < 0 || y >= axes[0].image || c < 0 || c >= axes[1].image) continue;
          const uint8_t* from = pixels + ((batch * axes[0].image + y) * axes[1].image + c) * in;
          for (int64_t i = 0; i < in; ++i) {
            const int32_t value = from[i] - x_zero;
            const uint8_t* by = weights + (tap * in + i) * out;
            for (int64_t o = 0; o < out; ++o) sums[o] += value * (by[o] - f_zero);
          }
        }
      }
    });
    return nullptr;
  }
};

struct QuantizedProduct : affine::SumTiles {
  const char* op;
  bool transpose_a = false, transpose_b = false;
  static affine::Windows WindowsOf(int64_t rows, int64_t depth, int64_t columns) {
    affine::Windows w;
    w.batch = rows;
    w.channels = w.seen = depth;
    w.out = columns;
    return w;
  }
  rnlp_status_t* Plan(const rnlp_host_t*, rnlp_plan_t* plan) {
    const rnlp_tensor_t *a = plan->inputs[0], *b = plan->inputs[1];
    plan->cost_ns = EstimateCost(plan, 4);
    if (a->rank != 2 || b->rank != 2 || a->num_elements <= 0 || b->num_elements <= 0 || transpose_a)
      return nullptr;
    PlanTiles(plan, WindowsOf(a->dims[0], a->dims[1], b->dims[transpose_b ? 0 : 1]));
    return nullptr;
  }
  rnlp_status_t* Pack(const rnlp_run_t* run) const { return PackTiles(run); }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    InitTiles(host);
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "transpose_a", &transpose_a));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "transpose_b", &transpose_b));
    by_rows = transpose_b;
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *a = run->inputs[0], *b = run->inputs[1];
    RUNNEL_CPU_RETURN_IF_ERROR(CheckScalars(run, op, 2));
    const bool fits =
        a->rank == 2 && b->rank == 2 && a->dims[transpose_a ? 0 : 1] == b->dims[transpose_b ? 1 : 0];
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a %s and b %s do not fit each other", op,
                  ShapeText(a).text, ShapeText(b).text);
    }
    const int64_t rows = a->dims[transpose_a ? 1 : 0], depth = a->dims[transpose_a ? 0 : 1],
                  columns = b->dims[transpose_b ? 0 : 1];
    const int64_t dims[] = {rows, columns};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 2, dims));
    const Range x = RangeAt(run, 2), y = RangeAt(run, 4);
    RUNNEL_CPU_RETURN_IF_ERROR(SetRange(run, op, 1, ProductRange(x, y)));
    const int32_t a_zero = ZeroOf(x), b_zero = ZeroOf(y);
    bool done = false;
    if (!transpose_a) {
      const Operands of = {a->data, b->data, Data<int32_t>(run->outputs[0]), a_zero, b_zero};
      rnlp_status_t* const failed = RunTiles(run, op, WindowsOf(rows, depth, columns), of, &done);
      if (failed != nullptr || done) return failed;
    }
    const int64_t a_row = transpose_a ? 1 : depth, a_step = transpose_a ? rows : 1,
                  b_row = transpose_b ? 1 : columns, b_step = transpose_b ? depth : 1;
    ParallelFor(run, columns > 0 ? rows : 0, RowBlock(depth * columns), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        int32_t* sums = Data<int32_t>(run->outputs[0]) + r * columns;
        std::fill_n(sums, columns, 0);
        for (int64_t k = 0; k < depth; ++k) {
          const int32_t value = Data<uint8_t>(a)[r * a_row + k * a_step] - a_zero;
          const uint8_t* by = Data<uint8_t>(b) + k * b_row;
          for (int64_t c = 0; c < columns; ++c) sums[c] += value * (by[c * b_step] - b_zero);
        }
      }
    });
    return nullptr;
  }
};

// Each number of quint8 in a wider range: a scalar's rounded for itself, others by a step that was
// rounded.
void Addends(const Range& from, const Range& to, bool is_scalar, int32_t* out) {
  const int64_t first = Unclamped<int32_t>(ToReal(uint8_t{0}, from), to),
                step = Unclamped<int32_t>(ToReal(uint8_t{1}, from), to) - first;
  for (int q = 0; q < 256; ++q) {
    const int64_t value = std::clamp(first, -(int64_t{1} << 40), int64_t{1} << 40) +
                          q * std::clamp(step, -(int64_t{1} << 40), int64_t{1} << 40);
    out[q] = is_scalar ? ToStored<int32_t>(ToReal(static_cast<uint8_t>(q), from), to)
                       : static_cast<int32_t>(
                             std::clamp<int64_t>(value, Ends<int32_t>::kLow, Ends<int32_t>::kHigh));
  }
}

// Sums in a range so wide that none overflows; products in that of their type.
struct QuantizedPair {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(CheckScalars(run, op, 2));
    const rnlp_tensor_t* bias = run->inputs[1];
    Dims dims;
    const bool is_bias = op == kBiasAdd;
    const bool fits = is_bias ? bias->rank == 1 && run->inputs[0]->rank > 0 &&
                                    run->inputs[0]->dims[run->inputs[0]->rank - 1] == bias->dims[0]
                              : true;
    if (!fits || !plugin::BroadcastShapes(run->inputs, 2, &dims)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s and %s do not fit each other", op,
                  ShapeText(run->inputs[0]).text, ShapeText(bias).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    const Range x = RangeAt(run, 2), y = RangeAt(run, 4);
    Range z;
    int32_t left[256], right[256];  // what each number of quint8 adds
    if (op == kMul) {
      z = ProductRange(x, y);
      for (int q = 0; q < 256; ++q) {
        left[q] = q - ZeroOf(x);
        right[q] = q - ZeroOf(y);
      }
    } else if (is_bias) {
      const float most = std::max({x.high, -x.low, y.high, -y.low}) * static_cast<float>(1 << 17);
      z = {-most, most};
      const Reals<uint8_t> xs(x), ys(y);
      const Stores<int32_t> to(z);
      for (int q = 0; q < 256; ++q) {
        left[q] = to(xs(static_cast<uint8_t>(q)));
        right[q] = to(ys(static_cast<uint8_t>(q)));
      }
    } else {
      const float low = std::min(x.low, y.low), high = std::max(x.high, y.high);
      const float most = std::max(std::fabs(low), std::fabs(high)) * static_cast<float>(1 << 14);
      z = {-most, most};
      Addends(x, z, run->inputs[0]->num_elements == 1, left);
      Addends(y, z, run->inputs[1]->num_elements == 1, right);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(SetRange(run, op, 1, z));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    plugin::BroadcastLoop<2> loops;
    loops.Init(run->inputs, dims);
    const int64_t inner = loops.inner(), x_step = loops.strides[0][loops.rank - 1],
                  y_step = loops.strides[1][loops.rank - 1];
    const bool is_product = op == kMul;
    ParallelFor(run, loops.rows(), RowBlock(inner), [&](int64_t begin, int64_t end) {
      loops.ForRows(begin, end, [&](int64_t row, const int64_t* offsets) {
        const uint8_t *a = Data<uint8_t>(run->inputs[0]) + offsets[0],
                      *b = Data<uint8_t>(run->inputs[1]) + offsets[1];
        int32_t* out = Data<int32_t>(run->outputs[0]) + row * inner;
        for (int64_t i = 0; i < inner; ++i) {
          const auto p = static_cast<uint32_t>(left[a[i * x_step]]),
                     q = static_cast<uint32_t>(right[b[i * y_step]]);
          out[i] = static_cast<int32_t>(is_product ? p * q : p + q);
        }
      });
    });
    return nullptr;
  }
};

// qint32 in the range of a quint8, in fixed-point numbers with 16 bits behind the point.
struct NewRange {
  NewRange(const Range& from, const Range& to) {
    const float width = from.high - from.low, new_width = to.high - to.low;
    if (new_width == 0) return;
    const double one = 65536;
    scale = Whole(255.0 * one * static_cast<double>(width) / static_cast<double>(new_width));
    const auto per_unit = static_cast<float>(255.0 / static_cast<double>(new_width));
    const auto middle = static_cast<float>(static_cast<double>(from.low + from.high) / 2.0);
    first = Whole(static_cast<double>(middle * per_unit * static_cast<float>(one))) -
            Whole(one * (static_cast<double>(to.low) * 255.0) / static_cast<double>(new_width));
  }
  static int64_t Whole(double x) {  // of a NaN 0
    return std::isnan(x) ? 0 : static_cast<int64_t>(std::clamp(x, -0x1p60, 0x1p60));
  }
  uint8_t operator()(int32_t stored) const {
    // The product's high part, without overflow.
    const int64_t high = (scale >> 32) * stored, low = (scale & 0xFFFFFFFF) * stored;
    const int64_t steps = (high + (low >> 32) + first + (1 << 15)) >> 16;
    return static_cast<uint8_t>(std::clamp<int64_t>(steps, 0, 255));
  }
  int64_t scale = 0, first = 0;
};

Range UsedRange(const rnlp_run_t* run) {
  const int32_t* in = Data<int32_t>(run->inputs[0]);
  int32_t least = std::numeric_limits<int32_t>::max(), most = std::numeric_limits<int32_t>::min();
  for (int64_t i = 0; i < run->inputs[0]->num_elements; ++i) {
    least = std::min(least, in[i]);
    most = std::max(most, in[i]);
  }
  const Range range = RangeAt(run, 1);
  return {std::min(0.0F, ToReal(least, range)), ToReal(most, range)};
}

struct QuantizedRange {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(CheckScalars(run, op, 1));
    return SetRange(run, op, 0, UsedRange(run));
  }
};

struct QuantizedNarrow {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(CheckScalars(run, op, 1));
    const Range range = op == kRequantize ? RangeAt(run, 3) : UsedRange(run);
    if (!(range.low <= 0) || !(range.high >= range.low)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the range %g to %g should hold 0", op,
                  static_cast<double>(range.low), static_cast<double>(range.high));
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    RUNNEL_CPU_RETURN_IF_ERROR(SetRange(run, op, 1, range));
    const NewRange to(RangeAt(run, 1), range);
    ParallelFor(run, run->inputs[0]->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        Data<uint8_t>(run->outputs[0])[i] = to(Data<int32_t>(run->inputs[0])[i]);
    });
    return nullptr;
  }
};

struct QuantizedClamp {
  const char* op;
  int32_t type = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    type = host->node_input_dtype(host, node, 0);
    if (host->node_output_dtype(host, node, 0) == type) return nullptr;
    return Fail(host, RNLP_UNIMPLEMENTED, "%s: out_type differs from Tinput", op);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(CheckScalars(run, op, 1));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    RUNNEL_CPU_RETURN_IF_ERROR(SetRange(run, op, 1, RangeAt(run, 1)));
    if (type == RNLP_QUINT8) {
      Map<uint8_t>(run);
    } else {
      Map<int32_t>(run);
    }
    return nullptr;
  }
  template <typename Q>
  void Map(const rnlp_run_t* run) const {
    const Range range = RangeAt(run, 1);
    const Q low = ToStored<Q>(0, range),
            high = op == kRelu6 ? ToStored<Q>(6, range) : std::numeric_limits<Q>::max();
    ParallelFor(run, run->inputs[0]->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        Data<Q>(run->outputs[0])[i] = std::min(std::max(Data<Q>(run->inputs[0])[i], low), high);
      }
    });
  }
};

struct QuantizedPool {
  const char* op;
  WindowAttrs window;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return window.Init(host, node, op);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* image = run->inputs[0];
    RUNNEL_CPU_RETURN_IF_ERROR(CheckScalars(run, op, 1));
    if (image->rank != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input should have rank 4, its shape is %s", op,
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
    RUNNEL_CPU_RETURN_IF_ERROR(SetRange(run, op, 1, RangeAt(run, 1)));
    const int64_t places = channels > 0 ? dims[0] * dims[1] * dims[2] : 0;
    const bool is_max = op == kMaxPool;
    ParallelFor(run, places, RowBlock(channels * axes[0].window * axes[1].window),
                [&](int64_t begin, int64_t end) {
                  for (int64_t p = begin; p < end; ++p) Place(run, axes, p, is_max);
                });
    return nullptr;
  }
  static void Place(const rnlp_run_t* run, const WindowAxis* axes, int64_t p, bool is_max) {
    const rnlp_tensor_t* image = run->inputs[0];
    const int64_t channels = image->dims[3], column = p % axes[1].count,
                  row = p / axes[1].count % axes[0].count, batch = p / axes[1].count / axes[0].count;
    int64_t begin[2], end[2];
    for (int a = 0; a < 2; ++a) {
      const int64_t first = (a == 0 ? row : column) * axes[a].stride - axes[a].before;
      begin[a] = std::max<int64_t>(first, 0);
      end[a] = std::min(first + axes[a].window, axes[a].image);
    }
    const uint8_t* in = Data<uint8_t>(image) + batch * axes[0].image * axes[1].image * channels;
    uint8_t* out = Data<uint8_t>(run->outputs[0]) + p * channels;
    for (int64_t c = 0; c < channels; ++c) {
      int64_t sum = 0, count = 0;
      for (int64_t y = begin[0]; y < end[0]; ++y) {
        for (int64_t x = begin[1]; x < end[1]; ++x, ++count) {
          const int64_t value = in[(y * axes[1].image + x) * channels + c];
          sum = is_max ? std::max(sum, value) : sum + value;
        }
      }
      if (!is_max && count > 0) {  // halves become even
        const int64_t rest = sum % count * 2;
        sum = sum / count + (rest > count || (rest == count && sum / count % 2 == 1) ? 1 : 0);
      }
      out[c] = static_cast<uint8_t>(sum);
    }
  }
};

constexpr int32_t kBytes[] = {RNLP_QUINT8};
constexpr int32_t kWide[] = {RNLP_QINT32};
constexpr int32_t kBoth[] = {RNLP_QUINT8, RNLP_QINT32};
constexpr rnlp_type_constraint_t kConvTypes[] = {Types("Tinput", kBytes), Types("Tfilter", kBytes),
                                                 Types("out_type", kWide)};
constexpr rnlp_type_constraint_t kMatMulTypes[] = {Types("T1", kBytes), Types("T2", kBytes),
                                                   Types("Toutput", kWide)};
constexpr rnlp_type_constraint_t kBiasTypes[] = {Types("T1", kBytes), Types("T2", kBytes),
                                                 Types("out_type", kWide)};
constexpr rnlp_type_constraint_t kNarrowTypes[] = {Types("Tinput", kWide), Types("out_type", kBytes)};
constexpr rnlp_type_constraint_t kRangeTypes[] = {Types("Tinput", kWide)};
constexpr rnlp_type_constraint_t kClampTypes[] = {Types("Tinput", kBoth), Types("out_type", kBoth)};
constexpr rnlp_type_constraint_t kPoolTypes[] = {Types("T", kBytes)};

template <typename K, const char* kOp, size_t kCount>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t (&types)[kCount]) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = kCount,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<4000>,
                  .run = cpu::Run<K>});
}

template <typename K>
rnlp_status_t* PlanTiled(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<K*>(kernel)->Plan(host, plan);
}
template <typename K, const char* kOp, size_t kCount>
constexpr rnlp_kernel_row_t TiledRow(const rnlp_type_constraint_t (&types)[kCount]) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = kCount,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanTiled<K>,
                  .run = cpu::Run<K>,
                  .pack = cpu::Pack<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kQuantizedRows[] = {
    TiledRow<QuantizedConv, kConv>(kConvTypes),  TiledRow<QuantizedProduct, kMatMul>(kMatMulTypes),
    Row<QuantizedPair, kBiasAdd>(kBiasTypes),    Row<QuantizedPair, kAdd>(kMatMulTypes),
    Row<QuantizedPair, kMul>(kMatMulTypes),      Row<QuantizedNarrow, kRequantize>(kNarrowTypes),
    Row<QuantizedNarrow, kShrink>(kNarrowTypes), Row<QuantizedRange, kRange>(kRangeTypes),
    Row<QuantizedClamp, kRelu>(kClampTypes),     Row<QuantizedClamp, kRelu6>(kClampTypes),
    Row<QuantizedPool, kMaxPool>(kPoolTypes),    Row<QuantizedPool, kAvgPool>(kPoolTypes)};
RUNNEL_CPU_ROWS(Quantized)

}  // namespace runnel::cpu

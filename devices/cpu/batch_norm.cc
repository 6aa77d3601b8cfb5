// Math: FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3 and their gradients.
//
// Statistics are float, made of sums in double over shares that the shape alone fixes, in two passes: a
// variance far smaller than the mean stays right. half and bfloat16 go through float piece by piece.
#include <algorithm>
#include <cmath>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/norm.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr int64_t kColumns = 256;  // of one call
constexpr int64_t kStaged = 2048;  // elements of narrow types on their way to float
constexpr int64_t kShare = 65536;  // elements worth a share of a sum

// Channel c of outer index n has `inner` elements in a row: pixels with channels side by side have one.
struct NormShape {
  int64_t outer, channels, inner;
  int64_t elements() const { return outer * channels * inner; }
  int64_t count() const { return outer * inner; }  // of one channel
  int64_t splits() const { return inner > 1 ? 1 : std::clamp<int64_t>(elements() / kShare, 1, kSlots); }
};

// A number of floats as floats, staged if they are not.
template <typename T>
const float* Floats(const T* from, int64_t n, float* staged) {
  if constexpr (std::is_same_v<T, float>) {
    return from;
  } else {
    for (int64_t i = 0; i < n; ++i) staged[i] = Load(from[i]);
    return staged;
  }
}

// What a run works in, by channel.
struct NormSpace {
  NormSpace(void* memory, const NormShape& shape)
      : partials(static_cast<double*>(memory)),
        sums{partials + shape.splits() * shape.channels,
             partials + (shape.splits() + 1) * shape.channels},
        floats(reinterpret_cast<float*>(sums[1] + shape.channels)),
        channels(shape.channels) {}
  static uint64_t Bytes(const NormShape& shape) {
    const auto of_channel = static_cast<double>((shape.splits() + 2) * 8 + kFloats * 4);
    const double bytes = static_cast<double>(shape.channels) * of_channel;
    return bytes < 1e15 ? static_cast<uint64_t>(bytes) : 0;
  }
  static constexpr int kFloats = 5;
  float* of(int i) const { return floats + i * channels; }
  double* partials;
  double* sums[2];
  float* floats;
  int64_t channels;
};

template <typename T>
struct NormRun {
  const rnlp_run_t* run;
  const NormTable& simd;
  NormShape shape;
  NormSpace space;

  // sums[c] = the sum over channel c of a * (x - shift); of (x - shift) without a.
  void Sum(const T* a, const T* x, const float* shift, double* sums) const {
    const int64_t channels = shape.channels, inner = shape.inner;
    if (inner > 1) {
      ParallelFor(run, channels, RowBlock(shape.count()), [&](int64_t begin, int64_t end) {
        for (int64_t c = begin; c < end; ++c) {
          sums[c] = 0;
          for (int64_t n = 0; n < shape.outer; ++n)
            SumRow(a, x, (n * channels + c) * inner, shift[c], &sums[c]);
        }
      });
      return;
    }
    const int64_t splits = shape.splits();
    ParallelFor(run, splits, 1, [&](int64_t begin, int64_t end) {
      for (int64_t split = begin; split < end; ++split) {
        double* partial = space.partials + split * channels;
        std::fill_n(partial, channels, 0.0);
        SumColumns(a, x, shift, shape.outer * split / splits, shape.outer * (split + 1) / splits,
                   partial);
      }
    });
    for (int64_t c = 0; c < channels; ++c) {
      sums[c] = space.partials[c];
      for (int64_t split = 1; split < splits; ++split) sums[c] += space.partials[split * channels + c];
    }
  }
  void SumRow(const T* a, const T* x, int64_t at, float shift, double* sum) const {
    float staged_a[kStaged], staged_x[kStaged];
    const int64_t piece = std::is_same_v<T, float> ? shape.inner : kStaged;
    for (int64_t i = 0; i < shape.inner; i += piece) {
      const int64_t n = std::min(piece, shape.inner - i);
      const float* from = Floats(x + at + i, n, staged_x);
      const float* factor = a == nullptr ? nullptr : a == x ? from : Floats(a + at + i, n, staged_a);
      *sum += simd.row(factor, from, shift, n);
    }
  }
  void SumColumns(const T* a, const T* x, const float* shift, int64_t first, int64_t last,
                  double* partial) const {
    const int64_t channels = shape.channels;
    float staged_a[kStaged], staged_x[kStaged];
    for (int64_t c = 0; c < channels; c += kColumns) {
      const int64_t n = std::min(kColumns, channels - c);
      if constexpr (std::is_same_v<T, float>) {
        const int64_t at = first * channels + c;
        simd.columns(a == nullptr ? nullptr : a + at, x + at, shift + c, channels, last - first, n,
                     partial + c);
        continue;
      }
      const int64_t rows = kStaged / n;
      for (int64_t r = first; r < last; r += rows) {
        const int64_t count = std::min(rows, last - r);
        const auto stage = [&](const T* from, float* to) {
          for (int64_t k = 0; k < count; ++k) Floats(from + (r + k) * channels + c, n, to + k * n);
        };
        stage(x, staged_x);
        if (a != nullptr && a != x) stage(a, staged_a);
        simd.columns(a == nullptr ? nullptr
                     : a == x     ? staged_x
                                  : staged_a,
                     staged_x, shift + c, n, count, n, partial + c);
      }
    }
  }

  // Calls f(c, at, n) for pieces of the tensor, n elements from `at` on, which belong to channel c or,
  // with channels side by side, to the channels from c on.
  template <typename F>
  void ForPieces(const F& f) const {
    const bool columns = shape.inner == 1;
    const int64_t length = columns ? shape.channels : shape.inner;
    const int64_t piece = std::is_same_v<T, float> ? length : std::min(length, kStaged);
    ParallelFor(run, shape.elements() / length, RowBlock(length), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        for (int64_t i = 0; i < length; i += piece) {
          f(columns ? i : row % shape.channels, row * length + i, std::min(piece, length - i));
        }
      }
    });
  }
  template <typename F>
  static void Write(T* out, int64_t n, const F& f) {
    if constexpr (std::is_same_v<T, float>) {
      f(out);
    } else {
      float results[kStaged];
      f(results);
      for (int64_t i = 0; i < n; ++i) out[i] = Store<T>(results[i]);
    }
  }
  // out = (x - m) * p + o
  void Apply(const T* x, const float* m, const float* p, const float* o, T* out) const {
    const auto apply = shape.inner == 1 ? simd.apply_columns : simd.apply_row;
    ForPieces([&](int64_t c, int64_t at, int64_t n) {
      float staged[kStaged];
      const float* from = Floats(x + at, n, staged);
      Write(out + at, n, [&](float* to) { apply(from, m + c, p + c, o + c, to, n); });
    });
  }
  // out = (dy - a) * k - (x - m) * b
  void Gradient(const T* dy, const float* a, const float* k, const T* x, const float* m, const float* b,
                T* out) const {
    const auto gradient = shape.inner == 1 ? simd.gradient_columns : simd.gradient_row;
    ForPieces([&](int64_t c, int64_t at, int64_t n) {
      float staged_dy[kStaged], staged_x[kStaged];
      const float* grad = Floats(dy + at, n, staged_dy);
      const float* from = Floats(x + at, n, staged_x);
      Write(out + at, n, [&](float* to) { gradient(grad, a + c, k + c, from, m + c, b + c, to, n); });
    });
  }
};

template <bool kGradient>
struct BatchNormKernel {
  const char* op;
  int32_t dtype = 0;
  bool channels_first = false;
  bool training = true;
  int32_t rank = 4;
  float epsilon = 1e-4f;
  float average = 1.0f;
  const NormTable* simd = nullptr;
  uint64_t planned_bytes = 0;  // set once, by plan

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    simd = &Norms(ChooseIsa(host));
    rnlp_str_t format = {"NHWC", 4};
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, "data_format", &format));
    channels_first = format.size >= 2 && format.data[1] == 'C';
    rank = static_cast<int32_t>(format.size);
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "is_training", &training));
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_float(host, node, "epsilon", &epsilon));
    if (kGradient) return nullptr;
    return host->attr_float(host, node, "exponential_avg_factor", &average);
  }
  bool needs_moments() const { return !training || average != 1.0f; }

  NormShape ShapeOf(const rnlp_tensor_t* x) const {
    NormShape shape = {1, x->dims[channels_first ? 1 : rank - 1], 1};
    if (x->num_elements == 0) return shape;
    shape.outer = channels_first ? x->dims[0] : x->num_elements / shape.channels;
    shape.inner = x->num_elements / shape.channels / shape.outer;
    return shape;
  }

  rnlp_status_t* Plan(rnlp_plan_t* plan) {
    const rnlp_tensor_t* x = plan->inputs[kGradient ? 1 : 0];
    plan->cost_ns = EstimateCost(plan, 0.5);
    if (x->rank == rank && x->num_elements >= 0) planned_bytes = NormSpace::Bytes(ShapeOf(x));
    plan->workspace_bytes = planned_bytes;
    return nullptr;
  }

  rnlp_status_t* CheckVectors(const rnlp_run_t* run, uint32_t first, uint32_t last,
                              int64_t channels) const {
    for (uint32_t i = first; i < last; ++i) {
      const rnlp_tensor_t* input = run->inputs[i];
      if (input->rank == 1 && input->dims[0] == channels) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: input %u should have one element for each of %lld channels, got shape %s", op, i,
                  static_cast<long long>(channels), ShapeText(input).text);
    }
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[kGradient ? 1 : 0];
    if (x->rank != rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x should have %d dimensions, got %s", op, rank,
                  ShapeText(x).text);
    }
    const NormShape shape = ShapeOf(x);
    if (kGradient && !SameDims(run->inputs[0], x)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: y_backprop should have shape %s, got %s", op,
                  ShapeText(x).text, ShapeText(run->inputs[0]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(
        CheckVectors(run, kGradient ? 2 : 1, kGradient || needs_moments() ? 5 : 3, shape.channels));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    const int64_t none = 0;
    const uint32_t vectors = kGradient ? 3 : 5;
    for (uint32_t i = 1; i < run->num_outputs; ++i) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, i, 1, i < vectors ? &shape.channels : &none));
    }
    if (x->num_elements == 0) {
      RunEmpty(run, shape.channels);
      return nullptr;
    }
    Workspace workspace(run, planned_bytes, NormSpace::Bytes(shape));
    if (workspace.data == nullptr) return workspace.Failed(op);
    VisitType(TypeList<float, Half, BFloat16>{}, dtype, 0, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      RunType(run, NormRun<T>{run, *simd, shape, NormSpace(workspace.data, shape)});
      return 0;
    });
    return nullptr;
  }

  // Nothing to take a mean of: TensorFlow gives NaN as mean and variance, outside of training too, and
  // in training zeros to remember.
  void RunEmpty(const rnlp_run_t* run, int64_t channels) const {
    for (uint32_t i = 1; i < (kGradient ? 3 : 5); ++i) {
      float* out = Data<float>(run->outputs[i]);
      if (!kGradient && !training && i >= 3) {
        std::copy_n(Data<float>(run->inputs[i % 2 == 1 ? 3 : 4]), channels, out);
      } else {
        std::fill_n(out, channels, !kGradient && i < 3 ? std::nanf("") : 0.0f);
      }
    }
  }

  template <typename T>
  void RunType(const rnlp_run_t* run, const NormRun<T>& norm) const {
    const int64_t channels = norm.shape.channels;
    const auto count = static_cast<double>(norm.shape.count());
    const NormSpace& space = norm.space;
    const auto in = [&](uint32_t i) { return Data<float>(run->inputs[i]); };
    const auto out = [&](uint32_t i) { return Data<float>(run->outputs[i]); };
    const T* x = Data<T>(run->inputs[kGradient ? 1 : 0]);
    float* zeros = space.of(0);
    std::fill_n(zeros, channels, 0.0f);

    if constexpr (kGradient) {
      const T* dy = Data<T>(run->inputs[0]);
      norm.Sum(nullptr, dy, zeros, space.sums[0]);
      norm.Sum(dy, x, in(3), space.sums[1]);
      float *a = space.of(1), *k = space.of(2), *b = space.of(3);
      for (int64_t c = 0; c < channels; ++c) {
        const double inverse = 1 / std::sqrt(static_cast<double>(in(4)[c]) + epsilon);
        const double scale = in(2)[c] * inverse;
        a[c] = static_cast<float>(space.sums[0][c] / count);
        k[c] = static_cast<float>(scale);
        b[c] = static_cast<float>(scale * inverse * inverse * space.sums[1][c] / count);
        out(1)[c] = static_cast<float>(space.sums[1][c] * inverse);
        out(2)[c] = static_cast<float>(space.sums[0][c]);
      }
      if (training) {
        norm.Gradient(dy, a, k, x, in(3), b, Data<T>(run->outputs[0]));
      } else {
        norm.Apply(dy, zeros, k, zeros, Data<T>(run->outputs[0]));
      }
    } else {
      float *mean = space.of(1), *variance = space.of(2), *scale = space.of(3);
      if (training) {
        norm.Sum(nullptr, x, zeros, space.sums[0]);
        for (int64_t c = 0; c < channels; ++c) mean[c] = static_cast<float>(space.sums[0][c] / count);
        norm.Sum(x, x, mean, space.sums[1]);
        for (int64_t c = 0; c < channels; ++c) {
          variance[c] = static_cast<float>(space.sums[1][c] / count);
        }
      } else {
        std::copy_n(in(3), channels, mean);
        std::copy_n(in(4), channels, variance);
      }
      // What is remembered of a batch's variance is the estimate for what it was drawn from.
      const double estimate = training ? count / std::max(1.0, count - 1) : 1;
      const double old = training ? 1.0 - average : 0;
      for (int64_t c = 0; c < channels; ++c) {
        scale[c] = static_cast<float>(in(1)[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon));
        double moments[] = {mean[c], variance[c] * estimate};
        for (int i = 0; i < 2 && old != 0; ++i) {
          moments[i] = old * in(3 + static_cast<uint32_t>(i))[c] + average * moments[i];
        }
        out(1)[c] = static_cast<float>(moments[0]);
        out(2)[c] = static_cast<float>(moments[1]);
        out(3)[c] = mean[c];
        out(4)[c] = variance[c];
      }
      norm.Apply(x, mean, scale, in(2), Data<T>(run->outputs[0]));
    }
  }
};

template <bool kGradient>
rnlp_status_t* PlanNorm(const rnlp_host_t*, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<BatchNormKernel<kGradient>*>(kernel)->Plan(plan);
}

constexpr char kFirst[] = "FusedBatchNorm";
constexpr char kSecond[] = "FusedBatchNormV2";
constexpr char kThird[] = "FusedBatchNormV3";
constexpr char kFirstGrad[] = "FusedBatchNormGrad";
constexpr char kSecondGrad[] = "FusedBatchNormGradV2";
constexpr char kThirdGrad[] = "FusedBatchNormGradV3";
constexpr int32_t kFloatOnly[] = {RNLP_FLOAT};
constexpr int32_t kImages[] = {RNLP_FLOAT, RNLP_HALF, RNLP_BFLOAT16};
constexpr rnlp_type_constraint_t kOne[] = {Types("T", kFloatOnly)};
constexpr rnlp_type_constraint_t kTwo[] = {Types("T", kImages), Types("U", kFloatOnly)};

template <bool kGradient, const char* kOp, const auto& kTypes>
constexpr rnlp_kernel_row_t NormRow() {
  return MakeRow({.op = kOp,
                  .types = kTypes,
                  .num_types = std::size(kTypes),
                  .aliases = kGradient ? kBinaryInPlace : kUnaryInPlace,
                  .num_aliases = kGradient ? 2 : 1,
                  .create = Create<BatchNormKernel<kGradient>, kOp>,
                  .destroy = Destroy<BatchNormKernel<kGradient>>,
                  .plan = PlanNorm<kGradient>,
                  .run = cpu::Run<BatchNormKernel<kGradient>>});
}

}  // namespace

constexpr rnlp_kernel_row_t kBatchNormRows[] = {
    NormRow<false, kFirst, kOne>(),     NormRow<false, kSecond, kTwo>(),
    NormRow<false, kThird, kTwo>(),     NormRow<true, kFirstGrad, kOne>(),
    NormRow<true, kSecondGrad, kTwo>(), NormRow<true, kThirdGrad, kTwo>(),
};
RUNNEL_CPU_ROWS(BatchNorm)

}  // namespace runnel::cpu

// Reductions; softmax and the losses over it, which reduce rows.
#include "devices/cuda/device_code/element_ops.h"
#include "devices/cuda/device_code/reduce_args.h"

namespace runnel::cuda {

// ---- what is reduced in, and the laws ----

template <typename T>
struct AccumulateOf {
  using Type = float;
};
template <>
struct AccumulateOf<i32> {
  using Type = i64;
};
template <>
struct AccumulateOf<i64> {
  using Type = i64;
};
template <>
struct AccumulateOf<bool> {
  using Type = i32;
};

RUNNEL_DEVICE void Identity(int code, float* out) {
  const float infinity = BitsToFloat(0x7f800000u);
  *out = code == kReduceMax ? -infinity : code == kReduceMin ? infinity : code == kReduceProd ? 1.0f : 0.0f;
}
RUNNEL_DEVICE void Identity(int code, i64* out) {
  const i64 lowest = static_cast<i64>(u64{1} << 63);
  *out = code == kReduceMax ? lowest : code == kReduceMin ? ~lowest : code == kReduceProd ? 1 : 0;
}
RUNNEL_DEVICE void Identity(int code, i32* out) { *out = code == kReduceAll ? 1 : 0; }

// NaN wins in max and min.
RUNNEL_DEVICE float Combine(int code, float x, float y) {
  switch (code) {
    case kReduceProd: return x * y;
    case kReduceMax: return y > x || y != y ? y : x;
    case kReduceMin: return y < x || y != y ? y : x;
    default: return x + y;
  }
}
RUNNEL_DEVICE i64 Combine(int code, i64 x, i64 y) {
  switch (code) {
    case kReduceProd: return static_cast<i64>(static_cast<u64>(x) * static_cast<u64>(y));
    case kReduceMax: return y > x ? y : x;
    case kReduceMin: return y < x ? y : x;
    default: return static_cast<i64>(static_cast<u64>(x) + static_cast<u64>(y));
  }
}
RUNNEL_DEVICE i32 Combine(int code, i32 x, i32 y) { return code == kReduceAll ? x & y : x | y; }

RUNNEL_DEVICE i64 MeanOf(int code, i64 x, i64 divisor) {
  return code == kReduceMean && divisor != 0 ? x / divisor : x;
}

template <typename T>
struct Result;
template <typename T>
struct FloatResult {
  static RUNNEL_DEVICE T Of(int code, float x, i64 divisor) {
    return Store<T>(code == kReduceMean ? x / static_cast<float>(divisor) : x);
  }
};
template <>
struct Result<float> : FloatResult<float> {};
template <>
struct Result<Half> : FloatResult<Half> {};
template <>
struct Result<BFloat16> : FloatResult<BFloat16> {};
template <>
struct Result<i64> {
  static RUNNEL_DEVICE i64 Of(int code, i64 x, i64 divisor) { return MeanOf(code, x, divisor); }
};
// The highest and lowest of nothing are the type's own.
template <>
struct Result<i32> {
  static RUNNEL_DEVICE i32 Of(int code, i64 x, i64 divisor) {
    if (code == kReduceMax && x < -2147483648ll) return -2147483647 - 1;
    if (code == kReduceMin && x > 2147483647ll) return 2147483647;
    return static_cast<i32>(MeanOf(code, x, divisor));
  }
};
template <>
struct Result<bool> {
  static RUNNEL_DEVICE bool Of(int, i32 x, i64) { return x != 0; }
};

RUNNEL_DEVICE i64 OffsetOf(const ReduceLoops& loops, i64 rest) {
  i64 offset = 0;
  for (int d = loops.loops - 1; d > 0; --d) {
    offset += rest % loops.size[d] * loops.stride[d];
    rest /= loops.size[d];
  }
  return loops.loops > 0 ? offset + rest * loops.stride[0] : 0;
}

// A tree over 256 values in shared memory, `lanes` of them for each result: they lie `step` apart.
template <typename A>
RUNNEL_DEVICE A Tree(A* shared, int code, A value, int lane, int lanes, int step) {
  const int thread = static_cast<int>(threadIdx.x);
  shared[thread] = value;
  __syncthreads();
  for (int half = lanes / 2; half > 0; half /= 2) {
    if (lane < half) shared[thread] = Combine(code, shared[thread], shared[thread + half * step]);
    __syncthreads();
  }
  const A result = shared[thread - lane * step];
  __syncthreads();
  return result;
}

template <typename T>
RUNNEL_DEVICE void ReduceBody(const ReduceArgs& a) {
  using A = typename AccumulateOf<T>::Type;
  __shared__ A shared[256];
  const int thread = static_cast<int>(threadIdx.x);
  // `lanes` threads for each output: where outputs lie side by side their threads do, too.
  const int lanes = a.lanes, width = 256 / lanes;
  const int lane = a.columns ? thread / width : thread % lanes, column = a.columns ? thread % width : thread / lanes;
  const T* in = At<const T>(a.in);
  const i64 groups = (a.outputs + width - 1) / width;
  for (i64 group = blockIdx.x; group < groups; group += gridDim.x) {
    const i64 output = group * width + column;
    const int split = static_cast<int>(blockIdx.y);
    const i64 begin = a.reduced * split / a.splits, end = a.reduced * (split + 1) / a.splits;
    A value;
    Identity(a.code, &value);
    if (output < a.outputs) {
      const T* from = in + OffsetOf(a.kept, output);
      constexpr int kVector = kPackCount<T>;
      using Values = Pack<T, kVector>;
      // What is read in a row is read by packs.
      const bool packed = a.inner.loops == 1 && a.inner.stride[0] == 1 &&
                          reinterpret_cast<u64>(from + begin) % sizeof(Values) == 0;
      const i64 packs = packed ? (end - begin) / kVector : 0;
      for (i64 p = lane; p < packs; p += lanes) {
        const Values values = reinterpret_cast<const Values*>(from + begin)[p];
        RUNNEL_UNROLL
        for (int k = 0; k < kVector; ++k) value = Combine(a.code, value, static_cast<A>(Load(values.value[k])));
      }
      for (i64 r = begin + packs * kVector + lane; r < end; r += lanes) {
        value = Combine(a.code, value, static_cast<A>(Load(from[OffsetOf(a.inner, r)])));
      }
    }
    value = Tree(shared, a.code, value, lane, lanes, a.columns ? width : 1);
    if (lane != 0 || output >= a.outputs) continue;
    if (a.splits > 1) {
      At<A>(a.partial)[split * a.outputs + output] = value;
    } else {
      At<T>(a.out)[output] = Result<T>::Of(a.code, value, a.divisor);
    }
  }
}
template <typename T>
RUNNEL_DEVICE void ReduceFinishBody(const ReduceArgs& a) {
  using A = typename AccumulateOf<T>::Type;
  __shared__ A shared[256];
  const int thread = static_cast<int>(threadIdx.x), lane = thread / kFinishWidth;
  for (i64 first = static_cast<i64>(blockIdx.x) * kFinishWidth; first < a.outputs; first += static_cast<i64>(gridDim.x) * kFinishWidth) {
    const i64 i = first + thread % kFinishWidth;
    A value;
    Identity(a.code, &value);
    for (int split = lane; split < a.splits && i < a.outputs; split += kFinishLanes) {
      value = Combine(a.code, value, At<const A>(a.partial)[split * a.outputs + i]);
    }
    value = Tree(shared, a.code, value, lane, kFinishLanes, kFinishWidth);
    if (lane == 0 && i < a.outputs) At<T>(a.out)[i] = Result<T>::Of(a.code, value, a.divisor);
  }
}

// The lowest and the highest finite numbers.
RUNNEL_DEVICE void Extreme(bool highest, float* out) {
  *out = BitsToFloat(highest ? 0x7f7fffffu : 0xff7fffffu);
}
RUNNEL_DEVICE void Extreme(bool highest, i64* out) { Identity(highest ? kReduceMin : kReduceMax, out); }
RUNNEL_DEVICE void Extreme(bool highest, i32* out) { *out = highest ? 2147483647 : -2147483647 - 1; }

// The first of the best; 0 where nothing is better than the worst finite number, which NaN never is.
template <typename T>
RUNNEL_DEVICE void ArgBody(const ArgArgs& a) {
  using C = Compute<T>;
  __shared__ C values[256];
  __shared__ i64 places[256];
  const int thread = static_cast<int>(threadIdx.x);
  // `lanes` threads for each output: side by side where they read neighbours, else the outputs are.
  const bool columns = a.inner > 1;
  const int width = 256 / a.lanes;
  const int lane = columns ? thread / width : thread % a.lanes;
  const int own = columns ? thread % width : thread / a.lanes, step = columns ? width : 1;
  const i64 outputs = a.outer * a.inner;
  for (i64 first = static_cast<i64>(blockIdx.x) * width; first < outputs;
       first += static_cast<i64>(gridDim.x) * width) {
    const i64 output = first + own;
    C best;
    Extreme(a.smallest, &best);
    i64 place = 0;
    if (output < outputs) {
      const T* from = At<const T>(a.in) + output / a.inner * a.length * a.inner + output % a.inner;
      for (i64 l = lane; l < a.length; l += a.lanes) {
        const C next = Load(from[l * a.inner]);
        const bool better = a.smallest ? next < best : next > best;
        if (!better) continue;
        best = next;
        place = l;
      }
    }
    values[thread] = best;
    places[thread] = place;
    __syncthreads();
    for (int half = a.lanes / 2; half > 0; half /= 2) {
      if (lane < half) {
        const C theirs = values[thread + half * step];
        const i64 there = places[thread + half * step];
        if ((a.smallest ? theirs < best : theirs > best) || (theirs == best && there < place)) {
          values[thread] = best = theirs;
          places[thread] = place = there;
        }
      }
      __syncthreads();
    }
    if (lane != 0 || output >= outputs) continue;
    if (a.wide) {
      At<i64>(a.out)[output] = place;
    } else {
      At<i32>(a.out)[output] = static_cast<i32>(place);
    }
  }
}

#define RUNNEL_CUDA_REDUCE_KERNELS(name, T)                                     \
  RUNNEL_KERNEL(reduce_##name, ReduceArgs) { ReduceBody<T>(a); }                \
  RUNNEL_KERNEL(reduce_finish_##name, ReduceArgs) { ReduceFinishBody<T>(a); }
RUNNEL_CUDA_REDUCE_KERNELS(f32, float)
RUNNEL_CUDA_REDUCE_KERNELS(f16, Half)
RUNNEL_CUDA_REDUCE_KERNELS(bf16, BFloat16)
RUNNEL_CUDA_REDUCE_KERNELS(i32, i32)
RUNNEL_CUDA_REDUCE_KERNELS(i64, i64)
RUNNEL_CUDA_REDUCE_KERNELS(bool, bool)
RUNNEL_KERNEL(arg_f32, ArgArgs) { ArgBody<float>(a); }
RUNNEL_KERNEL(arg_f16, ArgArgs) { ArgBody<Half>(a); }
RUNNEL_KERNEL(arg_bf16, ArgArgs) { ArgBody<BFloat16>(a); }
RUNNEL_KERNEL(arg_i32, ArgArgs) { ArgBody<i32>(a); }
RUNNEL_KERNEL(arg_i64, ArgArgs) { ArgBody<i64>(a); }

// ---- rows ----

// The rows that a block works on, a group of threads for each.
struct RowGroup {
  int lane, group;
  i64 row, step;  // the first row, and from each to the next
  RUNNEL_DEVICE explicit RowGroup(int threads)
      : lane(static_cast<int>(threadIdx.x) % threads),
        group(threads),
        row(static_cast<i64>(blockIdx.x) * (256 / threads) + static_cast<int>(threadIdx.x) / threads),
        step(static_cast<i64>(gridDim.x) * (256 / threads)) {}
};

template <typename T>
RUNNEL_DEVICE void SoftmaxBody(const SoftmaxArgs& a) {
  __shared__ float shared[256];
  const RowGroup g(a.group);
  constexpr int kHeld = kSoftmaxHeld, kVector = kPackCount<T>, kPacks = kHeld / kVector;
  using Values = Pack<T, kVector>;
  const bool held = a.columns <= static_cast<i64>(g.group) * kHeld && a.columns % kVector == 0 &&
                    (a.in | a.out) % sizeof(Values) == 0;
  // All threads of the block go round as often, for the barriers.
  for (i64 first = g.row; first - g.row < a.rows; first += g.step) {
    const bool real = first < a.rows;
    const T* x = At<const T>(a.in) + (real ? first : 0) * a.columns;
    T* out = At<T>(a.out) + (real ? first : 0) * a.columns;
    if (held) {  // a row is read once
      const i64 packs = real ? a.columns / kVector : 0;
      float value[kHeld], most, sum = 0;
      Identity(kReduceMax, &most);
      RUNNEL_UNROLL
      for (int p = 0; p < kPacks; ++p) {
        const i64 at = static_cast<i64>(p) * g.group + g.lane;
        Values values;
        if (at < packs) values = reinterpret_cast<const Values*>(x)[at];
        RUNNEL_UNROLL
        for (int k = 0; k < kVector; ++k) {
          if (at >= packs) continue;
          value[p * kVector + k] = Load(values.value[k]);
          most = Combine(kReduceMax, most, value[p * kVector + k]);
        }
      }
      most = Tree(shared, kReduceMax, most, g.lane, g.group, 1);
      RUNNEL_UNROLL
      for (int k = 0; k < kHeld; ++k) {
        if (static_cast<i64>(k / kVector) * g.group + g.lane >= packs) continue;
        const float shifted = value[k] - most, power = expf(shifted);
        sum += power;
        value[k] = a.logarithm ? shifted : power;
      }
      sum = Tree(shared, kReduceSum, sum, g.lane, g.group, 1);
      const float log_sum = logf(sum), scale = 1.0f / sum;
      RUNNEL_UNROLL
      for (int p = 0; p < kPacks; ++p) {
        const i64 at = static_cast<i64>(p) * g.group + g.lane;
        Values values;
        RUNNEL_UNROLL
        for (int k = 0; k < kVector; ++k) {
          if (at >= packs) continue;
          const float v = value[p * kVector + k];
          values.value[k] = Store<T>(a.logarithm ? v - log_sum : v * scale);
        }
        if (at < packs) reinterpret_cast<Values*>(out)[at] = values;
      }
      continue;
    }
    float most;
    Identity(kReduceMax, &most);
    for (i64 j = g.lane; real && j < a.columns; j += g.group) most = Combine(kReduceMax, most, Load(x[j]));
    most = Tree(shared, kReduceMax, most, g.lane, g.group, 1);
    float sum = 0;
    for (i64 j = g.lane; real && j < a.columns; j += g.group) sum += expf(Load(x[j]) - most);
    sum = Tree(shared, kReduceSum, sum, g.lane, g.group, 1);
    const float log_sum = logf(sum), scale = 1.0f / sum;
    for (i64 j = g.lane; real && j < a.columns; j += g.group) {
      const float shifted = Load(x[j]) - most;
      out[j] = Store<T>(a.logarithm ? shifted - log_sum : expf(shifted) * scale);
    }
  }
}

// loss = sum of y * (log(sum of exp(x - max)) - (x - max)); backprop = softmax(x) - y
template <typename T>
RUNNEL_DEVICE void CrossEntropyBody(const CrossEntropyArgs& a) {
  __shared__ float shared[256];
  const RowGroup g(a.group);
  for (i64 first = g.row; first - g.row < a.rows; first += g.step) {
    const bool real = first < a.rows;
    const i64 row = real ? first : 0;
    const T* x = At<const T>(a.features) + row * a.feature_row;
    const T* y = At<const T>(a.labels) + row * a.label_row;
    float most;
    Identity(kReduceMax, &most);
    for (i64 j = g.lane; real && j < a.columns; j += g.group) {
      most = Combine(kReduceMax, most, Load(x[j * a.feature_column]));
    }
    most = Tree(shared, kReduceMax, most, g.lane, g.group, 1);
    float sum = 0;
    for (i64 j = g.lane; real && j < a.columns; j += g.group) {
      sum += expf(Load(x[j * a.feature_column]) - most);
    }
    sum = Tree(shared, kReduceSum, sum, g.lane, g.group, 1);
    const float log_sum = logf(sum), scale = 1.0f / sum;
    float loss = 0;
    for (i64 j = g.lane; real && j < a.columns; j += g.group) {
      const float label = Load(y[j * a.label_column]);
      const float shifted = Load(x[j * a.feature_column]) - most;
      loss += label * (log_sum - shifted);
      At<T>(a.backprop)[row * a.columns + j] = Store<T>(expf(shifted) * scale - label);
    }
    loss = Tree(shared, kReduceSum, loss, g.lane, g.group, 1);
    if (real && g.lane == 0) At<T>(a.loss)[row] = Store<T>(loss);
  }
}

// A label that is no class makes its row NaN, as TensorFlow documents of GPUs.
template <typename T>
RUNNEL_DEVICE void SparseCrossEntropyBody(const CrossEntropyArgs& a) {
  __shared__ float shared[256];
  const RowGroup g(a.group);
  const float nan = BitsToFloat(0x7fc00000u);
  for (i64 first = g.row; first - g.row < a.rows; first += g.step) {
    const bool real = first < a.rows;
    const i64 row = real ? first : 0;
    const T* x = At<const T>(a.features) + row * a.columns;
    float most;
    Identity(kReduceMax, &most);
    for (i64 j = g.lane; real && j < a.columns; j += g.group) most = Combine(kReduceMax, most, Load(x[j]));
    most = Tree(shared, kReduceMax, most, g.lane, g.group, 1);
    float sum = 0;
    for (i64 j = g.lane; real && j < a.columns; j += g.group) sum += expf(Load(x[j]) - most);
    sum = Tree(shared, kReduceSum, sum, g.lane, g.group, 1);
    if (!real) continue;
    const i64 label = a.wide ? At<const i64>(a.labels)[row] : At<const i32>(a.labels)[row];
    const bool known = label >= 0 && label < a.columns;
    const float scale = 1.0f / sum;
    if (g.lane == 0) {
      At<T>(a.loss)[row] = Store<T>(known ? logf(sum) - (Load(x[label]) - most) : nan);
    }
    for (i64 j = g.lane; j < a.columns; j += g.group) {
      const float p = expf(Load(x[j]) - most) * scale;
      At<T>(a.backprop)[row * a.columns + j] = Store<T>(known ? p - (j == label ? 1.0f : 0.0f) : nan);
    }
  }
}

#define RUNNEL_CUDA_ROW_KERNELS(name, T)                                                              \
  RUNNEL_KERNEL(softmax_##name, SoftmaxArgs) { SoftmaxBody<T>(a); }                                   \
  RUNNEL_KERNEL(cross_entropy_##name, CrossEntropyArgs) { CrossEntropyBody<T>(a); }                   \
  RUNNEL_KERNEL(sparse_cross_entropy_##name, CrossEntropyArgs) { SparseCrossEntropyBody<T>(a); }
RUNNEL_CUDA_ROW_KERNELS(f32, float)
RUNNEL_CUDA_ROW_KERNELS(f16, Half)
RUNNEL_CUDA_ROW_KERNELS(bf16, BFloat16)

}  // namespace runnel::cuda

// Pools, and normalisation over batches.
#include "devices/cuda/device_code/element_ops.h"
#include "devices/cuda/device_code/window_args.h"

namespace runnel::cuda {

struct PoolPlace {
  i64 n;
  int y, x, channel;
};
// Channels fastest, whatever the layout: neighbouring threads then share what they read of NHWC.
RUNNEL_DEVICE PoolPlace PlaceOf(i64 i, const Layout& layout) {
  const int channel = static_cast<int>(i % layout.channels);
  i64 rest = i / layout.channels;
  const int x = static_cast<int>(rest % layout.columns);
  rest /= layout.columns;
  return {rest / layout.rows, static_cast<int>(rest % layout.rows), x, channel};
}
RUNNEL_DEVICE i64 OffsetOf(const Layout& layout, const PoolPlace& p) {
  return p.n * layout.batch_stride + p.y * layout.row_stride + p.x * layout.column_stride +
         p.channel * layout.channel_stride;
}
RUNNEL_DEVICE i64 CountOf(int batch, const Layout& layout) {
  return static_cast<i64>(batch) * layout.rows * layout.columns * layout.channels;
}
// The part of a window that is inside of the image, along one axis.
struct Span {
  int begin, end;
  RUNNEL_DEVICE Span(const Window& window, int axis, int i, int size) {
    const int start = i * window.stride[axis] - window.before[axis];
    begin = max(start, 0);
    end = min(start + window.size[axis], size);
  }
};
// The windows that see a pixel, along one axis.
struct Seers {
  int begin, end;
  RUNNEL_DEVICE Seers(const Window& window, int axis, int pixel, int count) {
    const int last = pixel + window.before[axis];  // the last window starts here at the latest
    const int first = last - window.size[axis] + 1;
    begin = first <= 0 ? 0 : (first + window.stride[axis] - 1) / window.stride[axis];
    end = min(last / window.stride[axis] + 1, count);
  }
};
RUNNEL_DEVICE bool Larger(float value, float than) {
  return value > than || (value != value && than == than);  // NaN wins
}
// Where the largest of a window lies in the image: the first of equals. -1 for a window outside.
template <typename T>
RUNNEL_DEVICE i64 LargestOf(const PoolArgs& a, const T* in, i64 base, int y, int x, float* out_value) {
  const Span rows(a.window, 0, y, a.image.rows), columns(a.window, 1, x, a.image.columns);
  i64 where = -1;
  float best = -BitsToFloat(0x7f800000u);
  for (int h = rows.begin; h < rows.end; ++h) {
    for (int w = columns.begin; w < columns.end; ++w) {
      const i64 at = base + h * a.image.row_stride + w * a.image.column_stride;
      const float value = Load(in[at]);
      if (where >= 0 && !Larger(value, best)) continue;
      best = value;
      where = at;
    }
  }
  *out_value = best;
  return where;
}
// Whether that is the element at `here`, which the window sees. Most are told by their first neighbours.
template <typename T>
RUNNEL_DEVICE bool IsLargest(const PoolArgs& a, const T* in, i64 base, int y, int x, i64 here, float value) {
  const Span rows(a.window, 0, y, a.image.rows), columns(a.window, 1, x, a.image.columns);
  bool before = true;
  for (int h = rows.begin; h < rows.end; ++h) {
    for (int w = columns.begin; w < columns.end; ++w) {
      const i64 at = base + h * a.image.row_stride + w * a.image.column_stride;
      if (at == here) {
        before = false;
        continue;
      }
      const float other = Load(in[at]);
      if (before ? !Larger(value, other) : Larger(other, value)) return false;
    }
  }
  return true;
}
RUNNEL_DEVICE i64 ImageBase(const PoolArgs& a, const PoolPlace& p) {
  return p.n * a.image.batch_stride + p.channel * a.image.channel_stride;
}

// Where channels lie next to each other a thread has those of a pack, and what it finds out of places
// serves all of them.
template <typename T>
RUNNEL_DEVICE bool HasPacks(const PoolArgs& a, const Layout& places, u64 addresses) {
  using Values = Pack<T, kPackCount<T>>;
  return a.image.channel_stride == 1 && a.output.channel_stride == 1 && a.image.channels % kPackCount<T> == 0 &&
         addresses % sizeof(Values) == 0 && CountOf(a.batch, places) <= 0x7fffffffll;
}
template <typename T>
RUNNEL_DEVICE PoolPlace PackPlaceOf(i64 i, const Layout& layout) {
  u32 rest = static_cast<u32>(i);
  const u32 packs = static_cast<u32>(layout.channels) / kPackCount<T>;
  PoolPlace place{};
  place.channel = static_cast<int>(rest % packs) * kPackCount<T>;
  rest /= packs;
  place.x = static_cast<int>(rest % static_cast<u32>(layout.columns));
  rest /= static_cast<u32>(layout.columns);
  place.y = static_cast<int>(rest % static_cast<u32>(layout.rows));
  place.n = rest / static_cast<u32>(layout.rows);
  return place;
}
template <typename T>
RUNNEL_DEVICE Pack<T, kPackCount<T>> PackAt(const T* at) {
  return *reinterpret_cast<const Pack<T, kPackCount<T>>*>(at);
}

template <typename T>
RUNNEL_DEVICE void MaxPoolPacks(const PoolArgs& a) {
  constexpr int kVector = kPackCount<T>;
  const T* in = At<const T>(a.in);
  for (i64 i = ThreadIndex(); i < CountOf(a.batch, a.output) / kVector; i += NumThreads()) {
    const PoolPlace p = PackPlaceOf<T>(i, a.output);
    const Span rows(a.window, 0, p.y, a.image.rows), columns(a.window, 1, p.x, a.image.columns);
    float best[kVector];
    RUNNEL_UNROLL
    for (int k = 0; k < kVector; ++k) best[k] = -BitsToFloat(0x7f800000u);
    for (int h = rows.begin; h < rows.end; ++h) {
      for (int w = columns.begin; w < columns.end; ++w) {
        const auto values = PackAt(in + ImageBase(a, p) + h * a.image.row_stride + w * a.image.column_stride);
        RUNNEL_UNROLL
        for (int k = 0; k < kVector; ++k) {
          const float value = Load(values.value[k]);
          if (Larger(value, best[k])) best[k] = value;
        }
      }
    }
    Pack<T, kVector> result;
    RUNNEL_UNROLL
    for (int k = 0; k < kVector; ++k) result.value[k] = Store<T>(best[k]);
    *reinterpret_cast<Pack<T, kVector>*>(At<T>(a.out) + OffsetOf(a.output, p)) = result;
  }
}

// A pixel takes what arrives at the windows in which it is the largest.
template <typename T>
RUNNEL_DEVICE void MaxPoolGradPacks(const PoolArgs& a) {
  constexpr int kVector = kPackCount<T>;
  const T* in = At<const T>(a.in);
  const T* grad = At<const T>(a.grad);
  for (i64 i = ThreadIndex(); i < CountOf(a.batch, a.image) / kVector; i += NumThreads()) {
    const PoolPlace p = PackPlaceOf<T>(i, a.image);
    const i64 here = OffsetOf(a.image, p);
    const auto mine = PackAt(in + here);
    const Seers y_range(a.window, 0, p.y, a.output.rows), x_range(a.window, 1, p.x, a.output.columns);
    float sum[kVector] = {};
    for (int y = y_range.begin; y < y_range.end; ++y) {
      for (int x = x_range.begin; x < x_range.end; ++x) {
        const Span rows(a.window, 0, y, a.image.rows), columns(a.window, 1, x, a.image.columns);
        bool largest[kVector];
        RUNNEL_UNROLL
        for (int k = 0; k < kVector; ++k) largest[k] = true;
        for (int h = rows.begin; h < rows.end; ++h) {
          for (int w = columns.begin; w < columns.end; ++w) {
            const i64 at = ImageBase(a, p) + h * a.image.row_stride + w * a.image.column_stride;
            if (at == here) continue;
            const auto others = PackAt(in + at);
            const bool before = h < p.y || (h == p.y && w < p.x);  // the first of equals is the largest
            RUNNEL_UNROLL
            for (int k = 0; k < kVector; ++k) {
              const float value = Load(mine.value[k]), other = Load(others.value[k]);
              largest[k] = largest[k] && (before ? Larger(value, other) : !Larger(other, value));
            }
          }
        }
        const auto slopes = PackAt(grad + OffsetOf(a.output, {p.n, y, x, p.channel}));
        RUNNEL_UNROLL
        for (int k = 0; k < kVector; ++k) sum[k] += largest[k] ? Load(slopes.value[k]) : 0.0f;
      }
    }
    Pack<T, kVector> result;
    RUNNEL_UNROLL
    for (int k = 0; k < kVector; ++k) result.value[k] = Store<T>(sum[k]);
    *reinterpret_cast<Pack<T, kVector>*>(At<T>(a.out) + here) = result;
  }
}

template <typename T>
RUNNEL_DEVICE void MaxPoolBody(const PoolArgs& a) {
  if (HasPacks<T>(a, a.output, a.in | a.out)) return MaxPoolPacks<T>(a);
  const T* in = At<const T>(a.in);
  for (i64 i = ThreadIndex(); i < CountOf(a.batch, a.output); i += NumThreads()) {
    const PoolPlace p = PlaceOf(i, a.output);
    float value;
    LargestOf(a, in, ImageBase(a, p), p.y, p.x, &value);
    At<T>(a.out)[OffsetOf(a.output, p)] = Store<T>(value);
  }
}
// A pixel takes what arrives at the windows in which it is the largest. Nothing is added from two threads,
// so the sums are the same every time.
template <typename T>
RUNNEL_DEVICE void MaxPoolGradBody(const PoolArgs& a) {
  if (HasPacks<T>(a, a.image, a.in | a.grad | a.out)) return MaxPoolGradPacks<T>(a);
  const T* in = At<const T>(a.in);
  const T* grad = At<const T>(a.grad);
  for (i64 i = ThreadIndex(); i < CountOf(a.batch, a.image); i += NumThreads()) {
    const PoolPlace p = PlaceOf(i, a.image);
    const i64 here = OffsetOf(a.image, p);
    const Seers rows(a.window, 0, p.y, a.output.rows), columns(a.window, 1, p.x, a.output.columns);
    const float value = Load(in[here]);
    float sum = 0;
    for (int y = rows.begin; y < rows.end; ++y) {
      for (int x = columns.begin; x < columns.end; ++x) {
        if (!IsLargest(a, in, ImageBase(a, p), y, x, here, value)) continue;
        sum += Load(grad[OffsetOf(a.output, {p.n, y, x, p.channel})]);
      }
    }
    At<T>(a.out)[here] = Store<T>(sum);
  }
}
template <typename T>
RUNNEL_DEVICE void MaxPoolGradGradBody(const PoolArgs& a) {
  const T* in = At<const T>(a.in);
  for (i64 i = ThreadIndex(); i < CountOf(a.batch, a.output); i += NumThreads()) {
    const PoolPlace p = PlaceOf(i, a.output);
    float value;
    const i64 where = LargestOf(a, in, ImageBase(a, p), p.y, p.x, &value);
    At<T>(a.out)[OffsetOf(a.output, p)] = where < 0 ? Store<T>(0.0f) : At<const T>(a.grad)[where];
  }
}
template <typename T>
RUNNEL_DEVICE void AvgPoolBody(const PoolArgs& a) {
  const T* in = At<const T>(a.in);
  for (i64 i = ThreadIndex(); i < CountOf(a.batch, a.output); i += NumThreads()) {
    const PoolPlace p = PlaceOf(i, a.output);
    const Span rows(a.window, 0, p.y, a.image.rows), columns(a.window, 1, p.x, a.image.columns);
    float sum = 0;
    for (int h = rows.begin; h < rows.end; ++h) {
      for (int w = columns.begin; w < columns.end; ++w) {
        sum += Load(in[ImageBase(a, p) + h * a.image.row_stride + w * a.image.column_stride]);
      }
    }
    const int pixels = max(rows.end - rows.begin, 0) * max(columns.end - columns.begin, 0);
    At<T>(a.out)[OffsetOf(a.output, p)] = Store<T>(sum / static_cast<float>(pixels));
  }
}
template <typename T>
RUNNEL_DEVICE void AvgPoolGradBody(const PoolArgs& a) {
  const T* grad = At<const T>(a.grad);
  for (i64 i = ThreadIndex(); i < CountOf(a.batch, a.image); i += NumThreads()) {
    const PoolPlace p = PlaceOf(i, a.image);
    const Seers rows(a.window, 0, p.y, a.output.rows), columns(a.window, 1, p.x, a.output.columns);
    float sum = 0;
    for (int y = rows.begin; y < rows.end; ++y) {
      const Span h(a.window, 0, y, a.image.rows);
      for (int x = columns.begin; x < columns.end; ++x) {
        const Span w(a.window, 1, x, a.image.columns);
        sum += Load(grad[OffsetOf(a.output, {p.n, y, x, p.channel})]) /
               static_cast<float>((h.end - h.begin) * (w.end - w.begin));
      }
    }
    At<T>(a.out)[OffsetOf(a.image, p)] = Store<T>(sum);
  }
}

// ---- batch normalisation ----

// The results of the sums over a channel, `number` being that of the sum.
RUNNEL_DEVICE void NormResult(const NormArgs& a, int number, i64 c, float sum) {
  const float count = static_cast<float>(a.outer * a.inner);
  if (a.sum == kNormMean) {
    At<float>(a.saved_mean)[c] = sum / count;
  } else if (a.sum == kNormVariance) {
    At<float>(a.saved_variance)[c] = sum / count;
  } else if (number == 0) {
    At<float>(a.grad_offset)[c] = sum;
  } else {
    At<float>(a.grad_scale)[c] = sum / sqrtf(At<const float>(a.variance)[c] + a.epsilon);
  }
}
RUNNEL_KERNEL(norm_finish, NormArgs) {
  __shared__ float shared[256];
  const int thread = static_cast<int>(threadIdx.x), lane = thread / kFinishWidth, column = thread % kFinishWidth;
  const i64 groups = (a.channels + kFinishWidth - 1) / kFinishWidth;
  for (i64 group = blockIdx.x; group < groups * (a.sum == kNormGradient ? 2 : 1); group += gridDim.x) {
    const i64 c = group % groups * kFinishWidth + column;
    const int number = static_cast<int>(group / groups);
    float sum = 0;
    for (int split = lane; split < a.splits && c < a.channels; split += kFinishLanes)
      sum += At<const float>(a.partial)[(static_cast<i64>(number) * a.splits + split) * a.channels + c];
    shared[thread] = sum;
    __syncthreads();
    for (int half = kFinishLanes / 2; half > 0; half /= 2) {
      if (lane < half) shared[thread] += shared[thread + half * kFinishWidth];
      __syncthreads();
    }
    if (lane == 0 && c < a.channels) NormResult(a, number, c, shared[column]);
    __syncthreads();
  }
}

// Sums over each channel, of the elements of this block's split: 8 lanes for each of 32 channels that lie
// next to each other, or 256 lanes for one channel. f(c, at) is added up for every element `at` of
// channel c.
template <typename F>
RUNNEL_DEVICE void SumChannels(const NormArgs& a, int number, const F& f) {
  __shared__ float shared[256];
  const int thread = static_cast<int>(threadIdx.x), split = static_cast<int>(blockIdx.y);
  const int width = a.inner == 1 ? 32 : 1, lanes = 256 / width;
  const int lane = thread / width, column = thread % width;
  const i64 per_channel = a.outer * a.inner;
  const i64 begin = per_channel * split / a.splits, end = per_channel * (split + 1) / a.splits;
  for (i64 group = blockIdx.x; group * width < a.channels; group += gridDim.x) {
    const i64 c = group * width + column;
    float sum = 0;
    if (c >= a.channels) {
      // nothing, but for the barriers
    } else if (a.inner == 1) {
      for (i64 i = begin + lane; i < end; i += lanes) sum += f(c, i * a.channels + c);
    } else {
      for (i64 i = begin + lane; i < end; i += lanes)
        sum += f(c, (i / a.inner * a.channels + c) * a.inner + i % a.inner);
    }
    shared[thread] = sum;
    __syncthreads();
    for (int half = lanes / 2; half > 0; half /= 2) {
      if (lane < half) shared[thread] += shared[thread + half * width];
      __syncthreads();
    }
    if (c < a.channels && lane == 0) {
      if (a.splits > 1) {
        At<float>(a.partial)[(static_cast<i64>(number) * a.splits + split) * a.channels + c] = shared[column];
      } else {
        NormResult(a, number, c, shared[column]);
      }
    }
    __syncthreads();
  }
}

// The same where channels lie next to each other: each thread adds up the channels of a pack, over the
// rows of its lane.
template <typename T, int kSum>
RUNNEL_DEVICE void SumPacks(const NormArgs& a) {
  constexpr int kVector = kPackCount<T>, kSums = kSum == kNormGradient ? 2 : 1;
  using Values = Pack<T, kVector>;
  __shared__ float shared[kVector][256];
  const int thread = static_cast<int>(threadIdx.x), split = static_cast<int>(blockIdx.y);
  const int lanes = 256 / a.width, lane = thread / a.width, column = thread % a.width;
  const Values* x = At<const Values>(a.x);
  const Values* dy = At<const Values>(kSum == kNormGradient ? a.dy : a.x);
  const float* means = At<const float>(kSum == kNormGradient ? a.mean : a.saved_mean);
  const i64 packs = a.channels / kVector;
  const i64 begin = a.outer * split / a.splits, end = a.outer * (split + 1) / a.splits;
  for (i64 first = static_cast<i64>(blockIdx.x) * a.width; first < packs; first += static_cast<i64>(gridDim.x) * a.width) {
    const i64 pack = first + column;
    float sums[kSums][kVector] = {}, mean[kVector] = {};
    if (pack < packs) {
      RUNNEL_UNROLL
      for (int k = 0; k < kVector; ++k) mean[k] = kSum == kNormMean ? 0.0f : means[pack * kVector + k];
      for (i64 i = begin + lane; i < end; i += lanes) {
        const Values values = x[i * packs + pack];
        Values slopes;
        if (kSum == kNormGradient) slopes = dy[i * packs + pack];
        RUNNEL_UNROLL
        for (int k = 0; k < kVector; ++k) {
          const float value = Load(values.value[k]) - mean[k];
          if (kSum == kNormGradient) {
            sums[0][k] += Load(slopes.value[k]);
            sums[kSums - 1][k] += Load(slopes.value[k]) * value;
          } else {
            sums[0][k] += kSum == kNormMean ? value : value * value;
          }
        }
      }
    }
    for (int number = 0; number < kSums; ++number) {
      RUNNEL_UNROLL
      for (int k = 0; k < kVector; ++k) shared[k][thread] = number == 0 ? sums[0][k] : sums[kSums - 1][k];
      __syncthreads();
      for (int half = lanes / 2; half > 0; half /= 2) {
        if (lane < half) {
          RUNNEL_UNROLL
          for (int k = 0; k < kVector; ++k) shared[k][thread] += shared[k][thread + half * a.width];
        }
        __syncthreads();
      }
      if (pack < packs && lane == 0) {
        for (int k = 0; k < kVector; ++k) {
          const i64 c = pack * kVector + k;
          if (a.splits > 1) {
            At<float>(a.partial)[(static_cast<i64>(number) * a.splits + split) * a.channels + c] = shared[k][column];
          } else {
            NormResult(a, number, c, shared[k][column]);
          }
        }
      }
      __syncthreads();
    }
  }
}

// First the mean, then the variance around it, as the CPU does: no difference of large squares.
template <typename T>
RUNNEL_DEVICE void NormSumsBody(const NormArgs& a) {
  if (a.width > 0) {
    if (a.sum == kNormMean) return SumPacks<T, kNormMean>(a);
    if (a.sum == kNormVariance) return SumPacks<T, kNormVariance>(a);
    return SumPacks<T, kNormGradient>(a);
  }
  const T* x = At<const T>(a.x);
  const float* mean = At<const float>(a.sum == kNormGradient ? a.mean : a.saved_mean);
  if (a.sum == kNormMean) {
    SumChannels(a, 0, [&](i64, i64 at) { return Load(x[at]); });
  } else if (a.sum == kNormVariance) {
    SumChannels(a, 0, [&](i64 c, i64 at) {
      const float d = Load(x[at]) - mean[c];
      return d * d;
    });
  } else {
    const T* dy = At<const T>(a.dy);
    SumChannels(a, 0, [&](i64, i64 at) { return Load(dy[at]); });
    SumChannels(a, 1, [&](i64 c, i64 at) { return Load(dy[at]) * (Load(x[at]) - mean[c]); });
  }
}
// The moments that are remembered; for inference also those that are used.
RUNNEL_KERNEL(norm_moments, NormArgs) {
  const float count = static_cast<float>(a.outer * a.inner);
  const float estimate = a.training ? count / fmaxf(1.0f, count - 1.0f) : 1.0f;
  const float old = a.training ? 1.0f - a.average : 0.0f;
  for (i64 c = ThreadIndex(); c < a.channels; c += NumThreads()) {
    if (!a.training) {
      At<float>(a.saved_mean)[c] = At<const float>(a.mean)[c];
      At<float>(a.saved_variance)[c] = At<const float>(a.variance)[c];
    }
    float mean = At<const float>(a.saved_mean)[c], variance = At<const float>(a.saved_variance)[c] * estimate;
    if (old != 0) {
      mean = old * At<const float>(a.mean)[c] + a.average * mean;
      variance = old * At<const float>(a.variance)[c] + a.average * variance;
    }
    At<float>(a.out_mean)[c] = mean;
    At<float>(a.out_variance)[c] = variance;
  }
}
// In 32 bits where these are enough: a division of 64 takes longer than what it is for.
RUNNEL_DEVICE i64 ChannelOf(const NormArgs& a, i64 i) {
  if (a.outer * a.channels * a.inner > 0x7fffffffll) return i / a.inner % a.channels;
  return static_cast<u32>(i) / static_cast<u32>(a.inner) % static_cast<u32>(a.channels);
}
// Whether each thread has the channels of one pack, wherever it goes on.
template <typename T>
RUNNEL_DEVICE bool HasOwnPack(const NormArgs& a, u64 addresses) {
  constexpr int kVector = kPackCount<T>;
  return a.inner == 1 && a.channels % kVector == 0 && a.channels <= 256 * kVector &&
         256 % (a.channels / kVector) == 0 && addresses % (sizeof(T) * kVector) == 0;
}
template <typename T>
RUNNEL_DEVICE void NormApplyBody(const NormArgs& a) {
  if (HasOwnPack<T>(a, a.x | a.out)) {
    constexpr int kVector = kPackCount<T>;
    using Values = Pack<T, kVector>;
    const i64 packs = a.channels / kVector, c = ThreadIndex() % packs * kVector;
    float mean[kVector], factor[kVector], offset[kVector];
    RUNNEL_UNROLL
    for (int k = 0; k < kVector; ++k) {
      const float inverse = 1.0f / sqrtf(At<const float>(a.saved_variance)[c + k] + a.epsilon);
      mean[k] = At<const float>(a.saved_mean)[c + k];
      factor[k] = At<const float>(a.scale)[c + k] * inverse;
      offset[k] = At<const float>(a.offset)[c + k];
    }
    for (i64 i = ThreadIndex(); i < a.outer * packs; i += NumThreads()) {
      Values values = At<const Values>(a.x)[i];
      RUNNEL_UNROLL
      for (int k = 0; k < kVector; ++k)
        values.value[k] = Store<T>((Load(values.value[k]) - mean[k]) * factor[k] + offset[k]);
      At<Values>(a.out)[i] = values;
    }
    return;
  }
  const T* x = At<const T>(a.x);
  for (i64 i = ThreadIndex(); i < a.outer * a.channels * a.inner; i += NumThreads()) {
    const i64 c = ChannelOf(a, i);
    const float inverse = 1.0f / sqrtf(At<const float>(a.saved_variance)[c] + a.epsilon);
    At<T>(a.out)[i] = Store<T>((Load(x[i]) - At<const float>(a.saved_mean)[c]) *
                                   (At<const float>(a.scale)[c] * inverse) +
                               At<const float>(a.offset)[c]);
  }
}
// dx = scale / deviation * (dy - mean of dy - (x - mean) / variance * mean of dy * (x - mean))
template <typename T>
RUNNEL_DEVICE void NormGradBody(const NormArgs& a) {
  const float count = static_cast<float>(a.outer * a.inner);
  if (HasOwnPack<T>(a, a.x | a.dy | a.out)) {
    constexpr int kVector = kPackCount<T>;
    using Values = Pack<T, kVector>;
    const i64 packs = a.channels / kVector, c = ThreadIndex() % packs * kVector;
    float mean[kVector], factor[kVector], level[kVector], tilt[kVector];
    RUNNEL_UNROLL
    for (int k = 0; k < kVector; ++k) {
      const float inverse = 1.0f / sqrtf(At<const float>(a.variance)[c + k] + a.epsilon);
      mean[k] = At<const float>(a.mean)[c + k];
      factor[k] = At<const float>(a.scale)[c + k] * inverse;
      level[k] = a.training ? At<const float>(a.grad_offset)[c + k] / count : 0.0f;
      tilt[k] = a.training ? inverse * (At<const float>(a.grad_scale)[c + k] / count) : 0.0f;
    }
    for (i64 i = ThreadIndex(); i < a.outer * packs; i += NumThreads()) {
      const Values values = At<const Values>(a.x)[i];
      Values slopes = At<const Values>(a.dy)[i];
      RUNNEL_UNROLL
      for (int k = 0; k < kVector; ++k) {
        const float slope = Load(slopes.value[k]) - (level[k] + (Load(values.value[k]) - mean[k]) * tilt[k]);
        slopes.value[k] = Store<T>(slope * factor[k]);
      }
      At<Values>(a.out)[i] = slopes;
    }
    return;
  }
  const T* x = At<const T>(a.x);
  const T* dy = At<const T>(a.dy);
  for (i64 i = ThreadIndex(); i < a.outer * a.channels * a.inner; i += NumThreads()) {
    const i64 c = ChannelOf(a, i);
    const float inverse = 1.0f / sqrtf(At<const float>(a.variance)[c] + a.epsilon);
    float slope = Load(dy[i]);
    if (a.training) {
      const float centred = Load(x[i]) - At<const float>(a.mean)[c];
      slope -= At<const float>(a.grad_offset)[c] / count +
               centred * inverse * (At<const float>(a.grad_scale)[c] / count);
    }
    At<T>(a.out)[i] = Store<T>(slope * (At<const float>(a.scale)[c] * inverse));
  }
}

#define RUNNEL_CUDA_WINDOW_KERNELS(name, T)                                                     \
  RUNNEL_KERNEL(max_pool_##name, PoolArgs) { MaxPoolBody<T>(a); }                               \
  RUNNEL_KERNEL(max_pool_grad_##name, PoolArgs) { MaxPoolGradBody<T>(a); }                      \
  RUNNEL_KERNEL(max_pool_grad_grad_##name, PoolArgs) { MaxPoolGradGradBody<T>(a); }             \
  RUNNEL_KERNEL(avg_pool_##name, PoolArgs) { AvgPoolBody<T>(a); }                               \
  RUNNEL_KERNEL(avg_pool_grad_##name, PoolArgs) { AvgPoolGradBody<T>(a); }                      \
  RUNNEL_KERNEL(norm_sums_##name, NormArgs) { NormSumsBody<T>(a); }                             \
  RUNNEL_KERNEL(norm_apply_##name, NormArgs) { NormApplyBody<T>(a); }                           \
  RUNNEL_KERNEL(norm_grad_##name, NormArgs) { NormGradBody<T>(a); }
RUNNEL_CUDA_WINDOW_KERNELS(f32, float)
RUNNEL_CUDA_WINDOW_KERNELS(f16, Half)
RUNNEL_CUDA_WINDOW_KERNELS(bf16, BFloat16)

}  // namespace runnel::cuda

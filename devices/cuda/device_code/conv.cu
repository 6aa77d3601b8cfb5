// Convolutions as matrix products whose operands are read from the images where they lie.
#include "devices/cuda/device_code/tile_gemm.h"
#include "devices/cuda/device_code/window_args.h"

namespace runnel::cuda {

// A place in a batch of images: from a number that counts columns, rows, images.
struct Place {
  int n, y, x;
};
RUNNEL_DEVICE Place PlaceOf(i64 index, const Layout& layout) {
  const u32 i = static_cast<u32>(index);  // fewer than 2^31, which the host sees to
  const u32 x = i % static_cast<u32>(layout.columns), rest = i / static_cast<u32>(layout.columns);
  return {static_cast<int>(rest / static_cast<u32>(layout.rows)),
          static_cast<int>(rest % static_cast<u32>(layout.rows)), static_cast<int>(x)};
}
RUNNEL_DEVICE i64 OffsetOf(const Layout& layout, const Place& place) {
  return place.n * layout.batch_stride + place.y * layout.row_stride + place.x * layout.column_stride;
}
// A tap of the window and a channel, channels fastest.
struct Tap {
  int y, x, channel;
};
RUNNEL_DEVICE Tap TapOf(i64 k, int columns, int channels) {
  const u32 i = static_cast<u32>(k);
  const u32 channel = i % static_cast<u32>(channels), rest = i / static_cast<u32>(channels);
  return {static_cast<int>(rest / static_cast<u32>(columns)), static_cast<int>(rest % static_cast<u32>(columns)),
          static_cast<int>(channel)};
}

// What the windows see of the image: a row for each output place, a column for each tap and channel.
template <typename T>
struct SeenImage {
  const ConvArgs& a;
  const T* data;
  bool rows_are_next;
  struct RowState {
    i64 base;
    int y, x;
  };
  RUNNEL_DEVICE RowState Row(int m) const {
    const Place place = PlaceOf(m, a.output);
    return {place.n * a.image.batch_stride, place.y * a.window.stride[0] - a.window.before[0],
            place.x * a.window.stride[1] - a.window.before[1]};
  }
  RUNNEL_DEVICE float At(const RowState& row, i64 k) const {
    const Tap tap = TapOf(k, a.window.size[1], a.image.channels);
    const int y = row.y + tap.y * a.window.dilation[0], x = row.x + tap.x * a.window.dilation[1];
    if (y < 0 || y >= a.image.rows || x < 0 || x >= a.image.columns) return 0.0f;
    return Load(data[row.base + y * a.image.row_stride + x * a.image.column_stride +
                     tap.channel * a.image.channel_stride]);
  }
};
// What the gradient of an image sees of the gradient of the output: a row for each image place.
template <typename T>
struct SeenGradient {
  const ConvArgs& a;
  const T* data;
  bool rows_are_next;
  struct RowState {
    i64 base;
    int y, x;
  };
  RUNNEL_DEVICE RowState Row(int m) const {
    const Place place = PlaceOf(m, a.image);
    return {place.n * a.output.batch_stride, place.y + a.window.before[0], place.x + a.window.before[1]};
  }
  RUNNEL_DEVICE float At(const RowState& row, i64 k) const {
    const Tap tap = TapOf(k, a.window.size[1], a.output.channels);
    const int y = row.y - tap.y * a.window.dilation[0], x = row.x - tap.x * a.window.dilation[1];
    if (y < 0 || x < 0 || y % a.window.stride[0] != 0 || x % a.window.stride[1] != 0) return 0.0f;
    const int at_y = y / a.window.stride[0], at_x = x / a.window.stride[1];
    if (at_y >= a.output.rows || at_x >= a.output.columns) return 0.0f;
    return Load(data[row.base + at_y * a.output.row_stride + at_x * a.output.column_stride +
                     tap.channel * a.output.channel_stride]);
  }
};
// The image once more, a row for each tap and channel, a column for each output place.
template <typename T>
struct SeenByTap {
  const ConvArgs& a;
  const T* data;
  bool rows_are_next;
  struct RowState {
    i64 base;
    int y, x;
  };
  RUNNEL_DEVICE RowState Row(int m) const {
    const Tap tap = TapOf(m, a.window.size[1], a.image.channels);
    return {tap.channel * a.image.channel_stride, tap.y * a.window.dilation[0] - a.window.before[0],
            tap.x * a.window.dilation[1] - a.window.before[1]};
  }
  RUNNEL_DEVICE float At(const RowState& row, i64 k) const {
    const Place place = PlaceOf(k, a.output);
    const int y = row.y + place.y * a.window.stride[0], x = row.x + place.x * a.window.stride[1];
    if (y < 0 || y >= a.image.rows || x < 0 || x >= a.image.columns) return 0.0f;
    return Load(data[row.base + place.n * a.image.batch_stride + y * a.image.row_stride +
                     x * a.image.column_stride]);
  }
};

template <typename T>
struct FilterByOutput {  // [tap, in][out]
  const T* data;
  int outputs;
  bool columns_are_next;
  RUNNEL_DEVICE float At(i64 k, int n) const { return Load(data[k * outputs + n]); }
};
template <typename T>
struct FilterByInput {  // [tap, out][in]
  const T* data;
  int inputs, outputs;
  bool columns_are_next;
  RUNNEL_DEVICE float At(i64 k, int n) const {
    const i64 tap = k / outputs, out = k - tap * outputs;
    return Load(data[(tap * inputs + n) * outputs + out]);
  }
};
template <typename T>
struct GradientByPlace {
  const ConvArgs& a;
  const T* data;
  bool columns_are_next;
  RUNNEL_DEVICE float At(i64 k, int n) const {
    return Load(data[OffsetOf(a.output, PlaceOf(k, a.output)) + n * a.output.channel_stride]);
  }
};

template <typename T>
RUNNEL_DEVICE void ForwardBody(const ConvArgs& a) {
  T* out = At<T>(a.out);
  const T* bias = At<const T>(a.bias);
  TileGemm(a.batch * a.output.rows * a.output.columns, a.output.channels, 0,
           static_cast<i64>(a.window.size[0]) * a.window.size[1] * a.image.channels,
           SeenImage<T>{a, At<const T>(a.left), a.image.channel_stride != 1},
           FilterByOutput<T>{At<const T>(a.right), a.output.channels, true}, [&](int m, int n, float sum) {
             out[OffsetOf(a.output, PlaceOf(m, a.output)) + n * a.output.channel_stride] =
                 Store<T>(WithEpilogue(sum, bias, n, a.relu));
           });
}
template <typename T>
RUNNEL_DEVICE void InputBody(const ConvArgs& a) {
  T* out = At<T>(a.out);
  TileGemm(a.batch * a.image.rows * a.image.columns, a.image.channels, 0,
           static_cast<i64>(a.window.size[0]) * a.window.size[1] * a.output.channels,
           SeenGradient<T>{a, At<const T>(a.left), a.output.channel_stride != 1},
           FilterByInput<T>{At<const T>(a.right), a.image.channels, a.output.channels, false},
           [&](int m, int n, float sum) {
             out[OffsetOf(a.image, PlaceOf(m, a.image)) + n * a.image.channel_stride] = Store<T>(sum);
           });
}
// The sums are long and the results few: the grid's third dimension splits the sums.
template <typename T>
RUNNEL_DEVICE void FilterBody(const ConvArgs& a) {
  T* out = At<T>(a.out);
  const int m_count = a.window.size[0] * a.window.size[1] * a.image.channels;
  float* partial = At<float>(a.partial) + static_cast<i64>(blockIdx.z) * m_count * a.output.channels;
  const i64 places = static_cast<i64>(a.batch) * a.output.rows * a.output.columns;
  const i64 begin = places * blockIdx.z / a.splits, end = places * (blockIdx.z + 1) / a.splits;
  TileGemm(m_count, a.output.channels, begin, end,
           SeenByTap<T>{a, At<const T>(a.left), a.image.channel_stride == 1},
           GradientByPlace<T>{a, At<const T>(a.right), a.output.channel_stride == 1},
           [&](int m, int n, float sum) {
             const i64 at = static_cast<i64>(m) * a.output.channels + n;
             if (a.splits > 1) {
               partial[at] = sum;
             } else {
               out[at] = Store<T>(sum);
             }
           });
}

template <typename T>
RUNNEL_DEVICE void SumPartialBody(const SumPartialArgs& a) {
  for (i64 i = ThreadIndex(); i < a.count; i += NumThreads()) {
    float sum = 0;
    for (int split = 0; split < a.splits; ++split) sum += At<const float>(a.partial)[split * a.count + i];
    At<T>(a.out)[i] = Store<T>(sum);
  }
}

// ---- each channel by itself: out channel c * multiplier + k sees channel c ----

template <typename T>
RUNNEL_DEVICE void DepthwiseForwardBody(const ConvArgs& a) {
  const i64 count = static_cast<i64>(a.batch) * a.output.rows * a.output.columns * a.output.channels;
  for (i64 i = ThreadIndex(); i < count; i += NumThreads()) {
    const int out_channel = static_cast<int>(i % a.output.channels), channel = out_channel / a.multiplier;
    const Place place = PlaceOf(i / a.output.channels, a.output);
    const T* image =
        At<const T>(a.left) + place.n * a.image.batch_stride + channel * a.image.channel_stride;
    const T* filter = At<const T>(a.right) + out_channel;
    float sum = 0;
    for (int ky = 0; ky < a.window.size[0]; ++ky) {
      const int y = place.y * a.window.stride[0] - a.window.before[0] + ky * a.window.dilation[0];
      if (y < 0 || y >= a.image.rows) continue;
      for (int kx = 0; kx < a.window.size[1]; ++kx) {
        const int x = place.x * a.window.stride[1] - a.window.before[1] + kx * a.window.dilation[1];
        if (x < 0 || x >= a.image.columns) continue;
        sum += Load(image[y * a.image.row_stride + x * a.image.column_stride]) *
               Load(filter[static_cast<i64>(ky * a.window.size[1] + kx) * a.output.channels]);
      }
    }
    At<T>(a.out)[OffsetOf(a.output, place) + out_channel * a.output.channel_stride] = Store<T>(sum);
  }
}
template <typename T>
RUNNEL_DEVICE void DepthwiseInputBody(const ConvArgs& a) {
  const i64 count = static_cast<i64>(a.batch) * a.image.rows * a.image.columns * a.image.channels;
  for (i64 i = ThreadIndex(); i < count; i += NumThreads()) {
    const int channel = static_cast<int>(i % a.image.channels);
    const Place place = PlaceOf(i / a.image.channels, a.image);
    const T* grad = At<const T>(a.left) + place.n * a.output.batch_stride;
    const T* filter = At<const T>(a.right);
    float sum = 0;
    for (int ky = 0; ky < a.window.size[0]; ++ky) {
      const int y = place.y + a.window.before[0] - ky * a.window.dilation[0];
      if (y < 0 || y % a.window.stride[0] != 0 || y / a.window.stride[0] >= a.output.rows) continue;
      for (int kx = 0; kx < a.window.size[1]; ++kx) {
        const int x = place.x + a.window.before[1] - kx * a.window.dilation[1];
        if (x < 0 || x % a.window.stride[1] != 0 || x / a.window.stride[1] >= a.output.columns) continue;
        for (int k = 0; k < a.multiplier; ++k) {
          const int out_channel = channel * a.multiplier + k;
          sum += Load(grad[y / a.window.stride[0] * a.output.row_stride +
                           x / a.window.stride[1] * a.output.column_stride +
                           out_channel * a.output.channel_stride]) *
                 Load(filter[static_cast<i64>(ky * a.window.size[1] + kx) * a.output.channels + out_channel]);
        }
      }
    }
    At<T>(a.out)[OffsetOf(a.image, place) + channel * a.image.channel_stride] = Store<T>(sum);
  }
}
// A block for each element of the filter.
template <typename T>
RUNNEL_DEVICE void DepthwiseFilterBody(const ConvArgs& a) {
  __shared__ float shared[256];
  const int thread = static_cast<int>(threadIdx.x);
  const i64 count = static_cast<i64>(a.window.size[0]) * a.window.size[1] * a.output.channels;
  for (i64 i = blockIdx.x; i < count; i += gridDim.x) {
    const Tap tap = TapOf(i, a.window.size[1], a.output.channels);
    const T* image = At<const T>(a.left) + tap.channel / a.multiplier * a.image.channel_stride;
    const T* grad = At<const T>(a.right) + tap.channel * a.output.channel_stride;
    float sum = 0;
    for (i64 k = thread; k < static_cast<i64>(a.batch) * a.output.rows * a.output.columns; k += 256) {
      const Place place = PlaceOf(k, a.output);
      const int y = place.y * a.window.stride[0] - a.window.before[0] + tap.y * a.window.dilation[0];
      const int x = place.x * a.window.stride[1] - a.window.before[1] + tap.x * a.window.dilation[1];
      if (y < 0 || y >= a.image.rows || x < 0 || x >= a.image.columns) continue;
      sum += Load(image[place.n * a.image.batch_stride + y * a.image.row_stride + x * a.image.column_stride]) *
             Load(grad[OffsetOf(a.output, place)]);
    }
    shared[thread] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
      if (thread < half) shared[thread] += shared[thread + half];
      __syncthreads();
    }
    if (thread == 0) At<T>(a.out)[i] = Store<T>(shared[0]);
    __syncthreads();
  }
}

#define RUNNEL_CUDA_CONV_KERNELS(name, T)                                             \
  RUNNEL_KERNEL(conv_forward_##name, ConvArgs) { ForwardBody<T>(a); }                 \
  RUNNEL_KERNEL(conv_input_##name, ConvArgs) { InputBody<T>(a); }                     \
  RUNNEL_KERNEL(conv_filter_##name, ConvArgs) { FilterBody<T>(a); }                   \
  RUNNEL_KERNEL(sum_partial_##name, SumPartialArgs) { SumPartialBody<T>(a); }         \
  RUNNEL_KERNEL(depthwise_forward_##name, ConvArgs) { DepthwiseForwardBody<T>(a); }   \
  RUNNEL_KERNEL(depthwise_input_##name, ConvArgs) { DepthwiseInputBody<T>(a); }       \
  RUNNEL_KERNEL(depthwise_filter_##name, ConvArgs) { DepthwiseFilterBody<T>(a); }
RUNNEL_CUDA_CONV_KERNELS(f32, float)
RUNNEL_CUDA_CONV_KERNELS(f16, Half)
RUNNEL_CUDA_CONV_KERNELS(bf16, BFloat16)

}  // namespace runnel::cuda

// Math: MaxPool MaxPoolGrad MaxPoolGradGrad AvgPool AvgPoolGrad, and MaxPoolV2 MaxPoolGradV2
// MaxPoolGradGradV2, whose windows are inputs.
//
// The channels of a pixel lie side by side and are worked on together; an image whose channels are
// planes is so many images of one channel. Sums are made window after window, so results do not depend
// on the number of threads.
#include "devices/cpu/pool.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"
#include "devices/cpu/window.h"

namespace runnel::cpu {
namespace {

enum class Pool { kMax, kMaxGrad, kMaxGradGrad, kMean, kMeanGrad };

constexpr int64_t kChannels = 128;  // worked on together

// What every run knows: images of `channels`, and the windows over them.
struct PoolShape {
  int64_t images, channels;
  WindowAxis axes[2];

  int64_t image_size() const { return axes[0].image * axes[1].image * channels; }
  int64_t output_size() const { return axes[0].count * axes[1].count * channels; }
};

// The part of a window that is inside of the image, along one axis.
struct Span {
  Span(const WindowAxis& axis, int64_t i) {
    const int64_t start = i * axis.stride - axis.before;
    begin = std::clamp<int64_t>(start, 0, axis.image);
    end = std::clamp<int64_t>(start + axis.window, begin, axis.image);
  }
  int64_t begin, end;
};

// Calls f(window, pixel) for every pixel of every window of rows [begin, end), both counted in elements;
// before(window, pixels) and after(window, pixels) around the pixels of one.
template <typename Before, typename Each, typename After>
void Walk(const PoolShape& shape, int64_t begin, int64_t end, const Before& before, const Each& each,
          const After& after) {
  for (int64_t i = begin; i < end; ++i) {
    const Span rows(shape.axes[0], i);
    for (int64_t j = 0; j < shape.axes[1].count; ++j) {
      const Span columns(shape.axes[1], j);
      const int64_t window = (i * shape.axes[1].count + j) * shape.channels;
      const int64_t pixels = (rows.end - rows.begin) * (columns.end - columns.begin);
      before(window, pixels);
      for (int64_t h = rows.begin; h < rows.end; ++h) {
        for (int64_t w = columns.begin; w < columns.end; ++w) {
          each(window, (h * shape.axes[1].image + w) * shape.channels);
        }
      }
      after(window, pixels);
    }
  }
}

template <typename C>
bool Larger(C value, C than) {
  if constexpr (std::is_floating_point_v<C>) {
    return value > than || (std::isnan(value) && !std::isnan(than));  // NaN wins
  } else {
    return value > than;
  }
}

// The largest of no elements.
template <typename C>
constexpr C Lowest() {
  return std::is_floating_point_v<C> ? -std::numeric_limits<C>::infinity()
                                     : std::numeric_limits<C>::lowest();
}

// Rows [begin, end) of the windows of one image, channels [0, width) of all.
template <Pool kPool, typename T>
void PoolImage(const PoolShape& shape, int64_t begin, int64_t end, int64_t width, const T* in,
               const T* grad, T* out) {
  using C = Compute<T>;
  C best[kChannels];
  int64_t where[kChannels];
  const auto nothing = [](int64_t, int64_t) {};
  if constexpr (kPool == Pool::kMeanGrad) {
    Walk(
        shape, begin, end,
        [&](int64_t window, int64_t pixels) {
          for (int64_t c = 0; c < width; ++c) best[c] = Load(grad[window + c]) / static_cast<C>(pixels);
        },
        [&](int64_t, int64_t pixel) {
          for (int64_t c = 0; c < width; ++c) out[pixel + c] = Store<T>(Load(out[pixel + c]) + best[c]);
        },
        nothing);
  } else if constexpr (kPool == Pool::kMean) {
    Walk(
        shape, begin, end, [&](int64_t, int64_t) { std::fill_n(best, width, C{0}); },
        [&](int64_t, int64_t pixel) {
          for (int64_t c = 0; c < width; ++c) best[c] += Load(in[pixel + c]);
        },
        [&](int64_t window, int64_t pixels) {
          for (int64_t c = 0; c < width; ++c)
            out[window + c] = Store<T>(best[c] / static_cast<C>(pixels));
        });
  } else if constexpr (kPool == Pool::kMax) {
    Walk(
        shape, begin, end, [&](int64_t, int64_t) { std::fill_n(best, width, Lowest<C>()); },
        [&](int64_t, int64_t pixel) {
          for (int64_t c = 0; c < width; ++c) {
            const C value = Load(in[pixel + c]);
            best[c] = Larger(value, best[c]) ? value : best[c];
          }
        },
        [&](int64_t window, int64_t) {
          for (int64_t c = 0; c < width; ++c) out[window + c] = Store<T>(best[c]);
        });
  } else {
    Walk(
        shape, begin, end, [&](int64_t, int64_t) { std::fill_n(where, width, int64_t{-1}); },
        [&](int64_t, int64_t pixel) {
          for (int64_t c = 0; c < width; ++c) {
            const C value = Load(in[pixel + c]);
            if (where[c] >= 0 && !Larger(value, best[c])) continue;
            best[c] = value;
            where[c] = pixel + c;
          }
        },
        [&](int64_t window, int64_t pixels) {
          for (int64_t c = 0; c < width; ++c) {
            if (kPool == Pool::kMaxGradGrad) {
              out[window + c] = pixels > 0 ? grad[where[c]] : Store<T>(C{0});
            } else if (pixels > 0) {
              out[where[c]] = Store<T>(AddValues(Load(out[where[c]]), Load(grad[window + c])));
            }
          }
        });
  }
}

template <typename T>
const PoolLoops<T>& LoopsOf(const PoolTable& table) {
  if constexpr (std::is_same_v<T, float>) {
    return table.f32;
  } else {
    return table.f64;
  }
}

// The same for maxima of float and double, by vectors of channels.
template <Pool kPool, typename T>
void PoolVectors(const PoolLoops<T>& loops, const PoolShape& shape, int64_t begin, int64_t end,
                 int64_t width, const T* in, const T* grad, T* out) {
  const int64_t row = shape.axes[1].image * shape.channels;
  for (int64_t i = begin; i < end; ++i) {
    const Span rows(shape.axes[0], i);
    for (int64_t j = 0; j < shape.axes[1].count; ++j) {
      const Span columns(shape.axes[1], j);
      const int64_t at = (i * shape.axes[1].count + j) * shape.channels;
      const int64_t first = rows.begin * row + columns.begin * shape.channels;
      const PoolWindow window{rows.end - rows.begin, columns.end - columns.begin, row, shape.channels,
                              width};
      if (window.rows == 0 || window.columns == 0) {
        if (kPool == Pool::kMax) std::fill_n(out + at, width, Lowest<T>());
      } else if (kPool == Pool::kMax) {
        loops.max(window, in + first, out + at);
      } else {
        loops.max_grad(window, in + first, grad + at, out + first);
      }
    }
  }
}

constexpr char kMaxV2[] = "MaxPoolV2";
constexpr char kMaxGradV2[] = "MaxPoolGradV2";
constexpr char kMaxGradGradV2[] = "MaxPoolGradGradV2";

// The windows of one run. A pool over channels goes over pixels as if they were rows of one channel.
struct RunWindows {
  WindowAttrs attrs;
  int64_t depth = 1;
};

template <Pool kPool>
struct PoolKernel {
  static constexpr bool kScatters = kPool == Pool::kMaxGrad || kPool == Pool::kMeanGrad;
  // A mean of whole numbers is none.
  using Types =
      std::conditional_t<kPool == Pool::kMean || kPool == Pool::kMeanGrad, FloatList, RealList>;
  const char* op;
  int32_t dtype = 0;
  bool by_inputs = false;  // the last two inputs are ksize and strides
  WindowAttrs attrs;
  const PoolTable* table = nullptr;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_output_dtype(host, node, 0);
    table = &Pools(ChooseIsa(host));
    by_inputs = op == kMaxV2 || op == kMaxGradV2 || op == kMaxGradGradV2;
    rnlp_str_t format = {"", 0};
    if (by_inputs) RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, "data_format", &format));
    if (format.size > 4) return Fail(host, RNLP_UNIMPLEMENTED, "%s: data_format NCHW_VECT_C", op);
    return attrs.Init(host, node, op);
  }

  // `image`: the four sizes.
  rnlp_status_t* ReadWindows(const rnlp_run_t* run, const int64_t image[4], RunWindows* out) const {
    out->attrs = attrs;
    if (!by_inputs) return nullptr;
    const rnlp_tensor_t* lists[2] = {run->inputs[run->num_inputs - 2], run->inputs[run->num_inputs - 1]};
    for (const rnlp_tensor_t* list : lists) {
      bool fits = list->rank == 1 && list->num_elements == 4 && IndexAt(list, 0) == 1;
      for (int64_t i = 1; fits && i < 4; ++i)
        fits = IndexAt(list, i) >= 1 && IndexAt(list, i) <= kMostSize;
      if (fits) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: ksize and strides should be four numbers from 1, and 1 for the batch", op);
    }
    for (int axis = 0; axis < 2; ++axis) {
      out->attrs.size[axis] = IndexAt(lists[0], attrs.dim(axis));
      out->attrs.strides[axis] = IndexAt(lists[1], attrs.dim(axis));
    }
    const int channel = attrs.channel_dim();
    const int64_t step = IndexAt(lists[1], channel);
    out->depth = IndexAt(lists[0], channel);
    if (out->depth == 1 && step == 1) return nullptr;
    const bool alone = out->attrs.size[0] == 1 && out->attrs.size[1] == 1 &&
                       out->attrs.strides[0] == 1 && out->attrs.strides[1] == 1;
    if (alone && !attrs.channels_first && step == out->depth && image[3] % step == 0) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: a pool over channels, the last dimension, should go over them alone, in steps of a "
                "window that divides them: got windows of %lld in steps of %lld over %lld channels",
                op, static_cast<long long>(out->depth), static_cast<long long>(step),
                static_cast<long long>(image[channel]));
  }

  template <typename T>
  void RunType(const rnlp_run_t* run, const PoolShape& shape) const {
    const rnlp_tensor_t* last = run->inputs[run->num_inputs - (by_inputs ? 3 : 1)];
    const int64_t in_size = shape.image_size(), out_size = shape.output_size();
    const int64_t chunks = (shape.channels + kChannels - 1) / kChannels;
    const int64_t rows = shape.axes[0].count;
    // Gradients add up in the image: one share for each image and chunk. Others share rows as well.
    const int64_t parts = kScatters ? 1 : rows;
    // Sizes of windows are capped, so that an absurd one does not overflow an estimate.
    const int64_t taps = std::min({shape.axes[0].window, shape.axes[0].image, kBlockElements}) *
                         std::min({shape.axes[1].window, shape.axes[1].image, kBlockElements});
    const int64_t work =
        (kScatters ? in_size * 2 : out_size / std::max<int64_t>(parts, 1) * taps) / chunks;
    T* out = Data<T>(run->outputs[0]);
    if (kScatters) std::fill_n(out, shape.images * in_size, T{});
    ParallelFor(run, shape.images * parts * chunks, RowBlock(work), [&](int64_t begin, int64_t end) {
      for (int64_t task = begin; task < end; ++task) {
        const int64_t c = task % chunks * kChannels, row = task / chunks % parts;
        const int64_t n = task / chunks / parts;
        const T* image = kPool == Pool::kMeanGrad ? nullptr : Data<T>(run->inputs[0]) + n * in_size + c;
        const T* grad =
            Data<T>(last) + n * (kPool == Pool::kMaxGradGrad || !kScatters ? in_size : out_size) + c;
        T* to = out + n * (kScatters ? in_size : out_size) + c;
        const int64_t first_row = kScatters ? 0 : row, last_row = kScatters ? rows : row + 1;
        const int64_t width = std::min(kChannels, shape.channels - c);
        if constexpr ((kPool == Pool::kMax || kPool == Pool::kMaxGrad) &&
                      (std::is_same_v<T, float> || std::is_same_v<T, double>)) {
          if (width > 1) {
            PoolVectors<kPool>(LoopsOf<T>(*table), shape, first_row, last_row, width, image, grad, to);
            continue;
          }
        }
        PoolImage<kPool>(shape, first_row, last_row, width, image, grad, to);
      }
    });
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* first = run->inputs[0];
    int64_t sizes[4];
    bool fits = kPool == Pool::kMeanGrad ? first->rank == 1 && first->dims[0] == 4 : first->rank == 4;
    for (int64_t i = 0; fits && i < 4; ++i) {
      sizes[i] = kPool == Pool::kMeanGrad ? IndexAt(first, i) : first->dims[i];
      fits = sizes[i] >= 0;
    }
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: the image should have four dimensions, got %s%s", op,
                  kPool == Pool::kMeanGrad ? "sizes in a tensor of shape " : "", ShapeText(first).text);
    }
    PoolShape shape;
    RunWindows windows;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadWindows(run, sizes, &windows));
    int64_t pooled[4] = {sizes[0], 0, 0, 0};
    pooled[attrs.channel_dim()] = sizes[attrs.channel_dim()] / windows.depth;
    for (int axis = 0; axis < 2; ++axis) {
      RUNNEL_CPU_RETURN_IF_ERROR(windows.attrs.Fit(run->host, op, axis, sizes[attrs.dim(axis)],
                                                   windows.attrs.size[axis], &shape.axes[axis]));
      pooled[attrs.dim(axis)] = shape.axes[axis].count;
    }
    for (uint32_t i = 1; i + (by_inputs ? 2 : 0) < run->num_inputs; ++i) {
      const int64_t* want = kPool == Pool::kMaxGradGrad && i == 2 ? sizes : pooled;
      const rnlp_tensor_t* input = run->inputs[i];
      if (input->rank == 4 && std::equal(want, want + 4, input->dims)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u should have shape %s, got %s", op, i,
                  ShapeText(4, want).text, ShapeText(input).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, kScatters ? sizes : pooled));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const int64_t channels = sizes[attrs.channel_dim()];
    shape.images = sizes[0] * (attrs.channels_first ? channels : 1);
    shape.channels = attrs.channels_first ? 1 : channels;
    if (windows.depth > 1) {
      shape.images = sizes[0] * sizes[1] * sizes[2];
      shape.channels = 1;
      shape.axes[0] = {};
      shape.axes[0].image = shape.axes[0].window = shape.axes[0].count = 1;
      shape.axes[0].stride = shape.axes[0].dilation = 1;
      shape.axes[1] = shape.axes[0];
      shape.axes[1].image = channels;
      shape.axes[1].window = shape.axes[1].stride = windows.depth;
      shape.axes[1].count = channels / windows.depth;
    }
    VisitType(Types{}, dtype, 0, [&](auto tag) {
      RunType<typename decltype(tag)::Type>(run, shape);
      return 0;
    });
    return nullptr;
  }
};

constexpr char kMax[] = "MaxPool";
constexpr char kMaxGrad[] = "MaxPoolGrad";
constexpr char kMaxGradGrad[] = "MaxPoolGradGrad";
constexpr char kMean[] = "AvgPool";
constexpr char kMeanGrad[] = "AvgPoolGrad";
constexpr rnlp_type_constraint_t kMeanT = Types("T", kFloatTypes), kMaxT = Types("T", kRealTypes);

rnlp_status_t* SupportsPool(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                            const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                            rnlp_support_t* out) {
  out->supported = 1;
  if constexpr (!kChosenTypes.empty()) {
    RUNNEL_CPU_RETURN_IF_ERROR(SupportsChosenTypes(host, device, node, inputs, num_inputs, out));
  }
  if (out->supported == 0) return nullptr;
  out->reason = plugin::RefuseDepthPool(host, node);
  out->supported = out->reason == nullptr ? 1 : 0;
  return nullptr;
}

constexpr rnlp_arg_mark_t kLists[] = {{"ksize", RNLP_ARG_HOST}, {"strides", RNLP_ARG_HOST}};

template <Pool kPool, const char* kOp, const rnlp_type_constraint_t* kT>
constexpr rnlp_kernel_row_t PoolRow(bool by_inputs = false) {
  rnlp_kernel_row_t row = MakeRow({.op = kOp,
                                   .types = kT,
                                   .num_types = 1,
                                   .args = by_inputs ? kLists : nullptr,
                                   .num_args = by_inputs ? 2u : 0u,
                                   .create = Create<PoolKernel<kPool>, kOp>,
                                   .destroy = Destroy<PoolKernel<kPool>>,
                                   .plan = PlanElements<1500>,
                                   .run = cpu::Run<PoolKernel<kPool>>});
  if (!by_inputs) row.supports = SupportsPool;
  return row;
}

}  // namespace

constexpr rnlp_kernel_row_t kPoolRows[] = {
    PoolRow<Pool::kMax, kMax, &kMaxT>(),
    PoolRow<Pool::kMaxGrad, kMaxGrad, &kMaxT>(),
    PoolRow<Pool::kMaxGradGrad, kMaxGradGrad, &kMaxT>(),
    PoolRow<Pool::kMax, kMaxV2, &kMaxT>(true),
    PoolRow<Pool::kMaxGrad, kMaxGradV2, &kMaxT>(true),
    PoolRow<Pool::kMaxGradGrad, kMaxGradGradV2, &kMaxT>(true),
    PoolRow<Pool::kMean, kMean, &kMeanT>(),
    PoolRow<Pool::kMeanGrad, kMeanGrad, &kMeanT>(),
};
RUNNEL_CPU_ROWS(Pool)

}  // namespace runnel::cpu

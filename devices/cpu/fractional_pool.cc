// Pools whose regions are chosen at random: FractionalMaxPool, FractionalAvgPool and their gradients.
//
// Source: Graham 2014, "Fractional max-pooling". The regions are TensorFlow's for the same seeds.
#include <algorithm>
#include <cmath>
#include <limits>

#include "devices/cpu/philox.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

constexpr char kMax[] = "FractionalMaxPool";
constexpr char kAvg[] = "FractionalAvgPool";
constexpr char kMaxGrad[] = "FractionalMaxPoolGrad";
constexpr char kAvgGrad[] = "FractionalAvgPoolGrad";

// The regions of a pool: edges[i] to edges[i + 1], or one more if they overlap.
struct Regions {
  const int64_t* edges[2];
  int64_t counts[2];
  const int64_t* image;  // batch, rows, columns, channels
  bool overlap;

  int64_t End(int axis, int64_t i) const {
    return std::min(edges[axis][i + 1] + (overlap ? 1 : 0), image[axis + 1]);
  }
  // f(window, pixel, count) for each pixel of each window of image n, counted in pixels of the whole
  // batch.
  template <typename Before, typename F>
  void Each(int64_t n, const Before& before, const F& f) const {
    for (int64_t i = 0; i < counts[0]; ++i) {
      for (int64_t j = 0; j < counts[1]; ++j) {
        const int64_t window = (n * counts[0] + i) * counts[1] + j;
        const int64_t rows = End(0, i) - edges[0][i], columns = End(1, j) - edges[1][j];
        before(window, std::max<int64_t>(rows, 0) * std::max<int64_t>(columns, 0));
        for (int64_t y = edges[0][i]; y < End(0, i); ++y) {
          for (int64_t x = edges[1][j]; x < End(1, j); ++x) f(window, (n * image[1] + y) * image[2] + x);
        }
      }
    }
  }
};

template <bool kIsMax>
struct PoolKernel : Seeds {
  const char* op;
  float ratios[4] = {1, 1, 1, 1};
  bool pseudo = false, overlap = false, fixed = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(InitSeeds(host, node));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "pseudo_random", &pseudo));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "overlapping", &overlap));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "deterministic", &fixed));
    uint32_t count = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_float_list(host, node, "pooling_ratio", 4, ratios, &count));
    const bool fits = count == 4 && ratios[0] == 1 && ratios[3] == 1 && ratios[1] >= 1 && ratios[2] >= 1;
    if (fits) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: attr pooling_ratio should be four numbers from 1, and 1 for batch and channels",
                op);
  }

  // count + 1 edges of regions of n / count places, or one more.
  void Draw(int64_t n, int64_t count, const Philox& stream, int64_t* edges) const {
    Numbers numbers{stream};
    const int64_t least = n / count;
    edges[0] = 0;
    if (pseudo) {
      const double alpha = static_cast<double>(n) / static_cast<double>(count);
      const double most =
          std::min(static_cast<double>(least + 2) / alpha - 1,
                   static_cast<double>(n + 1 - least) / alpha - static_cast<double>(count - 1));
      const double u = numbers.Double() * most;
      for (int64_t i = 1; i < count; ++i) {
        edges[i] = std::clamp(static_cast<int64_t>(std::ceil(alpha * (static_cast<double>(i) + u))) - 1,
                              edges[i - 1], n);
      }
      edges[count] = n;
      return;
    }
    for (int64_t i = 0; i < count; ++i) edges[i + 1] = least + (i < n % count ? 1 : 0);
    for (int64_t i = 0; i < count - 1; ++i) {
      std::swap(edges[i + 1], edges[i + 1 + numbers.Next() % static_cast<uint32_t>(count - i)]);
    }
    for (int64_t i = 0; i < count; ++i) edges[i + 1] += edges[i];
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* image = run->inputs[0];
    if (image->rank != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: value %s should be [batch,rows,columns,channels]", op, ShapeText(image).text);
    }
    int64_t dims[4];
    for (int d = 0; d < 4; ++d) {
      dims[d] = static_cast<int64_t>(std::floor(static_cast<float>(image->dims[d]) / ratios[d]));
      if (d == 0 || d == 3) dims[d] = image->dims[d];
      if (image->dims[d] <= std::numeric_limits<int32_t>::max() && (dims[d] > 0 || d == 0 || d == 3))
        continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: value %s cannot be divided by %g", op,
                  ShapeText(image).text, static_cast<double>(ratios[d]));
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    Regions regions{{}, {dims[1], dims[2]}, image->dims, overlap};
    uint64_t draws[2];
    for (const int axis : {0, 1})
      draws[axis] = pseudo ? 1 : (static_cast<uint64_t>(dims[axis + 1]) + 3) / 4;
    uint64_t base =
        fixed ? 0 : run->host->step_random_counter(run->host, run->step, draws[0] + draws[1]);
    for (const int axis : {0, 1}) {
      const int64_t edges = dims[axis + 1] + 1;
      const auto output = static_cast<uint32_t>(axis + 1);
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, output, 1, &edges));
      Philox stream(seed, seed2);
      stream.Seek(base);
      Draw(image->dims[axis + 1], dims[axis + 1], stream, Data<int64_t>(run->outputs[output]));
      regions.edges[axis] = Data<int64_t>(run->outputs[output]);
      base += draws[axis];
    }
    if (run->outputs[0]->num_elements == 0) return nullptr;
    ForType(TypeList<float, double, int32_t, int64_t>{}, image->dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const int64_t channels = dims[3];
      const T* in = Data<T>(image);
      T* out = Data<T>(run->outputs[0]);
      ParallelFor(run, dims[0], RowBlock(image->dims[1] * image->dims[2] * channels),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t n = begin; n < end; ++n) Pool(regions, n, channels, in, out);
                  });
    });
    return nullptr;
  }

  template <typename T>
  static void Pool(const Regions& regions, int64_t n, int64_t channels, const T* in, T* out) {
    int64_t last = -1, pixels = 1;
    const auto finish = [&] {
      if (kIsMax || last < 0) return;
      for (int64_t c = 0; c < channels; ++c)
        out[last * channels + c] /= static_cast<T>(std::max<int64_t>(pixels, 1));
    };
    regions.Each(
        n,
        [&](int64_t window, int64_t count) {
          finish();
          last = window;
          pixels = count;
          std::fill_n(out + window * channels, channels,
                      kIsMax ? std::numeric_limits<T>::lowest() : T{0});
        },
        [&](int64_t window, int64_t pixel) {
          for (int64_t c = 0; c < channels; ++c) {
            T& to = out[window * channels + c];
            const T value = in[pixel * channels + c];
            to = kIsMax ? std::max(to, value) : AddValues(to, value);
          }
        });
    finish();
  }

 private:
  // One number of 32 bits after the other.
  struct Numbers {
    Philox philox;
    uint32_t block[4] = {};
    int left = 0;
    uint32_t Next() {
      if (left == 0) {
        philox.Next(block);
        left = 4;
      }
      return block[4 - left--];
    }
    double Double() {
      const uint32_t low = Next(), high = Next();
      return UnitDouble(low, high);
    }
  };
};

template <bool kIsMax>
struct PoolGradKernel {
  const char* op;
  bool overlap = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrBool(host, node, "overlapping", &overlap);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* image = run->inputs[0];
    const rnlp_tensor_t* grad = run->inputs[kIsMax ? 2 : 1];
    const rnlp_tensor_t* edges[2] = {run->inputs[kIsMax ? 3 : 2], run->inputs[kIsMax ? 4 : 3]};
    int64_t dims[4] = {};
    bool fits = kIsMax ? image->rank == 4 : image->rank == 1 && image->dims[0] == 4;
    for (int d = 0; fits && d < 4; ++d) {
      dims[d] = kIsMax ? image->dims[d] : IndexAt(image, d);
      fits = dims[d] >= 0;
    }
    fits = fits && grad->rank == 4 && grad->dims[0] == dims[0] && grad->dims[3] == dims[3];
    if (fits && kIsMax) fits = SameDims(run->inputs[1], grad);
    for (const int axis : {0, 1})
      fits = fits && edges[axis]->rank == 1 && edges[axis]->dims[0] == grad->dims[axis + 1] + 1;
    if (!fits) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: out_backprop %s should be like the pool's output, with sequences of one edge more, got "
          "%s and %s",
          op, ShapeText(grad).text, ShapeText(edges[0]).text, ShapeText(edges[1]).text);
    }
    for (const int axis : {0, 1}) {
      int64_t before = 0;
      for (int64_t i = 0; i < edges[axis]->num_elements; ++i) {
        const int64_t edge = Data<int64_t>(edges[axis])[i];
        if (edge < before || edge > dims[axis + 1] || (edge == before && i > 0)) {
          return Fail(run->host, RNLP_INVALID_ARGUMENT,
                      "%s: a pooling sequence has %lld behind %lld, expected it to rise to at most %lld",
                      op, static_cast<long long>(edge), static_cast<long long>(before),
                      static_cast<long long>(dims[axis + 1]));
        }
        before = edge;
      }
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const Regions regions{{Data<int64_t>(edges[0]), Data<int64_t>(edges[1])},
                          {grad->dims[1], grad->dims[2]},
                          dims,
                          overlap};
    const int64_t channels = dims[3], image_size = dims[1] * dims[2] * channels;
    // Means add up in double, as TensorFlow's, whatever T is.
    const auto elements = static_cast<uint64_t>(run->outputs[0]->num_elements);
    const Workspace memory(run, 0, kIsMax ? 0 : elements * sizeof(double));
    if (!kIsMax && memory.data == nullptr) return memory.Failed(op);
    auto* sums = static_cast<double*>(memory.data);
    ForType(TypeList<float, double, int32_t, int64_t>{}, grad->dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const T* g = Data<T>(grad);
      T* out = Data<T>(run->outputs[0]);
      ParallelFor(run, dims[0], RowBlock(image_size), [&](int64_t begin, int64_t end) {
        const int64_t first = begin * image_size, last = end * image_size;
        if constexpr (kIsMax) {
          std::fill(out + first, out + last, T{0});
          for (int64_t n = begin; n < end; ++n) {
            for (int64_t c = 0; c < channels; ++c) Pick(regions, n, c, channels, Data<T>(image), g, out);
          }
        } else {
          std::fill(sums + first, sums + last, 0.0);
          for (int64_t n = begin; n < end; ++n) Share(regions, n, channels, g, sums);
          for (int64_t i = first; i < last; ++i) out[i] = static_cast<T>(sums[i]);
        }
      });
    });
    return nullptr;
  }

  // Gives each pixel its share of its windows' elements of grad.
  template <typename T>
  static void Share(const Regions& regions, int64_t n, int64_t channels, const T* g, double* sums) {
    for (int64_t c = 0; c < channels; ++c) {
      double share = 0;
      regions.Each(
          n,
          [&](int64_t window, int64_t count) {
            share = static_cast<double>(g[window * channels + c]) /
                    static_cast<double>(std::max<int64_t>(count, 1));
          },
          [&](int64_t, int64_t pixel) { sums[pixel * channels + c] += share; });
    }
  }

  // Gives each element of grad to the first of the largest pixels of its window.
  template <typename T>
  static void Pick(const Regions& regions, int64_t n, int64_t c, int64_t channels, const T* in,
                   const T* g, T* out) {
    int64_t last = -1, best = -1;
    const auto finish = [&] {
      if (best >= 0) out[best] = AddValues(out[best], g[last * channels + c]);
    };
    regions.Each(
        n,
        [&](int64_t window, int64_t) {
          finish();
          last = window;
          best = -1;
        },
        [&](int64_t, int64_t pixel) {
          const int64_t at = pixel * channels + c;
          if (best < 0 || in[at] > in[best]) best = at;
        });
    finish();
  }
};

constexpr int32_t kNumbers[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kT = Types("T", kNumbers);
constexpr rnlp_arg_mark_t kArgs[] = {{"row_pooling_sequence", RNLP_ARG_HOST},
                                     {"col_pooling_sequence", RNLP_ARG_HOST},
                                     {"orig_input_tensor_shape", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(uint32_t num_args, uint32_t flags = 0) {
  return MakeRow({.op = kOp,
                  .flags = flags,
                  .types = &kT,
                  .num_types = 1,
                  .args = kArgs,
                  .num_args = num_args,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<5000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kFractionalPoolRows[] = {
    Row<PoolKernel<true>, kMax>(2, RNLP_KERNEL_STATEFUL),
    Row<PoolKernel<false>, kAvg>(2, RNLP_KERNEL_STATEFUL),
    Row<PoolGradKernel<true>, kMaxGrad>(2),
    Row<PoolGradKernel<false>, kAvgGrad>(3),
};
RUNNEL_CPU_ROWS(FractionalPool)

}  // namespace runnel::cpu

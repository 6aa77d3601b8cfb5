// References of windows over images: convolutions, depthwise ones, pools, and their gradients.
#include <algorithm>
#include <cmath>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

// One geometry. Sizes are in the order batch, rows, columns, channels, whatever the layout.
struct Geometry {
  int64_t batch, rows, columns, channels;
  int64_t window[2];
  int64_t out;  // channels that a convolution gives, or gives for each channel
  int64_t stride[2];
  const char* padding;
  int64_t dilation[2] = {1, 1};
  int64_t pads[4] = {0, 0, 0, 0};  // above, below, left, right
};
const Geometry kGeometries[] = {
    {2, 5, 4, 3, {1, 1}, 2, {1, 1}, "VALID"},
    {2, 7, 6, 3, {3, 2}, 4, {1, 1}, "SAME"},
    {1, 9, 8, 2, {2, 3}, 3, {2, 3}, "VALID"},
    {1, 9, 11, 2, {3, 3}, 1, {2, 2}, "SAME", {2, 1}},
    {1, 12, 9, 20, {3, 3}, 17, {1, 1}, "SAME"},
    {1, 5, 6, 2, {2, 3}, 2, {3, 2}, "EXPLICIT", {1, 1}, {1, 2, 0, 3}},
    // Channels that fill vectors, for kernels that take no others.
    {3, 6, 5, 16, {3, 3}, 32, {1, 1}, "SAME"},
    {2, 8, 7, 32, {3, 2}, 16, {2, 2}, "EXPLICIT", {1, 1}, {1, 2, 0, 1}},
    {1, 9, 8, 16, {3, 3}, 16, {1, 1}, "VALID", {2, 1}},
    {2, 5, 6, 16, {1, 1}, 32, {2, 2}, "VALID"},
    {0, 5, 5, 2, {3, 3}, 2, {1, 1}, "SAME"},
    // Windows larger than the image: none fit.
    {1, 2, 5, 2, {3, 2}, 2, {1, 1}, "VALID"},
    {2, 2, 4, 3, {5, 2}, 2, {2, 1}, "VALID"},
};

// Images of one layout; filters are [rows,columns,channels,out].
struct Images {
  Images(bool channels_first, int64_t batch, int64_t rows, int64_t columns, int64_t channels)
      : first(channels_first),
        shape(first ? Shape{batch, channels, rows, columns} : Shape{batch, rows, columns, channels}),
        numbers(static_cast<size_t>(Count(shape)), 0) {}
  double& at(int64_t n, int64_t h, int64_t w, int64_t c) {
    const int64_t index = first ? ((n * shape[1] + c) * shape[2] + h) * shape[3] + w
                                : ((n * shape[1] + h) * shape[2] + w) * shape[3] + c;
    return numbers[static_cast<size_t>(index)];
  }
  void Draw(Numbers& source, int32_t dtype, bool whole = false) {
    numbers = source.For(dtype, Count(shape), -2, 2);
    for (double& number : numbers) number = whole ? std::nearbyint(number) : number;
  }
  Value In(int32_t dtype) const { return Value(dtype, shape, numbers); }
  Value Sizes() const { return Ints(RNLP_INT32, {4}, shape); }
  Expected Out(int32_t dtype) const { return {dtype, shape, numbers}; }
  bool first;
  Shape shape;
  std::vector<double> numbers;
};

struct Windows {
  explicit Windows(const Geometry& geometry, bool dilated) : g(geometry) {
    const int64_t image[2] = {g.rows, g.columns};
    for (int a = 0; a < 2; ++a) {
      dilation[a] = dilated ? g.dilation[a] : 1;
      const int64_t reach = (g.window[a] - 1) * dilation[a] + 1;
      before[a] = g.pads[2 * a];
      count[a] = (image[a] + before[a] + g.pads[2 * a + 1] - reach + g.stride[a]) / g.stride[a];
      if (std::string_view(g.padding) != "SAME") continue;
      count[a] = (image[a] + g.stride[a] - 1) / g.stride[a];
      before[a] = std::max<int64_t>(0, (count[a] - 1) * g.stride[a] + reach - image[a]) / 2;
    }
  }
  // Calls f(n, i, j) for every window.
  template <typename F>
  void ForEachWindow(const F& f) const {
    for (int64_t n = 0; n < g.batch; ++n) {
      for (int64_t i = 0; i < count[0]; ++i) {
        for (int64_t j = 0; j < count[1]; ++j) f(n, i, j);
      }
    }
  }
  // Calls f(s, t, h, w) for every tap of window (i, j) that is inside of the image.
  template <typename F>
  void ForEachTap(int64_t i, int64_t j, const F& f) const {
    for (int64_t s = 0; s < g.window[0]; ++s) {
      for (int64_t t = 0; t < g.window[1]; ++t) {
        const int64_t h = i * g.stride[0] + s * dilation[0] - before[0];
        const int64_t w = j * g.stride[1] + t * dilation[1] - before[1];
        if (h >= 0 && h < g.rows && w >= 0 && w < g.columns) f(s, t, h, w);
      }
    }
  }
  Geometry g;
  int64_t count[2], before[2], dilation[2];
};

std::vector<int64_t> Axes(bool first, const int64_t* axes) {
  return first ? std::vector<int64_t>{1, 1, axes[0], axes[1]}
               : std::vector<int64_t>{1, axes[0], axes[1], 1};
}
Case MakeCase(const Geometry& g, bool first) {
  Case c;
  c.label = std::string(g.batch == 0 ? "zero size " : "values ") + (first ? "NCHW" : "NHWC");
  c.attrs["strides"] = Axes(first, g.stride);
  c.attrs["padding"] = std::string(g.padding);
  c.attrs["data_format"] = std::string(first ? "NCHW" : "NHWC");
  c.scale = 30;  // sums of up to a few hundred products
  return c;
}

enum class Role { kForward, kInput, kFilter };

std::vector<Case> ConvCases(Role role, bool depthwise, const Types& types) {
  const int32_t dtype = types.at("T");
  std::vector<Case> cases;
  for (const Geometry& g : kGeometries) {
    for (const int way : {0, 1, 2, 3}) {
      const bool first = way % 2 == 1, whole = way / 2 == 1;
      const Windows windows(g, true);
      Numbers numbers;
      Images image(first, g.batch, g.rows, g.columns, g.channels);
      Images filter(false, g.window[0], g.window[1], g.channels, g.out);
      Images out(first, g.batch, windows.count[0], windows.count[1],
                 depthwise ? g.channels * g.out : g.out);
      for (Images* one : {&image, &filter, &out}) one->Draw(numbers, dtype, whole);
      Case c = MakeCase(g, first);
      c.terms = g.window[0] * g.window[1] * std::max(g.channels, g.out);
      if (role == Role::kFilter) c.terms = g.batch * windows.count[0] * windows.count[1];
      c.exact = whole;
      if (whole) c.label += " of whole numbers";
      c.attrs["dilations"] = Axes(first, g.dilation);
      if (std::string_view(g.padding) == "EXPLICIT") {
        std::vector<int64_t> pads(8, 0);
        std::copy_n(g.pads, 4, pads.begin() + (first ? 4 : 2));
        c.attrs["explicit_paddings"] = pads;
      }
      c.inputs = {role == Role::kInput ? image.Sizes() : image.In(dtype),
                  role == Role::kFilter ? filter.Sizes() : filter.In(dtype)};
      if (role != Role::kForward) c.inputs.push_back(out.In(dtype));
      Images& result = role == Role::kForward ? out : role == Role::kInput ? image : filter;
      Images sum = result;
      std::fill(sum.numbers.begin(), sum.numbers.end(), 0);
      windows.ForEachWindow([&](int64_t n, int64_t i, int64_t j) {
        windows.ForEachTap(i, j, [&](int64_t s, int64_t t, int64_t h, int64_t w) {
          for (int64_t k = 0; k < g.channels; ++k) {
            for (int64_t m = 0; m < g.out; ++m) {
              const int64_t o = depthwise ? k * g.out + m : m;
              const double x = image.at(n, h, w, k), f = filter.at(s, t, k, m), y = out.at(n, i, j, o);
              if (role == Role::kForward) sum.at(n, i, j, o) += x * f;
              if (role == Role::kInput) sum.at(n, h, w, k) += y * f;
              if (role == Role::kFilter) sum.at(s, t, k, m) += x * y;
            }
          }
        });
      });
      c.outputs.push_back(sum.Out(dtype));
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

enum class Pool { kMax, kMaxGrad, kMaxGradGrad, kMean, kMeanGrad };

std::vector<Case> PoolCases(Pool pool, const Types& types) {
  const int32_t dtype = types.at("T");
  const bool mean = pool == Pool::kMean || pool == Pool::kMeanGrad;
  std::vector<Case> cases;
  for (const Geometry& g : kGeometries) {
    if (std::string_view(g.padding) == "EXPLICIT") continue;
    for (const bool first : {false, true}) {
      const Windows windows(g, false);
      Numbers numbers;
      Images image(first, g.batch, g.rows, g.columns, g.channels), image_grad = image;
      Images out(first, g.batch, windows.count[0], windows.count[1], g.channels), out_grad = out;
      image.Draw(numbers, dtype);
      // Sums of these and quotients by window sizes stay near what every type holds.
      image_grad.Draw(numbers, dtype);
      out_grad.Draw(numbers, dtype);
      Images spread = image, picked = out;  // to the image, and from it
      std::fill(spread.numbers.begin(), spread.numbers.end(), 0);
      windows.ForEachWindow([&](int64_t n, int64_t i, int64_t j) {
        for (int64_t k = 0; k < g.channels; ++k) {
          double sum = 0, taps = 0, most = 0;
          int64_t row = -1, column = -1;
          windows.ForEachTap(i, j, [&](int64_t, int64_t, int64_t h, int64_t w) {
            const double x = image.at(n, h, w, k);
            sum += x;
            taps += 1;
            if (row >= 0 && x <= most) return;
            most = x;
            row = h;
            column = w;
          });
          out.at(n, i, j, k) = mean ? sum / taps : most;
          picked.at(n, i, j, k) = image_grad.at(n, row, column, k);
          if (!mean) spread.at(n, row, column, k) += out_grad.at(n, i, j, k);
          if (!mean) continue;
          windows.ForEachTap(i, j, [&](int64_t, int64_t, int64_t h, int64_t w) {
            spread.at(n, h, w, k) += out_grad.at(n, i, j, k) / taps;
          });
        }
      });
      Case c = MakeCase(g, first);
      c.attrs["ksize"] = Axes(first, g.window);
      if (pool == Pool::kMeanGrad) {
        c.inputs = {image.Sizes(), out_grad.In(dtype)};
      } else {
        c.inputs = {image.In(dtype)};
        if (pool == Pool::kMaxGrad || pool == Pool::kMaxGradGrad) {
          c.inputs.push_back(out.In(dtype));
          c.inputs.push_back((pool == Pool::kMaxGrad ? out_grad : image_grad).In(dtype));
        }
      }
      const bool to_image = pool == Pool::kMaxGrad || pool == Pool::kMeanGrad;
      c.outputs.push_back((to_image ? spread : pool == Pool::kMaxGradGrad ? picked : out).Out(dtype));
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

Reference ConvReference(std::string_view op, Role role, bool depthwise) {
  const bool sizes_first = role == Role::kInput, sizes_second = role == Role::kFilter;
  std::vector<std::string_view> inputs = {sizes_first ? "input_sizes" : "input",
                                          sizes_second ? "filter_sizes" : "filter"};
  if (role != Role::kForward) inputs.push_back("out_backprop");
  return {
      op, inputs, {"output"}, {}, [=](const Types& types) { return ConvCases(role, depthwise, types); }};
}
Reference PoolReference(std::string_view op, std::vector<std::string_view> inputs, Pool pool) {
  return {
      op, std::move(inputs), {"output"}, {}, [=](const Types& types) { return PoolCases(pool, types); }};
}

}  // namespace

std::vector<Reference> ImageReferences() {
  return {
      ConvReference("Conv2D", Role::kForward, false),
      ConvReference("Conv2DBackpropInput", Role::kInput, false),
      ConvReference("Conv2DBackpropFilter", Role::kFilter, false),
      ConvReference("DepthwiseConv2dNative", Role::kForward, true),
      ConvReference("DepthwiseConv2dNativeBackpropInput", Role::kInput, true),
      ConvReference("DepthwiseConv2dNativeBackpropFilter", Role::kFilter, true),
      PoolReference("MaxPool", {"input"}, Pool::kMax),
      PoolReference("MaxPoolGrad", {"orig_input", "orig_output", "grad"}, Pool::kMaxGrad),
      PoolReference("MaxPoolGradGrad", {"orig_input", "orig_output", "grad"}, Pool::kMaxGradGrad),
      PoolReference("AvgPool", {"value"}, Pool::kMean),
      PoolReference("AvgPoolGrad", {"orig_input_shape", "grad"}, Pool::kMeanGrad),
  };
}

}  // namespace runnel::conformance

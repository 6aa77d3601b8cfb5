// Windows over images for tests, as plain as they can be said: sizes in the order batch, rows, columns,
// channels whatever the layout, one loop for each.
#ifndef RUNNEL_TESTS_CPU_WINDOW_REFERENCE_H_
#define RUNNEL_TESTS_CPU_WINDOW_REFERENCE_H_

#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {

struct WindowCase {
  int64_t batch, rows, columns, channels;
  int64_t window[2];
  int64_t out;  // channels of a convolution's output, or of the output for each channel
  int64_t stride[2] = {1, 1};
  const char* padding = "VALID";
  int64_t dilation[2] = {1, 1};
  int64_t pads[4] = {0, 0, 0, 0};  // above, below, left, right
};

struct Windows {
  explicit Windows(const WindowCase& which) : c(which) {
    const int64_t image[2] = {c.rows, c.columns};
    for (int a = 0; a < 2; ++a) {
      const int64_t reach = (c.window[a] - 1) * c.dilation[a] + 1;
      const int64_t padded = image[a] + c.pads[2 * a] + c.pads[2 * a + 1];
      before[a] = c.pads[2 * a];
      count[a] = (padded - reach + c.stride[a]) / c.stride[a];
      if (std::string(c.padding) != "SAME") continue;
      count[a] = (image[a] + c.stride[a] - 1) / c.stride[a];
      before[a] = std::max<int64_t>(0, (count[a] - 1) * c.stride[a] + reach - image[a]) / 2;
    }
  }
  // Calls f(n, i, j, s, t, h, w) for every window position and tap that is inside of the image.
  template <typename F>
  void ForEach(const F& f) const {
    for (int64_t n = 0; n < c.batch; ++n) {
      for (int64_t i = 0; i < count[0]; ++i) {
        for (int64_t j = 0; j < count[1]; ++j) {
          for (int64_t s = 0; s < c.window[0]; ++s) {
            for (int64_t t = 0; t < c.window[1]; ++t) {
              const int64_t h = i * c.stride[0] + s * c.dilation[0] - before[0];
              const int64_t w = j * c.stride[1] + t * c.dilation[1] - before[1];
              if (h >= 0 && h < c.rows && w >= 0 && w < c.columns) f(n, i, j, s, t, h, w);
            }
          }
        }
      }
    }
  }
  WindowCase c;
  int64_t count[2], before[2];
};

// A tensor of images in either layout.
struct Images {
  Images(bool nchw, int64_t batch, int64_t rows, int64_t columns, int64_t channels)
      : first(nchw),
        dims(nchw ? Shape{batch, channels, rows, columns} : Shape{batch, rows, columns, channels}),
        values(static_cast<size_t>(batch * rows * columns * channels)) {}
  double& at(int64_t n, int64_t h, int64_t w, int64_t c) {
    const int64_t index = first ? ((n * dims[1] + c) * dims[2] + h) * dims[3] + w
                                : ((n * dims[1] + h) * dims[2] + w) * dims[3] + c;
    return values[static_cast<size_t>(index)];
  }
  void Draw(Numbers& numbers, int32_t dtype) {
    values = numbers.For(dtype, static_cast<int64_t>(values.size()), -2, 2);
  }
  Value In(int32_t dtype) const { return Value::Doubles(dtype, dims, values); }
  bool first;
  Shape dims;
  std::vector<double> values;
};

// Attrs for both axes, between ones (or zeros) for batch and channels.
inline std::vector<int64_t> AxisList(bool nchw, const int64_t* axes) {
  return nchw ? std::vector<int64_t>{1, 1, axes[0], axes[1]}
              : std::vector<int64_t>{1, axes[0], axes[1], 1};
}
inline Node WindowNode(const char* op, int32_t dtype, bool nchw, const WindowCase& c) {
  Node node = Node(op)
                  .T(dtype)
                  .Set("strides", AxisList(nchw, c.stride))
                  .Set("padding", std::string(c.padding))
                  .Set("data_format", std::string(nchw ? "NCHW" : "NHWC"))
                  .Outputs({dtype});
  if (std::string(c.padding) == "EXPLICIT") {
    std::vector<int64_t> pads(8);
    for (size_t i = 0; i < 4; ++i) pads[(nchw ? 4 : 2) + i] = c.pads[i];
    node.Set("explicit_paddings", pads);
  }
  return node;
}
inline std::string Name(const WindowCase& c, const char* op, int32_t dtype, bool nchw) {
  return std::string(op) + " type " + std::to_string(dtype) + (nchw ? " NCHW " : " NHWC ") +
         Name({c.batch, c.rows, c.columns, c.channels}) + " window " + Name({c.window[0], c.window[1]}) +
         " out " + std::to_string(c.out) + " stride " + Name({c.stride[0], c.stride[1]}) + c.padding +
         Name({c.dilation[0], c.dilation[1]});
}
inline const char* LogName(int32_t dtype) {
  return dtype == RNLP_FLOAT    ? "float"
         : dtype == RNLP_DOUBLE ? "double"
         : dtype == RNLP_HALF   ? "half"
                                : "bfloat16";
}

}  // namespace runnel::test

#endif  // RUNNEL_TESTS_CPU_WINDOW_REFERENCE_H_

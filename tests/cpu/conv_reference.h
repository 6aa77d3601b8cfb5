// A convolution and its two gradients, of plain loops in float64, and the checks that every kind of
// convolution shares. What differs by kind is its ops' names and which channels meet: a ConvFamily.
#ifndef RUNNEL_TESTS_CPU_CONV_REFERENCE_H_
#define RUNNEL_TESTS_CPU_CONV_REFERENCE_H_

#include "tests/cpu/window_reference.h"

namespace runnel::test {

struct ConvFamily {
  const char* ops[3];  // forward, gradient of the image, gradient of the filter
  bool depthwise;      // WindowCase::out counts outputs per channel, and channels do not meet
};

struct ConvCall {
  ConvCall(const ConvFamily& of, const WindowCase& c, bool nchw, int32_t type)
      : family(of),
        windows(c),
        image(nchw, c.batch, c.rows, c.columns, c.channels),
        filter(false, c.window[0], c.window[1], c.channels, c.out),
        out(nchw, c.batch, windows.count[0], windows.count[1],
            of.depthwise ? c.channels * c.out : c.out),
        dtype(type) {
    Numbers numbers;
    image.Draw(numbers, dtype);
    filter.Draw(numbers, dtype);
    out.Draw(numbers, dtype);
  }
  // Sums of the products of two of the three, which have the shape of the third.
  Images Reference(int which) {
    Images sum = which == 0 ? out : which == 1 ? image : filter;
    std::fill(sum.values.begin(), sum.values.end(), 0);
    const WindowCase& c = windows.c;
    windows.ForEach([&](int64_t n, int64_t i, int64_t j, int64_t s, int64_t t, int64_t h, int64_t w) {
      for (int64_t k = 0; k < c.channels; ++k) {
        for (int64_t m = 0; m < c.out; ++m) {
          const int64_t o = family.depthwise ? k * c.out + m : m;
          if (which == 0) sum.at(n, i, j, o) += image.at(n, h, w, k) * filter.at(s, t, k, m);
          if (which == 1) sum.at(n, h, w, k) += out.at(n, i, j, o) * filter.at(s, t, k, m);
          if (which == 2) sum.at(s, t, k, m) += out.at(n, i, j, o) * image.at(n, h, w, k);
        }
      }
    });
    return sum;
  }
  static Value Sizes(const Images& of) {
    return Value::Vector(std::vector<int32_t>(of.dims.begin(), of.dims.end()));
  }
  Outcome Run(MiniHost& host, int which) {
    const Node node = WindowNode(family.ops[which], dtype, image.first, windows.c)
                          .Set("dilations", AxisList(image.first, windows.c.dilation));
    if (which == 0) return RunCpu(host, node, {image.In(dtype), filter.In(dtype)});
    if (which == 1) return RunCpu(host, node, {Sizes(image), filter.In(dtype), out.In(dtype)});
    return RunCpu(host, node, {image.In(dtype), Sizes(filter), out.In(dtype)});
  }
  const ConvFamily& family;
  Windows windows;
  Images image, filter, out;
  int32_t dtype;
};

inline void CheckConv(const ConvFamily& family, const WindowCase& c, bool nchw, int32_t dtype,
                      const char* isa) {
  ConvCall call(family, c, nchw, dtype);
  for (int which = 0; which < 3; ++which) {
    MiniHost host;
    host.settings["isa"] = isa;
    host.backwards = true;
    const std::string what = Name(c, family.ops[which], dtype, nchw) + isa;
    const Outcome got = call.Run(host, which);
    ASSERT_EQ(got.code, 0) << what << got.message;
    const Images want = call.Reference(which);
    ASSERT_EQ(got.outputs[0].shape(), want.dims) << what;
    ExpectNear(got.outputs[0], want.values, Tolerance(dtype), 30 * Tolerance(dtype), what);
    if (!::testing::Test::HasFailure())
      testing::LogCase("forward", family.ops[which], LogName(dtype), "CPU");
  }
}

inline void CheckConvs(const ConvFamily& family, const std::vector<WindowCase>& cases) {
  for (const WindowCase& c : cases) {
    for (const bool nchw : {false, true}) {
      for (const int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16})
        CheckConv(family, c, nchw, dtype, "avx3");
    }
  }
}

inline void CheckConvsOnEveryIsa(const ConvFamily& family, const std::vector<WindowCase>& cases) {
  for (const WindowCase& c : cases) {
    for (const char* isa : {"scalar", "sse4", "avx2"}) {
      CheckConv(family, c, false, RNLP_FLOAT, isa);
      CheckConv(family, c, true, RNLP_DOUBLE, isa);
    }
  }
}

// The same bits on one thread and on three.
inline void CheckConvThreads(const ConvFamily& family, const WindowCase& c) {
  for (const bool nchw : {false, true}) {
    ConvCall call(family, c, nchw, RNLP_FLOAT);
    for (double& value : call.image.values) value *= 0.3;
    for (double& value : call.out.values) value *= 0.7;
    for (int which = 0; which < 3; ++which) {
      MiniHost one, three;
      three.threads = 3;
      const Outcome a = call.Run(one, which), b = call.Run(three, which);
      ASSERT_EQ(a.code, 0) << a.message;
      ASSERT_EQ(b.code, 0) << b.message;
      EXPECT_TRUE(a.outputs[0].SameBytes(b.outputs[0])) << family.ops[which];
    }
  }
}

}  // namespace runnel::test
#endif  // RUNNEL_TESTS_CPU_CONV_REFERENCE_H_

// Images made larger and smaller, against recorded values of TensorFlow and plain loops in float64.
#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {
namespace {

struct TypeName {
  int32_t dtype;
  const char* name;
};
const TypeName kImageTypes[] = {
    {RNLP_FLOAT, "float"}, {RNLP_DOUBLE, "double"}, {RNLP_HALF, "half"},   {RNLP_BFLOAT16, "bfloat16"},
    {RNLP_INT8, "int8"},   {RNLP_UINT8, "uint8"},   {RNLP_INT16, "int16"}, {RNLP_UINT16, "uint16"},
    {RNLP_INT32, "int32"}, {RNLP_INT64, "int64"}};

Node ResizeNode(const std::string& op, int32_t dtype, bool align, bool half) {
  return Node(op)
      .T(dtype)
      .Set("align_corners", align)
      .Set("half_pixel_centers", half)
      .Outputs({op == "ResizeBilinear" ? RNLP_FLOAT : dtype});
}

// Recorded from TensorFlow 2.21 (tf.raw_ops): images are 1 to 12 as [1,3,4,1]; gradients are 1 to 35 as
// [1,5,7,1].
struct RecordedResize {
  const char* op;
  bool align, half;
  int32_t rows, columns;
  std::vector<double> want;
};
// clang-format off
const RecordedResize kRecorded[] = {
    {"ResizeNearestNeighbor", false, false, 5, 7, {1, 1, 2, 2, 3, 3, 4, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 7, 8, 5, 5, 6, 6, 7, 7, 8, 9, 9, 10, 10, 11, 11, 12}},
    {"ResizeBilinear", false, false, 5, 7, {1, 1.5714285373687744, 2.142857074737549, 2.7142858505249023, 3.2857143878936768, 3.857142925262451, 4, 3.4000000953674316, 3.971428632736206, 4.5428571701049805, 5.114285945892334, 5.685714244842529, 6.257143020629883, 6.400000095367432, 5.800000190734863, 6.371428966522217, 6.942857265472412, 7.514286041259766, 8.085714340209961, 8.657143592834473, 8.800000190734863, 8.200000762939453, 8.771429061889648, 9.342857360839844, 9.914285659790039, 10.485713958740234, 11.057144165039062, 11.200000762939453, 9, 9.571428298950195, 10.142857551574707, 10.714285850524902, 11.285714149475098, 11.85714340209961, 12}},
    {"ResizeNearestNeighbor", false, false, 2, 3, {1, 2, 3, 5, 6, 7}},
    {"ResizeBilinear", false, false, 2, 3, {1, 2.3333334922790527, 3.6666667461395264, 7, 8.333333015441895, 9.666666984558105}},
    {"ResizeNearestNeighbor", false, false, 1, 1, {1}},
    {"ResizeBilinear", false, false, 1, 1, {1}},
    {"ResizeNearestNeighborGrad", false, false, 3, 4, {20, 28, 36, 21, 76, 84, 92, 49, 59, 63, 67, 35}},
    {"ResizeBilinearGrad", false, false, 3, 4, {6.599999904632568, 11.599997520446777, 15.59999942779541, 25.000001907348633, 30.971424102783203, 41.371421813964844, 45.94285202026367, 63.71428680419922, 71.71429443359375, 91.31427764892578, 97.02857971191406, 129.1428680419922}},
    {"ResizeNearestNeighbor", true, false, 5, 7, {1, 2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 7, 8, 8, 5, 6, 6, 7, 7, 8, 8, 9, 10, 10, 11, 11, 12, 12, 9, 10, 10, 11, 11, 12, 12}},
    {"ResizeBilinear", true, false, 5, 7, {1, 1.5, 2, 2.5, 3, 3.5, 4, 3, 3.5, 4, 4.5, 5, 5.5, 6, 5, 5.5, 6, 6.5, 7, 7.5, 8, 7, 7.5, 8, 8.5, 9, 9.5, 10, 9, 9.5, 10, 10.5, 11, 11.5, 12}},
    {"ResizeNearestNeighbor", true, false, 2, 3, {1, 3, 4, 9, 11, 12}},
    {"ResizeBilinear", true, false, 2, 3, {1, 2.5, 4, 9, 10.5, 12}},
    {"ResizeNearestNeighbor", true, false, 1, 1, {1}},
    {"ResizeBilinear", true, false, 1, 1, {1}},
    {"ResizeNearestNeighborGrad", true, false, 3, 4, {1, 5, 9, 13, 23, 52, 60, 68, 51, 108, 116, 124}},
    {"ResizeBilinearGrad", true, false, 3, 4, {8.25, 16, 22, 20.25, 46, 68, 76, 62, 60.75, 86, 92, 72.75}},
    {"ResizeNearestNeighbor", false, true, 5, 7, {1, 1, 2, 3, 3, 4, 4, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 9, 9, 10, 11, 11, 12, 12, 9, 9, 10, 11, 11, 12, 12}},
    {"ResizeBilinear", false, true, 5, 7, {1, 1.3571429252624512, 1.9285714626312256, 2.5, 3.0714287757873535, 3.642857313156128, 4, 2.6000001430511475, 2.9571430683135986, 3.528571605682373, 4.100000381469727, 4.671428680419922, 5.242857456207275, 5.600000381469727, 5, 5.357142925262451, 5.928571701049805, 6.5, 7.0714287757873535, 7.642857551574707, 8, 7.40000057220459, 7.757143974304199, 8.328572273254395, 8.90000057220459, 9.471428871154785, 10.042858123779297, 10.40000057220459, 9, 9.35714340209961, 9.928571701049805, 10.5, 11.071428298950195, 11.642857551574707, 12}},
    {"ResizeNearestNeighbor", false, true, 2, 3, {1, 3, 4, 9, 11, 12}},
    {"ResizeBilinear", false, true, 2, 3, {2.1666667461395264, 3.5, 4.833333492279053, 8.166666984558105, 9.5, 10.833333969116211}},
    {"ResizeNearestNeighbor", false, true, 1, 1, {7}},
    {"ResizeBilinear", false, true, 1, 1, {6.5}},
    {"ResizeNearestNeighborGrad", false, true, 3, 4, {20, 13, 32, 40, 31, 17, 37, 41, 104, 55, 116, 124}},
    {"ResizeBilinearGrad", false, true, 3, 4, {11.199997901916504, 16.299999237060547, 21.557138442993164, 25.142860412597656, 47.69999694824219, 54.900001525878906, 60.81426239013672, 63.38572311401367, 73.5999984741211, 81.30000305175781, 86.55712890625, 87.5428695678711}},
    {"ResizeNearestNeighborGrad", false, false, 8, 9, {1, 2, 3, 4, 0, 5, 6, 7, 0, 8, 9, 10, 11, 0, 12, 13, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 16, 17, 18, 0, 19, 20, 21, 0, 22, 23, 24, 25, 0, 26, 27, 28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 30, 31, 32, 0, 33, 34, 35, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
};
// clang-format on
std::vector<double> Count(int64_t n) {
  std::vector<double> values;
  for (int64_t i = 1; i <= n; ++i) values.push_back(static_cast<double>(i));
  return values;
}

TEST(CpuResize, GivesTensorFlowsRecordedValues) {
  const Value image = Value::Doubles(RNLP_FLOAT, {1, 3, 4, 1}, Count(12));
  const Value grads = Value::Doubles(RNLP_FLOAT, {1, 5, 7, 1}, Count(35));
  for (const RecordedResize& r : kRecorded) {
    const std::string op = r.op;
    const bool back = op.back() == 'd';
    const Value size = Value::Vector({r.rows, r.columns});
    const Outcome got = RunCpu(ResizeNode(op, RNLP_FLOAT, r.align, r.half),
                               {back ? grads : image, op == "ResizeBilinearGrad" ? image : size});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].shape(), (Shape{1, r.rows, r.columns, 1}));
    ExpectNear(got.outputs[0], r.want, 1e-6, 0, op + (r.align ? " align" : r.half ? " half" : ""));
  }
}

// What pixels index i is made of, and how much of the second.
struct Taken {
  int64_t low, high;
  double share;
};
Taken Take(bool linear, int64_t i, int64_t size, int64_t resized, bool align, bool half) {
  const float scale = align && resized > 1
                          ? static_cast<float>(size - 1) / static_cast<float>(resized - 1)
                          : static_cast<float>(size) / static_cast<float>(resized);
  const float index = static_cast<float>(i);
  if (!linear) {
    const float at = half ? (index + 0.5f) * scale : index * scale;
    const auto pixel = static_cast<int64_t>(align ? std::round(at) : std::floor(at));
    return {std::min(pixel, size - 1), std::min(pixel, size - 1), 0};
  }
  const float at = half ? (index + 0.5f) * scale - 0.5f : index * scale;
  const double floor = std::floor(at);
  return {std::max<int64_t>(0, static_cast<int64_t>(floor)),
          std::min(size - 1, static_cast<int64_t>(std::ceil(at))), at - floor};
}

struct ResizeCase {
  int64_t batch, rows, columns, channels, new_rows, new_columns;
};
const ResizeCase kCases[] = {{1, 1, 1, 1, 3, 4},      {2, 5, 6, 3, 5, 6},   {2, 5, 6, 3, 11, 4},
                             {1, 7, 9, 70, 3, 20},    {1, 40, 30, 4, 1, 1}, {3, 8, 8, 2, 16, 16},
                             {1, 64, 64, 3, 100, 90}, {0, 3, 3, 2, 5, 5},   {2, 3, 3, 0, 5, 5}};

// Calls f(image element, resized element, weight) for all that are joined.
template <typename F>
void ForEachTaken(const ResizeCase& c, bool linear, bool align, bool half, const F& f) {
  for (int64_t n = 0; n < c.batch; ++n) {
    for (int64_t i = 0; i < c.new_rows; ++i) {
      const Taken y = Take(linear, i, c.rows, c.new_rows, align, half);
      for (int64_t j = 0; j < c.new_columns; ++j) {
        const Taken x = Take(linear, j, c.columns, c.new_columns, align, half);
        for (int corner = 0; corner < (linear ? 4 : 1); ++corner) {
          const int64_t h = corner < 2 ? y.low : y.high, w = corner % 2 == 0 ? x.low : x.high;
          const double weight =
              (corner < 2 ? 1 - y.share : y.share) * (corner % 2 == 0 ? 1 - x.share : x.share);
          for (int64_t k = 0; k < c.channels; ++k) {
            f(((n * c.rows + h) * c.columns + w) * c.channels + k,
              ((n * c.new_rows + i) * c.new_columns + j) * c.channels + k, weight);
          }
        }
      }
    }
  }
}

TEST(CpuResize, AgreesWithDoubleForEveryTypeAndMode) {
  for (const ResizeCase& c : kCases) {
    const Shape small = {c.batch, c.rows, c.columns, c.channels};
    const Shape large = {c.batch, c.new_rows, c.new_columns, c.channels};
    for (const TypeName& type : kImageTypes) {
      for (int mode = 0; mode < 6; ++mode) {
        const bool linear = mode >= 3, align = mode % 3 == 1, half = mode % 3 == 2;
        const std::string op = linear ? "ResizeBilinear" : "ResizeNearestNeighbor";
        Numbers numbers;
        const Value image = Value::Doubles(type.dtype, small, numbers.For(type.dtype, Elements(small)));
        std::vector<double> want(static_cast<size_t>(Elements(large)), 0);
        ForEachTaken(c, linear, align, half, [&](int64_t from, int64_t to, double weight) {
          want[static_cast<size_t>(to)] += weight * image.Get(from);
        });
        const Outcome got = RunCpu(ResizeNode(op, type.dtype, align, half),
                                   {image, Value::Vector({static_cast<int32_t>(c.new_rows),
                                                          static_cast<int32_t>(c.new_columns)})});
        ASSERT_EQ(got.code, 0) << got.message;
        ASSERT_EQ(got.outputs[0].shape(), large);
        ExpectNear(got.outputs[0], want, linear ? 2e-6 : 0, linear ? 1e-5 : 0, op + " " + type.name);
        if (::testing::Test::HasFailure()) return;
        testing::LogCase("forward", op, type.name, "CPU");
      }
    }
  }
}

TEST(CpuResize, GradientsAgreeWithDoubleForEveryTypeAndMode) {
  for (const ResizeCase& c : kCases) {
    const Shape small = {c.batch, c.rows, c.columns, c.channels};
    const Shape large = {c.batch, c.new_rows, c.new_columns, c.channels};
    for (const TypeName& type : kImageTypes) {
      for (int mode = 0; mode < 6; ++mode) {
        const bool linear = mode >= 3, align = mode % 3 == 1, half = mode % 3 == 2;
        const std::string op = linear ? "ResizeBilinearGrad" : "ResizeNearestNeighborGrad";
        const Node node = ResizeNode(op, type.dtype, align, half);
        if (CpuRow(node) == nullptr) continue;  // not for all integers
        const int32_t grad_type = linear ? RNLP_FLOAT : type.dtype;
        Numbers numbers;
        const Value grads =
            Value::Doubles(grad_type, large, numbers.For(grad_type, Elements(large), 0, 1));
        std::vector<double> want(static_cast<size_t>(Elements(small)), 0);
        ForEachTaken(c, linear, align, half, [&](int64_t to, int64_t from, double weight) {
          want[static_cast<size_t>(to)] += weight * grads.Get(from);
        });
        if (type.dtype == RNLP_UINT8 || type.dtype == RNLP_INT8) {
          for (double& value : want) {
            const auto whole = static_cast<int64_t>(value);
            value = type.dtype == RNLP_INT8 ? static_cast<double>(static_cast<int8_t>(whole))
                                            : static_cast<double>(static_cast<uint8_t>(whole));
          }
        }
        const Value size =
            Value::Vector({static_cast<int32_t>(c.rows), static_cast<int32_t>(c.columns)});
        const Outcome got = RunCpu(node, {grads, linear ? Value(type.dtype, small) : size});
        ASSERT_EQ(got.code, 0) << got.message;
        ASSERT_EQ(got.outputs[0].shape(), small);
        const double tolerance = Tolerance(type.dtype);
        ExpectNear(got.outputs[0], want, tolerance * 4 + (linear ? 4e-6 : 0), linear ? 1e-5 : 0,
                   op + " " + type.name);
        if (::testing::Test::HasFailure()) return;
        testing::LogCase("forward", op, type.name, "CPU");
      }
    }
  }
}

TEST(CpuResize, GivesTheSameBitsOnAnyNumberOfThreads) {
  Numbers numbers;
  const Value grads =
      Value::Doubles(RNLP_FLOAT, {3, 70, 60, 5}, numbers.For(RNLP_FLOAT, 3 * 70 * 60 * 5));
  const Value image(RNLP_FLOAT, {3, 31, 29, 5});
  MiniHost one, three;
  three.threads = 3;
  const Node node = ResizeNode("ResizeBilinearGrad", RNLP_FLOAT, false, true);
  const Outcome a = RunCpu(one, node, {grads, image}), b = RunCpu(three, node, {grads, image});
  ASSERT_EQ(a.code, 0) << a.message;
  EXPECT_TRUE(a.outputs[0].SameBytes(b.outputs[0]));
}

TEST(CpuResize, RefusesWhatDoesNotFitNamingOpAndSizes) {
  const auto error = [](const Node& node, std::vector<Input> inputs) {
    const Outcome got = RunCpu(node, std::move(inputs));
    return got.code == RNLP_INVALID_ARGUMENT ? got.message : "code " + std::to_string(got.code);
  };
  const Node nearest = ResizeNode("ResizeNearestNeighbor", RNLP_FLOAT, false, false);
  const Value image(RNLP_FLOAT, {1, 3, 4, 1});
  EXPECT_EQ(error(nearest, {image, Value::Vector({0, 2})}),
            "ResizeNearestNeighbor: images should have pixels before and after, got [1,3,4,1] and "
            "[1,0,2,1]");
  EXPECT_EQ(error(nearest, {image, Value::Vector({-1, 2})}),
            "ResizeNearestNeighbor: images should have pixels before and after, got [1,3,4,1] and "
            "[1,-1,2,1]");
  EXPECT_EQ(error(nearest, {Value(RNLP_FLOAT, {1, 0, 4, 1}), Value::Vector({1, 2})}),
            "ResizeNearestNeighbor: images should have pixels before and after, got [1,0,4,1] and "
            "[1,1,2,1]");
  EXPECT_EQ(error(nearest, {image, Value::Vector({1, 2, 3})}),
            "ResizeNearestNeighbor: size should be two numbers, got shape [3]");
  EXPECT_EQ(error(nearest, {Value(RNLP_FLOAT, {3, 4, 1}), Value::Vector({1, 2})}),
            "ResizeNearestNeighbor: images should have four dimensions, got [3,4,1]");
  EXPECT_EQ(error(ResizeNode("ResizeBilinear", RNLP_FLOAT, true, true), {image, Value::Vector({1, 2})}),
            "ResizeBilinear: attrs align_corners and half_pixel_centers are both true");
  EXPECT_EQ(error(ResizeNode("ResizeBilinearGrad", RNLP_FLOAT, false, false),
                  {Value(RNLP_FLOAT, {1, 3, 4, 2}), image}),
            "ResizeBilinearGrad: batch and channels should be equal, got [1,3,4,2] and [1,3,4,1]");
  // As many pixels as an int32 counts, of nothing.
  const int32_t most = 2147483647;
  const Outcome empty = RunCpu(nearest, {Value(RNLP_FLOAT, {0, 3, 4, 1}), Value::Vector({most, most})});
  EXPECT_EQ(empty.code, 0) << empty.message;
}

}  // namespace
}  // namespace runnel::test

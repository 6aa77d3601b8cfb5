// InTopK, Unique, DynamicPartition, Bincount, SparseToDense and SparseTensorDenseMatMul: answers worked
// out by hand from TensorFlow's documentation, every type, and bad input.
#include <cmath>

#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {
namespace {

const std::pair<int32_t, const char*> kTypes[] = {
    {RNLP_FLOAT, "float"},         {RNLP_DOUBLE, "double"},
    {RNLP_HALF, "half"},           {RNLP_BFLOAT16, "bfloat16"},
    {RNLP_INT8, "int8"},           {RNLP_INT16, "int16"},
    {RNLP_INT32, "int32"},         {RNLP_INT64, "int64"},
    {RNLP_UINT8, "uint8"},         {RNLP_UINT16, "uint16"},
    {RNLP_UINT32, "uint32"},       {RNLP_UINT64, "uint64"},
    {RNLP_BOOL, "bool"},           {RNLP_QINT8, "qint8"},
    {RNLP_QUINT8, "quint8"},       {RNLP_QINT16, "qint16"},
    {RNLP_QUINT16, "quint16"},     {RNLP_QINT32, "qint32"},
    {RNLP_COMPLEX64, "complex64"}, {RNLP_COMPLEX128, "complex128"},
    {RNLP_STRING, "string"}};
const std::pair<int32_t, const char*> kIndices[] = {{RNLP_INT32, "int32"}, {RNLP_INT64, "int64"}};

// Elements of any type that stand for small numbers; bool has two of them.
Value Marked(int32_t dtype, const Shape& shape, const std::vector<int>& numbers) {
  Value value(dtype, shape);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const int number = dtype == RNLP_BOOL ? numbers[i] % 2 : numbers[i];
    if (dtype == RNLP_STRING) {
      value.SetString(static_cast<int64_t>(i), std::string(static_cast<size_t>(number), 'x'));
    } else if (dtype >= RNLP_QINT8 && dtype <= RNLP_QINT32) {
      static_cast<char*>(value.data())[i * SizeOfType(dtype)] = static_cast<char>(number);
    } else if (dtype == RNLP_QINT16 || dtype == RNLP_QUINT16) {
      static_cast<char*>(value.data())[i * SizeOfType(dtype)] = static_cast<char>(number);
    } else {
      value.Set(static_cast<int64_t>(i), number);
    }
  }
  return value;
}

TEST(CpuSelect, TellsWhetherTheTargetIsAmongTheFirst) {
  const Value predictions = Value::Floats({6, 3}, {.1f, .6f, .3f, .1f, .6f, .3f, .5f, .5f, .5f,  //
                                                   .1f, .6f, NAN, .1f, .6f, .3f, .1f, .6f, .3f});
  const std::vector<double> targets = {1, 2, 0, 1, 3, -1};
  for (const auto& [dtype, name] : kIndices) {
    const Value at = Value::Doubles(dtype, {6}, targets);
    const Outcome one =
        RunCpu(Node("InTopK").T(dtype).Set("k", int64_t{1}).Outputs({RNLP_BOOL}), {predictions, at});
    ASSERT_EQ(one.code, 0) << one.message;
    EXPECT_EQ(one.outputs[0].Doubles(), (std::vector<double>{1, 0, 1, 0, 0, 0}));
    const Outcome two = RunCpu(Node("InTopKV2").T(dtype).Outputs({RNLP_BOOL}),
                               {predictions, at, Value::Doubles(dtype, {}, {2})});
    ASSERT_EQ(two.code, 0) << two.message;
    EXPECT_EQ(two.outputs[0].Doubles(), (std::vector<double>{1, 1, 1, 0, 0, 0}));
    if (HasFailure()) return;
    testing::LogCase("forward", "InTopK", name, "CPU");
    testing::LogCase("forward", "InTopKV2", name, "CPU");
  }
  const Node node = Node("InTopK").T(RNLP_INT32).Set("k", int64_t{1}).Outputs({RNLP_BOOL});
  EXPECT_EQ(RunCpu(node, {predictions, Value::Vector({1, 2})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {3}), Value::Vector({1, 2, 0})}).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2, 0}), Value::Vector({0, 0})}).outputs[0].Doubles(),
            (std::vector<double>{0, 0}));
}

TEST(CpuSelect, FindsEachValueOnce) {
  for (const auto& [dtype, name] : kTypes) {
    if (name[0] == 'q' || name[0] == 'c') continue;
    const bool two = dtype == RNLP_BOOL;
    const Value x = Marked(
        dtype, {6}, two ? std::vector<int>{1, 1, 0, 1, 0, 0} : std::vector<int>{5, 5, 2, 5, 0, 2});
    for (const auto& [index, index_name] : kIndices) {
      const Outcome got = RunCpu(
          Node("UniqueWithCounts").T(dtype).Set("out_idx", Type{index}).Outputs({dtype, index, index}),
          {x});
      ASSERT_EQ(got.code, 0) << got.message;
      EXPECT_TRUE(
          got.outputs[0].SameBytes(two ? Marked(dtype, {2}, {1, 0}) : Marked(dtype, {3}, {5, 2, 0})))
          << name;
      EXPECT_EQ(got.outputs[1].Doubles(),
                two ? (std::vector<double>{0, 0, 1, 0, 1, 1}) : (std::vector<double>{0, 0, 1, 0, 2, 1}));
      EXPECT_EQ(got.outputs[2].Doubles(),
                two ? (std::vector<double>{3, 3}) : (std::vector<double>{3, 2, 1}));
      const Outcome plain =
          RunCpu(Node("Unique").T(dtype).Set("out_idx", Type{index}).Outputs({dtype, index}), {x});
      ASSERT_EQ(plain.code, 0) << plain.message;
      EXPECT_TRUE(plain.outputs[0].SameBytes(got.outputs[0]));
      EXPECT_TRUE(plain.outputs[1].SameBytes(got.outputs[1]));
      if (HasFailure()) return;
      const std::string types = std::string("T=") + name + ",out_idx=" + index_name;
      testing::LogCase("forward", "Unique", types, "CPU");
      testing::LogCase("forward", "UniqueWithCounts", types, "CPU");
    }
  }
  const Node node = Node("Unique").T(RNLP_FLOAT).Outputs({RNLP_FLOAT, RNLP_INT32});
  EXPECT_EQ(RunCpu(node, {Value::Floats({4}, {NAN, 0.0f, NAN, -0.0f})}).outputs[1].Doubles(),
            (std::vector<double>{0, 1, 2, 1}));
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {0})}).outputs[0].elements(), 0);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2, 2})}).message,
            "Unique: x should be a vector, got shape [2,2]");
  // Many of them, against a count.
  Numbers numbers;
  std::vector<int32_t> many;
  std::map<int32_t, int> counts;
  for (int i = 0; i < 20000; ++i) {
    many.push_back(static_cast<int32_t>(numbers.Int(-3000, 3000)) * 65536);
    ++counts[many.back()];
  }
  const Outcome got =
      RunCpu(Node("UniqueWithCounts").T(RNLP_INT32).Outputs({RNLP_INT32, RNLP_INT32, RNLP_INT32}),
             {Value::Vector(many)});
  ASSERT_EQ(got.outputs[0].elements(), static_cast<int64_t>(counts.size()));
  for (int64_t i = 0; i < got.outputs[0].elements(); ++i) {
    ASSERT_EQ(counts[got.outputs[0].as<int32_t>()[i]], got.outputs[2].Get(i));
  }
}

TEST(CpuSelect, PartsRowsInOrder) {
  for (const auto& [dtype, name] : kTypes) {
    const Outcome got =
        RunCpu(Node("DynamicPartition")
                   .T(dtype)
                   .Set("num_partitions", int64_t{3})
                   .Outputs({dtype, dtype, dtype}),
               {Marked(dtype, {4, 2}, {0, 1, 2, 3, 4, 5, 6, 7}), Value::Vector({2, 0, 2, 2})});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_TRUE(got.outputs[0].SameBytes(Marked(dtype, {1, 2}, {2, 3}))) << name;
    EXPECT_TRUE(got.outputs[1].SameBytes(Marked(dtype, {0, 2}, {}))) << name;
    EXPECT_TRUE(got.outputs[2].SameBytes(Marked(dtype, {3, 2}, {0, 1, 4, 5, 6, 7}))) << name;
    if (HasFailure()) return;
    testing::LogCase("forward", "DynamicPartition", name, "CPU");
  }
  const Node node = Node("DynamicPartition").T(RNLP_FLOAT).Outputs({RNLP_FLOAT, RNLP_FLOAT});
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value::Vector({0, 2})}).message,
            "DynamicPartition: partitions[1] = 2 is not in [0, 2)");
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value::Vector({0, -1})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value::Vector({0, 1, 0})}).code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuSelect, CountsAndWeighs) {
  for (const auto& [dtype, name] : kTypes) {
    if (dtype != RNLP_INT32 && dtype != RNLP_INT64 && dtype != RNLP_FLOAT && dtype != RNLP_DOUBLE)
      continue;
    const Value values = Value::Ints({2, 3}, {1, 0, 1, 7, 3, 1});
    const Node node = Node("Bincount").T(dtype).Outputs({dtype});
    EXPECT_EQ(RunCpu(node, {values, Value::Scalar(4), Value(dtype, {0})}).outputs[0].Doubles(),
              (std::vector<double>{1, 3, 0, 1}));
    EXPECT_EQ(RunCpu(node, {values, Value::Scalar(4), Value::Doubles(dtype, {2, 3}, {1, 2, 3, 4, 5, 6})})
                  .outputs[0]
                  .Doubles(),
              (std::vector<double>{2, 10, 0, 5}));
    if (!HasFailure()) testing::LogCase("forward", "Bincount", name, "CPU");
    EXPECT_EQ(RunCpu(node, {Value::Vector({-1}), Value::Scalar(4), Value(dtype, {0})}).message,
              "Bincount: arr[0] = -1 is below 0");
    EXPECT_EQ(RunCpu(node, {values, Value::Scalar(-1), Value(dtype, {0})}).code, RNLP_INVALID_ARGUMENT);
    EXPECT_EQ(RunCpu(node, {values, Value::Scalar(1), Value(dtype, {5})}).code, RNLP_INVALID_ARGUMENT);
  }
}

TEST(CpuSparse, PutsValuesWhereTheIndicesSay) {
  for (const auto& [dtype, name] : kTypes) {
    for (const auto& [index, index_name] : kIndices) {
      const Node node = Node("SparseToDense").T(dtype).Set("Tindices", Type{index}).Outputs({dtype});
      const Outcome got =
          RunCpu(node, {Value::Doubles(index, {2, 2}, {0, 1, 1, 2}), Value::Doubles(index, {2}, {2, 3}),
                        Marked(dtype, {2}, {5, 7}), Marked(dtype, {}, {2})});
      ASSERT_EQ(got.code, 0) << got.message;
      EXPECT_TRUE(got.outputs[0].SameBytes(Marked(dtype, {2, 3}, {2, 5, 2, 2, 2, 7}))) << name;
      const Outcome vector =
          RunCpu(node, {Value::Doubles(index, {2}, {0, 3}), Value::Doubles(index, {1}, {4}),
                        Marked(dtype, {}, {5}), Marked(dtype, {}, {2})});
      ASSERT_EQ(vector.code, 0) << vector.message;
      EXPECT_TRUE(vector.outputs[0].SameBytes(Marked(dtype, {4}, {5, 2, 2, 5}))) << name;
      if (HasFailure()) return;
      std::string types = "T=";
      testing::LogCase("forward", "SparseToDense",
                       types.append(name).append(",Tindices=").append(index_name), "CPU");
    }
  }
  const auto put = [](const std::vector<int32_t>& indices, bool validates) {
    const auto n = static_cast<int64_t>(indices.size());
    return RunCpu(Node("SparseToDense")
                      .T(RNLP_FLOAT)
                      .Set("validate_indices", validates)
                      .Outputs({RNLP_FLOAT}),
                  {Value::Ints({n, 1}, indices), Value::Vector({4}), Value(RNLP_FLOAT, {n}),
                   Value(RNLP_FLOAT, {})})
        .message;
  };
  EXPECT_EQ(put({0, 4}, false), "SparseToDense: sparse_indices[1,0] = 4 is not in [0, 4)");
  EXPECT_EQ(put({-1}, false), "SparseToDense: sparse_indices[0,0] = -1 is not in [0, 4)");
  EXPECT_EQ(put({1, 1}, true), "SparseToDense: sparse_indices[1] repeats the one before");
  EXPECT_EQ(put({2, 1}, true), "SparseToDense: sparse_indices[1] is out of order after the one before");
  EXPECT_EQ(put({2, 1, 1}, false), "");
  const Node node = Node("SparseToDense").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  EXPECT_EQ(RunCpu(node, {Value(RNLP_INT32, {2, 2}), Value::Vector({4}), Value(RNLP_FLOAT, {2}),
                          Value(RNLP_FLOAT, {})})
                .code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_INT32, {2, 1}), Value::Vector({4}), Value(RNLP_FLOAT, {3}),
                          Value(RNLP_FLOAT, {})})
                .code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuSparse, MultipliesByADenseMatrix) {
  // a = [[0, 2, 0], [3, 0, -1]], its 2 in two parts.
  const std::vector<double> places = {0, 1, 1, 0, 1, 2, 0, 1}, values = {1.5, 3, -1, 0.5},
                            whole = {1, 3, -1, 1};
  for (const auto& [dtype, name] : kTypes) {
    const bool is_real =
        dtype == RNLP_FLOAT || dtype == RNLP_DOUBLE || dtype == RNLP_HALF || dtype == RNLP_BFLOAT16;
    if (!is_real && dtype != RNLP_INT32) continue;
    for (const auto& [index, index_name] : kIndices) {
      const auto multiply = [&, dtype = dtype, index = index](bool a, bool b, const Shape& shape,
                                                              const std::vector<double>& dense) {
        const Outcome got = RunCpu(
            Node("SparseTensorDenseMatMul")
                .T(dtype)
                .Set("Tindices", Type{index})
                .Set("adjoint_a", a)
                .Set("adjoint_b", b)
                .Outputs({dtype}),
            {Value::Doubles(index, {4, 2}, places), Value::Doubles(dtype, {4}, is_real ? values : whole),
             Value::Longs({2}, {2, 3}), Value::Doubles(dtype, shape, dense)});
        EXPECT_EQ(got.code, 0) << got.message;
        return got.outputs[0].Doubles();
      };
      EXPECT_EQ(multiply(false, false, {3, 2}, {1, 2, 3, 4, 5, 6}), (std::vector<double>{6, 8, -2, 0}));
      EXPECT_EQ(multiply(false, true, {2, 3}, {1, 3, 5, 2, 4, 6}), (std::vector<double>{6, 8, -2, 0}));
      EXPECT_EQ(multiply(true, false, {2, 1}, {1, 2}), (std::vector<double>{6, 2, -2}));
      EXPECT_EQ(multiply(true, true, {1, 2}, {1, 2}), (std::vector<double>{6, 2, -2}));
      if (HasFailure()) return;
      std::string types = "T=";
      testing::LogCase("forward", "SparseTensorDenseMatMul",
                       types.append(name).append(",Tindices=").append(index_name), "CPU");
    }
  }
  // Halves are added up as floats: 2048 + 1 + 1, of which a half would forget each 1.
  const Outcome sum =
      RunCpu(Node("SparseTensorDenseMatMul").T(RNLP_HALF).Outputs({RNLP_HALF}),
             {Value::Longs({3, 2}, {0, 0, 0, 1, 0, 2}), Value::Doubles(RNLP_HALF, {3}, {1, 1, 1}),
              Value::Longs({2}, {1, 3}), Value::Doubles(RNLP_HALF, {3, 1}, {2048, 1, 1})});
  ASSERT_EQ(sum.code, 0) << sum.message;
  EXPECT_EQ(sum.outputs[0].Doubles(), (std::vector<double>{2050}));
  // (2i)^H times (3 + i) is -2i (3 + i) = 2 - 6i.
  for (const int32_t dtype : {RNLP_COMPLEX64, RNLP_COMPLEX128}) {
    const auto complex = [&](double re, double im, const Shape& shape) {
      if (dtype == RNLP_COMPLEX128) return Value::Of<double>(dtype, shape, {re, im});
      return Value::Of<float>(dtype, shape, {static_cast<float>(re), static_cast<float>(im)});
    };
    for (const auto& [index, index_name] : kIndices) {
      const Outcome got = RunCpu(
          Node("SparseTensorDenseMatMul")
              .T(dtype)
              .Set("Tindices", Type{index})
              .Set("adjoint_a", true)
              .Outputs({dtype}),
          {Value(index, {1, 2}), complex(0, 2, {1}), Value::Longs({2}, {1, 1}), complex(3, 1, {1, 1})});
      ASSERT_EQ(got.code, 0) << got.message;
      EXPECT_TRUE(got.outputs[0].SameBytes(complex(2, -6, {1, 1})));
      std::string types = dtype == RNLP_COMPLEX64 ? "T=complex64,Tindices=" : "T=complex128,Tindices=";
      if (!HasFailure())
        testing::LogCase("forward", "SparseTensorDenseMatMul", types.append(index_name), "CPU");
    }
  }
  const Node node = Node("SparseTensorDenseMatMul").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  const Value one = Value::Floats({1}, {1}), b = Value(RNLP_FLOAT, {3, 2});
  EXPECT_EQ(RunCpu(node, {Value::Longs({1, 2}, {2, 0}), one, Value::Longs({2}, {2, 3}), b}).message,
            "SparseTensorDenseMatMul: a_indices[0,0] = 2 is not in [0, 2)");
  EXPECT_EQ(RunCpu(node, {Value::Longs({1, 2}, {0, -1}), one, Value::Longs({2}, {2, 3}), b}).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value::Longs({1, 2}, {0, 0}), one, Value::Longs({2}, {2, 4}), b}).message,
            "SparseTensorDenseMatMul: the inner dimensions of a [2,4] and b [3,2] differ");
  EXPECT_EQ(RunCpu(node, {Value::Longs({1, 2}, {0, 0}), one, Value::Longs({2}, {1ll << 62, 3}), b}).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value::Longs({1, 2}, {0, 0}), one, Value::Longs({2}, {-1, 3}), b}).code,
            RNLP_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace runnel::test

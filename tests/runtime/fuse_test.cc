// Element-wise fusion: what a session computes with the pass on is, to the bit, what it computes with it
// off, and takes as many kernel calls as the pass promises.
#include <cmath>
#include <cstring>
#include <map>

#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class FuseTest : public RuntimeTest {
 protected:
  struct Outcome {
    std::vector<Tensor> fetches;
    int64_t launches = 0;
  };
  using Feeds = std::vector<std::pair<OutputRef, Tensor>>;

  Outcome RunWith(bool fuse, const std::vector<OutputRef>& fetches, const Feeds& feeds) {
    session_options_ = {};
    session_options_.disabled_passes = {"fold", "follow"};
    if (!fuse) session_options_.disabled_passes.emplace_back("fuse");
    session_ = nullptr;
    Outcome outcome;
    RunMetadata metadata;
    const Status status = TryRun(fetches, feeds, {}, &outcome.fetches, {}, &metadata);
    EXPECT_TRUE(status.ok()) << status.ToString();
    outcome.launches = metadata.launches;
    return outcome;
  }
  // Expects the same bits, and so many kernel calls with and without.
  void Expect(const std::vector<OutputRef>& fetches, const Feeds& feeds, int64_t fused, int64_t apart) {
    const Outcome on = RunWith(true, fetches, feeds), off = RunWith(false, fetches, feeds);
    EXPECT_EQ(on.launches, fused);
    EXPECT_EQ(off.launches, apart);
    ASSERT_EQ(on.fetches.size(), off.fetches.size());
    for (size_t i = 0; i < on.fetches.size(); ++i) {
      const Tensor &a = on.fetches[i], &b = off.fetches[i];
      ASSERT_EQ(a.shape(), b.shape()) << i;
      ASSERT_GT(a.size_bytes(), 0u);
      EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0) << "fetch " << i;
    }
  }
  // Numbers of both signs, no two alike.
  static Tensor Wave(const Shape& shape, float phase) {
    std::vector<float> values(static_cast<size_t>(shape.num_elements()));
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = phase + 0.37f * static_cast<float>(i % 61) - 0.011f * static_cast<float>(i % 1009);
    return Floats(values, shape);
  }
  OutputRef Feed(const std::string& name, const Shape& shape, float phase) {
    const OutputRef placeholder = Placeholder(name, DType::kFloat, shape);
    feeds_.emplace_back(placeholder, Wave(shape, phase));
    return placeholder;
  }
  OutputRef Op(const char* op, const std::vector<OutputRef>& inputs) { return b().Op(op, inputs, {}); }

  OutputRef Cast(OutputRef x, DType to) { return b().Op("Cast", {x}, {{"DstT", AttrValue(to)}}); }

  Feeds feeds_;
};

TEST_F(FuseTest, AChainIsOneCallWhateverItsLength) {
  for (const int64_t n : {1, 3, 511, 512, 513, 40000}) {
    Restart({});
    feeds_.clear();
    const OutputRef x = Feed("x", {n}, -3), y = Feed("y", {n}, 1);
    const OutputRef product = Op("Mul", {x, y});
    const OutputRef end = Op("Tanh", {Op("Sub", {Op("Relu", {Op("AddV2", {product, x})}), y})});
    Expect({end}, feeds_, 1, 5);
  }
}

TEST_F(FuseTest, OperandsThatRepeatAreSpread) {
  const OutputRef x = Feed("x", {6, 5, 70}, -2);
  const std::pair<const char*, Shape> repeating[] = {{"one", {}},        {"row", {70}},
                                                     {"rows", {5, 70}},  {"column", {6, 1, 1}},
                                                     {"middle", {5, 1}}, {"first_two", {6, 5, 1}}};
  OutputRef sum = x;
  float phase = 0.5f;
  for (const auto& [name, shape] : repeating)
    sum = Op("AddV2", {Feed(name, shape, phase += 0.25f), sum});
  Expect({Op("Square", {sum})}, feeds_, 1, 7);
}

TEST_F(FuseTest, AnOperandThatRepeatsInTwoPlacesStaysOnItsOwn) {
  const OutputRef x = Feed("x", {4, 5, 6}, -2);
  const OutputRef apart = Feed("apart", {4, 1, 6}, 1);
  const OutputRef sum = Op("AddV2", {Op("Neg", {Op("Square", {x})}), apart});
  Expect({Op("Abs", {Op("Relu", {sum})})}, feeds_, 3, 5);
}

TEST_F(FuseTest, WhatIsUsedOutsideIsAResult) {
  const OutputRef x = Feed("x", {300}, -2);
  const OutputRef square = Op("Square", {x}), both = Op("AddV2", {square, x}), end = Op("Neg", {both});
  const OutputRef axis = b().Constant(*Tensor::FromScalar<int32_t>(0));
  const OutputRef total = b().Op("Sum", {square, axis}, {{"keep_dims", AttrValue(false)}});
  Expect({end, total, both}, feeds_, 2, 4);
}

TEST_F(FuseTest, APathThroughAnotherOpSplitsWhatItLeadsBackTo) {
  const OutputRef x = Feed("x", {8, 8}, -2);
  const OutputRef start = Op("Relu", {Op("Neg", {x})});
  const OutputRef product = b().Op("MatMul", {start, start}, {});
  // `start` reaches the sum directly and by way of the product.
  Expect({Op("Tanh", {Op("AddV2", {start, product})})}, feeds_, 3, 5);
}

TEST_F(FuseTest, AResultMayLieOverAnInputThatIsReadLater) {
  const OutputRef x = Feed("x", {16, 16}, -2);
  // The products are values of the arena that die in the fused call.
  const OutputRef p = b().Op("MatMul", {x, x}, {}), q = b().Op("MatMul", {p, x}, {});
  const OutputRef r = Op("Mul", {p, q}), s = Op("Sub", {r, p}), t = Op("AddV2", {Op("Mul", {s, q}), p});
  const OutputRef u = b().Op("MatMul", {r, s}, {});
  Expect({b().Op("MatMul", {u, t}, {})}, feeds_, 5, 8);
}

TEST_F(FuseTest, LongProgramsAreCut) {
  OutputRef sum = Feed("x", {100}, 0);
  for (int i = 0; i < 100; ++i) sum = Op(i % 2 == 0 ? "Neg" : "Square", {Op("Sin", {sum})});
  Expect({sum}, feeds_, 7, 200);
  Restart({});
  feeds_.clear();
  OutputRef wide = Feed("x", {100}, 0);
  for (int i = 0; i < 30; ++i)
    wide = Op("Maximum", {wide, Feed(StrCat("f", i), {100}, static_cast<float>(i % 7))});
  // Twelve inputs at a time: eleven steps, then what came out and eleven more.
  Expect({wide}, feeds_, 3, 30);
}

TEST_F(FuseTest, ManyResultsAreCut) {
  const OutputRef x = Feed("x", {100}, 0);
  const OutputRef axis = b().Constant(*Tensor::FromScalar<int32_t>(0));
  std::vector<OutputRef> totals;
  OutputRef chain = x;
  for (int i = 0; i < 10; ++i) {
    chain = Op("Sin", {chain});
    totals.push_back(b().Op("Sum", {chain, axis}, {{"keep_dims", AttrValue(false)}}));
  }
  // Four results a call: 4 + 4 + 2.
  Expect(totals, feeds_, 10 + 3, 20);
}

TEST_F(FuseTest, DoublesFuseAndIntegersStay) {
  const OutputRef d = Cast(Feed("x", {77}, -2), DType::kDouble);
  const OutputRef i = Cast(feeds_[0].first, DType::kInt32);
  Expect({Op("Exp", {Op("Sub", {Op("Square", {d}), d})})}, feeds_, 2, 4);
  Expect({Op("Neg", {Op("Mul", {Op("AddV2", {i, i}), i})})}, feeds_, 4, 4);
}

TEST_F(FuseTest, SpecialValuesPassThrough) {
  const OutputRef x = Placeholder("x", DType::kFloat, {6});
  const float inf = INFINITY, nan = NAN;
  feeds_ = {{x, Floats({0.0f, -0.0f, inf, -inf, nan, 1e-40f})}};
  Expect({Op("AddV2", {Op("Relu", {Op("Neg", {x})}), Op("Rsqrt", {Op("Abs", {x})})})}, feeds_, 1, 5);
}

TEST_F(FuseTest, ControlEdgesKeepNodesApart) {
  const OutputRef x = Feed("x", {50}, -2);
  const OutputRef neg = Op("Neg", {x});
  Node* after =
      b().AddNode({"after", "Square", {neg}, {neg.node}, {{"T", AttrValue(DType::kFloat)}}, {}});
  Expect({Op("Relu", {OutputRef{after, 0}})}, feeds_, 3, 3);
}

TEST_F(FuseTest, AVariableIsReadBeforeItIsWritten) {
  const OutputRef v = Variable("v", DType::kFloat, {64});
  Node* init = Assign(v, b().Constant(Wave({64}, 2)));
  const OutputRef read = Read(v);
  const OutputRef step = Op("Mul", {Op("Neg", {Op("Square", {read})}), Op("Abs", {read})});
  Node* add = b().AddNode({{}, "AssignAddVariableOp", {v, step}, {}, {}, {}});
  const OutputRef seen = Op("Sin", {Op("Neg", {read})});
  std::map<bool, std::vector<float>> trained;
  for (const bool fuse : {true, false}) {
    session_options_ = {};
    session_options_.disabled_passes = {"follow"};
    if (!fuse) session_options_.disabled_passes.emplace_back("fuse");
    session_ = nullptr;
    Run({}, {}, {init});
    for (int i = 0; i < 3; ++i) {
      const auto values = ToFloats(Run({seen}, {}, {add})[0]);
      trained[fuse].insert(trained[fuse].end(), values.begin(), values.end());
    }
    const auto last = ToFloats(Run({read})[0]);
    trained[fuse].insert(trained[fuse].end(), last.begin(), last.end());
  }
  ASSERT_EQ(trained[true].size(), 256u);
  EXPECT_EQ(trained[true], trained[false]);
}

TEST_F(FuseTest, BranchesOfASwitchStayApart) {
  const OutputRef x = Feed("x", {40}, -2);
  const OutputRef pred = Placeholder("pred", DType::kBool, {});
  const OutputRef outside = Op("Neg", {x});
  Node* gate = b().AddNode({"switch", "Switch", {outside, pred}, {}, {}, {}});
  const OutputRef on_false = Op("AddV2", {Op("Square", {{gate, 0}}), outside});
  const OutputRef on_true = Op("Sub", {Op("Sin", {{gate, 1}}), outside});
  Node* merge = b().AddNode({"merge", "Merge", {on_false, on_true}, {}, {}, {}});
  const OutputRef always = Op("Exp", {Op("Abs", {outside})});
  for (const bool taken : {false, true}) {
    auto feeds = feeds_;
    feeds.emplace_back(pred, Scalar(taken));
    const Outcome on = RunWith(true, {{merge, 0}, always}, feeds);
    const Outcome off = RunWith(false, {{merge, 0}, always}, feeds);
    EXPECT_EQ(ToFloats(on.fetches[0]), ToFloats(off.fetches[0]));
    EXPECT_EQ(ToFloats(on.fetches[1]), ToFloats(off.fetches[1]));
    EXPECT_LT(on.launches, off.launches);
  }
}

TEST_F(FuseTest, AnUnknownPassIsRefusedWithTheList) {
  session_options_.disabled_passes = {"fusion"};
  const auto session = Session::Create(runtime_, graph_, session_options_);
  ASSERT_FALSE(session.ok());
  EXPECT_NE(session.status().message().find("\"fusion\""), std::string::npos);
  EXPECT_NE(session.status().message().find("fuse"), std::string::npos);
}

}  // namespace
}  // namespace runnel

// Random graphs in which it matters that nodes run, and when (make_effects.py): each pass alone, all of
// them and none give what TensorFlow gave, and leave the variables as TensorFlow left them.
#include <fstream>
#include <map>

#include "tests/runtime/passes.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

struct Value {
  const char* name;
  std::vector<int64_t> shape;
  std::vector<int> values;
};
struct Feed {
  const char* name;
  DType dtype;
  std::vector<int64_t> shape;
  std::vector<int> values;
};
struct StepOutcome {
  std::vector<Value> fetched, variables;
};
struct EffectCase {
  const char* name;
  DType dtype;
  std::vector<Feed> feeds;
  std::vector<const char*> targets, fetches;
  std::vector<StepOutcome> steps;  // up to the one that fails
  bool fails;
};
#include "tests/tf1/effects.inc"

// "all", "none", or the one pass that is on.
std::vector<std::string> Disabled(const std::string& on) {
  if (on == "all") return {};
  if (on == "none") return {"all"};
  return PassesBut(on);
}
std::vector<std::string> Ways() {
  std::vector<std::string> ways = {"all", "none"};
  for (const std::string& pass : SwitchedPasses()) ways.push_back(pass);
  return ways;
}

class Effects : public RuntimeTest, public testing::WithParamInterface<std::string> {
 protected:
  template <typename T>
  static Tensor Make(const Feed& feed) {
    std::vector<T> values(feed.values.begin(), feed.values.end());
    return *Tensor::FromValues<T>(Shape(std::span<const int64_t>(feed.shape)),
                                  std::span<const T>(values));
  }
  static Tensor ValueOf(const Feed& feed) {
    if (feed.dtype == DType::kFloat) return Make<float>(feed);
    if (feed.dtype == DType::kInt32) return Make<int32_t>(feed);
    return *Tensor::FromScalar<bool>(feed.values[0] != 0);
  }
  static std::vector<int> ValuesOf(const Tensor& tensor) {
    std::vector<int> values;
    for (int64_t i = 0; !tensor.empty() && i < tensor.num_elements(); ++i) {
      const auto k = static_cast<size_t>(i);
      values.push_back(tensor.dtype() == DType::kFloat ? static_cast<int>(tensor.values<float>()[k])
                                                       : tensor.values<int32_t>()[k]);
    }
    return values;
  }
  OutputRef Output(const char* name) {
    const auto output = graph_->FindOutput(name);
    EXPECT_TRUE(output.ok()) << output.status().ToString();
    return output.ok() ? *output : OutputRef();
  }

  Status RunOne(const EffectCase& one, const std::vector<const char*>& fetches,
                const std::vector<const char*>& targets, std::vector<Tensor>* out) {
    std::vector<OutputRef> outputs;
    for (const char* name : fetches) outputs.push_back(Output(name));
    std::vector<Node*> nodes;
    for (const char* name : targets) nodes.push_back(graph_->FindNode(name));
    std::vector<std::pair<OutputRef, Tensor>> feeds;
    for (const Feed& feed : one.feeds) feeds.emplace_back(Output(feed.name), ValueOf(feed));
    return TryRun(outputs, feeds, nodes, out);
  }
  void Expect(const EffectCase& one, const std::vector<Value>& wanted, const std::vector<Tensor>& got,
              size_t step) {
    ASSERT_EQ(got.size(), wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(got[i].shape(), Shape(std::span<const int64_t>(wanted[i].shape)))
          << wanted[i].name << " in step " << step;
      EXPECT_EQ(ValuesOf(got[i]), wanted[i].values) << wanted[i].name << " in step " << step;
      EXPECT_EQ(got[i].dtype(), one.dtype) << wanted[i].name;
    }
  }
  void Check(const EffectCase& one) {
    ASSERT_TRUE(TryRun({}, {}, {graph_->FindNode(std::string(one.name) + "/init")}, &out_).ok());
    for (size_t step = 0; step < one.steps.size(); ++step) {
      const Status status = RunOne(one, one.fetches, one.targets, &out_);
      ASSERT_TRUE(status.ok()) << status.ToString();
      Expect(one, one.steps[step].fetched, out_, step);
      std::vector<const char*> reads;
      for (const Value& variable : one.steps[step].variables) reads.push_back(variable.name);
      EffectCase alone = one;
      alone.feeds.clear();
      ASSERT_TRUE(RunOne(alone, reads, {}, &out_).ok());
      Expect(one, one.steps[step].variables, out_, step);
    }
    if (!one.fails) return;
    const Status status = RunOne(one, one.fetches, one.targets, &out_);
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
    EXPECT_NE(status.message().find("assertion failed"), std::string_view::npos) << status.ToString();
  }

  std::vector<Tensor> out_;
};

TEST_P(Effects, AreThoseOfTensorFlow) {
  std::ifstream file(std::string(RUNNEL_TF1_TESTS) + "/effects.pb", std::ios::binary);
  ASSERT_TRUE(file.good());
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto def = DecodeGraphDef(bytes);
  ASSERT_TRUE(def.ok()) << def.status().ToString();
  session_options_.disabled_passes = Disabled(GetParam());
  const Status imported = graph_->Import(*def, {});
  ASSERT_TRUE(imported.ok()) << imported.ToString();
  for (const EffectCase& one : kCases) {
    SCOPED_TRACE(one.name);
    Check(one);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(WithPasses, Effects, testing::ValuesIn(Ways()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace runnel

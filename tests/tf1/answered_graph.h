// A graph that holds TensorFlow's answers beside the nodes that they are of (answered.py): all of its
// steps are run, in their order, and compared.
#ifndef RUNNEL_TESTS_TF1_ANSWERED_GRAPH_H_
#define RUNNEL_TESTS_TF1_ANSWERED_GRAPH_H_

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "core/passes/gradients.h"
#include "core/runtime/plugins/plugin_loader.h"
#include "core/tensor/half.h"
#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"
#include "tests/tf1/recorded_graph.h"

namespace runnel {

class AnsweredGraphTest : public RecordedGraphTest {
 protected:
  // Which gradients are compared: those that TensorFlow built, or our own of the same values.
  enum class Gradients { kTheirs, kOurs };

  void RunAnswered(const char* name, Gradients gradients) {
    ImportRecorded(name);
    ASSERT_NE(graph_->FindNode("answers/0/fetches"), nullptr) << name << " holds no answers";
    for (int i = 0; graph_->FindNode(StrCat("answers/", i, "/fetches")) != nullptr; ++i) {
      SCOPED_TRACE(StrCat("step ", i));
      RunStep(StrCat("answers/", i, "/"), gradients);
      if (HasFatalFailure()) return;
    }
    if (HasFailure()) return;
    for (int i = 0; i < graph_->num_nodes(); ++i) {
      const Node* const node = graph_->node(i);
      if ((node->schema().flags & kOpHost) != 0) testing::LogHostOps({node->op()});
      if (node->schema().has_composition() &&
          runtime_->plugins().FindKernels(node->op(), "CPU").empty()) {
        testing::LogCase("forward", node->op(), "*", "composition");
      }
    }
  }

 private:
  Tensor Constant(const std::string& name) {
    const Node* node = graph_->FindNode(name);
    EXPECT_NE(node, nullptr) << name;
    const auto* value = node == nullptr ? nullptr : FindAttr(node->attrs(), "value");
    return value == nullptr ? Tensor() : *value->get_if<Tensor>();
  }
  std::vector<OutputRef> Outputs(const Tensor& names) {
    std::vector<OutputRef> out;
    for (int64_t i = 0; i < names.num_elements(); ++i)
      out.push_back(Output(std::string(names.string_at(i))));
    return out;
  }

  void RunStep(const std::string& at, Gradients gradients) {
    const Tensor names = Constant(at + "fetches");
    std::vector<OutputRef> fetches;
    std::vector<Node*> targets;
    std::string what;
    for (int64_t i = 0; i < names.num_elements(); ++i) {
      const std::string one(names.string_at(i));
      what += one + " ";
      if (one.find(':') == std::string::npos) {
        targets.push_back(graph_->FindNode(one));
        ASSERT_NE(targets.back(), nullptr) << one;
      } else {
        fetches.push_back(Output(one));
      }
    }
    if (gradients == Gradients::kOurs && graph_->FindNode(at + "y") != nullptr) {
      const auto made =
          AddGradients(graph_.get(), {{Output(std::string(Constant(at + "y").string_at(0)))}},
                       Outputs(Constant(at + "xs")));
      ASSERT_TRUE(made.ok()) << what << made.status().ToString();
      fetches = *made;
    }
    std::vector<Tensor> got;
    const Status status = TryRun(fetches, {}, targets, &got);
    EXPECT_EQ(static_cast<int64_t>(status.code()), Constant(at + "code").int_at(0))
        << what << status.ToString();
    if (!status.ok()) return;
    for (size_t k = 0; k < fetches.size(); ++k) {
      const std::string answer = at + std::to_string(k);
      if (graph_->FindNode(answer) != nullptr) Compare(got[k], Constant(answer), what);
    }
  }

  static double RealAt(const Tensor& t, size_t i) {
    switch (t.dtype()) {
      case DType::kFloat:
        return static_cast<double>(t.values<const float>()[i]);
      case DType::kDouble:
        return t.values<const double>()[i];
      case DType::kHalf:
        return static_cast<double>(FloatOfHalf(t.values<const uint16_t>()[i]));
      default:
        return static_cast<double>(FloatOfBfloat16(t.values<const uint16_t>()[i]));
    }
  }
  static void Compare(const Tensor& got, const Tensor& want, const std::string& what) {
    ASSERT_EQ(got.dtype(), want.dtype()) << what;
    ASSERT_EQ(got.shape(), want.shape()) << what;
    if (want.dtype() == DType::kString) {
      for (int64_t i = 0; i < want.num_elements(); ++i) {
        EXPECT_EQ(got.string_at(i), want.string_at(i)) << what << i;
      }
    } else if (IsFloating(want.dtype())) {
      const double unit = want.dtype() == DType::kDouble  ? 1e-10
                          : want.dtype() == DType::kFloat ? 2e-5
                                                          : 1e-2;
      for (size_t i = 0; i < static_cast<size_t>(want.num_elements()); ++i) {
        const double x = RealAt(got, i), y = RealAt(want, i);
        if (x == y || (std::isnan(x) && std::isnan(y))) continue;
        EXPECT_NEAR(x, y, unit * std::max(1.0, std::abs(y))) << what << i;
      }
    } else if (want.num_elements() > 0) {
      EXPECT_EQ(std::memcmp(got.data(), want.data(), want.size_bytes()), 0)
          << what << got.ToString(20) << ", expected " << want.ToString(20);
    }
  }
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_TF1_ANSWERED_GRAPH_H_

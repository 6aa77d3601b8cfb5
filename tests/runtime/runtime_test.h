// What the runtime's tests share: one runtime with the CPU, and terse runs of small graphs.
#ifndef RUNNEL_TESTS_RUNTIME_RUNTIME_TEST_H_
#define RUNNEL_TESTS_RUNTIME_RUNTIME_TEST_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/graph/builder.h"
#include "core/runtime/session/session.h"

namespace runnel {

class RuntimeTest : public ::testing::Test {
 protected:
  void SetUp() override { Restart({}); }

  void Restart(const RuntimeOptions& options) {
    auto runtime = Runtime::Create(options);
    ASSERT_TRUE(runtime.ok()) << runtime.status().ToString();
    session_ = nullptr;
    builder_.reset();
    graph_.reset();
    runtime_ = *runtime;
    graph_ = std::make_shared<Graph>(&runtime_->ops());
    builder_ = std::make_unique<GraphBuilder>(graph_.get(), "");
  }

  GraphBuilder& b() { return *builder_; }

  Session& session() {
    if (!session_) {
      EXPECT_TRUE(b().status().ok()) << b().status().ToString();
      auto session = Session::Create(runtime_, graph_, session_options_);
      EXPECT_TRUE(session.ok()) << session.status().ToString();
      session_ = *session;
    }
    return *session_;
  }

  OutputRef Placeholder(const std::string& name, DType dtype, const Shape& shape) {
    return {b().AddNode({name,
                         "Placeholder",
                         {},
                         {},
                         {{"dtype", AttrValue(dtype)}, {"shape", AttrValue(shape)}},
                         {}}),
            0};
  }
  OutputRef Vector(std::vector<float> values) {
    return b().Constant(*Tensor::FromValues<float>(Shape({static_cast<int64_t>(values.size())}),
                                                   std::span<const float>(values)));
  }
  OutputRef Variable(const std::string& name, DType dtype, const Shape& shape,
                     const std::string& device = {}) {
    return {b().AddNode({name,
                         "VarHandleOp",
                         {},
                         {},
                         {{"dtype", AttrValue(dtype)}, {"shape", AttrValue(shape)}},
                         device}),
            0};
  }
  Node* Assign(OutputRef variable, OutputRef value) {
    return b().AddNode({{}, "AssignVariableOp", {variable, value}, {}, {}, {}});
  }
  OutputRef Read(OutputRef variable, DType dtype = DType::kFloat) {
    return b().Op("ReadVariableOp", {variable}, {{"dtype", AttrValue(dtype)}});
  }

  // Runs and expects OK.
  std::vector<Tensor> Run(std::vector<OutputRef> fetches,
                          const std::vector<std::pair<OutputRef, Tensor>>& feeds = {},
                          std::vector<Node*> targets = {}) {
    std::vector<Tensor> out;
    const Status status = TryRun(std::move(fetches), feeds, std::move(targets), &out);
    EXPECT_TRUE(status.ok()) << status.ToString();
    return out;
  }
  Status TryRun(std::vector<OutputRef> fetches, const std::vector<std::pair<OutputRef, Tensor>>& feeds,
                std::vector<Node*> targets, std::vector<Tensor>* out, const RunOptions& options = {},
                RunMetadata* metadata = nullptr) {
    Signature signature{{}, std::move(fetches), std::move(targets)};
    std::vector<Tensor> values;
    for (auto& [output, value] : feeds) {
      signature.feeds.push_back(output);
      values.push_back(value);
    }
    out->assign(signature.fetches.size(), Tensor());
    return session().Run(signature, values, *out, options, metadata);
  }

  static Tensor Floats(std::vector<float> values, Shape shape = Shape::Unknown()) {
    if (!shape.has_rank()) shape = Shape({static_cast<int64_t>(values.size())});
    return *Tensor::FromValues<float>(shape, std::span<const float>(values));
  }
  template <typename T>
  static Tensor Scalar(T value) {
    return *Tensor::FromScalar<T>(value);
  }
  static std::vector<float> ToFloats(const Tensor& t) {
    if (t.empty()) return {};
    const auto values = t.values<const float>();
    return {values.begin(), values.end()};
  }

  Ref<Runtime> runtime_;
  std::shared_ptr<Graph> graph_;
  std::unique_ptr<GraphBuilder> builder_;
  SessionOptions session_options_;
  Ref<Session> session_;
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_RUNTIME_RUNTIME_TEST_H_

// A graph under construction on a runtime with plugins, and its session.
#ifndef RUNNEL_TESTS_PLUGINS_MODEL_H_
#define RUNNEL_TESTS_PLUGINS_MODEL_H_

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/builder.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/runtime.h"
#include "core/runtime/session/session.h"

namespace runnel {

inline constexpr const char* kVirtual = "/device:VIRTUAL:0";

using Config = std::map<std::string, std::string, std::less<>>;

inline Ref<Runtime> MakeRuntime(const Config& config = {},
                                std::vector<std::string> plugins = {"virtual"}) {
  RuntimeOptions options;
  options.num_threads = 2;
  options.plugins = std::move(plugins);
  options.config = config;
  auto runtime = Runtime::Create(options);
  EXPECT_TRUE(runtime.ok()) << runtime.status().ToString();
  return runtime.ok() ? *runtime : nullptr;
}

inline Tensor Floats(const Shape& shape, const std::vector<float>& values) {
  return *Tensor::FromValues<float>(shape, std::span<const float>(values));
}

// A graph under construction and its session.
struct Model {
  explicit Model(Ref<Runtime> r)
      : runtime(std::move(r)), graph(std::make_shared<Graph>(&runtime->ops())) {}

  OutputRef Placeholder(const std::string& name, const Shape& shape) {
    return {b.AddNode({name,
                       "Placeholder",
                       {},
                       {},
                       {{"dtype", AttrValue(DType::kFloat)}, {"shape", AttrValue(shape)}},
                       ""}),
            0};
  }
  OutputRef Variable(const std::string& name, const Shape& shape, const std::string& device) {
    return {b.AddNode({name,
                       "VarHandleOp",
                       {},
                       {},
                       {{"dtype", AttrValue(DType::kFloat)},
                        {"shape", AttrValue(shape)},
                        {"shared_name", AttrValue(name)}},
                       device}),
            0};
  }
  OutputRef Read(OutputRef variable) {
    return b.Op("ReadVariableOp", {variable}, {{"dtype", AttrValue(DType::kFloat)}});
  }
  Status Start(const SessionOptions& options = {}) {
    RUNNEL_RETURN_IF_ERROR(b.status());
    RUNNEL_ASSIGN_OR_RETURN(session, Session::Create(runtime, graph, options));
    return {};
  }
  Status Run(std::vector<OutputRef> fetches, std::vector<Node*> targets,
             const std::vector<std::pair<OutputRef, Tensor>>& feeds, std::vector<Tensor>* out,
             const RunOptions& options = {}) {
    Signature signature;
    std::vector<Tensor> values;
    for (const auto& [key, value] : feeds) {
      signature.feeds.push_back(key);
      values.push_back(value);
    }
    signature.fetches = std::move(fetches);
    signature.targets = std::move(targets);
    out->resize(signature.fetches.size());
    return session->Run(signature, values, *out, options);
  }

  Ref<Runtime> runtime;
  std::shared_ptr<Graph> graph;
  GraphBuilder b{graph.get(), ""};
  Ref<Session> session;
};

// What a status says, nothing for OK.
inline std::string Problem(const Status& status) { return status.ok() ? "" : status.ToString(); }
#define ASSERT_OK(expr) ASSERT_EQ(Problem(expr), "")

}  // namespace runnel

#endif  // RUNNEL_TESTS_PLUGINS_MODEL_H_

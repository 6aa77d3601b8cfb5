// What the cluster's tests share: listening sockets at ephemeral ports, servers in this process, and
// graphs over them.
#ifndef RUNNEL_TESTS_NET_NET_TEST_H_
#define RUNNEL_TESTS_NET_NET_TEST_H_

#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "core/graph/builder.h"
#include "net/client/remote_session.h"
#include "net/server/server.h"
#include "tests/support/listen.h"

namespace runnel::net {

using runnel_test::ListenAnywhere;

inline Ref<Runtime> NewRuntime() {
  RuntimeOptions options;
  options.num_threads = 2;
  auto runtime = Runtime::Create(options);
  EXPECT_TRUE(runtime.ok()) << runtime.status().ToString();
  return *runtime;
}

inline constexpr char kToken[] = "the token of the tests";

class NetTest : public testing::Test {
 protected:
  void SetUp() override {
    runtime_ = NewRuntime();
    NewGraph();
  }
  void TearDown() override {
    session_ = nullptr;
    for (auto& [name, server] : servers_) server->Stop();
    servers_.clear();
  }

  void NewGraph() {
    graph_ = std::make_shared<Graph>(&runtime_->ops());
    builder_ = std::make_unique<GraphBuilder>(graph_.get(), "");
  }

  // Reserves an address for every task; StartServers or the test itself starts them.
  void MakeCluster(const std::vector<std::pair<std::string, int>>& tasks) {
    for (const auto& [job, index] : tasks) {
      const auto [fd, port] = ListenAnywhere();
      listeners_[TaskName(job, index)] = fd;
      ASSERT_TRUE(cluster_.AddTask(job, index, StrCat("127.0.0.1:", port)).ok());
    }
  }
  ServerOptions OptionsOf(const std::string& job, int index) {
    ServerOptions options;
    options.cluster = *cluster_.ToMessage();
    options.job = job;
    options.task = index;
    options.token = kToken;
    const auto it = listeners_.find(TaskName(job, index));
    if (it != listeners_.end()) {
      options.listen_fd = it->second;
      listeners_.erase(it);
    }
    return options;
  }
  // Each with a runtime of its own, as processes would have.
  Ref<Server> StartServer(const std::string& job, int index,
                          const Ref<Runtime>& runtime = NewRuntime()) {
    auto server = ServerImpl::Start(ThisCore(), runtime, OptionsOf(job, index));
    EXPECT_TRUE(server.ok()) << server.status().ToString();
    servers_[TaskName(job, index)] = *server;
    return *server;
  }
  // Under a sanitizer all takes as many times as long as the runner says.
  static int64_t PatienceMs() {
    const char* const times = std::getenv("RUNNEL_TEST_SLOW");
    return 20'000 * (times == nullptr ? 1 : std::max(1, std::atoi(times)));
  }
  Result<Ref<Session>> Connect(const std::string& target, int64_t timeout_ms = PatienceMs(),
                               const std::string& token = kToken) {
    RemoteOptions remote = remote_;
    remote.target = target;
    remote.token = token;
    remote.connect_timeout_ms = timeout_ms;
    return ConnectSession(ThisCore(), runtime_, graph_, session_options_, remote);
  }
  void Open(const Ref<Server>& master) {
    EXPECT_TRUE(b().status().ok()) << b().status().ToString();
    auto session = Connect(master->target());
    ASSERT_TRUE(session.ok()) << session.status().ToString();
    session_ = *session;
  }

  GraphBuilder& b() { return *builder_; }
  OutputRef Placeholder(const std::string& name, DType dtype, const Shape& shape) {
    return {b().AddNode({name,
                         "Placeholder",
                         {},
                         {},
                         {{"dtype", AttrValue(dtype)}, {"shape", AttrValue(shape)}},
                         {}}),
            0};
  }
  OutputRef On(const std::string& device, const std::string& op, std::vector<OutputRef> inputs,
               AttrList attrs = {}) {
    return {b().AddNode({{}, op, std::move(inputs), {}, std::move(attrs), device}), 0};
  }
  OutputRef Variable(const std::string& name, const Shape& shape, const std::string& device) {
    return {b().AddNode({name,
                         "VarHandleOp",
                         {},
                         {},
                         {{"dtype", AttrValue(DType::kFloat)}, {"shape", AttrValue(shape)}},
                         device}),
            0};
  }
  OutputRef Read(OutputRef variable) {
    return b().Op("ReadVariableOp", {variable}, {{"dtype", AttrValue(DType::kFloat)}});
  }
  OutputRef Vector(const std::vector<float>& values) { return b().Constant(Floats(values)); }

  Status Run(const Signature& signature, const std::vector<Tensor>& feeds, std::vector<Tensor>* fetches,
             const RunOptions& options = {}) {
    fetches->assign(signature.fetches.size(), Tensor());
    if (!session_) return Unavailable("the session was not made");
    return session_->Run(signature, feeds, *fetches, options);
  }
  static Tensor Floats(const std::vector<float>& values) {
    return *Tensor::FromValues<float>(Shape({static_cast<int64_t>(values.size())}),
                                      std::span<const float>(values));
  }
  static std::vector<float> ToFloats(const Tensor& t) {
    if (t.empty()) return {};
    const auto values = t.values<const float>();
    return {values.begin(), values.end()};
  }

  Ref<Runtime> runtime_;
  std::shared_ptr<Graph> graph_;
  std::unique_ptr<GraphBuilder> builder_;
  ClusterSpec cluster_;
  std::map<std::string, int> listeners_;
  std::map<std::string, Ref<Server>> servers_;
  SessionOptions session_options_;
  RemoteOptions remote_;
  Ref<Session> session_;
};

}  // namespace runnel::net

#endif  // RUNNEL_TESTS_NET_NET_TEST_H_

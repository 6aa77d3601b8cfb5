// Clusters and servers. The cluster of two processes is the example's, which
// tests/bindings/cluster_example.py starts.
#include "expect.h"

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

TEST(CppCluster, IsDescribedByTextOrTaskByTask) {
  const Cluster cluster = Cluster::FromText("ps=a:2222");
  cluster.AddTask("worker", 2, "b:2222");
  const std::string text = cluster.Text();
  EXPECT_EQ(std::string(Cluster::FromText(text).Text()), text);
  EXPECT_NE(text.find("2@b:2222"), std::string::npos) << text;
  EXPECT_TRUE(Throws([] { (void)Cluster::FromText("ps=nowhere"); }, Code::kInvalidArgument));
  EXPECT_TRUE(Throws([&] { cluster.AddTask("ps", 0, "c:1"); }, Code::kAlreadyExists));
}

TEST(CppCluster, ASessionRunsOnAServer) {
  const Runtime& runtime = SharedRuntime();
  const Graph graph = Graph::Create(runtime);
  const Output x = graph.Placeholder(DType::kFloat, Shape{});
  const Variable v = graph.Variable(graph.Constant(1.0F), "v");
  const Server server = Server::StartLocal(runtime);
  const Session session = Session::Create(graph, {.target = server.target(), .token = server.token()});
  session.Do(graph.Initializer());
  EXPECT_EQ(session.Fetch(x * 2 + v, {{x, Tensor::Scalar(runtime, 3.0F)}}).item<float>(), 7);
  EXPECT_TRUE(Throws([&] { (void)session.Fetch(x + 1); }, Code::kInvalidArgument));
  EXPECT_TRUE(
      Throws([&] { (void)Session::Create(graph, {.target = server.target(), .token = "wrong"}); },
             Code::kUnauthenticated));
  EXPECT_TRUE(
      Throws([&] { (void)Session::Create(graph, {.target = "nonsense://"}); }, Code::kInvalidArgument));
  session.Close();
  server.Stop();
  const Cluster one = Cluster::FromText("ps=127.0.0.1:0");
  EXPECT_TRUE(
      Throws([&] { (void)Server::Start(runtime, one, "worker", 0); }, Code::kNotFound, {"worker"}));
  EXPECT_TRUE(Throws([&] { (void)Server::Start(runtime, one, "ps", 0, {.receive_limit = 1000}); },
                     Code::kInvalidArgument, {"got 1000"}));
}

}  // namespace
}  // namespace runnel_test

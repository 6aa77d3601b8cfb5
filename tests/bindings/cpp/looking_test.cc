// Plans, schemas, metadata and traces; callables that do not wait; what a runtime is given and gives
// back; secure servers.
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "expect.h"

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

class CppLooking : public testing::Test {
 protected:
  const Graph graph_ = Graph::Create(SharedRuntime());
  const Output x_ = graph_.Placeholder(DType::kFloat, PartialShape(Shape{-1, 3}), "x");
  const Output product_ = ops::MatMul(x_, x_, {.transpose_b = true, .name = "product"});
  const Output y_ = ops::Neg(product_);
  const Session session_ = Session::Create(graph_);
  const Tensor fed_ = Tensor::From(SharedRuntime(), {1.0F, 2.0F, 3.0F}, Shape{1, 3});
};

TEST_F(CppLooking, PlansTellWhatARunWouldDo) {
  const FeedShape feeds[] = {{x_, Shape{2, 3}}};
  const Output fetches[] = {ops::Softmax(product_)};  // which no product takes along
  const Plan plan = PlanRun(session_, feeds, fetches);
  EXPECT_GE(plan.launches, 1);
  EXPECT_FALSE(plan.passes.empty());
  ASSERT_EQ(plan.regions.size(), 1u);
  EXPECT_EQ(plan.regions[0].ops.at(0), "product");
  int found = 0;
  for (const Plan::Node& node : plan.nodes) {
    if (node.name != "product") continue;
    ++found;
    EXPECT_EQ(node.op, "MatMul");
    EXPECT_EQ(node.region, 0);
    EXPECT_EQ(node.inputs.size(), 2u);
    EXPECT_EQ(node.outputs.at(0).shape, PartialShape(Shape{2, 2}));
    EXPECT_FALSE(node.device.empty() || node.reason.empty());
  }
  EXPECT_EQ(found, 1);
  const FeedShape unknown[] = {{x_, {}}};
  EXPECT_GE(Plan(PlanRun(session_, unknown, fetches)).launches, 1);
  const FeedShape bad[] = {{x_, Shape{2, 4}}};
  EXPECT_TRUE(Throws([&] { (void)PlanRun(session_, bad, fetches); }, Code::kInvalidArgument, {"x"}));
}

TEST_F(CppLooking, SchemasAndKernelsAreListed) {
  const OpSchema op = FindOp(SharedRuntime(), "MatMul");
  EXPECT_TRUE(op.has_gradient && !op.is_stateful && !op.doc.empty());
  EXPECT_EQ(op.inputs.size(), 2u);
  EXPECT_EQ(op.outputs.at(0).type, "T");
  for (const OpSchema::Attr& attr : op.attrs) {
    if (attr.name == "T") {
      EXPECT_FALSE(attr.allowed.empty());
    } else {
      EXPECT_EQ(attr.default_value, "false") << attr.name;
    }
  }
  EXPECT_TRUE(Throws([] { (void)FindOp(SharedRuntime(), "MatMull"); }, Code::kNotFound, {"MatMul"}));
  int found = 0;
  const std::vector<Kernel> kernels = Kernels(SharedRuntime());
  for (const Kernel& k : kernels)
    found += k.op == "MatMul" && k.device_type == "CPU" && k.types.contains("T");
  EXPECT_GE(found, 1);
  EXPECT_GE(DeviceMemory(MemoryOf(SharedRuntime(), 0)).peak, 0u);
  EXPECT_TRUE(Throws([] { (void)MemoryOf(SharedRuntime(), 99); }, Code::kOutOfRange, {"99"}));
}

TEST_F(CppLooking, NodesTellTheirEdgesAndAttrs) {
  const Node product = product_;
  EXPECT_EQ(InputsOf(product), (std::vector<Output>{x_, x_}));
  EXPECT_TRUE(ControlInputsOf(product).empty());
  EXPECT_EQ(NumOutputs(product), 1u);
  const std::vector<Node> consumers = ConsumersOf(product_);
  ASSERT_EQ(consumers.size(), 1u);
  EXPECT_EQ(consumers[0].op(), "Neg");
  EXPECT_TRUE(std::vector<std::string>(FunctionsOf(graph_)).empty());
  bool found = false;
  for (const AttrInfo& attr : AttrsOf(product))
    found |= attr.name == "transpose_b" && attr.kind == "bool" && attr.count == 1;
  EXPECT_TRUE(found);
  EXPECT_TRUE(Attr<bool>(product, "transpose_b"));
  EXPECT_EQ(Attr<DType>(product, "T"), DType::kFloat);
  EXPECT_EQ(Attr<PartialShape>(x_, "shape"), PartialShape(Shape{-1, 3}));
  const Output constant = graph_.Constant({1.0F, 2.0F}, Shape{2});
  EXPECT_EQ(Values<float>(Attr<Tensor>(constant, "value")), (std::vector<float>{1, 2}));
  EXPECT_NE(std::string(AttrText(constant, "value")).find("1 2"), std::string::npos);
  EXPECT_TRUE(Throws([&] { (void)Attr<std::int64_t>(product, "T"); }, Code::kInvalidArgument, {"T"}));
  EXPECT_TRUE(Throws([&] { (void)Attr<bool>(product, "none"); }, Code::kNotFound, {"none"}));
  EXPECT_TRUE(Throws([&] { (void)Attr<DType>(product, "T", 1); }, Code::kOutOfRange));
  EXPECT_EQ(Version().substr(0, 2), "0.");
}

TEST(CppTensor, CopiesOutAndSetsStrings) {
  const Tensor numbers = Tensor::From(SharedRuntime(), {1.0F, 2.0F}, Shape{2});
  float copied[2] = {};
  numbers.CopyTo(std::span<float>(copied));
  EXPECT_EQ(copied[1], 2);
  EXPECT_EQ(numbers.size_bytes(), 2 * SizeOf(DType::kFloat));
  EXPECT_TRUE(
      Throws([&] { numbers.CopyTo(std::span<float>(copied, 1)); }, Code::kInvalidArgument, {"8"}));
  std::int32_t wrong[2];
  EXPECT_TRUE(Throws([&] { numbers.CopyTo(std::span<std::int32_t>(wrong)); }, Code::kInvalidArgument));
  Tensor strings = Tensor::Empty(SharedRuntime(), DType::kString, Shape{2});
  strings.SetString(1, "b");
  EXPECT_EQ(std::string_view(strings.string(1)), "b");
  EXPECT_TRUE(Throws([&] { strings.SetString(2, "c"); }, Code::kOutOfRange, {"2"}));
}

TEST_F(CppLooking, MetadataGoesIntoTracesAndEventFiles) {
  const RunOptions options = RunOptions::Create({.trace = true, .partition_graphs = true});
  const Metadata metadata = Metadata::Create();
  const Feed feeds[] = {{x_, fed_}};
  const Output fetches[] = {ops::Softmax(product_)};
  (void)session_.Run(feeds, fetches, {}, options, metadata);
  EXPECT_FALSE(metadata.node_stats().empty());
  EXPECT_TRUE(metadata.fallbacks().empty());
  EXPECT_GT(metadata.planning_seconds(), 0);
  const std::map<std::string, std::string> partitions = metadata.partitions();
  EXPECT_EQ(partitions.size(), 1u);
  const Trace trace = Trace::Create();
  EXPECT_TRUE(Throws([&] { trace.AddStep(Metadata(Metadata::Create())); }, Code::kFailedPrecondition));
  trace.AddStep(metadata);
  EXPECT_NE(std::string(trace.Json()).find("product"), std::string::npos);
  const std::string folder = testing::TempDir() + "cpp_events_" + std::to_string(getpid());
  const EventWriter writer = EventWriter::Create(SharedRuntime(), folder, "test");
  writer.AddRunMetadata("step", metadata, 1);
  EXPECT_TRUE(
      Throws([&] { writer.AddRunMetadata("step", metadata, 2); }, Code::kAlreadyExists, {"step"}));
  writer.Close();
  EXPECT_GT(std::filesystem::file_size(writer.path()), 0u);
  std::filesystem::remove_all(folder);
}

TEST_F(CppLooking, CallablesRunWithoutWaiting) {
  const Callable call = session_.Prepare({x_}, {y_});
  const Tensor feeds[] = {fed_};
  std::vector<std::future<Outcome<std::vector<Tensor>>>> futures;
  for (int i = 0; i < 50; ++i) futures.push_back(call.RunAsync(feeds));
  for (auto& future : futures) EXPECT_EQ(future.get().at(0).item<float>(), -14);
  EXPECT_TRUE(Throws([&] { (void)call.RunAsync({}).get(); }, Code::kInvalidArgument, {"1 feeds"}));
}

struct Counting final : Allocator {
  explicit Counting(std::atomic<int>* alive) : alive_(alive) { ++*alive_; }
  ~Counting() override { --*alive_; }
  void* Allocate(std::size_t size_bytes) noexcept override {
    ++used_;
    return std::aligned_alloc(64, (size_bytes + 63) / 64 * 64);
  }
  void Free(void* data, std::size_t) noexcept override { std::free(data); }
  std::atomic<int> used_{0};
  std::atomic<int>* alive_;
};

TEST(CppRuntime, KeepsItsLogAndAllocatorAsLongAsItNeedsThem) {
  std::atomic<int> alive{0}, lines{0};
  const auto held = std::make_shared<int>(1);
  {
    auto allocator = std::make_shared<Counting>(&alive);
    Counting* const counting = allocator.get();
    RuntimeOptions options{.threads = 1, .allocator = std::move(allocator)};
    options.log = [held, &lines](Severity, std::string_view) {
      if (++lines == 2) throw std::runtime_error("the log's own trouble, which nobody hears of");
    };
    options.log_level = Severity::kInfo;
    Runtime runtime = Runtime::Create(options);
    options = {};
    runtime.Write(Severity::kDebug, "dropped");
    runtime.Write(Severity::kInfo, "a line");
    runtime.Write(Severity::kError, "another");
    EXPECT_EQ(lines, 2);
    const Tensor tensor = Tensor::Scalar(runtime, 1.0F);
    EXPECT_GT(counting->used_, 0);
    runtime = {};
    EXPECT_EQ(alive, 1);
    EXPECT_EQ(held.use_count(), 2);
  }
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(CppCluster, TellsItsTasksAndSpreadsVariables) {
  const Cluster cluster = Cluster::FromText("ps=a:1,b:1;worker=2@c:1");
  const Cluster again = Cluster::FromMessage(std::string(cluster.Message()));
  EXPECT_EQ(std::vector<std::string>(again.Jobs()), (std::vector<std::string>{"ps", "worker"}));
  const std::map<std::int64_t, std::string> workers = again.Tasks("worker");
  EXPECT_EQ(workers, (std::map<std::int64_t, std::string>{{2, "c:1"}}));
  EXPECT_TRUE(Throws([&] { (void)again.Tasks("nobody"); }, Code::kNotFound, {"nobody"}));
  EXPECT_TRUE(Throws([] { (void)Cluster::FromMessage("\xff\xff"); }, Code::kDataLoss));
  const DeviceSetter setter = DeviceSetter::Create(cluster, "ps", true);
  EXPECT_EQ(std::string(setter.Next(8)), "/job:ps/task:0");
  EXPECT_EQ(std::string(setter.Next(2)), "/job:ps/task:1");
  EXPECT_EQ(std::string(setter.Next(2)), "/job:ps/task:1");
}

TEST(CppCluster, AKeyFileIsAskedOfSessions) {
  namespace fs = std::filesystem;
  const fs::path folder = testing::TempDir() + "cpp_keys_" + std::to_string(getpid());
  fs::create_directories(folder);
  const auto key_file = [&](const char* name, char digit, fs::perms mode) {
    const fs::path path = folder / name;
    std::ofstream(path) << std::string(64, digit) << "\n";
    fs::permissions(path, mode);
    return path.string();
  };
  constexpr fs::perms kOwn = fs::perms::owner_read | fs::perms::owner_write;
  const std::string key = key_file("key", 'a', kOwn), other = key_file("other", 'b', kOwn);
  const std::string open = key_file("open", 'a', kOwn | fs::perms::others_read);
  const Runtime& runtime = SharedRuntime();
  const Cluster cluster = Cluster::FromText("ps=127.0.0.1:0");
  const Server server =
      Server::Start(runtime, cluster, "ps", 0, {.key_file = key, .files = folder.string()});
  const Graph graph = Graph::Create(runtime);
  const Output three = graph.Constant(3.0F);
  const Session session = Session::Create(
      graph, {.target = server.target(), .key_file = key, .device_filters = {"/job:ps"}});
  EXPECT_EQ(session.Fetch(three).item<float>(), 3);
  const Certificates nowhere{"/nowhere/a", "/nowhere/b", "/nowhere/c"};
  EXPECT_TRUE(
      Throws([&] { (void)Session::Create(graph, {.target = server.target(), .certificates = nowhere}); },
             Code::kNotFound, {"/nowhere/"}));
  EXPECT_ANY_THROW((void)Session::Create(
      graph,
      {.target = server.target(), .key_file = other, .connect_timeout = std::chrono::seconds(5)}));
  const auto start = [&](const ServerOptions& options) {
    (void)Server::Start(runtime, cluster, "ps", 0, options);
  };
  EXPECT_TRUE(Throws([&] { start({.key_file = open}); }, Code::kPermissionDenied, {"open"}));
  EXPECT_TRUE(Throws([&] { start({.key_file = "/nowhere/key"}); }, Code::kNotFound, {"/nowhere/key"}));
  EXPECT_TRUE(
      Throws([&] { start({.key_file = key, .certificates = nowhere}); }, Code::kInvalidArgument));
  EXPECT_TRUE(Throws([&] { start({.certificates = nowhere}); }, Code::kNotFound, {"/nowhere/"}));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace runnel_test

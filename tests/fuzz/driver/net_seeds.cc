// Writes the seeds of fuzz_server and fuzz_message, which are made of the structs of net/*messages.h:
//   runnel_fuzz_net_seeds tests/fuzz/seeds
// To be run, and what it writes committed, when a message changes.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/graph/graph_def.h"
#include "net/wire/all_messages.h"
#include "net/wire/frame.h"
#include "tests/fuzz/frames.h"

namespace runnel::net {
namespace {

namespace fs = std::filesystem;

fs::path g_root;

void WriteSeed(const char* fuzzer, std::string_view name, const std::string& bytes) {
  fs::create_directories(g_root / fuzzer);
  std::ofstream file(g_root / fuzzer / name, std::ios::binary);
  file << bytes;
  if (!file.flush()) std::abort();
}

std::string ReadGraph(const char* name) {
  std::ifstream file(g_root / "graphdef_binary" / name, std::ios::binary);
  if (!file.is_open()) std::abort();
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string GraphOf(std::vector<NodeDef> nodes) {
  GraphDef def;
  def.nodes = std::move(nodes);
  return *EncodeGraphDef(def);
}

// What one peer says.
class Said {
 public:
  Said() { Say(Hello{.token = "fuzz", .job = "b", .task = 1, .incarnation = 77, .dead_ms = 3000}); }
  void Say(const Hello& hello) { Add(FrameHeader(FrameKind::kHello), *Encode(hello)); }
  template <typename R>
  void Ask(const R& request, bool told = false) {
    FrameHeader header(FrameKind::kRequest);
    header.call = told ? 0 : ++calls_;
    header.method = static_cast<uint32_t>(R::kMethod);
    Add(header, *Encode(request));
  }
  void Push(uint64_t step, const std::string& key, std::vector<int64_t> dims, const std::string& value,
            bool dead = false) {
    FrameHeader header(FrameKind::kTensor);
    header.step = step;
    header.key = key;
    header.dtype = DType::kFloat;
    header.dims = std::move(dims);
    header.dead = dead;
    Add(header, value);
  }
  void Offer(uint64_t step, const std::string& key, std::vector<int64_t> dims, uint64_t total_bytes,
             uint64_t stream) {
    FrameHeader header(FrameKind::kOffer);
    header.step = step;
    header.key = key;
    header.dtype = DType::kFloat;
    header.dims = std::move(dims);
    header.total_bytes = total_bytes;
    header.stream = stream;
    Add(header, "");
  }
  void Write(std::string_view name) const { WriteSeed("server", name, bytes_); }

 private:
  void Add(const FrameHeader& header, const std::string& payload) {
    if (!AppendFrame(header, payload, &bytes_).ok()) std::abort();
    bytes_ += payload;
  }
  std::string bytes_;
  uint64_t calls_ = 0;
};

// In the requests a handle or a session of 1 stands for the one that was given last.
void WriteServerSeeds() {
  const std::string one = GraphOf({{"one", "NoOp", {}, {}, {}}});
  const std::string x_to_y =
      GraphOf({{"x", "Placeholder", {}, {}, {{"dtype", AttrValue(DType::kFloat)}}},
               {"y", "Identity", {"x"}, {}, {{"T", AttrValue(DType::kFloat)}}}});
  const std::string task = "/job:a/replica:0/task:0";
  const std::string receives =
      GraphOf({{"x",
                "_HostRecv",
                {},
                {},
                {{"recv_device", AttrValue(task)},
                 {"send_device", AttrValue(std::string("/job:b/replica:0/task:1"))},
                 {"send_device_incarnation", AttrValue(int64_t{0})},
                 {"tensor_name", AttrValue(std::string("e0"))},
                 {"tensor_type", AttrValue(DType::kFloat)}}},
               {"y", "Identity", {"x"}, {}, {{"T", AttrValue(DType::kFloat)}}}});
  const std::string two("\0\0\x80\x3f\0\0\0\x40", 8), single("\0\0\x40\x40", 4);
  {
    Said said;
    said.Write("hello");
    said.Ask(GetStatusRequest());
    said.Ask(PingRequest{"anything"});
    said.Ask(GetLogRequest());
    said.Ask(TaskStatusRequest());
    said.Ask(ClusterStatusRequest{20});
    said.Write("status");
  }
  {
    Said said;
    said.Ask(RegisterGraphRequest{.session = 5, .graph = one, .targets = {"one"}});
    said.Ask(RunGraphRequest{.graph_handle = 1, .step = 9});
    said.Ask(EndStepRequest{9, {}});
    said.Ask(ForgetGraphRequest{1});
    said.Ask(DeregisterGraphsRequest{5});
    said.Write("register_and_run");
  }
  {
    Said said;
    said.Ask(RegisterGraphRequest{
        .session = 5, .graph = x_to_y, .feeds = {{0, "x:0"}}, .fetches = {{0, "y:0"}}});
    said.Ask(RunGraphRequest{.graph_handle = 1, .step = 9, .want = kWantMetadata | kWantTrace});
    said.Push(9, "in0", {2}, two);
    said.Ask(EndStepRequest{9, {}});
    said.Write("feeds_and_fetches");
  }
  {
    Said said;
    said.Ask(RegisterGraphRequest{.session = 5, .graph = receives, .fetches = {{0, "y:0"}}});
    said.Push(10, "e0", {}, single);
    said.Ask(RunGraphRequest{.graph_handle = 1, .step = 10});
    said.Push(10, "e0", {}, "", true);
    said.Ask(StepFailedRequest{10, Unavailable("lost")});
    said.Ask(EndStepRequest{10, Cancelled("cancelled")}, true);
    said.Write("receives");
  }
  for (const char* const name : {"attrs", "function", "tensors"}) {
    const std::string graph = ReadGraph(StrCat(name, ".pb").c_str());
    Said said;
    said.Ask(RegisterGraphRequest{.session = 5, .graph = graph});
    said.Ask(CreateSessionRequest{.graph = graph});
    said.Write(StrCat("register_", name));
  }
  {
    Said said;
    said.Ask(EstimateCostsRequest{.session = 5, .graph = x_to_y, .fed_shapes = {{"x", Shape({2, 3})}}});
    said.Write("costs");
  }
  {
    Said said;
    said.Ask(CreateSessionRequest{.graph = x_to_y, .default_device = "/job:a", .timeout_ms = 50});
    said.Ask(RunStepRequest{.session = 1,
                            .step = 20,
                            .feeds = {"x:0"},
                            .fetches = {"y:0"},
                            .timeout_ms = 100,
                            .want = kWantMetadata | kWantTrace | kWantGraphs});
    said.Push(20, "feed0", {1}, single);
    said.Ask(ListDevicesRequest{1});
    said.Ask(SessionLogRequest{1});
    said.Ask(CancelRunRequest{20, {}});
    said.Ask(ExtendSessionRequest{1, x_to_y + one});
    said.Ask(CloseSessionRequest{1});
    said.Write("session");
  }
  {
    Said said;
    said.Ask(CreateSessionRequest{.graph = x_to_y});
    said.Ask(
        RunStepRequest{.session = 1, .step = 21, .feeds = {"x:0"}, .fetches = {"y:0"}, .partial = true});
    said.Push(21, "feed0", {1}, single);
    said.Ask(CancelRunRequest{21, Cancelled("")});
    said.Write("partial");
  }
  {
    Said said;
    said.Ask(CreateSessionRequest{.graph = one});
    said.Ask(ResetRequest{1, {"one", ""}});
    said.Ask(CleanupAllRequest());
    said.Write("reset");
  }
  {
    Said said;
    said.Ask(JoinGroupRequest{.group_key = 3, .group_size = 2, .job = "b"});
    said.Ask(GroupMeasuredRequest{1, 100, 1000});
    said.Ask(EndGroupRequest{1, Unavailable("")});
    said.Write("group");
  }
  {
    Said said;
    said.Offer(7, "feed0", {2, 3}, 24, 3);
    said.Offer(9, "e0", {100'000}, 400'000, 4);
    said.Push(7, "feed0", {6}, std::string(24, 'x'));
    said.Write("offers");
  }
}

// One of each, as they are when nobody has filled them in, and some that are filled.
class MessageSeeds {
 public:
  template <typename M>
  void Write(const M& message) const {
    uint8_t place = 0, chosen = 0;
    ForEachWholeMessage([&]<typename Other>() {
      if constexpr (std::is_same_v<M, Other>) chosen = place;
      ++place;
    });
    WriteSeed("message", Wire<M>::kName, static_cast<char>(chosen) + *Encode(message));
  }
};

void WriteMessageSeeds() {
  const MessageSeeds seeds;
  ForEachWholeMessage([&]<typename M>() { seeds.Write(M()); });
  const Status failure(Code::kNotFound, "missing", "node");
  seeds.Write(StatusReply{failure});
  seeds.Write(Goodbye{failure});
  seeds.Write(Hello{"token", "a", 3, 4, 3000, 5, true, 1 << 20});
  GetStatusReply has;
  has.devices = {{"CPU", 0}, {"GPU", 1}};
  has.kernels = {{"Add", "CPU", {{"T", {DType::kFloat, DType::kInt8}}}, "runnel.cpu"}};
  seeds.Write(has);
  seeds.Write(RegisterGraphRequest{
      .session = 1, .graph = "g", .feeds = {{0, "x:0"}}, .fetches = {{2, "y:0"}}, .targets = {"t"}});
  seeds.Write(RunGraphRequest{1, 2, 0, kWantAll});
  seeds.Write(EndStepRequest{7, failure});
  seeds.Write(EstimateCostsRequest{1, "g", {{"x", Shape({2, 0, 300})}, {"y", Shape()}}});
  seeds.Write(EstimateCostsReply{{}, {{"a", 17}, {"b", NodeCost::kNoKernel}}, {"v"}});
  seeds.Write(LogReply{{}, {"a line", ""}});
  TaskStatus task;
  task.name = "/job:a/replica:0/task:0";
  task.address = "127.0.0.1:1";
  task.devices = {{"CPU", 0}};
  task.step = 9;
  seeds.Write(TaskStatusReply{{}, task});
  seeds.Write(ClusterStatusReply{{}, {task, task}});
  seeds.Write(JoinGroupRequest{-1, 2, "a", 0, "means"});
  seeds.Write(JoinGroupReply{{}, 5, {{"a", 0}, {"b", 1}}, "means"});
  seeds.Write(CreateSessionRequest{.graph = "g",
                                   .default_device = "/cpu:0",
                                   .timeout_ms = 0,
                                   .disabled_passes = {"cse"},
                                   .device_filters = {"/job:ps"},
                                   .soft_placement = true});
  seeds.Write(RunStepRequest{.session = 1,
                             .step = UINT64_MAX,
                             .feeds = {"x:0", ""},
                             .targets = {"t"},
                             .timeout_ms = 20,
                             .want = 3,
                             .partial = true});
}

}  // namespace
}  // namespace runnel::net

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: runnel_fuzz_net_seeds tests/fuzz/seeds\n");
    return 2;
  }
  runnel::net::g_root = argv[1];
  runnel::net::WriteServerSeeds();
  runnel::net::WriteMessageSeeds();
  return 0;
}

// Peers that break the protocol: they lose their connection, are told why, and nothing else happens.
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <thread>

#include "net/wire/all_messages.h"
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

class HostileTest : public NetTest {
 protected:
  // A raw connection to a server.
  static int ConnectRaw(int port) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(port));
    EXPECT_EQ(connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    return fd;
  }
  static std::string Frame(const FrameHeader& header, const std::string& payload) {
    std::string out;
    EXPECT_TRUE(AppendFrame(header, payload, &out).ok());
    return out + payload;
  }
  static std::string Hello(const std::string& token) {
    net::Hello hello;
    hello.token = token;
    return Frame(FrameHeader(FrameKind::kHello), *Encode(hello));
  }
  // Sends, reads until the server closes, and returns the status of its goodbye.
  static Status Talk(int port, const std::string& bytes) {
    const int fd = ConnectRaw(port);
    // The server may close before it has all.
    EXPECT_GT(send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL), 0);
    FrameReader reader(SystemAllocator(), FrameLimits());
    Status last;
    while (true) {
      const std::span<char> space = reader.Space();
      const ssize_t n = recv(fd, space.data(), space.size(), 0);
      if (n <= 0) break;
      const Status status = reader.Filled(static_cast<size_t>(n), [&](const Message& message) {
        if (message.header.kind == FrameKind::kGoodbye) last = Decode<Goodbye>(message.body)->reason;
        return OkStatus();
      });
      EXPECT_TRUE(status.ok()) << status.ToString();
    }
    close(fd);
    return last;
  }
};

TEST_F(HostileTest, LoseTheirConnectionAndNothingElse) {
  MakeCluster({{"a", 0}});
  const Ref<Server> server = StartServer("a", 0);
  const OutputRef y = On("/job:a", "Neg", {Vector({1})});
  Open(server);
  FrameHeader chunk(FrameKind::kChunk);
  chunk.stream = 3;
  FrameHeader reply(FrameKind::kReply);
  reply.call = 12345;
  FrameHeader request(FrameKind::kRequest);
  request.method = static_cast<uint32_t>(Method::kGetStatus);
  FrameHeader tensor(FrameKind::kTensor);
  tensor.dtype = DType::kFloat;
  tensor.dims = {1000};
  FrameHeader large = tensor, offer(FrameKind::kOffer), ready(FrameKind::kReady),
              credit(FrameKind::kCredit);
  large.dims = {25'000};
  offer.dtype = DType::kFloat;
  offer.dims = {100};
  offer.stream = ready.stream = 5;
  offer.total_bytes = 401;
  credit.credit = 1;
  FrameHeader good = offer, nothing = offer, decline = ready;
  good.total_bytes = 400;
  nothing.total_bytes = 0;
  decline.kind = FrameKind::kDecline;
  // For steps that never begin: all of it waits for them.
  std::string without_credit = Hello(kToken);
  tensor.dims = {16'000};
  for (int i = 0; i < 140; ++i) without_credit += Frame(tensor, std::string(64'000, 'x'));
  tensor.dims = {1000};
  net::Hello bulk;
  bulk.token = kToken;
  bulk.bulk = true;
  bulk.link = 77;
  std::string older = Hello(kToken);
  older[4] = 1;
  std::string flipped = Hello(kToken);
  flipped.back() = static_cast<char>(flipped.back() ^ 1);
  const struct {
    std::string bytes, why;
  } cases[] = {
      {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "does not speak Runnel's protocol"},
      {std::string(100, '\0'), "does not speak Runnel's protocol"},
      {flipped, "does not match its checksum"},
      {Frame(request, ""), "did not say hello first"},
      {Hello("wrong"), "wants its cluster's token"},
      {Hello(kToken) + Hello(kToken), "a second hello"},
      {Hello(kToken) + Frame(chunk, "x"), "a chunk of no message"},
      {Hello(kToken) + Frame(reply, ""), "a reply to no call"},
      // Nobody waits for an answer to it.
      {Hello(kToken) + Frame(request, "\xff\xff"), "GetStatusRequest: byte 0"},
      {Hello(kToken) + Frame(tensor, "1234"), "of 4 bytes"},
      {Hello(kToken) + Frame(large, std::string(100'000, 'x')), "100000 bytes that was not offered"},
      {without_credit, "there was credit for"},
      {Hello(kToken) + Frame(offer, ""), "float[100] of 401 bytes"},
      {Hello(kToken) + Frame(nothing, ""), "an offer of nothing"},
      {Hello(kToken) + Frame(good, "") + Frame(good, ""), "offered twice"},
      {Hello(kToken) + Frame(good, "x"), "of kind 8 with a payload"},
      {Hello(kToken) + Frame(ready, ""), "stream 5, which was not offered"},
      {Hello(kToken) + Frame(decline, ""), "declined, which was not offered"},
      {Hello(kToken) + Frame(credit, ""), "credit for 1 bytes of 0"},
      {Frame(FrameHeader(FrameKind::kHello), *Encode(bulk)), "belongs to no other"},
      {older, StrCat("the peer speaks version 1 of the protocol, this is version ",
                     static_cast<int>(kProtocolVersion))},
  };
  std::vector<Tensor> got;
  for (const auto& c : cases) {
    EXPECT_THAT(Talk(server->port(), c.bytes).ToString(), HasSubstr(c.why));
    const Status status = Run({{}, {y}, {}}, {}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
}

TEST_F(HostileTest, EveryRequestIsAnsweredWithAStatusWhateverItSays) {
  MakeCluster({{"a", 0}});
  const Ref<Server> server = StartServer("a", 0);
  const int fd = ConnectRaw(server->port());
  std::string bytes = Hello(kToken);
  size_t calls = 0;
  const auto ask = [&](uint32_t method, const std::string& request) {
    FrameHeader header(FrameKind::kRequest);
    header.call = ++calls;
    header.method = method;
    bytes += Frame(header, request);
  };
  RegisterGraphRequest graph;
  graph.session = 99;
  graph.graph = "this is no graph";
  graph.feeds = {{0, "x"}, {INT32_MAX, "|"}};
  graph.targets = {"nothing"};
  CreateSessionRequest session;
  session.graph = graph.graph;
  session.device_filters = {"nonsense"};
  RunStepRequest step;
  step.session = 99;
  step.step = 7;
  step.fetches = {""};
  ask(0, "");
  ask(1, "");
  ask(2, *Encode(graph));
  ask(3, *Encode(RunGraphRequest{99, 7, -1, 0}));
  ask(10, *Encode(session));
  ask(11, *Encode(ExtendSessionRequest{99, graph.graph}));
  ask(12, *Encode(step));
  ask(~0u, "");
  // Every method, with what is no message, and with the words of another.
  const size_t first_broken = calls;
  AllRequests::ForEach([&]<typename R>() { ask(static_cast<uint32_t>(R::kMethod), "\xff\xff"); });
  const size_t first_odd = calls;
  AllRequests::ForEach([&]<typename R>() { ask(static_cast<uint32_t>(R::kMethod), *Encode(step)); });
  ASSERT_EQ(send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  FrameReader reader(SystemAllocator(), FrameLimits());
  std::map<uint64_t, Status> replies;
  while (replies.size() < calls) {
    const std::span<char> space = reader.Space();
    const ssize_t n = recv(fd, space.data(), space.size(), 0);
    ASSERT_GT(n, 0);
    ASSERT_TRUE(reader
                    .Filled(static_cast<size_t>(n),
                            [&](const Message& message) {
                              if (message.header.kind == FrameKind::kReply)
                                replies[message.header.call] = Decode<StatusReply>(message.body)->status;
                              return OkStatus();
                            })
                    .ok());
  }
  close(fd);
  EXPECT_EQ(replies[1].code(), Code::kUnimplemented) << replies[1].ToString();
  EXPECT_TRUE(replies[2].ok());
  EXPECT_EQ(replies[3].code(), Code::kDataLoss) << replies[3].ToString();
  EXPECT_EQ(replies[4].code(), Code::kAborted) << replies[4].ToString();
  EXPECT_EQ(replies[5].code(), Code::kDataLoss) << replies[5].ToString();
  EXPECT_EQ(replies[6].code(), Code::kAborted) << replies[6].ToString();
  EXPECT_EQ(replies[7].code(), Code::kAborted) << replies[7].ToString();
  EXPECT_EQ(replies[8].code(), Code::kUnimplemented) << replies[8].ToString();
  for (size_t call = first_broken + 1; call <= first_odd; ++call) {
    EXPECT_EQ(replies[call].code(), Code::kDataLoss) << replies[call].ToString();
    EXPECT_THAT(replies[call].ToString(), HasSubstr("Request: byte 0"));
  }
}

// A connection that asks one thing after another, as a client or a master would.
class Asker {
 public:
  Asker(int fd, const std::string& hello) : fd_(fd) {
    EXPECT_EQ(send(fd_, hello.data(), hello.size(), MSG_NOSIGNAL), static_cast<ssize_t>(hello.size()));
  }
  ~Asker() { close(fd_); }
  template <typename R>
  Result<typename R::Reply> Ask(const R& request) {
    FrameHeader header(FrameKind::kRequest);
    header.call = ++call_;
    header.method = static_cast<uint32_t>(R::kMethod);
    const std::string payload = *Encode(request);
    std::string bytes;
    EXPECT_TRUE(AppendFrame(header, payload, &bytes).ok());
    bytes += payload;
    EXPECT_EQ(send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
    std::optional<typename R::Reply> reply;
    while (!reply) {
      const std::span<char> space = reader_.Space();
      const ssize_t n = recv(fd_, space.data(), space.size(), 0);
      if (n <= 0) return Unavailable("the server closed the connection");
      const Status status = reader_.Filled(static_cast<size_t>(n), [&](const Message& message) {
        if (message.header.kind == FrameKind::kReply && message.header.call == call_)
          reply = *Decode<typename R::Reply>(message.body);
        return OkStatus();
      });
      EXPECT_TRUE(status.ok()) << status.ToString();
    }
    if (!reply->status.ok()) return reply->status;
    return std::move(*reply);
  }

 private:
  const int fd_;
  uint64_t call_ = 0;
  FrameReader reader_{SystemAllocator(), FrameLimits()};
};

std::string GraphOf(std::vector<NodeDef> nodes, std::vector<FunctionDef> functions = {}) {
  GraphDef def;
  def.nodes = std::move(nodes);
  def.functions = std::move(functions);
  return *EncodeGraphDef(def);
}

AttrList EdgeAttrs(const std::string& from, const std::string& to, const char* type_attr) {
  return {{"recv_device", AttrValue(to)},
          {"send_device", AttrValue(from)},
          {"send_device_incarnation", AttrValue(int64_t{3})},
          {"tensor_name", AttrValue(std::string("a"))},
          {type_attr, AttrValue(DType::kFloat)}};
}

// Whoever has the token may register graphs, which only masters do otherwise. Ops that only planning
// makes are refused there too; the ends of edges between tasks wait or fail, and nothing else happens.
TEST_F(HostileTest, InternalOpsOfAClientAreRefusedOrHarmless) {
  MakeCluster({{"a", 0}});
  const Ref<Server> server = StartServer("a", 0);
  const std::string task = TaskName("a", 0);
  Asker asker(ConnectRaw(server->port()), Hello(kToken));
  const NodeDef x{
      "x",
      "Const",
      {},
      {},
      {{"dtype", AttrValue(DType::kFloat)}, {"value", AttrValue(*Tensor::FromScalar<float>(1))}}};
  const AttrList typed = {{"T", AttrValue(DType::kFloat)}, {"index", AttrValue(int64_t{0})}};
  const NodeDef internal[] = {
      {"bad", "_Recv", {}, {}, EdgeAttrs("a", "a", "tensor_type")},
      {"bad", "_Send", {"x"}, {}, EdgeAttrs("a", "a", "T")},
      {"bad", "_Arg", {}, {}, typed},
      {"bad", "_Retval", {"x"}, {}, typed},
      {"bad", "_FusedMatMul", {"x", "x"}, {}, {{"T", AttrValue(DType::kFloat)}}},
      {"bad", "_Nothing", {}, {}, {}},
  };
  const auto expect_refused = [](const Status& status) {
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
    EXPECT_THAT(status.ToString(), HasSubstr("\"bad\""));
  };
  FunctionDef function;
  function.signature.name = "f";
  function.nodes = {internal[0]};
  for (const NodeDef& bad : internal) {
    CreateSessionRequest session;
    RegisterGraphRequest registration;
    EstimateCostsRequest estimate;
    session.graph = registration.graph = estimate.graph = GraphOf({x, bad});
    registration.targets = {"bad"};
    expect_refused(asker.Ask(session).status());
    expect_refused(asker.Ask(registration).status());
    expect_refused(asker.Ask(estimate).status());
  }
  RegisterGraphRequest with_function;
  with_function.graph = GraphOf({x}, {function});
  with_function.targets = {"bad"};
  expect_refused(asker.Ask(with_function).status());
  // Ends of edges are for masters to register: not in a client's own graph.
  CreateSessionRequest with_edge;
  with_edge.graph = GraphOf({{"bad", "_HostRecv", {}, {}, EdgeAttrs(task, task, "tensor_type")}});
  expect_refused(asker.Ask(with_edge).status());

  const std::string nowhere = "/job:nobody/replica:0/task:7", odd(100'000, '/');
  const AttrList no_attrs = {{"tensor_type", AttrValue(DType::kFloat)}};
  const struct {
    NodeDef node;
    std::optional<Code>
        code;  // none: it hangs on whether the step or the news of the lost peer is first
  } edges[] = {
      {{"edge", "_HostRecv", {}, {}, EdgeAttrs(task, task, "tensor_type")}, Code::kDeadlineExceeded},
      {{"edge", "_HostRecv", {}, {}, EdgeAttrs(nowhere, nowhere, "tensor_type")},
       Code::kDeadlineExceeded},
      {{"edge", "_HostRecv", {}, {}, no_attrs}, Code::kInvalidArgument},
      {{"edge", "_HostRecv", {}, {}, EdgeAttrs("", "", "tensor_type")}, Code::kInvalidArgument},
      {{"edge", "_HostSend", {"x"}, {}, EdgeAttrs(task, task, "T")}, Code::kOk},
      {{"edge", "_HostSend", {"x"}, {}, EdgeAttrs(task, "client", "T")}, Code::kOk},
      {{"edge", "_HostSend", {"x"}, {}, EdgeAttrs(task, nowhere, "T")}, std::nullopt},
      {{"edge", "_HostSend", {"x"}, {}, EdgeAttrs(odd, odd, "T")}, std::nullopt},
      {{"edge", "_HostSend", {"x", "x"}, {}, EdgeAttrs(task, task, "T")}, Code::kInvalidArgument},
      {{"edge", "_HostSend", {}, {}, EdgeAttrs(task, task, "T")}, Code::kInvalidArgument},
  };
  uint64_t step = 100;
  for (const auto& edge : edges) {
    SCOPED_TRACE(edge.node.op);
    RegisterGraphRequest registration;
    registration.graph = GraphOf({x, edge.node});
    registration.targets = {"edge"};
    const auto registered = asker.Ask(registration);
    Status status = registered.status();
    if (status.ok()) {
      status = asker.Ask(RunGraphRequest{registered->graph_handle, ++step, 20, 0}).status();
      EXPECT_TRUE(asker.Ask(EndStepRequest{step, {}}).ok());
    }
    if (edge.code) {
      EXPECT_EQ(status.code(), *edge.code) << status.ToString();
    }
  }
  // It serves on.
  const OutputRef y = On("/job:a", "Neg", {Vector({1})});
  Open(server);
  std::vector<Tensor> got;
  const Status status = Run({{}, {y}, {}}, {}, &got);
  EXPECT_TRUE(status.ok()) << status.ToString();
}

// Answers every step with whole numbers, or with none of its fetches, and then it leaves.
class LyingMaster final : public Endpoint {
 public:
  explicit LyingMaster(const Ref<Runtime>& runtime, bool leaves = false)
      : Endpoint(ThisCore(), runtime, Hello(), {500, 60'000}, *SecurityContext::Make({})),
        leaves_(leaves) {}
  Status OnHello(Peer*, const Hello&) override { return OkStatus(); }
  Status OnRequest(Peer* peer, const IncomingRequest& request) override {
    const bool runs = request.method == Method::kRunStep;
    const uint64_t step = runs ? Decode<RunStepRequest>(request.bytes)->step : 0;
    if (runs) peer->Push(step, "started", Tensor(), true);
    if (runs && !leaves_) {
      peer->Push(step, "fetch0", *Tensor::FromValues<int32_t>(Shape({1}), std::vector<int32_t>{7}),
                 false);
    }
    if (request.method == Method::kCreateSession) {
      peer->Reply(request.call, CreateSessionReply{{}, 1});
    } else {
      peer->Reply(request.call, StatusReply());
    }
    if (runs && leaves_) static_cast<Connection*>(peer)->Close(Unavailable("it has left"));
    return OkStatus();
  }
  void OnTensor(Peer*, uint64_t, std::string, Tensor, bool, Charge) override {}

 private:
  const bool leaves_;
};

TEST_F(HostileTest, AMasterThatSendsAnotherTypeIsNotBelieved) {
  LyingMaster master(runtime_);
  const auto [fd, port] = ListenAnywhere();
  ASSERT_TRUE(master.StartLoop().ok());
  master.RunOnLoop([&, fd = fd] { ASSERT_TRUE(master.Listen(fd).ok()); });
  const OutputRef strings =
      b().Constant(*Tensor::FromStrings(Shape({1}), std::vector<std::string>{"a"}));
  auto session = Connect(StrCat("runnel://127.0.0.1:", port));
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  session_ = *session;
  std::vector<Tensor> got;
  const Status whole = Run({{}, {strings}, {}}, {}, &got);
  EXPECT_EQ(whole.code(), Code::kDataLoss) << whole.ToString();
  EXPECT_THAT(whole.ToString(), HasSubstr("int32[1]"));
  EXPECT_TRUE(got[0].empty());
  auto handle = session_->PartialRunSetup({{}, {strings}, {}});
  ASSERT_TRUE(handle.ok()) << handle.status().ToString();
  std::vector<Tensor> part(1);
  EXPECT_EQ(session_->PartialRun(*handle, {}, {}, std::vector<OutputRef>{strings}, part).code(),
            Code::kDataLoss);
  session_ = nullptr;
  master.Shutdown();
}

// The step was answered; its fetch travels on its own, and does not come.
TEST_F(HostileTest, AStepEndsWithAMasterThatLeavesBetweenItsAnswerAndAFetch) {
  for (const bool partial : {false, true}) {
    LyingMaster master(runtime_, true);
    const auto [fd, port] = ListenAnywhere();
    ASSERT_TRUE(master.StartLoop().ok());
    master.RunOnLoop([&, fd = fd] { ASSERT_TRUE(master.Listen(fd).ok()); });
    const OutputRef value = Vector({1});
    auto session = Connect(StrCat("runnel://127.0.0.1:", port));
    ASSERT_TRUE(session.ok()) << session.status().ToString();
    session_ = *session;
    std::vector<Tensor> got(1);
    Status status;
    if (partial) {
      const auto handle = session_->PartialRunSetup({{}, {value}, {}});
      status = handle.status();
      if (handle.ok())
        status = session_->PartialRun(*handle, {}, {}, std::vector<OutputRef>{value}, got);
    } else {
      status = Run({{}, {value}, {}}, {}, &got);
    }
    EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
    EXPECT_THAT(status.ToString(), HasSubstr("it has left"));
    session_ = nullptr;
    master.Shutdown();
  }
}

// Only net's own threads write to sockets; a host with the default action for SIGPIPE must not die.
TEST_F(HostileTest, NetworkThreadsTakeNoSignals) {
  MakeCluster({{"a", 0}});
  const auto blocked = [] {
    std::set<std::string> threads;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
      std::ifstream status(task.path() / "status");
      for (std::string line; std::getline(status, line);) {
        if (!line.starts_with("SigBlk:")) continue;
        if ((std::stoull(line.substr(8), nullptr, 16) >> (SIGPIPE - 1) & 1) != 0)
          threads.insert(task.path().filename());
      }
    }
    return threads;
  };
  const Ref<Runtime> runtime = NewRuntime();
  const std::set<std::string> before = blocked();
  const auto server = ServerImpl::Start(ThisCore(), runtime, OptionsOf("a", 0));
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  std::set<std::string> started = blocked();
  std::erase_if(started, [&](const std::string& thread) { return before.contains(thread); });
  ASSERT_EQ(started.size(), 1u);
  (*server)->Stop();
  // A thread that was joined may be listed for a moment.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (blocked().contains(*started.begin()) && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  EXPECT_FALSE(blocked().contains(*started.begin()));
}

}  // namespace
}  // namespace runnel::net

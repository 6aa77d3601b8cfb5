// Messages and their tables: what is written is read back, what is damaged is refused by name, and
// proto/wire.proto says the same as the tables.
#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "net/wire/all_messages.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

template <typename M>
M BackAgain(const M& message) {
  const auto bytes = Encode(message);
  EXPECT_TRUE(bytes.ok());
  auto back = Decode<M>(*bytes);
  EXPECT_TRUE(back.ok()) << back.status().ToString();
  EXPECT_EQ(*Encode(*back), *bytes);
  return std::move(*back);
}

TEST(Messages, ComeBackWhole) {
  Hello hello;
  hello.token = std::string("\0t", 2);
  hello.job = "worker";
  hello.task = 12;
  hello.incarnation = UINT64_MAX;
  hello.dead_ms = 17;
  hello.bulk = true;
  const Hello hello_back = BackAgain(hello);
  EXPECT_EQ(hello_back.token, hello.token);
  EXPECT_EQ(hello_back.task, 12);
  EXPECT_EQ(hello_back.incarnation, UINT64_MAX);
  EXPECT_TRUE(hello_back.bulk);

  RegisterGraphRequest graph;
  graph.graph = std::string(100'000, 'g');
  graph.feeds = {{0, "a:0"}, {7, ""}};
  graph.targets = {"c", "", "d"};
  const RegisterGraphRequest graph_back = BackAgain(graph);
  EXPECT_EQ(graph_back.graph, graph.graph);
  EXPECT_EQ(graph_back.feeds, graph.feeds);
  EXPECT_EQ(graph_back.targets, graph.targets);

  GetStatusReply has;
  has.devices = {{"CPU", 0}, {"GPU", 3}};
  has.kernels = {{"Add", "CPU", {{"T", {DType::kFloat, DType::kInt8}}}, "runnel.cpu"}};
  const GetStatusReply has_back = BackAgain(has);
  EXPECT_EQ(has_back.devices, has.devices);
  ASSERT_EQ(has_back.kernels.size(), 1u);
  EXPECT_EQ(has_back.kernels[0].types, has.kernels[0].types);
  EXPECT_EQ(has_back.kernels[0].plugin_id, "runnel.cpu");

  EstimateCostsRequest estimate;
  estimate.fed_shapes = {{"x", Shape({3, 0})}, {"y", Shape()}};
  EXPECT_EQ(BackAgain(estimate).fed_shapes, estimate.fed_shapes);
  EstimateCostsReply costs;
  costs.costs = {{"a", 1.75e9}, {"b", NodeCost::kNoKernel}, {"c", 1e30}, {"d", 0}};
  const EstimateCostsReply costs_back = BackAgain(costs);
  ASSERT_EQ(costs_back.costs.size(), 4u);
  EXPECT_EQ(costs_back.costs[0].ns, 1.75e9);
  EXPECT_EQ(costs_back.costs[1].ns, NodeCost::kNoKernel);
  EXPECT_EQ(costs_back.costs[2].ns, 1e18) << "the most that is told";

  JoinGroupRequest join;
  join.group_key = -5;
  join.group_size = INT64_MAX;
  EXPECT_EQ(BackAgain(join).group_key, -5);
  const Status reason = BackAgain(Goodbye{Status(Code::kNotFound, "missing", "node")}).reason;
  EXPECT_EQ(reason.ToString(), "NOT_FOUND: missing");
  EXPECT_EQ(reason.node(), "node");
}

TEST(Messages, ATimeOf0IsSomethingElseThanNone) {
  RunStepRequest step;
  EXPECT_EQ(Decode<RunStepRequest>("")->timeout_ms, -1);
  EXPECT_EQ(BackAgain(step).timeout_ms, -1);
  step.timeout_ms = 0;
  EXPECT_EQ(BackAgain(step).timeout_ms, 0);
}

TEST(Messages, FieldsThatNobodyKnowsAreSkipped) {
  // Field 100 as each wire type, around field 1.
  const std::string_view bytes(
      "\xa0\x06\x07\x08\x2a\xa2\x06\x02xy\xa1\x06\x01\x02\x03\x04\x05\x06\x07\x08\xa5\x06\x01\x02\x03"
      "\x04",
      26);
  const auto request = Decode<ForgetGraphRequest>(bytes);
  ASSERT_TRUE(request.ok()) << request.status().ToString();
  EXPECT_EQ(request->graph_handle, 42u);
}

TEST(Messages, WhatIsWrongIsSaidByMessageFieldAndByte) {
  const auto why = [](const auto& decoded) { return decoded.status().ToString(); };
  EXPECT_EQ(why(Decode<RunGraphRequest>("\x08\x01\x20\x63")),
            "INVALID_ARGUMENT: RunGraphRequest, field want: byte 2: a number of 99; at most 15");
  EXPECT_EQ(why(Decode<RegisterGraphRequest>("\x08\x01\x12\x05g")),
            "DATA_LOSS: RegisterGraphRequest, field graph: byte 2: truncated: 5 bytes expected, 1 left");
  EXPECT_EQ(why(Decode<ForgetGraphRequest>("\xff\xff")),
            "DATA_LOSS: ForgetGraphRequest: byte 0: truncated or too long varint");
  EXPECT_EQ(why(Decode<ForgetGraphRequest>("\x0a\x01x")),
            "DATA_LOSS: ForgetGraphRequest, field graph_handle: byte 0: wire type 0 expected, got 2");
  // A device whose number is 5000, in a task's status in a reply.
  const std::string device("\x0a\x01G\x10\x88\x27");
  const std::string task = std::string("\x22\x06") + device;
  const std::string reply = std::string("\x12\x08") + task;
  EXPECT_EQ(why(Decode<TaskStatusReply>(reply)),
            "INVALID_ARGUMENT: TaskStatusReply, field task.devices.number: byte 7: a number of 5000; at "
            "most 4096");
  EXPECT_THAT(why(Decode<StatusReply>("\x0a\x03\x08\xff\x01")), HasSubstr("field status.code"));
  EXPECT_THAT(
      why(Decode<EstimateCostsRequest>("\x1a\x0c\x12\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")),
      HasSubstr("EstimateCostsRequest, field fed_shapes.dims: byte 2"));
}

TEST(Messages, WhatIsCutOffAnywhereIsReadOrRefused) {
  RegisterGraphRequest request;
  request.graph = "graph";
  request.feeds = {{1, "a:0"}};
  request.targets = {"t"};
  const std::string bytes = *Encode(request);
  for (size_t n = 0; n < bytes.size(); ++n)
    (void)Decode<RegisterGraphRequest>(std::string_view(bytes).substr(0, n));
}

// ---- beside proto/wire.proto ----

struct ProtoField {
  std::string name, type;
  bool repeated = false;
  bool operator==(const ProtoField&) const = default;
};
std::ostream& operator<<(std::ostream& out, const ProtoField& field) {
  return out << (field.repeated ? "repeated " : "") << field.type << " " << field.name;
}
using ProtoMessage = std::map<uint32_t, ProtoField>;

// As far as the file's own way of writing goes: a field a line.
std::map<std::string, ProtoMessage> ReadProto() {
  std::ifstream file(RUNNEL_WIRE_PROTO);
  EXPECT_TRUE(file.is_open()) << RUNNEL_WIRE_PROTO;
  std::map<std::string, ProtoMessage> messages;
  ProtoMessage* current = nullptr;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word)) continue;
    if (word == "message") {
      words >> word;
      current = &messages[word];
      if (line.ends_with("{}")) current = nullptr;
    } else if (word == "}") {
      current = nullptr;
    } else if (current != nullptr && !word.starts_with("//")) {
      ProtoField field;
      field.repeated = word == "repeated";
      if (field.repeated) words >> word;
      field.type = word;
      char equals = 0;
      uint32_t tag = 0;
      words >> field.name >> equals >> tag;
      EXPECT_EQ(equals, '=') << line;
      EXPECT_TRUE(current->emplace(tag, field).second) << line;
    }
  }
  return messages;
}

TEST(Messages, TheProtoFileSaysWhatTheTablesSay) {
  const std::map<std::string, ProtoMessage> proto = ReadProto();
  // Walked by hand, by the numbers that nanopb takes from the file.
  std::set<std::string> left = {"Header", "StepMetadata", "NodeTime", "Placement", "DeviceGraph"};
  size_t tables = 0;
  const auto compare = [&]<typename M>() {
    const WireMessage& table = kWireMessage<M>;
    ProtoMessage fields;
    for (const WireField& row : table.fields) {
      EXPECT_TRUE(
          fields.emplace(row.tag, ProtoField{std::string(row.name), std::string(row.type), row.repeated})
              .second)
          << table.name << " has " << row.tag << " twice";
    }
    const auto it = proto.find(std::string(table.name));
    ASSERT_NE(it, proto.end()) << table.name;
    EXPECT_EQ(fields, it->second) << table.name;
    EXPECT_TRUE(left.insert(std::string(table.name)).second) << table.name << " is listed twice";
    ++tables;
  };
  ForEachWholeMessage(compare);
  PartMessages::ForEach(compare);
  EXPECT_EQ(tables, AllRequests::kSize + AllReplies::kSize + OtherMessages::kSize + PartMessages::kSize);
  for (const auto& [name, fields] : proto)
    EXPECT_TRUE(left.contains(name)) << "message " << name << " has no table";
}

TEST(Messages, EveryMethodHasOneRequestAndEveryReplyAStatusInField1) {
  std::map<uint32_t, std::string_view> methods;
  AllRequests::ForEach([&]<typename R>() {
    static_assert(RequestMessage<R>);
    EXPECT_TRUE(methods.emplace(static_cast<uint32_t>(R::kMethod), Wire<R>::kName).second)
        << Wire<R>::kName;
  });
  // As many as there are numbers, from 1 on.
  EXPECT_EQ(methods.size(), methods.rbegin()->first);
  AllReplies::ForEach([]<typename P>() {
    static_assert(ReplyMessage<P>);
    EXPECT_EQ(kWireMessage<P>.fields[0].tag, 1u);
    EXPECT_EQ(kWireMessage<P>.fields[0].name, "status");
  });
}

}  // namespace
}  // namespace runnel::net

// ClusterSpec: building, look-ups, both encodings, and what is refused.
#include "net/wire/cluster_spec.h"

#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

namespace runnel::net {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ClusterSpec Sample() {
  auto spec = ClusterSpec::FromText("ps=10.0.0.1:2222; worker=2@a.b-c:1,b:2,7@[::1]:65535");
  EXPECT_TRUE(spec.ok()) << spec.status().ToString();
  return *spec;
}

TEST(ClusterSpec, KnowsJobsTasksAndAddressesWithSparseNumbers) {
  const ClusterSpec spec = Sample();
  EXPECT_EQ(spec.num_tasks(), 4);
  EXPECT_THAT(spec.jobs(), ElementsAre("ps", "worker"));
  EXPECT_THAT(*spec.TaskIndices("worker"), ElementsAre(2, 3, 7));
  EXPECT_EQ(*spec.NumTasks("ps"), 1);
  EXPECT_EQ(*spec.TaskAddress("worker", 3), "b:2");
  EXPECT_EQ(*spec.TaskAddress("worker", 7), "[::1]:65535");
}

TEST(ClusterSpec, LookUpsNameWhatIsMissingAndWhatThereIs) {
  const ClusterSpec spec = Sample();
  EXPECT_EQ(spec.TaskIndices("chief").status().ToString(),
            "NOT_FOUND: the cluster has no job \"chief\"; its jobs: ps, worker");
  EXPECT_EQ(spec.TaskAddress("worker", 0).status().ToString(),
            "NOT_FOUND: job \"worker\" has no task 0; its tasks: 2, 3, 7");
  EXPECT_EQ(spec.TaskAddress("worker", int64_t{1} << 32 | 3).status().code(), Code::kNotFound);
  EXPECT_EQ(spec.TaskAddress("worker", -1).status().code(), Code::kNotFound);
}

TEST(ClusterSpec, TextAndMessageGiveBackTheSame) {
  const ClusterSpec spec = Sample();
  EXPECT_EQ(spec.ToText(), "ps=10.0.0.1:2222;worker=2@a.b-c:1,b:2,7@[::1]:65535");
  EXPECT_EQ(*ClusterSpec::FromText(spec.ToText()), spec);
  EXPECT_EQ(*ClusterSpec::FromMessage(*spec.ToMessage()), spec);
  const auto lines = ClusterSpec::FromText("# two jobs\n worker = a:1 ,b:2 \n\nps=c:0\n");
  ASSERT_TRUE(lines.ok()) << lines.status().ToString();
  EXPECT_EQ(lines->ToText(), "ps=c:0;worker=a:1,b:2");
}

// What protobuf's own encoder writes for {job "w", tasks {0: "a:1", 3: "b:2"}}, in the order that it
// likes; and the same with the tasks before the name.
TEST(ClusterSpec, ReadsTensorFlowsBytes) {
  const std::string entries(
      "\x12\x07\x08\x00\x12\x03"
      "a:1"
      "\x12\x07\x08\x03\x12\x03"
      "b:2",
      18);
  const std::string name("\x0a\x01w", 3);
  const std::string head("\x0a\x15", 2);
  for (const std::string& body : {StrCat(name, entries), StrCat(entries, name)}) {
    const std::string bytes = StrCat(head, body);
    const auto spec = ClusterSpec::FromMessage(bytes);
    ASSERT_TRUE(spec.ok()) << spec.status().ToString();
    EXPECT_EQ(spec->ToText(), "w=a:1,3@b:2");
  }
}

TEST(ClusterSpec, RefusesBadTextWithTheReason) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "there is no task"},
      {" # nothing", "there is no task"},
      {"worker", "expected job=host:port"},
      {"worker=", "there is no port"},
      {"worker=a", "there is no port"},
      {"worker=a:b", "the port is a number"},
      {"worker=a:65536", "the port is a number"},
      {"worker=a:-1", "the port is a number"},
      {"worker=a:1:2", "stands in brackets"},
      {"worker=:1", "the host is missing"},
      {"worker=::1:80", "stands in brackets"},
      {"worker=[::1:80", "no ']'"},
      {"worker=[nonsense]:80", "no IPv6 address in brackets"},
      {"worker=[::1]80", "the port is a number"},
      {"worker=a b:1", "a host has letters"},
      {"1worker=a:1", "a job name is"},
      {"wor-ker=a:1", "a job name is"},
      {"=a:1", "a job name is"},
      {"worker=x@a:1", "expected a task number before '@'"},
      {"worker=1000000@a:1", "from 0 to 999999"},
      {"worker=99999999999999999999@a:1", "expected a task number"},
      {"worker=1@a:1,1@b:1", "has a task 1 already, at a:1"},
      {"worker=a:1;worker=b:1", "has a task 0 already, at a:1"},
      {"worker=a:1,", "there is no port"},
  };
  for (const auto& [text, reason] : cases) {
    const auto spec = ClusterSpec::FromText(text);
    ASSERT_FALSE(spec.ok()) << text;
    EXPECT_THAT(spec.status().ToString(), HasSubstr(reason)) << text;
  }
}

TEST(ClusterSpec, RefusesEveryTruncationOfAMessage) {
  const std::string bytes = *Sample().ToMessage();
  int parsed = 0;
  for (size_t n = 0; n < bytes.size(); ++n) {
    const auto spec = ClusterSpec::FromMessage(std::string_view(bytes).substr(0, n));
    // Between two jobs the rest is a message of its own.
    if (spec.ok()) {
      ++parsed;
      EXPECT_EQ(spec->ToText(), "ps=10.0.0.1:2222");
    } else {
      EXPECT_TRUE(spec.status().code() == Code::kDataLoss ||
                  spec.status().code() == Code::kInvalidArgument)
          << spec.status().ToString();
    }
  }
  EXPECT_EQ(parsed, 1);
}

TEST(ClusterSpec, ShowsNoControlCharactersOfWhatItRefuses) {
  const auto spec = ClusterSpec::FromText("wor\x1bker=a:1");
  ASSERT_FALSE(spec.ok());
  EXPECT_THAT(spec.status().ToString(), HasSubstr("wor?ker"));
}

TEST(Address, NamesTheTransportThatIsNotThere) {
  for (const Status& status :
       {Address::Parse("rdma://10.0.0.1:2222").status(), Address::ParseTarget("rdma://a:1").status(),
        ClusterSpec::FromText("worker=rdma://10.0.0.1:2222").status()}) {
    EXPECT_EQ(status.code(), Code::kUnimplemented) << status.ToString();
    EXPECT_THAT(status.ToString(), HasSubstr("rdma is not there"));
  }
  EXPECT_EQ(Address::Parse("grpc://a:1").status().code(), Code::kInvalidArgument);
}

TEST(Address, KnowsLoopback) {
  for (const char* text : {"localhost:1", "127.0.0.1:1", "127.9.8.7:1", "[::1]:1"}) {
    EXPECT_TRUE(Address::Parse(text)->IsLoopback()) << text;
  }
  for (const char* text :
       {"0.0.0.0:1", "10.0.0.1:1", "[::]:1", "localhost.evil.org:1", "127.0.0.1.x:1"}) {
    EXPECT_FALSE(Address::Parse(text)->IsLoopback()) << text;
  }
}

}  // namespace
}  // namespace runnel::net

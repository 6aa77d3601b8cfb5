// Random graphs of control flow, run: each step ends, with a status that says what is wrong with the
// graph, and graphs that have one answer give it with passes and without, on one thread and on two.
#include <random>
#include <set>

#include "tests/runtime/runtime_test.h"
#include "tests/support/flow_run.h"

namespace runnel {
namespace {

class RandomFlowTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeOptions one, two;
    one.num_threads = 1;
    two.num_threads = 2;
    one.min_severity = two.min_severity = Severity::kError;
    Restart(one);
    auto made = Runtime::Create(two);
    ASSERT_TRUE(made.ok()) << made.status().ToString();
    two_threads_ = *made;
  }
  static std::vector<uint8_t> Bytes(uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<uint8_t> bytes(20 + random() % 180);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random() >> 24);
    return bytes;
  }

  Ref<Runtime> two_threads_;
};

TEST_F(RandomFlowTest, EveryGraphEndsAsItShould) {
  constexpr uint32_t kGraphs = 100;
  size_t answered = 0, refused = 0;
  std::set<std::string> ops;
  for (uint32_t seed = 1; seed <= kGraphs; ++seed) {
    const std::vector<uint8_t> bytes = Bytes(seed);
    const testing::FlowGraph flow(bytes);
    for (const NodeDef& node : flow.def.nodes) ops.insert(node.op);
    // A wild loop may never end.
    const std::string wrong = testing::CheckFlow(flow, runtime_, two_threads_, flow.tame ? 60'000 : 50);
    ASSERT_EQ(wrong, "") << "seed " << seed << "\n" << testing::Describe(flow);
    (testing::RunFlow(runtime_, flow, true, 50).status.ok() ? answered : refused) += 1;
  }
  // The graphs are worth running: of both kinds there are many, with all that control flow is made of.
  EXPECT_GT(answered, 10u);
  EXPECT_GT(refused, 10u);
  for (const char* op : {"Switch", "Merge", "Enter", "Exit", "NextIteration", "LoopCond", "Assert", "If",
                         "While", "PartitionedCall", "AssignVariableOp"})
    EXPECT_TRUE(ops.contains(op)) << op;
}

}  // namespace
}  // namespace runnel

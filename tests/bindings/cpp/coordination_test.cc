// Coordinators and queue runners from C++.
#include <thread>

#include "tests/bindings/cpp/expect.h"

namespace {

using runnel::Code;

TEST(Coordination, AQueueIsFilledUntilItsSourceEnds) {
  const auto runtime = runnel::Runtime::Create();
  auto graph = runnel::Graph::Create(runtime);
  const auto counter = runnel::ops::VarHandleOp(graph, runnel::DType::kInt64, runnel::Shape{});
  const auto init = runnel::ops::AssignVariableOp(counter, graph.Constant(std::int64_t{0}));
  const std::vector<runnel::DType> types = {runnel::DType::kInt64};
  const auto queue = runnel::ops::FIFOQueueV2(graph, types, {.capacity = 2, .name = "queue"});
  const auto number = runnel::ops::ResourceCountUpTo(counter, 10, runnel::DType::kInt64);
  runnel::ops::QueueEnqueueV2(queue, {number}, {.name = "enqueue"});
  const auto element = runnel::ops::QueueDequeueV2(queue, types)[0];

  const auto coordinator = runnel::Coordinator::Create();
  const auto session = runnel::Session::Create(graph);
  session.Run({}, {}, {init});
  const auto filler = runnel::QueueFiller::Create(graph, {"queue", {"enqueue"}, "", ""});
  EXPECT_EQ(filler.queue(), "queue");
  filler.Start(session, coordinator);
  coordinator.Enter("reader");
  std::int64_t sum = 0;
  std::thread reader([&] {
    try {
      for (;;) sum += session.Fetch(element).item<std::int64_t>();
    } catch (const runnel::Error& error) {
      coordinator.RequestStop(error);
    }
    coordinator.Leave("reader");
  });
  EXPECT_TRUE(coordinator.WaitForStop());
  coordinator.Join();
  reader.join();
  EXPECT_EQ(sum, 45);
  EXPECT_TRUE(coordinator.should_stop());
  EXPECT_FALSE(coordinator.error().has_value()) << "an end is no failure";
  coordinator.ClearStop();
  coordinator.RequestStop(runnel::Error(Code::kAborted, "mine"));
  EXPECT_TRUE(runnel_test::Throws([&] { coordinator.Join(); }, Code::kAborted, {"mine"}));

  const auto meta = runnel::MetaGraph::Create();
  meta.AddQueueRunner({"queue", {"enqueue"}, "", ""});
  const auto again = runnel::Session::Create(graph);
  again.Run({}, {}, {init});
  const auto fillers = runnel::StartQueueRunners(again, graph, meta);
  for (std::int64_t i = 0; i < 10; ++i) EXPECT_EQ(again.Fetch(element).item<std::int64_t>(), i);
  EXPECT_TRUE(runnel_test::Throws([&] { static_cast<void>(again.Fetch(element)); }, Code::kOutOfRange));
  EXPECT_FALSE(fillers[0].error().has_value());
}

}  // namespace

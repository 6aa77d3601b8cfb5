// A program whose state is on a parameter server, through the deaths of its tasks: variable, queue,
// table and iterator go on where they were, and the numbers are those of a run that nothing interrupts.
#include <filesystem>

#include "tests/net/process_fixture.h"

namespace runnel::net {
namespace {

class RecoveryTest : public ProcessTest {
 protected:
  void SetUp() override {
    ProcessTest::SetUp();
    folder_ = (std::filesystem::temp_directory_path() / "runnel_recovery_XXXXXX").string();
    ASSERT_NE(::mkdtemp(folder_.data()), nullptr);
  }
  void TearDown() override {
    ProcessTest::TearDown();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // On the task of a cluster, or nowhere in particular in one process.
  OutputRef At(const std::string& job, const std::string& op, std::vector<OutputRef> inputs,
               AttrList attrs = {}, std::vector<Node*> behind = {}) {
    NodeSpec spec;
    spec.op = op;
    spec.inputs = std::move(inputs);
    spec.attrs = std::move(attrs);
    spec.control_inputs = std::move(behind);
    spec.device = in_cluster_ ? "/job:" + job : "";
    return {b().AddNode(std::move(spec)), 0};
  }
  OutputRef Strings(const std::vector<std::string>& values) {
    return b().Constant(*Tensor::FromStrings(Shape{static_cast<int64_t>(values.size())}, values));
  }

  void Build() {
    const std::vector<DType> floats{DType::kFloat}, longs{DType::kInt64};
    const std::vector<Shape> scalars{Shape()};
    const AttrList components{{"component_types", AttrValue(floats)}};
    const AttrList elements{{"output_types", AttrValue(longs)}, {"output_shapes", AttrValue(scalars)}};
    const AttrList of_float{{"dtype", AttrValue(DType::kFloat)}};

    AttrList named = of_float;
    named.emplace_back("shape", AttrValue(Shape()));
    named.emplace_back("shared_name", AttrValue("w"));
    const OutputRef w = At("ps", "VarHandleOp", {}, named);
    named = components;
    named.emplace_back("shared_name", AttrValue("queue"));
    const OutputRef queue = At("ps", "FIFOQueueV2", {}, named);
    named = {{"key_dtype", AttrValue(DType::kInt64)},
             {"value_dtype", AttrValue(DType::kFloat)},
             {"shared_name", AttrValue("table")}};
    const OutputRef table = At("ps", "MutableHashTableV2", {}, named);
    named = elements;
    named.emplace_back("shared_name", AttrValue("iterator"));
    named.emplace_back("container", AttrValue(""));
    const OutputRef iterator = At("ps", "IteratorV2", {}, named);
    const auto number = [&](int64_t value) { return b().Constant(*Tensor::FromScalar<int64_t>(value)); };
    const OutputRef range = At("ps", "RangeDataset", {number(3), number(100), number(2)}, elements);
    const OutputRef batches =
        At("ps", "ShuffleDataset", {range, number(5), number(7), number(8)}, elements);

    // A step: what is queued is added to the variable in the next step.
    const OutputRef next = At("ps", "IteratorGetNext", {iterator}, elements);
    const OutputRef x = At("worker", "Cast", {next}, {{"DstT", AttrValue(DType::kFloat)}});
    const OutputRef tenfold = At("worker", "Mul", {x, b().Scalar(DType::kFloat, 10)});
    const OutputRef put = At("ps", "QueueEnqueueV2", {queue, tenfold});
    const OutputRef taken = At("ps", "QueueDequeueV2", {queue}, components, {put.node});
    const OutputRef add = At("ps", "AssignAddVariableOp", {w, At("worker", "Neg", {taken})});
    const OutputRef now = At("ps", "ReadVariableOp", {w}, of_float, {add.node});
    const OutputRef insert = At("ps", "LookupTableInsertV2", {table, next, now});
    const OutputRef size = At("ps", "LookupTableSizeV2", {table}, {}, {insert.node});
    const OutputRef found = At("ps", "LookupTableFindV2",
                               {table, number(3), b().Scalar(DType::kFloat, -1)}, {}, {insert.node});
    step_ = {
        {}, {now, x, found, At("worker", "Cast", {size}, {{"DstT", AttrValue(DType::kFloat)}})}, {}};

    const OutputRef first = b().Scalar(DType::kFloat, 0.5);
    const OutputRef begin = At("ps", "MakeIterator", {batches, iterator});
    init_ = {{},
             {},
             {At("ps", "AssignVariableOp", {w, b().Scalar(DType::kFloat, 1)}).node, begin.node,
              At("ps", "QueueEnqueueV2", {queue, first}).node}};

    // A queue's contents go into a checkpoint by being taken out of it.
    const OutputRef prefix = b().Constant(*Tensor::FromStrings(Shape(), {{folder_ + "/state"}}));
    const OutputRef names = Strings({"w", "queue", "keys", "values", "iterator"}),
                    whole = Strings({"", "", "", "", ""});
    const OutputRef queued = At("ps", "QueueDequeueV2", {queue}, components);
    const OutputRef back = At("ps", "QueueEnqueueV2", {queue, queued});
    const OutputRef exported =
        At("ps", "LookupTableExportV2", {table},
           {{"Tkeys", AttrValue(DType::kInt64)}, {"Tvalues", AttrValue(DType::kFloat)}});
    const OutputRef values{exported.node, 1};
    save_ = {{},
             {},
             {At("ps", "SaveV2",
                 {prefix, names, whole, At("ps", "ReadVariableOp", {w}, of_float), queued, exported,
                  values, At("ps", "SerializeIterator", {iterator})})
                  .node,
              back.node}};
    const OutputRef read =
        At("ps", "RestoreV2", {prefix, names, whole},
           {{"dtypes", AttrValue(std::vector<DType>{DType::kFloat, DType::kFloat, DType::kInt64,
                                                    DType::kFloat, DType::kVariant})}});
    const auto part = [&](int i) { return OutputRef{read.node, i}; };
    restore_ = {{},
                {},
                {At("ps", "AssignVariableOp", {w, part(0)}).node,
                 At("ps", "QueueEnqueueV2", {queue, part(1)}).node,
                 At("ps", "LookupTableImportV2", {table, part(2), part(3)}).node,
                 At("ps", "DeserializeIterator", {iterator, part(4)}, {}, {begin.node}).node}};
    ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  }

  void Do(const Signature& signature) {
    std::vector<Tensor> got;
    const Status status = Run(signature, {}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    for (const Tensor& value : got) values_.push_back(ToFloats(value)[0]);
  }
  void Steps(int count) {
    for (int i = 0; i < count; ++i) Do(step_);
  }

  std::string folder_;
  bool in_cluster_ = false;
  Signature step_, init_, save_, restore_;
  std::vector<float> values_;
};

TEST_F(RecoveryTest, StateOnAServerOutlivesWorkersAndIsRestoredAfterTheServersDeath) {
  Build();
  auto local = Session::Create(runtime_, graph_, {});
  ASSERT_TRUE(local.ok()) << local.status().ToString();
  session_ = *local;
  Do(init_);
  Steps(9);
  const std::vector<float> wanted = values_;
  ASSERT_EQ(wanted.size(), 36U);
  values_.clear();

  NewGraph();
  in_cluster_ = true;
  MakeCluster({{"chief", 0}, {"ps", 0}, {"worker", 0}});
  StartProcess("ps", 0, "/");
  StartProcess("worker", 0);
  const Ref<Server> master = StartHere("chief", 0);
  Build();
  Open(master);
  Do(init_);
  Steps(2);
  // The worker has no state: what is on ps goes on.
  Kill("worker", 0);
  StartProcess("worker", 0);
  Open(master);
  Steps(2);
  Do(save_);
  Steps(2);
  // These two steps are lost with the server.
  values_.resize(16);
  Kill("ps", 0);
  StartProcess("ps", 0, "/");
  Open(master);
  std::vector<Tensor> got;
  EXPECT_EQ(Run(step_, {}, &got).code(), Code::kFailedPrecondition);
  Do(restore_);
  Steps(2);
  // Both at once.
  Do(save_);
  Kill("worker", 0);
  Kill("ps", 0);
  StartProcess("ps", 0, "/");
  StartProcess("worker", 0);
  Open(master);
  Do(restore_);
  Steps(3);
  EXPECT_EQ(values_, wanted);
}

}  // namespace
}  // namespace runnel::net

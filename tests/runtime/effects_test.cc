// That nodes run, and when, whatever planning knows of their values: each pass alone, all and none.
#include <functional>

#include "core/passes/freeze.h"
#include "tests/runtime/passes.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class EffectsTest : public RuntimeTest {
 protected:
  // A variable of 7 and an assignment of 5 to it.
  struct Begun {
    OutputRef variable;
    Node* assign;
  };
  Begun Begin() {
    Restart({});
    const OutputRef v = Variable("v", DType::kFloat, {});
    init_ = Assign(v, b().Scalar(DType::kFloat, 7));
    x_ = Placeholder("x", DType::kFloat, {2});
    read_ = Read(v);
    return {v, Assign(v, b().Scalar(DType::kFloat, 5))};
  }
  OutputRef After(const char* op, std::vector<OutputRef> inputs, std::vector<Node*> controls,
                  AttrList attrs = {}) {
    NodeSpec spec;
    spec.op = op;
    spec.inputs = std::move(inputs);
    spec.control_inputs = std::move(controls);
    spec.attrs = std::move(attrs);
    return {b().AddNode(std::move(spec)), 0};
  }
  OutputRef One() { return b().Scalar(DType::kFloat, 1); }
  void AddFunctions(std::string_view text) {
    const auto def = ParseTextGraphDef(text);
    ASSERT_TRUE(def.ok()) << def.status().ToString();
    for (const FunctionDef& function : def->functions)
      ASSERT_TRUE(graph_->AddFunction(function).ok()) << function.signature.name;
  }
  OutputRef Call(const char* function, std::vector<OutputRef> args, std::vector<Node*> controls = {},
                 int outputs = 1) {
    std::vector<DType> types;
    for (const OutputRef& arg : args) types.push_back(arg.node->output_type(arg.index));
    return After("StatefulPartitionedCall", std::move(args), std::move(controls),
                 {{"Tin", AttrValue(types)},
                  {"Tout", AttrValue(std::vector<DType>(static_cast<size_t>(outputs), DType::kFloat))},
                  {"f", AttrValue(FuncRef{function, {}})}});
  }

  static std::vector<std::vector<std::string>> Ways() {
    std::vector<std::vector<std::string>> ways = {{}, {"all"}};
    for (const std::string& one : SwitchedPasses()) ways.push_back(PassesBut(one));
    return ways;
  }
  // Builds with `build` and fetches what it answers: `value` comes, and the variable is then `left`.
  void Leaves(const char* what, float value, float left, const std::function<OutputRef()>& build) {
    SCOPED_TRACE(what);
    const OutputRef y = build();
    for (const auto& way : Ways()) {
      SCOPED_TRACE(way.empty() ? "all passes" : way[0] == "all" ? "no pass" : "without " + way[0]);
      session_options_.disabled_passes = way;
      session_ = nullptr;
      Run({}, {}, {init_});
      const auto got = Run({y}, {{x_, Floats({2, 3})}});
      ASSERT_FALSE(got[0].empty());
      EXPECT_EQ(ToFloats(got[0])[0], value);
      EXPECT_EQ(ToFloats(Run({read_})[0])[0], left);
    }
  }

  Node* init_ = nullptr;
  OutputRef x_, read_;
};

TEST_F(EffectsTest, AValueThatIsKnownStillWaits) {
  Leaves("a constant", 1, 5, [&] {
    Node* assign = Begin().assign;
    return After("Identity", {One()}, {assign});
  });
  Leaves("what follows from one", 3, 5, [&] {
    Node* assign = Begin().assign;
    const OutputRef waits = After("Identity", {One()}, {assign});
    return b().Op("Mul", {waits, b().Scalar(DType::kFloat, 3)});
  });
  Leaves("a size", 2, 5, [&] {
    Node* assign = Begin().assign;
    const OutputRef size = b().Op("Size", {After("Identity", {x_}, {assign})});
    return b().Op("Cast", {size}, {{"DstT", AttrValue(DType::kFloat)}});
  });
  Leaves("what takes one and something else", 3, 5, [&] {
    Node* assign = Begin().assign;
    const OutputRef waits = After("Identity", {One()}, {assign});
    return b().Op("AddV2", {b().Op("ZerosLike", {waits}), b().Op("AddV2", {x_, One()})});
  });
  Leaves("a sum that is neutral", 2, 5, [&] {
    Node* assign = Begin().assign;
    const OutputRef waits = After("Mul", {x_, One()}, {assign});
    return b().Op("Identity", {b().Op("Mul", {waits, One()})});
  });
}

TEST_F(EffectsTest, WhatComesBehindAKnownValueComesLater) {
  Leaves("a read", 5, 5, [&] {
    const Begun begun = Begin();
    const OutputRef known = b().Op("AddV2", {After("Identity", {One()}, {begun.assign}), One()});
    return After("ReadVariableOp", {begun.variable}, {known.node},
                 {{"dtype", AttrValue(DType::kFloat)}});
  });
  // Nothing computes a view, and its shape is known: what waits for it waits for the shape's node.
  Leaves("a read behind a view", 5, 5, [&] {
    const OutputRef v = Begin().variable;
    const auto late = [&](const Tensor& value, Node* behind) {
      return After("Const", {}, {behind},
                   {{"dtype", AttrValue(value.dtype())}, {"value", AttrValue(value)}});
    };
    Node* const first = Assign(Variable("w", DType::kFloat, {}), One());
    Node* const assign = Assign(v, late(Scalar<float>(5), first));
    const Tensor shape = *Tensor::FromValues<int32_t>({2}, std::vector<int32_t>{2, 1});
    const OutputRef view = b().Op("Reshape", {x_, late(shape, assign)});
    return After("ReadVariableOp", {v}, {view.node}, {{"dtype", AttrValue(DType::kFloat)}});
  });
  // What is added was known all along: it is added behind the assignment.
  Leaves("an update", 2, 7, [&] {
    const Begun begun = Begin();
    const OutputRef known = b().Op("AddV2", {After("Identity", {One()}, {begun.assign}), One()});
    Node* add = b().AddNode({{}, "AssignAddVariableOp", {begun.variable, known}, {}, {}, {}});
    return After("Identity", {b().Scalar(DType::kFloat, 2)}, {add});
  });
}

TEST_F(EffectsTest, OfManyAreAllWaitedFor) {
  constexpr int kMany = 150;  // more than are looked at together
  Begin();
  std::vector<OutputRef> reads;
  std::vector<Node*> inits;
  OutputRef sum = One();
  for (int i = 0; i < kMany; ++i) {
    const OutputRef v = Variable(StrCat("of_many_", i), DType::kFloat, {});
    inits.push_back(Assign(v, b().Scalar(DType::kFloat, 0)));
    Node* add = b().AddNode({{}, "AssignAddVariableOp", {v, One()}, {}, {}, {}});
    sum = After("AddV2", {sum, One()}, {add});
    reads.push_back(Read(v));
  }
  const OutputRef end = b().Op("Mul", {b().Op("ZerosLike", {sum}), x_});
  Run({}, {}, inits);
  for (int step = 1; step < 3; ++step) {
    EXPECT_EQ(ToFloats(Run({end}, {{x_, Floats({2, 3})}})[0])[0], 0);
    for (const Tensor& read : Run(reads)) EXPECT_EQ(ToFloats(read)[0], static_cast<float>(step));
  }
}

TEST_F(EffectsTest, AnAssertBehindAConstantFails) {
  for (const bool holds : {true, false}) {
    Begin();
    Node* check = b().AddNode({{},
                               "Assert",
                               {b().Constant(*Tensor::FromScalar<bool>(holds)), One()},
                               {},
                               {{"T", AttrValue(std::vector<DType>{DType::kFloat})}},
                               {}});
    const OutputRef y = b().Op("AddV2", {After("Identity", {One()}, {check}), One()});
    for (const auto& way : Ways()) {
      session_options_.disabled_passes = way;
      session_ = nullptr;
      std::vector<Tensor> out;
      const Status status = TryRun({y}, {}, {}, &out);
      EXPECT_EQ(status.code(), holds ? Code::kOk : Code::kInvalidArgument) << status.ToString();
    }
  }
}

constexpr std::string_view kFunctions = R"(
library {
  function {
    signature { name: "Sets" input_arg { name: "v" type: DT_RESOURCE } input_arg { name: "x" type: DT_FLOAT }
                output_arg { name: "y" type: DT_FLOAT } is_stateful: true }
    node_def { name: "set" op: "AssignVariableOp" input: "v" input: "x"
               attr { key: "dtype" value { type: DT_FLOAT } } }
    node_def { name: "double" op: "AddV2" input: "x" input: "x"
               attr { key: "T" value { type: DT_FLOAT } } }
    ret { key: "y" value: "double:z:0" }
  }
  function {
    signature { name: "Outer" input_arg { name: "v" type: DT_RESOURCE } input_arg { name: "x" type: DT_FLOAT }
                output_arg { name: "y" type: DT_FLOAT } is_stateful: true }
    node_def { name: "call" op: "Sets" input: "v" input: "x" }
    ret { key: "y" value: "x" }
  }
  function {
    signature { name: "Maybe" input_arg { name: "v" type: DT_RESOURCE } input_arg { name: "p" type: DT_BOOL }
                output_arg { name: "y" type: DT_FLOAT } is_stateful: true }
    node_def { name: "four" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
               attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 4 } } } }
    node_def { name: "side" op: "Switch" input: "four:output:0" input: "p"
               attr { key: "T" value { type: DT_FLOAT } } }
    node_def { name: "set" op: "AssignVariableOp" input: "v" input: "side:output_true:0"
               attr { key: "dtype" value { type: DT_FLOAT } } }
    ret { key: "y" value: "four:output:0" }
  }
  function {
    signature { name: "Reads" input_arg { name: "v" type: DT_RESOURCE }
                output_arg { name: "y" type: DT_FLOAT } is_stateful: true }
    node_def { name: "read" op: "ReadVariableOp" input: "v" attr { key: "dtype" value { type: DT_FLOAT } } }
    ret { key: "y" value: "read:value:0" }
  }
  function {
    signature { name: "First" input_arg { name: "x" type: DT_FLOAT } input_arg { name: "unused" type: DT_FLOAT }
                output_arg { name: "y" type: DT_FLOAT } }
    ret { key: "y" value: "x" }
  }
})";

TEST_F(EffectsTest, OfAFunctionHappenWhenItIsCalled) {
  Leaves("that nothing in it waits for", 4, 2, [&] {
    const OutputRef v = Begin().variable;
    AddFunctions(kFunctions);
    return Call("Sets", {v, b().Scalar(DType::kFloat, 2)});
  });
  Leaves("of one that it calls", 2, 2, [&] {
    const OutputRef v = Begin().variable;
    AddFunctions(kFunctions);
    return Call("Outer", {v, b().Scalar(DType::kFloat, 2)});
  });
  Leaves("of which only its end is waited for", 1, 2, [&] {
    const OutputRef v = Begin().variable;
    AddFunctions(kFunctions);
    const OutputRef call = Call("Outer", {v, b().Scalar(DType::kFloat, 2)});
    return After("Identity", {One()}, {call.node});
  });
  for (const bool taken : {true, false}) {
    Leaves("that control flow decides on", 4, taken ? 4 : 7, [&] {
      const OutputRef v = Begin().variable;
      AddFunctions(kFunctions);
      // Not known before it runs.
      const OutputRef p = b().Op("Greater", {b().Op("Max", {x_, b().Int32Vector({0})}),
                                             b().Scalar(DType::kFloat, taken ? 1 : 9)});
      return Call("Maybe", {v, p});
    });
  }
}

TEST_F(EffectsTest, AreWaitedForByCalls) {
  Leaves("which read", 5, 5, [&] {
    const Begun begun = Begin();
    AddFunctions(kFunctions);
    return Call("Reads", {begun.variable}, {begun.assign});
  });
  Leaves("which hand an argument on", 2, 5, [&] {
    const Begun begun = Begin();
    AddFunctions(kFunctions);
    return b().Op("AddV2", {Call("First", {One(), One()}, {begun.assign}), One()});
  });
  Leaves("which do not use the argument that waits", 2, 5, [&] {
    const Begun begun = Begin();
    AddFunctions(kFunctions);
    const OutputRef waits = After("Identity", {One()}, {begun.assign});
    return b().Op("AddV2", {Call("First", {One(), waits}), One()});
  });
  Leaves("by what ops are composed of", 2, 5, [&] {
    const Begun begun = Begin();
    return b().Op("Identity", {After("Gather", {x_, b().Scalar(DType::kInt32, 0)}, {begun.assign})});
  });
}

TEST_F(EffectsTest, StayWhereABranchIsNotTaken) {
  Leaves("of what only that takes", 2, 5, [&] {
    const Begun begun = Begin();
    const OutputRef waits = After("Identity", {x_}, {begun.assign});
    const OutputRef p = b().Constant(*Tensor::FromScalar<bool>(true));
    const OutputRef no = b().Op("Switch", {waits, p}), yes = b().Op("Switch", {x_, p});
    return b().Op("Merge", {b().Op("Neg", {no}), b().Op("Identity", {OutputRef{yes.node, 1}})});
  });
  // Whether it happens is not known before the step.
  for (const bool happens : {true, false}) {
    Leaves("of what may not happen", 2, happens ? 5 : 7, [&] {
      const Begun begun = Begin();
      const OutputRef most = b().Op("Max", {x_, b().Int32Vector({0})});
      const OutputRef less = b().Op("Less", {b().Scalar(DType::kFloat, happens ? 9 : 1), most});
      const OutputRef side = b().Op("Switch", {b().Scalar(DType::kFloat, 5), less});
      const OutputRef changed = After("Identity", {side}, {Assign(begun.variable, side)});
      const OutputRef either = b().Op("Merge", {changed, OutputRef{side.node, 1}});
      const OutputRef p = b().Constant(*Tensor::FromScalar<bool>(true));
      const OutputRef no = b().Op("Switch", {b().Op("Mul", {x_, either}), p});
      const OutputRef yes = b().Op("Switch", {x_, p});
      return b().Op("Merge", {b().Op("Neg", {no}), b().Op("Identity", {OutputRef{yes.node, 1}})});
    });
  }
}

TEST_F(EffectsTest, AFrozenReadStillWaits) {
  const Begun begun = Begin();
  Node* check = b().AddNode({"check",
                             "Assert",
                             {b().Op("Less", {b().Op("Max", {x_, b().Int32Vector({0})}), One()}), One()},
                             {},
                             {{"T", AttrValue(std::vector<DType>{DType::kFloat})}},
                             {}});
  const AttrList dtype = {{"dtype", AttrValue(DType::kFloat)}};
  const OutputRef checked = After("ReadVariableOp", {begun.variable}, {check}, dtype);
  const OutputRef changed = After("ReadVariableOp", {begun.variable}, {begun.assign}, dtype);
  const OutputRef plain = After("ReadVariableOp", {begun.variable}, {x_.node}, dtype);
  // A branch: the read is dead with it.
  const OutputRef side =
      b().Op("Switch", {x_, b().Op("Greater", {b().Op("Max", {x_, b().Int32Vector({0})}), One()})});
  const OutputRef taken = b().Op("Identity", {OutputRef{side.node, 1}});
  const OutputRef inside = After("ReadVariableOp", {begun.variable}, {taken.node}, dtype);
  const OutputRef merged = b().Op("Merge", {b().Op("Sum", {side, b().Int32Vector({0})}), inside});
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  const auto values = [&](std::span<Node* const> handles) -> Result<std::vector<Tensor>> {
    return std::vector<Tensor>(handles.size(), Floats({7}, Shape()));
  };
  const auto freeze = [&](OutputRef output) { return Freeze(*graph_, std::span(&output, 1), values); };

  const auto of_change = freeze(changed);
  EXPECT_EQ(of_change.status().code(), Code::kUnimplemented) << of_change.status().ToString();
  const auto without = freeze(plain);
  ASSERT_TRUE(without.ok()) << without.status().ToString();
  EXPECT_EQ(without->nodes.size(), 1u);
  const auto def = freeze(checked), branch = freeze(merged);
  ASSERT_TRUE(def.ok() && branch.ok());
  const std::string names[] = {checked.node->name(), merged.node->name()};
  for (const float x : {0.5F, 2.0F}) {
    for (const bool second : {false, true}) {
      Restart({});
      ASSERT_TRUE(graph_->Import(second ? *branch : *def, {}).ok());
      std::vector<Tensor> out;
      const Status status = TryRun({*graph_->FindOutput(names[second ? 1 : 0])},
                                   {{*graph_->FindOutput("x"), Floats({x, x})}}, {}, &out);
      EXPECT_EQ(status.ok(), second || x < 1) << status.ToString();
      if (!status.ok()) continue;
      EXPECT_EQ(ToFloats(out[0])[0], second && x < 1 ? 2 * x : 7.0F);
    }
  }
}

}  // namespace
}  // namespace runnel

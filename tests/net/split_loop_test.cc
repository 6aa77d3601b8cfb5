// Loops whose bodies are on several tasks: each compared with the same graph in one process.
#include <cmath>
#include <functional>

#include "core/passes/control_flow_builder.h"
#include "core/passes/gradients.h"
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using Edges = std::vector<OutputRef>;

class SplitLoopTest : public NetTest {
 protected:
  void StartThree() {
    MakeCluster({{"a", 0}, {"b", 0}, {"ps", 0}});
    StartServer("b", 0);
    StartServer("ps", 0);
    master_ = StartServer("a", 0);
  }
  // Device strings are only for the cluster.
  OutputRef At(GraphBuilder& c, const std::string& job, const std::string& op, const Edges& inputs,
               AttrList attrs = {}) const {
    NodeSpec spec;
    spec.op = op;
    spec.inputs = inputs;
    spec.attrs = std::move(attrs);
    spec.device = remote_graph_ ? "/job:" + job : "";
    return {c.AddNode(std::move(spec)), 0};
  }
  OutputRef Int(GraphBuilder& c, int value) { return c.Scalar(DType::kInt32, value); }

  // `count` times; v[0] is the counter, then vars, then constants.
  Edges Repeat(GraphBuilder& at, OutputRef count, const Edges& vars, const Edges& constants,
               const std::function<Edges(GraphBuilder& c, const Edges& v)>& body) {
    Edges inputs = {Int(at, 0)};
    inputs.insert(inputs.end(), vars.begin(), vars.end());
    Edges fixed = constants;
    fixed.push_back(count);
    const auto exits = BuildWhile(
        at.graph(), inputs, fixed,
        [](GraphBuilder& c, const Edges& v) {
          return c.Op("Less", {v[0], v.back()});
        },
        [&](GraphBuilder& c, const Edges& v) {
          Edges next = {c.Op("AddV2", {v[0], Int(c, 1)})};
          const Edges values = body(c, v);
          next.insert(next.end(), values.begin(), values.end());
          return next;
        });
    EXPECT_TRUE(exits.ok()) << exits.status().ToString();
    if (!exits.ok()) return Edges(inputs.size() - 1);
    return Edges(exits->begin() + 1, exits->end());
  }

  // Runs what `build` makes in one process and on the cluster, `times` times each, and compares all
  // fetches.
  struct Built {
    Signature signature;
    std::vector<Node*> init;
  };
  void Compare(const std::function<Built()>& build, const std::vector<std::vector<Tensor>>& feeds,
               float tolerance = 0) {
    std::vector<std::vector<float>> values[2];
    for (const bool remote : {false, true}) {
      remote_graph_ = remote;
      NewGraph();
      const Built built = build();
      ASSERT_TRUE(b().status().ok()) << b().status().ToString();
      if (remote) {
        Open(master_);
      } else {
        auto local = Session::Create(runtime_, graph_, {});
        ASSERT_TRUE(local.ok()) << local.status().ToString();
        session_ = *local;
      }
      std::vector<Tensor> got;
      if (!built.init.empty()) {
        const Status status = Run({{}, {}, built.init}, {}, &got);
        ASSERT_TRUE(status.ok()) << status.ToString();
      }
      for (const std::vector<Tensor>& given : feeds) {
        RunOptions options;
        options.timeout_ms = 60'000;
        const Status status = Run(built.signature, given, &got, options);
        ASSERT_TRUE(status.ok()) << (remote ? "cluster: " : "one process: ") << status.ToString();
        for (const Tensor& tensor : got) values[remote ? 1 : 0].push_back(ToFloats(tensor));
      }
    }
    ASSERT_EQ(values[0].size(), values[1].size());
    for (size_t i = 0; i < values[0].size(); ++i) {
      ASSERT_EQ(values[0][i].size(), values[1][i].size());
      for (size_t k = 0; k < values[0][i].size(); ++k) {
        EXPECT_TRUE(std::isfinite(values[0][i][k]));
        EXPECT_NEAR(values[0][i][k], values[1][i][k], tolerance * std::abs(values[0][i][k])) << i;
      }
    }
  }
  static Tensor Count(int32_t n) { return *Tensor::FromScalar<int32_t>(n); }

  Ref<Server> master_;
  bool remote_graph_ = false;
};

TEST_F(SplitLoopTest, ABodyGoesBetweenTwoTasks) {
  StartThree();
  const auto build = [this]() -> Built {
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({3}));
    const OutputRef n = Placeholder("n", DType::kInt32, Shape());
    const Edges out = Repeat(b(), n, {x, x}, {x}, [this](GraphBuilder& c, const Edges& v) {
      const OutputRef half = At(c, "b", "Tanh", {At(c, "b", "AddV2", {v[1], v[3]})});
      const OutputRef sum = At(c, "a", "AddV2", {half, v[2]});
      return Edges{half, sum};
    });
    return {{{x, n}, {out[0], out[1]}, {}}, {}};
  };
  const Tensor x = Floats({0.1f, -0.2f, 0.3f});
  Compare(build, {{x, Count(1)}, {x, Count(7)}, {x, Count(0)}, {x, Count(150)}});
  // And it really was split.
  const auto lines = session_->TaskLogs();
  ASSERT_TRUE(lines.ok());
  EXPECT_GE(std::count_if(lines->begin(), lines->end(),
                          [](const std::string& line) {
                            return line.find("/job:b/replica:0/task:0: graph") != std::string::npos;
                          }),
            1);
}

TEST_F(SplitLoopTest, LoopsNestOverThreeTasks) {
  StartThree();
  const auto build = [this]() -> Built {
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
    const OutputRef n = Placeholder("n", DType::kInt32, Shape());
    const Edges out = Repeat(b(), n, {x}, {x}, [this](GraphBuilder& c, const Edges& v) {
      const OutputRef inner =
          Repeat(c, v[0], {At(c, "b", "Sin", {v[1]})}, {v[2]}, [this](GraphBuilder& d, const Edges& w) {
            return Edges{At(d, "ps", "Tanh", {At(d, "b", "Mul", {w[1], w[2]})})};
          })[0];
      return Edges{At(c, "a", "AddV2", {inner, v[2]})};
    });
    return {{{x, n}, {out[0]}, {}}, {}};
  };
  const Tensor x = Floats({0.7f, -1.2f});
  Compare(build, {{x, Count(4)}, {x, Count(0)}, {x, Count(9)}});
}

TEST_F(SplitLoopTest, AConditionInsideAndOneAround) {
  StartThree();
  const auto build = [this]() -> Built {
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
    const OutputRef n = Placeholder("n", DType::kInt32, Shape());
    const OutputRef wanted = Placeholder("wanted", DType::kBool, Shape());
    const auto loop = [&](GraphBuilder& at, OutputRef count, OutputRef start) {
      return Repeat(at, count, {start}, {}, [this](GraphBuilder& c, const Edges& v) {
        const OutputRef odd = c.Op("Equal", {c.Op("FloorMod", {v[0], Int(c, 2)}), Int(c, 1)});
        const auto chosen = BuildCond(
            c.graph(), odd, {v[1]},
            [this](GraphBuilder& d, const Edges& in) { return Edges{At(d, "b", "Sin", {in[0]})}; },
            [this](GraphBuilder& d, const Edges& in) { return Edges{At(d, "ps", "Cos", {in[0]})}; });
        EXPECT_TRUE(chosen.ok()) << chosen.status().ToString();
        return Edges{At(c, "a", "Neg", {(*chosen)[0]})};
      })[0];
    };
    const auto out = BuildCond(
        graph_.get(), wanted, {n, x},
        [&](GraphBuilder& d, const Edges& in) { return Edges{loop(d, in[0], in[1])}; },
        [&](GraphBuilder& d, const Edges& in) { return Edges{d.Op("Exp", {in[1]})}; });
    EXPECT_TRUE(out.ok()) << out.status().ToString();
    return {{{x, n, wanted}, {(*out)[0]}, {}}, {}};
  };
  const Tensor x = Floats({0.7f, -1.2f});
  Compare(build, {{x, Count(5), *Tensor::FromScalar<bool>(true)},
                  {x, Count(5), *Tensor::FromScalar<bool>(false)},
                  {x, Count(0), *Tensor::FromScalar<bool>(true)}});
}

TEST_F(SplitLoopTest, AVariableIsUpdatedInEveryIteration) {
  StartThree();
  const auto build = [this]() -> Built {
    const OutputRef n = Placeholder("n", DType::kInt32, Shape());
    const OutputRef v = Variable("v", Shape({2}), remote_graph_ ? "/job:ps" : "");
    Node* const init = b().AddNode({"init", "AssignVariableOp", {v, Vector({1, 2})}, {}, {}, {}});
    const OutputRef start = Vector({0.5f, 0.25f});
    const Edges out = Repeat(b(), n, {start}, {v}, [this](GraphBuilder& c, const Edges& w) {
      NodeSpec add;
      add.op = "AssignAddVariableOp";
      add.inputs = {w[2], At(c, "b", "Tanh", {w[1]})};
      Node* const added = c.AddNode(std::move(add));
      NodeSpec read;
      read.op = "ReadVariableOp";
      read.inputs = {w[2]};
      read.attrs = {{"dtype", AttrValue(DType::kFloat)}};
      read.control_inputs = {added};
      return Edges{At(c, "a", "Sin", {OutputRef{c.AddNode(std::move(read)), 0}})};
    });
    return {{{n}, {out[0]}, {}}, {init}};
  };
  Compare(build, {{Count(3)}, {Count(6)}, {Count(0)}, {Count(1)}});
}

// A recurrent cell whose product is on one task and whose non-linearity is on another, and its gradient.
TEST_F(SplitLoopTest, ALoopTrains) {
  StartThree();
  const auto build = [this]() -> Built {
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({2, 3}));
    const OutputRef w = Variable("w", Shape({3, 3}), remote_graph_ ? "/job:ps" : "");
    const std::vector<float> values = {0.5f, -0.3f, 0.1f, 0.2f, 0.4f, -0.6f, -0.1f, 0.3f, 0.7f};
    const OutputRef first = b().Constant(*Tensor::FromValues<float>(Shape({3, 3}), values));
    Node* const init = b().AddNode({"init", "AssignVariableOp", {w, first}, {}, {}, {}});
    const OutputRef read = Read(w);
    const OutputRef h = Repeat(b(), Int(b(), 4), {x}, {read}, [this](GraphBuilder& c, const Edges& v) {
      const OutputRef product = At(c, "b", "MatMul", {v[1], v[2]}, {{"T", AttrValue(DType::kFloat)}});
      return Edges{At(c, "a", "Tanh", {product})};
    })[0];
    const OutputRef target = b().Constant(
        *Tensor::FromValues<float>(Shape({2, 3}), std::vector<float>{.1f, .2f, -.1f, .3f, -.2f, .1f}));
    const OutputRef loss =
        b().Op("Mean", {b().Op("Square", {b().Op("Sub", {h, target})}), b().Int32Vector({0, 1})});
    const OutputRef ys[] = {loss}, xs[] = {read};
    const auto gradients = AddGradients(graph_.get(), ys, xs);
    EXPECT_TRUE(gradients.ok()) << gradients.status().ToString();
    const OutputRef rate = b().Scalar(DType::kFloat, 0.5);
    Node* const update = b().AddNode(
        {"update", "AssignSubVariableOp", {w, b().Op("Mul", {(*gradients)[0], rate})}, {}, {}, {}});
    return {{{x}, {loss, (*gradients)[0]}, {update}}, {init}};
  };
  const Tensor x =
      *Tensor::FromValues<float>(Shape({2, 3}), std::vector<float>{.9f, -.4f, .2f, .5f, .8f, -.7f});
  Compare(build, std::vector<std::vector<Tensor>>(30, {x}), 1e-5f);
}

// The functions of TensorFlow 2's control flow: what a loop, a condition and a call do is spread over
// tasks by the devices of their bodies' nodes, also where the call of a function that asks for a task
// stands in one that does not.
TEST_F(SplitLoopTest, FunctionsAreSpreadOverTasks) {
  StartThree();
  const auto arg = [](const char* name, DType dtype) {
    ArgSchema a;
    a.name = name;
    a.dtype = dtype;
    return a;
  };
  const auto add_functions = [&] {
    const auto at = [this](const std::string& job) { return remote_graph_ ? "/job:" + job : ""; };
    const AttrList of_float = {{"T", AttrValue(DType::kFloat)}},
                   of_int = {{"T", AttrValue(DType::kInt32)}};
    const auto constant = [](const char* name, int32_t value) {
      return NodeDef{name,
                     "Const",
                     {},
                     "",
                     {{"dtype", AttrValue(DType::kInt32)},
                      {"value", AttrValue(*Tensor::FromScalar<int32_t>(value))}}};
    };
    FunctionDef cond, body, outer, even, odd;
    cond.signature.name = "cond";
    cond.signature.inputs = {arg("i", DType::kInt32), arg("n", DType::kInt32), arg("x", DType::kFloat),
                             arg("w", DType::kResource)};
    cond.signature.outputs = {arg("r", DType::kBool)};
    cond.nodes = {{"less", "Less", {"i", "n"}, "", of_int}};
    cond.ret = {{"r", "less:z:0"}};
    for (const bool is_even : {true, false}) {
      FunctionDef& f = is_even ? even : odd;
      f.signature.name = is_even ? "even" : "odd";
      f.signature.inputs = {arg("x", DType::kFloat)};
      f.signature.outputs = {arg("y", DType::kFloat)};
      f.nodes = {{"op", is_even ? "Sin" : "Cos", {"x"}, is_even ? at("b") : "", of_float}};
      f.ret = {{"y", "op:y:0"}};
    }
    body.signature.name = "body";
    body.signature.inputs = cond.signature.inputs;
    body.signature.outputs = {arg("i_out", DType::kInt32), arg("n_out", DType::kInt32),
                              arg("x_out", DType::kFloat), arg("w_out", DType::kResource)};
    body.nodes = {
        constant("one", 1),
        constant("two", 2),
        {"add", "AddV2", {"i", "one:output:0"}, "", of_int},
        {"rest", "FloorMod", {"i", "two:output:0"}, "", of_int},
        {"is_even", "Less", {"rest:z:0", "one:output:0"}, "", of_int},
        {"chosen",
         "If",
         {"is_even:z:0", "x"},
         "",
         {{"Tcond", AttrValue(DType::kBool)},
          {"Tin", AttrValue(std::vector<DType>{DType::kFloat})},
          {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
          {"else_branch", AttrValue(FuncRef{"odd", {}})},
          {"then_branch", AttrValue(FuncRef{"even", {}})}}},
        {"weights", "ReadVariableOp", {"w"}, "", {{"dtype", AttrValue(DType::kFloat)}}},
        {"scaled", "Mul", {"chosen:output:0", "weights:value:0"}, at("a"), of_float},
    };
    body.ret = {{"i_out", "add:z:0"}, {"n_out", "n"}, {"x_out", "scaled:z:0"}, {"w_out", "w"}};
    const std::vector<DType> types = {DType::kInt32, DType::kInt32, DType::kFloat, DType::kResource};
    outer.signature.name = "outer";
    outer.signature.inputs = {arg("n", DType::kInt32), arg("x", DType::kFloat),
                              arg("w", DType::kResource)};
    outer.signature.outputs = {arg("y", DType::kFloat)};
    outer.nodes = {constant("zero", 0),
                   {"loop",
                    "While",
                    {"zero:output:0", "n", "x", "w"},
                    "",
                    {{"T", AttrValue(types)},
                     {"body", AttrValue(FuncRef{"body", {}})},
                     {"cond", AttrValue(FuncRef{"cond", {}})}}}};
    outer.ret = {{"y", "loop:output:2"}};
    for (FunctionDef* f : {&cond, &body, &outer, &even, &odd}) {
      const Status status = graph_->AddFunction(*f);
      ASSERT_TRUE(status.ok()) << status.ToString();
    }
  };
  const auto build = [&]() -> Built {
    add_functions();
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
    const OutputRef n = Placeholder("n", DType::kInt32, Shape());
    const OutputRef w = Variable("w", Shape({2}), remote_graph_ ? "/job:ps" : "");
    Node* const init = b().AddNode({"init", "AssignVariableOp", {w, Vector({1.1f, 0.9f})}, {}, {}, {}});
    const OutputRef y =
        b().Op("PartitionedCall", {n, x, w},
               {{"Tin", AttrValue(std::vector<DType>{DType::kInt32, DType::kFloat, DType::kResource})},
                {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                {"f", AttrValue(FuncRef{"outer", {}})}});
    return {{{x, n}, {y}, {}}, {init}};
  };
  const Tensor x = Floats({0.7f, -1.2f});
  Compare(build, {{x, Count(0)}, {x, Count(1)}, {x, Count(6)}});
  const auto lines = session_->TaskLogs();
  ASSERT_TRUE(lines.ok());
  for (const char* job : {"b", "ps"}) {
    const std::string graph = StrCat("/job:", job, "/replica:0/task:0: graph");
    EXPECT_TRUE(std::any_of(lines->begin(), lines->end(), [&](const std::string& line) {
      return line.find(graph) != std::string::npos;
    })) << job;
  }
}

// Each calls the next; the last asks for a task. No machine has the stack for it.
TEST_F(SplitLoopTest, CallsThatNestTooDeepAreRefused) {
  StartThree();
  constexpr int kFunctions = 100'000;
  const AttrList of_float = {{"T", AttrValue(DType::kFloat)}};
  const std::vector<DType> types = {DType::kFloat};
  for (int i = 0; i < kFunctions; ++i) {
    FunctionDef f;
    f.signature.name = StrCat("f", i);
    ArgSchema x, y;
    x.name = "x";
    y.name = "y";
    x.dtype = y.dtype = DType::kFloat;
    f.signature.inputs = {x};
    f.signature.outputs = {y};
    if (i + 1 == kFunctions) {
      f.nodes = {{"op", "Neg", {"x"}, "/job:b", of_float}};
      f.ret = {{"y", "op:y:0"}};
    } else {
      f.nodes = {{"op",
                  "PartitionedCall",
                  {"x"},
                  "",
                  {{"Tin", AttrValue(types)},
                   {"Tout", AttrValue(types)},
                   {"f", AttrValue(FuncRef{StrCat("f", i + 1), {}})}}}};
      f.ret = {{"y", "op:output:0"}};
    }
    ASSERT_TRUE(graph_->AddFunction(std::move(f)).ok());
  }
  const OutputRef y = b().Op(
      "PartitionedCall", {Vector({1})},
      {{"Tin", AttrValue(types)}, {"Tout", AttrValue(types)}, {"f", AttrValue(FuncRef{"f0", {}})}});
  Open(master_);
  std::vector<Tensor> got;
  const Status status = Run({{}, {y}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kUnimplemented) << status.ToString();
  EXPECT_THAT(status.ToString(), testing::HasSubstr("deep"));
}

TEST_F(SplitLoopTest, AFailureInAnIterationEndsTheStepWithItsNode) {
  StartThree();
  remote_graph_ = true;
  const OutputRef n = Placeholder("n", DType::kInt32, Shape());
  const OutputRef start = Vector({1, 2});
  const OutputRef out = Repeat(b(), n, {start}, {}, [this](GraphBuilder& c, const Edges& v) {
    // The logarithm of what has become negative.
    const OutputRef less = At(c, "a", "Sub", {v[1], c.Scalar(DType::kFloat, 0.4)});
    NodeSpec check;
    check.name = "check";
    check.op = "CheckNumerics";
    check.inputs = {At(c, "b", "Log", {less})};
    check.attrs = {{"message", AttrValue(std::string("no number"))}};
    check.device = "/job:b";
    Node* const checked = c.AddNode(std::move(check));
    NodeSpec same;
    same.op = "Identity";
    same.inputs = {less};
    same.control_inputs = {checked};
    same.device = "/job:a";
    return Edges{{c.AddNode(std::move(same)), 0}};
  })[0];
  Open(master_);
  std::vector<Tensor> got;
  for (int i = 0; i < 3; ++i) {
    Status status = Run({{n}, {out}, {}}, {Count(50)}, &got);
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
    EXPECT_EQ(status.node(), "check");
    status = Run({{n}, {out}, {}}, {Count(2)}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_NEAR(ToFloats(got[0])[0], 0.2f, 1e-6f);
  }
}

}  // namespace
}  // namespace runnel::net

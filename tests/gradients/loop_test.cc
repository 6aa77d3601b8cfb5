// Gradients through loops, conditionals and functions, against finite differences and unrolled forms.
#include <gtest/gtest.h>

#include <cmath>

#include "core/passes/control_flow_builder.h"
#include "core/passes/gradients.h"
#include "tests/gradients/function_util.h"
#include "tests/gradients/numeric.h"

namespace runnel::testing {
namespace {

OutputRef Int(GraphBuilder& b, int value) { return b.Scalar(DType::kInt32, value); }

OutputRef Real(GraphBuilder& b, OutputRef like, double value) {
  return b.Scalar(like.node->output_type(like.index), value);
}

// Runs `body` `count` times on vars; constants go in beside them. v[0] of the callback is the counter.
Edges Repeat(GraphBuilder& b, OutputRef count, const Edges& vars, const Edges& constants,
             const std::function<Edges(GraphBuilder& b, const Edges& v)>& body,
             const std::vector<Shape>& invariants = {}) {
  Edges inputs = {Int(b, 0)};
  inputs.insert(inputs.end(), vars.begin(), vars.end());
  Edges fixed = constants;
  fixed.push_back(count);
  ControlFlowOptions options;
  if (!invariants.empty()) {
    options.shape_invariants = {Shape()};
    options.shape_invariants.insert(options.shape_invariants.end(), invariants.begin(),
                                    invariants.end());
  }
  const auto exits = BuildWhile(
      b.graph(), inputs, fixed,
      [](GraphBuilder& c, const Edges& v) {
        return c.Op("Less", {v[0], v.back()});
      },
      [&](GraphBuilder& c, const Edges& v) {
        Edges next = {c.Op("AddV2", {v[0], Int(c, 1)})};
        const Edges values = body(c, v);
        next.insert(next.end(), values.begin(), values.end());
        return next;
      },
      options);
  if (!exits.ok()) {
    b.Fail(exits.status());
    return Edges(inputs.size() - 1);
  }
  return Edges(exits->begin() + 1, exits->end());
}

OutputRef Cond(GraphBuilder& b, OutputRef pred, const Edges& in,
               const std::function<OutputRef(GraphBuilder& b, const Edges& in)>& yes,
               const std::function<OutputRef(GraphBuilder& b, const Edges& in)>& no) {
  const auto out = BuildCond(
      b.graph(), pred, in, [&](GraphBuilder& c, const Edges& v) { return Edges{yes(c, v)}; },
      [&](GraphBuilder& c, const Edges& v) { return Edges{no(c, v)}; });
  if (out.ok()) return (*out)[0];
  b.Fail(out.status());
  return {};
}

OutputRef Power(GraphBuilder& b, OutputRef x, OutputRef n) {
  const OutputRef one = b.Op("OnesLike", {x});
  return Repeat(b, n, {one}, {x}, [](GraphBuilder& c, const Edges& v) {
    return Edges{c.Op("Mul", {v[1], v[2]})};
  })[0];
}

OutputRef Affine(GraphBuilder& b, OutputRef x, OutputRef h, OutputRef w, OutputRef u, OutputRef bias) {
  const OutputRef sum = b.Op("AddV2", {b.Op("MatMul", {x, w}), b.Op("MatMul", {h, u})});
  return b.Op("Tanh", {b.Op("BiasAdd", {sum, bias})});
}

// inputs: x [steps,batch,in], w [in,units], u [units,units], bias [units], h [batch,units]
OutputRef LoopedRnn(GraphBuilder& b, const Edges& x) {
  return Repeat(b, Int(b, 4), {x[4]}, {x[0], x[1], x[2], x[3]}, [](GraphBuilder& c, const Edges& v) {
    const OutputRef step = c.Op("GatherV2", {v[2], v[0], Int(c, 0)});
    return Edges{Affine(c, step, v[1], v[3], v[4], v[5])};
  })[0];
}

OutputRef UnrolledRnn(GraphBuilder& b, const Edges& x) {
  OutputRef h = x[4];
  for (int t = 0; t < 4; ++t)
    h = Affine(b, b.Op("GatherV2", {x[0], Int(b, t), Int(b, 0)}), h, x[1], x[2], x[3]);
  return h;
}

const std::vector<Shape> kRnnInputs = {{4, 2, 3}, {3, 2}, {2, 2}, {2}, {2, 2}};

Edges NestedBody(GraphBuilder& b, const Edges& v) {
  // v: counter, value, x, count
  const OutputRef inner =
      Repeat(b, b.Op("AddV2", {v[0], Int(b, 1)}), {v[1]}, {v[2]}, [](GraphBuilder& c, const Edges& w) {
        return Edges{c.Op("Mul", {c.Op("Tanh", {w[1]}), w[2]})};
      })[0];
  return {b.Op("AddV2", {inner, b.Op("Square", {v[1]})})};
}

// clang-format off
const GradientCase kCases[] = {
    {"Power", {"Enter", "Exit", "Merge", "Switch", "NextIteration"}, {{3}}, [](GraphBuilder& b, const Edges& x) { return Power(b, x[0], Int(b, 5)); }, -1.5, 1.5},
    {"PowerOfNoIterations", {}, {{3}}, [](GraphBuilder& b, const Edges& x) { return b.Op("AddV2", {Power(b, x[0], Int(b, 0)), x[0]}); }, -1.5, 1.5},
    {"VariablesFromOutside", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       const Edges out = Repeat(b, Int(b, 3), {x[0], x[1]}, {}, [](GraphBuilder& c, const Edges& v) {
         return Edges{c.Op("Mul", {v[1], v[2]}), c.Op("Tanh", {v[1]})};
       });
       return b.Op("AddV2", {out[0], b.Op("Square", {out[1]})});
     }, -1.5, 1.5},
    {"SwappedVariables", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Repeat(b, Int(b, 3), {x[0], x[1]}, {}, [](GraphBuilder& c, const Edges& v) {
         return Edges{v[2], c.Op("Square", {v[1]})};
       })[0];
     }, -1.2, 1.2},
    {"OneExitOfTwo", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Repeat(b, Int(b, 3), {x[0], x[1]}, {}, [](GraphBuilder& c, const Edges& v) {
         return Edges{c.Op("AddV2", {v[1], c.Op("Exp", {v[2]})}), c.Op("Square", {v[2]})};
       })[0];
     }, -1, 1},
    {"InvariantVariable", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Repeat(b, Int(b, 3), {x[0], x[1]}, {}, [](GraphBuilder& c, const Edges& v) {
         return Edges{c.Op("Mul", {v[1], c.Op("Exp", {v[2]})}), c.Op("Identity", {v[2]})};
       })[0];
     }, -1, 1},
    {"ConstantUsedOutsideToo", {}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef y = b.Op("Exp", {x[0]});
       return b.Op("Mul", {Power(b, y, Int(b, 3)), y});
     }, -1, 1},
    {"Rnn", {}, kRnnInputs, LoopedRnn, -1, 1},
    {"GrowingVariable", {}, {{1, 2}, {2, 2}}, [](GraphBuilder& b, const Edges& x) {
       return Repeat(b, Int(b, 3), {x[0]}, {x[1]}, [](GraphBuilder& c, const Edges& v) {
         return Edges{c.Op("ConcatV2", {v[1], c.Op("MatMul", {v[1], v[2]}), Int(c, 0)})};
       }, {{kUnknownDim, 2}})[0];
     }, -1, 1},
    {"BranchInLoop", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Repeat(b, Int(b, 4), {x[0]}, {x[1]}, [](GraphBuilder& c, const Edges& v) {
         const OutputRef odd = c.Op("Equal", {c.Op("FloorMod", {v[0], Int(c, 2)}), Int(c, 1)});
         return Edges{Cond(c, odd, {v[1], v[2]},
             [](GraphBuilder& d, const Edges& w) { return d.Op("Mul", {w[0], d.Op("Tanh", {w[1]})}); },
             [](GraphBuilder& d, const Edges& w) { return d.Op("Exp", {d.Op("Neg", {d.Op("Square", {w[0]})})}); })};
       })[0];
     }, -1, 1},
    {"BranchesInBranchesInLoop", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Repeat(b, Int(b, 5), {x[0]}, {x[1]}, [](GraphBuilder& c, const Edges& v) {
         return Edges{Cond(c, c.Op("Less", {v[0], Int(c, 3)}), {v[1], v[2], v[0]},
             [](GraphBuilder& d, const Edges& w) {
               return Cond(d, d.Op("Less", {w[2], Int(d, 1)}), {w[0], w[1]},
                   [](GraphBuilder& e, const Edges& u) { return e.Op("Mul", {e.Op("Square", {u[0]}), u[1]}); },
                   [](GraphBuilder& e, const Edges& u) { return e.Op("Tanh", {u[0]}); });
             },
             [](GraphBuilder& d, const Edges& w) { return d.Op("Mul", {w[0], w[1]}); })};
       })[0];
     }, -1, 1},
    {"LoopInLoop", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) { return Repeat(b, Int(b, 3), {x[0]}, {x[1]}, NestedBody)[0]; }, -1, 1, false},
    {"LoopInBranchInLoop", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Repeat(b, Int(b, 3), {x[0]}, {x[1]}, [](GraphBuilder& c, const Edges& v) {
         return Edges{Cond(c, c.Op("Equal", {v[0], Int(c, 1)}), {v[1], v[2]},
             [](GraphBuilder& d, const Edges& w) {
               return Repeat(d, Int(d, 2), {w[0]}, {w[1]}, [](GraphBuilder& e, const Edges& u) {
                 return Edges{e.Op("Mul", {e.Op("Tanh", {u[1]}), u[2]})};
               })[0];
             },
             [](GraphBuilder& d, const Edges& w) { return d.Op("Mul", {w[0], w[1]}); })};
       })[0];
     }, -1, 1, false},
    {"BranchTaken", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Cond(b, b.Op("Less", {Int(b, 1), Int(b, 2)}), {x[0], x[1]},
           [](GraphBuilder& d, const Edges& w) { return d.Op("Mul", {w[0], d.Op("Exp", {w[1]})}); },
           [](GraphBuilder& d, const Edges& w) { return d.Op("Square", {w[0]}); });
     }},
    {"BranchNotTaken", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Cond(b, b.Op("Less", {Int(b, 3), Int(b, 2)}), {x[0], x[1]},
           [](GraphBuilder& d, const Edges& w) { return d.Op("Mul", {w[0], d.Op("Exp", {w[1]})}); },
           [](GraphBuilder& d, const Edges& w) { return d.Op("Square", {w[0]}); });
     }},
    {"BranchUsesOuterValueDirectly", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       // x[1] goes into the branch without a Switch of its own, as in graphs written by hand.
       const OutputRef outer = x[1];
       return Cond(b, b.Op("Less", {Int(b, 3), Int(b, 2)}), {x[0]},
           [&](GraphBuilder& d, const Edges& w) { return d.Op("Mul", {w[0], outer}); },
           [](GraphBuilder& d, const Edges& w) { return d.Op("Square", {w[0]}); });
     }},
    {"LoopInBranchNotTaken", {}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       return Cond(b, b.Op("Less", {Int(b, 3), Int(b, 2)}), {x[0]},
           [](GraphBuilder& d, const Edges& w) { return Power(d, w[0], Int(d, 3)); },
           [](GraphBuilder& d, const Edges& w) { return d.Op("Square", {w[0]}); });
     }, -1, 1},
    {"LoopInBranchTaken", {}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       return Cond(b, b.Op("Less", {Int(b, 1), Int(b, 2)}), {x[0]},
           [](GraphBuilder& d, const Edges& w) { return Power(d, w[0], Int(d, 3)); },
           [](GraphBuilder& d, const Edges& w) { return d.Op("Square", {w[0]}); });
     }, -1, 1},
    {"LoopAfterLoop", {}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       return Power(b, b.Op("Tanh", {Power(b, x[0], Int(b, 2))}), Int(b, 3));
     }, -1.5, 1.5},
};
// clang-format on

class ControlFlowGradients : public ::testing::TestWithParam<GradientCase> {};

TEST_P(ControlFlowGradients, MatchFiniteDifferences) { CheckGradients(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, ControlFlowGradients, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(LoopGradients, EqualThoseOfTheUnrolledForm) {
  std::vector<std::vector<double>> at;
  for (size_t i = 0; i < kRnnInputs.size(); ++i) {
    at.push_back(Draw(kRnnInputs[i].num_elements(), -1, 1, static_cast<int>(i)));
  }
  std::vector<std::vector<double>> results[2];
  for (const bool looped : {false, true}) {
    Evaluator evaluator;
    GraphBuilder b(&evaluator.graph(), "");
    Edges x;
    for (const Shape& shape : kRnnInputs) x.push_back(evaluator.Input(shape, DType::kDouble, true));
    const Edges ys = {looped ? LoopedRnn(b, x) : UnrolledRnn(b, x)};
    ASSERT_TRUE(b.status().ok()) << b.status().ToString();
    const auto grads = AddGradients(&evaluator.graph(), ys, x);
    ASSERT_TRUE(grads.ok()) << grads.status().ToString();
    results[looped ? 1 : 0] = evaluator.Run(at, *grads);
  }
  ASSERT_EQ(results[0].size(), kRnnInputs.size());
  ASSERT_EQ(results[1].size(), kRnnInputs.size());
  for (size_t i = 0; i < kRnnInputs.size(); ++i) {
    for (size_t k = 0; k < results[0][i].size(); ++k) {
      EXPECT_NEAR(results[0][i][k], results[1][i][k], 1e-13) << "input " << i << ", element " << k;
    }
  }
}

// Functional control flow: the functions join the graph when the case's inputs do.
std::vector<DType> Types(const Edges& x, size_t count) {
  return std::vector<DType>(count, x[0].node->output_type(0));
}

FuncRef AddFunction(GraphBuilder& b, const std::string& name, const std::vector<DType>& types,
                    const std::function<Edges(GraphBuilder& b, const Edges& a)>& body) {
  const Status status = b.graph()->AddFunction(MakeFunction(*b.graph(), name, types, body));
  if (!status.ok()) b.Fail(status);
  return {name, {}};
}

// clang-format off
const GradientCase kFunctionCases[] = {
    {"Call", {"PartitionedCall", "StatefulPartitionedCall"}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       const FuncRef f = AddFunction(b, "f", Types(x, 2), [](GraphBuilder& c, const Edges& a) {
         return Edges{c.Op("Mul", {c.Op("Tanh", {a[0]}), a[1]}), c.Op("Exp", {a[0]})};
       });
       const AttrList attrs = {{"f", AttrValue(f)}, {"Tout", AttrValue(Types(x, 2))}};
       const auto out = b.Ops("PartitionedCall", {x[0], x[1]}, attrs);
       const auto again = b.Ops("StatefulPartitionedCall", {out[1], x[1]}, attrs);
       return b.Op("AddV2", {out[0], again[0]});
     }},
    {"CallOfCall", {}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       const FuncRef inner = AddFunction(b, "inner", Types(x, 1), [](GraphBuilder& c, const Edges& a) {
         return Edges{c.Op("Square", {a[0]})};
       });
       const FuncRef outer = AddFunction(b, "outer", Types(x, 1), [&](GraphBuilder& c, const Edges& a) {
         return Edges{c.Op("Tanh", {c.Op("PartitionedCall", {a[0]}, {{"f", AttrValue(inner)}, {"Tout", AttrValue(Types(x, 1))}})})};
       });
       return b.Op("PartitionedCall", {x[0]}, {{"f", AttrValue(outer)}, {"Tout", AttrValue(Types(x, 1))}});
     }},
    {"CallReturnsItsArgument", {}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       const FuncRef f = AddFunction(b, "same", Types(x, 1), [](GraphBuilder&, const Edges& a) { return Edges{a[0], a[0]}; });
       const auto out = b.Ops("PartitionedCall", {x[0]}, {{"f", AttrValue(f)}, {"Tout", AttrValue(Types(x, 2))}});
       return b.Op("Mul", {out[0], out[1]});
     }},
    {"If", {"If", "StatelessIf"}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       const FuncRef yes = AddFunction(b, "yes", Types(x, 2), [](GraphBuilder& c, const Edges& a) { return Edges{c.Op("Mul", {a[0], c.Op("Exp", {a[1]})})}; });
       const FuncRef no = AddFunction(b, "no", Types(x, 2), [](GraphBuilder& c, const Edges& a) { return Edges{c.Op("Square", {a[0]})}; });
       AttrList attrs = {{"then_branch", AttrValue(yes)}, {"else_branch", AttrValue(no)}, {"Tout", AttrValue(Types(x, 1))}};
       const OutputRef pred = b.Op("Less", {Int(b, 1), Int(b, 2)});
       const OutputRef taken = b.Op("If", {pred, x[0], x[1]}, attrs);
       const OutputRef other = b.Op("StatelessIf", {Int(b, 0), x[0], x[1]}, attrs);
       return b.Op("AddV2", {taken, other});
     }},
    {"Case", {"Case", "StatelessCase"}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       const FuncRef first = AddFunction(b, "first", Types(x, 2), [](GraphBuilder& c, const Edges& a) { return Edges{c.Op("Mul", {a[0], c.Op("Exp", {a[1]})})}; });
       const FuncRef second = AddFunction(b, "second", Types(x, 2), [](GraphBuilder& c, const Edges& a) { return Edges{c.Op("Square", {a[0]})}; });
       const FuncRef third = AddFunction(b, "third", Types(x, 2), [](GraphBuilder& c, const Edges& a) { return Edges{c.Op("Tanh", {a[1]})}; });
       const AttrList attrs = {{"branches", AttrValue(std::vector<FuncRef>{first, second, third})}, {"Tout", AttrValue(Types(x, 1))}};
       const AttrList one = {{"branches", AttrValue(std::vector<FuncRef>{first})}, {"Tout", AttrValue(Types(x, 1))}};
       return b.Op("AddN", {b.Op("Case", {Int(b, 0), x[0], x[1]}, attrs), b.Op("StatelessCase", {Int(b, 1), x[0], x[1]}, attrs),
                            b.Op("Case", {Int(b, 7), x[0], x[1]}, attrs), b.Op("Case", {Int(b, 3), x[0], x[1]}, one)});
     }},
    {"IfOfConstants", {}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       const FuncRef yes = AddFunction(b, "yes", Types(x, 1), [](GraphBuilder& c, const Edges& a) { return Edges{c.Op("Exp", {a[0]})}; });
       const FuncRef no = AddFunction(b, "no", Types(x, 1), [&](GraphBuilder& c, const Edges&) {
         return Edges{c.Op("Fill", {c.Int32Vector({2}), Real(c, x[0], 7)})};
       });
       return b.Op("If", {b.Op("Less", {Int(b, 3), Int(b, 2)}), x[0]},
                   {{"then_branch", AttrValue(yes)}, {"else_branch", AttrValue(no)}, {"Tout", AttrValue(Types(x, 1))}});
     }},
    {"While", {"While", "StatelessWhile"}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       std::vector<DType> types = Types(x, 2);
       types.insert(types.begin(), DType::kInt32);
       const FuncRef cond = AddFunction(b, "cond", types, [](GraphBuilder& c, const Edges& a) { return Edges{c.Op("Less", {a[0], Int(c, 3)})}; });
       const FuncRef body = AddFunction(b, "body", types, [](GraphBuilder& c, const Edges& a) {
         return Edges{c.Op("AddV2", {a[0], Int(c, 1)}), c.Op("Mul", {c.Op("Tanh", {a[1]}), a[2]}), a[2]};
       });
       const AttrList attrs = {{"cond", AttrValue(cond)}, {"body", AttrValue(body)}};
       const auto first = b.Ops("While", {Int(b, 0), x[0], x[1]}, attrs);
       const auto second = b.Ops("StatelessWhile", {Int(b, 1), first[1], x[1]}, attrs);
       return b.Op("AddV2", {first[1], second[1]});
     }, -1, 1},
    {"WhileThatPromisesWhatIsNotKnown", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       std::vector<DType> types = Types(x, 2);
       types.insert(types.begin(), DType::kInt32);
       const FuncRef cond = AddFunction(b, "cond", types, [](GraphBuilder& c, const Edges& a) { return Edges{c.Op("Less", {a[0], Int(c, 2)})}; });
       const FuncRef body = AddFunction(b, "body", types, [](GraphBuilder& c, const Edges& a) {
         const OutputRef two = c.Op("AddV2", {c.Op("Mul", {a[0], Int(c, 0)}), Int(c, 2)});  // a length from a value
         const OutputRef shape = c.Op("Reshape", {two, c.Int32Vector({1})});
         return Edges{c.Op("AddV2", {a[0], Int(c, 1)}), c.Op("Slice", {c.Op("Mul", {c.Op("Tanh", {a[1]}), a[2]}), c.Int32Vector({0}), shape}), a[2]};
       });
       return b.Ops("While", {Int(b, 0), x[0], x[1]},
                    {{"cond", AttrValue(cond)}, {"body", AttrValue(body)},
                     {"output_shapes", AttrValue(std::vector<Shape>{Shape{}, Shape{2}, Shape{2}})}})[1];
     }, -1, 1},
    {"CallInLoop", {}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       const FuncRef f = AddFunction(b, "f", Types(x, 2), [&](GraphBuilder& c, const Edges& a) {
         return Edges{c.Op("Mul", {c.Op("Tanh", {a[0]}), c.Op("AddV2", {a[1], Real(c, x[0], 0.5)})})};
       });
       return Repeat(b, Int(b, 3), {x[0]}, {x[1]}, [&](GraphBuilder& c, const Edges& v) {
         return Edges{c.Op("PartitionedCall", {v[1], v[2]}, {{"f", AttrValue(f)}, {"Tout", AttrValue(Types(x, 1))}})};
       }, {Shape::Unknown()})[0];
     }, -1, 1},
    {"GeluInLoop", {}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       return Repeat(b, Int(b, 3), {x[0]}, {}, [](GraphBuilder& c, const Edges& v) { return Edges{c.Op("Runnel>Gelu", {v[1]})}; })[0];
     }, -1, 1},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Functions, ControlFlowGradients, ::testing::ValuesIn(kFunctionCases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(FunctionGradients, RefuseToRepeatEffects) {
  const Ref<Runtime> runtime = SharedRuntime();
  Graph graph(&runtime->ops());
  GraphBuilder b(&graph, "");
  const OutputRef x = b.Op("Placeholder", {}, {{"dtype", AttrValue(DType::kFloat)}});
  const FuncRef noisy = AddFunction(b, "noisy", {DType::kFloat}, [](GraphBuilder& c, const Edges& a) {
    const OutputRef noise =
        c.Op("RandomUniform", {c.Op("Shape", {a[0]})}, {{"dtype", AttrValue(DType::kFloat)}});
    return Edges{c.Op("Mul", {a[0], noise})};
  });
  const Edges xs = {x};
  const Edges ys = {
      b.Op("StatefulPartitionedCall", {x},
           {{"f", AttrValue(noisy)}, {"Tout", AttrValue(std::vector<DType>{DType::kFloat})}})};
  ASSERT_TRUE(b.status().ok()) << b.status().ToString();
  const Status status = AddGradients(&graph, ys, xs).status();
  EXPECT_EQ(status.code(), Code::kUnimplemented);
  EXPECT_NE(status.message().find("RandomUniform"), std::string_view::npos) << status.ToString();
}

TEST(FunctionGradients, RecursionIsRefused) {
  const Ref<Runtime> runtime = SharedRuntime();
  Graph graph(&runtime->ops());
  GraphBuilder b(&graph, "");
  const std::vector<DType> one = {DType::kFloat};
  const AttrList call = {{"f", AttrValue(FuncRef{"endless", {}})}, {"Tout", AttrValue(one)}};
  AddFunction(b, "endless", one, [&](GraphBuilder& c, const Edges& a) {
    return Edges{c.Op("PartitionedCall", {a[0]}, call)};
  });
  const Edges xs = {b.Op("Placeholder", {}, {{"dtype", AttrValue(DType::kFloat)}})};
  const Edges ys = {b.Op("PartitionedCall", xs, call)};
  ASSERT_TRUE(b.status().ok()) << b.status().ToString();
  EXPECT_EQ(AddGradients(&graph, ys, xs).status().code(), Code::kUnimplemented);
}

}  // namespace
}  // namespace runnel::testing

// The language of gradients and compositions (plugins/abi/rnlp_formula.h): what is refused and where,
// and what is built. That the formulas of the rows are right is for tests/gradients.
#include "core/ops/formula.h"

#include <gtest/gtest.h>

#include <random>

#include "core/passes/gradients.h"
#include "plugins/abi/rnlp_formula.h"

namespace runnel {
namespace {

// An op of its own for every test: two inputs and a list, two outputs and a list.
constexpr const char* kInputs = "x: T, y: T, ids: int32, rest: N * T";
constexpr const char* kOutputs = "out: T, side: T, parts: N * T";
constexpr const char* kAttrs =
    "T: {float, double, int32} = float; N: int >= 0 = 2; flag: bool = false; keep_dims: bool = true; "
    "format: {'A', 'B'} = 'A'; scale: float = 1.5; axes: list(int) = [0, 1]";

struct Malformed {
  const char* text;
  size_t position;
  const char* message;
};

const Malformed kMalformed[] = {
    {"", 0, "expected the name of an input or of a new value, got the end"},
    {";", 0, "expected the name of an input"},
    {"x", 1, "expected \":\" or \"=\", got the end"},
    {"x:", 2, "expected a value, got the end"},
    {"x: g y: g", 5, "expected an operator or \";\", got \"y\""},
    {"x: g;; y: g", 5, "expected the name of an input or of a new value, got \";\""},
    {"x: g; x: g", 6, "\"x\" is given twice"},
    {"out: g", 0, "the op has no input \"out\""},
    {"z = g; x = z; y: z", 7, "\"x\" has a meaning already"},
    {"z = g; z = g; x: z", 7, "\"z\" has a meaning already"},
    {"g = x; x: g", 0, "\"g\" has a meaning already"},
    {"float = x; x: g", 0, "\"float\" has a meaning already"},
    {"x: later; later = g", 3, "\"later\" is no input, output, attr, type or value named before"},
    {"z = z; x: z", 4, "\"z\" is no input"},
    {"x: (g", 5, "expected \")\", got the end"},
    {"x: g)", 4, "expected an operator or \";\", got \")\""},
    {"x: [1, 2", 8, "expected \"]\", got the end"},
    {"x: [1, , 2]", 7, "expected a value, got \",\""},
    {"x: g * ", 7, "expected a value, got the end"},
    {"x: * g", 3, "expected a value, got \"*\""},
    {"x: g ** g", 6, "expected a value, got \"*\""},
    {"x: flag ? g", 11, "expected \":\", got the end"},
    {"x: flag ? g ; y: g", 12, "expected \":\", got \";\""},
    {"x: Neg(g", 8, "expected \",\" or \")\", got the end"},
    {"x: Neg(g g)", 9, "expected \",\" or \")\", got \"g\""},
    {"x: Neg(,g)", 7, "expected a value, got \",\""},
    {"x: Neg()", 3, "op \"Neg\" takes 1 inputs (x), got 0"},
    {"x: Neg(g, g)", 3, "op \"Neg\" takes 1 inputs (x), got 2"},
    {"x: NoOp()", 3, "op \"NoOp\" has no outputs"},
    {"x: Negg(g)", 3, "op \"Negg\" is not registered; did you mean Neg"},
    {"x: Neg(g, scale = 1)", 10, "op \"Neg\" has no attr \"scale\""},
    {"x: Cast(g, DstT = T, DstT = T)", 21, "attr \"DstT\" is given twice"},
    {"x: Cast(DstT = T, g)", 18, "inputs come before attrs"},
    {"x: Sum(..., g, ids)", 12, "inputs come before attrs"},
    {"x: Sum(g, ids, ..)", 15, "expected a value, got \".\""},
    {"x: g.", 5, "expected the name of an output, got the end"},
    {"x: g.3", 5, "expected the name of an output, got \"3\""},
    {"x: g.nothing", 5, "op \"Test\" has no output \"nothing\""},
    {"x: Neg(g).z", 10, "op \"Neg\" has no output \"z\""},
    {"x: sum_to(g)", 3, "the function sum_to takes 2 to 4 arguments, got 1"},
    {"x: conj(g, g)", 3, "the function conj takes 1 arguments, got 2"},
    {"x: sum_to(g, x, y = 3)", 18, "expected \",\" or \")\", got \"=\""},
    {"x: sum_to(g, ...)", 13, "expected a value, got \"...\""},
    {"x: g * 1.2.3", 7, "\"1.2.3\" is no number, or too large"},
    {"x: g * 99999999999999999999", 7, "is no number, or too large"},
    {"x: g * 1e999", 7, "is no number, or too large"},
    {"x: g * 1e", 7, "is no number, or too large"},
    {"x: format == 'A ? g : g", 13, "the string does not end"},
    {"x: g @ g", 5, "expected an operator or \";\", got \"@\""},
    {"x: g & g", 5, "got \"&\""},
    {"x: g \x01 g", 5, "got the byte 1"},
    {"x: g \xff g", 5, "got the byte 255"},
    {"x: 'A\n", 3, "the string does not end"},
};

class Formula : public ::testing::Test {
 protected:
  Formula() {
    schema_ = *ParseOpSchema("Test", kInputs, kOutputs, kAttrs);
    row_.size_bytes = sizeof(row_);
    row_.name = "Test";
    row_.inputs = kInputs;
    row_.outputs = kOutputs;
    row_.attrs = kAttrs;
  }

  Status Check(std::string_view text, FormulaKind kind = FormulaKind::kGradient) {
    return CheckFormula(kind, text, schema_, registry_);
  }

  Status Register(OpRegistry* registry) const {
    const rnlp_op_row_t* const rows[] = {&row_};
    return registry->AddPluginOps(rows, nullptr);
  }
  // Registers the op with these formulas and adds a node of it.
  OutputRef Add(const char* gradient, const char* composition, DType dtype = DType::kFloat) {
    row_.gradient_formula = gradient;
    row_.composition_formula = composition;
    EXPECT_TRUE(Register(&registry_).ok());
    const auto input = [&](DType type) {
      return b_.Op("Placeholder", {}, {{"dtype", type}, {"shape", Shape{2, 3}}});
    };
    for (int i = 0; i < 5; ++i) in_.push_back(input(i == 2 ? DType::kInt32 : dtype));
    return b_.Op("Test", in_);
  }
  // Differentiates output 0 of the op by input `x`.
  Result<OutputRef> Gradient(const char* formula, int x = 0, int output = 0) {
    OutputRef y = Add(formula, nullptr);
    EXPECT_TRUE(b_.status().ok()) << b_.status().ToString();
    y.index = output;
    const OutputRef ys[] = {y}, xs[] = {in_[static_cast<size_t>(x)]};
    RUNNEL_ASSIGN_OR_RETURN(const auto grads, AddGradients(&graph_, ys, xs));
    return grads[0];
  }
  // The ops of the graph behind an edge, as a formula would write them.
  std::string Text(OutputRef edge) {
    if (!edge) return "none";
    for (size_t i = 0; i < in_.size(); ++i) {
      if (edge == in_[i]) return StrCat("in", i);
    }
    if (edge.node->op() == "Test") return StrCat("Test:", edge.index);
    if (const Tensor* value = edge.node->attr<Tensor>("value")) {
      const std::string text = value->ToString();
      return text.substr(text.find("= ") + 2);
    }
    std::string text = edge.node->op();
    for (int i = 0; i < edge.node->num_inputs(); ++i) {
      text += StrCat(i == 0 ? "(" : ", ", Text(edge.node->input(i)));
    }
    return StrCat(text, edge.node->num_inputs() > 0 ? ")" : "", edge.index > 0 ? ":1" : "");
  }
  int Count(std::string_view op) {
    int count = 0;
    for (int i = 0; i < graph_.num_nodes(); ++i) count += graph_.node(i)->op() == op ? 1 : 0;
    return count;
  }

  rnlp_op_row_t row_ = {};
  OpSchema schema_;
  OpRegistry registry_;
  Graph graph_{&registry_};
  GraphBuilder b_{&graph_, ""};
  std::vector<OutputRef> in_;
};

TEST_F(Formula, EveryMistakeIsNamedWithItsPosition) {
  for (const Malformed& m : kMalformed) {
    const Status status = Check(m.text);
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << m.text;
    const std::string wanted =
        StrCat("op \"Test\": its gradient formula is wrong at ", m.position, ": ");
    EXPECT_EQ(status.message().substr(0, wanted.size()), wanted) << m.text << "\n" << status.ToString();
    EXPECT_NE(status.message().find(m.message), std::string_view::npos) << m.text << "\n"
                                                                        << status.ToString();
  }
}

TEST_F(Formula, ACompositionSetsEveryOutput) {
  const auto check = [&](std::string_view text) { return Check(text, FormulaKind::kComposition); };
  EXPECT_TRUE(check("out: x; side: y; parts: rest").ok());
  EXPECT_NE(check("out: x; parts: rest").message().find("what output \"side\" is"),
            std::string_view::npos);
  EXPECT_NE(check("x: x").message().find("no output \"x\""), std::string_view::npos);
  EXPECT_NE(check("out: g").message().find("\"g\" is no input"), std::string_view::npos);
  EXPECT_NE(check("out: sum_to(x, y)").message().find("for gradients only"), std::string_view::npos);
  EXPECT_NE(check("out: x; side: out").message().find("\"out\" is no input"), std::string_view::npos);
}

TEST_F(Formula, NestingAndLengthAreBounded) {
  const auto repeated = [](std::string_view piece, size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += piece;
    return text;
  };
  EXPECT_TRUE(Check(StrCat("x: ", repeated("(", 90), "g", repeated(")", 90))).ok());
  for (const char* piece : {"(", "[", "Neg(", "flag ? ", "flag ? g : ", "-(", "Neg(x, a = ", "conj("}) {
    const Status status = Check(StrCat("x: ", repeated(piece, 5000)));
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << piece;
    EXPECT_NE(status.message().find("nested more than 100 deep"), std::string_view::npos)
        << piece << ": " << status.ToString();
  }
  // Signs and chains of operators do not nest.
  EXPECT_TRUE(Check(StrCat("x: ", repeated("-", 10000), "g", repeated(" + g * g", 5000))).ok());
  const Status longer = Check(StrCat("x: g", repeated(" ", RNLP_FORMULA_MAX_BYTES)));
  EXPECT_NE(longer.message().find("longer than 65536 bytes"), std::string_view::npos);
}

TEST_F(Formula, AChainOfNamedValuesIsBoundedWhereItIsUsed) {
  std::string text = "v0 = g";
  for (int i = 1; i < 2000; ++i) text += StrCat("; v", i, " = v", i - 1, " + v", i - 1);
  text += "; x: v1999";
  EXPECT_TRUE(Check(text).ok());
  const auto grad = Gradient(text.c_str());
  EXPECT_NE(grad.status().message().find("nested more than 100 deep"), std::string_view::npos)
      << grad.status().ToString();
}

TEST_F(Formula, NoTextCrashes) {
  // Pieces of right formulas, thrown together.
  const char* pieces[] = {"x",     ":",       "=",         "g",      ";",     "(",    ")",
                          "[",     "]",       ",",         ".",      "...",   "+",    "-",
                          "*",     "/",       "!",         "==",     "!=",    "?",    "1",
                          "2.5",   "'A'",     "Neg(",      "Sum(",   "Cast(", "out",  "side",
                          "parts", "flag",    "T",         "ids",    "rest",  "none", "keep_dims = true",
                          "conj(", "sum_to(", "complete(", "shape(", "x: ",   "z = ", " ",
                          "\"",    "\x80"};
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string text = round % 2 == 0 ? "x: " : "";
    const size_t length = 1 + random() % 14;
    for (size_t i = 0; i < length; ++i) text += StrCat(pieces[random() % std::size(pieces)], " ");
    const Status status = Check(text);
    EXPECT_EQ(status.ok(), status.message().empty()) << text;
  }
}

TEST_F(Formula, WhatIsWrongOnlyInUseIsRefusedThere) {
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"x: 3", "expected a tensor, got a number"},
      {"x: flag", "expected a tensor, got bool"},
      {"x: rest", "\"x\" takes 1 values, got a list of 2"},
      {"x: Neg(rest)", "wrong at 7: expected one tensor, got a list of tensors"},
      {"x: rest * g", "wrong at 3: expected one tensor, got a list of tensors"},
      {"x: g ? x : y", "wrong at 3: expected true or false, got a tensor"},
      {"x: !scale ? x : y", "expected true or false, got a number"},
      {"x: flag == 1 ? x : y", "cannot compare bool with a number"},
      {"x: x == y ? x : y", "cannot compare a tensor with a tensor"},
      {"x: g * (1 / 0)", "a number is divided by 0"},
      {"x: g * (9223372036854775807 + 1)", "the number is too large"},
      {"x: g + 'A'", "expected a tensor, got string"},
      {"x: GatherV2(g, ids, 'A')", "string does not become a constant of type"},
      {"x: GatherV2(g, ids, 1.5)", "a number does not become a constant of type"},
      {"x: GatherV2(g, ids, 0 - 3000000000)", "the number -3000000000 is too large for int32"},
      {"x: Fill([2, 3], 1)", "what type it has is open: write constant(value, type)"},
      {"x: Cast(g, DstT = 1)", "attr \"DstT\" is of kind type, got a number"},
      {"x: Sum(g, ids, keep_dims = g)", "attr \"keep_dims\" is of kind bool, got a tensor"},
      {"x: [g, 1]", "expected a tensor, got a number"},
      {"x: [1.5, 1]", "a list holds whole numbers or tensors"},
      {"x: Pack([g, g.side])", "no gradient arrives at some outputs"},
      {"x: g + x.out", "have outputs to pick from"},
      {"x: shape(g)", "expected the name of an input or output"},
      {"x: sum_to(g, Neg(y))", "expected the name of an input or output"},
      {"x: sum_to(g, x, y, 1.5)", "expected the number of axes to leave alone"},
      {"x: zeros(rest)", "expected the name of an input or output"},
      {"x: complete(x)", "expected g, or g and the name of an output"},
      {"x: Fill(shape(x, float), g)", "a shape is int32 or int64, not float"},
      {"x: constant(1, x)", "expected a type, got a tensor"},
      {"x: MatMul(x, x)", "inner dimensions differ"},
      {"x: LogicalNot(g)", "must be bool"},
  };
  for (const auto& c : cases) {
    // A registry and a graph for each.
    OpRegistry registry;
    Graph graph(&registry);
    GraphBuilder b(&graph, "");
    row_.gradient_formula = c.text;
    ASSERT_TRUE(Register(&registry).ok());
    std::vector<OutputRef> in;
    for (int i = 0; i < 5; ++i) {
      in.push_back(b.Op("Placeholder", {},
                        {{"dtype", i == 2 ? DType::kInt32 : DType::kFloat}, {"shape", Shape{2, 3}}}));
    }
    const OutputRef ys[] = {b.Op("Test", in)}, xs[] = {in[0]};
    const Status status = AddGradients(&graph, ys, xs).status();
    EXPECT_NE(status.message().find(c.message), std::string_view::npos) << c.text << "\n"
                                                                        << status.ToString();
    EXPECT_NE(status.message().find("(Test)"), std::string_view::npos) << status.ToString();
  }
}

TEST_F(Formula, BuildsWhatItSays) {
  const auto grad = Gradient("x: -(g * 2 + 3 * 0.5) / y - x");
  ASSERT_TRUE(grad.ok()) << grad.status().ToString();
  EXPECT_EQ(Text(*grad), "Sub(RealDiv(Neg(AddV2(Mul(OnesLike(Test:0), [2]), [1.5])), in1), in0)");
}

TEST_F(Formula, BuildsOnlyWhatIsAskedFor) {
  const auto grad = Gradient("a = Exp(g); b = Log(a); y: a * b; x: flag ? b : Neg(g)");
  ASSERT_TRUE(grad.ok()) << grad.status().ToString();
  EXPECT_EQ(Text(*grad), "Neg(OnesLike(Test:0))");
  EXPECT_EQ(Count("Exp") + Count("Log") + Count("Mul"), 0);
}

TEST_F(Formula, NamedValuesAreBuiltOnce) {
  const auto grad = Gradient("a = Exp(g); x: a * a + a");
  ASSERT_TRUE(grad.ok()) << grad.status().ToString();
  EXPECT_EQ(Count("Exp"), 1);
}

TEST_F(Formula, WhereNothingArrivesNothingLeaves) {
  // Only output 0 is differentiated: what belongs to `side` and `parts` is left out.
  const auto grad =
      Gradient("s = g.side; x: g * y + s * Exp(x) - Sum(s * Log(x), [0]) + Sinh(g.parts, Exp(y)) - s");
  EXPECT_FALSE(grad.ok());  // no such op, even where it would not be built
  OpRegistry registry;
  Graph graph(&registry);
  GraphBuilder b(&graph, "");
  row_.gradient_formula = "s = g.side; x: g * y + s * Exp(x) - Sum(s * Log(x), [0]) - s; y: s";
  ASSERT_TRUE(Register(&registry).ok());
  std::vector<OutputRef> in;
  for (int i = 0; i < 5; ++i) {
    in.push_back(b.Op("Placeholder", {},
                      {{"dtype", i == 2 ? DType::kInt32 : DType::kFloat}, {"shape", Shape{2, 3}}}));
  }
  const OutputRef ys[] = {b.Op("Test", in)}, xs[] = {in[0], in[1]};
  const auto grads = AddGradients(&graph, ys, xs);
  ASSERT_TRUE(grads.ok()) << grads.status().ToString();
  EXPECT_EQ((*grads)[0].node->op(), "Mul");
  EXPECT_FALSE((*grads)[1]);
  for (int i = 0; i < graph.num_nodes(); ++i) {
    for (const char* op : {"Exp", "Log", "Sum"}) EXPECT_NE(graph.node(i)->op(), op);
  }
}

TEST_F(Formula, PicksOutputsAndPassesAttrsOn) {
  const auto grad =
      Gradient("x: Sum(g.side, axes, ...) + SoftmaxCrossEntropyWithLogits(x, y).backprop", 0, 1);
  ASSERT_TRUE(grad.ok()) << grad.status().ToString();
  EXPECT_EQ(Text(*grad),
            "AddV2(Sum(OnesLike(Test:1), [0 1]), SoftmaxCrossEntropyWithLogits(in0, in1):1)");
  EXPECT_TRUE(*grad->node->input(0).node->attr<bool>("keep_dims"));
}

TEST_F(Formula, ListsAreFilledUpAndSpread) {
  const auto list = Gradient("rest: complete(g.parts)", 3, 2);
  ASSERT_TRUE(list.ok()) << list.status().ToString();
  EXPECT_EQ(Text(*list), "OnesLike(Test:2)");
  EXPECT_EQ(Count("Fill"), 1);  // for the other part
}

TEST_F(Formula, OneValueStandsForAWholeList) {
  const auto spread = Gradient("rest: g", 4);
  ASSERT_TRUE(spread.ok()) << spread.status().ToString();
  EXPECT_EQ(Text(*spread), "OnesLike(Test:0)");
}

TEST_F(Formula, ComparesWhatIsKnown) {
  const auto grad =
      Gradient("x: format == 'A' ? (N != 2 ? x : T == float ? (!flag == true ? g : y) : y) : y");
  ASSERT_TRUE(grad.ok()) << grad.status().ToString();
  EXPECT_EQ(Text(*grad), "OnesLike(Test:0)");
}

TEST_F(Formula, NumbersTakeTheTypeOfTheirSurroundings) {
  const auto grad = Gradient("x: GatherV2(g, Maximum(ids, 0), 1) * scale");
  ASSERT_TRUE(grad.ok()) << grad.status().ToString();
  EXPECT_EQ(Text(*grad), "Mul(GatherV2(OnesLike(Test:0), Maximum(in2, [0]), [1]), [1.5])");
  const Node* gather = grad->node->input(0).node;
  EXPECT_EQ(gather->input(1).node->output_type(0), DType::kInt32);
  EXPECT_EQ(grad->node->input(1).node->output_type(0), DType::kFloat);
}

TEST_F(Formula, ACompositionIsDifferentiatedThroughItself) {
  const OutputRef y = Add(nullptr, "out: x * y; side: x; parts: rest");
  const OutputRef ys[] = {y}, xs[] = {in_[0]};
  const auto grads = AddGradients(&graph_, ys, xs);
  ASSERT_TRUE(grads.ok()) << grads.status().ToString();
  EXPECT_EQ((*grads)[0].node->op(), "Mul");
}

TEST_F(Formula, AWrongTypeOfGradientIsRefused) {
  const auto grad = Gradient("x: Cast(g, DstT = double)");
  EXPECT_NE(grad.status().message().find("is double<unknown>, expected float[2,3]"),
            std::string_view::npos)
      << grad.status().ToString();
}

TEST(Formulas, OfAllRowsAreRight) {
  const OpRegistry registry;
  int count = 0;
  for (const std::span<const OpRow> family : CoreOpFamilies()) {
    for (const OpRow& row : family) {
      const auto schema = registry.Find(row.name);
      ASSERT_TRUE(schema.ok());
      if (!row.gradient.formula.empty()) {
        const Status status =
            CheckFormula(FormulaKind::kGradient, row.gradient.formula, **schema, registry);
        EXPECT_TRUE(status.ok()) << status.ToString();
        ++count;
      }
      if (!row.composition.formula.empty()) {
        const Status status =
            CheckFormula(FormulaKind::kComposition, row.composition.formula, **schema, registry);
        EXPECT_TRUE(status.ok()) << status.ToString();
        ++count;
      }
    }
  }
  EXPECT_GT(count, 50);
}

}  // namespace
}  // namespace runnel

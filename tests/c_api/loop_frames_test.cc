// Values, control edges, feeds and fetches between all frames of two loops, one within the other: what
// fits runs, all else is refused with the node and the frames, however the step runs.
#include <functional>
#include <set>

#include "tests/c_api/support/cluster.h"
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

const Attrs kFloats = {{"T", kFloatT}}, kInts = {{"T", kInt32T}};

std::string EnterText(const std::string& name, const std::string& value, const std::string& frame,
                      const std::string& type = kFloatT, bool constant = false) {
  return NodeText(name, "Enter", {value},
                  {{"T", type},
                   {"frame_name", "s: \"" + frame + "\""},
                   {"is_constant", constant ? "b: true" : "b: false"}});
}
std::string MergeText(const std::string& name, const std::vector<std::string>& inputs,
                      const std::string& type = kFloatT, const std::string& device = "") {
  size_t n = 0;
  for (const std::string& input : inputs) n += input[0] == '^' ? 0 : 1;
  return NodeText(name, "Merge", inputs, {{"T", type}, {"N", "i: " + std::to_string(n)}}, device);
}
std::string ConstIntBehind(const std::string& name, int value, const std::string& control) {
  return NodeText(
      name, "Const", {"^" + control},
      {{"dtype", kInt32T},
       {"value", "tensor { dtype: DT_INT32 tensor_shape { } int_val: " + std::to_string(value) + " }"}});
}

// Goes round `times` with a value that comes in as `start`; `next` is what it becomes. The nodes are
// called <p>_enter, _merge, _switch, _body (what the body has of it), _next and _exit.
std::string LoopText(const std::string& p, const std::string& frame, const std::string& start, int times,
                     const std::string& next, const std::string& behind = "") {
  const std::string zero =
      behind.empty() ? ConstInt(p + "_zero", 0) : ConstIntBehind(p + "_zero", 0, behind);
  return zero + EnterText(p + "_i_enter", p + "_zero", frame, kInt32T) +
         MergeText(p + "_i_merge", {p + "_i_enter", p + "_i_next"}, kInt32T) +
         ConstIntBehind(p + "_limit", times, p + "_i_merge") +
         NodeText(p + "_less", "Less", {p + "_i_merge", p + "_limit"}, kInts) +
         NodeText(p + "_cond", "LoopCond", {p + "_less"}) +
         NodeText(p + "_i_switch", "Switch", {p + "_i_merge", p + "_cond"}, kInts) +
         NodeText(p + "_i_body", "Identity", {p + "_i_switch:1"}, kInts) +
         ConstIntBehind(p + "_one", 1, p + "_i_body") +
         NodeText(p + "_i_more", "AddV2", {p + "_i_body", p + "_one"}, kInts) +
         NodeText(p + "_i_next", "NextIteration", {p + "_i_more"}, kInts) +
         EnterText(p + "_enter", start, frame) + MergeText(p + "_merge", {p + "_enter", p + "_next"}) +
         NodeText(p + "_switch", "Switch", {p + "_merge", p + "_cond"}, kFloats) +
         NodeText(p + "_body", "Identity", {p + "_switch:1"}, kFloats) +
         NodeText(p + "_next", "NextIteration", {next}, kFloats) +
         NodeText(p + "_exit", "Exit", {p + "_switch"}, kFloats);
}

// x = 2 goes twice round "outer", and each time three times round "inner", where it doubles.
std::string TwoLoops() {
  return PlaceholderText("x", {}) + ConstFloat("c", 3) + NodeText("r", "Neg", {"x"}, kFloats) +
         EnterText("k", "c", "outer", kFloatT, true) + LoopText("o", "outer", "x", 2, "i_exit") +
         LoopText("i", "inner", "o_body", 3, "twice", "o_body") +
         NodeText("twice", "AddV2", {"i_body", "i_body"}, kFloats);
}
constexpr float kResult = 2 * 8 * 8;

// A value of TwoLoops, the node that gives it, and the frame that it is in.
struct Value {
  std::string name, node, frame;
  bool literal = false;
  bool each_time = true;  // in every iteration of its frame
  bool comes_back() const { return node.ends_with("_next"); }
};
const std::vector<Value>& Values() {
  static const std::vector<Value> values = {
      {"c", "c", "", true},
      {"x", "x", ""},
      {"r", "r", ""},
      {"o_exit", "o_exit", ""},
      {"k", "k", "outer"},
      {"o_enter", "o_enter", "outer", false, false},
      {"o_merge", "o_merge", "outer"},
      {"o_switch:1", "o_switch", "outer"},
      {"o_body", "o_body", "outer"},
      {"i_exit", "i_exit", "outer"},
      {"o_next", "o_next", "outer", false, false},
      {"i_enter", "i_enter", "inner", false, false},
      {"i_merge", "i_merge", "inner"},
      {"twice", "twice", "inner"},
      {"i_next", "i_next", "inner", false, false},
  };
  return values;
}

class LoopFramesTest : public testing::Test {
 protected:
  struct Mode {
    const char* name;
    int threads;
    bool passes;
  };
  static constexpr Mode kModes[] = {
      {"one thread", 1, true}, {"two threads", 2, true}, {"no passes", 2, false}};

  // f(net, runtime) with the graph, in every mode.
  void InEveryMode(const std::string& text, const std::function<void(const Net&, rnl_runtime_t*)>& f) {
    for (const Mode& mode : kModes) {
      SCOPED_TRACE(mode.name);
      const Runtime runtime = NewRuntime(mode.threads);
      SessionOptions options;
      ASSERT_TRUE(IsOk(rnl_session_options_create(options.out())));
      if (!mode.passes) {
        ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(options, rnl_str("all"))));
      }
      Net net;
      ASSERT_TRUE(IsOk(net.Load(runtime, text, options)));
      f(net, runtime);
    }
  }
  // It fails, and the message has both nodes and the frames that are not the root.
  static testing::AssertionResult Mixed(rnl_status_t* status, const Value& a, const Value& b) {
    const Status s(status);
    if (s.code() != RNL_INVALID_ARGUMENT) return testing::AssertionFailure() << s.ToString();
    for (const Value* value : {&a, &b}) {
      const std::string where =
          value->frame.empty() ? "outside of any loop" : "\"" + value->frame + "\"";
      for (const std::string& piece : {"\"" + value->node + "\"", where}) {
        if (s.message().find(piece) == std::string::npos)
          return testing::AssertionFailure() << "no " << piece << " in: " << s.message();
      }
    }
    return testing::AssertionSuccess();
  }
};

TEST_F(LoopFramesTest, AValueOfALoopIsNotFetched) {
  InEveryMode(TwoLoops(), [](const Net& net, rnl_runtime_t* runtime) {
    const Tensor x = FloatTensor(runtime, {}, {2});
    EXPECT_EQ(net.Fetch({{"x", x}}, "o_exit"), (std::vector<float>{kResult}));
    for (const Value& value : Values()) {
      if (value.frame.empty()) continue;
      const std::string frame = "\"" + value.frame + "\"", node = "\"" + value.node + "\"";
      EXPECT_TRUE(Fails(net.Run({{"x", x}}, {value.name}), RNL_INVALID_ARGUMENT,
                        {node.c_str(), frame.c_str(), "fetch"}));
      EXPECT_TRUE(IsOk(net.Run({{"x", x}}, {}, nullptr, {value.node}))) << value.name << " as a target";
    }
    EXPECT_EQ(net.Fetch({{"x", x}}, "o_exit"), (std::vector<float>{kResult})) << "after the refusals";
  });
}

TEST_F(LoopFramesTest, WhatIsFedIsOutsideOfAnyLoop) {
  InEveryMode(TwoLoops(), [](const Net& net, rnl_runtime_t* runtime) {
    const Tensor x = FloatTensor(runtime, {}, {2}), y = FloatTensor(runtime, {}, {5});
    for (const Value& value : Values()) {
      if (value.name == "x" || value.name == "o_exit") continue;
      rnl_status_t* const status = net.Run({{"x", x}, {value.name, y}}, {"o_exit"});
      if (value.frame.empty() || value.name == "k") {
        EXPECT_TRUE(IsOk(status)) << value.name << ": the loop does not read it";
      } else {
        EXPECT_TRUE(Fails(status, RNL_INVALID_ARGUMENT, {"node \"", "loop"})) << value.name;
      }
    }
  });
}

TEST_F(LoopFramesTest, ANodeTakesValuesOfOneFrame) {
  std::string text = TwoLoops();
  const auto name = [](size_t a, size_t b) { return "n" + std::to_string(a) + "_" + std::to_string(b); };
  for (size_t a = 0; a < Values().size(); ++a) {
    for (size_t b = 0; b < Values().size(); ++b) {
      const Value &first = Values()[a], &second = Values()[b];
      text += NodeText(name(a, b), "AddV2", {first.name, second.name}, kFloats);
      text += NodeText("c" + name(a, b), "Neg", {first.name, "^" + second.node}, kFloats);
      if (!first.comes_back() && !second.comes_back())
        text += MergeText("m" + name(a, b), {first.name, second.name});
    }
  }
  InEveryMode(text, [&](const Net& net, rnl_runtime_t* runtime) {
    const Tensor x = FloatTensor(runtime, {}, {2});
    for (size_t a = 0; a < Values().size(); ++a) {
      for (size_t b = 0; b < Values().size(); ++b) {
        const Value &first = Values()[a], &second = Values()[b];
        const bool literal = first.literal || second.literal;
        for (const char* kind : {"", "c", "m"}) {
          if (*kind == 'm' && (first.comes_back() || second.comes_back())) continue;  // below
          // A constant is in every frame, but for a Merge, which takes what is first.
          const bool fits = first.frame == second.frame || (literal && *kind != 'm');
          rnl_status_t* const status = net.Run({{"x", x}}, {}, nullptr, {kind + name(a, b)});
          if (fits) {
            EXPECT_TRUE(IsOk(status)) << kind << name(a, b);
          } else {
            EXPECT_TRUE(Mixed(status, first, second)) << kind << name(a, b);
          }
        }
      }
    }
    EXPECT_EQ(net.Fetch({{"x", x}}, "n1_3"), (std::vector<float>{2 + kResult}));
    EXPECT_EQ(net.Fetch({{"x", x}}, "cn1_3"), (std::vector<float>{-2}));
  });
}

TEST_F(LoopFramesTest, ABackEdgeStaysInItsFrame) {
  std::string text = TwoLoops();
  const auto name = [](size_t a, size_t b) { return "b" + std::to_string(a) + "_" + std::to_string(b); };
  for (size_t a = 0; a < Values().size(); ++a) {
    for (size_t b = 0; b < Values().size(); ++b) {
      const std::string next = "next" + name(a, b);
      if (Values()[a].comes_back()) continue;  // a Merge has one back edge
      text += NodeText(next, "NextIteration", {Values()[b].name}, kFloats);
      text += MergeText(name(a, b), {Values()[a].name, next});
    }
  }
  InEveryMode(text, [&](const Net& net, rnl_runtime_t* runtime) {
    const Tensor x = FloatTensor(runtime, {}, {2});
    for (size_t a = 0; a < Values().size(); ++a) {
      for (size_t b = 0; b < Values().size(); ++b) {
        const Value &first = Values()[a], &second = Values()[b];
        if (first.comes_back() || second.name == "k")
          continue;  // k comes in every iteration: it would never end
        const std::string next = "\"next" + name(a, b) + "\"";
        rnl_status_t* const status = net.Run({{"x", x}}, {}, nullptr, {name(a, b)});
        if (first.frame == second.frame && !first.frame.empty()) {
          EXPECT_TRUE(IsOk(status)) << name(a, b);
        } else if (second.frame.empty()) {
          EXPECT_TRUE(Fails(status, RNL_INVALID_ARGUMENT, {next.c_str(), "outside of any loop"}));
        } else {
          const std::string merge = "\"" + name(a, b) + "\"", frame = "\"" + second.frame + "\"";
          EXPECT_TRUE(Fails(status, RNL_INVALID_ARGUMENT, {merge.c_str(), next.c_str(), frame.c_str()}));
        }
      }
    }
  });
}

TEST_F(LoopFramesTest, AnExitGivesOneValue) {
  std::string text = TwoLoops();
  for (size_t a = 0; a < Values().size(); ++a)
    text += NodeText("exit" + std::to_string(a), "Exit", {Values()[a].name}, kFloats) +
            NodeText("after" + std::to_string(a), "Neg", {"exit" + std::to_string(a)}, kFloats);
  InEveryMode(text, [&](const Net& net, rnl_runtime_t* runtime) {
    const Tensor x = FloatTensor(runtime, {}, {2});
    for (size_t a = 0; a < Values().size(); ++a) {
      const std::string exit = "\"exit" + std::to_string(a) + "\"";
      const Value& value = Values()[a];
      // In the frame outside of the inner loop there is nothing to fetch; it runs all the same.
      const bool fetched = value.frame != "inner";
      const std::string after = "after" + std::to_string(a);
      std::vector<Tensor> out;
      rnl_status_t* const status =
          fetched ? net.Run({{"x", x}}, {after}, &out) : net.Run({{"x", x}}, {}, nullptr, {after});
      SCOPED_TRACE(value.name);
      if (value.frame.empty()) {
        EXPECT_TRUE(Fails(status, RNL_INVALID_ARGUMENT, {exit.c_str(), "outside of any loop"}));
      } else if (value.name == "o_enter") {
        ASSERT_TRUE(IsOk(status));
        EXPECT_EQ(Floats(out[0]), (std::vector<float>{-2}));
      } else if (value.name == "k" && fetched) {
        ASSERT_TRUE(IsOk(status)) << "nothing makes that loop go round";
        EXPECT_EQ(Floats(out[0]), (std::vector<float>{-3}));
      } else if (value.name == "i_enter") {
        EXPECT_TRUE(IsOk(status));
      } else {
        EXPECT_TRUE(Fails(status, RNL_INVALID_ARGUMENT, {exit.c_str(), "iteration"}));
      }
    }
  });
}

TEST_F(LoopFramesTest, WhatNoIterationReachesIsNotFetched) {
  // What comes back never comes, for the loop is left at once.
  const std::string text =
      PlaceholderText("x", {}) + PlaceholderText("go", {}, "type: DT_BOOL") +
      EnterText("enter", "x", "f") + EnterText("go_in", "go", "f", "type: DT_BOOL") +
      NodeText("switch", "Switch", {"enter", "go_in"}, kFloats) +
      NodeText("next", "NextIteration", {"switch:1"}, kFloats) +
      NodeText("neg", "Neg", {"next"}, kFloats) + NodeText("exit", "Exit", {"neg"}, kFloats) +
      NodeText("left", "Exit", {"switch"}, kFloats) + NodeText("both", "AddV2", {"exit", "x"}, kFloats) +
      MergeText("either", {"left", "exit"});
  InEveryMode(text, [](const Net& net, rnl_runtime_t* runtime) {
    const Tensor x = FloatTensor(runtime, {}, {2}), yes = BoolTensor(runtime, true),
                 no = BoolTensor(runtime, false);
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(
          Fails(net.Run({{"x", x}, {"go", no}}, {"both"}), RNL_INVALID_ARGUMENT, {"\"both", "loop"}));
      EXPECT_EQ(net.Fetch({{"x", x}, {"go", yes}}, "both"), (std::vector<float>{0}));
      EXPECT_EQ(net.Fetch({{"x", x}, {"go", no}}, "either"), (std::vector<float>{2}));
      EXPECT_EQ(net.Fetch({{"x", x}, {"go", yes}}, "either"), (std::vector<float>{-2}));
    }
  });
}

TEST_F(LoopFramesTest, AMergeOfDeadValuesIsDeadOutsideOfLoopsToo) {
  const std::string text =
      PlaceholderText("x", {}) + PlaceholderText("p", {}, "type: DT_BOOL") +
      NodeText("s", "Switch", {"x", "p"}, kFloats) + MergeText("m", {"s:1", "s:1"}) +
      NodeText("y", "Neg", {"m"}, kFloats) + NodeText("back", "NextIteration", {"y"}, kFloats) +
      MergeText("loops", {"s:1", "back"}) +
      // Behind a dead Enter, which is all that comes in.
      EnterText("e", "s:1", "f") + MergeText("em", {"e", "en"}) +
      NodeText("en", "NextIteration", {"em"}, kFloats) + NodeText("ex", "Exit", {"em"}, kFloats) +
      // And a Merge in a loop that nothing comes back to: it takes the value that is alive.
      EnterText("e0", "s:0", "g") + EnterText("e1", "s:1", "g") + MergeText("gm", {"e0", "e1"}) +
      NodeText("gx", "Exit", {"gm"}, kFloats);
  InEveryMode(text, [](const Net& net, rnl_runtime_t* runtime) {
    const Tensor x = FloatTensor(runtime, {}, {2}), yes = BoolTensor(runtime, true),
                 no = BoolTensor(runtime, false);
    EXPECT_EQ(net.Fetch({{"x", x}, {"p", yes}}, "y"), (std::vector<float>{-2}));
    EXPECT_TRUE(Fails(net.Run({{"x", x}, {"p", no}}, {"y"}), RNL_INVALID_ARGUMENT, {"\"y:0\"", "dead"}));
    EXPECT_TRUE(Fails(net.Run({{"x", x}, {"p", no}}, {"loops"}), RNL_INVALID_ARGUMENT,
                      {"\"back\"", "outside of any loop"}));
    EXPECT_TRUE(
        Fails(net.Run({{"x", x}, {"p", no}}, {"ex"}), RNL_INVALID_ARGUMENT, {"\"ex:0\"", "dead"}));
    for (const Tensor* p : {&yes, &no})
      EXPECT_EQ(net.Fetch({{"x", x}, {"p", *p}}, "gx"), (std::vector<float>{2}));
  });
}

TEST_F(LoopFramesTest, LoopsWithinLoopsHaveALimit) {
  std::string text = PlaceholderText("x", {});
  const auto chain = [&](int depth) {
    std::string last = "x";
    for (int i = 0; i < depth; ++i) {
      const std::string name = "e" + std::to_string(depth) + "_" + std::to_string(i);
      text += EnterText(name, last, "f" + std::to_string(i));
      last = name;
    }
    return last;
  };
  const std::string fits = chain(256), deeper = chain(257), deepest = chain(20000);
  InEveryMode(text, [&](const Net& net, rnl_runtime_t* runtime) {
    const Tensor x = FloatTensor(runtime, {}, {2});
    EXPECT_TRUE(IsOk(net.Run({{"x", x}}, {}, nullptr, {fits})));
    for (const std::string& last : {deeper, deepest})
      EXPECT_TRUE(Fails(net.Run({{"x", x}}, {}, nullptr, {last}), RNL_UNIMPLEMENTED, {"256"}));
  });
}

// Nodes of a loop on another task get their values across; what is not there in every iteration does not
// go.
TEST_F(LoopFramesTest, TasksAgreeAboutFrames) {
  std::string text = TwoLoops();
  // Both loops stay with this node; else they would go where the other one asks to be.
  const std::string twice = "{ name: \"twice\"";
  text.replace(text.find(twice), twice.size(), twice + " device: \"/job:a\"");
  const auto name = [](size_t a, size_t b) { return "n" + std::to_string(a) + "_" + std::to_string(b); };
  for (size_t a = 0; a < Values().size(); ++a) {
    for (size_t b = 0; b < Values().size(); ++b) {
      const Value &first = Values()[a], &second = Values()[b];
      text += NodeText(name(a, b), "AddV2", {first.name, second.name}, kFloats, "/job:b");
      text += NodeText("c" + name(a, b), "Neg", {first.name, "^" + second.node}, kFloats, "/job:b");
    }
  }
  const Runtime runtime = NewRuntime();
  Servers servers(runtime);
  servers.Add("a", 0);
  servers.Add("b", 0);
  servers.Start("a", 0);
  servers.Start("b", 0);
  SessionOptions options;
  servers.SetOptions("a", 0, &options);
  Net net;
  ASSERT_TRUE(IsOk(net.Load(runtime, text, options)));
  const Tensor x = FloatTensor(runtime, {}, {2});
  EXPECT_EQ(net.Fetch({{"x", x}}, "n1_3"), (std::vector<float>{2 + kResult}));
  RunOptions deadline;
  ASSERT_TRUE(IsOk(rnl_run_options_create(deadline.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_timeout(deadline, 30'000)));
  // Every seventh pair: a cluster plans and starts each on both tasks.
  for (size_t k = 0; k < Values().size() * Values().size(); k += 7) {
    const size_t a = k / Values().size(), b = k % Values().size();
    const Value &first = Values()[a], &second = Values()[b];
    for (const char* kind : {"", "c"}) {
      SCOPED_TRACE(kind + name(a, b));
      rnl_status_t* const status = net.Run({{"x", x}}, {}, nullptr, {kind + name(a, b)}, deadline);
      if (first.frame != second.frame && !first.literal && !second.literal) {
        EXPECT_TRUE(Mixed(status, first, second));
      } else if (!first.each_time || !second.each_time) {
        // Unless the loop is driven where the node asks to be.
        const Status s(status);
        EXPECT_TRUE(s.ok() || (s.code() == RNL_UNIMPLEMENTED &&
                               s.message().find("every iteration") != std::string::npos))
            << s.ToString();
      } else {
        EXPECT_TRUE(IsOk(status));
      }
    }
  }
  for (const Value& value : Values()) {
    if (value.frame.empty()) continue;
    EXPECT_TRUE(
        Fails(net.Run({{"x", x}}, {value.name}), RNL_INVALID_ARGUMENT, {"fetch", value.frame.c_str()}));
  }
  EXPECT_EQ(net.Fetch({{"x", x}}, "o_exit"), (std::vector<float>{kResult}));
}

}  // namespace
}  // namespace runnel_test

// Random graphs of control flow, from bytes: branches, loops, the primitives as they come, control
// edges, asserts, variables and functions, with feeds and fetches anywhere. For the fuzzer and for the
// suite.
//
// A tame graph has one right answer, whatever the order of its nodes: its Merges have one live input,
// and what it assigns nobody reads. A wild one puts the primitives anywhere, its loops may never end.
#ifndef RUNNEL_TESTS_SUPPORT_FLOW_GRAPH_H_
#define RUNNEL_TESTS_SUPPORT_FLOW_GRAPH_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph_def.h"
#include "core/tensor/tensor.h"

namespace runnel::testing {

class FlowGraph {
 public:
  explicit FlowGraph(std::span<const uint8_t> bytes) : bytes_(bytes) { Build(); }

  // What a step asks for.
  GraphDef def;
  std::vector<std::pair<std::string, Tensor>> feeds;
  std::vector<std::string> fetches;  // outputs
  std::vector<std::string> targets;  // nodes
  bool tame = true;
  // To be run before; and what a tame graph leaves in its variables.
  std::vector<std::string> init;
  std::vector<std::string> variables;  // outputs that read them

 private:
  static constexpr int kMostNodes = 150, kMostDepth = 3;
  struct Value {
    std::string name;
    DType type = DType::kInvalid;
    int frame = 0;
  };
  // Where nodes are made: a frame, and in it a branch or a body, of which `pivot` is alive.
  struct Scope {
    int frame = 0;
    int depth = 0;
    std::string pivot;  // empty: the graph itself
    size_t first = 0;   // of values_: those that the scope sees
  };

  // ---- draws ----

  uint32_t Draw(uint32_t n) {
    const uint32_t byte = at_ < bytes_.size() ? bytes_[at_++] : 0;
    return byte % n;
  }
  bool OneIn(uint32_t n) { return Draw(n) == n - 1; }
  bool Ended() const { return at_ >= bytes_.size() || static_cast<int>(def.nodes.size()) > kMostNodes; }
  DType DrawType() {
    constexpr DType kTypes[] = {DType::kFloat, DType::kFloat, DType::kInt32, DType::kBool};
    return kTypes[Draw(4)];
  }

  // ---- nodes ----

  static Tensor Scalar(DType type, int value) {
    if (type == DType::kFloat) return *Tensor::FromScalar<float>(static_cast<float>(value));
    if (type == DType::kInt32) return *Tensor::FromScalar<int32_t>(value);
    return *Tensor::FromScalar<bool>(value % 2 != 0);
  }
  std::string Add(const std::string& op, std::vector<std::string> inputs, AttrList attrs) {
    const std::string name = "n" + std::to_string(def.nodes.size());
    std::stable_partition(inputs.begin(), inputs.end(),
                          [](const std::string& input) { return !input.starts_with('^'); });
    std::sort(attrs.begin(), attrs.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    def.nodes.push_back({name, op, std::move(inputs), "", std::move(attrs)});
    return name;
  }
  Value Keep(const std::string& name, DType type, int frame) {
    values_.push_back({name, type, frame});
    return values_.back();
  }
  Value Typed(const std::string& op, std::vector<std::string> inputs, DType type, int frame) {
    return Keep(Add(op, std::move(inputs), {{"T", AttrValue(type)}}), type, frame);
  }
  Value Const(const Scope& scope, DType type, int value) {
    std::vector<std::string> inputs;
    if (!scope.pivot.empty()) inputs.push_back("^" + scope.pivot);
    return Keep(
        Add("Const", inputs, {{"dtype", AttrValue(type)}, {"value", AttrValue(Scalar(type, value))}}),
        type, scope.frame);
  }
  // A value of the scope; in a wild graph now and then of any other.
  Value Pick(const Scope& scope, DType type) {
    const bool anywhere = !tame && OneIn(12);
    std::vector<size_t> fit;
    for (size_t i = anywhere ? 0 : scope.first; i < values_.size(); ++i) {
      if (values_[i].type == type && (anywhere || values_[i].frame == scope.frame)) fit.push_back(i);
    }
    if (fit.empty()) return Const(scope, type, static_cast<int>(Draw(4)));
    return values_[fit[Draw(static_cast<uint32_t>(fit.size()))]];
  }
  int Frame(const std::string& name, int parent) {
    const auto [it, fresh] = frames_.emplace(std::pair(parent, name), static_cast<int>(parents_.size()));
    if (fresh) parents_.push_back(parent);
    return it->second;
  }
  Value Enter(const Value& value, const std::string& frame, int parent, bool constant) {
    return Keep(Add("Enter", {value.name},
                    {{"T", AttrValue(value.type)},
                     {"frame_name", AttrValue(frame)},
                     {"is_constant", AttrValue(constant)},
                     {"parallel_iterations", AttrValue(int64_t{1} + Draw(4))}}),
                value.type, Frame(frame, parent));
  }
  Value Merge(const std::vector<std::string>& inputs, DType type, int frame) {
    const std::string name =
        Add("Merge", inputs,
            {{"N", AttrValue(static_cast<int64_t>(inputs.size()))}, {"T", AttrValue(type)}});
    if (!tame) Keep(name + ":1", DType::kInt32, frame);
    return Keep(name, type, frame);
  }

  // ---- statements ----

  void Statements(const Scope& scope, uint32_t most) {
    for (uint32_t n = 1 + Draw(most); n > 0 && !Ended(); --n) Statement(scope);
  }
  void Statement(const Scope& scope) {
    switch (Draw(tame ? 11 : 17)) {
      case 0:
        Const(scope, DrawType(), static_cast<int>(Draw(4)));
        break;
      case 1: {
        const DType type = DrawType();
        const char* const op = OneIn(2) ? "Identity" : type == DType::kBool ? "LogicalNot" : "Neg";
        const Value x = Pick(scope, type);
        if (type == DType::kBool && *op == 'L') {
          Keep(Add(op, {x.name}, {}), type, scope.frame);
        } else {
          Typed(op, {x.name}, type, scope.frame);
        }
        break;
      }
      case 2: {
        const DType type = OneIn(3) ? DType::kInt32 : DType::kFloat;
        const char* const ops[] = {"AddV2", "Sub", "Mul", "Maximum"};
        const std::string x = Pick(scope, type).name, y = Pick(scope, type).name;
        Typed(ops[Draw(4)], {x, y}, type, scope.frame);
        break;
      }
      case 3: {
        if (OneIn(4)) {  // what planning knows without the value
          const Value x = Pick(scope, DrawType());
          Keep(Add(OneIn(2) ? "Size" : "Rank", {x.name}, {{"T", AttrValue(x.type)}}), DType::kInt32,
               scope.frame);
          break;
        }
        const DType type = OneIn(2) ? DType::kInt32 : DType::kFloat;
        const std::string x = Pick(scope, type).name, y = Pick(scope, type).name;
        Keep(Add("Less", {x, y}, {{"T", AttrValue(type)}}), DType::kBool, scope.frame);
        break;
      }
      case 4: {
        const Value x = Pick(scope, DrawType());
        const Value sides =
            Typed("Switch", {x.name, Pick(scope, DType::kBool).name}, x.type, scope.frame);
        Keep(sides.name + ":1", x.type, scope.frame);
        break;
      }
      case 5:
        if (scope.depth < kMostDepth) Branch(scope);
        break;
      case 6:
        if (scope.depth < kMostDepth) Loop(scope);
        break;
      case 7:
        Call(scope);
        break;
      case 8:
        ControlEdge(scope);
        break;
      case 9:
        targets_.push_back(Add("Assert",
                               {Pick(scope, DType::kBool).name, Pick(scope, DType::kFloat).name},
                               {{"T", AttrValue(std::vector<DType>{DType::kFloat})}}));
        break;
      case 10:
        Assign(scope);
        break;
      default:
        Primitive(scope);
    }
  }
  void Primitive(const Scope& scope) {
    const DType type = DrawType();
    const Value x = Pick(scope, type);
    switch (Draw(6)) {
      case 0:
        Merge({x.name, Pick(scope, type).name}, type, scope.frame);
        break;
      case 1:
        Enter(x, OneIn(3) ? "g" : "f", x.frame, OneIn(3));
        break;
      case 2:
        Typed("Exit", {x.name}, type, parents_[static_cast<size_t>(x.frame)]);
        break;
      case 3:
        Typed("NextIteration", {x.name}, type, x.frame);
        break;
      case 4: {
        // Its back edge comes of what is there in the end.
        const Value merge = Merge({x.name, x.name}, type, x.frame);
        open_.push_back(merge);
        break;
      }
      default:
        Keep(Add("LoopCond", {Pick(scope, DType::kBool).name}, {}), DType::kBool, scope.frame);
    }
  }

  void Branch(const Scope& scope) {
    const Value pred = Pick(scope, DType::kBool);
    const std::string pivots = Add("Switch", {pred.name, pred.name}, {{"T", AttrValue(DType::kBool)}});
    std::vector<std::string> results[2];
    const DType types[] = {DrawType(), DType::kFloat};
    std::vector<Value> given;
    for (uint32_t k = 0; k <= Draw(2); ++k) given.push_back(Pick(scope, DrawType()));
    for (const bool side : {false, true}) {
      Scope inside{scope.frame, scope.depth + 1, "", values_.size()};
      inside.pivot = Typed("Identity", {pivots + (side ? ":1" : "")}, DType::kBool, scope.frame).name;
      for (const Value& value : given) {
        const std::string sw = Add("Switch", {value.name, pred.name}, {{"T", AttrValue(value.type)}});
        Keep(sw + (side ? ":1" : ""), value.type, scope.frame);
      }
      Statements(inside, 4);
      for (const DType type : types) {
        const std::string result = Pick(inside, type).name;
        results[side].push_back(Add("Identity", {result, "^" + inside.pivot}, {{"T", AttrValue(type)}}));
      }
      // What is made here is seen here alone, but in a wild graph.
      if (tame) values_.resize(inside.first);
    }
    for (size_t k = 0; k < 2; ++k) {
      if (k > 0 && OneIn(2)) break;
      Merge({results[0][k], results[1][k]}, types[k], scope.frame);
    }
  }

  void Loop(const Scope& scope) {
    const std::string frame = "w" + std::to_string(def.nodes.size());
    const std::string times = Const(scope, DType::kInt32, static_cast<int>(Draw(5))).name;
    std::vector<Value> in = {Const(scope, DType::kInt32, 0)};
    for (uint32_t k = 0; k <= Draw(2); ++k) in.push_back(Pick(scope, DrawType()));
    const Value constant = Pick(scope, DrawType());
    const size_t outside = values_.size();
    std::vector<size_t> merges;
    std::vector<Value> vars;
    for (const Value& value : in) {
      const Value entered = Enter(value, frame, scope.frame, false);
      merges.push_back(def.nodes.size());
      vars.push_back(Merge({entered.name, entered.name}, value.type, entered.frame));
    }
    const int inner = vars[0].frame;
    const std::string limit = Enter({times, DType::kInt32, scope.frame}, frame, scope.frame, true).name;
    const std::string less = Add("Less", {vars[0].name, limit}, {{"T", AttrValue(DType::kInt32)}});
    const std::string goes_on = Add("LoopCond", {less}, {});
    Scope body{inner, scope.depth + 1, "", values_.size()};
    Enter(constant, frame, scope.frame, true);
    std::vector<Value> exits;
    for (const Value& var : vars) {
      const std::string sw = Add("Switch", {var.name, goes_on}, {{"T", AttrValue(var.type)}});
      exits.push_back({Add("Exit", {sw}, {{"T", AttrValue(var.type)}}), var.type, scope.frame});
      const Value inside = Typed("Identity", {sw + ":1"}, var.type, inner);
      if (body.pivot.empty()) body.pivot = inside.name;
    }
    const std::string count = body.pivot;
    const std::string one = Const(body, DType::kInt32, 1).name;
    Statements(body, 5);
    for (size_t k = 0; k < vars.size(); ++k) {
      // Dead where the loop ends, whatever it is.
      const std::string next =
          k == 0 ? Typed("AddV2", {count, one}, DType::kInt32, inner).name
                 : Typed("Identity", {Pick(body, vars[k].type).name, "^" + count}, vars[k].type, inner)
                       .name;
      const std::string back = Add("NextIteration", {next}, {{"T", AttrValue(vars[k].type)}});
      def.nodes[merges[k]].inputs[1] = back;
    }
    if (tame) values_.resize(outside);
    for (const Value& exit : exits) values_.push_back(exit);
  }

  void Call(const Scope& scope) {
    const std::string x = Pick(scope, DType::kFloat).name;
    switch (Draw(4)) {
      case 0:
        Keep(Add("PartitionedCall", {x},
                 {{"Tin", AttrValue(std::vector<DType>{DType::kFloat})},
                  {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                  {"f", AttrValue(FuncRef{OneIn(2) ? "double" : "checked", {}})}}),
             DType::kFloat, scope.frame);
        break;
      case 1:
        Keep(Add("If", {Pick(scope, DType::kBool).name, x},
                 {{"Tcond", AttrValue(DType::kBool)},
                  {"Tin", AttrValue(std::vector<DType>{DType::kFloat})},
                  {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                  {"then_branch", AttrValue(FuncRef{"double", {}})},
                  {"else_branch", AttrValue(FuncRef{"calls", {}})}}),
             DType::kFloat, scope.frame);
        break;
      case 2: {
        const std::vector<DType> types = {DType::kInt32, DType::kFloat};
        const std::string n = Pick(scope, DType::kInt32).name;
        const std::string loop = Add("While", {n, x},
                                     {{"T", AttrValue(types)},
                                      {"cond", AttrValue(FuncRef{"fewer", {}})},
                                      {"body", AttrValue(FuncRef{"more", {}})}});
        Keep(loop + ":1", DType::kFloat, scope.frame);
        break;
      }
      default:
        Keep(Add("PartitionedCall", {x},
                 {{"Tin", AttrValue(std::vector<DType>{DType::kFloat})},
                  {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                  {"f", AttrValue(FuncRef{"loops", {}})}}),
             DType::kFloat, scope.frame);
    }
  }

  // Behind a node that is there already, for one of the last.
  void ControlEdge(const Scope& scope) {
    if (values_.size() <= scope.first) return;
    const size_t from = tame ? scope.first : 0;
    const Value source = values_[from + Draw(static_cast<uint32_t>(values_.size() - from))];
    const Value x = Pick(scope, DType::kFloat);
    // Of a Switch the end is no side's.
    if (tame && source.frame != scope.frame) return;
    const std::string node = source.name.substr(0, source.name.find(':'));
    Typed("Identity", {x.name, "^" + node}, DType::kFloat, scope.frame);
  }

  void Assign(const Scope& scope) {
    if (tame && scope.frame != 0) return;  // iterations may overtake each other
    const std::string name = "v" + std::to_string(variables.size());
    const AttrList handle = {{"dtype", AttrValue(DType::kFloat)}, {"shape", AttrValue(Shape())}};
    const AttrList type = {{"dtype", AttrValue(DType::kFloat)}};
    def.nodes.push_back({name, "VarHandleOp", {}, "", handle});
    def.nodes.push_back(
        {name + "_first",
         "Const",
         {},
         "",
         {{"dtype", AttrValue(DType::kFloat)}, {"value", AttrValue(Scalar(DType::kFloat, 7))}}});
    def.nodes.push_back({name + "_init", "AssignVariableOp", {name, name + "_first"}, "", type});
    def.nodes.push_back({name + "_read", "ReadVariableOp", {name}, "", type});
    init.push_back(name + "_init");
    variables.push_back(name + "_read");
    const std::string value = Pick(scope, DType::kFloat).name;
    const std::string assign =
        Add(OneIn(2) ? "AssignVariableOp" : "AssignAddVariableOp", {name, value}, type);
    if (OneIn(2)) {
      targets_.push_back(assign);
    } else {
      Typed("Identity", {value, "^" + assign}, DType::kFloat, scope.frame);
    }
    if (!tame) Keep(Add("ReadVariableOp", {name}, type), DType::kFloat, scope.frame);
  }

  // ---- functions ----

  static ArgSchema Arg(const char* name, DType type) {
    ArgSchema arg;
    arg.name = name;
    arg.dtype = type;
    return arg;
  }
  static NodeDef Node(const char* name, const char* op, std::vector<std::string> inputs, DType type) {
    return {name, op, std::move(inputs), "", {{"T", AttrValue(type)}}};
  }
  static NodeDef ConstNode(const char* name, DType type, int value,
                           std::vector<std::string> inputs = {}) {
    return {name,
            "Const",
            std::move(inputs),
            "",
            {{"dtype", AttrValue(type)}, {"value", AttrValue(Scalar(type, value))}}};
  }
  static FunctionDef Unary(const char* name, std::vector<NodeDef> nodes, const char* result) {
    FunctionDef f;
    f.signature.name = name;
    f.signature.inputs = {Arg("x", DType::kFloat)};
    f.signature.outputs = {Arg("y", DType::kFloat)};
    f.nodes = std::move(nodes);
    f.ret = {{"y", result}};
    return f;
  }
  void Library() {
    const DType f = DType::kFloat, i = DType::kInt32;
    def.functions.push_back(
        Unary("double", {ConstNode("two", f, 2, {"^x"}), Node("m", "Mul", {"x", "two:output:0"}, f)},
              "m:z:0"));
    FunctionDef checked =
        Unary("checked",
              {ConstNode("limit", f, 100),
               Node("ok", "Less", {"x", "limit:output:0"}, f),
               {"assert", "Assert", {"ok:z:0", "x"}, "", {{"T", AttrValue(std::vector<DType>{f})}}},
               Node("m", "Neg", {"x"}, f)},
              "m:y:0");
    checked.control_ret = {{"assert", "assert"}};
    def.functions.push_back(std::move(checked));
    NodeDef call{"c",
                 "PartitionedCall",
                 {"x"},
                 "",
                 {{"Tin", AttrValue(std::vector<DType>{f})},
                  {"Tout", AttrValue(std::vector<DType>{f})},
                  {"f", AttrValue(FuncRef{"checked", {}})}}};
    def.functions.push_back(Unary("calls", {call}, "c:output:0"));
    // A loop of primitives, three times round.
    const auto enter = [](const char* name, const char* input, DType type, bool constant) {
      return NodeDef{name,
                     "Enter",
                     {input},
                     "",
                     {{"T", AttrValue(type)},
                      {"frame_name", AttrValue("while")},
                      {"is_constant", AttrValue(constant)}}};
    };
    const auto merge = [](const char* name, const char* in, const char* back, DType type) {
      return NodeDef{
          name, "Merge", {in, back}, "", {{"N", AttrValue(int64_t{2})}, {"T", AttrValue(type)}}};
    };
    def.functions.push_back(Unary(
        "loops",
        {ConstNode("zero", i, 0), enter("ie", "zero:output:0", i, false), enter("xe", "x", f, false),
         merge("im", "ie:output:0", "in:output:0", i), merge("xm", "xe:output:0", "xn:output:0", f),
         ConstNode("three", i, 3, {"^im"}), Node("less", "Less", {"im:output:0", "three:output:0"}, i),
         NodeDef{"cond", "LoopCond", {"less:z:0"}, "", {}},
         Node("is", "Switch", {"im:output:0", "cond:output:0"}, i),
         Node("xs", "Switch", {"xm:output:0", "cond:output:0"}, f),
         Node("ib", "Identity", {"is:output_true:0"}, i), ConstNode("one", i, 1, {"^ib"}),
         Node("ia", "AddV2", {"ib:output:0", "one:output:0"}, i),
         Node("in", "NextIteration", {"ia:z:0"}, i),
         Node("xa", "AddV2", {"xs:output_true:0", "xs:output_true:0"}, f),
         Node("xn", "NextIteration", {"xa:z:0"}, f), Node("out", "Exit", {"xs:output_false:0"}, f)},
        "out:output:0"));
    FunctionDef fewer, more;
    fewer.signature.name = "fewer";
    fewer.signature.inputs = more.signature.inputs = {Arg("i", i), Arg("x", f)};
    fewer.signature.outputs = {Arg("r", DType::kBool)};
    fewer.nodes = {ConstNode("limit", i, 4), Node("less", "Less", {"i", "limit:output:0"}, i)};
    fewer.ret = {{"r", "less:z:0"}};
    more.signature.name = "more";
    more.signature.outputs = {Arg("a", i), Arg("b", f)};
    more.nodes = {ConstNode("two", i, 2, {"^x"}), ConstNode("half", f, 1),
                  Node("m", "Maximum", {"i", "two:output:0"}, i),
                  Node("n", "AddV2", {"m:z:0", "two:output:0"}, i),
                  Node("z", "Sub", {"half:output:0", "x"}, f)};
    more.ret = {{"a", "n:z:0"}, {"b", "z:z:0"}};
    def.functions.push_back(std::move(fewer));
    def.functions.push_back(std::move(more));
  }

  // ---- the whole ----

  void Build() {
    tame = !OneIn(2);
    Library();
    for (const DType type : {DType::kFloat, DType::kBool, DType::kInt32}) {
      const Value fed = Keep(
          Add("Placeholder", {},
              {{"dtype", AttrValue(type)}, {"shape", AttrValue(OneIn(2) ? Shape::Unknown() : Shape())}}),
          type, 0);
      feeds.emplace_back(fed.name + ":0", Scalar(type, static_cast<int>(Draw(4))));
    }
    const Scope root;
    while (!Ended()) Statement(root);
    for (const Value& merge : open_) {
      const Scope scope{merge.frame, 0, "", 0};
      const std::string next =
          Typed("NextIteration", {Pick(scope, merge.type).name}, merge.type, merge.frame).name;
      for (NodeDef& node : def.nodes) {
        if (node.name == merge.name) node.inputs[1] = next;
      }
    }
    Ask();
  }
  void Ask() {
    std::vector<Value> outside;
    for (const Value& value : values_) {
      if (value.frame == 0) outside.push_back(value);
    }
    const auto full = [](const std::string& name) {
      return name.find(':') == std::string::npos ? name + ":0" : name;
    };
    // The last are made of the others.
    const auto one_of = [&](const std::vector<Value>& of) {
      return full(of[of.size() - 1 - std::min<size_t>(of.size() - 1, Draw(8))].name);
    };
    for (uint32_t k = 0; k < 1 + Draw(3); ++k)
      fetches.push_back(one_of(!tame && OneIn(6) ? values_ : outside));
    for (const std::string& target : targets_) {
      if (OneIn(2)) targets.push_back(target);
    }
    if (tame || !OneIn(4)) return;
    const Value& fed = values_[Draw(static_cast<uint32_t>(values_.size()))];
    const auto same = [&](const auto& feed) { return feed.first == full(fed.name); };
    if (std::none_of(feeds.begin(), feeds.end(), same))
      feeds.emplace_back(full(fed.name), Scalar(fed.type, static_cast<int>(Draw(4))));
  }

  const std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  std::vector<Value> values_;
  std::vector<Value> open_;  // Merges that lack their back edges
  std::vector<std::string> targets_;
  std::map<std::pair<int, std::string>, int> frames_;
  std::vector<int> parents_ = {0};
};

}  // namespace runnel::testing

#endif  // RUNNEL_TESTS_SUPPORT_FLOW_GRAPH_H_

// What `runnel inspect` tells of a graph as it is: its summary and its drawing.
#include <algorithm>
#include <set>

#include "tools/common/error.h"
#include "tools/runnel/drawing.h"
#include "tools/runnel/inspect.h"

namespace runnel::tools {
namespace {

constexpr int64_t kSmallConstant = 16;  // elements of what a drawing leaves out

std::string_view OpOf(const rnl_graph_t* graph, rnl_node_t node) {
  return View(rnl_graph_node_op(graph, node));
}

// dtype and shape of an output, as far as the graph knows.
struct OutputType {
  rnl_dtype_t dtype = RNL_INVALID;
  int32_t rank = -1;
  std::vector<int64_t> dims;
  std::string Text() const { return Cat(View(rnl_dtype_name(dtype)), ShapeText(rank, dims.data())); }
  // -1: not known.
  int64_t elements() const {
    int64_t count = rank < 0 ? -1 : 1;
    for (const int64_t dim : dims) count = dim < 0 || count < 0 ? -1 : count * dim;
    return count;
  }
};

OutputType TypeOf(const rnl_graph_t* graph, rnl_output_t output) {
  OutputType type;
  type.dtype = rnl_graph_output_dtype(graph, output);
  Check(rnl_graph_output_shape(graph, output, 0, nullptr, &type.rank));
  type.dims.resize(static_cast<size_t>(std::max(0, type.rank)));
  if (type.rank > 0)
    Check(rnl_graph_output_shape(graph, output, type.dims.size(), type.dims.data(), &type.rank));
  return type;
}

// Of a VarHandleOp or VariableV2: its attr says, whatever its output is.
OutputType VariableType(const rnl_graph_t* graph, rnl_node_t node) {
  OutputType type;
  Check(rnl_graph_attr_type(graph, node, rnl_str("dtype"), 0, &type.dtype));
  Check(rnl_graph_attr_shape(graph, node, rnl_str("shape"), 0, 0, nullptr, &type.rank));
  type.dims.resize(static_cast<size_t>(std::max(0, type.rank)));
  if (type.rank > 0)
    Check(rnl_graph_attr_shape(graph, node, rnl_str("shape"), 0, type.dims.size(), type.dims.data(),
                               &type.rank));
  return type;
}

bool IsVariable(std::string_view op) {
  return op == "VarHandleOp" || op == "VariableV2" || op == "Variable";
}

// By node: whether anything takes one of its outputs or waits for it.
std::vector<bool> Used(const rnl_graph_t* graph) {
  std::vector<bool> used(rnl_graph_num_nodes(graph), false);
  for (size_t i = 0; i < used.size(); ++i) {
    const rnl_node_t node = static_cast<rnl_node_t>(i);
    for (size_t k = 0; k < rnl_graph_num_inputs(graph, node); ++k)
      used[static_cast<size_t>(rnl_graph_input(graph, node, k).node)] = true;
    for (size_t k = 0; k < rnl_graph_num_control_inputs(graph, node); ++k)
      used[static_cast<size_t>(rnl_graph_control_input(graph, node, k))] = true;
  }
  return used;
}

class Needed {
 public:
  explicit Needed(const rnl_graph_t* graph) : graph_(graph) {}
  void Add(rnl_node_t node) {
    std::vector<rnl_node_t> open = {node};
    while (!open.empty()) {
      const rnl_node_t next = open.back();
      open.pop_back();
      if (!nodes_.insert(next).second) continue;
      for (size_t k = 0; k < rnl_graph_num_inputs(graph_, next); ++k)
        open.push_back(rnl_graph_input(graph_, next, k).node);
      for (size_t k = 0; k < rnl_graph_num_control_inputs(graph_, next); ++k)
        open.push_back(rnl_graph_control_input(graph_, next, k));
    }
  }
  const std::set<rnl_node_t>& nodes() const { return nodes_; }

 private:
  const rnl_graph_t* graph_;
  std::set<rnl_node_t> nodes_;
};

DrawnNode::Look LookOf(const rnl_graph_t* graph, rnl_node_t node) {
  const std::string_view op = OpOf(graph, node);
  if (op == "Placeholder" || op == "PlaceholderWithDefault") return DrawnNode::Look::kInput;
  if (op == "Const") return DrawnNode::Look::kConstant;
  if (IsVariable(op)) return DrawnNode::Look::kVariable;
  for (size_t a = 0; a < rnl_graph_num_attrs(graph, node); ++a) {
    const rnl_str_t attr = rnl_graph_attr_name(graph, node, a);
    if (View(rnl_graph_attr_kind(graph, node, attr)) == "func") return DrawnNode::Look::kCall;
  }
  return DrawnNode::Look::kOp;
}

DrawnNode Drawn(const rnl_graph_t* graph, rnl_node_t node) {
  DrawnNode drawn;
  drawn.name = View(rnl_graph_node_name(graph, node));
  drawn.op = OpOf(graph, node);
  drawn.look = LookOf(graph, node);
  if (drawn.look == DrawnNode::Look::kVariable) {
    drawn.detail = VariableType(graph, node).Text();
  } else if (rnl_graph_num_outputs(graph, node) > 0) {
    drawn.detail = TypeOf(graph, rnl_output(node, 0)).Text();
  }
  return drawn;
}

}  // namespace

bool IsOfTheModel(const rnl_graph_t* graph, rnl_node_t node) {
  return !View(rnl_graph_node_name(graph, node)).starts_with("rnl_checkpoint/");
}

namespace {

// Ops that are not registered, with their nodes, and the nodes that need one of them: no step runs
// those.
void DescribeUnknown(const rnl_runtime_t* runtime, const rnl_graph_t* graph,
                     const rnl_names_t* functions, JsonWriter* json, std::string* text) {
  NamesHandle ops;
  Check(rnl_runtime_ops(runtime, Out(&ops)));
  std::set<std::string_view> known;
  for (size_t i = 0; i < rnl_names_count(ops.get()); ++i)
    known.insert(View(rnl_names_get(ops.get(), i)));
  for (size_t i = 0; i < rnl_graph_num_nodes(graph); ++i) {
    // Those of a library that cannot be opened.
    const rnl_str_t op = rnl_graph_node_op(graph, static_cast<rnl_node_t>(i));
    if (View(rnl_runtime_op_family(runtime, op)).empty()) continue;
    OpHandle opened;
    rnl_status_release(rnl_runtime_find_op(runtime, op, Out(&opened)));
    if (opened == nullptr) known.erase(View(op));
  }
  for (size_t i = 0; i < rnl_names_count(functions); ++i)
    known.insert(View(rnl_names_get(functions, i)));
  std::map<std::string, std::vector<std::string>> unknown;
  std::vector<bool> lost(rnl_graph_num_nodes(graph), false);
  std::vector<std::string> needing;
  // Again for the back edges of loops.
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < lost.size(); ++i) {
      const rnl_node_t node = static_cast<rnl_node_t>(i);
      if (lost[i]) continue;
      bool needs = false;
      for (size_t k = 0; k < rnl_graph_num_inputs(graph, node); ++k)
        needs |= lost[static_cast<size_t>(rnl_graph_input(graph, node, k).node)];
      for (size_t k = 0; k < rnl_graph_num_control_inputs(graph, node); ++k)
        needs |= lost[static_cast<size_t>(rnl_graph_control_input(graph, node, k))];
      const std::string op(OpOf(graph, node)), name(View(rnl_graph_node_name(graph, node)));
      const bool is_known = known.contains(op);
      if (!is_known) unknown[op].push_back(name);
      if (is_known && needs) needing.push_back(name);
      lost[i] = needs || !is_known;
      changed |= lost[i];
    }
  }
  const auto list = [](const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out += Cat(out.empty() ? "" : ", ", name);
    return out;
  };
  json->Key("not_registered").BeginArray();
  for (const auto& [op, nodes] : unknown) {
    json->BeginObject().Key("op").String(op).Key("nodes").BeginArray();
    for (const std::string& node : nodes) json->String(node);
    json->EndArray().EndObject();
    *text += Cat("  not registered: ", op, " (", list(nodes), ")\n");
  }
  json->EndArray().Key("would_not_run").BeginArray();
  for (const std::string& node : needing) json->String(node);
  json->EndArray();
  if (!needing.empty()) *text += Cat("  would not run, for they need these: ", list(needing), "\n");
}

}  // namespace

void DescribeSummary(const rnl_runtime_t* runtime, const rnl_graph_t* graph, JsonWriter* json,
                     std::string* text) {
  std::map<std::string, int64_t, std::less<>> ops;
  int64_t parameters = 0, constants = 0, nodes = 0;
  std::vector<std::pair<std::string, OutputType>> inputs, outputs;
  const std::vector<bool> used = Used(graph);
  for (size_t i = 0; i < used.size(); ++i) {
    const rnl_node_t node = static_cast<rnl_node_t>(i);
    if (!IsOfTheModel(graph, node)) continue;
    ++nodes;
    const std::string op(OpOf(graph, node));
    const std::string name(View(rnl_graph_node_name(graph, node)));
    ++ops[op];
    if (IsVariable(op)) {
      const OutputType variable = VariableType(graph, node);
      // Strings are names of files and the like, which a model's init op keeps.
      if (variable.dtype != RNL_STRING) parameters += std::max<int64_t>(0, variable.elements());
    }
    if (op == "Const") constants += std::max<int64_t>(0, TypeOf(graph, rnl_output(node, 0)).elements());
    if (op == "Placeholder") inputs.emplace_back(name, TypeOf(graph, rnl_output(node, 0)));
    if (!used[i] && rnl_graph_num_outputs(graph, node) > 0 && op != "Placeholder" && op != "Const" &&
        !IsVariable(op)) {
      outputs.emplace_back(name, TypeOf(graph, rnl_output(node, 0)));
    }
  }
  NamesHandle functions;
  Check(rnl_graph_functions(graph, Out(&functions)));
  json->Key("nodes").Int(nodes).Key("parameters").Int(parameters);
  json->Key("constants").Int(constants).Key("ops").BeginObject();
  for (const auto& [op, count] : ops) json->Key(op).Int(count);
  json->EndObject();
  *text += Cat(nodes, " nodes, ", parameters, " parameters in variables, ", constants,
               " elements in constants\n");
  const auto list = [&](const char* what, const std::vector<std::pair<std::string, OutputType>>& all) {
    json->Key(what).BeginArray();
    for (const auto& [name, type] : all) {
      json->BeginObject().Key("name").String(name).Key("dtype").String(View(rnl_dtype_name(type.dtype)));
      json->Key("shape");
      ShapeJson(type.rank, type.dims.data(), json);
      json->EndObject();
      *text += Cat("  ", what, ": ", name, " ", type.Text(), "\n");
    }
    json->EndArray();
  };
  list("inputs", inputs);
  list("outputs", outputs);
  json->Key("functions").BeginArray();
  for (size_t i = 0; i < rnl_names_count(functions.get()); ++i) {
    json->String(View(rnl_names_get(functions.get(), i)));
    *text += Cat("  function: ", View(rnl_names_get(functions.get(), i)), "\n");
  }
  json->EndArray();
  DescribeUnknown(runtime, graph, functions.get(), json, text);
  std::vector<std::pair<int64_t, std::string>> by_count;
  for (const auto& [op, count] : ops) by_count.emplace_back(-count, op);
  std::sort(by_count.begin(), by_count.end());
  *text += "  ops:";
  for (const auto& [count, op] : by_count) *text += Cat(" ", op, " ", -count);
  *text += "\n";
}

std::string GraphSvg(const rnl_graph_t* graph, const std::vector<rnl_output_t>& outputs,
                     const std::vector<rnl_node_t>& targets) {
  Needed needed(graph);
  for (const rnl_output_t output : outputs) needed.Add(output.node);
  for (const rnl_node_t target : targets) needed.Add(target);
  if (outputs.empty() && targets.empty()) {
    for (size_t i = 0; i < rnl_graph_num_nodes(graph); ++i) {
      if (IsOfTheModel(graph, static_cast<rnl_node_t>(i))) needed.Add(static_cast<rnl_node_t>(i));
    }
  }
  std::map<rnl_node_t, int> number;
  std::vector<DrawnNode> nodes;
  std::vector<DrawnEdge> edges;
  for (const rnl_node_t node : needed.nodes()) {
    if (OpOf(graph, node) == "Const") {
      const int64_t elements = TypeOf(graph, rnl_output(node, 0)).elements();
      if (elements >= 0 && elements <= kSmallConstant) continue;
    }
    number[node] = static_cast<int>(nodes.size());
    nodes.push_back(Drawn(graph, node));
  }
  for (const auto& entry : number) {
    const rnl_node_t node = entry.first;
    const int to = entry.second;
    std::set<std::pair<rnl_node_t, bool>> seen;
    const auto join = [&](rnl_node_t source, bool is_control) {
      const auto from = number.find(source);
      if (from == number.end() || !seen.emplace(source, is_control).second) return;
      edges.push_back({from->second, to, is_control, OpOf(graph, source) == "NextIteration"});
    };
    for (size_t k = 0; k < rnl_graph_num_inputs(graph, node); ++k)
      join(rnl_graph_input(graph, node, k).node, false);
    for (size_t k = 0; k < rnl_graph_num_control_inputs(graph, node); ++k)
      join(rnl_graph_control_input(graph, node, k), true);
  }
  return DrawGraph(nodes, edges);
}

}  // namespace runnel::tools

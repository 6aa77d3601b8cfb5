#include "core/graph/graph.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/graph/shape_context.h"
#include "core/graph/shape_value.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Shape inference while a graph is being built: values are known where a Const, or simple arithmetic on
// shapes, stands behind an input.
class GraphShapeContext : public ShapeContext {
 public:
  GraphShapeContext(const Node& node, const OpSchema& schema, const AttrList& attrs,
                    std::vector<Input> inputs, size_t num_outputs)
      : ShapeContext(schema, attrs, node.name(), std::move(inputs), num_outputs), node_(node) {}

  const Tensor* ConstantInput(int i) override { return ConstantOf(node_.input(i)); }

  Result<Shape> ConstantInputAsShape(int i) override { return ShapeValueOf(View(), node_.input(i)); }

 private:
  static const Tensor* ConstantOf(const OutputRef& ref) {
    const Node* node = ref.node;
    while (node != nullptr && node->op() == "Identity") node = node->input(0).node;
    if (node == nullptr || node->op() != "Const") return nullptr;
    const Tensor* value = node->attr<Tensor>("value");
    return value != nullptr && value->on_host() ? value : nullptr;
  }

  struct View {
    using Ref = OutputRef;
    static bool valid(const Ref& r) { return r.node != nullptr; }
    static std::string_view op(const Ref& r) { return r.node->op(); }
    static int num_inputs(const Ref& r) { return r.node->num_inputs(); }
    static Ref input(const Ref& r, int i) { return r.node->input(i); }
    static const Tensor* constant(const Ref& r) { return ConstantOf(r); }
    static const Shape& shape(const Ref& r) { return r.node->output_shape(r.index); }
  };

  const Node& node_;
};

bool IsNameChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '/' ||
         c == '-' || c == '\\' || c == '>';
}

bool IsValidNodeName(std::string_view name) {
  if (name.empty() || name[0] == '/' || name[0] == '-' || name[0] == '\\' || name[0] == '>')
    return false;
  return std::all_of(name.begin(), name.end(), IsNameChar);
}

}  // namespace

Graph::Graph(const OpRegistry* registry) : registry_(registry) {}

Result<const OpSchema*> Graph::FindSchema(std::string_view op) const {
  const std::lock_guard lock(mutex_);
  if (const FunctionDef* function = FindFunction(op)) return &function->signature;
  return registry_->Find(op);
}

Result<Node*> Graph::AddNode(NodeSpec spec) {
  const std::lock_guard lock(mutex_);
  return AddNodeLocked(std::move(spec));
}

Status Graph::CheckNewName(const NodeSpec& spec) const {
  if (!IsValidNodeName(spec.name)) {
    return InvalidArgument("\"", spec.name, "\" is not a valid node name: letters, digits and _./\\->, ",
                           "the first one a letter, digit, '.' or '_'");
  }
  if (by_name_.contains(spec.name)) return AlreadyExists("node \"", spec.name, "\" already exists");
  return OkStatus();
}

// Inputs without a node are judged by the caller.
Status Graph::CheckInputs(const NodeSpec& spec) const {
  const auto is_ours = [&](const Node* node) {
    return node != nullptr && node->id() < static_cast<int>(nodes_.size()) &&
           nodes_[static_cast<size_t>(node->id())].get() == node;
  };
  for (size_t i = 0; i < spec.inputs.size(); ++i) {
    const OutputRef& in = spec.inputs[i];
    if (in.node == nullptr) continue;
    if (!is_ours(in.node)) {
      return InvalidArgument("node \"", spec.name, "\" (", spec.op, "): input ", i, " (\"",
                             in.node->name(), "\") belongs to another graph");
    }
    if (in.index < 0 || in.index >= in.node->num_outputs()) {
      return InvalidArgument("node \"", spec.name, "\" (", spec.op, "): input ", i, " is output ",
                             in.index, " of \"", in.node->name(), "\", which has ",
                             in.node->num_outputs());
    }
  }
  if (!std::all_of(spec.control_inputs.begin(), spec.control_inputs.end(), is_ours)) {
    return InvalidArgument("node \"", spec.name, "\" (", spec.op,
                           "): a control input is missing or belongs to another graph");
  }
  return OkStatus();
}

// Moves name, device and edges out of `spec`, which has been checked.
void Graph::Fill(NodeSpec spec, Node* node) const {
  node->id_ = static_cast<int>(nodes_.size());
  node->name_ = std::move(spec.name);
  node->device_ = std::move(spec.device);
  node->inputs_ = std::move(spec.inputs);
  std::sort(spec.control_inputs.begin(), spec.control_inputs.end(),
            [](const Node* a, const Node* b) { return a->id() < b->id(); });
  spec.control_inputs.erase(std::unique(spec.control_inputs.begin(), spec.control_inputs.end()),
                            spec.control_inputs.end());
  node->control_inputs_ = std::move(spec.control_inputs);
}

Node* Graph::Append(std::unique_ptr<Node> node) {
  Node* added = node.get();
  nodes_.push_back(std::move(node));
  try {
    by_name_.emplace(added->name_, added);
  } catch (...) {
    nodes_.pop_back();
    throw;
  }
  return added;
}

Result<Node*> Graph::AddNodeLocked(NodeSpec spec) {
  RUNNEL_RETURN_IF_ERROR(CheckNewName(spec));
  auto schema_result = FindSchema(spec.op);
  if (!schema_result.ok()) {
    return schema_result.status().WithPrefix(StrCat("node \"", spec.name, "\"")).WithNode(spec.name);
  }
  const OpSchema* schema = *schema_result;

  // A Merge may lack its last input; CloseLoop adds it as the back edge.
  if (spec.op == "Merge") {
    const AttrValue* n = nullptr;
    for (const auto& [name, value] : spec.attrs) {
      if (name == "N") n = &value;
    }
    const int64_t* count = n == nullptr ? nullptr : n->get_if<int64_t>();
    if (count != nullptr && *count == static_cast<int64_t>(spec.inputs.size()) + 1 &&
        !spec.inputs.empty()) {
      spec.inputs.emplace_back();
    }
  }
  RUNNEL_RETURN_IF_ERROR(CheckInputs(spec));
  std::vector<DType> input_types;
  std::vector<ShapeContext::Input> shape_inputs;
  for (size_t i = 0; i < spec.inputs.size(); ++i) {
    const OutputRef& in = spec.inputs[i];
    if (in.node == nullptr) {
      if (spec.op != "Merge" || i == 0) {
        return InvalidArgument("node \"", spec.name, "\" (", spec.op, "): input ", i, " is missing");
      }
      // The shape of the back edge may be promised; CloseLoop enforces the promise.
      Shape promised = Shape::Unknown();
      for (const auto& [name, value] : spec.attrs) {
        if (name != "_rnl_shape_invariant") continue;
        if (const Shape* shape = value.get_if<Shape>()) promised = *shape;
      }
      input_types.push_back(input_types[0]);
      shape_inputs.push_back({input_types[0], std::move(promised), shape_inputs[0].handle});
      continue;
    }
    input_types.push_back(in.node->output_type(in.index));
    shape_inputs.push_back(
        {input_types.back(), in.node->output_shape(in.index), in.node->output_handle(in.index)});
  }

  auto node = std::make_unique<Node>();
  node->schema_ = schema;
  node->attrs_ = std::move(spec.attrs);
  RUNNEL_RETURN_IF_ERROR(BindNode(*schema, spec.name, input_types, &node->attrs_, &node->output_types_)
                             .WithNode(spec.name));
  Fill(std::move(spec), node.get());

  GraphShapeContext ctx(*node, *schema, node->attrs_, std::move(shape_inputs),
                        node->output_types_.size());
  RUNNEL_RETURN_IF_ERROR(InferShapes(ctx));
  node->output_shapes_ = std::move(ctx.outputs());
  node->output_handles_ = std::move(ctx.output_handles());

  return Append(std::move(node));
}

Status Graph::CloseLoop(Node* merge, OutputRef from, bool trusted) {
  const std::lock_guard lock(mutex_);
  if (merge == nullptr || merge->op() != "Merge")
    return InvalidArgument("only a Merge takes a back edge");
  if (from.node == nullptr || from.node->op() != "NextIteration") {
    return InvalidArgument("the back edge of \"", merge->name(), "\" must come from a NextIteration");
  }
  for (OutputRef& input : merge->inputs_) {
    if (input.node != nullptr) continue;
    const DType want = merge->output_type(0), got = from.node->output_type(from.index);
    if (want != got) {
      return InvalidArgument("the back edge of \"", merge->name(), "\" must be ", DTypeName(want),
                             ", got ", DTypeName(got));
    }
    const Shape& keeps = merge->output_shape(0);
    const Shape& comes = from.node->output_shape(from.index);
    bool kept = !keeps.has_rank() || (comes.has_rank() && comes.rank() == keeps.rank());
    for (int i = 0; kept && i < keeps.rank(); ++i) {
      kept = keeps.dim(i) < 0 || keeps.dim(i) == comes.dim(i);
    }
    if (trusted ? !keeps.IsCompatibleWith(comes) : !kept) {
      return InvalidArgument("the back edge of \"", merge->name(), "\" must keep the shape ",
                             keeps.ToString(), " that the loop promised, got ", comes.ToString());
    }
    input = from;
    return OkStatus();
  }
  return FailedPrecondition("Merge \"", merge->name(), "\" already has all its inputs");
}

Node* Graph::FindNode(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto it = by_name_.find(name);
  return it == by_name_.end() ? nullptr : it->second;
}

Result<OutputRef> Graph::FindOutput(std::string_view name) const {
  int index = 0;
  std::string_view node_name = name;
  if (const size_t colon = name.rfind(':'); colon != std::string_view::npos) {
    const std::string_view digits = name.substr(colon + 1);
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (ec != std::errc() || end != digits.data() + digits.size() || index < 0) {
      return InvalidArgument("\"", name,
                             "\" is not a tensor name: expected \"node\" or \"node:output\"");
    }
    node_name = name.substr(0, colon);
  }
  Node* node = FindNode(node_name);
  if (node == nullptr) return NotFound("the graph has no node \"", node_name, "\"");
  if (index >= node->num_outputs() && !node->is_known()) {
    const std::array<const Node*, 1> needed = {node};
    RUNNEL_RETURN_IF_ERROR(CheckKnown(needed, StrCat("\"", name, "\"")));
  }
  if (index >= node->num_outputs()) {
    return InvalidArgument("\"", name, "\": node \"", node_name, "\" (", node->op(), ") has ",
                           node->num_outputs(), " outputs");
  }
  return OutputRef{node, index};
}

int Graph::num_nodes() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(nodes_.size());
}

Node* Graph::node(int id) const {
  const std::lock_guard lock(mutex_);
  return id < 0 || id >= static_cast<int>(nodes_.size()) ? nullptr
                                                         : nodes_[static_cast<size_t>(id)].get();
}

std::string Graph::UniqueName(std::string_view prefix) const {
  const std::lock_guard lock(mutex_);
  std::string name(prefix);
  int& counter = name_counters_[name];
  if (counter == 0 && !by_name_.contains(name)) {
    counter = 1;
    return name;
  }
  for (;;) {
    if (counter == 0) counter = 1;
    name = StrCat(prefix, "_", counter++);
    if (!by_name_.contains(name)) return name;
  }
}

Status Graph::AddFunction(FunctionDef function) {
  if constexpr (!kHasFunctions) return LeftOut("functions");
  const std::lock_guard lock(mutex_);
  const std::string name = function.signature.name;
  if (const auto it = functions_.find(name); it != functions_.end()) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string old_bytes, EncodeFunctionDef(*it->second));
    RUNNEL_ASSIGN_OR_RETURN(const std::string new_bytes, EncodeFunctionDef(function));
    if (old_bytes == new_bytes) return OkStatus();
    return AlreadyExists("another function \"", name, "\" already exists");
  }
  if (registry_->Find(name).ok())
    return InvalidArgument("function \"", name, "\" has the name of an op");
  functions_[name] = std::make_unique<FunctionDef>(std::move(function));
  function_order_.push_back(name);
  return OkStatus();
}

const FunctionDef* Graph::FindFunction(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  if (functions_.empty()) return nullptr;
  const auto it = functions_.find(std::string(name));
  return it == functions_.end() ? nullptr : it->second.get();
}

std::string Graph::FindGradientFunction(std::string_view function) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [name, gradient] : gradient_functions_) {
    if (name == function) return gradient;
  }
  return {};
}

std::vector<const FunctionDef*> Graph::functions() const {
  const std::lock_guard lock(mutex_);
  std::vector<const FunctionDef*> out;
  for (const std::string& name : function_order_) out.push_back(functions_.at(name).get());
  return out;
}

}  // namespace runnel

// GraphDef in and out of a Graph.
#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <queue>
#include <unordered_map>

#include "core/graph/graph.h"
#include "core/graph/ref_variables.h"
#include "core/graph/unknown_ops.h"

namespace runnel {
namespace {

struct InputName {
  std::string_view node;
  int index = 0;
  bool control = false;
};

Result<InputName> ParseInputName(std::string_view text) {
  InputName out;
  if (text.starts_with('^')) return InputName{text.substr(1), 0, true};
  out.node = text;
  if (const size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    const std::string_view digits = text.substr(colon + 1);
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), out.index);
    if (ec != std::errc() || end != digits.data() + digits.size() || out.index < 0) {
      return InvalidArgument("\"", text,
                             "\" is not an input: expected \"node\", \"node:output\" or \"^node\"");
    }
    out.node = text.substr(0, colon);
  }
  return out;
}

// Before this version a Placeholder of unknown shape had the shape [].
constexpr int kScalarPlaceholders = 24;

// What an import contains that is not known here, and the schemas of known ops.
class Unknowns {
 public:
  explicit Unknowns(const Graph& graph) : graph_(graph) {}

  // Null: not registered. Each name is looked up once, because a miss is expensive.
  const OpSchema* SchemaOf(const std::string& op) {
    const auto [it, is_new] = schemas_.try_emplace(op, nullptr);
    if (is_new) {
      const auto found = graph_.FindSchema(op);
      if (found.ok()) it->second = *found;
      if (found.status().code() == Code::kResourceExhausted && shortage_.ok())
        shortage_ = found.status();
      const std::string_view family = found.ok() ? "" : graph_.registry().LibraryOf(op);
      if (!family.empty()) libraries_.emplace(family, found.status().message());
    }
    return it->second;
  }
  // Whether an op may be known where memory is not short, as one in a library that cannot be opened now.
  const Status& shortage() const { return shortage_; }
  // `tell`: what is unknown of the node belongs in the warning.
  void Look(const std::string& where, const NodeDef& node, bool tell = true) {
    const OpSchema* schema = SchemaOf(node.op);
    has_ops_ |= schema == nullptr;
    if (!tell) return;
    if (schema == nullptr) ops_.Add(node.op, where);
    for (size_t i = 0; schema != nullptr && i < node.attrs.size(); ++i) {
      const std::string& name = node.attrs[i].first;
      if (!name.starts_with('_') && schema->FindAttr(name) == nullptr)
        attrs_.Add(StrCat(node.op, ".", name), where);
    }
  }
  bool has_ops() const { return has_ops_; }
  void Tell(std::vector<std::string>* warnings) const {
    if (!ops_.empty()) {
      warnings->push_back(StrCat("the graph has ops that are not registered; they are kept, and a step ",
                                 "that needs one fails: ", ops_.ToString(), Libraries()));
    }
    if (!attrs_.empty()) {
      warnings->push_back(
          StrCat("the graph has attrs that its ops do not have here, as a newer producer ",
                 "may write them; they count for nothing: ", attrs_.ToString()));
    }
  }

 private:
  std::string Libraries() const {
    std::string text;
    for (const auto& [family, why] : libraries_) text += StrCat("; ", why);
    return text;
  }

  const Graph& graph_;
  std::unordered_map<std::string, const OpSchema*> schemas_;
  bool has_ops_ = false;
  NodesByName ops_, attrs_;
  std::map<std::string_view, std::string> libraries_;  // by family: why it cannot be opened
  Status shortage_;
};

}  // namespace

// Adds the nodes of one GraphDef in an order in which inputs come first, except back edges of loops.
class Importer {
 public:
  Importer(Graph* graph, const GraphDef& def, const ImportOptions& options, Unknowns* unknowns)
      : graph_(graph), def_(def), options_(options), unknowns_(unknowns) {}

  Status Run() {
    for (const NodeDef& node : def_.nodes) {
      const std::string name = Prefixed(node.name);
      unknowns_->Look(name, node, !options_.extend || graph_->FindNode(name) == nullptr);
    }
    RUNNEL_RETURN_IF_ERROR(unknowns_->shortage());
    RUNNEL_RETURN_IF_ERROR(Index());
    RUNNEL_RETURN_IF_ERROR(InferUnknownOutputs());
    // The lowest number first, so that a graph that is in order stays in order.
    std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
    for (size_t i = def_.nodes.size(); i-- > 0;) {
      if (pending_[i] == 0) ready.push(i);
    }
    size_t added = 0;
    while (!ready.empty()) {
      const size_t i = ready.top();
      ready.pop();
      RUNNEL_RETURN_IF_ERROR(Add(i));
      ++added;
      for (const size_t consumer : consumers_[i]) {
        if (--pending_[consumer] == 0) ready.push(consumer);
      }
    }
    if (added < def_.nodes.size()) return CycleError();
    for (const auto& [merge, source] : back_edges_) {
      if (merge < was_there_.size() && was_there_[merge]) continue;
      if (!nodes_[merge]->is_known()) {
        return InvalidArgument("node \"", def_.nodes[merge].name,
                               "\" (Merge) has no type: attr \"T\" is missing, and what enters comes "
                               "from an op that is not registered");
      }
      RUNNEL_RETURN_IF_ERROR(graph_->CloseLoop(nodes_[merge], {nodes_[source], 0}));
    }
    return OkStatus();
  }

 private:
  Status Index() {
    const size_t n = def_.nodes.size();
    by_name_.reserve(n);
    for (size_t i = 0; i < n; ++i) {
      if (!by_name_.emplace(def_.nodes[i].name, i).second) {
        return InvalidArgument("the GraphDef has two nodes named \"", def_.nodes[i].name, "\"");
      }
    }
    for (const auto& [name, output] : options_.input_map) mapped_[name] = output;
    pending_.assign(n, 0);
    consumers_.resize(n);
    nodes_.resize(n);
    for (size_t i = 0; i < n; ++i) {
      for (const std::string& text : def_.nodes[i].inputs) {
        RUNNEL_ASSIGN_OR_RETURN(const InputName in, ParseInputName(text));
        if (Mapped(in) != nullptr) continue;
        const auto it = by_name_.find(in.node);
        if (it == by_name_.end()) {
          return InvalidArgument("node \"", def_.nodes[i].name, "\" has input \"", text,
                                 "\", which the GraphDef does not contain");
        }
        if (!in.control && IsBackEdge(i, it->second)) {
          back_edges_.emplace_back(i, it->second);
          continue;
        }
        ++pending_[i];
        consumers_[it->second].push_back(i);
      }
    }
    return OkStatus();
  }

  // For nodes whose op does not determine them: the number and types of outputs, as the nodes' users
  // imply.
  Status InferUnknownOutputs() {
    constexpr int64_t kMost = 1 << 20;  // outputs, of all such nodes
    if (!unknowns_->has_ops()) return OkStatus();
    used_as_.resize(def_.nodes.size());
    int64_t total = 0;
    for (const NodeDef& node : def_.nodes) {
      const OpSchema* schema = unknowns_->SchemaOf(node.op);
      std::vector<DType> types;
      if (schema != nullptr) types = InputTypesByAttrs(*schema, node.attrs);
      for (size_t k = 0; k < node.inputs.size(); ++k) {
        RUNNEL_ASSIGN_OR_RETURN(const InputName in, ParseInputName(node.inputs[k]));
        if (in.control || Mapped(in) != nullptr) continue;
        std::vector<DType>& outputs = used_as_[by_name_.at(in.node)];
        const int64_t more = int64_t{in.index} + 1 - static_cast<int64_t>(outputs.size());
        if (more > 0 && (total += more) > kMost) {
          return InvalidArgument("node \"", node.name, "\": input \"", node.inputs[k],
                                 "\" is an output that no node has");
        }
        if (more > 0) outputs.resize(static_cast<size_t>(in.index) + 1, DType::kInvalid);
        DType& dtype = outputs[static_cast<size_t>(in.index)];
        if (dtype == DType::kInvalid && k < types.size()) dtype = types[k];
      }
    }
    return OkStatus();
  }

  bool IsBackEdge(size_t consumer, size_t source) const {
    const std::string& from = def_.nodes[source].op;
    const std::string& to = def_.nodes[consumer].op;
    return (from == "NextIteration" || from == "RefNextIteration") &&
           (to == "Merge" || to == "RefMerge");
  }

  const OutputRef* Mapped(const InputName& in) const {
    if (mapped_.empty() || in.control) return nullptr;
    auto it = mapped_.find(StrCat(in.node, ":", in.index));
    if (it == mapped_.end() && in.index == 0) it = mapped_.find(std::string(in.node));
    return it == mapped_.end() ? nullptr : &it->second;
  }

  std::string Prefixed(std::string_view name) const {
    return options_.prefix.empty() ? std::string(name) : StrCat(options_.prefix, "/", name);
  }

  Status Add(size_t i) {
    const NodeDef& def = def_.nodes[i];
    if (options_.extend) {
      was_there_.resize(def_.nodes.size());
      RUNNEL_ASSIGN_OR_RETURN(const bool is_there, Find(def, &nodes_[i]));
      was_there_[i] = is_there;
      if (is_there) return OkStatus();
    }
    NodeSpec spec;
    spec.name = Prefixed(def.name);
    spec.op = def.op;
    spec.device = def.device.empty() ? options_.default_device : def.device;
    spec.attrs = def.attrs;
    if (!options_.prefix.empty()) PrefixColocation(&spec.attrs);
    bool saw_control = false;
    for (const std::string& text : def.inputs) {
      RUNNEL_ASSIGN_OR_RETURN(const InputName in, ParseInputName(text));
      if (in.control) {
        saw_control = true;
        spec.control_inputs.push_back(nodes_[by_name_.at(in.node)]);
        continue;
      }
      if (saw_control) {
        return InvalidArgument("node \"", def.name, "\": data input \"", text,
                               "\" follows a control input");
      }
      if (const OutputRef* mapped = Mapped(in)) {
        spec.inputs.push_back(*mapped);
        continue;
      }
      const size_t source = by_name_.at(in.node);
      if (IsBackEdge(i, source)) continue;  // closed at the end
      spec.inputs.push_back({nodes_[source], in.index});
    }
    if (def.inputs.empty()) {
      spec.control_inputs = options_.control_dependencies;
    }
    const OpSchema* schema = unknowns_->SchemaOf(def.op);
    const bool hangs = std::any_of(spec.inputs.begin(), spec.inputs.end(), [](const OutputRef& in) {
      return in.node != nullptr && in.index < in.node->num_outputs() &&
             in.node->output_type(in.index) == DType::kInvalid;
    });
    if (schema == nullptr || hangs) {
      std::vector<DType> outputs = used_as_.empty() ? std::vector<DType>() : used_as_[i];
      RUNNEL_ASSIGN_OR_RETURN(nodes_[i], graph_->AddUnknownNode(std::move(spec), std::move(outputs)));
      return OkStatus();
    }
    AttrList ignored = TakeUnknownAttrs(*schema, &spec.attrs);
    if (def_.producer < kScalarPlaceholders && def.op == "Placeholder") {
      const AttrValue* shape = FindAttr(spec.attrs, "shape");
      const Shape* given = shape == nullptr ? nullptr : shape->get_if<Shape>();
      if (given != nullptr && given->has_rank() && given->rank() == 0)
        SetAttr(&spec.attrs, "shape", AttrValue(Shape::Unknown()));
    }
    RUNNEL_ASSIGN_OR_RETURN(nodes_[i], graph_->AddNode(std::move(spec)));
    if (!ignored.empty()) graph_->ignored_attrs_[nodes_[i]->id()] = std::move(ignored);
    return OkStatus();
  }

  Result<bool> Find(const NodeDef& def, Node** out) const {
    *out = graph_->FindNode(Prefixed(def.name));
    if (*out == nullptr) return false;
    if ((*out)->op() == def.op || def.op == "Placeholder") return true;
    return InvalidArgument("node \"", (*out)->name(), "\" is ", def.op, " here and ", (*out)->op(),
                           " in the graph that it is added to");
  }

  void PrefixColocation(AttrList* attrs) const {
    const AttrValue* value = FindAttr(*attrs, "_class");
    const auto* list = value == nullptr ? nullptr : value->get_if<std::vector<std::string>>();
    if (list == nullptr) return;
    std::vector<std::string> out;
    for (const std::string& item : *list) {
      out.push_back(item.starts_with("loc:@") ? "loc:@" + Prefixed(item.substr(5)) : item);
    }
    SetAttr(attrs, "_class", AttrValue(std::move(out)));
  }

  // Follows producers from a stuck node until one repeats, and prints that cycle.
  Status CycleError() const {
    size_t at = 0;
    while (pending_[at] == 0 || nodes_[at] != nullptr) ++at;
    std::vector<size_t> path;
    for (;;) {
      const auto seen = std::find(path.begin(), path.end(), at);
      if (seen != path.end()) {
        std::string text;
        for (auto it = path.rbegin();; ++it) {
          text += StrCat("\"", def_.nodes[*it].name, "\" -> ");
          if (*it == at) break;
        }
        return InvalidArgument("the GraphDef has a cycle: ", text, "\"", def_.nodes[path.back()].name,
                               "\"; only the NextIteration input of a Merge may close one");
      }
      path.push_back(at);
      for (const std::string& text : def_.nodes[at].inputs) {
        const auto in = ParseInputName(text);
        const auto it = by_name_.find(in->node);
        if (it != by_name_.end() && nodes_[it->second] == nullptr &&
            (in->control || !IsBackEdge(at, it->second))) {
          at = it->second;
          break;
        }
      }
    }
  }

  Graph* graph_;
  const GraphDef& def_;
  const ImportOptions& options_;
  std::vector<bool> was_there_;  // by node, if the graph is extended
  Unknowns* unknowns_;
  std::vector<std::vector<DType>> used_as_;  // by node and output; empty if all ops are known
  std::unordered_map<std::string_view, size_t> by_name_;
  std::unordered_map<std::string, OutputRef> mapped_;
  std::vector<int> pending_;
  std::vector<std::vector<size_t>> consumers_;
  std::vector<Node*> nodes_;
  std::vector<std::pair<size_t, size_t>> back_edges_;
};

namespace {

Status ImportNodes(Graph* graph, const GraphDef& def, const ImportOptions& options, Unknowns* unknowns) {
  if (kMinimal || !HasRefVariables(def)) return Importer(graph, def, options, unknowns).Run();
  const auto is_mapped = [&](std::string_view node, int index) {
    for (const auto& [name, output] : options.input_map) {
      if (name == StrCat(node, ":", index) || (index == 0 && name == node)) return true;
    }
    return false;
  };
  GraphDef lowered;
  lowered.producer = def.producer;
  RUNNEL_ASSIGN_OR_RETURN(lowered.nodes, LowerRefVariables(def, options.prefix, is_mapped));
  return Importer(graph, lowered, options, unknowns).Run();
}

}  // namespace

Status Graph::Import(const GraphDef& def, const ImportOptions& options,
                     std::vector<std::string>* warnings) {
  const std::lock_guard lock(mutex_);
  const size_t nodes_before = nodes_.size();
  const size_t functions_before = function_order_.size();
  const size_t unknown_before = unknown_schemas_.size();
  const bool had_unknown_in_functions = has_unknown_in_functions_;
  const auto roll_back = [&] {
    while (nodes_.size() > nodes_before) {
      ignored_attrs_.erase(nodes_.back()->id());
      by_name_.erase(nodes_.back()->name());
      nodes_.pop_back();
    }
    unknown_schemas_.resize(unknown_before);
    has_unknown_in_functions_ = had_unknown_in_functions;
    while (function_order_.size() > functions_before) {
      functions_.erase(function_order_.back());
      function_order_.pop_back();
    }
  };
  try {
    Status status;
    Unknowns unknowns(*this);
    std::vector<const FunctionDef*> added;
    for (const FunctionDef& function : def.functions) {
      if (options.extend && FindFunction(function.signature.name) != nullptr) continue;
      status = AddFunction(function);
      if (!status.ok()) break;
      added.push_back(&function);
    }
    for (const FunctionDef* function : added) {
      for (const NodeDef& node : function->nodes)
        unknowns.Look(StrCat(function->signature.name, "/", node.name), node);
    }
    has_unknown_in_functions_ |= unknowns.has_ops();
    if (status.ok()) status = ImportNodes(this, def, options, &unknowns);
    if (status.ok() && warnings != nullptr) unknowns.Tell(warnings);
    if (!status.ok()) roll_back();
    for (const auto& gradient : def.gradients) {
      if (!status.ok()) break;
      if (!options.extend || FindGradientFunction(gradient.first).empty())
        gradient_functions_.push_back(gradient);
    }
    return status;
  } catch (...) {
    roll_back();
    throw;
  }
}

GraphDef Graph::Export() const {
  const std::lock_guard lock(mutex_);
  GraphDef def;
  def.nodes.reserve(nodes_.size());
  for (const auto& node : nodes_) {
    NodeDef& out = def.nodes.emplace_back();
    out.name = node->name();
    out.op = node->op();
    out.device = node->device();
    out.attrs = node->attrs();
    if (const auto it = ignored_attrs_.find(node->id()); it != ignored_attrs_.end()) {
      for (const auto& [name, value] : it->second) SetAttr(&out.attrs, name, value);
    }
    for (const OutputRef& in : node->inputs()) {
      if (in.node == nullptr) continue;  // a loop that was never closed
      out.inputs.push_back(in.index == 0 ? in.node->name() : StrCat(in.node->name(), ":", in.index));
    }
    for (const Node* control : node->control_inputs()) out.inputs.push_back("^" + control->name());
  }
  for (const FunctionDef* function : functions()) def.functions.push_back(*function);
  def.gradients = gradient_functions_;
  return def;
}

}  // namespace runnel

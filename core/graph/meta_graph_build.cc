#include "core/graph/meta_graph_build.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/graph/ref_export.h"
#include "core/graph/ref_ops.h"

namespace runnel {
namespace {

constexpr std::string_view kVariables = "variables";
constexpr std::string_view kTrainable = "trainable_variables";
constexpr std::string_view kLocal = "local_variables";
constexpr std::string_view kInitSignature = "__saved_model_init_op";
constexpr std::string_view kPredictMethod = "tensorflow/serving/predict";
// Collections whose bytes are VariableDefs.
constexpr std::string_view kVariableCollections[] = {
    kVariables, kTrainable, kLocal, "model_variables", "metric_variables", "moving_average_variables"};

std::string NameOf(const Node& handle) {
  const std::string* shared = handle.attr<std::string>("shared_name");
  return shared == nullptr || shared->empty() ? handle.name() : *shared;
}

std::string KeyOf(const Node& handle) {
  return handle.name().ends_with(kHandleSuffix) ? std::string(ExportedName(handle.name()))
                                                : NameOf(handle);
}

// "^x", "x:1" -> "x".
std::string_view NodeOf(std::string_view text) {
  if (text.starts_with('^')) text.remove_prefix(1);
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return text;
  const bool is_index = text.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
  return is_index ? text.substr(0, colon) : text;
}

CollectionDef* FindOrAdd(MetaGraphDef* meta, std::string_view name, CollectionKind kind) {
  for (CollectionDef& collection : meta->collections) {
    if (collection.name == name) return &collection;
  }
  CollectionDef& added = meta->collections.emplace_back();
  added.name = name;
  added.kind = kind;
  return &added;
}

Result<std::vector<VariableDef>> ReadVariables(const MetaGraphDef& meta, std::string_view name) {
  std::vector<VariableDef> variables;
  const CollectionDef* collection = meta.FindCollection(name);
  if (collection == nullptr) return variables;
  for (const std::string& bytes : collection->bytes) {
    Result<VariableDef> variable = DecodeVariableDef(bytes);
    if (!variable.ok()) return variable.status().WithPrefix(StrCat("collection \"", name, "\""));
    variables.push_back(std::move(*variable));
  }
  return variables;
}

// Builds one MetaGraph.
class Building {
 public:
  Building(const Graph& graph, const MetaGraphSpec& spec) : graph_(graph), spec_(spec) {}

  Result<MetaGraphDef> Run(std::span<const SavedVariable> saved) {
    meta_ = spec_.def;
    ExportGraph();
    RUNNEL_RETURN_IF_ERROR(AddSaver(saved));
    for (const NodeDef& node : meta_.graph.nodes) nodes_.emplace(node.name, &node);
    RUNNEL_RETURN_IF_ERROR(AddVariables());
    RUNNEL_RETURN_IF_ERROR(CheckCollections());
    RUNNEL_RETURN_IF_ERROR(FillSignatures());
    for (AssetFileDef& asset : meta_.assets) {
      RUNNEL_RETURN_IF_ERROR(
          FillTensor(StrCat("the asset \"", asset.filename, "\""), &asset.tensor, nullptr, nullptr));
    }
    RUNNEL_RETURN_IF_ERROR(ListOps());
    return std::move(meta_);
  }

 private:
  void ExportGraph() {
    meta_.graph = graph_.Export();
    std::erase_if(meta_.graph.nodes, [](const NodeDef& node) {
      return node.name.starts_with(kCheckpointScope) || node.name.starts_with(kShardsScope);
    });
    RaiseRefVariables(&meta_.graph);
    NameResources(graph_.registry(), &meta_.graph);
  }

  // The ops of all nodes, those of functions too, by name and without their docs. Ops of reference
  // variables, which are not ours, and functions are left out.
  Status ListOps() {
    std::set<std::string_view> ops;
    for (const NodeDef& node : meta_.graph.nodes) ops.insert(node.op);
    for (const FunctionDef& function : meta_.graph.functions) {
      for (const NodeDef& node : function.nodes) ops.insert(node.op);
    }
    meta_.op_defs.clear();
    for (const std::string_view op : ops) {
      const auto found = graph_.registry().Find(op);
      if (!found.ok()) continue;
      OpSchema schema = **found;
      schema.doc.clear();
      RUNNEL_ASSIGN_OR_RETURN(std::string bytes, EncodeOpDef(schema));
      meta_.op_defs.push_back(std::move(bytes));
    }
    return OkStatus();
  }

  Status AddSaver(std::span<const SavedVariable> saved) {
    const std::string_view restore = NodeOf(meta_.saver.restore_op);
    const bool is_there = !restore.empty() && graph_.FindNode(restore) != nullptr;
    if (is_there) return OkStatus();
    meta_.saver = SaverDef{};
    return saved.empty() ? OkStatus() : AddSaverNodes(saved, &meta_.graph, &meta_.saver);
  }

  // The node that first gives a variable a value, and what value; a read of it.
  struct Uses {
    const NodeDef* assign = nullptr;
    const NodeDef* read = nullptr;
  };

  std::unordered_map<std::string_view, Uses> FindUses() const {
    std::unordered_map<std::string_view, Uses> uses;
    for (const NodeDef& node : meta_.graph.nodes) {
      const bool is_assign = node.op == "AssignVariableOp" || node.op == "Assign";
      const bool is_read = node.op == "ReadVariableOp" || node.op == "Identity";
      if ((!is_assign && !is_read) || node.inputs.empty()) continue;
      const auto it = nodes_.find(NodeOf(node.inputs[0]));
      if (it == nodes_.end() || !IsVariable(*it->second)) continue;
      const bool is_resource = it->second->op == "VarHandleOp";
      if (is_read && (node.op == "ReadVariableOp") != is_resource) continue;
      // A read that waits for something is not one of the variable as such.
      if (is_read && node.inputs.size() > 1) continue;
      Uses& of = uses[it->first];
      const NodeDef*& place = is_assign ? of.assign : of.read;
      if (place == nullptr) place = &node;
    }
    return uses;
  }

  static bool IsVariable(const NodeDef& node) {
    return node.op == "VarHandleOp" || node.op == "VariableV2" || node.op == "Variable";
  }

  VariableDef Describe(const NodeDef& node, const Uses& uses, bool trainable) const {
    VariableDef def;
    def.is_resource = node.op == "VarHandleOp";
    def.trainable = trainable;
    def.variable = StrCat(node.name, ":0");
    def.snapshot = def.is_resource ? "" : def.variable;
    if (uses.read != nullptr) def.snapshot = StrCat(uses.read->name, ":0");
    if (uses.assign != nullptr) {
      def.initializer = uses.assign->name;
      if (uses.assign->inputs.size() > 1 && !uses.assign->inputs[1].starts_with('^')) {
        def.initial_value = uses.assign->inputs[1];
        if (NodeOf(def.initial_value) == def.initial_value) def.initial_value += ":0";
      }
    }
    return def;
  }

  // Adds to "variables" what no collection of variables has, and to "trainable_variables" what the
  // program named.
  Status AddVariables() {
    std::set<std::string> listed, trainable_listed, trainable;
    for (const std::string_view name : {kVariables, kLocal}) {
      RUNNEL_ASSIGN_OR_RETURN(const auto variables, ReadVariables(meta_, name));
      for (const VariableDef& variable : variables) listed.emplace(NodeOf(variable.variable));
    }
    RUNNEL_ASSIGN_OR_RETURN(const auto old, ReadVariables(meta_, kTrainable));
    for (const VariableDef& variable : old) trainable_listed.emplace(NodeOf(variable.variable));
    for (const std::string& name : spec_.trainable) {
      const std::string node(ExportedName(NodeOf(name)));
      const auto it = nodes_.find(node);
      if (it == nodes_.end() || !IsVariable(*it->second)) {
        return InvalidArgument("\"", name, "\", to be trainable, is no variable of the graph");
      }
      trainable.insert(node);
    }
    const auto uses = FindUses();
    std::set<std::string> seen;
    for (const NodeDef& node : meta_.graph.nodes) {
      if (!IsVariable(node) || !seen.insert(ResourceOf(node)).second) continue;
      const bool is_trainable = trainable.contains(node.name) || trainable_listed.contains(node.name);
      const auto it = uses.find(node.name);
      const VariableDef def = Describe(node, it == uses.end() ? Uses{} : it->second, is_trainable);
      const bool is_new = !listed.contains(node.name);
      const bool is_new_trainable =
          trainable.contains(node.name) && !trainable_listed.contains(node.name);
      if (!is_new && !is_new_trainable) continue;
      // TensorFlow takes no variable without a node that initialises it: nothing here ever sets it.
      if (def.initializer.empty()) continue;
      RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, EncodeVariableDef(def));
      if (is_new) FindOrAdd(&meta_, kVariables, CollectionKind::kBytes)->bytes.push_back(bytes);
      if (is_new_trainable)
        FindOrAdd(&meta_, kTrainable, CollectionKind::kBytes)->bytes.push_back(bytes);
    }
    return OkStatus();
  }

  // VarHandleOps of one container and shared_name are one variable.
  static std::string ResourceOf(const NodeDef& node) {
    if (node.op != "VarHandleOp") return node.name;
    const auto text = [&](std::string_view attr) {
      const AttrValue* value = FindAttr(node.attrs, attr);
      const std::string* string = value == nullptr ? nullptr : value->get_if<std::string>();
      return string == nullptr ? std::string() : *string;
    };
    const std::string shared = text("shared_name");
    return StrCat(text("container"), "\n", shared.empty() ? node.name : shared);
  }

  Status CheckNode(std::string_view what, std::string_view name) const {
    if (name.empty() || nodes_.contains(NodeOf(name))) return OkStatus();
    return InvalidArgument(what, " has \"", name, "\", which is not in the exported graph");
  }

  Status CheckCollections() const {
    for (const CollectionDef& collection : meta_.collections) {
      const std::string what = StrCat("collection \"", collection.name, "\"");
      for (const std::string& node : collection.nodes) RUNNEL_RETURN_IF_ERROR(CheckNode(what, node));
    }
    for (const std::string_view name : kVariableCollections) {
      RUNNEL_ASSIGN_OR_RETURN(const auto variables, ReadVariables(meta_, name));
      for (const VariableDef& variable : variables) {
        for (const std::string& node :
             {variable.variable, variable.initializer, variable.snapshot, variable.initial_value}) {
          RUNNEL_RETURN_IF_ERROR(CheckNode(StrCat("collection \"", name, "\""), node));
        }
      }
    }
    if (const CollectionDef* runners = meta_.FindCollection("queue_runners")) {
      for (const std::string& bytes : runners->bytes) {
        Result<QueueRunnerDef> runner = DecodeQueueRunnerDef(bytes);
        if (!runner.ok()) return runner.status().WithPrefix("collection \"queue_runners\"");
        std::vector<std::string> names = runner->enqueue_ops;
        names.insert(names.end(), {runner->queue, runner->close_op, runner->cancel_op});
        for (const std::string& node : names)
          RUNNEL_RETURN_IF_ERROR(CheckNode("collection \"queue_runners\"", node));
      }
    }
    return OkStatus();
  }

  // "x" -> "x:0", with type and shape.
  Status FillTensor(std::string_view what, std::string* tensor, DType* dtype, Shape* shape) const {
    const Result<OutputRef> output = graph_.FindOutput(*tensor);
    if (!output.ok()) return output.status().WithPrefix(what);
    RUNNEL_RETURN_IF_ERROR(CheckNode(what, *tensor));
    *tensor = StrCat(output->node->name(), ":", output->index);
    if (dtype != nullptr) *dtype = output->node->output_type(output->index);
    if (shape != nullptr) *shape = output->node->output_shape(output->index);
    return OkStatus();
  }

  Status FillSignatures() {
    for (SignatureDef& signature : meta_.signatures) {
      if (signature.method_name.empty()) signature.method_name = kPredictMethod;
      for (std::vector<TensorInfo>* list : {&signature.inputs, &signature.outputs}) {
        const std::string_view kind = list == &signature.inputs ? "input" : "output";
        for (TensorInfo& info : *list) {
          const std::string what =
              StrCat("signature \"", signature.key, "\": ", kind, " \"", info.key, "\"");
          for (std::string& part : info.parts) {
            if (!part.empty()) RUNNEL_RETURN_IF_ERROR(FillTensor(what, &part, nullptr, nullptr));
          }
          if (!info.parts.empty()) continue;
          const Node* op = graph_.FindNode(info.name);
          if (op != nullptr && op->num_outputs() == 0) {
            // Something to be run: its name alone.
            RUNNEL_RETURN_IF_ERROR(CheckNode(what, info.name));
            info.dtype = DType::kInvalid;
            info.shape = Shape::Unknown();
            continue;
          }
          RUNNEL_RETURN_IF_ERROR(FillTensor(what, &info.name, &info.dtype, &info.shape));
        }
      }
    }
    if (spec_.init_op.empty()) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(CheckNode("the init op", spec_.init_op));
    SignatureDef init;
    init.key = kInitSignature;
    init.outputs.emplace_back();
    init.outputs[0].key = kInitSignature;
    init.outputs[0].name = NodeOf(spec_.init_op);
    std::erase_if(meta_.signatures, [](const SignatureDef& s) { return s.key == kInitSignature; });
    meta_.signatures.push_back(std::move(init));
    return OkStatus();
  }

  const Graph& graph_;
  const MetaGraphSpec& spec_;
  MetaGraphDef meta_;
  std::unordered_map<std::string_view, const NodeDef*> nodes_;  // of meta_.graph
};

}  // namespace

std::string_view ExportedName(std::string_view node) {
  if (node.size() > kHandleSuffix.size() && node.ends_with(kHandleSuffix))
    node.remove_suffix(kHandleSuffix.size());
  return node;
}

Result<std::vector<GraphVariable>> ListVariables(const Graph& graph) {
  std::vector<GraphVariable> variables;
  std::set<std::pair<std::string, std::string>> seen;  // container, name of the resource
  const int num_nodes = graph.num_nodes();
  for (int i = 0; i < num_nodes; ++i) {
    Node* node = graph.node(i);
    if (node->op() != "VarHandleOp") continue;
    const std::string* container = node->attr<std::string>("container");
    if (!seen.emplace(container == nullptr ? "" : *container, NameOf(*node)).second) continue;
    variables.push_back({node, KeyOf(*node)});
  }
  // Of two containers.
  std::map<std::string, size_t> uses;
  for (const GraphVariable& variable : variables) ++uses[variable.key];
  std::map<std::string, const Node*> taken;
  for (GraphVariable& variable : variables) {
    if (uses.at(variable.key) > 1) variable.key = variable.handle->name();
    const auto [other, is_new] = taken.emplace(variable.key, variable.handle);
    if (!is_new) {
      return InvalidArgument("variables \"", other->second->name(), "\" and \"", variable.handle->name(),
                             "\" are both called \"", variable.key, "\" in a checkpoint");
    }
  }
  return variables;
}

Result<std::vector<SavedVariable>> SavedVariables(const MetaGraphSpec& spec,
                                                  std::span<const GraphVariable> variables) {
  std::map<std::string, VariableDef, std::less<>> parts;  // by node
  for (const std::string_view name : {kVariables, kTrainable}) {
    RUNNEL_ASSIGN_OR_RETURN(auto listed, ReadVariables(spec.def, name));
    for (VariableDef& variable : listed) {
      if (!variable.slice.empty()) parts.emplace(NodeOf(variable.variable), std::move(variable));
    }
  }
  std::vector<SavedVariable> saved;
  for (const GraphVariable& variable : variables) {
    const std::string node(ExportedName(variable.handle->name()));
    const auto it = parts.find(node);
    if (it == parts.end()) {
      saved.push_back({node, variable.key, ""});
    } else {
      saved.push_back({node, it->second.full_name, it->second.slice});
    }
  }
  return saved;
}

Result<std::vector<GraphVariable>> GlobalVariables(const MetaGraphSpec& spec,
                                                   std::vector<GraphVariable> variables) {
  RUNNEL_ASSIGN_OR_RETURN(const auto local, ReadVariables(spec.def, kLocal));
  for (const VariableDef& variable : local) {
    std::erase_if(variables, [&](const GraphVariable& v) {
      return ExportedName(v.handle->name()) == NodeOf(variable.variable);
    });
  }
  return variables;
}

Result<MetaGraphDef> BuildMetaGraph(const Graph& graph, const MetaGraphSpec& spec,
                                    std::span<const SavedVariable> saved) {
  return Building(graph, spec).Run(saved);
}

}  // namespace runnel

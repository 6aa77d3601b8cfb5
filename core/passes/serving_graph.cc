#include "core/passes/serving_graph.h"

#include <charconv>
#include <map>
#include <set>

#include "core/graph/op_schema.h"
#include "core/graph/ref_variables.h"

namespace runnel {
namespace {

struct TensorName {
  std::string_view node;
  int index = 0;
  bool control = false;
};

TensorName Parse(std::string_view text) {
  TensorName name{text};
  if (text.starts_with('^')) return {text.substr(1), -1, true};
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return name;
  const std::string_view digits = text.substr(colon + 1);
  const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), name.index);
  if (ec == std::errc() && end == digits.data() + digits.size()) name.node = text.substr(0, colon);
  return name;
}

template <typename T>
const T* Attr(const NodeDef& node, std::string_view name) {
  const AttrValue* value = FindAttr(node.attrs, name);
  return value == nullptr ? nullptr : value->get_if<T>();
}

class Server {
 public:
  // `nodes`: those of the MetaGraph, with resource variables only.
  Server(const MetaGraphDef& meta, const std::vector<NodeDef>& nodes, std::string_view asset_folder)
      : meta_(meta), all_(nodes), folder_(asset_folder) {
    for (const NodeDef& node : nodes) nodes_.emplace(node.name, &node);
    for (const AssetFileDef& asset : meta.assets) {
      assets_.emplace(Parse(asset.tensor).node, asset.filename);
    }
  }

  Result<ServingGraph> Run(std::span<const std::string> inputs, std::span<const std::string> outputs) {
    for (const std::string& input : inputs) RUNNEL_RETURN_IF_ERROR(Cut(input));
    for (const std::string& output : outputs) RUNNEL_RETURN_IF_ERROR(Reach(output, "the MetaGraph"));
    while (!stack_.empty()) {
      const NodeDef* node = stack_.back();
      stack_.pop_back();
      if (placeholders_.contains(node->name)) continue;
      for (const std::string& input : node->inputs) {
        RUNNEL_RETURN_IF_ERROR(Reach(input, StrCat("node \"", node->name, "\"")));
      }
    }
    ReadRestores();
    out_.graph.producer = meta_.graph.producer;
    out_.graph.min_consumer = meta_.graph.min_consumer;
    for (const NodeDef& node : all_) {
      if (!needed_.contains(node.name)) continue;
      if (const auto it = placeholders_.find(node.name); it != placeholders_.end()) {
        out_.graph.nodes.push_back(std::move(it->second));
      } else {
        RUNNEL_RETURN_IF_ERROR(Add(node));
      }
    }
    AddFunctions();
    return std::move(out_);
  }

 private:
  Status Reach(std::string_view text, std::string_view user) {
    const auto it = nodes_.find(Parse(text).node);
    if (it == nodes_.end()) return NotFound(user, " has no node for \"", text, "\"");
    if (needed_.insert(it->first).second) stack_.push_back(it->second);
    return OkStatus();
  }

  // Replaces the node of a fed tensor by a Placeholder.
  Status Cut(const std::string& input) {
    RUNNEL_RETURN_IF_ERROR(Reach(input, "the MetaGraph"));
    const TensorName name = Parse(input);
    const NodeDef& node = *Find(name.node);
    if (node.op == "Placeholder") return OkStatus();
    if (name.index != 0) {
      return InvalidArgument("input \"", input, "\" is not the first output of node \"", node.name,
                             "\"");
    }
    NodeDef placeholder{node.name, "Placeholder", {}, node.device, {}};
    const TensorInfo* info = FindInfo(node.name);
    const DType* dtype = info != nullptr ? &info->dtype : Attr<DType>(node, "T");
    if (dtype == nullptr) dtype = Attr<DType>(node, "dtype");
    if (dtype == nullptr || *dtype == DType::kInvalid) {
      return InvalidArgument("the type of input \"", input, "\" is not known: no signature names it");
    }
    SetAttr(&placeholder.attrs, "dtype", AttrValue(*dtype));
    SetAttr(&placeholder.attrs, "shape", AttrValue(info == nullptr ? Shape::Unknown() : info->shape));
    placeholders_.emplace(node.name, std::move(placeholder));
    return OkStatus();
  }

  // What a signature says of a node's first output; null if none does.
  const TensorInfo* FindInfo(std::string_view node) const {
    for (const SignatureDef& signature : meta_.signatures) {
      for (const TensorInfo& input : signature.inputs) {
        const TensorName name = Parse(input.name);
        if (name.node == node && name.index == 0) return &input;
      }
    }
    return nullptr;
  }

  // Variables by the Assign nodes whose value comes from a RestoreV2.
  void ReadRestores() {
    for (const NodeDef& node : all_) {
      if (node.op != "AssignVariableOp" || node.inputs.size() < 2) continue;
      TensorName value = Parse(node.inputs[1]);
      const NodeDef* source = Find(value.node);
      for (int hops = 0;
           source != nullptr && source->op == "Identity" && !source->inputs.empty() && hops < 16;
           ++hops) {
        value = Parse(source->inputs[0]);
        source = Find(value.node);
      }
      if (source == nullptr || source->op != "RestoreV2" || source->inputs.size() < 3) continue;
      const std::string* tensor = StringOf(source->inputs[1], value.index, &names_);
      const std::string* slice = StringOf(source->inputs[2], value.index, &names_);
      if (tensor != nullptr && slice != nullptr) {
        restores_.emplace(Parse(node.inputs[0]).node, std::pair(*tensor, *slice));
      }
    }
  }

  const NodeDef* Find(std::string_view name) const {
    const auto it = nodes_.find(name);
    return it == nodes_.end() ? nullptr : it->second;
  }

  // Element `index` of a constant list of strings; null if it is none. `keep` owns the answer.
  const std::string* StringOf(std::string_view input, int index, std::set<std::string>* keep) const {
    const NodeDef* node = Find(Parse(input).node);
    const Tensor* value =
        node == nullptr || node->op != "Const" ? nullptr : Attr<Tensor>(*node, "value");
    if (value == nullptr || value->dtype() != DType::kString || index < 0 ||
        index >= value->num_elements()) {
      return nullptr;
    }
    return &*keep->emplace(value->string_at(index)).first;
  }

  Status Add(const NodeDef& node) {
    NodeDef def = node;
    if (const auto asset = assets_.find(node.name); asset != assets_.end() && node.op == "Const") {
      const std::string path = StrCat(folder_, "/", asset->second);
      RUNNEL_ASSIGN_OR_RETURN(Tensor value, Tensor::FromStrings(Shape(), {&path, 1}));
      SetAttr(&def.attrs, "value", AttrValue(std::move(value)));
    }
    if (node.op == "VarHandleOp") {
      const auto* shared = Attr<std::string>(node, "shared_name");
      const std::string& name = shared == nullptr || shared->empty() ? node.name : *shared;
      const auto it = restores_.find(node.name);
      out_.variables.push_back(
          it == restores_.end()
              ? ServingGraph::Variable{name, node.name, name, ""}
              : ServingGraph::Variable{name, node.name, it->second.first, it->second.second});
    }
    out_.graph.nodes.push_back(std::move(def));
    return OkStatus();
  }

  void AddFunctions() {
    std::map<std::string_view, const FunctionDef*> library;
    for (const FunctionDef& function : meta_.graph.functions)
      library.emplace(function.signature.name, &function);
    std::set<std::string_view> called;
    std::vector<const std::vector<NodeDef>*> bodies{&out_.graph.nodes};
    const auto call = [&](std::string_view name) {
      const auto it = library.find(name);
      if (it != library.end() && called.insert(it->first).second) bodies.push_back(&it->second->nodes);
    };
    while (!bodies.empty()) {
      const std::vector<NodeDef>& nodes = *bodies.back();
      bodies.pop_back();
      for (const NodeDef& node : nodes) {
        call(node.op);
        for (const auto& [name, value] : node.attrs) {
          if (const auto* function = value.get_if<FuncRef>()) call(function->name);
          if (const auto* list = value.get_if<std::vector<FuncRef>>()) {
            for (const FuncRef& function : *list) call(function.name);
          }
        }
      }
    }
    for (const FunctionDef& function : meta_.graph.functions) {
      if (called.contains(function.signature.name)) out_.graph.functions.push_back(function);
    }
  }

  const MetaGraphDef& meta_;
  const std::vector<NodeDef>& all_;
  const std::string_view folder_;
  std::map<std::string_view, const NodeDef*> nodes_;
  std::map<std::string_view, std::string_view> assets_;
  std::map<std::string_view, std::pair<std::string, std::string>> restores_;
  std::set<std::string> names_;
  std::map<std::string_view, NodeDef> placeholders_;
  std::set<std::string_view> needed_;
  std::vector<const NodeDef*> stack_;
  ServingGraph out_;
};

}  // namespace

Result<ServingGraph> MakeServingGraph(const MetaGraphDef& meta, std::span<const std::string> inputs,
                                      std::span<const std::string> outputs,
                                      std::string_view asset_folder) {
  if (!HasRefVariables(meta.graph)) {
    return Server(meta, meta.graph.nodes, asset_folder).Run(inputs, outputs);
  }
  RUNNEL_ASSIGN_OR_RETURN(
      const std::vector<NodeDef> nodes,
      LowerRefVariables(meta.graph, "", [](std::string_view, int) { return false; }));
  return Server(meta, nodes, asset_folder).Run(inputs, outputs);
}

}  // namespace runnel

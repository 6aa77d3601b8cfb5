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

// In the body of a function: "argument", or "node:result:number", whose number counts within a result.
TensorName ParseInBody(std::string_view text) {
  TensorName name = Parse(text);
  name.node = name.node.substr(0, name.node.find(':'));
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
    RUNNEL_RETURN_IF_ERROR(ReachInputs());
    RUNNEL_RETURN_IF_ERROR(ReachInit());
    ReadRestores(all_, Parse, {});
    ReadRestoreFunction();
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

  Status ReachInputs() {
    while (!stack_.empty()) {
      const NodeDef* node = stack_.back();
      stack_.pop_back();
      if (placeholders_.contains(node->name)) continue;
      for (const std::string& input : node->inputs) {
        RUNNEL_RETURN_IF_ERROR(Reach(input, StrCat("node \"", node->name, "\"")));
      }
    }
    return OkStatus();
  }

  // The init op, and what only that needs.
  Status ReachInit() {
    const std::string_view init = InitOp();
    if (Find(init) == nullptr) return OkStatus();
    const std::set<std::string_view> before = needed_;
    std::set<std::string_view> seen{init};
    std::vector<std::string_view> stack{init};
    while (!stack.empty()) {
      const NodeDef* node = Find(stack.back());
      stack.pop_back();
      if (node != nullptr && placeholders_.contains(node->name)) return OkStatus();
      for (size_t i = 0; node != nullptr && i < node->inputs.size(); ++i) {
        const std::string_view from = Parse(node->inputs[i]).node;
        if (seen.insert(from).second) stack.push_back(from);
      }
    }
    RUNNEL_RETURN_IF_ERROR(Reach(init, "the MetaGraph"));
    RUNNEL_RETURN_IF_ERROR(ReachInputs());
    for (const std::string_view name : needed_) {
      if (!before.contains(name)) for_init_.insert(name);
    }
    out_.init_op = init;
    return OkStatus();
  }

  // As TensorFlow's loader looks for it: a signature of its own, or a collection of older models. Empty
  // if there is none.
  std::string_view InitOp() const {
    const SignatureDef* signature = meta_.FindSignature("__saved_model_init_op");
    if (signature != nullptr && !signature->outputs.empty())
      return Parse(signature->outputs.front().name).node;
    for (const std::string_view key : {"saved_model_main_op", "legacy_init_op"}) {
      const CollectionDef* collection = meta_.FindCollection(key);
      if (collection != nullptr && !collection->nodes.empty())
        return Parse(collection->nodes.front()).node;
    }
    return {};
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

  using Nodes = std::map<std::string_view, const NodeDef*>;

  // Variables by the Assign nodes among `nodes` whose value comes from a RestoreV2. `arguments`: nodes
  // of the graph by the names that the nodes know them by; others are called as they are.
  void ReadRestores(const std::vector<NodeDef>& nodes, TensorName (*parse)(std::string_view),
                    const std::map<std::string_view, std::string_view>& arguments) {
    Nodes by_name;
    for (const NodeDef& node : nodes) by_name.emplace(node.name, &node);
    const auto find = [&](std::string_view name) {
      const auto it = by_name.find(name);
      return it == by_name.end() ? nullptr : it->second;
    };
    // Element `index` of a constant list of strings; null if it is none.
    const auto string_of = [&](std::string_view input, int index) -> const std::string* {
      const NodeDef* node = find(parse(input).node);
      const Tensor* value =
          node == nullptr || node->op != "Const" ? nullptr : Attr<Tensor>(*node, "value");
      if (value == nullptr || value->dtype() != DType::kString || index < 0 ||
          index >= value->num_elements()) {
        return nullptr;
      }
      return &*names_.emplace(value->string_at(index)).first;
    };
    for (const NodeDef& node : nodes) {
      if (node.op != "AssignVariableOp" || node.inputs.size() < 2) continue;
      TensorName value = parse(node.inputs[1]);
      const NodeDef* source = find(value.node);
      for (int hops = 0;
           source != nullptr && source->op == "Identity" && !source->inputs.empty() && hops < 16;
           ++hops) {
        value = parse(source->inputs[0]);
        source = find(value.node);
      }
      if (source == nullptr || source->op != "RestoreV2" || source->inputs.size() < 3) continue;
      const std::string* tensor = string_of(source->inputs[1], value.index);
      const std::string* slice = string_of(source->inputs[2], value.index);
      if (tensor == nullptr || slice == nullptr) continue;
      std::string_view handle = parse(node.inputs[0]).node;
      if (const auto it = arguments.find(handle); it != arguments.end()) handle = it->second;
      restores_.emplace(handle, std::pair(*tensor, *slice));
    }
  }

  // What the function assigns that the saver calls, with the variables' handles as arguments.
  void ReadRestoreFunction() {
    const NodeDef* call = Find(Parse(meta_.saver.restore_op).node);
    const FuncRef* called = call == nullptr ? nullptr : Attr<FuncRef>(*call, "f");
    if (called == nullptr) return;
    for (const FunctionDef& function : meta_.graph.functions) {
      if (function.signature.name != called->name) continue;
      std::map<std::string_view, std::string_view> arguments;
      const std::vector<ArgSchema>& names = function.signature.inputs;
      for (size_t i = 0; i < names.size() && i < call->inputs.size(); ++i)
        arguments.emplace(names[i].name, Parse(call->inputs[i]).node);
      ReadRestores(function.nodes, ParseInBody, arguments);
    }
  }

  const NodeDef* Find(std::string_view name) const {
    const auto it = nodes_.find(name);
    return it == nodes_.end() ? nullptr : it->second;
  }

  Status Add(const NodeDef& node) {
    NodeDef def = node;
    if (const auto asset = assets_.find(node.name); asset != assets_.end()) {
      RUNNEL_RETURN_IF_ERROR(SetAssetPath(StrCat(folder_, "/", asset->second), &def));
    }
    if (node.op == "VarHandleOp") {
      const auto* shared = Attr<std::string>(node, "shared_name");
      const std::string& name = shared == nullptr || shared->empty() ? node.name : *shared;
      const auto it = restores_.find(node.name);
      const bool only_init = for_init_.contains(node.name);
      out_.variables.push_back(
          it == restores_.end()
              ? ServingGraph::Variable{name, node.name, name, "", only_init}
              : ServingGraph::Variable{name, node.name, it->second.first, it->second.second, only_init});
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
  std::set<std::string> names_;          // what restores_ refers to
  std::set<std::string_view> for_init_;  // nodes that only the init op needs
  std::map<std::string_view, NodeDef> placeholders_;
  std::set<std::string_view> needed_;
  std::vector<const NodeDef*> stack_;
  ServingGraph out_;
};

}  // namespace

Status SetAssetPath(const std::string& path, NodeDef* node) {
  // TensorFlow 2 has a Placeholder where TensorFlow 1 has a constant.
  if (node->op != "Const" && node->op != "Placeholder") return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(Tensor value, Tensor::FromStrings(Shape(), {&path, 1}));
  std::erase_if(node->attrs, [](const auto& attr) { return attr.first == "shape"; });
  node->op = "Const";
  SetAttr(&node->attrs, "dtype", AttrValue(DType::kString));
  SetAttr(&node->attrs, "value", AttrValue(std::move(value)));
  return OkStatus();
}

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

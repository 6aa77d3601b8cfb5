#include "core/graph/ref_export.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/graph/ref_ops.h"
#include "core/graph/ref_variables.h"

namespace runnel {
namespace {

template <typename T>
const T* Attr(const NodeDef& node, std::string_view name) {
  const AttrValue* value = FindAttr(node.attrs, name);
  return value == nullptr ? nullptr : value->get_if<T>();
}

void Drop(AttrList* attrs, std::string_view name) {
  std::erase_if(*attrs, [&](const auto& attr) { return attr.first == name; });
}

struct Edge {
  std::string node;
  int index = 0;
  bool control = false;

  static Edge Parse(std::string_view text) {
    if (text.starts_with('^')) return {std::string(text.substr(1)), 0, true};
    const size_t colon = text.rfind(':');
    Edge edge{std::string(text), 0, false};
    if (colon == std::string_view::npos) return edge;
    const char* const last = text.data() + text.size();
    const auto [end, ec] = std::from_chars(text.data() + colon + 1, last, edge.index);
    if (ec == std::errc() && end == last) edge.node = text.substr(0, colon);
    return edge;
  }
  std::string Text() const {
    return control ? StrCat("^", node) : index == 0 ? node : StrCat(node, ":", index);
  }
};

// `name` without `suffix`; empty if it does not end in it.
std::string_view Without(std::string_view name, std::string_view suffix) {
  return name.size() > suffix.size() && name.ends_with(suffix)
             ? name.substr(0, name.size() - suffix.size())
             : std::string_view();
}

class Raising {
 public:
  // `all`: also converts resource variables that never were ref variables.
  Raising(const GraphDef& graph, bool all) : graph_(graph), all_(all) {
    for (const NodeDef& node : graph.nodes) by_name_.emplace(node.name, &node);
  }

  // Empty if the graph has no such variables, or if a node takes one of them that cannot take a
  // reference.
  std::optional<std::vector<NodeDef>> Run() {
    if (std::none_of(graph_.nodes.begin(), graph_.nodes.end(), WasReference)) return std::nullopt;
    FindReferences();
    for (const NodeDef& node : graph_.nodes) {
      if (!Raise(node)) return std::nullopt;
    }
    return std::move(out_);
  }

 private:
  static bool WasReference(const NodeDef& node) {
    return node.op == "VarHandleOp" && !Without(node.name, kHandleSuffix).empty();
  }
  bool IsRaised(const NodeDef& node) const {
    return all_ ? node.op == "VarHandleOp" : WasReference(node);
  }
  const NodeDef* Find(std::string_view name) const {
    const auto it = by_name_.find(name);
    return it == by_name_.end() ? nullptr : it->second;
  }
  bool Is(std::string_view name, std::string_view op) const {
    const NodeDef* node = Find(name);
    return node != nullptr && node->op == op;
  }

  // Finds the edges that carry references, and the names of the nodes on them.
  void FindReferences() {
    // Repeats until nothing changes: a back edge leads to a node that was found already.
    for (bool changed = true; changed;) {
      changed = false;
      for (const NodeDef& node : graph_.nodes) {
        if (dtype_.contains(node.name)) continue;
        if (IsRaised(node)) {
          if (const DType* dtype = Attr<DType>(node, "dtype")) {
            dtype_[node.name] = *dtype;
            changed = true;
          }
          continue;
        }
        const DType* type = Attr<DType>(node, "T");
        if (FindMoved(node.op) == nullptr || type == nullptr || *type != DType::kResource) continue;
        for (const std::string& input : node.inputs) {
          const auto it = dtype_.find(Edge::Parse(input).node);
          if (it == dtype_.end()) continue;
          dtype_[node.name] = it->second;
          changed = true;
          break;
        }
      }
    }
  }

  static const RefOp* FindMoved(std::string_view op) {
    const RefOp* row = FindRaisedOp(op);
    return row != nullptr && row->kind == RefOpKind::kMove ? row : nullptr;
  }
  bool IsReference(const Edge& edge) const {
    if (edge.control || !dtype_.contains(edge.node)) return false;
    return edge.index == 0 || Is(edge.node, "Switch");
  }

  // The exported name of a node that stays or that replaces another.
  std::string Renamed(const std::string& name) const {
    for (const std::string_view suffix : {kHandleSuffix, kUpdateSuffix, kMovedSuffix}) {
      const std::string_view before = Without(name, suffix);
      if (!before.empty() && Find(before) != nullptr) return std::string(before);
    }
    return name;
  }
  // Maps a value or control edge: reads that stand for references become the references.
  std::string Value(const std::string& text) const {
    Edge edge = Edge::Parse(text);
    using Part = std::pair<std::string_view, int>;
    for (const auto& [suffix, index] :
         {Part(kValueSuffix, 0), Part(kSecondValueSuffix, 1), Part(kNextSuffix, 0)}) {
      const std::string_view before = Without(edge.node, suffix);
      if (before.empty() || Find(before) == nullptr) continue;
      edge.node = before;
      if (!edge.control) edge.index = index;
      return edge.Text();
    }
    edge.node = Renamed(edge.node);
    return edge.Text();
  }
  std::string Reference(const std::string& text) const {
    Edge edge = Edge::Parse(text);
    // An Identity that only keeps order stands for the update before it.
    if (IsPass(edge.node)) {
      const NodeDef& pass = *Find(edge.node);
      for (const std::string& input : pass.inputs) {
        const Edge before = Edge::Parse(input);
        if (before.control && !Without(before.node, kUpdateSuffix).empty()) return Renamed(before.node);
      }
      return Reference(pass.inputs[0]);
    }
    edge.node = Renamed(edge.node);
    return edge.Text();
  }
  bool IsPass(std::string_view name) const {
    const size_t at = name.rfind(kPassInfix);
    if (at == std::string_view::npos) return false;
    const NodeDef* node = Find(name);
    return node != nullptr && node->op == "Identity" && dtype_.contains(name) && !node->inputs.empty();
  }

  bool Raise(const NodeDef& node) {
    if (IsRaised(node)) return RaiseVariable(node), true;
    if (IsPass(node.name) || IsPartOfSelect(node.name)) return true;
    const bool* reference = Attr<bool>(node, kReferenceAttr);
    if (node.op == "ReadVariableOp" && reference != nullptr && *reference) return true;
    if (!Without(node.name, kNextSuffix).empty() && node.op == "NextIteration") return true;
    if (node.op == "IdentityN" && Is(StrCat(node.name, kMovedSuffix), "Merge")) return true;
    const std::string* select = Attr<std::string>(node, kLoweredFromAttr);
    if (select != nullptr && *select == "RefSelect") return RaiseSelect(node), true;
    size_t references = 0;
    for (const std::string& input : node.inputs) references += IsReference(Edge::Parse(input)) ? 1 : 0;
    if (references == 0) {
      NodeDef copy = node;
      for (std::string& input : copy.inputs) input = Value(input);
      out_.push_back(std::move(copy));
      return true;
    }
    return RaiseUser(node, references);
  }

  void RaiseVariable(const NodeDef& node) {
    NodeDef def{Renamed(node.name), "VariableV2", {}, node.device, node.attrs};
    if (const std::string* op = Attr<std::string>(node, kLoweredFromAttr)) def.op = *op;
    if (const Shape* shape = Attr<Shape>(node, kDeclaredShapeAttr)) {
      SetAttr(&def.attrs, "shape", AttrValue(*shape));
    }
    const std::string* shared = Attr<std::string>(node, "shared_name");
    if (shared != nullptr && *shared == def.name)
      SetAttr(&def.attrs, "shared_name", AttrValue(std::string()));
    for (const std::string_view name :
         {kLoweredFromAttr, kDeclaredShapeAttr, std::string_view("debug_name"),
          std::string_view("allowed_devices")}) {
      Drop(&def.attrs, name);
    }
    if (const NodeDef* read = Find(def.name); read != nullptr && WasReference(node)) {
      for (const std::string& input : read->inputs) {
        if (Edge::Parse(input).control) def.inputs.push_back(Value(input));
      }
    }
    out_.push_back(std::move(def));
  }

  // Converts a node in its form for resources back to its form for references.
  bool RaiseUser(const NodeDef& node, size_t references) {
    NodeDef def{Renamed(node.name), "", {}, node.device, node.attrs};
    Drop(&def.attrs, kLoweredFromAttr);
    const RefOp* op = FindRaisedOp(node.op);
    const DType dtype = TypeOf(node);
    if (node.op == "ReadVariableOp") {
      // Another read gives a value and stays one.
      def.op = "Snapshot";
      Drop(&def.attrs, "dtype");
      SetAttr(&def.attrs, "T", AttrValue(dtype));
    } else if (node.op == "ResourceGather") {
      const int64_t* batch_dims = Attr<int64_t>(node, "batch_dims");
      if (batch_dims != nullptr && *batch_dims != 0) return false;
      def.op = "Gather";
      for (const std::string_view name : {"batch_dims", "dtype"}) Drop(&def.attrs, name);
      SetAttr(&def.attrs, "Tparams", AttrValue(dtype));
    } else if (op == nullptr || (op->refs >= 0 && references != static_cast<size_t>(op->refs))) {
      return false;
    } else {
      def.op = op->op;
      if (node.op == "VarIsInitializedOp") SetAttr(&def.attrs, "dtype", AttrValue(dtype));
      if (op->kind == RefOpKind::kMove) SetAttr(&def.attrs, "T", AttrValue(dtype));
      if (op->kind == RefOpKind::kUpdate && !op->renamed.empty()) {
        Drop(&def.attrs, op->renamed);
        SetAttr(&def.attrs, "T", AttrValue(dtype));
      }
      const std::string* policy = Attr<std::string>(node, "bad_indices_policy");
      if (policy != nullptr && policy->empty()) Drop(&def.attrs, "bad_indices_policy");
    }
    for (const std::string& input : node.inputs) {
      std::string text = IsReference(Edge::Parse(input)) ? Reference(input) : Value(input);
      if (std::find(def.inputs.begin(), def.inputs.end(), text) == def.inputs.end() ||
          !text.starts_with('^')) {
        def.inputs.push_back(std::move(text));
      }
    }
    out_.push_back(std::move(def));
    return true;
  }
  DType TypeOf(const NodeDef& node) const {
    for (const std::string& input : node.inputs) {
      const Edge edge = Edge::Parse(input);
      if (IsReference(edge)) return dtype_.at(edge.node);
    }
    return DType::kInvalid;
  }

  bool IsPartOfSelect(std::string_view name) const {
    const size_t at = name.rfind("/_rnl_");
    if (at == std::string_view::npos || name.ends_with(kMovedSuffix)) return false;
    const NodeDef* merge = Find(StrCat(name.substr(0, at), kMovedSuffix));
    const std::string* from = merge == nullptr ? nullptr : Attr<std::string>(*merge, kLoweredFromAttr);
    return from != nullptr && *from == "RefSelect";
  }
  void RaiseSelect(const NodeDef& merge) {
    NodeDef def{Renamed(merge.name), "RefSelect", {}, merge.device, {}};
    const NodeDef& index = *Find(StrCat(def.name, "/_rnl_index"));
    def.inputs.push_back(Value(index.inputs[1]));
    for (const std::string& taken : merge.inputs) {
      def.inputs.push_back(Reference(Find(Edge::Parse(taken).node)->inputs[0]));
    }
    SetAttr(&def.attrs, "N", AttrValue(static_cast<int64_t>(merge.inputs.size())));
    SetAttr(&def.attrs, "T", AttrValue(dtype_.at(merge.name)));
    for (const std::string& input : index.inputs) {
      if (Edge::Parse(input).control) def.inputs.push_back(Value(input));
    }
    out_.push_back(std::move(def));
  }

  const GraphDef& graph_;
  const bool all_;
  std::unordered_map<std::string_view, const NodeDef*> by_name_;
  std::unordered_map<std::string_view, DType> dtype_;  // what the nodes that pass references on refer to
  std::vector<NodeDef> out_;
};

bool MakesNamedResource(const OpSchema& schema) {
  const AttrSchema* shared = schema.FindAttr("shared_name");
  return shared != nullptr && shared->type == "string" && !schema.outputs.empty();
}

void NameIn(const OpRegistry& registry, std::string_view scope, std::vector<NodeDef>* nodes) {
  for (NodeDef& node : *nodes) {
    const auto schema = registry.Find(node.op);
    if (!schema.ok() || !MakesNamedResource(**schema)) continue;
    const std::string* shared = Attr<std::string>(node, "shared_name");
    if (shared != nullptr && !shared->empty()) continue;
    SetAttr(&node.attrs, "shared_name", AttrValue(StrCat(scope, node.name)));
  }
}

}  // namespace

void RaiseRefVariables(GraphDef* graph) {
  // If some op takes a ref variable together with a new resource variable, the second attempt converts
  // both.
  for (const bool all : {false, true}) {
    auto nodes = Raising(*graph, all).Run();
    if (!nodes) continue;
    graph->nodes = std::move(*nodes);
    return;
  }
}

void NameResources(const OpRegistry& registry, GraphDef* graph) {
  NameIn(registry, "", &graph->nodes);
  for (FunctionDef& function : graph->functions) {
    NameIn(registry, StrCat(function.signature.name, "/"), &function.nodes);
  }
}

}  // namespace runnel

#include "core/learn/train/graph_parts.h"

#include <algorithm>
#include <set>

#include "core/graph/builder.h"
#include "core/graph/meta_graph_build.h"
#include "core/graph/needed.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

constexpr std::string_view kBeside = "loc:@";

// Whether these groups are those of a node, which then goes where that one does.
bool IsBeside(const AttrValue& groups, const std::set<std::string, std::less<>>& nodes) {
  const auto* const names = groups.get_if<std::vector<std::string>>();
  return names != nullptr && std::any_of(names->begin(), names->end(), [&](std::string_view name) {
           return name.starts_with(kBeside) && nodes.count(name.substr(kBeside.size())) != 0;
         });
}

bool IsCounter(DType dtype) { return dtype == DType::kInt64 || dtype == DType::kInt32; }

}  // namespace

Result<std::shared_ptr<Graph>> CopyGraph(const Graph& graph, const std::vector<std::string>& devices) {
  GraphDef def = graph.Export();
  std::erase_if(def.nodes, [](const NodeDef& node) { return node.name.starts_with(kCheckpointScope); });
  size_t next = 0;
  std::set<std::string, std::less<>> spread;
  for (NodeDef& node : def.nodes) {
    if (node.op != "VarHandleOp" || !node.device.empty() || devices.empty()) continue;
    const AttrValue* const groups = FindAttr(node.attrs, "_class");
    const bool is_beside = groups != nullptr && IsBeside(*groups, spread);
    if (!is_beside) node.device = devices[next++ % devices.size()];
    spread.insert(node.name);
  }
  auto copy = std::make_shared<Graph>(&graph.registry());
  RUNNEL_RETURN_IF_ERROR(copy->Import(def));
  return copy;
}

namespace {

std::string Without(const std::string& name, std::string_view scope) {
  // A builder without a scope of its own puts another slash behind it.
  const bool is_below =
      name.starts_with(scope) && name.size() > scope.size() && name[scope.size()] != '/';
  return is_below ? name.substr(scope.size()) : name;
}

}  // namespace

Result<std::shared_ptr<Graph>> CopyNeeded(const Graph& graph, std::span<Node* const> roots,
                                          std::string_view scope) {
  const std::set<std::string> needed = NamesOfNeeded(graph, roots);
  GraphDef def = graph.Export();
  std::erase_if(def.nodes, [&](const NodeDef& node) { return needed.count(node.name) == 0; });
  for (NodeDef& node : def.nodes) {
    node.name = Without(node.name, scope);
    for (std::string& input : node.inputs)
      input =
          input.starts_with('^') ? StrCat("^", Without(input.substr(1), scope)) : Without(input, scope);
    if (const AttrValue* const beside = FindAttr(node.attrs, "_class")) {
      const auto* const given = beside->get_if<std::vector<std::string>>();
      std::vector<std::string> groups = given == nullptr ? std::vector<std::string>() : *given;
      for (std::string& group : groups) {
        if (group.starts_with(kBeside))
          group = StrCat(kBeside, Without(group.substr(kBeside.size()), scope));
      }
      SetAttr(&node.attrs, "_class", AttrValue(std::move(groups)));
    }
    const AttrValue* const shared = FindAttr(node.attrs, "shared_name");
    if (node.op == "VarHandleOp" && shared != nullptr)
      SetAttr(&node.attrs, "shared_name", Without(*shared->get_if<std::string>(), scope));
  }
  auto copy = std::make_shared<Graph>(&graph.registry());
  RUNNEL_RETURN_IF_ERROR(copy->Import(def));
  return copy;
}

Node* FindCopy(const Graph& copy, const Node* node, std::string_view scope) {
  return copy.FindNode(Without(node->name(), scope));
}

Result<OutputRef> MergeSummaries(Graph* graph, OutputRef loss) {
  constexpr std::string_view kTag = "loss";
  std::set<const Node*> read;
  std::vector<OutputRef> made;
  bool has_loss = false;
  for (int id = 0; id < graph->num_nodes(); ++id) {
    Node* const node = graph->node(id);
    for (int i = 0; i < node->num_inputs(); ++i) read.insert(node->input(i).node);
    if (!node->op().ends_with("Summary") && node->op() != "TensorSummaryV2") continue;
    made.push_back({node, 0});
    const Node* const tags = node->num_inputs() > 0 ? node->input(0).node : nullptr;
    const Tensor* const tag = tags == nullptr ? nullptr : tags->attr<Tensor>("value");
    has_loss |= tag != nullptr && tag->dtype() == DType::kString && tag->num_elements() == 1 &&
                tag->string_at(0) == kTag;
  }
  std::erase_if(made, [&](const OutputRef& output) { return read.count(output.node) != 0; });
  GraphBuilder b(graph, "rnl_train/summary");
  if (!has_loss) {
    const std::string text(kTag);
    RUNNEL_ASSIGN_OR_RETURN(const Tensor tag, Tensor::FromStrings(Shape(), {&text, 1}));
    made.push_back(b.Op("ScalarSummary", {b.Constant(tag), loss}));
  }
  const OutputRef all = made.size() == 1 ? made[0] : b.Op("MergeSummary", made);
  RUNNEL_RETURN_IF_ERROR(b.status());
  return all;
}

Status GlobalStep::Find(Graph* graph, OutputRef given) {
  graph_ = graph;
  OutputRef found = given;
  if (!found) {
    Node* const node = graph->FindNode("global_step");
    if (node == nullptr || node->num_outputs() == 0) return OkStatus();
    found = {node, 0};
  }
  const std::string name = found.node->name();
  if (TypeOf(found) == DType::kResource) {
    handle_ = found;
  } else if (Node* const handle = graph->FindNode(name + "/_rnl_handle")) {
    handle_ = {handle, 0};  // of an imported ref variable
  }
  DType dtype = TypeOf(found);
  if (handle_) {
    const DType* const stored = handle_.node->attr<DType>("dtype");
    dtype = stored == nullptr ? DType::kInvalid : *stored;
  }
  if (!IsCounter(dtype))
    return InvalidArgument("the global step \"", name, "\" is ", DTypeName(dtype),
                           ", expected int64 or int32");
  value_ = found;
  if (handle_) {
    GraphBuilder b(graph, "rnl_train/global_step");
    value_ = b.Op("ReadVariableOp", {handle_}, {{"dtype", dtype}});
    return b.status();
  }
  return OkStatus();
}

Result<OutputRef> GlobalStep::After(const std::vector<Node*>& targets) {
  if (!handle_ || targets.empty()) return OutputRef();
  std::vector<int> key;
  for (const Node* target : targets) key.push_back(target->id());
  const auto [it, is_new] = after_.try_emplace(std::move(key));
  if (is_new) {
    GraphBuilder b(graph_, "rnl_train/global_step_after");
    b.set_control_inputs(targets);
    it->second = b.Op("ReadVariableOp", {handle_}, {{"dtype", TypeOf(value_)}});
    if (!b.status().ok()) {
      after_.erase(it);
      return b.status();
    }
  }
  return it->second;
}

}  // namespace runnel::learn

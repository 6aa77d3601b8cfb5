// PlanGraph: the graph that one signature needs, as passes rewrite it.
//
// A copy made for planning: the user's graph is never touched. Nodes are numbered densely and never
// move; a removed node stays as a hole. Attrs are borrowed from the nodes copied, or owned by the plan
// graph.
#ifndef RUNNEL_CORE_PASSES_PLAN_GRAPH_H_
#define RUNNEL_CORE_PASSES_PLAN_GRAPH_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "runnel_chosen.h"

namespace runnel {

struct PlanEdge {
  int node = -1;
  int index = 0;
  bool operator==(const PlanEdge&) const = default;
};

struct PlanNode {
  std::string name;
  const OpSchema* schema = nullptr;
  const AttrList* attrs = nullptr;
  std::string device;            // as requested
  std::vector<PlanEdge> inputs;  // a Merge's back edge included
  std::vector<int> controls;     // sources of control edges
  std::vector<DType> output_types;
  std::vector<Shape> shapes;  // by output; what planning knows
  std::vector<HandleData> handles;
  std::vector<Tensor> known;  // by output, once folding has run; empty where a value is not known
  int feed = -1;              // index of the feed that this node stands for
  bool removed = false;
  Device* placed = nullptr;    // set by placement
  std::vector<Device*> where;  // by output, set by partition: whose memory; null is host memory
  bool pinned = false;         // fetched or target: must keep its identity

  const std::string& op() const { return schema->name; }
  // Mostly the length decides; for a literal it is known at compile time.
  [[gnu::always_inline]] bool is(OpName op_name) const {
    return op_name.chosen && schema->name.size() == op_name.size &&
           __builtin_memcmp(schema->name.data(), op_name.data, op_name.size) == 0;
  }
  template <typename T>
  const T* attr(std::string_view name_of_attr) const {
    const AttrValue* value = FindAttr(*attrs, name_of_attr);
    return value == nullptr ? nullptr : value->get_if<T>();
  }
};

struct PlanFetch {
  PlanEdge source;
  std::string name;  // "node:0", for messages
};

// A feed as the plan sees it: what stands in for the edge.
struct PlanFeed {
  OutputRef output;
  DType dtype = DType::kInvalid;
  Shape shape = Shape::Unknown();
  Device* device = nullptr;  // null: host memory
};

// A node that a pass has made, and those that it stands for.
struct MadeNode {
  int made = -1;
  std::vector<int> sources;
};

class PlanGraph {
 public:
  explicit PlanGraph(const OpRegistry* registry) : registry_(registry) {}

  std::deque<PlanNode> nodes;  // references stay valid while passes append
  std::vector<PlanFetch> fetches;
  std::vector<int> targets;
  std::vector<PlanFeed> feeds;

  const OpRegistry& registry() const { return *registry_; }
  // Takes over an attr list; the reference stays valid as long as the graph.
  const AttrList* Own(AttrList attrs) { return &owned_attrs_.emplace_back(std::move(attrs)); }
  // Keeps the owner of borrowed attrs and schemas alive.
  void KeepAlive(std::shared_ptr<const void> object) { kept_.push_back(std::move(object)); }

  // Appends a node of a known op; binds types like graph building. Returns its number.
  Result<int> Add(std::string name, std::string_view op, std::vector<PlanEdge> inputs, AttrList attrs,
                  std::string device = {}, std::vector<int> controls = {});
  // A Const that holds `value`.
  Result<int> AddConst(std::string name, const Tensor& value, std::string device = {});
  // Everything that reads `from` reads `to` instead, fetches included.
  void ReplaceUses(PlanEdge from, PlanEdge to);
  // Several at once: replacement[node][index] where set (node >= 0).
  void ReplaceUses(const std::vector<std::vector<PlanEdge>>& replacement);
  void ReplaceControls(int from, std::span<const int> to);

  // Live nodes, every source before its users; back edges of Merges do not count.
  // Errors: INVALID_ARGUMENT naming a cycle.
  Result<std::vector<int>> TopologicalOrder() const;
  // Drops what neither fetches nor targets need.
  void RemoveUnused();
  bool IsBackEdge(int consumer, const PlanEdge& edge) const {
    return nodes[static_cast<size_t>(consumer)].is("Merge") && edge.node >= 0 &&
           nodes[static_cast<size_t>(edge.node)].is("NextIteration");
  }
  int num_live() const;
  // By node: how many inputs and fetches read its outputs.
  std::vector<int> CountReads() const;
  // By node: whether control edges leave it.
  std::vector<bool> OrderingNodes() const;
  DType type(PlanEdge e) const { return at(e.node).output_types[static_cast<size_t>(e.index)]; }
  const Shape& shape(PlanEdge e) const { return at(e.node).shapes[static_cast<size_t>(e.index)]; }
  PlanNode& at(int i) { return nodes[static_cast<size_t>(i)]; }
  const PlanNode& at(int i) const { return nodes[static_cast<size_t>(i)]; }
  std::string UniqueName(std::string_view prefix);

 private:
  const OpRegistry* registry_;
  std::deque<AttrList> owned_attrs_;
  std::vector<std::shared_ptr<const void>> kept_;
  int64_t name_counter_ = 0;
};

// Copies what `fetches` and `targets` need, cut off at the feeds. Errors: INVALID_ARGUMENT for a loop
// whose back edge is missing, and "you must feed a value" for a placeholder that is reached.
Status Prune(const Graph& graph, std::span<const PlanFeed> feeds, std::span<const OutputRef> fetches,
             std::span<Node* const> targets, PlanGraph* plan);
// Copies all of the graph, as if every node ran in one step and every placeholder were fed: with what
// `fed` has under its name, else by its own shape, whose unknown sizes are taken to be `assumed_size`;
// -1: they stay unknown.
using FedShapes = std::map<std::string, Shape, std::less<>>;
Status PruneNothing(const Graph& graph, int64_t assumed_size, const FedShapes& fed, PlanGraph* plan);

using HasKernel = std::function<bool(const PlanNode& node)>;
using IsLeft = std::function<bool(const PlanNode& node)>;  // a node that stays as it is; null: none
// Puts function bodies in place of calls, Switch/Merge primitives in place of If and While, as
// InlineAndLower (watched_passes.h), but only of those whose functions, directly or not, have nodes that
// ask for a task, because their nodes may belong to several tasks. `all_calls`: also for every other
// call, for a placement that chooses tasks node by node.
Status InlineSpreadCalls(const Graph& library, bool all_calls, PlanGraph* plan);

// Computes one node from known inputs, at plan time. Empty outputs where it cannot be done.
using Evaluate = std::function<Status(const PlanNode& node, std::span<const Tensor> inputs,
                                      std::vector<Tensor>* outputs)>;
// Infers shapes from what is fed and, with `fold`, values from constants and known shapes; loops are
// followed to a fixed point. Afterwards shapes, handles and known are filled in.
// Errors: INVALID_ARGUMENT of shape functions.
Status InferAndFold(bool fold, const Evaluate& evaluate, PlanGraph* plan);
// Turns nodes whose values are all known into constants.
Status CommitConstants(PlanGraph* plan, int* count);

// Takes out Switches whose condition is a constant and Merges that one value can reach.
Status RemoveDeadBranches(PlanGraph* plan, int* count);

// Bypasses Identity and its kin, neutral elements (x+0, x*1), and casts to the same type.
Status Simplify(PlanGraph* plan, int* count);
// Merges nodes that compute the same from the same.
Status EliminateCommonSubexpressions(PlanGraph* plan, int* count);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_PLAN_GRAPH_H_

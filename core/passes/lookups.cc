// Going forward, each node gets the tensor of 8 bits that alone determines it: its root. Going back, the
// last nodes with a root that give 8 bits are replaced, with those before them that are read by no
// other.
#include "core/passes/lookups.h"

#include <algorithm>
#include <map>

#include "core/passes/node_fusion.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr int64_t kNumbers = 256;
constexpr int64_t kFewest = 1024;  // elements; a table of fewer takes longer to make than it saves
constexpr size_t kMostNodes = 64;  // of a table

bool IsByte(DType type) { return type == DType::kInt8 || type == DType::kUInt8; }

class Lookups : public NodeFusion {
 public:
  Lookups(const Supports& supports, const Evaluate& evaluate, PlanGraph* plan)
      : NodeFusion(supports, plan),
        evaluate_(evaluate),
        reads_(plan->CountReads()),
        roots_(plan->nodes.size()),
        absorbed_(plan->nodes.size(), 0) {}

  Status Run() {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan_->TopologicalOrder());
    for (const int i : order) roots_[static_cast<size_t>(i)] = RootOf(i);
    for (const int i : order) {
      if (Root(i).node < 0) continue;
      for (const PlanEdge& in : plan_->at(i).inputs)
        if (Root(in.node) == Root(i)) ++absorbed_[static_cast<size_t>(in.node)];
    }
    for (auto i = order.rbegin(); i != order.rend(); ++i) {
      if (IsLast(*i)) RUNNEL_RETURN_IF_ERROR(LookUp(*i));
    }
    Commit();
    return OkStatus();
  }

 private:
  const PlanEdge& Root(int i) const { return roots_[static_cast<size_t>(i)]; }

  static const Tensor* ScalarOf(const PlanNode& node) {
    const bool known = node.is("Const") && node.controls.empty() && !node.known.empty();
    if (!known || node.known[0].empty() || node.known[0].num_elements() != 1) return nullptr;
    return &node.known[0];
  }

  PlanEdge RootOf(int i) const {
    const PlanNode& node = plan_->at(i);
    const bool fits = !node.removed && node.feed < 0 && node.placed != nullptr &&
                      node.controls.empty() && node.output_types.size() == 1 &&
                      (node.schema->flags & kOpAnyLayout) != 0 &&
                      (node.schema->flags & (kOpStateful | kOpControlFlow | kOpHost)) == 0;
    if (!fits) return {};
    const PlanEdge far = CommonRoot(node, /*through=*/true);
    return far.node >= 0 ? far : CommonRoot(node, /*through=*/false);
  }
  // What all inputs but numbers follow from; `through` the nodes that give them, or not.
  PlanEdge CommonRoot(const PlanNode& node, bool through) const {
    PlanEdge root;
    for (const PlanEdge& in : node.inputs) {
      const PlanNode& from = plan_->at(in.node);
      if (ScalarOf(from) != nullptr) continue;
      PlanEdge of_input = Root(in.node);
      const bool goes = through && of_input.node >= 0 && from.placed == node.placed;
      if (!goes) of_input = IsByte(plan_->type(in)) ? in : PlanEdge();
      if (of_input.node < 0 || (root.node >= 0 && of_input != root)) return {};
      root = of_input;
    }
    return root.node >= 0 && KeepsShape(node, root) ? root : PlanEdge();
  }
  bool KeepsShape(const PlanNode& node, const PlanEdge& root) const {
    const Shape& shape = plan_->shape(root);
    if (!shape.has_rank()) return false;
    return std::all_of(node.inputs.begin(), node.inputs.end(), [&](const PlanEdge& in) {
      const Tensor* scalar = ScalarOf(plan_->at(in.node));
      return scalar == nullptr || scalar->shape().rank() <= std::max(shape.rank(), 1);
    });
  }

  // Whether others than nodes that follow from the same root read it.
  bool IsLast(int i) const {
    const auto at = static_cast<size_t>(i);
    if (Root(i).node < 0 || !IsByte(plan_->at(i).output_types[0]) || reads_[at] == absorbed_[at])
      return false;
    const Shape& shape = plan_->shape(Root(i));
    return !plan_->at(i).removed && (!shape.IsFullyDefined() || shape.num_elements() >= kFewest);
  }

  // The nodes between the root and `last`, in any order, this one first. Empty: too many.
  std::vector<int> Between(int last) const {
    std::vector<int> nodes = {last};
    for (size_t k = 0; k < nodes.size() && nodes.size() <= kMostNodes; ++k) {
      for (const PlanEdge& in : plan_->at(nodes[k]).inputs) {
        const bool inner = in != Root(last) && Root(in.node) == Root(last);
        if (inner && std::find(nodes.begin(), nodes.end(), in.node) == nodes.end())
          nodes.push_back(in.node);
      }
    }
    return nodes.size() <= kMostNodes ? nodes : std::vector<int>();
  }
  // Those of `nodes` that only others of them read, and the first one.
  std::vector<int> Closed(const std::vector<int>& nodes) const {
    std::vector<int> closed = {nodes[0]};
    for (size_t before = 0; before != closed.size();) {
      before = closed.size();
      std::map<int, int> read;
      for (const int i : closed)
        for (const PlanEdge& in : plan_->at(i).inputs) ++read[in.node];
      for (const int i : nodes) {
        const bool is_new = std::find(closed.begin(), closed.end(), i) == closed.end();
        if (is_new && MayGo(i, plan_->at(nodes[0]).placed) && reads_[static_cast<size_t>(i)] == read[i])
          closed.push_back(i);
      }
    }
    return closed;
  }

  Status LookUp(int last) {
    const std::vector<int> nodes = Between(last);
    const PlanNode& node = plan_->at(last);
    if (nodes.size() < 2 || !MayGo(last, node.placed)) return OkStatus();
    const std::vector<int> sources = Closed(nodes);
    if (sources.size() < 2) return OkStatus();
    const PlanEdge root = Root(last);
    Tensor table;
    if (!TableOf(last, &table).ok() || table.num_elements() != kNumbers) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(table, table.Reshaped(Shape({kNumbers})));
    RUNNEL_ASSIGN_OR_RETURN(
        const int results, plan_->AddConst(plan_->UniqueName(node.name + "/table"), table, node.device));
    plan_->at(results).placed = node.placed;
    RUNNEL_ASSIGN_OR_RETURN(
        const int made,
        plan_->Add(plan_->UniqueName(node.name), "Runnel>AffineLookup", {root, {results, 0}},
                   {{"T", AttrValue(plan_->type(root))}, {"U", AttrValue(table.dtype())}}, node.device));
    if (!Replace(made, last, sources)) plan_->at(results).removed = true;
    return OkStatus();
  }

  // What a node makes of each number of its root.
  Status TableOf(int i, Tensor* out) {
    if (const auto it = tables_.find(i); it != tables_.end()) {
      *out = it->second;
      return OkStatus();
    }
    const PlanNode& node = plan_->at(i);
    std::vector<Tensor> inputs;
    for (const PlanEdge& in : node.inputs) {
      Tensor input;
      if (const Tensor* scalar = ScalarOf(plan_->at(in.node))) {
        const int rank = std::min(scalar->shape().rank(), 1);
        RUNNEL_ASSIGN_OR_RETURN(input, scalar->Reshaped(rank == 0 ? Shape() : Shape({1})));
      } else if (in == Root(i)) {
        RUNNEL_ASSIGN_OR_RETURN(input, AllNumbers(plan_->type(in)));
      } else {
        RUNNEL_RETURN_IF_ERROR(TableOf(in.node, &input));
      }
      inputs.push_back(std::move(input));
    }
    PlanNode copy = node;
    copy.shapes = {Shape({kNumbers})};
    std::vector<Tensor> outputs;
    RUNNEL_RETURN_IF_ERROR(evaluate_(copy, inputs, &outputs));
    if (outputs.size() != 1) return Unimplemented("\"", node.name, "\" has no table");
    *out = tables_[i] = outputs[0];
    return OkStatus();
  }
  static Result<Tensor> AllNumbers(DType type) {
    std::vector<uint8_t> numbers(kNumbers);
    for (size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<uint8_t>(type == DType::kInt8 ? i ^ 128 : i);
    if (type == DType::kUInt8) return Tensor::FromValues<uint8_t>(Shape({kNumbers}), numbers);
    const std::vector<int8_t> with_sign(numbers.begin(), numbers.end());
    return Tensor::FromValues<int8_t>(Shape({kNumbers}), with_sign);
  }

  const Evaluate& evaluate_;
  const std::vector<int> reads_;
  std::vector<PlanEdge> roots_;  // by node; no node: none
  std::vector<int> absorbed_;    // by node: reads by nodes of the same root
  std::map<int, Tensor> tables_;
};

}  // namespace

Result<std::vector<MadeNode>> LookUpBytes(const std::function<bool(const PlanNode& node)>& supports,
                                          const Evaluate& evaluate, PlanGraph* plan) {
  Lookups lookups(supports, evaluate, plan);
  RUNNEL_RETURN_IF_ERROR(lookups.Run());
  return lookups.Take();
}

}  // namespace runnel

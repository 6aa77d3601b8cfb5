// RegionBuilder: turns a set of plan nodes into a Region: values, operands, and the memory plan.
#ifndef RUNNEL_CORE_RUNTIME_REGION_REGION_BUILDER_H_
#define RUNNEL_CORE_RUNTIME_REGION_REGION_BUILDER_H_

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/runtime/region/region.h"

namespace runnel {

// An output of the region that something outside reads. `copy`: a fetch, which never shares memory with
// a variable. `soon`: it is of use before the region is over.
struct RegionExport {
  PlanEdge edge;
  bool copy = false;
  bool soon = false;
};

class RegionBuilder {
 public:
  struct Services {
    std::function<Result<const PlannedKernel*>(int node)> kernel;
    std::function<Result<Ref<Variable>>(int handle_node)> variable;
    // In the memory where the node says; empty for a _PackedConst.
    std::function<Result<Tensor>(int const_node)> constant;
    std::function<std::atomic<uint64_t>*(int node)> counter;
    std::function<int(PlanEdge edge)> handle_of;  // the VarHandleOp behind a resource edge, or -1
    std::function<int(PlanEdge edge)> read_at;    // the VarHandleOp whose value this is, or -1
    std::function<bool(int node)> is_literal;
    PackedForms* packed_forms;
    Allocator* allocator;
  };

  // `members` in topological order.
  RegionBuilder(const PlanGraph& plan, Device* device, std::vector<int> members,
                std::vector<RegionExport> exports, const Services& services);

  Status Build();
  std::unique_ptr<Region> TakeRegion() { return std::move(region_); }
  // External slots, in order: the edges that enter.
  const std::vector<PlanEdge>& externals() const { return externals_; }
  // For exports[i] as given, the region's export number.
  const std::vector<int>& export_numbers() const { return export_numbers_; }

 private:
  struct Storage {
    int last_use = -1;
    uint64_t bytes = 0;
    bool exported = false;
    int export_memory = -1;
    uint64_t offset = 0;
    bool placed = false;
  };

  // A value in a variable's own memory, and who reads it: through ops that share memory, too.
  struct Borrowed {
    int read = -1;      // the member that reads the variable; -1: it enters the region
    PlanEdge external;  // then: as this
    int handle = -1;
    Variable* variable = nullptr;
    std::vector<int> uses;
  };
  struct Write {
    int node;
    std::vector<Variable*> variables;
  };
  struct UsedExternal {
    PlanEdge edge;
    int handle;
  };
  using Order = std::pair<int, int>;  // before, after

  // region_order.cc
  Status OrderReadsBeforeWrites();
  Result<std::vector<Write>> FindWrites();
  Result<std::vector<Borrowed>> FindBorrowed(const std::vector<Write>& writes);
  std::vector<std::vector<int>> FindUsers() const;  // by plan node: members
  void FindUses(const std::vector<std::vector<int>>& users, Borrowed* borrowed) const;
  bool Reorder(std::vector<std::vector<int>> next, const std::vector<Order>& extra);

  Status CreateOps();
  Status CreateOp(int node);
  Status AddReadOp(int node, RegionOp op);
  // Assignments and questions about a variable: what follows its handle are operands.
  Status AddVariableOp(int node, RegionOp op);
  // A value of its own in the arena.
  int NewValue(int node, size_t output);
  class MemoryPlan;
  Status PlanExports();
  void PlanMemory();
  Result<int> ValueOf(PlanEdge edge);
  int AddValue(RegionValue value, int storage);
  Result<int> VariableIndex(int handle_node);
  Status AddKernelOp(int node);
  Status BindUsedExternals();
  Status BindVariables(int node, RegionOp* op, int op_index);
  Status PackInput(RegionOp* op);
  Result<Ref<Buffer>> FormOfConstant(const RegionOp& op, int32_t constant, const rnlp_tensor_t& view,
                                     std::shared_ptr<PackedForm>* out_form);
  Status CheckPackedConstants() const;

  const PlanGraph& plan_;
  std::vector<int> members_;
  std::vector<RegionExport> exports_;
  const Services& services_;
  std::unique_ptr<Region> region_;
  std::vector<PlanEdge> externals_;
  std::vector<int> export_numbers_;
  std::map<std::pair<int, int>, int> value_of_;  // plan edge -> value
  std::vector<int> storage_of_;                  // value -> storage, -1 for what is not in the arena
  std::vector<Storage> storages_;
  std::map<int, int> variable_of_;   // VarHandleOp -> variable
  std::vector<int> constant_nodes_;  // by constant of the region
  std::vector<bool> is_member_;
  std::vector<bool> copy_read_;  // by plan node
  std::vector<UsedExternal> used_externals_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_REGION_REGION_BUILDER_H_

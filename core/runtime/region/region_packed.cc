// Inputs that kernels of a region read in a form of their own (packed_form.h): found when the region is
// built, up to date when a kernel runs.
#include "core/runtime/region/region_builder.h"

#include <algorithm>

#include "core/io/file_bytes.h"
#include "core/runtime/kernels/saved_form.h"

namespace runnel {

// *out_form stays null for a form that was saved with the plan.
Result<Ref<Buffer>> RegionBuilder::FormOfConstant(const RegionOp& op, int32_t constant,
                                                  const rnlp_tensor_t& view,
                                                  std::shared_ptr<PackedForm>* out_form) {
  const PlanNode& node = plan_.at(constant_nodes_[static_cast<size_t>(constant)]);
  if (region_->device->host_memory()) {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> saved, FindSavedForm(node, *op.kernel));
    if (saved) return saved;
  }
  const Tensor& whole = region_->constants[static_cast<size_t>(constant)];
  const Tensor value(static_cast<DType>(view.dtype), whole.shape(), whole.buffer(),
                     whole.offset_bytes());
  *out_form = services_.packed_forms->Find(*op.kernel, region_->device, services_.allocator, view, value,
                                           nullptr);
  RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> form, (*out_form)->Get(*op.kernel, view, 0));
  // Kernels read the form from now on; a mapped file has the constant for whoever plans again.
  DropPages(*whole.buffer());
  return form;
}

// A constant's form is made now, unless it was saved with the plan; a variable's when it is first read.
// What is neither after all (a read that has to copy, a value that comes from elsewhere) stays as it is.
Status RegionBuilder::PackInput(RegionOp* op) {
  const PlannedKernel& kernel = *op->kernel;
  RegionPacked packed;
  packed.value = region_->InputOf(*op, static_cast<int>(kernel.packed_input));
  const RegionValue& value = region_->values[static_cast<size_t>(packed.value)];
  rnlp_tensor_t view = ShapeView(value.dtype, value.shape);
  if (value.kind == RegionValue::Kind::kConstant) {
    const Tensor& whole = region_->constants[static_cast<size_t>(value.index)];
    if (!whole.empty() && !whole.buffer()) return OkStatus();
    if (!whole.empty()) {
      const rnlp_tensor_t of = whole.View();
      view.data = of.data;
      view.buffer = of.buffer;
      view.offset_bytes = of.offset_bytes;
    }
    Result<Ref<Buffer>> form = FormOfConstant(*op, value.index, view, &packed.form);
    if (!form.ok()) {
      return form.status()
          .WithPrefix(StrCat("node \"", op->name, "\" (", op->op, ")"))
          .WithNode(op->name);
    }
    packed.constant = std::move(*form);
  } else if (value.kind == RegionValue::Kind::kBorrow) {
    packed.borrow = value.index;
    Ref<Variable> variable;
    for (size_t v = 0; v < region_->variables.size(); ++v) {
      const std::vector<int32_t>& borrows = region_->variable_borrows[v];
      if (std::find(borrows.begin(), borrows.end(), value.index) != borrows.end())
        variable = region_->variables[v];
    }
    packed.form = services_.packed_forms->Find(kernel, region_->device, services_.allocator, view,
                                               Tensor(), variable);
  } else {
    return OkStatus();
  }
  op->packed = static_cast<int32_t>(region_->packed.size());
  region_->packed.push_back(std::move(packed));
  return OkStatus();
}

// What has only its form is read by kernels that need nothing else, as their packed input.
Status RegionBuilder::CheckPackedConstants() const {
  const auto packed_alone = [&](int32_t value) -> const PlanNode* {
    const RegionValue& of = region_->values[static_cast<size_t>(value)];
    if (of.kind != RegionValue::Kind::kConstant) return nullptr;
    const PlanNode& node = plan_.at(constant_nodes_[static_cast<size_t>(of.index)]);
    return node.is("_PackedConst") ? &node : nullptr;
  };
  for (const RegionOp& op : region_->ops) {
    for (int k = 0; k < op.num_inputs; ++k) {
      const PlanNode* const node = packed_alone(region_->InputOf(op, k));
      if (node == nullptr) continue;
      const bool reads_form = op.packed >= 0 && ReadsFormAlone(*op.kernel) &&
                              op.kernel->packed_input == static_cast<uint32_t>(k);
      if (!reads_form)
        return IsPackedAlone(*node)
            .WithPrefix(StrCat("node \"", op.name, "\" (", op.op, ")"))
            .WithNode(op.name);
    }
  }
  for (const int32_t value : region_->export_values) {
    if (const PlanNode* const node = packed_alone(value)) return IsPackedAlone(*node);
  }
  return OkStatus();
}

void RegionArena::PointAtPacked(size_t op, const Ref<Buffer>& form) {
  runs_[op].packed = form->data();
  runs_[op].packed_buffer = form->device_buffer();
}

// A kernel that reads a packed form of a variable's value, the one that this step has borrowed.
Status RegionArena::RunPacked(const Region& region, size_t op) {
  const RegionOp& planned = region.ops[op];
  const RegionPacked& packed = region.packed[static_cast<size_t>(planned.packed)];
  const rnlp_tensor_t& value = views_[static_cast<size_t>(packed.value)];
  const uint64_t version = borrow_versions_[static_cast<size_t>(packed.borrow)];
  const Result<Ref<Buffer>> form = packed.form->Get(*planned.kernel, value, version);
  if (!form.ok()) {
    return form.status()
        .WithPrefix(StrCat("node \"", planned.name, "\" (", planned.op, ")"))
        .WithNode(planned.name);
  }
  PointAtPacked(op, *form);
  if (region.device->host_memory()) return CallKernel(region, op);
  return Submit(region, [&](rnlp_queue_t* queue) -> Status {
    runs_[op].queue = queue;
    return CallKernel(region, op);
  });
}

}  // namespace runnel

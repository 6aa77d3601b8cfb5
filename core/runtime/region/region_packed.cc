// Inputs that kernels of a region read in a form of their own (packed_form.h): found when the region is
// built, up to date when a kernel runs.
#include "core/runtime/region/region_builder.h"

#include <algorithm>

#include "core/io/file_bytes.h"

namespace runnel {

// A constant's form is made now, a variable's when it is first read. What is neither after all (a read
// that has to copy, a value that comes from elsewhere) stays as it is.
Status RegionBuilder::PackInput(RegionOp* op) {
  const PlannedKernel& kernel = *op->kernel;
  RegionPacked packed;
  packed.value = region_->InputOf(*op, static_cast<int>(kernel.packed_input));
  const RegionValue& value = region_->values[static_cast<size_t>(packed.value)];
  Tensor constant;
  Ref<Variable> variable;
  rnlp_tensor_t view{};
  if (value.kind == RegionValue::Kind::kConstant) {
    const Tensor& whole = region_->constants[static_cast<size_t>(value.index)];
    if (!whole.buffer()) return OkStatus();
    constant = Tensor(value.dtype, value.shape, whole.buffer(), whole.offset_bytes());
    view = constant.View();
    view.dims = value.shape.data();
  } else if (value.kind == RegionValue::Kind::kBorrow) {
    packed.borrow = value.index;
    for (size_t v = 0; v < region_->variables.size(); ++v) {
      const std::vector<int32_t>& borrows = region_->variable_borrows[v];
      if (std::find(borrows.begin(), borrows.end(), value.index) != borrows.end())
        variable = region_->variables[v];
    }
    view.dtype = static_cast<int32_t>(value.dtype);
    view.rank = value.shape.rank();
    view.dims = value.shape.data();
  } else {
    return OkStatus();
  }
  packed.form = services_.packed_forms->Find(kernel, region_->device, services_.allocator, view,
                                             constant, variable);
  if (!variable) {
    auto form = packed.form->Get(kernel, view, 0);
    if (!form.ok()) {
      return form.status()
          .WithPrefix(StrCat("node \"", op->name, "\" (", op->op, ")"))
          .WithNode(op->name);
    }
    packed.constant = std::move(*form);
    // Kernels read the form from now on; a mapped file has the constant for whoever plans again.
    DropPages(*constant.buffer());
  }
  op->packed = static_cast<int32_t>(region_->packed.size());
  region_->packed.push_back(std::move(packed));
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

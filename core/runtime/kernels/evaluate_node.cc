#include "core/runtime/kernels/evaluate_node.h"

#include "core/runtime/plugins/step_services.h"

namespace runnel {
namespace {

// Outputs of one stand-alone run: all of them are allocated when the kernel asks.
class EvaluateServices final : public StepServices {
 public:
  EvaluateServices(Allocator* allocator, PlanWatch* watch, std::vector<Tensor>* outputs,
                   std::vector<rnlp_tensor_t>* views)
      : allocator_(allocator), watch_(watch), outputs_(outputs), views_(views) {}

  Status AllocateOutput(uint32_t index, int32_t rank, const int64_t* dims) override {
    if (index >= outputs_->size() || rank < 0) return InvalidArgument("no output ", index);
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make({dims, static_cast<size_t>(rank)}));
    return Give(index, shape);
  }
  Status SetString(uint32_t index, int64_t element, std::string_view value) override {
    if (index >= outputs_->size() || (*outputs_)[index].dtype() != DType::kString || element < 0 ||
        element >= (*outputs_)[index].num_elements()) {
      return InvalidArgument("no string element ", element, " of output ", index);
    }
    return static_cast<StringBuffer*>((*outputs_)[index].buffer().get())->Set(element, value);
  }
  bool Cancelled() const override { return watch_ != nullptr && !watch_->Look().ok(); }
  uint64_t TakeRandomCounter(uint64_t) override { return 0; }

  Status Give(size_t index, const Shape& shape) {
    const DType dtype = static_cast<DType>((*views_)[index].dtype);
    RUNNEL_ASSIGN_OR_RETURN((*outputs_)[index], Tensor::Allocate(allocator_, dtype, shape));
    (*views_)[index] = (*outputs_)[index].View();
    return OkStatus();
  }

 private:
  Allocator* allocator_;
  PlanWatch* watch_;
  std::vector<Tensor>* outputs_;
  std::vector<rnlp_tensor_t>* views_;
};

Status EvaluateMetadata(const PlanNode& node, std::span<const Tensor> inputs,
                        std::vector<Tensor>* outputs) {
  // Shape inference has found the new shape, if it is known at all.
  if (!node.shapes[0].IsFullyDefined()) return Unimplemented("shape not known");
  RUNNEL_ASSIGN_OR_RETURN(Tensor out, inputs[0].Reshaped(node.shapes[0]));
  outputs->clear();
  outputs->push_back(std::move(out));
  return OkStatus();
}

}  // namespace

Status EvaluateNode(const PluginSet& plugins, Device* device, Allocator* allocator, const PlanNode& node,
                    std::span<const Tensor> inputs, PlanWatch* watch, std::vector<Tensor>* outputs) {
  const NodeKind kind = KindOf(node);
  if (kind == NodeKind::kPassThrough) {
    outputs->assign(inputs.begin(), inputs.end());
    return OkStatus();
  }
  if (kind == NodeKind::kReshape) return EvaluateMetadata(node, inputs, outputs);
  if (kind != NodeKind::kKernel)
    return Unimplemented("\"", node.op(), "\" is not evaluated at plan time");
  // A plan of one node, so that kernels see the inputs as constants.
  PlanGraph plan(nullptr);
  PlanNode copy = node;
  copy.inputs.clear();
  for (size_t i = 0; i < inputs.size(); ++i) {
    PlanNode source;
    source.output_types = {inputs[i].dtype()};
    source.shapes = {inputs[i].shape()};
    source.handles.resize(1);
    source.known = {inputs[i]};
    source.schema = node.schema;
    plan.nodes.push_back(std::move(source));
    copy.inputs.push_back({static_cast<int>(i), 0});
  }
  RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry, SelectKernel(plugins, plan, copy, device));
  if (entry.row == nullptr || entry.row->run == nullptr)
    return Unimplemented("no kernel for ", node.op());
  RUNNEL_ASSIGN_OR_RETURN(const auto kernel, CreateKernel(entry, plan, copy, device));
  std::vector<rnlp_tensor_t> input_views, output_views;
  std::vector<const rnlp_tensor_t*> input_pointers;
  std::vector<rnlp_tensor_t*> output_pointers;
  for (const Tensor& t : inputs) input_views.push_back(t.View());
  outputs->assign(node.output_types.size(), Tensor());
  for (const DType dtype : node.output_types) output_views.push_back(ShapeView(dtype, Shape::Unknown()));
  for (const rnlp_tensor_t& t : input_views) input_pointers.push_back(&t);
  for (rnlp_tensor_t& t : output_views) output_pointers.push_back(&t);
  EvaluateServices services(allocator, watch, outputs, &output_views);
  for (size_t i = 0; i < node.shapes.size(); ++i) {
    if (node.shapes[i].IsFullyDefined() && (entry.row->flags & RNLP_KERNEL_LATE_SHAPE) == 0) {
      RUNNEL_RETURN_IF_ERROR(services.Give(i, node.shapes[i]));
    }
  }
  Ref<Buffer> workspace;
  if (kernel->workspace_bytes > 0) {
    RUNNEL_ASSIGN_OR_RETURN(workspace, AllocateHostBuffer(allocator, kernel->workspace_bytes));
  }
  rnlp_run_t run{};
  run.size_bytes = sizeof(run);
  run.num_inputs = static_cast<uint32_t>(inputs.size());
  run.num_outputs = static_cast<uint32_t>(outputs->size());
  run.inputs = input_pointers.data();
  run.outputs = output_pointers.data();
  run.workspace = workspace ? workspace->data() : nullptr;
  run.host = kernel->host();
  run.step = ToStep(&services);
  rnlp_status_t* failed = entry.row->run(kernel->state(), &run);
  if (failed != nullptr) return FromPluginStatus(failed).WithNode(node.name);
  // A kernel that was told to end leaves its outputs incomplete.
  if (watch != nullptr && watch->stopped()) return watch->reason();
  for (const Tensor& t : *outputs) {
    if (t.empty()) return Internal("kernel of \"", node.op(), "\" left an output without memory");
  }
  return OkStatus();
}

}  // namespace runnel

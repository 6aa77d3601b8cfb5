// Stacks: what the forward pass of a loop leaves for its gradient. A stack belongs to one step, and each
// execution of StackV2 makes a new one, so that an inner loop gets a fresh stack in every iteration.
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class Stack : public Resource {
 public:
  static constexpr std::string_view kTypeName = "Stack";
  Stack(std::string name, DType type, int64_t max_size)
      : Resource(std::move(name)), type_(type), max_size_(max_size) {}
  std::string_view TypeName() const override { return kTypeName; }
  DType type() const { return type_; }

  Status Push(Tensor value) {
    const std::lock_guard lock(mutex_);
    if (!ended_.ok()) return ended_;
    if (max_size_ >= 0 && static_cast<int64_t>(values_.size()) >= max_size_) {
      return InvalidArgument("stack \"", name(), "\" overflowed its max_size of ", max_size_);
    }
    values_.push_back(std::move(value));
    return OkStatus();
  }

  Result<Tensor> Pop() {
    const std::lock_guard lock(mutex_);
    if (!ended_.ok()) return ended_;
    if (values_.empty()) return InvalidArgument("stack \"", name(), "\" is empty when its top is taken");
    Tensor top = std::move(values_.back());
    values_.pop_back();
    return top;
  }

  void Close() { End(InvalidArgument("stack \"", name(), "\" has already been closed")); }
  void Abort(const Status& status) override { End(status); }

 private:
  void End(Status status) {
    std::vector<Tensor> dropped;
    const std::lock_guard lock(mutex_);
    ended_ = std::move(status);
    dropped.swap(values_);
  }

  const DType type_;
  const int64_t max_size_;
  std::mutex mutex_;  // guards all below
  std::vector<Tensor> values_;
  Status ended_;  // what Push and Pop give since the stack is closed or dropped
};

Result<Ref<Stack>> StackFromInput(const HostContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource, ResourceFromHandle(ctx.inputs[0], Stack::kTypeName));
  return Ref<Stack>::Share(static_cast<Stack*>(resource.get()));
}

class MakeStack : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<MakeStack>();
    const DType* type = node.attr<DType>("elem_type");
    if (type == nullptr) return InvalidArgument("StackV2 needs the attr elem_type");
    kernel->type_ = *type;
    const std::string* name = node.attr<std::string>("stack_name");
    kernel->name_ = name != nullptr && !name->empty() ? *name : std::string(node.name);
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kInt32, "max_size"));
    Ref<Resource> stack = MakeRef<Stack>(name_, type_, ctx.inputs[0].int_at(0));
    if (ctx.step_resources != nullptr) {
      // The address distinguishes executions: iterations of a loop, and calls of one function.
      const std::string key = StrCat(name_, "@", reinterpret_cast<uintptr_t>(stack.get()));
      RUNNEL_RETURN_IF_ERROR(ctx.step_resources
                                 ->LookupOrCreate("", Stack::kTypeName, key,
                                                  [&stack]() -> Result<Ref<Resource>> { return stack; })
                                 .status());
    }
    ctx.outputs[0] = MakeResourceHandle(std::move(stack));
    return OkStatus();
  }

 private:
  DType type_ = DType::kInvalid;
  std::string name_;
};

class PushStack : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<PushStack>());
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Stack> stack, StackFromInput(ctx));
    if (ctx.inputs[1].dtype() != stack->type()) {
      return InvalidArgument("stack \"", stack->name(), "\" holds ", DTypeName(stack->type()), ", got ",
                             DTypeName(ctx.inputs[1].dtype()));
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor kept, KeepBeyondStep(ctx.inputs[1], ctx.allocator));
    RUNNEL_RETURN_IF_ERROR(stack->Push(kept));
    ctx.outputs[0] = std::move(kept);  // not the input, whose memory may be reused
    return OkStatus();
  }
};

class PopStack : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<PopStack>();
    const DType* type = node.attr<DType>("elem_type");
    if (type == nullptr) return InvalidArgument("StackPopV2 needs the attr elem_type");
    kernel->type_ = *type;
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Stack> stack, StackFromInput(ctx));
    if (stack->type() != type_) {
      return InvalidArgument("stack \"", stack->name(), "\" holds ", DTypeName(stack->type()),
                             ", the node expects ", DTypeName(type_));
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], stack->Pop());
    return OkStatus();
  }

 private:
  DType type_ = DType::kInvalid;
};

class CloseStack : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<CloseStack>());
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Stack> stack, StackFromInput(ctx));
    stack->Close();
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "StackV2", .create = MakeStack::Create},
    {.op = "StackPushV2", .create = PushStack::Create},
    {.op = "StackPopV2", .create = PopStack::Create},
    {.op = "StackCloseV2", .create = CloseStack::Create},
};

}  // namespace

std::span<const HostKernelRow> StackKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel

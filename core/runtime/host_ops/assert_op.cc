// Assert: ends the step with the data that it was given when its condition is false.
#include "core/runtime/host_ops/families.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class AssertKernel : public HostKernel {
 public:
  explicit AssertKernel(int summarize) : summarize_(summarize) {}
  Status Run(HostContext& ctx) override {
    const Tensor& condition = ctx.inputs[0];
    if (condition.num_elements() != 1) {
      return InvalidArgument("condition must be a scalar, got shape ", condition.shape().ToString());
    }
    if (condition.values<bool>()[0]) return OkStatus();
    std::string text = "assertion failed:";
    for (const Tensor& value : ctx.inputs.subspan(1))
      text += StrCat(" [", value.ToString(summarize_), "]");
    return Status(Code::kInvalidArgument, text);
  }

 private:
  int summarize_;
};

Result<std::unique_ptr<HostKernel>> CreateAssert(const HostNode& node) {
  const int64_t* summarize = node.attr<int64_t>("summarize");
  // As in TensorFlow, a negative number prints everything.
  const int count = summarize == nullptr                       ? 3
                    : *summarize < 0 || *summarize > INT32_MAX ? INT32_MAX
                                                               : static_cast<int>(*summarize);
  return std::unique_ptr<HostKernel>(std::make_unique<AssertKernel>(count));
}

constexpr HostKernelRow kAssertKernels[] = {{.op = "Assert", .is_async = false, .create = CreateAssert}};

}  // namespace

std::span<const HostKernelRow> AssertKernels() { return ChosenRows<kAssertKernels>::All(); }

}  // namespace runnel

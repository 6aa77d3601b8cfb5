// StaticRegexFullMatch. It holds a host thread while it matches.
#include "core/base/regex.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"

namespace runnel {
namespace {

class RegexFullMatch : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    const std::string* pattern = node.attr<std::string>("pattern");
    if (pattern == nullptr) return InvalidArgument("attr \"pattern\" is missing");
    RUNNEL_ASSIGN_OR_RETURN(Regex regex, Regex::Compile(*pattern));
    return std::unique_ptr<HostKernel>(std::make_unique<RegexFullMatch>(std::move(regex)));
  }
  explicit RegexFullMatch(Regex regex) : regex_(std::move(regex)) {}

  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(Tensor output, Tensor::Allocate(ctx.allocator, DType::kBool, input.shape()));
    const auto is_cancelled = [&] {
      return ctx.cancellation != nullptr && ctx.cancellation->cancelled();
    };
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      if (is_cancelled()) return Cancelled("strings were being matched");
      RUNNEL_ASSIGN_OR_RETURN(static_cast<bool*>(output.data())[i],
                              regex_.FullMatch(input.string_at(i), is_cancelled));
    }
    ctx.outputs[0] = std::move(output);
    return OkStatus();
  }

 private:
  const Regex regex_;
};

constexpr HostKernelRow kRows[] = {
    {.op = "StaticRegexFullMatch", .create = RegexFullMatch::Create},
};

}  // namespace

std::span<const HostKernelRow> StringKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel

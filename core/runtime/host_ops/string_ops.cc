// Regular expressions. They hold a host thread while they match.
#include <optional>

#include "core/base/regex.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// A pattern that is an attr is compiled once; one that is an input, in every run.
class RegexKernel : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    if (pattern_) return RunWith(ctx, *pattern_, rewrite_);
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "pattern", 0));
    std::string_view rewrite;
    if (ctx.inputs.size() > 2) {
      RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 2, "rewrite", 0));
      rewrite = ctx.inputs[2].string_at(0);
    }
    RUNNEL_ASSIGN_OR_RETURN(const Regex regex, Regex::Compile(ctx.inputs[1].string_at(0)));
    return RunWith(ctx, regex, rewrite);
  }

 protected:
  Status InitPattern(const HostNode& node) {
    const std::string* pattern = node.attr<std::string>("pattern");
    if (pattern == nullptr) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(pattern_, Regex::Compile(*pattern));
    rewrite_ = StringAttrOr(node, "rewrite", "");
    return OkStatus();
  }
  virtual Status RunWith(HostContext& ctx, const Regex& regex, std::string_view rewrite) = 0;

 private:
  std::optional<Regex> pattern_;
  std::string rewrite_;
};

std::function<bool()> Cancellation(const HostContext& ctx) {
  return [&ctx] { return ctx.cancellation != nullptr && ctx.cancellation->cancelled(); };
}

class RegexFullMatch : public RegexKernel {
 public:
  Status Init(const HostNode& node) override { return InitPattern(node); }

 private:
  Status RunWith(HostContext& ctx, const Regex& regex, std::string_view) override {
    const Tensor& input = ctx.inputs[0];
    const std::function<bool()> is_cancelled = Cancellation(ctx);
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const output, NewOutput(ctx, 0, DType::kBool, input.shape()));
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      RUNNEL_ASSIGN_OR_RETURN(static_cast<bool*>(output->data())[i],
                              regex.FullMatch(input.string_at(i), is_cancelled));
    }
    return OkStatus();
  }
};

class RegexReplace : public RegexKernel {
 public:
  Status Init(const HostNode& node) override {
    all_ = AttrOr(node, "replace_global", true);
    return InitPattern(node);
  }

 private:
  Status RunWith(HostContext& ctx, const Regex& regex, std::string_view rewrite) override {
    const Tensor& input = ctx.inputs[0];
    const std::function<bool()> is_cancelled = Cancellation(ctx);
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output,
                            NewOutput(ctx, 0, DType::kString, input.shape()));
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      RUNNEL_ASSIGN_OR_RETURN(const std::string text,
                              regex.Replace(input.string_at(i), rewrite, all_, is_cancelled));
      RUNNEL_RETURN_IF_ERROR(SetString(*output, i, text));
    }
    return OkStatus();
  }
  bool all_ = true;
};

constexpr HostKernelRow kRows[] = {
    {.op = "StaticRegexFullMatch", .create = CreateKernel<RegexFullMatch>},
    {.op = "RegexFullMatch", .create = CreateKernel<RegexFullMatch>},
    {.op = "StaticRegexReplace", .create = CreateKernel<RegexReplace>},
    {.op = "RegexReplace", .create = CreateKernel<RegexReplace>},
};

}  // namespace

std::span<const HostKernelRow> StringKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel

// Print, PrintV2 and Timestamp: what a program asks to be told. A line is written at once, so that those
// of several threads do not mix.
#include <atomic>
#include <chrono>
#include <cstdio>

#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class PrintKernel : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<PrintKernel>();
    if (const auto* message = node.attr<std::string>("message")) kernel->message_ = *message;
    if (const auto* first_n = node.attr<int64_t>("first_n")) kernel->first_n_ = *first_n;
    if (const auto* count = node.attr<int64_t>("summarize")) {
      kernel->summarize_ = *count < 0 || *count > INT32_MAX ? INT32_MAX : static_cast<int>(*count);
    }
    return std::unique_ptr<HostKernel>(std::move(kernel));
  }
  Status Run(HostContext& ctx) override {
    ctx.outputs[0] = ctx.inputs[0];
    if (first_n_ >= 0 && times_.fetch_add(1) >= first_n_) return OkStatus();
    std::string text = message_;
    for (const Tensor& value : ctx.inputs.subspan(1)) {
      text += StrCat("[", value.ToString(summarize_), "]");
    }
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
    return OkStatus();
  }

 private:
  std::string message_;
  int64_t first_n_ = -1;
  int summarize_ = 3;
  std::atomic<int64_t> times_{0};
};

class PrintTextKernel : public HostKernel {
 public:
  PrintTextKernel(std::FILE* stream, std::string end) : stream_(stream), end_(std::move(end)) {}
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    const auto* stream = node.attr<std::string>("output_stream");
    const auto* end = node.attr<std::string>("end");
    const std::string name = stream == nullptr ? "stderr" : *stream;
    if (name != "stdout" && name != "stderr" && name != "log(info)" && name != "log(warning)" &&
        name != "log(error)") {
      return Unimplemented("attr \"output_stream\" is \"", name,
                           "\", expected stdout, stderr, log(info), log(warning) or log(error)");
    }
    return std::unique_ptr<HostKernel>(std::make_unique<PrintTextKernel>(
        name == "stdout" ? stdout : stderr, end == nullptr ? "\n" : *end));
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "input"));
    const std::string text = StrCat(ctx.inputs[0].string_at(0), end_);
    std::fwrite(text.data(), 1, text.size(), stream_);
    std::fflush(stream_);
    return OkStatus();
  }

 private:
  std::FILE* const stream_;
  const std::string end_;
};

class TimestampKernel : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return std::unique_ptr<HostKernel>(std::make_unique<TimestampKernel>());
  }
  Status Run(HostContext& ctx) override {
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::FromScalar<double>(now.count()));
    return OkStatus();
  }
};

constexpr HostKernelRow kPrintKernels[] = {
    {.op = "Print", .create = PrintKernel::Create},
    {.op = "PrintV2", .create = PrintTextKernel::Create},
    {.op = "Timestamp", .create = TimestampKernel::Create},
};

}  // namespace

std::span<const HostKernelRow> PrintKernels() { return ChosenRows<kPrintKernels>::All(); }

}  // namespace runnel

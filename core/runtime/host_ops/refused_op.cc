// _Refused: fails as planning found that the node would, which it stands for.
#include "core/runtime/host_ops/families.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class RefusedKernel : public HostKernel {
 public:
  explicit RefusedKernel(Status status) : status_(std::move(status)) {}
  Status Run(HostContext&) override { return status_; }

 private:
  const Status status_;
};

Result<std::unique_ptr<HostKernel>> CreateRefused(const HostNode& node) {
  const auto* code = node.attr<int64_t>("code");
  const auto* message = node.attr<std::string>("message");
  if (code == nullptr || message == nullptr || *code <= 0 ||
      *code > static_cast<int>(Code::kUnauthenticated))
    return InvalidArgument("says neither why nor how it fails");
  return std::unique_ptr<HostKernel>(std::make_unique<RefusedKernel>(
      Status(static_cast<Code>(*code), *message, std::string(node.name))));
}

constexpr HostKernelRow kRefusedKernels[] = {
    {.op = "_Refused", .is_async = false, .create = CreateRefused}};

}  // namespace

std::span<const HostKernelRow> RefusedKernels() { return ChosenRows<kRefusedKernels>::All(); }

}  // namespace runnel

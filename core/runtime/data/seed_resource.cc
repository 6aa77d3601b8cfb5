#include "core/runtime/data/seed_resource.h"

#include "core/runtime/data/dataset_node.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/resources/resource.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class SeedResource final : public Resource {
 public:
  static constexpr std::string_view kTypeName = "RandomSeedGenerator";
  SeedResource(std::string name, std::shared_ptr<SeedGenerator> seeds)
      : Resource(std::move(name)), seeds_(std::move(seeds)) {}
  std::string_view TypeName() const override { return kTypeName; }
  const std::shared_ptr<SeedGenerator>& seeds() const { return seeds_; }

 private:
  const std::shared_ptr<SeedGenerator> seeds_;
};

class MakeSeeds final : public HostKernel {
 public:
  explicit MakeSeeds(const HostNode& node) : name_(node.name) {}
  Status Run(HostContext& ctx) override {
    DatasetInputs in(ctx);
    RUNNEL_ASSIGN_OR_RETURN(const int64_t seed, in.Int("seed"));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t seed2, in.Int("seed2"));
    ctx.outputs[0] =
        MakeResourceHandle(MakeRef<SeedResource>(name_, MakeSeedGenerator(seed, seed2, true)));
    ctx.outputs[1] = MakeVariant(nullptr);  // the deleter: it goes with its last handle
    return OkStatus();
  }

 private:
  const std::string name_;
};

class DeleteSeeds final : public HostKernel {
 public:
  explicit DeleteSeeds(const HostNode&) {}
  Status Run(HostContext& ctx) override { return SeedGeneratorFrom(ctx.inputs[0]).status(); }
};

template <typename Kernel>
Result<std::unique_ptr<HostKernel>> Make(const HostNode& node) {
  return Result<std::unique_ptr<HostKernel>>(std::make_unique<Kernel>(node));
}

constexpr HostKernelRow kSeedKernels[] = {
    {.op = "AnonymousRandomSeedGenerator", .create = Make<MakeSeeds>},
    {.op = "DeleteRandomSeedGenerator", .create = Make<DeleteSeeds>},
};

}  // namespace

Result<std::shared_ptr<SeedGenerator>> SeedGeneratorFrom(const Tensor& handle) {
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource,
                          ResourceFromHandle(handle, SeedResource::kTypeName));
  return static_cast<SeedResource*>(resource.get())->seeds();
}

std::span<const HostKernelRow> SeedKernels() { return ChosenRows<kSeedKernels>::All(); }

}  // namespace runnel

// Mutex kernels. A lock is a value: the mutex is free again when the value was consumed or is gone, so a
// step that fails inside a critical section leaves none behind.
#include <atomic>
#include <utility>

#include "core/base/thread_pool.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/turns.h"
#include "core/tensor/variant.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class Mutex : public Resource {
 public:
  static constexpr std::string_view kTypeName = "Mutex";
  explicit Mutex(std::string name) : Resource(std::move(name)), turns_(MakeRef<Turns>()) {}
  std::string_view TypeName() const override { return kTypeName; }
  const Ref<Turns>& turns() const { return turns_; }

 private:
  const Ref<Turns> turns_;
};

class Lock : public Variant {
 public:
  static constexpr std::string_view kTypeName = "MutexLock";
  explicit Lock(Ref<Turns> turns) : turns_(std::move(turns)) {}
  ~Lock() override { Release(); }
  std::string_view TypeName() const override { return kTypeName; }
  // Any number of times, on any thread.
  void Release() {
    if (!released_.exchange(true)) turns_->Leave();
  }

 private:
  const Ref<Turns> turns_;
  std::atomic<bool> released_{false};
};

class MakeMutex : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    RUNNEL_ASSIGN_OR_RETURN(key_, MakeResourceKey(node));
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> mutex, ctx.session_resources->LookupOrCreate(
                                                     key_.container, Mutex::kTypeName, key_.name,
                                                     [this]() -> Result<Ref<Resource>> {
                                                       return Ref<Resource>(MakeRef<Mutex>(key_.name));
                                                     }));
    ctx.outputs[0] = MakeResourceHandle(std::move(mutex));
    return OkStatus();
  }

 private:
  ResourceKey key_;
};

class MutexLock : public AttrKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto found = ResourceFromHandle(ctx.inputs[0], Mutex::kTypeName);
    if (!found.ok()) return done(found.status());
    const Ref<Turns> turns = static_cast<Mutex*>(found->get())->turns();
    // Whoever leaves calls the next one: on a thread of its own, so that no stack grows with the line.
    const auto waited = std::make_shared<std::atomic<bool>>(false);
    turns->Enter(ctx.cancellation, [&ctx, turns, waited, done = std::move(done)](Status entered) {
      if (entered.ok()) ctx.outputs[0] = MakeVariant(MakeRef<Lock>(turns));
      if (!*waited) return done(std::move(entered));
      ctx.pool->Run([done, entered = std::move(entered)] { done(entered); });
    });
    *waited = true;
  }
};

class ConsumeMutexLock : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Variant> lock,
                            VariantFromScalar(ctx.inputs[0], Lock::kTypeName, "mutex_lock"));
    static_cast<Lock*>(lock.get())->Release();
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "MutexV2", .create = CreateKernel<MakeMutex>},
    {.op = "MutexLock", .is_async = true, .create = CreateKernel<MutexLock>},
    {.op = "ConsumeMutexLock", .create = CreateKernel<ConsumeMutexLock>},
};

}  // namespace

std::span<const HostKernelRow> MutexKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel

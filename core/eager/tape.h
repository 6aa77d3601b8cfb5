// The tape: which calls were made on values that are watched, and the reverse pass over them.
#ifndef RUNNEL_CORE_EAGER_TAPE_H_
#define RUNNEL_CORE_EAGER_TAPE_H_

#include <unordered_set>
#include <vector>

#include "core/eager/record.h"
#include "core/eager/stage.h"

namespace runnel {

class EagerTapeImpl final : public EagerTape {
 public:
  EagerTapeImpl(Ref<EagerContext> context, std::shared_ptr<StageCache> stages, Ref<EagerTape> outer,
                const EagerTapeOptions& options)
      : context_(std::move(context)),
        stages_(std::move(stages)),
        outer_(std::move(outer)),
        options_(options) {}

  bool Wants(std::span<const RefCounted* const> ids, std::span<const Tensor> inputs) const override;
  void Add(const Ref<EagerRecord>& record, std::span<const RefCounted* const> input_ids,
           std::span<const RefCounted* const> output_ids) override;
  void Take(const Ref<EagerRecord>& record) override;
  void AddCustom(std::span<const EagerValue> inputs, std::span<const EagerValue> outputs,
                 Custom custom) override;
  Status Watch(const EagerValue& value) override;
  void SetRecording(bool recording) override { recording_ = recording; }
  Status Gradient(std::span<const EagerValue> targets, std::span<const EagerValue> output_gradients,
                  std::span<const EagerValue> sources, bool zeros, const RunOptions* options,
                  std::vector<EagerValue>* out) override;

 private:
  bool Tracks(const RefCounted* id, const Tensor& value) const;
  void Track(const EagerId& id);

  const Ref<EagerContext> context_;
  const std::shared_ptr<StageCache> stages_;
  const Ref<EagerTape> outer_;
  const EagerTapeOptions options_;
  bool recording_ = true;
  bool used_ = false;
  std::vector<Ref<EagerCall>> records_;
  std::unordered_set<const RefCounted*> tracked_;
  std::vector<EagerId> kept_;  // of tracked_, so that no other object takes their place
};

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_TAPE_H_

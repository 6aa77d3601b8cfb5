// The reverse pass over the calls that a tape holds: which of them lie between sources and targets, the
// stages that they form, and how gradients add up between stages.
#ifndef RUNNEL_CORE_EAGER_REVERSE_PASS_H_
#define RUNNEL_CORE_EAGER_REVERSE_PASS_H_

#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/eager/stage.h"

namespace runnel {

class ReversePass {
 public:
  // What is computed is recorded by `outer`, which may be null.
  ReversePass(EagerContext& context, StageCache& stages, EagerTape* outer,
              std::span<const Ref<EagerCall>> records, const RunOptions* options)
      : context_(context), stages_(stages), outer_(outer), records_(records), options_(options) {}

  Status Run(std::span<const EagerValue> targets, std::span<const EagerValue> output_gradients,
             std::span<const EagerValue> sources, bool zeros, std::vector<EagerValue>* out);

 private:
  // What has come for a value so far. Ones: the value is a target without an output gradient.
  struct Sum {
    bool ones = false;
    std::vector<EagerValue> terms;
    bool empty() const { return !ones && terms.empty(); }
  };

  Status CheckTargets(std::span<const EagerValue> targets, std::span<const EagerValue> output_gradients);
  void MarkActive(std::span<const EagerValue> targets, std::span<const EagerValue> sources);
  Status RunStage(std::span<EagerCall* const> calls);
  // Fills in what a stage is made of. `ids`: of the externals.
  Status Describe(std::span<EagerCall* const> calls, StageSpec* spec, std::vector<EagerId>* ids,
                  std::vector<EagerValue>* ys);
  Status RunCustom(const EagerCall& call);
  // One op, recorded by the tape around.
  Result<EagerValue> Op(std::string_view op, std::span<const EagerValue> inputs);
  // The sum for a value; an empty tensor if nothing has come. Errors: INVALID_ARGUMENT for terms of
  // other shapes.
  Result<EagerValue> Total(const EagerValue& value);
  Result<EagerValue> Zeros(const EagerValue& value);

  EagerContext& context_;
  StageCache& stages_;
  EagerTape* const outer_;
  const std::span<const Ref<EagerCall>> records_;
  const RunOptions* const options_;
  std::vector<char> active_;                       // by record
  std::unordered_set<const RefCounted*> reached_;  // values that depend on a source
  std::unordered_set<const RefCounted*> sources_;
  std::unordered_map<const RefCounted*, Sum> sums_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_REVERSE_PASS_H_

// StepServices: what a running plugin kernel may ask of the step that runs it. The executor implements
// it once per execution of a node; the host table forwards `step_*` calls here.
//
// An rnlp_step_t* is a StepServices*, converted by ToStep. It is valid from the call of `run` (or
// `start`) until that run has ended.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_STEP_SERVICES_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_STEP_SERVICES_H_

#include <cstdint>
#include <string_view>

#include "core/base/status.h"
#include "plugins/abi/rnlp_base.h"

namespace runnel {

// Threads: any, also several of one kernel's parallel_for at once.
class StepServices {
 public:
  // Gives output `index` its shape and memory, and completes run->outputs[index]. `rank` and `dims` come
  // from a plugin: implementations check them. Errors: INVALID_ARGUMENT, RESOURCE_EXHAUSTED.
  virtual Status AllocateOutput(uint32_t index, int32_t rank, const int64_t* dims) = 0;
  // Copies `value` into an element of a string output. Errors: INVALID_ARGUMENT for an output that is no
  // string tensor or an element outside it; RESOURCE_EXHAUSTED.
  virtual Status SetString(uint32_t index, int64_t element, std::string_view value) = 0;
  virtual bool Cancelled() const = 0;
  // The node's counter before `draws` were taken from it.
  virtual uint64_t TakeRandomCounter(uint64_t draws) = 0;

 protected:
  ~StepServices() = default;
};

inline rnlp_step_t* ToStep(StepServices* services) { return reinterpret_cast<rnlp_step_t*>(services); }
inline StepServices* FromStep(rnlp_step_t* step) { return reinterpret_cast<StepServices*>(step); }
inline const StepServices* FromStep(const rnlp_step_t* step) {
  return reinterpret_cast<const StepServices*>(step);
}

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_STEP_SERVICES_H_

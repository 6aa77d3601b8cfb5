// A call that a tape holds.
#ifndef RUNNEL_CORE_EAGER_RECORD_H_
#define RUNNEL_CORE_EAGER_RECORD_H_

#include <vector>

#include "core/eager/eager.h"
#include "core/eager/entry.h"

namespace runnel {

// Stands for a value that no handle of the program stands for.
class EagerToken final : public RefCounted {};

// Tapes within each other share it. It does not change once a tape has it.
class EagerCall final : public EagerRecord {
 public:
  Ref<EagerEntry> entry;            // null: a custom call
  std::vector<EagerValue> inputs;   // ids are null until a tape gets it
  std::vector<EagerValue> outputs;  // first those that the caller has, then what gradients need besides
  EagerTape::Custom custom;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_RECORD_H_

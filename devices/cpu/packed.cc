#include "devices/cpu/packed.h"

#include "plugins/abi/rnlp_packed.h"

namespace runnel::cpu {

void PackedAlone(rnlp_plan_t* plan) {
  if (RNLP_HAS(rnlp_plan_t, plan, packed_input) && plan->packed_bytes > 0)
    plan->packed_layout |= RNLP_PACKED_ALONE;
}

}  // namespace runnel::cpu

// More of packed forms (AskForPacked in kernel_base.h): what a host may do with one that it keeps.
#ifndef RUNNEL_DEVICES_CPU_PACKED_H_
#define RUNNEL_DEVICES_CPU_PACKED_H_

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {

// Once a form was asked for: runs that have it do not read the input itself.
void PackedAlone(rnlp_plan_t* plan);

// The order in which PackMatrix (gemm.h) puts panels on this machine, of several.
uint64_t PackedMatrixVariant();

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_PACKED_H_

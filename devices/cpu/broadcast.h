// Broadcasting over any number of operands: the output shape, and a loop over its innermost rows.
#ifndef RUNNEL_DEVICES_CPU_BROADCAST_H_
#define RUNNEL_DEVICES_CPU_BROADCAST_H_

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {

using plugin::BroadcastLoop;
using plugin::BroadcastShapes;

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_BROADCAST_H_

// The window that slides over an image, as plugins/sdk has it.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_H_
#define RUNNEL_DEVICES_CPU_WINDOW_H_

#include "devices/cpu/kernel_base.h"
#include "plugins/sdk/window.h"

namespace runnel::cpu {

using plugin::ImageLayout;
using plugin::kMostSize;
using plugin::WindowAttrs;
using plugin::WindowAxis;

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_H_

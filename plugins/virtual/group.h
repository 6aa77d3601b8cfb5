// Groups of virtual devices, of this process: a meeting is where their members' values come together.
#ifndef RUNNEL_PLUGINS_VIRTUAL_GROUP_H_
#define RUNNEL_PLUGINS_VIRTUAL_GROUP_H_

#include "plugins/abi/rnlp_group.h"

namespace runnel::virtual_device {

extern const rnlp_group_api_t kGroupApi;  // group.cc

}  // namespace runnel::virtual_device

#endif  // RUNNEL_PLUGINS_VIRTUAL_GROUP_H_

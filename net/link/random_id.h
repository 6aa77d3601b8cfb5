// Numbers by which processes know connections, sessions and groups, and themselves.
#ifndef RUNNEL_NET_LINK_RANDOM_ID_H_
#define RUNNEL_NET_LINK_RANDOM_ID_H_

#include <cstdint>

namespace runnel::net {

// As random as the system has it; never 0.
uint64_t RandomId();

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_RANDOM_ID_H_

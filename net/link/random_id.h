// Numbers by which processes know connections, sessions and groups, and themselves.
#ifndef RUNNEL_NET_LINK_RANDOM_ID_H_
#define RUNNEL_NET_LINK_RANDOM_ID_H_

#include <cstdint>

namespace runnel::net {

// From the system's source of randomness; never 0.
uint64_t RandomId();

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_RANDOM_ID_H_

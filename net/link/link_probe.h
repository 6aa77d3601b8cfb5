// Measures how fast a peer is reached.
#ifndef RUNNEL_NET_LINK_LINK_PROBE_H_
#define RUNNEL_NET_LINK_LINK_PROBE_H_

#include <functional>

#include "net/link/peer.h"

namespace runnel::net {

struct LinkMeasured {
  uint64_t latency_ns = 0;  // one way
  uint64_t bytes_per_s = 1;
};

// The best of a few empty round trips, then one with a large payload. `done` is called once. Loop's
// thread.
void MeasureLink(const Ref<Peer>& peer, std::function<void(const Status&, const LinkMeasured&)> done);

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_LINK_PROBE_H_

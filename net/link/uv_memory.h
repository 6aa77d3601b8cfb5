// libuv's memory: that of the system, but a table that it cannot do without.
#ifndef RUNNEL_NET_LINK_UV_MEMORY_H_
#define RUNNEL_NET_LINK_UV_MEMORY_H_

namespace runnel::net {

// libuv ends the process when it cannot enlarge a loop's table of descriptors, which it asks realloc
// for. From here on such a request is served from a reserve of this library when the system has no
// memory. All else stays as it is, also for whoever else uses libuv in this process: blocks are
// malloc's. Any thread, any number of times.
void KeepUvAlive();

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_UV_MEMORY_H_

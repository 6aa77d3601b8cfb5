// libuv's memory: the system's, with a reserve for one table that libuv cannot do without.
#ifndef RUNNEL_NET_LINK_UV_MEMORY_H_
#define RUNNEL_NET_LINK_UV_MEMORY_H_

namespace runnel::net {

// libuv ends the process when its table of descriptors cannot grow (it calls realloc for it). After this
// call such a request is served from a reserve in this library when the system has no memory. All other
// blocks stay malloc's, also those of other users of libuv in this process. Any thread; idempotent.
void KeepUvAlive();

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_UV_MEMORY_H_

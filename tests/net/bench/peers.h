// What others can do with the same bytes on the same machine.
#ifndef RUNNEL_TESTS_NET_BENCH_PEERS_H_
#define RUNNEL_TESTS_NET_BENCH_PEERS_H_

#include <cstddef>

namespace runnel::net {

// AES-128-GCM, the one that net uses, on one thread, in records of TLS.
double CipherGigabytesPerSecond();

// A server and a client of gRPC in this process, joined by TCP without TLS or by a Unix socket: messages
// with one field of bytes, filled from a tensor and copied to where it is wanted, as a stream. NaN where
// the bench was built without gRPC.
double GrpcGigabytesPerSecond(bool over_unix, size_t bytes, size_t count);

}  // namespace runnel::net

#endif  // RUNNEL_TESTS_NET_BENCH_PEERS_H_

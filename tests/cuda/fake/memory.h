// The memory of the driver of the tests: addresses that a host cannot use, bytes that are poison until
// they are written, canaries behind every allocation.
#ifndef RUNNEL_TESTS_CUDA_FAKE_MEMORY_H_
#define RUNNEL_TESTS_CUDA_FAKE_MEMORY_H_

#include <cstddef>
#include <cstdint>

namespace fake_cuda {

// 0 where there is no room.
uint64_t Allocate(size_t size_bytes);
// Host memory that the device may use, at an address of its own.
uint64_t Register(void* host, size_t size_bytes);
// False for what is no allocation. A canary that has changed is counted.
bool Free(uint64_t address);
void Unregister(void* host);
// Where the device sees registered memory; 0 for other memory.
uint64_t RegisteredAddress(void* host);
// Whether the address lies in registered memory.
bool IsRegistered(const void* host);

// Null for an address that lies in no allocation.
void* HostAddress(uint64_t address);
// Whether all of [address, address + size) lies in one allocation.
bool Covers(uint64_t address, size_t size_bytes);

// Whose memory an allocation is, by the context that was current; memory that nobody said it of is
// everybody's.
void Own(uint64_t address, const void* context);
bool IsOf(uint64_t address, const void* context);

size_t BytesInUse();
size_t TotalBytes();
void SetTotalBytes(size_t size_bytes);
int BrokenCanaries();
void ResetCanaries();

}  // namespace fake_cuda

#endif  // RUNNEL_TESTS_CUDA_FAKE_MEMORY_H_

// The hashes of TensorFlow's string ops, bit for bit, on any processor: what they give goes into models.
#ifndef RUNNEL_CORE_BASE_HASH_H_
#define RUNNEL_CORE_BASE_HASH_H_

#include <cstdint>
#include <string_view>

namespace runnel {

// MurmurHash64A with TensorFlow's seed. Source: A. Appleby's MurmurHash2, 64-bit.
uint64_t MurmurHash64(std::string_view text, uint64_t seed = 0xDECAFCAFFE);
// FarmHash's Fingerprint64. Source: github.com/google/farmhash, farmhashna::Hash64.
uint64_t FarmFingerprint64(std::string_view text);
// One of two, which depends on their order, as TensorFlow's crossed features have it.
uint64_t FarmFingerprintCat64(uint64_t first, uint64_t second);
// SipHash-2-4. Source: Aumasson and Bernstein 2012.
uint64_t SipHash24(uint64_t key0, uint64_t key1, std::string_view text);

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_HASH_H_

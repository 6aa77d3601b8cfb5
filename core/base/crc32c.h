// CRC-32C (Castagnoli), as TensorFlow's and LevelDB's files use it. Hardware instructions where the
// machine has them, found at run time; tables elsewhere; the same value either way.
#ifndef RUNNEL_CORE_BASE_CRC32C_H_
#define RUNNEL_CORE_BASE_CRC32C_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace runnel {

// The checksum of A followed by `data`, where `crc` is that of A (0 for nothing). Any thread.
uint32_t ExtendCrc32c(uint32_t crc, const void* data, size_t size);
inline uint32_t Crc32c(std::string_view data) { return ExtendCrc32c(0, data.data(), data.size()); }
// As ExtendCrc32c, always by tables: what the hardware path is checked against.
uint32_t ExtendCrc32cPortable(uint32_t crc, const void* data, size_t size);

// Files hold checksums masked: the checksum of bytes that themselves hold checksums is weak.
// Source: LevelDB's table format, TensorFlow's record format.
inline uint32_t MaskCrc32c(uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xa282ead8u; }
inline uint32_t UnmaskCrc32c(uint32_t masked) {
  const uint32_t rotated = masked - 0xa282ead8u;
  return (rotated >> 17) | (rotated << 15);
}

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_CRC32C_H_

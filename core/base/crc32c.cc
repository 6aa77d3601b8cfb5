// Ways to one value: tables, SSE4.2 or ARMv8 instructions, and folding. The instruction has a latency of
// three cycles, so large inputs run as three streams whose checksums are joined by multiplying
// polynomials: crc(AB) = crc(A) * x^(8|B|) + crc(B) modulo the Castagnoli polynomial. Folding is twice
// as fast as that: a block of bytes, as it is a polynomial too, times x^(8|block|) is added to the next
// block, 64 bits by one carry-less product.
#include "core/base/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#define RUNNEL_CRC32C_TARGET __attribute__((target("sse4.2")))
#elif defined(__aarch64__) && defined(__linux__)
#include <arm_acle.h>
#include <asm/hwcap.h>
#include <sys/auxv.h>
#define RUNNEL_CRC32C_TARGET __attribute__((target("+crc")))
#endif

namespace runnel {
namespace {

constexpr uint32_t kPolynomial = 0x82f63b78u;  // bits reversed: bit 31 is x^0

constexpr std::array<std::array<uint32_t, 256>, 4> MakeTables() {
  std::array<std::array<uint32_t, 256>, 4> tables{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    tables[0][i] = crc;
  }
  for (size_t t = 1; t < 4; ++t) {
    for (size_t i = 0; i < 256; ++i) {
      tables[t][i] = (tables[t - 1][i] >> 8) ^ tables[0][tables[t - 1][i] & 0xff];
    }
  }
  return tables;
}

constexpr std::array<std::array<uint32_t, 256>, 4> kTables = MakeTables();

#ifdef RUNNEL_CRC32C_TARGET

// a * b modulo the polynomial, in its reversed representation.
constexpr uint32_t Multiply(uint32_t a, uint32_t b) {
  uint32_t product = 0;
  for (int bit = 31; bit >= 0; --bit) {
    product ^= b & (0u - ((a >> bit) & 1));
    b = (b >> 1) ^ (kPolynomial & (0u - (b & 1)));
  }
  return product;
}

// x^(8 * bytes): what a checksum is multiplied by when `bytes` more bytes follow.
constexpr uint32_t ShiftBy(size_t bytes) {
  uint32_t result = 0x80000000u;  // x^0
  uint32_t power = 0x00800000u;   // x^8
  for (; bytes != 0; bytes >>= 1) {
    if ((bytes & 1) != 0) result = Multiply(result, power);
    power = Multiply(power, power);
  }
  return result;
}

inline uint64_t Load64(const unsigned char* p) {
  uint64_t value;
  std::memcpy(&value, p, sizeof(value));
  return value;
}

#if defined(__x86_64__)
RUNNEL_CRC32C_TARGET inline uint32_t Step64(uint32_t crc, uint64_t value) {
  return static_cast<uint32_t>(_mm_crc32_u64(crc, value));
}
RUNNEL_CRC32C_TARGET inline uint32_t Step8(uint32_t crc, unsigned char value) {
  return _mm_crc32_u8(crc, value);
}
bool HasInstructions() { return __builtin_cpu_supports("sse4.2") != 0; }
bool HasFolding() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("vpclmulqdq") != 0;
}
#else
RUNNEL_CRC32C_TARGET inline uint32_t Step64(uint32_t crc, uint64_t value) {
  return __crc32cd(crc, value);
}
RUNNEL_CRC32C_TARGET inline uint32_t Step8(uint32_t crc, unsigned char value) {
  return __crc32cb(crc, value);
}
bool HasInstructions() { return (getauxval(AT_HWCAP) & HWCAP_CRC32) != 0; }
#endif

template <size_t kBlock>
RUNNEL_CRC32C_TARGET inline uint32_t ThreeStreams(uint32_t crc, const unsigned char*& p, size_t& size) {
  constexpr uint32_t kOne = ShiftBy(kBlock);
  constexpr uint32_t kTwo = ShiftBy(2 * kBlock);
  while (size >= 3 * kBlock) {
    uint32_t a = crc, b = 0, c = 0;
    for (size_t i = 0; i < kBlock; i += 8) {
      a = Step64(a, Load64(p + i));
      b = Step64(b, Load64(p + kBlock + i));
      c = Step64(c, Load64(p + 2 * kBlock + i));
    }
    crc = Multiply(kTwo, a) ^ Multiply(kOne, b) ^ c;
    p += 3 * kBlock;
    size -= 3 * kBlock;
  }
  return crc;
}

#if defined(__x86_64__)

constexpr size_t kFolded = 256;  // bytes of a block, in four registers
constexpr size_t kLeastFolded = 2048;

// `crc` and the result are not inverted at the end. `size` is at least kFolded; on return it is the size
// of the rest, which is smaller.
__attribute__((target("avx512f,vpclmulqdq"))) uint32_t Fold(uint32_t crc, const unsigned char*& p,
                                                            size_t& size) {
  // A product of two bit-reversed polynomials is one bit too low, and a product with a 32-bit factor
  // another 32 bits too high.
  constexpr auto kFirst = static_cast<int64_t>(uint64_t{ShiftBy(kFolded + 4)} << 1);
  constexpr auto kSecond = static_cast<int64_t>(uint64_t{ShiftBy(kFolded - 4)} << 1);
  const __m512i by =
      _mm512_set_epi64(kSecond, kFirst, kSecond, kFirst, kSecond, kFirst, kSecond, kFirst);
  constexpr size_t kRegisters = kFolded / sizeof(__m512i);
  __m512i sum[kRegisters];
  for (size_t i = 0; i < kRegisters; ++i) sum[i] = _mm512_loadu_si512(p + i * sizeof(__m512i));
  sum[0] = _mm512_xor_si512(sum[0], _mm512_set_epi64(0, 0, 0, 0, 0, 0, 0, crc));
  for (p += kFolded, size -= kFolded; size >= kFolded; p += kFolded, size -= kFolded) {
    for (size_t i = 0; i < kRegisters; ++i) {
      const __m512i next = _mm512_loadu_si512(p + i * sizeof(__m512i));
      const __m512i first = _mm512_clmulepi64_epi128(sum[i], by, 0x00);
      const __m512i second = _mm512_clmulepi64_epi128(sum[i], by, 0x11);
      sum[i] = _mm512_xor_si512(_mm512_xor_si512(first, second), next);
    }
  }
  unsigned char rest[kFolded];
  for (size_t i = 0; i < kRegisters; ++i) _mm512_storeu_si512(rest + i * sizeof(__m512i), sum[i]);
  crc = 0;
  for (size_t i = 0; i < kFolded; i += 8) crc = Step64(crc, Load64(rest + i));
  return crc;
}

#endif

RUNNEL_CRC32C_TARGET uint32_t ExtendByInstructions(uint32_t crc, const unsigned char* p, size_t size) {
  crc = ~crc;
#if defined(__x86_64__)
  static const bool folds = HasFolding();
  if (folds && size >= kLeastFolded) crc = Fold(crc, p, size);
#endif
  crc = ThreeStreams<4096>(crc, p, size);
  crc = ThreeStreams<512>(crc, p, size);
  for (; size >= 8; p += 8, size -= 8) crc = Step64(crc, Load64(p));
  for (; size > 0; ++p, --size) crc = Step8(crc, *p);
  return ~crc;
}

#endif  // RUNNEL_CRC32C_TARGET

}  // namespace

uint32_t ExtendCrc32cPortable(uint32_t crc, const void* data, size_t size) {
  const auto* p = static_cast<const unsigned char*>(data);
  crc = ~crc;
  for (; size >= 4; p += 4, size -= 4) {
    crc ^= static_cast<uint32_t>(p[0]) | static_cast<uint32_t>(p[1]) << 8 |
           static_cast<uint32_t>(p[2]) << 16 | static_cast<uint32_t>(p[3]) << 24;
    crc = kTables[3][crc & 0xff] ^ kTables[2][(crc >> 8) & 0xff] ^ kTables[1][(crc >> 16) & 0xff] ^
          kTables[0][crc >> 24];
  }
  for (; size > 0; ++p, --size) crc = (crc >> 8) ^ kTables[0][(crc ^ *p) & 0xff];
  return ~crc;
}

uint32_t ExtendCrc32c(uint32_t crc, const void* data, size_t size) {
#ifdef RUNNEL_CRC32C_TARGET
  static const bool has_instructions = HasInstructions();
  if (has_instructions) return ExtendByInstructions(crc, static_cast<const unsigned char*>(data), size);
#endif
  return ExtendCrc32cPortable(crc, data, size);
}

}  // namespace runnel

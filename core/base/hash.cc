#include "core/base/hash.h"

#include <bit>
#include <utility>

namespace runnel {
namespace {

template <typename T>
T Little(const char* at) {
  T out = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    out |= static_cast<T>(static_cast<uint8_t>(at[i])) << (8 * i);
  }
  return out;
}
uint64_t Fetch(const char* at) { return Little<uint64_t>(at); }

constexpr uint64_t kK0 = 0xc3a5c85c97cb3127, kK1 = 0xb492b66fbe98f273, kK2 = 0x9ae16a3b2f90404f;

uint64_t ShiftMix(uint64_t v) { return v ^ (v >> 47); }

uint64_t Mix(uint64_t u, uint64_t v, uint64_t mul) {
  const uint64_t a = ShiftMix((u ^ v) * mul);
  return ShiftMix((v ^ a) * mul) * mul;
}

uint64_t HashUpTo16(const char* s, size_t n) {
  if (n >= 8) {
    const uint64_t mul = kK2 + n * 2, a = Fetch(s) + kK2, b = Fetch(s + n - 8);
    return Mix(std::rotr(b, 37) * mul + a, (std::rotr(a, 25) + b) * mul, mul);
  }
  if (n >= 4) {
    return Mix(n + (uint64_t{Little<uint32_t>(s)} << 3), Little<uint32_t>(s + n - 4), kK2 + n * 2);
  }
  if (n == 0) return kK2;
  const auto byte = [&](size_t i) { return uint32_t{static_cast<uint8_t>(s[i])}; };
  const uint32_t y = byte(0) + (byte(n >> 1) << 8);
  const uint32_t z = static_cast<uint32_t>(n) + (byte(n - 1) << 2);
  return ShiftMix(y * kK2 ^ z * kK0) * kK2;
}

uint64_t HashUpTo32(const char* s, size_t n) {
  const uint64_t mul = kK2 + n * 2, a = Fetch(s) * kK1, b = Fetch(s + 8), c = Fetch(s + n - 8) * mul,
                 d = Fetch(s + n - 16) * kK2;
  return Mix(std::rotr(a + b, 43) + std::rotr(c, 30) + d, a + std::rotr(b + kK2, 18) + c, mul);
}

uint64_t HashUpTo64(const char* s, size_t n) {
  const uint64_t mul = kK2 + n * 2, a = Fetch(s) * kK2, b = Fetch(s + 8), c = Fetch(s + n - 8) * mul,
                 d = Fetch(s + n - 16) * kK2;
  const uint64_t y = std::rotr(a + b, 43) + std::rotr(c, 30) + d;
  const uint64_t z = Mix(y, a + std::rotr(b + kK2, 18) + c, mul);
  const uint64_t e = Fetch(s + 16) * mul, f = Fetch(s + 24), g = (y + Fetch(s + n - 32)) * mul,
                 h = (z + Fetch(s + n - 24)) * mul;
  return Mix(std::rotr(e + f, 43) + std::rotr(g, 30) + h, e + std::rotr(f + a, 18) + g, mul);
}

// 32 bytes, with two seeds.
std::pair<uint64_t, uint64_t> Weak32(const char* s, uint64_t a, uint64_t b) {
  const uint64_t w = Fetch(s), x = Fetch(s + 8), y = Fetch(s + 16), z = Fetch(s + 24);
  a += w;
  b = std::rotr(b + a + z, 21);
  const uint64_t c = a;
  a += x + y;
  b += std::rotr(a, 44);
  return {a + z, b + c};
}

}  // namespace

uint64_t MurmurHash64(std::string_view text, uint64_t seed) {
  constexpr uint64_t kMul = 0xc6a4a7935bd1e995;
  const char* s = text.data();
  size_t n = text.size();
  uint64_t h = seed ^ (n * kMul);
  for (; n >= 8; s += 8, n -= 8) {
    uint64_t k = Fetch(s) * kMul;
    k = (k ^ (k >> 47)) * kMul;
    h = (h ^ k) * kMul;
  }
  if (n > 0) {
    for (size_t i = 0; i < n; ++i) h ^= uint64_t{static_cast<uint8_t>(s[i])} << (8 * i);
    h *= kMul;
  }
  h = ShiftMix(h) * kMul;
  return ShiftMix(h);
}

uint64_t FarmFingerprint64(std::string_view text) {
  const char* s = text.data();
  const size_t n = text.size();
  if (n <= 16) return HashUpTo16(s, n);
  if (n <= 32) return HashUpTo32(s, n);
  if (n <= 64) return HashUpTo64(s, n);
  constexpr uint64_t kSeed = 81;
  uint64_t x = kSeed * kK2 + Fetch(s), y = kSeed * kK1 + 113, z = ShiftMix(y * kK2 + 113) * kK2;
  std::pair<uint64_t, uint64_t> v, w;
  const char* const end = s + (n - 1) / 64 * 64;
  const char* const last = s + n - 64;
  do {
    x = std::rotr(x + y + v.first + Fetch(s + 8), 37) * kK1;
    y = std::rotr(y + v.second + Fetch(s + 48), 42) * kK1;
    x ^= w.second;
    y += v.first + Fetch(s + 40);
    z = std::rotr(z + w.first, 33) * kK1;
    v = Weak32(s, v.second * kK1, x + w.first);
    w = Weak32(s + 32, z + w.second, y + Fetch(s + 16));
    std::swap(z, x);
    s += 64;
  } while (s != end);
  const uint64_t mul = kK1 + ((z & 0xff) << 1);
  s = last;
  w.first += (n - 1) & 63;
  v.first += w.first;
  w.first += v.first;
  x = std::rotr(x + y + v.first + Fetch(s + 8), 37) * mul;
  y = std::rotr(y + v.second + Fetch(s + 48), 42) * mul;
  x ^= w.second * 9;
  y += v.first * 9 + Fetch(s + 40);
  z = std::rotr(z + w.first, 33) * mul;
  v = Weak32(s, v.second * mul, x + w.first);
  w = Weak32(s + 32, z + w.second, y + Fetch(s + 16));
  std::swap(z, x);
  return Mix(Mix(v.first, w.first, mul) + ShiftMix(y) * kK0 + z, Mix(v.second, w.second, mul) + x, mul);
}

uint64_t FarmFingerprintCat64(uint64_t first, uint64_t second) {
  constexpr uint64_t kMul = 0xc6a4a7935bd1e995;
  uint64_t result = first ^ kMul;
  result ^= ShiftMix(second * kMul) * kMul;
  result *= kMul;
  result = ShiftMix(result) * kMul;
  return ShiftMix(result);
}

uint64_t SipHash24(uint64_t key0, uint64_t key1, std::string_view text) {
  uint64_t v0 = 0x736f6d6570736575 ^ key0, v1 = 0x646f72616e646f6d ^ key1,
           v2 = 0x6c7967656e657261 ^ key0, v3 = 0x7465646279746573 ^ key1;
  const auto rounds = [&](int count) {
    for (; count > 0; --count) {
      v0 += v1;
      v2 += v3;
      v1 = std::rotl(v1, 13) ^ v0;
      v3 = std::rotl(v3, 16) ^ v2;
      v0 = std::rotl(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = std::rotl(v1, 17) ^ v2;
      v3 = std::rotl(v3, 21) ^ v0;
      v2 = std::rotl(v2, 32);
    }
  };
  const auto take = [&](uint64_t word) {
    v3 ^= word;
    rounds(2);
    v0 ^= word;
  };
  const size_t whole = text.size() / 8 * 8;
  for (size_t i = 0; i < whole; i += 8) take(Fetch(text.data() + i));
  uint64_t last = static_cast<uint64_t>(text.size()) << 56;
  for (size_t i = whole; i < text.size(); ++i) {
    last |= uint64_t{static_cast<uint8_t>(text[i])} << (8 * (i - whole));
  }
  take(last);
  v2 ^= 0xff;
  rounds(4);
  return v0 ^ v1 ^ v2 ^ v3;
}

}  // namespace runnel

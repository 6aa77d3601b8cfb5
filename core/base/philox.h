// PhiloxNumbers: numbers of Philox4x32-10, one after the other, where an order is drawn on the host:
// queues and data sets that shuffle. The same seeds give the numbers that TensorFlow draws.
#ifndef RUNNEL_CORE_BASE_PHILOX_H_
#define RUNNEL_CORE_BASE_PHILOX_H_

#include <cstdint>

namespace runnel {

// One thread at a time.
class PhiloxNumbers {
 public:
  PhiloxNumbers(uint64_t seed, uint64_t seed2) : key_(seed), high_(seed2) {}

  uint32_t Next() {
    if (used_ == 4) {
      Block();
      used_ = 0;
    }
    return numbers_[used_++];
  }

  // As if Next had been called `count` times.
  void Skip(uint64_t count) {
    for (; count > 0 && used_ < 4; --count) ++used_;
    const uint64_t before = low_;
    low_ += count / 4;
    if (low_ < before) ++high_;
    for (count %= 4; count > 0; --count) Next();
  }

 private:
  // The four numbers of one counter. Source: Salmon et al. 2011.
  void Block() {
    uint32_t c[4] = {static_cast<uint32_t>(low_), static_cast<uint32_t>(low_ >> 32),
                     static_cast<uint32_t>(high_), static_cast<uint32_t>(high_ >> 32)};
    auto k0 = static_cast<uint32_t>(key_), k1 = static_cast<uint32_t>(key_ >> 32);
    for (int round = 0; round < 10; ++round) {
      const uint64_t p0 = uint64_t{0xD2511F53u} * c[0], p1 = uint64_t{0xCD9E8D57u} * c[2];
      const uint32_t next[4] = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(p1),
                                static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(p0)};
      for (int i = 0; i < 4; ++i) c[i] = next[i];
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    for (int i = 0; i < 4; ++i) numbers_[i] = c[i];
    if (++low_ == 0) ++high_;
  }

  uint64_t key_;
  uint64_t low_ = 0, high_;  // the next counter
  uint32_t numbers_[4] = {};
  int used_ = 4;  // of numbers_
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_PHILOX_H_

// Numbers that are the same in every language: a hash of a name and a counter. So initial weights and
// data need no files, and another program can compute them too (tests/models/make_curves.py does).
#ifndef RUNNEL_EXAMPLES_MODELS_NUMBERS_HPP_
#define RUNNEL_EXAMPLES_MODELS_NUMBERS_HPP_

#include <cstdint>
#include <string_view>
#include <vector>

namespace models {

class Numbers {
 public:
  // Source: FNV-1a, 64 bits, of the name.
  explicit Numbers(std::string_view name) {
    for (const char c : name) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  }
  // Number `index`, uniform in [0,1), with 24 bits. Source: SplitMix64 (Steele, Lea and Flood 2014).
  double operator()(std::uint64_t index) const {
    std::uint64_t z = state_ + (index + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return static_cast<double>((z ^ (z >> 31)) >> 40) * 0x1p-24;
  }
  // Number `index` as one of `count` choices.
  std::int32_t Choice(std::uint64_t index, std::int32_t count) const {
    return static_cast<std::int32_t>((*this)(index)*count);
  }
  // The first `count` numbers, spread over [-scale,scale).
  std::vector<float> Around0(std::int64_t count, double scale) const {
    std::vector<float> out(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<float>(((*this)(i)*2 - 1) * scale);
    }
    return out;
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ull;
};

}  // namespace models

#endif  // RUNNEL_EXAMPLES_MODELS_NUMBERS_HPP_

// Which passes of planning are on. What they are called and what they do is in pass_table.h.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PASS_SET_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PASS_SET_H_

#include <cstdint>
#include <initializer_list>

namespace runnel {

// In the order of the table.
enum class PassId : uint8_t {
  kPrune,
  kLower,
  kFrames,
  kReferences,
  kInfer,
  kControls,
  kFold,
  kBranches,
  kSimplify,
  kCse,
  kPlace,
  kPads,
  kScales,
  kLayout,
  kWeights,
  kLookups,
  kProducts,
  kNorms,
  kAttention,
  kEpilogue,
  kPartition,
  kFuse,
  kFollow,
  kBands,
  kRegions,
  kPack,
};
inline constexpr int kNumPasses = static_cast<int>(PassId::kPack) + 1;

// All of them, until some are taken out.
class PassSet {
 public:
  constexpr bool Has(PassId pass) const { return (bits_ & Bit(pass)) != 0; }
  constexpr void Remove(std::initializer_list<PassId> passes) {
    for (const PassId pass : passes) bits_ &= ~Bit(pass);
  }
  bool operator==(const PassSet&) const = default;

 private:
  static constexpr uint32_t Bit(PassId pass) { return 1u << static_cast<int>(pass); }
  uint32_t bits_ = (1u << kNumPasses) - 1;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PASS_SET_H_

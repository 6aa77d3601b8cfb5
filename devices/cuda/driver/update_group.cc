#include "devices/cuda/driver/update_group.h"

#include <algorithm>
#include <span>

#include "devices/cuda/driver/device.h"

namespace runnel::cuda {
namespace {

struct Range {
  u64 begin, end;
  bool Meets(const Range& other) const { return begin < other.end && other.begin < end; }
};

}  // namespace

bool UpdateGroup::Join(const UpdateRule& rule, const OptimizerMember& update) {
  if (args_.members == kMaxMembers || (args_.members > 0 && !(rule == rule_))) return false;
  const u64 bytes = rule.element_bytes;
  const auto range = [&](u64 at, i64 count) { return Range{at, at + static_cast<u64>(count) * bytes}; };
  const auto slots = [&](const OptimizerMember& of) {
    return std::span(of.slots).first(static_cast<size_t>(rule.num_slots));
  };
  // No member may write what another reads or writes: they run at once.
  const auto writes = [&](const OptimizerMember& member, const Range& what) {
    return std::ranges::any_of(slots(member),
                               [&](u64 slot) { return range(slot, member.count).Meets(what); });
  };
  const auto written_scalar = [&](const OptimizerMember& member) {
    return std::ranges::any_of(std::span(rule.scalars).first(static_cast<size_t>(rule.num_scalars)),
                               [&](u64 scalar) { return writes(member, range(scalar, 1)); });
  };
  for (int i = 0; i < args_.members; ++i) {
    const OptimizerMember& other = args_.member[i];
    bool meets = writes(other, range(update.grad, update.count)) ||
                 writes(update, range(other.grad, other.count)) || written_scalar(other);
    for (const u64 slot : slots(update)) meets |= writes(other, range(slot, update.count));
    if (meets) return false;
  }
  // A scalar that its own update writes is read by every block, before or after.
  if (args_.members > 0 && written_scalar(update)) return false;
  const i64 blocks = (update.count + kUpdatesPerBlock - 1) / kUpdatesPerBlock;
  if (blocks > INT32_MAX - args_.blocks) return false;
  if (args_.members == 0) {
    rule_ = rule;
    args_.rule = rule.rule;
    args_.num_slots = rule.num_slots;
    args_.num_scalars = rule.num_scalars;
    args_.option = rule.option;
    std::ranges::copy(rule.scalars, args_.scalars);
  }
  OptimizerMember& member = args_.member[args_.members++] = update;
  member.first_block = args_.blocks;
  args_.blocks += static_cast<int>(blocks);
  return true;
}

rnlp_status_t* UpdateGroup::Launch(rnlp_device_t* device, CUstream stream) {
  if (args_.members == 0) return nullptr;
  const auto blocks = static_cast<unsigned>(args_.blocks);
  void* parameters[] = {&args_};
  const CUresult result = device->driver.LaunchKernel(rule_.function, blocks, 1, 1, kUpdateThreads, 1, 1,
                                                      0, stream, parameters, nullptr);
  args_.members = 0;
  args_.blocks = 0;
  return result == CUDA_SUCCESS ? nullptr : device->Failed(result, "cuLaunchKernel of updates");
}

}  // namespace runnel::cuda

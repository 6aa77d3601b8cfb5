// Two all-reduce algorithms as lists of rounds.
//
// Ring: the values are cut into n parts. In n - 1 rounds each member sends one part to the next member
// and combines the one that it receives, so that member m ends with part m + 1 complete; n - 1 more
// rounds pass the complete parts around.
//
// Halving: with n = 2^k members, k rounds exchange and combine halves of the present range with partners
// at distance n/2, n/4, ..., 1 (reduce-scatter), and k rounds in the opposite order collect the ranges
// again (all-gather). If n is no power of two, the surplus members first give their values to a
// neighbour and receive the result at the end.
//
// Marked notes where a round sends or combines a member's own value for the first time, so that it is
// read from the step's tensor and need not be copied.
#include "net/collective/all_reduce_plan.h"

#include <algorithm>
#include <utility>

namespace runnel::net {
namespace {

std::vector<AllReduceRound> Marked(std::vector<AllReduceRound> plan) {
  std::vector<Range> received;
  const auto is_own = [&received](const Range& range) {
    return std::none_of(received.begin(), received.end(),
                        [&](const Range& r) { return r.begin <= range.begin && range.end <= r.end; });
  };
  for (AllReduceRound& round : plan) {
    round.sends_own = round.send_to >= 0 && is_own(round.send);
    round.combines_own = round.combine && is_own(round.recv);
    received.push_back(round.recv);
  }
  return plan;
}

}  // namespace

std::vector<AllReduceRound> RingPlan(int members, int me, int64_t count) {
  std::vector<AllReduceRound> plan;
  const auto part = [&](int i) {
    i = ((i % members) + members) % members;
    return Range{count * i / members, count * (i + 1) / members};
  };
  const int next = (me + 1) % members, before = (me + members - 1) % members;
  for (int k = 0; k < members - 1; ++k) {
    AllReduceRound round{next, part(me - k), before, part(me - k - 1), true, {}};
    if (k == members - 2) round.reduced = round.recv;
    plan.push_back(round);
  }
  for (int k = 0; k < members - 1; ++k)
    plan.push_back({next, part(me + 1 - k), before, part(me - k), false, {}});
  return Marked(std::move(plan));
}

std::vector<AllReduceRound> HalvingPlan(int members, int me, int64_t count) {
  std::vector<AllReduceRound> plan;
  int power = 1;
  while (power * 2 <= members) power *= 2;
  const int extra = members - power;
  const Range all{0, count};
  // The first 2 * extra members go in pairs: the odd one gives its values to the even one and waits.
  if (me < 2 * extra && me % 2 == 1) {
    plan.push_back({me - 1, all, -1, {}, false, {}});
    plan.push_back({-1, {}, me - 1, all, false, {}});
    return Marked(std::move(plan));
  }
  if (me < 2 * extra) plan.push_back({-1, {}, me + 1, all, true, {}});
  const int rank = me < 2 * extra ? me / 2 : me - extra;
  const auto member_of = [&](int r) { return r < extra ? 2 * r : r + extra; };
  Range mine = all;
  std::vector<Range> kept;  // the range before each halving
  for (int distance = power / 2; distance > 0; distance /= 2) {
    const int64_t middle = mine.begin + mine.size() / 2;
    const bool upper = (rank & distance) != 0;
    const Range low{mine.begin, middle}, high{middle, mine.end};
    kept.push_back(mine);
    mine = upper ? high : low;
    const int partner = member_of(rank ^ distance);
    plan.push_back({partner, upper ? low : high, partner, mine, true, {}});
  }
  if (plan.empty()) return plan;
  plan.back().reduced = mine;
  for (int distance = 1; distance < power; distance *= 2) {
    const Range whole = kept.back();
    kept.pop_back();
    const Range other =
        (rank & distance) != 0 ? Range{whole.begin, mine.begin} : Range{mine.end, whole.end};
    const int partner = member_of(rank ^ distance);
    plan.push_back({partner, mine, partner, other, false, {}});
    mine = whole;
  }
  if (me < 2 * extra) plan.push_back({me + 1, all, -1, {}, false, {}});
  return Marked(std::move(plan));
}

bool HalvingIsFaster(int members, uint64_t size_bytes, double latency_s, double bytes_per_s) {
  return static_cast<double>(size_bytes) < members * latency_s * bytes_per_s;
}

}  // namespace runnel::net

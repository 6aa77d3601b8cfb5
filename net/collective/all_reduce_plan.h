// What each member of a group does in an all-reduce: a list of rounds of sending and receiving ranges of
// elements. Nothing here does input or output.
//
// After all rounds every member has the same bits: each element is combined in one place, in an order
// that depends on the number of members only, and then distributed.
#ifndef RUNNEL_NET_COLLECTIVE_ALL_REDUCE_PLAN_H_
#define RUNNEL_NET_COLLECTIVE_ALL_REDUCE_PLAN_H_

#include <cstdint>
#include <vector>

namespace runnel::net {

struct Range {
  int64_t begin = 0, end = 0;
  int64_t size() const { return end - begin; }
};

struct AllReduceRound {
  int send_to = -1;  // -1: nobody
  Range send;
  int recv_from = -1;
  Range recv;
  bool combine = false;  // received elements are combined with those here; else they replace them
  // These elements are complete after this round and can be divided; empty: none.
  Range reduced;
  // The member's own value: nothing was received for these elements before.
  bool sends_own = false, combines_own = false;
};

// Each member sends to the next and receives from the one before. 2 (n - 1) rounds of count / n elements
// each. Source: Patarasuk & Yuan 2009.
std::vector<AllReduceRound> RingPlan(int members, int me, int64_t count);
// Recursive halving and doubling: partners exchange halves, then collect them. About 2 log2 n rounds,
// and 2 more where n is no power of two. Source: Thakur, Rabenseifner, Gropp 2005.
std::vector<AllReduceRound> HalvingPlan(int members, int me, int64_t count);

// Whether halving is faster for a message of so many bytes: rounds cost latency, and a ring has more of
// them.
bool HalvingIsFaster(int members, uint64_t size_bytes, double latency_s, double bytes_per_s);

}  // namespace runnel::net

#endif  // RUNNEL_NET_COLLECTIVE_ALL_REDUCE_PLAN_H_

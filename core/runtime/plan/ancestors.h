// AncestorSets: which dynamic values a node waits for, as interned sets, so that equal sets have equal
// numbers and a union of two known sets is one look-up.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_ANCESTORS_H_
#define RUNNEL_CORE_RUNTIME_PLAN_ANCESTORS_H_

#include <algorithm>
#include <map>
#include <vector>

namespace runnel {

class AncestorSets {
 public:
  // The set of all that has more than kMaxSize elements: not told apart any more.
  static constexpr int kTooLarge = -1;
  static constexpr size_t kMaxSize = 256;

  AncestorSets() { Intern({}); }  // number 0 is the empty set

  int Union(int a, int b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    if (a == kTooLarge || b == kTooLarge) return kTooLarge;
    if (a > b) std::swap(a, b);
    const auto [it, is_new] = unions_.emplace(std::pair(a, b), 0);
    if (is_new) {
      std::vector<long> merged;
      const std::vector<long>&x = *sets_[static_cast<size_t>(a)], &y = *sets_[static_cast<size_t>(b)];
      std::set_union(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(merged));
      it->second = Intern(std::move(merged));
    }
    return it->second;
  }
  // The set and one more: output `index` of `node` (-1: its control output).
  int With(int set, int node, int index) {
    return Union(set, Intern({(static_cast<long>(node) << 20) + index + 1}));
  }

 private:
  int Intern(std::vector<long> set) {
    if (set.size() > kMaxSize) return kTooLarge;
    const auto [it, is_new] = numbers_.emplace(std::move(set), static_cast<int>(sets_.size()));
    if (is_new) sets_.push_back(&it->first);
    return it->second;
  }
  std::map<std::vector<long>, int> numbers_;
  std::vector<const std::vector<long>*> sets_;
  std::map<std::pair<int, int>, int> unions_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_ANCESTORS_H_

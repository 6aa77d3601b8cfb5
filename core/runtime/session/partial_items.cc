#include "core/runtime/session/partial_items.h"

#include <algorithm>
#include <unordered_set>

#include "core/runtime/session/signature_check.h"

namespace runnel {
namespace {

int IndexOf(const std::vector<OutputRef>& list, const OutputRef& item) {
  const auto it = std::find(list.begin(), list.end(), item);
  return it == list.end() ? -1 : static_cast<int>(it - list.begin());
}

}  // namespace

PartialItems::PartialItems(Signature signature)
    : signature_(std::move(signature)),
      given_(signature_.feeds.size(), false),
      taken_(signature_.fetches.size(), false) {
  FindNeeds();
}

// Which feeds each fetch depends on, over the user's graph.
void PartialItems::FindNeeds() {
  for (const OutputRef& fetch : signature_.fetches) {
    std::vector<bool> needs(signature_.feeds.size(), false);
    std::vector<const Node*> stack{fetch.node};
    std::unordered_set<const Node*> seen;
    while (!stack.empty()) {
      const Node* node = stack.back();
      stack.pop_back();
      if (!seen.insert(node).second) continue;
      for (const OutputRef& in : node->inputs()) {
        if (in.node == nullptr) continue;
        const int feed = IndexOf(signature_.feeds, in);
        if (feed >= 0) {
          needs[static_cast<size_t>(feed)] = true;
        } else {
          stack.push_back(in.node);
        }
      }
      for (const Node* control : node->control_inputs()) stack.push_back(control);
    }
    needs_.push_back(std::move(needs));
  }
}

int PartialItems::FeedIndex(const OutputRef& feed) const { return IndexOf(signature_.feeds, feed); }
int PartialItems::FetchIndex(const OutputRef& fetch) const { return IndexOf(signature_.fetches, fetch); }

Status PartialItems::CheckCall(const Runtime* runtime, std::span<const OutputRef> feeds,
                               std::span<const Tensor> values, std::span<const OutputRef> fetches,
                               std::span<const Tensor> results) const {
  if (feeds.size() != values.size() || fetches.size() != results.size()) {
    return InvalidArgument("as many values as names are needed");
  }
  for (size_t i = 0; i < feeds.size(); ++i) {
    if (feeds[i].node == nullptr) return InvalidArgument("a feed is missing");
    if (FeedIndex(feeds[i]) < 0) {
      return InvalidArgument("\"", OutputName(feeds[i]), "\" was not specified in partial_run_setup.");
    }
    RUNNEL_RETURN_IF_ERROR(CheckFeed(runtime, feeds[i], values[i]));
  }
  return OkStatus();
}

Status PartialItems::Take(std::span<const OutputRef> feeds, std::span<const OutputRef> fetches) {
  std::vector<bool> given = given_, taken = taken_;
  for (const OutputRef& feed : feeds) {
    const auto index = static_cast<size_t>(FeedIndex(feed));
    if (given[index]) {
      return InvalidArgument("\"", OutputName(feed), "\" has already been fed.");
    }
    given[index] = true;
  }
  for (const OutputRef& fetch : fetches) {
    const int index = fetch.node == nullptr ? -1 : FetchIndex(fetch);
    if (index < 0) return InvalidArgument("a fetch was not specified in partial_run_setup.");
    if (taken[static_cast<size_t>(index)]) {
      return InvalidArgument("\"", OutputName(fetch), "\" has already been fetched.");
    }
    taken[static_cast<size_t>(index)] = true;
    for (size_t f = 0; f < given.size(); ++f) {
      if (needs_[static_cast<size_t>(index)][f] && !given[f]) {
        return InvalidArgument("\"", OutputName(fetch), "\" cannot be computed yet: it needs \"",
                               OutputName(signature_.feeds[f]), "\", which was not fed");
      }
    }
  }
  given_ = std::move(given);
  taken_ = std::move(taken);
  return OkStatus();
}

bool PartialItems::AllGiven() const {
  return std::all_of(given_.begin(), given_.end(), [](bool given) { return given; });
}

}  // namespace runnel

// PartialItems: what a partial run was set up with, and which of it has been fed and fetched so far.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_PARTIAL_ITEMS_H_
#define RUNNEL_CORE_RUNTIME_SESSION_PARTIAL_ITEMS_H_

#include <span>
#include <vector>

#include "core/runtime/session/session.h"

namespace runnel {

// One thread at a time.
class PartialItems {
 public:
  explicit PartialItems(Signature signature);

  const Signature& signature() const { return signature_; }
  // Position in the signature; -1: not there.
  int FeedIndex(const OutputRef& feed) const;
  int FetchIndex(const OutputRef& fetch) const;
  // What a call brings: a value for each feed, which the set-up has named, and a place for each fetch.
  // Device tensors may be of `runtime` only (null: of none). Any thread. Errors: INVALID_ARGUMENT.
  Status CheckCall(const Runtime* runtime, std::span<const OutputRef> feeds,
                   std::span<const Tensor> values, std::span<const OutputRef> fetches,
                   std::span<const Tensor> results) const;
  // Records that the feeds, all of which are declared, are given and the fetches wanted; after an error
  // nothing is recorded. Errors: INVALID_ARGUMENT for an item that comes twice, an undeclared fetch, or
  // one that needs a feed which was not given.
  Status Take(std::span<const OutputRef> feeds, std::span<const OutputRef> fetches);
  bool given(size_t feed) const { return given_[feed]; }
  bool AllGiven() const;
  // Records that so many of the requested fetches have been delivered.
  void NoteReturned(size_t fetches) { returned_ += fetches; }
  // True when everything was fetched, or, without fetches, when everything was fed.
  bool Complete() const { return taken_.empty() ? AllGiven() : returned_ == taken_.size(); }

 private:
  void FindNeeds();

  const Signature signature_;
  std::vector<std::vector<bool>> needs_;  // fetch -> feeds
  std::vector<bool> given_, taken_;
  size_t returned_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_PARTIAL_ITEMS_H_

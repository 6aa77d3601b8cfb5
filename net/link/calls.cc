#include "net/link/calls.h"

namespace runnel::net {

uint64_t Calls::Add(std::shared_ptr<ReplyWaiter> waiter) {
  const uint64_t call = next_++;
  waiting_.emplace(call, std::move(waiter));
  return call;
}

Status Calls::OnReply(uint64_t call, std::string_view bytes) {
  const auto it = waiting_.find(call);
  if (it == waiting_.end()) return DataLoss("a reply to no call");
  const std::shared_ptr<ReplyWaiter> waiter = std::move(it->second);
  waiting_.erase(it);
  return waiter->OnBytes(bytes);
}

Status Calls::OnRequest(uint64_t call) {
  if (call == 0) return OkStatus();
  if (call < first_unseen_ || !seen_.insert(call).second) {
    return DataLoss("request ", call, " came twice");
  }
  while (!seen_.empty() && *seen_.begin() == first_unseen_) {
    seen_.erase(seen_.begin());
    ++first_unseen_;
  }
  if (seen_.size() > kMaxAhead) return DataLoss("request ", first_unseen_, " is missing");
  return OkStatus();
}

}  // namespace runnel::net

// Calls: the requests of one connection. Ours are numbered from 1 on, and each has somebody who waits
// for its end; the peer's are numbered by the peer, and none may come twice. On the loop's thread.
#ifndef RUNNEL_NET_LINK_CALLS_H_
#define RUNNEL_NET_LINK_CALLS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string_view>

#include "net/link/rpc.h"

namespace runnel::net {

class Calls {
 public:
  // Returns the number of a request whose reply `waiter` waits for, from now on.
  uint64_t Add(std::shared_ptr<ReplyWaiter> waiter);
  // Hands a reply to who waits for it. Errors: DATA_LOSS if nobody does, or if these bytes are none.
  Status OnReply(uint64_t call, std::string_view bytes);
  // A request of the peer has come. Large ones are whole later than small ones that were sent after
  // them. Number 0 may come any number of times: nobody waits for its reply, and whoever handles it
  // bears hearing it twice. Errors: DATA_LOSS for one that came before, since it would be done twice,
  // and when one does not come while kMaxAhead after it do.
  Status OnRequest(uint64_t call);
  // Tells all who wait why no reply will come. Where telling one of them throws, `lost` is called, and
  // the others are told.
  template <typename F>
  void EndAll(const Status& reason, F lost) {
    std::map<uint64_t, std::shared_ptr<ReplyWaiter>> waiting;
    waiting.swap(waiting_);
    for (const auto& [call, waiter] : waiting) {
      try {
        waiter->OnFailure(reason);
      } catch (const std::exception&) {
        lost();
      }
    }
  }
  size_t waiting() const { return waiting_.size(); }

  static constexpr size_t kMaxAhead = 65'536;

 private:
  uint64_t next_ = 1;
  std::map<uint64_t, std::shared_ptr<ReplyWaiter>> waiting_;
  uint64_t first_unseen_ = 1;  // of the peer's
  std::set<uint64_t> seen_;    // above that
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_CALLS_H_

// Inbox: grants room for the tensors that peers offer (back-pressure).
//
// A tensor that a step waits for is granted if it fits, or if its peer has no other one under way: so
// what is waited for always comes in the end, and no peer can prevent it (no deadlock, no starvation). A
// tensor that nothing waits for yet is granted only if it fits. What has arrived counts until it is
// used. So unused bytes stay below the limit, however many peers send, and however much.
#ifndef RUNNEL_NET_LINK_INBOX_H_
#define RUNNEL_NET_LINK_INBOX_H_

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <set>

#include "core/runtime/exchange/rendezvous.h"
#include "net/link/loop.h"

namespace runnel::net {

// On the loop's thread, but for GiveBack.
class Inbox final : public Creditor {
 public:
  // Whom tensors are offered to: a connection.
  class Taker {
   public:
    // Room is granted now; Arrived or Drop must follow. The call may drop offers, but not add any.
    virtual void OnRoom(uint64_t offer) = 0;
    // There is room for more bodies, which CountBodies had refused.
    virtual void OnBodyRoom() = 0;

   protected:
    ~Taker() = default;
  };

  Inbox(std::shared_ptr<Loop> loop, uint64_t limit_bytes);

  // The window of a new peer (bytes that it may send without an offer), and its return. A peer gets a
  // quarter of what is left of a quarter of the limit, at least kLeastWindow.
  uint64_t TakeWindow();
  void ReturnWindow(uint64_t window) { windows_left_ += static_cast<int64_t>(window); }

  // Returns a number that no other offer has; Pump must follow.
  uint64_t Add(Taker* taker, uint64_t size_bytes);
  // A step waits for the tensor; Pump must follow.
  void Want(uint64_t offer);
  // The tensor will not come.
  void Drop(uint64_t offer);
  // The tensor has arrived; it counts until the charge ends.
  Charge Arrived(uint64_t offer);
  void Forget(Taker* taker);
  // Reports how many bytes of incomplete bodies `taker` holds; they count as tensors do. False: it must
  // not read more of them until OnBodyRoom. One taker at a time may exceed the limit, so that what was
  // begun can be completed.
  bool CountBodies(Taker* taker, uint64_t size_bytes);
  // Grants the offers for which there is room.
  void Pump();

  void GiveBack(uint64_t size_bytes) override;
  uint64_t used_bytes() const { return used_ - given_back_.load(); }

  static constexpr uint64_t kLeastWindow = 64 << 10, kMostWindow = 8 << 20;
  // Bytes of one peer under way at once, where that is more than one tensor: enough to fill a long line,
  // little enough that memory is reused while it is in the caches.
  static constexpr uint64_t kMaxTransferBytes = 8 << 20;
  static constexpr size_t kMaxTransfers = 64;

 private:
  struct Entry {
    Taker* taker = nullptr;
    uint64_t size_bytes = 0;
    bool wanted = false, granted = false;
  };
  struct Account {
    std::set<uint64_t> wanted, others;  // not granted
    size_t transfers = 0;
    uint64_t transfer_bytes = 0;
    uint64_t body_bytes = 0;
  };
  uint64_t Next(const Account& account) const;
  void PumpBodies();

  const std::shared_ptr<Loop> loop_;
  const uint64_t limit_bytes_;  // without the windows' part
  int64_t windows_left_;        // below 0 if there were more peers than room
  uint64_t used_ = 0;
  uint64_t next_offer_ = 1;
  std::map<uint64_t, Entry> entries_;
  std::map<Taker*, Account> accounts_;
  Taker* beyond_ = nullptr;        // the one that may exceed the limit with its bodies
  std::deque<Taker*> body_queue_;  // who waits for room for them
  std::atomic<uint64_t> given_back_{0};
  std::atomic<bool> pump_posted_{false};
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_INBOX_H_

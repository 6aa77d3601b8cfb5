// Inbox: what an endpoint has room for of the tensors that its peers offer.
//
// A tensor that somebody waits for comes if it fits, or if its peer sends no other one just then: so
// whatever is waited for comes in the end, and no peer keeps another from it. One that nobody waits for
// yet comes only if it fits. What came counts until it is used. So what lies here unused stays below the
// limit however many peers send, and however much.
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
    // There is room now; Arrived or Drop follows. Offers may be dropped meanwhile, none may be made.
    virtual void OnRoom(uint64_t offer) = 0;
    // There is room for more of its bodies, which CountBodies had denied.
    virtual void OnBodyRoom() = 0;

   protected:
    ~Taker() = default;
  };

  Inbox(std::shared_ptr<Loop> loop, uint64_t limit_bytes);

  // How much a new peer may send without an offer, and that it is gone. Of a quarter of the limit each
  // gets a quarter of what is left, at least kLeastWindow.
  uint64_t TakeWindow();
  void ReturnWindow(uint64_t window) { windows_left_ += static_cast<int64_t>(window); }

  // Returns a number that no other offer has; Pump must follow.
  uint64_t Add(Taker* taker, uint64_t size_bytes);
  // Somebody waits for it; Pump must follow.
  void Want(uint64_t offer);
  // It will not come.
  void Drop(uint64_t offer);
  // It has come, and counts until the charge ends.
  Charge Arrived(uint64_t offer);
  void Forget(Taker* taker);
  // Of bodies under way `taker` now holds so many bytes, which count as tensors do. False: it must take
  // no more of them until OnBodyRoom. One taker at a time may go beyond the limit, so that whatever was
  // begun comes to its end.
  bool CountBodies(Taker* taker, uint64_t size_bytes);
  // Says that there is room to those for whose offers there is.
  void Pump();

  void GiveBack(uint64_t size_bytes) override;
  uint64_t used_bytes() const { return used_ - given_back_.load(); }

  static constexpr uint64_t kLeastWindow = 64 << 10, kMostWindow = 8 << 20;
  // Of one peer on their way at once, where it is more than one tensor: enough to fill a long line,
  // little enough that memory is used again while it is in the caches.
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
  int64_t windows_left_;        // below 0 where there were more peers than room
  uint64_t used_ = 0;
  uint64_t next_offer_ = 1;
  std::map<uint64_t, Entry> entries_;
  std::map<Taker*, Account> accounts_;
  Taker* beyond_ = nullptr;        // who may go beyond the limit with its bodies
  std::deque<Taker*> body_queue_;  // who waits for room for them
  std::atomic<uint64_t> given_back_{0};
  std::atomic<bool> pump_posted_{false};
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_INBOX_H_

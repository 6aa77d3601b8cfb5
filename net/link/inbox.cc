#include "net/link/inbox.h"

#include <algorithm>
#include <new>
#include <vector>

namespace runnel::net {

Inbox::Inbox(std::shared_ptr<Loop> loop, uint64_t limit_bytes)
    : loop_(std::move(loop)),
      limit_bytes_(limit_bytes - limit_bytes / 4),
      windows_left_(static_cast<int64_t>(limit_bytes / 4)) {}

uint64_t Inbox::TakeWindow() {
  const auto left = static_cast<uint64_t>(std::max<int64_t>(windows_left_, 0));
  const uint64_t window = std::clamp(left / 4, kLeastWindow, kMostWindow);
  windows_left_ -= static_cast<int64_t>(window);
  return window;
}

uint64_t Inbox::Add(Taker* taker, uint64_t size_bytes) {
  const uint64_t offer = next_offer_++;
  entries_[offer] = {taker, size_bytes};
  // A tensor that can never fit is granted only when a step waits for it.
  Account& account = accounts_[taker];
  if (size_bytes <= limit_bytes_) account.others.insert(offer);
  return offer;
}

void Inbox::Want(uint64_t offer) {
  const auto it = entries_.find(offer);
  if (it == entries_.end() || it->second.granted || it->second.wanted) return;
  it->second.wanted = true;
  Account& account = accounts_[it->second.taker];
  account.others.erase(offer);
  account.wanted.insert(offer);
}

void Inbox::Drop(uint64_t offer) {
  const auto it = entries_.find(offer);
  if (it == entries_.end()) return;
  Account& account = accounts_[it->second.taker];
  account.others.erase(offer);
  account.wanted.erase(offer);
  if (it->second.granted) {
    --account.transfers;
    account.transfer_bytes -= it->second.size_bytes;
    used_ -= it->second.size_bytes;
  }
  entries_.erase(it);
}

Charge Inbox::Arrived(uint64_t offer) {
  const auto it = entries_.find(offer);
  if (it == entries_.end()) return {};
  const uint64_t size_bytes = it->second.size_bytes;
  Account& account = accounts_[it->second.taker];
  --account.transfers;
  account.transfer_bytes -= size_bytes;
  entries_.erase(it);
  return Charge(Ref<Creditor>::Share(this), size_bytes);
}

void Inbox::Forget(Taker* taker) {
  for (auto it = entries_.begin(); it != entries_.end();) {
    const bool theirs = it->second.taker == taker;
    if (theirs && it->second.granted) used_ -= it->second.size_bytes;
    it = theirs ? entries_.erase(it) : std::next(it);
  }
  std::erase(body_queue_, taker);
  if (beyond_ == taker) beyond_ = nullptr;
  if (const auto it = accounts_.find(taker); it != accounts_.end()) {
    used_ -= it->second.body_bytes;
    accounts_.erase(it);
  }
}

bool Inbox::CountBodies(Taker* taker, uint64_t size_bytes) {
  Account& account = accounts_[taker];
  const bool less = size_bytes < account.body_bytes;
  used_ = used_ - account.body_bytes + size_bytes;
  account.body_bytes = size_bytes;
  if (size_bytes == 0 && beyond_ == taker) beyond_ = nullptr;
  if (less) Pump();
  if (size_bytes == 0 || used_bytes() <= limit_bytes_ || beyond_ == taker) return true;
  if (beyond_ == nullptr && body_queue_.empty()) {
    beyond_ = taker;
    return true;
  }
  if (std::find(body_queue_.begin(), body_queue_.end(), taker) == body_queue_.end())
    body_queue_.push_back(taker);
  return false;
}

void Inbox::PumpBodies() {
  while (!body_queue_.empty() && (used_ <= limit_bytes_ || beyond_ == nullptr)) {
    Taker* const taker = body_queue_.front();
    body_queue_.pop_front();
    if (used_ > limit_bytes_) beyond_ = taker;
    taker->OnBodyRoom();
  }
}

// 0: none.
uint64_t Inbox::Next(const Account& account) const {
  if (account.transfers >= kMaxTransfers) return 0;
  const auto fits = [this, &account](uint64_t offer) {
    const uint64_t size_bytes = entries_.at(offer).size_bytes;
    if (account.transfers > 0 && account.transfer_bytes + size_bytes > kMaxTransferBytes) return false;
    return size_bytes <= limit_bytes_ && used_ <= limit_bytes_ - size_bytes;
  };
  if (!account.wanted.empty()) {
    const uint64_t first = *account.wanted.begin();
    if (account.transfers == 0 || fits(first)) return first;
  }
  if (!account.others.empty() && fits(*account.others.begin())) return *account.others.begin();
  return 0;
}

void Inbox::Pump() {
  used_ -= given_back_.exchange(0);
  PumpBodies();
  for (bool again = true; again;) {
    again = false;
    // One offer of each peer, in the order of offers: first come, first served.
    std::map<uint64_t, std::pair<Taker*, Account*>> next;
    for (auto& [taker, account] : accounts_) {
      if (const uint64_t offer = Next(account); offer != 0)
        next.emplace(offer, std::pair(taker, &account));
    }
    std::vector<std::pair<Taker*, uint64_t>> granted;
    for (const auto& [offer, whose] : next) {
      Account& account = *whose.second;
      if (Next(account) != offer) continue;  // other tensors have taken the room
      Entry& entry = entries_.at(offer);
      entry.granted = true;
      used_ += entry.size_bytes;
      ++account.transfers;
      account.transfer_bytes += entry.size_bytes;
      account.wanted.erase(offer);
      account.others.erase(offer);
      granted.emplace_back(whose.first, offer);
    }
    for (const auto& [taker, offer] : granted) {
      again = true;
      if (entries_.contains(offer)) taker->OnRoom(offer);
    }
  }
}

void Inbox::GiveBack(uint64_t size_bytes) {
  given_back_ += size_bytes;
  if (pump_posted_.exchange(true)) return;
  try {
    (void)loop_->Post([self = Ref<Inbox>::Share(this)] {
      self->pump_posted_ = false;
      self->Pump();
    });
  } catch (const std::bad_alloc&) {
    pump_posted_ = false;  // the next call does it
  }
}

}  // namespace runnel::net

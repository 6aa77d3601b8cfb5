// What a connection writes: queued messages, as frames gathered into writes.
#include "net/link/connection.h"

#include <algorithm>

namespace runnel::net {
namespace {

constexpr size_t kMaxTurnBytes = 4 << 20;  // that a connection writes before others get their turn

}  // namespace

void Connection::QueueBody(FrameHeader header, Result<std::string> body) {
  if (!body.ok()) return CloseNow(body.status());
  auto message = std::make_unique<Outgoing>();
  message->header = std::move(header);
  message->body = std::move(*body);
  Queue(std::move(message));
}

void Connection::Queue(std::unique_ptr<Outgoing> message) {
  if (closed()) return;
  if (auto large = writer_.Add(std::move(message))) return flow_.Offer(std::move(large));
  if (!writer_.empty()) PumpSoon();
}

void Connection::PumpSoon() {
  if (pumping_soon_) return;
  loop_->AtEndOfTurn([self = Ref<Connection>::Share(this)] {
    self->pumping_soon_ = false;
    self->Attempt([&] { self->Pump(); });
  });
  pumping_soon_ = true;
}

void Connection::Pump() {
  size_t budget = kMaxTurnBytes;
  while (!closed() && stream_.CanWrite() && !writer_.empty()) {
    // Other connections get their turn.
    if (budget == 0) return PumpNextTurn();
    if (writer_.has_large()) ShareRing();
    auto write = std::make_unique<Stream::Write>();
    WriteBatch& batch = write->batch;
    if (const Status status = writer_.Fill(&batch); !status.ok()) return OnBroken(status);
    if (batch.lacks_credit) flow_.AskCredit();
    if (batch.pieces.empty()) {
      if (!writer_.has_urgent()) return;  // small tensors wait for credit, large ones for room
      continue;
    }
    budget -= std::min(budget, batch.bytes);
    if (const Status status = stream_.Submit(std::move(write)); !status.ok()) return OnBroken(status);
  }
}

// Nothing wakes the loop for a socket that took everything, so this does.
void Connection::PumpNextTurn() {
  loop_->WakeFor([self = Ref<Connection>::Share(this)] { self->Attempt([&] { self->Pump(); }); });
}

}  // namespace runnel::net

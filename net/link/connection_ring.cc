// Large tensors between two processes of one host go through shared memory, once the peer has said that
// it sees it. Before that, and where it does not, they go through the socket.
#include "net/link/connection.h"

namespace runnel::net {
namespace {

// The receiver reports its position early enough that the sender never waits for a report that is not
// under way.
constexpr uint64_t kTellAfter = SharedRing::kBytes / 4;

}  // namespace

// Called on a bulk connection, before its first large tensor.
void Connection::ShareRing() {
  if (asked_ring_ || !is_unix() || !is_bulk() || !options_.shared_memory) return;
  asked_ring_ = true;
  auto ring = SharedRing::Make();
  if (!ring.ok()) return handler_->OnShared(control_.get(), ring.status());
  ring_ = std::move(*ring);
  auto message = std::make_unique<Outgoing>();
  FrameHeader& header = message->header;
  header.kind = FrameKind::kRing;
  header.stream = static_cast<uint64_t>(ring_->fd());
  header.total_bytes = SharedRing::kBytes;
  header.key = ring_->mark();
  writer_.AddUrgent(std::move(message));
}

void Connection::OpenRing(const FrameHeader& header) {
  Status status = Unavailable("it is switched off");
  if (options_.shared_memory) {
    auto view = SharedRingView::Open(stream_.peer_pid(), header.stream, header.total_bytes, header.key);
    status = view.status();
    if (status.ok()) peer_ring_ = std::move(*view);
  }
  auto answer = std::make_unique<Outgoing>();
  answer->header.kind = FrameKind::kRingOpen;
  answer->header.credit = status.ok() ? 1 : 0;
  answer->header.key = status.message().substr(0, kMaxKeyBytes);
  Queue(std::move(answer));
}

Status Connection::OnRing(const FrameHeader& header) {
  switch (header.kind) {
    case FrameKind::kRing:
      if (saw_ring_) return DataLoss("the peer shares memory a second time");
      saw_ring_ = true;
      OpenRing(header);
      return OkStatus();
    case FrameKind::kRingOpen:
      if (!ring_ || ring_open_) return DataLoss("the peer sees memory that was not shared");
      ring_open_ = header.credit == 1;
      if (!ring_open_) ring_ = nullptr;
      writer_.UseRing(ring_.get());
      handler_->OnShared(control_.get(), ring_open_ ? OkStatus() : Unavailable(header.key));
      return OkStatus();
    case FrameKind::kInRing:
      return OnChunkInRing(header);
    default:
      if (!ring_open_) return DataLoss("the peer has read memory that it does not see");
      RUNNEL_RETURN_IF_ERROR(ring_->Read(header.credit));
      PumpSoon();
      return OkStatus();
  }
}

Status Connection::OnChunkInRing(const FrameHeader& header) {
  if (!peer_ring_) return DataLoss("a chunk in memory that cannot be seen from here");
  RUNNEL_ASSIGN_OR_RETURN(const std::span<const char> bytes,
                          peer_ring_->At(header.credit, header.total_bytes));
  bool complete = false;
  Message message;
  RUNNEL_RETURN_IF_ERROR(reader_.TakeChunk(header, bytes, &complete, &message));
  if (peer_ring_->read() - told_read_ >= kTellAfter) {
    told_read_ = peer_ring_->read();
    auto word = std::make_unique<Outgoing>();
    word->header.kind = FrameKind::kRingRead;
    word->header.credit = told_read_;
    Queue(std::move(word));
    Pump();  // the sender may wait for it while the next chunk is copied
  }
  if (complete && !closed()) control_->flow_.OnOfferedTensor(std::move(message));
  return OkStatus();
}

}  // namespace runnel::net

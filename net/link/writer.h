// Writer: what a connection has to say, in the order in which it goes out, cut into frames. It writes
// nothing itself: Fill gathers as much as one write should take, and whoever writes it keeps the batch
// until the bytes have gone, since payloads are not copied.
//
// What is no tensor goes first. Then come small tensors, as far as the peer's credit goes; then one
// chunk of one large message, so that none of the others waits for long.
#ifndef RUNNEL_NET_LINK_WRITER_H_
#define RUNNEL_NET_LINK_WRITER_H_

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "net/link/credit.h"
#include "net/link/shared_ring.h"
#include "net/wire/frame.h"

namespace runnel::net {

// A message on its way out.
struct Outgoing {
  FrameHeader header;
  Tensor tensor;     // keeps the payload alive
  std::string body;  // or is it
  std::string_view payload;
  uint64_t sent = 0;
};

// Frames that are written at once: their prefixes and headers in one string, payloads where they are.
struct WriteBatch {
  struct Piece {
    size_t header_begin = 0, header_end = 0;
    std::string_view payload;
  };
  std::string headers;
  std::vector<Piece> pieces;
  std::vector<std::unique_ptr<Outgoing>> finished;  // whose last frame is in it
  size_t bytes = 0;
  bool lacks_credit = false;  // a small tensor waits for it
};

// On the loop's thread.
class Writer {
 public:
  // `credit` is the peer's, and outlives this.
  explicit Writer(SendCredit* credit) : credit_(credit) {}

  // Takes a message to be sent. Until Open all but hellos and goodbyes wait, unsorted. A tensor that is
  // too large to come unasked is handed back: it is to be offered first.
  std::unique_ptr<Outgoing> Add(std::unique_ptr<Outgoing> message);
  // A word that belongs to the connection's own business, even before Open.
  void AddUrgent(std::unique_ptr<Outgoing> message) { urgent_.push_back(std::move(message)); }
  // A tensor that the peer is ready for: its stream is in its header.
  void AddGranted(std::unique_ptr<Outgoing> message) { large_.push_back(std::move(message)); }
  // Both sides have said hello. `bulk`: this is the connection for large tensors, of which one goes
  // after the other; on others large messages take turns. Returns what waited, to be added again.
  std::deque<std::unique_ptr<Outgoing>> Open(bool bulk);
  // Large tensors go through `ring` from now on, as far as it has room; null: as all else.
  void UseRing(SharedRing* ring) { ring_ = ring; }
  // A number that no other stream of this connection has.
  uint64_t NextStream() { return next_stream_++; }

  // Errors: a message cannot be sent; the writer is of no more use.
  Status Fill(WriteBatch* batch);
  // The first small tensor, if there is no credit for it, else null.
  std::unique_ptr<Outgoing> TakeUncovered();
  bool empty() const { return urgent_.empty() && small_.empty() && large_.empty(); }
  bool has_urgent() const { return !urgent_.empty(); }
  bool has_large() const { return !large_.empty(); }

  // Nothing more is sent. What a batch may still point into stays until DropLarge.
  void Drop();
  void DropLarge() { large_.clear(); }

  static constexpr size_t kMaxBatchBytes = 512 << 10;
  static constexpr size_t kMaxBatchFrames = 128;
  static constexpr size_t kControlChunk = 64 << 10;  // of a large message that is not alone
  static constexpr size_t kRingChunk = 256 << 10;    // small enough that both copies run at once
  static constexpr size_t kInterleaved = 16;         // messages in chunks at once

 private:
  using Queue = std::deque<std::unique_ptr<Outgoing>>;
  // The next frame of a message.
  Status AddFrame(Outgoing* message, WriteBatch* batch);
  // Copies as much of the rest of a tensor as fits. The frame with its position carries no payload.
  uint64_t FillRing(std::string_view rest, FrameHeader* chunk);

  SendCredit* const credit_;
  bool open_ = false, bulk_ = false;
  SharedRing* ring_ = nullptr;
  uint64_t next_stream_ = 1;
  Queue urgent_, small_, large_;
  Queue early_;  // until Open
};

static_assert(Writer::kInterleaved < kMaxOpenStreams);

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_WRITER_H_

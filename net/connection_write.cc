// What a connection writes: messages in queues, frames gathered into writes.
#include <algorithm>

#include "net/connection.h"

namespace runnel::net {
namespace {

constexpr size_t kMaxWriteBytes = 512 << 10;
constexpr size_t kMaxWriteFrames = 128;
constexpr size_t kMaxTurnBytes = 4 << 20;  // that a connection writes before others have their turn
constexpr size_t kInterleaved = 16;        // messages in chunks at once; fewer than kMaxOpenStreams
constexpr size_t kControlChunk = 64 << 10;

}  // namespace

// One uv_write: headers in one string, payloads where they are.
struct Connection::Write {
  uv_write_t request{};
  Ref<Connection> connection;
  std::string headers;
  std::string sealed;  // all of it, where the stream is secure
  struct Piece {
    size_t header_begin = 0, header_end = 0;
    std::string_view payload;
  };
  std::vector<Piece> pieces;
  std::vector<uv_buf_t> buffers;
  std::vector<std::unique_ptr<Outgoing>> finished;  // whose last frame is in it
  size_t bytes = 0;
};

void Connection::QueueBody(FrameHeader header, Result<std::string> body) {
  if (!body.ok()) return CloseNow(body.status());
  auto message = std::make_unique<Outgoing>();
  message->header = std::move(header);
  message->body = std::move(*body);
  Queue(std::move(message));
}

void Connection::Queue(std::unique_ptr<Outgoing> message) {
  if (closed()) return;
  const FrameKind kind = message->header.kind;
  if (!ready_ && kind != FrameKind::kHello && kind != FrameKind::kGoodbye) {
    early_.push_back(std::move(message));
    return;
  }
  if (message->header.kind == FrameKind::kTensor && !message->header.dead &&
      message->header.dtype != DType::kString) {
    message->payload = {static_cast<const char*>(message->tensor.data()),
                        static_cast<size_t>(message->tensor.size_bytes())};
  } else {
    message->payload = message->body;
  }
  const bool large = message->payload.size() > kMaxUnasked;
  if (kind == FrameKind::kTensor) {
    if (large) return Offer(std::move(message));
    small_.push_back(std::move(message));
  } else if (large) {
    message->header.stream = next_stream_++;
    message->header.total_bytes = message->payload.size();
    large_.push_back(std::move(message));
  } else {
    urgent_.push_back(std::move(message));
  }
  PumpSoon();
}

void Connection::PumpSoon() {
  if (pumping_soon_) return;
  loop_->AtEndOfTurn([self = Ref<Connection>::Share(this)] {
    self->pumping_soon_ = false;
    self->Attempt([&] { self->Pump(); });
  });
  pumping_soon_ = true;
}

// The next frame of a message. False: it cannot be sent.
bool Connection::AddFrame(Outgoing* message, Write* write) {
  FrameHeader chunk;
  const FrameHeader* header = &message->header;
  const bool is_bulk_message = header->kind == FrameKind::kTensor && header->stream != 0;
  if (message->sent > 0 || is_bulk_message) {
    chunk.kind = FrameKind::kChunk;
    chunk.stream = message->header.stream;
    chunk.offset = message->sent;
    header = &chunk;
  }
  std::string_view payload =
      message->payload.substr(message->sent, is_bulk() ? kMaxFramePayload : kControlChunk);
  uint64_t size_bytes = payload.size();
  if (is_bulk_message && ring_open_) {
    size_bytes = FillRing(message->payload.substr(message->sent), &chunk);
    payload = {};
  }
  Write::Piece piece;
  piece.header_begin = write->headers.size();
  const Status status = AppendFrame(*header, payload, &write->headers);
  if (!status.ok()) {
    CloseNow(status.WithPrefix(name_));
    return false;
  }
  piece.header_end = write->headers.size();
  piece.payload = payload;
  write->pieces.push_back(piece);
  write->bytes += piece.header_end - piece.header_begin + size_bytes;
  message->sent += size_bytes;
  return true;
}

void Connection::Pump() {
  size_t budget = kMaxTurnBytes;
  while (started_ && !closed() && !unwritable_ && (!secure_ || secure_->ready()) && writes_ == 0 &&
         (!urgent_.empty() || !small_.empty() || !large_.empty())) {
    // Others have their turn too.
    if (budget == 0) return PumpNextTurn();
    auto write = std::make_unique<Write>();
    if (!FillWrite(write.get())) return;
    if (write->pieces.empty()) {
      if (urgent_.empty()) return;  // small tensors wait for credit, large ones for room
      continue;
    }
    budget -= std::min(budget, write->bytes);
    if (!Submit(std::move(write))) return;
  }
}

// Nobody wakes the loop for a socket that takes all: so it is woken for this.
void Connection::PumpNextTurn() {
  loop_->WakeFor([self = Ref<Connection>::Share(this)] { self->Attempt([&] { self->Pump(); }); });
}

bool Connection::FillWrite(Write* write) {
  if (!large_.empty()) ShareRing();
  for (auto* const queue : {&urgent_, &small_}) {
    while (!queue->empty() && write->bytes < kMaxWriteBytes && write->pieces.size() < kMaxWriteFrames) {
      if (queue == &small_ && !HasCreditFor(*queue->front())) {
        AskCredit();
        break;
      }
      std::unique_ptr<Outgoing> message = std::move(queue->front());
      queue->pop_front();
      if (!AddFrame(message.get(), write)) return false;
      if (queue == &small_) sent_bytes_ += message->payload.size();
      write->finished.push_back(std::move(message));
    }
  }
  // One chunk of one large message at a time: on a bulk connection one message after the other, else in
  // turn.
  const bool waits = ring_open_ && ring_->Space().empty();
  if (!large_.empty() && write->bytes < kMaxWriteBytes && !waits) {
    std::unique_ptr<Outgoing> message = std::move(large_.front());
    large_.pop_front();
    if (!AddFrame(message.get(), write)) return false;
    if (message->sent == message->payload.size()) {
      write->finished.push_back(std::move(message));
    } else {
      // Lives in the queue while its chunk is written. Those that have begun stay in front of others.
      const size_t at = is_bulk() ? 0 : std::min(large_.size(), kInterleaved - 1);
      large_.insert(large_.begin() + static_cast<std::ptrdiff_t>(at), std::move(message));
    }
  }
  if (secure_) {
    for (const Write::Piece& piece : write->pieces) {
      Status status =
          secure_->Write(std::string_view(write->headers)
                             .substr(piece.header_begin, piece.header_end - piece.header_begin),
                         &write->sealed);
      if (status.ok()) status = secure_->Write(piece.payload, &write->sealed);
      if (!status.ok()) {
        CloseNow(status.WithPrefix(name_));
        return false;
      }
    }
    write->buffers.push_back(
        uv_buf_init(write->sealed.data(), static_cast<unsigned>(write->sealed.size())));
    return true;
  }
  for (const Write::Piece& piece : write->pieces) {
    write->buffers.push_back(uv_buf_init(write->headers.data() + piece.header_begin,
                                         static_cast<unsigned>(piece.header_end - piece.header_begin)));
    if (!piece.payload.empty()) {
      write->buffers.push_back(uv_buf_init(const_cast<char*>(piece.payload.data()),
                                           static_cast<unsigned>(piece.payload.size())));
    }
  }
  return true;
}

// A peer that has closed has said why: that is still to be read, up to the end of the stream.
void Connection::OnWriteError(int error) {
  if (error != UV_EPIPE || secure_) return CloseNow(Lost(UvMessage(error)));
  unwritable_ = true;
}

bool Connection::Submit(std::unique_ptr<Write> write) {
  auto* const stream = &stream_.stream;
  uv_buf_t* buffers = write->buffers.data();
  size_t count = write->buffers.size();
  const int taken = uv_try_write(stream, buffers, static_cast<unsigned>(count));
  if (taken < 0 && taken != UV_EAGAIN) {
    OnWriteError(taken);
    return false;
  }
  auto left = static_cast<size_t>(std::max(taken, 0));
  while (count > 0 && left >= buffers->len) {
    left -= buffers->len;
    ++buffers;
    --count;
  }
  if (count == 0) return true;
  *buffers = uv_buf_init(buffers->base + left, static_cast<unsigned>(buffers->len - left));
  write->connection = Ref<Connection>::Share(this);
  Write* const raw = write.release();
  raw->request.data = raw;
  ++writes_;
  const int error = uv_write(&raw->request, stream, buffers, static_cast<unsigned>(count),
                             [](uv_write_t* request, int status) {
                               const std::unique_ptr<Write> done(static_cast<Write*>(request->data));
                               Connection* self = done->connection.get();
                               --self->writes_;
                               if (self->closed()) return;
                               self->Attempt([&] {
                                 if (status != 0) return self->OnWriteError(status);
                                 self->Pump();
                               });
                             });
  if (error == 0) return true;
  delete raw;
  --writes_;
  CloseNow(Lost(UvMessage(error)));
  return false;
}

void Connection::SendRaw(std::string bytes) {
  if (bytes.empty() || closed()) return;
  auto write = std::make_unique<Write>();
  write->sealed = std::move(bytes);
  write->buffers.push_back(
      uv_buf_init(write->sealed.data(), static_cast<unsigned>(write->sealed.size())));
  write->connection = Ref<Connection>::Share(this);
  Write* const raw = write.release();
  raw->request.data = raw;
  const int error = uv_write(&raw->request, &stream_.stream, raw->buffers.data(), 1,
                             [](uv_write_t* request, int status) {
                               const std::unique_ptr<Write> done(static_cast<Write*>(request->data));
                               Connection* const self = done->connection.get();
                               if (status != 0 && !self->closed())
                                 self->CloseNow(self->Lost(UvMessage(status)));
                             });
  if (error != 0) {
    delete raw;
    CloseNow(Lost(UvMessage(error)));
  }
}

}  // namespace runnel::net

// What a connection writes: messages in queues, frames gathered into writes.
#include <algorithm>

#include "net/connection.h"

namespace runnel::net {
namespace {

constexpr size_t kMaxTurnBytes = 4 << 20;  // that a connection writes before others have their turn

}  // namespace

// One uv_write: headers in one string, payloads where they are.
struct Connection::Write {
  uv_write_t request{};
  Ref<Connection> connection;
  WriteBatch batch;
  std::string sealed;  // all of it, where the stream is secure
  std::vector<uv_buf_t> buffers;
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
  while (started_ && !closed() && !unwritable_ && (!secure_ || secure_->ready()) && writes_ == 0 &&
         !writer_.empty()) {
    // Others have their turn too.
    if (budget == 0) return PumpNextTurn();
    if (writer_.has_large()) ShareRing();
    auto write = std::make_unique<Write>();
    const Status status = writer_.Fill(&write->batch);
    if (!status.ok()) return CloseNow(status.WithPrefix(name_));
    if (write->batch.lacks_credit) flow_.AskCredit();
    if (write->batch.pieces.empty()) {
      if (!writer_.has_urgent()) return;  // small tensors wait for credit, large ones for room
      continue;
    }
    budget -= std::min(budget, write->batch.bytes);
    if (!MakeBuffers(write.get()) || !Submit(std::move(write))) return;
  }
}

// Nobody wakes the loop for a socket that takes all: so it is woken for this.
void Connection::PumpNextTurn() {
  loop_->WakeFor([self = Ref<Connection>::Share(this)] { self->Attempt([&] { self->Pump(); }); });
}

bool Connection::MakeBuffers(Write* write) {
  std::string& headers = write->batch.headers;
  if (secure_) {
    for (const WriteBatch::Piece& piece : write->batch.pieces) {
      Status status = secure_->Write(
          std::string_view(headers).substr(piece.header_begin, piece.header_end - piece.header_begin),
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
  for (const WriteBatch::Piece& piece : write->batch.pieces) {
    write->buffers.push_back(uv_buf_init(headers.data() + piece.header_begin,
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

#include "net/connection.h"

#include <algorithm>
#include <new>

namespace runnel::net {
namespace {

constexpr size_t kMaxWriteBytes = 512 << 10;
constexpr size_t kMaxWriteFrames = 128;
constexpr size_t kMaxTurnBytes = 4 << 20;  // that a connection writes before others have their turn
constexpr uint64_t kMaxHelloMs = 5000;
constexpr size_t kInterleaved = 16;  // large messages under way at once; fewer than kMaxOpenStreams

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
  std::vector<Tensor> tensors;                      // of those that go on
  size_t bytes = 0;
};

Connection::Connection(std::shared_ptr<Loop> loop, PeerHandler* handler, Allocator* allocator,
                       std::string name, Body hello, const HeartbeatOptions& heartbeat,
                       std::shared_ptr<SecurityContext> security)
    : loop_(std::move(loop)),
      handler_(handler),
      name_(std::move(name)),
      hello_(std::move(hello)),
      heartbeat_(heartbeat),
      reader_(allocator, FrameLimits{.only_hello = true}),
      security_(std::move(security)) {}

Connection::~Connection() = default;

Status Connection::Lost(std::string_view why) const { return Unavailable(name_, ": ", why); }

void Connection::SendHello() {
  said_hello_ = true;
  QueueBody(FrameHeader(FrameKind::kHello), hello_);
}

void Connection::MarkReady() {
  if (!said_hello_) SendHello();
  ready_ = true;
  // As often as either side wants it, with room for a few that come late.
  int64_t interval_ms = heartbeat_.interval_ms;
  if (peer_.dead_ms > 0) interval_ms = std::clamp<int64_t>(peer_.dead_ms / 4, 1, interval_ms);
  uv_timer_set_repeat(&timer_, static_cast<uint64_t>(interval_ms));
  uv_timer_again(&timer_);
  reader_.set_limits(FrameLimits());
  std::deque<std::unique_ptr<Outgoing>> early;
  early.swap(early_);
  for (auto& message : early) Queue(std::move(message));
}

// ---- out ----

void Connection::QueueBody(FrameHeader header, const Body& body) {
  auto encoded = EncodeBody(body);
  if (!encoded.ok()) return CloseNow(encoded.status());
  auto message = std::make_unique<Outgoing>();
  message->header = std::move(header);
  message->body = std::move(*encoded);
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
    message->payload = {static_cast<const char*>(message->tensor.data()), message->tensor.size_bytes()};
  } else {
    message->payload = message->body;
  }
  const bool large = message->payload.size() > kMaxFramePayload;
  if (large) {
    message->header.stream = next_stream_++;
    message->header.total_bytes = message->payload.size();
  }
  (large ? large_ : small_).push_back(std::move(message));
  PumpSoon();
}

void Connection::PumpSoon() {
  if (pumping_soon_) return;
  pumping_soon_ = true;
  loop_->AtEndOfTurn([self = Ref<Connection>::Share(this)] {
    self->pumping_soon_ = false;
    self->Pump();
  });
}

// The next frame of a message. False: it cannot be sent.
bool Connection::AddFrame(Outgoing* message, Write* write) {
  FrameHeader chunk;
  const FrameHeader* header = &message->header;
  if (message->sent > 0) {
    chunk.kind = FrameKind::kChunk;
    chunk.stream = message->header.stream;
    chunk.offset = message->sent;
    header = &chunk;
  }
  const std::string_view payload = message->payload.substr(message->sent, kMaxFramePayload);
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
  write->bytes += piece.header_end - piece.header_begin + payload.size();
  message->sent += payload.size();
  return true;
}

void Connection::Pump() {
  size_t budget = kMaxTurnBytes;
  while (started_ && !closed() && (!secure_ || secure_->ready()) && writes_ == 0 &&
         (!small_.empty() || !large_.empty())) {
    // Others have their turn too.
    if (budget == 0) return PumpNextTurn();
    auto write = std::make_unique<Write>();
    if (!FillWrite(write.get())) return;
    budget -= std::min(budget, write->bytes);
    if (!Send(std::move(write))) return;
  }
}

// Nobody wakes the loop for a socket that takes all: so it is woken for this.
void Connection::PumpNextTurn() {
  loop_->WakeFor([self = Ref<Connection>::Share(this)] { self->Pump(); });
}

bool Connection::FillWrite(Write* write) {
  while (!small_.empty() && write->bytes < kMaxWriteBytes && write->pieces.size() < kMaxWriteFrames) {
    if (!AddFrame(small_.front().get(), write)) return false;
    write->finished.push_back(std::move(small_.front()));
    small_.pop_front();
  }
  // One chunk of one large message at a time, in turn.
  if (!large_.empty() && write->bytes < kMaxWriteBytes) {
    std::unique_ptr<Outgoing> message = std::move(large_.front());
    large_.pop_front();
    if (!AddFrame(message.get(), write)) return false;
    if (message->sent == message->payload.size()) {
      write->finished.push_back(std::move(message));
    } else {
      // Lives in the queue while its chunk is written. Those that have begun stay in front of others.
      const size_t at = std::min(large_.size(), kInterleaved - 1);
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

bool Connection::Send(std::unique_ptr<Write> write) {
  auto* const stream = &stream_.stream;
  uv_buf_t* buffers = write->buffers.data();
  size_t count = write->buffers.size();
  const int taken = uv_try_write(stream, buffers, static_cast<unsigned>(count));
  if (taken < 0 && taken != UV_EAGAIN) {
    CloseNow(Lost(UvMessage(taken)));
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
                               if (status != 0) return self->CloseNow(self->Lost(UvMessage(status)));
                               self->Pump();
                             });
  if (error == 0) return true;
  delete raw;
  --writes_;
  CloseNow(Lost(UvMessage(error)));
  return false;
}

void Connection::Tell(Method method, Body body) {
  (void)loop_->Post([self = Ref<Connection>::Share(this), method, body = std::move(body)] {
    FrameHeader header;
    header.kind = FrameKind::kRequest;
    header.method = static_cast<uint32_t>(method);
    self->QueueBody(std::move(header), body);
  });
}

void Connection::Call(Method method, Body body, ReplyDone done) {
  const auto shared = std::make_shared<ReplyDone>(std::move(done));
  const bool posted =
      loop_->Post([self = Ref<Connection>::Share(this), method, body = std::move(body), shared] {
        if (self->closed()) return (*shared)(self->reason_, Body());
        const uint64_t call = self->next_call_++;
        self->calls_.emplace(call, std::move(*shared));
        FrameHeader header;
        header.kind = FrameKind::kRequest;
        header.call = call;
        header.method = static_cast<uint32_t>(method);
        self->QueueBody(std::move(header), body);
      });
  if (!posted) (*shared)(Unavailable(name_, ": the network of this process was stopped"), Body());
}

void Connection::Reply(uint64_t call, Body body) {
  if (call == 0) return;
  loop_->Post([self = Ref<Connection>::Share(this), call, body = std::move(body)] {
    FrameHeader header;
    header.kind = FrameKind::kReply;
    header.call = call;
    self->QueueBody(std::move(header), body);
  });
}

void Connection::Push(uint64_t step, std::string key, Tensor tensor, bool dead) {
  loop_->Post([self = Ref<Connection>::Share(this), step, key = std::move(key),
               tensor = std::move(tensor), dead]() mutable {
    auto message = std::make_unique<Outgoing>();
    FrameHeader& header = message->header;
    header.kind = FrameKind::kTensor;
    header.step = step;
    header.key = std::move(key);
    header.dead = dead;
    if (!dead) {
      header.dtype = tensor.dtype();
      const auto dims = tensor.shape().dims();
      header.dims.assign(dims.begin(), dims.end());
      if (tensor.dtype() == DType::kString) {
        auto encoded = EncodeStrings(tensor);
        if (!encoded.ok()) return self->CloseNow(encoded.status());
        message->body = std::move(*encoded);
      } else {
        message->tensor = std::move(tensor);
      }
    }
    self->Queue(std::move(message));
  });
}

// ---- in ----

std::span<char> Connection::ReadSpace() { return secure_ ? std::span<char>(sealed_) : reader_.Space(); }

Status Connection::ReadFrames(size_t count) {
  return reader_.Filled(count, [this](Message message) -> Status {
    if (closed()) return Cancelled("closed");
    return OnMessage(std::move(message));
  });
}

Status Connection::ReadSecurely(size_t count) {
  RUNNEL_RETURN_IF_ERROR(secure_->Feed({sealed_.data(), count}));
  std::string output;
  if (!secure_->ready()) {
    bool done = false;
    const Status status = secure_->Handshake(&done);
    secure_->TakeOutput(&output);
    SendRaw(std::move(output));  // an alert too
    RUNNEL_RETURN_IF_ERROR(status);
    if (!done) return OkStatus();
    if (dialled_) SendHello();
    Pump();
  }
  while (!closed()) {
    RUNNEL_ASSIGN_OR_RETURN(const size_t got, secure_->Read(reader_.Space()));
    if (got == 0) break;
    RUNNEL_RETURN_IF_ERROR(ReadFrames(got));
  }
  return OkStatus();
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

void Connection::OnRead(ssize_t count) {
  if (closed() || count == 0) return;
  if (count < 0) {
    return CloseNow(
        Lost(count == UV_EOF ? "the peer closed the connection" : UvMessage(static_cast<int>(count))));
  }
  last_heard_ms_ = uv_now(loop_->uv());
  const Ref<Connection> self = Ref<Connection>::Share(this);
  Status status;
  try {
    status = secure_ ? ReadSecurely(static_cast<size_t>(count)) : ReadFrames(static_cast<size_t>(count));
  } catch (const std::bad_alloc&) {
    status = Status::OutOfMemory();
  } catch (const std::exception& e) {
    status = Internal("unexpected exception: ", e.what());
  }
  if (!status.ok() && !closed()) CloseNow(status.WithPrefix(name_));
}

Status Connection::OnMessage(Message message) {
  const FrameHeader& header = message.header;
  if (header.kind == FrameKind::kHeartbeat) return OkStatus();
  if (header.kind == FrameKind::kTensor) {
    handler_->OnTensor(this, header.step, header.key, std::move(message.tensor), header.dead);
    return OkStatus();
  }
  RUNNEL_ASSIGN_OR_RETURN(Body body, DecodeBody(message.body));
  switch (header.kind) {
    case FrameKind::kHello:
      if (ready_) return DataLoss("a second hello");
      peer_ = std::move(body);
      RUNNEL_RETURN_IF_ERROR(handler_->OnHello(this, peer_));
      MarkReady();
      return OkStatus();
    case FrameKind::kGoodbye:
      return body.status.ok() ? Unavailable("the peer closed the connection") : body.status;
    case FrameKind::kRequest:
      RUNNEL_RETURN_IF_ERROR(CheckCall(header.call));
      handler_->OnRequest(this, static_cast<Method>(header.method), header.call, std::move(body));
      return OkStatus();
    default: {
      const auto it = calls_.find(header.call);
      if (it == calls_.end()) return DataLoss("a reply to no call");
      const ReplyDone done = std::move(it->second);
      calls_.erase(it);
      const Status status = body.status;
      done(status, std::move(body));
      return OkStatus();
    }
  }
}

// A request that comes twice would be done twice.
Status Connection::CheckCall(uint64_t call) {
  constexpr size_t kMaxAhead = 65'536;
  if (call == 0) return OkStatus();  // told: whoever handles it bears hearing it twice
  if (call < first_unseen_call_ || !seen_calls_.insert(call).second) {
    return DataLoss("request ", call, " came twice");
  }
  while (!seen_calls_.empty() && *seen_calls_.begin() == first_unseen_call_) {
    seen_calls_.erase(seen_calls_.begin());
    ++first_unseen_call_;
  }
  if (seen_calls_.size() > kMaxAhead) return DataLoss("request ", first_unseen_call_, " is missing");
  return OkStatus();
}

void Connection::OnTick() {
  if (closed()) return;
  const uint64_t silent_ms = uv_now(loop_->uv()) - last_heard_ms_;
  if (!ready_) {
    if (silent_ms > kMaxHelloMs) CloseNow(Lost("the peer did not say hello"));
    return;
  }
  if (silent_ms > static_cast<uint64_t>(heartbeat_.dead_ms)) {
    return CloseNow(Lost(StrCat("no sign of life for ", silent_ms, " ms")));
  }
  // What is on its way is a sign of life too.
  if (writes_ == 0) {
    auto beat = std::make_unique<Outgoing>();
    beat->header.kind = FrameKind::kHeartbeat;
    Queue(std::move(beat));
  }
}

void Connection::Close(Status reason) {
  loop_->Post([self = Ref<Connection>::Share(this), reason = std::move(reason)] {
    if (!self->closed()) self->CloseNow(reason);
  });
}

void Connection::CloseNow(const Status& reason) {
  if (closed()) return;
  const Ref<Connection> self = Ref<Connection>::Share(this);
  // What was said before goes before, as far as the socket takes it.
  if (ready_ && !last_pump_) {
    last_pump_ = true;
    Pump();
    if (closed()) return;
  }
  // A last word, if the socket takes it at once: nobody waits for a peer that is going.
  if (started_ && (said_hello_ || !reason.ok()) && (!secure_ || secure_->ready())) {
    Body goodbye;
    goodbye.status = reason;
    auto body = EncodeBody(goodbye);
    std::string bytes;
    // What is queued has the right of way: libuv then takes nothing.
    if (body.ok() && AppendFrame(FrameHeader(FrameKind::kGoodbye), *body, &bytes).ok()) {
      bytes += *body;
      std::string sealed;
      if (secure_ && secure_->Write(bytes, &sealed).ok()) bytes = std::move(sealed);
      uv_buf_t buffer = uv_buf_init(bytes.data(), static_cast<unsigned>(bytes.size()));
      uv_try_write(&stream_.stream, &buffer, 1);
    }
  }
  closed_.store(true, std::memory_order_release);
  reason_ = reason;
  small_.clear();
  early_.clear();
  // A chunk that is being written belongs to a message that must outlive the write: those go with the
  // stream.
  const auto closed = [](uv_handle_t* handle) {
    auto* connection = static_cast<Connection*>(handle->data);
    if (--connection->open_handles_ > 0) return;
    connection->large_.clear();
    connection->Release();
  };
  open_handles_ = (started_ ? 1 : 0) + (stream_open_ ? 1 : 0);
  if (started_) uv_close(reinterpret_cast<uv_handle_t*>(&timer_), closed);
  if (stream_open_) uv_close(&stream_.handle, closed);
  if (open_handles_ == 0) Release();  // `self` is left
  std::map<uint64_t, ReplyDone> calls;
  calls.swap(calls_);
  for (const auto& [call, done] : calls) done(reason, Body());
  handler_->OnClosed(this, reason);
}

}  // namespace runnel::net

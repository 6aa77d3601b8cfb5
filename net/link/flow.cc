#include "net/link/flow.h"

#include <new>
#include <utility>

namespace runnel::net {

Flow::Flow(Host* host, Peer* peer, PeerHandler* handler, Writer* writer, SendCredit* credit,
           std::shared_ptr<Loop> loop, Allocator* allocator, Ref<Inbox> inbox)
    : host_(host),
      peer_(peer),
      handler_(handler),
      writer_(writer),
      send_credit_(credit),
      loop_(std::move(loop)),
      allocator_(allocator),
      inbox_(std::move(inbox)) {}

void Flow::Say(FrameKind kind, uint64_t stream, uint64_t credit) {
  auto word = std::make_unique<Outgoing>();
  word->header.kind = kind;
  word->header.stream = stream;
  word->header.credit = credit;
  host_->SayFlow(std::move(word));
}

void Flow::BulkIsThere() {
  has_bulk_ = true;
  for (auto& [stream, offered] : offers_) {
    if (!offered.granted || offered.expected) continue;
    offered.expected = true;
    host_->ExpectByBulk(offered.header, std::move(offered.room));
  }
  for (auto& message : std::exchange(granted_, {})) host_->SendByBulk(std::move(message));
}

// ---- to the peer ----

void Flow::AskCredit() {
  if (send_credit_->BeginAsking()) Say(FrameKind::kAskCredit, 0);
}

void Flow::Offer(std::unique_ptr<Outgoing> message) {
  unoffered_.push_back(std::move(message));
  OfferMore();
}

void Flow::OfferMore() {
  while (!unoffered_.empty() && offered_.size() < kMaxOffers) {
    std::unique_ptr<Outgoing> message = std::move(unoffered_.front());
    unoffered_.pop_front();
    message->header.stream = writer_->NextStream();
    message->header.total_bytes = message->payload.size();
    auto offer = std::make_unique<Outgoing>();
    offer->header = message->header;
    offer->header.kind = FrameKind::kOffer;
    host_->SayFlow(std::move(offer));
    offered_.emplace(message->header.stream, std::move(message));
    host_->NeedBulk();
  }
}

Status Flow::OnReady(uint64_t stream) {
  const auto it = offered_.find(stream);
  if (it == offered_.end()) return DataLoss("ready for stream ", stream, ", which was not offered");
  std::unique_ptr<Outgoing> message = std::move(it->second);
  offered_.erase(it);
  OfferMore();
  if (has_bulk_) {
    host_->SendByBulk(std::move(message));
  } else {
    granted_.push_back(std::move(message));
  }
  return OkStatus();
}

Status Flow::OnDecline(uint64_t stream) {
  if (offered_.erase(stream) == 0) {
    return DataLoss("stream ", stream, " is declined, which was not offered");
  }
  OfferMore();
  return OkStatus();
}

Status Flow::OnCredit(const FrameHeader& header) {
  const bool answers = header.stream != 0;
  RUNNEL_RETURN_IF_ERROR(send_credit_->OnCredit(header.credit, answers));
  // The credit that was left is not enough. All waiting tensors are offered, so that none waits for a
  // tensor that waits for it.
  while (answers) {
    std::unique_ptr<Outgoing> message = writer_->TakeUncovered();
    if (!message) break;
    Offer(std::move(message));
  }
  return OkStatus();
}

Status Flow::OnWord(const FrameHeader& header) {
  switch (header.kind) {
    case FrameKind::kOffer:
      return OnOffer(header);
    case FrameKind::kReady:
      return OnReady(header.stream);
    case FrameKind::kDecline:
      return OnDecline(header.stream);
    case FrameKind::kAskCredit:
      Say(FrameKind::kCredit, 1, credit_ ? credit_->used_bytes() : 0);
      return OkStatus();
    default:
      return OnCredit(header);
  }
}

// ---- from the peer ----

Status Flow::OnSmallTensor(Message message) {
  const FrameHeader& header = message.header;
  Charge charge;
  if (message.wire_bytes > 0) {
    if (!credit_) {
      credit_ = MakeRef<Credit>(loop_, window_ / 4,
                                [this](uint64_t used_bytes) { Say(FrameKind::kCredit, 0, used_bytes); });
    }
    came_bytes_ += message.wire_bytes;
    if (in_flight_bytes() > window_) {
      return DataLoss("tensors of ", in_flight_bytes(), " bytes; there was credit for ", window_);
    }
    charge = Charge(Ref<Creditor>(credit_), message.wire_bytes);
  }
  handler_->OnTensor(peer_, header.step, header.key, std::move(message.tensor), header.dead,
                     std::move(charge));
  return OkStatus();
}

Status Flow::OnOffer(const FrameHeader& header) {
  if (header.stream == 0 || header.total_bytes == 0 || header.dead) {
    return DataLoss("an offer of nothing");
  }
  RUNNEL_RETURN_IF_ERROR(CheckTensorHeader(header, header.total_bytes, FrameLimits()));
  if (offers_.size() >= kMaxOffers + Inbox::kMaxTransfers) {
    return ResourceExhausted("more than ", kMaxOffers, " tensors are offered at once");
  }
  const uint64_t stream = header.stream;
  const auto [it, fresh] = offers_.try_emplace(stream);
  if (!fresh) return DataLoss("stream ", stream, " is offered twice");
  const uint64_t offer = inbox_->Add(this, header.total_bytes);
  it->second.header = header;
  it->second.offer = offer;
  stream_of_[offer] = stream;
  host_->NeedBulk();
  handler_->OnOffer(peer_, header.step, header.key, offer, host_->AnswerTo(stream));
  inbox_->Pump();
  return OkStatus();
}

void Flow::Want(uint64_t stream) {
  const auto it = offers_.find(stream);
  if (closed_ || it == offers_.end() || it->second.granted) return;
  inbox_->Want(it->second.offer);
  inbox_->Pump();
}

void Flow::Refuse(uint64_t stream) {
  const auto it = offers_.find(stream);
  if (closed_ || it == offers_.end() || it->second.granted) return;
  inbox_->Drop(it->second.offer);
  stream_of_.erase(it->second.offer);
  offers_.erase(it);
  Say(FrameKind::kDecline, stream);
}

Status Flow::MakeRoom(Offered* offered) {
  const FrameHeader& header = offered->header;
  if (header.dtype != DType::kString) {
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(header.dims));
    offered->room = handler_->TakeRoom(header.step, header.key);
    if (offered->room.dtype() != header.dtype || offered->room.shape() != shape) {
      RUNNEL_ASSIGN_OR_RETURN(offered->room, Tensor::Allocate(allocator_, header.dtype, shape));
    }
  }
  if (has_bulk_) host_->ExpectByBulk(header, std::move(offered->room));
  offered->expected = has_bulk_;
  return OkStatus();
}

void Flow::OnRoom(uint64_t offer) {
  const uint64_t stream = stream_of_.at(offer);
  Offered& offered = offers_.at(stream);
  handler_->OnWithdraw(offered.header.step, offered.header.key, offer);
  Status status;
  try {
    status = MakeRoom(&offered);
  } catch (const std::bad_alloc&) {
    status = Status::OutOfMemory();
  }
  if (status.ok()) {
    offered.granted = true;
    return Say(FrameKind::kReady, stream);
  }
  const uint64_t step = offered.header.step;
  Refuse(stream);
  handler_->OnNoRoom(step, status.WithPrefix(StrCat("a tensor from ", peer_->name())));
}

void Flow::OnOfferedTensor(Message message) {
  const auto it = offers_.find(message.header.stream);
  if (it == offers_.end()) return;
  Charge charge = inbox_->Arrived(it->second.offer);
  stream_of_.erase(it->second.offer);
  offers_.erase(it);
  const FrameHeader& header = message.header;
  handler_->OnTensor(peer_, header.step, header.key, std::move(message.tensor), false,
                     std::move(charge));
  inbox_->Pump();
}

void Flow::Clear() {
  closed_ = true;
  inbox_->Forget(this);
  inbox_->ReturnWindow(std::exchange(window_, 0));
  if (credit_) credit_->Forget();
  offered_.clear();
  unoffered_.clear();
  granted_.clear();
  for (const auto& [stream, offered] : offers_) {
    if (!offered.granted) handler_->OnWithdraw(offered.header.step, offered.header.key, offered.offer);
  }
  offers_.clear();
  stream_of_.clear();
  inbox_->Pump();
}

}  // namespace runnel::net

#include "net/link/writer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace runnel::net {

std::unique_ptr<Outgoing> Writer::Add(std::unique_ptr<Outgoing> message) {
  FrameHeader& header = message->header;
  if (!open_ && header.kind != FrameKind::kHello && header.kind != FrameKind::kGoodbye) {
    early_.push_back(std::move(message));
    return nullptr;
  }
  if (header.kind == FrameKind::kTensor && !header.dead && header.dtype != DType::kString) {
    message->payload = {static_cast<const char*>(message->tensor.data()),
                        static_cast<size_t>(message->tensor.size_bytes())};
  } else {
    message->payload = message->body;
  }
  const bool large = message->payload.size() > kMaxUnasked;
  if (header.kind == FrameKind::kTensor) {
    if (large) return message;
    small_.push_back(std::move(message));
  } else if (large) {
    header.stream = NextStream();
    header.total_bytes = message->payload.size();
    large_.push_back(std::move(message));
  } else {
    urgent_.push_back(std::move(message));
  }
  return nullptr;
}

std::deque<std::unique_ptr<Outgoing>> Writer::Open(bool bulk) {
  open_ = true;
  bulk_ = bulk;
  return std::exchange(early_, {});
}

Status Writer::AddFrame(Outgoing* message, WriteBatch* batch) {
  FrameHeader chunk;
  const FrameHeader* header = &message->header;
  const bool is_granted = header->kind == FrameKind::kTensor && header->stream != 0;
  if (message->sent > 0 || is_granted) {
    chunk.kind = FrameKind::kChunk;
    chunk.stream = message->header.stream;
    chunk.offset = message->sent;
    header = &chunk;
  }
  std::string_view payload =
      message->payload.substr(message->sent, bulk_ ? kMaxFramePayload : kControlChunk);
  uint64_t size_bytes = payload.size();
  if (is_granted && ring_ != nullptr) {
    size_bytes = FillRing(message->payload.substr(message->sent), &chunk);
    payload = {};
  }
  WriteBatch::Piece piece;
  piece.header_begin = batch->headers.size();
  RUNNEL_RETURN_IF_ERROR(AppendFrame(*header, payload, &batch->headers));
  piece.header_end = batch->headers.size();
  piece.payload = payload;
  batch->pieces.push_back(piece);
  batch->bytes += piece.header_end - piece.header_begin + size_bytes;
  message->sent += size_bytes;
  return OkStatus();
}

uint64_t Writer::FillRing(std::string_view rest, FrameHeader* chunk) {
  const std::span<char> space = ring_->Space();
  const size_t size_bytes = std::min({rest.size(), space.size(), kRingChunk});
  std::memcpy(space.data(), rest.data(), size_bytes);
  chunk->kind = FrameKind::kInRing;
  chunk->total_bytes = size_bytes;
  chunk->credit = ring_->Filled(size_bytes);
  return size_bytes;
}

Status Writer::Fill(WriteBatch* batch) {
  for (Queue* const queue : {&urgent_, &small_}) {
    while (!queue->empty() && batch->bytes < kMaxBatchBytes && batch->pieces.size() < kMaxBatchFrames) {
      if (queue == &small_ && !credit_->Covers(queue->front()->payload.size())) {
        batch->lacks_credit = true;
        break;
      }
      std::unique_ptr<Outgoing> message = std::move(queue->front());
      queue->pop_front();
      RUNNEL_RETURN_IF_ERROR(AddFrame(message.get(), batch));
      if (queue == &small_) credit_->NoteSent(message->payload.size());
      batch->finished.push_back(std::move(message));
    }
  }
  const bool waits = ring_ != nullptr && ring_->Space().empty();
  if (large_.empty() || batch->bytes >= kMaxBatchBytes || waits) return OkStatus();
  std::unique_ptr<Outgoing> message = std::move(large_.front());
  large_.pop_front();
  RUNNEL_RETURN_IF_ERROR(AddFrame(message.get(), batch));
  if (message->sent == message->payload.size()) {
    batch->finished.push_back(std::move(message));
    return OkStatus();
  }
  // Stays in the queue while its chunk is written. Messages that have begun stay in front of others.
  const size_t at = bulk_ ? 0 : std::min(large_.size(), kInterleaved - 1);
  large_.insert(large_.begin() + static_cast<std::ptrdiff_t>(at), std::move(message));
  return OkStatus();
}

std::unique_ptr<Outgoing> Writer::TakeUncovered() {
  if (small_.empty() || credit_->Covers(small_.front()->payload.size())) return nullptr;
  std::unique_ptr<Outgoing> message = std::move(small_.front());
  small_.pop_front();
  return message;
}

void Writer::Drop() {
  urgent_.clear();
  small_.clear();
  early_.clear();
}

}  // namespace runnel::net

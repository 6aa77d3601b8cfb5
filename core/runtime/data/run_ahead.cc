#include "core/runtime/data/run_ahead.h"

#include <algorithm>
#include <utility>

#include "core/base/caught.h"

namespace runnel {
namespace {

constexpr size_t kShortBuffer = 8;

}  // namespace

RunAhead::RunAhead(Ref<IteratorContext> context, Ref<DatasetIterator> input, const Options& options)
    : PollTask(context->pool()),
      context_(std::move(context)),
      options_(options),
      input_(std::move(input)) {}

void RunAhead::Add(Ref<ElementFuture> future) {
  Ref<Waker> consumer;
  {
    const std::lock_guard lock(mutex_);
    slots_.push_back({next_index_++, std::move(future)});
    consumer = std::move(consumer_);
  }
  if (consumer) consumer->Wake();
}

bool RunAhead::TakeOne(const PollContext& cx) {
  DatasetIterator* input = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (stopped_ || ended_ || paused_ || slots_.size() >= options_.capacity) return false;
    input = input_.get();
  }
  if (cx.ShouldYield()) {
    (void)YieldTo(cx);
    return false;
  }
  Element element;
  const Result<Progress> progress = NextGuarded(input, cx, &element);
  if (!progress.ok()) {
    Add(ElementFuture::Made(progress.status(), {}));
    return true;
  }
  if (*progress == Progress::kPending) return false;
  if (*progress == Progress::kElement) {
    if (!options_.function.function) {
      Add(ElementFuture::Made(OkStatus(), std::move(element)));
    } else {
      Add(ElementFuture::Call(options_.function, element, false, context_->cancellation()));
    }
    return true;
  }
  Ref<Waker> consumer;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    consumer = std::move(consumer_);
  }
  if (consumer) consumer->Wake();
  return false;
}

void RunAhead::Poll() {
  {
    const std::lock_guard lock(mutex_);
    if (paused_ || stopped_) return;
    polling_ = true;
  }
  const Status failure = Guarded([this] {
    const PollContext cx(Ref<Waker>::Share(this));
    while (TakeOne(cx)) {
    }
    return OkStatus();
  });
  Ref<DatasetIterator> dropped;
  Ref<Waker> consumer;
  {
    const std::lock_guard lock(mutex_);
    polling_ = false;
    if (!failure.ok()) {
      // There was no memory for a slot, so an element is lost: the pass cannot go on.
      failure_ = failure;
      ended_ = true;
    }
    if (stopped_) dropped = std::move(input_);
    if (paused_ || ended_) consumer = std::move(consumer_);
  }
  if (consumer) consumer->Wake();
}

Result<Progress> RunAhead::Next(const PollContext& cx, Element* out, int64_t* index) {
  Slot slot;
  {
    const std::lock_guard lock(mutex_);
    paused_ = false;
    auto found = slots_.begin();
    if (!options_.in_order) {
      found =
          std::find_if(slots_.begin(), slots_.end(), [](const Slot& s) { return s.future->ended(); });
      if (found == slots_.end()) found = slots_.begin();
    }
    if (slots_.empty()) {
      if (!failure_.ok()) return std::exchange(failure_, OkStatus());
      if (ended_) return Progress::kEnd;
      consumer_ = cx.waker();
    } else {
      slot = *found;
    }
    if (!options_.in_order) consumer_ = cx.waker();
  }
  if (!slot.future) {
    Wake();
    return Progress::kPending;
  }
  if (index != nullptr) *index = slot.index;
  Result<Progress> progress = slot.future->Poll(cx, out);
  if (!options_.in_order && progress.ok() && *progress == Progress::kPending) {
    // Whichever ends first is the next.
    std::vector<Ref<ElementFuture>> others;
    {
      const std::lock_guard lock(mutex_);
      for (const Slot& s : slots_) others.push_back(s.future);
    }
    for (const auto& other : others) {
      if (other->WakeWhenEnded(cx.waker())) cx.waker()->Wake();
    }
  }
  if (progress.ok() && *progress == Progress::kPending) {
    Wake();
    return progress;
  }
  bool wanted = false;
  {
    const std::lock_guard lock(mutex_);
    const auto it =
        std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return s.index == slot.index; });
    if (it != slots_.end()) slots_.erase(it);
    // Without calls to start, half of a long buffer is filled at a time: waking for each element costs
    // more than moving it. A short one is always full, since programs count on that.
    wanted = static_cast<bool>(options_.function.function) || options_.capacity <= kShortBuffer ||
             slots_.size() <= options_.capacity / 2;
  }
  if (wanted) Wake();
  return progress;
}

void RunAhead::Stop() {
  Ref<DatasetIterator> dropped;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    slots_.clear();
    consumer_ = nullptr;
    if (!polling_) dropped = std::move(input_);
  }
}

Result<Progress> RunAhead::Save(const PollContext& cx, StateWriter* writer) {
  std::deque<Slot> slots;
  bool ended = false;
  {
    const std::lock_guard lock(mutex_);
    paused_ = true;  // until the next element is asked for
    if (polling_) {
      consumer_ = cx.waker();
      return Progress::kPending;
    }
    slots = slots_;
    ended = ended_;
  }
  for (const Slot& slot : slots) {
    if (!slot.future->WakeWhenEnded(cx.waker())) return Progress::kPending;
    if (!slot.future->status().ok())
      return Unimplemented("the state of a buffer with an element that has failed");
  }
  writer->Number(ended ? 1 : 0);
  if (!ended) RUNNEL_POLL(input_->Save(cx, writer));
  writer->Number(next_index_);
  writer->Number(static_cast<int64_t>(slots.size()));
  for (const Slot& slot : slots) {
    writer->Number(slot.index);
    RUNNEL_RETURN_IF_ERROR(writer->Tensors(slot.future->element()));
  }
  return Progress::kElement;
}

Status RunAhead::Restore(StateReader* reader, std::span<const DType> types) {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t ended, reader->Number(0, 1));
  if (ended == 0) RUNNEL_RETURN_IF_ERROR(input_->Restore(reader));
  RUNNEL_ASSIGN_OR_RETURN(next_index_, reader->Number(0));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, reader->Number(0));
  ended_ = ended != 0;
  for (int64_t i = 0; i < count; ++i) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t index, reader->Number(0));
    RUNNEL_ASSIGN_OR_RETURN(Element element, reader->Tensors(types));
    slots_.push_back({index, ElementFuture::Made(OkStatus(), std::move(element))});
  }
  return OkStatus();
}

}  // namespace runnel

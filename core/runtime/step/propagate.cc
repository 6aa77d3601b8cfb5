// Propagation: how outputs reach their consumers.
//
// Each (frame, iteration) has a pending count per node. The edge that takes it to zero makes the node
// ready; it is dead if any of its inputs was (a Merge: if all were). Frames are TensorFlow's. The first
// Enter makes a child frame within an iteration of its parent. NextIteration moves a value into the next
// iteration, of which at most parallel_iterations exist at once; further values wait in next_roots. An
// Exit gives its value to the parent's iteration. An iteration ends when nothing runs in it, it has no
// child frames, and the iteration before it has ended. A frame ends with its last iteration; only then
// do its dead Exits tell the parent that no value will come.
//
// The root frame needs no lock: its counts are atomic, and only Merges take one. Any other frame changes
// under its own lock. Source: Yu et al. 2018, "Dynamic control flow in large-scale machine learning".
#include "core/runtime/step/step_internal.h"

#include <algorithm>

namespace runnel {

Step::Iteration* Step::NewIteration(Frame* frame, int64_t number) {
  const FrameInfo& info = *frame->info;
  std::unique_ptr<Iteration> iteration;
  {
    const std::lock_guard lock(mutex_);
    auto& free = free_iterations_[static_cast<size_t>(frame->number)];
    if (!free.empty()) {
      iteration = std::move(free.back());
      free.pop_back();
    }
  }
  if (iteration == nullptr) {
    iteration = std::make_unique<Iteration>();
    iteration->entries = std::make_unique<Entry[]>(static_cast<size_t>(info.num_slots));
    iteration->pending = std::make_unique<std::atomic<int32_t>[]>(info.pending.size());
    iteration->dead = std::make_unique<std::atomic<int32_t>[]>(info.pending.size());
  }
  iteration->number = number;
  iteration->outstanding.store(0, std::memory_order_relaxed);
  iteration->outstanding_frames = 0;
  for (size_t i = 0; i < info.pending.size(); ++i) {
    iteration->pending[i].store(info.pending[i], std::memory_order_relaxed);
    iteration->dead[i].store(0, std::memory_order_relaxed);
  }
  Iteration* raw = iteration.get();
  frame->slot(number) = std::move(iteration);
  return raw;
}

// The last of an op's edges may be the only one: then the value is moved, not shared.
void Step::Activate(const ExecNode& node, bool dead, Frame* frame, Iteration* iteration,
                    std::span<Entry> outputs, int only_output, ReadyList* next) {
  const bool is_root = frame->is_root();
  const ExecEdge* const first = plan_->edges.data() + node.first_edge;
  const ExecEdge* const last = plan_->edges.data() + node.last_edge;
  for (const ExecEdge* edge = first; edge != last; ++edge) {
    const bool control = edge->dst_slot < 0;
    if (only_output != kAll &&
        (only_output == kOnlyControl ? !control : edge->src_output != only_output))
      continue;
    const ExecNode& dst = plan_->nodes.data()[edge->dst];
    Entry* const entry = control ? nullptr : &outputs[static_cast<size_t>(edge->src_output)];
    if (dst.kind == NodeKind::kMerge) {
      if (is_root) {
        const std::lock_guard lock(frame->mutex);
        ActivateMerge(dst, *edge, entry, frame, iteration, next);
      } else {
        ActivateMerge(dst, *edge, entry, frame, iteration, next);
      }
      continue;
    }
    const bool edge_dead = control ? dead : entry->dead;
    bool dst_dead = edge_dead;
    if (!edge_dead && !control) {
      Entry& slot = iteration->entries[static_cast<size_t>(edge->dst_slot)];
      if (edge + 1 == last && outputs.size() == 1) {
        slot.tensor = std::move(entry->tensor);
      } else {
        slot.tensor = entry->tensor;
      }
    }
    if (dst.count >= 0) {
      const size_t count = static_cast<size_t>(dst.count);
      if (edge_dead) iteration->dead[count].fetch_add(1, std::memory_order_relaxed);
      if (iteration->pending[count].fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
      dst_dead = iteration->dead[count].load(std::memory_order_relaxed) > 0;
    }
    if (!is_root) iteration->outstanding.fetch_add(1, std::memory_order_relaxed);
    next->push_back({&dst, frame, iteration, dst_dead && dst.kind != NodeKind::kControlTrigger});
  }
}

// A Merge's count is 1 + 2 * control inputs; its low bit means that the Merge has neither a live value
// nor run. It runs once: with its first live value, or dead when all of its inputs are dead. The Merge
// at a loop's head is dead if every value that enters the loop is dead: a back edge brings a value only
// in a loop that runs, and that value is live.
void Step::ActivateMerge(const ExecNode& merge, const ExecEdge& edge, const Entry* entry, Frame* frame,
                         Iteration* iteration, ReadyList* next) {
  std::atomic<int32_t>& pending = iteration->pending[static_cast<size_t>(merge.count)];
  std::atomic<int32_t>& dead_count = iteration->dead[static_cast<size_t>(merge.count)];
  int32_t count = pending.load(std::memory_order_relaxed);
  const bool may_die = merge.index == merge.num_inputs || iteration->number == 0;
  if (entry == nullptr) {
    count -= 2;
  } else if (entry->dead) {
    dead_count.fetch_add(1, std::memory_order_relaxed);
  } else if ((count & 1) != 0) {
    // A step that ended before this Merge ran may have left a value in a slot.
    Entry* const slots = iteration->entries.get() + merge.first_slot;
    for (int32_t k = 0; k < merge.num_inputs; ++k) slots[k].tensor.Reset();
    iteration->entries[static_cast<size_t>(edge.dst_slot)].tensor = entry->tensor;
    count &= ~1;
  } else {
    return;  // not the first
  }
  const bool dead =
      (count & 1) != 0 && may_die && dead_count.load(std::memory_order_relaxed) >= merge.index;
  const bool ready = dead ? count == 1 : count == 0 && pending.load(std::memory_order_relaxed) != 0;
  pending.store(dead && ready ? 0 : count, std::memory_order_relaxed);
  if (!ready) return;
  if (!frame->is_root()) iteration->outstanding.fetch_add(1, std::memory_order_relaxed);
  next->push_back({&merge, frame, iteration, dead});
}

Step::Frame* Step::ChildFrame(Frame* parent, Iteration* iteration, const ExecNode& enter) {
  const std::lock_guard lock(parent->mutex);
  for (const auto& child : iteration->children) {
    if (child->number == enter.index) return child.get();
  }
  auto child = std::make_unique<Frame>();
  child->info = &plan_->frames[static_cast<size_t>(enter.index)];
  child->number = enter.index;
  child->parent = parent;
  child->parent_iteration = iteration;
  child->pending_enters = child->info->num_enters;
  child->iterations.resize(static_cast<size_t>(child->info->parallel_iterations) + 1);
  NewIteration(child.get(), 0);
  ++iteration->outstanding_frames;
  iteration->children.push_back(std::move(child));
  return iteration->children.back().get();
}

void Step::IncrementIteration(Frame* frame, ReadyList* next) {
  const int64_t number = ++frame->iteration_count;
  Iteration* iteration = NewIteration(frame, number);
  ++frame->outstanding_iterations;
  frame->dead_exits.clear();
  std::vector<std::pair<const ExecNode*, Entry>> waiting = std::move(frame->next_roots);
  frame->next_roots.clear();
  for (auto& [node, entry] : waiting) {
    Activate(*node, entry.dead, frame, iteration, {&entry, 1}, kAll, next);
  }
  for (const auto& [node, entry] : frame->invariants) {
    Entry copy = entry;
    Activate(*node, copy.dead, frame, iteration, {&copy, 1}, kAll, next);
  }
}

// Ends finished iterations in order, beginning with `from`. True if the frame is done.
bool Step::CleanupIterations(Frame* frame, int64_t from, ReadyList* next) {
  for (int64_t i = from; i <= frame->iteration_count; ++i) {
    Iteration* iteration = frame->slot(i).get();
    if (iteration == nullptr || iteration->number != i) break;
    const bool before_done = i == 0
                                 ? frame->pending_enters == 0
                                 : frame->slot(i - 1) == nullptr || frame->slot(i - 1)->number != i - 1;
    if (iteration->outstanding.load(std::memory_order_acquire) != 0 ||
        iteration->outstanding_frames != 0 || !before_done) {
      break;
    }
    {
      const std::lock_guard lock(mutex_);
      free_iterations_[static_cast<size_t>(frame->number)].push_back(std::move(frame->slot(i)));
    }
    --frame->outstanding_iterations;
    if (!frame->next_roots.empty()) IncrementIteration(frame, next);
  }
  return frame->pending_enters == 0 && frame->outstanding_iterations == 0;
}

// Tells the parent that no value will come from the Exits that were dead in the last iteration, then
// removes the frame. That may end the parent's iteration, and so on.
void Step::FrameDone(Frame* frame, ReadyList* next) {
  for (bool done = true; done;) {
    Frame* const parent = frame->parent;
    Iteration* const iteration = frame->parent_iteration;
    done = false;
    std::unique_lock lock(parent->mutex, std::defer_lock);
    // In the root frame Activate locks by itself, where a Merge needs it.
    if (!parent->is_root()) lock.lock();
    Entry dead;
    dead.dead = true;
    for (const ExecNode* exit : frame->dead_exits) {
      if (frame->HasLeft(exit)) continue;
      Activate(*exit, true, parent, iteration, {&dead, 1}, kAll, next);
    }
    if (parent->is_root()) lock.lock();
    const auto it = std::find_if(iteration->children.begin(), iteration->children.end(),
                                 [&](const auto& child) { return child.get() == frame; });
    iteration->children.erase(it);
    --iteration->outstanding_frames;
    if (!parent->is_root()) done = CleanupIterations(parent, iteration->number, next);
    frame = parent;
  }
}

// The consumer of an Exit runs once: a second value would overwrite the first.
Status Step::LeavesTwice(const ExecNode& exit, const Iteration& iteration) {
  return Status(
      Code::kInvalidArgument,
      StrCat("node \"", exit.details->name, "\" (Exit) has a value to give in iteration ",
             iteration.number, " of frame \"", plan_->frames[static_cast<size_t>(exit.frame)].name,
             "\" and had one before: it must be dead in all but one, as behind a Switch on "
             "the loop's condition"),
      exit.details->name);
}

bool Step::FinishOp(Frame* frame, Iteration* iteration, ReadyList* next) {
  return iteration->outstanding.fetch_sub(1, std::memory_order_acq_rel) == 1 &&
         CleanupIterations(frame, iteration->number, next);
}

void Step::EnterFrame(const Ready& from, std::span<Entry> outputs, ReadyList* next) {
  const ExecNode& node = *from.node;
  Frame* const child = ChildFrame(from.frame, from.iteration, node);
  bool child_done = false;
  {
    const std::lock_guard lock(child->mutex);
    if (node.constant_enter) {
      child->invariants.emplace_back(&node, outputs[0]);
      for (int64_t i = 0; i <= child->iteration_count; ++i) {
        Iteration* at = child->slot(i).get();
        if (at == nullptr || at->number != i) continue;
        Entry copy = outputs[0];
        Activate(node, copy.dead, child, at, {&copy, 1}, kAll, next);
      }
    } else {
      Activate(node, outputs[0].dead, child, child->slot(0).get(), outputs, kAll, next);
    }
    --child->pending_enters;
    // A frame that only dead values have entered may be done already.
    child_done = CleanupIterations(child, 0, next);
  }
  if (child_done) FrameDone(child, next);
}

Status Step::LeaveFrame(const Ready& from, std::span<Entry> outputs, ReadyList* next) {
  const ExecNode& node = *from.node;
  Frame* const frame = from.frame;
  Iteration* const iteration = from.iteration;
  if (!from.dead) {
    {
      const std::lock_guard lock(frame->mutex);
      if (frame->HasLeft(&node)) return LeavesTwice(node, *iteration);
      frame->live_exits.push_back(&node);
    }
    Frame* const parent = frame->parent;
    std::unique_lock lock(parent->mutex, std::defer_lock);
    if (!parent->is_root()) lock.lock();
    Activate(node, false, parent, frame->parent_iteration, outputs, kAll, next);
  }
  bool frame_done = false;
  {
    const std::lock_guard lock(frame->mutex);
    // Only the last iteration's dead Exits count: in earlier iterations every Exit is dead.
    if (from.dead && iteration->number == frame->iteration_count) frame->dead_exits.push_back(&node);
    frame_done = FinishOp(frame, iteration, next);
  }
  if (frame_done) FrameDone(frame, next);
  return OkStatus();
}

bool Step::PassOn(const Ready& from, std::span<Entry> outputs, ReadyList* next) {
  const ExecNode& node = *from.node;
  Frame* const frame = from.frame;
  Iteration* const iteration = from.iteration;
  const std::lock_guard lock(frame->mutex);
  if (!from.dead) {
    if (iteration->number == frame->iteration_count &&
        frame->outstanding_iterations == frame->info->parallel_iterations) {
      frame->next_roots.emplace_back(&node, std::move(outputs[0]));
    } else {
      if (iteration->number == frame->iteration_count) IncrementIteration(frame, next);
      Activate(node, false, frame, frame->slot(iteration->number + 1).get(), outputs, kAll, next);
    }
  }
  return FinishOp(frame, iteration, next);
}

Status Step::Propagate(const Ready& from, std::span<Entry> outputs, bool data_done, ReadyList* next) {
  const ExecNode& node = *from.node;
  Frame* const frame = from.frame;
  Iteration* const iteration = from.iteration;
  if (frame->is_root() && node.kind != NodeKind::kEnter) {
    Activate(node, from.dead, frame, iteration, outputs, data_done ? kOnlyControl : kAll, next);
    return OkStatus();
  }
  bool frame_done = false;
  switch (node.kind) {
    case NodeKind::kEnter: {
      EnterFrame(from, outputs, next);
      // An Enter runs in the frame outside of its loop.
      if (frame->is_root()) return OkStatus();
      const std::lock_guard lock(frame->mutex);
      frame_done = FinishOp(frame, iteration, next);
      break;
    }
    case NodeKind::kExit:
      return LeaveFrame(from, outputs, next);
    case NodeKind::kNextIteration:
      frame_done = PassOn(from, outputs, next);
      break;
    default: {
      const std::lock_guard lock(frame->mutex);
      Activate(node, from.dead, frame, iteration, outputs, kAll, next);
      frame_done = FinishOp(frame, iteration, next);
      break;
    }
  }
  if (frame_done) FrameDone(frame, next);
  return OkStatus();
}

}  // namespace runnel

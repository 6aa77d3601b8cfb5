// Where a region's values lie in its arena: a piece for each from the op that fills it to the last that
// reads it, outputs over dying inputs where a kernel allows it.
#include "core/runtime/region/region_builder.h"

#include <algorithm>
#include <span>

namespace runnel {
namespace {

uint64_t ValueBytes(const RegionValue& value) {
  return static_cast<uint64_t>(value.shape.num_elements()) * DTypeSize(value.dtype);
}

// Free pieces of the arena, by offset. First fit that is smallest.
class FreeList {
 public:
  uint64_t Allocate(uint64_t bytes, uint64_t* end) {
    auto best = free_.end();
    for (auto it = free_.begin(); it != free_.end(); ++it) {
      if (it->second >= bytes && (best == free_.end() || it->second < best->second)) best = it;
      if (best != free_.end() && best->second == bytes) break;
    }
    if (best == free_.end()) {
      // Grow; a free piece at the very end is extended.
      uint64_t offset = *end;
      if (!free_.empty()) {
        const auto last = std::prev(free_.end());
        if (last->first + last->second == *end) {
          offset = last->first;
          free_.erase(last);
        }
      }
      *end = offset + bytes;
      return offset;
    }
    const uint64_t offset = best->first, size = best->second;
    free_.erase(best);
    if (size > bytes) free_[offset + bytes] = size - bytes;
    return offset;
  }

  void Free(uint64_t offset, uint64_t bytes) {
    auto next = free_.lower_bound(offset);
    if (next != free_.end() && offset + bytes == next->first) {
      bytes += next->second;
      next = free_.erase(next);
    }
    if (next != free_.begin()) {
      const auto before = std::prev(next);
      if (before->first + before->second == offset) {
        before->second += bytes;
        return;
      }
    }
    free_[offset] = bytes;
  }

 private:
  std::map<uint64_t, uint64_t> free_;
};

}  // namespace

// Places the storages one op after another, in the order in which the ops run.
class RegionBuilder::MemoryPlan {
 public:
  explicit MemoryPlan(RegionBuilder* of)
      : region_(*of->region_), storage_of_(of->storage_of_), storages_(of->storages_) {
    merged_.resize(storages_.size());
    for (size_t s = 0; s < merged_.size(); ++s) merged_[s] = static_cast<int>(s);
  }

  void Run() {
    FindLastUses();
    for (int i = 0; i < static_cast<int>(region_.ops.size()); ++i) {
      PlaceOutputs(i);
      PlaceWorkspace(&region_.ops[static_cast<size_t>(i)]);
      FreeWhatDies(i);
    }
    region_.arena_bytes = end_;
    SetValues();
  }

 private:
  void FindLastUses();
  void PlaceOutputs(int i);
  bool TakesOverInput(int i, int k, std::vector<int>* taken);
  void PlaceWorkspace(RegionOp* op);
  void FreeWhatDies(int i);
  void SetValues();

  int StorageOf(int32_t value) const { return storage_of_[static_cast<size_t>(value)]; }
  int Root(int s) const {
    while (merged_[static_cast<size_t>(s)] != s) s = merged_[static_cast<size_t>(s)];
    return s;
  }
  std::span<const int32_t> InputsOf(const RegionOp& op) const {
    return {region_.operands.data() + op.first_input, static_cast<size_t>(op.num_inputs)};
  }
  // Inputs and outputs.
  std::span<const int32_t> OperandsOf(const RegionOp& op) const {
    return {region_.operands.data() + op.first_input,
            static_cast<size_t>(op.first_output + op.num_outputs - op.first_input)};
  }

  Region& region_;
  const std::vector<int>& storage_of_;
  std::vector<Storage>& storages_;
  std::vector<int> merged_;  // by storage: the one that it took over, else itself
  FreeList free_;
  uint64_t end_ = 0, live_ = 0;
};

void RegionBuilder::PlanMemory() { MemoryPlan(this).Run(); }

void RegionBuilder::MemoryPlan::FindLastUses() {
  for (size_t i = 0; i < region_.ops.size(); ++i) {
    for (const int32_t value : OperandsOf(region_.ops[i])) {
      if (const int s = StorageOf(value); s >= 0)
        storages_[static_cast<size_t>(s)].last_use = static_cast<int>(i);
    }
  }
}

void RegionBuilder::MemoryPlan::PlaceOutputs(int i) {
  const RegionOp& op = region_.ops[static_cast<size_t>(i)];
  std::vector<int> taken;  // storages that an output of this op has taken over
  for (int k = 0; k < op.num_outputs; ++k) {
    const int s = StorageOf(region_.OutputOf(op, k));
    if (s < 0) continue;
    Storage& storage = storages_[static_cast<size_t>(s)];
    if (storage.exported || TakesOverInput(i, k, &taken)) continue;
    storage.offset = storage.bytes == 0 ? 0 : free_.Allocate(storage.bytes, &end_);
    storage.placed = true;
    live_ += storage.bytes;
    region_.live_bytes = std::max(region_.live_bytes, live_);
  }
}

// Whether output k of op i takes over the storage of an input that dies there.
bool RegionBuilder::MemoryPlan::TakesOverInput(int i, int k, std::vector<int>* taken) {
  const RegionOp& op = region_.ops[static_cast<size_t>(i)];
  if (op.kernel == nullptr) return false;
  const int32_t result = region_.OutputOf(op, k);
  const int s = StorageOf(result);
  const Storage& storage = storages_[static_cast<size_t>(s)];
  const auto inputs_in = [&](const RegionOp& of, int r) {
    const std::span<const int32_t> inputs = InputsOf(of);
    return std::count_if(inputs.begin(), inputs.end(), [&](int32_t operand) {
      return StorageOf(operand) >= 0 && Root(StorageOf(operand)) == r;
    });
  };
  const rnlp_kernel_row_t& row = op.kernel->row();
  for (uint32_t a = 0; a < row.num_aliases; ++a) {
    if (row.aliases[a].output != static_cast<uint32_t>(k) ||
        row.aliases[a].input >= static_cast<uint32_t>(op.num_inputs)) {
      continue;
    }
    const int32_t operand = InputsOf(op)[row.aliases[a].input];
    const int in = StorageOf(operand);
    if (in < 0) continue;
    const int r = Root(in);
    Storage& source = storages_[static_cast<size_t>(r)];
    // Not over an export, nor where the input outlives this op or is another input of it as well, nor an
    // input that comes before it in another output's place.
    // By their own sizes: rounded up to the alignment, unequal ones look equal.
    const bool same_size = ValueBytes(region_.values[static_cast<size_t>(operand)]) ==
                           ValueBytes(region_.values[static_cast<size_t>(result)]);
    if (source.exported || source.last_use > i || !same_size || source.bytes != storage.bytes ||
        r == s || !source.placed || inputs_in(op, r) > 1) {
      continue;
    }
    if (std::find(taken->begin(), taken->end(), r) != taken->end()) continue;
    taken->push_back(r);
    merged_[static_cast<size_t>(s)] = r;
    source.last_use = std::max(storage.last_use, i);
    return true;
  }
  return false;
}

void RegionBuilder::MemoryPlan::PlaceWorkspace(RegionOp* op) {
  if (op->kernel == nullptr || op->kernel->workspace_bytes == 0) return;
  const uint64_t bytes = region_.BytesInArena(op->kernel->workspace_bytes);
  op->workspace_offset = free_.Allocate(bytes, &end_);
  region_.live_bytes = std::max(region_.live_bytes, live_ + bytes);
  free_.Free(op->workspace_offset, bytes);
}

// What op i used for the last time.
void RegionBuilder::MemoryPlan::FreeWhatDies(int i) {
  for (const int32_t value : OperandsOf(region_.ops[static_cast<size_t>(i)])) {
    if (StorageOf(value) < 0) continue;
    Storage& storage = storages_[static_cast<size_t>(Root(StorageOf(value)))];
    if (!storage.placed || storage.last_use > i || storage.exported) continue;
    if (storage.bytes > 0) free_.Free(storage.offset, storage.bytes);
    live_ -= storage.bytes;
    storage.placed = false;
  }
}

void RegionBuilder::MemoryPlan::SetValues() {
  for (size_t v = 0; v < region_.values.size(); ++v) {
    if (storage_of_[v] < 0) continue;
    Storage& storage = storages_[static_cast<size_t>(Root(storage_of_[v]))];
    RegionValue& value = region_.values[v];
    if (storage.exported) {
      if (storage.export_memory < 0) storage.export_memory = region_.num_export_memories++;
      value.kind = RegionValue::Kind::kExport;
      value.index = storage.export_memory;
    } else {
      value.kind = RegionValue::Kind::kArena;
      value.offset = storage.offset;
    }
  }
}

}  // namespace runnel

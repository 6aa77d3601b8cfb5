// Where a region's values lie in its arena: a piece for each from the op that fills it to the last that
// reads it, outputs over dying inputs where a kernel allows it.
#include "core/runtime/region/region_builder.h"

#include <algorithm>

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

Status RegionBuilder::PlanMemory() {
  const int n = static_cast<int>(region_->ops.size());
  for (int i = 0; i < n; ++i) {
    const RegionOp& op = region_->ops[static_cast<size_t>(i)];
    for (int k = op.first_input; k < op.first_output + op.num_outputs; ++k) {
      const int s = storage_of_[static_cast<size_t>(region_->operands[static_cast<size_t>(k)])];
      if (s >= 0) storages_[static_cast<size_t>(s)].last_use = i;
    }
  }
  // In place: an output takes over the storage of an input that dies here.
  std::vector<int> merged(storages_.size());
  for (size_t s = 0; s < merged.size(); ++s) merged[s] = static_cast<int>(s);
  const auto root = [&](int s) {
    while (merged[static_cast<size_t>(s)] != s) s = merged[static_cast<size_t>(s)];
    return s;
  };
  const auto inputs_in = [&](const RegionOp& op, int r) {
    const int* const first = region_->operands.data() + op.first_input;
    return std::count_if(first, first + op.num_inputs, [&](int operand) {
      const int s = storage_of_[static_cast<size_t>(operand)];
      return s >= 0 && root(s) == r;
    });
  };
  FreeList free;
  std::vector<std::vector<int>> dying(static_cast<size_t>(n));
  uint64_t end = 0, live = 0;
  const auto place = [&](Storage& storage) {
    storage.offset = storage.bytes == 0 ? 0 : free.Allocate(storage.bytes, &end);
    storage.placed = true;
    live += storage.bytes;
    region_->live_bytes = std::max(region_->live_bytes, live);
  };
  for (int i = 0; i < n; ++i) {
    RegionOp& op = region_->ops[static_cast<size_t>(i)];
    std::vector<int> taken;  // storages that an output of this op has taken over
    for (int k = 0; k < op.num_outputs; ++k) {
      const int s = storage_of_[static_cast<size_t>(region_->OutputOf(op, k))];
      if (s < 0) continue;
      Storage& storage = storages_[static_cast<size_t>(s)];
      if (op.kernel != nullptr) {
        const rnlp_kernel_row_t& row = op.kernel->row();
        for (uint32_t a = 0; a < row.num_aliases && merged[static_cast<size_t>(s)] == s; ++a) {
          if (row.aliases[a].output != static_cast<uint32_t>(k) ||
              row.aliases[a].input >= static_cast<uint32_t>(op.num_inputs)) {
            continue;
          }
          const int operand =
              region_->operands[static_cast<size_t>(op.first_input) + row.aliases[a].input];
          const int in = storage_of_[static_cast<size_t>(operand)];
          if (in < 0) continue;
          const int r = root(in);
          Storage& source = storages_[static_cast<size_t>(r)];
          // Not over an export, nor where the input outlives this op or is another input of it as well,
          // nor an input that comes before it in another output's place.
          // By their own sizes: rounded up to the alignment, unequal ones look equal.
          const int result = region_->OutputOf(op, k);
          const bool same_size = ValueBytes(region_->values[static_cast<size_t>(operand)]) ==
                                 ValueBytes(region_->values[static_cast<size_t>(result)]);
          if (source.exported || source.last_use > i || !same_size || source.bytes != storage.bytes ||
              r == s || !source.placed || inputs_in(op, r) > 1) {
            continue;
          }
          if (storage.exported || std::find(taken.begin(), taken.end(), r) != taken.end()) continue;
          taken.push_back(r);
          merged[static_cast<size_t>(s)] = r;
          source.last_use = std::max(storage.last_use, i);
        }
      }
      if (merged[static_cast<size_t>(s)] != s || storage.exported) continue;
      place(storage);
    }
    if (op.kernel != nullptr && op.kernel->workspace_bytes > 0) {
      const uint64_t bytes = region_->BytesInArena(op.kernel->workspace_bytes);
      op.workspace_offset = free.Allocate(bytes, &end);
      region_->live_bytes = std::max(region_->live_bytes, live + bytes);
      free.Free(op.workspace_offset, bytes);
    }
    // What this op used for the last time.
    for (int k = op.first_input; k < op.first_output + op.num_outputs; ++k) {
      const int s0 = storage_of_[static_cast<size_t>(region_->operands[static_cast<size_t>(k)])];
      if (s0 < 0) continue;
      Storage& storage = storages_[static_cast<size_t>(root(s0))];
      if (!storage.placed || storage.last_use > i || storage.exported) continue;
      if (storage.bytes > 0) free.Free(storage.offset, storage.bytes);
      live -= storage.bytes;
      storage.placed = false;
    }
  }
  region_->arena_bytes = end;
  for (size_t v = 0; v < region_->values.size(); ++v) {
    if (storage_of_[v] < 0) continue;
    Storage& storage = storages_[static_cast<size_t>(root(storage_of_[v]))];
    RegionValue& value = region_->values[v];
    if (storage.exported) {
      if (storage.export_memory < 0) storage.export_memory = region_->num_export_memories++;
      value.kind = RegionValue::Kind::kExport;
      value.index = storage.export_memory;
    } else {
      value.kind = RegionValue::Kind::kArena;
      value.offset = storage.offset;
    }
  }
  return OkStatus();
}

}  // namespace runnel

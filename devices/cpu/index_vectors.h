// Slices of a tensor, named by vectors of indices.
#ifndef RUNNEL_DEVICES_CPU_INDEX_VECTORS_H_
#define RUNNEL_DEVICES_CPU_INDEX_VECTORS_H_

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {

// The vectors in the last dimension of `indices`, each naming a slice of a tensor of shape `whole`.
struct IndexVectors {
  const rnlp_tensor_t* indices;
  const int64_t* whole;
  int32_t rank;  // of the whole
  int32_t depth;
  int64_t count;  // vectors
  int64_t slice;  // elements of a slice
  int64_t strides[kMaxRank + 1];
  bool skip_bad = false;  // vectors out of range have no place, instead of being errors

  rnlp_status_t* Init(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* from,
                      int32_t whole_rank, const int64_t* dims);
  // Updates have a slice for every vector.
  rnlp_status_t* CheckUpdates(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* updates) const;
  // Where the slice of vector i begins; -1 for one that is skipped.
  int64_t Place(int64_t i) const {
    int64_t place = 0;
    for (int32_t d = 0; d < depth; ++d) {
      const int64_t index = IndexAt(indices, i * depth + d);
      if (skip_bad && (index < 0 || index >= whole[d])) return -1;
      place += index * strides[d];
    }
    return place;
  }
};

// The attr bad_indices_policy: whether it says IGNORE.
rnlp_status_t* AttrSkipsBadIndices(const rnlp_host_t* host, const rnlp_node_t* node, bool* out);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_INDEX_VECTORS_H_

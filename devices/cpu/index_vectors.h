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

  rnlp_status_t* Init(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* from,
                      int32_t whole_rank, const int64_t* dims);
  // Updates have a slice for every vector.
  rnlp_status_t* CheckUpdates(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* updates) const;
  // Where the slice of vector i begins.
  int64_t Place(int64_t i) const {
    int64_t place = 0;
    for (int32_t d = 0; d < depth; ++d) place += IndexAt(indices, i * depth + d) * strides[d];
    return place;
  }
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_INDEX_VECTORS_H_

// What kernels that read or update variables share.
#ifndef RUNNEL_DEVICES_CPU_VARIABLE_H_
#define RUNNEL_DEVICES_CPU_VARIABLE_H_

#include "devices/cpu/kernel_base.h"
#include "plugins/sdk/variable.h"

namespace runnel::cpu {

using plugin::ResolveVariable;

// Errors: INVALID_ARGUMENT naming argument `arg`.
rnlp_status_t* RequireVariableShape(const rnlp_run_t* run, const char* op, const char* arg,
                                    const rnlp_tensor_t* tensor, const rnlp_tensor_t* var);
rnlp_status_t* RequireOneElement(const rnlp_run_t* run, const char* op, const char* arg,
                                 const rnlp_tensor_t* tensor);
// Every index lies in [0,limit).
rnlp_status_t* CheckIndices(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* indices,
                            int64_t limit);

// Calls f(i, row_of(i)) for every i below `count`. Each row belongs to one thread, so that what is done
// to it is done in the order of i, however many threads there are.
template <typename RowOf, typename F>
void ForEachRow(const rnlp_run_t* run, int64_t count, int64_t row_elements, const RowOf& row_of,
                const F& f) {
  const int64_t parts = row_elements == 0 || count < kParallelElements / row_elements ? 1 : 16;
  ParallelFor(run, parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part) {
      for (int64_t i = 0; i < count; ++i) {
        const int64_t row = row_of(i);
        if (row % parts == part) f(i, row);
      }
    }
  });
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_VARIABLE_H_

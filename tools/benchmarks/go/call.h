// The same prepared call from C, as often as it is told: what Go's is held against.
#ifndef RUNNEL_TOOLS_BENCHMARKS_GO_CALL_H_
#define RUNNEL_TOOLS_BENCHMARKS_GO_CALL_H_

#include <runnel/runnel.h>

// A callable of x + 1 and a two to feed it with.
typedef struct call_t {
  rnl_callable_t* callable;
  rnl_tensor_t* two;
} call_t;

rnl_status_t* call_create(call_t* out_call);
// The sum of `count` results.
rnl_status_t* call_many(const call_t* call, int32_t count, double* out_sum);

#endif  // RUNNEL_TOOLS_BENCHMARKS_GO_CALL_H_

/* The kernel rows of the CPU plugin, for whoever lists them: plugin.cc, and the virtual device, which
 * runs the same code on threads of its own. Rows never use their `device` argument, keep no globals and
 * touch nothing but the tensors, the workspace and the host table that a call hands them.
 */
#ifndef RUNNEL_DEVICES_CPU_KERNEL_ROWS_H_
#define RUNNEL_DEVICES_CPU_KERNEL_ROWS_H_

#include "plugins/abi/rnlp_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The constant array of all rows, and its length. Any thread; the same answer every time. */
const rnlp_kernel_row_t* const* rnlp_cpu_kernel_rows(uint32_t* out_count);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* RUNNEL_DEVICES_CPU_KERNEL_ROWS_H_ */

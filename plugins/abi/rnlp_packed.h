/* What a packed layout (rnlp_plan_t.packed_layout) says of itself. Since minor 3. */
#ifndef RUNNEL_PLUGINS_ABI_RNLP_PACKED_H_
#define RUNNEL_PLUGINS_ABI_RNLP_PACKED_H_

#include <stdint.h>

/* A bit of packed_layout: runs that have the form do not read the input itself, whose data may then be
 * NULL. */
#define RNLP_PACKED_ALONE (UINT64_C(1) << 63)

#endif /* RUNNEL_PLUGINS_ABI_RNLP_PACKED_H_ */

// What ends a file of kernel rows.
#ifndef RUNNEL_DEVICES_CPU_ROWS_H_
#define RUNNEL_DEVICES_CPU_ROWS_H_

#include <span>

#include "plugins/abi/rnlp_kernel.h"
#include "runnel_chosen.h"

// RUNNEL_CPU_ROWS(Math), behind the constexpr array kMathRows: MathRows() gives those of its rows that
// this build has. By this line the build finds the file (tools/cmake/families.cmake).
#define RUNNEL_CPU_ROWS(family) \
  std::span<const rnlp_kernel_row_t> family##Rows() { return ChosenRows<k##family##Rows>::All(); }

#endif  // RUNNEL_DEVICES_CPU_ROWS_H_

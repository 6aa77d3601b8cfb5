#include "tests/cuda/fake/warp_matrix.h"
// after the language that it is written in
#include "devices/cuda/device_code/attention.cu"

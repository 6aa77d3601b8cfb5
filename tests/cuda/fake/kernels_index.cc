#include "devices/cuda/kernels/index.cu"

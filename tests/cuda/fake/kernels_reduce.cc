#include "devices/cuda/kernels/reduce.cu"

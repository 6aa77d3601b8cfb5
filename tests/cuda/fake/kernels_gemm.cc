#include "devices/cuda/kernels/gemm.cu"

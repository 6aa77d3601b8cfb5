#include "devices/cuda/device_code/gemm.cu"

#include "devices/cuda/kernels/conv.cu"

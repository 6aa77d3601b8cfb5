#include "devices/cuda/kernels/optimizer.cu"

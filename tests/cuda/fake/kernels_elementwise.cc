#include "devices/cuda/kernels/elementwise.cu"

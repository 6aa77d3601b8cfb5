#include "devices/cuda/kernels/move.cu"

#include "devices/cuda/kernels/window.cu"

#include "devices/cuda/device_code/reduce.cu"

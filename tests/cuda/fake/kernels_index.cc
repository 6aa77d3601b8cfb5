#include "devices/cuda/device_code/index.cu"

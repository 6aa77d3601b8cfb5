#include "devices/cuda/device_code/conv.cu"

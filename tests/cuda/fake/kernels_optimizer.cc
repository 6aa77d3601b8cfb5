#include "devices/cuda/device_code/optimizer.cu"

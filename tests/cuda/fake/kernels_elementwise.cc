#include "devices/cuda/device_code/elementwise.cu"

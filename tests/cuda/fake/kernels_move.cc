#include "devices/cuda/device_code/move.cu"

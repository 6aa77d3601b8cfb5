#include "devices/cuda/device_code/window.cu"

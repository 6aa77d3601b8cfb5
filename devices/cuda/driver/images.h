// The compiled kernels: a fat binary for each file of device_code/, part of this library.
#ifndef RUNNEL_DEVICES_CUDA_DRIVER_IMAGES_H_
#define RUNNEL_DEVICES_CUDA_DRIVER_IMAGES_H_

namespace runnel::cuda {

// X(family): device_code/<family>.cu
#define RUNNEL_CUDA_IMAGES_LIST(X) \
  X(elementwise) X(move) X(gemm) X(attention) X(optimizer) X(reduce) X(conv) X(window) X(index)

enum Family : int {
#define RUNNEL_CUDA_FAMILY(name) k_##name,
  RUNNEL_CUDA_IMAGES_LIST(RUNNEL_CUDA_FAMILY)
#undef RUNNEL_CUDA_FAMILY
      kNumFamilies
};

struct Image {
  const char* name;
  const void* data;
};
const Image& ImageOf(Family family);

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DRIVER_IMAGES_H_

#include "devices/cuda/driver/images.h"

// The build says where the fat binaries lie: RUNNEL_CUDA_IMAGE_DIR.
#define RUNNEL_CUDA_INCLUDE_IMAGE(name)            \
  asm(".section .rodata.rnl_cuda_" #name           \
      ",\"a\"\n"                                   \
      ".balign 64\n"                               \
      ".globl rnl_cuda_image_" #name               \
      "\n"                                         \
      ".hidden rnl_cuda_image_" #name              \
      "\n"                                         \
      "rnl_cuda_image_" #name                      \
      ":\n"                                        \
      ".incbin \"" RUNNEL_CUDA_IMAGE_DIR "/" #name \
      ".fatbin\"\n"                                \
      ".byte 0\n"                                  \
      ".text\n");                                  \
  extern "C" const char rnl_cuda_image_##name[];
RUNNEL_CUDA_IMAGES_LIST(RUNNEL_CUDA_INCLUDE_IMAGE)
#undef RUNNEL_CUDA_INCLUDE_IMAGE

namespace runnel::cuda {
namespace {

#define RUNNEL_CUDA_LIST_IMAGE(name) {#name, rnl_cuda_image_##name},
constexpr Image kImages[] = {RUNNEL_CUDA_IMAGES_LIST(RUNNEL_CUDA_LIST_IMAGE)};
#undef RUNNEL_CUDA_LIST_IMAGE

}  // namespace

const Image& ImageOf(Family family) { return kImages[family]; }

}  // namespace runnel::cuda

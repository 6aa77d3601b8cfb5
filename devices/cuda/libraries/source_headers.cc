#include "devices/cuda/libraries/source_headers.h"

#include <cstdint>
#include <cstdio>

// The headers as text. The build says where they lie: RUNNEL_CUDA_CODE_DIR.
#define RUNNEL_CUDA_INCLUDE_TEXT(name)            \
  asm(".section .rodata.rnl_cuda_" #name          \
      ",\"a\"\n"                                  \
      ".globl rnl_cuda_text_" #name               \
      "\n"                                        \
      ".hidden rnl_cuda_text_" #name              \
      "\n"                                        \
      "rnl_cuda_text_" #name                      \
      ":\n"                                       \
      ".incbin \"" RUNNEL_CUDA_CODE_DIR "/" #name \
      ".h\"\n"                                    \
      ".byte 0\n"                                 \
      ".text\n");                                 \
  extern "C" const char rnl_cuda_text_##name[];
RUNNEL_CUDA_INCLUDE_TEXT(language)
RUNNEL_CUDA_INCLUDE_TEXT(element_codes)
RUNNEL_CUDA_INCLUDE_TEXT(element_ops)
RUNNEL_CUDA_INCLUDE_TEXT(fused_args)

namespace runnel::cuda {

const SourceHeader kSourceHeaders[kNumSourceHeaders] = {
    {"devices/cuda/device_code/language.h", rnl_cuda_text_language},
    {"devices/cuda/device_code/element_codes.h", rnl_cuda_text_element_codes},
    {"devices/cuda/device_code/element_ops.h", rnl_cuda_text_element_ops},
    {"devices/cuda/device_code/fused_args.h", rnl_cuda_text_fused_args},
};

namespace {

uint64_t Fnv(std::string_view text, uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

}  // namespace

std::string Digest(std::string_view text) {
  char out[40];
  std::snprintf(out, sizeof(out), "%016llx%016llx",
                static_cast<unsigned long long>(Fnv(text, 14695981039346656037u)),
                static_cast<unsigned long long>(Fnv(text, 0x9E3779B97F4A7C15u)));
  return out;
}

}  // namespace runnel::cuda

// What ops that resize images share: their attrs and sizes, and where the pixels of an axis lie.
#ifndef RUNNEL_DEVICES_CPU_RESIZE_H_
#define RUNNEL_DEVICES_CPU_RESIZE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {

// Which pixels of an image index i of its resized form is made of.
struct Place {
  int64_t low, high;
  float lerp;  // how far it is from low to high
  float Weight(int64_t pixel) const {
    return (low == pixel ? 1 - lerp : 0.0f) + (high == pixel ? lerp : 0.0f);
  }
};

// One axis: `size` pixels resized to `resized`.
struct ResizeAxis {
  int64_t size, resized;
  float scale;
  bool align, half;

  ResizeAxis(int64_t pixels, int64_t places, bool align_corners, bool half_pixel_centers)
      : size(pixels), resized(places), align(align_corners), half(half_pixel_centers) {
    scale = align && resized > 1 ? static_cast<float>(size - 1) / static_cast<float>(resized - 1)
                                 : static_cast<float>(size) / static_cast<float>(resized);
  }
  int64_t Clamp(float position) const {
    return std::clamp<int64_t>(static_cast<int64_t>(position), 0, size - 1);
  }
  Place Nearest(int64_t i) const {
    const float at = (static_cast<float>(i) + (half ? 0.5f : 0.0f)) * scale;
    const int64_t pixel = Clamp(align ? std::round(at) : std::floor(at));
    return {pixel, pixel, 0};
  }
  Place Linear(int64_t i) const {
    const float index = static_cast<float>(i);
    const float at = half ? (index + 0.5f) * scale - 0.5f : index * scale;
    const float floor = std::floor(at);
    return {Clamp(floor), Clamp(std::ceil(at)), at - floor};
  }
  template <bool kLinear>
  Place At(int64_t i) const {
    return kLinear ? Linear(i) : Nearest(i);
  }
  // The first index from which on places reach `pixel`.
  template <bool kLinear>
  int64_t FirstOf(int64_t pixel) const {
    int64_t begin = 0, end = resized;
    while (begin < end) {
      const int64_t middle = begin + (end - begin) / 2;
      if (At<kLinear>(middle).high < pixel)
        begin = middle + 1;
      else
        end = middle;
    }
    return begin;
  }
};

struct ResizeAttrs {
  const char* op;
  int32_t dtype = 0;
  bool align = false, half = false;
  uint64_t planned_bytes = 0;  // set once, by plan

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    // The images' type: most ops give float whatever they get.
    const bool back = host->node_op(host, node).data[host->node_op(host, node).size - 1] == 'd';
    dtype = back ? host->node_output_dtype(host, node, 0) : host->node_input_dtype(host, node, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "align_corners", &align));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "half_pixel_centers", &half));
    if (!align || !half) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: attrs align_corners and half_pixel_centers are both true", op);
  }

  // Sets the dims of the other image: rows and columns from `size`, or from an image.
  rnlp_status_t* Other(const rnlp_run_t* run, int64_t* dims) const {
    const rnlp_tensor_t* image = run->inputs[0];
    const rnlp_tensor_t* size = run->inputs[1];
    if (image->rank != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: images should have four dimensions, got %s", op,
                  ShapeText(image).text);
    }
    std::copy_n(image->dims, 4, dims);
    if (size->rank == 4) {
      dims[1] = size->dims[1];
      dims[2] = size->dims[2];
      if (!std::equal(dims, dims + 4, size->dims)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: batch and channels should be equal, got %s and %s", op, ShapeText(image).text,
                    ShapeText(size).text);
      }
    } else if (size->rank == 1 && size->dims[0] == 2 && size->dtype == RNLP_INT32) {
      dims[1] = IndexAt(size, 0);
      dims[2] = IndexAt(size, 1);
    } else {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: size should be two numbers, got shape %s", op,
                  ShapeText(size).text);
    }
    if (std::min({dims[1], dims[2], image->dims[1], image->dims[2]}) >= 1) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: images should have pixels before and after, got %s and %s", op,
                ShapeText(image).text, ShapeText(4, dims).text);
  }
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_RESIZE_H_

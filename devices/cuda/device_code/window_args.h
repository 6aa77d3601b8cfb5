// Arguments of what slides a window over images: convolutions, pools; and of batch normalisation.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_WINDOW_ARGS_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_WINDOW_ARGS_H_

#include "devices/cuda/device_code/args.h"

namespace runnel::cuda {

// Images or outputs of either layout: sizes, and how far apart elements are.
struct Layout {
  int rows, columns, channels;
  i64 batch_stride, row_stride, column_stride, channel_stride;
};
struct Window {
  int size[2], stride[2], dilation[2], before[2];
};

// Filters are [rows][columns][in][out]. `left` and `right` are what a product multiplies: image and
// filter, gradient and filter, image and gradient. A split of the sums leaves its results in `partial`,
// in float.
struct ConvArgs {  // conv_forward_, conv_input_, conv_filter_<type>; depthwise_…
  u64 left, right, out, partial;
  u64 bias;  // of conv_forward_: a number for each channel to add, or 0
  int relu;  // likewise: what is below 0 becomes 0 at last
  int batch;
  Layout image, output;
  Window window;
  int multiplier;  // of depthwise ones: outputs a channel
  int splits;
};

struct SumPartialArgs {  // sum_partial_<type>
  u64 partial, out;
  i64 count;
  int splits;
};

struct PoolArgs {  // max_pool_, max_pool_grad_, max_pool_grad_grad_, avg_pool_, avg_pool_grad_<type>
  u64 in, grad, out;
  int batch;
  Layout image, output;
  Window window;
};

// What is summed over each channel: for the forward pass x, then the squares of its distance from the
// mean; for the gradient dy, and dy times that distance.
enum NormSum : int { kNormMean, kNormVariance, kNormGradient };

struct NormArgs {  // norm_…_<type>: x is [outer][channels][inner]
  u64 x, dy, out;
  u64 scale, offset, mean, variance;  // of the op's inputs; 0: none
  u64 out_mean, out_variance, saved_mean, saved_variance;
  u64 grad_scale, grad_offset;
  // With `splits` above 1 each split leaves what it has in `partial`, [sums][splits][channels] of float,
  // and norm_finish makes results of them.
  u64 partial;
  int splits;
  int sum;    // NormSum
  int width;  // threads that sum neighbouring packs of channels, a power of two; 0: a channel a thread
  int pack;   // channels that a thread has then
  i64 outer, channels, inner;
  float epsilon, average;
  int training;
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_WINDOW_ARGS_H_

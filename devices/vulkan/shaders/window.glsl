// The geometry of a window over an image, as convolutions and pools get it.
layout(push_constant) uniform Push {
  uint batch, channels, out_channels;
  int image_h, image_w;
  int out_h, out_w;
  int taps_h, taps_w;
  int stride_h, stride_w;
  int dilation_h, dilation_w;
  int before_h, before_w;
  uint image_batch, image_row, image_col, image_channel;  // elements from one to the next
  uint out_batch, out_row, out_col, out_channel;
  uint splits;  // of the pixels, where sums over them have parts
} p;

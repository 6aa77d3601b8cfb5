// Sums and maxima over a row that kLanes invocations share: 1, or a whole workgroup of 256.
shared float part[kLanes];
float RowSum(float x) {
  if (kLanes == 1) return x;
  const uint lane = gl_LocalInvocationID.x;
  barrier();
  part[lane] = x;
  barrier();
  for (uint half_ = kLanes / 2; half_ > 0; half_ /= 2) {
    if (lane < half_) part[lane] += part[lane + half_];
    barrier();
  }
  return part[0];
}
float RowMax(float x) {
  if (kLanes == 1) return x;
  const uint lane = gl_LocalInvocationID.x;
  barrier();
  part[lane] = x;
  barrier();
  for (uint half_ = kLanes / 2; half_ > 0; half_ /= 2) {
    if (lane < half_) part[lane] = IsNan(part[lane]) || part[lane] > part[lane + half_] ? part[lane] : part[lane + half_];
    barrier();
  }
  return part[0];
}

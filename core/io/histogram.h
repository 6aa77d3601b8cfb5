// Histogram: how many values fall where, in TensorFlow's default buckets, for TensorBoard.
//
// Bucket limits grow by a tenth from 1e-12 to 1e20, on both sides of 0. Bucket i holds values from its
// lower limit, included, to its upper limit, excluded. The outermost buckets extend to the largest
// double.
// Source: TensorFlow's histogram.h, summary.proto (HistogramProto).
#ifndef RUNNEL_CORE_IO_HISTOGRAM_H_
#define RUNNEL_CORE_IO_HISTOGRAM_H_

#include <cstdint>
#include <string>
#include <vector>

namespace runnel {

class Histogram {
 public:
  Histogram();
  // `value` is finite.
  void Add(double value);
  // HistogramProto; runs of empty buckets become one.
  std::string Encode() const;

 private:
  std::vector<double> limits_;  // upper ends
  std::vector<double> counts_;
  double min_, max_, num_ = 0, sum_ = 0, sum_squares_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_HISTOGRAM_H_

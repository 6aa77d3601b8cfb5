#include "core/io/histogram.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/io/coding.h"
#include "core/io/proto.h"

namespace runnel {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

// Computed by repeated multiplication, as TensorFlow does, so that the limits are equal to the last bit.
std::vector<double> DefaultLimits() {
  std::vector<double> positive;
  for (double limit = 1.0e-12; limit < 1.0e20; limit *= 1.1) positive.push_back(limit);
  positive.push_back(kLargest);
  std::vector<double> limits;
  for (auto it = positive.rbegin(); it != positive.rend(); ++it) limits.push_back(-*it);
  limits.push_back(0);
  limits.insert(limits.end(), positive.begin(), positive.end());
  return limits;
}

void AppendDouble(double value, std::string* bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  AppendFixed64(bytes, bits);
}

}  // namespace

Histogram::Histogram() : limits_(DefaultLimits()), min_(kLargest), max_(-kLargest) {
  counts_.assign(limits_.size(), 0);
}

void Histogram::Add(double value) {
  const auto bucket = std::upper_bound(limits_.begin(), limits_.end(), value) - limits_.begin();
  // The largest double belongs to the last bucket, which includes its limit.
  counts_[std::min(static_cast<size_t>(bucket), counts_.size() - 1)] += 1;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
  num_ += 1;
  sum_ += value;
  sum_squares_ += value * value;
}

// HistogramProto: 1 min, 2 max, 3 num, 4 sum, 5 sum_squares, 6 bucket_limit, 7 bucket (both packed).
std::string Histogram::Encode() const {
  std::string limits, counts;
  for (size_t i = 0; i < counts_.size();) {
    double limit = limits_[i];
    const double count = counts_[i++];
    if (count == 0) {
      while (i < counts_.size() && counts_[i] == 0) limit = limits_[i++];
    }
    AppendDouble(limit, &limits);
    AppendDouble(count, &counts);
  }
  ProtoWriter writer;
  if (min_ != 0) writer.Double(1, min_);
  if (max_ != 0) writer.Double(2, max_);
  if (num_ != 0) writer.Double(3, num_);
  if (sum_ != 0) writer.Double(4, sum_);
  if (sum_squares_ != 0) writer.Double(5, sum_squares_);
  writer.Bytes(6, limits);
  writer.Bytes(7, counts);
  return writer.Take();
}

}  // namespace runnel

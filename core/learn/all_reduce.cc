#include "core/learn/all_reduce.h"

#include <map>
#include <numeric>
#include <utility>

#include "core/base/hash.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// Larger values are reduced by themselves.
constexpr int64_t kBucketBytes = 1 << 20;

// How many elements a value has; -1: not known.
int64_t CountOf(OutputRef value) {
  const Shape& shape = ShapeOf(value);
  return shape.IsFullyDefined() ? shape.num_elements() : -1;
}

int64_t GroupOf(std::string_view scope) {
  return static_cast<int64_t>(FarmFingerprint64(StrCat("rnl_all_reduce/", scope)) >> 1);
}

}  // namespace

AllReduce::AllReduce(Graph* graph, std::string scope, std::vector<std::string> devices)
    : graph_(graph), scope_(std::move(scope)), devices_(std::move(devices)), group_(GroupOf(scope_)) {}

// Gradients of the last weights are there first.
std::vector<AllReduce::Bucket> AllReduce::Buckets(std::span<const OutputRef> values) {
  std::vector<Bucket> buckets;
  struct Open {
    size_t bucket;
    int64_t bytes;
  };
  std::map<DType, Open> open;
  for (size_t i = values.size(); i-- > 0;) {
    if (!values[i]) continue;
    const int64_t count = CountOf(values[i]);
    const int64_t most = kBucketBytes / static_cast<int64_t>(DTypeSize(TypeOf(values[i])));
    const int64_t bytes =
        count < 0 || count > most ? -1 : count * static_cast<int64_t>(DTypeSize(TypeOf(values[i])));
    const auto found = open.find(TypeOf(values[i]));
    if (bytes >= 0 && found != open.end() && found->second.bytes + bytes <= kBucketBytes) {
      buckets[found->second.bucket].push_back(i);
      found->second.bytes += bytes;
      continue;
    }
    if (bytes >= 0) open[TypeOf(values[i])] = {buckets.size(), bytes};
    buckets.push_back({i});
  }
  return buckets;
}

OutputRef AllReduce::Reduce(GraphBuilder* b, OutputRef value, int64_t instance) const {
  return b->Op("CollectiveReduce", {value},
               {{"group_size", static_cast<int64_t>(devices_.size())},
                {"group_key", group_},
                {"instance_key", instance},
                {"merge_op", std::string("Add")},
                {"final_op", std::string("Id")},
                {"subdiv_offsets", std::vector<int64_t>{}}});
}

Result<std::vector<std::vector<OutputRef>>> AllReduce::Sum(
    const std::vector<std::vector<OutputRef>>& parts) {
  std::vector<std::vector<OutputRef>> sums(parts.size(), std::vector<OutputRef>(parts[0].size()));
  for (const Bucket& bucket : Buckets(parts[0])) {
    const int64_t instance = instances_++;
    for (size_t r = 0; r < parts.size(); ++r) {
      GraphBuilder b(graph_, StrCat(scope_, "/", r, "/all_reduce"));
      b.set_device(devices_[r]);
      if (bucket.size() == 1) {
        sums[r][bucket[0]] = Reduce(&b, parts[r][bucket[0]], instance);
        RUNNEL_RETURN_IF_ERROR(b.status());
        continue;
      }
      std::vector<OutputRef> flat;
      std::vector<int64_t> counts;
      for (const size_t i : bucket) {
        flat.push_back(b.Op("Reshape", {parts[r][i], b.Int32Vector({-1})}));
        counts.push_back(CountOf(parts[0][i]));
      }
      flat.push_back(b.Scalar(DType::kInt32, 0));
      const OutputRef sum = Reduce(&b, b.Op("ConcatV2", flat), instance);
      RUNNEL_ASSIGN_OR_RETURN(
          const Tensor sizes,
          Tensor::FromValues<int64_t>(Shape({static_cast<int64_t>(counts.size())}), counts));
      const std::vector<OutputRef> divided =
          b.Ops("SplitV", {sum, b.Constant(sizes), b.Scalar(DType::kInt32, 0)},
                {{"num_split", static_cast<int64_t>(counts.size())}});
      RUNNEL_RETURN_IF_ERROR(b.status());
      for (size_t k = 0; k < bucket.size(); ++k) {
        const auto dims = ShapeOf(parts[0][bucket[k]]).dims();
        RUNNEL_ASSIGN_OR_RETURN(const Tensor shape, Tensor::FromValues<int64_t>(
                                                        Shape({static_cast<int64_t>(dims.size())}),
                                                        std::vector<int64_t>(dims.begin(), dims.end())));
        sums[r][bucket[k]] = b.Op("Reshape", {divided[k], b.Constant(shape)});
      }
      RUNNEL_RETURN_IF_ERROR(b.status());
    }
  }
  return sums;
}

}  // namespace runnel::learn

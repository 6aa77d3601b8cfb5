#include "core/runtime/placement/cost_model.h"

#include <algorithm>

#include "core/runtime/kernels/kernel_select.h"

namespace runnel {
namespace {

constexpr double kNewShare = 1.0 / 3;     // of a measurement in the running mean
constexpr double kMostFactor = 10'000.0;  // that a device's estimates are corrected by

}  // namespace

uint64_t EstimateKernel(const KernelEntry& entry, uint64_t from_supports, const PlanGraph& plan,
                        const PlanNode& node, Device* device) {
  if (from_supports != 0 || entry.row == nullptr || entry.row->plan == nullptr) return from_supports;
  // Ignored: making the kernel for a run reports the failure.
  const auto kernel = CreateKernel(entry, plan, node, device);
  return kernel.ok() ? (*kernel)->cost_ns : 0;
}

double BytesTouched(const PlanGraph& plan, const PlanNode& node) {
  double bytes = 0;
  const auto add = [&](DType dtype, const Shape& shape) {
    if (shape.IsFullyDefined())
      bytes += static_cast<double>(shape.num_elements()) * static_cast<double>(DTypeSize(dtype));
  };
  for (const PlanEdge& in : node.inputs) add(plan.type(in), plan.shape(in));
  for (size_t k = 0; k < node.output_types.size(); ++k) add(node.output_types[k], node.shapes[k]);
  return bytes;
}

void CostModel::Correct(OfDevice* device) {
  if (!device->factor_is_old) return;
  device->factor_is_old = false;
  double estimated = 0, measured = 0;
  for (const auto& [node, entry] : device->nodes) {
    if (!entry.measured_ns || entry.estimate_ns <= 0) continue;
    estimated += entry.estimate_ns;
    measured += *entry.measured_ns;
  }
  device->factor =
      estimated > 0 && measured > 0 ? std::clamp(measured / estimated, 1 / kMostFactor, kMostFactor) : 1;
}

double CostModel::CostNs(const std::string& node, const Device& device, uint64_t estimate_ns,
                         double bytes) {
  const double estimate =
      estimate_ns > 0 ? static_cast<double>(estimate_ns) : kUnknownNs + bytes * kUnknownNsPerByte;
  const std::lock_guard lock(mutex_);
  OfDevice& of = devices_[device.name()];
  Entry& entry = of.nodes[node];
  if (entry.measured_ns) of.factor_is_old |= entry.estimate_ns != estimate;
  entry.estimate_ns = estimate;
  if (entry.measured_ns) return *entry.measured_ns;
  Correct(&of);
  return estimate * of.factor;
}

void CostModel::RecordIn(OfDevice* device, const std::string& node, double ns) {
  std::optional<double>& mean = device->nodes[node].measured_ns;
  mean = mean ? *mean + (ns - *mean) * kNewShare : ns;
  device->factor_is_old = true;
}

void CostModel::RecordNs(const std::string& node, const std::string& device, double ns) {
  const std::lock_guard lock(mutex_);
  RecordIn(&devices_[device], node, ns);
}

void CostModel::Record(const std::vector<NodeStats>& stats, const NodeParts& parts) {
  // A node of a loop runs several times per step; its runs are added up.
  std::map<std::pair<std::string, std::string>, double> sums;
  for (const NodeStats& s : stats) {
    if (s.kind != NodeStats::Kind::kNode && s.kind != NodeStats::Kind::kTransfer) continue;
    sums[{s.device, s.node}] += static_cast<double>(s.end_ns - s.start_ns);
  }
  const std::lock_guard lock(mutex_);
  for (const auto& [key, ns] : sums) {
    const std::string& name = key.second;
    OfDevice& device = devices_[key.first];
    RecordIn(&device, name, ns);
    const auto made =
        std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.first == name; });
    if (made == parts.end() || made->second.empty()) continue;
    double all = 0;
    for (const std::string& source : made->second) all += device.nodes[source].estimate_ns;
    for (const std::string& source : made->second) {
      const double share = all > 0 ? device.nodes[source].estimate_ns / all
                                   : 1 / static_cast<double>(made->second.size());
      RecordIn(&device, source, ns * share);
    }
  }
}

std::optional<double> CostModel::MeasuredNs(const std::string& node, const std::string& device) const {
  const std::lock_guard lock(mutex_);
  const auto of = devices_.find(device);
  if (of == devices_.end()) return std::nullopt;
  const auto it = of->second.nodes.find(node);
  return it == of->second.nodes.end() ? std::nullopt : it->second.measured_ns;
}

}  // namespace runnel

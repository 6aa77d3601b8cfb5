#include "core/passes/fold_pads.h"

#include <algorithm>

#include "core/passes/node_fusion.h"

namespace runnel {
namespace {

class PadFolder : public NodeFusion {
 public:
  PadFolder(const Supports& supports, PlanGraph* plan) : NodeFusion(supports, plan) {}

  int Run() {
    int count = 0;
    for (int i = 0; i < end(); ++i) {
      PlanNode& node = plan_->at(i);
      const bool pads_itself =
          node.is("Conv2D") || node.is("DepthwiseConv2dNative") || node.is("MaxPool");
      if (node.removed || node.feed >= 0 || node.placed == nullptr || !pads_itself) continue;
      count += Fold(&node) ? 1 : 0;
    }
    return count;
  }

 private:
  static constexpr int64_t kMost = int64_t{1} << 28;

  const Tensor* Known(PlanEdge edge) const {
    const PlanNode& node = plan_->at(edge.node);
    return node.is("Const") && node.controls.empty() && !node.known.empty() ? &node.known[0] : nullptr;
  }
  bool IsZero(PlanEdge edge) const {
    const Tensor* value = Known(edge);
    if (value == nullptr || value->num_elements() != 1 || !IsPlainData(value->dtype())) return false;
    const auto* bytes = static_cast<const char*>(value->data());
    return std::all_of(bytes, bytes + value->size_bytes(), [](char byte) { return byte == 0; });
  }

  // What the node pads each side of each dimension with; empty if it is no padding of an image by zeros.
  std::vector<int64_t> PadsOf(int pad, const PlanNode& reader) const {
    const PlanNode& node = plan_->at(pad);
    const bool pads = node.is("Pad") || (node.is("PadV2") && IsZero(node.inputs[2]));
    if (!pads || !GoesWithItsReader(pad, reader.placed)) return {};
    const Tensor* sides = Known(node.inputs[1]);
    if (sides == nullptr || sides->shape() != Shape({4, 2})) return {};
    if (sides->dtype() != DType::kInt32 && sides->dtype() != DType::kInt64) return {};
    const auto* format = reader.attr<std::string>("data_format");
    const int channel = format != nullptr && *format == "NCHW" ? 1 : 3;
    std::vector<int64_t> all;
    for (int64_t i = 0; i < 8; ++i) {
      all.push_back(sides->int_at(i));
      const bool of_image = i / 2 != 0 && i / 2 != channel;
      if (all.back() < 0 || all.back() > (of_image ? kMost : 0)) return {};
    }
    return !reader.is("MaxPool") || MayPool(node, reader, all) ? all : std::vector<int64_t>();
  }

  // A maximum leaves out what lies outside. That is the same as zeros where no element is less, and
  // every window has one.
  bool MayPool(const PlanNode& pad, const PlanNode& pool, const std::vector<int64_t>& pads) const {
    const PlanNode& source = plan_->at(pad.inputs[0].node);
    const Shape& shape = plan_->shape(pad.inputs[0]);
    if (!(source.is("Relu") || source.is("Relu6")) || !shape.IsFullyDefined()) return false;
    const auto* size = pool.attr<std::vector<int64_t>>("ksize");
    const auto* padding = pool.attr<std::string>("padding");
    if (size == nullptr || size->size() != 4 || padding == nullptr || *padding != "VALID") return false;
    for (size_t i = 0; i < pads.size(); ++i) {
      if (pads[i] >= (*size)[i / 2] || shape.dim(static_cast<int>(i / 2)) == 0) return false;
    }
    return true;
  }

  bool Fold(PlanNode* node) {
    const int pad = node->inputs[0].node;
    std::vector<int64_t> pads = PadsOf(pad, *node);
    const auto* padding = node->attr<std::string>("padding");
    if (pads.empty() || padding == nullptr || *padding == "SAME") return false;
    if (const auto* own = node->attr<std::vector<int64_t>>("explicit_paddings");
        own != nullptr && *padding == "EXPLICIT") {
      if (own->size() != pads.size()) return false;
      for (size_t i = 0; i < pads.size(); ++i) pads[i] += (*own)[i];
    }
    AttrList attrs;
    for (const auto& [name, value] : *node->attrs) {
      if (name != "padding" && name != "explicit_paddings") attrs.emplace_back(name, value);
    }
    attrs.emplace_back("padding", AttrValue("EXPLICIT"));
    attrs.emplace_back("explicit_paddings", AttrValue(std::move(pads)));
    std::sort(attrs.begin(), attrs.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    const AttrList* const before = node->attrs;
    const PlanEdge padded = node->inputs[0];
    node->attrs = plan_->Own(std::move(attrs));
    node->inputs[0] = plan_->at(pad).inputs[0];
    if (!supports_(*node)) {
      node->attrs = before;
      node->inputs[0] = padded;
      return false;
    }
    plan_->at(pad).removed = true;
    return true;
  }
};

}  // namespace

Status FoldPads(const std::function<bool(const PlanNode& node)>& supports, PlanGraph* plan, int* count) {
  *count += PadFolder(supports, plan).Run();
  return OkStatus();
}

}  // namespace runnel

// Values of four dimensions are joined into groups by union-find over the nodes between them, with a
// parity: the two sides of a transpose differ in parity, those of any other node do not. A single image
// op then determines the layout of a whole group. If the device prefers it, and if the gain exceeds the
// transposes at the group's ends, the values with channels first are made anew with channels last, and
// transposes inside of the group disappear.
#include "core/passes/layout.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

namespace runnel {
namespace {

// An op with attr data_format: which inputs and outputs are images (bits), and which input holds the
// sizes of one.
struct ImageOp {
  std::string_view name;
  uint32_t inputs, outputs;
  int sizes;
  double gain;  // gain of channels last, in passes over its images
};
constexpr ImageOp kImageOps[] = {
    {"Conv2D", 1, 1, -1, 4},
    {"Conv2DBackpropInput", 4, 1, 0, 4},
    {"Conv2DBackpropFilter", 5, 0, -1, 4},
    {"DepthwiseConv2dNative", 1, 1, -1, 4},
    {"DepthwiseConv2dNativeBackpropInput", 4, 1, 0, 4},
    {"DepthwiseConv2dNativeBackpropFilter", 5, 0, -1, 4},
    {"MaxPool", 1, 1, -1, 1},
    {"MaxPoolGrad", 7, 1, -1, 1},
    {"AvgPool", 1, 1, -1, 1},
    {"AvgPoolGrad", 2, 1, 0, 1},
    {"Runnel>AffineConv2D", 1, 1, -1, 0},
    {"Runnel>AffineDepthwiseConv2D", 1, 1, -1, 0},
    {"Runnel>AffineAvgPool", 1, 1, -1, 0},
    {"Runnel>AffineMaxPool", 1, 1, -1, 0},
    {"BiasAdd", 1, 1, -1, 0},
    {"BiasAddGrad", 1, 0, -1, 0},
    {"FusedBatchNorm", 1, 1, -1, 0},
    {"FusedBatchNormV2", 1, 1, -1, 0},
    {"FusedBatchNormV3", 1, 1, -1, 0},
    {"FusedBatchNormGrad", 3, 1, -1, 0},
    {"FusedBatchNormGradV2", 3, 1, -1, 0},
    {"FusedBatchNormGradV3", 3, 1, -1, 0},
};

constexpr std::array<int, 4> kToLast = {0, 2, 3, 1};  // out[i] = in[kToLast[i]]
constexpr std::array<int, 4> kToFirst = {0, 3, 1, 2};

using Value = std::pair<int, int>;  // node and output

bool IsFormat(const PlanNode& node, std::string_view format) {
  const auto* attr = node.attr<std::string>("data_format");
  return (attr == nullptr ? std::string_view("NHWC") : std::string_view(*attr)) == format;
}

Shape Permuted(const Shape& shape, const std::array<int, 4>& order) {
  std::vector<int64_t> dims;
  for (const int d : order) dims.push_back(shape.dim(d));
  return Shape(std::span<const int64_t>(dims));
}

class LayoutChoice {
 public:
  LayoutChoice(const std::function<bool(const Device*)>& prefers,
               const std::function<bool(const PlanNode&)>& supports, PlanGraph* plan)
      : prefers_(prefers), supports_(supports), plan_(plan), free_(plan->nodes.size(), false) {}

  Status Run(int* count) {
    const size_t n = plan_->nodes.size();
    const std::vector<bool> orders_others = plan_->OrderingNodes();
    bool any = false;
    for (size_t i = 0; i < n; ++i) {
      const PlanNode& node = plan_->nodes[i];
      free_[i] = !node.removed && !node.pinned && node.feed < 0 && node.placed != nullptr &&
                 node.controls.empty() && !orders_others[i] && prefers_(node.placed);
      any |= free_[i] && FindImageOp(node) != nullptr;
    }
    if (!any) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(order_, plan_->TopologicalOrder());
    for (const int i : order_) Join(i);
    std::map<Value, Group> groups;
    for (const int i : order_) {
      const int member = MemberOf(i);
      if (member >= 0) AddTo(i, &groups[Find(member).root]);
    }
    replacement_.resize(n);
    for (auto& [root, group] : groups) {
      if (group.fits && Worth(group)) {
        RUNNEL_RETURN_IF_ERROR(Rewrite(group, count));
      }
    }
    plan_->ReplaceUses(replacement_);
    plan_->RemoveUnused();
    return OkStatus();
  }

 private:
  struct Group {
    std::vector<int> nodes;  // in topological order
    bool fits = true;        // all of its image ops agree
    int says = -1;           // the layout of values of parity 0: 1 is channels first
    double gain = 0;
  };
  struct Found {
    Value root;
    int parity;
  };

  static const ImageOp* FindImageOp(const PlanNode& node) {
    for (const ImageOp& op : kImageOps) {
      if (op.name == node.op()) return IsFormat(node, "NHWC") || IsFormat(node, "NCHW") ? &op : nullptr;
    }
    return nullptr;
  }
  bool IsImage(PlanEdge edge) const { return plan_->shape(edge).rank() == 4; }
  const Tensor* Known(PlanEdge edge) const {
    const PlanNode& node = plan_->at(edge.node);
    const bool known = node.is("Const") && node.controls.empty() && !node.known.empty();
    return known && !node.known[0].empty() ? &node.known[0] : nullptr;
  }
  // What becomes of an input of an element-wise op when its result has its channels moved.
  enum class Operand { kStays, kIsImage, kIsConstant, kPreventsIt };
  Operand OperandOf(const PlanNode& node, size_t k) const {
    const Shape& shape = plan_->shape(node.inputs[k]);
    if (shape.rank() == 0) return Operand::kStays;
    if (node.inputs.size() == 1)
      return IsImage(node.inputs[k]) ? Operand::kIsImage : Operand::kPreventsIt;
    if (!shape.IsFullyDefined() || shape.rank() > 4 || !node.shapes[0].IsFullyDefined())
      return Operand::kPreventsIt;
    if (shape.num_elements() == 1 && plan_->at(node.inputs[k].node).is("Const")) return Operand::kStays;
    if (const Tensor* value = Known(node.inputs[k]); value != nullptr && shape != node.shapes[0])
      return IsPlainData(value->dtype()) ? Operand::kIsConstant : Operand::kPreventsIt;
    return shape.rank() == 4 ? Operand::kIsImage : Operand::kPreventsIt;
  }
  // Of ops that name dimensions, the input that does: of a join, of reductions, of padding; or -1.
  static int NamingInput(const PlanNode& node) {
    if (node.is("ConcatV2")) return static_cast<int>(node.inputs.size()) - 1;
    for (const char* op : {"Mean", "Sum", "Max", "Min", "Prod", "Pad", "PadV2", "MirrorPad"}) {
      if (node.op() == op) return 1;
    }
    return -1;
  }
  static bool IsPadding(const PlanNode& node) {
    return node.is("Pad") || node.is("PadV2") || node.is("MirrorPad");
  }
  // The constant that says the same of dimensions in their new order; empty if there is none.
  Result<Tensor> Renamed(const PlanNode& node) const {
    const Tensor* old = Known(node.inputs[static_cast<size_t>(NamingInput(node))]);
    const bool numbers =
        old != nullptr && (old->dtype() == DType::kInt32 || old->dtype() == DType::kInt64);
    if (!numbers || (IsPadding(node) && old->shape() != Shape({4, 2}))) return Tensor();
    std::vector<int64_t> values;
    for (int64_t i = 0; i < old->num_elements(); ++i) {
      if (IsPadding(node)) {
        values.push_back(old->int_at(kToLast[static_cast<size_t>(i / 2)] * 2 + i % 2));
        continue;
      }
      const int64_t dim = old->int_at(i) + (old->int_at(i) < 0 ? 4 : 0);
      if (dim < 0 || dim > 3) return Tensor();
      values.push_back(std::find(kToLast.begin(), kToLast.end(), dim) - kToLast.begin());
    }
    if (old->dtype() == DType::kInt64)
      return Tensor::FromValues<int64_t>(old->shape(), std::span<const int64_t>(values));
    const std::vector<int32_t> narrow(values.begin(), values.end());
    return Tensor::FromValues<int32_t>(old->shape(), std::span<const int32_t>(narrow));
  }
  // Whether a reduction without its dimensions gives the rest in the order that it has in both layouts.
  bool ReducesToTheSame(const PlanNode& node) const {
    const Tensor* axes = Known(node.inputs[1]);
    if (axes == nullptr) return false;
    bool of_image[2] = {}, other = false;
    for (int64_t i = 0; i < axes->num_elements(); ++i) {
      const int64_t dim = axes->int_at(i) + (axes->int_at(i) < 0 ? 4 : 0);
      if (dim == 2 || dim == 3) of_image[dim - 2] = true;
      other |= dim == 1;
    }
    return (of_image[0] && of_image[1]) || other;
  }
  // Images of an op that names dimensions; `last`: those that it names are of an image with channels
  // last, which stays so.
  void NamedImages(int i, std::vector<Value>* images) const {
    const PlanNode& node = plan_->at(i);
    const Result<Tensor> renamed = Renamed(node);
    if (!renamed.ok() || renamed->empty()) return;
    const auto* keeps = node.attr<bool>("keep_dims");
    const bool gives_image = keeps == nullptr || *keeps;
    if (!gives_image && !ReducesToTheSame(node)) return;
    const size_t count = node.is("ConcatV2") ? node.inputs.size() - 1 : 1;
    for (size_t k = 0; k < count; ++k) {
      if (!IsImage(node.inputs[k])) return images->clear();
      images->emplace_back(node.inputs[k].node, node.inputs[k].index);
    }
    if (gives_image && IsImage({i, 0})) images->emplace_back(i, 0);
    if (gives_image && !IsImage({i, 0})) images->clear();
  }
  static bool IsElementwise(const PlanNode& node) { return (node.schema->flags & kOpAnyLayout) != 0; }
  // Whether the node moves channels from first to last, or back.
  bool IsTranspose(const PlanNode& node) const {
    if (!node.is("Transpose") || !IsImage(node.inputs[0])) return false;
    const PlanNode& order = plan_->at(node.inputs[1].node);
    if (!order.is("Const") || order.known.empty() || order.known[0].num_elements() != 4) return false;
    const auto is = [&](const std::array<int, 4>& want) {
      for (size_t i = 0; i < 4; ++i) {
        const int64_t at = order.known[0].dtype() == DType::kInt64
                               ? order.known[0].values<const int64_t>()[i]
                               : order.known[0].values<const int32_t>()[i];
        if (at != want[i]) return false;
      }
      return true;
    };
    return is(kToLast) || is(kToFirst);
  }
  bool MovesToLast(const PlanNode& node) const {
    const Tensor& order = plan_->at(node.inputs[1].node).known[0];
    return (order.dtype() == DType::kInt64 ? order.values<const int64_t>()[1]
                                           : order.values<const int32_t>()[1]) == 2;
  }
  // The images that a node reads and gives; empty if its layout cannot change.
  std::vector<Value> Images(int i) const {
    const PlanNode& node = plan_->at(i);
    std::vector<Value> images;
    if (!free_[static_cast<size_t>(i)]) return images;
    const auto take = [&](PlanEdge edge) { images.emplace_back(edge.node, edge.index); };
    if (const ImageOp* op = FindImageOp(node)) {
      for (size_t k = 0; k < node.inputs.size(); ++k) {
        if ((op->inputs >> k & 1) == 0) continue;
        if (!IsImage(node.inputs[k])) return {};
        take(node.inputs[k]);
      }
      if (op->outputs != 0 && !IsImage({i, 0})) return {};
      if (op->outputs != 0) take({i, 0});
      if (op->sizes >= 0) {
        const PlanNode& sizes = plan_->at(node.inputs[static_cast<size_t>(op->sizes)].node);
        if (!sizes.is("Const") || sizes.known.empty() || sizes.known[0].num_elements() != 4 ||
            sizes.known[0].dtype() != DType::kInt32) {
          return {};
        }
      }
    } else if (IsTranspose(node)) {
      take(node.inputs[0]);
      take({i, 0});
    } else if (IsElementwise(node) && IsImage({i, 0})) {
      for (size_t k = 0; k < node.inputs.size(); ++k) {
        const Operand operand = OperandOf(node, k);
        if (operand == Operand::kPreventsIt) return {};
        if (operand == Operand::kIsImage) take(node.inputs[k]);
      }
      if (images.empty()) return {};
      take({i, 0});
    } else if (NamingInput(node) >= 0) {
      NamedImages(i, &images);
    }
    return images;
  }

  Found Find(Value value) {
    auto it = parent_.find(value);
    if (it == parent_.end()) it = parent_.emplace(value, Found{value, 0}).first;
    if (it->second.root == value) return it->second;
    Found up = Find(it->second.root);
    up.parity ^= it->second.parity;
    return parent_[value] = up;
  }
  Found Find(int node) { return Find(Images(node).front()); }
  int MemberOf(int i) const { return Images(i).empty() ? -1 : i; }

  void Join(int i) {
    const std::vector<Value> images = Images(i);
    const bool differs = !images.empty() && IsTranspose(plan_->at(i));
    for (size_t k = 1; k < images.size(); ++k) {
      const Found a = Find(images[0]), b = Find(images[k]);
      const int parity = a.parity ^ b.parity ^ (differs ? 1 : 0);
      if (a.root != b.root) {
        parent_[b.root] = {a.root, parity};
      } else if (parity != 0) {
        contradictions_.push_back(images[0]);
      }
    }
  }

  double Elements(const Value& value) const {
    const Shape& shape = plan_->shape({value.first, value.second});
    double elements = 1;
    for (int d = 0; d < shape.rank(); ++d)
      elements *= static_cast<double>(std::max<int64_t>(1, shape.dim(d)));
    return elements;
  }

  void AddTo(int i, Group* group) {
    group->nodes.push_back(i);
    const PlanNode& node = plan_->at(i);
    const std::vector<Value> images = Images(i);
    const ImageOp* op = FindImageOp(node);
    int first = -1;  // the layout of images[0], if the node knows
    if (op != nullptr) {
      first = IsFormat(node, "NCHW") ? 1 : 0;
    } else if (IsTranspose(node)) {
      group->gain += Elements(images[0]);
      return;
    } else {
      return;
    }
    const int says = first ^ Find(images[0]).parity;
    if (group->says >= 0 && group->says != says) group->fits = false;
    group->says = says;
    if (first == 1) {
      for (const Value& image : images) group->gain += op->gain / 2 * Elements(image);
    }
  }
  bool IsFirst(const Group& group, const Value& value) { return (group.says ^ Find(value).parity) == 1; }
  bool Flips(const Group& group, int i) {
    const std::vector<Value> images = Images(i);
    return std::any_of(images.begin(), images.end(), [&](const Value& v) { return IsFirst(group, v); });
  }

  // The gain, less the cost of transposes for values that enter and leave the group.
  bool Worth(const Group& group) {
    if (group.says < 0) return false;
    for (const Value& value : contradictions_) {
      if (Find(value).root == Find(group.nodes[0]).root) return false;
    }
    std::map<Value, bool> made;  // images of the group that flip: whether a node of the group gives them
    for (const int i : group.nodes) {
      for (const Value& image : Images(i)) {
        if (IsFirst(group, image)) made.try_emplace(image, false);
      }
    }
    if (made.empty()) return false;
    std::vector<bool> inside(plan_->nodes.size(), false);
    for (const int i : group.nodes) inside[static_cast<size_t>(i)] = true;
    double cost = 0;
    std::map<Value, bool> leaves;
    for (size_t i = 0; i < plan_->nodes.size(); ++i) {
      if (plan_->nodes[i].removed || inside[i]) continue;
      for (const PlanEdge& in : plan_->nodes[i].inputs) leaves[{in.node, in.index}] = true;
    }
    for (const PlanFetch& fetch : plan_->fetches) leaves[{fetch.source.node, fetch.source.index}] = true;
    for (auto& [value, by_us] : made) {
      by_us = inside[static_cast<size_t>(value.first)];
      if (!by_us || leaves.count(value) != 0) cost += Elements(value);
    }
    return group.gain > cost;
  }

  // ---- rewriting ----

  // Whether only dimensions of one element change their places.
  static bool IsReshape(const Shape& shape, const std::array<int, 4>& order) {
    if (!shape.IsFullyDefined()) return false;
    int last = -1;
    for (const int d : order) {
      if (shape.dim(d) == 1) continue;
      if (d < last) return false;
      last = d;
    }
    return true;
  }

  Result<PlanEdge> Transposed(PlanEdge from, const std::array<int, 4>& order, Device* placed) {
    const bool reshapes = HasOp("Reshape") && IsReshape(plan_->shape(from), order);
    std::vector<int64_t> values(order.begin(), order.end());
    if (reshapes) {
      for (int64_t& value : values) value = plan_->shape(from).dim(static_cast<int>(value));
    }
    RUNNEL_ASSIGN_OR_RETURN(const Tensor numbers,
                            Tensor::FromValues<int64_t>(Shape({4}), std::span<const int64_t>(values)));
    const PlanNode& source = plan_->at(from.node);
    const std::string name = source.name, device = source.device;
    RUNNEL_ASSIGN_OR_RETURN(const int second, plan_->AddConst(plan_->UniqueName(name), numbers, device));
    RUNNEL_ASSIGN_OR_RETURN(const int node,
                            plan_->Add(plan_->UniqueName(name), reshapes ? "Reshape" : "Transpose",
                                       {from, {second, 0}}, {}, device));
    plan_->at(second).placed = placed;
    plan_->at(node).placed = placed;
    plan_->at(node).shapes[0] = Permuted(plan_->shape(from), order);
    return PlanEdge{node, 0};
  }

  // A constant with channels last. One of fewer dimensions spreads over the last of them.
  Result<PlanEdge> MovedConstant(PlanEdge from, Device* placed) {
    const Tensor old = *Known(from);
    Shape four = {1, 1, 1, 1};
    int64_t steps[4] = {0, 0, 0, 0}, step = 1;
    std::vector<int64_t> dims(4, 1);
    for (int d = old.shape().rank() - 1, at = 3; d >= 0; --d, --at) {
      dims[static_cast<size_t>(at)] = old.shape().dim(d);
      steps[at] = step;
      step *= old.shape().dim(d);
    }
    four = Permuted(Shape(std::span<const int64_t>(dims)), kToLast);
    RUNNEL_ASSIGN_OR_RETURN(const Tensor made, Tensor::Allocate(SystemAllocator(), old.dtype(), four));
    const size_t size = DTypeSize(old.dtype());
    const auto* in = static_cast<const char*>(old.data());
    auto* out = static_cast<char*>(made.data());
    for (int64_t n = 0; n < four.dim(0); ++n) {
      for (int64_t h = 0; h < four.dim(1); ++h) {
        for (int64_t w = 0; w < four.dim(2); ++w) {
          for (int64_t c = 0; c < four.dim(3); ++c, out += size) {
            const int64_t at = n * steps[0] + c * steps[1] + h * steps[2] + w * steps[3];
            std::memcpy(out, in + static_cast<size_t>(at) * size, size);
          }
        }
      }
    }
    return NewConst(made, from, placed);
  }
  Result<PlanEdge> NewConst(const Tensor& value, PlanEdge like, Device* placed) {
    const PlanNode& source = plan_->at(like.node);
    const std::string name = source.name, device = source.device;
    RUNNEL_ASSIGN_OR_RETURN(const int made, plan_->AddConst(plan_->UniqueName(name), value, device));
    plan_->at(made).placed = placed;
    return PlanEdge{made, 0};
  }

  // The value with channels last; made by a transpose if no node of the group gives it.
  Result<PlanEdge> Last(const Value& value, Device* placed) {
    if (const auto it = last_.find(value); it != last_.end()) return it->second;
    const Tensor* known = Known({value.first, value.second});
    if (known != nullptr && IsPlainData(known->dtype())) {
      RUNNEL_ASSIGN_OR_RETURN(const PlanEdge made, MovedConstant({value.first, value.second}, placed));
      return last_[value] = made;
    }
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge made,
                            Transposed({value.first, value.second}, kToLast, placed));
    return last_[value] = made;
  }

  AttrList FlippedAttrs(const PlanNode& node) const {
    AttrList attrs = *node.attrs;
    for (auto& [name, value] : attrs) {
      if (name == "data_format") value = AttrValue("NHWC");
      auto* list = value.get_if<std::vector<int64_t>>();
      if (list == nullptr) continue;
      std::vector<int64_t> moved = *list;
      const size_t each = list->size() == 8 ? 2 : 1;  // explicit_paddings has two numbers a dimension
      if (list->size() != 4 * each) continue;
      for (size_t d = 0; d < 4; ++d) {
        for (size_t k = 0; k < each; ++k)
          moved[d * each + k] = (*list)[static_cast<size_t>(kToLast[d]) * each + k];
      }
      value = AttrValue(moved);
    }
    return attrs;
  }

  Status Rewrite(const Group& group, int* count) {
    std::vector<int> made;
    const size_t before = plan_->nodes.size();
    const auto old_last = last_;
    const auto old_replacement = replacement_;
    for (const int i : group.nodes) {
      if (!Flips(group, i)) continue;
      RUNNEL_ASSIGN_OR_RETURN(const bool supported, Flip(i, group));
      if (supported) {
        made.push_back(i);
        continue;
      }
      // If one node lacks a kernel, the whole group stays.
      for (size_t k = before; k < plan_->nodes.size(); ++k) plan_->nodes[k].removed = true;
      last_ = old_last;
      replacement_ = old_replacement;
      return OkStatus();
    }
    // Transposes back for other readers; unused ones are removed.
    for (const int i : made) {
      const Value value{i, 0};
      const auto it = last_.find(value);
      if (it == last_.end() || plan_->at(i).output_types.empty()) continue;
      RUNNEL_ASSIGN_OR_RETURN(const PlanEdge back,
                              Transposed(it->second, kToFirst, plan_->at(i).placed));
      auto& outputs = replacement_[static_cast<size_t>(i)];
      outputs.resize(std::max<size_t>(outputs.size(), 1));
      if (outputs[0].node < 0) outputs[0] = back;
    }
    *count += static_cast<int>(made.size());
    return OkStatus();
  }

  // What stands for input `k` of a node that has its channels moved.
  Result<PlanEdge> FlippedInput(const PlanNode& node, const ImageOp* op, size_t k) {
    const PlanEdge in = node.inputs[k];
    const auto at = static_cast<int>(k);
    bool image = false;
    if (op != nullptr) {
      image = (op->inputs >> k & 1) != 0;
      if (!image && op->sizes == at) {
        const auto old = plan_->at(in.node).known[0].values<const int32_t>();
        std::vector<int32_t> sizes;
        for (const int d : kToLast) sizes.push_back(old[static_cast<size_t>(d)]);
        RUNNEL_ASSIGN_OR_RETURN(const Tensor value, Tensor::FromValues<int32_t>(
                                                        Shape({4}), std::span<const int32_t>(sizes)));
        return NewConst(value, in, node.placed);
      }
    } else if (const int naming = NamingInput(node); naming >= 0) {
      if (at == naming) {
        RUNNEL_ASSIGN_OR_RETURN(const Tensor value, Renamed(node));
        return NewConst(value, in, node.placed);
      }
      image = at < naming;
    } else {
      const Operand operand = OperandOf(node, k);
      if (operand == Operand::kIsConstant) return MovedConstant(in, node.placed);
      image = operand == Operand::kIsImage;
    }
    return image ? Last({in.node, in.index}, node.placed) : Result<PlanEdge>(in);
  }

  // Replaces node `i` by one with channels last. False if its device has no kernel for that.
  Result<bool> Flip(int i, const Group& group) {
    const PlanNode& node = plan_->at(i);
    auto& outputs = replacement_[static_cast<size_t>(i)];
    if (IsTranspose(node)) {
      const Value in{node.inputs[0].node, node.inputs[0].index};
      // The transpose is gone: one of its sides is the other with channels last.
      if (IsFirst(group, in)) {
        RUNNEL_ASSIGN_OR_RETURN(const PlanEdge last, Last(in, node.placed));
        if (MovesToLast(node)) {
          outputs = {last};
          return true;
        }
        return false;
      }
      if (MovesToLast(node)) return false;
      last_[{i, 0}] = node.inputs[0];
      return true;
    }
    const ImageOp* op = FindImageOp(node);
    std::vector<PlanEdge> inputs = node.inputs;
    for (size_t k = 0; k < inputs.size(); ++k) {
      RUNNEL_ASSIGN_OR_RETURN(inputs[k], FlippedInput(node, op, k));
    }
    RUNNEL_ASSIGN_OR_RETURN(const int made,
                            plan_->Add(plan_->UniqueName(node.name), node.op(), std::move(inputs),
                                       op != nullptr ? FlippedAttrs(node) : *node.attrs, node.device));
    PlanNode& flipped = plan_->at(made);
    flipped.placed = node.placed;
    flipped.shapes = node.shapes;
    const std::vector<Value> images = Images(i);
    const bool gives_image = std::find(images.begin(), images.end(), Value{i, 0}) != images.end();
    if (gives_image) {
      flipped.shapes[0] = Permuted(node.shapes[0], kToLast);
      last_[{i, 0}] = {made, 0};
    }
    if (!supports_(flipped)) return false;
    outputs.assign(node.output_types.size(), PlanEdge());
    for (size_t k = gives_image ? 1 : 0; k < outputs.size(); ++k)
      outputs[k] = {made, static_cast<int>(k)};
    return true;
  }

  const std::function<bool(const Device*)>& prefers_;
  const std::function<bool(const PlanNode&)>& supports_;
  PlanGraph* plan_;
  std::vector<bool> free_;  // by node: how many uses and fetches (it may be replaced)
  std::vector<int> order_;
  std::map<Value, Found> parent_;
  std::vector<Value> contradictions_;
  std::map<Value, PlanEdge> last_;
  std::vector<std::vector<PlanEdge>> replacement_;
};

}  // namespace

Status ChooseLayouts(const std::function<bool(const Device* device)>& prefers_channels_last,
                     const std::function<bool(const PlanNode& node)>& supports, PlanGraph* plan,
                     int* count) {
  return LayoutChoice(prefers_channels_last, supports, plan).Run(count);
}

}  // namespace runnel

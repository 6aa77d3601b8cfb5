#include "tools/runnel/layers.h"

#include <algorithm>
#include <cstddef>

namespace runnel::tools {
namespace {

constexpr int kLongestBent = 8;  // layers that an edge may span and still be led around nodes
constexpr int kSweeps = 12;
constexpr double kGap = 22, kBendWidth = 6;

class Placer {
 public:
  Placer(const std::vector<double>& widths, const std::vector<std::pair<int, int>>& edges)
      : num_nodes_(widths.size()), widths_(widths), edges_(edges) {}

  Layout Run() {
    AssignLayers();
    AddBends();
    const int num_layers = layer_.empty() ? 0 : 1 + *std::max_element(layer_.begin(), layer_.end());
    layers_.resize(static_cast<size_t>(num_layers));
    for (size_t i = 0; i < layer_.size(); ++i)
      layers_[static_cast<size_t>(layer_[i])].push_back(static_cast<int>(i));
    OrderLayers();
    PlaceAll();
    Layout layout;
    layout.num_layers = num_layers;
    layout.layer.assign(layer_.begin(), layer_.begin() + static_cast<ptrdiff_t>(num_nodes_));
    layout.x.assign(x_.begin(), x_.begin() + static_cast<ptrdiff_t>(num_nodes_));
    for (const std::vector<int>& chain : bends_) {
      std::vector<double>& bends = layout.bends.emplace_back();
      for (const int b : chain) bends.push_back(x_[static_cast<size_t>(b)]);
    }
    for (size_t i = 0; i < x_.size(); ++i) layout.width = std::max(layout.width, x_[i] + widths_[i] / 2);
    return layout;
  }

 private:
  // Longest path from above; then what has nothing above it, or one such node, moves down to what it is
  // for: a variable and its read stand beside the op that takes the value.
  void AssignLayers() {
    std::vector<std::vector<int>> next(num_nodes_);
    std::vector<int> pending(num_nodes_, 0), order;
    for (const auto& [from, to] : edges_) {
      next[static_cast<size_t>(from)].push_back(to);
      ++pending[static_cast<size_t>(to)];
    }
    const std::vector<int> inputs = pending;
    std::vector<bool> is_light(num_nodes_, false);
    for (size_t i = 0; i < num_nodes_; ++i) {
      if (pending[i] != 0) continue;
      order.push_back(static_cast<int>(i));
      is_light[i] = true;
    }
    layer_.assign(num_nodes_, 0);
    for (size_t k = 0; k < order.size(); ++k) {
      const size_t i = static_cast<size_t>(order[k]);
      for (const int n : next[i]) {
        const size_t below = static_cast<size_t>(n);
        layer_[below] = std::max(layer_[below], layer_[i] + 1);
        is_light[below] = inputs[below] == 1 && is_light[i];
        if (--pending[below] == 0) order.push_back(n);
      }
    }
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      const size_t i = static_cast<size_t>(*it);
      if (!is_light[i] || next[i].empty()) continue;
      int nearest = layer_[static_cast<size_t>(next[i][0])];
      for (const int n : next[i]) nearest = std::min(nearest, layer_[static_cast<size_t>(n)]);
      layer_[i] = std::max(layer_[i], nearest - 1);
    }
  }

  // Places for an edge to pass the layers between its ends.
  void AddBends() {
    above_.resize(num_nodes_);
    below_.resize(num_nodes_);
    const auto join = [&](int a, int b) {
      below_[static_cast<size_t>(a)].push_back(b);
      above_[static_cast<size_t>(b)].push_back(a);
    };
    for (const auto& [from, to] : edges_) {
      std::vector<int>& chain = bends_.emplace_back();
      const int top = layer_[static_cast<size_t>(from)], bottom = layer_[static_cast<size_t>(to)];
      if (bottom - top > kLongestBent) continue;
      int last = from;
      for (int l = top + 1; l < bottom; ++l) {
        const int bend = static_cast<int>(layer_.size());
        layer_.push_back(l);
        widths_.push_back(kBendWidth);
        above_.emplace_back();
        below_.emplace_back();
        join(last, bend);
        chain.push_back(bend);
        last = bend;
      }
      join(last, to);
    }
  }

  void OrderLayers() {
    std::vector<double> position(layer_.size(), 0);
    const auto renumber = [&](const std::vector<int>& layer) {
      for (size_t k = 0; k < layer.size(); ++k)
        position[static_cast<size_t>(layer[k])] = static_cast<double>(k);
    };
    for (const std::vector<int>& layer : layers_) renumber(layer);
    std::vector<double> centre(layer_.size(), 0);
    const auto sort = [&](std::vector<int>* layer, const std::vector<std::vector<int>>& neighbours) {
      for (const int i : *layer) {
        const std::vector<int>& of = neighbours[static_cast<size_t>(i)];
        double sum = 0;
        for (const int n : of) sum += position[static_cast<size_t>(n)];
        centre[static_cast<size_t>(i)] =
            of.empty() ? position[static_cast<size_t>(i)] : sum / static_cast<double>(of.size());
      }
      std::stable_sort(layer->begin(), layer->end(), [&](int a, int b) {
        return centre[static_cast<size_t>(a)] < centre[static_cast<size_t>(b)];
      });
      renumber(*layer);
    };
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (size_t l = 1; l < layers_.size(); ++l) sort(&layers_[l], above_);
      for (size_t l = layers_.size(); l-- > 1;) sort(&layers_[l - 1], below_);
    }
  }

  double Apart(int left, int right) const {
    return (widths_[static_cast<size_t>(left)] + widths_[static_cast<size_t>(right)]) / 2 + kGap;
  }

  // Every node goes where its neighbours want it, as far as those beside it allow: halfway between
  // pushing all to the right and all to the left, which keeps the distances.
  void Settle(const std::vector<int>& layer, const std::vector<std::vector<int>>& neighbours) {
    std::vector<double> want, right, left;
    for (const int i : layer) {
      const std::vector<int>& of = neighbours[static_cast<size_t>(i)];
      double sum = 0;
      for (const int n : of) sum += x_[static_cast<size_t>(n)];
      want.push_back(of.empty() ? x_[static_cast<size_t>(i)] : sum / static_cast<double>(of.size()));
    }
    right = left = want;
    for (size_t k = 1; k < layer.size(); ++k)
      right[k] = std::max(right[k], right[k - 1] + Apart(layer[k - 1], layer[k]));
    for (size_t k = layer.size(); k-- > 1;)
      left[k - 1] = std::min(left[k - 1], left[k] - Apart(layer[k - 1], layer[k]));
    for (size_t k = 0; k < layer.size(); ++k)
      x_[static_cast<size_t>(layer[k])] = (right[k] + left[k]) / 2;
  }

  void PlaceAll() {
    x_.assign(layer_.size(), 0);
    for (const std::vector<int>& layer : layers_) {
      for (size_t k = 1; k < layer.size(); ++k)
        x_[static_cast<size_t>(layer[k])] =
            x_[static_cast<size_t>(layer[k - 1])] + Apart(layer[k - 1], layer[k]);
    }
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (size_t l = 1; l < layers_.size(); ++l) Settle(layers_[l], above_);
      for (size_t l = layers_.size(); l-- > 1;) Settle(layers_[l - 1], below_);
    }
    double leftmost = 0;
    for (size_t i = 0; i < x_.size(); ++i)
      leftmost = i == 0 ? x_[i] - widths_[i] / 2 : std::min(leftmost, x_[i] - widths_[i] / 2);
    for (double& x : x_) x -= leftmost;
  }

  const size_t num_nodes_;
  std::vector<double> widths_;  // of nodes, then of bends; so are the next four
  const std::vector<std::pair<int, int>>& edges_;
  std::vector<int> layer_;
  std::vector<std::vector<int>> above_, below_;
  std::vector<double> x_;
  std::vector<std::vector<int>> bends_;   // by edge
  std::vector<std::vector<int>> layers_;  // from left to right
};

}  // namespace

Layout PlaceInLayers(const std::vector<double>& widths, const std::vector<std::pair<int, int>>& edges) {
  return Placer(widths, edges).Run();
}

}  // namespace runnel::tools

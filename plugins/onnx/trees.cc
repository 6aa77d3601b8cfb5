// Ensembles of decision trees, of ai.onnx.ml: all trees of all rows go down a level at once, by gathers
// from tables of nodes, for as many levels as the deepest tree has. Leaves lead to themselves.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "plugins/onnx/classes.h"
#include "plugins/onnx/importer.h"

namespace runnel::onnx {
namespace {

constexpr int64_t kMostLevels = 128;
// Weights that the table of leaves may have beyond 1024 times those that the model lists, so that memory
// stays in proportion to the file.
constexpr int64_t kSpareWeights = int64_t{1} << 20;
constexpr size_t kMostNumbers = size_t{1} << 24;

enum Mode : int64_t { kLessEqual, kLess, kGreaterEqual, kGreater, kEqual, kNotEqual, kMember, kLeaf };

struct Forest {
  // By node.
  Ints feature, mode, yes, no, missing;
  std::vector<double> threshold;
  std::vector<double> weights;  // [nodes, targets]
  std::vector<double> members;  // [nodes, most_members], filled up with NaN: of nodes that ask for them
  int64_t most_members = 0;
  Ints roots;
  int64_t targets = 1;

  int64_t size() const { return static_cast<int64_t>(mode.size()); }
  void Resize(int64_t nodes, int64_t wanted, size_t listed) {
    targets = wanted;
    if (targets < 1 || nodes < 1) Invalid("an ensemble without nodes or targets");
    if (targets > (kSpareWeights + 1024 * static_cast<int64_t>(listed)) / nodes)
      Refuse("far more targets than weights of leaves");
    const auto count = static_cast<size_t>(nodes);
    for (Ints* list : {&feature, &mode, &yes, &no, &missing}) list->assign(count, 0);
    threshold.assign(count, 0);
    weights.assign(count * static_cast<size_t>(targets), 0);
  }
  void AddWeight(int64_t node, int64_t target, double weight) {
    if (node < 0 || node >= size() || target < 0 || target >= targets) Invalid("a weight of no leaf");
    weights[static_cast<size_t>(node * targets + target)] += weight;
  }
  // Levels below the deepest root. Children must be nodes, and no node its own descendant.
  int64_t Levels() const {
    std::vector<int64_t> levels(mode.size(), -1);  // -2: under way
    int64_t most = 0;
    std::vector<int64_t> stack;
    for (const int64_t root : roots) {
      stack.push_back(At(root));
      while (!stack.empty()) {
        const auto i = static_cast<size_t>(stack.back());
        const int64_t children[] = {yes[i], no[i]};
        if (mode[i] == kLeaf) levels[i] = 0;
        if (levels[i] == -1) {
          levels[i] = -2;
          for (const int64_t child : children) {
            const int64_t level = levels[static_cast<size_t>(At(child))];
            if (level == -2) Invalid("a node of a tree is below itself");
            if (level == -1) stack.push_back(child);
          }
          continue;
        }
        if (levels[i] == -2) {
          levels[i] = 0;
          for (const int64_t child : children)
            levels[i] = std::max(levels[i], levels[static_cast<size_t>(child)] + 1);
        }
        most = std::max(most, levels[i]);
        stack.pop_back();
      }
    }
    if (most > kMostLevels) Refuse("a tree of more than 128 levels");
    return most;
  }

 private:
  int64_t At(int64_t node) const {
    if (node < 0 || node >= size()) Invalid("a node of a tree leads to none");
    return node;
  }
};

// The forest as constants, each made once.
struct Tables {
  Value feature, mode, yes, no, missing, threshold, members;
  Tables(const Forest& forest, int32_t dtype)
      : feature(Builder::I64(forest.feature)),
        mode(Builder::I64(forest.mode)),
        yes(Builder::I64(forest.yes)),
        no(Builder::I64(forest.no)),
        missing(Builder::I64(forest.missing)),
        threshold(Builder::Numbers(dtype, forest.threshold)),
        members(Builder::Numbers(dtype, forest.members)) {}
};

// Whether each number is one of its node's.
Value IsMember(Builder& b, const Forest& forest, const Tables& tables, const Value& x, const Value& at) {
  const Value table = b.Reshape(tables.members, Ints{forest.size(), forest.most_members});
  const Value same = b.Compare("Equal", b.Unsqueeze(x, {2}), b.Gather(table, at, 0));
  return b.Reduce("Any", same, {2}, false);
}

// Whether each number passes its node: where modes differ, each chooses its comparison.
Value Passes(Builder& b, const Forest& forest, const Tables& tables, const Value& x, const Value& at) {
  static constexpr const char* kCompare[] = {"LessEqual", "Less",  "GreaterEqual",
                                             "Greater",   "Equal", "NotEqual"};
  const auto any = [](const Ints& list, int64_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  const Value threshold = b.Gather(tables.threshold, at, 0);
  std::optional<Value> passes;
  for (int64_t m = kLessEqual; m <= kMember; ++m) {
    if (!any(forest.mode, m)) continue;
    const Value compared =
        m == kMember ? IsMember(b, forest, tables, x, at) : b.Compare(kCompare[m], x, threshold);
    if (!passes) {
      passes = compared;
      continue;
    }
    const Value is_mode = b.Compare("Equal", b.Gather(tables.mode, at, 0), Builder::I64Scalar(m));
    passes = b.Select(is_mode, compared, *passes);
  }
  if (!any(forest.missing, 1)) return *passes;
  const Value tracks = b.Compare("NotEqual", b.Gather(tables.missing, at, 0), Builder::I64Scalar(0));
  const Value missing = b.Compare("LogicalAnd", b.Compare("NotEqual", x, x), tracks);
  return b.Compare("LogicalOr", *passes, missing);
}

// [rows, targets] of x [rows, features], summed (or what `aggregate` says) over trees.
Value Evaluate(Builder& b, const Forest& forest, const Value& x, const char* aggregate) {
  if (NeedRank(x) != 2) Invalid("an input that is not [rows, features]");
  for (const int64_t mode : forest.mode) {
    if (mode < 0 || mode > kLeaf || (mode == kMember && forest.most_members == 0))
      Invalid("a mode of nodes");
  }
  if (forest.roots.empty()) Invalid("an ensemble without trees");
  const int64_t levels = forest.Levels();
  const auto trees = static_cast<int64_t>(forest.roots.size());
  const Value row = b.Range(Builder::I64Scalar(0), b.SizeOf(x, 0), Builder::I64Scalar(1));
  const Value none = b.Mul(Builder::I64(forest.roots), Builder::I64Scalar(0));
  Value rows = b.Add(b.Reshape(row, Ints{-1, 1}), none);  // [rows, trees]
  Value at = b.Add(b.Mul(rows, Builder::I64Scalar(0)), Builder::I64(forest.roots));
  rows.shape = at.shape = Shape::Of({x.dim(0), trees});
  const Tables tables(forest, x.dtype);
  for (int64_t level = 0; level < levels; ++level) {
    const Value feature = b.Gather(tables.feature, at, 0);
    const Value number = b.GatherNd(x, b.Stack({rows, feature}, 2));
    const Value passes = Passes(b, forest, tables, number, at);
    at = b.Select(passes, b.Gather(tables.yes, at, 0), b.Gather(tables.no, at, 0));
    at.shape = rows.shape;
  }
  const Value weights =
      b.Reshape(Builder::Numbers(x.dtype, forest.weights), Ints{forest.size(), forest.targets});
  Value out = b.Reduce(aggregate, b.Gather(weights, at, 0), {1}, false);
  out.shape = Shape::Of({x.dim(0), forest.targets});
  return out;
}

void Give(Node& n, const Value& sums, const std::string& transform) {
  Builder& b = n.b;
  Value out = b.Cast(sums, RNLP_FLOAT);
  if (transform == "LOGISTIC")
    out = b.Unary("Sigmoid", out);
  else if (transform == "SOFTMAX")
    out = b.Softmax("Softmax", out, -1);
  else if (transform != "NONE")
    Refuse("post_transform=" + transform);
  n.Out(out);
}

// Of one aggregate function; the least or the largest of several targets is that of trees which have
// them.
const char* Aggregate(const std::string& name, int64_t targets) {
  if (name == "SUM") return "Sum";
  if (name == "AVERAGE") return "Mean";
  if (targets == 1 && name == "MIN") return "Min";
  if (targets == 1 && name == "MAX") return "Max";
  Refuse("aggregate_function=" + name);
}

Ints IntsOf(Node& n, const char* name) { return n.IntList(name).value_or(Ints()); }
List<float> FloatsOf(Node& n, const char* name) { return n.FloatList(name).value_or(List<float>()); }

// Places of nodes by their trees and numbers.
class Places {
 public:
  Places(const Ints& trees, const Ints& ids) {
    if (ids.size() != trees.size()) Invalid("attributes of nodes have different lengths");
    for (size_t i = 0; i < trees.size(); ++i) {
      if (!places_.emplace(std::pair(trees[i], ids[i]), static_cast<int64_t>(i)).second)
        Invalid("two nodes of a tree have one number");
    }
  }
  int64_t Of(int64_t tree, int64_t id) const {
    const auto found = places_.find({tree, id});
    if (found == places_.end()) Invalid("a node of a tree leads to none");
    return found->second;
  }

 private:
  std::map<std::pair<int64_t, int64_t>, int64_t> places_;
};

int64_t ModeOf(const std::string& name) {
  static constexpr std::string_view kNames[] = {"BRANCH_LEQ", "BRANCH_LT",  "BRANCH_GTE",    "BRANCH_GT",
                                                "BRANCH_EQ",  "BRANCH_NEQ", "BRANCH_MEMBER", "LEAF"};
  const auto found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) Refuse("nodes_modes with " + name);
  return found - std::begin(kNames);
}

Forest NodesByTree(Node& n, const Ints& trees, const Places& places, size_t weights, int64_t targets) {
  const Ints yes = IntsOf(n, "nodes_truenodeids"), no = IntsOf(n, "nodes_falsenodeids"),
             features = IntsOf(n, "nodes_featureids"),
             missing = IntsOf(n, "nodes_missing_value_tracks_true");
  const std::vector<std::string> modes = n.StrList("nodes_modes");
  const List<float> values = FloatsOf(n, "nodes_values");
  n.Ignore("nodes_hitrates");
  const size_t count = trees.size();
  for (const size_t size : {yes.size(), no.size(), features.size(), modes.size(), values.size(),
                            missing.empty() ? count : missing.size()}) {
    if (size != count) Invalid("attributes of nodes have different lengths");
  }
  Forest forest;
  forest.Resize(static_cast<int64_t>(count), targets, weights);
  std::vector<bool> is_child(count, false);
  for (size_t i = 0; i < count; ++i) {
    forest.mode[i] = ModeOf(modes[i]);
    forest.yes[i] = forest.no[i] = static_cast<int64_t>(i);
    if (forest.mode[i] == kLeaf) continue;
    forest.feature[i] = features[i];
    forest.threshold[i] = static_cast<double>(values[i]);
    forest.missing[i] = !missing.empty() && missing[i] != 0 ? 1 : 0;
    forest.yes[i] = places.Of(trees[i], yes[i]);
    forest.no[i] = places.Of(trees[i], no[i]);
    is_child[static_cast<size_t>(forest.yes[i])] = is_child[static_cast<size_t>(forest.no[i])] = true;
  }
  std::map<int64_t, int64_t> roots;  // by tree
  for (size_t i = 0; i < count; ++i) {
    if (!is_child[i] && !roots.emplace(trees[i], static_cast<int64_t>(i)).second)
      Invalid("a tree has two roots");
  }
  for (const int64_t tree : trees) {
    if (!roots.contains(tree)) Invalid("a tree has no root");
  }
  for (const auto& [tree, root] : roots) forest.roots.push_back(root);
  return forest;
}

// The class that a leaf's weight counts for decides, or one number decides between two: `positive` says
// that no weight is below 0, and that so the number is a probability. As ONNX Runtime has it.
void TreeEnsembleClassifier(Node& n) {
  Builder& b = n.b;
  const Ints trees = IntsOf(n, "nodes_treeids");
  const Places places(trees, IntsOf(n, "nodes_nodeids"));
  const List<float> weights = FloatsOf(n, "class_weights");
  const Value labels = LabelsOf(n, "classlabels_int64s", "classlabels_strings");
  Forest forest = NodesByTree(n, trees, places, weights.size(), labels.dim(0));
  const Ints of_tree = IntsOf(n, "class_treeids"), of_node = IntsOf(n, "class_nodeids"),
             ids = IntsOf(n, "class_ids");
  for (const size_t size : {of_node.size(), ids.size(), weights.size()}) {
    if (size != of_tree.size()) Invalid("attributes of classes have different lengths");
  }
  bool positive = true, one = true;
  for (size_t i = 0; i < weights.size(); ++i) {
    forest.AddWeight(places.Of(of_tree[i], of_node[i]), ids[i], static_cast<double>(weights[i]));
    positive = positive && !(weights[i] < 0);
    one = one && ids[i] == ids[0];
  }
  const Value x = n.In(0);
  Value scores =
      b.Cast(Evaluate(b, forest, x.dtype == RNLP_DOUBLE ? x : b.Cast(x, RNLP_FLOAT), "Sum"), RNLP_FLOAT);
  const List<float> base = FloatsOf(n, "base_values");
  const std::string transform = n.Str("post_transform", "NONE");
  const bool by_one = labels.dim(0) == 2 && one && !ids.empty();
  if (labels.dim(0) < 2) Refuse("fewer than two classes");
  if (!base.empty() && base.size() != (by_one ? 1 : static_cast<size_t>(labels.dim(0))))
    Refuse("base_values of another number than classes");
  if (!base.empty() && labels.dim(0) == 2 && (!by_one || ids[0] != 0))
    Refuse("base_values of two classes");
  if (!base.empty()) scores = b.Add(scores, Builder::Numbers(RNLP_FLOAT, {base.begin(), base.end()}));
  if (!by_one) return GiveLargest(n, labels, scores, transform);
  const Value score = b.Slice(scores, 1, ids[0], ids[0] + 1);
  const Value passes = b.Compare("Greater", score, Builder::Scalar(RNLP_FLOAT, positive ? 0.5 : 0));
  if (ids[0] == 1) {
    n.Out(0, b.Gather(labels, b.Reshape(b.Cast(passes, RNLP_INT64), Ints{-1}), 0));
    return n.Out(1, Transformed(b, scores, transform));
  }
  const Value other = positive ? b.Sub(Builder::Scalar(RNLP_FLOAT, 1), score) : b.Unary("Neg", score);
  GiveTwoClasses(n, labels, passes, other, score, transform);
}

void TreeEnsembleRegressor(Node& n) {
  const Ints trees = IntsOf(n, "nodes_treeids");
  const Places places(trees, IntsOf(n, "nodes_nodeids"));
  const List<float> weights = FloatsOf(n, "target_weights");
  Forest forest = NodesByTree(n, trees, places, weights.size(), n.Int("n_targets", 1));
  const Ints of_tree = IntsOf(n, "target_treeids"), of_node = IntsOf(n, "target_nodeids"),
             target = IntsOf(n, "target_ids");
  for (const size_t size : {of_node.size(), target.size(), weights.size()}) {
    if (size != of_tree.size()) Invalid("attributes of targets have different lengths");
  }
  for (size_t i = 0; i < weights.size(); ++i)
    forest.AddWeight(places.Of(of_tree[i], of_node[i]), target[i], static_cast<double>(weights[i]));
  const char* const aggregate = Aggregate(n.Str("aggregate_function", "SUM"), forest.targets);
  Value sums = Evaluate(n.b, forest, n.b.Cast(n.In(0), RNLP_FLOAT), aggregate);
  const List<float> base = FloatsOf(n, "base_values");
  if (!base.empty()) sums = n.b.Add(sums, Builder::Numbers(RNLP_FLOAT, {base.begin(), base.end()}));
  Give(n, sums, n.Str("post_transform", "NONE"));
}

// The sets of nodes that ask for members, one behind the other with a NaN between.
void TakeMembers(const List<double>& values, Forest* forest) {
  std::vector<std::vector<double>> sets(1);
  for (const double value : values) {
    if (std::isnan(value))
      sets.emplace_back();
    else
      sets.back().push_back(value);
  }
  if (sets.back().empty()) sets.pop_back();  // a NaN ends the last set, too
  const auto asking = std::count(forest->mode.begin(), forest->mode.end(), int64_t{kMember});
  if (static_cast<size_t>(asking) != sets.size())
    Invalid("membership_values of another number than nodes that ask for members");
  size_t most = 0;
  for (const auto& set : sets) most = std::max(most, set.size());
  forest->most_members = static_cast<int64_t>(most);
  if (most == 0) return;
  if (forest->mode.size() > (static_cast<size_t>(kSpareWeights) + 1024 * values.size()) / most)
    Refuse("far more nodes than members");
  forest->members.assign(forest->mode.size() * most, std::numeric_limits<double>::quiet_NaN());
  size_t set = 0;
  for (size_t i = 0; i < forest->mode.size(); ++i) {
    if (forest->mode[i] != kMember) continue;
    std::copy(sets[set].begin(), sets[set].end(),
              forest->members.begin() + static_cast<std::ptrdiff_t>(i * most));
    ++set;
  }
}

// Nodes and leaves apart: leaves lie behind the nodes here.
void TreeEnsemble(Node& n) {
  const auto numbers = [&](const char* name) {
    const Attribute* const a = n.Attr(name);
    if (a == nullptr || !a->has_tensor) Invalid(std::string(name) + " is missing");
    const auto list = NumbersOf(n.importer.ReadTensor(a->tensor), kMostNumbers);
    if (!list) Refuse(std::string(name) + " of this type");
    return *list;
  };
  const Ints features = IntsOf(n, "nodes_featureids"), yes = IntsOf(n, "nodes_truenodeids"),
             no = IntsOf(n, "nodes_falsenodeids"), yes_leaf = IntsOf(n, "nodes_trueleafs"),
             no_leaf = IntsOf(n, "nodes_falseleafs"),
             missing = IntsOf(n, "nodes_missing_value_tracks_true"),
             targets = IntsOf(n, "leaf_targetids");
  const List<double> splits = numbers("nodes_splits"), modes = numbers("nodes_modes"),
                     weights = numbers("leaf_weights");
  n.Ignore("nodes_hitrates");
  const size_t count = features.size(), leaves = targets.size();
  for (const size_t size :
       {yes.size(), no.size(), yes_leaf.size(), no_leaf.size(), splits.size(), modes.size()}) {
    if (size != count) Invalid("attributes of nodes have different lengths");
  }
  if (weights.size() != leaves || (!missing.empty() && missing.size() != count))
    Invalid("attributes of leaves, or of what is missing, have another length");
  Forest forest;
  forest.Resize(static_cast<int64_t>(count + leaves), n.Int("n_targets", 1), weights.size());
  const auto nodes = static_cast<int64_t>(count);
  for (size_t i = 0; i < count; ++i) {
    const auto limit = [&](bool is_leaf) { return is_leaf ? static_cast<int64_t>(leaves) : nodes; };
    if (yes[i] < 0 || no[i] < 0 || yes[i] >= limit(yes_leaf[i] != 0) || no[i] >= limit(no_leaf[i] != 0))
      Invalid("a node of a tree leads to none");
    if (!(modes[i] >= 0 && modes[i] <= static_cast<double>(kMember))) Invalid("a mode of nodes");
    forest.mode[i] = static_cast<int64_t>(modes[i]);
    forest.feature[i] = features[i];
    forest.threshold[i] = splits[i];
    forest.missing[i] = !missing.empty() && missing[i] != 0 ? 1 : 0;
    forest.yes[i] = yes[i] + (yes_leaf[i] != 0 ? nodes : 0);
    forest.no[i] = no[i] + (no_leaf[i] != 0 ? nodes : 0);
  }
  for (size_t j = 0; j < leaves; ++j) {
    const size_t i = count + j;
    forest.mode[i] = kLeaf;
    forest.yes[i] = forest.no[i] = static_cast<int64_t>(i);
    forest.AddWeight(static_cast<int64_t>(i), targets[j], weights[j]);
  }
  forest.roots = IntsOf(n, "tree_roots");
  if (n.HasAttr("membership_values")) TakeMembers(numbers("membership_values"), &forest);
  static constexpr const char* kAggregates[] = {"AVERAGE", "SUM", "MIN", "MAX"};
  static constexpr const char* kTransforms[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
  const int64_t aggregate = n.Int("aggregate_function", 1), transform = n.Int("post_transform", 0);
  if (aggregate < 0 || aggregate > 3 || transform < 0 || transform > 4)
    Invalid("aggregate_function or post_transform");
  const Value x = n.In(0);
  if (!IsFloating(x.dtype)) Refuse("an input that is not floating");
  const Value sums = Evaluate(n.b, forest, x, Aggregate(kAggregates[aggregate], forest.targets));
  if (transform == 0) return n.Out(sums);
  if (x.dtype != RNLP_FLOAT) Refuse("post_transform of other types than float");
  Give(n, sums, kTransforms[transform]);
}

constexpr OpRow kTreeOps[] = {
    {"ai.onnx.ml", "TreeEnsemble", TreeEnsemble},
    {"ai.onnx.ml", "TreeEnsembleClassifier", TreeEnsembleClassifier},
    {"ai.onnx.ml", "TreeEnsembleRegressor", TreeEnsembleRegressor},
};

}  // namespace

std::span<const OpRow> TreeOps() { return kTreeOps; }

}  // namespace runnel::onnx

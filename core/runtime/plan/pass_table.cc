#include "core/runtime/plan/pass_table.h"

#include <algorithm>
#include <iterator>

#include "core/passes/attention.h"
#include "core/passes/epilogue.h"
#include "core/passes/fold_pads.h"
#include "core/passes/fold_scales.h"
#include "core/passes/frames.h"
#include "core/passes/handle_shapes.h"
#include "core/passes/idle_controls.h"
#include "core/passes/join_products.h"
#include "core/passes/layout.h"
#include "core/passes/lookups.h"
#include "core/passes/narrow_weights.h"
#include "core/passes/norms.h"
#include "core/passes/references.h"
#include "core/passes/select_handles.h"
#include "core/passes/watched_passes.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/kernels/evaluate_node.h"
#include "core/runtime/open_gradients.h"
#include "core/runtime/placement/partition.h"
#include "core/runtime/plan/fuse_groups.h"
#include "core/runtime/plan/pass_context.h"
#include "core/runtime/plan/placement_notes.h"
#include "core/runtime/resources/resource.h"
#include "core/runtime/resources/variable.h"
#include "core/runtime/runtime.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// ---- to the lowered graph ----

Status Lower(const PassContext& context, PlanGraph* graph, bool shapes_follow) {
  const HasKernel has_kernel = [&](const PlanNode& node) { return HasKernelFor(context, *graph, node); };
  GetGradients gradients;
  if constexpr (!kMinimal) gradients = GradientsForPlans;
  RUNNEL_RETURN_IF_ERROR(InlineAndLower(context.user_graph, has_kernel, graph, {}, context.watch,
                                        gradients, shapes_follow));
  return kMinimal ? OkStatus() : SelectHandles(graph);
}

// InferShapes lowers once more.
Status LowerNodes(const PassContext& context, PlanGraph* graph) {
  return Lower(context, graph, !kMinimal);
}

// Before any pass can remove the mistake, so that the answer does not depend on passes.
Status CheckFrames(const PassContext& context, PlanGraph* graph) {
  if (context.whole_graph) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const GraphFrames frames, FindFrames(*graph));
  return frames.fits;
}

Status PlaceReads(const PassContext& context, PlanGraph* graph) {
  return ResolveReferences(context.options.deferred_feeds, graph);
}

// Forgets the declared shapes of variables that have been given another shape: they may have any from
// then on.
void ForgetShapesOfResized(const PassContext& context, PlanGraph* graph) {
  ResourceManager* const resources = context.plan.resources;
  // Cost estimation runs without resources.
  if (resources == nullptr || resources->resized()->load(std::memory_order_acquire) == 0) return;
  for (size_t i = 0; i < graph->nodes.size(); ++i) {
    const PlanNode& node = graph->nodes[i];
    if (node.removed || !node.is("VarHandleOp")) continue;
    const auto [container, name] = VariableName(node);
    const auto resource = resources->Lookup(container, Variable::kTypeName, name);
    if (!resource.ok()) continue;  // no value yet
    const Shape now = static_cast<const Variable*>(resource->get())->declared_shape();
    if (!now.has_rank() && DeclaredShape(node).has_rank()) ForgetShape(static_cast<int>(i), graph);
  }
}

Evaluate EvaluateOnHost(const PassContext& context) {
  Device* host = nullptr;
  for (Device* device : context.plugins().devices()) {
    if (host == nullptr && device->host_memory()) host = device;
  }
  return [&context, host](const PlanNode& node, std::span<const Tensor> inputs,
                          std::vector<Tensor>* outputs) {
    if (host == nullptr) return Unimplemented("no device that computes in host memory");
    return EvaluateNode(context.plugins(), host, context.plan.runtime->allocator(), node, inputs,
                        context.watch, outputs);
  };
}

constexpr bool kHasMixed = !kMinimal && HasAny({"_MixedMatMul", "_MixedBatchMatMulV2", "_MixedConv2D"});
bool KeepsNarrowWeights(const PassContext& context) {
  return kHasMixed && context.IsOn(PassId::kFold) && context.IsOn(PassId::kWeights);
}

Status Infer(const PassContext& context, PlanGraph* graph) {
  std::vector<bool> held;
  if constexpr (kHasMixed) {
    if (KeepsNarrowWeights(context)) held = NarrowWeights(*graph);
  }
  return InferAndFold(context.IsOn(PassId::kFold), EvaluateOnHost(context), graph, context.watch, held);
}

Status InferShapes(const PassContext& context, PlanGraph* graph) {
  if constexpr (kHasVariables) ForgetShapesOfResized(context, graph);
  if constexpr (kHasMixed) {
    if (KeepsNarrowWeights(context)) RUNNEL_RETURN_IF_ERROR(MoveCastsDown(graph));
  }
  RUNNEL_RETURN_IF_ERROR(Infer(context, graph));
  if constexpr (kMinimal) return OkStatus();
  // Now that shapes are known a device may refuse an op that it took before: then its composition takes
  // its place.
  const auto refused = [&](const PlanNode& node) {
    return !node.removed && node.schema->has_composition() && !HasKernelFor(context, *graph, node);
  };
  if (std::none_of(graph->nodes.begin(), graph->nodes.end(), refused)) return OkStatus();
  RUNNEL_RETURN_IF_ERROR(Lower(context, graph, false));
  return Infer(context, graph);
}

Status DropControls(const PassContext&, PlanGraph* graph) {
  int count = 0;
  return DropIdleControls(graph, &count);
}

Status FoldConstants(const PassContext&, PlanGraph* graph) {
  int count = 0;
  return CommitConstants(graph, &count);
}

Status RemoveBranches(const PassContext& context, PlanGraph* graph) {
  // Without the other branch more may be known, and then more branches be dead.
  for (;;) {
    const int before = graph->num_live();
    int taken = 0;
    RUNNEL_RETURN_IF_ERROR(RemoveDeadBranches(graph, &taken));
    if (taken == 0 || graph->num_live() == before) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(Infer(context, graph));
    if (!context.IsOn(PassId::kFold)) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(FoldConstants(context, graph));
    // What waited for the branch to be taken waits for nothing now.
    if (context.IsOn(PassId::kControls)) RUNNEL_RETURN_IF_ERROR(DropControls(context, graph));
  }
}

Status SimplifyNodes(const PassContext&, PlanGraph* graph) {
  int count = 0;
  return Simplify(graph, &count);
}

Status MergeEqualNodes(const PassContext&, PlanGraph* graph) {
  int count = 0;
  return EliminateCommonSubexpressions(graph, &count);
}

// ---- to the placed graph ----

Status PlaceNodes(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) {
  const PlannerOptions& how = context.options;
  PlacementOptions options;
  options.soft = how.soft_placement;
  options.default_device = how.default_device;
  options.dropped = &notes->dropped_wishes;
  options.variable_device = context.plan.variable_device;
  if (how.description != nullptr || how.log_placement) options.reasons = &notes->reasons;
  if (how.automatic_placement) {
    options.costs = context.plan.costs;
    options.links = &context.plan.runtime->links();
    options.fetches_to_host = !how.keep_on_device;
    options.earlier = how.earlier;
  }
  return Place(context.plugins(), options, graph, &notes->fallbacks, &notes->forecast);
}

std::function<bool(const PlanNode& node)> Supports(const PassContext& context, const PlanGraph* graph) {
  return [&context, graph](const PlanNode& node) { return IsSupported(context, *graph, node); };
}

Status FoldPaddings(const PassContext& context, PlanGraph* graph, PlacementNotes*) {
  int count = 0;
  return FoldPads(Supports(context, graph), graph, &count);
}

Status FoldFactors(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) {
  const size_t before = graph->nodes.size();
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<MadeNode> folded,
                          FoldScales(Supports(context, graph), context.watch, graph));
  notes->ExplainNew(*graph, before, "has constants behind a product in its weights");
  for (const MadeNode& one : folded) notes->AddMade(*graph, one.made, one.sources);
  return OkStatus();
}

Status ChooseChannelsLast(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) {
  const auto channels_last = [](const Device* device) {
    return (device->flags() & RNLP_DEVICE_CHANNELS_LAST) != 0;
  };
  int changed = 0;
  const size_t before = graph->nodes.size();
  RUNNEL_RETURN_IF_ERROR(ChooseLayouts(channels_last, Supports(context, graph), graph, &changed));
  notes->ExplainNew(*graph, before, "has its channels last");
  return OkStatus();
}

Status KeepWeightsNarrow(const PassContext& context, PlanGraph* graph, PlacementNotes*) {
  int count = 0;
  return WidenInProducts(Supports(context, graph), EvaluateOnHost(context), graph, &count);
}

Status LookUpNumbers(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) {
  const size_t before = graph->nodes.size();
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<MadeNode> made,
                          LookUpBytes(Supports(context, graph), EvaluateOnHost(context), graph));
  notes->ExplainNew(*graph, before, "looks up what nodes computed");
  for (const MadeNode& one : made) notes->AddMade(*graph, one.made, one.sources);
  return OkStatus();
}

Status JoinSums(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) {
  const size_t before = graph->nodes.size();
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<MadeNode> joined,
                          JoinProducts(Supports(context, graph), graph));
  notes->ExplainNew(*graph, before, "brings the factors of a joined product together");
  for (const MadeNode& one : joined) notes->AddMade(*graph, one.made, one.sources);
  return OkStatus();
}

Status JoinNorms(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<MadeNode> fused, FuseNorms(Supports(context, graph), graph));
  for (const MadeNode& one : fused) notes->AddMade(*graph, one.made, one.sources);
  return OkStatus();
}

Status JoinAttention(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) {
  const size_t before = graph->nodes.size();
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<MadeNode> fused,
                          FuseAttention(Supports(context, graph), graph));
  notes->ExplainNew(*graph, before, "weighs values in one kernel");
  for (const MadeNode& one : fused) notes->AddMade(*graph, one.made, one.sources);
  return OkStatus();
}

Status JoinEpilogues(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<MadeNode> fused,
                          FuseEpilogues(Supports(context, graph), graph));
  for (const MadeNode& one : fused) notes->AddMade(*graph, one.made, one.sources);
  return OkStatus();
}

Status Partition(const PassContext& context, PlanGraph* graph, PlacementNotes*) {
  return PartitionMemory(context.plugins(), context.options.keep_on_device, graph);
}

// ---- the table ----

consteval std::string_view Doc(std::string_view text) { return kMinimal ? std::string_view() : text; }
consteval auto Lowers(bool has, Status (*pass)(const PassContext&, PlanGraph*)) {
  return has ? pass : nullptr;
}
consteval auto Places(bool has, Status (*pass)(const PassContext&, PlanGraph*, PlacementNotes*)) {
  return has ? pass : nullptr;
}
consteval auto Groups(bool has, Status (*pass)(const PassContext&, FramedGraph*, NodeGroups*)) {
  return has ? pass : nullptr;
}

constexpr bool kAlways = false, kSwitched = true;  // Pass::can_be_off

constexpr Pass kPasses[] = {
    {.id = PassId::kPrune,
     .name = "prune",
     .doc = Doc("copies what fetches and targets need, cut off at the feeds"),
     .stage = PlanStage::kPruned,
     .can_be_off = kAlways},
    {.id = PassId::kLower,
     .name = "lower",
     .doc = Doc("puts function bodies in place of calls, TensorFlow's primitives in place of If, While "
                "and Case, compositions in place of ops without a kernel"),
     .stage = PlanStage::kLowered,
     .can_be_off = kAlways,
     .lower = LowerNodes},
    {.id = PassId::kFrames,
     .name = "frames",
     .doc = Doc("refuses edges between loops that do not fit"),
     .stage = PlanStage::kLowered,
     .can_be_off = kAlways,
     .lower = CheckFrames},
    {.id = PassId::kReferences,
     .name = "references",
     .doc = Doc("puts the reads of imported ref variables where TensorFlow 1 makes them"),
     .stage = PlanStage::kLowered,
     .can_be_off = kAlways,
     .lower = Lowers(!kMinimal, PlaceReads)},
    {.id = PassId::kInfer,
     .name = "infer",
     .doc = Doc("infers shapes from what is fed and follows loops to a fixed point"),
     .stage = PlanStage::kLowered,
     .can_be_off = kAlways,
     .lower = InferShapes},
    {.id = PassId::kControls,
     .name = "controls",
     .doc = Doc("drops control edges from constants, which say no order"),
     .stage = PlanStage::kLowered,
     .can_be_off = kSwitched,
     .lower = Lowers(!kMinimal, DropControls)},
    {.id = PassId::kFold,
     .name = "fold",
     .doc = Doc("makes constants of what constants and shapes determine"),
     .stage = PlanStage::kLowered,
     .can_be_off = kSwitched,
     .lower = FoldConstants},
    {.id = PassId::kBranches,
     .name = "branches",
     .doc = Doc("takes out branches that are never taken"),
     .stage = PlanStage::kLowered,
     .can_be_off = kSwitched,
     .lower = Lowers(HasOp("Switch"), RemoveBranches)},
    {.id = PassId::kSimplify,
     .name = "simplify",
     .doc = Doc("removes nodes that only pass a value on, and neutral elements"),
     .stage = PlanStage::kLowered,
     .can_be_off = kSwitched,
     .lower = SimplifyNodes},
    {.id = PassId::kCse,
     .name = "cse",
     .doc = Doc("merges nodes that compute the same from the same"),
     .stage = PlanStage::kLowered,
     .can_be_off = kSwitched,
     .lower = MergeEqualNodes},
    {.id = PassId::kPlace,
     .name = "place",
     .doc = Doc("gives every node a device"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kAlways,
     .place = PlaceNodes},
    {.id = PassId::kPads,
     .name = "pads",
     .doc = Doc("lets a convolution or pool pad by itself what a node pads with zeros"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kSwitched,
     .place =
         Places((HasOp("Pad") || HasOp("PadV2")) && (HasOp("Conv2D") || HasOp("DepthwiseConv2dNative")),
                FoldPaddings)},
    {.id = PassId::kScales,
     .name = "scales",
     .doc = Doc("puts constant factors and summands by channel behind a convolution or product into its "
                "weights and one bias, which changes results by rounding"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kSwitched,
     .place = Places(kHasArithmetic && HasOp("BiasAdd"), FoldFactors)},
    {.id = PassId::kLayout,
     .name = "layout",
     .doc = Doc("computes images with their channels last where the device is faster so"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kSwitched,
     .place = Places(HasOp("Transpose"), ChooseChannelsLast)},
    {.id = PassId::kWeights,
     .name = "weights",
     .doc = Doc("leaves weights of 16 bits in memory as they are, and lets products widen them"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kSwitched,
     .place = Places(kHasMixed, KeepWeightsNarrow)},
    {.id = PassId::kLookups,
     .name = "lookups",
     .doc = Doc("looks up numbers of 8 bits that nodes compute, element by element, from others"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kSwitched,
     .place = Places(HasOp("Runnel>AffineLookup"), LookUpNumbers)},
    {.id = PassId::kProducts,
     .name = "products",
     .doc = Doc("makes one product of a sum of products"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kSwitched,
     .place = Places(HasOp("AddN") && HasOp("ConcatV2"), JoinSums)},
    {.id = PassId::kNorms,
     .name = "norms",
     .doc = Doc("makes one node of the normalisation of rows, and products of squares and cubes, which "
                "changes results by rounding"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kSwitched,
     .place = Places(HasOp("Runnel>LayerNorm") || HasOp("Pow"), JoinNorms)},
    {.id = PassId::kAttention,
     .name = "attention",
     .doc = Doc("makes one node of a product with keys, scale, mask, Softmax and product with values"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kSwitched,
     .place = Places(HasOp("Runnel>Attention"), JoinAttention)},
    {.id = PassId::kEpilogue,
     .name = "epilogue",
     .doc = Doc("joins a product or a convolution with the bias and the activation behind it"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kSwitched,
     .place =
         Places(HasOp("_FusedMatMul") || HasOp("_FusedConv2D") || HasOp("_FusedDepthwiseConv2dNative"),
                JoinEpilogues)},
    {.id = PassId::kPartition,
     .name = "partition",
     .doc = Doc("puts a _Send and a _Recv on every edge between two memories"),
     .stage = PlanStage::kPlaced,
     .can_be_off = kAlways,
     .place = Partition},
    {.id = PassId::kFuse,
     .name = "fuse",
     .doc = Doc("makes one node of element-wise neighbours in a region"),
     .stage = PlanStage::kRegions,
     .can_be_off = kSwitched,
     .group = Groups(HasOp("_FusedElementwise"), FuseGroups)},
    {.id = PassId::kFollow,
     .name = "follow",
     .doc = Doc("lets a product or a convolution take along the element-wise node behind it"),
     .stage = PlanStage::kRegions,
     .can_be_off = kSwitched,
     .group = Groups(
         kHasArithmetic && HasAny({"_FusedMatMul", "_FusedConv2D", "_FusedDepthwiseConv2dNative"}),
         FollowProducts)},
    {.id = PassId::kBands,
     .name = "bands",
     .doc =
         Doc("computes a 1x1 convolution and the depthwise one behind it by bands of rows, where what "
             "is between is too large for a cache"),
     .stage = PlanStage::kRegions,
     .can_be_off = kSwitched,
     .group = Groups(HasOp("_FusedPointwiseDepthwise"), ComputeInBands)},
    {.id = PassId::kRegions,
     .name = "regions",
     .doc = Doc("makes straight code over one arena of nodes that wait for the same values"),
     .stage = PlanStage::kRegions,
     .can_be_off = kSwitched},
    {.id = PassId::kPack,
     .name = "pack",
     .doc = Doc("keeps weights in the order in which kernels read them"),
     .stage = PlanStage::kRegions,
     .can_be_off = kSwitched},
};
static_assert([] {
  for (size_t i = 0; i < std::size(kPasses); ++i) {
    if (kPasses[i].id != static_cast<PassId>(i)) return false;
  }
  return std::size(kPasses) == kNumPasses;
}());

}  // namespace

std::span<const Pass> Passes() { return kPasses; }

Status DisablePass(std::string_view name, PassSet* passes) {
  std::string names;
  bool found = false;
  for (const Pass& pass : kPasses) {
    if (!pass.can_be_off) continue;
    names += StrCat(pass.name, ", ");
    if (name != pass.name && name != "all") continue;
    passes->Remove({pass.id});
    found = true;
  }
  if (found) return OkStatus();
  return InvalidArgument("there is no pass \"", name, "\"; the passes are ", names, "or all");
}

}  // namespace runnel

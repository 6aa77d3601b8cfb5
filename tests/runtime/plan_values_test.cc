// The values that planning makes, each made alone and looked at; and the table of its passes.
#include <gtest/gtest.h>

#include <set>

#include "core/runtime/devices/device.h"
#include "core/runtime/plan/pass_table.h"
#include "core/runtime/plan/program.h"
#include "core/runtime/resources/resource.h"
#include "tests/runtime/passes.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class PlanValues : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    services_.runtime = runtime_.get();
    services_.resources = &resources_;
    services_.random_counter = [this](const std::string&) { return &counter_; };
  }
  // With the options as they are now.
  PassContext Context(PlanLog* log = nullptr) {
    EXPECT_TRUE(b().status().ok()) << b().status().ToString();
    return {services_, options_, Passes(), *graph_, nullptr, log};
  }
  PrunedGraph Pruned(OutputRef fetch) {
    auto pruned = MakePrunedGraph(Context(), {}, std::vector{fetch}, {});
    EXPECT_TRUE(pruned.ok()) << pruned.status().ToString();
    return std::move(*pruned);
  }
  LoweredGraph Lowered(OutputRef fetch) {
    auto lowered = MakeLoweredGraph(Context(), Pruned(fetch));
    EXPECT_TRUE(lowered.ok()) << lowered.status().ToString();
    return std::move(*lowered);
  }
  PlacedGraph Placed(OutputRef fetch) {
    auto placed = MakePlacedGraph(Context(), Lowered(fetch));
    EXPECT_TRUE(placed.ok()) << placed.status().ToString();
    return std::move(*placed);
  }
  FramedGraph Framed(OutputRef fetch) {
    auto framed = MakeFramedGraph(Placed(fetch));
    EXPECT_TRUE(framed.ok()) << framed.status().ToString();
    return std::move(*framed);
  }
  RegionSet Regions(OutputRef fetch, PlanObjects* objects) {
    auto set = MakeRegionSet(objects->context(), Framed(fetch), objects);
    EXPECT_TRUE(set.ok()) << set.status().ToString();
    return std::move(*set);
  }
  OutputRef Number(int32_t value) { return b().Constant(*Tensor::FromScalar<int32_t>(value)); }
  static Tensor Scalar(float value) { return *Tensor::FromScalar<float>(value); }

  ResourceManager resources_;
  std::atomic<uint64_t> counter_{0};
  PlanContext services_;
  PlannerOptions options_;
};

TEST_F(PlanValues, ThePrunedGraphHasWhatTheFetchNeeds) {
  const OutputRef w = Variable("w", DType::kFloat, {2});
  const OutputRef read = Read(w);
  b().Op("Neg", {read});
  const std::string text = ToText(Pruned(read));
  EXPECT_EQ(text.find("pruned graph: 2 nodes\n"), 0u) << text;
  EXPECT_NE(text.find("w = VarHandleOp(): resource[]"), std::string::npos) << text;
  EXPECT_EQ(text.find("Neg"), std::string::npos) << text;
}

TEST_F(PlanValues, TheLoweredGraphKnowsShapesAndConstants) {
  const OutputRef w = Variable("w", DType::kFloat, {2});
  const OutputRef five = b().Op("AddV2", {b().Constant(Scalar(2)), b().Constant(Scalar(3))});
  const OutputRef y = b().Op("Mul", {Read(w), five});
  const LoweredGraph folded = Lowered(y);
  EXPECT_EQ(ToText(folded).find("lowered graph: 4 nodes\n"), 0u) << ToText(folded);
  EXPECT_NE(ToText(folded).find("): float[2]"), std::string::npos) << ToText(folded);
  ASSERT_TRUE(DisablePass("fold", &options_.passes).ok());
  EXPECT_NE(ToText(Lowered(y)).find("= AddV2("), std::string::npos);
}

TEST_F(PlanValues, ThePlacedGraphHasDevicesAndSaysWhy) {
  PlanDescription asked;
  options_.description = &asked;
  const OutputRef w = Variable("w", DType::kFloat, {2});
  const PlacedGraph placed = Placed(b().Op("Neg", {Read(w)}));
  const std::string device = runtime_->devices()[0]->name();
  EXPECT_NE(ToText(placed).find("w = VarHandleOp(): resource[] on " + device), std::string::npos)
      << ToText(placed);
  ASSERT_EQ(placed.placement.size(), 3u);
  EXPECT_EQ(placed.placement[0].second, device);
  EXPECT_EQ(placed.notes.ReasonOf(0), "default device");
  EXPECT_EQ(placed.notes.ReasonOf(99), "moves a value between memories");
}

TEST_F(PlanValues, TheFramedGraphKnowsItsLoopsAndTheUsesOfVariables) {
  const OutputRef w = Variable("w", DType::kFloat, {2}), v = Variable("v", DType::kFloat, {2});
  const OutputRef enter = b().Op("Enter", {Read(w)}, {{"frame_name", AttrValue("loop")}});
  const OutputRef exit = b().Op("Exit", {b().Op("Neg", {enter})});
  Node* const assign = Assign(v, Read(v));
  auto pruned = MakePrunedGraph(Context(), {}, std::vector{exit}, std::vector{assign});
  ASSERT_TRUE(pruned.ok()) << pruned.status().ToString();
  auto lowered = MakeLoweredGraph(Context(), std::move(*pruned));
  ASSERT_TRUE(lowered.ok()) << lowered.status().ToString();
  auto placed = MakePlacedGraph(Context(), std::move(*lowered));
  ASSERT_TRUE(placed.ok()) << placed.status().ToString();
  const auto framed = MakeFramedGraph(std::move(*placed));
  ASSERT_TRUE(framed.ok()) << framed.status().ToString();
  const std::string text = ToText(*framed);
  EXPECT_EQ(text.find("framed graph: 8 nodes, 1 loops\n"), 0u) << text;
  const size_t neg = text.find(" = Neg(");
  EXPECT_EQ(text.substr(text.find(" in loop", neg), 15), " in loop \"loop\"") << text;
  ASSERT_EQ(framed->order.size(), 8u);
  std::set<std::string> written;
  for (const int i : framed->order) {
    if (framed->variables.IsWritten(i)) written.insert(framed->graph().at(i).name);
  }
  EXPECT_EQ(written, std::set<std::string>{"v"});
  ASSERT_EQ(framed->variables.readers.size(), 2u);
  EXPECT_EQ(framed->variables.readers.begin()->second.size(), 1u);
}

TEST_F(PlanValues, AnEdgeIntoALoopIsRefused) {
  const OutputRef w = Variable("w", DType::kFloat, {2});
  const OutputRef enter = b().Op("Enter", {Read(w)}, {{"frame_name", AttrValue("loop")}});
  const OutputRef mixed = b().Op("Add", {enter, Read(w)});
  auto pruned = MakePrunedGraph(Context(), {}, std::vector{b().Op("Exit", {mixed})}, {});
  ASSERT_TRUE(pruned.ok());
  EXPECT_EQ(MakeLoweredGraph(Context(), std::move(*pruned)).status().code(), Code::kInvalidArgument);
}

TEST_F(PlanValues, TheRegionSetHasWhatEntersAndLeaves) {
  const OutputRef w = Variable("w", DType::kFloat, {2});
  const OutputRef y = b().Op(
      "MatMul", {b().Op("ExpandDims", {Read(w), Number(0)}), b().Op("ExpandDims", {Read(w), Number(1)})},
      {{"transpose_a", AttrValue(true)}, {"transpose_b", AttrValue(true)}});
  const PassContext context = Context();
  PlanObjects objects(context);
  const RegionSet set = Regions(y, &objects);
  ASSERT_EQ(set.regions.size(), 1u);
  EXPECT_EQ(set.regions[0]->launches, 1);
  const std::string text = ToText(set);
  EXPECT_EQ(text.find("region set: 1 regions\n  region 0 on "), 0u) << text;
  EXPECT_NE(text.find("\n    leaves: " + y.node->name() + ":0"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  alone: w = VarHandleOp("), std::string::npos) << text;
  options_.passes.Remove({PassId::kRegions});
  PlanObjects others(context);
  const RegionSet none = Regions(y, &others);
  EXPECT_TRUE(none.regions.empty());
  EXPECT_EQ(ToText(none).find("region set: 0 regions\n  alone: "), 0u) << ToText(none);
}

TEST_F(PlanValues, FusedNodesStandInTheGraphOfTheRegionSet) {
  PlanDescription asked;
  options_.description = &asked;
  const OutputRef w = Variable("w", DType::kFloat, {2});
  const OutputRef a = b().Op("Neg", {Read(w)}), y = b().Op("Exp", {a});
  const PassContext context = Context();
  PlanObjects objects(context);
  const RegionSet set = Regions(y, &objects);
  EXPECT_NE(ToText(set).find(" = _FusedElementwise("), std::string::npos) << ToText(set);
  ASSERT_EQ(set.framed.placed.notes.parts.size(), 1u);
  EXPECT_EQ(set.framed.placed.notes.parts[0].second,
            (std::vector<std::string>{a.node->name(), y.node->name()}));
  options_.passes.Remove({PassId::kFuse});
  PlanObjects others(context);
  EXPECT_EQ(ToText(Regions(y, &others)).find("_FusedElementwise"), std::string::npos);
}

TEST_F(PlanValues, TheProgramIsWhatAStepReads) {
  const OutputRef w = Variable("w", DType::kFloat, {2});
  const OutputRef y = b().Op("Neg", {Read(w)});
  for (const bool regions : {true, false}) {
    if (!regions) options_.passes.Remove({PassId::kRegions});
    const PassContext context = Context();
    PlanObjects objects(context);
    const auto plan = MakeProgram(context, Regions(y, &objects), &objects);
    ASSERT_TRUE(plan.ok()) << plan.status().ToString();
    const std::string text = ToText(**plan);
    EXPECT_EQ(text.find(regions ? "program: 2 nodes, 1 edges, 1 regions, the region alone\n"
                                : "program: 3 nodes, 2 edges, 0 regions\n"),
              0u)
        << text;
    EXPECT_NE(text.find(regions ? "0 region_0 (_Region) on " : " (ReadVariableOp) on "),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(" (_Fetch) awaits 1"), std::string::npos) << text;
    EXPECT_EQ((*plan)->kernels.size(), 1u);
    EXPECT_EQ((*plan)->num_launch_nodes, 1);
  }
}

TEST_F(PlanValues, PassesAreToldOfInOrderAsTheyAreSwitched) {
  PlanDescription description;
  PlanLog log(runtime_.get(), &description, false, 7);
  const OutputRef w = Variable("w", DType::kFloat, {2});
  const OutputRef y = Read(w);
  ASSERT_TRUE(DisablePass("cse", &options_.passes).ok());
  const PassContext context = Context(&log);
  auto pruned = MakePrunedGraph(context, {}, std::vector{y}, {});
  ASSERT_TRUE(pruned.ok());
  auto lowered = MakeLoweredGraph(context, std::move(*pruned));
  ASSERT_TRUE(lowered.ok());
  ASSERT_TRUE(MakePlacedGraph(context, std::move(*lowered)).ok());
  std::vector<std::string> want, got;
  for (const Pass& pass : Passes()) {
    if (pass.stage <= PlanStage::kPlaced && pass.name != "cse") want.emplace_back(pass.name);
  }
  for (const PlanDescription::Pass& pass : description.passes) got.push_back(pass.name);
  EXPECT_EQ(got, want);
  EXPECT_EQ(description.passes[0].nodes_before, 7);
  EXPECT_EQ(description.passes[1].nodes_before, 2);
}

TEST(PassTable, EachPassHasANameAndSaysWhatItDoes) {
  PlanStage last = PlanStage::kPruned;
  std::set<std::string_view> names;
  for (const Pass& pass : Passes()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_FALSE(pass.doc.empty()) << pass.name;
    EXPECT_GE(pass.stage, last) << pass.name;
    EXPECT_EQ(&Passes()[static_cast<size_t>(pass.id)], &pass);
    last = pass.stage;
  }
}

TEST(PassTable, OnlyWhatCanBeOffIsSwitchedOff) {
  PassSet passes;
  ASSERT_TRUE(DisablePass("layout", &passes).ok());
  EXPECT_FALSE(passes.Has(PassId::kLayout));
  EXPECT_TRUE(passes.Has(PassId::kFold));
  EXPECT_EQ(DisablePass("lower", &passes).code(), Code::kInvalidArgument);
  ASSERT_TRUE(DisablePass("all", &passes).ok());
  for (const Pass& pass : Passes()) EXPECT_EQ(passes.Has(pass.id), !pass.can_be_off) << pass.name;
  const Status status = DisablePass("magic", &passes);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  for (const std::string& name : SwitchedPasses())
    EXPECT_NE(status.message().find(name + ", "), std::string::npos) << name;
}

}  // namespace
}  // namespace runnel

#include "core/runtime/plan/framed_graph.h"

#include "core/runtime/plan/print_graph.h"

namespace runnel {

Result<FramedGraph> MakeFramedGraph(PlacedGraph placed) {
  FramedGraph framed{std::move(placed), {}, {}, {}};
  RUNNEL_ASSIGN_OR_RETURN(framed.order, framed.graph().TopologicalOrder());
  RUNNEL_ASSIGN_OR_RETURN(framed.frames, FindFrames(framed.graph()));
  RUNNEL_RETURN_IF_ERROR(framed.frames.fits);
  framed.variables = FindVariableUses(framed.graph());
  return framed;
}

std::string ToText(const FramedGraph& framed) {
  std::string text = StrCat(StageName(PlanStage::kFramed), ": ", framed.order.size(), " nodes, ",
                            framed.frames.frames.size() - 1, " loops");
  for (const int i : framed.order) {
    text += StrCat("\n  ", ToText(framed.graph(), i));
    const int frame = framed.RunsIn(i);
    if (frame != GraphFrames::kRoot)
      text += StrCat(" in loop \"", framed.frames.frame(frame).name, "\"");
  }
  return text;
}

}  // namespace runnel

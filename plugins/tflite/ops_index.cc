// By index: gathering, scattering, sorting, segments.
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

void Gather(Op& op) {
  op.Set(op.Last("GatherV2")
             .In(op.X(0))
             .In(op.X(1))
             .In(op.Int(op.options().Get<int32_t>(0, 0)))
             .Int("batch_dims", op.options().Get<int32_t>(1, 0))
             .Type("Tparams", op.Type(0))
             .Type("Tindices", op.Type(1))
             .Type("Taxis", RNLP_INT32)
             .Done());
}
void EmbeddingLookup(Op& op) {
  op.Set(op.Last("GatherV2")
             .In(op.X(1))
             .In(op.X(0))
             .In(op.Int(0))
             .Type("Tparams", op.Type(1))
             .Type("Tindices", op.Type(0))
             .Type("Taxis", RNLP_INT32)
             .Done());
}
void GatherNd(Op& op) {
  op.Set(op.Last("GatherNd")
             .In(op.X(0))
             .In(op.X(1))
             .Type("Tparams", op.Type(0))
             .Type("Tindices", op.Type(1))
             .Done());
}
void ScatterNd(Op& op) {
  op.Set(op.Last("ScatterNd").Ins(op.Xs()).Type("T", op.Type(1)).Type("Tindices", op.Type(0)).Done());
}
void SparseToDense(Op& op) {
  op.Set(op.Last("SparseToDense")
             .Ins(op.Xs())
             .Bool("validate_indices", false)
             .Type("T", op.Type(2))
             .Type("Tindices", op.Type(0))
             .Done());
}
void OneHot(Op& op) {
  op.Set(op.Last("OneHot")
             .Ins(op.Xs())
             .Int("axis", op.options().Get<int32_t>(0, 0))
             .Type("T", op.Type(2))
             .Type("TI", op.Type(0))
             .Done());
}
void TopK(Op& op) {
  op.SetAll(op.Node("TopKV2")
                .In(op.X(0))
                .In(op.X(1))
                .Bool("sorted", true)
                .Type("T", op.Type(0))
                .Type("Tk", op.Type(1))
                .Type("index_type", op.num_outputs() > 1 ? op.OutType(1) : RNLP_INT32)
                .Done());
}
void Where(Op& op) { op.Set(op.Last("Where").In(op.X(0)).Type("T", op.Type(0)).Done()); }
void Unique(Op& op) {
  op.SetAll(op.Node("Unique")
                .In(op.X(0))
                .Type("T", op.Type(0))
                .Type("out_idx", op.num_outputs() > 1 ? op.OutType(1) : RNLP_INT32)
                .Done());
}
void Cumsum(Op& op) {
  op.Set(op.Last("Cumsum")
             .In(op.X(0))
             .In(op.X(1))
             .Bool("exclusive", op.options().Flag(0))
             .Bool("reverse", op.options().Flag(1))
             .Type("T", op.Type(0))
             .Type("Tidx", op.Type(1))
             .Done());
}
void SegmentSum(Op& op) {
  op.Set(op.Last("SegmentSum")
             .In(op.X(0))
             .In(op.X(1))
             .Type("T", op.Type(0))
             .Type("Tindices", op.Type(1))
             .Done());
}
template <Text kOp>
void Unsorted(Op& op) {
  op.Set(op.Last(kOp.text)
             .Ins(op.Xs())
             .Type("T", op.Type(0))
             .Type("Tindices", op.Type(1))
             .Type("Tnumsegments", op.Type(2))
             .Done());
}

// The padding of what was not selected is 0 in both.
void SuppressionV4(Op& op) {
  op.SetAll(op.Node("NonMaxSuppressionV4")
                .Ins(op.Xs())
                .Bool("pad_to_max_output_size", true)
                .Type("T", op.Type(0))
                .Type("T_threshold", op.Type(3))
                .Done());
}
void SuppressionV5(Op& op) {
  op.SetAll(op.Node("NonMaxSuppressionV5")
                .Ins(op.Xs())
                .Bool("pad_to_max_output_size", true)
                .Type("T", op.Type(0))
                .Done());
}

constexpr OpRow kIndexOps[] = {
    {.name = "GATHER", .write = Gather, .moves = true},
    {.name = "GATHER_ND", .write = GatherNd, .moves = true},
    {.name = "EMBEDDING_LOOKUP", .write = EmbeddingLookup, .moves = true},
    {.name = "SCATTER_ND", .write = ScatterNd, .moves = true},
    {.name = "SPARSE_TO_DENSE", .write = SparseToDense, .moves = true},
    {.name = "ONE_HOT", .write = OneHot, .moves = true},
    {.name = "TOPK_V2", .write = TopK, .moves = true},
    {.name = "WHERE", .write = Where},
    {.name = "UNIQUE", .write = Unique},
    {.name = "CUMSUM", .write = Cumsum},
    {.name = "SEGMENT_SUM", .write = SegmentSum},
    {.name = "UNSORTED_SEGMENT_SUM", .write = Unsorted<"UnsortedSegmentSum">},
    {.name = "UNSORTED_SEGMENT_PROD", .write = Unsorted<"UnsortedSegmentProd">},
    {.name = "UNSORTED_SEGMENT_MAX", .write = Unsorted<"UnsortedSegmentMax">},
    {.name = "UNSORTED_SEGMENT_MIN", .write = Unsorted<"UnsortedSegmentMin">},
    {.name = "NON_MAX_SUPPRESSION_V4", .write = SuppressionV4},
    {.name = "NON_MAX_SUPPRESSION_V5", .write = SuppressionV5},
};

}  // namespace

std::span<const OpRow> IndexOps() { return kIndexOps; }

}  // namespace runnel::tflite

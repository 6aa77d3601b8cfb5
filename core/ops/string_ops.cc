// Strings.
#include <algorithm>

#include "core/graph/builder.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status PatternShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "pattern"));
  if (ctx.num_inputs() > 2) RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "rewrite"));
  return UnchangedShape(ctx);
}

Status SplitShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "input", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, ctx.schema().inputs[1].name));
  ctx.set_output(0, Shape{kUnknownDim, 2});
  ctx.set_output(1, Shape{kUnknownDim});
  ctx.set_output(2, Shape{2});
  return OkStatus();
}

Status SubstrShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape places, RequireSame(ctx, 1, "pos", 2, "len"));
  const Shape& input = ctx.input(0);
  if (places.has_rank() && places.rank() == 0) {
    ctx.set_output(0, input);
    return OkStatus();
  }
  return BroadcastShape(ctx);
}

Status ReduceJoinShape(ShapeContext& ctx) {
  const Shape& in = ctx.input(0);
  RUNNEL_ASSIGN_OR_RETURN(const auto axes, ConstantInts(ctx, 1, "reduction_indices"));
  if (!in.has_rank() || !axes) return OkStatus();
  std::vector<bool> joined(static_cast<size_t>(in.rank()));
  for (const int64_t axis : *axes) {
    if (axis < -in.rank() || axis >= in.rank()) {
      return InvalidArgument("reduction index ", axis, " is out of range: ", ArgIs(ctx, 0, "inputs"));
    }
    joined[static_cast<size_t>(axis < 0 ? axis + in.rank() : axis)] = true;
  }
  Shape out;
  for (int d = 0; d < in.rank(); ++d) {
    if (!joined[static_cast<size_t>(d)]) {
      out.Append(in.dim(d));
    } else if (BoolAttr(ctx, "keep_dims")) {
      out.Append(1);
    }
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status SegmentJoinShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "num_segments"));
  const Shape& in = ctx.input(0);
  const Shape& ids = ctx.input(1);
  const auto n = ConstantInt(ctx, 2);
  if (!in.has_rank() || !ids.has_rank()) return OkStatus();
  if (ids.rank() > in.rank() || !ids.IsCompatibleWith(SubShape(in, 0, ids.rank()))) {
    return InvalidArgument(ArgIs(ctx, 0, "inputs"), ", ", ArgIs(ctx, 1, "segment_ids"),
                           ": segment_ids must be a prefix of inputs' shape");
  }
  ctx.set_output(0, Concat(Shape{n && *n >= 0 ? *n : kUnknownDim}, SubShape(in, ids.rank(), in.rank())));
  return OkStatus();
}

Status FormatShape(ShapeContext& ctx) {
  const auto* text = ctx.attr<std::string>("template");
  const auto* placeholder = ctx.attr<std::string>("placeholder");
  if (text != nullptr && placeholder != nullptr) {
    int count = 0;
    for (size_t at = text->find(*placeholder); at != std::string::npos && !placeholder->empty();
         at = text->find(*placeholder, at + placeholder->size())) {
      ++count;
    }
    if (count != ctx.num_inputs()) {
      return InvalidArgument("template has ", count, " placeholders \"", *placeholder, "\" for ",
                             ctx.num_inputs(), " inputs");
    }
  }
  return ScalarShape(ctx);
}

Status NGramsShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "data", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(Shape splits, RequireRank(ctx, 1, "data_splits", 1));
  ctx.set_output(0, Shape{kUnknownDim});
  ctx.set_output(1, std::move(splits));
  return OkStatus();
}

Status FingerprintShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "method"));
  RUNNEL_ASSIGN_OR_RETURN(const Shape data, ctx.WithRankAtLeast(0, 1));
  ctx.set_output(0, Shape{data.has_rank() ? data.dim(0) : kUnknownDim, 8});
  return OkStatus();
}

Status StringJoinShape(ShapeContext& ctx) {
  Shape all;
  bool any_unknown = false;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const Shape& shape = ctx.input(i);
    if (!shape.has_rank()) {
      any_unknown = true;
    } else if (shape.rank() > 0) {
      auto merged = all.rank() == 0 ? Result<Shape>(shape) : Shape::Merge(all, shape);
      if (!merged.ok()) {
        return InvalidArgument("inputs that are no scalars must have one shape: input ", i, " is ",
                               shape.ToString(), ", those before it are ", all.ToString());
      }
      all = std::move(*merged);
    }
  }
  ctx.set_output(0, any_unknown && all.rank() == 0 ? Shape::Unknown() : std::move(all));
  return OkStatus();
}

Status ShardedFilenameShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "basename"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "shard"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "num_shards"));
  ctx.set_output(0, Shape());
  return OkStatus();
}

// Pieces that sharded names are joined of. Inputs are scalars, which is checked when they are there.
OutputRef JoinedName(CompositionContext& ctx, bool is_pattern) {
  GraphBuilder& b = ctx.b();
  const auto scalar = [&](int i) {
    const OutputRef input = ctx.input(i);
    return input.node->output_shape(input.index) == Shape()
               ? input
               : b.Op("EnsureShape", {input}, {{"shape", Shape()}});
  };
  const auto text = [&](std::string_view value) -> OutputRef {
    const std::string one(value);
    Result<Tensor> tensor = Tensor::FromStrings(Shape(), {&one, 1});
    if (tensor.ok()) return b.Constant(*tensor);
    b.Fail(tensor.status());
    return {};
  };
  const auto number = [&](int i) {
    return b.Op("AsString", {scalar(i)}, {{"width", int64_t{5}}, {"fill", "0"}});
  };
  if (is_pattern)
    return b.Op("StringJoin",
                {scalar(0), text(std::string("-") + std::string(5, '?') + "-of-"), number(1)});
  return b.Op("StringJoin", {scalar(0), text("-"), number(1), text("-of-"), number(2)});
}

// "basename-00001-of-00004".
Status ShardedFilenameComposition(CompositionContext& ctx) {
  ctx.set_output(0, JoinedName(ctx, false));
  return OkStatus();
}

Status ShardedFilespecShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "basename"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "num_shards"));
  ctx.set_output(0, Shape());
  return OkStatus();
}

// "basename-?..?-of-00004", with five question marks.
Status ShardedFilespecComposition(CompositionContext& ctx) {
  ctx.set_output(0, JoinedName(ctx, true));
  return OkStatus();
}

constexpr OpRow kStringOps[] = {
    {
        .name = "StringJoin",
        .inputs = "inputs: N * string",
        .outputs = "output: string",
        .attrs = "N: int >= 1; separator: string = ''",
        .doc = "Joins the inputs' strings, element by element, with separator between them. Shapes: all "
               "inputs that are no scalars are alike; scalars are repeated.",
        .flags = kOpNotDifferentiable,
        .shape = StringJoinShape,
    },
    {
        .name = "AsString",
        .inputs = "input: T",
        .outputs = "output: string",
        .attrs =
            "T: {int8, int16, int32, int64, complex64, complex128, float, double, bool}; "
            "precision: int = -1; scientific: bool = false; shortest: bool = false; width: int = -1; "
            "fill: string = ''",
        .doc =
            "Prints every element as C's printf would: %d, %f, or with scientific %e, with shortest %g, "
            "with the given precision and width, filled with `fill` ('0', ' ', '+' or '-'). Shapes: "
            "output is like input. Errors: INVALID_ARGUMENT for a fill of several characters, or for "
            "scientific with shortest.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "ShardedFilename",
        .inputs = "basename: string, shard: int32, num_shards: int32",
        .outputs = "filename: string",
        .doc = "The name of one file of several, as printf(\"%s-%05d-of-%05d\"). Shapes: scalars.",
        .shape = ShardedFilenameShape,
        .composition = ShardedFilenameComposition,
    },
    {
        .name = "ShardedFilespec",
        .inputs = "basename: string, num_shards: int32",
        .outputs = "filename: string",
        .doc = "The pattern of the names of several files, as printf(\"%s-?\?\?\?\?-of-%05d\"). "
               "Shapes: scalars.",
        .flags = kOpNotDifferentiable,
        .shape = ShardedFilespecShape,
        .composition = ShardedFilespecComposition,
    },
    {
        .name = "StaticRegexFullMatch",
        .inputs = "input: string",
        .outputs = "output: bool",
        .attrs = "pattern: string",
        .doc =
            "Whether the whole of each string matches the regular expression, in RE2's syntax but for "
            "classes of Unicode properties (\\p) and single bytes (\\C). Takes time in proportion to "
            "the text, "
            "whatever the pattern. Shapes: output is like input. Errors: INVALID_ARGUMENT for a pattern "
            "that is none; UNIMPLEMENTED naming what is not there; RESOURCE_EXHAUSTED for one of more "
            "than 20,000 "
            "steps. Source: github.com/google/re2/wiki/Syntax.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "RegexFullMatch",
        .inputs = "input: string, pattern: string",
        .outputs = "output: bool",
        .doc = "Whether the whole of each string matches the regular expression, whose syntax is "
               "that of StaticRegexFullMatch. Shapes: pattern is a scalar, output is like input. "
               "Errors: as StaticRegexFullMatch.",
        .flags = kHostFlags,
        .shape = PatternShape,
    },
    {
        .name = "RegexReplace",
        .inputs = "input: string, pattern: string, rewrite: string",
        .outputs = "output: string",
        .attrs = "replace_global: bool = true",
        .doc = "Replaces what the regular expression finds in each string by rewrite, in which \\0 "
               "stands for all that was found and \\1 to \\9 for its groups: every match from the "
               "left, or the first one without replace_global. A string stays as it is where rewrite "
               "names a group that is not there. Shapes: pattern and rewrite are scalars, output is "
               "like input. Errors: as StaticRegexFullMatch.",
        .flags = kHostFlags,
        .shape = PatternShape,
    },
    {
        .name = "StaticRegexReplace",
        .inputs = "input: string",
        .outputs = "output: string",
        .attrs = "pattern: string; rewrite: string; replace_global: bool = true",
        .doc = "As RegexReplace, with pattern and rewrite known when the graph is built. Shapes: "
               "output is like input. Errors: as StaticRegexFullMatch.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "StringSplit",
        .inputs = "input: string, delimiter: string",
        .outputs = "indices: int64, values: string, shape: int64",
        .attrs = "skip_empty: bool = true",
        .doc = "Splits each string at every byte that delimiter has, or into its bytes if that is "
               "empty, into the rows of a sparse matrix; with skip_empty without pieces that are "
               "empty. Shapes: input is a vector, delimiter a scalar; indices is [n,2], values [n], "
               "shape [2].",
        .flags = kHostFlags,
        .shape = SplitShape,
    },
    {
        .name = "StringSplitV2",
        .inputs = "input: string, sep: string",
        .outputs = "indices: int64, values: string, shape: int64",
        .attrs = "maxsplit: int = -1",
        .doc = "Splits each string at sep, as Python's str.split does, into the rows of a sparse "
               "matrix: with an empty sep at white space, of which several count as one; at most "
               "maxsplit times unless that is -1. Shapes: input is a vector, sep a scalar; indices "
               "is [n,2], values [n], shape [2].",
        .flags = kHostFlags,
        .shape = SplitShape,
    },
    {
        .name = "StringToNumber",
        .inputs = "string_tensor: string",
        .outputs = "output: out_type",
        .attrs = "out_type: {float, double, int32, int64, uint32, uint64} = float",
        .doc = "Reads each string as a number of out_type, with white space around it or none. "
               "Shapes: output is like string_tensor. Errors: INVALID_ARGUMENT naming a string that "
               "is none, or whose integer does not fit.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "StringStrip",
        .inputs = "input: string",
        .outputs = "output: string",
        .doc = "Takes white space off both ends of each string. Shapes: output is like input.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "StringLength",
        .inputs = "input: string",
        .outputs = "output: int32",
        .attrs = "unit: {'BYTE', 'UTF8_CHAR'} = 'BYTE'",
        .doc = "Counts the bytes of each string, or with unit UTF8_CHAR its characters, which are "
               "the bytes that continue none. Shapes: output is like input.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "Substr",
        .inputs = "input: string, pos: T, len: T",
        .outputs = "output: string",
        .attrs = "T: {int32, int64}; unit: {'BYTE', 'UTF8_CHAR'} = 'BYTE'",
        .doc = "Gives len bytes of each string from byte pos on, or characters with unit UTF8_CHAR, "
               "fewer where the string ends; a pos below 0 counts from the end. Shapes: pos and len "
               "are alike and broadcast with input. Errors: INVALID_ARGUMENT for a pos outside of "
               "its string.",
        .flags = kHostFlags,
        .shape = SubstrShape,
    },
    {
        .name = "ReduceJoin",
        .inputs = "inputs: string, reduction_indices: int32",
        .outputs = "output: string",
        .attrs = "keep_dims: bool = false; separator: string = ''",
        .doc = "Joins the strings along the dimensions reduction_indices, with separator between "
               "them; of several dimensions the first runs fastest. Dimensions below 0 count from "
               "the end; keep_dims keeps those that are joined, as 1. Errors: INVALID_ARGUMENT for a "
               "dimension out of range, or given twice.",
        .flags = kHostFlags,
        .shape = ReduceJoinShape,
    },
    {
        .name = "UnsortedSegmentJoin",
        .inputs = "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments",
        .outputs = "output: string",
        .attrs =
            "separator: string = ''; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32",
        .doc = "Joins the slices of inputs that segment_ids gives the same id, in their order, with "
               "separator between them; an id without a slice gives empty strings. Shapes: "
               "segment_ids is a prefix of inputs' shape; output is [num_segments] + the rest. "
               "Errors: INVALID_ARGUMENT for an id that is not in [0,num_segments).",
        .flags = kHostFlags,
        .shape = SegmentJoinShape,
    },
    {
        .name = "StringFormat",
        .inputs = "inputs: T",
        .outputs = "output: string",
        .attrs = "T: list(type) >= 0; template: string = '%s'; placeholder: string = '%s'; summarize: "
                 "int = 3",
        .doc = "Gives template with every placeholder in it replaced by a text of the input in its "
               "place, of which large tensors show the first and the last summarize elements of each "
               "dimension (-1: all). Shapes: output is a scalar. Errors: INVALID_ARGUMENT unless "
               "there is a placeholder for each input.",
        .flags = kHostFlags,
        .shape = FormatShape,
    },
    {
        .name = "StringNGrams",
        .inputs = "data: string, data_splits: Tsplits",
        .outputs = "ngrams: string, ngrams_splits: Tsplits",
        .attrs = "separator: string; ngram_widths: list(int) >= 0; left_pad: string; right_pad: string; "
                 "pad_width: int; preserve_short_sequences: bool; Tsplits: {int32, int64} = int64",
        .doc = "Joins neighbours of each row of a ragged tensor of strings, ngram_widths of them at "
               "a time, with separator between them. Each row is padded with pad_width times "
               "left_pad and right_pad, at most one less than the width (-1: that many). With "
               "preserve_short_sequences a row too short for any width gives itself. Shapes: data "
               "and data_splits are vectors, and the outputs too. Errors: INVALID_ARGUMENT for "
               "splits that do not rise from 0 to the size of data, or a width below 1.",
        .flags = kHostFlags,
        .shape = NGramsShape,
    },
    {
        .name = "EncodeBase64",
        .inputs = "input: string",
        .outputs = "output: string",
        .attrs = "pad: bool = false",
        .doc = "Encodes each string in web-safe base64 (with - and _), with = at its end only if pad "
               "is set. Shapes: output is like input. Source: RFC 4648, section 5.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "DecodeBase64",
        .inputs = "input: string",
        .outputs = "output: string",
        .doc = "Decodes each string of web-safe base64, with = at its end or without. Shapes: output "
               "is like input. Errors: INVALID_ARGUMENT for other characters, or a length of one "
               "more than a multiple of 4.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "StringToHashBucket",
        .inputs = "string_tensor: string",
        .outputs = "output: int64",
        .attrs = "num_buckets: int >= 1",
        .doc = "Hashes each string (MurmurHash64A of TensorFlow's seed) into one of num_buckets. "
               "Shapes: output is like string_tensor.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "StringToHashBucketFast",
        .inputs = "input: string",
        .outputs = "output: int64",
        .attrs = "num_buckets: int >= 1",
        .doc = "Hashes each string (FarmHash's Fingerprint64) into one of num_buckets; who can "
               "choose strings can make them collide. Shapes: output is like input.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "StringToHashBucketStrong",
        .inputs = "input: string",
        .outputs = "output: int64",
        .attrs = "num_buckets: int >= 1; key: list(int)",
        .doc = "Hashes each string (SipHash-2-4 with the two numbers of key) into one of "
               "num_buckets. Shapes: output is like input. Errors: INVALID_ARGUMENT unless key has "
               "two numbers.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "Fingerprint",
        .inputs = "data: T, method: string",
        .outputs = "fingerprint: uint8",
        .attrs = "T: type",
        .doc = "Gives the 8 bytes, lowest first, of the fingerprint of each row of data: for method "
               "farmhash64 FarmHash's Fingerprint64 of the row's bytes, of a row of several strings "
               "of their own fingerprints' bytes. Shapes: data has a rank of at least 1, output is "
               "[rows,8]. Errors: INVALID_ARGUMENT for another method.",
        .flags = kHostFlags,
        .shape = FingerprintShape,
    },
};

}  // namespace

std::span<const OpRow> StringOps() { return ChosenRows<kStringOps>::All(); }

}  // namespace runnel

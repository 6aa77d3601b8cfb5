// Text as characters: case, scripts, and encodings.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status DecodeShape(ShapeContext& ctx) {
  const Shape& input = ctx.input(0);
  const bool known = input.IsFullyDefined();
  ctx.set_output(0, Shape{known ? input.num_elements() + 1 : kUnknownDim});
  for (int i = 1; i < ctx.num_outputs(); ++i) ctx.set_output(i, Shape{kUnknownDim});
  return OkStatus();
}

Status EncodeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "input_values", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(const Shape splits, RequireRank(ctx, 1, "input_splits", 1));
  ctx.set_output(0, Shape{splits.dim(0) > 0 ? splits.dim(0) - 1 : kUnknownDim});
  return OkStatus();
}

constexpr OpRow kUnicodeOps[] = {
    {
        .name = "StringLower",
        .inputs = "input: string",
        .outputs = "output: string",
        .attrs = "encoding: string = ''",
        .doc = "Turns letters to lower case: of ASCII or, with encoding utf-8, of Unicode, in no "
               "language's own way. Shapes: output is like input. Errors: INVALID_ARGUMENT for "
               "another encoding.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "StringUpper",
        .inputs = "input: string",
        .outputs = "output: string",
        .attrs = "encoding: string = ''",
        .doc = "Turns letters to upper case: of ASCII or, with encoding utf-8, of Unicode, in no "
               "language's own way. Shapes: output is like input. Errors: INVALID_ARGUMENT for "
               "another encoding.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "UnicodeScript",
        .inputs = "input: int32",
        .outputs = "output: int32",
        .doc = "Gives the script of each code point by ICU's number, -1 for what is no code point. "
               "Shapes: output is like input.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "UnicodeDecode",
        .inputs = "input: string",
        .outputs = "row_splits: Tsplits, char_values: int32",
        .attrs = "input_encoding: string; errors: {'strict', 'replace', 'ignore'} = 'replace'; "
                 "replacement_char: int = 65533; replace_control_characters: bool = false; Tsplits: "
                 "{int32, int64} = int64",
        .doc = "Gives the code points of all strings, and where each string's begin and end among "
               "them. What is no character becomes replacement_char, is left out with errors ignore, "
               "or fails with strict; with replace_control_characters those below U+0020 count as "
               "such. Encodings are UTF-8, UTF-16 and UTF-32 with -BE, -LE or a mark, US-ASCII, "
               "ISO-8859, windows-125x and KOI8. Errors: INVALID_ARGUMENT for another name, or with "
               "strict; UNIMPLEMENTED for encodings that only ICU has. Shapes: row_splits has one "
               "element more than input, char_values is a vector.",
        .flags = kHostFlags,
        .shape = DecodeShape,
    },
    {
        .name = "UnicodeDecodeWithOffsets",
        .inputs = "input: string",
        .outputs = "row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64",
        .attrs = "input_encoding: string; errors: {'strict', 'replace', 'ignore'} = 'replace'; "
                 "replacement_char: int = 65533; replace_control_characters: bool = false; Tsplits: "
                 "{int32, int64} = int64",
        .doc = "As UnicodeDecode; char_to_byte_starts says at which byte of its string each "
               "character begins.",
        .flags = kHostFlags,
        .shape = DecodeShape,
    },
    {
        .name = "UnicodeEncode",
        .inputs = "input_values: int32, input_splits: Tsplits",
        .outputs = "output: string",
        .attrs =
            "errors: {'ignore', 'replace', 'strict'} = 'replace'; output_encoding: {'UTF-8', "
            "'UTF-16-BE', 'UTF-32-BE'}; replacement_char: int = 65533; Tsplits: {int32, int64} = int64",
        .doc = "Writes each row of a ragged tensor of code points as a string. What is no character "
               "becomes replacement_char, is left out with errors ignore, or fails with strict. "
               "Shapes: input_values and input_splits are vectors, output has one element fewer than "
               "input_splits. Errors: INVALID_ARGUMENT for splits that do not rise from 0 to the "
               "size of input_values, or with strict.",
        .flags = kHostFlags,
        .shape = EncodeShape,
    },
    {
        .name = "UnicodeTranscode",
        .inputs = "input: string",
        .outputs = "output: string",
        .attrs = "input_encoding: string; output_encoding: {'UTF-8', 'UTF-16-BE', 'UTF-32-BE'}; errors: "
                 "{'strict', 'replace', 'ignore'} = 'replace'; replacement_char: int = 65533; "
                 "replace_control_characters: bool = false",
        .doc = "Writes each string in another encoding. What is no character becomes "
               "replacement_char, is left out with errors ignore, or fails with strict; with "
               "replace_control_characters those below U+0020 count as such. Encodings are UTF-8, "
               "UTF-16 and UTF-32 with -BE, -LE or a mark, US-ASCII, ISO-8859, windows-125x and "
               "KOI8. Errors: INVALID_ARGUMENT for another name, or with strict; UNIMPLEMENTED for "
               "encodings that only ICU has. Shapes: output is like input.",
        .flags = kHostFlags,
        .shape = UnchangedShape,
    },
};

}  // namespace

std::span<const OpRow> UnicodeOps() { return ChosenRows<kUnicodeOps>::All(); }

}  // namespace runnel

// Readers: records out of files whose names come from a queue. TensorFlow's older ops, without V2, pass
// a reference to a string; these pass a resource.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kReaderFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

#define RUNNEL_READER_ATTRS "container: string = ''; shared_name: string = ''"

Status CheckHandle(ShapeContext& ctx) { return RequireScalar(ctx, 0, "reader_handle"); }

Status ReadShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckHandle(ctx));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "queue_handle"));
  return ScalarShape(ctx);
}

Status ReadUpToShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckHandle(ctx));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "queue_handle"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "num_records"));
  ctx.set_output(0, Shape::UnknownOfRank(1));
  ctx.set_output(1, Shape::UnknownOfRank(1));
  return OkStatus();
}

Status FactShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckHandle(ctx));
  return ScalarShape(ctx);
}

Status RestoreShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckHandle(ctx));
  return RequireScalar(ctx, 1, "state");
}

// `encoding` is an attr of the newer FixedLengthRecordReader alone.
#define RUNNEL_READER_ROWS(version, encoding)                                                         \
  {                                                                                                   \
      .name = "WholeFileReader" version,                                                              \
      .outputs = "reader_handle: resource",                                                           \
      .attrs = RUNNEL_READER_ATTRS,                                                                   \
      .doc = "Gives the handle of a reader whose records are whole files; a key is the file's name.", \
      .flags = kReaderFlags,                                                                          \
      .shape = ScalarShape,                                                                           \
  },                                                                                                  \
      {                                                                                               \
          .name = "TextLineReader" version,                                                           \
          .outputs = "reader_handle: resource",                                                       \
          .attrs = "skip_header_lines: int = 0; " RUNNEL_READER_ATTRS,                                \
          .doc =                                                                                      \
              "Gives the handle of a reader whose records are lines, without their ends; a key is "   \
              "FILE:NUMBER, counted from 1.",                                                         \
          .flags = kReaderFlags,                                                                      \
          .shape = ScalarShape,                                                                       \
      },                                                                                              \
      {                                                                                               \
          .name = "FixedLengthRecordReader" version,                                                  \
          .outputs = "reader_handle: resource",                                                       \
          .attrs =                                                                                    \
              "header_bytes: int = 0; record_bytes: int; footer_bytes: int = 0; hop_bytes: int "      \
              "= 0; " RUNNEL_READER_ATTRS encoding,                                                   \
          .doc =                                                                                      \
              "Gives the handle of a reader whose records are record_bytes of the file between "      \
              "header and footer, hop_bytes apart (0: record_bytes); a key is FILE:NUMBER, "          \
              "counted from 0. A last one that is not whole is not given.",                           \
          .flags = kReaderFlags,                                                                      \
          .shape = ScalarShape,                                                                       \
      },                                                                                              \
      {                                                                                               \
          .name = "TFRecordReader" version,                                                           \
          .outputs = "reader_handle: resource",                                                       \
          .attrs = RUNNEL_READER_ATTRS "; compression_type: string = ''",                             \
          .doc =                                                                                      \
              "Gives the handle of a reader of TFRecord files, compressed as ZLIB, GZIP or not; a "   \
              "key is FILE:OFFSET.",                                                                  \
          .flags = kReaderFlags,                                                                      \
          .shape = ScalarShape,                                                                       \
      },                                                                                              \
      {                                                                                               \
          .name = "IdentityReader" version,                                                           \
          .outputs = "reader_handle: resource",                                                       \
          .attrs = RUNNEL_READER_ATTRS,                                                               \
          .doc = "Gives the handle of a reader that gives the queue's strings, as key and as value.", \
          .flags = kReaderFlags,                                                                      \
          .shape = ScalarShape,                                                                       \
      },                                                                                              \
      {                                                                                               \
          .name = "ReaderRead" version,                                                               \
          .inputs = "reader_handle: resource, queue_handle: resource",                                \
          .outputs = "key: string, value: string",                                                    \
          .doc =                                                                                      \
              "Reads a record, taking files from the queue as they are needed, waiting for them. "    \
              "Shapes: scalars. Errors: OUT_OF_RANGE if the queue is closed and empty; NOT_FOUND "    \
              "and its kin naming a file; DATA_LOSS naming file and offset.",                         \
          .flags = kReaderFlags,                                                                      \
          .shape = ReadShape,                                                                         \
      },                                                                                              \
      {                                                                                               \
          .name = "ReaderReadUpTo" version,                                                           \
          .inputs = "reader_handle: resource, queue_handle: resource, num_records: int64",            \
          .outputs = "keys: string, values: string",                                                  \
          .doc =                                                                                      \
              "Reads up to num_records records, all of one file, and at least one. Shapes: "          \
              "num_records is a scalar, the outputs are vectors. Errors: as ReaderRead.",             \
          .flags = kReaderFlags,                                                                      \
          .shape = ReadUpToShape,                                                                     \
      },                                                                                              \
      {                                                                                               \
          .name = "ReaderNumRecordsProduced" version,                                                 \
          .inputs = "reader_handle: resource",                                                        \
          .outputs = "records_produced: int64",                                                       \
          .doc = "Gives the number of records that were read. Shapes: a scalar.",                     \
          .flags = kReaderFlags,                                                                      \
          .shape = FactShape,                                                                         \
      },                                                                                              \
      {                                                                                               \
          .name = "ReaderNumWorkUnitsCompleted" version,                                              \
          .inputs = "reader_handle: resource",                                                        \
          .outputs = "units_completed: int64",                                                        \
          .doc = "Gives the number of files that were read to their ends. Shapes: a scalar.",         \
          .flags = kReaderFlags,                                                                      \
          .shape = FactShape,                                                                         \
      },                                                                                              \
      {                                                                                               \
          .name = "ReaderSerializeState" version,                                                     \
          .inputs = "reader_handle: resource",                                                        \
          .outputs = "state: string",                                                                 \
          .doc =                                                                                      \
              "Gives where the reader stands as bytes. Shapes: a scalar. Errors: UNIMPLEMENTED "      \
              "but for IdentityReader and WholeFileReader, as in TensorFlow.",                        \
          .flags = kReaderFlags,                                                                      \
          .shape = FactShape,                                                                         \
      },                                                                                              \
      {                                                                                               \
          .name = "ReaderRestoreState" version,                                                       \
          .inputs = "reader_handle: resource, state: string",                                         \
          .doc =                                                                                      \
              "Puts the reader back to where it stood. Shapes: scalars. Errors: INVALID_ARGUMENT "    \
              "for bytes that are no state; UNIMPLEMENTED as ReaderSerializeState.",                  \
          .flags = kReaderFlags,                                                                      \
          .shape = RestoreShape,                                                                      \
      },                                                                                              \
  {                                                                                                   \
    .name = "ReaderReset" version, .inputs = "reader_handle: resource",                               \
    .doc = "Makes the reader as it was when it was new. Shapes: a scalar.", .flags = kReaderFlags,    \
    .shape = CheckHandle,                                                                             \
  }

Status RecordInputShape(ShapeContext& ctx) {
  ctx.set_output(0, Shape{IntAttr(ctx, "batch_size", 32)});
  return OkStatus();
}

constexpr OpRow kReaderOps[] = {
    {
        .name = "RecordInput",
        .outputs = "records: string",
        .attrs =
            "file_pattern: string; file_random_seed: int = 301; file_shuffle_shift_ratio: float = 0; "
            "file_buffer_size: int = 10000; file_parallelism: int = 16; batch_size: int = 32; "
            "compression_type: string = ''",
        .doc = "Gives batch_size records of the TFRecord files that file_pattern matches, in random "
               "order, out of a buffer of file_buffer_size records; all records once before any again. "
               "file_parallelism is not used: files are read in turn. Shapes: records is [batch_size]. "
               "Errors: NOT_FOUND where no file matches; OUT_OF_RANGE if the files hold nothing; "
               "DATA_LOSS naming file and offset.",
        .flags = kReaderFlags,
        .shape = RecordInputShape,
    },
    RUNNEL_READER_ROWS("", ""),
    RUNNEL_READER_ROWS("V2", "; encoding: string = ''"),
};

#undef RUNNEL_READER_ROWS
#undef RUNNEL_READER_ATTRS

}  // namespace

std::span<const OpRow> ReaderOps() { return ChosenRows<kReaderOps>::All(); }

}  // namespace runnel

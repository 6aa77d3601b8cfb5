// Lookup tables. Those of TensorFlow 1 hand their tables on as references to strings and are else what
// their successors (V2) are; here the handles of both are resources.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kTableFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status HandleShape(ShapeContext& ctx) { return RequireScalar(ctx, 0, "table_handle"); }

Status SizeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(HandleShape(ctx));
  return ScalarShape(ctx);
}

Status DenseTableShape(ShapeContext& ctx) {
  const Shape& key = ctx.input(0);
  if (key.has_rank() && key.rank() > 1) {
    return InvalidArgument(ArgIs(ctx, 0, "empty_key"), ", expected a scalar or a vector");
  }
  return ScalarShape(ctx);
}

Status InitializeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(HandleShape(ctx));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "keys", 1).status());
  return RequireSame(ctx, 1, "keys", 2, "values").status();
}

Status FromFileShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(HandleShape(ctx));
  return RequireScalar(ctx, 1, "filename");
}

constexpr OpRow kLookupOps[] = {
    {
        .name = "HashTable",
        .outputs = "table_handle: resource",
        .attrs = "container: string = ''; shared_name: string = ''; use_node_name_sharing: bool = "
                 "false; key_dtype: type; value_dtype: type",
        .doc = "Gives the handle of a table from keys to values that is filled once, by an "
               "initializer. Tables with one shared_name (the node's name, if it is empty) in one "
               "container are one table. Errors: INVALID_ARGUMENT if another definition of the table "
               "differs.",
        .flags = kTableFlags,
        .shape = ScalarShape,
    },
    {
        .name = "HashTableV2",
        .outputs = "table_handle: resource",
        .attrs = "container: string = ''; shared_name: string = ''; use_node_name_sharing: bool = "
                 "false; key_dtype: type; value_dtype: type",
        .doc = "Gives the handle of a table from keys to values that is filled once, by an "
               "initializer. Tables with one shared_name (the node's name, if it is empty) in one "
               "container are one table. Errors: INVALID_ARGUMENT if another definition of the table "
               "differs.",
        .flags = kTableFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MutableHashTable",
        .outputs = "table_handle: resource",
        .attrs = "container: string = ''; shared_name: string = ''; use_node_name_sharing: bool = "
                 "false; key_dtype: type; value_dtype: type",
        .doc = "Gives the handle of a table from keys to values that changes as the program runs. "
               "Tables with one shared_name (the node's name, if it is empty) in one container are "
               "one table. Errors: INVALID_ARGUMENT if another definition of the table differs.",
        .flags = kTableFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MutableHashTableV2",
        .outputs = "table_handle: resource",
        .attrs = "container: string = ''; shared_name: string = ''; use_node_name_sharing: bool = "
                 "false; key_dtype: type; value_dtype: type",
        .doc = "Gives the handle of a table from keys to values that changes as the program runs. "
               "Tables with one shared_name (the node's name, if it is empty) in one container are "
               "one table. Errors: INVALID_ARGUMENT if another definition of the table differs.",
        .flags = kTableFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MutableHashTableOfTensors",
        .outputs = "table_handle: resource",
        .attrs = "container: string = ''; shared_name: string = ''; use_node_name_sharing: bool = "
                 "false; key_dtype: type; value_dtype: type; value_shape: shape = []",
        .doc = "Gives the handle of a table from keys to vectors of value_shape, which changes as "
               "the program runs. Tables with one shared_name (the node's name, if it is empty) in "
               "one container are one table. Errors: INVALID_ARGUMENT if another definition of the "
               "table differs.",
        .flags = kTableFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MutableHashTableOfTensorsV2",
        .outputs = "table_handle: resource",
        .attrs = "container: string = ''; shared_name: string = ''; use_node_name_sharing: bool = "
                 "false; key_dtype: type; value_dtype: type; value_shape: shape = []",
        .doc = "Gives the handle of a table from keys to vectors of value_shape, which changes as "
               "the program runs. Tables with one shared_name (the node's name, if it is empty) in "
               "one container are one table. Errors: INVALID_ARGUMENT if another definition of the "
               "table differs.",
        .flags = kTableFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MutableDenseHashTable",
        .inputs = "empty_key: key_dtype",
        .outputs = "table_handle: resource",
        .attrs = "container: string = ''; shared_name: string = ''; use_node_name_sharing: bool = "
                 "false; key_dtype: type; value_dtype: type; value_shape: shape = []; "
                 "initial_num_buckets: int = 131072; max_load_factor: float = 0.800000011920929",
        .doc = "As MutableDenseHashTableV2, without a key for entries that were removed: nothing can "
               "be. Tables with one shared_name (the node's name, if it is empty) in one container "
               "are one table. Errors: INVALID_ARGUMENT if another definition of the table differs.",
        .flags = kTableFlags,
        .shape = DenseTableShape,
    },
    {
        .name = "MutableDenseHashTableV2",
        .inputs = "empty_key: key_dtype, deleted_key: key_dtype",
        .outputs = "table_handle: resource",
        .attrs = "container: string = ''; shared_name: string = ''; use_node_name_sharing: bool = "
                 "false; key_dtype: type; value_dtype: type; value_shape: shape = []; "
                 "initial_num_buckets: int = 131072; max_load_factor: float = 0.800000011920929",
        .doc = "Gives the handle of a table in an array of buckets, of which initial_num_buckets, a "
               "power of two, double whenever more than max_load_factor of them would be taken. "
               "empty_key and deleted_key, scalars or vectors as all keys are, stand for buckets "
               "without an entry and are no keys. Tables with one shared_name (the node's name, if "
               "it is empty) in one container are one table. Errors: INVALID_ARGUMENT if another "
               "definition of the table differs.",
        .flags = kTableFlags,
        .shape = DenseTableShape,
    },
    {
        .name = "AnonymousHashTable",
        .outputs = "table_handle: resource",
        .attrs = "key_dtype: type; value_dtype: type",
        .doc = "As HashTableV2, but each run gives a new table, which lasts as long as its handle.",
        .flags = kTableFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AnonymousMutableHashTable",
        .outputs = "table_handle: resource",
        .attrs = "key_dtype: type; value_dtype: type",
        .doc = "As MutableHashTableV2, but each run gives a new table, which lasts as long as its "
               "handle.",
        .flags = kTableFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AnonymousMutableHashTableOfTensors",
        .outputs = "table_handle: resource",
        .attrs = "key_dtype: type; value_dtype: type; value_shape: shape = []",
        .doc = "As MutableHashTableOfTensorsV2, but each run gives a new table, which lasts as long "
               "as its handle.",
        .flags = kTableFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AnonymousMutableDenseHashTable",
        .inputs = "empty_key: key_dtype, deleted_key: key_dtype",
        .outputs = "table_handle: resource",
        .attrs = "key_dtype: type; value_dtype: type; value_shape: shape = []; initial_num_buckets: int "
                 "= 131072; max_load_factor: float = 0.800000011920929",
        .doc = "As MutableDenseHashTableV2, but each run gives a new table, which lasts as long as "
               "its handle.",
        .flags = kTableFlags,
        .shape = DenseTableShape,
    },
    {
        .name = "InitializeTable",
        .inputs = "table_handle: resource, keys: Tkey, values: Tval",
        .attrs = "Tkey: type; Tval: type",
        .doc = "Fills a HashTable with keys and their values; the same entries once more are no "
               "error. Shapes: keys and values are vectors of one length. Errors: "
               "FAILED_PRECONDITION for a key with two values, or if the table has other entries "
               "already.",
        .flags = kTableFlags,
        .shape = InitializeShape,
    },
    {
        .name = "InitializeTableV2",
        .inputs = "table_handle: resource, keys: Tkey, values: Tval",
        .attrs = "Tkey: type; Tval: type",
        .doc = "Fills a HashTable with keys and their values; the same entries once more are no "
               "error. Shapes: keys and values are vectors of one length. Errors: "
               "FAILED_PRECONDITION for a key with two values, or if the table has other entries "
               "already.",
        .flags = kTableFlags,
        .shape = InitializeShape,
    },
    {
        .name = "InitializeTableFromTextFile",
        .inputs = "table_handle: resource, filename: string",
        .attrs = "key_index: int >= -2; value_index: int >= -2; vocab_size: int >= -1 = -1; delimiter: "
                 "string = '\\t'; offset: int = 0",
        .doc = "Fills a HashTable with the lines of a text file. key_index and value_index say what "
               "of a line is the key and the value: the line itself (-2), its number plus offset "
               "(-1), or a column, counted from 0, between delimiters. vocab_size is how many lines "
               "are taken, -1 for all. Shapes: filename is a scalar. Errors: OUT_OF_RANGE for no "
               "lines; INVALID_ARGUMENT for an empty line, too few lines or columns, or a column "
               "that is no number where the table wants one; those of reading the file and of "
               "InitializeTableV2.",
        .flags = kTableFlags,
        .shape = FromFileShape,
    },
    {
        .name = "InitializeTableFromTextFileV2",
        .inputs = "table_handle: resource, filename: string",
        .attrs = "key_index: int >= -2; value_index: int >= -2; vocab_size: int >= -1 = -1; delimiter: "
                 "string = '\\t'; offset: int = 0",
        .doc = "Fills a HashTable with the lines of a text file. key_index and value_index say what "
               "of a line is the key and the value: the line itself (-2), its number plus offset "
               "(-1), or a column, counted from 0, between delimiters. vocab_size is how many lines "
               "are taken, -1 for all. Shapes: filename is a scalar. Errors: OUT_OF_RANGE for no "
               "lines; INVALID_ARGUMENT for an empty line, too few lines or columns, or a column "
               "that is no number where the table wants one; those of reading the file and of "
               "InitializeTableV2.",
        .flags = kTableFlags,
        .shape = FromFileShape,
    },
    {
        .name = "LookupTableFind",
        .inputs = "table_handle: resource, keys: Tin, default_value: Tout",
        .outputs = "values: Tout",
        .attrs = "Tin: type; Tout: type",
        .doc = "Gives the value of every key, default_value for those that the table does not have. "
               "Shapes: values is keys' shape, without a key's where keys are vectors, followed by a "
               "value's; default_value is a value, or one for every key. Errors: INVALID_ARGUMENT "
               "for types and shapes other than the table's; FAILED_PRECONDITION for a HashTable "
               "that is not filled yet.",
        .flags = kTableFlags,
        .shape = HandleShape,
    },
    {
        .name = "LookupTableFindV2",
        .inputs = "table_handle: resource, keys: Tin, default_value: Tout",
        .outputs = "values: Tout",
        .attrs = "Tin: type; Tout: type",
        .doc = "Gives the value of every key, default_value for those that the table does not have. "
               "Shapes: values is keys' shape, without a key's where keys are vectors, followed by a "
               "value's; default_value is a value, or one for every key. Errors: INVALID_ARGUMENT "
               "for types and shapes other than the table's; FAILED_PRECONDITION for a HashTable "
               "that is not filled yet.",
        .flags = kTableFlags,
        .shape = HandleShape,
    },
    {
        .name = "LookupTableInsert",
        .inputs = "table_handle: resource, keys: Tin, values: Tout",
        .attrs = "Tin: type; Tout: type",
        .doc = "Adds keys with their values to the table, or gives them new ones. Errors: "
               "INVALID_ARGUMENT for types and shapes other than the table's; UNIMPLEMENTED for a "
               "HashTable.",
        .flags = kTableFlags,
        .shape = HandleShape,
    },
    {
        .name = "LookupTableInsertV2",
        .inputs = "table_handle: resource, keys: Tin, values: Tout",
        .attrs = "Tin: type; Tout: type",
        .doc = "Adds keys with their values to the table, or gives them new ones. Errors: "
               "INVALID_ARGUMENT for types and shapes other than the table's; UNIMPLEMENTED for a "
               "HashTable.",
        .flags = kTableFlags,
        .shape = HandleShape,
    },
    {
        .name = "LookupTableRemoveV2",
        .inputs = "table_handle: resource, keys: Tin",
        .attrs = "Tin: type",
        .doc = "Removes keys; those that the table does not have are no error. Errors: "
               "INVALID_ARGUMENT for types and shapes other than the table's; UNIMPLEMENTED for a "
               "HashTable.",
        .flags = kTableFlags,
        .shape = HandleShape,
    },
    {
        .name = "LookupTableImport",
        .inputs = "table_handle: resource, keys: Tin, values: Tout",
        .attrs = "Tin: type; Tout: type",
        .doc = "Replaces all entries of the table by what LookupTableExportV2 gave of one like it. "
               "Errors: INVALID_ARGUMENT for types and shapes other than the table's.",
        .flags = kTableFlags,
        .shape = HandleShape,
    },
    {
        .name = "LookupTableImportV2",
        .inputs = "table_handle: resource, keys: Tin, values: Tout",
        .attrs = "Tin: type; Tout: type",
        .doc = "Replaces all entries of the table by what LookupTableExportV2 gave of one like it. "
               "Errors: INVALID_ARGUMENT for types and shapes other than the table's.",
        .flags = kTableFlags,
        .shape = HandleShape,
    },
    {
        .name = "LookupTableExport",
        .inputs = "table_handle: resource",
        .outputs = "keys: Tkeys, values: Tvalues",
        .attrs = "Tkeys: type; Tvalues: type",
        .doc = "Gives all keys of the table, and their values in the same order; of a "
               "MutableDenseHashTable all buckets as they are. Errors: INVALID_ARGUMENT for types "
               "other than the table's; FAILED_PRECONDITION for a HashTable that is not filled yet.",
        .flags = kTableFlags,
        .shape = HandleShape,
    },
    {
        .name = "LookupTableExportV2",
        .inputs = "table_handle: resource",
        .outputs = "keys: Tkeys, values: Tvalues",
        .attrs = "Tkeys: type; Tvalues: type",
        .doc = "Gives all keys of the table, and their values in the same order; of a "
               "MutableDenseHashTable all buckets as they are. Errors: INVALID_ARGUMENT for types "
               "other than the table's; FAILED_PRECONDITION for a HashTable that is not filled yet.",
        .flags = kTableFlags,
        .shape = HandleShape,
    },
    {
        .name = "LookupTableSize",
        .inputs = "table_handle: resource",
        .outputs = "size: int64",
        .doc = "Counts the entries of the table.",
        .flags = kTableFlags,
        .shape = SizeShape,
    },
    {
        .name = "LookupTableSizeV2",
        .inputs = "table_handle: resource",
        .outputs = "size: int64",
        .doc = "Counts the entries of the table.",
        .flags = kTableFlags,
        .shape = SizeShape,
    },
};

}  // namespace

std::span<const OpRow> LookupOps() { return ChosenRows<kLookupOps>::All(); }

}  // namespace runnel

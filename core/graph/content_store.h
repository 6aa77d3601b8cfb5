// ContentStore: where the contents of a graph's large constants stay when the graph is read, so that
// they are not copied out of the bytes that it is read from.
#ifndef RUNNEL_CORE_GRAPH_CONTENT_STORE_H_
#define RUNNEL_CORE_GRAPH_CONTENT_STORE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/tensor/tensor.h"

namespace runnel {

struct GraphDef;      // core/graph/graph_def.h
struct MetaGraphDef;  // core/graph/meta_graph.h
struct SavedModel;

// Contents of fewer bytes are copied: a buffer of their own costs more than they do.
inline constexpr uint64_t kLeastKeptBytes = 1024;

// One thread at a time.
class ContentStore {
 public:
  virtual ~ContentStore() = default;
  // A buffer of exactly these bytes, which are there, aligned to `alignment`, once the owner of the
  // store says so; until then its memory may hold something else. Null if they must be copied. Errors:
  // RESOURCE_EXHAUSTED.
  virtual Result<Ref<Buffer>> Keep(std::string_view content, size_t alignment) = 0;
  // The content of a tensor that has field RNLP_TENSOR_CONTENT with this number in the place of
  // tensor_content; none: there is none of that number.
  virtual std::optional<std::string_view> Named(uint64_t number) const = 0;
  // Of constants that are not kept.
  virtual Allocator* allocator() const = 0;
};

// Gives the contents of large constants numbers, by which a ContentStore will know them.
class ContentNames {
 public:
  virtual ~ContentNames() = default;
  // Of a tensor of kLeastKeptBytes or more; the same one gets the same number.
  virtual uint64_t NameOf(const Tensor& tensor) = 0;
};

// As EncodeMetaGraphDef, with the contents of large constants left to `names`. Strings and bools, which
// are not kept where they lie, stay.
Result<std::string> EncodeMetaGraphDefWith(const MetaGraphDef& meta, ContentNames* names);

// As those of meta_graph.h and graph_def.h without "With", with the constants in `store`; text has
// nothing that can be kept. Errors: also INVALID_ARGUMENT for a content that the store does not have.
Result<GraphDef> ReadGraphDefWith(std::string_view bytes, ContentStore* store);
Result<MetaGraphDef> ReadMetaGraphDefWith(std::string_view bytes, ContentStore* store);
Result<GraphDef> ReadGraphFileWith(std::string_view bytes, ContentStore* store);
Result<SavedModel> ReadSavedModelWith(std::string_view bytes, ContentStore* store);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_CONTENT_STORE_H_

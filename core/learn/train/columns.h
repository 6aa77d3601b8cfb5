// Feature columns: text that says how the features of an input become numbers, as TensorFlow's
// feature_column functions do: embedding_column(categorical_column_with_hash_bucket(city, 100), 8).
#ifndef RUNNEL_CORE_LEARN_TRAIN_COLUMNS_H_
#define RUNNEL_CORE_LEARN_TRAIN_COLUMNS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/layers.h"
#include "core/learn/train/estimator.h"

namespace runnel::learn {

// The columns of one graph. Variables are named as those of TensorFlow's canned estimators, under a
// scope. Errors: those of specs and rows; NOT_FOUND for a feature that the input lacks, listing those
// that it has; INVALID_ARGUMENT for a column where another kind is wanted.
class Columns {
 public:
  // The local_init of `call` gets what fills tables. Initial values follow from the seed.
  Columns(ModelCall* call, int64_t seed);

  // What a network begins with: the dense columns beside each other, in order of their names.
  Result<OutputRef> InputLayer(const std::vector<std::string>& specs, const std::string& scope);
  // A weighted sum of columns for each of `units`, with a bias; all weights begin as 0.
  Result<OutputRef> LinearModel(const std::vector<std::string>& specs, int64_t units,
                                const std::string& scope);
  // A feature as [batch, size], size being what the elements of one sample are.
  Result<OutputRef> Feature(std::string_view key);
  // A variable of the graph.
  Result<Weight> Variable(const std::string& name, const Shape& shape, std::string_view initializer,
                          bool trainable = true);
  // Handles of what can be trained and was made since the last call.
  std::vector<Node*> TakeVariables() { return std::exchange(variables_, {}); }
  GraphBuilder& b() { return b_; }

 private:
  struct Ids {
    OutputRef ids;  // int64, [batch, k]; less than 0: in no bucket
    int64_t buckets = 0;
    // Where there is a value, be it in no bucket, which is to be crossed; none: where ids are at least
    // 0.
    OutputRef there;
  };
  struct Dense {
    OutputRef value;  // float, [batch, size]
    int64_t size = 0;
  };
  struct Named {
    std::string name;
    BoundRow row;
    std::string table;  // of an embedding that several share
  };

  Result<std::vector<Named>> Bind(const std::vector<std::string>& specs);
  Result<std::string> NameOf(const BoundRow& row);
  Result<Ids> IdsOf(const BoundRow& row);
  Result<Ids> Vocabulary(const BoundRow& row, OutputRef keys, bool from_file);
  Result<Ids> Crossed(const BoundRow& row);
  Result<OutputRef> CrossedFeature(const std::string& key);
  // Its keys, those of crossed columns among them in their place.
  Result<std::vector<std::string>> CrossedKeys(const BoundRow& row);
  Result<Dense> DenseOf(const Named& column, const std::string& scope);
  Result<OutputRef> Numeric(const BoundRow& row, int64_t* size);
  // Rows of a table, of a norm of at most max_norm unless that is 0, summed over ids; combiner: sum,
  // mean or sqrtn.
  OutputRef Combined(OutputRef table, const Ids& ids, std::string_view combiner, float max_norm);
  OutputRef Clipped(OutputRef rows, float max_norm);
  OutputRef HashOf(OutputRef values, int64_t buckets);

  ModelCall* const call_;
  const int64_t seed_;
  GraphBuilder b_;
  std::vector<Node*> variables_;
  std::map<std::string, Weight, std::less<>> shared_;
  int64_t made_ = 0;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_COLUMNS_H_

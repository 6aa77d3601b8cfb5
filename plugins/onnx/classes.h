// What classifiers of ai.onnx.ml share: labels of classes, and what becomes of scores.
#ifndef RUNNEL_PLUGINS_ONNX_CLASSES_H_
#define RUNNEL_PLUGINS_ONNX_CLASSES_H_

#include <string>

#include "plugins/onnx/node.h"

namespace runnel::onnx {

// A vector of int64 or of strings, of the one of two attributes that is there.
Value LabelsOf(Node& n, const char* ints, const char* strings);
// Scores [rows, classes] after post_transform; refuses what is not NONE, LOGISTIC or SOFTMAX.
Value Transformed(Builder& b, const Value& scores, const std::string& transform);
// Gives label and scores of two classes by one number per row, [rows, 1]: `passes` says where it is the
// second, `other` what the first one's score is.
void GiveTwoClasses(Node& n, const Value& labels, const Value& passes, const Value& other,
                    const Value& score, const std::string& transform);
// Gives the label of the largest score, and the scores after `transform`.
void GiveLargest(Node& n, const Value& labels, const Value& scores, const std::string& transform);

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_CLASSES_H_

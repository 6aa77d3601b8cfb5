// What ops should compute, in float64: for an op and types, cases with inputs and expected outputs.
#ifndef RUNNEL_TOOLS_CONFORMANCE_REFERENCE_H_
#define RUNNEL_TOOLS_CONFORMANCE_REFERENCE_H_

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/conformance/host.h"
#include "tools/conformance/value.h"

namespace runnel::conformance {

// Type attrs of a node: "T" -> RNLP_FLOAT.
using Types = std::map<std::string, int32_t>;

struct Expected {
  int32_t dtype;
  Shape shape;
  std::vector<double> numbers;
};
struct Case {
  std::string label;
  std::vector<Value> inputs;
  std::map<std::string, Attr> attrs;  // besides the types
  std::vector<Expected> outputs;
  std::map<size_t, Expected> variables;  // inputs that are variables, and their values after the run
  double scale = 0.01;  // an error below tolerance * scale is none, whatever the result's size
  int64_t terms = 1;    // that a result adds up: each may be rounded
  int32_t computed_in = RNLP_INVALID;  // the type that the op rounds to on the way, if it says so
  bool exact = false;                  // every partial result is a number of every type: bit for bit
  int32_t fails = RNLP_OK;             // the status that a run has to end with
  // For what is drawn: empty if `outputs`, whose numbers nobody compares then, will do.
  std::function<std::string(const std::vector<Value>& outputs)> judge = nullptr;
};

struct Reference {
  std::string_view op;
  // Names of the arguments, one per flat input or output; the last one stands for all that follow.
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> outputs;
  Types defaults;  // type attrs where the row leaves them open
  std::function<std::vector<Case>(const Types& types)> cases;
  std::string_view last_input = {};  // the name of the very last input, where it differs
};

// Null if there is none. References stand in files by kind, which end with
//   std::vector<Reference> <Kind>References() {
// and by this line the build finds them (tools/cmake/families.cmake).
const Reference* FindReference(std::string_view op);

// The function of an element-wise op of one input, or of two of one shape; null if there is none or
// its result is of another type. *low and *high: where its last operand may lie.
double (*FindUnary(std::string_view op, double* low, double* high))(double);
double (*FindBinary(std::string_view op, double* low, double* high))(double, double);
// The ops for which the two have an answer.
std::vector<std::string_view> UnaryElementOps();
std::vector<std::string_view> BinaryElementOps();

// ---- for writing references ----

// Numbers that every real type holds: small integers, eighths where the type has fractions, the same
// every time. Unsigned types get none below 0.
class Numbers {
 public:
  std::vector<double> For(int32_t dtype, int64_t count, double low = -4, double high = 4);
  double Next(double low, double high);  // uniform

 private:
  uint64_t state_ = 0x9E3779B97F4A7C15u;
};
Value Make(Numbers& numbers, int32_t dtype, Shape shape, double low = -4, double high = 4);
// The same in whole numbers.
Value MakeWhole(Numbers& numbers, int32_t dtype, Shape shape, double low = -3, double high = 3);
Value Ints(int32_t dtype, Shape shape, const std::vector<int64_t>& values);
// Calls f(index) for every index of `shape`, last dimension fastest.
void ForEach(const Shape& shape, const std::function<void(const Shape& index)>& f);
int64_t Flat(const Shape& shape, const Shape& index);
// Where the broadcast element `index` of a result lies in an operand of `shape`.
int64_t BroadcastFlat(const Shape& shape, const Shape& index);
Shape BroadcastShape(const Shape& a, const Shape& b);

}  // namespace runnel::conformance

#endif  // RUNNEL_TOOLS_CONFORMANCE_REFERENCE_H_

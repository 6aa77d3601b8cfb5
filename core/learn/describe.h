// What models can be told, for those who generate builders and documents.
#ifndef RUNNEL_CORE_LEARN_DESCRIBE_H_
#define RUNNEL_CORE_LEARN_DESCRIBE_H_

#include <string>

namespace runnel::learn {

// One line of JSON for each row: {"kind", "name", "aliases", "doc", "args": [{"name", "type", "default",
// "allowed"}], "weights": [..]}.
std::string DescribeRows();

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_DESCRIBE_H_

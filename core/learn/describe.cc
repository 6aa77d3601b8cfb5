#include "core/learn/describe.h"

#include "core/base/json.h"
#include "core/learn/row.h"

namespace runnel::learn {

std::string DescribeRows() {
  std::string lines;
  for (const std::span<const Row> rows : AllRows()) {
    for (const Row& row : rows) {
      const auto schema = FindRow(row.kind, row.name);
      if (!schema.ok()) continue;  // tests see to it that all rows parse
      JsonText line;
      line.BeginObject().Key("kind").String(KindName(row.kind)).Key("name").String(row.name);
      line.Key("aliases").String(row.aliases).Key("doc").String(row.doc).Key("args").BeginArray();
      for (const AttrSchema& arg : (*schema)->args) {
        line.BeginObject().Key("name").String(arg.name).Key("type").String(arg.type);
        line.Key("default");
        if (arg.default_value) {
          line.String(arg.default_value->ToString());
        } else {
          line.Null();
        }
        line.Key("allowed").BeginArray();
        for (const std::string& allowed : arg.allowed_strings) line.String(allowed);
        line.EndArray().EndObject();
      }
      line.EndArray().Key("weights").BeginArray();
      for (const WeightRow& weight : (*schema)->weights()) line.String(weight.name);
      lines += line.EndArray().EndObject().Take() + "\n";
    }
  }
  return lines;
}

}  // namespace runnel::learn

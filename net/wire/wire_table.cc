#include "net/wire/wire_table.h"

#include <algorithm>

namespace runnel::net {

bool ReadFields(WireReader in, const WireMessage& table, void* message, WirePath* path) {
  while (in.Next()) {
    const auto field = std::find_if(table.fields.begin(), table.fields.end(),
                                    [&](const WireField& row) { return row.tag == in.field(); });
    if (field == table.fields.end()) {
      in.Skip();
      continue;
    }
    if (field->read(in, message, path)) continue;
    path->Enter(field->name);
    return false;
  }
  return in.Done();
}

void WriteFields(WireWriter& out, const WireMessage& table, const void* message) {
  for (const WireField& field : table.fields) field.write(out, field.tag, message);
}

Result<std::string> EncodeMessage(const WireMessage& table, const void* message) {
  WireWriter out;
  WriteFields(out, table, message);
  std::string bytes;
  RUNNEL_RETURN_IF_ERROR(out.Start(&bytes));
  WriteFields(out, table, message);
  return bytes;
}

Status DecodeMessage(const WireMessage& table, std::string_view bytes, void* message) {
  WireFailure failure;
  WirePath path;
  if (ReadFields(WireReader(bytes, &failure), table, message, &path)) return OkStatus();
  return MakeStatus(failure.code, table.name, path.text().empty() ? "" : ", field ", path.text(),
                    ": byte ", failure.at - bytes.data(), ": ", failure.message);
}

bool ReadNumber(WireReader& in, uint64_t most, uint64_t* out) {
  if (!in.Varint(out)) return false;
  return *out <= most || in.Invalid(in.field_start(), "a number of ", *out, "; at most ", most);
}

bool WireValue<std::vector<DType>>::Read(WireReader& in, uint64_t, std::vector<DType>* out, WirePath*) {
  return in.Varints([&](uint64_t value) {
    if (value < 256) out->push_back(static_cast<DType>(value));
  });
}

void WireValue<std::vector<DType>>::Write(WireWriter& out, uint32_t tag,
                                          const std::vector<DType>& values) {
  const size_t list = out.Begin(tag);
  for (const DType dtype : values) out.PackedVarint(static_cast<uint64_t>(dtype));
  out.End(list);
}

bool WireValue<Shape>::Read(WireReader& in, uint64_t, Shape* out, WirePath*) {
  // A list may come in pieces.
  std::vector<int64_t> dims(out->dims().begin(), out->dims().end());
  if (!in.Varints([&](uint64_t value) { dims.push_back(static_cast<int64_t>(value)); })) return false;
  auto shape = Shape::Make(dims);
  if (!shape.ok()) return in.Invalid(in.field_start(), shape.status().message());
  *out = std::move(*shape);
  return true;
}

void WireValue<Shape>::Write(WireWriter& out, uint32_t tag, const Shape& shape) {
  const size_t list = out.Begin(tag);
  for (int d = 0; d < shape.rank(); ++d) out.PackedVarint(static_cast<uint64_t>(shape.dim(d)));
  out.End(list);
}

bool WireValue<Status>::Read(WireReader& in, uint64_t, Status* out, WirePath* path) {
  StatusFields fields;
  if (!ReadFields(in.Message(), kWireMessage<StatusFields>, &fields, path)) return false;
  *out =
      fields.code == 0 ? Status() : Status(static_cast<Code>(fields.code), fields.message, fields.node);
  return true;
}

void WireValue<Status>::Write(WireWriter& out, uint32_t tag, const Status& status) {
  if (status.ok()) return;
  const StatusFields fields{static_cast<uint32_t>(status.code()), std::string(status.message()),
                            std::string(status.node())};
  WireValue<StatusFields>::Write(out, tag, fields);
}

}  // namespace runnel::net

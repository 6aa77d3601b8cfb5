// Version, status codes and statuses: rnl_status_t is the representation of core's Status.
#include "c_api/internal.h"

using runnel::Code;
using runnel::Status;
using namespace runnel::capi;

namespace {

Status::Rep* Rep(const rnl_status_t* status) {
  return reinterpret_cast<Status::Rep*>(const_cast<rnl_status_t*>(status));
}

// Looks at a status that the caller keeps.
template <typename F>
auto Borrow(const rnl_status_t* status, F&& f) {
  Status borrowed = Status::Adopt(Rep(status));
  auto result = f(borrowed);
  borrowed.release();
  return result;
}

}  // namespace

uint32_t rnl_abi_version(void) { return RNL_ABI_VERSION; }

rnl_str_t rnl_version(void) { return rnl_str("0.1.0"); }

rnl_status_t* rnl_require(uint32_t header_version) {
  return Guard([&]() -> Status {
    const uint32_t major = header_version >> 16;
    const uint32_t minor = header_version & 0xffffu;
    // Before 1.0 a minor may change anything.
    const bool fits =
        major == RNL_ABI_MAJOR && (major == 0 ? minor == RNL_ABI_MINOR : minor <= RNL_ABI_MINOR);
    if (fits) return runnel::OkStatus();
    return runnel::FailedPrecondition("the program was compiled with runnel.h of ABI ", major, ".",
                                      minor, ", the library has ABI ", RNL_ABI_MAJOR, ".",
                                      RNL_ABI_MINOR);
  });
}

rnl_status_t* rnl_status_create(rnl_code_t code, rnl_str_t message) {
  return Guard([&]() -> Status {
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(message, "message", &view));
    if (code <= RNL_OK || code > RNL_UNAUTHENTICATED) {
      return runnel::InvalidArgument("code is ", code, ", expected 1 to ",
                                     static_cast<int>(RNL_UNAUTHENTICATED));
    }
    return Status(static_cast<Code>(code), std::string(view));
  });
}

rnl_code_t rnl_status_code(const rnl_status_t* status) {
  return Borrow(status, [](const Status& s) { return static_cast<rnl_code_t>(s.code()); });
}

rnl_str_t rnl_status_message(const rnl_status_t* status) {
  if (status == nullptr) return kEmpty;
  return Borrow(status, [](const Status& s) { return ToC(s.message()); });
}

rnl_str_t rnl_status_node(const rnl_status_t* status) {
  if (status == nullptr) return kEmpty;
  return Borrow(status, [](const Status& s) { return ToC(s.node()); });
}

rnl_status_t* rnl_status_retain(rnl_status_t* status) {
  Status::Retain(Rep(status));
  return status;
}

void rnl_status_release(rnl_status_t* status) { Status::Release(Rep(status)); }

rnl_str_t rnl_code_name(rnl_code_t code) { return ToC(runnel::CodeName(static_cast<Code>(code))); }

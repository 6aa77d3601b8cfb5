#include "core/base/caught.h"

#include <new>
#include <stdexcept>
#include <system_error>

#include "core/base/thread.h"

namespace runnel {

Status CaughtStatus() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return Status::OutOfMemory();
  } catch (const std::length_error&) {
    return Status::OutOfMemory();
  } catch (const std::system_error& e) {
    if (e.code() == std::errc::resource_unavailable_try_again)
      return NoThread("a library", e.code().value());
    return Internal("unexpected exception: ", e.what());
  } catch (const std::exception& e) {
    return Internal("unexpected exception: ", e.what());
  } catch (...) {
    return Internal("unexpected exception");
  }
}

}  // namespace runnel

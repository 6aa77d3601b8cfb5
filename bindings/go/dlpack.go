package runnel

/*
#include "bridge.h"
*/
import "C"

import "unsafe"

// FromDLPack takes over a DLManagedTensor in C memory: shared without a copy if it is dense host memory, copied if strided.
// On failure it stays the caller's. Errors: Unimplemented for memory that is not the host's, or a type that Runnel does not
// have.
func FromDLPack(r *Runtime, dlpack unsafe.Pointer) (*Tensor, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var tensor *C.rnl_tensor_t
	if err := check(C.rnl_tensor_from_dlpack(raw, (*C.struct_DLManagedTensor)(dlpack), &tensor)); err != nil {
		return nil, err
	}
	return adoptTensor(tensor), nil
}

// ToDLPack shares a host tensor as a DLManagedTensor. The receiver calls its deleter once and does not write the elements.
// Errors: InvalidArgument for elements that are not plain data; Unimplemented for device memory and quantised types.
func (t *Tensor) ToDLPack() (unsafe.Pointer, error) {
	raw, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	var dlpack *C.struct_DLManagedTensor
	if err := check(C.rnl_tensor_to_dlpack(raw, &dlpack)); err != nil {
		return nil, err
	}
	return unsafe.Pointer(dlpack), nil
}

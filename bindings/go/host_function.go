package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"errors"
	"runtime/cgo"
	"unsafe"
)

// A HostCall is one call of a function that nodes call. It ends with the function.
type HostCall struct {
	Token string
	Node  string
	// Inputs are the caller's to keep or to close.
	Inputs []*Tensor
	// Outputs are the types that the results must have.
	Outputs []DType
	raw     *C.rnl_host_call_t
}

// Cancelled tells whether the step has been cancelled meanwhile: nobody waits for the results.
func (c *HostCall) Cancelled() bool { return bool(C.rnl_host_call_is_cancelled(c.raw)) }

// Runtime is the one that the call is of, for new tensors.
func (c *HostCall) Runtime() *Runtime { return newRuntime(C.rnl_host_call_runtime(c.raw)) }

// A HostFunction makes the results of a node, one for each output. An *Error ends the step as it is, a panic as Internal,
// other errors as Unknown.
type HostFunction func(call *HostCall) ([]*Tensor, error)

// SetHostFunction lets PyFunc, PyFuncStateless and EagerPyFunc nodes with this token call function from now on; nil: none is
// there, and they fail with Unimplemented. It is called on threads of Runnel's, several at once, and may run steps. A step
// that is cancelled does not wait for it.
func (r *Runtime) SetHostFunction(token string, function HostFunction) error {
	raw, err := r.h.use()
	if err != nil {
		return err
	}
	defer r.h.done()
	runtime := (*C.rnl_runtime_t)(raw)
	if function == nil {
		return check(C.runnel_go_set_function(runtime, cString(token), 0))
	}
	kept := cgo.NewHandle(function)
	if err := check(C.runnel_go_set_function(runtime, cString(token), C.uintptr_t(kept))); err != nil {
		kept.Delete()
		return err
	}
	return nil
}

//export runnelGoCall
func runnelGoCall(function C.uintptr_t, call C.uintptr_t) (status *C.rnl_status_t) {
	defer func() {
		if trouble := recover(); trouble != nil { // nothing of Go's unwinds into C
			status = statusOf(newError(Internal, "the function panicked: %v", trouble))
		}
	}()
	// The address is C's, and lives for the call.
	raw := *(**C.rnl_host_call_t)(unsafe.Pointer(&call))
	return statusOf(callHost(cgo.Handle(function).Value().(HostFunction), raw))
}

func callHost(function HostFunction, raw *C.rnl_host_call_t) error {
	call := &HostCall{Token: goString(C.rnl_host_call_token(raw)), Node: goString(C.rnl_host_call_node(raw)), raw: raw}
	for i := C.size_t(0); i < C.rnl_host_call_num_inputs(raw); i++ {
		var input *C.rnl_tensor_t
		if err := check(C.rnl_host_call_input(raw, i, &input)); err != nil {
			return err
		}
		call.Inputs = append(call.Inputs, adoptTensor(input))
	}
	for i := C.size_t(0); i < C.rnl_host_call_num_outputs(raw); i++ {
		call.Outputs = append(call.Outputs, DType(C.rnl_host_call_output_dtype(raw, i)))
	}
	results, err := function(call)
	if err != nil {
		return err
	}
	if len(results) != len(call.Outputs) {
		return newError(InvalidArgument, "the function for token %q gave %d tensors, expected %d", call.Token, len(results),
			len(call.Outputs))
	}
	for i, result := range results {
		tensor, err := result.use()
		if err != nil {
			return err
		}
		err = check(C.rnl_host_call_set_output(raw, C.size_t(i), tensor))
		result.h.done()
		if err != nil {
			return err
		}
	}
	return nil
}

func statusOf(err error) *C.rnl_status_t {
	if err == nil {
		return nil
	}
	var failure *Error
	if errors.As(err, &failure) {
		return C.rnl_status_create(C.rnl_code_t(failure.Code), cString(failure.Message))
	}
	return C.rnl_status_create(C.rnl_code_t(Unknown), cString(err.Error()))
}

package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"context"
	"fmt"
)

// An Error says why a call failed. errors.Is takes its Code: errors.Is(err, runnel.NotFound). What a context ended is
// also its context.Canceled or context.DeadlineExceeded.
type Error struct {
	Code    Code
	Message string
	// Node is the name of the graph node at fault; empty where there is none.
	Node  string
	cause error
}

func (e *Error) Error() string { return e.Code.Error() + ": " + e.Message }

// Is tells whether target is the error's code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Unwrap gives the context's error, if a context ended the run.
func (e *Error) Unwrap() error { return e.cause }

// Error is the code's name: "INVALID_ARGUMENT".
func (c Code) Error() string { return goString(C.rnl_code_name(C.rnl_code_t(c))) }

// String is the code's name.
func (c Code) String() string { return c.Error() }

func newError(code Code, format string, values ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, values...)}
}

// borrowed is the error of a status that stays C's; nil for success.
func borrowed(status *C.rnl_status_t) error {
	if status == nil {
		return nil
	}
	return &Error{
		Code:    Code(C.rnl_status_code(status)),
		Message: goString(C.rnl_status_message(status)),
		Node:    goString(C.rnl_status_node(status)),
	}
}

// check takes over the status of a call.
func check(status *C.rnl_status_t) error {
	if status == nil {
		return nil
	}
	err := borrowed(status)
	C.rnl_status_release(status)
	return err
}

// ended is err, of a run that had ctx: if that is why the run ended, the error says so.
func ended(ctx context.Context, err error) error {
	failure, ok := err.(*Error)
	if !ok || failure.Code != Cancelled || ctx.Err() == nil {
		return err
	}
	told := *failure
	told.cause = ctx.Err()
	if told.cause == context.DeadlineExceeded {
		told.Code = DeadlineExceeded
	}
	return &told
}

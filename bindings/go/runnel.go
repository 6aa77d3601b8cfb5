// Package runnel builds, differentiates, trains, saves and runs dataflow graphs: Go over Runnel's C ABI.
//
// What always holds:
//   - A call that fails gives an *Error with a code, a message and the name of the node at fault. errors.Is knows the
//     codes: errors.Is(err, runnel.NotFound).
//   - What has a Close owns C memory: close it. Finalizers do it for what was forgotten, at some time or never. Handles
//     keep alive what they were made from, so they may be closed in any order. Using one after its Close is a
//     FailedPrecondition, never a crash.
//   - Everything may be used by any number of goroutines at once, except a Scope, which belongs to one at a time.
//   - Runs take a context: when it ends, the run is cancelled. A run that waits holds a goroutine, no thread.
package runnel

/*
#cgo pkg-config: runnel
#include "bridge.h"
*/
import "C"

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// Version is librunnel's, for people: "0.1.0".
func Version() string { return goString(C.rnl_version()) }

// live counts the C references that handles hold; tests look at it.
var live atomic.Int64

// A handle owns a reference to something of C's. Calls between use and done keep it; after close the last of them
// gives it back.
type handle struct {
	raw    unsafe.Pointer
	what   string
	free   func(unsafe.Pointer)
	users  atomic.Int64 // calls in progress, and 1 until it is closed; 0 while a call owns it
	closed atomic.Bool
	kept   atomic.Bool // has no finalizer
}

func newHandle(raw unsafe.Pointer, what string, free func(unsafe.Pointer)) *handle {
	live.Add(1)
	h := &handle{raw: raw, what: what, free: free}
	h.users.Store(1)
	runtime.SetFinalizer(h, (*handle).close)
	return h
}

// use begins a call. Errors: FailedPrecondition after close.
func (h *handle) use() (unsafe.Pointer, error) {
	if h == nil {
		return nil, newError(InvalidArgument, "a nil handle")
	}
	for {
		users := h.users.Load()
		if users == 0 || h.closed.Load() {
			return nil, newError(FailedPrecondition, "the %s is closed", h.what)
		}
		if h.users.CompareAndSwap(users, users+1) {
			return h.raw, nil
		}
	}
}

func (h *handle) done() {
	if h.users.Add(-1) == 0 {
		h.drop()
	}
}

func (h *handle) drop() {
	h.keep()
	h.free(h.raw)
	live.Add(-1)
}

// take makes the handle a call's own, which may change raw until giveBack. False if it is closed or in use.
func (h *handle) take() bool {
	return h != nil && !h.closed.Load() && h.users.CompareAndSwap(1, 0)
}

func (h *handle) giveBack() {
	if h.users.Add(1) == 0 { // it was closed meanwhile
		h.drop()
	}
}

func (h *handle) close() {
	if h != nil && h.closed.CompareAndSwap(false, true) {
		h.done()
	}
}

// keep takes the finalizer away: what shows C memory to Go is given back by Close alone.
func (h *handle) keep() {
	if !h.kept.Load() && h.kept.CompareAndSwap(false, true) {
		runtime.SetFinalizer(h, nil)
	}
}

package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"context"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A Callable is a prepared set of feeds, fetches and targets: running it neither searches nor plans.
type Callable struct {
	h                    *handle
	numFeeds, numFetches int
	idle                 *idleCalls
}

// A call is what one call passes to C, used again by the next. It keeps the callable.
type call struct {
	raw     C.uintptr_t // of a runnel_go_call_t
	feeds   []*C.rnl_tensor_t
	fetches []C.runnel_go_tensor_t
	taken   []*handle // of the fetches that are used again
}

func newCall(callable *C.rnl_callable_t, numFeeds, numFetches int) (*call, error) {
	raw := C.runnel_go_call_create(callable, C.size_t(numFeeds), C.size_t(numFetches))
	if raw == nil {
		return nil, newError(ResourceExhausted, "no memory for the arrays of a call")
	}
	return &call{raw: C.uintptr_t(uintptr(unsafe.Pointer(raw))), feeds: unsafe.Slice(raw.feeds, numFeeds),
		fetches: unsafe.Slice(raw.fetches, numFetches), taken: make([]*handle, numFetches)}, nil
}

// Freeing one may be the end of the session, which waits for its runs.
func (c *call) free() { go C.runnel_go_call_free(c.raw) }

// idleCalls are kept for the next calls.
type idleCalls struct {
	first *call       // most callables are called by one goroutine at a time
	busy  atomic.Bool // someone has first
	mutex sync.Mutex
	calls []*call // guarded by mutex
}

// take gives an idle call; nil if there is none.
func (i *idleCalls) take() *call {
	if i.busy.CompareAndSwap(false, true) {
		return i.first
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	last := len(i.calls) - 1
	if last < 0 {
		return nil
	}
	taken := i.calls[last]
	i.calls = i.calls[:last]
	return taken
}

func (i *idleCalls) give(ended *call) {
	if ended == i.first {
		i.busy.Store(false)
		return
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if len(i.calls) < syncRuns {
		i.calls = append(i.calls, ended)
	} else {
		ended.free()
	}
}

// free frees those that are idle; the first remains busy.
func (i *idleCalls) free() {
	if i.busy.CompareAndSwap(false, true) {
		i.first.free()
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	for _, c := range i.calls {
		c.free()
	}
	i.calls = nil
}

// Prepare makes a callable.
func (s *Session) Prepare(feeds, fetches []Output, targets []Node) (*Callable, error) {
	session, err := s.use()
	if err != nil {
		return nil, err
	}
	defer s.h.done()
	var raw *C.rnl_callable_t
	if err := check(C.rnl_session_prepare(session, outputsAt(feeds), C.size_t(len(feeds)), outputsAt(fetches),
		C.size_t(len(fetches)), nodesAt(targets), C.size_t(len(targets)), &raw)); err != nil {
		return nil, err
	}
	first, err := newCall(raw, len(feeds), len(fetches))
	if err != nil {
		C.rnl_callable_release(raw)
		return nil, err
	}
	idle := &idleCalls{first: first}
	h := newHandle(unsafe.Pointer(raw), "callable", func(p unsafe.Pointer) {
		idle.free()
		go C.rnl_callable_release((*C.rnl_callable_t)(p)) // it may be the last that keeps the session
	})
	return &Callable{h, len(feeds), len(fetches), idle}, nil
}

// Close gives the callable back.
func (c *Callable) Close() { c.h.close() }

// begin takes an idle call, or makes one.
func (c *Callable) begin() (*call, error) {
	if c.h.closed.Load() {
		return nil, newError(FailedPrecondition, "the callable is closed")
	}
	if taken := c.idle.take(); taken != nil {
		return taken, nil
	}
	callable, err := c.h.use()
	if err != nil {
		return nil, err
	}
	defer c.h.done()
	return newCall((*C.rnl_callable_t)(callable), c.numFeeds, c.numFetches)
}

// end keeps a call for the next, unless the callable was closed meanwhile.
func (c *Callable) end(ended *call) {
	c.idle.give(ended)
	if c.h.closed.Load() {
		c.idle.free()
	}
}

// Run runs it. Feeds and fetches are in the order of Prepare, and as many; the caller closes what is fetched.
func (c *Callable) Run(ctx context.Context, feeds ...*Tensor) ([]*Tensor, error) {
	if c == nil {
		return nil, newError(InvalidArgument, "a nil callable")
	}
	fetches := make([]*Tensor, c.numFetches)
	if err := c.RunInto(ctx, feeds, fetches); err != nil {
		return nil, err
	}
	return fetches, nil
}

// RunInto runs it and puts what it gives into fetches, the fastest way to make one call many times: a tensor that is
// there gives back what it held, slices of it included, and has the new value; nil is replaced by a new tensor. During
// the call the tensors in fetches belong to it. After a failure they hold what they held.
func (c *Callable) RunInto(ctx context.Context, feeds, fetches []*Tensor) error {
	if c == nil {
		return newError(InvalidArgument, "a nil callable")
	}
	if len(feeds) != c.numFeeds || len(fetches) != c.numFetches {
		return newError(InvalidArgument, "the callable takes %d feeds and gives %d fetches, got %d feeds and room for %d",
			c.numFeeds, c.numFetches, len(feeds), len(fetches))
	}
	this, err := c.begin()
	if err != nil {
		return err
	}
	err = this.into(ctx, feeds, fetches, this == c.idle.first)
	c.end(this)
	return err
}

// into runs the call; alone: it is its callable's first.
func (c *call) into(ctx context.Context, feeds, fetches []*Tensor, alone bool) (err error) {
	used, taken := 0, 0
	for ; used < len(feeds); used++ {
		if c.feeds[used], err = feeds[used].use(); err != nil {
			break
		}
	}
	for ; taken < len(fetches) && err == nil; taken++ {
		if err = c.take(taken, fetches[taken]); err != nil {
			break
		}
	}
	if err == nil {
		err = c.run(ctx, alone)
	}
	for i, fetch := range fetches[:taken] {
		if err == nil && fetch == nil {
			fetches[i] = newTensor(c.fetches[i])
		} else if err == nil {
			fetch.hold(c.fetches[i])
		}
		if c.taken[i] != nil {
			c.taken[i].giveBack()
			c.taken[i] = nil
		}
	}
	for _, feed := range feeds[:used] {
		feed.h.done()
	}
	return err
}

// take makes fetch i the call's own.
func (c *call) take(i int, fetch *Tensor) error {
	c.fetches[i] = C.runnel_go_tensor_t{}
	if fetch == nil {
		return nil
	}
	if !fetch.h.take() {
		return newError(FailedPrecondition, "fetch %d is closed or in use", i)
	}
	c.taken[i] = fetch.h
	c.fetches[i].raw = (*C.rnl_tensor_t)(fetch.h.raw)
	return nil
}

// run replaces the fetches, if it succeeds.
func (c *call) run(ctx context.Context, alone bool) error {
	if ctx.Done() == nil {
		if alone { // no more threads than callables, so these are not counted
			return check(C.runnel_go_call(c.raw))
		}
		if running.Add(1) <= syncRuns {
			status := C.runnel_go_call(c.raw)
			running.Add(-1)
			return check(status)
		}
		running.Add(-1)
	}
	fetched, err := await(ctx, func(options *C.rnl_run_options_t, waiter C.uintptr_t) *C.rnl_status_t {
		return C.runnel_go_start_call(c.raw, options, waiter)
	})
	if err != nil {
		return err
	}
	for i, tensor := range fetched {
		C.runnel_go_replace(&c.fetches[i], tensor)
	}
	return nil
}

package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"context"
	"errors"
	"time"
	"unsafe"
)

// A Coordinator stops goroutines and queue runners together, and keeps the first error of them, as TensorFlow 1's.
type Coordinator struct{ h *handle }

// Forever is a time to wait without an end.
const Forever time.Duration = -1

func waitMilliseconds(d time.Duration) C.int64_t {
	if d < 0 {
		return -1
	}
	return milliseconds(d)
}

func cCodes(codes []Code) *C.rnl_code_t { return (*C.rnl_code_t)(unsafe.Pointer(first(codes))) }

// NewCoordinator makes one. clean: codes by which a goroutine says that the work is done, not that it failed; none: OutOfRange.
func NewCoordinator(clean ...Code) (*Coordinator, error) {
	var raw *C.rnl_coordinator_t
	if err := check(C.rnl_coordinator_create(cCodes(clean), C.size_t(len(clean)), &raw)); err != nil {
		return nil, err
	}
	return &Coordinator{newHandle(unsafe.Pointer(raw), "coordinator", func(p unsafe.Pointer) {
		C.rnl_coordinator_release((*C.rnl_coordinator_t)(p))
	})}, nil
}

func (c *Coordinator) use() (*C.rnl_coordinator_t, error) {
	if c == nil {
		return nil, newError(InvalidArgument, "a nil coordinator")
	}
	raw, err := c.h.use()
	return (*C.rnl_coordinator_t)(raw), err
}

func (c *Coordinator) with(do func(*C.rnl_coordinator_t) *C.rnl_status_t) error {
	raw, err := c.use()
	if err != nil {
		return err
	}
	defer c.h.done()
	return check(do(raw))
}

// Close asks for a stop: nobody is left who could.
func (c *Coordinator) Close() {
	if c != nil {
		_ = c.RequestStop(nil)
		c.h.close()
	}
}

// RequestStop asks all to stop. The first that does so says why; nil: without a failure. Errors: none, but after a Join why.
func (c *Coordinator) RequestStop(why error) error {
	return c.with(func(raw *C.rnl_coordinator_t) *C.rnl_status_t {
		if why == nil {
			return C.rnl_coordinator_request_stop(raw, nil)
		}
		code, message := Unknown, why.Error()
		var failure *Error
		if errors.As(why, &failure) {
			code, message = failure.Code, failure.Message
		}
		status := C.rnl_status_create(C.rnl_code_t(code), cString(message))
		defer C.rnl_status_release(status)
		return C.rnl_coordinator_request_stop(raw, status)
	})
}

// ShouldStop tells whether a stop was asked for.
func (c *Coordinator) ShouldStop() bool {
	raw, err := c.use()
	if err != nil {
		return true
	}
	defer c.h.done()
	return bool(C.rnl_coordinator_should_stop(raw))
}

// WaitForStop waits until a stop is asked for; false if it was not in time.
func (c *Coordinator) WaitForStop(timeout time.Duration) (bool, error) {
	var stopped C.bool
	err := c.with(func(raw *C.rnl_coordinator_t) *C.rnl_status_t {
		return C.rnl_coordinator_wait_for_stop(raw, waitMilliseconds(timeout), &stopped)
	})
	return bool(stopped), err
}

// ClearStop forgets stop and error: work may begin again.
func (c *Coordinator) ClearStop() error {
	return c.with(func(raw *C.rnl_coordinator_t) *C.rnl_status_t { return C.rnl_coordinator_clear_stop(raw) })
}

// Go runs work in a goroutine that Join waits for. What it returns, if it is an error, stops all. The context ends with the stop.
func (c *Coordinator) Go(name string, work func(ctx context.Context) error) error {
	if err := c.with(func(raw *C.rnl_coordinator_t) *C.rnl_status_t { return C.rnl_coordinator_enter(raw, cString(name)) }); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = c.WaitForStop(Forever)
		cancel()
	}()
	go func() {
		defer func() {
			_ = c.with(func(raw *C.rnl_coordinator_t) *C.rnl_status_t { return C.rnl_coordinator_leave(raw, cString(name)) })
		}()
		if err := work(ctx); err != nil && !(ctx.Err() != nil && errors.Is(err, Cancelled)) {
			_ = c.RequestStop(err)
		}
	}()
	return nil
}

// Join waits until all has ended or a stop is asked for, and then up to grace (TensorFlow's is two minutes) until all has ended.
// A queue runner ends only after a stop was asked for. Errors: the first error; else, unless ignoreRunning, DeadlineExceeded
// naming what still runs.
func (c *Coordinator) Join(grace time.Duration, ignoreRunning bool) error {
	return c.with(func(raw *C.rnl_coordinator_t) *C.rnl_status_t {
		return C.rnl_coordinator_join(raw, waitMilliseconds(grace), C.bool(ignoreRunning))
	})
}

// Err is the first error; nil if there is none.
func (c *Coordinator) Err() error {
	return c.with(func(raw *C.rnl_coordinator_t) *C.rnl_status_t { return C.rnl_coordinator_error(raw) })
}

// A QueueFiller is a queue runner that may be started in sessions of its graph.
type QueueFiller struct{ h *handle }

func newQueueFiller(raw *C.rnl_queue_runner_t) *QueueFiller {
	return &QueueFiller{newHandle(unsafe.Pointer(raw), "queue filler", func(p unsafe.Pointer) {
		C.rnl_queue_runner_release((*C.rnl_queue_runner_t)(p))
	})}
}

// NewQueueFiller makes one. closed: codes by which an op tells that it is to end; none: OutOfRange. Empty names of CloseOp and
// CancelOp: nodes that close the queue are added.
func NewQueueFiller(g *Graph, runner QueueRunner, closed ...Code) (*QueueFiller, error) {
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	ops, free := cStrings(runner.EnqueueOps)
	defer free()
	var raw *C.rnl_queue_runner_t
	if err := check(C.rnl_queue_runner_create(graph, cString(runner.Queue), ops, C.size_t(len(runner.EnqueueOps)),
		cString(runner.CloseOp), cString(runner.CancelOp), cCodes(closed), C.size_t(len(closed)), &raw)); err != nil {
		return nil, err
	}
	return newQueueFiller(raw), nil
}

// QueueFillers makes those of a MetaGraph whose graph was imported under prefix.
func QueueFillers(g *Graph, meta *MetaGraph, prefix string) ([]*QueueFiller, error) {
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	m, err := meta.use()
	if err != nil {
		return nil, err
	}
	defer meta.h.done()
	list := make([]*QueueFiller, C.rnl_meta_graph_num_queue_runners(m))
	for i := range list {
		var raw *C.rnl_queue_runner_t
		if err := check(C.rnl_meta_graph_make_queue_runner(m, C.size_t(i), graph, cString(prefix), &raw)); err != nil {
			return nil, err
		}
		list[i] = newQueueFiller(raw)
	}
	return list, nil
}

// StartQueueRunners starts those of a MetaGraph whose graph was imported under prefix. coordinator may be nil.
func StartQueueRunners(s *Session, g *Graph, meta *MetaGraph, coordinator *Coordinator, prefix string) ([]*QueueFiller, error) {
	list, err := QueueFillers(g, meta, prefix)
	for i := 0; err == nil && i < len(list); i++ {
		err = list[i].Start(s, coordinator)
	}
	return list, err
}

func (f *QueueFiller) with(do func(*C.rnl_queue_runner_t) *C.rnl_status_t) error {
	if f == nil {
		return newError(InvalidArgument, "a nil queue filler")
	}
	raw, err := f.h.use()
	if err != nil {
		return err
	}
	defer f.h.done()
	return check(do((*C.rnl_queue_runner_t)(raw)))
}

// Close gives the filler back; what runs goes on.
func (f *QueueFiller) Close() {
	if f != nil {
		f.h.close()
	}
}

// Queue is the name of the queue.
func (f *QueueFiller) Queue() (name string) {
	_ = f.with(func(raw *C.rnl_queue_runner_t) *C.rnl_status_t {
		name = goString(C.rnl_queue_runner_queue(raw))
		return nil
	})
	return name
}

// Start starts it, unless it still runs there. An op that fails stops the coordinator; without one (nil) Err tells it, and the
// queue is closed. Closing the session ends it. Errors: InvalidArgument for a session of another graph.
func (f *QueueFiller) Start(s *Session, coordinator *Coordinator) error {
	session, err := s.use()
	if err != nil {
		return err
	}
	defer s.h.done()
	var c *C.rnl_coordinator_t
	if coordinator != nil {
		if c, err = coordinator.use(); err != nil {
			return err
		}
		defer coordinator.h.done()
	}
	return f.with(func(raw *C.rnl_queue_runner_t) *C.rnl_status_t { return C.rnl_queue_runner_start(raw, session, c) })
}

// Err is the first error of a start without a coordinator.
func (f *QueueFiller) Err() error {
	return f.with(func(raw *C.rnl_queue_runner_t) *C.rnl_status_t { return C.rnl_queue_runner_error(raw) })
}

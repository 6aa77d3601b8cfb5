package runnel

/*
#include "bridge.h"
*/
import "C"

import "unsafe"

// A PartialRun is one step that is fed and fetched in stages.
type PartialRun struct{ h *handle }

// BeginPartialRun names everything that will be fed and fetched. Errors: Unimplemented for a session on a cluster.
func (s *Session) BeginPartialRun(feeds, fetches []Output, targets []Node) (*PartialRun, error) {
	session, err := s.use()
	if err != nil {
		return nil, err
	}
	defer s.h.done()
	var raw *C.rnl_partial_run_t
	if err := check(C.rnl_session_begin_partial_run(session, outputsAt(feeds), C.size_t(len(feeds)), outputsAt(fetches),
		C.size_t(len(fetches)), nodesAt(targets), C.size_t(len(targets)), &raw)); err != nil {
		return nil, err
	}
	return &PartialRun{newHandle(unsafe.Pointer(raw), "partial run", func(p unsafe.Pointer) {
		go C.rnl_partial_run_release((*C.rnl_partial_run_t)(p)) // it may be the last that keeps the session
	})}, nil
}

// Close gives the run up, if it has not ended.
func (p *PartialRun) Close() { p.h.close() }

// Step feeds and fetches some of it, and waits for the fetches, holding a thread.
// Errors: InvalidArgument for an item that was not named, comes twice or cannot be computed yet.
func (p *PartialRun) Step(feeds []Feed, fetches []Output) ([]*Tensor, error) {
	if p == nil {
		return nil, newError(InvalidArgument, "a nil partial run")
	}
	run, err := p.h.use()
	if err != nil {
		return nil, err
	}
	defer p.h.done()
	outputs, values := splitFeeds(feeds)
	raw, done, err := useAll(values)
	if err != nil {
		return nil, err
	}
	defer done()
	fetched := make([]*C.rnl_tensor_t, len(fetches))
	if err := check(C.rnl_partial_run_step((*C.rnl_partial_run_t)(run), outputsAt(outputs), first(raw), C.size_t(len(raw)),
		outputsAt(fetches), first(fetched), C.size_t(len(fetched)))); err != nil {
		return nil, err
	}
	return takeTensors(fetched), nil
}

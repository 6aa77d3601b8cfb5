package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"context"
	"encoding/json"
	"runtime/cgo"
	"sync/atomic"
	"time"
	"unsafe"
)

// SessionOptions is how a session runs; the zero value has the defaults.
type SessionOptions struct {
	// SoftPlacement runs a node whose device has no kernel for it on another one.
	SoftPlacement bool
	// LogPlacement logs, with severity info, where each node of a plan runs.
	LogPlacement bool
	// AutomaticPlacement puts nodes where a step is expected to end soonest, among the devices that their constraints
	// leave.
	AutomaticPlacement bool
	// PrintPasses logs, with severity info, the graph of a plan after each pass.
	PrintPasses bool
	// DisabledPasses are switched off: "controls", "fold", "branches", "simplify", "cse", "pads", "scales",
	// "layout", "weights", "lookups", "products", "norms", "attention", "epilogue", "fuse", "follow", "bands", "regions", "pack", or "all".
	DisabledPasses []string
	// MaxPlans and MaxPlanBytes bound the plan cache, if one of them is not 0.
	MaxPlans     int
	MaxPlanBytes uint64
	// MaxInlinedNodes and MaxFoldedBytes bound what planning a step may take, beyond which its runs fail with ResourceExhausted:
	// the nodes that functions, conditions and loops become, and the bytes of constants computed ahead. 0: 262,144 and 1 GiB.
	MaxInlinedNodes uint64
	MaxFoldedBytes  uint64
	// Timeout is for all runs, in whole milliseconds, rounded up. 0: no limit.
	Timeout time.Duration
	// DefaultDevice is for nodes without one.
	DefaultDevice string
	// Target is where the graph runs: "runnel://host:port" of a Server, and with it all tasks of its cluster. "": in this
	// process.
	Target string
	// Token is what the servers of the target's cluster want to see. "": RUNNEL_CLUSTER_TOKEN.
	Token string
	// KeyFile and Certificates are how the session reaches a cluster whose servers have them: as in ServerOptions.
	KeyFile      string
	Certificates *Certificates
	// ConnectTimeout is until when every task of the target's cluster must have answered. 0: a minute.
	ConnectTimeout time.Duration
	// DeviceFilters let the session use only the tasks that one of them matches, as "/job:ps" does, and the target itself.
	DeviceFilters []string
}

func milliseconds(d time.Duration) C.int64_t {
	return C.int64_t((d + time.Millisecond - 1) / time.Millisecond)
}

func (o *SessionOptions) make() (*C.rnl_session_options_t, error) {
	var raw *C.rnl_session_options_t
	if o == nil {
		return nil, nil
	}
	if err := check(C.rnl_session_options_create(&raw)); err != nil {
		return nil, err
	}
	if err := o.set(raw); err != nil {
		C.rnl_session_options_release(raw)
		return nil, err
	}
	return raw, nil
}

func (o *SessionOptions) set(raw *C.rnl_session_options_t) error {
	if err := check(C.rnl_session_options_set_soft_placement(raw, C.bool(o.SoftPlacement))); err != nil {
		return err
	}
	if err := check(C.rnl_session_options_set_log_placement(raw, C.bool(o.LogPlacement))); err != nil {
		return err
	}
	if err := check(C.rnl_session_options_set_automatic_placement(raw, C.bool(o.AutomaticPlacement))); err != nil {
		return err
	}
	if err := check(C.rnl_session_options_set_print_passes(raw, C.bool(o.PrintPasses))); err != nil {
		return err
	}
	for _, pass := range o.DisabledPasses {
		if err := check(C.rnl_session_options_disable_pass(raw, cString(pass))); err != nil {
			return err
		}
	}
	if o.MaxPlans != 0 || o.MaxPlanBytes != 0 {
		if err := check(C.rnl_session_options_set_plan_cache(raw, C.size_t(o.MaxPlans),
			C.uint64_t(o.MaxPlanBytes))); err != nil {
			return err
		}
	}
	if o.MaxInlinedNodes != 0 || o.MaxFoldedBytes != 0 {
		nodes, bytes := o.MaxInlinedNodes, o.MaxFoldedBytes
		if nodes == 0 {
			nodes = 1 << 18
		}
		if bytes == 0 {
			bytes = 1 << 30
		}
		if err := check(C.rnl_session_options_set_planning_limits(raw, C.uint64_t(nodes), C.uint64_t(bytes))); err != nil {
			return err
		}
	}
	if o.Timeout != 0 {
		ms := milliseconds(o.Timeout)
		if err := check(C.rnl_session_options_set_timeout(raw, ms)); err != nil {
			return err
		}
	}
	if o.DefaultDevice != "" {
		if err := check(C.rnl_session_options_set_default_device(raw, cString(o.DefaultDevice))); err != nil {
			return err
		}
	}
	return o.setCluster(raw)
}

func (o *SessionOptions) setCluster(raw *C.rnl_session_options_t) error {
	if o.Target != "" {
		if err := check(C.rnl_session_options_set_target(raw, cString(o.Target))); err != nil {
			return err
		}
	}
	if o.Token != "" {
		if err := check(C.rnl_session_options_set_token(raw, cString(o.Token))); err != nil {
			return err
		}
	}
	if o.KeyFile != "" {
		if err := check(C.rnl_session_options_set_key_file(raw, cString(o.KeyFile))); err != nil {
			return err
		}
	}
	if c := o.Certificates; c != nil {
		if err := check(C.rnl_session_options_set_certificates(raw, cString(c.Certificate), cString(c.PrivateKey),
			cString(c.Authority))); err != nil {
			return err
		}
	}
	for _, filter := range o.DeviceFilters {
		if err := check(C.rnl_session_options_add_device_filter(raw, cString(filter))); err != nil {
			return err
		}
	}
	if o.ConnectTimeout != 0 {
		ms := milliseconds(o.ConnectTimeout)
		return check(C.rnl_session_options_set_connect_timeout(raw, ms))
	}
	return nil
}

// A Session runs parts of a graph, which may go on growing, and owns its variables, queues and other resources.
type Session struct{ h *handle }

// NewSession makes a session over a graph; nil options are the defaults.
// Errors of a session with a target: Unavailable, naming the tasks that did not answer in time and why; Unauthenticated
// without the token.
func NewSession(g *Graph, options *SessionOptions) (*Session, error) {
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	given, err := options.make()
	if err != nil {
		return nil, err
	}
	defer C.rnl_session_options_release(given)
	var raw *C.rnl_session_t
	if err := check(C.rnl_session_create(graph, given, &raw)); err != nil {
		return nil, err
	}
	return newSession(raw), nil
}

func newSession(raw *C.rnl_session_t) *Session {
	return &Session{newHandle(unsafe.Pointer(raw), "session", freeSession)}
}

// A session's last release waits for its runs, which the caller, a finalizer perhaps, should not have to.
func freeSession(p unsafe.Pointer) { go C.rnl_session_release((*C.rnl_session_t)(p)) }

func (s *Session) use() (*C.rnl_session_t, error) {
	if s == nil {
		return nil, newError(InvalidArgument, "a nil session")
	}
	raw, err := s.h.use()
	return (*C.rnl_session_t)(raw), err
}

// Devices are the full names of the devices that nodes may be placed on: of every task that a session with a target uses.
func (s *Session) Devices() ([]string, error) {
	raw, err := s.use()
	if err != nil {
		return nil, err
	}
	defer s.h.done()
	var names *C.rnl_names_t
	if err := check(C.rnl_session_devices(raw, &names)); err != nil {
		return nil, err
	}
	return takeNames(names), nil
}

// TaskLogs are what the tasks of a session with a target noted lately, a line each.
func (s *Session) TaskLogs() ([]string, error) {
	raw, err := s.use()
	if err != nil {
		return nil, err
	}
	defer s.h.done()
	var names *C.rnl_names_t
	if err := check(C.rnl_session_task_logs(raw, &names)); err != nil {
		return nil, err
	}
	return takeNames(names), nil
}

// ResetContainers drops what containers hold on every task that a session with these options would use; none named: all.
// Sessions over those tasks end.
func ResetContainers(r *Runtime, options *SessionOptions, containers ...string) error {
	runtime, err := r.use()
	if err != nil {
		return err
	}
	defer r.h.done()
	given, err := options.make()
	if err != nil {
		return err
	}
	defer C.rnl_session_options_release(given)
	names, free := cStrings(containers)
	defer free()
	return check(C.rnl_session_reset(runtime, given, names, C.size_t(len(containers))))
}

// TaskStatus is how a task of a cluster is.
type TaskStatus struct {
	Name, Address string
	// Of each life another one.
	Incarnation uint64
	Devices     []string
	// Step counts the steps that it has taken part in; Bytes are those of host memory in tensors and arenas.
	Step, Bytes uint64
	// Error says why the task does not answer; then nothing is known but its name and address.
	Error string
}

// ServerStatus asks the server that is the options' target how it is, or with allTasks how every task of its cluster is.
// Errors: FailedPrecondition without a target; Unavailable, DeadlineExceeded, Unauthenticated.
func ServerStatus(r *Runtime, options *SessionOptions, allTasks bool) ([]TaskStatus, error) {
	runtime, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	if options == nil {
		options = &SessionOptions{}
	}
	given, err := options.make()
	if err != nil {
		return nil, err
	}
	defer C.rnl_session_options_release(given)
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_server_status(runtime, given, C.bool(allTasks), &bytes)); err != nil {
		return nil, err
	}
	var answer struct{ Tasks []TaskStatus }
	if err := json.Unmarshal(takeBytes(bytes), &answer); err != nil {
		return nil, newError(Internal, "the status of a server: %v", err)
	}
	return answer.Tasks, nil
}

// Close cancels what runs, waits for it, and drops variables and queues. A second Close does nothing.
func (s *Session) Close() error {
	raw, err := s.use()
	if err != nil {
		return nil
	}
	defer s.h.done()
	s.h.close()
	return check(C.rnl_session_close(raw))
}

// A Feed is a value for an output of the graph.
type Feed struct {
	Output Output
	Value  *Tensor
}

// A request is what a run is asked for, as C takes it.
type request struct {
	feeds   []Output
	fetches []Output
	targets []Node
}

// syncRuns bounds the runs that hold a thread each; any more of them wait without one.
const syncRuns = 16

var running atomic.Int32

// Run runs the nodes that fetches and targets need, once, and returns when they have finished. The caller closes what is
// fetched. When ctx ends first, the run is cancelled, and the error is also ctx's.
//
// Errors: InvalidArgument if nothing is asked for, a placeholder is not fed, or a feed comes twice, is also fetched or has
// the wrong dtype or shape; otherwise the first failing node's error, with its name.
func (s *Session) Run(ctx context.Context, feeds []Feed, fetches []Output, targets []Node) ([]*Tensor, error) {
	session, err := s.use()
	if err != nil {
		return nil, err
	}
	defer s.h.done()
	outputs, values := splitFeeds(feeds)
	raw, done, err := useAll(values)
	if err != nil {
		return nil, err
	}
	defer done()
	r := request{outputs, fetches, targets}
	if ctx.Done() == nil {
		if running.Add(1) <= syncRuns {
			defer running.Add(-1)
			return runNow(session, nil, &r, raw, nil)
		}
		running.Add(-1)
	}
	fetched, err := await(ctx, func(options *C.rnl_run_options_t, waiter C.uintptr_t) *C.rnl_status_t {
		return C.runnel_go_start(session, options, outputsAt(r.feeds), first(raw), C.size_t(len(raw)),
			outputsAt(r.fetches), C.size_t(len(r.fetches)), nodesAt(r.targets), C.size_t(len(r.targets)), waiter)
	})
	if err != nil {
		return nil, err
	}
	return takeTensors(fetched), nil
}

func splitFeeds(feeds []Feed) ([]Output, []*Tensor) {
	outputs, values := make([]Output, len(feeds)), make([]*Tensor, len(feeds))
	for i, feed := range feeds {
		outputs[i], values[i] = feed.Output, feed.Value
	}
	return outputs, values
}

func takeTensors(fetched []*C.rnl_tensor_t) []*Tensor {
	tensors := make([]*Tensor, len(fetched))
	for i, raw := range fetched {
		tensors[i] = adoptTensor(raw)
	}
	return tensors
}

func runNow(session *C.rnl_session_t, options *C.rnl_run_options_t, r *request, feeds []*C.rnl_tensor_t,
	metadata *C.rnl_metadata_t) ([]*Tensor, error) {
	fetched := make([]*C.rnl_tensor_t, len(r.fetches))
	if err := check(C.rnl_session_run_outputs(session, options, outputsAt(r.feeds), first(feeds), C.size_t(len(feeds)),
		outputsAt(r.fetches), first(fetched), C.size_t(len(fetched)), nodesAt(r.targets), C.size_t(len(r.targets)),
		metadata)); err != nil {
		return nil, err
	}
	return takeTensors(fetched), nil
}

// An end is how a run ended.
type end struct {
	fetched []*C.rnl_tensor_t
	err     error
}

//export runnelGoDone
func runnelGoDone(waiter C.uintptr_t, status *C.rnl_status_t, fetches **C.rnl_tensor_t, count C.size_t) {
	told := end{err: borrowed(status)}
	if count > 0 {
		told.fetched = make([]*C.rnl_tensor_t, count)
		for i, raw := range unsafe.Slice(fetches, int(count)) {
			told.fetched[i] = C.rnl_tensor_retain(raw)
		}
	}
	h := cgo.Handle(waiter)
	ended := h.Value().(chan end)
	h.Delete()
	ended <- told // it has room
}

// await runs what launch starts, which tells waiter of its end, and waits as a goroutine does. The fetches are the
// caller's.
func await(ctx context.Context, launch func(options *C.rnl_run_options_t, waiter C.uintptr_t) *C.rnl_status_t) ([]*C.rnl_tensor_t, error) {
	var cancellation *C.rnl_cancellation_t
	if err := check(C.rnl_cancellation_create(&cancellation)); err != nil {
		return nil, err
	}
	defer C.rnl_cancellation_release(cancellation)
	options, err := cancelledBy(cancellation)
	if err != nil {
		return nil, err
	}
	defer C.rnl_run_options_release(options)
	if ctx.Err() != nil {
		return nil, ended(ctx, newError(Cancelled, "the context had ended before the run began"))
	}
	told := make(chan end, 1)
	waiter := cgo.NewHandle(told)
	if err := check(launch(options, C.uintptr_t(waiter))); err != nil {
		waiter.Delete()
		return nil, err
	}
	var result end
	select {
	case result = <-told:
	case <-ctx.Done():
		if err := check(C.rnl_cancellation_cancel(cancellation)); err != nil {
			return nil, err // only in a forked child, where nothing would come
		}
		result = <-told
	}
	if result.err != nil {
		return nil, ended(ctx, result.err)
	}
	return result.fetched, nil
}

func cancelledBy(cancellation *C.rnl_cancellation_t) (*C.rnl_run_options_t, error) {
	var options *C.rnl_run_options_t
	if err := check(C.rnl_run_options_create(&options)); err != nil {
		return nil, err
	}
	if err := check(C.rnl_run_options_set_cancellation(options, cancellation)); err != nil {
		C.rnl_run_options_release(options)
		return nil, err
	}
	return options, nil
}

// RunNamed is Run by names: "node" or "node:1" for feeds and fetches, "node" for targets. Errors: NotFound too.
func (s *Session) RunNamed(ctx context.Context, g *Graph, feeds map[string]*Tensor, fetches, targets []string) ([]*Tensor, error) {
	given := make([]Feed, 0, len(feeds))
	for name, value := range feeds {
		output, err := g.FindOutput(name)
		if err != nil {
			return nil, err
		}
		given = append(given, Feed{output, value})
	}
	outputs, nodes := make([]Output, len(fetches)), make([]Node, len(targets))
	var err error
	for i, name := range fetches {
		if outputs[i], err = g.FindOutput(name); err != nil {
			return nil, err
		}
	}
	for i, name := range targets {
		if nodes[i], err = g.FindNode(name); err != nil {
			return nil, err
		}
	}
	return s.Run(ctx, given, outputs, nodes)
}

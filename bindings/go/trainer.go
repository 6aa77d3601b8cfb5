package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"runtime/cgo"
	"sort"
	"strings"
	"unsafe"
)

// RunConfigOptions say how a program trains, and which task of which cluster it is. Zero values are the defaults.
type RunConfigOptions struct {
	// ModelDir is where checkpoints and event files go.
	ModelDir string
	// SaveCheckpointsSteps and SaveCheckpointsSecs are how often the chief saves; neither: every 600 seconds.
	SaveCheckpointsSteps      int64
	SaveCheckpointsSecs       float64
	KeepCheckpointMax         int64   // 0: 5
	KeepCheckpointEveryNHours float64 // 0: 10000
	LogStepCountSteps         int64   // 0: 100; negative: never
	SaveSummarySteps          int64   // 0: 100; negative: never
	Seed                      int64   // 0: 1
	// LogCheckpointFailures lets training go on without a checkpoint that could not be written.
	LogCheckpointFailures bool
	// MaxRecoveries is how often in a row a session is made anew without a new step; 0: 10.
	MaxRecoveries int64
	// ReadySecs is how long others wait for the chief, ConnectSecs for a task, ShutdownSecs parameter servers for workers when
	// the chief has ended; 0: 7200, 60 and 60.
	ReadySecs, ConnectSecs, ShutdownSecs float64
	Master                               string
	// Strategy is a builder of the package strategies, or its text: how an estimator divides batches.
	Strategy any
	// Cluster has the addresses of tasks by job; TaskType and TaskIndex say which of them this is.
	Cluster   map[string][]string
	TaskType  string
	TaskIndex int64
	// ListenFD is a socket that listens already, for the server of the task; 0: none.
	ListenFD int64
	// TFConfig is the JSON that TensorFlow takes from TF_CONFIG, whose cluster and task replace those above.
	TFConfig string
}

// optionList writes arguments as calls take them; what has its zero value is left out.
type optionList struct{ spec *Spec }

func (o optionList) add(name string, value any) optionList {
	switch v := value.(type) {
	case string:
		if v == "" {
			return o
		}
	case int64:
		if v == 0 {
			return o
		}
	case float64:
		if v == 0 {
			return o
		}
	}
	o.spec.Set(name, value)
	return o
}

// never is an interval that is 0 in specs and negative here.
func (o optionList) never(name string, value int64) optionList {
	if value < 0 {
		o.spec.Set(name, int64(0))
		return o
	}
	return o.add(name, value)
}

func (o optionList) String() string {
	text := o.spec.String()
	if text == "" {
		return ""
	}
	return text[1 : len(text)-1]
}

func (o *RunConfigOptions) text() string {
	jobs := make([]string, 0, len(o.Cluster))
	for job, tasks := range o.Cluster {
		jobs = append(jobs, job+"="+strings.Join(tasks, ","))
	}
	sort.Strings(jobs)
	list := optionList{NewSpec("")}.add("model_dir", o.ModelDir).add("save_checkpoints_steps", o.SaveCheckpointsSteps).
		add("save_checkpoints_secs", o.SaveCheckpointsSecs).add("keep_checkpoint_max", o.KeepCheckpointMax).
		add("keep_checkpoint_every_n_hours", o.KeepCheckpointEveryNHours).never("log_step_count_steps", o.LogStepCountSteps).
		never("save_summary_steps", o.SaveSummarySteps).add("tf_random_seed", o.Seed).add("max_recoveries", o.MaxRecoveries).
		add("ready_secs", o.ReadySecs).add("connect_secs", o.ConnectSecs).add("shutdown_secs", o.ShutdownSecs).
		add("master", o.Master).add("cluster", strings.Join(jobs, ";")).add("task_type", o.TaskType).
		add("task_index", o.TaskIndex).add("listen_fd", o.ListenFD).add("strategy", specText(o.Strategy))
	if o.LogCheckpointFailures {
		list.add("checkpoint_failures", "log")
	}
	return list.String()
}

// A RunConfig says how a program trains, and which task of which cluster it is. It does not change.
type RunConfig struct{ h *handle }

// NewRunConfig makes a configuration. Errors: InvalidArgument naming the argument, or the JSON's byte or field.
func NewRunConfig(r *Runtime, options RunConfigOptions) (*RunConfig, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var config *C.rnl_learn_config_t
	if err := check(C.rnl_learn_config_create(raw, cString(options.text()), cString(options.TFConfig), &config)); err != nil {
		return nil, err
	}
	return &RunConfig{newHandle(unsafe.Pointer(config), "configuration", func(p unsafe.Pointer) {
		C.rnl_learn_config_release((*C.rnl_learn_config_t)(p))
	})}, nil
}

// Close gives the configuration back.
func (c *RunConfig) Close() { c.h.close() }

// with calls f with the configuration, alive.
func (c *RunConfig) with(f func(*C.rnl_learn_config_t) error) error {
	if c == nil {
		return newError(InvalidArgument, "a nil configuration")
	}
	raw, err := c.h.use()
	if err != nil {
		return err
	}
	defer c.h.done()
	return f((*C.rnl_learn_config_t)(raw))
}

// TaskType is "chief", "worker", "ps" or "evaluator"; "" of a configuration that is closed.
func (c *RunConfig) TaskType() (task string) {
	_ = c.with(func(raw *C.rnl_learn_config_t) error { task = goString(C.rnl_learn_config_task_type(raw)); return nil })
	return task
}

// TaskIndex is the task's number in its job.
func (c *RunConfig) TaskIndex() (index int64) {
	_ = c.with(func(raw *C.rnl_learn_config_t) error { index = int64(C.rnl_learn_config_task_index(raw)); return nil })
	return index
}

// IsChief tells whether this task initialises, saves and writes events.
func (c *RunConfig) IsChief() (chief bool) {
	_ = c.with(func(raw *C.rnl_learn_config_t) error { chief = bool(C.rnl_learn_config_is_chief(raw)); return nil })
	return chief
}

// ModelDir is where checkpoints and event files go.
func (c *RunConfig) ModelDir() (folder string) {
	_ = c.with(func(raw *C.rnl_learn_config_t) error {
		folder = goString(C.rnl_learn_config_model_dir(raw))
		return nil
	})
	return folder
}

// NumTasks is how many tasks a job of the cluster has.
func (c *RunConfig) NumTasks(job string) (count int) {
	_ = c.with(func(raw *C.rnl_learn_config_t) error {
		count = int(C.rnl_learn_config_num_tasks(raw, cString(job)))
		return nil
	})
	return count
}

// StartServer starts the server of this task; nil for an evaluator, and without a cluster.
func (c *RunConfig) StartServer() (server *Server, err error) {
	err = c.with(func(raw *C.rnl_learn_config_t) error {
		var made *C.rnl_server_t
		if err := check(C.rnl_learn_config_start_server(raw, &made)); err != nil || made == nil {
			return err
		}
		server = newServer(made)
		return nil
	})
	return server, err
}

// A HookCall is one call of a hook, which it ends with.
type HookCall struct {
	raw     *C.rnl_learn_hook_call_t
	graph   *Graph
	session *Session
}

// Graph is the trainer's. In Begin, nodes may be added to it.
func (c *HookCall) Graph() *Graph {
	if c.graph == nil {
		c.graph = newGraph(C.rnl_graph_retain(C.rnl_learn_hook_call_graph(c.raw)))
	}
	return c.graph
}

// Session is the trainer's, which is not to be closed; nil in Begin.
func (c *HookCall) Session() *Session {
	if raw := C.rnl_learn_hook_call_session(c.raw); c.session == nil && raw != nil {
		c.session = newSession(C.rnl_session_retain(raw))
	}
	return c.session
}

// done ends what the call has given.
func (c *HookCall) done() {
	if c.graph != nil {
		c.graph.h.close()
	}
	if c.session != nil {
		c.session.h.close()
	}
}

// Step is the global step, or without one how many steps have been run: before the run, or after it.
func (c *HookCall) Step() int64 { return int64(C.rnl_learn_hook_call_step(c.raw)) }

// Fetch, in BeforeRun, makes the step fetch this too; it gives the number among the values in AfterRun.
func (c *HookCall) Fetch(output Output) (int, error) {
	var index C.size_t
	err := check(C.rnl_learn_hook_call_fetch(c.raw, output.raw(), &index))
	return int(index), err
}

// Feed, in BeforeRun, feeds the step with this, too.
func (c *HookCall) Feed(output Output, value *Tensor) error {
	raw, err := value.use()
	if err != nil {
		return err
	}
	defer value.h.done()
	return check(C.rnl_learn_hook_call_feed(c.raw, output.raw(), raw))
}

// Values, in AfterRun, are what was fetched, in order; they are the caller's to close.
func (c *HookCall) Values() ([]*Tensor, error) {
	return tensorsBy(int(C.rnl_learn_hook_call_num_values(c.raw)), func(i C.size_t, out **C.rnl_tensor_t) *C.rnl_status_t {
		return C.rnl_learn_hook_call_value(c.raw, i, out)
	})
}

// tensorsBy are `count` tensors, which call gives one by one.
func tensorsBy(count int, call func(i C.size_t, out **C.rnl_tensor_t) *C.rnl_status_t) ([]*Tensor, error) {
	tensors := make([]*Tensor, 0, count)
	for i := 0; i < count; i++ {
		var raw *C.rnl_tensor_t
		if err := check(call(C.size_t(i), &raw)); err != nil {
			CloseAll(tensors)
			return nil, err
		}
		tensors = append(tensors, adoptTensor(raw))
	}
	return tensors, nil
}

// RequestStop lets no more steps come after this one.
func (c *HookCall) RequestStop() { C.rnl_learn_hook_call_request_stop(c.raw) }

// Checkpoint, in AfterSave, is the checkpoint's prefix.
func (c *HookCall) Checkpoint() string { return goString(C.rnl_learn_hook_call_checkpoint(c.raw)) }

// A Hook sees each step of a trainer, as TensorFlow's SessionRunHook; functions that are nil do nothing. They are called on
// the thread that calls the trainer, with no lock held; they may run the session, but not the trainer. An error ends the run
// with it, and a panic with Internal.
type Hook struct {
	// Name is for messages.
	Name string
	// Begin comes once, before there is a session.
	Begin func(*HookCall) error
	// AfterCreateSession comes after each session that was made, those of recoveries too.
	AfterCreateSession func(*HookCall) error
	BeforeRun          func(*HookCall) error
	AfterRun           func(*HookCall) error
	// End comes once, unless the run has failed.
	End func(*HookCall) error
	// BeforeSave and AfterSave come around each checkpoint.
	BeforeSave, AfterSave func(*HookCall) error
}

// hookList are hooks that C calls as one, in their order.
type hookList []*Hook

func (l hookList) name() string {
	names := make([]string, len(l))
	for i, hook := range l {
		if names[i] = hook.Name; hook.Name == "" {
			names[i] = "of the program"
		}
	}
	return strings.Join(names, ", ")
}

//export runnelGoHook
func runnelGoHook(hooks C.uintptr_t, event C.int, call C.uintptr_t) (status *C.rnl_status_t) {
	defer func() {
		if trouble := recover(); trouble != nil { // nothing of Go's unwinds into C
			status = statusOf(newError(Internal, "the hook panicked: %v", trouble))
		}
	}()
	// The address is C's, and lives for the call.
	told := &HookCall{raw: *(**C.rnl_learn_hook_call_t)(unsafe.Pointer(&call))}
	defer told.done()
	for _, hook := range cgo.Handle(hooks).Value().(hookList) {
		functions := [...]func(*HookCall) error{hook.Begin, hook.AfterCreateSession, hook.BeforeRun, hook.AfterRun, hook.End,
			hook.BeforeSave, hook.AfterSave}
		if function := functions[event]; function != nil {
			if err := function(told); err != nil {
				return statusOf(err)
			}
		}
	}
	return nil
}

// A Scaffold says what a trainer needs to know of a graph, by names of nodes and values. What is "" is taken from the
// collections of Meta, as TensorFlow's Scaffold does, and else found.
type Scaffold struct {
	InitOp, LocalInitOp, ReadyOp, GlobalStep, SummaryOp string
	// Checkpoint is what to begin with where the model's folder has none.
	Checkpoint string
	Meta       *MetaGraph
	// FinalizeOp is what a chief runs when training has ended, before the last checkpoint.
	FinalizeOp string
}

// TrainerOptions say more of a trainer. Server is that of the configuration's task, if there is a cluster.
type TrainerOptions struct {
	Scaffold Scaffold
	Session  *SessionOptions
	Server   *Server
}

// A Trainer runs steps of a graph as TensorFlow's MonitoredTrainingSession: a chief restores the newest checkpoint of the
// configuration's ModelDir or initialises, others wait until it has; when a task dies the session is made anew and the step is
// run again; hooks see all of it. Its calls come from one goroutine at a time, but for RequestStop.
type Trainer struct{ h *handle }

// NewTrainer makes a trainer. Errors: NotFound for a name of the scaffold.
func NewTrainer(g *Graph, config *RunConfig, options TrainerOptions) (*Trainer, error) {
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	given, err := options.Session.make()
	if err != nil {
		return nil, err
	}
	defer C.rnl_session_options_release(given)
	var meta *C.rnl_meta_graph_t
	if options.Scaffold.Meta != nil {
		if meta, err = options.Scaffold.Meta.use(); err != nil {
			return nil, err
		}
		defer options.Scaffold.Meta.h.done()
	}
	var server *C.rnl_server_t
	if options.Server != nil {
		raw, err := options.Server.h.use()
		if err != nil {
			return nil, err
		}
		defer options.Server.h.done()
		server = (*C.rnl_server_t)(raw)
	}
	s := options.Scaffold
	names, free := cStrings([]string{s.InitOp, s.LocalInitOp, s.ReadyOp, s.GlobalStep, s.SummaryOp, s.Checkpoint, s.FinalizeOp})
	defer free()
	var trainer *C.rnl_learn_trainer_t
	err = config.with(func(raw *C.rnl_learn_config_t) error {
		return check(C.runnel_go_trainer_create(graph, raw, names, meta, given, server, &trainer))
	})
	if err != nil {
		return nil, err
	}
	return &Trainer{newHandle(unsafe.Pointer(trainer), "trainer", func(p unsafe.Pointer) {
		go C.rnl_learn_trainer_release((*C.rnl_learn_trainer_t)(p)) // which waits for the session's steps
	})}, nil
}

// with calls f with the trainer, alive.
func (t *Trainer) with(f func(*C.rnl_learn_trainer_t) error) error {
	if t == nil {
		return newError(InvalidArgument, "a nil trainer")
	}
	raw, err := t.h.use()
	if err != nil {
		return err
	}
	defer t.h.done()
	return f((*C.rnl_learn_trainer_t)(raw))
}

// AddHook adds a hook of the program's, before the first step.
func (t *Trainer) AddHook(hook *Hook) error {
	if hook == nil {
		return newError(InvalidArgument, "a nil hook")
	}
	return t.with(func(raw *C.rnl_learn_trainer_t) error {
		list := hookList{hook}
		kept := cgo.NewHandle(list)
		err := check(C.runnel_go_add_hook(raw, cString(list.name()), C.uintptr_t(kept)))
		if err != nil {
			kept.Delete()
		}
		return err
	})
}

// Add adds hooks of Runnel's own, before the first step: builders of the package hooks, or their text.
func (t *Trainer) Add(hooks ...any) error {
	return t.with(func(raw *C.rnl_learn_trainer_t) error {
		return check(C.rnl_learn_trainer_add_hooks(raw, cString(specTexts(hooks))))
	})
}

// Start makes the session, which the first step does otherwise. Errors: DeadlineExceeded naming what has no value or does not
// answer; FailedPrecondition naming variables that neither InitOp nor checkpoint gave one.
func (t *Trainer) Start() error {
	return t.with(func(raw *C.rnl_learn_trainer_t) error { return check(C.rnl_learn_trainer_start(raw)) })
}

// Run is one step, with all hooks. The caller closes what is fetched. Errors: OutOfRange at the end of input;
// FailedPrecondition after a stop. After any other failure there are no more steps.
func (t *Trainer) Run(feeds []Feed, fetches []Output, targets []Node) ([]*Tensor, error) {
	outputs, values := splitFeeds(feeds)
	given, done, err := useAll(values)
	if err != nil {
		return nil, err
	}
	defer done()
	made := make([]*C.rnl_tensor_t, len(fetches))
	err = t.with(func(raw *C.rnl_learn_trainer_t) error {
		return check(C.rnl_learn_trainer_run(raw, outputsAt(outputs), first(given), C.size_t(len(given)), outputsAt(fetches),
			first(made), C.size_t(len(made)), nodesAt(targets), C.size_t(len(targets))))
	})
	if err != nil {
		return nil, err
	}
	tensors := make([]*Tensor, len(made))
	for i, raw := range made {
		tensors[i] = adoptTensor(raw)
	}
	return tensors, nil
}

// Train runs steps of these targets until a hook or the end of input stops, and then the hooks' ends, as Finish.
func (t *Trainer) Train(targets ...Node) error {
	return t.with(func(raw *C.rnl_learn_trainer_t) error {
		return check(C.rnl_learn_trainer_train(raw, nodesAt(targets), C.size_t(len(targets))))
	})
}

// ShouldStop tells whether no more steps are wanted.
func (t *Trainer) ShouldStop() bool {
	stop := true
	_ = t.with(func(raw *C.rnl_learn_trainer_t) error { stop = bool(C.rnl_learn_trainer_should_stop(raw)); return nil })
	return stop
}

// RequestStop may come from any goroutine. What waits for other tasks gives up.
func (t *Trainer) RequestStop() {
	_ = t.with(func(raw *C.rnl_learn_trainer_t) error { C.rnl_learn_trainer_request_stop(raw); return nil })
}

// Finish runs the hooks' ends, unless a step has failed, and closes the session.
func (t *Trainer) Finish() error {
	return t.with(func(raw *C.rnl_learn_trainer_t) error { return check(C.rnl_learn_trainer_close(raw)) })
}

// Close gives the trainer back; what Finish has not closed ends without the hooks' ends.
func (t *Trainer) Close() { t.h.close() }

// GlobalStep is the global step.
func (t *Trainer) GlobalStep() (step int64) {
	_ = t.with(func(raw *C.rnl_learn_trainer_t) error { step = int64(C.rnl_learn_trainer_global_step(raw)); return nil })
	return step
}

// Recoveries is how often the session was made anew.
func (t *Trainer) Recoveries() (count int64) {
	_ = t.with(func(raw *C.rnl_learn_trainer_t) error { count = int64(C.rnl_learn_trainer_recoveries(raw)); return nil })
	return count
}

// Session is the present one, which Close of it would end. Errors: FailedPrecondition before the first step and after the end.
func (t *Trainer) Session() (session *Session, err error) {
	err = t.with(func(raw *C.rnl_learn_trainer_t) error {
		var made *C.rnl_session_t
		if err := check(C.rnl_learn_trainer_session(raw, &made)); err != nil {
			return err
		}
		session = newSession(made)
		return nil
	})
	return session, err
}

// FinalValues are what FinalOpsHook fetched; they are the caller's to close.
func (t *Trainer) FinalValues() (values []*Tensor, err error) {
	err = t.with(func(raw *C.rnl_learn_trainer_t) (err error) {
		count := int(C.rnl_learn_trainer_num_final_values(raw))
		values, err = tensorsBy(count, func(i C.size_t, out **C.rnl_tensor_t) *C.rnl_status_t {
			return C.rnl_learn_trainer_final_value(raw, i, out)
		})
		return err
	})
	return values, err
}

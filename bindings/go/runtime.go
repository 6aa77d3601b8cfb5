package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"fmt"
	"os"
	"runtime/cgo"
	"unsafe"
)

// RuntimeOptions is what a runtime is started with; the zero value has the defaults.
type RuntimeOptions struct {
	// Threads that compute, the caller of a run counted. 0: RUNNEL_NUM_THREADS, else the CPUs of the process.
	Threads int
	// MemoryLimit bounds host memory for tensors and arenas, in bytes. 0: no limit.
	MemoryLimit uint64
	// Log receives the log instead of standard error: one call at a time, from any thread; it must not call Runnel.
	Log func(severity Severity, message string)
	// LogLevel drops messages below, if Log is set or it is above LogDebug; otherwise warnings and errors come.
	LogLevel Severity
	// Plugins to load beside the CPU: with a slash in it a path, otherwise an id.
	Plugins []string
	// WithoutDefaultPlugins loads not even the CPU.
	WithoutDefaultPlugins bool
	// Config has settings for plugins: "runnel.virtual.seed" and "7".
	Config map[string]string
}

// A Runtime has devices, ops, threads and memory; everything else is made from one.
type Runtime struct{ h *handle }

// A Device of a runtime.
type Device struct {
	Name        string // "/job:localhost/replica:0/task:0/device:CPU:0"
	Type        string // "CPU"
	Description string // for people
}

//export runnelGoLog
func runnelGoLog(log C.uintptr_t, severity C.rnl_severity_t, message C.rnl_str_t) {
	defer func() {
		if trouble := recover(); trouble != nil { // nothing of Go's unwinds into C
			fmt.Fprintln(os.Stderr, "runnel: the log function panicked:", trouble)
		}
	}()
	cgo.Handle(log).Value().(func(Severity, string))(Severity(severity), goString(message))
}

//export runnelGoDrop
func runnelGoDrop(log C.uintptr_t) { cgo.Handle(log).Delete() }

// NewRuntime starts a runtime; nil options are the defaults.
func NewRuntime(options *RuntimeOptions) (*Runtime, error) {
	if err := check(C.rnl_require(C.RNL_ABI_VERSION)); err != nil {
		return nil, err
	}
	var raw *C.rnl_runtime_options_t
	if err := check(C.rnl_runtime_options_create(&raw)); err != nil {
		return nil, err
	}
	defer C.rnl_runtime_options_release(raw)
	if options != nil {
		if err := options.set(raw); err != nil {
			return nil, err
		}
	}
	var made *C.rnl_runtime_t
	if err := check(C.rnl_runtime_create(raw, &made)); err != nil {
		return nil, err
	}
	return newRuntime(made), nil
}

func newRuntime(raw *C.rnl_runtime_t) *Runtime {
	return &Runtime{newHandle(unsafe.Pointer(raw), "runtime", func(p unsafe.Pointer) {
		C.rnl_runtime_release((*C.rnl_runtime_t)(p))
	})}
}

func (o *RuntimeOptions) set(raw *C.rnl_runtime_options_t) error {
	if err := check(C.rnl_runtime_options_set_threads(raw, C.int32_t(o.Threads))); err != nil {
		return err
	}
	if err := check(C.rnl_runtime_options_set_memory_limit(raw, C.uint64_t(o.MemoryLimit))); err != nil {
		return err
	}
	if err := check(C.rnl_runtime_options_set_default_plugins(raw, C.bool(!o.WithoutDefaultPlugins))); err != nil {
		return err
	}
	for _, plugin := range o.Plugins {
		if err := check(C.rnl_runtime_options_add_plugin(raw, cString(plugin))); err != nil {
			return err
		}
	}
	for key, value := range o.Config {
		if err := check(C.rnl_runtime_options_set_config(raw, cString(key), cString(value))); err != nil {
			return err
		}
	}
	if o.Log != nil || o.LogLevel > LogDebug {
		if err := check(C.rnl_runtime_options_set_log_level(raw, C.rnl_severity_t(o.LogLevel))); err != nil {
			return err
		}
	}
	if o.Log == nil {
		return nil
	}
	log := cgo.NewHandle(o.Log)
	err := check(C.runnel_go_set_log(raw, C.uintptr_t(log)))
	if err != nil {
		log.Delete()
	}
	return err
}

// Close gives the runtime back when all that was made from it is closed too.
func (r *Runtime) Close() { r.h.close() }

func (r *Runtime) use() (*C.rnl_runtime_t, error) {
	if r == nil {
		return nil, newError(InvalidArgument, "a nil runtime")
	}
	raw, err := r.h.use()
	return (*C.rnl_runtime_t)(raw), err
}

// LoadPlugin loads a plugin: with a slash in it a path, otherwise an id.
func (r *Runtime) LoadPlugin(pathOrID string) error {
	raw, err := r.use()
	if err != nil {
		return err
	}
	defer r.h.done()
	return check(C.rnl_runtime_load_plugin(raw, cString(pathOrID)))
}

// Devices lists the devices; none of a closed runtime.
func (r *Runtime) Devices() []Device {
	raw, err := r.use()
	if err != nil {
		return nil
	}
	defer r.h.done()
	devices := make([]Device, C.rnl_runtime_num_devices(raw))
	for i := range devices {
		devices[i] = Device{
			Name:        goString(C.rnl_runtime_device_name(raw, C.size_t(i))),
			Type:        goString(C.rnl_runtime_device_type(raw, C.size_t(i))),
			Description: goString(C.rnl_runtime_device_description(raw, C.size_t(i))),
		}
	}
	return devices
}

// Ops lists the names of all ops, sorted.
func (r *Runtime) Ops() ([]string, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var names *C.rnl_names_t
	if err := check(C.rnl_runtime_ops(raw, &names)); err != nil {
		return nil, err
	}
	return takeNames(names), nil
}

// OpFamily is the family in whose library, librunnel_<family>.so, the op is; empty for all others. It opens nothing.
func (r *Runtime) OpFamily(op string) (string, error) {
	raw, err := r.use()
	if err != nil {
		return "", err
	}
	defer r.h.done()
	return goString(C.rnl_runtime_op_family(raw, cString(op))), nil
}

// MemoryInUse is the number of bytes of host memory that tensors and arenas hold now.
func (r *Runtime) MemoryInUse() uint64 {
	raw, err := r.use()
	if err != nil {
		return 0
	}
	defer r.h.done()
	return uint64(C.rnl_runtime_memory_in_use(raw))
}

// Log writes to the runtime's log.
func (r *Runtime) Log(severity Severity, message string) error {
	raw, err := r.use()
	if err != nil {
		return err
	}
	defer r.h.done()
	return check(C.rnl_runtime_log(raw, C.rnl_severity_t(severity), cString(message)))
}

package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"unsafe"
)

// An Op is the schema of an op.
type Op struct {
	Name, Doc string
	Stateful  bool
	// HasGradient: gradients flow through it. HasComposition: it is given by simpler ops where a device has no kernel.
	HasGradient, HasComposition bool
	Inputs, Outputs             []OpArgument
	Attrs                       []OpAttr
}

// An OpArgument has a type as op rows write it: "float", "T", "N * T", "Tin".
type OpArgument struct{ Name, Type string }

// An OpAttr is an attr of an op.
type OpAttr struct {
	Name    string
	Type    string   // "int", "list(type)", "func"
	Default string   // as text; "" if there is none: the attr must be given, or follows from the inputs
	Minimum int64    // the least number, or length of a list, that is allowed; math.MinInt64: any
	Allowed []string // what a type or string may be; none: anything
}

// A Kernel that was loaded.
type Kernel struct {
	Op         string
	DeviceType string // "CPU"; "*" for kernels of the host, which serve every device
	Plugin     string // id of the plugin that brought it
	// Types that it takes, of each type attr that it restricts.
	Types map[string][]DType
}

// DeviceMemory is in bytes. A limit of 0: none or unknown.
type DeviceMemory struct{ InUse, Peak, Limit uint64 }

// Op tells the schema of an op. Errors: NotFound naming the op and close names.
func (r *Runtime) Op(name string) (*Op, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var op *C.rnl_op_t
	if err := check(C.rnl_runtime_find_op(raw, cString(name), &op)); err != nil {
		return nil, err
	}
	defer C.rnl_op_release(op)
	read := &Op{
		Name:           goString(C.rnl_op_name(op)),
		Doc:            goString(C.rnl_op_doc(op)),
		Stateful:       bool(C.rnl_op_is_stateful(op)),
		HasGradient:    bool(C.rnl_op_has_gradient(op)),
		HasComposition: bool(C.rnl_op_has_composition(op)),
	}
	for i := C.size_t(0); i < C.rnl_op_num_inputs(op); i++ {
		read.Inputs = append(read.Inputs, OpArgument{goString(C.rnl_op_input_name(op, i)), goString(C.rnl_op_input_type(op, i))})
	}
	for i := C.size_t(0); i < C.rnl_op_num_outputs(op); i++ {
		read.Outputs = append(read.Outputs, OpArgument{goString(C.rnl_op_output_name(op, i)), goString(C.rnl_op_output_type(op, i))})
	}
	for i := C.size_t(0); i < C.rnl_op_num_attrs(op); i++ {
		attr := OpAttr{Name: goString(C.rnl_op_attr_name(op, i)), Type: goString(C.rnl_op_attr_type(op, i)),
			Default: goString(C.rnl_op_attr_default(op, i)), Minimum: int64(C.rnl_op_attr_minimum(op, i))}
		for k := C.size_t(0); k < C.rnl_op_attr_num_allowed(op, i); k++ {
			attr.Allowed = append(attr.Allowed, goString(C.rnl_op_attr_allowed(op, i, k)))
		}
		read.Attrs = append(read.Attrs, attr)
	}
	return read, nil
}

// Kernels lists all kernels that are loaded now.
func (r *Runtime) Kernels() ([]Kernel, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var list *C.rnl_kernels_t
	if err := check(C.rnl_runtime_kernels(raw, &list)); err != nil {
		return nil, err
	}
	defer C.rnl_kernels_release(list)
	kernels := make([]Kernel, C.rnl_kernels_count(list))
	for i := range kernels {
		at := C.size_t(i)
		kernels[i] = Kernel{goString(C.rnl_kernels_op(list, at)), goString(C.rnl_kernels_device_type(list, at)),
			goString(C.rnl_kernels_plugin(list, at)), map[string][]DType{}}
		for k := C.size_t(0); k < C.rnl_kernels_num_constraints(list, at); k++ {
			var types *C.rnl_dtype_t
			count := C.rnl_kernels_constraint_types(list, at, k, &types)
			attr := goString(C.rnl_kernels_constraint_attr(list, at, k))
			for _, dtype := range unsafe.Slice(types, int(count)) {
				kernels[i].Types[attr] = append(kernels[i].Types[attr], DType(dtype))
			}
		}
	}
	return kernels, nil
}

// DeviceMemory is that of the device at a position in Devices. Errors: OutOfRange.
func (r *Runtime) DeviceMemory(device int) (DeviceMemory, error) {
	raw, err := r.use()
	if err != nil {
		return DeviceMemory{}, err
	}
	defer r.h.done()
	var inUse, peak, limit C.uint64_t
	err = check(C.rnl_runtime_device_memory(raw, C.size_t(device), &inUse, &peak, &limit))
	return DeviceMemory{uint64(inUse), uint64(peak), uint64(limit)}, err
}
